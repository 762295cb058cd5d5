"""A paper of the hall before anybody chose screen, page, PDF or spreadsheet for it."""

from dataclasses import dataclass
from enum import StrEnum

Cell = str | int


class Measure(StrEnum):
    """What a column holds; a card's number is text, so that no zero of it is lost.

    A figure is a measured number in decimal notation, such as a plot's; empty where there is none.
    """

    TEXT = "text"
    COUNT = "count"
    CENTS = "cents"
    FIGURE = "figure"


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its head, and what it holds."""

    head: str
    measure: Measure = Measure.TEXT


@dataclass(frozen=True, slots=True)
class Heading:
    """A part of the paper begins."""

    text: str


@dataclass(frozen=True, slots=True)
class Words:
    """A paragraph."""

    text: str


@dataclass(frozen=True, slots=True)
class Spoken:
    """A sentence that is read aloud; who says it, and the rule that wants it said."""

    who: str
    text: str
    citation: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under columns; `total` is the last row, or empty."""

    name: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    total: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a plot: points (x, y) in rising x; dots are not joined."""

    name: str
    points: tuple[tuple[float, float], ...]
    is_dots: bool = False


@dataclass(frozen=True, slots=True)
class Plot:
    """Lines over one axis, where people would rather look than read."""

    title: str
    x_name: str
    y_name: str
    lines: tuple[Line, ...]


Block = Heading | Words | Spoken | Table | Plot


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper: `name` is its file's name, `label` says what it is and is not.

    One that is posted is read from a distance, and printed in larger type.
    """

    name: str
    title: str
    label: str
    facts: tuple[tuple[str, str], ...]
    blocks: tuple[Block, ...]
    is_posted: bool = False
