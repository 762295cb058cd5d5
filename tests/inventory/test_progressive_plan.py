"""The plan of a progressive: terms that cannot be are refused, chances multiply, sums by hand."""

from math import comb

import pytest

from cardgen.errors import BadValueError
from inventory.odds.progressive_plan import OCCASIONS_MAX, Terms, planned
from inventory.program.patterns import parsed_patterns, read_pattern

ONE_SQUARE = parsed_patterns("pattern corner\n#....\n" + ".....\n" * 4)["corner"]


def test_calls_and_prize_grow_by_the_occasion() -> None:
    plan = planned(
        read_pattern("coverall"), Terms((300, 320, 280), 50, 2, 50_000, 12_550, goes_on=True)
    )
    told = [(each.number, each.cards, each.calls, each.prize_cents) for each in plan.occasions]
    assert told == [(1, 300, 50, 50_000), (2, 320, 52, 62_550), (3, 280, 54, 75_100)]
    assert plan.liability_cents == 75_100


def test_the_chances_of_three_occasions_by_hand() -> None:
    # One card that needs one number wins within 15, 30 and 45 balls with 1/5, 2/5 and 3/5.
    plan = planned(ONE_SQUARE, Terms((1, 1, 1), 15, 15, 10_000, 5_000, goes_on=True))
    assert [each.hit for each in plan.occasions] == pytest.approx([0.2, 0.4, 0.6])
    assert [each.reached for each in plan.occasions] == pytest.approx([1, 0.8, 0.48])
    assert [each.won_here for each in plan.occasions] == pytest.approx([0.2, 0.32, 0.288])
    assert [each.won_by_now for each in plan.occasions] == pytest.approx([0.2, 0.52, 0.808])
    assert plan.won == pytest.approx(0.808)
    assert plan.expected_occasion == pytest.approx((0.2 + 2 * 0.32 + 3 * 0.288) / 0.808)
    assert plan.expected_occasions_held == pytest.approx(1 + 0.8 + 0.48)
    assert plan.payout_cents == pytest.approx(0.2 * 10_000 + 0.32 * 15_000 + 0.288 * 20_000)


def test_at_the_last_occasion_it_is_won_whatever_the_calls() -> None:
    """13:47-7.32(a), 7.34: what is not won with 1/5 and 2/5 before, 0.8 x 0.6 = 0.48, is won then.

    Paid in all: 0.2 x $100 + 0.8 x 0.4 x $150 + 0.48 x $200 = $20 + $48 + $96 = $164.
    """
    plan = planned(ONE_SQUARE, Terms((1, 1, 1), 15, 15, 10_000, 5_000))
    assert [each.calls for each in plan.occasions] == [15, 30, 75]
    assert [each.won_here for each in plan.occasions] == pytest.approx([0.2, 0.32, 0.48])
    assert plan.won == pytest.approx(1)
    assert plan.payout_cents == pytest.approx(16_400)
    first = planned(ONE_SQUARE, Terms((1, 1, 1), 15, 15, 10_000, 5_000, goes_on=True))
    assert first.payout_cents == pytest.approx(12_560), "0.288 x $200 and not 0.48 x $200 at last"


def test_one_card_alone_at_50_calls_is_the_formula() -> None:
    plan = planned(read_pattern("coverall"), Terms((1,), 50, 0, 100, 0, goes_on=True))
    assert plan.won == pytest.approx(comb(50, 24) / comb(75, 24), rel=1e-12)


def test_a_prize_that_cannot_be_won_has_no_expected_occasion() -> None:
    plan = planned(read_pattern("coverall"), Terms((300, 300), 20, 0, 100, 0, goes_on=True))
    assert (plan.won, plan.expected_occasion, plan.payout_cents) == (0, None, 0)


def test_a_prize_that_is_won_at_once_is_not_carried_on() -> None:
    plan = planned(read_pattern("coverall"), Terms((300, 300), 75, 0, 100, 50))
    assert [each.won_here for each in plan.occasions] == [1, 0]
    assert (plan.expected_occasion, plan.payout_cents, plan.liability_cents) == (1, 100, 150)


@pytest.mark.parametrize(
    ("terms", "why"),
    [
        (((), 50, 0, 0, 0), "occasions is 0"),
        (((300,) * (OCCASIONS_MAX + 1), 50, 0, 0, 0), "1 to 520"),
        (((300, 0), 50, 0, 0, 0), "cards is 0"),
        (((300,), 76, 0, 0, 0), "calls is 76"),
        (((300,), 50, -1, 0, 0), "growth of the calls is -1"),
        (((300,) * 10, 70, 1, 0, 0), "calls of occasion 10 is 79: expected at most 75"),
        (((300,), 50, 0, -1, 0), "The prize is '-$0.01'"),
        (((300,), 50, 0, 0, -1), "growth of the prize is '-$0.01'"),
        (((300, 300), 50, 0, 0, 10**13), "prize of occasion 2"),
    ],
)
def test_terms_that_cannot_be_played_are_refused(
    terms: tuple[tuple[int, ...], int, int, int, int], why: str
) -> None:
    with pytest.raises(BadValueError) as told:
        Terms(*terms)
    assert why in str(told.value)
