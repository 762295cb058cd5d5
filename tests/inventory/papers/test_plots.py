"""Pictures of the evening: sales minute by minute, winners against the exact odds."""

from dataclasses import replace

import pytest

from inventory.decisions.game.game_state import GameState
from inventory.entries.closing import OccasionEnded
from inventory.entries.game import OccasionOpened
from inventory.program.program import Game, GameKind, PrizeBasis, Section, Terms
from inventory.reports.figures.books import Books, Played
from inventory.reports.papers.plots import odds_plot, odds_plots, sales_plot, winning_calls


@pytest.mark.parametrize(
    ("calls", "one_in"), [(45, 6_831_227), (48, 799_399), (50, 212_085), (54, 18_378), (60, 715)]
)
def test_the_curve_is_the_table_of_the_odds(books: Books, calls: int, one_in: int) -> None:
    """rules.md section 6, one face in so many; 12 are in play."""
    (plot,) = odds_plots(books)
    assert dict(plot.lines[0].points)[calls] == pytest.approx(12 / one_in, rel=1e-3)


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
    assert winning_calls(twice.games[0]) == (48,)


def test_another_pattern_has_its_own_curve(books: Books) -> None:
    """A single line can be full after four balls; a full card cannot."""
    (played,) = books.games
    line = replace(played.play, game=replace(played.game, pattern="single line"))
    plot = odds_plot(Played(books, line))
    assert plot is not None
    assert plot.lines[0].points[0][0] == 4


def test_a_game_of_sections_or_without_cards_has_no_curve(books: Books) -> None:
    halves = (Section("first", "single line", 5000), Section("second", "coverall", 5000))
    terms = Terms(PrizeBasis.SECTIONS, sections=halves, pool_share=10_000)
    (played,) = books.games
    parted = replace(played.play, game=replace(played.game, terms=terms))
    assert odds_plot(Played(books, parted)) is None
    other = Game(2, "Regular", GameKind.ORDINARY, Terms(PrizeBasis.FIXED))
    assert odds_plot(Played(books, GameState(other))) is None


def test_sales_rise_to_what_was_sold_and_never_run_back(books: Books) -> None:
    red, blue = sales_plot(books).lines
    assert (red.points[-1][1], blue.points[-1][1]) == (9.0, 6.0)
    for line in (red, blue):
        assert line.points[0] == (0.0, 0.0)
        minutes = [minute for minute, _ in line.points]
        assert minutes == sorted(minutes)


def test_a_clock_set_back_makes_no_line_run_back(books: Books) -> None:
    moments = [replace(one, context=replace(one.context, moment=replace(
        one.context.moment, at=books.entries[-place].context.moment.at)))
        for place, one in enumerate(books.entries, start=1)]  # fmt: skip
    back = replace(books, report=replace(books.report, entries=tuple(moments)))
    for line in sales_plot(back).lines:
        minutes = [minute for minute, _ in line.points]
        assert minutes == sorted(minutes)


def test_the_sales_are_drawn_to_the_end_of_the_evening_and_not_to_its_filing(books: Books) -> None:
    """Of the fixture's evening the report was filed and the punched cards destroyed afterwards."""
    opened, ended = (
        next(one for one in books.entries if isinstance(one.kind, kind))
        for kind in (OccasionOpened, OccasionEnded)
    )
    assert ended.sequence < books.entries[-1].sequence
    passed = (ended.context.moment.at - opened.context.moment.at).total_seconds() / 60
    for line in sales_plot(books).lines:
        assert line.points[-1][0] == pytest.approx(passed, abs=0.01)
