"""Commands on stock: a delivery received, packs issued and put back, cards out and found again."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from cardgen.card_id import CardId
from inventory.commands.maker import StatusFiles
from inventory.entries.stock import Received


class PackName(NamedTuple):
    """A pack by its set and its first and last audit number, as its label has them."""

    set_serial: str
    first: int
    last: int


class SetSize(NamedTuple):
    """How many cards a whole set has, and how many faces."""

    cards: int
    faces: int


class Way(StrEnum):
    """The ways out of stock, and the way back."""

    SENT_BACK = "sent-back"
    WITHDRAWN = "withdrawn"
    MISSING = "missing"
    STOLEN = "stolen"
    FOUND = "found"


@dataclass(frozen=True, slots=True)
class Receive:
    """A delivery that was checked from its signature to its last record.

    `delivery` is the start of its manifest's hash, which stands for all that is in `folder`;
    `bundle_sha256s` are the hashes of its verification files in the order of `series`, `short` the
    packs that are not there. `is_confirmed`: the fingerprint on paper was compared. `made_for` is
    the jurisdiction of its order, `sizes` are those of its sets, whoever gets their other parts.
    """

    delivery: str
    consigned_to: str
    series: tuple[Received, ...] = field(metadata={"signed": True})
    bundle_sha256s: tuple[str, ...]
    short: tuple[PackName, ...]
    is_confirmed: bool
    status_sha256: str
    made_for: str
    sizes: tuple[SetSize, ...]
    folder: str = field(metadata={"beside": True})
    chain: bytes = field(repr=False, metadata={"beside": True})
    status: StatusFiles | None = field(default=None, repr=False, metadata={"beside": True})


@dataclass(frozen=True, slots=True)
class Issue:
    """Packs handed to a till: only that till may sell from them."""

    packs: tuple[PackName, ...]
    to_till: str


@dataclass(frozen=True, slots=True)
class IssueAll:
    """Every pack in stock handed to one till."""

    to_till: str


@dataclass(frozen=True, slots=True)
class PutBackWhole:
    """Packs that nobody opened, put back."""

    packs: tuple[PackName, ...]


@dataclass(frozen=True, slots=True)
class PutBackOpen:
    """An open pack put back: its first and last card left, and a count made by hand."""

    first: CardId
    last: CardId
    counted: int


@dataclass(frozen=True, slots=True)
class TakeOut:
    """Packs and cards out of stock by one of its ways, or found again."""

    way: Way
    packs: tuple[PackName, ...]
    cards: tuple[CardId, ...]
    reason: str


StockCommand = Receive | Issue | IssueAll | PutBackWhole | PutBackOpen | TakeOut
