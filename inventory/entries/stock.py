"""What an entry can say of stock: received, issued, put back, taken out, found again."""

from dataclasses import dataclass, replace
from itertools import chain

from cardgen.card_id import CardId
from cardgen.series import Role
from inventory import counts

Ranges = counts.Ranges  # of packs, and of cards


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
    """Missing cards that turned up; with `from_till` they are in their packs at the tills again."""


StockKind = Received | Issued | PutBack | SentBack | Withdrawn | Missing | Stolen | Found


def as_one(parts: tuple[Received, ...]) -> Received:
    """A set of which several parts were received: the numbers of all, the words of the first."""
    return replace(
        parts[0],
        first=min(part.first for part in parts),
        last=max(part.last for part in parts),
        skips=tuple(sorted(chain.from_iterable(part.skips for part in parts))),
        packs=tuple(sorted(chain.from_iterable(part.packs for part in parts))),
    )
