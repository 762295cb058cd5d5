"""Ten letters on paper: the newest slip alone shows that a ledger is the newest."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import inventory.cli
from cardgen.card_id import CardId
from inventory.commands.claim import Pay
from inventory.commands.game import EnterLater, OpenEvening
from inventory.desk.execute import Answer
from inventory.desk.game import slips
from inventory.desk.game.slips import SlipFound
from inventory.desk.hall import Hall
from inventory.desk.papers.reporting import read_audit, read_report
from inventory.entries.game import OccasionOpened
from inventory.entries.house import Checkpointed
from inventory.ledger.reading import Reader
from inventory.reports.figures.occasion import report_json
from tests.inventory.kit import Command, Kit, Night, code, ok, refusal_of


def slip_of(answer: Answer) -> Checkpointed:
    (kind,) = [one.kind for one in ok(answer) if isinstance(one.kind, Checkpointed)]
    return kind


def check(hall: Hall, letters: str) -> None:
    with hall.reading() as reader:
        slips.check_slip(reader, letters)


def letters_of_open(kit: Kit) -> str:
    """The slip of the kit's own opening, the first of this ledger."""
    with kit.hall.ledger.transaction() as connection:
        entry = Reader(connection).of_kind("Checkpointed")[0]
    assert isinstance(entry.kind, Checkpointed)
    return entry.kind.letters


def test_the_newest_slip_opens_and_an_older_one_is_refused_with_what_it_proves(kit: Kit) -> None:
    old = letters_of_open(kit)
    check(kit.hall, old)
    ok(kit.sell(1))
    check(kit.hall, old)
    newest = slip_of(kit.close())
    refused = refusal_of(lambda: check(kit.hall, old))
    assert refused.code == "slip-older"
    # 7 entries came before that slip: set up, two sets, two issues, the opening, who works.
    assert "covers entries 1 to 7. Newer slips of this ledger: 1, the last: close" in str(refused)
    check(kit.hall, newest.letters)


def test_a_copy_that_was_put_back_and_went_on_is_not_passed_by_the_slip_both_hold(
    kit: Kit, tmp_path: Path
) -> None:
    """Both went on from one slip; the paper before it fits both, the newest paper only one."""
    shared = letters_of_open(kit)
    kit.hall.close()
    copy = shutil.copytree(kit.hall.folder, tmp_path / "copy")
    kit.hall = Hall.open(kit.hall.folder)
    ok(kit.sell(1, 2))
    on_paper = slip_of(kit.close()).letters
    kit.hall.close()
    kit.hall = Hall.open(copy)
    ok(kit.sell(1))
    ok(kit.close())
    assert code(lambda: check(kit.hall, shared)) == "slip-older"
    assert code(lambda: check(kit.hall, on_paper)) == "slip-differs"


def test_an_opening_is_answered_again_with_the_slip_that_it_was_asked_with(kit: Kit) -> None:
    """It printed a newer slip itself; the request is known before the slip is looked at."""
    ok(kit.close())
    newest = slip_of(kit.cash_up(5000)).letters
    night = Night(name="Tuesday", played_on="2026-12-01", calls_max=54).opened.program
    program = replace(night, games=(replace(night.games[0], price_cents=100),))
    asked = OpenEvening(OccasionOpened(program, 5000), is_by_figures=True, slip=newest)
    entries = ok(kit.run(asked, request="ab" * 16))
    assert ok(kit.run(asked, request="ab" * 16)) == entries
    assert code(kit.run(replace(asked, slip=letters_of_open(kit)))) == "slip-older"


def test_an_audit_says_what_an_older_slip_proves_and_what_follows(
    kit: Kit, command: Command
) -> None:
    old = letters_of_open(kit)
    ok(kit.sell(1))
    newest = slip_of(kit.close())
    asked = ("audit", "--hall", kit.hall.folder, "--slip")
    done, told, err = command(inventory.cli.main, *asked, old)
    assert (done, err) == (0, "")
    assert f"Slip {old} (open," in told
    assert "covers entries 1 to 7: they stand as they did then" in told
    assert "It is not the newest. Newer slips: 1, the last (close," in told
    assert newest.letters not in told, "the paper is to be looked for, not copied"
    _, told, _ = command(inventory.cli.main, *asked, newest.letters.lower())
    assert "it is the newest. Entries since, its own among them: 1." in told
    done, told, _ = command(inventory.cli.main, *asked, newest.letters, "--json")
    facts = json.loads(told)
    assert (done, facts["ok"], facts["slip"]["is_newest"]) == (0, True, True)
    # The slip is an entry itself, and comes behind what it covers.
    assert (facts["slip"]["covers"], facts["slip"]["entries"]) == (newest.size, newest.size + 1)
    done, told, _ = command(inventory.cli.main, *asked, "0000000000", "--json")
    facts = json.loads(told)
    assert (done, [one["code"] for one in facts["findings"]]) == (3, ["slip"])
    assert "slip" not in facts


def test_open_with_an_older_slip_writes_nothing(kit: Kit, command: Command) -> None:
    old = letters_of_open(kit)
    ok(kit.close())
    head = kit.head()
    done, _, err = command(
        inventory.cli.main,
        "open",
        "Tuesday",
        "--float",
        "0",
        "--slip",
        old,
        "--hall",
        kit.hall.folder,
        "--by",
        "A",
    )
    assert (done, "slip-older" in err) == (4, True)
    assert kit.head() == head


def test_two_slips_tell_themselves_apart_by_what_they_cover(kit: Kit) -> None:
    first = letters_of_open(kit)
    ok(kit.close())
    found = slips.find_slip(kit.hall, first)
    assert isinstance(found, SlipFound)
    assert [one.when for one in found.newer] == ["close"]
    assert found.entry_count == kit.head()


# -- payments -------------------------------------------------------------------------------------


def won(kit: Kit, *numbers: int) -> None:
    """These cards are sold and complete; all have won, and the round is closed."""
    ok(kit.sell_to(max(numbers)))
    drawn = {ball for number in numbers for ball in kit.built.red(number).numbers}
    ok(kit.run(EnterLater(tuple(sorted(drawn)))))
    ok(kit.close())
    ok(kit.hold())
    ok(kit.rack())
    for number in numbers:
        ok(kit.claim(kit.built.red(number)))


def pay(
    kit: Kit, number: int, slip: str = "", second: str = "Bob", *, lacking: bool = False
) -> Answer:
    card = CardId.parse(kit.built.red(number).card_id)
    asked = Pay(card, "Mary K.", "check", slip=slip, is_slip_lacking=lacking)
    return kit.run(asked, second=second)


def test_a_payment_prints_a_slip_and_the_next_one_asks_for_it(kit: Kit) -> None:
    won(kit, 1, 2)
    of_round = slip_of(kit.close_round()).letters
    assert code(pay(kit, 1)) == "slip-needed"
    assert code(pay(kit, 1, of_round, second="")) == "second-person-needed"
    first = slip_of(pay(kit, 1, of_round))
    assert first.when == "pay"
    answer = pay(kit, 2, of_round)
    assert code(answer) == "slip-differs"
    assert first.letters not in str(answer), "the paper is to be looked for, not copied"
    ok(pay(kit, 2, first.letters))
    assert read_audit(kit.hall, "") == ()


def test_pay_put_back_the_ledger_of_a_minute_ago_and_pay_again_is_noticed(
    kit: Kit, tmp_path: Path
) -> None:
    """The newest paper is of the first payment, and the copy does not know it."""
    won(kit, 1)
    of_round = slip_of(kit.close_round()).letters
    kit.hall.close()
    copy = shutil.copytree(kit.hall.folder, tmp_path / "a minute ago")
    kit.hall = Hall.open(kit.hall.folder)
    on_paper = slip_of(pay(kit, 1, of_round)).letters
    kit.hall.close()
    kit.hall = Hall.open(copy)
    assert code(pay(kit, 1, on_paper)) == "slip-differs"
    ok(pay(kit, 1, lacking=True))
    assert any("without the letters of the slip" in one for one in remarks(kit))


def test_a_payment_without_the_slip_takes_two_and_stands_on_the_report(kit: Kit) -> None:
    won(kit, 1)
    ok(kit.close_round())
    assert code(pay(kit, 1, lacking=True, second="")) == "second-person-needed"
    ok(pay(kit, 1, lacking=True))
    paid = f"A prize was paid on card {kit.built.red(1).card_id}"
    said = f"{paid} without the letters of the slip before it, by Ann and Bob."
    assert said in remarks(kit)
    assert read_audit(kit.hall, "") == ()


def remarks(kit: Kit) -> list[str]:
    found: list[str] = report_json(read_report(kit.hall, 0))["remarks"]
    return found


def test_what_cannot_be_paid_is_refused_before_a_slip_is_asked_for(kit: Kit) -> None:
    won(kit, 1)
    assert code(pay(kit, 1)) == "round-open"
    ok(kit.close_round())
    assert code(pay(kit, 2)) == "no-claim"


# -- openings -------------------------------------------------------------------------------------


def tuesday(slip: str = "", *, lacking: bool = False) -> OpenEvening:
    night = Night(name="Tuesday", played_on="2026-12-01", calls_max=54).opened.program
    program = replace(night, games=(replace(night.games[0], price_cents=100),))
    opened = OccasionOpened(program, 5000)
    return OpenEvening(opened, is_by_figures=True, slip=slip, is_slip_lacking=lacking)


def test_a_further_evening_asks_for_the_slip_of_the_last_end(kit: Kit) -> None:
    ok(kit.close())
    of_end = slip_of(kit.cash_up(5000)).letters
    assert code(kit.run(tuesday())) == "slip-needed"
    assert code(kit.run(tuesday(of_end), second="")) == "second-person-needed"
    assert code(kit.run(tuesday(lacking=True), second="")) == "second-person-needed"
    ok(kit.run(tuesday(of_end)))
    assert remarks(kit) == [one for one in remarks(kit) if "slip" not in one]
    assert read_audit(kit.hall, "") == ()


def test_an_evening_opened_without_the_slip_says_so_on_every_report(kit: Kit) -> None:
    ok(kit.close())
    ok(kit.cash_up(5000))
    ok(kit.run(tuesday(lacking=True)))
    said = "The evening was opened without the letters of the slip before it, by Ann and Bob."
    assert said in remarks(kit)
    assert read_audit(kit.hall, "") == ()


def test_the_first_evening_of_a_hall_asks_for_no_slip(empty: Kit) -> None:
    ok(empty.receive())
    ok(empty.run(tuesday()))
