"""The file of a ledger as SQLite opens it: read without changing it, written through to the disk.

Facts of SQLite to know here. A write-ahead file that a killed process left is merged when the last
connection that can write closes; one that can only read leaves both files as they are, so it is
opened first and the ledger is checked through it. Where the folder cannot be written, a file
without a write-ahead file is opened as immutable; one with it is read from a copy, because
`immutable` hides it.
"""

import errno
import os
import shutil
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from inventory.errors import LedgerError, LedgerFileError

BUSY_SECONDS = 30
FREE_BYTES_MIN = 1 << 20  # with less than that, what failed had no space
_PRAGMAS = ("PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON")


@dataclass(slots=True)
class LedgerFile:
    """An open ledger file."""

    path: Path | None
    connection: sqlite3.Connection
    is_unmerged: bool = False  # only read so far, so that a write-ahead file stays as it is
    is_shut: bool = False  # the folder or the medium takes no writing
    copy: "TemporaryDirectory[str] | None" = None

    def close(self) -> None:
        """Close it; what was written is merged into the one file."""
        self.connection.close()
        if self.copy is not None:
            self.copy.cleanup()


def create_file(path: Path | None) -> LedgerFile:
    """A new ledger file that only its owner can read; None keeps it in memory.

    Raises: OSError, LedgerFileError.
    """
    if path is None:
        return LedgerFile(None, _connect(":memory:"))
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    return open_to_write(path)


def open_to_write(path: Path) -> LedgerFile:
    """The file for reading and writing. Raises: LedgerError, LedgerFileError."""
    try:
        connection = _connect(f"{_address(path)}?mode=rw")
        connection.execute("PRAGMA journal_mode = WAL")
    except sqlite3.DatabaseError as error:
        raise as_ledger_error(error, path) from None
    return LedgerFile(path, connection)


def open_to_read(path: Path) -> LedgerFile:
    """The file as it is; opening and closing it changes nothing that a killed process left.

    Raises: LedgerError, LedgerFileError.
    """
    try:
        is_merged = _wal_bytes(path) == 0
        if os.access(path, os.W_OK) and os.access(path.parent, os.W_OK):
            if is_merged:
                return open_to_write(path)
            return LedgerFile(path, _connect(f"{_address(path)}?mode=ro"), is_unmerged=True)
        if is_merged:
            connection = _connect(f"{_address(path)}?mode=ro&immutable=1")
            return LedgerFile(path, connection, is_shut=True)
        return _open_copy(path)
    except sqlite3.DatabaseError as error:
        raise as_ledger_error(error, path) from None
    except OSError as error:
        raise LedgerFileError(error.strerror or "it cannot be read") from None


def copy_file(file: LedgerFile, path: Path) -> None:
    """A ledger file as it is at one moment, in a new file that only its owner can read."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    target = sqlite3.connect(path)
    try:
        file.connection.backup(target)
    except sqlite3.DatabaseError as error:
        raise as_ledger_error(error, path) from None
    finally:
        target.close()


def as_ledger_error(
    error: sqlite3.DatabaseError, path: Path | None
) -> LedgerError | LedgerFileError:
    """What SQLite's result code means: a file that is busy, full or shut, or no ledger at all."""
    code = str(getattr(error, "sqlite_errorname", ""))
    if code.startswith("SQLITE_IOERR") and path is not None and _is_full(path):
        code, why = "SQLITE_FULL", "the disk is full"
    else:
        why = _WORDS.get(code.split("_")[1] if "_" in code else "", str(error))
    mends = next((mend for start, mend in _MENDS.items() if code.startswith(start)), "")
    if mends:
        return LedgerFileError(why, mends)
    if isinstance(error, sqlite3.OperationalError):
        # An SQL error is a table of ours that is not there or is another.
        return LedgerError(f"it is no ledger ({error})")
    return LedgerError(f"its file is damaged or no ledger ({error})")


_WORDS = {
    "BUSY": "it is in use by another command",
    "LOCKED": "it is in use by another command",
    "IOERR": "the disk did not read or write it",
}
_MENDS = {
    "SQLITE_BUSY": "wait until that ends, then do the same again",
    "SQLITE_LOCKED": "wait until that ends, then do the same again",
    "SQLITE_FULL": "free space on the disk, then do the same again",
    "SQLITE_READONLY": "make the hall's folder and its files writable, then do the same again",
    "SQLITE_PERM": "make the hall's folder and its files writable, then do the same again",
    "SQLITE_CANTOPEN": "make the hall's folder and its files writable, then do the same again",
    "SQLITE_IOERR": "look at the disk and its free space, then do the same again",
    "SQLITE_NOMEM": "end other programs, then do the same again",
    "SQLITE_INTERRUPT": "do the same again",
}


def _is_full(path: Path) -> bool:
    try:
        return shutil.disk_usage(path.parent).free < FREE_BYTES_MIN
    except OSError as error:
        return error.errno == errno.ENOSPC


def _wal_bytes(path: Path) -> int:
    wal = path.with_name(f"{path.name}-wal")
    return wal.stat().st_size if wal.exists() else 0


def _open_copy(path: Path) -> LedgerFile:
    copy = TemporaryDirectory(prefix="inventory-")
    for name in (path.name, f"{path.name}-wal"):
        shutil.copy(path.with_name(name), copy.name)
    connection = _connect(f"{_address(Path(copy.name) / path.name)}?mode=rw")
    connection.execute("PRAGMA query_only = ON")
    return LedgerFile(path, connection, is_shut=True, copy=copy)


def _address(path: Path) -> str:
    """The path as SQLite reads it in an address: `?`, `%` and `#` are letters of it."""
    return path.resolve().as_uri()


def _connect(address: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        address,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=256,
        uri=True,
    )
    for pragma in _PRAGMAS:
        connection.execute(pragma)
    return connection
