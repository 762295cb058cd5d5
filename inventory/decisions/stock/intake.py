"""Stock: what is received, handed to a till, put back, taken out, found again."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardgen.amounts import printed_cents
from cardgen.card_id import CardId
from cardgen.set_rules import NO_STATE, PER_MILLE
from inventory.commands.stock import PackName, Receive, SetSize, TakeOut, Way
from inventory.decisions.facts import CardFacts, Decision, PackFacts, check_two_people
from inventory.entries.closing import UnsoldCounted
from inventory.entries.entry import Context
from inventory.entries.states import NEXT_STATE, CardState, Move, next_state, spoken_move
from inventory.entries.stock import (
    Found,
    Issued,
    Missing,
    PutBack,
    Ranges,
    Received,
    SentBack,
    Stolen,
    Withdrawn,
)
from inventory.errors import Refused
from inventory.refusals.refuse import refuse
from inventory.rules.citing import cited
from inventory.rules.profile import Profile, SetRules

if TYPE_CHECKING:
    from inventory.entries.union import Kind

_WAYS: Mapping[Way, tuple[type[SentBack | Withdrawn | Missing | Stolen | Found], Move]] = {
    Way.SENT_BACK: (SentBack, Move.SEND_BACK),
    Way.WITHDRAWN: (Withdrawn, Move.WITHDRAW),
    Way.MISSING: (Missing, Move.MISS),
    Way.STOLEN: (Stolen, Move.STEAL),
    Way.FOUND: (Found, Move.FIND),
}


@dataclass(frozen=True, slots=True)
class NamedStock:
    """What is taken out: whole packs, and cards one by one."""

    packs: tuple[PackFacts, ...]
    cards: tuple[CardFacts, ...]


def receive(
    context: Context, offer: Receive, hall: str, known: Mapping[str, Received], rules: SetRules
) -> Decision:
    """Every series of the delivery; a pack that is not there is missing from the first day."""
    check_two_people(context)
    if offer.consigned_to != hall:
        raise refuse("wrong-hall", consigned=offer.consigned_to, hall=hall)
    _check_short(offer)
    kinds: list[Kind] = []
    for received, size in zip(offer.series, offer.sizes, strict=True):
        _check_set(received, size, rules)
        short = _short_of(received.set_serial, offer.short)
        _check_known(received, known)
        kinds.append(received)
        if short:
            kinds.append(Missing(received.set_serial, short, (), "short at receiving", 0))
    return tuple(kinds)


def _short_of(serial: str, short: tuple[PackName, ...]) -> Ranges:
    return tuple((pack.first, pack.last) for pack in short if pack.set_serial == serial)


def _check_set(received: Received, size: SetSize, rules: SetRules) -> None:
    """The rules let the set be played: its faces and cards, and those that are missing here."""
    missing, spoiled = len(received.skips), rules.missing_permille_max
    for is_broken, said, asked, rule in (
        (
            size.faces < rules.faces_min.value,
            f"{size.faces:,} faces in the set",
            f"at least {rules.faces_min.value:,}",
            rules.faces_min,
        ),
        (
            size.cards < rules.subset_min.value,
            f"{size.cards:,} cards in the set",
            f"at least {rules.subset_min.value:,}",
            rules.subset_min,
        ),
        (
            missing * PER_MILLE > size.cards * spoiled.value,
            f"{missing:,} of {size.cards:,} cards missing",
            f"at most {spoiled.value:,} of {PER_MILLE:,}",
            spoiled,
        ),
    ):
        if is_broken:
            serial, citation = received.set_serial, cited(rule)
            raise refuse(
                "set-against-rules", serial=serial, said=said, asked=asked, citation=citation
            )


def remarks_on(offer: Receive, known: Mapping[str, Received], profile: Profile) -> tuple[str, ...]:
    """What does not fit in a delivery that the rules let be taken in."""
    found: list[str] = []
    if offer.made_for not in {profile.name, NO_STATE}:
        found.append(f"It was made for {offer.made_for}; this hall plays by {profile.name}.")
    serials = {*known, *(one.set_serial for one in offer.series)}
    for one in offer.series:
        found += (f"Set {one.set_serial}: {why}" for why in _misfits(one, serials, profile))
    return tuple(found)


def _misfits(one: Received, serials: set[str], profile: Profile) -> Iterator[str]:
    most = profile.cards.price_cents_max
    price = printed_cents(one.price_cents)
    if one.is_original and not one.price_cents:
        yield "its cards cost $0.00."
    if most.value is not None and one.price_cents > most.value:
        yield f"a card costs {price}; {cited(most)} allows {printed_cents(most.value)}."
    if one.is_original:
        return
    if not profile.exchange.is_allowed:
        yield "these are trade-ins, and this hall's rules know no exchange."
    if one.exchange_of not in serials:
        yield f"these are trade-ins for set {one.exchange_of}, which is not here."


# What is the same in all parts of a set, as people say it.
_FIELD_NAMES = ("maker", "form", "series", "color", "role", "price", "originals of set")


def _told(one: Received) -> tuple[str, ...]:
    price, originals = printed_cents(one.price_cents), one.exchange_of or "none"
    return (one.maker, one.form, one.series, one.color, one.role, price, originals)


def _check_known(received: Received, known: Mapping[str, Received]) -> None:
    """A set that is known comes again only as another part of it."""
    serial = received.set_serial
    before = known.get(serial)
    if before is None:
        return
    if before.run_id != received.run_id:
        raise refuse("known-with-another-run", serial=serial)
    for name, is_so, said in zip(_FIELD_NAMES, _told(before), _told(received), strict=True):
        if is_so != said:
            raise refuse(
                "known-with-another-field", serial=serial, field=name, known=is_so, said=said
            )
    for first, last in received.packs:
        for low, high in before.packs:
            if first <= high and low <= last:
                overlap = (max(first, low), min(last, high))
                pack = f"pack {low}-{high}"
                raise refuse(
                    "numbers-overlap", serial=serial, first=overlap[0], last=overlap[1], pack=pack
                )
    return


def _check_short(offer: Receive) -> None:
    """Every pack that is not there is one of this delivery."""
    packs = {(one.set_serial, *pack) for one in offer.series for pack in one.packs}
    for pack in offer.short:
        if pack not in packs:
            raise refuse("unknown-pack", pack=f"{pack.first}-{pack.last}", serial=pack.set_serial)


def issue(context: Context, packs: tuple[PackFacts, ...], to_till: str) -> Decision:
    """The packs on loan to one till: only that till may sell from them."""
    check_two_people(context)
    _check_packs(packs, Move.ISSUE)
    counts = _counts(packs)
    return tuple(
        Issued(serial, ranges, to_till, counts[serial]) for serial, ranges in _by_set(packs)
    )


def put_back_whole(context: Context, packs: tuple[PackFacts, ...]) -> Decision:
    """Packs that nobody opened, back in stock."""
    check_two_people(context)
    _check_packs(packs, Move.PUT_BACK)
    for pack in packs:
        if pack.begun:
            raise refuse("pack-open", pack=pack.named, left=len(pack.remaining))
    counts = _counts(packs)
    return tuple(PutBack(serial, ranges, 0, 0, counts[serial]) for serial, ranges in _by_set(packs))


def put_back_open(
    context: Context, pack: PackFacts, left: tuple[int, int], counted: int
) -> Decision:
    """What is left of an open pack: its first and last card and a count made by hand."""
    check_two_people(context)
    _check_packs((pack,), Move.PUT_BACK)
    first, last = left
    if first > last:
        raise refuse("range-turned", first=first, last=last)
    expected = (pack.remaining[0], pack.remaining[-1]) if pack.remaining else (0, 0)
    if (first, last) != expected or counted != len(pack.remaining):
        raise refuse(
            "count-left-differs",
            pack=pack.named,
            said=f"{counted} cards, {first}-{last}",
        )
    ranges = ((pack.first, pack.last),)
    return (
        UnsoldCounted(pack.set_serial, counted, len(pack.remaining)),
        PutBack(pack.set_serial, ranges, first, last, counted),
    )


def take_out(context: Context, command: TakeOut, named: NamedStock) -> Decision:
    """Packs and cards that leave stock by one of its ways, or are found again."""
    check_two_people(context)
    packs, cards = named.packs, named.cards
    kind, move = _WAYS[command.way]
    _check_packs(packs, move)
    for card in cards:
        if card.state is None or next_state(card.state, move) is None:
            raise refuse_move(card, move)
    at_tills = tuple(card for card in cards if kind is Found and _is_at_till(card))
    cards = tuple(card for card in cards if card not in at_tills)
    by_set = dict(_by_set(packs))
    serials = [*by_set, *(str(card.card.set_serial) for card in cards)]
    kinds = []
    for serial in dict.fromkeys(serials):
        from_till = sum(
            len(pack.remaining)
            for pack in packs
            if pack.set_serial == serial and pack.state is CardState.ISSUED
        ) + _issued_of(cards, serial)
        ranges, names = by_set.get(serial, ()), _of_set(cards, serial)
        kinds.append(kind(serial, ranges, names, command.reason, from_till))
    return (*kinds, *_found_at_tills(at_tills, command.reason))


def _is_at_till(card: CardFacts) -> bool:
    return card.pack is not None and card.pack.state is CardState.ISSUED


def _found_at_tills(cards: tuple[CardFacts, ...], reason: str) -> Decision:
    """Found while its pack is out: back into that pack, to be sold from it."""
    serials = dict.fromkeys(str(card.card.set_serial) for card in cards)
    named = ((serial, _of_set(cards, serial)) for serial in serials)
    return tuple(Found(serial, (), names, reason, len(names)) for serial, names in named)


def missing_of(cards: tuple[CardFacts, ...], reason: str) -> Decision:
    """Cards that are not there, by their sets, each from a state that it can go missing from."""
    for card in cards:
        if card.state is None or next_state(card.state, Move.MISS) is None:
            raise refuse_move(card, Move.MISS)
    serials = dict.fromkeys(str(card.card.set_serial) for card in cards)
    return tuple(
        Missing(serial, (), _of_set(cards, serial), reason, _issued_of(cards, serial))
        for serial in serials
    )


def refuse_move(card: CardFacts, move: Move) -> Refused:
    """The refusal of a move that the table of states lacks."""
    if card.state is None:
        return refuse("not-received", card=card.card.printed)
    allowed = ", ".join(dict.fromkeys(map(spoken_move, NEXT_STATE[card.state]))) or "nothing"
    return refuse(
        "not-from-here",
        card=card.card.printed,
        state=card.state,
        move=spoken_move(move),
        allowed=allowed,
    )


def _check_packs(packs: tuple[PackFacts, ...], move: Move) -> None:
    for pack in packs:
        if next_state(pack.state, move) is None:
            where = f"{pack.state} to till {pack.till}" if pack.till else str(pack.state)
            raise refuse("pack-not-here", pack=pack.named, state=where, move=spoken_move(move))


def _by_set(packs: tuple[PackFacts, ...]) -> tuple[tuple[str, Ranges], ...]:
    found: dict[str, Ranges] = {}
    for pack in packs:
        found[pack.set_serial] = (*found.get(pack.set_serial, ()), (pack.first, pack.last))
    return tuple(found.items())


def _counts(packs: tuple[PackFacts, ...]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for pack in packs:
        counts[pack.set_serial] = counts.get(pack.set_serial, 0) + len(pack.remaining)
    return counts


def _issued_of(cards: tuple[CardFacts, ...], serial: str) -> int:
    of_set = [card for card in cards if card.card.set_serial == serial]
    return sum(card.state is CardState.ISSUED for card in of_set)


def _of_set(cards: tuple[CardFacts, ...], serial: str) -> tuple[CardId, ...]:
    return tuple(card.card for card in cards if card.card.set_serial == serial)
