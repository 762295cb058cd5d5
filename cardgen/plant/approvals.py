"""What customers approved, noted before anything is made of it."""

from datetime import datetime
from pathlib import Path

from cardgen.errors import ConflictError
from cardgen.plant.journal import journal, noted_at
from cardgen.proof.certificate import Approval
from cardgen.proof.manifest import parsed_time, printed_time
from cardgen.series import RunId


class NotApprovedError(ConflictError):
    """An order that no customer approved as it stands."""

    code = "not-approved"

    def __init__(self, order_number: str) -> None:
        super().__init__(
            f"No customer approved order {order_number} as it stands. Draw its proofs with "
            "`cardgen preview --out PROOFS`, then note the answer with `cardgen order approve`."
        )


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


def approval_of_run(folder: Path, run_id: RunId, made_at: datetime) -> Approval | None:
    """The newest yes to a run's order that was noted before the run was made."""
    with journal(folder) as database:
        row = database.execute(
            "SELECT order_sha256, proofs_sha256, customer, at FROM approval "
            "JOIN run USING (order_sha256) WHERE run_id = ? AND at <= ? "
            "ORDER BY approval.rowid DESC",
            (run_id.hex(), printed_time(made_at)),
        ).fetchone()
    return None if row is None else Approval(row[0], row[1], row[2], parsed_time(row[3]))
