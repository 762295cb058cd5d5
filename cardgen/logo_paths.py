"""The outlines of SVG shapes as moves, lines and cubic curves (SVG 2, chapters 8 to 10)."""

import re
from collections.abc import Iterator, Mapping
from math import acos, ceil, cos, degrees, hypot, pi, radians, sin, sqrt, tan

from cardgen.errors import BadValueError
from cardgen.logo import Step

Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]
Points = list[Point]
Curve = tuple[str, Points]
ROUND = 0.5522847498  # how far a curve's handles reach that looks like a quarter of a circle
STEPS_MAX = 20_000
_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_COMMAND = re.compile(rf"([MmLlHhVvCcSsQqTtAaZz])|({_NUMBER})", re.ASCII)
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_TRANSFORM = re.compile(r"(\w+)\s*\(([^)]*)\)")


def transformed(matrix: Matrix, text: str) -> Matrix:
    """The matrix after the transforms of an element. Raises: BadValueError."""
    for name, inside in _TRANSFORM.findall(text):
        numbers = [float(number) for number in re.findall(_NUMBER, inside)]
        matrix = _times(matrix, _one_transform(name, numbers, text))
    return matrix


def _one_transform(name: str, numbers: list[float], text: str) -> Matrix:
    match name, numbers:
        case "matrix", [a, b, c, d, e, f]:
            return (a, b, c, d, e, f)
        case "translate", [x, *y]:
            return (1, 0, 0, 1, x, y[0] if y else 0)
        case "scale", [x, *y]:
            return (x, 0, 0, y[0] if y else x, 0, 0)
        case "rotate", [_] | [_, _, _]:
            return _rotation(*numbers)
        case "skewX", [angle]:
            return (1, 0, tan(radians(angle)), 1, 0, 0)
        case "skewY", [angle]:
            return (1, tan(radians(angle)), 0, 1, 0, 0)
        case _:
            raise BadValueError("A transform", text, "matrix, translate, scale, rotate or skew")


def _rotation(angle: float, across: float = 0, down: float = 0) -> Matrix:
    a, b = cos(radians(angle)), sin(radians(angle))
    return (a, b, -b, a, across - a * across + b * down, down - b * across - a * down)


def _times(one: Matrix, other: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (
        *(a * g + c * h, b * g + d * h, a * i + c * j),
        *(b * i + d * j, a * k + c * m + e, b * k + d * m + f),
    )


def outline_of(name: str, attributes: Mapping[str, str], matrix: Matrix) -> tuple[Step, ...]:
    """The steps of a shape, in whole thousandths. Raises: BadValueError."""
    curves = list(_CURVES_OF[name](attributes))
    if len(curves) > STEPS_MAX:
        raise BadValueError("An outline", f"{len(curves):,} steps", f"at most {STEPS_MAX:,}")
    a, b, c, d, e, f = matrix
    steps: list[Step] = []
    for step, points in curves:
        moved = [(a * x + c * y + e, b * x + d * y + f) for x, y in points]
        steps.append((step, tuple(round(part) for point in moved for part in point)))
    if any(abs(number) > 99_999 for _, numbers in steps for number in numbers):  # noqa: PLR2004
        raise BadValueError("An outline", name, "within a hundred times the viewBox")
    return tuple(steps)


def _length(attributes: Mapping[str, str], name: str) -> float:
    text = attributes.get(name, "0").removesuffix("px")
    try:
        return float(text)
    except ValueError:
        raise BadValueError(f"The attribute {name}", text, "a number") from None


def _rect(attributes: Mapping[str, str]) -> Iterator[Curve]:
    x, y, width, height = (_length(attributes, name) for name in ("x", "y", "width", "height"))
    rx = _length(attributes, "rx" if "rx" in attributes else "ry")
    ry = _length(attributes, "ry" if "ry" in attributes else "rx")
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    if not rx or not ry:
        yield from _closed([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
        return
    right, bottom, out, down = x + width, y + height, rx * (1 - ROUND), ry * (1 - ROUND)
    yield "M", [(x + rx, y)]
    for line, handles in (
        ((right - rx, y), [(right - out, y), (right, y + down), (right, y + ry)]),
        (
            (right, bottom - ry),
            [(right, bottom - down), (right - out, bottom), (right - rx, bottom)],
        ),
        ((x + rx, bottom), [(x + out, bottom), (x, bottom - down), (x, bottom - ry)]),
        ((x, y + ry), [(x, y + down), (x + out, y), (x + rx, y)]),
    ):
        yield "L", [line]
        yield "C", handles
    yield "Z", []


def _round(attributes: Mapping[str, str]) -> Iterator[Curve]:
    x, y = _length(attributes, "cx"), _length(attributes, "cy")
    rx = _length(attributes, "r" if "r" in attributes else "rx")
    ry = _length(attributes, "r" if "r" in attributes else "ry")
    if rx > 0 and ry > 0:
        flat = {"x": x - rx, "y": y - ry, "width": 2 * rx, "height": 2 * ry, "rx": rx, "ry": ry}
        yield from _rect({name: str(value) for name, value in flat.items()})


def _polygon(attributes: Mapping[str, str]) -> Iterator[Curve]:
    numbers = [float(number) for number in re.findall(_NUMBER, attributes.get("points", ""))]
    yield from _closed(list(zip(numbers[::2], numbers[1::2], strict=False)))


def _closed(corners: Points) -> Iterator[Curve]:
    for place, corner in enumerate(corners):
        yield ("L" if place else "M"), [corner]
    if corners:
        yield "Z", []


def _path(attributes: Mapping[str, str]) -> Iterator[Curve]:
    pen = _Pen()
    for command, numbers in _commands(attributes.get("d", "")):
        yield from pen.moved(command, numbers)


def _commands(text: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with the numbers of one use of it; a move that goes on is a line."""
    if _COMMAND.sub("", text).strip(" ,\t\r\n"):
        raise BadValueError("A path", text[:60], "the commands and numbers of SVG")
    command, numbers = "", list[float]()
    for letter, number in _COMMAND.findall(text):
        if letter:
            if numbers:
                raise BadValueError("A path", text[:60], f"whole groups of numbers for {command}")
            command = letter
        else:
            numbers.append(float(number))
        takes = _TAKES.get(command.upper(), -1)
        if takes < 0:
            raise BadValueError("A path", text[:60], "a command first")
        if len(numbers) == takes:
            yield command, numbers
            numbers = []
            command = {"M": "L", "m": "l"}.get(command, command)
    if numbers:
        raise BadValueError("A path", text[-60:], f"whole groups of numbers for {command}")


class _Pen:
    """Where a path stands, where it began, and the last handle that a smooth curve mirrors."""

    def __init__(self) -> None:
        self.at: Point = (0, 0)
        self.begun: Point = (0, 0)
        self.handle: tuple[str, Point] = ("", (0, 0))

    def moved(self, command: str, numbers: list[float]) -> Iterator[Curve]:
        """The steps of one command."""
        kind = command.upper()
        if kind == "Z":
            self.at, self.handle = self.begun, ("", self.begun)
            yield "Z", []
            return
        if kind == "A":
            yield from self._arc(numbers, relative=command.islower())
            return
        points = self._points(kind, numbers, relative=command.islower())
        if kind == "M":
            self.begun = points[-1]
        step, points = self._as_cubic(kind, points)
        self.at = points[-1]
        yield step, points

    def _points(self, kind: str, numbers: list[float], *, relative: bool) -> Points:
        x, y = self.at if relative else (0, 0)
        if kind == "H":
            return [(x + numbers[0], self.at[1])]
        if kind == "V":
            return [(self.at[0], y + numbers[0])]
        return [(x + a, y + b) for a, b in zip(numbers[::2], numbers[1::2], strict=True)]

    def _as_cubic(self, kind: str, points: Points) -> tuple[str, Points]:
        family = {"C": "C", "S": "C", "Q": "Q", "T": "Q"}.get(kind, "")
        if kind in {"S", "T"}:
            before, handle = self.handle
            mirrored = (2 * self.at[0] - handle[0], 2 * self.at[1] - handle[1])
            points = [mirrored if before == family else self.at, *points]
        self.handle = (family, points[-2] if family else points[-1])
        if family == "Q":
            (x, y), (cx, cy), (ex, ey) = self.at, points[0], points[1]
            near = (x + 2 / 3 * (cx - x), y + 2 / 3 * (cy - y))
            points = [near, (ex + 2 / 3 * (cx - ex), ey + 2 / 3 * (cy - ey)), (ex, ey)]
        return {"": "M" if kind == "M" else "L"}.get(family, "C"), points

    def _arc(self, numbers: list[float], *, relative: bool) -> Iterator[Curve]:
        """An elliptical arc as curves of at most a quarter turn (SVG 2, appendix B.2.4)."""
        rx, ry, tilt, large, sweep, x, y = numbers
        (x0, y0), end = self.at, (x + relative * self.at[0], y + relative * self.at[1])
        self.at, self.handle = end, ("", end)
        rx, ry = abs(rx), abs(ry)
        if not rx or not ry or (x0, y0) == end:
            yield "L", [end]
            return
        turn = radians(tilt)
        across, up = (x0 - end[0]) / 2, (y0 - end[1]) / 2
        px, py = cos(turn) * across + sin(turn) * up, cos(turn) * up - sin(turn) * across
        grow = max(1.0, hypot(px / rx, py / ry))
        rx, ry = rx * grow, ry * grow
        square = max(0.0, (rx * ry) ** 2 / ((rx * py) ** 2 + (ry * px) ** 2) - 1)
        side = sqrt(square) * (-1 if bool(large) == bool(sweep) else 1)
        mx, my = side * rx * py / ry, -side * ry * px / rx
        first = _angle((px - mx) / rx, (py - my) / ry)
        angle = (_angle((-px - mx) / rx, (-py - my) / ry) - first) % (2 * pi)
        angle -= 0 if sweep else 2 * pi
        middle = (x0 + end[0]) / 2, (y0 + end[1]) / 2
        frame = (rx * cos(turn), rx * sin(turn), -ry * sin(turn), ry * cos(turn))
        center = (
            middle[0] + cos(turn) * mx - sin(turn) * my,
            middle[1] + sin(turn) * mx + cos(turn) * my,
        )
        for points in _unit_arcs(first, angle):
            a, b, c, d = frame
            yield "C", [(center[0] + a * u + c * v, center[1] + b * u + d * v) for u, v in points]


def _angle(x: float, y: float) -> float:
    turn = acos(max(-1.0, min(1.0, x / hypot(x, y))))
    return turn if y >= 0 else -turn


def _unit_arcs(first: float, angle: float) -> Iterator[Points]:
    """Curves along the unit circle."""
    count = max(1, ceil(abs(degrees(angle)) / 90 - 1e-9))
    step = angle / count
    reach = 4 / 3 * tan(step / 4)
    for place in range(count):
        one, other = first + place * step, first + (place + 1) * step
        yield [
            (cos(one) - reach * sin(one), sin(one) + reach * cos(one)),
            (cos(other) + reach * sin(other), sin(other) - reach * cos(other)),
            (cos(other), sin(other)),
        ]


_CURVES_OF = {
    "path": _path,
    "rect": _rect,
    "circle": _round,
    "ellipse": _round,
    "polygon": _polygon,
}
