"""The folder of proofs that a customer approves, drawn from specimens before anything is dealt."""

from datetime import datetime
from pathlib import Path

from cardgen.errors import VerificationError
from cardgen.files import new_folder, read_bounded, write_new
from cardgen.make import draw_customer_proof, draw_set_up, press_job_of
from cardgen.order import Order
from cardgen.papers.approval_sheet import draw_approval_sheet
from cardgen.proof.delivery import SUMS, file_sha256, sums_text
from cardgen.run_record import order_sha256
from cardgen.series import RunId

APPROVAL_SHEET = "approval.pdf"
ORDER_HASH = "order.sha256"
SUMS_BYTES_MAX = 1 << 20
_MENDS = "Name a folder that `cardgen preview --out` wrote."


class ProofsError(VerificationError):
    """Proofs that are not of this order, or are not as they were drawn."""

    code = "other-proofs"

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"{path}: {why}. Draw the proofs again: cardgen preview.")


def draw_proofs(order: Order, made_at: datetime, out: Path) -> tuple[str, ...]:
    """Write the proofs of an order into a new folder; the names of its files.

    Raises: ExistsError, BadFileError.
    """
    sha256 = order_sha256(order)
    with new_folder(out) as folder:
        placed = order.in_run(RunId(bytes(16)))  # no run: nothing of a specimen depends on it
        for ordered, series in zip(order.series, placed, strict=True):
            job = press_job_of(order, ordered, series, made_at)
            draw_set_up(folder, job)
            draw_customer_proof(folder, job, ())
        write_new(folder / APPROVAL_SHEET, draw_approval_sheet(order, sha256, made_at))
        write_new(folder / ORDER_HASH, f"{sha256}\n".encode())
        hashes = {path.name: file_sha256(path) for path in folder.iterdir()}
        write_new(folder / SUMS, sums_text(hashes).encode())
    return tuple(sorted((*hashes, SUMS)))


def checked_proofs(folder: Path, order: Order) -> str:
    """The SHA-256 of the list of proofs, when they are of this order and as they were drawn.

    Raises: BadFileError, ProofsError.
    """
    sums = read_bounded(folder / SUMS, SUMS_BYTES_MAX, _MENDS)
    named = read_bounded(folder / ORDER_HASH, SUMS_BYTES_MAX, _MENDS)
    if named != f"{order_sha256(order)}\n".encode():
        raise ProofsError(folder, "it was drawn of another order, or of this one before a change")
    there = {path.name: file_sha256(path) for path in folder.iterdir() if path.name != SUMS}
    if sums_text(there).encode() != sums:
        raise ProofsError(folder, "its files are not those that were drawn")
    return file_sha256(folder / SUMS)
