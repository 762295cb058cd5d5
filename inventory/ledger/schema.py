"""The tables of the ledger on SQLite, and the connection that keeps what it acknowledged.

The log is the truth; `series`, `packs`, `cards`, `sales`, `frontiers` and `payments` are derived
from it and a replay must give them again. Facts of SQLite: three triggers, because `INSERT OR
REPLACE` walks past UPDATE and DELETE triggers; pysqlite's own transactions are off, because they
begin too late.
"""

from pathlib import Path
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    create_engine,
    event,
    text,
)
from sqlalchemy.pool import QueuePool, StaticPool

from cardgen.errors import printable

BUSY_SECONDS = 30

metadata = MetaData()

log = Table(
    "log",
    metadata,
    Column("sequence", Integer, primary_key=True),
    Column("request", Text, nullable=False),
    Column("part", Integer, nullable=False),
    Column("occasion", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("entry", LargeBinary, nullable=False),
    UniqueConstraint("request", "part", name="one_answer_a_request"),
    Index("log_by_occasion", "occasion", "kind"),
    Index("log_by_kind", "kind"),
    sqlite_strict=True,
)
series = Table(
    "series",
    metadata,
    Column("set_serial", Text, primary_key=True),
    Column("sequence", Integer, primary_key=True),
    sqlite_strict=True,
)
packs = Table(
    "packs",
    metadata,
    Column("set_serial", Text, primary_key=True),
    Column("first", Integer, primary_key=True),
    Column("last", Integer, nullable=False),
    Column("state", Text, nullable=False),
    Column("till", Text, nullable=False),
    Column("begun", Integer, nullable=False),
    Index("packs_by_till", "till", "set_serial"),
    sqlite_strict=True,
)
cards = Table(
    "cards",
    metadata,
    Column("set_serial", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("state", Text, nullable=False),
    Column("sale", Integer, nullable=False),
    Column("occasion", Integer, nullable=False),
    Column("till", Text, nullable=False),
    Column("clerk", Text, nullable=False),
    Column("cents", Integer, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("paid_cents", Integer, nullable=False),
    Column("envelope", Text, nullable=False),
    Index("cards_by_occasion", "occasion", "state"),
    sqlite_strict=True,
)
sales = Table(
    "sales",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("till", Text, nullable=False),
    Column("occasion", Integer, nullable=False),
    Column("request", Text, nullable=False),
    Column("undone", Integer, nullable=False),
    sqlite_strict=True,
)
frontiers = Table(
    "frontiers",
    metadata,
    Column("name", Text, primary_key=True),
    Column("size", Integer, nullable=False),
    Column("roots", LargeBinary, nullable=False),
    sqlite_strict=True,
)

payments = Table(
    "payments",
    metadata,
    Column("set_serial", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("cents", Integer, nullable=False),
    sqlite_strict=True,
)

DERIVED = (series, packs, cards, sales, frontiers, payments)

TRIGGERS = {
    "log_no_update": """
        CREATE TRIGGER log_no_update BEFORE UPDATE ON log
        BEGIN SELECT RAISE(ABORT, 'the log is append-only: no update'); END""",
    "log_no_delete": """
        CREATE TRIGGER log_no_delete BEFORE DELETE ON log
        BEGIN SELECT RAISE(ABORT, 'the log is append-only: no delete'); END""",
    "log_no_replace": """
        CREATE TRIGGER log_no_replace BEFORE INSERT ON log
        WHEN EXISTS (SELECT 1 FROM log WHERE sequence = NEW.sequence
                     OR (request = NEW.request AND part = NEW.part))
        BEGIN SELECT RAISE(ABORT, 'the log is append-only: no replace'); END""",
}

_PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
    f"PRAGMA busy_timeout={BUSY_SECONDS * 1000}",
)


def connect(path: Path | None) -> Engine:
    """The engine of a ledger file; None is a ledger in memory, for a replay."""
    address = "sqlite://" if path is None else f"sqlite:///{path}"
    engine = create_engine(
        address,
        poolclass=StaticPool if path is None else QueuePool,
        connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False},
    )
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def create_tables(connection: Connection) -> None:
    """All tables and the three triggers."""
    metadata.create_all(connection)
    for trigger in TRIGGERS.values():
        connection.execute(text(trigger))


def schema_faults(connection: Connection) -> tuple[str, ...]:
    """Every table, index, trigger and view that is missing, changed or not of our making."""
    fresh = connect(None)
    try:
        with fresh.begin() as empty:
            create_tables(empty)
            ours = _objects(empty)
    finally:
        fresh.dispose()
    found = _objects(connection)
    faults = []
    for name in sorted(ours.keys() | found.keys()):
        kind = (ours.get(name) or found[name])[0]
        if name not in found:
            faults.append(f"the {kind} {printable(name)} is missing")
        elif name not in ours:
            faults.append(f"the {kind} {printable(name)} is none of ours")
        elif ours[name] != found[name]:
            faults.append(f"the {kind} {printable(name)} was changed")
    return tuple(faults)


def _objects(connection: Connection) -> dict[str, tuple[str, str]]:
    rows = connection.execute(text("SELECT name, type, sql FROM sqlite_master"))
    return {str(name): (str(kind), " ".join(str(sql).split())) for name, kind, sql in rows}


def _prepare(connection: Any, _record: object) -> None:  # noqa: ANN401 -- the driver's own type
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
