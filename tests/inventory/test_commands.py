"""The commands: help with an example first, exit codes, one clear line, no secret anywhere."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest

from inventory.cli import commands, main
from inventory.entries.states import CardState
from inventory.ledger import file
from tests.inventory.delivery_builder import Built
from tests.inventory.kit import Kit, ok
from tests.inventory.status_list import disclosed, write_list

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(kit: Kit, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("INVENTORY_HALL", str(kit.hall.folder))
    monkeypatch.setenv("INVENTORY_BY", "Ann")

    def call(*arguments: str, stdin: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", StringIO(stdin))
        with pytest.raises(SystemExit) as done:
            main(list(arguments))
        told = capsys.readouterr()
        assert "Traceback" not in told.err
        assert isinstance(done.value.code, int)
        return done.value.code, told.out, told.err

    return call


def test_the_commands_of_the_issue_are_all_there() -> None:
    named = {
        *("init", "receive", "issue", "open", "sell", "exchange", "punched", "undo", "void"),
        *("draw", "correct", "hold", "claim", "round", "pay", "put-back", "close", "cash-up"),
        *("report", "file", "destroy", "audit", "prove", "desk"),
    }
    assert named <= commands.commands.keys()


def test_the_help_loads_click_and_little_else() -> None:
    script = (
        "import sys\nbefore = set(sys.modules)\nfrom inventory.cli import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        "print('\\n' + ' '.join({n.split('.')[0] for n in set(sys.modules) - before}))"
    )
    told = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    loaded = set(told.stdout.splitlines()[-1].split())
    heavy = {"sqlite3", "cryptography", "numpy", "rfc8785", "reportlab", "pikepdf", "rich"}
    assert loaded.isdisjoint(heavy)
    assert {"click", "inventory", "cardgen"} <= loaded


def test_a_refusal_is_exit_4_and_one_line_on_stderr(run: Run, kit: Kit) -> None:
    code, out, err = run("sell", kit.built.red(2).outside)
    assert (code, out) == (4, "")
    assert err.startswith("refused (out-of-sequence): ")
    assert err.count("\n") == 1


def test_done_is_exit_0(run: Run, kit: Kit) -> None:
    code, out, err = run("sell", kit.built.red(1).outside)
    assert (code, err) == (0, "")
    assert kit.built.red(1).card_id in out


def test_wrong_use_is_exit_2(run: Run, kit: Kit, monkeypatch: pytest.MonkeyPatch) -> None:
    red = kit.built.red
    for arguments in (
        ("sell",),
        ("sell", "--count", "2", red(1).outside, red(2).outside),
        ("sell", red(1).outside, "--request", "short"),
        ("exchange", red(1).outside),
        ("put-back", red(1).outside, "--count", "3"),
        ("open", "x", "--pre-drawn", "many"),
        ("open", "x", "--played-on", "tomorrow"),
        ("nonsense",),
    ):
        code, _, err = run(*arguments)
        assert code == 2, arguments
        assert err.startswith("inventory: ")
    monkeypatch.delenv("INVENTORY_BY")
    assert run("undo")[0] == 2


def test_texts_that_cannot_stand_in_the_ledger_are_refused(run: Run, kit: Kit) -> None:
    card = kit.built.red(20).outside
    for text in ("two\nlines", "x" * 201, "a\udcff", f"it reads {kit.built.red(1).inside}"):
        code, _, err = run("missing", card, "--reason", text)
        assert code == 2
        assert err.startswith(("inventory: --reason has ", "inventory: --reason holds "))
        assert kit.built.red(1).inside not in err
    assert run("undo", "--by", " ")[0] == 2
    assert run("report", "--occasion", "9" * 30)[0] == 2


def test_without_a_command_the_help_is_shown(run: Run) -> None:
    code, out, err = run()
    assert (code, out) == (2, "")
    assert err.startswith("Usage: inventory")


def test_an_interrupted_command_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("inventory.desk.hall.Hall.open", stop)
    code, _, err = run("undo")
    assert code == 1
    assert err.splitlines()[-1] == "inventory: Stopped."


def test_a_file_system_that_fails_is_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(5, "Input/output error", "hall")

    monkeypatch.setattr("inventory.desk.hall.Hall.open", fail)
    code, _, err = run("undo")
    assert (code, err) == (1, "inventory: hall: Input/output error\n")


def test_an_inside_code_on_the_command_line_is_refused_without_repeating_it(
    run: Run, kit: Kit
) -> None:
    inside = kit.built.red(1).inside
    for arguments in (("claim", inside), ("exchange", inside, "--last", "x"), ("sell", inside)):
        code, out, err = run(*arguments)
        assert code == 2
        assert inside not in out + err
        assert "never given on the command line" in err


def test_no_hall_is_exit_1(run: Run, tmp_path: Path) -> None:
    code, _, err = run("report", "--hall", str(tmp_path))
    assert code == 1
    assert "inventory init" in err


def test_a_bad_ball_or_amount_is_exit_1_with_what_was_expected(run: Run) -> None:
    assert run("draw", "--pre-drawn", "B-76")[0] == 1
    code, _, err = run("cash-up", "--counted", "much", "--punched", "0", "--envelope", "1")
    assert code == 1
    assert "20x3" in err


def test_a_broken_ledger_is_exit_3(run: Run, kit: Kit) -> None:
    kit.hall.close()
    (kit.hall.folder / "ledger.sqlite").write_bytes(b"x" * 4096)
    assert run("report")[0] == 3
    assert run("audit")[0] == 3


def test_the_fingerprint_on_paper_is_no_code_from_inside_a_card(
    run: Run, empty: Kit, built: Built
) -> None:
    """Both have sixteen symbols and a check symbol, printed in fours."""
    hall = ("--hall", str(empty.hall.folder), "--second", "Bob")
    typed = built.fingerprint.lower()
    code, out, err = run("receive", str(built.folder), "--fingerprint", typed, *hall)
    assert (code, err) == (0, ""), err
    assert "Received set" in out


def test_a_delivery_that_is_none_is_one_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "nothing").mkdir()
    code, _, err = run("receive", str(tmp_path / "nothing"), "--second", "Bob")
    assert code == 3
    assert run("receive", str(tmp_path / "nowhere"), "--second", "Bob")[0] == 1
    assert err.count("\n") == 1


def test_the_same_request_gives_the_same_answer_in_json(run: Run, kit: Kit) -> None:
    arguments = ("sell", kit.built.red(1).outside, "--request", "ab" * 16, "--json")
    first, again = run(*arguments), run(*arguments)
    assert first == again
    assert json.loads(first[1])["entries"][-1]["kind"] == "Sold"


def test_init_asks_what_is_not_given_and_never_assumes_who_pays(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "new"
    given = "st-brendan\nSt. Brendan's\nus-ny\nyes\nround punch\n"
    code, out, err = run("init", str(folder), stdin=given)
    assert code == 0
    assert "Does the player pay again?" in err
    assert "Does the player pay again?" not in out  # what programs read holds no question
    assert "[yes]" not in err
    assert "[no]" not in err
    cut = "st-brendan\nSt. Brendan's\nus-ny\n\n"
    code, _, err = run("init", str(tmp_path / "other"), stdin=cut)
    assert code == 2
    assert "not answered" in err
    assert not (tmp_path / "other").exists()


def test_init_never_goes_over_another_hall(run: Run, kit: Kit) -> None:
    options = ("--hall-id", "x", "--name", "X", "--profile", "us-ny", "--pays-again", "no")
    code, _, err = run("init", str(kit.hall.folder), *options, "--punch", "hole")
    assert code == 2
    assert "holds a hall already" in err


def test_the_key_of_a_hall_is_read_by_nobody_else(kit: Kit) -> None:
    assert (kit.hall.folder / "hall.key").stat().st_mode & 0o077 == 0


def test_claims_at_the_command_line(run: Run, kit: Kit) -> None:
    ok(kit.sell(1))
    card = kit.built.red(1)
    kit.game_with(card)
    assert run("hold")[0] == 0
    code, _, err = run("claim", stdin=f"{card.inside}\ntable 4\n")
    assert (code, err) == (5, "Scan the card: Table of the player: ")
    assert run("rack", "--player", "table 4")[0] == 0
    heard = ("--compared-by", "Bob", "--read-back-by", "Cal")
    other = run("claim", "--table", "table 9", stdin=card.inside + "\n")
    assert (other[0], "a claim on it is open at table 4" in other[1]) == (3, True)
    code, out, err = run("claim", *heard, "--ask-code", stdin=f"\n{card.code}\ntable 4\n")
    assert (code, out.splitlines()[0][:5]) == (0, "VALID")
    assert card.code not in out + err
    assert run("claim", card.card_id)[0] == 4
    assert run("round", "close", "--hold-back", "--second", "Bob")[0] == 0


def test_a_claim_on_another_tills_card_is_exit_5(run: Run, kit: Kit) -> None:
    ok(kit.close())
    ok(kit.hold())
    code, out, _ = run("claim", kit.built.red(1).card_id, "--till", "2", "--json")
    assert code == 5
    assert json.loads(out)["entries"][-1]["code"] == "not-sold-yet"


def test_a_correction_is_exit_0_whatever_it_does_to_claims(run: Run, kit: Kit) -> None:
    ok(kit.sell(1))
    card = kit.built.red(1)
    kit.game_with(card)
    ok(kit.hold())
    ok(kit.claim(card))
    undrawn = next(n for n in range(1, 76) if n not in _drawn(run))
    code, out, _ = run("correct", str(card.numbers[0]), str(undrawn), "--second", "Bob")
    assert code == 0
    assert "An error has been made" in out


def _drawn(run: Run) -> set[int]:
    balls = json.loads(run("report", "--json")[1])["games"][0]["balls"]
    return {int(ball.partition("-")[2]) for ball in balls}


def test_the_desk_reads_lines_until_q(run: Run, kit: Kit) -> None:
    lines = [kit.built.red(1).outside, "", "Q", kit.built.red(2).outside]
    code, out, _ = run("desk", stdin="\n".join(lines))
    assert code == 0
    assert kit.built.red(1).card_id in out
    assert kit.built.red(2).card_id not in out
    assert run("desk", stdin="nonsense here\n")[0] == 4
    assert run("desk", stdin="")[0] == 0


def test_other_commands_at_the_command_line(run: Run, kit: Kit, built: Built) -> None:
    red, blue = built.red, built.blue
    two = ("--second", "Bob")
    ok(kit.sell(1, 2, 3, 4))
    assert run("replace", red(1).outside, red(5).outside, "--reason", "torn", *two)[0] == 0
    assert run("void", red(2).outside, "--reason", "left", *two)[0] == 0
    assert run("missing", red(6).outside)[0] == 0
    assert run("found", red(6).outside, "--reason", "there", *two)[0] == 0
    assert run("exchange", "-", stdin=f"{red(3).inside}\n{blue(2).outside}\n")[0] == 0
    assert run("undo")[0] == 0
    assert run("take-out", "000123:21-40", "--as", "sent-back", "--reason", "wet", *two)[0] == 0
    assert run("put-back", "000124:41-60", *two)[0] == 0
    assert run("issue", "000124:41-60", "--to", "1", *two)[0] == 0
    assert run("sell", "-", stdin=f"\n{red(6).outside}\n")[0] == 0
    assert run("draw", "--later", "1 2", "3")[0] == 0
    path = write_list(kit.hall.folder.parent / "published", disclosed("000123"))
    assert run("disclosed", "000124", "--list", str(path))[0] == 4
    assert run("disclosed", "000123", "--list", str(path))[0] == 0
    assert run("report")[0] == 0
    code, out, _ = run("prove", red(1).outside)
    assert (code, out.count("proved by")) == (0, 5)
    assert run("prove", "nonsense", "--json")[0] == 4
    code, out, _ = run("audit", "--slip", "0000000000", "--json")
    assert (code, json.loads(out)["findings"][0]["code"]) == (3, "slip")
    assert run("audit")[0] == 0
    code, out, _ = run("open", "again", "--float", "0", "--slip", "0000000000")
    assert code == 4


def test_report_without_an_occasion_is_refused(
    run: Run, empty: Kit, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("report", "--hall", str(empty.hall.folder))[0] == 4


def test_an_open_with_the_right_slip_is_asked_for_nothing_more(run: Run, kit: Kit) -> None:
    slips = json.loads(run("report", "--json")[1])["slips"]
    code, _, err = run("open", "again", "--float", "0", "--slip", slips[-1]["letters"].lower())
    assert code == 4
    assert "occasion-open" in err


def test_a_full_disk_is_one_clear_line_and_selling_goes_on_after_space_is_freed(
    run: Run, kit: Kit, monkeypatch: pytest.MonkeyPatch
) -> None:
    balls = tuple(map(str, range(1, 49)))
    with monkeypatch.context() as small:
        small.setattr(file, "_PRAGMAS", (*file._PRAGMAS, "PRAGMA max_page_count = 1"))
        told = [
            run("sell", *(kit.built.red(number).outside for number in range(1, 21))),
            *(run("open", "x" * 200, "--float", "0", "--second", "Bob") for _ in range(1)),
            run("draw", "--later", *balls),
            *(run("exchange", kit.built.red(n).outside, "--last", kit.built.blue(2 * n).outside)
              for n in range(1, 13)),
        ]  # fmt: skip
    full = [err for code, _, err in told if code == 1]
    assert full, "nothing filled the disk"
    assert all("database or disk is full" in err and err.count("\n") == 1 for err in full)
    assert run("audit")[0] == 0
    assert run("missing", kit.built.red(40).outside, "--second", "Bob")[0] == 0


# -- what a program and a broken output are told --------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "exit_code", "failure"),
    [
        (("sell", "--json"), 2, "usage"),
        (("draw", "B-76", "--json"), 1, "bad-value"),
        (("report", "--hall", "/nowhere", "--json"), 1, "no-hall"),
        (("sell", "nonsense", "--json"), 4, "not-ours"),
    ],
)
def test_every_failure_is_json_too_when_json_is_asked_for(
    run: Run, arguments: tuple[str, ...], exit_code: int, failure: str
) -> None:
    code, out, err = run(*arguments)
    told = json.loads(out)
    assert (code, told["ok"], told["code"]) == (exit_code, False, failure)
    assert told["sentence"] in err


def test_a_broken_ledger_is_json_too(run: Run, kit: Kit) -> None:
    kit.hall.close()
    (kit.hall.folder / "ledger.sqlite").write_bytes(b"x" * 4096)
    code, out, _ = run("report", "--json")
    assert (code, json.loads(out)["code"]) == (3, "ledger-broken")


def started(kit: Kit, line: str) -> subprocess.CompletedProcess[str]:
    """A command line of a shell, `inventory` being this one."""
    command = f"{sys.executable} -c 'from inventory.cli import main; main()'"
    environment = os.environ | {"INVENTORY_HALL": str(kit.hall.folder), "INVENTORY_BY": "Ann"}
    return subprocess.run(
        ["/bin/sh", "-c", line.replace("inventory", command, 1)],
        capture_output=True, text=True, check=False, env=environment,
    )  # fmt: skip


def test_an_answer_that_cannot_be_printed_says_that_it_was_written(kit: Kit) -> None:
    request, card = "ab" * 16, kit.built.red(1)
    told = started(kit, f"inventory sell {card.outside} --request {request} > /dev/full")
    assert told.returncode == 0, "it is done"
    assert told.stderr.startswith(f"inventory: It was written (request {request});")
    assert told.stderr.count("\n") == 1
    assert kit.state(card) is CardState.SOLD
    again = started(kit, f"inventory sell {card.outside} --request {request}")
    assert (again.returncode, card.card_id in again.stdout) == (0, True)


def test_what_was_written_is_said_whatever_the_output_can_show(kit: Kit, tmp_path: Path) -> None:
    """A full output, a pipe that was closed, a code page without a letter of the name."""
    asked = '--profile us-ny --pays-again yes --punch "round punch" --name "Sala Ź 🎱"'
    for place, (end, env) in enumerate(
        [("> /dev/full", ""), ("| true", ""), (">&-", ""), ("| cat", "PYTHONIOENCODING=cp1252 ")]
    ):
        hall = tmp_path / f"hall{place}"
        command = f"init {hall} --hall-id lodz {asked}"
        told = started(kit, f"{env}inventory {command} {end}")
        assert told.returncode == 0, told.stderr
        assert "Traceback" not in told.stderr
        assert (hall / "ledger.sqlite").is_file()
        if "full" in end:
            assert told.stderr.startswith("inventory: It was written; its answer could not be")
        if env:
            assert told.stdout.startswith(r"Sala \u0179 \U0001f3b1 is set up in")


def test_json_is_json_in_any_code_page(kit: Kit, tmp_path: Path) -> None:
    asked = '--profile us-ny --pays-again yes --punch "round punch" --name "Sala 🎱"'
    line = f"PYTHONIOENCODING=cp1252 inventory init {tmp_path / 'h'} --hall-id lodz {asked} --json"
    assert json.loads(started(kit, line).stdout)["ok"]
    answer = started(kit, "PYTHONIOENCODING=cp1252 inventory undo --by 🎱 --json")
    assert json.loads(answer.stdout)["code"] == "nothing-to-undo"


def test_a_reading_command_whose_output_is_full_failed_and_can_be_run_again(kit: Kit) -> None:
    told = started(kit, "inventory report > /dev/full")
    assert (told.returncode, told.stderr.count("\n")) == (1, 1)
    assert "The answer could not be printed: No space left on device. Run the same" in told.stderr


def test_a_desk_whose_output_is_full_says_that_the_line_was_taken(kit: Kit) -> None:
    card = kit.built.red(1)
    told = started(kit, f"inventory desk > /dev/full <<END\n{card.outside}\n\nEND\n")
    assert (told.returncode, told.stderr.count("\n")) == (1, 1)
    assert "The last line was taken" in told.stderr


def test_a_command_without_an_input_is_wrong_use(kit: Kit) -> None:
    for line in ("inventory desk <&-", "inventory sell - <&-", "inventory claim <&-"):
        told = started(kit, line)
        assert (told.returncode, told.stderr.count("\n")) == (2, 1), told.stderr
        assert "no input to read" in told.stderr


def test_blanks_and_capitals_make_no_second_person(run: Run, kit: Kit) -> None:
    for second in (" ann", "ANN  ", "  "):
        code, _, err = run("issue", "000123:1-20", "--to", "2", "--second", second)
        assert code == 4, second
        assert "person" in err
