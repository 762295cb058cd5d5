"""Which cards went to which hall: no number is in two deliveries."""

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from cardgen.card_id import SetSerial
from cardgen.errors import ConflictError
from cardgen.plant.journal import journal, noted_at
from cardgen.series import RunId


class ShippedElsewhereError(ConflictError):
    """Cards that are in another delivery."""

    code = "shipped-elsewhere"

    def __init__(self, shipped: "Shipped", hall: str) -> None:
        numbers = shipped.numbers
        super().__init__(
            f"Cards {numbers[0]} to {numbers[-1]} of set {shipped.serial} were shipped to {hall}; "
            "no card is in two deliveries. Name other cards."
        )


class SpoiledMeanwhileError(ConflictError):
    """Cards that were destroyed, or made once more, while their delivery was written."""

    code = "spoiled-meanwhile"

    def __init__(self, serial: str) -> None:
        super().__init__(
            f"What is destroyed of set {serial} changed while it was shipped. Ship it again."
        )


@dataclass(frozen=True, slots=True)
class Shipped:
    """Consecutive cards of one set in one delivery."""

    serial: SetSerial
    numbers: range
    skips: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Certified:
    """A certificate that was signed for a delivery, and the one whose place it took, by hashes."""

    sha256: str
    previous: str | None


def check_not_elsewhere(folder: Path, hall: str, shipped: Iterable[Shipped]) -> None:
    """Raises: ShippedElsewhereError."""
    with journal(folder) as database:
        for one in shipped:
            _is_noted(database, hall, one)


def note_shipment(
    folder: Path, hall: str, shipped: Iterable[tuple[Shipped, Certified]], at: datetime
) -> None:
    """Note a delivery before it gets its name, all of it or nothing; the same again is the same.

    Raises: ShippedElsewhereError, SpoiledMeanwhileError.
    """
    with journal(folder) as database:
        for one, certificate in shipped:
            _check_spoils(database, one)
            place = (one.serial, one.numbers[0], one.numbers[-1], hall)
            if not _is_noted(database, hall, one):
                row = (*place, noted_at(database, at))
                database.execute("INSERT INTO shipment VALUES (?, ?, ?, ?, ?)", row)
            if _certified(database, place) != certificate:
                signed = (*place, certificate.sha256, certificate.previous, noted_at(database, at))
                database.execute("INSERT INTO certificate VALUES (?, ?, ?, ?, ?, ?, ?)", signed)


def certified(folder: Path, hall: str, shipped: Shipped) -> Certified | None:
    """The newest certificate that was signed for these cards to this hall."""
    numbers = shipped.numbers
    with journal(folder) as database:
        return _certified(database, (shipped.serial, numbers[0], numbers[-1], hall))


def _certified(
    database: sqlite3.Connection, place: tuple[SetSerial, int, int, str]
) -> Certified | None:
    row = database.execute(
        "SELECT sha256, previous FROM certificate "
        "WHERE serial = ? AND first = ? AND last = ? AND hall = ? ORDER BY rowid DESC",
        place,
    ).fetchone()
    return None if row is None else Certified(*row)


def _check_spoils(database: sqlite3.Connection, shipped: Shipped) -> None:
    rows = database.execute(
        "SELECT audit_number FROM spoil "
        "WHERE serial = ? AND remake IS NULL AND corrected_at IS NULL "
        "AND audit_number BETWEEN ? AND ? ORDER BY audit_number",
        (shipped.serial, shipped.numbers[0], shipped.numbers[-1]),
    ).fetchall()
    if tuple(number for (number,) in rows) != shipped.skips:
        raise SpoiledMeanwhileError(shipped.serial)


def _is_noted(database: sqlite3.Connection, hall: str, shipped: Shipped) -> bool:
    """Whether just this delivery is noted. Raises: ShippedElsewhereError."""
    first, last = shipped.numbers[0], shipped.numbers[-1]
    rows = database.execute(
        "SELECT first, last, hall FROM shipment WHERE serial = ? AND first <= ? AND last >= ?",
        (shipped.serial, last, first),
    ).fetchall()
    if rows == [(first, last, hall)]:
        return True
    for known_first, known_last, known_hall in rows:
        numbers = range(known_first, known_last + 1)
        raise ShippedElsewhereError(Shipped(shipped.serial, numbers), known_hall)
    return False


def last_shipped(folder: Path, serial: SetSerial, hall: str) -> range | None:
    """The cards of a set that a hall was sent."""
    with journal(folder) as database:
        row = database.execute(
            "SELECT first, last FROM shipment WHERE serial = ? AND hall = ? ORDER BY rowid",
            (serial, hall),
        ).fetchone()
    return None if row is None else range(row[0], row[1] + 1)


def halls_of_run(folder: Path, run_id: RunId) -> frozenset[str]:
    """Every hall that was sent cards of a run."""
    with journal(folder) as database:
        rows = database.execute(
            "SELECT DISTINCT hall FROM shipment JOIN set_serial USING (serial) WHERE run_id = ?",
            (run_id.hex(),),
        ).fetchall()
    return frozenset(hall for (hall,) in rows)
