"""What is noted between press and pack: sheets, packs, spoils, light tests, purges."""

import json
import sqlite3
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from cardgen.card_id import SetSerial
from cardgen.errors import ConflictError
from cardgen.plant.journal import journal, noted_at
from cardgen.proof.finishing import LightTest, Signed, SpoilCorrection, Spoiled
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


class NotDestroyedError(ConflictError):
    """A card that is not noted as destroyed, or was made once more since."""

    code = "not-destroyed"

    def __init__(self, serial: str, number: int) -> None:
        super().__init__(
            f"Card {number} of set {serial} is not noted as destroyed, or was remade since; there "
            "is nothing to correct. Name only cards whose note is wrong."
        )


class ShippedAsMissingError(ConflictError):
    """A card whose delivery says that it was destroyed."""

    code = "shipped-as-missing"

    def __init__(self, serial: str, number: int, hall: str) -> None:
        super().__init__(
            f"Card {number} of set {serial} is a skip in the delivery to {hall}, and stays one. "
            "Destroy the card; its note then holds."
        )


class SheetNotedError(ConflictError):
    """A sheet that was noted with another card on it."""

    code = "sheet-noted"

    def __init__(self, check: "SheetCheck", noted: int) -> None:
        super().__init__(
            f"The {check.place} sheet of lift {check.lift} of set {check.serial} was noted as card "
            f"{noted}, not {check.audit_number}. Give this lift a number of its own."
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
    """Note a sheet check; the same sheet again changes nothing. Raises: SheetNotedError."""
    with journal(folder) as database:
        row = database.execute(
            "SELECT audit_number FROM sheet_check WHERE serial = ? AND lift = ? AND place = ?",
            (check.serial, check.lift, check.place),
        ).fetchone()
        if row is None:
            database.execute(
                "INSERT INTO sheet_check VALUES (?, ?, ?, ?, ?)",
                (check.serial, check.lift, check.place, check.audit_number, noted_at(database, at)),
            )
        elif row[0] != check.audit_number:
            raise SheetNotedError(check, row[0])


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
        shipped = _first_shipped(database, serial, added)
        if shipped is not None:
            raise DeliveredError(serial, *shipped)
        at, who = noted_at(database, spoiled.at), spoiled.by
        database.executemany(
            "INSERT INTO spoil (serial, audit_number, at, reason, first_name, second_name) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            [(serial, number, at, spoiled.reason, *who) for number in added],
        )
        outdate_packs(database, serial, added)
    return added


def correct_spoils(
    folder: Path, serial: SetSerial, numbers: tuple[int, ...], signed: Signed
) -> None:
    """Note that cards which were noted as destroyed are there; the first note is kept and told.

    The numbers rise.

    Raises: NotDestroyedError, ShippedAsMissingError; then nothing is noted.
    """
    with journal(folder) as database:
        known = set(_spoiled(database, serial)) - _claimed(database, serial)
        for number in numbers:
            if number not in known:
                raise NotDestroyedError(serial, number)
        shipped = _first_shipped(database, serial, numbers)
        if shipped is not None:
            raise ShippedAsMissingError(serial, *shipped)
        words = (noted_at(database, signed.at), signed.reason, json.dumps(signed.by))
        database.executemany(
            "UPDATE spoil SET corrected_at = ?, correction = ?, corrected_by = ? WHERE serial = ? "
            "AND audit_number = ? AND remake IS NULL AND corrected_at IS NULL",
            [(*words, serial, number) for number in numbers],
        )
        outdate_packs(database, serial, numbers)


def _claimed(database: sqlite3.Connection, serial: SetSerial) -> set[int]:
    """Cards that a remake was begun of, which is not finished."""
    rows = database.execute(
        "SELECT audit_number FROM remake_card JOIN remake USING (run_id, place) "
        "WHERE serial = ? AND state = 'begun'",
        (serial,),
    ).fetchall()
    return {row[0] for row in rows}


def _first_shipped(
    database: sqlite3.Connection, serial: SetSerial, numbers: tuple[int, ...]
) -> tuple[int, str] | None:
    """The first of these rising numbers that lies in a delivery, and whose that is."""
    rows = database.execute(
        "SELECT first, last, hall FROM shipment WHERE serial = ? ORDER BY first", (serial,)
    ).fetchall()
    for first, last, hall in rows:
        place = bisect_left(numbers, first)
        if place < len(numbers) and numbers[place] <= last:
            return numbers[place], hall
    return None


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
            "SELECT audit_number, at, reason, first_name, second_name, remake FROM spoil "
            "WHERE serial = ? AND corrected_at IS NULL ORDER BY at, rowid",
            (serial,),
        ).fetchall()
    return tuple(
        _spoiled_of(numbers, occasion[:4], remade=occasion[4] is not None)
        for occasion, numbers in _together(rows)
    )


def spoil_corrections_of(folder: Path, serial: SetSerial) -> tuple[SpoilCorrection, ...]:
    """The cards of a set that were noted as destroyed and are there."""
    with journal(folder) as database:
        rows = database.execute(
            "SELECT audit_number, at, reason, first_name, second_name, corrected_at, correction, "
            "corrected_by FROM spoil WHERE serial = ? AND corrected_at IS NOT NULL "
            "ORDER BY corrected_at, rowid",
            (serial,),
        ).fetchall()
    corrections = []
    for occasion, numbers in _together(rows):
        at, reason, by = occasion[4:]
        one, two = json.loads(by)
        signed = Signed(parsed_time(at), (one, two), reason)
        spoiled = _spoiled_of(numbers, occasion[:4], remade=False)
        corrections.append(SpoilCorrection(spoiled, signed))
    return tuple(corrections)


def _together(rows: list[tuple[Any, ...]]) -> Iterable[tuple[tuple[Any, ...], list[int]]]:
    """Audit numbers by what else is told of them."""
    together: dict[tuple[Any, ...], list[int]] = {}
    for number, *occasion in rows:
        together.setdefault(tuple(occasion), []).append(number)
    return together.items()


def _spoiled_of(numbers: list[int], occasion: tuple[Any, ...], *, remade: bool) -> Spoiled:
    at, reason, one, two = occasion
    return Spoiled(tuple(sorted(numbers)), parsed_time(at), (one, two), reason, remade=remade)


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
        "SELECT audit_number FROM spoil "
        "WHERE serial = ? AND remake IS NULL AND corrected_at IS NULL",
        (serial,),
    ).fetchall()
    return [row[0] for row in rows]
