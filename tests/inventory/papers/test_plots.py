"""Pictures of the evening: sales minute by minute, winners against the exact odds."""

from dataclasses import replace

import pytest

from inventory.program import Game, GameKind, PrizeBasis, Terms
from inventory.reports.books import Books, Played, games_of
from inventory.reports.papers.plots import (
    expected_winners,
    odds_plot,
    odds_plots,
    sales_plot,
    winning_calls,
)


@pytest.mark.parametrize(
    ("faces", "calls", "expected"),
    [(9000, 48, 0.0113), (9000, 50, 0.042), (6000, 54, 0.33), (6000, 56, 1.01), (9000, 60, 12.6)],
)
def test_the_curve_is_the_table_of_the_odds(faces: int, calls: int, expected: float) -> None:
    """rules.md section 6: early winners per 6,000 and per 9,000 faces."""
    assert expected_winners(faces, calls) == pytest.approx(expected, rel=0.02)


def test_after_all_balls_every_face_is_full() -> None:
    assert expected_winners(777, 75) == 777
    assert expected_winners(777, 23) == 0


def test_a_winner_is_marked_at_his_calls(books: Books) -> None:
    """Red 5 won on the 48 pre-drawn balls; 9 + 6 cards were sold, 3 of them surrendered."""
    (plot,) = odds_plots(books)
    assert "12 faces" in plot.x_name
    curve, winners = plot.lines
    assert winners.points == ((48.0, 1.0),)
    assert winners.is_dots
    assert dict(curve.points)[60] == pytest.approx(12 / 715, rel=0.01)
    assert curve.points == tuple(sorted(curve.points))
    assert curve.points[-1][1] >= 4, "as far as the fourth winner is due"


def test_a_claim_judged_twice_is_one_winner(books: Books) -> None:
    twice = replace(books, report=replace(books.report, entries=books.entries * 2))
    assert winning_calls(twice, games_of(books.evening)[0]) == (48,)


def test_a_game_by_another_pattern_or_without_cards_has_no_odds(books: Books) -> None:
    (played,) = games_of(books.evening)
    line = replace(played.game, pattern="line")
    assert odds_plot(books, replace(played, game=line)) is None
    other = Game(2, "Regular", GameKind.ORDINARY, Terms(PrizeBasis.FIXED))
    assert odds_plot(books, Played(other, (), (), ())) is None


def test_sales_rise_to_what_was_sold_and_never_run_back(books: Books) -> None:
    red, blue = sales_plot(books).lines
    assert (red.points[-1][1], blue.points[-1][1]) == (9.0, 6.0)
    for line in (red, blue):
        assert line.points[0] == (0.0, 0.0)
        minutes = [minute for minute, _ in line.points]
        assert minutes == sorted(minutes)


def test_a_clock_set_back_makes_no_line_run_back(books: Books) -> None:
    moments = [replace(one, act=replace(one.act, moment=replace(
        one.act.moment, at=books.entries[-place].act.moment.at)))
        for place, one in enumerate(books.entries, start=1)]  # fmt: skip
    back = replace(books, report=replace(books.report, entries=tuple(moments)))
    for line in sales_plot(back).lines:
        minutes = [minute for minute, _ in line.points]
        assert minutes == sorted(minutes)
