"""The pictures of an inspection: bars, a curve and dots, drawn with the pen of the papers."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import comb, sqrt

from cardgen.documents.inks import BLACK, GRAY, HAIRLINE, Ink
from cardgen.documents.pen import Box, Pen, Point
from cardgen.documents.typefaces import caption
from cardgen.face import BALL_MAX, COLUMN_HEIGHTS, COLUMN_NAMES, NUMBERS_PER_COLUMN
from cardgen.face import NUMBERS_PER_FACE as ON_FACE

BLUE: Ink = (0.13, 0.33, 0.6)
ORANGE: Ink = (0.85, 0.42, 0.05)
PALE: Ink = (0.78, 0.85, 0.93)
PARTS = 1_000  # the grid on which dots stand
SPREADS = 5  # deviations that the axis shows above and below what is expected
CALLS_MIN = 45  # below, a card is full once in fifty million
_TICKS = caption(7.5)


def draw_frequencies(pen: Pen, box: Box, counts: Sequence[int], faces: int) -> None:
    """Each number's count in its deviations from what is expected; two are marked by a band."""
    middle, unit = box.y + box.height / 2, box.height / 2 / SPREADS
    pen.filled(Box(box.x, middle - 2 * unit, box.width, 4 * unit), (0.95,))
    width = box.width / BALL_MAX
    for place, count in enumerate(counts):
        column = place // NUMBERS_PER_COLUMN
        share = COLUMN_HEIGHTS[column] / NUMBERS_PER_COLUMN
        spread = sqrt(faces * share * (1 - share))
        off = max(-SPREADS, min(SPREADS, (count - faces * share) / spread)) * unit
        top = middle - max(off, 0.0)
        left = box.x + place * width
        pen.filled(Box(left + width * 0.15, top, width * 0.7, max(abs(off), 0.15)), BLUE)
        if place % NUMBERS_PER_COLUMN == 0:
            pen.rule(Point(left, box.y), Point(left, box.y + box.height), 0.1, HAIRLINE)
            at = Point(left + NUMBERS_PER_COLUMN * width / 2, box.y + box.height + 3.4)
            last = place + NUMBERS_PER_COLUMN
            pen.centered(at, f"{COLUMN_NAMES[column]}  {place + 1} to {last}", _TICKS, GRAY)
    pen.rule(Point(box.x, middle), Point(box.x + box.width, middle), 0.15)
    _ticks_up(pen, box, ((0.5 + up / SPREADS / 2, f"{up:+d}") for up in (-4, -2, 2, 4)))
    pen.right(Point(box.x + box.width, box.y - 1.2), "in standard deviations", _TICKS, GRAY)


def draw_calls(pen: Pen, box: Box, calls: Sequence[tuple[int, int]]) -> None:
    """The share of faces that are full after so many calls, beside C(calls, 24) / C(75, 24)."""
    _frame(pen, box)
    span = BALL_MAX - CALLS_MIN
    exact = [
        (n, comb(n, ON_FACE) / comb(BALL_MAX, ON_FACE)) for n in range(CALLS_MIN, BALL_MAX + 1)
    ]
    points = [_at(box, (n - CALLS_MIN) / span, share) for n, share in exact]
    for start, end in pairwise(points):
        pen.rule(start, end, 0.35, ORANGE)
    counted, faces, below = dict(calls), sum(count for _, count in calls), 0
    for n in range(BALL_MAX + 1):
        below += counted.get(n, 0)
        if n >= CALLS_MIN:
            _dot(pen, _at(box, (n - CALLS_MIN) / span, below / faces), 0.9, BLUE)
    _ticks_across(pen, box, (((n - CALLS_MIN) / span, str(n)) for n in range(45, 76, 5)))
    _ticks_up(pen, box, ((share / 4, f"{25 * share} %") for share in range(5)))


def draw_scatter(pen: Pen, box: Box, dots: Sequence[tuple[int, int]]) -> None:
    """A dot for a card, by its place among outside and among inside numbers."""
    _frame(pen, box)
    for across, up in dots:
        _dot(pen, _at(box, across / PARTS, up / PARTS), 0.45, BLUE)
    _ticks_across(pen, box, ((0.0, "first"), (1.0, "last")))
    _ticks_up(pen, box, ((0.0, "low"), (1.0, "high")))


def _frame(pen: Pen, box: Box) -> None:
    pen.framed(box, 0.15, HAIRLINE)


def _at(box: Box, across: float, up: float) -> Point:
    return Point(box.x + across * box.width, box.y + (1 - up) * box.height)


def _dot(pen: Pen, at: Point, size: float, ink: Ink) -> None:
    pen.filled(Box(at.x - size / 2, at.y - size / 2, size, size), ink)


def _ticks_across(pen: Pen, box: Box, ticks: Iterable[tuple[float, str]]) -> None:
    for share, text in ticks:
        at = Point(box.x + share * box.width, box.y + box.height)
        pen.rule(at, Point(at.x, at.y + 0.9), 0.1, BLACK)
        pen.centered(Point(at.x, at.y + 4), text, _TICKS, GRAY)


def _ticks_up(pen: Pen, box: Box, ticks: Iterable[tuple[float, str]]) -> None:
    for share, text in ticks:
        at = Point(box.x, box.y + (1 - share) * box.height)
        pen.rule(at, Point(at.x - 0.9, at.y), 0.1, BLACK)
        pen.right(Point(at.x - 1.4, at.y + 0.9), text, _TICKS, GRAY)
