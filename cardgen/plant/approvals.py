"""What customers approved, noted before anything is made of it."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from cardgen.errors import ConflictError
from cardgen.plant.journal import journal, noted_at
from cardgen.proof.manifest import parsed_time


class NotApprovedError(ConflictError):
    """An order that no customer approved as it stands."""

    code = "not-approved"

    def __init__(self, order_number: str) -> None:
        super().__init__(
            f"No customer approved order {order_number} as it stands. Draw its proofs with "
            "`cardgen preview --out PROOFS`, then note the answer with `cardgen order approve`."
        )


@dataclass(frozen=True, slots=True)
class Approval:
    """Who said yes to which order and to which proofs of it, both by their SHA-256."""

    order_sha256: str
    proofs_sha256: str
    customer: str
    at: datetime


def note_approval(folder: Path, approval: Approval) -> None:
    """Note a customer's yes; a later one of the same order is noted beside it."""
    with journal(folder) as database:
        database.execute(
            "INSERT INTO approval VALUES (?, ?, ?, ?)",
            (
                approval.order_sha256,
                approval.proofs_sha256,
                approval.customer,
                noted_at(database, approval.at),
            ),
        )


def approval_of(folder: Path, order_sha256: str) -> Approval | None:
    """The newest yes to this order."""
    with journal(folder) as database:
        row = database.execute(
            "SELECT proofs_sha256, customer, at FROM approval WHERE order_sha256 = ? "
            "ORDER BY rowid DESC",
            (order_sha256,),
        ).fetchone()
    return None if row is None else Approval(order_sha256, row[0], row[1], parsed_time(row[2]))
