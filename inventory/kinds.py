"""What an entry of the ledger can say: a closed union, taken apart with `match`."""

from dataclasses import dataclass, replace
from itertools import chain
from typing import get_args

from cardgen.card_id import CardId
from cardgen.series import Role
from inventory.game_kinds import PlayKind
from inventory.makers_word import StatusNoted
from inventory.progression_kinds import ProgressionKind

Ranges = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class ConfigChanged:
    """What the hall answered at set-up, or changed since."""

    settings: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Received:
    """One series of a delivery, as the maker's signed manifest lists it."""

    set_serial: str
    maker: str
    form: str
    series: str
    color: str
    role: str
    price_cents: int
    exchange_of: str
    first: int
    last: int
    skips: tuple[int, ...]
    packs: Ranges
    run_id: str
    delivery: str
    fingerprint: str

    @property
    def is_original(self) -> bool:
        """Whether these cards are the first sale, not the two for a surrendered one."""
        return self.role == Role.ORIGINAL


@dataclass(frozen=True, slots=True)
class Issued:
    """Whole packs handed to a till: only that till may sell from them."""

    set_serial: str
    packs: Ranges
    to_till: str
    count: int


@dataclass(frozen=True, slots=True)
class PutBack:
    """Packs that came back, each with what was left in it, counted by hand."""

    set_serial: str
    packs: Ranges
    first_left: int
    last_left: int
    counted: int


@dataclass(frozen=True, slots=True)
class TakenOut:
    """What every way out of stock names, and why; `from_till` counts the cards at a till."""

    set_serial: str
    packs: Ranges
    cards: tuple[CardId, ...]
    reason: str
    from_till: int


@dataclass(frozen=True, slots=True)
class SentBack(TakenOut):
    """Cards that went back to the maker."""


@dataclass(frozen=True, slots=True)
class Withdrawn(TakenOut):
    """Cards that this hall will not sell; they are voided."""


@dataclass(frozen=True, slots=True)
class Missing(TakenOut):
    """Cards that are not where they should be; a finding, never a plug figure."""


@dataclass(frozen=True, slots=True)
class Stolen(TakenOut):
    """Cards that were stolen; they never come back."""


@dataclass(frozen=True, slots=True)
class Found(TakenOut):
    """Missing cards that turned up."""


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


@dataclass(frozen=True, slots=True)
class UnsoldCounted:
    """Unsold cards counted by hand, and what the ledger expected."""

    set_serial: str
    counted: int
    expected: int


@dataclass(frozen=True, slots=True)
class CashCounted:
    """The box counted blind, what else was in it, and the punched pile."""

    counted_cents: int
    expected_cents: int
    other_takings: tuple[tuple[str, int], ...]
    punched_counted: int


@dataclass(frozen=True, slots=True)
class Retained:
    """Defaced and paid cards laid into a numbered envelope."""

    envelope: str
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class OccasionEnded:
    """The evening is over: sold cards expire, packs not opened go back: set, first, last, count."""

    expired: tuple[CardId, ...]
    put_back: tuple[tuple[str, int, int, int], ...]


@dataclass(frozen=True, slots=True)
class Filed:
    """The report on an occasion was filed with the municipality."""

    filed: int
    form: str
    reference: str
    filed_on: str


@dataclass(frozen=True, slots=True)
class Destroyed:
    """Retained cards destroyed before a witness, by list."""

    envelope: str
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class ClockJumped:
    """The wall clock was moved between two entries."""

    seconds: int


@dataclass(frozen=True, slots=True)
class Checkpointed:
    """The tree so far, signed; the ten letters stand on a paper slip."""

    when: str
    size: int
    root: str
    letters: str
    note: str


CardKind = Sold | Exchanged | DefectExchanged | SaleUndone | ExchangeUndone | SaleVoided | Defaced
StockKind = Received | Issued | PutBack | SentBack | Withdrawn | Missing | Stolen | Found
ClosingKind = UnsoldCounted | CashCounted | Retained | OccasionEnded | Filed | Destroyed
HouseKind = ConfigChanged | ClockJumped | Checkpointed | StatusNoted
Kind = CardKind | StockKind | PlayKind | ClosingKind | HouseKind | ProgressionKind

KINDS: tuple[type[Kind], ...] = get_args(Kind)


def as_one(parts: tuple[Received, ...]) -> Received:
    """A set of which several parts were received: the numbers of all, the words of the first."""
    return replace(
        parts[0],
        first=min(part.first for part in parts),
        last=max(part.last for part in parts),
        skips=tuple(sorted(chain.from_iterable(part.skips for part in parts))),
        packs=tuple(sorted(chain.from_iterable(part.packs for part in parts))),
    )
