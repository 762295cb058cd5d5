"""Commands of a till: sell, exchange, replace, take back, punch, note what is missing."""

from dataclasses import dataclass

from cardgen.card_id import CardId


@dataclass(frozen=True, slots=True)
class Sell:
    """Exactly these cards in one basket; `named_by` is how they were named: scanned or keyed."""

    cards: tuple[CardId, ...]
    named_by: str


@dataclass(frozen=True, slots=True)
class SellCounted:
    """So many of the till's next cards, the last of which is named."""

    last: CardId
    count: int
    named_by: str


@dataclass(frozen=True, slots=True)
class Exchange:
    """Originals, open or not, for the next trade-ins, the last of which is named."""

    originals: tuple[CardId, ...]
    last: CardId


@dataclass(frozen=True, slots=True)
class ReplaceDefect:
    """A defective card for the next of its set, at no charge."""

    defective: CardId
    new: CardId
    reason: str


@dataclass(frozen=True, slots=True)
class Undo:
    """The till's last sale or exchange taken back."""


@dataclass(frozen=True, slots=True)
class Void:
    """The sale of one card taken back later, by two people."""

    card: CardId
    reason: str


@dataclass(frozen=True, slots=True)
class Punch:
    """Cards made unplayable: those named, or without a name all that this till took and that wait.

    What another till took lies there.
    """

    cards: tuple[CardId, ...] = ()


@dataclass(frozen=True, slots=True)
class Miss:
    """Cards that are not there while the till sells: its next ones, or any by two people."""

    cards: tuple[CardId, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class CountMissing:
    """How many cards that one person noted missing at the till are not there, counted blind."""

    counted: int


SaleCommand = (
    Sell | SellCounted | Exchange | ReplaceDefect | Undo | Void | Punch | Miss | CountMissing
)
