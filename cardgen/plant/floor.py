"""What is noted between press and pack: sheets, packs, spoils, counters, light tests, purges."""

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from cardgen.card_id import SetSerial
from cardgen.errors import ConflictError
from cardgen.plant.journal import journal
from cardgen.proof.finishing import Counter, LightTest, Spoiled
from cardgen.proof.manifest import parsed_time, printed_time
from cardgen.series import RunId


class DeliveredError(ConflictError):
    """A card that has left the plant and can no longer be spoiled there."""

    code = "delivered"

    def __init__(self, serial: str, number: int, hall: str) -> None:
        super().__init__(
            f"Card {number} of set {serial} was shipped to {hall}. "
            "Take it back with `cardgen status return`."
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
            (check.serial, check.lift, check.place, check.audit_number, printed_time(at)),
        )


def note_pack(folder: Path, check: PackCheck, at: datetime) -> None:
    """Note a pack check; a later one of the same pack takes its place."""
    with journal(folder) as database:
        database.execute(
            "INSERT INTO pack_check VALUES (?, ?, ?, ?, ?)",
            (check.serial, check.first, check.last, check.count, printed_time(at)),
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
        at, who = printed_time(spoiled.at), spoiled.by
        database.executemany(
            "INSERT INTO spoil VALUES (?, ?, ?, ?, ?, ?, NULL)",
            [(serial, number, at, spoiled.reason, *who) for number in added],
        )
    return added


def note_counter(folder: Path, serial: SetSerial, counter: Counter, at: datetime) -> None:
    """Note a press's counter before and after a set."""
    with journal(folder) as database:
        database.execute(
            "INSERT INTO counter VALUES (?, ?, ?, ?, ?)",
            (serial, counter.press, counter.start, counter.end, printed_time(at)),
        )


def note_light_test(folder: Path, serial: SetSerial, test: LightTest) -> None:
    """Note a light test."""
    with journal(folder) as database:
        database.execute(
            "INSERT INTO light_test VALUES (?, ?, ?, ?, ?, ?)",
            (serial, printed_time(test.at), test.lamp, json.dumps(test.samples), *test.by),
        )


def note_purge(
    folder: Path, run_id: RunId, names: Iterable[str], at: datetime, by: tuple[str, str]
) -> None:
    """Note that a run's press files are gone, and who says so."""
    with journal(folder) as database:
        database.execute(
            "INSERT OR IGNORE INTO purge VALUES (?, ?, ?, ?, ?)",
            (run_id.hex(), printed_time(at), json.dumps(sorted(names)), *by),
        )


def is_purged(folder: Path, run_id: RunId) -> bool:
    """Whether the press files were removed after they had been compared with what was made."""
    with journal(folder) as database:
        row = database.execute("SELECT 1 FROM purge WHERE run_id = ?", (run_id.hex(),)).fetchone()
    return row is not None


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


def counters_of(folder: Path, serial: SetSerial) -> tuple[Counter, ...]:
    """The press counters of a set."""
    with journal(folder) as database:
        rows = database.execute(
            "SELECT press, start, end FROM counter WHERE serial = ? ORDER BY rowid", (serial,)
        ).fetchall()
    return tuple(Counter(*row) for row in rows)


def light_tests_of(folder: Path, serial: SetSerial) -> tuple[LightTest, ...]:
    """The light tests of a set."""
    with journal(folder) as database:
        rows = database.execute(
            "SELECT at, lamp, samples, first_name, second_name FROM light_test "
            "WHERE serial = ? ORDER BY rowid",
            (serial,),
        ).fetchall()
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
            "SELECT count(DISTINCT first) FROM pack_check WHERE serial = ?", (serial,)
        ).fetchone()
    return Counts(sheets, packs)


def pack_counts(folder: Path, serial: SetSerial) -> dict[int, int]:
    """The count of the last check of each pack, by the pack's first number."""
    with journal(folder) as database:
        rows = database.execute(
            "SELECT first, count FROM pack_check WHERE serial = ? ORDER BY rowid", (serial,)
        ).fetchall()
    return dict(rows)


def _spoiled(database: sqlite3.Connection, serial: SetSerial) -> list[int]:
    rows = database.execute(
        "SELECT audit_number FROM spoil WHERE serial = ? AND remake IS NULL", (serial,)
    ).fetchall()
    return [row[0] for row in rows]
