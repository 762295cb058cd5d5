"""The plant's journal: which set serials were begun and made, so that none is printed twice.

SQLite, one row a run and one a set serial; a serial is claimed before the first card is dealt.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from cardgen.card_id import MakerId, SetSerial
from cardgen.errors import BadFileError, ConflictError
from cardgen.proof.manifest import parsed_time, printed_time
from cardgen.series import RunId

JOURNAL = "journal.sqlite"
BUSY_SECONDS = 10
_MENDS = "Name a plant's folder that `cardgen init` wrote."
_SCHEMA = """
CREATE TABLE plant (maker TEXT NOT NULL) STRICT;
CREATE TABLE run (
  run_id TEXT PRIMARY KEY, order_number TEXT NOT NULL, order_sha256 TEXT NOT NULL,
  root_commit TEXT NOT NULL, made_at TEXT NOT NULL, folder TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('begun', 'made'))
) STRICT;
CREATE TABLE set_serial (
  serial TEXT PRIMARY KEY, run_id TEXT NOT NULL REFERENCES run (run_id)
) STRICT;
"""


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


def create_journal(folder: Path, maker: MakerId) -> None:
    """Begin the journal of a new plant."""
    with closing(sqlite3.connect(folder / JOURNAL)) as database:
        database.executescript(_SCHEMA)
        database.execute("INSERT INTO plant VALUES (?)", (maker,))
        database.commit()


def plant_maker(folder: Path) -> MakerId:
    """Whose plant this is. Raises: BadFileError."""
    with _journal(folder) as database:
        row = database.execute("SELECT maker FROM plant").fetchone()
    return MakerId(row[0])


def unfinished_run(folder: Path, order_sha256: str) -> tuple[RunId, datetime] | None:
    """The run id and time of a making of this order that was interrupted."""
    with _journal(folder) as database:
        _finish_what_is_there(database)
        row = database.execute(
            "SELECT run_id, made_at FROM run WHERE order_sha256 = ? AND state = 'begun'",
            (order_sha256,),
        ).fetchone()
    return None if row is None else (RunId.parse(row[0]), parsed_time(row[1]))


def begin_run(folder: Path, run: Run) -> None:
    """Claim the run's set serials, all or none; an interrupted run is taken up again.

    Raises: SerialTakenError, OtherSecretsError, BadFileError.
    """
    with _journal(folder) as database:
        row = database.execute(
            "SELECT order_sha256, root_commit, state FROM run WHERE run_id = ?", (run.run_id.hex(),)
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
                printed_time(run.made_at),
                str(run.folder.absolute()),
            ),
        )
        rows = [(serial, run.run_id.hex()) for serial in run.serials]
        database.executemany("INSERT INTO set_serial VALUES (?, ?)", rows)


def check_serials_free(folder: Path, serials: tuple[SetSerial, ...]) -> None:
    """Raises: SerialTakenError, when one of them was printed or begun."""
    with _journal(folder) as database:
        _check_free(database, serials)


def finish_run(folder: Path, run_id: RunId) -> None:
    """Note that the run's folder is whole."""
    with _journal(folder) as database:
        database.execute("UPDATE run SET state = 'made' WHERE run_id = ?", (run_id.hex(),))


def _check_same(database: sqlite3.Connection, run: Run, row: tuple[str, str, str]) -> None:
    order_sha256, root_commit, state = row
    if state == "made":
        _check_free(database, run.serials)
    if (order_sha256, root_commit) != (run.order_sha256, run.root_commit):
        raise OtherSecretsError(run.order_number)


def _check_free(database: sqlite3.Connection, serials: tuple[SetSerial, ...]) -> None:
    for serial in serials:
        row = database.execute(
            "SELECT order_number, state FROM run JOIN set_serial USING (run_id) WHERE serial = ?",
            (serial,),
        ).fetchone()
        if row is not None:
            raise SerialTakenError(serial, *row)


def _finish_what_is_there(database: sqlite3.Connection) -> None:
    """A folder gets its name when it is whole; only the note about it may be missing."""
    rows = database.execute("SELECT run_id, folder FROM run WHERE state = 'begun'").fetchall()
    for run_id, run_folder in rows:
        if Path(run_folder).exists():
            database.execute("UPDATE run SET state = 'made' WHERE run_id = ?", (run_id,))


@contextmanager
def _journal(folder: Path) -> Iterator[sqlite3.Connection]:
    """The journal in one transaction that is kept only when the block ends well."""
    path = folder / JOURNAL
    if not path.is_file():
        raise BadFileError(folder, "there is no plant's journal in it", _MENDS)
    try:
        with closing(sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)) as database:
            database.execute("PRAGMA synchronous = FULL")
            database.execute("PRAGMA foreign_keys = ON")
            database.execute("BEGIN IMMEDIATE")
            with database:
                yield database
    except sqlite3.DatabaseError as error:
        raise BadFileError(path, f"the journal cannot be used ({error})", _MENDS) from None
