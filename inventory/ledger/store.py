"""A ledger: made once, opened with a check, read in snapshots, written in whole transactions."""

import sqlite3
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from cardgen.errors import VerificationError
from cardgen.proof.checkpoint import Checkpoint, read_checkpoint
from inventory.entries.entry import Context, Entry
from inventory.entries.house import Checkpointed, HallFounded
from inventory.errors import LedgerError
from inventory.ledger.books import Books
from inventory.ledger.file import (
    LedgerFile,
    as_ledger_error,
    copy_file,
    create_file,
    open_to_read,
    open_to_write,
)
from inventory.ledger.folding import fold, load, rebuild
from inventory.ledger.heads import (
    HEAD,
    STATE,
    Head,
    check_state,
    check_tree,
    key_name,
    origin,
    read_head,
)
from inventory.ledger.kept import Kept, root_of_state
from inventory.ledger.schema import SCHEMA, create_tables, schema_faults, schema_of
from inventory.ledger.session import Session
from inventory.ledger.tree import TreeFrontier
from inventory.ledger.writing import Writer

FOUNDING = "83f6acae7fa2df1d"  # the identity of set-up, which asks for nothing twice

_READING, _WRITING = "BEGIN DEFERRED", "BEGIN IMMEDIATE"


class Ledger:
    """One hall's log and what is derived from it.

    One thread at a time uses it; who reads for long opens the file again.
    """

    def __init__(self, file: LedgerFile, log_name: str) -> None:
        self.path, self.log_name = file.path, log_name
        self._file = file
        self._lock = threading.RLock()
        self._session: Session | None = None
        self._books: Books | None = None
        self._signed: Head | None = None
        self._key: Ed25519PublicKey | None = None
        self._data_version = -1  # SQLite's, of this connection, when the books were looked at

    @property
    def connection(self) -> sqlite3.Connection:
        """The connection in use now."""
        return self._file.connection

    @classmethod
    def create(cls, path: Path | None, log_name: str) -> Self:
        """A new, empty ledger; None keeps it in memory."""
        ledger = cls(create_file(path), log_name)
        with ledger.writing() as session:
            create_tables(session.connection)
        return ledger

    @classmethod
    def open(cls, path: Path) -> Self:
        """The ledger of a file. Raises: LedgerError, when it is none."""
        ledger = cls(open_to_read(path), "")
        try:
            ledger.log_name = ledger._first_entry().log
        except BaseException:
            ledger.close()
            raise
        return ledger

    @classmethod
    def load(
        cls, path: Path, entries: Iterable[bytes], tree: TreeFrontier, key: Ed25519PrivateKey
    ) -> None:
        """A new ledger file with these entries of a log, and tables made and signed from them.

        Raises: LedgerError, when they are not the entries of that tree.
        """
        ledger = cls(create_file(path), "")
        try:
            with ledger.writing() as session:
                create_tables(session.connection)
                session.log_name = load(session, entries, key)
                if session.books.tree != tree:
                    raise LedgerError("its entries are not those of its signed tree")
        finally:
            ledger.close()

    def found(
        self, context: Context, founded: HallFounded, key: Ed25519PrivateKey
    ) -> tuple[Entry, ...]:
        """The first entry: what the hall answered at set-up."""
        with self.writing() as session:
            writer = Writer(session)
            entries = writer.append(context, FOUNDING, 0, (founded,))
            writer.sign_state(key)
            return entries

    @contextmanager
    def transaction(self) -> Iterator[Session]:
        """A snapshot to read: it holds until it ends, and stops nobody from writing meanwhile."""
        with self._lock:
            if self._session is not None:
                yield self._session
                return
            with self._transacted(_READING) as session:
                yield session

    @contextmanager
    def raw_snapshot(self) -> Iterator[sqlite3.Connection]:
        """A snapshot for an audit, which believes nothing that is derived."""
        with self._lock:
            connection = self.connection
            try:
                connection.execute(_READING)
                yield connection
            except sqlite3.DatabaseError as error:
                raise as_ledger_error(error, self.path) from None
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """One transaction that nobody else writes beside; an error takes all of it back."""
        with self._lock:
            if self._session is not None:
                raise RuntimeError("a ledger is written in one transaction at a time")
            self._open_to_write()
            with self._transacted(_WRITING) as session:
                yield session

    def check_start(self) -> None:
        """The tables and triggers, and the tree since the last signed state; at every command.

        Raises: LedgerError.
        """
        with self.transaction() as session:
            faults = schema_faults(session.connection)
        if faults:
            raise LedgerError(", ".join(faults))

    def engine_verdict(self) -> str:
        """What SQLite itself says of the whole file; `ok` when nothing is wrong."""
        return self._engine_says("integrity_check")

    def check_evening(self) -> None:
        """The engine's own check, at the start of an evening or of a till.

        Raises: LedgerError.
        """
        said = self._engine_says("quick_check")
        if said != "ok":
            raise LedgerError(f"SQLite says: {said}")

    def rebuild(self, key: Ed25519PrivateKey) -> None:
        """The derived tables made anew from the whole log, under new signatures.

        Raises: LedgerError, where the log is not the one that was signed.
        """
        with self._lock:
            self._open_to_write()
            self._books = None
            with self._transacted(_WRITING, of_log=True) as session:
                rebuild(session, key)
            self._books = session.books

    def copy_to(self, path: Path) -> None:
        """The file as it is at one moment, in a new file, while others write."""
        with self._lock:
            copy_file(self._file, path)

    @property
    def is_old_form(self) -> bool:
        """Whether its derived tables are of an earlier form."""
        return schema_of(self.connection) < SCHEMA

    @property
    def is_read_only(self) -> bool:
        """Whether nothing can be written to it: a shut folder or medium."""
        return self._file.is_shut

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    # -- transactions --------------------------------------------------------------------------

    @contextmanager
    def _transacted(self, begin: str, *, of_log: bool = False) -> Iterator[Session]:
        connection, session = self.connection, None
        try:
            connection.execute(begin)
            books = self._books_of_log() if of_log else self._current_books()
            is_writing = begin != _READING
            session = self._session = Session(
                connection, books, self.log_name, self._signed, is_writing
            )
            yield session
            connection.execute("COMMIT")
            if session.is_written and session.signed is self._signed:
                self._books = None  # nobody signed it: it is looked at again, and found
            self._signed = session.signed
        except BaseException as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            if session is None or session.is_written:
                self._books = self._signed = None
            if isinstance(error, sqlite3.DatabaseError) and not _is_ours(error):
                raise as_ledger_error(error, self.path) from None
            raise
        finally:
            self._session = None

    def _open_to_write(self) -> None:
        """The connection that only read is let go for one that writes."""
        if self._file.is_unmerged and self.path is not None:
            self._file.close()
            self._file = open_to_write(self.path)
            self._books = self._signed = None

    def _engine_says(self, check: str) -> str:
        with self._lock:
            try:
                row = self.connection.execute(f"PRAGMA {check}(1)").fetchone()
            except sqlite3.DatabaseError as error:
                raise as_ledger_error(error, self.path) from None
        return str(row[0])

    def _first_entry(self) -> Entry:
        try:
            row = self.connection.execute("SELECT entry FROM log WHERE sequence = 1").fetchone()
            if row is None:
                raise LedgerError("it has no entries")
            return Entry.parse_all(row[0])[0]
        except sqlite3.DatabaseError as error:
            raise as_ledger_error(error, self.path) from None
        except VerificationError as error:
            if isinstance(error, LedgerError):
                raise
            raise LedgerError(f"its first entry: {error}") from None

    # -- the books -----------------------------------------------------------------------------

    def _current_books(self) -> Books:
        """The books as of the signed head. Raises: LedgerError, where the log is another."""
        connection = self.connection
        (version,) = connection.execute("PRAGMA data_version").fetchone()
        if self._books is not None and version == self._data_version:
            return self._books  # nobody else wrote since
        self._data_version = version
        schema = schema_of(connection)
        if schema > SCHEMA:
            raise LedgerError("its tables were made by a newer version of this program")
        if schema < SCHEMA:
            return self._books_of_old_form()
        head, state = read_head(connection, HEAD), read_head(connection, STATE)
        if head is None:
            return self._books_of_nothing()
        books = self._books
        if books is None or state is None or books.state_size != state.tree.size:
            check_tree(head, self.public_key, self.log_name)
            books = self._read_state(state)
        elif head.note != (self._signed.note if self._signed else ""):
            check_tree(head, self.public_key, self.log_name)
        self._books = None
        fold(connection, books)
        if books.tree != head.tree:
            raise LedgerError("its tree is not the tree of its entries")
        self._books, self._signed = books, head
        return books

    def _read_state(self, state: Head | None) -> Books:
        connection = self.connection
        if state is None:
            raise LedgerError("its signed state is missing")
        rows = connection.execute("SELECT name, digest FROM state")
        digests = {str(name): bytes(digest) for name, digest in rows}
        check_state(state, self.public_key, self.log_name, root_of_state(digests))
        return Books(Kept(connection, digests), state.tree)

    def _books_of_log(self) -> Books:
        """The whole log folded anew, whatever the derived tables say, but as it was signed."""
        connection = self.connection
        if schema_of(connection) < SCHEMA:
            return self._books_of_old_form()
        head = read_head(connection, HEAD)
        if head is None:
            raise LedgerError("its signed head is missing")
        check_tree(head, self.public_key, self.log_name)
        books = Books(Kept(connection, {}), TreeFrontier())
        fold(connection, books)
        if books.tree != head.tree:
            raise LedgerError("its tree is not the tree of its entries")
        return books

    def _books_of_nothing(self) -> Books:
        if self.connection.execute("SELECT 1 FROM log LIMIT 1").fetchone():
            raise LedgerError("its signed head is missing")
        return Books(Kept(self.connection, {}), TreeFrontier())

    def _books_of_old_form(self) -> Books:
        """The whole log folded anew: a ledger from before its heads were signed."""
        connection = self.connection
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'log'").fetchone():
            return Books(Kept(connection, {}), TreeFrontier())
        if self._first_entry().stored_kind == HallFounded.__name__:
            raise LedgerError("its tables are of an older form than its entries")
        row = connection.execute("SELECT size, roots FROM frontiers WHERE name = 'head'").fetchone()
        head = TreeFrontier() if row is None else TreeFrontier.unpacked(*row)
        books = self._books
        if books is None or books.tree != head:
            self._books = None
            books = Books(Kept(connection, {}), TreeFrontier())
            fold(connection, books)
            if books.tree != head:
                raise LedgerError("its tree is not the tree of its entries")
            check_last_note(books, self.public_key, self.log_name)
            self._books = books
        return books

    @property
    def public_key(self) -> Ed25519PublicKey:
        """The key that signs this hall's checkpoints, as its first entry names it."""
        if self._key is None:
            self._key = hall_key_in(self._first_entry())
        return self._key


def check_last_note(books: Books, key: Ed25519PublicKey, log_name: str) -> None:
    """The last signed slip is of these entries. Raises: LedgerError."""
    notes = books.of_kind(Checkpointed.__name__)
    tree, kind = TreeFrontier(), notes[-1].kind if notes else None
    if not isinstance(kind, Checkpointed):
        return
    for raw in books.kept.raws(range(1, kind.size + 1)):
        tree = tree.with_entry(raw)
    signed = read_checkpoint(key, key_name(log_name), kind.note)
    if signed != Checkpoint(origin(log_name), tree.size, tree.root):
        raise LedgerError(f"its signed checkpoint of {signed.size} entries is another")


def hall_key_in(first: Entry) -> Ed25519PublicKey:
    """The key of the hall in its first entry. Raises: LedgerError."""
    named = first.kind.hall_key if isinstance(first.kind, HallFounded) else ""
    try:
        return Ed25519PublicKey.from_public_bytes(bytes.fromhex(named))
    except ValueError:
        raise LedgerError("its first entry names no key of the hall") from None


def _is_ours(error: sqlite3.DatabaseError) -> bool:
    """Whether a constraint of ours said no; everything else is the file's."""
    return isinstance(error, sqlite3.IntegrityError)
