"""One command at a time deals or destroys faces in a plant; a second one is told which.

SQLite's own lock of a small file is the lock: every system has it, and it ends with the process
that holds it, however that process ends.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

from cardgen.errors import BadFileError, ConflictError
from cardgen.proof.manifest import printed_time

AT_WORK = "at-work.sqlite"
PATIENCE_SECONDS = 1  # two commands that begin together tell one another apart


class PlantAtWorkError(ConflictError):
    """Another command is making cards, or destroys what was made."""

    code = "plant-at-work"

    def __init__(self, other: str) -> None:
        super().__init__(
            f"{other} is at work in this plant; two at once would spoil each other's files. "
            "Wait for it to end, then repeat."
        )


@contextmanager
def at_work(folder: Path, what: str, since: datetime) -> Iterator[None]:
    """Hold the plant while the block runs; `what` is told to whoever else wants it.

    Raises: PlantAtWorkError, BadFileError.
    """
    path = folder / AT_WORK
    told = f"{what} (process {os.getpid()}, since {printed_time(since)})"
    try:
        with closing(sqlite3.connect(path, PATIENCE_SECONDS, isolation_level=None)) as database:
            _hold(database, told)
            yield
    except sqlite3.Error as error:
        why = f"the plant cannot be held ({error})"
        raise BadFileError(path, why, "Make its folder writable, with room on its disk.") from None


def _hold(database: sqlite3.Connection, told: str) -> None:
    """Say who is at work, then hold the file: a reader still sees what was said."""
    try:
        database.execute("CREATE TABLE IF NOT EXISTS holder (told TEXT NOT NULL) STRICT")
        database.execute("BEGIN IMMEDIATE")
        database.execute("DELETE FROM holder")
        database.execute("INSERT INTO holder VALUES (?)", (told,))
        database.execute("COMMIT")
        database.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as error:
        if not error.sqlite_errorname.startswith("SQLITE_BUSY"):
            raise
        raise PlantAtWorkError(_holder(database)) from None


def _holder(database: sqlite3.Connection) -> str:
    row = database.execute("SELECT told FROM holder").fetchone()
    return "Another command" if row is None else str(row[0])
