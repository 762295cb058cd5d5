"""Appending: entries get their numbers, the books move, and the tables of exactly-once with them.

All of it in one transaction that ends with a signature over the whole tree.
"""

import sqlite3
from collections.abc import Iterable
from typing import assert_never

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from inventory.entries.entry import Context, Entry
from inventory.entries.game import OccasionOpened
from inventory.entries.house import Checkpointed
from inventory.entries.union import Kind
from inventory.errors import IllegalMoveError, LedgerError
from inventory.ledger.books import Books, Change, PaymentMade, SaleTaken
from inventory.ledger.heads import HEAD, STATE, Head, move_head, sign_state, sign_tree, write_head
from inventory.ledger.kept import digest_of, root_of_state
from inventory.ledger.session import Session
from inventory.ledger.stock_books import CardChange
from inventory.ledger.tree import TreeFrontier

STATE_CHANGES_MAX = 1_000  # a state is signed at least every so many entries and moves

LOG_ROW = "INSERT INTO log VALUES (?, ?, ?, ?, ?, ?)"
_NEW_CARD = "INSERT INTO cards VALUES (?, ?, ?)"
_MOVED_CARD = "UPDATE cards SET state = ? WHERE set_serial = ? AND number = ? AND state = ?"
_PAYMENT = "INSERT INTO payments VALUES (?, ?, ?, ?)"
_SALE = (
    "INSERT INTO sales VALUES (?, ?) "
    "ON CONFLICT (number) DO UPDATE SET request = request WHERE request = excluded.request"
)
_KEEP = {
    "state": "INSERT OR REPLACE INTO state VALUES (?, ?, ?)",
    "pack_blocks": "INSERT OR REPLACE INTO pack_blocks VALUES (?, ?, ?)",
    "pack_rows": "INSERT OR REPLACE INTO pack_rows VALUES (?, ?, ?)",
}


class Writer:
    """Writes of one transaction, for one command."""

    def __init__(self, session: Session, log_name: str = "") -> None:
        if not session.is_writing:
            raise RuntimeError("this transaction only reads")
        self._session, self._connection = session, session.connection
        self._log_name = log_name or session.log_name
        self._books = session.books
        self._before = self._books.tree
        self._is_state_due = False

    @property
    def next_sequence(self) -> int:
        """The number of the next entry."""
        return self._books.tree.size + 1

    def append(
        self, context: Context, command_hash: str, occasion: int, kinds: Iterable[Kind],
        part: int = 0,
    ) -> tuple[Entry, ...]:  # fmt: skip
        """The kinds as entries of the command, numbered and applied."""
        self._session.is_written = True
        entries = []
        for place, kind in enumerate(kinds, part):
            sequence = self.next_sequence
            if isinstance(kind, OccasionOpened):
                occasion = sequence
            entry = Entry(self._log_name, sequence, occasion, context, command_hash, place, kind)
            raw = entry.json
            row = (sequence, context.request, place, occasion, entry.kind_name, raw)
            self._connection.execute(LOG_ROW, row)
            write_changes(self._connection, self._books.apply(raw, (entry,)))
            entries.append(entry)
        return tuple(entries)

    def checkpoint(self, last: Entry, key: Ed25519PrivateKey, when: str) -> Entry:
        """A signed checkpoint of everything so far, written behind the command's last entry."""
        tree = self._books.tree
        note = sign_tree(key, self._log_name, tree)
        kind = Checkpointed(when, tree.size, tree.root.hex(), tree.letters, note)
        (entry,) = self.append(
            last.context, last.command_hash, last.occasion, (kind,), last.part + 1
        )
        self._is_state_due = True
        return entry

    def sign_state(self, key: Ed25519PrivateKey) -> None:
        """The signatures over the state and the tree as they are now."""
        self._is_state_due = True
        self.sign(key)

    def sign_anew(self, key: Ed25519PrivateKey) -> None:
        """The signatures of tables that were made anew."""
        self._before = TreeFrontier()
        self.sign_state(key)

    def sign(self, key: Ed25519PrivateKey) -> None:
        """The signature over the tree as it is now; nothing is appended behind it."""
        if self._is_state_due or self._books.change_count >= STATE_CHANGES_MAX:
            keep_state(self._connection, self._books, self._log_name, key)
        tree = self._books.tree
        head = Head(tree, sign_tree(key, self._log_name, tree))
        if self._before.size:
            move_head(self._connection, self._before, head)
        else:
            write_head(self._connection, HEAD, head)
        self._session.signed = head
        self._before = tree


def write_changes(connection: sqlite3.Connection, changes: Iterable[Change]) -> None:
    """What the tables of exactly-once say now, each only from what it said before.

    Raises: LedgerError, which names the row that says other than the log; IllegalMoveError.
    """
    for change in changes:
        match change:
            case CardChange():
                _move_card(connection, change)
            case SaleTaken(number=number, request=request):
                if connection.execute(_SALE, (number, request)).rowcount != 1:
                    raise IllegalMoveError(f"sale {number}", "a sale", "of another request")
            case PaymentMade(paid=paid):
                card = paid.card
                row = (str(card.set_serial), int(card.audit_number), paid.round, paid.cents)
                try:
                    connection.execute(_PAYMENT, row)
                except sqlite3.IntegrityError:
                    why = f"paid for round {paid.round} already"
                    raise IllegalMoveError(f"card {card.printed}", "Paid", why) from None
            case _:
                assert_never(change)


def _move_card(connection: sqlite3.Connection, change: CardChange) -> None:
    serial, number, before = change.set_serial, change.number, change.before
    if before is not None:
        values = (str(change.after), serial, number, str(before))
        is_moved = connection.execute(_MOVED_CARD, values).rowcount == 1
    else:
        try:
            connection.execute(_NEW_CARD, (serial, number, str(change.after)))
            is_moved = True
        except sqlite3.IntegrityError:
            is_moved = False
    if not is_moved:
        said = before or "nothing"
        raise LedgerError(f"table cards, row {serial} {number} does not say {said}, as the log")


def keep_state(
    connection: sqlite3.Connection, books: Books, log_name: str, key: Ed25519PrivateKey
) -> None:
    """The books as rows, and the signature over them; from here on they begin with these."""
    digests = write_rows(connection, books)
    books.kept.digests.update(digests)
    note = sign_state(key, log_name, books.tree.size, root_of_state(books.kept.digests))
    write_head(connection, STATE, Head(books.tree, note))


def write_rows(connection: sqlite3.Connection, books: Books) -> dict[str, bytes]:
    """What changed since the last state as rows; the digest of each row of `state` by its name."""
    digests: dict[str, bytes] = {}
    for table, row in books.keep():
        values = row
        if table == "state":
            name, value = row
            digests[name] = digest_of(value)
            values = (name, digests[name], value)
        connection.execute(_KEEP[table], values)
    return digests
