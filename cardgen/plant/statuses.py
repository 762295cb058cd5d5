"""Recalls, returns and disclosures as the journal notes them, and the list that is published."""

import json
import sqlite3
from datetime import datetime
from pathlib import Path

from cardgen.card_id import MakerId, SetSerial
from cardgen.errors import ConflictError
from cardgen.plant.journal import journal, noted_at
from cardgen.proof.manifest import parsed_time
from cardgen.proof.status import StatusEntry, StatusList
from cardgen.series import RunId
from cardgen.set_status import SetStatus


class SetUnknownError(ConflictError):
    """A set that this plant has not made."""

    code = "set-unknown"

    def __init__(self, serial: str) -> None:
        super().__init__(f"Set {serial} was not made here. Look at the certificate's set serial.")


class NeverShippedError(ConflictError):
    """A return of cards that never left the plant."""

    code = "never-shipped"

    def __init__(self, serial: str, low: int, high: int) -> None:
        super().__init__(
            f"Of set {serial} these numbers are in no delivery, so they cannot come back: "
            f"{low if low == high else f'{low}-{high}'}. "
            "Compare the numbers with the packing slip."
        )


class ReturnedNotError(ConflictError):
    """A return of cards that cannot come back: destroyed at the plant, or back already."""

    code = "cannot-return"

    def __init__(self, serial: str, number: int, why: str) -> None:
        super().__init__(
            f"Card {number} of set {serial} {why}, so it cannot come back. Name the others: "
            "--cards may be given several times."
        )


def run_of_set(folder: Path, serial: SetSerial) -> RunId:
    """The run that made a set. Raises: SetUnknownError."""
    with journal(folder) as database:
        row = database.execute(
            "SELECT run_id FROM set_serial JOIN run USING (run_id) "
            "WHERE serial = ? AND state = 'made'",
            (serial,),
        ).fetchone()
    if row is None:
        raise SetUnknownError(serial)
    return RunId.parse(row[0])


def note_status(folder: Path, entry: StatusEntry, by: tuple[str, str]) -> None:
    """Note what befell a set, and which two people say so; a second time changes nothing.

    Raises: NeverShippedError, ReturnedNotError.
    """
    numbers = json.dumps(entry.numbers)
    with journal(folder) as database:
        for low, high in entry.numbers:
            shipped = database.execute(
                "SELECT 1 FROM shipment WHERE serial = ? AND first <= ? AND last >= ?",
                (entry.set_serial, low, high),
            ).fetchone()
            if shipped is None:
                raise NeverShippedError(entry.set_serial, low, high)
        known = database.execute(
            "SELECT 1 FROM status WHERE serial = ? AND status = ? AND numbers = ?",
            (entry.set_serial, str(entry.status), numbers),
        ).fetchone()
        if known is None:
            _check_can_return(database, entry)
            database.execute(
                "INSERT INTO status VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    entry.set_serial,
                    entry.run_id.hex(),
                    str(entry.status),
                    noted_at(database, entry.since),
                    entry.reason,
                    numbers,
                    *by,
                ),
            )


def _check_can_return(database: sqlite3.Connection, entry: StatusEntry) -> None:
    """Raises: ReturnedNotError, for a card that was destroyed here or is back already."""
    serial = entry.set_serial
    spoiled = database.execute(
        "SELECT audit_number FROM spoil "
        "WHERE serial = ? AND remake IS NULL AND corrected_at IS NULL",
        (serial,),
    ).fetchall()
    notes = database.execute("SELECT numbers FROM status WHERE serial = ?", (serial,)).fetchall()
    back = [pair for (numbers,) in notes for pair in json.loads(numbers)]
    for low, high in entry.numbers:
        for (number,) in spoiled:
            if low <= number <= high:
                raise ReturnedNotError(serial, number, "was destroyed at the plant")
        for first, last in back:
            if first <= high and low <= last:
                raise ReturnedNotError(serial, max(first, low), "came back before")


def status_list(folder: Path, at: datetime) -> StatusList:
    """Everything noted until now; its number is the count of notes, so it only rises."""
    with journal(folder) as database:
        (maker,) = database.execute("SELECT maker FROM plant").fetchone()
        rows = database.execute(
            "SELECT serial, run_id, status, since, reason, numbers FROM status ORDER BY rowid"
        ).fetchall()
    entries = tuple(
        StatusEntry(
            SetSerial(serial),
            RunId.parse(run_id),
            SetStatus(status),
            parsed_time(since),
            reason,
            tuple((low, high) for low, high in json.loads(numbers)),
        )
        for serial, run_id, status, since, reason, numbers in rows
    )
    return StatusList(MakerId(maker), len(entries), at, entries)
