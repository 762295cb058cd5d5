"""Commands after the last round: count the boxes, file the report, destroy what was kept."""

from dataclasses import dataclass

from cardgen.card_id import CardId
from inventory.entries.closing import Taking


@dataclass(frozen=True, slots=True)
class CashUp:
    """What two people counted last without looking: this till's box, the punched pile.

    `owed` is how many winners they know to be unpaid; they are paid later, and not from this box.
    """

    counted_cents: int
    other_takings: tuple[Taking, ...]
    punched: int
    envelope: str
    owed: int = 0


@dataclass(frozen=True, slots=True)
class FillBox:
    """Money put into the till's box: its float, or more from the safe, and why."""

    cents: int
    why: str


@dataclass(frozen=True, slots=True)
class CountBox:
    """What two people counted in the till's box without looking; again until the report is filed.

    Occasion 0 is the last one.
    """

    counted_cents: int
    other_takings: tuple[Taking, ...]
    occasion: int = 0


@dataclass(frozen=True, slots=True)
class FileReport:
    """The report of an occasion handed in; no form is the one that the hall's rules ask for.

    Occasion 0 is the last one.
    """

    occasion: int
    form: str
    reference: str
    filed_on: str


@dataclass(frozen=True, slots=True)
class Destroy:
    """The punched cards of an occasion's envelopes destroyed, or those named."""

    occasion: int
    cards: tuple[CardId, ...] = ()


ClosingCommand = CashUp | FillBox | CountBox | FileReport | Destroy
