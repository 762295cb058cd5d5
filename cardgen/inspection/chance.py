"""Figures of chance: how far a run is from one that was dealt at random, each with its derivation.

Nothing here looks at a single card; a figure is refused where chance would make one as far off
less than once in a million runs (`CHANCE_MIN`).
"""

import hashlib
from array import array
from collections.abc import Iterable, Sequence
from math import comb, erfc, exp, factorial, sqrt

from cardgen.face import BALL_MAX, COLUMN_HEIGHTS, COLUMN_NAMES, NUMBERS_PER_COLUMN
from cardgen.face import NUMBERS_PER_FACE as ON_FACE
from cardgen.proof.independence import ChanceFigure

FREEDOM = NUMBERS_PER_COLUMN - 1


class Frequencies:
    """How often each number stands on a face, and in which square."""

    def __init__(self) -> None:
        self.faces = 0
        self._by_square = [[0] * (BALL_MAX + 1) for _ in range(ON_FACE)]

    def add(self, numbers: Iterable[int]) -> None:
        """One face: its 24 numbers, column by column, top to bottom."""
        self.faces += 1
        for square, number in enumerate(numbers):
            self._by_square[square][number] += 1

    @property
    def of_numbers(self) -> tuple[int, ...]:
        """On how many faces each of the 75 numbers stands."""
        return tuple(
            sum(counts[number] for counts in self._by_square) for number in range(1, BALL_MAX + 1)
        )

    def figures(self) -> Iterable[ChanceFigure]:
        """One figure a column, one a square."""
        counts = self.of_numbers
        for place, height in enumerate(COLUMN_HEIGHTS):
            low = place * NUMBERS_PER_COLUMN
            column = counts[low : low + NUMBERS_PER_COLUMN]
            yield column_figure(f"column {COLUMN_NAMES[place]}", column, height)
        for square, by_number in enumerate(self._by_square):
            column_place, row = _square(square)
            low = column_place * NUMBERS_PER_COLUMN + 1
            observed = by_number[low : low + NUMBERS_PER_COLUMN]
            name = f"square {COLUMN_NAMES[column_place]}{row}"
            yield column_figure(name, observed, 1)


def _square(square: int) -> tuple[int, int]:
    """Column and place from the top, from 1, of a square; the free one is not counted."""
    for place, height in enumerate(COLUMN_HEIGHTS):
        if square < height:
            return place, square + 1
        square -= height
    raise ValueError(square)


def column_figure(name: str, counts: Sequence[int], drawn: int) -> ChanceFigure:
    """Chi-square of fifteen numbers of which each face draws so many without putting back.

    Let n faces draw h of 15, p = h/15. A number's count O has mean n p and variance n p (1-p); two
    counts have covariance -n p (1-p)/14, as all fifteen add up to n h. So (O - n p) has covariance
    n p (1-p) 15/14 times the projection that takes a constant away, and
        X = 14/15 * sum (O - n p)^2 / (n p (1-p))
    is chi-square of 14 degrees as n grows. One square is the case h = 1, and X is Pearson's.
    """
    faces = sum(counts) / drawn
    share = drawn / NUMBERS_PER_COLUMN
    spread = sum((count - faces * share) ** 2 for count in counts)
    value = FREEDOM / NUMBERS_PER_COLUMN * spread / (faces * share * (1 - share))
    return ChanceFigure(f"chi-square of {name}", value, chi_square_chance(value, FREEDOM))


def chi_square_chance(value: float, freedom: int) -> float:
    """How often chi-square of an even number of degrees is larger: exp(-x/2) sum (x/2)^k / k!.

    >>> round(chi_square_chance(23.685, 14), 4)
    0.05
    """
    half = value / 2
    return min(1.0, exp(-half) * sum(half**k / factorial(k) for k in range(freedom // 2)))


def ranks(values: Sequence[object]) -> "array[int]":
    """The place of each value among all, from 0; equal ones in their order."""
    order = sorted(range(len(values)), key=values.__getitem__)  # type: ignore[arg-type]
    placed = array("L", bytes(array("L").itemsize * len(values)))
    for rank, place in enumerate(order):
        placed[place] = rank
    return placed


def correlation_figure(name: str, left: Sequence[int], right: Sequence[int]) -> ChanceFigure:
    """Spearman's rank correlation, as deviations from none.

    Of n independent pairs r has mean 0 and variance 1/(n-1) exactly, whatever they are distributed
    like, and r sqrt(n-1) is normal as n grows.
    """
    count = len(left)
    middle = (count - 1) / 2
    spread = count * (count * count - 1) / 12
    together = sum((a - middle) * (b - middle) for a, b in zip(left, right, strict=True))
    deviations = together / spread * sqrt(count - 1)
    return ChanceFigure(f"rank correlation of {name}", deviations, erfc(abs(deviations) / sqrt(2)))


def calls_to_full(numbers: Iterable[int], seed: bytes) -> int:
    """After how many balls a face is full, in an order of balls that follows from the seed."""
    drawn = array("I", hashlib.shake_128(seed).digest(4 * BALL_MAX))
    called = ranks(drawn)
    return 1 + max(called[number - 1] for number in numbers)


def full_by(calls: int) -> float:
    """The chance that a face is full after so many calls: C(calls, 24) / C(75, 24), exactly.

    All sets of 24 places that its numbers can have among 75 calls are alike, and those among the
    first calls are C(calls, 24). It does not matter that a face draws by columns, as the balls'
    order is random.
    """
    return comb(calls, ON_FACE) / comb(BALL_MAX, ON_FACE)


def calls_figure(counts: dict[int, int]) -> ChanceFigure:
    """The largest distance between calls as counted and the exact curve.

    Each face has an order of balls of its own, so n faces are n independent draws, and by
    Dvoretzky, Kiefer, Wolfowitz and Massart chance exceeds a distance D less often than
    2 exp(-2 n D^2).
    """
    faces, below, distance = sum(counts.values()), 0, 0.0
    for calls in range(BALL_MAX + 1):
        below += counts.get(calls, 0)
        distance = max(distance, abs(below / faces - full_by(calls)))
    return ChanceFigure(
        "calls to a full card", distance, min(1.0, 2 * exp(-2 * faces * distance**2))
    )
