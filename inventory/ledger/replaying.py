"""Replay into fresh books, and every finding of an audit: not the first, all of them."""

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Self

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from cardgen.card_id import CardId
from cardgen.errors import CardgenError
from cardgen.proof.checkpoint import read_checkpoint
from inventory.entries.closing import OccasionEnded
from inventory.entries.entry import Entry
from inventory.entries.game import OccasionCalledOff, OccasionOpened, SalesClosed
from inventory.entries.house import Checkpointed
from inventory.entries.sale import DefectExchanged, Exchanged, Sold
from inventory.entries.union import Kind
from inventory.errors import IllegalMoveError, LedgerError
from inventory.ledger.books import Books, Change, PaymentMade, SaleTaken
from inventory.ledger.folding import columns_of
from inventory.ledger.heads import HEAD, STATE, Head, check_state, check_tree, key_name, read_head
from inventory.ledger.kept import Kept, digest_of, root_of_state
from inventory.ledger.reading import LogRow, Reader
from inventory.ledger.schema import SCHEMA, schema_faults, schema_of
from inventory.ledger.session import Session
from inventory.ledger.stock_books import CardChange
from inventory.ledger.store import Ledger
from inventory.ledger.tree import TreeFrontier

Rows = dict[tuple[object, ...], tuple[object, ...]]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing in a ledger that is not as it should be."""

    code: str
    sentence: str


Watcher = Callable[[Reader, tuple[Entry, ...]], None]
"""Is shown the entries of each request, and the books as they stood before them."""


def watch_nothing(reader: Reader, entries: tuple[Entry, ...]) -> None:
    """The watcher of an audit that looks at the ledger alone."""


def audit(ledger: Ledger, watcher: Watcher = watch_nothing) -> tuple[Finding, ...]:
    """Everything that can be found wrong in the ledger, in one pass over it.

    The watcher is shown nothing behind an entry that cannot be read or applied.
    """
    findings: list[Finding] = []
    try:
        engine = ledger.engine_verdict()
        if engine != "ok":
            findings.append(Finding("engine", f"SQLite says: {engine}"))
        with ledger.raw_snapshot() as connection:
            replay = _Replay(connection, ledger.public_key, ledger.log_name)
            findings += replay.findings(watcher)
    except CardgenError as error:
        findings.append(Finding("unreadable", str(error)))
    return tuple(findings)


@dataclass(frozen=True, slots=True)
class _Line:
    """A row of the log, and what it reads as, or why it cannot be read."""

    row: LogRow
    read: tuple[Entry, ...]
    fault: str = ""

    @classmethod
    def of(cls, found: tuple[Any, ...]) -> Self:
        row = LogRow(*found)
        try:
            return cls(row, Entry.parse_all(row.entry))
        except CardgenError as error:
            return cls(row, (), str(error))


def _request(line: _Line) -> str:
    return line.read[0].context.request if line.read else ""


class _Replay:
    """Every entry applied again to books that begin with nothing."""

    def __init__(
        self, connection: sqlite3.Connection, key: Ed25519PublicKey, log_name: str
    ) -> None:
        self._connection, self._key, self._log_name = connection, key, log_name
        self._is_signed = schema_of(connection) == SCHEMA
        self._books = Books(Kept(connection, {}), TreeFrontier())
        self._heads = _Heads()
        self._hours = _SaleHours()
        self._kept: dict[str, Rows] = {}
        self._is_whole = True  # every entry so far was read and applied
        self._session = Session(connection, self._books, log_name, None)

    def findings(self, watcher: Watcher) -> Iterator[Finding]:
        """What is wrong, in the order of the entries; then what the tables say otherwise."""
        for fault in schema_faults(self._connection):
            yield Finding("schema", f"In the ledger's file {fault}")
        state = read_head(self._connection, STATE) if self._is_signed else None
        expected = 1
        lines = map(_Line.of, self._connection.execute("SELECT * FROM log ORDER BY sequence"))
        for _, of_request in groupby(lines, key=_request):
            together = tuple(of_request)
            self._show(together, watcher)
            for line in together:
                sequence = line.row.sequence
                if sequence != expected:
                    yield Finding(
                        "sequence", f"Entry {expected} is missing before entry {sequence}"
                    )
                expected = sequence + 1
                yield from self._line(line)
                if state is not None and state.tree.size == self._books.tree.size:
                    self._kept = _kept_rows(self._books)
        if self._is_signed:
            yield from self._signed(state)
            yield from self._tables()
        else:
            yield from self._first_form()

    def _show(self, lines: tuple[_Line, ...], watcher: Watcher) -> None:
        self._is_whole = self._is_whole and not any(line.fault for line in lines)
        if self._is_whole:
            entries = tuple([entry for line in lines for entry in line.read])
            watcher(Reader(self._session), entries)

    def _line(self, line: _Line) -> Iterator[Finding]:
        row, read = line.row, line.read
        if line.fault:
            self._books.skip(row.entry)
            yield Finding("entry", f"Entry {row.sequence}: {line.fault}")
            return
        if columns_of(read[0]) != row[:5]:
            yield Finding("columns", f"Entry {row.sequence}: its columns do not say what it says")
        for entry in read:
            if isinstance(entry.kind, Checkpointed):
                yield from self._slip(entry, entry.kind)
        try:
            for entry in read:
                yield from self._hours.check(entry)
            self._heads.take(self._books.apply(row.entry, read))
        except CardgenError as error:
            self._is_whole = False
            why = str(error).partition("\n")[0]
            kind = read[0].kind_name
            yield Finding("illegal-entry", f"Entry {row.sequence} ({kind}): {why}")

    def _slip(self, entry: Entry, kind: Checkpointed) -> Iterator[Finding]:
        """What is wrong with a slip: it is signed, and of all entries before it."""
        tree = self._books.tree
        try:
            signed = read_checkpoint(self._key, key_name(entry.log), kind.note)
        except CardgenError as error:
            yield Finding("checkpoint", f"Entry {entry.sequence}: {error}")
            return
        said = (signed.size, signed.root, kind.size, kind.root, kind.letters)
        if said != (tree.size, tree.root, tree.size, tree.root.hex(), tree.letters):
            yield Finding(
                "checkpoint", f"Entry {entry.sequence}: its signed root is not the tree's"
            )

    def _signed(self, state: Head | None) -> Iterator[Finding]:
        """The head is the hall's, and of the whole log; so is the state."""
        head, tree = read_head(self._connection, HEAD), self._books.tree
        if head is None or head.tree != tree:
            size = head.tree.size if head else 0
            yield Finding("tree", f"The hall signed {size} entries; these {tree.size} are others")
        digests = dict(self._connection.execute("SELECT name, digest FROM state"))
        try:
            if head is not None:
                check_tree(head, self._key, self._log_name)
            if state is None:
                yield Finding("table", "Table heads, row state: it is missing")
            else:
                check_state(state, self._key, self._log_name, root_of_state(digests))
        except LedgerError as error:
            yield Finding("tree", str(error))

    def _tables(self) -> Iterator[Finding]:
        tables = {**self._kept, **self._heads.rows}
        for name, replayed in tables.items():
            yield from _differences(name, self._stored(name), replayed)

    def _first_form(self) -> Iterator[Finding]:
        """A ledger from before heads were signed: its tree, and what holds exactly-once."""
        row = self._connection.execute(
            "SELECT size, roots FROM frontiers WHERE name = 'head'"
        ).fetchone()
        if row is None or TreeFrontier.unpacked(*row) != self._books.tree:
            yield Finding("tree", "Table frontiers, row head: a replay of the log gives another")
        for name, columns in _OF_FIRST_FORM.items():
            query = f"SELECT {columns} FROM {name}"  # noqa: S608 -- ours
            stored = _by_key(name, self._connection.execute(query))
            yield from _differences(name, stored, self._heads.rows[name])

    def _stored(self, name: str) -> Rows:
        return _by_key(name, self._connection.execute(f"SELECT * FROM {name}"))  # noqa: S608 -- ours


_KEY_COLUMNS = {
    "state": 1, "pack_blocks": 2, "pack_rows": 2, "cards": 2, "payments": 3, "sales": 1,
}  # fmt: skip
_OF_FIRST_FORM = {
    "cards": "set_serial, number, state",
    "payments": "set_serial, number, round, cents",
    "sales": "number, request",
}


def _by_key(table: str, rows: "Iterator[tuple[object, ...]] | sqlite3.Cursor") -> Rows:
    width = _KEY_COLUMNS[table]
    return {tuple(row[:width]): tuple(row) for row in rows}


def _differences(table: str, stored: Rows, replayed: Rows) -> Iterator[Finding]:
    for key in sorted(stored.keys() | replayed.keys(), key=repr):
        if stored.get(key) != replayed.get(key):
            named = " ".join(str(part) for part in key)
            yield Finding("table", f"Table {table}, row {named}: a replay of the log gives another")


def _kept_rows(books: Books) -> dict[str, Rows]:
    """The rows of the state as the books are now, by table and key."""
    kept: dict[str, Rows] = {"state": {}, "pack_blocks": {}, "pack_rows": {}}
    for table, row in books.keep():
        values = row
        if table == "state":
            name, value = row
            values = (name, digest_of(value), value)
        kept[table][tuple(values[: _KEY_COLUMNS[table]])] = values
    return kept


class _Heads:
    """What the tables that hold exactly-once come to."""

    def __init__(self) -> None:
        self.rows: dict[str, Rows] = {"cards": {}, "payments": {}, "sales": {}}

    def take(self, changes: list[Change]) -> None:
        """What an entry changes. Raises: IllegalMoveError, for what was there already."""
        for change in changes:
            if isinstance(change, CardChange):
                key = (change.set_serial, change.number)
                self.rows["cards"][key] = (*key, str(change.after))
            elif isinstance(change, SaleTaken):
                row = (change.number, change.request)
                if self.rows["sales"].setdefault((change.number,), row) != row:
                    raise IllegalMoveError(f"sale {change.number}", "a sale", "of another request")
            else:
                self._pay(change)

    def _pay(self, made: PaymentMade) -> None:
        paid = made.paid
        key = (str(paid.card.set_serial), int(paid.card.audit_number), paid.round)
        if key in self.rows["payments"]:
            why = f"paid for round {paid.round} already"
            raise IllegalMoveError(f"card {paid.card.printed}", "Paid", why)
        self.rows["payments"][key] = (*key, paid.cents)


class _SaleHours:
    """Compares each sale with the evening it is of: the sequence decides, whatever a clock said."""

    def __init__(self) -> None:
        # By occasion: each set that is on sale, and the game that it is sold for.
        self._on_sale: dict[int, dict[str, int]] = {}

    def check(self, entry: Entry) -> Iterator[Finding]:
        """Every card of an entry that was sold while its set was not on sale."""
        kind = entry.kind
        on_sale = self._on_sale.setdefault(entry.occasion, {})
        if isinstance(kind, OccasionOpened):
            games = kind.program.games
            on_sale.update((serial, game.number) for game in games for serial in game.sets)
        elif isinstance(kind, SalesClosed):
            for serial in [one for one, game in on_sale.items() if game == kind.game]:
                del on_sale[serial]
        elif isinstance(kind, OccasionEnded | OccasionCalledOff):
            on_sale.clear()
        for card in _sold(kind):
            if card.set_serial not in on_sale:
                yield Finding(
                    "sale-hours",
                    f"Entry {entry.sequence}: card {card.printed} was not on sale then",
                )


def _sold(kind: Kind) -> tuple[CardId, ...]:
    """The cards that an entry hands out."""
    if isinstance(kind, Sold):
        return kind.cards
    if isinstance(kind, Exchanged):
        return kind.new
    return (kind.new,) if isinstance(kind, DefectExchanged) else ()
