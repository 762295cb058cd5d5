"""A ledger file: made once, opened with a check, written in whole transactions."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DatabaseError, IntegrityError, OperationalError

from cardgen.errors import VerificationError
from cardgen.proof.checkpoint import read_checkpoint
from inventory.entries.entry import Context, Entry
from inventory.entries.house import Checkpointed, HallFounded
from inventory.errors import LedgerError, LedgerFileError
from inventory.ledger.reading import CHECKPOINT, HEAD, Reader
from inventory.ledger.schema import connect, create_tables, schema_faults
from inventory.ledger.tree import Growth
from inventory.ledger.writing import Writer, key_name


class Ledger:
    """One hall's log and its derived tables."""

    def __init__(self, path: Path | None, log_name: str) -> None:
        self.path, self.log_name = path, log_name
        self.engine: Engine = connect(path)

    @classmethod
    def create(cls, path: Path | None, log_name: str) -> Self:
        """A new, empty ledger; None keeps it in memory."""
        ledger = cls(path, log_name)
        with ledger.transaction() as connection:
            create_tables(connection)
        return ledger

    @classmethod
    def open(cls, path: Path) -> Self:
        """The ledger of a file. Raises: LedgerError, when it is none."""
        ledger = cls(path, "")
        try:
            with ledger.transaction() as connection:
                first = next(Reader(connection).entries(), None)
        except (LedgerError, LedgerFileError):
            ledger.close()
            raise
        except VerificationError as error:
            ledger.close()
            raise LedgerError(f"its first entry: {error}") from None
        if first is None:
            ledger.close()
            raise LedgerError(f"{path.name} has no entries")
        ledger.log_name = first.log
        return ledger

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """One transaction that nobody else writes beside; an error takes all of it back."""
        try:
            with self.engine.begin() as connection:
                yield connection
        except IntegrityError:
            raise
        except OperationalError as error:
            raise _file_error(error) from None
        except DatabaseError as error:
            raise LedgerError(f"its file is damaged or no ledger ({error.orig})") from None

    def found(self, context: Context, founded: HallFounded) -> tuple[Entry, ...]:
        """The first entry: what the hall answered at set-up."""
        with self.transaction() as connection:
            writer = Writer(connection, self.log_name)
            return writer.append(context, command_hash("init", {}), 0, (founded,))

    def check_start(self) -> None:
        """The tables and triggers, and the tree since the last signed checkpoint; at every command.

        Raises: LedgerError.
        """
        with self.transaction() as connection:
            faults = schema_faults(connection)
            if faults:
                raise LedgerError(", ".join(faults))
            reader = Reader(connection)
            key = hall_key(reader)
            growth = reader.growth(CHECKPOINT)
            self._check_note(reader, key, growth)
            if growth.with_entries(_in_sequence(reader, growth.size)) != reader.growth(HEAD):
                raise LedgerError("its tree is not the tree of its entries")

    def engine_verdict(self) -> str:
        """What SQLite itself says of the whole file; `ok` when nothing is wrong."""
        with self.transaction() as connection:
            return str(connection.execute(text("PRAGMA integrity_check(1)")).scalar())

    def check_evening(self) -> None:
        """The engine's own check, at the start of an evening or of a till.

        Raises: LedgerError.
        """
        with self.transaction() as connection:
            said = str(connection.execute(text("PRAGMA quick_check(1)")).scalar())
        if said != "ok":
            raise LedgerError(f"SQLite says: {said}")

    def _check_note(self, reader: Reader, key: Ed25519PublicKey, growth: Growth) -> None:
        notes = reader.of_kind("Checkpointed")
        last = notes[-1].kind if notes else None
        if not isinstance(last, Checkpointed):
            if growth.size:
                raise LedgerError("its last checkpoint is not in it")
            return
        checkpoint = read_checkpoint(key, key_name(self.log_name), last.note)
        if (checkpoint.size, checkpoint.root) != (growth.size, growth.root):
            raise LedgerError(f"its signed checkpoint of {checkpoint.size} entries is another")

    def close(self) -> None:
        """Let the file go."""
        self.engine.dispose()


def _file_error(error: OperationalError) -> LedgerError | LedgerFileError:
    """What SQLite's result code means: a file that is busy, full or shut, or no ledger at all."""
    code = str(getattr(error.orig, "sqlite_errorname", ""))
    why, mends = str(error.orig), ""
    for start, mend in _MENDS_OF_FILE.items():
        mends = mend if code.startswith(start) else mends
    if code.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        why = "it is in use by another command"
    # An SQL error is a table of ours that is not there or is another.
    return LedgerFileError(why, mends) if mends else LedgerError(f"it is no ledger ({why})")


_MENDS_OF_FILE = {
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


def _in_sequence(reader: Reader, after: int) -> Iterator[bytes]:
    for expected, row in enumerate(reader.rows(after), after + 1):
        if row.sequence != expected:
            raise LedgerError(f"entry {expected} is missing")
        yield row.entry


def hall_key(reader: Reader) -> Ed25519PublicKey:
    """The key that signs this hall's checkpoints, as its first entry names it."""
    founded = reader.founding()
    try:
        raw = bytes.fromhex(founded.hall_key if founded else "")
        return Ed25519PublicKey.from_public_bytes(raw)
    except ValueError:
        raise LedgerError("its first entry names no key of the hall") from None


def command_hash(name: str, what: dict[str, object]) -> str:
    """What an act asked for, so that a request id is not used for another; no code is in it."""
    text_of = repr((name, sorted(what.items())))
    return hashlib.sha256(text_of.encode()).hexdigest()[:16]
