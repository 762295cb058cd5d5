"""A ledger of every released version opens for ever, its bytes untouched (ledgers/README.md)."""

import contextlib
import hashlib
import json
import shutil
import sqlite3
import tarfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import inventory.cli
from inventory.desk.hall import Hall
from inventory.entries import entry, sale
from inventory.entries.entry import _kinds_by_name
from inventory.entries.wire import upgrade
from inventory.entries.wire.upgrade import Body, Read

KEPT = Path(__file__).parent / "ledgers"
NAMES = sorted(path.stem for path in KEPT.glob("*/*.json"))
Command = Callable[..., tuple[int, str, str]]


@pytest.fixture(params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def hall(name: str, tmp_path: Path) -> Path:
    with tarfile.open(KEPT / "v1" / f"{name}.tar.xz") as packed:
        packed.extractall(tmp_path, filter="data")
    return tmp_path / name


@pytest.fixture
def told(name: str) -> dict[str, Any]:
    """What the program that wrote it said of it."""
    found: dict[str, Any] = json.loads((KEPT / "v1" / f"{name}.json").read_text())
    return found


def root_of(leaves: list[bytes]) -> bytes:
    """The tree hash of RFC 6962 section 2.1, straight from its definition."""
    if len(leaves) == 1:
        return hashlib.sha256(b"\0" + leaves[0]).digest()
    left = 1 << (len(leaves) - 1).bit_length() - 1
    return hashlib.sha256(b"\1" + root_of(leaves[:left]) + root_of(leaves[left:])).digest()


def entries_of(folder: Path) -> list[bytes]:
    connection = sqlite3.connect(folder / "ledger.sqlite")
    try:
        rows = connection.execute("SELECT entry FROM log ORDER BY sequence").fetchall()
    finally:
        connection.close()
    return [bytes(row[0]) for row in rows]


def audited(told: dict[str, Any]) -> dict[str, Any]:
    """What an audit finds, and that the rules of today decide none of its entries."""
    return {**told["audit"], "entries_of_older_laws": told["entries"]}


def test_it_says_of_its_last_evening_what_it_said_then(
    hall: Path, told: dict[str, Any], command: Command
) -> None:
    code, out, err = command(inventory.cli.main, "report", "--json", "--hall", hall)
    assert (code, err) == (0, "")
    assert as_then(json.loads(out), told["report"]) == told["report"]


def as_then(report: dict[str, Any], then: dict[str, Any]) -> dict[str, Any]:
    """The report without what programs of that day did not tell; none it told is gone."""
    told = [one for one in report["incidents"] if one in then["incidents"]]
    said = [one for one in report["identities"] if one in then["identities"]]
    assert all(one["holds"] for one in report["identities"])
    paid = report["prizes_cents"] + report["prizes_owed_cents"]
    assert report.pop("prizes_awarded_cents") == paid
    cash = [{name: one[name] for name in one if name != "till"} for one in report["cash"]]
    given = [{name: one[name] for name in one if name != "from"} for one in report["prizes_given"]]
    remarks = [one for one in report["remarks"] if one in then["remarks"]]
    told_then = {
        "incidents": told,
        "remarks": remarks,
        "identities": said,
        "cash": cash,
        "prizes_given": given,
    }
    return {**report, **told_then}


def test_nothing_is_found_in_it_and_its_bytes_stay(
    hall: Path, told: dict[str, Any], command: Command
) -> None:
    code, out, _ = command(inventory.cli.main, "audit", "--json", "--hall", hall)
    assert (code, json.loads(out)) == (0, audited(told))
    entries = entries_of(hall)
    assert len(entries) == told["entries"]
    assert root_of(entries).hex() == told["root"]


def test_it_goes_on(hall: Path, told: dict[str, Any], command: Command, tmp_path: Path) -> None:
    """A copy takes a further entry behind those that it has."""
    copy = shutil.copytree(hall, tmp_path / "copy")
    who = ("--hall", copy, "--by", "Ann", "--second", "Bob")
    asked: tuple[str, ...]
    if told["report"]["ended"]:
        asked = ("rules", "set", "papers.filing_days", "6", "--reason", "as the clerk asks")
    else:
        asked = ("outage", "--present", "9", "--in-favor", "9")
    code, _, err = command(inventory.cli.main, *asked, *who)
    assert (code, err) == (0, "")
    entries = entries_of(copy)
    assert entries[: told["entries"]] == entries_of(hall)
    assert len(entries) > told["entries"]


def test_a_field_that_a_kind_gets_tomorrow_opens_the_halls_of_today(
    hall: Path, told: dict[str, Any], command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kind that most halls have most of: every sale of an older ledger reads with it."""

    @dataclass(frozen=True, slots=True)
    class Sold(sale.Sold):
        tip_cents: int = 0

    def with_tip(body: Body) -> Read:
        return (("Sold", {**body, "tip_cents": 0}),)

    kinds = {**_kinds_by_name(), "Sold": Sold}
    monkeypatch.setattr("inventory.decisions.sale.sale.Sold", Sold)  # it decides so from then on
    monkeypatch.setattr(entry, "_kinds_by_name", lambda: kinds)
    monkeypatch.setitem(upgrade.NEWEST, "Sold", 2)
    monkeypatch.setitem(upgrade.STEPS, ("Sold", 1), with_tip)
    code, out, _ = command(inventory.cli.main, "audit", "--json", "--hall", hall)
    assert (code, json.loads(out)) == (0, audited(told))
    code, out, _ = command(inventory.cli.main, "report", "--json", "--hall", hall)
    assert (code, as_then(json.loads(out), told["report"])) == (0, told["report"])
    with contextlib.closing(Hall.open(hall)) as opened, opened.reading() as reader:
        sold = [one.kind for one in reader.entries() if isinstance(one.kind, sale.Sold)]
    assert sold
    assert all(isinstance(kind, Sold) for kind in sold)
