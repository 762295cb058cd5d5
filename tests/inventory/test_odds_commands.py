"""`inventory patterns` and `inventory odds`: no hall is needed, nonsense is one clear line."""

import json
import re
from collections.abc import Callable
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from inventory.cli import main
from inventory.program.patterns import parsed_patterns
from inventory.reports.spoken.chances import one_in, percent

Run = Callable[..., tuple[int, str, str]]
ROOT = Path(__file__).parents[2]
MINE = "pattern two corners\n#...#\n.....\n.....\n.....\n.....\n"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("INVENTORY_HALL", raising=False)

    def call(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as done:
            main(list(arguments))
        told = capsys.readouterr()
        assert isinstance(done.value.code, int)
        assert not list(tmp_path.glob("*.sqlite"))
        return done.value.code, told.out, told.err

    return call


def test_patterns_are_listed_and_drawn(run: Run) -> None:
    code, out, err = run("patterns")
    assert (code, err) == (0, "")
    assert {"coverall", "four corners", "crazy kite, any of 4"} <= set(out.splitlines())
    assert run("patterns", "Letter X")[1] == "letter x\n\n#...#\n.#.#.\n..*..\n.#.#.\n#...#\n"


def test_patterns_for_other_programs_are_bits(run: Run) -> None:
    told = json.loads(run("patterns", "four corners", "--json")[1])
    # B's top is bit 0, B's bottom 4, O's top 20, O's bottom 24.
    bits = 1 << 0 | 1 << 4 | 1 << 20 | 1 << 24
    assert told == {"ok": True, "patterns": [{"name": "four corners", "masks": [bits]}]}


def test_a_hall_draws_patterns_of_its_own(run: Run, tmp_path: Path) -> None:
    own = tmp_path / "mine.txt"
    own.write_text(MINE)
    assert "two corners" in run("patterns", "--patterns", str(own))[1]
    told = json.loads(
        run("odds", "--cards", "1", "--pattern", "two corners", "--patterns", str(own), "--json")[1]
    )
    expected = Fraction(54 * 53, 75 * 74)
    assert told["by_calls"][6]["card_exact"] == str(expected)
    # The hall's own drawing counts where a name of the house is drawn otherwise.
    own.write_text(MINE.replace("two", "four"))
    assert run("patterns", "four corners", "--patterns", str(own))[1].count("#") == 2


def test_the_file_in_the_help_is_one(run: Run) -> None:
    shown = run("patterns", "--help")[1]
    body = shown.partition("A hall's own file:\n")[2].partition("  # must")[0]
    (pattern,) = parsed_patterns(body).values()
    assert len(pattern.masks) == 4 * 3 // 2  # two of four stamps


def test_a_file_of_patterns_that_is_wrong_is_told_with_file_and_line(
    run: Run, tmp_path: Path
) -> None:
    own = tmp_path / "mine.txt"
    for content, why in (
        (MINE.replace("#...#", "#..x#").encode(), "Line 2 of the patterns is '#..x#'"),
        (b"\xff\xfe", "this is no text in UTF-8"),
        (b" " * 1_000_001, "more than 1000000 bytes"),
        (b"", "at least one line `pattern NAME`"),
    ):
        own.write_bytes(content)
        code, out, err = run("odds", "--cards", "300", "--patterns", str(own))
        assert (code, out) == (1, "")
        assert err.startswith(f"inventory: {own}: ")
        assert why in err
        assert err.count("\n") == 1
    own.unlink()
    code, _, err = run("patterns", "--patterns", str(own))
    assert code == 1
    assert "No such file" in err


def test_a_game_is_told_call_by_call(run: Run) -> None:
    code, out, err = run("odds", "--cards", "300", "--pre-drawn", "48", "--calls", "54")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "coverall, 300 cards: 48 balls pre-drawn, primary prize within 54 calls"
    (early,) = (line for line in lines if line.endswith("pre-drawn") and line is not lines[0])
    # 300 / 799,399 = 0.000375; one in 799,399 is 0.000125%.
    assert early.split()[:5] == ["48", "0.000125%", "1", "in", "799,399"]
    assert early.split()[-2:] == ["0.000375", "pre-drawn"]
    (last,) = (line for line in lines if line.endswith("last call for the primary prize"))
    assert last.split()[0] == "54"
    assert "1 in 18,378" in last


def test_the_table_in_the_documentation_is_what_is_told(run: Run) -> None:
    page = (ROOT / "docs" / "hall.md").read_text(encoding="utf-8")
    block = page.partition("## Before the evening: odds\n\n")[2].partition("\n\nIt needs")[0]
    asked, *shown = [line.strip() for line in block.splitlines() if line.strip() not in {"", "…"}]
    told = [line.strip() for line in run(*asked.split()[1:])[1].splitlines()]
    assert len(shown) == 6
    assert set(shown) <= set(told)


def test_what_the_figures_rest_on_is_said(run: Run) -> None:
    assert run("odds", "--cards", "300")[1].endswith("changes no chance by more than 4e-13.\n")
    assert run("odds", "--cards", "1")[1].endswith("Exact for cards dealt at random.\n")


def test_columns_are_right_aligned(run: Run) -> None:
    for arguments in (
        ("odds", "--cards", "300"),
        ("odds", "--cards", "300", "--calls", "48", "--progressive", "12", "--prize", "500"),
    ):
        table = run(*arguments)[1].split("\n\n")[1].splitlines()
        ends = [[found.end() for found in re.finditer(r"\S+(?: \S+)*", line)] for line in table[1:]]
        for row in ends:
            assert row[:6] == ends[0][:6]
        titles = [found.end() for found in re.finditer(r"\S+(?: \S+)*", table[0])]
        assert set(titles) <= set(ends[0])


def test_without_pre_drawn_balls_none_are_spoken_of(run: Run) -> None:
    code, out, _ = run(
        *("odds", "--cards", "40", "--pre-drawn", "0", "--calls", "20"),
        *("--pattern", "Single Line"),
    )
    assert code == 0
    assert out.startswith("single line, 40 cards: no ball pre-drawn")
    assert "On the pre-drawn" not in out


def test_figures_for_other_programs_are_exact(run: Run) -> None:
    told = json.loads(run("odds", "--cards", "300", "--json")[1])
    for row in told["by_calls"]:
        card = Fraction(comb(row["calls"], 24), comb(75, 24))
        assert row["card_exact"] == str(card)
        assert row["card"] == float(card)
        assert row["expected_winners"] == float(300 * card)
    assert [row["calls"] for row in told["by_calls"]] == list(range(48, 76))
    assert told["primary_won"] == told["by_calls"][6]["any"]
    assert told["early_winner"] == told["by_calls"][0]["any"]


def test_a_progressive_is_told_occasion_by_occasion(run: Run) -> None:
    asked = (
        *("odds", "--cards", "300,310,320", "--calls", "50", "--calls-growth", "2"),
        *("--progressive", "3", "--prize", "1500.50", "--prize-growth", "$100"),
    )
    code, out, err = run(*asked)
    assert (code, err) == (0, "")
    rows = [line.split() for line in out.splitlines() if line.startswith("       ")]
    assert [row[:4] for row in rows] == [
        ["1", "300", "50", "$1,500.50"],
        ["2", "310", "52", "$1,600.50"],
        ["3", "320", "75", "$1,700.50"],
    ]
    assert "The last occasion   3: the prize is won whatever the calls\n" in out
    assert "The last occasion" not in run(*asked, "--goes-on")[1]
    told = json.loads(run(*asked, "--json")[1])
    assert told["liability_cents"] == 170_050
    assert told["occasions"][2]["won_by_now"] == told["won"] == 1
    assert told["last_must_be_won"]


@pytest.mark.parametrize(
    ("asked", "code", "why"),
    [
        (("--cards", "300", "--calls", "76"), 1, "calls is 76: expected 0 to 75"),
        (("--cards", "300", "--calls", "9" * 150), 1, "expected 0 to 75"),
        (("--cards", "300", "--pre-drawn", "-1"), 2, "--pre-drawn is '-1'"),
        (("--cards", "300", "--pre-drawn", "55"), 1, "at least the 55 balls"),
        (("--cards", "0"), 1, "cards is 0: expected 1 to 10,000,000"),
        (("--cards", "-3"), 2, "--cards is '-3': expected a whole number"),
        (("--cards", "9" * 150), 1, "expected 1 to 10,000,000"),
        (("--cards", "9" * 201), 2, "--cards has 201 characters"),
        (("--cards", "٣"), 2, "expected a whole number"),
        (("--cards", ""), 2, "expected a whole number"),
        (("--cards", "300,"), 2, "expected a whole number"),
        (("--cards", "300,300"), 2, "a list needs --progressive"),
        (("--cards", "300", "--prize", "500"), 2, "--prize is of a progressive"),
        (("--cards", "300", "--calls-growth", "1"), 2, "--calls-growth is of a progressive"),
        (("--cards", "300", "--goes-on"), 2, "--goes-on is of a progressive"),
        (("--cards", "300", "--pattern", "heart"), 1, "'heart': expected one of coverall"),
        (("--cards", "300", "--progressive", "0"), 2, "--progressive is 0: expected 1 to 520"),
        (("--cards", "300", "--progressive", "9" * 99), 2, "expected 1 to 520"),
        (("--cards", "300", "--progressive", "3"), 2, "--progressive needs --prize"),
        (
            ("--cards", "1,2,3", "--progressive", "2", "--prize", "5"),
            2,
            "--cards names 3 occasions",
        ),
        (("--cards", "1,0", "--progressive", "2", "--prize", "5"), 1, "cards is 0"),
        (("--cards", "300", "--progressive", "2", "--prize", "x"), 1, "dollars and cents"),
        (
            ("--cards", "1", "--progressive", "30", "--prize", "5", "--calls-growth", "1"),
            *(1, "occasion 30 is 83: expected at most 75"),
        ),
    ],
)
def test_nonsense_is_one_clear_line(run: Run, asked: tuple[str, ...], code: int, why: str) -> None:
    done, out, err = run("odds", *asked)
    assert (done, out) == (code, "")
    assert why in err
    assert err.startswith("inventory: ")
    assert err.count("\n") == 1
    assert len(err) < 1_500
    failed = json.loads(run("odds", *asked, "--json")[1])
    assert failed["ok"] is False


@pytest.mark.parametrize(
    ("chance", "as_percent", "as_one_in"),
    [
        (0, "0%", "never"),
        (1, "100%", "certain"),
        (Fraction(1, 2), "50.0%", "1 in 2.0"),
        (0.9994, "99.9%", "1 in 1.0"),
        (0.99951, "> 99.9%", "1 in 1.0"),
        (Fraction(1, 128), "0.781%", "1 in 128"),
        (Fraction(1, 799_399), "0.000125%", "1 in 799,399"),
        (1e-13, "< 0.000000001%", "1 in 10^13 or more"),
    ],
)
def test_a_chance_is_told_in_percent_and_as_one_in_so_many(
    chance: float | Fraction, as_percent: str, as_one_in: str
) -> None:
    assert (percent(chance), one_in(chance)) == (as_percent, as_one_in)
