"""A chart on a sheet: lines and dots in a frame, told apart by ink and by dashes, with a legend."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise

from cardgen.papers.inks import BLACK, GRAY, HAIRLINE, Ink
from cardgen.papers.pen import POINTS_PER_MM, Box, Pen, Point
from cardgen.papers.typefaces import caption

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
_TEXT = caption(8.5)


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
    """The chart, its ticks below and to the left, its legend above to the right."""
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
    pen.text(Point(box.x, box.y - 1.6), chart.y_name, _TEXT)
    for place, line in enumerate(chart.lines):
        _draw_line(pen, box, line, place)
    _draw_legend(pen, box, chart)


def _draw_line(pen: Pen, box: Box, line: ChartLine, place: int) -> None:
    ink, points = INKS[place % len(INKS)], [_at(box, *point) for point in line.points]
    if line.is_dots:
        for point in points:
            pen.filled(Box(point.x - DOT / 2, point.y - DOT / 2, DOT, DOT), ink)
        return
    with _dashed(pen, place):
        for start, end in pairwise(points):
            pen.rule(start, end, 0.45, ink)


def _draw_legend(pen: Pen, box: Box, chart: Chart) -> None:
    x = box.x + box.width
    for place, line in reversed(tuple(enumerate(chart.lines))):
        pen.right(Point(x, box.y - 1.6), line.name, _TEXT)
        x -= _TEXT.width(line.name) / POINTS_PER_MM + 1.5
        sample = ((1.0, 0.0),) if line.is_dots else ((0.0, 0.0), (1.0, 0.0))
        at = Box(x - 7, box.y - 2.6, 7, 0)
        _draw_line(pen, at, ChartLine(line.name, sample, line.is_dots), place)
        x -= 11


def _at(box: Box, across: float, up: float) -> Point:
    return Point(box.x + across * box.width, box.y + (1 - up) * box.height)


@contextmanager
def _dashed(pen: Pen, place: int) -> Iterator[None]:
    """What is ruled in the block is dashed as the line of that place."""
    pen.canvas.setDash(list(DASHES[place % len(DASHES)]))
    yield
    pen.canvas.setDash([])
