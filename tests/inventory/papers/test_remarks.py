"""What nobody may overlook on a report: corrections, voids, games left, limits, two sets alike."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from inventory.clock import Moment
from inventory.commands.game import CompleteGame, CompleteUnwon, CorrectDraw, VoteOutage
from inventory.desk.hall import Hall
from inventory.desk.papers.reporting import read_report
from inventory.entries.closing import BoxCounted, CashCounted
from inventory.entries.entry import Context
from inventory.entries.game import GivenPrize, OccasionOpened
from inventory.entries.house import ClockJumped
from inventory.paper import Paper, Table, Words
from inventory.program.program import Game, GameKind, PrizeBasis, Program, Terms
from inventory.reports.figures.occasion import Report, report_json, report_lines
from inventory.reports.papers.new_mexico import new_mexico_paper
from inventory.reports.papers.occasion import occasion_paper
from tests.inventory.delivery_builder import RED, Built
from tests.inventory.kit import START, Kit, Night, answers, ok
from tests.inventory.papers.test_evening_paper import books_of
from tests.inventory.scanned import selling, stock

HALF = Terms(PrizeBasis.SHARE, primary_share=5000)
SHARED = Game(2, "Half the pot", GameKind.EARLY_BIRD, HALF, (RED,), calls_max=75)


def report_of(kit: Kit) -> Report:
    found = read_report(kit.hall, 0)
    assert isinstance(found, Report)
    return found


def words(paper: Paper) -> str:
    return " ".join(block.text for block in paper.blocks if isinstance(block, Words))


def table(paper: Paper, name: str) -> Table:
    (found,) = (one for one in paper.blocks if isinstance(one, Table) and one.name == name)
    return found


def told_everywhere(kit: Kit, sentence: str) -> bool:
    """Whether lines, JSON and paper all have the remark."""
    report = report_of(kit)
    lines, found = "\n".join(report_lines(report)), " ".join(report_json(report)["remarks"])
    return all(sentence in one for one in (lines, found, words(occasion_paper(books_of(kit)))))


@pytest.fixture
def hall(built: Built, tmp_path: Path) -> Iterator[Kit]:
    """A New Mexican evening: a warm-up on the hall's own cards, then half the pot."""
    context = Context("d" * 32, "1", "Ann", "", Moment(START, 0, "boot-1"))
    named = replace(answers(), profile="us-nm")
    kit = Kit(Hall.found(tmp_path / "hall", named, context, "0a"), built)
    ok(kit.receive())
    ok(stock.issue(kit.hall, kit.context(), ("000123:1-20",), "1"))
    yield kit
    kit.hall.close()


def warmed_up(kit: Kit, *prizes: GivenPrize) -> None:
    """The evening is opened; its first game is over, and these divided what it announced."""
    terms = Terms(PrizeBasis.FIXED, sum(one.cents for one in prizes))
    warm_up = Game(1, "Warm-up", GameKind.ORDINARY, terms)
    opened = OccasionOpened(Program("Monday", "2026-11-30", (warm_up, SHARED)), 5000)
    ok(kit.open_against_the_rules(opened))
    ok(kit.start())
    ok(kit.run(CompleteGame(prizes)))


def test_receipts_of_the_announcement_stand_beside_those_of_the_evening(hall: Kit) -> None:
    """Four dollars were announced; one card came back: three stay, two dollars are owed."""
    warmed_up(hall, GivenPrize("Table 9", 5000))
    ok(hall.sell(1, 2, 3, 4))
    ok(hall.close())
    ok(hall.start())
    assert not told_everywhere(hall, "announced on receipts")
    ok(hall.void(4))
    row = table(occasion_paper(books_of(hall)), "Money of the games").rows[1]
    assert row == ("2", "Half the pot", "primary $2.00", 400, 300, 3, 0, 0)
    sentence = "announced on receipts of $4.00; they are $3.00 now. What was announced is owed"
    assert told_everywhere(hall, sentence)
    one = report_json(report_of(hall))["games"][1]
    assert (one["receipts_at_announcement_cents"], one["receipts_cents"]) == (400, 300)
    assert one["announced"] == [["primary", 200]]


@pytest.mark.parametrize(("cents", "is_over"), [(250_000, False), (250_001, True)])
def test_prizes_by_name_are_held_against_the_limits(hall: Kit, cents: int, is_over: bool) -> None:  # noqa: FBT001
    """15.4.7.11 NMAC: $2,500.00 an occasion are within it, a cent more is not."""
    warmed_up(hall, GivenPrize("Joe P.", cents, "check", "12 Elm St.", "W-2G 7"))
    assert told_everywhere(hall, "Prizes given or owed") is is_over
    assert told_everywhere(hall, "$2,500.01") is is_over


def test_a_game_that_was_sold_for_and_not_played_is_named(kit: Kit) -> None:
    ok(kit.sell(1, 2))
    ok(kit.close())
    assert "never started" not in occasion_paper(books_of(kit)).label
    red = kit.built.red
    ok(stock.put_back_open(kit.hall, kit.context(), red(3).outside, red(20).outside, 18))
    answer = kit.cash_up(5200)
    assert any(isinstance(entry.kind, CashCounted) for entry in ok(answer))
    sentence = "Game 1 (Monday) was never started; cards sold for it: 2."
    assert told_everywhere(kit, sentence)
    assert f"Every figure adds up. {sentence}" in occasion_paper(books_of(kit)).label


def test_a_game_that_nothing_was_sold_for_is_no_remark(kit: Kit) -> None:
    ok(kit.close())
    ok(kit.cash_up(5000))
    opened = "When the evening was opened: "
    assert all(str(one).startswith(opened) for one in report_json(report_of(kit))["remarks"])
    assert "never started" not in words(occasion_paper(books_of(kit)))


def incident(kit: Kit) -> tuple[object, ...]:
    """The only one, as the paper has it behind its time; JSON and lines say the same."""
    report = report_of(kit)
    (row,) = table(occasion_paper(books_of(kit)), "Corrected, voided, replaced").rows
    (one,) = report_json(report)["incidents"]
    assert (str(one["game"] or ""), one["what"], one["told"], one["by"]) == row[1:]
    assert any(one["told"] in line and one["by"] in line for line in report_lines(report))
    return row[1:]


def test_a_correction_says_what_was_read_what_the_ball_said_and_who(kit: Kit) -> None:
    ok(kit.pre_draw((7, 41)))
    ok(kit.run(CorrectDraw(41, 42), by="Cal"))
    told = "ball 2 was read N-41, the ball says N-42"
    assert incident(kit) == ("1", "draw corrected", told, "Cal and Bob")


def test_a_void_says_its_reason_and_what_was_given_back(kit: Kit) -> None:
    ok(kit.sell(1))
    ok(kit.void(1))
    card = kit.built.red(1).card_id
    told = f"card {card}, $1.00 given back: player left"
    assert incident(kit) == ("1", "sale voided", told, "Ann and Bob")


def test_a_replaced_card_says_why(kit: Kit) -> None:
    red = kit.built.red
    ok(kit.sell(1))
    ok(selling.replace_defect(kit.hall, kit.context(), red(1).outside, red(2).outside, "torn"))
    told = f"card {red(1).card_id} replaced by {red(2).card_id}: torn"
    assert incident(kit) == ("1", "defective card replaced", told, "Ann and Bob")


def test_an_outage_vote_says_how_many_of_how_many(kit: Kit) -> None:
    ok(kit.run(VoteOutage(10, 6)))
    told = "6 of 10 players present agreed to go on by hand"
    assert incident(kit) == ("1", "power failed", told, "Ann and Bob")


def test_two_sets_of_one_series_are_told_apart(kit: Kit) -> None:
    lines = report_lines(report_of(kit))
    heads = next(line for line in lines if line.startswith("set "))
    rows = [line for line in lines if line.startswith(("000123 ", "000124 "))]
    assert len(rows) == 2
    assert all(len(row) == len(heads) for row in rows)


def test_a_game_that_nobody_won_is_told_with_its_reason(kit: Kit) -> None:
    ok(kit.pre_draw(tuple(range(1, 49))))
    ok(kit.close())
    ok(kit.start())
    ok(kit.run(CompleteUnwon("all cards came back")))
    sentence = "Game 1 (Monday) was completed, and nobody won it: all cards came back."
    assert told_everywhere(kit, sentence)


def test_what_an_evening_without_a_program_file_lacks_stands_on_its_report(empty: Kit) -> None:
    """9 NYCRR 4820.51(a): the license stands in the program; a few figures name none."""
    ok(empty.receive())
    lacks = "The program names no license number (9 NYCRR 4820.51(a), (b))"
    ok(empty.open_against_the_rules(replace(Night().opened, remarks=(lacks,))))
    assert told_everywhere(empty, f"When the evening was opened: {lacks}.")
    assert not told_everywhere(empty, "..")


def test_contact_and_document_of_a_prize_by_name_stand_in_their_columns(hall: Kit) -> None:
    """15.4.7.11 NMAC E(2)(c) from $600.00 on; the document from $2,000.00 on."""
    joe = GivenPrize("Smith, Joe", 60_000, "check", "12 Elm St.")
    warmed_up(hall, joe, replace_to(joe, "Table 9"))
    rows = table(new_mexico_paper(books_of(hall)), "Winners").rows
    assert [row[3:6] for row in rows] == [
        ("Smith, Joe", "12 Elm St.", "not asked"),
        ("Table 9", "12 Elm St.", "not asked"),
    ]


def replace_to(prize: GivenPrize, name: str) -> GivenPrize:
    return prize._replace(to=name)


def test_what_happened_to_sales_cards_boxes_and_clock_is_a_remark(kit: Kit) -> None:
    ok(kit.sell(1))
    ok(kit.undo())
    ok(selling.miss(kit.hall, kit.context(), (kit.built.red(1).outside,), "not here"))
    kit.write(ClockJumped(-1200))
    for sentence in (
        "Undone by their tills: 1 sale, each told with its cards.",
        "Entered as not there: 1 card.",
        "The clock went back by 20 minutes before entry",
    ):
        assert told_everywhere(kit, sentence), sentence
    assert "No remarks." not in words(occasion_paper(books_of(kit)))


def test_a_box_that_differs_is_a_remark_of_its_till(kit: Kit) -> None:
    ok(kit.sell(1))
    kit.write(BoxCounted(5000, 5100, ()))
    assert told_everywhere(kit, "The box of till 1 was $1.00 short when counted.")
