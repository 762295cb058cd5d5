"""What is noted between press and pack: sheets, packs, spoils, light tests, purges."""

import json
import sqlite3
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from cardgen.card_id import SetSerial
from cardgen.errors import ConflictError
from cardgen.plant.journal import journal, noted_at
from cardgen.proof.finishing import LightTest, Spoiled
from cardgen.proof.manifest import parsed_time
from cardgen.series import RunId


class DeliveredError(ConflictError):
    """A card that has left the plant and can no longer be spoiled there."""

    code = "delivered"

    def __init__(self, serial: str, number: int, hall: str) -> None:
        super().__init__(
            f"Card {number} of set {serial} was shipped to {hall}. "
            "Take it back with `cardgen status return`."
        )


class LightTestOutdatedError(ConflictError):
    """A set whose light tests saw nothing of the cards that were printed once more."""

    code = "light-test-outdated"

    def __init__(self, serial: str) -> None:
        super().__init__(
            f"The light test of set {serial} was held before cards of it were remade. "
            "Hold it again, with remade cards among the samples: cardgen note light."
        )


@dataclass(frozen=True, slots=True)
class SheetCheck:
    """One flat sheet, scanned outside and inside: they carry the same number."""

    serial: SetSerial
    lift: int
    place: str
    audit_number: int


@dataclass(frozen=True, slots=True)
class PackCheck:
    """One pack, by its place in the set: first and last card scanned, all counted."""

    serial: SetSerial
    first: int
    last: int
    count: int


@dataclass(frozen=True, slots=True)
class PackCount:
    """How many cards a pack had when it was counted, and whether some changed since."""

    count: int
    is_outdated: bool


@dataclass(frozen=True, slots=True)
class Counts:
    """How many sheets and packs of a set were checked."""

    sheets: int
    packs: int


def note_sheet(folder: Path, check: SheetCheck, at: datetime) -> None:
    """Note a sheet check; the same sheet again changes nothing."""
    with journal(folder) as database:
        database.execute(
            "INSERT INTO sheet_check SELECT ?, ?, ?, ?, ? WHERE NOT EXISTS "
            "(SELECT 1 FROM sheet_check WHERE serial = ?1 AND lift = ?2 AND place = ?3)",
            (check.serial, check.lift, check.place, check.audit_number, noted_at(database, at)),
        )


def note_pack(folder: Path, check: PackCheck, at: datetime) -> None:
    """Note a pack check; a later one of the same pack takes its place."""
    with journal(folder) as database:
        database.execute(
            "INSERT INTO pack_check (serial, first, last, count, at) VALUES (?, ?, ?, ?, ?)",
            (check.serial, check.first, check.last, check.count, noted_at(database, at)),
        )


def note_spoils(folder: Path, serial: SetSerial, spoiled: Spoiled) -> tuple[int, ...]:
    """Note destroyed cards; those that were noted before are left out of the answer.

    Raises: DeliveredError.
    """
    with journal(folder) as database:
        known = set(_spoiled(database, serial))
        added = tuple(number for number in spoiled.numbers if number not in known)
        for number in added:
            row = database.execute(
                "SELECT hall FROM shipment WHERE serial = ? AND ? BETWEEN first AND last",
                (serial, number),
            ).fetchone()
            if row is not None:
                raise DeliveredError(serial, number, row[0])
        at, who = noted_at(database, spoiled.at), spoiled.by
        database.executemany(
            "INSERT INTO spoil VALUES (?, ?, ?, ?, ?, ?, NULL)",
            [(serial, number, at, spoiled.reason, *who) for number in added],
        )
        outdate_packs(database, serial, added)
    return added


def note_light_test(folder: Path, serial: SetSerial, test: LightTest) -> None:
    """Note a light test."""
    with journal(folder) as database:
        database.execute(
            "INSERT INTO light_test (serial, at, lamp, samples, first_name, second_name) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            (
                *(serial, noted_at(database, test.at), test.lamp),
                *(json.dumps(test.samples), *test.by),
            ),
        )


@dataclass(frozen=True, slots=True)
class Purge:
    """What a purge finds and who lets it go; `names` are the press files that were made."""

    names: tuple[str, ...]
    missing: tuple[str, ...]
    changed: tuple[str, ...]
    at: datetime
    by: tuple[str, str]


def note_purge(folder: Path, run_id: RunId, purge: Purge) -> None:
    """Note that a run's press files are gone, what was wrong with them, and who says so."""
    findings = [("missing", name) for name in purge.missing]
    findings += [("changed", name) for name in purge.changed]
    with journal(folder) as database:
        at = noted_at(database, purge.at)
        database.execute(
            "INSERT OR IGNORE INTO purge VALUES (?, ?, ?, ?, ?)",
            (run_id.hex(), at, json.dumps(sorted(purge.names)), *purge.by),
        )
        database.executemany(
            "INSERT OR IGNORE INTO purge_finding VALUES (?, ?, ?, ?)",
            [(run_id.hex(), name, finding, at) for finding, name in findings],
        )


def is_purged(folder: Path, run_id: RunId) -> bool:
    """Whether the press files were removed."""
    with journal(folder) as database:
        row = database.execute("SELECT 1 FROM purge WHERE run_id = ?", (run_id.hex(),)).fetchone()
    return row is not None


def purge_findings(folder: Path, run_id: RunId) -> dict[str, str]:
    """The press files that a purge found missing or changed, and which of both."""
    with journal(folder) as database:
        rows = database.execute(
            "SELECT name, finding FROM purge_finding WHERE run_id = ? ORDER BY name",
            (run_id.hex(),),
        ).fetchall()
    return dict(rows)


def purged_files(folder: Path, run_id: RunId) -> tuple[str, ...]:
    """The names of the press files that a purge removed."""
    with journal(folder) as database:
        row = database.execute(
            "SELECT files FROM purge WHERE run_id = ?", (run_id.hex(),)
        ).fetchone()
    return () if row is None else tuple(json.loads(row[0]))


def spoiled_numbers(folder: Path, serial: SetSerial) -> frozenset[int]:
    """The cards of a set that are destroyed now, and not made once more."""
    with journal(folder) as database:
        return frozenset(_spoiled(database, serial))


def spoils_of(folder: Path, serial: SetSerial) -> tuple[Spoiled, ...]:
    """All destroyed cards of a set, those together that were destroyed together."""
    with journal(folder) as database:
        rows = database.execute(
            "SELECT audit_number, at, reason, first_name, second_name, remake "
            "FROM spoil WHERE serial = ? ORDER BY at, rowid",
            (serial,),
        ).fetchall()
    together: dict[tuple[object, ...], list[int]] = {}
    for number, *occasion in rows:
        together.setdefault(tuple(occasion), []).append(number)
    return tuple(
        Spoiled(
            tuple(sorted(numbers)),
            parsed_time(str(at)),
            (str(one), str(two)),
            str(reason),
            remade=remake is not None,
        )
        for (at, reason, one, two, remake), numbers in together.items()
    )


def light_tests_of(folder: Path, serial: SetSerial) -> tuple[LightTest, ...]:
    """The light tests of a set that tell of all its cards.

    Raises: LightTestOutdatedError, when there were some, and cards were printed again since.
    """
    with journal(folder) as database:
        rows = database.execute(
            "SELECT at, lamp, samples, first_name, second_name FROM light_test "
            "WHERE serial = ? AND NOT stale ORDER BY rowid",
            (serial,),
        ).fetchall()
        outdated = database.execute(
            "SELECT 1 FROM light_test WHERE serial = ? AND stale", (serial,)
        ).fetchone()
    if outdated and not rows:
        raise LightTestOutdatedError(serial)
    return tuple(
        LightTest(parsed_time(at), lamp, tuple(json.loads(samples)), (one, two))
        for at, lamp, samples, one, two in rows
    )


def checked_counts(folder: Path, serial: SetSerial) -> Counts:
    """How many sheets and packs of a set were checked, each once."""
    with journal(folder) as database:
        (sheets,) = database.execute(
            "SELECT count(*) FROM sheet_check WHERE serial = ?", (serial,)
        ).fetchone()
        (packs,) = database.execute(
            "SELECT count(DISTINCT first) FROM pack_check WHERE serial = ? AND NOT stale",
            (serial,),
        ).fetchone()
    return Counts(sheets, packs)


def pack_counts(folder: Path, serial: SetSerial) -> dict[int, PackCount]:
    """The last check of each pack, by the pack's first number."""
    with journal(folder) as database:
        rows = database.execute(
            "SELECT first, count, stale FROM pack_check WHERE serial = ? ORDER BY rowid", (serial,)
        ).fetchall()
    return {first: PackCount(count, is_outdated=bool(stale)) for first, count, stale in rows}


def outdate_packs(
    database: sqlite3.Connection, serial: SetSerial, numbers: tuple[int, ...]
) -> None:
    """Note, in the caller's transaction, that the packs of these cards are not as counted.

    The numbers rise; a million of them take one pass over the packs.
    """
    rows = database.execute(
        "SELECT rowid, first, last FROM pack_check WHERE serial = ? AND NOT stale", (serial,)
    ).fetchall()
    database.executemany(
        "UPDATE pack_check SET stale = 1 WHERE rowid = ?",
        [
            (row,)
            for row, first, last in rows
            if bisect_left(numbers, first) < bisect_right(numbers, last)
        ],
    )


def _spoiled(database: sqlite3.Connection, serial: SetSerial) -> list[int]:
    rows = database.execute(
        "SELECT audit_number FROM spoil WHERE serial = ? AND remake IS NULL", (serial,)
    ).fetchall()
    return [row[0] for row in rows]
