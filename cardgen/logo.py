"""A hall's mark as printed on a card: filled outlines in two plates, nothing else.

Its text is what a run's record keeps: the size in thousandths, then one line a shape: the plate
(`k` black, `s` the series color), how it is filled (`n` nonzero, `e` even-odd), then moves, lines
and curves in whole thousandths from the lower left corner. The longer side is 1000.
"""

import re
from dataclasses import dataclass
from typing import Self

from cardgen.errors import BadValueError

SIDE = 1000
LOGO_TEXT_MAX = 100_000  # characters
PLATES = ("k", "s")
FILLS = ("n", "e")
_COORDINATES = {"M": 2, "L": 2, "C": 6, "Z": 0}
_STEP = re.compile(r"([MLCZ])((?: -?\d{1,5})*)", re.ASCII)
_EXPECTED = "the text of a logo as `cardgen make` wrote it"

Step = tuple[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Shape:
    """One filled outline: its plate, its rule of filling, its steps."""

    plate: str
    fill: str
    steps: tuple[Step, ...]

    @property
    def text(self) -> str:
        """The shape as a line."""
        steps = (" ".join([name, *map(str, numbers)]) for name, numbers in self.steps)
        return f"{self.plate} {self.fill} {' '.join(steps)}"


@dataclass(frozen=True, slots=True)
class Logo:
    """All shapes, one on top of the other, in a box of `width` by `height` thousandths."""

    width: int
    height: int
    shapes: tuple[Shape, ...]

    def __post_init__(self) -> None:
        """Raises: BadValueError, when nothing is drawn or it would fill a run's record."""
        sides = self.width, self.height
        if max(sides) != SIDE or min(sides) < 1:
            raise BadValueError("The logo's size", f"{self.width} x {self.height}", "1 to 1000")
        if not self.shapes:
            raise BadValueError("The logo", "", "at least one filled shape")
        if len(self.text) > LOGO_TEXT_MAX:
            found = f"{len(self.text):,} characters of outlines"
            raise BadValueError("The logo", found, f"{LOGO_TEXT_MAX:,} at most: a plainer drawing")

    @property
    def text(self) -> str:
        """The logo as kept."""
        return "\n".join([f"{self.width} {self.height}", *(shape.text for shape in self.shapes)])

    @classmethod
    def parse(cls, text: str) -> Self:
        """The logo of a kept text. Raises: BadValueError."""
        head, *lines = text.split("\n")
        if not re.fullmatch(r"\d{1,4} \d{1,4}", head, re.ASCII):
            raise BadValueError("The logo", head[:40], _EXPECTED)
        width, height = map(int, head.split(" "))
        logo = cls(width, height, tuple(map(_shape, lines)))
        if logo.text != text:
            raise BadValueError("The logo", head[:40], _EXPECTED)
        return logo


def _shape(line: str) -> Shape:
    plate, fill, rest = line[:1], line[2:3], line[4:]
    steps = tuple((name, tuple(map(int, numbers.split()))) for name, numbers in _STEP.findall(rest))
    known = plate in PLATES and fill in FILLS and steps and steps[0][0] == "M"
    if not known or any(len(numbers) != _COORDINATES[name] for name, numbers in steps):
        raise BadValueError("The logo", line[:40], _EXPECTED)
    return Shape(plate, fill, steps)
