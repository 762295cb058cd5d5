"""The worked evenings of samples/evenings, each from its order form to its filing.

The money is reckoned here from order, program and what was sold, never by the hall's own code.
"""

import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from inventory.cli import main
from samples.evenings.kept import EVENINGS, STATES, Played, played
from samples.evenings.stage import HALL, ORDER, PROGRAM


@pytest.fixture(scope="session")
def evening_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Played]:
    """An evening, played once for all tests of this process."""

    @cache
    def of(state: str) -> Played:
        return played(state, tmp_path_factory.mktemp(state))

    return of


@pytest.fixture(params=[pytest.param(one, marks=pytest.mark.xdist_group(one)) for one in STATES])
def evening(request: pytest.FixtureRequest, evening_of: Callable[[str], Played]) -> Played:
    return evening_of(request.param)


@pytest.fixture
def new_york(evening_of: Callable[[str], Played]) -> Played:
    return evening_of("us-ny")


def form(state: str, name: str) -> dict[str, Any]:
    return tomllib.loads((EVENINGS / state / name).read_text())


def cents(dollars: str) -> int:
    """12.50 is 1250."""
    whole, _, part = dollars.partition(".")
    return int(whole) * 100 + int(part)


def dollars(amount: int) -> str:
    """1250 is $12.50."""
    return f"${amount // 100}.{amount % 100:02d}"


def prices(state: str) -> dict[str, int]:
    return {one["set_serial"]: one["price_cents"] for one in form(state, ORDER)["series"]}


def rows(text: str, *starts: str) -> Iterator[list[str]]:
    """Rows of a paper's tables that begin with these words, cut where two blanks stand."""
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.split("  ") if cell.strip()]
        if tuple(cells[: len(starts)]) == starts:
            yield cells


def test_what_came_of_it_is_what_is_kept(evening: Played) -> None:
    """Byte for byte; `make samples` writes them again, to be looked at."""
    for name, text in evening.texts.items():
        kept = (EVENINGS / evening.on.state / name).read_text(encoding="utf-8")
        assert text == kept, f"{evening.on.state}/{name}"


def test_nothing_is_kept_that_no_evening_writes(evening: Played) -> None:
    there = {path.name for path in (EVENINGS / evening.on.state).iterdir() if path.is_file()}
    assert there == {ORDER, PROGRAM, "evening.py", *evening.texts}


def test_the_audit_finds_nothing_and_every_figure_adds_up(evening: Played) -> None:
    hall = str(evening.folder / HALL)
    for command in ("audit", "report"):
        with pytest.raises(SystemExit) as done:
            main((command, "--hall", hall))
        assert done.value.code == 0, command
    report = evening.texts["report.txt"].splitlines()
    assert [line for line in report if line.startswith("ok ")]
    assert not [line for line in report if line.startswith("NO")]


def test_no_code_from_inside_a_card_is_kept_or_told(evening: Played) -> None:
    """Its 16 symbols stand behind maker, form, set and number."""
    codes = [card.inside[23:39] for card in evening.cards]
    assert len(codes) == sum(one["count"] for one in form(evening.on.state, ORDER)["series"])
    files = [path for path in (evening.folder / HALL).rglob("*") if path.is_file()]
    kept = b"".join(path.read_bytes() for path in files)
    told = "".join(evening.texts.values())
    assert not [code for code in codes if code in told or code.encode() in kept]


@pytest.mark.xdist_group("us-ny")
def test_new_york_s_money_is_reckoned_from_order_and_program(new_york: Played) -> None:
    """54 red cards were sold, 3 of them traded in and paid for again, and 25 green ones."""
    red, _, green = prices("us-ny").values()
    bonanza, two_lines, early_bird = form("us-ny", PROGRAM)["games"]
    receipts = 54 * red + 3 * red + 25 * green
    assert receipts == 7575
    # 63 calls are more than 60: the consolation. Half of 18.75 is 9.375, cut to the cent.
    assert bonanza["calls"] < 63 <= early_bird["calls"]
    share = 25 * green * 50 // 100
    assert (share, early_bird["primary"]) == (937, "50 %")
    prizes = [cents(bonanza["consolation"]), cents(two_lines["primary"]), 469, 468]
    assert sum(prizes[2:]) == share
    admission = 64 * cents(form("us-ny", PROGRAM)["admission"])
    report, bc7 = new_york.texts["report.txt"], new_york.texts["bc-7.txt"]
    assert f"Receipts (sealed cards only): {dollars(receipts)}" in report
    assert "Prize $40.00 to Joe P., game 2, on cards that are not kept here" in report
    in_box = dollars(5000 + receipts + admission)
    assert f"Cash counted {in_box}, expected {in_box}, difference $0.00" in report
    assert [one[1] for one in rows(bc7, "Total")][:2] == [
        dollars(receipts + admission),
        dollars(sum(prizes)),
    ]
