"""The face of a card: 24 numbers, which of all faces it is, and the way back.

Ranks and arrangements are those of sealing.md section 3 (combinatorial number system in
lexicographic order; Lehmer code, see Knuth, TAOCP 4A, 7.2.1.2 and 7.2.1.3).
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from typing import Self

from cardgen.errors import BadValueError

COLUMN_NAMES = "BINGO"
COLUMN_HEIGHTS = (5, 5, 4, 5, 5)  # the center square of N is free
NUMBERS_PER_COLUMN = 15
NUMBERS_PER_FACE = 24
BALL_MAX = 75
SUBSETS = (3003, 3003, 1365, 3003, 3003)  # 15 choose 5, 15 choose 4
ORDERS = (120, 120, 24, 120, 120)  # 5!, 4!
SET_COUNT = 3003**4 * 1365  # 111,007,923,832,370,565 number sets
ARRANGEMENT_COUNT = 120**4 * 24  # 4,976,640,000 arrangements of each
FACE_NUMBER_COUNT = 10**7


@dataclass(frozen=True, slots=True)
class Face:
    """One arrangement of 24 numbers: five columns, top to bottom, N without its free space."""

    columns: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        """Raises: BadValueError, when this is no bingo face."""
        heights = tuple(len(column) for column in self.columns)
        if heights != COLUMN_HEIGHTS:
            raise BadValueError("The face's columns", heights, f"heights {COLUMN_HEIGHTS}")
        for place, column in enumerate(self.columns):
            low = place * NUMBERS_PER_COLUMN
            if len(set(column)) != len(column) or not all(
                low < number <= low + NUMBERS_PER_COLUMN for number in column
            ):
                expected = f"different numbers from {low + 1} to {low + NUMBERS_PER_COLUMN}"
                raise BadValueError(f"Column {COLUMN_NAMES[place]}", column, expected)

    @property
    def numbers(self) -> tuple[int, ...]:
        """All 24 numbers, column by column, top to bottom."""
        return tuple(number for column in self.columns for number in column)

    @classmethod
    def from_numbers(cls, numbers: bytes | tuple[int, ...]) -> Self:
        """The face from its 24 numbers, column by column, top to bottom.

        Raises: BadValueError, when this is no bingo face.
        """
        if len(numbers) != NUMBERS_PER_FACE:
            raise BadValueError("The count of numbers", len(numbers), f"{NUMBERS_PER_FACE}")
        columns, start = [], 0
        for height in COLUMN_HEIGHTS:
            columns.append(tuple(numbers[start : start + height]))
            start += height
        return cls(tuple(columns))


def unrank(set_index: int, arrangement: int) -> Face:
    """The face with this number set in this arrangement.

    >>> unrank(0, 0).columns[2]
    (31, 32, 33, 34)
    """
    if not 0 <= set_index < SET_COUNT:
        raise BadValueError("The set index", set_index, f"0 to {SET_COUNT - 1}")
    if not 0 <= arrangement < ARRANGEMENT_COUNT:
        raise BadValueError("The arrangement", arrangement, f"0 to {ARRANGEMENT_COUNT - 1}")
    columns: list[tuple[int, ...]] = []
    for place in (4, 3, 2, 1, 0):
        set_index, subset_rank = divmod(set_index, SUBSETS[place])
        arrangement, order_rank = divmod(arrangement, ORDERS[place])
        subset = column_subsets(COLUMN_HEIGHTS[place])[subset_rank]
        order = column_orders(COLUMN_HEIGHTS[place])[order_rank]
        columns.append(tuple(place * NUMBERS_PER_COLUMN + subset[which] + 1 for which in order))
    return Face(tuple(reversed(columns)))


def rank(face: Face) -> tuple[int, int]:
    """The face's set index and arrangement; `unrank` undoes it.

    >>> rank(unrank(41685551821222692, 1164191368))
    (41685551821222692, 1164191368)
    """
    set_index, arrangement = 0, 0
    for place, column in enumerate(face.columns):
        ordered = sorted(column)
        subset = tuple(number - place * NUMBERS_PER_COLUMN - 1 for number in ordered)
        order = tuple(ordered.index(number) for number in column)
        height = COLUMN_HEIGHTS[place]
        set_index = set_index * SUBSETS[place] + _subset_ranks(height)[subset]
        arrangement = arrangement * ORDERS[place] + _order_ranks(height)[order]
    return set_index, arrangement


@cache
def column_subsets(height: int) -> tuple[tuple[int, ...], ...]:
    """All subsets of fifteen places, in lexicographic order; places count from 0."""
    return tuple(combinations(range(NUMBERS_PER_COLUMN), height))


@cache
def column_orders(height: int) -> tuple[tuple[int, ...], ...]:
    """All orders of a column by Lehmer code: the top place is the most significant."""
    return tuple(permutations(range(height)))


@cache
def _subset_ranks(height: int) -> dict[tuple[int, ...], int]:
    return {subset: place for place, subset in enumerate(column_subsets(height))}


@cache
def _order_ranks(height: int) -> dict[tuple[int, ...], int]:
    return {order: place for place, order in enumerate(column_orders(height))}
