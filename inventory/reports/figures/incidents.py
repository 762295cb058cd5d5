"""What went otherwise than planned in an evening: numbers read wrong, outages, cards taken back."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from cardgen.amounts import printed_cents
from cardgen.card_id import CardId
from inventory.balls import printed_ball
from inventory.counts import Ranges, printed_ranges, ranges_of
from inventory.decisions.game.evening import Evening
from inventory.entries.claim import ClaimReopened, ClaimWithdrawn
from inventory.entries.closing import BoxCounted, BoxFilled, MissingCounted
from inventory.entries.entry import Entry
from inventory.entries.game import DrawCorrected, OccasionCalledOff, OutageVoted
from inventory.entries.sale import DefectExchanged, ExchangeUndone, SaleUndone, SaleVoided
from inventory.entries.stock import Found, Missing
from inventory.entries.union import Kind


@dataclass(frozen=True, slots=True)
class Incident:
    """One of them: in which game, 0 for none, what it was, and who entered it."""

    at: datetime
    game: int
    what: str
    told: str
    by: str


def incidents_of(evening: Evening, entries: Iterable[Entry]) -> tuple[Incident, ...]:
    """All of an evening, in the order they were entered."""
    return tuple(_found(evening, entries))


def incidents_json(incidents: Iterable[Incident]) -> list[dict[str, Any]]:
    """Incidents as JSON values."""
    return [
        {
            "at": one.at.isoformat(),
            "game": one.game,
            "what": one.what,
            "told": one.told,
            "by": one.by,
        }
        for one in incidents
    ]


def incident_lines(incidents: Iterable[Incident]) -> Iterator[str]:
    """Incidents as people read them."""
    for one in incidents:
        where = f", game {one.game}" if one.game else ""
        yield f"{one.what.capitalize()}{where}: {one.told} ({one.by})"


def _found(evening: Evening, entries: Iterable[Entry]) -> Iterator[Incident]:
    for entry in entries:
        if entry.occasion != evening.occasion:
            continue
        incident = _incident(evening, entry.kind)
        if incident is not None:
            people = (entry.context.clerk, entry.context.second)
            by = " and ".join(name for name in people if name)
            yield Incident(entry.context.moment.at, *incident, by)


def _incident(evening: Evening, kind: Kind) -> tuple[int, str, str] | None:
    """Game, what it was, and the words for it."""
    match kind:
        case DrawCorrected():
            return kind.game, "draw corrected", _correction(kind)
        case ClaimReopened() | ClaimWithdrawn():
            play = evening.play_of_round(kind.round)
            return play.game.number if play else 0, *_claim(kind)
        case OutageVoted(game=game, present=present, in_favor=in_favor):
            told = f"{in_favor} of {present} players present agreed to go on by hand"
            return game, "power failed", told
        case SaleVoided(card=card, cents=cents, reason=reason):
            told = f"card {card.printed}, {printed_cents(cents)} given back: {reason}"
            return _game_of(evening, str(card.set_serial)), "sale voided", told
        case DefectExchanged(voided=voided, new=new, reason=reason):
            told = f"card {voided.printed} replaced by {new.printed}: {reason}"
            return _game_of(evening, str(voided.set_serial)), "defective card replaced", told
        case _:
            return _undone(evening, kind) or _not_there(evening, kind) or _of_the_evening(kind)


def _claim(kind: ClaimReopened | ClaimWithdrawn) -> tuple[str, str]:
    named = f"claim {kind.claim} on card {kind.card.printed}"
    if isinstance(kind, ClaimWithdrawn):
        return "claim taken back", f"{named}: {kind.reason}"
    return "claim judged again", f"{named}, because ball {kind.place} was corrected"


def _undone(evening: Evening, kind: Kind) -> tuple[int, str, str] | None:
    match kind:
        case SaleUndone(sale=sale, cards=cards, cents=cents):
            told = f"sale {sale:06d}, {printed_cents(cents)} given back: {_named(cards)}"
            return _game_of(evening, str(cards[0].set_serial)), "sale undone", told
        case ExchangeUndone(sale=sale, surrendered=old, new=new, cents=cents):
            given = f"{printed_cents(cents)} and {old.printed} given back for {_named(new)}"
            told = f"sale {sale:06d}, {given}"
            return _game_of(evening, str(old.set_serial)), "exchange undone", told
        case _:
            return None


def _not_there(evening: Evening, kind: Kind) -> tuple[int, str, str] | None:
    match kind:
        case Missing(set_serial=serial, packs=packs, cards=cards, reason=reason):
            return _game_of(evening, serial), "missing", f"{_stock(packs, cards)}: {reason}"
        case Found(set_serial=serial, packs=packs, cards=cards, reason=reason):
            return _game_of(evening, serial), "found again", f"{_stock(packs, cards)}: {reason}"
        case MissingCounted(cards=cards):
            game = _game_of(evening, str(cards[0].set_serial))
            return game, "missing, counted by somebody else", _named(cards)
        case _:
            return None


def _of_the_evening(kind: Kind) -> tuple[int, str, str] | None:
    match kind:
        case OccasionCalledOff(reason=reason):
            return 0, "evening called off", reason
        case BoxFilled(cents=cents, why=why):
            return 0, "put into a box", f"{printed_cents(cents)}, {why}"
        case BoxCounted(counted_cents=counted, expected_cents=expected):
            found, difference = printed_cents(counted), printed_cents(counted - expected)
            return 0, "box counted", f"{found}, over or short by {difference}"
        case _:
            return None


def _stock(packs: Ranges, cards: tuple[CardId, ...]) -> str:
    named = (f"pack {first}-{last}" for first, last in packs)
    return ", ".join((*named, *((_named(cards),) if cards else ())))


def _named(cards: tuple[CardId, ...]) -> str:
    """Cards of any sets by their numbers, in sets."""
    found = []
    for serial in dict.fromkeys(str(card.set_serial) for card in cards):
        numbers = sorted(int(card.audit_number) for card in cards if card.set_serial == serial)
        found.append(f"set {serial} {printed_ranges(ranges_of(tuple(numbers)))}")
    return ", ".join(found)


def _correction(kind: DrawCorrected) -> str:
    told = (
        f"ball {kind.place} was read {printed_ball(kind.read)}, "
        f"the ball says {printed_ball(kind.ball)}"
    )
    for what, cards in (
        ("claims called back", kind.called_back),
        ("paid, and lacks a number now", kind.cases),
    ):
        if cards:
            told += f"; {what}: {' '.join(card.printed for card in cards)}"
    return told


def _game_of(evening: Evening, set_serial: str) -> int:
    play = evening.play_of(set_serial)
    return play.game.number if play else 0
