"""An evening's prizes: awarded, given, paid after its end, not yet paid; each counts once."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from cardgen.amounts import printed_cents
from inventory.decisions.game.evening import Evening
from inventory.decisions.prize.owed import Owed, owed_in
from inventory.entries.claim import Paid, RestPaid
from inventory.entries.closing import OccasionEnded
from inventory.entries.entry import Entry
from inventory.entries.game import GameCompleted
from inventory.reports.figures.tally import Identity

FROM_BOX = "box"  # how a prize was paid in cash
ON_OTHER_CARDS = "on cards of the hall"


@dataclass(frozen=True, slots=True)
class Given:
    """A prize that went to somebody; the card is empty where this ledger does not keep it."""

    at: datetime
    game: int
    card: str
    to: str
    how: str
    by: str
    cents: int
    contact: str = ""
    document: str = ""
    is_late: bool = False
    round: int = 0

    @property
    def is_from_box(self) -> bool:
        """Whether it was missing from the box when that was counted."""
        return self.how == FROM_BOX and not self.is_late


@dataclass(frozen=True, slots=True)
class Awarded:
    """What a closed round awards in all; round 0: prizes given by name, on other cards."""

    game: int
    round: int
    part: str
    cents: int

    @property
    def named(self) -> str:
        """The round as people know it."""
        part = f" ({self.part})" if self.part else ""
        return f"game {self.game}, round {self.round}{part}"


@dataclass(frozen=True, slots=True)
class Prizes:
    """Every prize of an evening; what was paid after its end is no cash of that evening's box."""

    given: tuple[Given, ...]
    owed: tuple[Owed, ...]
    awarded: tuple[Awarded, ...]

    @property
    def in_time(self) -> tuple[Given, ...]:
        """What was given before the evening ended."""
        return tuple(one for one in self.given if not one.is_late)

    @property
    def late(self) -> tuple[Given, ...]:
        """What was paid after the evening ended."""
        return tuple(one for one in self.given if one.is_late)

    def given_cents(self, game: int) -> int:
        """What a game's winners were given."""
        return sum(one.cents for one in self.given if one.game == game)

    def owed_cents(self, game: int) -> int:
        """What a game's winners were awarded and wait for."""
        return sum(one.cents for one in self.owed if one.game == game)

    def awarded_cents(self, game: int) -> int:
        """What a game's rounds award in all, and what was given by name."""
        return sum(one.cents for one in self.awarded if one.game == game)

    @property
    def identities(self) -> tuple[Identity, ...]:
        """Given and owed is what was awarded: of each round, and of all prizes together."""
        rounds = tuple(
            Identity(
                f"{one.named}: prizes given + owed = awarded",
                self._given_or_owed(one.round),
                one.cents,
                is_money=True,
            )
            for one in self.awarded
            if one.round
        )
        if not rounds and not self.given:
            return ()
        every = sum(one.cents for one in self.given) + sum(one.cents for one in self.owed)
        awarded = sum(one.cents for one in self.awarded)
        of_all = Identity("all prizes given + owed = awarded", every, awarded, is_money=True)
        return (*rounds, of_all)

    def _given_or_owed(self, number: int) -> int:
        given = sum(one.cents for one in self.given if one.round == number)
        return given + sum(one.cents for one in self.owed if one.round == number)


def prizes_of(evening: Evening, entries: Iterable[Entry]) -> Prizes:
    """The prizes from an evening's entries."""
    own = [entry for entry in entries if entry.occasion == evening.occasion]
    return Prizes(tuple(_given(evening, own)), owed_in(evening), tuple(_awarded(evening, own)))


def _awarded(evening: Evening, own: list[Entry]) -> Iterator[Awarded]:
    """Each closed round's shares; of one that a correction opened again nothing is fixed now."""
    for play in evening.plays:
        for closed in (one.closed for one in play.rounds):
            if closed is not None and closed.shares:
                part = play.sections[closed.section - 1].name
                yield Awarded(play.game.number, closed.round, part, sum(closed.shares))
    for kind in (entry.kind for entry in own):
        if isinstance(kind, GameCompleted) and kind.given:
            yield Awarded(kind.game, 0, "", sum(one.cents for one in kind.given))


def prizes_json(prizes: Prizes) -> dict[str, Any]:
    """Prizes paid, given by name and owed as JSON values."""
    return {
        "prizes_paid": [
            {
                "at": one.at.isoformat(),
                "game": one.game,
                "card": one.card,
                "cents": one.cents,
                "to": one.to,
                "from": one.how,
                "after_the_end": one.is_late,
            }
            for one in prizes.given
            if one.card
        ],
        "prizes_given": [
            {"game": one.game, "cents": one.cents, "to": one.to, "from": one.how}
            for one in prizes.given
            if not one.card
        ],
        "prizes_cents": sum(one.cents for one in prizes.given),
        "prizes_owed": [
            {
                "game": one.game,
                "round": one.round,
                "card": one.card,
                "cents": one.cents,
                "why": one.why,
            }
            for one in prizes.owed
        ],
        "prizes_owed_cents": sum(one.cents for one in prizes.owed),
        "prizes_awarded_cents": sum(one.cents for one in prizes.awarded),
    }


def prize_lines(prizes: Prizes, local: Callable[[datetime], datetime]) -> Iterator[str]:
    """Prizes paid and owed as people read them."""
    for one in prizes.given:
        late = f", paid after the evening ended, on {local(one.at):%Y-%m-%d}" if one.is_late else ""
        paid = f"Prize {printed_cents(one.cents)} to {one.to}"
        if one.card:
            yield f"{paid} for card {one.card}, game {one.game}, {_how(one)}{late}"
        else:
            how = f", {_how(one)}" if one.how != ON_OTHER_CARDS else ""
            yield f"{paid}, game {one.game}, on cards that are not kept here{how}{late}"
    for owed in prizes.owed:
        amount = printed_cents(owed.cents)
        yield f"OWED: prize {amount} for card {owed.card}, game {owed.game}: {owed.why}"


def _how(one: Given) -> str:
    """How it was paid, as a sentence says it; a source that is not listed stands as it is."""
    return {FROM_BOX: "from the box", "check": "by check"}.get(one.how, one.how)


def _given(evening: Evening, own: list[Entry]) -> Iterator[Given]:
    is_late = False
    for entry in own:
        kind, at, by = entry.kind, entry.context.moment.at, entry.context.clerk
        is_late = is_late or isinstance(kind, OccasionEnded)
        if isinstance(kind, Paid | RestPaid):
            play = evening.play_of_round(kind.round)
            yield Given(
                at=at,
                game=play.game.number if play else 0,
                card=kind.card.printed,
                to=kind.to,
                how=kind.source,
                by=by,
                cents=kind.cents,
                contact=kind.contact,
                document=kind.document,
                is_late=is_late,
                round=kind.round,
            )
        if isinstance(kind, GameCompleted):
            for one in kind.given:
                yield Given(
                    at=at,
                    game=kind.game,
                    card="",
                    to=one.to,
                    how=one.source or ON_OTHER_CARDS,
                    by=by,
                    cents=one.cents,
                    contact=one.contact,
                    document=one.document,
                    is_late=is_late,
                )
