"""Look at what you have: the stock with the next cards, and tonight; by ledgers of known halls."""

import json
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardgen.command_line import run
from inventory.cli import commands

KEPT = Path(__file__).parent / "ledgers" / "v1"
Look = Callable[..., tuple[int, str]]


@pytest.fixture
def look(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> Look:
    def call(name: str, *words: str) -> tuple[int, str]:
        with tarfile.open(KEPT / f"{name}.tar.xz") as packed:
            packed.extractall(tmp_path, filter="data")
        code = run(commands, [*words, "--hall", str(tmp_path / name)], "inventory")
        return code, capfd.readouterr().out

    return call


def test_stock_says_where_each_pack_is_and_what_a_till_sells_next(look: Look) -> None:
    """Of 40 red cards 8 left their first pack before number 9, which the till sells next."""
    code, told = look("mid", "stock")
    assert code == 0
    assert "1 to 20, 1 pack: at till 1, 12 left to sell" in told
    assert "Till 1: next card of set 000123 is 9" in told


@pytest.mark.parametrize("name", ["mid", "ruled", "us-ny", "us-nj", "us-nm"])
def test_stock_tells_of_every_card_that_was_received(look: Look, name: str) -> None:
    """Whatever became of them, the counts of a set are the cards of its packs."""
    code, told = look(name, "stock", "--json")
    found: dict[str, Any] = json.loads(told)
    assert (code, found["ok"]) == (0, True)
    for one in found["sets"]:
        held = sum(pack["last"] - pack["first"] + 1 for pack in one["packs"])
        assert 0 < sum(one["counts"].values()) <= held  # skips were never received
        left = sum(pack["left"] for pack in one["packs"])
        # A card that was put back by itself is in stock and in no pack.
        assert left <= one["counts"].get("received", 0) + one["counts"].get("issued", 0)


def test_status_says_how_far_tonight_is_and_what_comes_next(look: Look) -> None:
    code, told = look("mid", "status")
    assert code == 0
    assert "Monday, 2026-11-30, occasion 11: open" in told
    assert "Round 34 is open." in told
    assert "Claim 39 on ACME-000124-0000001-A at table 4 is open" in told
    assert "Next: inventory claim" in told


def test_status_for_programs_agrees_with_the_report(look: Look) -> None:
    report = json.loads((KEPT / "mid.json").read_text())["report"]
    found = json.loads(look("mid", "status", "--json")[1])
    assert found["occasion"] == report["occasion"]
    assert [one["state"] for one in found["games"]] == [one["state"] for one in report["games"]]


def test_a_status_list_given_to_status_is_told_its_command(
    look: Look, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(commands, ["status", "status.json"], "inventory") == 2
    assert "inventory status-list status.json" in capfd.readouterr().err
    assert look("mid", "status")[0] == 0
