"""The journal's file: brought up from what earlier programs wrote, never down."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from cardgen.card_id import MakerId, SetSerial
from cardgen.errors import BadFileError
from cardgen.plant.journal import (
    JOURNAL,
    ClockBehindError,
    create_journal,
    journal,
    noted_at,
    plant_maker,
)
from cardgen.plant.runs import SerialTakenError, check_serials_free
from cardgen.plant.statuses import status_list

AT = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)
# What the first program wrote; it did not number its journals.
FIRST_JOURNAL = """
CREATE TABLE plant (maker TEXT NOT NULL) STRICT;
CREATE TABLE run (
  run_id TEXT PRIMARY KEY, order_number TEXT NOT NULL, order_sha256 TEXT NOT NULL,
  root_commit TEXT NOT NULL, made_at TEXT NOT NULL, folder TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('begun', 'made'))
) STRICT;
CREATE TABLE set_serial (
  serial TEXT PRIMARY KEY, run_id TEXT NOT NULL REFERENCES run (run_id)
) STRICT;
INSERT INTO plant VALUES ('ACME');
INSERT INTO run VALUES ('00', '2026-1', '', '', '', '', 'made');
INSERT INTO set_serial VALUES ('000123', '00');
"""


def test_the_first_journals_are_brought_up_and_keep_what_they_say(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / JOURNAL)) as database:
        database.executescript(FIRST_JOURNAL)
    assert plant_maker(tmp_path) == "ACME"
    assert status_list(tmp_path, AT).entries == ()
    with pytest.raises(SerialTakenError):
        check_serials_free(tmp_path, (SetSerial("000123"),))


def test_an_old_and_a_new_journal_have_the_same_tables(tmp_path: Path) -> None:
    schemas = []
    for name in ("old", "new"):
        folder = tmp_path / name
        folder.mkdir()
        if name == "new":
            create_journal(folder, MakerId("ACME"))
        else:
            with closing(sqlite3.connect(folder / JOURNAL)) as database:
                database.executescript(FIRST_JOURNAL)
        with journal(folder) as database:
            rows = database.execute("SELECT name FROM sqlite_schema ORDER BY name").fetchall()
            version = database.execute("PRAGMA user_version").fetchone()
        schemas.append((rows, version))
    assert schemas[0] == schemas[1]


def test_a_newer_journal_is_left_alone(tmp_path: Path) -> None:
    create_journal(tmp_path, MakerId("ACME"))
    with closing(sqlite3.connect(tmp_path / JOURNAL)) as database:
        database.execute("PRAGMA user_version = 99")
    before = (tmp_path / JOURNAL).read_bytes()
    with pytest.raises(BadFileError, match="a newer cardgen wrote it"):
        plant_maker(tmp_path)
    assert (tmp_path / JOURNAL).read_bytes() == before


def interrupted_note(folder: Path) -> None:
    with journal(folder) as database:
        database.execute("UPDATE plant SET maker = 'EVIL'")
        raise KeyboardInterrupt


def test_a_note_that_fails_leaves_nothing(tmp_path: Path) -> None:
    create_journal(tmp_path, MakerId("ACME"))
    with pytest.raises(KeyboardInterrupt):
        interrupted_note(tmp_path)
    assert plant_maker(tmp_path) == "ACME"


# Times that are said of something else than the note: the hall closed an occasion.
OTHER_TIMES = {("opened_card", "closed_at")}


def test_every_time_that_a_journal_keeps_is_before_the_next_note(tmp_path: Path) -> None:
    """A column that the view of all times forgot would let a later note be dated before it."""
    create_journal(tmp_path, MakerId("ACME"))
    with journal(tmp_path) as database:
        columns = database.execute(
            "SELECT m.name, c.name FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS c "
            "WHERE m.type = 'table' AND (c.name LIKE '%at' OR c.name = 'since')"
        ).fetchall()
    assert len(columns) >= 19
    for table, column in columns:
        folder = tmp_path / f"{table}-{column}"
        folder.mkdir()
        create_journal(folder, MakerId("ACME"))
        with closing(sqlite3.connect(folder / JOURNAL)) as database:
            insert_time(database, table, column)
            if (table, column) in OTHER_TIMES:
                assert noted_at(database, AT)
            else:
                with pytest.raises(ClockBehindError):
                    noted_at(database, AT - timedelta(seconds=1))


def insert_time(database: sqlite3.Connection, table: str, column: str) -> None:
    """A row of which only this column is a time."""
    database.execute("PRAGMA ignore_check_constraints = ON")
    described = database.execute("SELECT * FROM pragma_table_info(?)", (table,)).fetchall()
    words = {"TEXT": "''", "INTEGER": "0"}
    row = ["'2026-11-30T18:00:00Z'" if one[1] == column else words[one[2]] for one in described]
    values = ", ".join(row)
    database.executescript(f"INSERT INTO {table} VALUES ({values})")  # noqa: S608 -- its own names


def test_a_note_may_be_of_the_same_second_as_the_one_before(tmp_path: Path) -> None:
    create_journal(tmp_path, MakerId("ACME"))
    with closing(sqlite3.connect(tmp_path / JOURNAL)) as database:
        insert_time(database, "drill", "drilled_at")
        assert noted_at(database, AT) == "2026-11-30T18:00:00Z"
