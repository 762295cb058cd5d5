"""Money adds up whatever became of a prize: unpaid, paid late, held back, in kind, by name.

The evening: a warm-up on the hall's own cards, $50.00 to table 9; then red 2 of four cards at a
dollar wins $100.00. The box begins with $50.00; nothing is taken out of it before it is counted.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from inventory.clock import Moment
from inventory.commands.claim import CloseRound, CloseRoundHoldingBack
from inventory.commands.game import CompleteGame
from inventory.desk.hall import Hall
from inventory.desk.papers.papers import read_books
from inventory.desk.papers.reporting import read_report
from inventory.entries.claim import Paid
from inventory.entries.entry import Context
from inventory.entries.game import GivenPrize, OccasionOpened
from inventory.paper import Paper, Table, Words
from inventory.program.program import Game, GameKind, PrizeBasis, Program, Terms
from inventory.reports.figures.books import Books
from inventory.reports.figures.occasion import Report, report_json, report_lines
from inventory.reports.papers.bc7 import bc7_paper
from inventory.reports.papers.new_jersey import new_jersey_paper
from inventory.reports.papers.new_mexico import new_mexico_paper
from inventory.reports.papers.occasion import occasion_paper
from tests.inventory.delivery_builder import RED, Built
from tests.inventory.kit import START, Kit, answers, ok
from tests.inventory.papers.conftest import utc
from tests.inventory.scanned import stock

NAMED, SHARE, FLOAT, SOLD = 5000, 10000, 5000, 400
WORTH = SHARE  # the prize in kind of one winner is worth the prize itself
WARM_UP = Game(1, "Warm-up", GameKind.ORDINARY, Terms(PrizeBasis.FIXED, NAMED))
LAST = Game(2, "Full card", GameKind.ORDINARY, Terms(PrizeBasis.FIXED, SHARE), (RED,), calls_max=50)
WRITERS = (occasion_paper, bc7_paper, new_jersey_paper, new_mexico_paper)


@pytest.fixture
def kit(built: Built, tmp_path: Path) -> Iterator[Kit]:
    """The evening up to the claim of red 2, round open; New Jersey lets a prize be in kind."""
    context = Context("d" * 32, "1", "Ann", "", Moment(START, 0, "boot-1"))
    found = Kit(
        Hall.found(tmp_path / "hall", replace(answers(), profile="us-nj"), context, "0a"), built
    )
    ok(found.receive())
    ok(stock.issue(found.hall, found.context(), ("000123:1-20",), "1"))
    opened = OccasionOpened(Program("Monday", "2026-11-30", (WARM_UP, LAST)), FLOAT)
    ok(found.open_against_the_rules(opened))
    ok(found.start())
    ok(found.run(CompleteGame((GivenPrize("Table 9", NAMED, "check"),))))
    ok(found.sell(1, 2, 3, 4))
    ok(found.close())
    ok(found.start())
    card = built.red(2)
    others = [ball for ball in range(1, 76) if ball not in card.numbers]
    ok(found.call(*others[:26], *card.numbers))
    ok(found.hold())
    ok(found.rack())
    yield found
    found.hall.close()


def end(kit: Kit, owed: int = 0) -> None:
    red = kit.built.red
    ok(stock.put_back_open(kit.hall, kit.context(), red(5).outside, red(20).outside, 16))
    ok(kit.cash_up(FLOAT + SOLD, owed=owed))


def award(kit: Kit) -> None:
    ok(kit.claim(kit.built.red(2)))
    ok(kit.close_round())


def pay(kit: Kit, how: str) -> None:
    ok(kit.pay_by(kit.built.red(2).outside, "Mary K.", how))


def unpaid(kit: Kit) -> None:
    award(kit)
    end(kit, owed=1)


def paid_late(kit: Kit) -> None:
    unpaid(kit)
    pay(kit, "check")


def held_back(kit: Kit) -> None:
    ok(kit.claim_unread(kit.built.red(2)))
    ok(kit.run(CloseRoundHoldingBack()))
    end(kit)


def held_back_and_paid(kit: Kit) -> None:
    held_back(kit)
    ok(kit.claim(kit.built.red(2)))
    pay(kit, "check")


def in_kind(kit: Kit) -> None:
    ok(kit.claim(kit.built.red(2)))
    ok(kit.run(CloseRound((WORTH,))))
    pay(kit, "in kind")
    end(kit)


EVENINGS: dict[Callable[[Kit], None], tuple[int, int, int]] = {
    # given until the end, paid after it, awarded and not yet paid
    unpaid: (NAMED, 0, SHARE),
    paid_late: (NAMED, SHARE, 0),
    held_back: (NAMED, 0, SHARE),
    held_back_and_paid: (NAMED, SHARE, 0),
    in_kind: (NAMED + WORTH, 0, 0),
}
EACH_EVENING = pytest.mark.parametrize(("play", "expected"), EVENINGS.items())


def books_of(kit: Kit) -> Books:
    found = read_books(kit.hall, 0, date(2026, 12, 2), utc)
    assert isinstance(found, Books)
    return found


def report_of(kit: Kit, occasion: int = 0) -> Report:
    found = read_report(kit.hall, occasion)
    assert isinstance(found, Report)
    return found


def tables(paper: Paper) -> dict[str, Table]:
    return {one.name: one for one in paper.blocks if isinstance(one, Table)}


def total(paper: Paper, name: str) -> int:
    found = tables(paper).get(name)
    return int(found.total[-1]) if found is not None else 0


@EACH_EVENING
def test_what_the_box_should_hold_is_what_it_was_counted_against(
    kit: Kit, play: Callable[[Kit], None], expected: tuple[int, int, int]
) -> None:
    """Nothing was taken out of the box before the count: $54.00, whatever is paid from it later."""
    play(kit)
    paper = occasion_paper(books_of(kit))
    assert tables(paper)["Cash"].total[1:] == (FLOAT + SOLD, FLOAT + SOLD, 0)
    assert tables(paper)["What the box should hold"].total == ("Total", FLOAT + SOLD)


@EACH_EVENING
def test_every_prize_stands_on_every_paper_once(
    kit: Kit, play: Callable[[Kit], None], expected: tuple[int, int, int]
) -> None:
    play(kit)
    books = books_of(kit)
    for write in WRITERS:
        paper = write(books)
        is_mexican = write is new_mexico_paper
        given, late = (
            ("Winners", "Winners paid after the evening ended")
            if is_mexican
            else ("Prizes given", "Prizes paid after the evening ended")
        )
        owed = "Prizes awarded and not yet paid"
        assert (total(paper, given), total(paper, late), total(paper, owed)) == expected
        if expected[1] or expected[2]:
            assert total(paper, "All prizes") == sum(expected)


@EACH_EVENING
def test_the_report_adds_prizes_paid_and_owed_up(
    kit: Kit, play: Callable[[Kit], None], expected: tuple[int, int, int]
) -> None:
    play(kit)
    found = report_json(report_of(kit))
    given, late, owed = expected
    assert (found["prizes_cents"], found["prizes_owed_cents"]) == (given + late, owed)
    assert sum(one["cents"] for one in found["prizes_paid"] if one["after_the_end"]) == late
    assert sum(one["cents"] for one in found["prizes_owed"]) == owed
    assert json.loads(json.dumps(found)) == found


@EACH_EVENING
def test_the_net_of_the_worksheet_counts_what_is_owed(
    kit: Kit, play: Callable[[Kit], None], expected: tuple[int, int, int]
) -> None:
    """Four dollars of receipts, less every prize of the evening."""
    play(kit)
    net = tables(bc7_paper(books_of(kit)))["Net before the other expenses"]
    assert net.total[-1] == SOLD - sum(expected)
    assert net.total[-1] == sum(int(row[1]) for row in net.rows)


@EACH_EVENING
def test_the_records_of_games_and_limits_count_every_prize(
    kit: Kit, play: Callable[[Kit], None], expected: tuple[int, int, int]
) -> None:
    play(kit)
    found = tables(new_jersey_paper(books_of(kit)))
    given, owed = found["Receipts and prizes by game"].total[-2:]
    assert (given, owed) == (expected[0] + expected[1], expected[2])
    assert found["Prizes against their limits"].rows[0][4] == sum(expected)


def test_an_unpaid_winner_is_named_during_the_evening_and_after_it(kit: Kit) -> None:
    award(kit)
    card = kit.built.red(2).card_id
    owed = f"OWED: prize $100.00 for card {card}, game 2: awarded and not yet paid"
    assert owed in report_lines(report_of(kit))
    end(kit, owed=1)
    assert owed in report_lines(report_of(kit))
    pay(kit, "check")
    told = "\n".join(report_lines(report_of(kit)))
    assert "OWED" not in told
    assert (
        f"Prize $100.00 to Mary K. for card {card}, game 2, by check, "
        "paid after the evening ended, on 2026-11-30" in told
    )


def test_a_share_held_back_is_owed_until_its_claim_is_refused(kit: Kit) -> None:
    held_back(kit)
    (one,) = report_json(report_of(kit))["prizes_owed"]
    assert one["why"] == "held back until its claim is decided"
    other = kit.built.red(3).code
    ok(kit.claim_by(kit.built.red(2).card_id, other))
    assert report_json(report_of(kit))["prizes_owed"] == []


def test_a_prize_given_by_name_is_told_by_every_form_of_the_report(kit: Kit) -> None:
    award(kit)
    lines = report_lines(report_of(kit))
    assert "Prize $50.00 to Table 9, game 1, on cards that are not kept here, by check" in lines
    found = report_json(report_of(kit))
    assert found["prizes_given"] == [{"game": 1, "cents": NAMED, "to": "Table 9", "from": "check"}]
    assert found["prizes_paid"] == []


def test_what_the_evening_before_is_paid_now_is_no_prize_of_this_one(kit: Kit) -> None:
    unpaid(kit)
    first = report_of(kit).evening.occasion
    ok(stock.issue(kit.hall, kit.context(), ("000123:21-40",), "1"))
    pay(kit, "check")
    ok(kit.open_unchecked(name="Tuesday", played_on="2026-12-01", pre_drawn=0, consolation_cents=0))
    assert report_json(report_of(kit))["prizes_cents"] == 0
    assert report_json(report_of(kit, first))["prizes_cents"] == NAMED + SHARE
    assert books_of(kit).given_cents == 0


def test_when_every_winner_is_paid_the_paper_says_so(kit: Kit) -> None:
    award(kit)
    pay(kit, "check")
    words = [one.text for one in occasion_paper(books_of(kit)).blocks if isinstance(one, Words)]
    assert "Every prize that was awarded is paid." in words


def test_a_ledger_whose_box_paid_after_its_count_tells_the_box_as_it_was_counted(kit: Kit) -> None:
    """The desk refuses it now; older ledgers have such entries."""
    paid_late(kit)
    books = books_of(kit)
    entries = tuple(
        replace(one, kind=replace(one.kind, source="box")) if isinstance(one.kind, Paid) else one
        for one in books.entries
    )
    paper = occasion_paper(replace(books, report=replace(books.report, entries=entries)))
    assert tables(paper)["What the box should hold"].total == ("Total", FLOAT + SOLD)
    (late,) = tables(paper)["Prizes paid after the evening ended"].rows
    assert (late[0], late[4], late[6]) == ("2026-11-30 18:00", "box", SHARE)
