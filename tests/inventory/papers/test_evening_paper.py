"""The report in the middle of an evening: what was undone, refused, or went wrong is told too."""

from dataclasses import replace
from datetime import timedelta

import pytest

from inventory.clock import Moment
from inventory.commands.closing import FillBox
from inventory.desk.execute import Reply
from inventory.desk.papers.papers import read_books
from inventory.entries.entry import Context
from inventory.entries.house import ClockJumped
from inventory.entries.maker import SetNote, StatusNoted
from inventory.paper import Paper, Table, Words
from inventory.reports.figures.books import Books
from inventory.reports.papers.occasion import occasion_paper
from tests.inventory.kit import START, Kit, ok
from tests.inventory.papers.conftest import TODAY, utc
from tests.inventory.scanned import selling, stock


def books_of(kit: Kit) -> Books:
    found = read_books(kit.hall, 0, TODAY, utc)
    assert isinstance(found, Books)
    return found


def table(paper: Paper, name: str) -> Table:
    (found,) = (one for one in paper.blocks if isinstance(one, Table) and one.name == name)
    return found


def words(paper: Paper) -> str:
    return " ".join(block.text for block in paper.blocks if isinstance(block, Words))


def test_what_another_person_undoes_is_taken_from_the_seller(kit: Kit) -> None:
    """Ann sold two and exchanged one; Dan, at her till, takes the exchange back: two dollars."""
    ok(kit.sell(1, 2))
    ok(kit.exchange((1,), 2))
    ok(selling.undo(kit.hall, kit.context(by="Dan")))
    books = books_of(kit)
    told = [(one.seller, one.set_serial, len(one.cards), one.cents) for one in books.takings]
    assert told == [("Ann", "000123", 2, 200)]
    assert "No exchange stands." in words(occasion_paper(books))


def test_one_person_however_she_writes_her_name_is_one_seller(kit: Kit) -> None:
    ok(kit.sell(1))
    other = selling.sell(kit.hall, kit.context(by="ANN"), (kit.built.red(2).outside,))
    ok(other)
    (one,) = books_of(kit).takings
    assert (one.seller, len(one.cards)) == ("Ann", 2)


def test_claims_that_are_refused_or_fail_are_told_with_their_step(kit: Kit) -> None:
    ok(kit.sell(1, 2))
    kit.game_with(kit.built.red(1), kit.built.red(1).numbers[0])
    ok(kit.hold())
    ok(kit.rack())
    assert isinstance(kit.claim(kit.built.red(1)), Reply)
    assert isinstance(kit.claim(kit.built.red(9)), Reply)
    rows = table(occasion_paper(books_of(kit)), "Claims, as often as they were judged").rows
    assert [(row[4], str(row[6]).partition(":")[0]) for row in rows] == [
        ("NOT VALID", "step 8"),
        ("refused", "step 4"),
    ]


def test_a_jump_of_the_clock_is_told(kit: Kit) -> None:
    ok(kit.sell(1))
    late = Moment(START + timedelta(hours=3), 10_000_000, "boot-1")
    context = Context("c" * 32, "1", "Ann", "", late)
    ok(selling.sell(kit.hall, context, (kit.built.red(2).outside,)))
    assert "The clock jumped by " in words(occasion_paper(books_of(kit)))


def test_a_prize_from_the_box_is_missing_from_what_it_should_hold(kit: Kit) -> None:
    """Float $50.00, a hundred from the safe and two dollars, less a hundred."""
    ok(kit.sell(1, 2))
    card = kit.built.red(1)
    kit.game_with(card)
    kit.win(card)
    ok(kit.run(FillBox(10000, "from the safe")))
    ok(kit.pay(card, "box"))
    red = kit.built.red
    ok(stock.put_back_open(kit.hall, kit.context(), red(3).outside, red(20).outside, 18))
    ok(kit.cash_up(0))
    box = table(occasion_paper(books_of(kit)), "What the box should hold")
    assert [cents for _, cents in box.rows] == [5000, 10000, 200, 0, -10000]
    assert box.total == ("Total", 5200)


def test_what_a_maker_says_of_our_sets_is_told(kit: Kit) -> None:
    ok(kit.sell(1))
    books = books_of(kit)
    recall = SetNote("000123", "", "recalled", "2026-11-29", "glue fails", ((1, 20),))
    noted = StatusNoted("ACME", 3, "2026-11-29", "", "", (recall,), ())
    entry = replace(books.entries[-1], kind=noted)
    told = replace(books, report=replace(books.report, entries=(*books.entries, entry)))
    text = words(occasion_paper(told))
    assert "Status list 3 of ACME" in text
    assert "RECALLED since 2026-11-29: set 000123, cards 1-20: glue fails" in text


def test_an_evening_in_which_nothing_happened_is_a_paper_too(kit: Kit) -> None:
    paper = occasion_paper(books_of(kit))
    told = words(paper)
    for sentence in (
        "No box was counted yet.",
        "No other takings were counted.",
        "No round was closed yet.",
        "Nobody claimed yet.",
        "No prize was given yet.",
        "The clock never jumped.",
    ):
        assert sentence in told
    assert table(paper, "Sales by worker").rows == ()


@pytest.mark.parametrize(
    ("seconds", "told"), [(1, "1 second."), (-1, "-1 seconds."), (2, "2 seconds.")]
)
def test_one_second_is_a_second(kit: Kit, seconds: int, told: str) -> None:
    ok(kit.sell(1))
    books = books_of(kit)
    jumped = replace(books.entries[-1], kind=ClockJumped(seconds))
    report = replace(books.report, entries=(*books.entries, jumped))
    text = words(occasion_paper(replace(books, report=report)))
    assert f"The clock jumped by {told}" in text
