"""The way back: undo by the till itself while nothing followed, a void later by two people."""

from dataclasses import dataclass

from cardgen.card_id import CardId
from inventory.decisions.facts import CardFacts, Decision, check_two_people
from inventory.decisions.game.evening import Evening
from inventory.decisions.sale.way_back import WayBack, check_way_back
from inventory.entries.entry import Context
from inventory.entries.sale import Exchanged, ExchangeUndone, SaleUndone, SaleVoided, Sold
from inventory.entries.states import CardState
from inventory.entries.union import Kind
from inventory.refusals.refuse import refuse


@dataclass(frozen=True, slots=True)
class LastSale:
    """The till's last sale: what was written, and its cards now.

    `traded_in`: given up tonight in an exchange that was undone; players trade in opened cards.
    """

    till: str
    number: int
    kinds: tuple[Kind, ...]
    cards: tuple[CardFacts, ...]
    traded_in: frozenset[CardId] = frozenset()
    is_undone: bool = False


def undo(last: LastSale | None, evening: Evening | None) -> Decision:
    """The last sale or exchange taken back: the cards are sealed and in hand."""
    if evening is None:
        raise refuse("no-occasion")
    if evening.is_sales_closed:
        raise refuse("sales-closed", name=evening.opened.name)
    if last is None:
        raise refuse("nothing-to-undo")
    if last.is_undone:
        # A key pressed twice would take back a sale whose player has gone with the cards.
        raise refuse("undone-already", sale=f"{last.number:06d}")
    for card in cards_of(last.kinds):
        check_way_back(evening, card.set_serial, WayBack.UNDO)
    return _undone(last)


def _undone(last: LastSale) -> Decision:
    undone: list[Kind] = []
    for kind in last.kinds:
        _check_undoable(kind, last)
        if isinstance(kind, Sold):
            undone.append(SaleUndone(kind.sale, kind.cards, kind.cents))
        if isinstance(kind, Exchanged):
            undone.append(ExchangeUndone(kind.sale, kind.surrendered, kind.new, kind.cents))
    return tuple(undone)


def cards_of(kinds: tuple[Kind, ...]) -> tuple[CardId, ...]:
    """Every card of a sale or exchange, old and new."""
    found: list[CardId] = []
    for kind in kinds:
        if isinstance(kind, Sold):
            found += kind.cards
        if isinstance(kind, Exchanged):
            found += (kind.surrendered, *kind.new)
    return tuple(found)


def void(context: Context, card: CardFacts, evening: Evening | None, reason: str) -> Decision:
    """One card's sale taken back later: sealed, in hand, money returned, two people."""
    check_two_people(context)
    if evening is None:
        raise refuse("no-occasion")
    if card.state is not CardState.SOLD or card.series is None:
        raise refuse("not-sold", card=card.card.printed, state=card.state)
    if card.sale.occasion != evening.occasion:
        raise refuse("other-occasion", card=card.card.printed, state=card.state, sale="")
    if not card.series.is_original:
        raise refuse("trade-in-not-voided", card=card.card.printed)
    check_way_back(evening, card.card.set_serial, WayBack.VOID)
    claims = (claim.decided for claim in evening.claims_on(card.card))
    if any(one is not None and one.opening for one in claims):
        raise refuse("opened-tonight", card=card.card.printed)
    return (SaleVoided(card.sale.number, card.card, card.sale.cents, reason),)


def _check_undoable(kind: Kind, last: LastSale) -> None:
    states = {card.card: card.state for card in last.cards}
    if isinstance(kind, Exchanged) and states[kind.surrendered] is not CardState.SURRENDERED:
        raise refuse(
            "already-punched", card=kind.surrendered.printed, state=states[kind.surrendered]
        )
    if not isinstance(kind, Sold | Exchanged):
        raise refuse("not-undone", sale=f"{last.number:06d}")
    cards = kind.cards if isinstance(kind, Sold) else kind.new
    for card in cards:
        if states[card] is not CardState.SOLD:
            raise refuse("not-sold", card=card.printed, state=states[card])
        if card in last.traded_in:
            raise refuse("maybe-open", card=card.printed)
    _check_packs(last, cards)


def _check_packs(last: LastSale, cards: tuple[CardId, ...]) -> None:
    """A card goes back into its pack; a pack that left the till takes none."""
    for card in last.cards:
        pack = card.pack
        at_till = pack is not None and (pack.state, pack.till) == (CardState.ISSUED, last.till)
        if card.card in cards and not at_till:
            named = pack.named if pack else "pack"
            raise refuse("pack-left", card=card.card.printed, pack=named)
