"""The program at the command line: begin one, check it, print what is posted."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from inventory.cli import main
from inventory.clock import Moment
from inventory.decisions.program.check import breaches_of
from inventory.decisions.program.example import example_program, remarks_of
from inventory.program.file import parsed_program, read_program
from inventory.program.program import Approval
from inventory.program.toml import program_toml
from inventory.rules.profile_file import profile_names, read_profile
from tests.inventory.kit import START, Kit
from tests.inventory.program_kit import PROGRAMS

Run = Callable[..., tuple[int, str, str]]
MONDAY = str(PROGRAMS / "us-ny.toml")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.delenv("INVENTORY_HALL", raising=False)
    monkeypatch.setattr("inventory.cli.context.moment_now", lambda: Moment(START, 1, "boot"))

    def call(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as done:
            main(["program", *arguments])
        told = capsys.readouterr()
        assert "Traceback" not in told.err
        assert isinstance(done.value.code, int)
        return done.value.code, told.out, told.err

    return call


@pytest.mark.parametrize("name", profile_names())
def test_an_example_keeps_the_rules_once_what_is_empty_is_filled_in(name: str) -> None:
    profile = read_profile(name)
    example = example_program(profile, "Monday bingo", "2026-11-30")
    written = parsed_program(program_toml(example, remarks_of(profile, example)))
    assert written == example
    empty = {
        "license-missing", "license-expiry-missing", "approval-missing", "seats-missing",
        "sealed-cards-missing",
    }  # fmt: skip
    assert {one.code for one in breaches_of(example, profile)} <= empty
    filled = replace(
        example,
        seats=200,
        license_number="L 1",
        license_expires="2027-06-30",
        approvals=tuple(Approval(what, "A 1") for what, _ in example.approvals),
        games=tuple(
            replace(game, sets=("000123",)) if game.is_pre_drawn else game for game in example.games
        ),
    )
    assert breaches_of(filled, profile) == ()


def test_new_writes_a_file_to_fill_in_and_says_what_is_empty(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "monday.toml"
    code, out, _ = run("new", str(path), "--profile", "us-nj", "--played-on", "2026-11-30")
    assert code == 0
    assert "Write sets" in out
    text = path.read_text()
    assert text.startswith("# The program of an evening. Its rules: New Jersey")
    assert "sets = []                                 # fill in" in text
    assert [game.name for game in read_program(path).games] == ["Regular game", "Bonanza"]
    code, out, _ = run("new", str(tmp_path / "b.toml"), "--profile", "us-ny", "--json")
    assert code == 0
    assert "seats-missing" in {one["code"] for one in json.loads(out)["to_fill_in"]}
    assert len(read_program(tmp_path / "b.toml").played_on) == 10


def test_new_writes_over_no_file_and_nothing_wrong(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "monday.toml"
    path.write_text("mine")
    code, _, err = run("new", str(path), "--profile", "us-ny")
    assert code == 4
    assert "is not overwritten" in err
    assert path.read_text() == "mine"
    other = tmp_path / "other.toml"
    assert run("new", str(other), "--profile", "us-xx")[0] == 1
    code, _, err = run("new", str(other), "--profile", "us-ny", "--played-on", "3.4.")
    assert code == 1
    assert "expected a day" in err
    assert run("new", str(other), "--profile", "us-ny", "--name", "a\nb")[0] == 2
    assert not other.exists()


def test_a_program_without_a_breach_is_exit_0(run: Run) -> None:
    code, out, err = run("check", MONDAY, "--profile", "us-ny")
    assert code == 0
    # A share of receipts may pass the limit of an occasion: 15,000.00 - 575.00 are left for it.
    (warning,) = err.splitlines()
    assert "$14,425.00 are left for it of the $15,000.00" in warning
    assert "3 games keep the rules of us-ny" in out
    code, out, _ = run("check", MONDAY, "--profile", "us-ny", "--json")
    told = json.loads(out)
    assert "3 games keep the rules of us-ny" in told.pop("lines")[0]
    assert len(told.pop("warnings")) == 1
    assert (code, told) == (0, {"ok": True, "breaches": []})


def test_one_of_a_thing_is_not_told_as_several(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "one.toml"
    path.write_text(Path(MONDAY).read_text().partition('[[games]]\nname = "Two lines"')[0])
    assert "1 game keeps the rules of us-ny" in run("check", str(path), "--profile", "us-ny")[1]
    text = Path(MONDAY).read_text().replace("after_intermission = true", "second_receptacle = true")
    path.write_text(text.replace("displays = 2", "displays = 1"))
    code, _, err = run("check", str(path), "--profile", "us-ny")
    assert code == 4
    assert "rooms: 2, displays: 1." in err
    assert not re.search(r"\b1 [a-z]+s\b", err)


def test_a_day_that_is_over_is_a_warning_and_exit_0(run: Run, tmp_path: Path) -> None:
    """The day before 2026-11-30, when the fixture's clock stands still."""
    path = tmp_path / "past.toml"
    path.write_text(Path(MONDAY).read_text().replace("2026-11-30", "2026-11-29"))
    code, out, err = run("check", str(path), "--profile", "us-ny")
    assert code == 0
    assert err.startswith("warning: The program is for 2026-11-29; today is 2026-11-30.")
    assert "3 games keep the rules" in out
    code, out, _ = run("check", str(path), "--profile", "us-ny", "--json")
    assert (code, len(json.loads(out)["warnings"])) == (0, 2)


def test_a_breach_is_exit_4_and_a_line_with_code_source_and_what_mends_it(run: Run) -> None:
    code, out, err = run("check", MONDAY, "--profile", "us-nj")
    assert (code, out) == (4, "")
    assert (
        "breach (pre-drawn-not-exact): game 1: Balls drawn before Bonanza: 48; the rule says 50. "
        "[N.J.A.C. 13:47-7.57(a)] Write pre_drawn = 50.\n"
    ) in err
    code, out, _ = run("check", MONDAY, "--profile", "us-nj", "--json")
    found = json.loads(out)
    assert (code, found["ok"]) == (4, False)
    assert {"code": "pre-drawn-not-last", "game": 1, "citation": "N.J.A.C. 13:47-7.53",
            "sentence": "Bonanza is pre-drawn and not the last game of the evening.",
            "mends": "Play it last."} in found["breaches"]  # fmt: skip


def test_a_hall_checks_against_the_sets_it_received(run: Run, kit: Kit) -> None:
    hall = str(kit.hall.folder)
    code, _, err = run("check", MONDAY, "--hall", hall)
    assert code == 4
    told = [line.partition(":")[0] for line in err.splitlines()]
    assert told == ["warning", "breach (set-not-received)"]
    assert "Set 000125 of Late bonanza" in err
    assert run("check", MONDAY, "--hall", hall, "--profile", "us-ny")[0] == 0


def test_somebody_says_by_which_rules(run: Run, tmp_path: Path) -> None:
    code, _, err = run("check", MONDAY)
    assert code == 2
    assert "--profile or --hall says by which rules." in err
    assert run("check", MONDAY, "--hall", str(tmp_path))[0] == 1
    assert run("check", str(tmp_path / "none.toml"), "--profile", "us-ny")[0] == 1


def test_print_shows_program_and_notices_and_in_a_hall_the_valid_cards(run: Run, kit: Kit) -> None:
    code, out, _ = run("print", MONDAY, "--profile", "us-ny")
    assert code == 0
    assert out.startswith("Monday bingo, Monday, November 30, 2026\n")
    assert "\nNotices for Monday bingo" in out
    assert "[  ] yes  [  ] no" in out
    assert "Valid cards of" not in out
    assert "DRAFT" not in out
    code, out, _ = run("print", MONDAY, "--hall", str(kit.hall.folder), "--json")
    papers = {one["name"]: one["lines"] for one in json.loads(out)["papers"]}
    assert list(papers) == ["program", "notices", "ranges-1", "ranges-3"]
    assert any("DRAFT: 1 breach" in line for line in papers["program"])
    assert any("You pay the price of the card given up once more." in line
               for line in papers["notices"])  # fmt: skip
    assert any("000123" in line and "red" in line for line in papers["ranges-1"])
