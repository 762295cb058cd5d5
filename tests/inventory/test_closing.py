"""Cash, envelopes, the end, the report, filing and destruction."""

from datetime import timedelta

import pytest

from inventory.clock import Moment
from inventory.commands.closing import CashUp, Destroy, FileReport, FillBox
from inventory.desk.execute import Answer
from inventory.desk.lookup import find_cards
from inventory.desk.papers import disclosing, reporting
from inventory.entries.closing import CashCounted, Destroyed, OccasionEnded, Retained, Taking
from inventory.entries.entry import Context
from inventory.entries.house import ClockJumped
from inventory.entries.states import CardState
from inventory.entries.stock import Found, Missing, Withdrawn
from inventory.ledger.reading import Reader
from inventory.ledger.replaying import audit
from inventory.reports.figures.occasion import Report, report_json, report_lines
from inventory.reports.spoken.explanation import lines_of
from tests.inventory.kit import START, Kit, code, ok, refusal_of
from tests.inventory.scanned import selling, stock


def sold_out(kit: Kit) -> Kit:
    """Three sold, one of them exchanged, one voided, all punched, sales closed, put back."""
    ok(kit.sell(1, 2, 3))
    ok(kit.exchange((1,), 2))
    ok(kit.void(3))
    ok(kit.punch())
    ok(kit.close())
    red, blue = kit.built.red, kit.built.blue
    ok(stock.put_back_open(kit.hall, kit.context(), red(4).outside, red(20).outside, 17))
    ok(stock.put_back_open(kit.hall, kit.context(), blue(3).outside, blue(20).outside, 18))
    return kit


def report(kit: Kit, occasion: int = 0) -> Report:
    found = reporting.read_report(kit.hall, occasion)
    assert isinstance(found, Report)
    return found


def count(kit: Kit, box: CashUp) -> Answer:
    return kit.run(box)


def test_cash_is_float_and_sales_and_change_is_no_income(kit: Kit) -> None:
    """Float 50, sales 3 + 1 - 1: expected 53, whatever change was given."""
    answer = sold_out(kit).cash_up(5300, punched=2)
    cash = ok(answer)[0].kind
    assert cash == CashCounted(5300, 5000 + 300 + 100 - 100, (), 2)


def test_any_count_is_accepted_and_the_difference_kept(kit: Kit) -> None:
    box = CashUp(1, (Taking("admission", 12000), Taking("pull-tabs", 800)), 2, "E1")
    ok(count(sold_out(kit), box))
    found = report_json(report(kit))
    (cash,) = found["cash"]
    assert cash["expected_cents"] == 5300 + 12800
    assert cash["difference_cents"] == 1 - 18100
    assert found["receipts_cents"] == 300, "a shortage is never netted"
    assert found["receipts"] == "sealed cards only"


def test_a_prize_paid_from_the_box_is_missing_from_it_and_one_by_check_is_not(kit: Kit) -> None:
    ok(kit.sell(1, 2))
    card = kit.built.red(1)
    kit.game_with(card)
    kit.win(card)
    ok(kit.pay(card, "box"))
    red = kit.built.red
    ok(stock.put_back_open(kit.hall, kit.context(), red(3).outside, red(20).outside, 18))
    ok(kit.run(FillBox(10000, "from the safe, for the prize")))
    cash = ok(kit.cash_up(0))[0].kind
    assert isinstance(cash, CashCounted)
    assert cash.expected_cents == 5000 + 10000 + 200 - 10000
    assert kit.state(card) is CardState.RETAINED
    assert report_json(report(kit))["prizes_paid"][0]["cents"] == 10000


def test_the_end_keeps_the_punched_expires_the_sold_and_puts_back_whole_packs(kit: Kit) -> None:
    entries = ok(sold_out(kit).cash_up(5300, punched=2))
    retained, ended = entries[1].kind, entries[2].kind
    assert isinstance(retained, Retained)
    assert [int(card.audit_number) for card in retained.cards] == [1, 3]
    assert isinstance(ended, OccasionEnded)
    assert ended.put_back == (
        ("000123", 21, 40, 20),
        ("000124", 21, 40, 20),
        ("000124", 41, 60, 20),
    )
    assert entries[-1].kind_name == "Checkpointed"
    assert kit.state(kit.built.red(2)) is CardState.EXPIRED
    assert kit.state(kit.built.red(21)) is CardState.RECEIVED
    assert audit(kit.hall.ledger) == ()


def test_cash_up_is_refused_until_everything_is_in_its_place(kit: Kit) -> None:
    assert code(kit.run(CashUp(0, (), 0, "1"), second="")) == ("second-person-needed")
    assert code(kit.cash_up()) == "sales-open"
    ok(kit.sell(1, 2))
    ok(kit.exchange((1,), 2))
    ok(kit.close())
    ok(kit.hold())
    assert code(kit.cash_up()) == "round-not-closed"
    ok(kit.close_round())
    assert code(kit.cash_up()) == "pack-out"
    red, blue = kit.built.red, kit.built.blue
    ok(stock.put_back_open(kit.hall, kit.context(), red(3).outside, red(20).outside, 18))
    ok(stock.put_back_open(kit.hall, kit.context(), blue(3).outside, blue(20).outside, 18))
    assert code(kit.cash_up()) == "not-punched"
    ok(kit.punch())
    wrong = kit.cash_up(5300, punched=2)
    assert code(wrong) == "punched-differs"
    assert "1" not in wrong.sentence, "the pile is counted blind"  # type: ignore[union-attr]
    ok(kit.cash_up(5300, punched=1))
    assert code(kit.cash_up()) == "no-occasion"


def test_an_open_claim_and_a_winner_stay_as_they_are_at_the_end(kit: Kit) -> None:
    ok(kit.sell(1))
    card = kit.built.red(1)
    kit.game_with(card)
    kit.win(card)
    red = kit.built.red
    ok(stock.put_back_open(kit.hall, kit.context(), red(2).outside, red(20).outside, 19))
    assert code(kit.cash_up(5100)) == "prizes-owed"
    assert code(kit.cash_up(5100, owed=2)) == "prizes-owed"
    ok(kit.cash_up(5100, owed=1))
    assert kit.state(card) is CardState.WON
    assert code(kit.pay(card, "box")) == "box-counted"
    ok(kit.pay(card, "check"))


# -- the report -----------------------------------------------------------------------------------


def test_the_identities_by_name_and_each_holds(kit: Kit) -> None:
    ok(sold_out(kit).cash_up(5300, punched=2))
    found = report(kit)
    names = {identity.name: (identity.left, identity.right) for identity in found.identities}
    issued = "000123: issued = sold + put back + voided + missing + taken out + at tills"
    assert names[issued] == (40, 2 + 17 + 20 + 1)
    assert names["surrendered = exchanges"] == (1, 1)
    assert names["trade-ins sold = 2 x exchanges"] == (2, 2)
    assert names["punched = surrendered + voided"] == (2, 2)
    assert names["receipts = prices"] == (300, 300)
    assert found.is_balanced


def test_the_report_is_for_the_inspector_during_the_evening_too(kit: Kit) -> None:
    ok(kit.sell(1, 2, 3))
    lines = report_lines(report(kit))
    assert any("sold: 1-3" in line for line in lines)
    assert not any(line.startswith("NOT ") for line in lines)


def test_missing_found_withdrawn_and_replaced_cards_are_figures_of_their_own(kit: Kit) -> None:
    red, blue = kit.built.red, kit.built.blue
    ok(kit.sell(1))
    ok(selling.replace_defect(kit.hall, kit.context(), red(1).outside, red(2).outside, "torn"))
    ok(selling.miss(kit.hall, kit.context(), (red(3).outside, red(4).outside), "not there"))
    ok(stock.take_out(kit.hall, kit.context(), Found, (red(4).outside,), "there"))
    ok(stock.take_out(kit.hall, kit.context(), Missing, ("000124:21-40",), "gone"))
    ok(stock.take_out(kit.hall, kit.context(), Found, ("000124:21-40",), "there"))
    ok(stock.take_out(kit.hall, kit.context(), Withdrawn, (red(5).outside, "000124:41-60"), "wet"))
    ok(kit.punch(5))
    ok(selling.punched(kit.hall, kit.context(), (blue(41).outside,)))
    ok(kit.punch())
    ok(kit.close())
    ok(stock.put_back_open(kit.hall, kit.context(), red(4).outside, red(20).outside, 16))
    ok(kit.cash_up(5100, punched=1))
    found = report_json(report(kit))
    one, two = found["series"]
    assert (one["sold"], one["voided"], one["missing"], one["taken_out"]) == (1, 1, 1, 1)
    assert (two["missing"], two["taken_out"], two["put_back"]) == (0, 20, 40)
    assert found["balanced"]
    assert audit(kit.hall.ledger) == ()


def test_an_evening_is_one_occasion_over_midnight_and_clock_changes(kit: Kit) -> None:
    """23:59:59, 00:00, 01:30, an hour back: the occasion is the same, the jump is reported."""

    moments = [(359, 21600), (360, 21660), (450, 27000), (390, 27060), (8000, 27120)]
    for number, (minutes, seconds) in enumerate(moments, 1):
        moment = Moment(START + timedelta(minutes=minutes), seconds * 1000, "boot-1")
        context = Context(f"{number:032x}", "1", "Ann", "", moment)
        answer = selling.sell(kit.hall, context, (kit.built.red(number).outside,))
        assert {entry.occasion for entry in ok(answer)} == {6}
    jumps = report_json(report(kit))["clock_jumps"]
    assert len(jumps) == 2
    assert jumps[0] == -3660
    assert kit.state(kit.built.red(5)) is CardState.SOLD


def test_a_restart_with_an_earlier_clock_is_a_jump_and_a_later_one_is_none(kit: Kit) -> None:

    later = Context("1" * 32, "1", "Ann", "", Moment(START + timedelta(days=1), 5, "boot-2"))
    (entry,) = ok(selling.sell(kit.hall, later, (kit.built.red(1).outside,)))
    earlier = Context("2" * 32, "1", "Ann", "", Moment(START, 5, "boot-3"))
    jump = ok(selling.sell(kit.hall, earlier, (kit.built.red(2).outside,)))[0].kind
    assert jump == ClockJumped(-86400)
    assert entry.kind_name == "Sold"


def test_every_evening_has_its_own_figures(kit: Kit) -> None:
    ok(sold_out(kit).cash_up(5300, punched=2))
    first = report(kit).evening.occasion
    ok(stock.issue_all(kit.hall, kit.context(), "1"))
    ok(kit.open(name="Tuesday", played_on="2026-12-01"))
    ok(kit.sell(4))
    second = report_json(report(kit))
    assert second["receipts_cents"] == 100
    assert [one["issued"] for one in second["series"]] == [37, 58]
    assert report_json(report(kit, first))["receipts_cents"] == 300
    assert report(kit, first).is_balanced


def test_the_slips_and_two_people_stand_on_the_report(kit: Kit) -> None:
    ok(sold_out(kit).cash_up(5300, punched=2))
    found = report_json(report(kit))
    assert [slip["when"] for slip in found["slips"]] == ["open", "close", "end"]
    assert "Ann and Bob" in found["two_people"]


def test_a_report_of_no_occasion_is_refused(empty: Kit) -> None:
    assert code(lambda: reporting.read_report(empty.hall, 0)) == "no-occasion"


def test_an_occasion_that_there_is_not_is_told_with_those_that_there_are(kit: Kit) -> None:
    first = report(kit).evening.occasion
    asked = (
        lambda: reporting.read_report(kit.hall, 99),
        lambda: disclosing.openings_of(kit.hall, 99, ""),
    )
    for refused in map(refusal_of, asked):
        assert refused.code == "unknown-occasion"
        assert "no occasion 99" in str(refused)
        assert f"{first} (Monday, 2026-11-30)" in str(refused)
        assert "inventory open" not in str(refused)


# -- filing and destruction -----------------------------------------------------------------------


def file_it(kit: Kit, reference: str = "clerk 4711") -> Answer:
    filing = ("BC-7", reference, "2026-12-01")
    return kit.run(FileReport(0, *filing))


@pytest.mark.parametrize(
    ("form", "day", "why"),
    [
        ("a napkin", "2026-12-01", "other-form"),
        ("BC-7", "2026-11-29", "filed-before"),
        ("BC-7", "2026-12-24", "filed-ahead"),
    ],
)
def test_a_filing_has_the_occasions_form_and_a_day_that_can_be(
    kit: Kit, form: str, day: str, why: str
) -> None:
    """9 NYCRR 4820.51(g): only a filed BC-7 lets exchanged cards be destroyed."""
    ok(sold_out(kit).cash_up(5300, punched=2))
    assert code(kit.run(FileReport(0, form, "clerk 4711", day))) == why
    assert code(destroy(kit)) == "not-filed"
    ok(kit.run(FileReport(0, "bc-7", "clerk 4711", "2026-11-30")))
    ok(destroy(kit))


def destroy(kit: Kit, *texts: str, second: str = "Witness") -> Answer:
    return kit.run(Destroy(0, find_cards(kit.hall, texts)), second=second)


def test_nothing_is_destroyed_before_the_report_is_filed(kit: Kit) -> None:
    ok(sold_out(kit).cash_up(5300, punched=2))
    refused = destroy(kit)
    assert code(refused) == "not-filed"
    # Played on 30 November, due within 7 days: 7 December, 7 days from that evening.
    assert "2026-12-07" in str(refused)
    assert "7 days" in str(refused)
    assert report_json(report(kit))["file_by"] == "2026-12-07"
    ok(file_it(kit))
    (entry,) = ok(destroy(kit))
    assert isinstance(entry.kind, Destroyed)
    assert (entry.kind.envelope, len(entry.kind.cards)) == ("E1", 2)
    assert entry.context.second == "Witness"
    assert kit.state(kit.built.red(1)) is CardState.DESTROYED
    assert code(destroy(kit)) == "nothing-to-destroy"
    assert audit(kit.hall.ledger) == ()


def test_destruction_needs_a_witness_and_only_takes_the_punched(kit: Kit) -> None:
    ok(sold_out(kit).cash_up(5300, punched=2))
    ok(file_it(kit))
    assert code(destroy(kit, second="")) == "second-person-needed"
    assert code(destroy(kit, kit.built.red(2).outside)) == "not-retained"
    assert code(lambda: destroy(kit, "nonsense")) == "not-ours"
    ok(destroy(kit, kit.built.red(1).outside))


def test_a_paid_card_is_kept(kit: Kit) -> None:
    ok(kit.sell(1))
    card = kit.built.red(1)
    kit.game_with(card)
    kit.win(card)
    ok(kit.pay(card))
    red = kit.built.red
    ok(stock.put_back_open(kit.hall, kit.context(), red(2).outside, red(20).outside, 19))
    ok(kit.cash_up(5100))
    ok(file_it(kit))
    assert code(destroy(kit)) == "nothing-to-destroy"
    assert code(destroy(kit, card.outside)) == "paid-card-kept"


def test_cards_of_an_evening_that_is_not_filed_are_kept(kit: Kit) -> None:
    ok(sold_out(kit).cash_up(5300, punched=2))
    first = report(kit).evening.occasion
    ok(stock.issue_all(kit.hall, kit.context(), "1"))
    ok(kit.open(name="Tuesday", played_on="2026-12-01"))
    ok(kit.close())
    ok(kit.cash_up())
    ok(file_it(kit))
    refused = kit.run(Destroy(0, find_cards(kit.hall, (kit.built.red(1).outside,))))
    assert code(refused) == "other-occasion"
    assert code(kit.run(Destroy(first))) == "not-filed"


def test_a_report_is_filed_once_after_the_end_with_a_reference(kit: Kit, empty: Kit) -> None:
    assert code(file_it(empty)) == "no-occasion"
    assert code(destroy(empty)) == "no-occasion"
    assert code(file_it(kit)) == "occasion-open"
    ok(sold_out(kit).cash_up(5300, punched=2))
    assert code(file_it(kit, "")) == "reference-needed"
    ok(file_it(kit))
    assert code(file_it(kit, "again")) == "already-filed"
    assert report_json(report(kit))["filed"]["reference"] == "clerk 4711"
    assert any(line.startswith("Filed") for line in report_lines(report(kit)))


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"calls_max": 47, "pre_drawn": 40}, "too-few-calls"),
        ({"calls_max": 50, "pre_drawn": 51}, "pre-drawn-over-calls"),
        ({"on_sale": ()}, "nothing-on-sale"),
        ({"on_sale": ("000999",)}, "unknown-set"),
    ],
)
def test_a_program_that_breaks_the_rule_is_not_opened(
    empty: Kit, changes: dict[str, object], expected: str
) -> None:
    ok(empty.receive())
    assert code(empty.open_unchecked(**changes)) == expected


def test_one_occasion_at_a_time(kit: Kit) -> None:
    assert code(kit.open(name="another")) == "occasion-open"


def test_everything_written_is_told_in_words(kit: Kit) -> None:

    ok(sold_out(kit).cash_up(5300, punched=2))
    with kit.hall.ledger.transaction() as connection:
        entries = tuple(Reader(connection).entries())
    assert len(lines_of(entries)) >= len(entries)
