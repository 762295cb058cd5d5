"""The log folded into books, and into the tables that are derived from it."""

import sqlite3
from collections.abc import Iterable

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cardgen.errors import VerificationError
from inventory.entries.entry import Entry
from inventory.errors import LedgerError
from inventory.ledger.books import Books
from inventory.ledger.kept import Kept
from inventory.ledger.schema import create_derived
from inventory.ledger.session import Session
from inventory.ledger.tree import TreeFrontier
from inventory.ledger.writing import LOG_ROW, Writer, write_changes


def fold(connection: sqlite3.Connection, books: Books, *, is_writing: bool = False) -> None:
    """Every entry behind the books applied to them, and written into the tables on demand.

    Raises: LedgerError, where one is missing, is none, or its columns say other than it says.
    """
    query = "SELECT * FROM log WHERE sequence > ? ORDER BY sequence"
    for row in connection.execute(query, (books.tree.size,)):
        expected = books.tree.size + 1
        if row[0] != expected:
            raise LedgerError(f"entry {expected} is missing")
        try:
            read = Entry.parse_all(row[5])
            changes = books.apply(row[5], read)
        except LedgerError:
            raise
        except VerificationError as error:
            raise LedgerError(f"entry {expected}: {str(error).rstrip('.')}") from None
        if columns_of(read[0]) != (*row[:5],):
            raise LedgerError(f"the columns of entry {expected} do not say what it says")
        if is_writing:
            write_changes(connection, changes)


def columns_of(entry: Entry) -> tuple[int, str, int, int, str]:
    """What the columns of the log say of an entry."""
    request, kind = entry.context.request, entry.stored_kind
    return entry.sequence, request, entry.part, entry.occasion, kind


def rebuild(session: Session, key: Ed25519PrivateKey) -> None:
    """Every derived table of a log that was checked, made anew and signed."""
    connection = session.connection
    create_derived(connection)
    books = Books(Kept(connection, {}), TreeFrontier())
    fold(connection, books, is_writing=True)
    session.books, session.is_written = books, True
    Writer(session).sign_anew(key)


def load(session: Session, entries: Iterable[bytes], key: Ed25519PrivateKey) -> str:
    """The entries of another copy of a log, and every table made from them and signed.

    Returns: the name of the log. Raises: LedgerError.
    """
    for raw in entries:
        first = Entry.parse_all(raw)[0]
        session.log_name = first.log
        session.connection.execute(LOG_ROW, (*columns_of(first), raw))
    rebuild(session, key)
    return session.log_name
