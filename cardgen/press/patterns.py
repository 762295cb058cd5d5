"""Ten patterns, one for each color, told apart without seeing color."""

from collections.abc import Callable, Iterator
from math import ceil

from cardgen.press.pen import Pen

Place = tuple[float, float, float, float]
Pattern = Callable[[Pen, Place, float], None]


def draw_pattern(pen: Pen, name: str, place: Place, pitch: float) -> None:
    """Fills a rectangle with a pattern that repeats every `pitch` millimeters."""
    with pen.inside(place, radius=0.01):
        PATTERNS[name](pen, place, pitch)


def _stripes(pen: Pen, place: Place, pitch: float) -> None:
    left, bottom, width, height = place
    for step in range(-ceil(height / pitch) - 1, ceil(width / pitch) + 1):
        start = left + step * pitch
        pen.line((start, bottom), (start + height, bottom + height), pitch * 0.35)


def _waves(pen: Pen, place: Place, pitch: float) -> None:
    left, bottom, width, height = place
    heights = (0.0, 0.22, 0.3, 0.22, 0.0, -0.22, -0.3, -0.22)
    for row in range(ceil(height / pitch) + 1):
        level = bottom + (row + 0.25) * pitch
        points = [
            (left + step * pitch / 4, level + heights[step % 8] * pitch)
            for step in range(ceil(width / pitch * 4) + 2)
        ]
        pen.polyline(points, pitch * 0.32)


def _dots(pen: Pen, place: Place, pitch: float) -> None:
    for middle in _staggered(place, pitch):
        pen.disc(middle, pitch * 0.56)


def _rings(pen: Pen, place: Place, pitch: float) -> None:
    for middle in _staggered(place, pitch * 1.25):
        pen.ring(middle, pitch * 0.75, pitch * 0.24)


def _chevrons(pen: Pen, place: Place, pitch: float) -> None:
    left, bottom, width, height = place
    for row in range(-1, ceil(height / pitch) + 1):
        level = bottom + row * pitch
        points = [
            (left + step * pitch, level + (step % 2) * pitch)
            for step in range(ceil(width / pitch) + 2)
        ]
        pen.polyline(points, pitch * 0.3)


def _diamonds(pen: Pen, place: Place, pitch: float) -> None:
    for across, up in _staggered(place, pitch * 1.15):
        reach = pitch * 0.42
        pen.polygon(
            [(across - reach, up), (across, up + reach), (across + reach, up), (across, up - reach)]
        )


def _triangles(pen: Pen, place: Place, pitch: float) -> None:
    for across, up in _staggered(place, pitch * 1.15):
        reach = pitch * 0.45
        pen.polygon(
            [
                (across - reach, up - reach * 0.7),
                (across + reach, up - reach * 0.7),
                (across, up + reach),
            ]
        )


def _checks(pen: Pen, place: Place, pitch: float) -> None:
    left, bottom, width, height = place
    half = pitch / 2
    for row in range(ceil(height / half)):
        for column in range(row % 2, ceil(width / half), 2):
            pen.rectangle(left + column * half, bottom + row * half, half, half)


def _bricks(pen: Pen, place: Place, pitch: float) -> None:
    left, bottom, width, height = place
    course, line = pitch * 0.6, pitch * 0.16
    for row in range(ceil(height / course) + 1):
        level = bottom + row * course
        pen.line((left, level), (left + width, level), line)
        for joint in range(ceil(width / pitch) + 1):
            at = left + (joint + (row % 2) / 2) * pitch
            pen.line((at, level), (at, level + course), line)


def _crosses(pen: Pen, place: Place, pitch: float) -> None:
    for across, up in _staggered(place, pitch * 1.15):
        reach, line = pitch * 0.36, pitch * 0.22
        pen.line((across - reach, up), (across + reach, up), line)
        pen.line((across, up - reach), (across, up + reach), line)


def _staggered(place: Place, pitch: float) -> Iterator[tuple[float, float]]:
    """Points in rows, every second row moved by half a pitch."""
    left, bottom, width, height = place
    for row in range(ceil(height / (pitch * 0.866)) + 1):
        for column in range(ceil(width / pitch) + 1):
            yield left + (column + (row % 2) / 2) * pitch, bottom + row * pitch * 0.866


PATTERNS: dict[str, Pattern] = {
    "stripes": _stripes,
    "waves": _waves,
    "dots": _dots,
    "rings": _rings,
    "chevrons": _chevrons,
    "diamonds": _diamonds,
    "triangles": _triangles,
    "checks": _checks,
    "bricks": _bricks,
    "crosses": _crosses,
}
