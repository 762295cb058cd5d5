"""Ten letters on paper: the newest slip alone shows that a ledger is the newest."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import inventory.cli
from inventory.commands.game import OpenEvening
from inventory.desk.execute import Answer
from inventory.desk.game import slips
from inventory.desk.game.slips import SlipFound
from inventory.desk.hall import Hall
from inventory.entries.game import OccasionOpened
from inventory.entries.house import Checkpointed
from inventory.ledger.reading import Reader
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
    # 6 entries came before the slip of the opening: set up, two sets, two issues, the opening.
    assert "covers entries 1 to 6. Newer slips of this ledger: 1, the last: close" in str(refused)
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
    assert "covers entries 1 to 6: they stand as they did then" in told
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
