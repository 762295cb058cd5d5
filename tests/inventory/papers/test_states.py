"""Evenings of several games, as New Jersey and New Mexico want them recorded."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from inventory.clock import Moment
from inventory.commands.game import CompleteGame, NameCrew
from inventory.commands.progressive import StartProgressive
from inventory.desk.hall import Hall
from inventory.desk.papers.papers import read_books
from inventory.entries.entry import Context
from inventory.entries.game import CrewNamed, GivenPrize, OccasionOpened
from inventory.entries.progressive import ProgressionStarted
from inventory.paper import Paper, Table, Words
from inventory.program.program import Game, GameKind, PrizeBasis, Program, Terms
from inventory.reports.figures.books import Books
from inventory.reports.papers.catalog import papers_of
from inventory.reports.papers.new_jersey import new_jersey_paper
from inventory.reports.papers.new_mexico import new_mexico_paper
from inventory.reports.papers.occasion import occasion_paper
from inventory.rules.profile import Override
from tests.inventory.delivery_builder import RED, Built
from tests.inventory.kit import START, Kit, answers, ok
from tests.inventory.papers.conftest import utc
from tests.inventory.scanned import stock

JACKPOT = "Monday jackpot"
WARM_UP = Game(1, "Warm-up", GameKind.ORDINARY, Terms(PrizeBasis.FIXED, 5000))
Played = Callable[[str, Game], Books]


@pytest.fixture
def played(built: Built, tmp_path: Path) -> Played:
    """An evening: a warm-up on the hall's own cards, then a game that red 2 of four wins."""

    def play(profile: str, last: Game) -> Books:
        context = Context("d" * 32, "1", "Ann", "", Moment(START, 0, "boot-1"))
        found = replace(answers(), profile=profile)
        kit = Kit(Hall.found(tmp_path / profile, found, context, "0011aabb"), built)
        ok(kit.receive())
        ok(stock.issue(kit.hall, kit.context(), ("000123:1-20",), "1"))
        if last.is_progressive:
            ok(kit.run(StartProgressive(_jackpot())))
        opened = OccasionOpened(Program("Monday", "2026-11-30", (WARM_UP, last)), 5000)
        ok(kit.open_against_the_rules(opened))
        ok(kit.start())
        ok(kit.run(CompleteGame((GivenPrize("Table 9", 5000),))))
        ok(kit.sell(1, 2, 3, 4))
        _win(kit)
        books = read_books(kit.hall, 0, date(2026, 12, 1), utc)
        kit.hall.close()
        assert isinstance(books, Books)
        return books

    return play


def _jackpot() -> ProgressionStarted:
    return ProgressionStarted(
        name=JACKPOT,
        prize_cents=50000,
        growth_cents=10000,
        growth_share=0,
        calls=50,
        calls_growth=1,
        dates=("2026-11-30", "2026-12-07"),
        license_expires="2027-06-30",
        account="Bingo account, First Bank",
    )


def _win(kit: Kit) -> None:
    """Red 2 is full at the 50th call."""
    card = kit.built.red(2)
    others = [ball for ball in range(1, 76) if ball not in card.numbers]
    ok(kit.close())
    ok(kit.start())
    ok(kit.call(*others[:26], *card.numbers))
    ok(kit.hold())
    ok(kit.rack())
    ok(kit.run(NameCrew(CrewNamed("", "", ("Cal",)))))
    ok(kit.claim(card))
    ok(kit.close_round())
    ok(kit.pay_by(card.outside, "Mary K.", "check", "12 Elm St.", "W-2G 7"))


def table(paper: Paper, name: str) -> Table:
    (found,) = (one for one in paper.blocks if isinstance(one, Table) and one.name == name)
    return found


def words(paper: Paper) -> str:
    return " ".join(block.text for block in paper.blocks if isinstance(block, Words))


def jackpot_game() -> Game:
    terms = Terms(PrizeBasis.PROGRESSIVE, progression=JACKPOT)
    return Game(2, "Jackpot", GameKind.PROGRESSIVE, terms, (RED,), calls_max=50)


def test_new_jersey_s_record_has_games_limits_tests_and_proceeds(played: Played) -> None:
    """Four cards at a dollar; the jackpot of $500.00 counts for no limit, the warm-up does."""
    books = played("us-nj", jackpot_game())
    paper = new_jersey_paper(books)
    games = table(paper, "Receipts and prizes by game")
    assert [row[3:] for row in games.rows] == [(0, 0, 5000, 0), (4, 400, 50000, 0)]
    limits = table(paper, "Prizes against their limits").rows
    assert [(row[0], *row[2:]) for row in limits] == [
        ("the occasion", "$3,000.00", 5000, 5000, "yes"),
        ("game 1", "$1,000.00", 5000, 5000, "yes"),
    ]
    assert "Not counted: progressive" in words(paper)
    (tests,) = table(paper, "Verification of each claim").rows
    assert tests[3:8] == ("yes", "yes, before player at table 4", "yes", "yes: red, set 000123",
                          "VALID")  # fmt: skip
    assert table(paper, "Proceeds of progressive games").rows == (("Jackpot", JACKPOT, 400, 50000),)


def test_proceeds_that_are_not_in_the_account_are_named_with_their_day(played: Played) -> None:
    """Played on a Monday, $4.00 came in: the next business day is December 1."""
    paper = new_jersey_paper(played("us-nj", jackpot_game()))
    assert table(paper, "Not deposited yet").rows == (
        (JACKPOT, "Bingo account, First Bank", "2026-11-30", "2026-12-01", 400),
    )


def test_a_prize_over_its_limit_is_said_aloud(played: Played) -> None:
    last = Game(2, "Too much", GameKind.ORDINARY, Terms(PrizeBasis.FIXED, 300000), (RED,))
    books = played("us-nm", last)
    limits = table(new_mexico_paper(books), "Prizes against their limits").rows
    assert (limits[0][0], *limits[0][2:]) == (
        "the occasion",
        "$2,500.00",
        305000,
        305000,
        "NO",
    )


def test_new_mexico_s_record_of_a_winner_take_all_game(played: Played) -> None:
    """15.4.7.11 NMAC: cards sold, date and time, the winner's contact from $600, documents."""
    last = Game(
        2, "Winner takes all", GameKind.WINNER_TAKE_ALL, Terms(PrizeBasis.FIXED, 70000), (RED,)
    )
    paper = new_mexico_paper(played("us-nm", last))
    (row,) = table(paper, "Winner-take-all").rows
    assert (row[0], row[1], row[4], row[5]) == ("Winner takes all", "2026-11-30", 4, 70000)
    assert str(row[2]).startswith("18:")
    assert str(row[3]).startswith("Mary K. (ACME-000123-0000002-")
    winners = table(paper, "Winners")
    assert [one[3:] for one in winners.rows] == [
        ("Table 9", "not asked", "not asked", 5000),
        ("Mary K.", "12 Elm St.", "W-2G 7", 70000),
    ]
    assert winners.total[-1] == 75000
    assert table(paper, "Receipts of sealed cards").total[-1] == 400
    assert "From $600.00 on" in words(paper)


def test_a_state_without_such_games_says_so(played: Played) -> None:
    last = Game(2, "Regular", GameKind.ORDINARY, Terms(PrizeBasis.FIXED, 10000), (RED,))
    books = played("us-nm", last)
    assert "No winner-take-all game" in words(new_mexico_paper(books))
    assert "No progressive game" in words(new_jersey_paper(books))


def test_every_paper_states_the_rules_that_the_hall_answers_otherwise(played: Played) -> None:
    books = played("us-nj", jackpot_game())
    rule = books.profile.papers.filing_days
    own = replace(books.profile, overrides=(Override("papers.filing_days", 5, "earlier", rule),))
    house = replace(books.report.house, profile=own)
    books = replace(books, report=replace(books.report, house=house))
    for listed in papers_of(own):
        facts = listed.write(books).facts
        (said,) = (value for name, value in facts if name == "The hall's own rule")
        assert "papers.filing_days = 5" in said
        assert "reason: earlier." in said


def test_each_state_has_its_own_papers(played: Played) -> None:
    books = played("us-nj", jackpot_game())
    names = [one.name for one in papers_of(books.profile)]
    assert names == ["occasion", "nj-record", "inventory", "retention"]
    house = replace(books.profile, name="house")
    assert [one.name for one in papers_of(house)] == ["occasion", "inventory", "retention"]


def test_the_report_tells_of_every_game(played: Played) -> None:
    paper = occasion_paper(played("us-nj", jackpot_game()))
    games = table(paper, "Games").rows
    assert [(row[1], row[3], row[7]) for row in games] == [
        ("Warm-up", "completed", 0),
        ("Jackpot", "ended", 50),
    ]
    money = table(paper, "Money of the games").rows
    assert [row[4:] for row in money] == [(0, 0, 5000, 0), (400, 4, 50000, 0)]
    (one,) = table(paper, "Rounds").rows
    assert (one[0], one[5], one[6]) == ("2", 1, 50000)
    assert table(paper, "Prizes given").total[-1] == 55000
