"""The stock a card is printed on: what it weighs, how much it hides, which way its grain runs.

Ink makes a lamp guess; stock stops it (docs/seal.md). Opacity is that of ISO 2471, paper over
black against paper over itself, in percent with one decimal at most.
"""

from dataclasses import dataclass
from enum import StrEnum
from math import isfinite
from typing import Any, TypeVar

from cardgen.errors import BadValueError

GRAMMAGE_MIN, GRAMMAGE_MAX = 60, 400  # g/m2: thinner is no card, thicker does not fold
OPACITY_MIN, OPACITY_MAX = 700, 1_000  # tenths of a percent
TENTHS = 10
ROUNDING = 1e-6  # of a number read from decimals
_Name = TypeVar("_Name", bound=StrEnum)
# Rules that want a card whose numbers nobody can see before it is opened.
SEALED_CARD_RULES = {
    "us-nj": "N.J.A.C. 13:47-7.55",
    "us-ny": "9 NYCRR 4820.51(f)",
    "us-wa": "WAC 230-16-140",
}


class Board(StrEnum):
    """What lies within the paper."""

    PLAIN = "plain"
    BLACK_CORE = "black-core"
    FOIL = "foil"


class Grain(StrEnum):
    """Which way the fibers run: paper folds well along them."""

    ALONG = "along"
    ACROSS = "across"


@dataclass(frozen=True, slots=True)
class Stock:
    """One stock."""

    grammage: int  # grams a square meter
    opacity: int  # tenths of a percent, ISO 2471
    board: Board
    grain: Grain  # against the fold

    def __post_init__(self) -> None:
        """Raises: BadValueError."""
        if not GRAMMAGE_MIN <= self.grammage <= GRAMMAGE_MAX:
            expected = f"{GRAMMAGE_MIN} to {GRAMMAGE_MAX} g/m2"
            raise BadValueError("The grammage", self.grammage, expected)
        if not OPACITY_MIN <= self.opacity <= OPACITY_MAX:
            expected = f"{OPACITY_MIN // TENTHS} to {OPACITY_MAX // TENTHS} percent"
            raise BadValueError("The opacity", self.opacity / TENTHS, expected)

    @property
    def rows(self) -> tuple[tuple[str, str], ...]:
        """The stock as papers name it, in two labeled lines.

        >>> Stock(170, 995, Board.BLACK_CORE, Grain.ALONG).rows[0]
        ('Stock', '170 g/m2, black-core, grain along the fold')
        >>> Stock(170, 995, Board.BLACK_CORE, Grain.ALONG).rows[1]
        ('Opacity', '99.5 % (ISO 2471)')
        """
        return (
            ("Stock", f"{self.grammage} g/m2, {self.board}, grain {self.grain} the fold"),
            ("Opacity", f"{self.opacity / TENTHS:g} % (ISO 2471)"),
        )

    @property
    def fields(self) -> dict[str, Any]:
        """The stock in records: opacity in tenths of a percent."""
        return {
            "grammage": self.grammage,
            "opacity_tenths": self.opacity,
            "board": str(self.board),
            "grain": str(self.grain),
        }


def stock_named(grammage: int, opacity: float, board: str, grain: str) -> Stock:
    """The stock as an order form names it, its opacity in percent.

    Raises: BadValueError.
    """
    tenths = opacity * TENTHS
    if not isfinite(tenths) or abs(tenths - round(tenths)) > ROUNDING:
        raise BadValueError("The opacity", opacity, "a percentage with one decimal at most")
    return Stock(
        grammage, round(tenths), _one_of(Board, "board", board), _one_of(Grain, "grain", grain)
    )


def _one_of(kind: type[_Name], what: str, text: str) -> _Name:
    try:
        return kind(text)
    except ValueError:
        raise BadValueError(f"The {what}", text, " or ".join(kind)) from None


def stock_from(fields: dict[str, Any] | None) -> Stock | None:
    """The stock from a record; older ones have none.

    Raises: BadValueError, KeyError, TypeError, ValueError.
    """
    if fields is None:
        return None
    grammage, opacity = fields["grammage"], fields["opacity_tenths"]
    if type(grammage) is not int or type(opacity) is not int:
        raise BadValueError("The stock's numbers", (grammage, opacity), "whole numbers")
    return Stock(grammage, opacity, Board(fields["board"]), Grain(fields["grain"]))


def stock_rows(stock: Stock | None) -> tuple[tuple[str, str], ...]:
    """What papers say of the stock, and that the order named none."""
    return (("Stock", "not named in the order"),) if stock is None else stock.rows
