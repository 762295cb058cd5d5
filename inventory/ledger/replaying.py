"""Replay into fresh tables, and every finding of an audit: not the first, all of them."""

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import Connection, Row, Table, select
from sqlalchemy.exc import IntegrityError

from cardgen.errors import CardgenError
from cardgen.proof.checkpoint import read_checkpoint
from inventory.entries.closing import OccasionEnded
from inventory.entries.entry import Entry
from inventory.entries.game import OccasionOpened, SalesClosed
from inventory.entries.house import Checkpointed
from inventory.entries.moves import CardMoved, moves_of
from inventory.ledger.reading import CHECKPOINT, HEAD, Reader
from inventory.ledger.schema import DERIVED, frontiers, schema_faults
from inventory.ledger.store import Ledger, hall_key
from inventory.ledger.tree import Growth
from inventory.ledger.writing import SELLING, Writer, key_name


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing in a ledger that is not as it should be."""

    code: str
    sentence: str


def audit(ledger: Ledger) -> tuple[Finding, ...]:
    """Everything that can be found wrong in the ledger."""
    findings: list[Finding] = []
    try:
        engine = ledger.engine_verdict()
        if engine != "ok":
            findings.append(Finding("engine", f"SQLite says: {engine}"))
        findings += _audit_log(ledger)
    except CardgenError as error:
        findings.append(Finding("unreadable", str(error)))
    return tuple(findings)


def _audit_log(ledger: Ledger) -> list[Finding]:
    findings: list[Finding] = []
    with ledger.transaction() as connection:
        findings += [
            Finding("schema", f"In the ledger's file {fault}")
            for fault in schema_faults(connection)
        ]
        fresh = Ledger.create(None, ledger.log_name)
        try:
            with fresh.transaction() as replayed:
                findings += _replay(Reader(connection), Writer(replayed, ledger.log_name))
                findings += _compare(connection, replayed)
        finally:
            fresh.close()
    return findings


def _replay(reader: Reader, writer: Writer) -> Iterator[Finding]:
    """Every entry taken again, in order; one that cannot be is a finding, and the rest go on."""
    expected, clerk_of_checkpoints, hours = 1, _NoteCheck(reader), _SaleHours()
    for row in reader.rows():
        if row.sequence != expected:
            yield Finding("sequence", f"Entry {expected} is missing before entry {row.sequence}")
        expected = row.sequence + 1
        try:
            read = Entry.parse_all(row.entry)
        except CardgenError as error:
            yield Finding("entry", f"Entry {row.sequence}: {error}")
            continue
        entry = read[0]
        yield from _check_columns(row, entry)
        if isinstance(entry.kind, Checkpointed):
            yield from clerk_of_checkpoints.check(entry, entry.kind, writer.growth())
            writer.keep_growth(CHECKPOINT)
        try:
            for one in read:
                yield from hours.check(one)
            writer.take(read)
        except (CardgenError, IntegrityError) as error:
            why = str(error).partition("\n")[0]
            yield Finding("illegal-entry", f"Entry {row.sequence} ({entry.kind_name}): {why}")
    writer.keep_growth(HEAD)


class _NoteCheck:
    """Compares signed checkpoints with the tree as it grows again."""

    def __init__(self, reader: Reader) -> None:
        self._key = hall_key(reader)

    def check(self, entry: Entry, kind: Checkpointed, growth: Growth) -> Iterator[Finding]:
        """What is wrong with a checkpoint."""
        try:
            checkpoint = read_checkpoint(self._key, key_name(entry.log), kind.note)
        except CardgenError as error:
            yield Finding("checkpoint", f"Entry {entry.sequence}: {error}")
            return
        said = (checkpoint.size, checkpoint.root, kind.size, kind.root, kind.letters)
        if said != (growth.size, growth.root, growth.size, growth.root.hex(), growth.letters):
            yield Finding(
                "checkpoint", f"Entry {entry.sequence}: its signed root is not the tree's"
            )


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
        elif isinstance(kind, OccasionEnded):
            on_sale.clear()
        for moved in moves_of(entry):
            if not isinstance(moved, CardMoved) or moved.move not in SELLING:
                continue
            if moved.card.set_serial not in on_sale:
                card = moved.card.printed
                yield Finding(
                    "sale-hours", f"Entry {entry.sequence}: card {card} was not on sale then"
                )


def _check_columns(row: Row[int, str, int, int, str, bytes], entry: Entry) -> Iterator[Finding]:
    columns = (row.sequence, row.request, row.part, row.occasion, row.kind)
    said = (entry.sequence, entry.context.request, entry.part, entry.occasion, entry.stored_kind)
    if columns != said:
        yield Finding("columns", f"Entry {row.sequence}: its columns do not say what it says")


def _compare(stored: Connection, replayed: Connection) -> Iterator[Finding]:
    for table in DERIVED:
        before, after = _rows(stored, table), _rows(replayed, table)
        for key in sorted(before.keys() | after.keys(), key=repr):
            if before.get(key) != after.get(key):
                code = "tree" if table is frontiers else "table"
                named = " ".join(str(part) for part in key)
                yield Finding(
                    code, f"Table {table.name}, row {named}: a replay of the log gives another"
                )


def _rows(connection: Connection, table: Table) -> dict[tuple[object, ...], tuple[object, ...]]:
    width = len(table.primary_key.columns)
    rows = connection.execute(select(table))
    return {tuple(row[:width]): tuple(row) for row in rows}
