"""Chances of all cards in play: by hand where one can, by all splits of the draw, by simulation."""

from fractions import Fraction
from itertools import product
from math import comb, prod

import numpy as np
import pytest
from numpy.typing import NDArray

from cardgen.errors import BadValueError
from inventory.odds.all_cards import chance_of_a_winner, first_winner, run_difference
from inventory.odds.one_card import chance_within
from inventory.program.patterns import Pattern, parsed_patterns, read_pattern

COVERALL = read_pattern("coverall")
ONE_SQUARE = parsed_patterns("pattern corner\n#....\n" + ".....\n" * 4)["corner"]


@pytest.mark.parametrize("name", ["coverall", "four corners", "single line"])
def test_one_card_has_the_chances_of_one_card(name: str) -> None:
    pattern = read_pattern(name)
    for calls in range(0, 76, 5):
        expected = float(chance_within(pattern, calls))
        assert chance_of_a_winner(pattern, 1, calls) == pytest.approx(expected, rel=1e-12)
    alone = first_winner(pattern, 1, 0)
    assert alone.several == 0
    assert alone.winners == pytest.approx(1)


def test_the_last_of_24_numbers_comes_after_72_96_balls_on_average() -> None:
    # The largest of 24 out of 75: 24 * 76 / 25.
    assert first_winner(COVERALL, 1, 0).expected_calls == pytest.approx(24 * 76 / 25)


@pytest.mark.parametrize("calls", [1, 10, 40, 74])
def test_two_cards_with_one_number_each_by_hand(calls: int) -> None:
    # Both hold the same of B's 15 numbers once in 15; else neither of two is among the balls.
    none = Fraction(1, 15) * Fraction(75 - calls, 75) + Fraction(14, 15) * Fraction(
        (75 - calls) * (74 - calls), 75 * 74
    )
    assert chance_of_a_winner(ONE_SQUARE, 2, calls) == pytest.approx(float(1 - none), rel=1e-12)


@pytest.mark.parametrize("pre_drawn", [0, 1, 20, 75])
def test_two_cards_win_together_on_one_number_or_on_the_pre_drawn_balls(pre_drawn: int) -> None:
    both_early = Fraction(pre_drawn * (pre_drawn - 1), 75 * 74)
    several = Fraction(1, 15) + Fraction(14, 15) * both_early
    first = first_winner(ONE_SQUARE, 2, pre_drawn)
    assert first.several == pytest.approx(float(several))
    assert first.winners == pytest.approx(float(1 + several))


def test_the_first_of_two_cards_with_one_number_comes_when_it_must() -> None:
    # The one place of 75 is 38 on average, the smaller of two 76 / 3.
    expected = Fraction(1, 15) * 38 + Fraction(14, 15) * Fraction(76, 3)
    assert first_winner(ONE_SQUARE, 2, 0).expected_calls == pytest.approx(float(expected))


@pytest.mark.parametrize(("cards", "calls"), [(300, 48), (3_000, 54), (20_000, 54), (300, 60)])
def test_the_coverall_over_every_split_of_the_draw(cards: int, calls: int) -> None:
    """One split after another, without the shortcuts: d balls in a column, C(d, 5) full columns."""
    total = 0.0
    for four in product(range(5, 16), repeat=4):
        in_n = calls - sum(four)
        if 4 <= in_n <= 15:
            ways = comb(15, in_n) * prod(comb(15, drawn) for drawn in four)
            sets = comb(in_n, 4) * prod(comb(drawn, 5) for drawn in four)
            total += ways / comb(75, calls) * (1 - (1 - sets / (3003**4 * 1365)) ** cards)
    assert chance_of_a_winner(COVERALL, cards, calls) == pytest.approx(total, rel=1e-6)


@pytest.mark.parametrize(("cards", "above"), [(300, 0.0009), (20_000, 0.0371)])
def test_taking_cards_as_independent_is_too_high_by_what_the_room_says(
    cards: int, above: float
) -> None:
    short = 1 - (1 - float(chance_within(COVERALL, 54))) ** cards
    assert short / chance_of_a_winner(COVERALL, cards, 54) - 1 == pytest.approx(above, rel=0.02)


def test_a_run_without_repetition_differs_by_less_than_a_repetition_is_likely() -> None:
    # Three cards: the second repeats the first, or the third one of two.
    sets = 3003**4 * 1365
    assert run_difference(3) == pytest.approx(1 / sets + 2 / sets)
    assert run_difference(300) == pytest.approx(4e-13, rel=0.02)
    assert run_difference(1) == 0


def test_the_first_winner_comes_once_and_with_at_least_one_card() -> None:
    for name, cards, pre_drawn in (("coverall", 300, 48), ("single line", 40, 0)):
        first = first_winner(read_pattern(name), cards, pre_drawn)
        chances = [first.on_call(calls) for calls in range(76)]
        assert sum(chances) == pytest.approx(1)
        assert min(chances) >= 0
        assert not any(chances[:pre_drawn])
        average = sum(calls * chance for calls, chance in enumerate(chances))
        assert first.expected_calls == pytest.approx(average)
        for calls in range(pre_drawn, 76, 3):
            by_then = chance_of_a_winner(read_pattern(name), cards, calls)
            assert first.within(calls) == pytest.approx(by_then, rel=1e-12)
        assert first.winners >= 1 + first.several
        assert first.within(pre_drawn - 1) == 0
        assert first.within(75) == pytest.approx(1)


def test_calls_for_a_share_is_the_first_count_that_reaches_it() -> None:
    first = first_winner(COVERALL, 300, 48)
    for share in (0.1, 0.5, 0.9):
        calls = first.calls_for(share)
        assert first.within(calls) >= share > first.within(calls - 1)
    assert first.calls_for(2) == 75


def test_all_balls_pre_drawn_is_a_game_that_all_cards_win() -> None:
    first = first_winner(COVERALL, 300, 75)
    assert (first.by_then, first.several, first.winners) == ((1.0,), 1.0, 300.0)


@pytest.mark.parametrize(("cards", "calls"), [(0, 50), (10**8, 50), (300, -1), (300, 76)])
def test_nonsense_is_refused(cards: int, calls: int) -> None:
    with pytest.raises(BadValueError):
        chance_of_a_winner(COVERALL, cards, calls)
    with pytest.raises(BadValueError):
        first_winner(COVERALL, cards, calls)


def dealt(generator: np.random.Generator, games: int, cards: int) -> NDArray[np.uint8]:
    """For each game, card and square: on which call its number comes; 0 for the free space."""
    balls = np.arange(1, 76, dtype=np.uint8)
    called = generator.permuted(np.tile(balls, (games, 1)), axis=1)
    faces = np.empty((games, cards, 25), dtype=np.uint8)
    for column in range(5):
        own = called[:, None, 15 * column : 15 * column + 15].repeat(cards, axis=1)
        faces[:, :, 5 * column : 5 * column + 5] = generator.permuted(own, axis=2)[:, :, :5]
    faces[:, :, 12] = 0
    return faces


def won_on(faces: NDArray[np.uint8], pattern: Pattern) -> NDArray[np.uint8]:
    """On which call each card has the pattern."""
    first = np.full(faces.shape[:2], 75, dtype=np.uint8)
    for mask in pattern.masks:
        squares = [square for square in range(25) if mask >> square & 1]
        np.minimum(first, faces[:, :, squares].max(axis=2), out=first)
    return first


@pytest.mark.parametrize(
    ("name", "pre_drawn"),
    [("coverall", 60), ("single line", 0), ("crazy kite", 12), ("postage stamp", 0)],
)
def test_real_faces_win_first_when_and_together_as_computed(name: str, pre_drawn: int) -> None:
    """6,000 games of 30 dealt faces on one draw: each figure within 5 standard errors."""
    games, cards = 6_000, 30
    faces = dealt(np.random.default_rng(20261201), games, cards)
    won = np.maximum(won_on(faces, read_pattern(name)), pre_drawn)
    first = won.min(axis=1)
    together = (won == first[:, None]).sum(axis=1)
    computed = first_winner(read_pattern(name), cards, pre_drawn)
    middle = computed.calls_for(0.5)
    for seen, expected in (
        (first, computed.expected_calls),
        (first <= middle, computed.within(middle)),
        (together, computed.winners),
        (together > 1, computed.several),
    ):
        error = float(np.std(seen)) / games**0.5
        assert abs(float(np.mean(seen)) - expected) <= 5 * error
