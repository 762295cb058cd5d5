"""A chart on a sheet: lines and dots in a frame, told apart by ink and by dashes, with a legend."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise

from cardgen.documents.inks import BLACK, GRAY, HAIRLINE, Ink
from cardgen.documents.pen import POINTS_PER_MM, Box, Pen, Point
from cardgen.documents.typefaces import caption

Ticks = tuple[tuple[float, str], ...]  # where on the axis, in shares of it, and what stands there

# Okabe and Ito's inks, which people who see colors differently tell apart.
INKS: tuple[Ink, ...] = (
    (0.0, 0.45, 0.70),
    (0.84, 0.37, 0.0),
    (0.0, 0.62, 0.45),
    (0.80, 0.47, 0.65),
    BLACK,
)
DASHES: tuple[tuple[float, ...], ...] = ((), (4, 2), (1, 1.6), (6, 2, 1, 2))
DOT = 1.7  # mm
LEGEND_PITCH = 4.6  # mm, from one row of the legend to the next
_TEXT = caption(8.5)
_NAME_UP = 1.6  # mm; the upright axis's name stands so far over the frame
_SAMPLE, _ENTRY_GAP = 7.0, 4.0  # mm; the piece of line beside a name, and the room before it


@dataclass(frozen=True, slots=True)
class ChartLine:
    """Points in shares of the frame, from its lower left corner; dots are not joined."""

    name: str
    points: tuple[tuple[float, float], ...]
    is_dots: bool = False


@dataclass(frozen=True, slots=True)
class Chart:
    """What is drawn in one frame."""

    title: str
    x_name: str
    y_name: str
    lines: tuple[ChartLine, ...]
    x_ticks: Ticks
    y_ticks: Ticks


def draw_chart(pen: Pen, box: Box, chart: Chart) -> None:
    """The chart, its ticks below and to the left, its legend above to the right.

    The legend takes `legend_height` above the name of the upright axis.
    """
    for share, text in chart.x_ticks:
        foot = _at(box, share, 0.0)
        pen.rule(foot, _at(box, share, 1.0), 0.1, HAIRLINE)
        pen.centered(Point(foot.x, foot.y + 4), text, _TEXT, GRAY)
    for share, text in chart.y_ticks:
        left = _at(box, 0.0, share)
        pen.rule(left, _at(box, 1.0, share), 0.1, HAIRLINE)
        pen.right(Point(left.x - 1.4, left.y + 1), text, _TEXT, GRAY)
    pen.framed(box, 0.2)
    pen.centered(Point(box.x + box.width / 2, box.y + box.height + 8.6), chart.x_name, _TEXT)
    pen.text(Point(box.x, box.y - _NAME_UP), chart.y_name, _TEXT)
    for place, line in enumerate(chart.lines):
        _draw_line(pen, box, line, place)
    rows = _legend_rows(chart, box.width)
    top = box.y - _NAME_UP - legend_height(chart, box.width)
    for place, row in enumerate(rows):
        _draw_legend_row(pen, Point(box.x + box.width, top + place * LEGEND_PITCH), chart, row)


def legend_height(chart: Chart, width: float) -> float:
    """Room that the legend asks for above the frame; none when it fits beside the axis's name."""
    rows = _legend_rows(chart, width)
    beside = width - _TEXT.width(chart.y_name) / POINTS_PER_MM - _ENTRY_GAP
    wide = sum(_entry_width(chart.lines[place]) for row in rows for place in row)
    return 0.0 if wide <= beside else len(rows) * LEGEND_PITCH


def _legend_rows(chart: Chart, width: float) -> list[list[int]]:
    """The lines in rows that fit, each by its place among them."""
    rows: list[list[int]] = [[]]
    filled = 0.0
    for place, line in enumerate(chart.lines):
        wide = _entry_width(line)
        if rows[-1] and filled + wide > width:
            rows.append([])
            filled = 0.0
        rows[-1].append(place)
        filled += wide
    return rows


def _entry_width(line: ChartLine) -> float:
    return _TEXT.width(line.name) / POINTS_PER_MM + 1.5 + _SAMPLE + _ENTRY_GAP


def _draw_line(pen: Pen, box: Box, line: ChartLine, place: int) -> None:
    ink, points = INKS[place % len(INKS)], [_at(box, *point) for point in line.points]
    if line.is_dots:
        for point in points:
            pen.filled(Box(point.x - DOT / 2, point.y - DOT / 2, DOT, DOT), ink)
        return
    with _dashed(pen, place):
        for start, end in pairwise(points):
            pen.rule(start, end, 0.45, ink)


def _draw_legend_row(pen: Pen, right: Point, chart: Chart, row: list[int]) -> None:
    x = right.x
    for place in reversed(row):
        line = chart.lines[place]
        pen.right(Point(x, right.y), line.name, _TEXT)
        x -= _TEXT.width(line.name) / POINTS_PER_MM + 1.5
        sample = ((1.0, 0.0),) if line.is_dots else ((0.0, 0.0), (1.0, 0.0))
        at = Box(x - _SAMPLE, right.y - 1.0, _SAMPLE, 0)
        _draw_line(pen, at, ChartLine(line.name, sample, line.is_dots), place)
        x -= _SAMPLE + _ENTRY_GAP


def _at(box: Box, across: float, up: float) -> Point:
    return Point(box.x + across * box.width, box.y + (1 - up) * box.height)


@contextmanager
def _dashed(pen: Pen, place: int) -> Iterator[None]:
    """What is ruled in the block is dashed as the line of that place."""
    pen.canvas.setDash(list(DASHES[place % len(DASHES)]))
    yield
    pen.canvas.setDash([])
