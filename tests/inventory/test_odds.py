"""Chances of one card: the handbook's table, published tables, arithmetic by hand, a simulation."""

from collections.abc import Iterator
from fractions import Fraction
from functools import reduce
from itertools import combinations
from math import comb
from operator import or_

import numpy as np
import pytest
from numpy.typing import NDArray

from cardgen.errors import BadValueError
from inventory.odds.one_card import CARDS_MAX, chance_within, expected_winners, winning_ways
from inventory.program.patterns import FREE, parsed_patterns, pattern_names, read_pattern

COVERALL = read_pattern("coverall")

# rules.md section 6, as given: one in so many, winners per 6,000 and per 9,000 faces.
TABLE = [
    (45, 6_831_227, "0.0009", "0.0013"),
    (48, 799_399, "0.0075", "0.0113"),
    (50, 212_085, "0.028", "0.042"),
    (52, 60_459, "0.099", "0.149"),
    (54, 18_378, "0.33", "0.49"),
    (56, 5_919, "1.01", "1.52"),
    (60, 715, "8.4", "12.6"),
]

# Wizard of Odds, "Probability in Bingo II": the chance of winning on exactly that call.
PUBLISHED = {
    "single line": {4: 0.00000329, 5: 0.00001363, 10: 0.00033478, 15: 0.0016552, 19: 0.00403869},
    "two lines": {9: 0.00000001, 12: 0.00000062, 16: 0.00001267, 18: 0.0000391},
    "three lines": {15: 0.00000001, 16: 0.00000003, 17: 0.0000001, 18: 0.00000024},
    "hard-way bingo": {4: 0, 5: 0.00000046, 10: 0.0000584, 15: 0.00046357, 18: 0.00109972},
    "double hard-way bingo": {11: 0.00000001, 15: 0.00000041, 18: 0.00000344},
    "six-pack": {4: 0, 5: 0.0000007, 10: 0.00009342, 15: 0.00075467, 18: 0.00177471},
    "block of nine": {8: 0, 10: 0.00000002, 12: 0.00000018, 15: 0.00000183, 18: 0.00001033},
}


@pytest.mark.parametrize(("calls", "one_in", "per_6000", "per_9000"), TABLE)
def test_the_coverall_has_the_chances_of_the_table(
    calls: int, one_in: int, per_6000: str, per_9000: str
) -> None:
    assert round(1 / chance_within(COVERALL, calls)) == one_in
    for cards, told in ((6000, per_6000), (9000, per_9000)):
        decimals = len(told.partition(".")[2])
        assert f"{float(expected_winners(COVERALL, cards, calls)):.{decimals}f}" == told


def test_the_coverall_is_the_formula_for_every_count_of_balls() -> None:
    for calls in range(76):
        assert chance_within(COVERALL, calls) == Fraction(comb(calls, 24), comb(75, 24))


@pytest.mark.parametrize(
    ("name", "needed"), [("four corners", 4), ("letter x", 8), ("large picture frame", 16)]
)
def test_one_shape_of_n_numbers_is_the_formula(name: str, needed: int) -> None:
    for calls in range(76):
        expected = Fraction(comb(75 - needed, max(calls - needed, 0)), comb(75, calls))
        assert chance_within(read_pattern(name), calls) == expected * (calls >= needed)


@pytest.mark.parametrize("name", ["single line", "postage stamp", "crazy kite", "block of nine"])
def test_several_shapes_are_what_inclusion_and_exclusion_gives(name: str) -> None:
    masks = [mask & ~FREE for mask in read_pattern(name).masks]
    signed = [0] * 25  # unions of an odd count of shapes, less those of an even one
    for count in range(1, len(masks) + 1):
        for chosen in combinations(masks, count):
            signed[reduce(or_, chosen).bit_count()] += (-1) ** (count + 1)
    for calls in range(76):
        expected = sum(
            (
                Fraction(times * comb(75 - size, calls - size), comb(75, calls))
                for size, times in enumerate(signed)
                if size <= calls
            ),
            Fraction(0),
        )
        assert chance_within(read_pattern(name), calls) == expected


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_chances_are_those_of_a_published_table(name: str) -> None:
    pattern = read_pattern(name)
    for calls, published in PUBLISHED[name].items():
        on_this_call = chance_within(pattern, calls) - chance_within(pattern, calls - 1)
        assert abs(float(on_this_call) - published) <= 5.0001e-9


def test_winning_ways_by_hand() -> None:
    # Four corners: the four themselves, and any of the other 20 numbers with them.
    assert winning_ways(read_pattern("four corners")) == tuple(
        comb(20, covered - 4) if covered >= 4 else 0 for covered in range(25)
    )
    # A line of four numbers goes through the middle: a row, a column, two diagonals.
    assert winning_ways(read_pattern("single line"))[:6] == (0, 0, 0, 0, 4, 4 * 20 + 8)


def test_more_balls_never_lower_a_chance_and_all_balls_win() -> None:
    for name in pattern_names()[::6]:
        chances = [chance_within(read_pattern(name), calls) for calls in range(76)]
        assert chances == sorted(chances)
        assert chances[0] == 0
        assert chances[75] == 1


def test_a_pattern_of_very_many_shapes_is_exact_too() -> None:
    text = "pattern any six\nany 2 of these\nanywhere\n###..\n" + "\n".join(["....."] * 4)
    pattern = parsed_patterns(text)["any six"]
    assert len(pattern.masks) == 15 * 14 // 2
    # Three numbers: four in the middle row, left or right. Four: these and any one more of the 21
    # others, the whole row counted once, or four in one of the other four rows, left or right.
    assert winning_ways(pattern)[:5] == (0, 0, 0, 2, 2 * 21 - 1 + 4 * 2)


def test_averages_add_up() -> None:
    assert expected_winners(COVERALL, 799_399, 48) == 799_399 * Fraction(comb(48, 24), comb(75, 24))


@pytest.mark.parametrize("calls", [-1, 76, 10**30])
def test_there_are_75_balls(calls: int) -> None:
    with pytest.raises(BadValueError, match="0 to 75"):
        chance_within(COVERALL, calls)


@pytest.mark.parametrize("cards", [0, -5, CARDS_MAX + 1])
def test_there_is_a_card_and_no_more_than_there_are_faces(cards: int) -> None:
    with pytest.raises(BadValueError, match="1 to 10,000,000"):
        expected_winners(COVERALL, cards, 50)


def dealt_and_drawn(
    generator: np.random.Generator, draws: int, cards: int
) -> Iterator[NDArray[np.uint8]]:
    """For each column: when each number of each card is called, 1 to 75, card by card and draw."""
    called = generator.permuted(np.tile(np.arange(1, 76, dtype=np.uint8), (draws, 1)), axis=1)
    start = np.arange(draws, dtype=np.int32)[:, None] * 75
    for column, height in enumerate((5, 5, 4, 5, 5)):
        subsets = np.array(list(combinations(range(15), height)), dtype=np.int32)
        chosen = subsets[generator.integers(0, len(subsets), (draws, cards))]
        yield called.ravel()[chosen + (start + 15 * column)[:, :, None]]


def test_ten_million_dealt_cards_are_full_as_often_as_computed() -> None:
    """100 cards dealt for each of 100,000 draws: within 5 standard errors after every ball.

    Cards that share a draw are not independent, so the error is taken over the draws. Where fewer
    than 100 of all cards are full it is the Poisson error of the expected count, at least 1.
    """
    draws, cards, portion = 100_000, 100, 2_000
    generator = np.random.default_rng(20261130)
    full = np.zeros((draws, 76), dtype=np.uint8)  # how many of a draw's cards are full by then
    for begin in range(0, draws, portion):
        last = np.zeros((portion, cards), dtype=np.uint8)
        for called in dealt_and_drawn(generator, portion, cards):
            np.maximum(last, called.max(axis=2), out=last)
        at = np.arange(portion, dtype=np.int64)[:, None] * 76 + last
        on_call = np.bincount(at.ravel(), minlength=portion * 76).reshape(portion, 76)
        full[begin : begin + portion] = on_call.cumsum(axis=1)
    for calls in range(24, 76):
        expected = float(draws * cards * chance_within(COVERALL, calls))
        counted = int(full[:, calls].sum(dtype=np.int64))
        by_draws = float(full[:, calls].std(dtype=np.float64)) * draws**0.5
        error = max(1.0, by_draws if expected >= 100 else expected**0.5)
        assert abs(counted - expected) <= 5 * error, calls
    assert int(full[:, 54].sum(dtype=np.int64)) > 400  # it did count: 544 are expected
