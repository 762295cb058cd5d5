"""A card that is not there: noted by its seller at the till's next card, counted by somebody else.

Undo and missing of the same cards by one seller once kept their price with books that added up.
"""

import pytest

import inventory.cli
from inventory.commands.sale import CountMissing
from inventory.desk.execute import Answer
from inventory.desk.papers import reporting
from inventory.entries.closing import MissingCounted
from inventory.entries.states import CardState
from inventory.entries.stock import Found, Missing
from inventory.reports.figures.occasion import Report, report_json
from tests.inventory.delivery_builder import BLUE, RED
from tests.inventory.kit import Command, Kit, code, kinds, ok
from tests.inventory.scanned import selling, stock


def miss(kit: Kit, *reds: int, by: str = "Ann", second: str = "", till: str = "1") -> Answer:
    texts = tuple(kit.built.red(number).outside for number in reds)
    return selling.miss(kit.hall, kit.context(by, second, till), texts, "not in the pack")


def count(kit: Kit, counted: int, by: str = "Bob", till: str = "1") -> Answer:
    return kit.run(CountMissing(counted), by=by, second="", till=till)


def end(kit: Kit, first_left: int, counted: int) -> Answer:
    """Sales closed, the open pack put back, the box counted."""
    ok(kit.close())
    red, left = kit.built.red, 20 - first_left + 1
    ok(stock.put_back_open(kit.hall, kit.context(), red(first_left).outside, red(20).outside, left))
    return kit.cash_up(counted)


def incidents(kit: Kit) -> list[tuple[str, str]]:
    found = reporting.read_report(kit.hall, 0)
    assert isinstance(found, Report)
    assert found.is_balanced
    return [(one["what"], one["told"]) for one in report_json(found)["incidents"]]


# -- by one hand ----------------------------------------------------------------------------------


def test_one_person_notes_the_till_s_next_cards_missing(kit: Kit) -> None:
    ok(kit.sell(1))
    ok(miss(kit, 2, 3))
    ok(kit.sell(4))


@pytest.mark.parametrize("number", [3, 20, 21, 40])
def test_one_person_does_not_note_any_other_card_of_the_till_missing(kit: Kit, number: int) -> None:
    ok(kit.sell(1))
    assert code(miss(kit, number)) == "missing-alone"
    ok(miss(kit, number, second="Bob"))


def test_one_person_does_not_note_a_card_of_an_unopened_pack_missing(kit: Kit) -> None:
    assert code(miss(kit, 1)) == "missing-alone"
    ok(miss(kit, 1, second="Bob"))


def test_one_person_does_not_note_a_card_of_another_till_missing(kit: Kit) -> None:
    ok(kit.sell(1))
    assert code(miss(kit, 2, by="Dan", till="2")) == "missing-alone"
    assert code(miss(kit, 2, by="Dan", second="dan", till="2")) == "same-person"
    ok(miss(kit, 2, by="Dan", second="Bob", till="2"))


def test_one_person_notes_nothing_missing_once_sales_are_closed(kit: Kit) -> None:
    ok(kit.sell(1))
    ok(kit.close())
    assert code(miss(kit, 2)) == "missing-alone"
    ok(miss(kit, 2, second="Bob"))


def test_a_card_of_an_undone_sale_does_not_go_missing_by_one_hand(kit: Kit) -> None:
    ok(kit.sell(1))
    ok(kit.sell(2, 3))
    ok(kit.undo())
    answer = miss(kit, 2, 3)
    assert code(answer) == "missing-undone"
    ok(kit.sell(2))
    assert code(miss(kit, 3)) == "missing-undone"


def test_a_trade_in_of_an_undone_exchange_does_not_go_missing_by_one_hand(kit: Kit) -> None:
    ok(kit.sell(1))
    ok(kit.exchange((1,), 2))
    ok(kit.undo())
    text = (kit.built.blue(1).outside,)
    answer = selling.miss(kit.hall, kit.context(second=""), text, "not there")
    assert code(answer) == "missing-undone"


# -- counted by somebody else ---------------------------------------------------------------------


def test_undo_then_missing_keeps_no_money_unseen(kit: Kit) -> None:
    """The box may add up: the evening waits for a count, and the report names both acts."""
    ok(kit.sell(1))
    ok(kit.sell(2, 3))
    ok(kit.undo())
    ok(miss(kit, 2, 3, second="Dan"))
    ok(end(kit, 4, 5100))
    assert [what for what, _ in incidents(kit)] == ["sale undone", "missing"]


def test_the_evening_does_not_end_before_somebody_else_counted(kit: Kit) -> None:
    ok(kit.sell(1))
    ok(miss(kit, 2, 3))
    assert code(end(kit, 4, 5100)) == "missing-unconfirmed"
    assert code(count(kit, 2, by=" ANN")) == "counts-own"
    answer = count(kit, 1)
    assert code(answer) == "missing-differs"
    assert "2" not in str(answer)  # the number is not told to who counts
    assert code(count(kit, 2, till="2")) == "nothing-to-count"
    (entry,) = ok(count(kit, 2))
    assert isinstance(entry.kind, MissingCounted)
    assert [int(card.audit_number) for card in entry.kind.cards] == [2, 3]
    assert code(count(kit, 2)) == "nothing-to-count"
    ok(kit.cash_up(5100))
    told = incidents(kit)
    assert told[0] == ("missing", f"set {RED} 2-3: not in the pack")
    assert told[1] == ("missing, counted by somebody else", f"set {RED} 2-3")


def test_what_two_people_noted_waits_for_no_count(kit: Kit) -> None:
    ok(kit.sell(1))
    ok(miss(kit, 2, second="Bob"))
    assert code(count(kit, 1)) == "nothing-to-count"
    ok(end(kit, 3, 5100))


def test_a_card_that_turned_up_is_not_counted(kit: Kit) -> None:
    ok(kit.sell(1))
    ok(miss(kit, 2, 3))
    ok(stock.take_out(kit.hall, kit.context(), Found, (kit.built.red(3).outside,), "under it"))
    assert code(count(kit, 2)) == "missing-differs"
    ok(count(kit, 1))


def test_a_card_noted_again_after_the_count_is_counted_again(kit: Kit) -> None:
    ok(kit.sell(1))
    ok(miss(kit, 2))
    ok(count(kit, 1))
    ok(stock.take_out(kit.hall, kit.context(), Found, (kit.built.red(2).outside,), "there"))
    ok(miss(kit, 2))
    assert code(end(kit, 3, 5100)) == "missing-unconfirmed"
    ok(count(kit, 1))


# -- found again ----------------------------------------------------------------------------------


def test_a_found_card_is_sold_while_its_pack_is_out(kit: Kit) -> None:
    ok(kit.sell(1))
    ok(miss(kit, 2))
    ok(kit.sell(3))
    (entry,) = ok(
        stock.take_out(kit.hall, kit.context(), Found, (kit.built.red(2).outside,), "under it")
    )
    assert isinstance(entry.kind, Found)
    assert (entry.kind.from_till, kit.state(kit.built.red(2))) == (1, CardState.ISSUED)
    assert code(kit.sell(4)) == "out-of-sequence"
    ok(kit.sell(2))
    ok(kit.sell(4))
    ok(end(kit, 5, 5400))
    incidents(kit)
    assert reporting.read_audit(kit.hall, "") == ()


def test_a_found_card_of_a_pack_in_stock_lies_there(kit: Kit) -> None:
    ok(stock.put_back_whole(kit.hall, kit.context(), (f"{BLUE}:21-40",)))
    text = (kit.built.blue(30).outside,)
    ok(stock.take_out(kit.hall, kit.context(), Missing, text, "gone"))
    ok(stock.take_out(kit.hall, kit.context(), Found, text, "there"))
    assert kit.state(kit.built.blue(30)) is CardState.RECEIVED


def test_cards_found_at_tills_and_in_stock_are_named_apart(kit: Kit) -> None:
    ok(stock.put_back_whole(kit.hall, kit.context(), (f"{BLUE}:21-40",)))
    texts = (kit.built.red(1).outside, kit.built.blue(30).outside)
    ok(stock.take_out(kit.hall, kit.context(), Missing, texts, "gone"))
    answer = stock.take_out(kit.hall, kit.context(), Found, texts, "there")
    assert kinds(answer) == ["Found", "Found"]
    incidents(kit)


# -- the punch ------------------------------------------------------------------------------------


def test_a_till_books_the_punches_of_its_own_cards_only(kit: Kit) -> None:
    ok(stock.put_back_whole(kit.hall, kit.context(), (f"{BLUE}:21-40",)))
    ok(stock.issue(kit.hall, kit.context(), (f"{BLUE}:21-40",), "2"))
    ok(kit.sell(1, 2, 3))
    ok(kit.exchange((1,), 2))
    other = kit.context(by="Dan", till="2")
    old, last = (kit.built.red(2).outside,), kit.built.blue(22).outside
    ok(selling.give_in_exchange(kit.hall, other, old, last))
    ok(kit.punch())
    assert kit.state(kit.built.red(1)) is CardState.DEFACED
    assert kit.state(kit.built.red(2)) is CardState.SURRENDERED
    assert code(kit.punch()) == "nothing-to-punch"
    ok(selling.punched(kit.hall, kit.context(by="Dan", till="2"), ()))
    assert kit.state(kit.built.red(2)) is CardState.DEFACED


def test_a_voided_card_waits_where_it_was_taken_back(kit: Kit) -> None:
    ok(kit.sell(1))
    text = kit.built.red(1).outside
    ok(selling.void(kit.hall, kit.context(till="3"), text, "ill"))
    assert code(kit.punch()) == "nothing-to-punch"
    ok(selling.punched(kit.hall, kit.context(till="3"), ()))


def test_the_count_is_made_at_the_terminal(kit: Kit, command: Command) -> None:
    ok(kit.sell(1))
    ok(miss(kit, 2))
    where = ("--hall", kit.hall.folder)
    status, out, _ = command(inventory.cli.main, "count-missing", "1", "--by", "Bob", *where)
    assert (status, out) == (0, f"Counted as not there: 1 card. {kit.built.red(2).card_id}\n")
