"""Each till has its own box: filled, counted blind, counted again until the report is filed."""

import io

import pytest

import inventory.cli
from inventory.commands.closing import CountBox, FileReport, FillBox
from inventory.commands.game import CallOff, CompleteUnwon
from inventory.desk.execute import Answer
from inventory.desk.papers import reporting
from inventory.entries.closing import BoxCounted, CashCounted, Taking
from inventory.entries.entry import Entry
from inventory.entries.states import CardState
from inventory.ledger.replaying import audit
from inventory.reports.figures.occasion import Report, report_json, report_lines
from tests.inventory.delivery_builder import BLUE, RED
from tests.inventory.kit import Command, Kit, code, kinds, ok
from tests.inventory.scanned import selling, stock

FLOAT, PRICE = 5000, 100  # in cents, as the kit opens and the red cards are printed


def two_tills(kit: Kit) -> None:
    """Till 1 sold a card, till 2 three of the second pack."""
    ok(stock.put_back_whole(kit.hall, kit.context(), (f"{RED}:21-40",)))
    ok(stock.issue(kit.hall, kit.context(), (f"{RED}:21-40",), "2"))
    ok(kit.sell(1))
    texts = tuple(kit.built.red(number).outside for number in (21, 22, 23))
    ok(selling.sell(kit.hall, kit.context(by="Dan", till="2"), texts))


def put_back(kit: Kit) -> None:
    ok(kit.close())
    red = kit.built.red
    for first, last in ((2, 20), (24, 40)):
        cards = red(first).outside, red(last).outside
        ok(stock.put_back_open(kit.hall, kit.context(), *cards, last - first + 1))


def count(kit: Kit, cents: int, till: str = "1", second: str = "Bob", **other: int) -> Answer:
    takings = tuple(Taking(name, amount) for name, amount in other.items())
    return kit.run(CountBox(cents, takings), till=till, second=second)


def counted(answer: Answer) -> tuple[int, int]:
    """What was counted, and what was expected."""
    found = [e.kind for e in ok(answer) if isinstance(e.kind, BoxCounted | CashCounted)]
    return found[-1].counted_cents, found[-1].expected_cents


def report(kit: Kit) -> Report:
    found = reporting.read_report(kit.hall, 0)
    assert isinstance(found, Report)
    return found


# -- a count a till -------------------------------------------------------------------------------


def test_each_till_is_counted_against_its_own_takings(kit: Kit) -> None:
    two_tills(kit)
    put_back(kit)
    assert code(kit.cash_up(FLOAT + PRICE)) == "box-not-counted"
    assert counted(count(kit, 3 * PRICE, till="2")) == (300, 300)
    assert counted(kit.cash_up(FLOAT + PRICE)) == (5100, 5100)
    cash = [(one["till"], one["difference_cents"]) for one in report_json(report(kit))["cash"]]
    assert cash == [("2", 0), ("1", 0)]
    assert audit(kit.hall.ledger) == ()
    assert reporting.read_audit(kit.hall, "") == ()


def test_a_shortage_at_one_till_is_not_hidden_by_the_other(kit: Kit) -> None:
    two_tills(kit)
    put_back(kit)
    ok(count(kit, 2 * PRICE, till="2"))
    ok(kit.cash_up(FLOAT + 2 * PRICE))
    cash = {one["till"]: one["difference_cents"] for one in report_json(report(kit))["cash"]}
    assert cash == {"2": -PRICE, "1": PRICE}
    assert any(
        "Cash counted at till 2 $2.00, expected $3.00" in line for line in report_lines(report(kit))
    )


def test_money_that_moved_after_the_count_is_counted_again(kit: Kit) -> None:
    two_tills(kit)
    ok(count(kit, 3 * PRICE, till="2"))
    text = kit.built.red(23).outside
    ok(selling.void(kit.hall, kit.context(till="2"), text, "player left"))
    ok(selling.punched(kit.hall, kit.context(till="2"), ()))
    put_back(kit)
    assert code(kit.cash_up(FLOAT + PRICE, punched=1)) == "box-not-counted"
    assert counted(count(kit, 2 * PRICE, till="2")) == (200, 200)
    ok(kit.cash_up(FLOAT + PRICE, punched=1))


def test_what_is_given_back_leaves_the_box_of_the_till_that_gives(kit: Kit) -> None:
    two_tills(kit)
    ok(selling.void(kit.hall, kit.context(till="1"), kit.built.red(23).outside, "ill"))
    ok(kit.punch())
    put_back(kit)
    assert counted(count(kit, 3 * PRICE, till="2")) == (300, 300)
    assert counted(kit.cash_up(FLOAT, punched=1)) == (5000, FLOAT + PRICE - PRICE)


def test_a_count_is_blind_and_by_two(kit: Kit) -> None:
    two_tills(kit)
    assert code(count(kit, 300, till="2", second="")) == "second-person-needed"
    answer = count(kit, 123, till="2", admission=50)
    assert counted(answer) == (123, 350)


# -- the float and more ---------------------------------------------------------------------------


def test_the_float_of_a_further_till_is_put_in_by_two(kit: Kit) -> None:
    two_tills(kit)
    asked = FillBox(3000, "float of till 2")
    assert code(kit.run(asked, till="2", second="")) == "second-person-needed"
    assert code(kit.run(FillBox(0, "x"), till="2")) == "nothing-put-in"
    assert code(kit.run(FillBox(3000, " "), till="2")) == "fill-unexplained"
    ok(kit.run(asked, till="2"))
    assert counted(count(kit, 3300, till="2")) == (3300, 3300)
    what = [one["what"] for one in report_json(report(kit))["incidents"]]
    assert what == ["put into a box", "box counted"]


def test_nothing_is_put_into_a_box_without_an_evening(empty: Kit) -> None:
    assert code(empty.run(FillBox(3000, "float"))) == "no-occasion"
    assert code(empty.run(CountBox(3000, ()))) == "no-occasion"


def test_a_sum_that_cannot_be_is_asked_about_before_anything_ends(kit: Kit) -> None:
    """A prize of $100 from a box that held $51: it was paid from elsewhere, or money was put in."""
    ok(kit.sell(1))
    card = kit.built.red(1)
    kit.game_with(card)
    kit.win(card)
    ok(kit.pay(card, "box"))
    cards = kit.built.red(2).outside, kit.built.red(20).outside
    ok(stock.put_back_open(kit.hall, kit.context(), *cards, 19))
    before = kit.head()
    answer = kit.cash_up(0)
    assert code(answer) == "box-below-nothing"
    assert "-$49.00" in str(answer)
    assert kit.head() == before
    ok(kit.run(FillBox(10000, "from the safe, for the prize")))
    assert counted(kit.cash_up(5100)) == (5100, 5100)


# -- a recount ------------------------------------------------------------------------------------


def test_a_box_is_counted_again_by_two_until_the_report_is_filed(kit: Kit) -> None:
    two_tills(kit)
    put_back(kit)
    ok(count(kit, 300, till="2"))
    ok(kit.cash_up(5000))
    assert code(count(kit, 5100, second="")) == "second-person-needed"
    (entry,) = ok(count(kit, 5100))
    assert isinstance(entry, Entry)
    assert entry.occasion == 6
    assert code(count(kit, 5100, till="7")) == "no-such-box"
    cash = [(one["till"], one["difference_cents"]) for one in report_json(report(kit))["cash"]]
    assert cash == [("2", 0), ("1", -100), ("1", 0)], "both counts stand"
    ok(kit.run(FileReport(0, "", "4711", "2026-12-01")))
    assert code(count(kit, 5100)) == "box-filed"


# -- called off -----------------------------------------------------------------------------------


def call_off(kit: Kit, reason: str = "last week's program", second: str = "Bob") -> Answer:
    return kit.run(CallOff(reason), second=second)


def test_an_evening_opened_by_mistake_is_called_off_and_another_opened(kit: Kit) -> None:
    assert code(call_off(kit, second="")) == "second-person-needed"
    assert code(call_off(kit, reason=" ")) == "call-off-unexplained"
    assert kinds(call_off(kit)) == ["OccasionCalledOff", "Checkpointed"]
    assert code(kit.sell(1)) == "no-occasion"
    assert code(call_off(kit)) == "no-occasion"
    assert code(kit.run(FileReport(0, "", "4711", "2026-12-01"))) == "called-off"
    assert code(count(kit, 5000)) == "no-occasion"
    found = report(kit)
    assert (found.is_balanced, report_json(found)["ended"]) == (True, True)
    assert "Evening called off: last week's program (Ann and Bob)" in report_lines(found)
    ok(kit.open(name="Tuesday", float_cents=2000))
    ok(kit.sell(1))
    ok(kit.close())
    cards = kit.built.red(2).outside, kit.built.red(20).outside
    ok(stock.put_back_open(kit.hall, kit.context(), *cards, 19))
    assert counted(kit.cash_up(2100)) == (2100, 2100)
    assert report(kit).is_balanced, report(kit).identities
    assert reporting.read_audit(kit.hall, "") == ()
    assert kit.state(kit.built.red(1)) is CardState.EXPIRED


def test_packs_issued_in_an_evening_called_off_are_the_next_one_s(kit: Kit) -> None:
    ok(stock.put_back_whole(kit.hall, kit.context(), (f"{BLUE}:21-40",)))
    ok(stock.issue(kit.hall, kit.context(), (f"{BLUE}:21-40",), "2"))
    ok(call_off(kit))
    ok(kit.open(name="Tuesday"))
    ok(kit.sell(1))
    assert report(kit).is_balanced, report(kit).identities


def test_an_evening_is_not_called_off_once_a_card_was_sold_or_a_ball_fell(kit: Kit) -> None:
    """Also not when the sale was undone: whoever saw cards or balls would choose between two."""
    ok(kit.pre_draw(tuple(range(1, 49))))
    assert code(call_off(kit)) == "drawn-already"
    ok(kit.sell(1))
    ok(kit.undo())
    assert code(call_off(kit)) == "sold-already"


def test_an_evening_with_a_completed_game_is_not_called_off(kit: Kit) -> None:
    ok(kit.close())
    ok(kit.run(CompleteUnwon("nobody came")))
    assert code(call_off(kit)) == "drawn-already"


# -- asked at the prompt --------------------------------------------------------------------------


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    return monkeypatch


def test_the_float_is_asked_for_when_it_is_not_given(
    kit: Kit, command: Command, typed: pytest.MonkeyPatch
) -> None:
    ok(call_off(kit))
    words = ("open", "Tuesday", "--primary", "100", "--consolation", "25", "--no-slip")
    where = ("--by", "Ann", "--second", "Bob", "--hall", kit.hall.folder)
    typed.setattr("sys.stdin", io.StringIO("\n"))
    status, _, err = command(inventory.cli.main, *words, *where)
    assert (status, "Money in this till's box" in err) == (1, True)
    typed.setattr("sys.stdin", io.StringIO("20.00\n"))
    assert command(inventory.cli.main, *words, *where)[0] == 0
    with kit.hall.reading() as reader:
        evening = reader.evening()
    assert evening is not None
    assert evening.opened.float_cents == 2000


def test_how_a_prize_is_paid_is_asked_for_when_it_is_not_given(
    kit: Kit, command: Command, typed: pytest.MonkeyPatch
) -> None:
    ok(kit.sell(1))
    card = kit.built.red(1)
    kit.game_with(card)
    kit.win(card)
    words = ("pay", card.card_id, "--to", "Mary K.", "--no-slip", "--by", "Ann", "--second", "Bob")
    where = ("--hall", kit.hall.folder)
    typed.setattr("sys.stdin", io.StringIO("\n"))
    status, _, err = command(inventory.cli.main, *words, *where)
    assert (status, "--from is one of box, check, in kind" in err) == (2, True)
    typed.setattr("sys.stdin", io.StringIO("check\n"))
    status, out, _ = command(inventory.cli.main, *words, *where)
    assert (status, "by check" in out) == (0, True)


def test_boxes_at_the_prompt(kit: Kit, command: Command) -> None:
    two_tills(kit)
    who = ("--till", "2", "--by", "Ann", "--second", "Bob", "--hall", kit.hall.folder)
    status, out, _ = command(inventory.cli.main, "fill-box", "30.00", "--why", "float", *who)
    assert (status, out) == (0, "Put into the box: $30.00, float\n")
    status, out, _ = command(inventory.cli.main, "count-box", "--counted", "20x1 1x13", *who)
    assert (status, out) == (0, "Cash: counted $33.00, expected $33.00, difference $0.00\n")
    status, _, err = command(inventory.cli.main, "call-off", "--reason", "x", *who)
    assert (status, "sold-already" in err) == (4, True)
