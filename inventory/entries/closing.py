"""What an entry can say after the last round: counted, retained, ended, filed, destroyed."""

from dataclasses import dataclass
from typing import NamedTuple

from cardgen.card_id import CardId


class Taking(NamedTuple):
    """Other money in the box, and what it was taken for."""

    name: str
    cents: int


class PackBack(NamedTuple):
    """A pack that went back into stock at the end, and how many cards were left in it."""

    set_serial: str
    first: int
    last: int
    left: int


@dataclass(frozen=True, slots=True)
class UnsoldCounted:
    """Unsold cards counted by hand, and what the ledger expected."""

    set_serial: str
    counted: int
    expected: int


@dataclass(frozen=True, slots=True)
class MissingCounted:
    """Cards of a till that one person had noted missing, counted blind by somebody else."""

    counted: int
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class CashCounted:
    """The last box counted blind, what else was in it, and the punched pile: the evening's end.

    It is of the till that counts; before law 2 it was of all boxes together.
    """

    counted_cents: int
    expected_cents: int
    other_takings: tuple[Taking, ...]
    punched_counted: int


@dataclass(frozen=True, slots=True)
class BoxFilled:
    """Money put into the till's box beside what was taken: its float, or more from the safe."""

    cents: int
    why: str


@dataclass(frozen=True, slots=True)
class BoxCounted:
    """The till's box counted blind without ending the evening, or counted again after its end."""

    counted_cents: int
    expected_cents: int
    other_takings: tuple[Taking, ...]


@dataclass(frozen=True, slots=True)
class Retained:
    """Defaced and paid cards laid into a numbered envelope."""

    envelope: str
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class OccasionEnded:
    """The evening is over: sold cards expire, packs not opened go back."""

    expired: tuple[CardId, ...]
    put_back: tuple[PackBack, ...]


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


ClosingKind = (
    UnsoldCounted
    | MissingCounted
    | CashCounted
    | BoxFilled
    | BoxCounted
    | Retained
    | OccasionEnded
    | Filed
    | Destroyed
)
