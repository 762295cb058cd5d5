"""Cards that a seller does not find: noted at once, and counted by a second person before the end.

Theory of operation. A card noted missing is money that nobody is asked for any more, so one person
alone may do it only where it happens: at the till's next card, in the pack that is being sold from.
Any other card (of another till, of a pack nobody opened, of a sale that was undone) needs two. What
one person noted counts at once and stands unconfirmed; the evening does not end before somebody
else counted, without being told the number, how many cards of that till are not there.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from cardgen.card_id import CardId
from cardgen.people import is_same_person
from inventory.decisions.facts import CardFacts, Decision, check_two_people
from inventory.decisions.sale.sale import Counter
from inventory.decisions.sale.way_back import Stage, stage_of
from inventory.decisions.stock.intake import missing_of
from inventory.entries.closing import MissingCounted
from inventory.entries.entry import Context, Entry
from inventory.entries.sale import ExchangeUndone, SaleUndone
from inventory.entries.stock import Found, Missing
from inventory.refusals.refuse import refuse


@dataclass(frozen=True, slots=True)
class Unconfirmed:
    """A card that one person noted missing and nobody else counted yet."""

    card: CardId
    till: str
    clerk: str


def miss(
    context: Context,
    cards: tuple[CardFacts, ...],
    counter: Counter,
    undone: Mapping[CardId, int],
    reason: str,
) -> Decision:
    """These cards are not there; `undone` has the sale of each card whose sale was undone."""
    noted = missing_of(cards, reason)
    if context.second.strip():
        check_two_people(context)
        return noted
    for card in cards:
        if card.card in undone:
            sale = f"{undone[card.card]:06d}"
            raise refuse("missing-undone", card=card.card.printed, sale=sale)
    for serial in dict.fromkeys(str(card.card.set_serial) for card in cards):
        of_set = tuple(card for card in cards if card.card.set_serial == serial)
        _check_next_here(of_set, counter)
    return noted


def _check_next_here(cards: tuple[CardFacts, ...], counter: Counter) -> None:
    """These cards of one set are what the till would hand out next."""
    serial = str(cards[0].card.set_serial)
    pack = counter.packs_of(serial).open_pack
    play = counter.evening.play_of(serial) if counter.evening else None
    is_selling = play is not None and stage_of(play) is Stage.SELLING
    coming = pack.in_order if pack is not None and is_selling else ()
    for place, card in enumerate(cards):
        if coming[place : place + 1] != (card.number,):
            raise refuse("missing-alone", card=card.card.printed, till=counter.till)


def undone_sales(entries: Iterable[Entry]) -> dict[CardId, int]:
    """The cards that came back when a sale or an exchange was undone, each with its sale."""
    found: dict[CardId, int] = {}
    for kind in (entry.kind for entry in entries):
        if isinstance(kind, SaleUndone):
            found.update(dict.fromkeys(kind.cards, kind.sale))
        elif isinstance(kind, ExchangeUndone):
            found.update(dict.fromkeys(kind.new, kind.sale))
    return found


def unconfirmed_in(entries: Iterable[Entry]) -> tuple[Unconfirmed, ...]:
    """What one person noted missing and nobody else counted, from entries in their order."""
    waiting: dict[CardId, Unconfirmed] = {}
    for entry in entries:
        kind, context = entry.kind, entry.context
        if isinstance(kind, Missing) and not context.second:
            for card in kind.cards:
                waiting[card] = Unconfirmed(card, context.till, context.clerk)
        elif isinstance(kind, Found | MissingCounted):
            for card in kind.cards:
                waiting.pop(card, None)
    return tuple(waiting.values())


def count_missing(context: Context, waiting: tuple[Unconfirmed, ...], counted: int) -> Decision:
    """What is not there at this till, counted by somebody who noted none of it."""
    here = tuple(one for one in waiting if one.till == context.till)
    if not here:
        raise refuse("nothing-to-count", till=context.till)
    for one in here:
        if is_same_person(one.clerk, context.clerk):
            raise refuse("counts-own", clerk=context.clerk, till=context.till)
    if counted != len(here):
        raise refuse("missing-differs", counted=counted, till=context.till)
    return (MissingCounted(counted, tuple(one.card for one in here)),)
