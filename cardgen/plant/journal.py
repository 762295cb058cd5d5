"""The journal's file: one SQLite database in the plant's folder, one transaction a note."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

from cardgen.card_id import MakerId
from cardgen.errors import BadFileError, ConflictError
from cardgen.proof.manifest import printed_time

JOURNAL = "journal.sqlite"
BUSY_SECONDS = 10
_MENDS = "Name a plant's folder that `cardgen init` wrote."

# Numbered by their place and never edited after a release; a journal is brought up on opening.
_MIGRATIONS = (
    """
    CREATE TABLE plant (maker TEXT NOT NULL) STRICT;
    CREATE TABLE run (
      run_id TEXT PRIMARY KEY, order_number TEXT NOT NULL, order_sha256 TEXT NOT NULL,
      root_commit TEXT NOT NULL, made_at TEXT NOT NULL, folder TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('begun', 'made'))
    ) STRICT;
    CREATE TABLE set_serial (
      serial TEXT PRIMARY KEY, run_id TEXT NOT NULL REFERENCES run (run_id)
    ) STRICT
    """,
    """
    CREATE TABLE component (
      fingerprint TEXT PRIMARY KEY, custodian TEXT NOT NULL,
      after TEXT UNIQUE REFERENCES component (fingerprint), published_at TEXT NOT NULL,
      one_sitting INTEGER NOT NULL CHECK (one_sitting IN (0, 1)),
      run_id TEXT REFERENCES run (run_id)
    ) STRICT;
    CREATE TABLE removal (
      run_id TEXT PRIMARY KEY REFERENCES run (run_id), removed_at TEXT NOT NULL,
      first_name TEXT NOT NULL, second_name TEXT NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE drill (fingerprint TEXT NOT NULL, drilled_at TEXT NOT NULL) STRICT
    """,
    """
    CREATE TABLE status (
      serial TEXT NOT NULL, run_id TEXT NOT NULL, status TEXT NOT NULL, since TEXT NOT NULL,
      reason TEXT NOT NULL, numbers TEXT NOT NULL, first_name TEXT NOT NULL,
      second_name TEXT NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE sheet_check (
      serial TEXT NOT NULL, lift INTEGER NOT NULL, place TEXT NOT NULL,
      audit_number INTEGER NOT NULL, at TEXT NOT NULL
    ) STRICT;
    CREATE TABLE pack_check (
      serial TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
      count INTEGER NOT NULL, at TEXT NOT NULL
    ) STRICT;
    CREATE TABLE spoil (
      serial TEXT NOT NULL, audit_number INTEGER NOT NULL, at TEXT NOT NULL,
      reason TEXT NOT NULL, first_name TEXT NOT NULL, second_name TEXT NOT NULL, remake INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX spoiled_once ON spoil (serial, audit_number) WHERE remake IS NULL;
    CREATE TABLE counter (
      serial TEXT NOT NULL, press TEXT NOT NULL, start INTEGER NOT NULL, end INTEGER NOT NULL,
      at TEXT NOT NULL
    ) STRICT;
    CREATE TABLE light_test (
      serial TEXT NOT NULL, at TEXT NOT NULL, lamp TEXT NOT NULL, samples TEXT NOT NULL,
      first_name TEXT NOT NULL, second_name TEXT NOT NULL
    ) STRICT;
    CREATE TABLE purge (
      run_id TEXT PRIMARY KEY REFERENCES run (run_id), at TEXT NOT NULL, files TEXT NOT NULL,
      first_name TEXT NOT NULL, second_name TEXT NOT NULL
    ) STRICT;
    CREATE TABLE shipment (
      serial TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, hall TEXT NOT NULL,
      shipped_at TEXT NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE remake (
      run_id TEXT NOT NULL REFERENCES run (run_id), place INTEGER NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('begun', 'made')), PRIMARY KEY (run_id, place)
    ) STRICT;
    CREATE TABLE remake_card (
      run_id TEXT NOT NULL, place INTEGER NOT NULL, serial TEXT NOT NULL,
      audit_number INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE remake_file (
      run_id TEXT NOT NULL, place INTEGER NOT NULL, serial TEXT NOT NULL, name TEXT NOT NULL,
      sha256 TEXT NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE opened_card (
      card_id TEXT NOT NULL, run_id TEXT NOT NULL REFERENCES run (run_id),
      opened_at TEXT NOT NULL, first_name TEXT NOT NULL, second_name TEXT NOT NULL,
      occasion TEXT NOT NULL, closed_at TEXT NOT NULL, reason TEXT NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE certificate (
      serial TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, hall TEXT NOT NULL,
      sha256 TEXT NOT NULL, previous TEXT, signed_at TEXT NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE abandonment (
      run_id TEXT PRIMARY KEY REFERENCES run (run_id), at TEXT NOT NULL, reason TEXT NOT NULL,
      first_name TEXT NOT NULL, second_name TEXT NOT NULL
    ) STRICT;
    CREATE TABLE purge_finding (
      run_id TEXT NOT NULL REFERENCES run (run_id), name TEXT NOT NULL, finding TEXT NOT NULL,
      at TEXT NOT NULL, PRIMARY KEY (run_id, name, finding)
    ) STRICT;
    CREATE VIEW run_known AS
      SELECT run.rowid AS place, run_id, order_number, order_sha256, root_commit, made_at, folder,
        CASE WHEN abandonment.at IS NULL THEN state ELSE 'abandoned' END AS state
      FROM run LEFT JOIN abandonment USING (run_id)
    """,
    """
    ALTER TABLE pack_check ADD COLUMN stale INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE light_test ADD COLUMN stale INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE counter ADD COLUMN up INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE counter ADD COLUMN corrected_at TEXT;
    ALTER TABLE counter ADD COLUMN correction TEXT;
    ALTER TABLE counter ADD COLUMN corrected_by TEXT;
    CREATE TABLE impressions (
      serial TEXT NOT NULL, makeready INTEGER NOT NULL, waste INTEGER NOT NULL,
      gap INTEGER NOT NULL, at TEXT NOT NULL, reason TEXT, people TEXT
    ) STRICT
    """,
    """
    CREATE TABLE approval (
      order_sha256 TEXT NOT NULL, proofs_sha256 TEXT NOT NULL, customer TEXT NOT NULL,
      at TEXT NOT NULL
    ) STRICT
    """,
    """
    CREATE VIEW time_noted AS
      SELECT made_at AS at FROM run UNION ALL SELECT published_at FROM component
      UNION ALL SELECT removed_at FROM removal UNION ALL SELECT drilled_at FROM drill
      UNION ALL SELECT since FROM status UNION ALL SELECT at FROM sheet_check
      UNION ALL SELECT at FROM pack_check UNION ALL SELECT at FROM spoil
      UNION ALL SELECT at FROM counter UNION ALL SELECT corrected_at FROM counter
      UNION ALL SELECT at FROM light_test UNION ALL SELECT at FROM purge
      UNION ALL SELECT at FROM purge_finding UNION ALL SELECT shipped_at FROM shipment
      UNION ALL SELECT opened_at FROM opened_card UNION ALL SELECT signed_at FROM certificate
      UNION ALL SELECT at FROM abandonment UNION ALL SELECT at FROM impressions
      UNION ALL SELECT at FROM approval
    """,
    """
    ALTER TABLE spoil ADD COLUMN corrected_at TEXT;
    ALTER TABLE spoil ADD COLUMN correction TEXT;
    ALTER TABLE spoil ADD COLUMN corrected_by TEXT;
    DROP INDEX spoiled_once;
    CREATE UNIQUE INDEX spoiled_once ON spoil (serial, audit_number)
      WHERE remake IS NULL AND corrected_at IS NULL;
    CREATE INDEX shipment_of_set ON shipment (serial, first);
    DROP VIEW time_noted;
    CREATE VIEW time_noted AS
      SELECT made_at AS at FROM run UNION ALL SELECT published_at FROM component
      UNION ALL SELECT removed_at FROM removal UNION ALL SELECT drilled_at FROM drill
      UNION ALL SELECT since FROM status UNION ALL SELECT at FROM sheet_check
      UNION ALL SELECT at FROM pack_check UNION ALL SELECT at FROM spoil
      UNION ALL SELECT corrected_at FROM spoil
      UNION ALL SELECT at FROM counter UNION ALL SELECT corrected_at FROM counter
      UNION ALL SELECT at FROM light_test UNION ALL SELECT at FROM purge
      UNION ALL SELECT at FROM purge_finding UNION ALL SELECT shipped_at FROM shipment
      UNION ALL SELECT opened_at FROM opened_card UNION ALL SELECT signed_at FROM certificate
      UNION ALL SELECT at FROM abandonment UNION ALL SELECT at FROM impressions
      UNION ALL SELECT at FROM approval
    """,
)


def create_journal(folder: Path, maker: MakerId) -> None:
    """Begin the journal of a new plant."""
    with closing(sqlite3.connect(folder / JOURNAL, isolation_level=None)) as database:
        database.execute("BEGIN IMMEDIATE")
        with database:
            _bring_up(database)
            database.execute("INSERT INTO plant VALUES (?)", (maker,))


class JournalBusyError(ConflictError):
    """Another command is at work in this plant."""

    code = "journal-busy"

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} is in use by another command. Wait for it to end, then repeat.")


class ClockBehindError(ConflictError):
    """A note whose time is before that of a note that was made earlier."""

    code = "clock-behind"

    def __init__(self, at: str, newest: str) -> None:
        super().__init__(
            f"The clock says {at}, but the newest note of this plant is of {newest}. "
            "Set the computer's clock, then run the same command again."
        )


def noted_at(database: sqlite3.Connection, at: datetime) -> str:
    """The time of a note, as the journal keeps it; notes follow one another in time.

    Raises: ClockBehindError.
    """
    row = database.execute("SELECT max(at) FROM time_noted").fetchone()
    newest, printed = row[0], printed_time(at)
    if newest is not None and printed < newest:
        raise ClockBehindError(printed, newest)
    return printed


def plant_maker(folder: Path) -> MakerId:
    """Whose plant this is. Raises: BadFileError."""
    with journal(folder) as database:
        row = database.execute("SELECT maker FROM plant").fetchone()
    return MakerId(row[0])


@contextmanager
def journal(folder: Path) -> Iterator[sqlite3.Connection]:
    """The journal in one transaction that is kept only when the block ends well.

    Raises: BadFileError.
    """
    path = folder / JOURNAL
    if not path.is_file():
        raise BadFileError(folder, "there is no plant's journal in it", _MENDS)
    try:
        with closing(sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)) as database:
            database.execute("PRAGMA synchronous = FULL")
            database.execute("PRAGMA foreign_keys = ON")
            database.execute("BEGIN IMMEDIATE")
            with database:
                _bring_up(database)
                yield database
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname.startswith("SQLITE_BUSY"):
            raise JournalBusyError(path) from None
        why = f"the journal cannot be used ({error})"
        raise BadFileError(path, why, "Make its folder writable, with room on its disk.") from None
    except sqlite3.DatabaseError as error:
        raise BadFileError(path, f"the journal cannot be used ({error})", _MENDS) from None


def _bring_up(database: sqlite3.Connection) -> None:
    """Apply the migrations that this journal has not seen, inside the caller's transaction."""
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if version == 0 and database.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone():
        version = 1  # the first journals did not number themselves
    if version > len(_MIGRATIONS):
        raise sqlite3.DatabaseError("a newer cardgen wrote it; use that one")
    for script in _MIGRATIONS[version:]:
        for statement in script.split(";"):
            database.execute(statement)
    if version < len(_MIGRATIONS):
        database.execute(f"PRAGMA user_version = {len(_MIGRATIONS)}")
