"""The tables of the ledger.

The log is the truth; every other table is derived from it and made anew where its form is older.
Three of them hold exactly-once by themselves (`cards`, `payments`, `sales`); `heads` holds what the
hall signed; `state`, `pack_blocks` and `pack_rows` hold what was folded up to the last state.
"""

import sqlite3

from cardgen.errors import printable

SCHEMA = 2  # of the derived tables; 0 is the first one, which had no number

# Letter by letter as the first ledgers have it: the table of the log is never made anew.
_LOG = (
    (
        "CREATE TABLE log (\n\tsequence INTEGER NOT NULL, \n\trequest TEXT NOT NULL, "
        "\n\tpart INTEGER NOT NULL, \n\toccasion INTEGER NOT NULL, \n\tkind TEXT NOT NULL, "
        "\n\tentry BLOB NOT NULL, \n\tPRIMARY KEY (sequence), "
        "\n\tCONSTRAINT one_answer_a_request UNIQUE (request, part)\n)\n STRICT"
    ),
    "CREATE INDEX log_by_occasion ON log (occasion, kind)",
    "CREATE INDEX log_by_kind ON log (kind)",
)

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

DERIVED = {
    "heads": """
        CREATE TABLE heads (name TEXT NOT NULL PRIMARY KEY, size INTEGER NOT NULL,
            roots BLOB NOT NULL, note TEXT NOT NULL) STRICT""",
    "state": """
        CREATE TABLE state (name TEXT NOT NULL PRIMARY KEY, digest BLOB NOT NULL,
            value BLOB NOT NULL) STRICT""",
    "pack_blocks": """
        CREATE TABLE pack_blocks (received INTEGER NOT NULL, block INTEGER NOT NULL,
            value BLOB NOT NULL, PRIMARY KEY (received, block)) STRICT""",
    "pack_rows": """
        CREATE TABLE pack_rows (received INTEGER NOT NULL, place INTEGER NOT NULL,
            value BLOB NOT NULL, PRIMARY KEY (received, place)) STRICT""",
    "cards": """
        CREATE TABLE cards (set_serial TEXT NOT NULL, number INTEGER NOT NULL,
            state TEXT NOT NULL, PRIMARY KEY (set_serial, number)) STRICT, WITHOUT ROWID""",
    "payments": """
        CREATE TABLE payments (set_serial TEXT NOT NULL, number INTEGER NOT NULL,
            round INTEGER NOT NULL, cents INTEGER NOT NULL,
            PRIMARY KEY (set_serial, number, round)) STRICT, WITHOUT ROWID""",
    "sales": """
        CREATE TABLE sales (number INTEGER NOT NULL PRIMARY KEY, request TEXT NOT NULL) STRICT""",
}


def create_tables(connection: sqlite3.Connection) -> None:
    """The log, its three triggers, and the derived tables."""
    for statement in (*_LOG, *TRIGGERS.values()):
        connection.execute(statement)
    create_derived(connection)


def create_derived(connection: sqlite3.Connection) -> None:
    """The derived tables, empty; whatever else beside the log there was is dropped."""
    query = "SELECT name FROM sqlite_master WHERE type = 'table' AND name != 'log'"
    for (name,) in connection.execute(query).fetchall():
        if not name.startswith("sqlite_"):
            quoted = name.replace('"', '""')
            connection.execute(f'DROP TABLE "{quoted}"')
    for statement in DERIVED.values():
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {SCHEMA}")


def schema_of(connection: sqlite3.Connection) -> int:
    """The number of the derived tables' form."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def schema_faults(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Every table, index, trigger and view that is missing, changed or not of our making."""
    ours, found = _ours(schema_of(connection)), _objects(connection)
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


def _ours(schema: int) -> dict[str, tuple[str, str]]:
    fresh = sqlite3.connect(":memory:")
    try:
        for statement in (*_LOG, *TRIGGERS.values()):
            fresh.execute(statement)
        for statement in _FIRST if schema == 0 else DERIVED.values():
            fresh.execute(statement)
        return _objects(fresh)
    finally:
        fresh.close()


def _objects(connection: sqlite3.Connection) -> dict[str, tuple[str, str]]:
    rows = connection.execute("SELECT name, type, sql FROM sqlite_master")
    return {str(name): (str(kind), " ".join(str(sql).split())) for name, kind, sql in rows}


# The derived tables of the first ledgers; they are looked at once, and made anew.
_FIRST = (
    (
        "CREATE TABLE series ( set_serial TEXT NOT NULL, sequence INTEGER NOT NULL, "
        "PRIMARY KEY (set_serial, sequence) ) STRICT"
    ),
    (
        "CREATE TABLE packs ( set_serial TEXT NOT NULL, first INTEGER NOT NULL, "
        "last INTEGER NOT NULL, state TEXT NOT NULL, till TEXT NOT NULL, begun INTEGER NOT NULL, "
        "PRIMARY KEY (set_serial, first) ) STRICT"
    ),
    "CREATE INDEX packs_by_till ON packs (till, set_serial)",
    (
        "CREATE TABLE cards ( set_serial TEXT NOT NULL, number INTEGER NOT NULL, "
        "state TEXT NOT NULL, sale INTEGER NOT NULL, occasion INTEGER NOT NULL, "
        "till TEXT NOT NULL, clerk TEXT NOT NULL, cents INTEGER NOT NULL, "
        "attempts INTEGER NOT NULL, paid_cents INTEGER NOT NULL, envelope TEXT NOT NULL, "
        "PRIMARY KEY (set_serial, number) ) STRICT"
    ),
    "CREATE INDEX cards_by_occasion ON cards (occasion, state)",
    (
        "CREATE TABLE sales ( number INTEGER NOT NULL, till TEXT NOT NULL, "
        "occasion INTEGER NOT NULL, request TEXT NOT NULL, undone INTEGER NOT NULL, "
        "PRIMARY KEY (number) ) STRICT"
    ),
    (
        "CREATE TABLE frontiers ( name TEXT NOT NULL, size INTEGER NOT NULL, roots BLOB NOT NULL, "
        "PRIMARY KEY (name) ) STRICT"
    ),
    (
        "CREATE TABLE payments ( set_serial TEXT NOT NULL, number INTEGER NOT NULL, "
        "round INTEGER NOT NULL, cents INTEGER NOT NULL, "
        "PRIMARY KEY (set_serial, number, round) ) STRICT"
    ),
)
