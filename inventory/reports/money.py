"""What the entries say of money; every figure is of sealed cards only."""

from collections.abc import Iterable

from inventory.kinds import Exchanged, ExchangeUndone, Kind, SaleUndone, SaleVoided, Sold


def receipts_of(kinds: Iterable[Kind]) -> int:
    """Receipts in cents: sales and exchanges less what was given back."""
    return sum(cents_of(kind) for kind in kinds)


def cents_of(kind: Kind) -> int:
    """What one entry put into the box, or took out of it; prizes are no receipts."""
    match kind:
        case Sold() | Exchanged():
            return kind.cents
        case SaleUndone() | ExchangeUndone() | SaleVoided():
            return -kind.cents
        case _:
            return 0
