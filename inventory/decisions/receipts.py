"""What the entries say of money; every figure is of sealed cards only."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from inventory.entries.sale import Exchanged, ExchangeUndone, SaleUndone, SaleVoided, Sold
from inventory.entries.union import Kind

if TYPE_CHECKING:
    from cardgen.card_id import CardId


def receipts_of(kinds: Iterable[Kind]) -> int:
    """Receipts in cents: sales and exchanges less what was given back."""
    return sum(cents_of(kind) for kind in kinds)


def receipts_of_sets(kinds: Iterable[Kind], sets: tuple[str, ...]) -> int:
    """Receipts in cents of the cards of some sets; an exchange counts for the card given up."""
    paid: dict[CardId, int] = {}
    exchanged: dict[CardId, int] = {}
    for kind in kinds:
        match kind:
            case Sold():
                paid.update(zip(kind.cards, kind.prices, strict=True))
            case Exchanged():
                exchanged[kind.surrendered] = kind.cents
            case SaleUndone():
                for card in kind.cards:
                    paid.pop(card, None)
            case ExchangeUndone():
                exchanged.pop(kind.surrendered, None)
            case SaleVoided():
                paid.pop(kind.card, None)
            case _:
                pass
    takings = (*paid.items(), *exchanged.items())
    return sum(cents for card, cents in takings if card.set_serial in sets)


def cents_of(kind: Kind) -> int:
    """What one entry put into the box, or took out of it; prizes are no receipts."""
    match kind:
        case Sold() | Exchanged():
            return kind.cents
        case SaleUndone() | ExchangeUndone() | SaleVoided():
            return -kind.cents
        case _:
            return 0
