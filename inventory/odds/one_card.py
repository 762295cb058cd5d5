"""Chances of one card, exactly: how likely a pattern is complete after so many balls.

Whichever 24 numbers stand on a card, the balls cover any j of them equally often. So it is enough
to count in how many of the 2^24 ways to cover a card the pattern is complete. For a pattern of one
shape with n numbers this is C(75 - n, k - n) / C(75, k) after k balls, for the coverall
C(k, 24) / C(75, 24); for several shapes it is what inclusion and exclusion would give, at the
same cost for two shapes as for two thousand. Nothing here is simulated or rounded.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from types import MappingProxyType

from cardgen.errors import BadValueError
from cardgen.face import BALL_MAX, COLUMN_HEIGHTS, NUMBERS_PER_FACE
from inventory.program.patterns import FREE_SQUARE, Pattern

CARDS_MAX = 10**7  # as many as there are face numbers
Profile = tuple[int, ...]  # how many squares are covered in each column

# The cells of a card are its 24 numbers in face order: B and I, N, then G and O.
_LOW_COLUMNS, _HIGH_COLUMNS = COLUMN_HEIGHTS[:3], COLUMN_HEIGHTS[3:]
_LOW_CELLS = sum(_LOW_COLUMNS)
_BLOCK_BYTES = (1 << _LOW_CELLS) // 8


def chance_within(pattern: Pattern, calls: int) -> Fraction:
    """The chance that a given card has the pattern after that many balls.

    >>> from inventory.program.patterns import read_pattern
    >>> round(1 / chance_within(read_pattern("coverall"), 54))
    18378
    """
    check_calls("The count of calls", calls)
    return Fraction(
        sum(
            ways * comb(BALL_MAX - NUMBERS_PER_FACE, calls - covered)
            for covered, ways in enumerate(winning_ways(pattern))
            if covered <= calls
        ),
        comb(BALL_MAX, calls),
    )


def expected_winners(pattern: Pattern, cards: int, calls: int) -> Fraction:
    """How many of the cards have the pattern after that many balls, on average.

    It holds whatever the cards have in common: averages add up.
    """
    check_card_count(cards)
    return cards * chance_within(pattern, calls)


@cache
def winning_ways(pattern: Pattern) -> tuple[int, ...]:
    """For j = 0 to 24: how many ways to cover j numbers of the card complete the pattern."""
    ways = [0] * (NUMBERS_PER_FACE + 1)
    for profile, count in winning_profiles(pattern).items():
        ways[sum(profile)] += count
    return tuple(ways)


@cache
def winning_profiles(pattern: Pattern) -> Mapping[Profile, int]:
    """The same by column: for each count of covered squares in B, I, N, G, O, the winning ways."""
    low = tuple(_profiled(_LOW_COLUMNS))
    high_of = {cells: profile for profile, ways in _profiled(_HIGH_COLUMNS) for cells in _set(ways)}
    table = _winning_table(pattern).to_bytes(_BLOCK_BYTES << sum(_HIGH_COLUMNS), "little")
    found: dict[Profile, int] = {}
    for cells, high_profile in high_of.items():
        block = int.from_bytes(table[cells * _BLOCK_BYTES : (cells + 1) * _BLOCK_BYTES], "little")
        for low_profile, members in low if block else ():
            count = (block & members).bit_count()
            if count:
                profile = low_profile + high_profile
                found[profile] = found.get(profile, 0) + count
    return MappingProxyType(found)


def check_calls(what: str, calls: int) -> None:
    """That many balls can be drawn. Raises: BadValueError."""
    if not 0 <= calls <= BALL_MAX:
        raise BadValueError(what, calls, f"0 to {BALL_MAX}, as there are {BALL_MAX} balls")


def check_card_count(cards: int) -> None:
    """That many cards can be in play. Raises: BadValueError."""
    if not 1 <= cards <= CARDS_MAX:
        raise BadValueError("The count of cards", cards, f"1 to {CARDS_MAX:,}")


def _winning_table(pattern: Pattern) -> int:
    """One bit for each of the 2^24 sets of covered cells: set when it completes the pattern."""
    table = 0
    for mask in pattern.masks:
        table |= 1 << _cells(mask)
    # What wins goes on winning with one more square covered, cell by cell.
    for cell in range(NUMBERS_PER_FACE):
        table |= (table & _sets_without(cell)) << (1 << cell)
    return table


def _cells(mask: int) -> int:
    """The squares of a mask without the free space, as 24 bits in face order."""
    below = mask & ((1 << FREE_SQUARE) - 1)
    return below | mask >> FREE_SQUARE + 1 << FREE_SQUARE


def _sets_without(cell: int) -> int:
    """One bit for each set of cells: set when this cell is not in it."""
    width = 1 << cell
    table = (1 << width) - 1
    width *= 2
    while width < 1 << NUMBERS_PER_FACE:
        table |= table << width
        width *= 2
    return table


def _profiled(heights: tuple[int, ...]) -> Iterator[tuple[Profile, int]]:
    """Each profile of these columns, with one bit for each set of their cells that has it."""
    for profile in product(*(range(height + 1) for height in heights)):
        members, width = 1, 1
        for height, count in zip(heights, profile, strict=True):
            column = [cells for cells in range(1 << height) if cells.bit_count() == count]
            members = sum(members << cells * width for cells in column)
            width <<= height
        yield profile, members


def _set(bits: int) -> Iterator[int]:
    """The places of the bits that are set."""
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1
