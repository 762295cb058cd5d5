"""What is the same on every card of a series, as the press needs it."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from cardgen.amounts import printed_cents
from cardgen.card_design import CardDesign
from cardgen.errors import BadValueError
from cardgen.order import HALL_NAME_MAX, PRICE_CENTS_MAX
from cardgen.press.printing_condition import PrintingCondition, house_condition
from cardgen.press_style import PressStyle
from cardgen.series import Role, Series
from cardgen.stock import Stock

CENTS_PER_DOLLAR = 100


@dataclass(frozen=True, slots=True)
class PressJob:
    """One lot of a series on its way to the press: what is printed together, in one file.

    `made_at` stands in the file's dates, nowhere else.
    """

    series: Series
    role: Role
    price_cents: int
    hall_name: str
    order_number: str
    made_at: datetime
    specimen: bool = False
    lot: int = 1
    condition: PrintingCondition = field(default_factory=house_condition)
    design: CardDesign = field(default_factory=CardDesign)
    stock: Stock | None = None
    spares: int = 0  # the last cards of the series, printed beyond what was ordered
    style: PressStyle = field(default_factory=PressStyle)
    pack_size: int = 50

    def __post_init__(self) -> None:
        """Raises: BadValueError, when it cannot be printed."""
        if not 0 <= self.price_cents <= PRICE_CENTS_MAX:
            raise BadValueError("The price", self.price_cents, f"0 to {PRICE_CENTS_MAX} cents")
        if self.pack_size < 1:
            raise BadValueError("The cards in a pack", self.pack_size, "1 or more")
        if self.lot < 1:
            raise BadValueError("The lot", self.lot, "1 or more")
        name = self.hall_name
        if not 1 <= len(name) <= HALL_NAME_MAX or not name.isprintable() or name != name.strip():
            expected = f"1 to {HALL_NAME_MAX} printable characters"
            raise BadValueError("The hall's name", name, expected)
        if self.made_at.utcoffset() != timedelta(0):
            raise BadValueError("The time of making", self.made_at.isoformat(), "a time in UTC")

    @property
    def price(self) -> str:
        """The price as it stands on the card.

        >>> from cardgen.press.job import printed_cents
        >>> printed_cents(1050)
        '$10.50'
        """
        return printed_cents(self.price_cents)

    def sequence(self, audit_number: int) -> int:
        """The card's place in its set, from 1: a finisher counts on from lot to lot.

        Raises: BadValueError, when the number is not of this series.
        """
        return self.series.card_index(audit_number) + 1

    @property
    def made_at_text(self) -> str:
        """The time of making as XMP writes it."""
        return self.made_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
