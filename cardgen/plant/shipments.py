"""Which cards went to which hall: no number is in two deliveries."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from cardgen.card_id import SetSerial
from cardgen.errors import ConflictError
from cardgen.plant.journal import journal
from cardgen.proof.manifest import printed_time
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


@dataclass(frozen=True, slots=True)
class Shipped:
    """Consecutive cards of one set in one delivery."""

    serial: SetSerial
    numbers: range


def note_shipment(folder: Path, hall: str, shipped: tuple[Shipped, ...], at: datetime) -> None:
    """Note a delivery before it is written, all of it or nothing; the same one again is the same.

    Raises: ShippedElsewhereError.
    """
    with journal(folder) as database:
        for one in shipped:
            first, last = one.numbers[0], one.numbers[-1]
            rows = database.execute(
                "SELECT first, last, hall FROM shipment "
                "WHERE serial = ? AND first <= ? AND last >= ?",
                (one.serial, last, first),
            ).fetchall()
            if rows == [(first, last, hall)]:
                continue
            for known_first, known_last, known_hall in rows:
                numbers = range(known_first, known_last + 1)
                raise ShippedElsewhereError(Shipped(one.serial, numbers), known_hall)
            database.execute(
                "INSERT INTO shipment VALUES (?, ?, ?, ?, ?)",
                (one.serial, first, last, hall, printed_time(at)),
            )


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
