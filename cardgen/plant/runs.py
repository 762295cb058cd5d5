"""The runs of a plant: which set serials were begun and made, so that none is printed twice.

One row a run and one a set serial; a serial is claimed before the first card is dealt.
"""

import sqlite3
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from cardgen.card_id import SetSerial
from cardgen.errors import BadValueError, ConflictError, shown
from cardgen.plant.custodians import claim_pair
from cardgen.plant.journal import journal, noted_at
from cardgen.proof.custody import check_two_people
from cardgen.proof.finishing import check_line
from cardgen.proof.manifest import parsed_time
from cardgen.series import RunId


class SerialTakenError(ConflictError):
    """A set serial that this plant has printed, or begun to print for another order."""

    code = "serial-taken"

    def __init__(self, serial: str, order_number: str, state: str) -> None:
        super().__init__(
            f"Set serial {serial} was {state} for order {order_number}; a set is printed once. "
            "Give the series another set serial."
        )


class OtherSecretsError(ConflictError):
    """An interrupted run that is continued with other components."""

    code = "other-secrets"

    def __init__(self, order_number: str) -> None:
        super().__init__(
            f"The interrupted run of order {order_number} was begun with other components or "
            "another run id. Use the same ones to finish it."
        )


class OtherBeginningError(ConflictError):
    """An interrupted run that is continued under another run id or time."""

    code = "other-beginning"

    def __init__(self, asked: str, begun: str) -> None:
        super().__init__(
            f"The interrupted run was begun with {begun}, not {shown(asked)}. "
            "Leave the option out, or give what it was begun with."
        )


class RunAbandonedError(ConflictError):
    """A run that two people gave up."""

    code = "run-abandoned"

    def __init__(self, order_number: str, reason: str) -> None:
        super().__init__(
            f"The run of order {order_number} was abandoned ({reason}). "
            "Make a new run with other set serials."
        )


class RunShippedError(ConflictError):
    """A run that cannot be abandoned, as some hall has cards of it."""

    code = "run-shipped"

    def __init__(self, order_number: str, hall: str) -> None:
        super().__init__(
            f"Cards of order {order_number} were shipped to {hall}. Call them back with "
            "`cardgen status recall`, and remove the press files with `cardgen purge`."
        )


@dataclass(frozen=True, slots=True)
class Run:
    """One making as the journal has it; `folder` is where it is written."""

    run_id: RunId
    order_number: str
    order_sha256: str
    root_commit: str
    made_at: datetime
    folder: Path
    serials: tuple[SetSerial, ...]
    component_fingerprints: tuple[str, str]  # A, then B


class RunState(StrEnum):
    """How far a run came."""

    BEGUN = "begun"  # its serials are claimed; the same `make` finishes it
    MADE = "made"
    ABANDONED = "abandoned"  # two people gave it up; its serials stay claimed


@dataclass(frozen=True, slots=True)
class KnownRun:
    """A run as a list of runs tells it."""

    run_id: RunId
    order_number: str
    order_sha256: str
    state: RunState
    made_at: datetime
    folder: Path
    serials: tuple[SetSerial, ...]


@dataclass(frozen=True, slots=True)
class Abandonment:
    """Why a run was given up, when, and by which two people."""

    at: datetime
    reason: str
    by: tuple[str, str]

    def __post_init__(self) -> None:
        """Raises: BadValueError."""
        check_two_people("Who abandoned the run", *self.by)
        check_line("The reason", self.reason)


def known_runs(folder: Path) -> tuple[KnownRun, ...]:
    """All runs of a plant, in the order in which they were begun."""
    with journal(folder) as database:
        _finish_what_is_there(database)
        rows = database.execute(
            "SELECT run_id, order_number, order_sha256, state, made_at, folder "
            "FROM run_known ORDER BY place"
        ).fetchall()
        claimed = database.execute("SELECT run_id, serial FROM set_serial ORDER BY serial")
        serials: dict[str, list[SetSerial]] = {}
        for run_id, serial in claimed:
            serials.setdefault(run_id, []).append(SetSerial(serial))
    return tuple(
        KnownRun(
            RunId.parse(run_id),
            order_number,
            order_sha256,
            RunState(state),
            parsed_time(made_at),
            Path(run_folder),
            tuple(serials.get(run_id, ())),
        )
        for run_id, order_number, order_sha256, state, made_at, run_folder in rows
    )


def known_run(folder: Path, run_id: RunId) -> KnownRun:
    """The run of this id. Raises: BadValueError."""
    runs = {run.run_id: run for run in known_runs(folder)}
    if run_id not in runs:
        raise BadValueError("The run id", run_id.hex(), "one that `cardgen runs` lists")
    return runs[run_id]


def note_abandoned(folder: Path, run: KnownRun, abandonment: Abandonment) -> None:
    """Note that a run is given up; again changes nothing. Raises: RunShippedError."""
    with journal(folder) as database:
        row = database.execute(
            "SELECT hall FROM shipment JOIN set_serial USING (serial) WHERE run_id = ?",
            (run.run_id.hex(),),
        ).fetchone()
        if row is not None:
            raise RunShippedError(run.order_number, row[0])
        database.execute(
            "INSERT OR IGNORE INTO abandonment VALUES (?, ?, ?, ?, ?)",
            (
                run.run_id.hex(),
                noted_at(database, abandonment.at),
                abandonment.reason,
                *abandonment.by,
            ),
        )


def check_not_abandoned(folder: Path, run_id: RunId) -> None:
    """Raises: RunAbandonedError."""
    with journal(folder) as database:
        row = database.execute(
            "SELECT order_number, reason FROM abandonment JOIN run USING (run_id) WHERE run_id = ?",
            (run_id.hex(),),
        ).fetchone()
    if row is not None:
        raise RunAbandonedError(*row)


def unfinished_run(folder: Path, order_sha256: str) -> KnownRun | None:
    """The making of this order that was interrupted, and not abandoned."""
    begun = (run for run in known_runs(folder) if run.state is RunState.BEGUN)
    return next((run for run in begun if run.order_sha256 == order_sha256), None)


def begin_run(folder: Path, run: Run) -> None:
    """Claim the run's set serials, all or none; an interrupted run is taken up again.

    Raises: SerialTakenError, OtherSecretsError, CustodyError, BadFileError.
    """
    with journal(folder) as database:
        row = database.execute(
            "SELECT order_sha256, root_commit, state FROM run_known WHERE run_id = ?",
            (run.run_id.hex(),),
        ).fetchone()
        if row is not None:
            _check_same(database, run, row)
            database.execute(
                "UPDATE run SET folder = ? WHERE run_id = ?",
                (str(run.folder.absolute()), run.run_id.hex()),
            )
            return
        _check_free(database, run.serials)
        database.execute(
            "INSERT INTO run VALUES (?, ?, ?, ?, ?, ?, 'begun')",
            (
                run.run_id.hex(),
                run.order_number,
                run.order_sha256,
                run.root_commit,
                noted_at(database, run.made_at),
                str(run.folder.absolute()),
            ),
        )
        rows = [(serial, run.run_id.hex()) for serial in run.serials]
        database.executemany("INSERT INTO set_serial VALUES (?, ?)", rows)
        claim_pair(database, run.run_id.hex(), *run.component_fingerprints)


def next_serial(folder: Path) -> SetSerial:
    """The set serial after the highest that was begun here; the first is 000001."""
    with journal(folder) as database:
        (highest,) = database.execute("SELECT max(serial) FROM set_serial").fetchone()
    return SetSerial(f"{int(highest or 0) + 1:06d}")


def check_serials_free(folder: Path, serials: tuple[SetSerial, ...]) -> None:
    """Raises: SerialTakenError, when one of them was printed or begun."""
    with journal(folder) as database:
        _check_free(database, serials)


def finish_run(folder: Path, run_id: RunId) -> None:
    """Note that the run's folder is whole."""
    with journal(folder) as database:
        database.execute("UPDATE run SET state = 'made' WHERE run_id = ?", (run_id.hex(),))


def _check_same(database: sqlite3.Connection, run: Run, row: tuple[str, str, str]) -> None:
    order_sha256, root_commit, state = row
    if state != "begun":
        _check_free(database, run.serials)
    if (order_sha256, root_commit) != (run.order_sha256, run.root_commit):
        raise OtherSecretsError(run.order_number)


def _check_free(database: sqlite3.Connection, serials: tuple[SetSerial, ...]) -> None:
    for serial in serials:
        row = database.execute(
            "SELECT order_number, state FROM run_known JOIN set_serial USING (run_id) "
            "WHERE serial = ?",
            (serial,),
        ).fetchone()
        if row is not None:
            raise SerialTakenError(serial, *row)


def _finish_what_is_there(database: sqlite3.Connection) -> None:
    """A folder gets its name when it is whole; only the note about it may be missing."""
    rows = database.execute("SELECT run_id, folder FROM run_known WHERE state = 'begun'").fetchall()
    for run_id, run_folder in rows:
        if Path(run_folder).exists():
            database.execute("UPDATE run SET state = 'made' WHERE run_id = ?", (run_id,))
