"""What a decision is told of cards, packs and people; read from the ledger, never fetched here."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cardgen.card_id import CardId
from cardgen.people import is_same_person
from inventory.entries.entry import Context
from inventory.entries.maker import SetNote
from inventory.entries.moves import NOT_SOLD, Sale
from inventory.entries.states import CardState
from inventory.entries.stock import Received
from inventory.entries.union import Kind
from inventory.errors import Refusal, Refused
from inventory.refusals.refuse import refuse

Decision = tuple[Kind, ...]


class RefusedAndNoted(Refused):
    """An act that is not done, and what was learned of it: these entries are kept all the same."""

    def __init__(self, refusal: Refusal, entries: Decision) -> None:
        super().__init__(refusal)
        self.entries = entries


@dataclass(frozen=True, slots=True)
class PackFacts:
    """One pack: where it is, and which of its cards are still to be sold, rising."""

    set_serial: str
    first: int
    last: int
    state: CardState
    till: str
    begun: int
    remaining: tuple[int, ...]

    @property
    def is_open(self) -> bool:
        """Whether cards were sold from it and some are left."""
        return self.begun > 0 and bool(self.remaining)

    @property
    def in_order(self) -> tuple[int, ...]:
        """What is left in the order of sale; a pack begun at its last number runs downward."""
        left = self.remaining
        if left and self.begun >= left[-1] and self.begun > left[0]:
            return tuple(reversed(left))
        return left

    @property
    def named(self) -> str:
        """The pack as people say it."""
        return f"pack {self.first}-{self.last} of set {self.set_serial}"


class Shelf:
    """A till's packs of one set, rising by number."""

    def __init__(self, packs: Iterable[PackFacts]) -> None:
        self._packs = tuple(packs)

    def __iter__(self) -> Iterator[PackFacts]:
        return iter(self._packs)

    @property
    def open_pack(self) -> PackFacts | None:
        """The first pack that was begun and is not empty."""
        return next((pack for pack in self if pack.is_open), None)

    def holding(self, number: int) -> PackFacts | None:
        """The pack that a card is still in."""
        return next((pack for pack in self if number in pack.remaining), None)


class TillPacks:
    """The packs issued to a till, by set."""

    def __init__(self, packs: Iterable[PackFacts] = ()) -> None:
        self._packs = tuple(packs)

    def __iter__(self) -> Iterator[PackFacts]:
        return iter(self._packs)

    def of(self, set_serial: str) -> Shelf:
        """Those of one set."""
        return Shelf(pack for pack in self._packs if pack.set_serial == set_serial)


@dataclass(frozen=True, slots=True)
class SetStock:
    """A set: whether cards of it were sold, and how many are left to sell in the whole hall."""

    serial: str
    is_begun: bool
    left: int


@dataclass(frozen=True, slots=True)
class CardFacts:
    """One card as the ledger knows it; no series when its set was never received."""

    card: CardId
    series: Received | None = None
    state: CardState | None = None
    pack: PackFacts | None = None
    sale: Sale = NOT_SOLD
    attempts: int = 0
    paid_cents: int = 0
    envelope: str = ""
    set_status: SetNote | None = None
    ruling: str = ""  # of a recalled set: who decided that it is paid all the same

    @property
    def number(self) -> int:
        """The audit number."""
        return int(self.card.audit_number)

    @property
    def printed(self) -> str:
        """The card id as it stands on the card."""
        return self.card.printed

    @property
    def is_spoiled(self) -> bool:
        """Whether the maker destroyed this number before it was sent."""
        return self.series is not None and self.number in self.series.skips


def check_set_status(card: CardFacts) -> None:
    """The card's maker lets it be sold and paid on."""
    note = card.set_status
    if note is not None:
        raise refuse(note.status, card=card.card.printed, since=note.since, reason=note.reason)


def check_two_people(context: Context) -> None:
    """Two different people do the act."""
    if not context.second.strip():
        raise refuse("second-person-needed", clerk=context.clerk)
    if is_same_person(context.second, context.clerk):
        raise refuse("same-person", clerk=context.clerk)
