"""What an entry can say of a sale: sold, exchanged, undone, voided, defaced."""

from dataclasses import dataclass

from cardgen.card_id import CardId


@dataclass(frozen=True, slots=True)
class Sold:
    """One basket: its cards, the price of each, one number, one payment."""

    sale: int
    cards: tuple[CardId, ...]
    prices: tuple[int, ...]
    named_by: str

    @property
    def cents(self) -> int:
        """What the basket cost."""
        return sum(self.prices)


@dataclass(frozen=True, slots=True)
class Exchanged:
    """One original surrendered, two trade-ins sold for its price."""

    sale: int
    surrendered: CardId
    new: tuple[CardId, ...]
    cents: int
    place: int
    of: int


@dataclass(frozen=True, slots=True)
class DefectExchanged:
    """A defective card replaced by one of its own series, at no charge."""

    sale: int
    voided: CardId
    new: CardId
    cents: int
    reason: str


@dataclass(frozen=True, slots=True)
class SaleUndone:
    """The till's last sale taken back, the cards sealed and in hand."""

    sale: int
    cards: tuple[CardId, ...]
    cents: int


@dataclass(frozen=True, slots=True)
class ExchangeUndone:
    """The till's last exchange taken back before the punch, both new cards sealed."""

    sale: int
    surrendered: CardId
    new: tuple[CardId, ...]
    cents: int


@dataclass(frozen=True, slots=True)
class SaleVoided:
    """A sale taken back later, by two people; the card is never sold again."""

    sale: int
    card: CardId
    cents: int
    reason: str


@dataclass(frozen=True, slots=True)
class Defaced:
    """Cards made unplayable for good, and how."""

    cards: tuple[CardId, ...]
    method: str


CardKind = Sold | Exchanged | DefectExchanged | SaleUndone | ExchangeUndone | SaleVoided | Defaced
