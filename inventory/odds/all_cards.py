"""Chances of all cards in play: the first winner, when, and whether it is one or several.

Each card has its own numbers, but all play on the same balls, and balls that fall evenly over
B, I, N, G, O help every card at once. Given how many balls fell into each column, cards dealt at
random win independently of each other; so every figure is worked out for each such split and
averaged over all of them with its exact chance. The shorter 1 - (1 - p)^cards, which takes cards
as independent outright, is a little too high: for the coverall after 54 balls by 0.1 % of itself
with 300 cards and by 4 % with 20,000.

The cards of one run hold different number sets, whereas here two cards may be dealt the same one.
Deal with repetition and look whether any set came twice: if none did, the deal is one of a run. So
no chance in this room differs by more than the chance of a repetition, which for m cards is below
m(m - 1) / 2 / 111,007,923,832,370,565 (`run_difference`): 4e-13 for 300 cards, 5e-10 for 10,000.

Splits are counted in whole numbers; what is averaged over them is in double precision.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import comb, exp, expm1, fsum, lcm, log1p
from operator import add, mul
from typing import NamedTuple

from cardgen.face import BALL_MAX, COLUMN_HEIGHTS, NUMBERS_PER_COLUMN, SET_COUNT
from inventory.odds.one_card import (
    check_calls,
    check_card_count,
    expected_winners,
    winning_profiles,
)
from inventory.program.patterns import Pattern

# The order in which columns are filled: like ones together, so that splits that promise the same
# are met early and counted as one.
_ORDER = (0, 4, 1, 3, 2)
_SCALE = lcm(*(comb(NUMBERS_PER_COLUMN, drawn) for drawn in range(NUMBERS_PER_COLUMN + 1)))
_WHOLE = _SCALE ** len(_ORDER)
_LEFT_MIN = 1e-15  # less than that is lost in rounding


@dataclass(frozen=True, slots=True)
class FirstWinner:
    """When the first card wins, and how many win with it.

    Winners on the pre-drawn balls win together, whatever ball completed them.
    """

    pre_drawn: int
    by_then: tuple[float, ...]  # that a card has won: on the pre-drawn balls, then call by call
    several: float  # the chance that two or more cards win first, together
    winners: float  # how many win first, on average

    @property
    def expected_calls(self) -> float:
        """After how many balls the first card wins, on average."""
        return self.pre_drawn + fsum(1 - chance for chance in self.by_then)

    def within(self, calls: int) -> float:
        """The chance that a card has won after that many balls."""
        return self.by_then[calls - self.pre_drawn] if calls >= self.pre_drawn else 0.0

    def on_call(self, calls: int) -> float:
        """The chance that the first card wins on that call."""
        return max(0.0, self.within(calls) - self.within(calls - 1))

    def calls_for(self, share: float) -> int:
        """After how many balls a card has won in at least this share of all games."""
        told = enumerate(self.by_then, self.pre_drawn)
        return next((calls for calls, chance in told if chance >= share), BALL_MAX)


class _Split(NamedTuple):
    """One way the balls fell over the columns, and a card's chances under it."""

    weight: float  # the chance of this split
    wins: float  # that a given card has the pattern
    fresh: float  # that it has it by the last ball
    coming: float  # that it gets it by the next ball


def chance_of_a_winner(pattern: Pattern, cards: int, calls: int) -> float:
    """The chance that at least one of the cards has the pattern after that many balls.

    >>> from inventory.program.patterns import read_pattern
    >>> f"{chance_of_a_winner(read_pattern('coverall'), 300, 54):.5f}"
    '0.01618'
    """
    check_card_count(cards)
    check_calls("The count of calls", calls)
    return fsum(split.weight * _any_of(split.wins, cards) for split in _splits(pattern, calls))


def first_winner(pattern: Pattern, cards: int, pre_drawn: int) -> FirstWinner:
    """The first winner of a game whose calls go on until somebody wins."""
    check_card_count(cards)
    check_calls("The count of pre-drawn balls", pre_drawn)
    by_then: list[float] = []
    alone, winners = 0.0, float(expected_winners(pattern, cards, pre_drawn))
    for calls in range(pre_drawn, BALL_MAX + 1):
        hits, ones, joining = [], [], []
        for weight, wins, fresh, coming in _splits(pattern, calls):
            # The others have nothing yet; this card may be any of them all.
            others = weight * cards * _none_of(wins, cards - 1)
            hits.append(weight * _any_of(wins, cards))
            ones.append(others * (wins if calls == pre_drawn else fresh))
            joining.append(others * coming)
        by_then.append(fsum(hits))
        alone += fsum(ones)
        winners += fsum(joining)
        if 1 - by_then[-1] < _LEFT_MIN:
            break
    sure = (1.0,) * (BALL_MAX + 1 - pre_drawn - len(by_then))
    several = 0.0 if cards == 1 else max(0.0, 1 - alone)
    return FirstWinner(pre_drawn, (*by_then, *sure), several, winners)


def run_difference(cards: int) -> float:
    """By how much a chance can differ at most because a run deals no number set twice."""
    return comb(cards, 2) / SET_COUNT


def _none_of(chance: float, cards: int) -> float:
    if chance >= 1:
        return float(cards == 0)
    return exp(cards * log1p(-chance))


def _any_of(chance: float, cards: int) -> float:
    if chance >= 1:
        return 1.0
    return -expm1(cards * log1p(-chance))


class _Promise(NamedTuple):
    """Some columns filled: the balls in them, and what that leaves to hope for, by profile.

    `now` weighs the winning profiles of the columns to come; `later` and `before` do so for one
    ball more and one ball less in a filled column. All are in parts of _SCALE for each of these.
    """

    balls: int
    now: tuple[int, ...]
    later: tuple[int, ...]
    before: tuple[int, ...]


def _splits(pattern: Pattern, calls: int) -> Iterator[_Split]:
    """Every way so many balls can have fallen; ways that promise the same are one."""
    everything = comb(BALL_MAX, calls)
    left = BALL_MAX - calls
    for (balls, now, later, before), ways in _four_columns(pattern).items():
        drawn = calls - balls
        if not 0 <= drawn <= NUMBERS_PER_COLUMN:
            continue
        weights, one_more, one_less = _weights(COLUMN_HEIGHTS[_ORDER[-1]])[drawn]
        wins = sum(map(mul, weights, now))
        coming = sum(map(mul, weights, later)) + sum(map(mul, one_more, now)) - wins * left
        fresh = wins * calls - sum(map(mul, weights, before)) - sum(map(mul, one_less, now))
        yield _Split(
            ways * comb(NUMBERS_PER_COLUMN, drawn) / everything,
            wins / _WHOLE,
            fresh / (_WHOLE * calls) if calls else 0.0,
            coming / (_WHOLE * left) if left else 0.0,
        )


@cache
def _four_columns(pattern: Pattern) -> dict[_Promise, int]:
    """All columns but the last filled in every way, and in how many ways each promise is met."""
    profiles = winning_profiles(pattern)
    heights = [range(COLUMN_HEIGHTS[column] + 1) for column in _ORDER]
    places = [_ORDER.index(column) for column in range(len(_ORDER))]
    now = tuple(
        profiles.get(tuple(filled[place] for place in places), 0) for filled in product(*heights)
    )
    none = (0,) * len(now)
    promises = {_Promise(0, now, none, none): 1}
    for column in _ORDER[:-1]:
        wider: dict[_Promise, int] = {}
        for promise, ways in promises.items():
            for drawn in range(NUMBERS_PER_COLUMN + 1):
                filled = _filled(promise, column, drawn)
                more = ways * comb(NUMBERS_PER_COLUMN, drawn)
                wider[filled] = wider.get(filled, 0) + more
        promises = wider
    return promises


def _filled(promise: _Promise, column: int, drawn: int) -> _Promise:
    """The promise once so many balls are drawn in the column."""
    balls, now, later, before = promise
    weights, one_more, one_less = _weights(COLUMN_HEIGHTS[column])[drawn]
    return _Promise(
        balls + drawn,
        _contracted(now, weights),
        tuple(map(add, _contracted(later, weights), _contracted(now, one_more))),
        tuple(map(add, _contracted(before, weights), _contracted(now, one_less))),
    )


def _contracted(values: tuple[int, ...], weights: tuple[int, ...]) -> tuple[int, ...]:
    """The values without their first column: summed over its covered squares, each weighed."""
    rest = len(values) // len(weights)
    rows = [values[start : start + rest] for start in range(0, len(values), rest)]
    return tuple(sum(map(mul, weights, row)) for row in zip(*rows, strict=True))


class _Weights(NamedTuple):
    """For j covered squares of a column: what weighs the values of that j, in parts of _SCALE."""

    now: tuple[int, ...]  # the chance that j given squares are covered and no other
    one_more: tuple[int, ...]  # the same with one ball more, for each ball that is left
    one_less: tuple[int, ...]  # the same with one ball less, for each ball that is drawn


@cache
def _weights(height: int) -> tuple[_Weights, ...]:
    """The weights after 0 to 15 balls in a column of that height."""
    none = (0,) * (height + 1)
    chances = [_coverings(height, drawn) for drawn in range(NUMBERS_PER_COLUMN + 1)]
    neighbors = zip([none, *chances[:-1]], chances, [*chances[1:], none], strict=True)
    return tuple(
        _Weights(
            now,
            tuple((NUMBERS_PER_COLUMN - drawn) * chance for chance in later),
            tuple(drawn * chance for chance in before),
        )
        for drawn, (before, now, later) in enumerate(neighbors)
    )


def _coverings(height: int, drawn: int) -> tuple[int, ...]:
    ways = comb(NUMBERS_PER_COLUMN, drawn)
    others = NUMBERS_PER_COLUMN - height
    return tuple(
        _SCALE * comb(others, drawn - covered) // ways if covered <= drawn else 0
        for covered in range(height + 1)
    )
