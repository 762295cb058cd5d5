"""The tables of a ledger made anew from its log: by two people, and from a signed log alone."""

import sqlite3
from contextlib import closing

import inventory.cli
from inventory.desk.hall import LEDGER, Hall
from tests.inventory.kit import Command, Kit, ok


def test_two_people_have_the_tables_made_anew_and_one_does_not(kit: Kit, command: Command) -> None:
    ok(kit.sell(1, 2, 3))
    kit.hall.close()
    with closing(sqlite3.connect(kit.hall.folder / LEDGER)) as file:
        file.execute("UPDATE cards SET state = 'won'")
        file.commit()
    nobody = ("audit", "--rebuild", "--second", "Bob", "--hall", kit.hall.folder)
    code, _, err = command(inventory.cli.main, *nobody)
    assert (code, "--by NAME" in err) == (2, True)
    asked = ("audit", "--rebuild", "--by", "Ann", "--hall", kit.hall.folder)
    code, _, err = command(inventory.cli.main, *asked)
    assert (code, "second-person-needed" in err) == (4, True)
    code, _, err = command(inventory.cli.main, *asked, "--second", "Bob")
    assert (code, err) == (0, "")
    kit.hall = Hall.open(kit.hall.folder)


def test_nothing_is_rebuilt_from_a_log_with_an_entry_that_no_desk_signed(
    kit: Kit, command: Command
) -> None:
    """Tables made of it would lend it the hall's signature."""
    ok(kit.sell(1))
    kit.hall.close()
    with closing(sqlite3.connect(kit.hall.folder / LEDGER)) as file:
        row = file.execute("SELECT * FROM log ORDER BY sequence DESC LIMIT 1").fetchone()
        again = (row[0] + 1, "e" * 32, *row[2:])
        file.execute("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?)", again)
        file.commit()
    asked = ("audit", "--rebuild", "--by", "Ann", "--second", "Bob", "--hall", kit.hall.folder)
    code, _, err = command(inventory.cli.main, *asked)
    assert code == 3
    assert "The ledger does not hold" in err
    with closing(sqlite3.connect(kit.hall.folder / LEDGER)) as file:
        file.executescript("DROP TRIGGER log_no_delete; DELETE FROM log WHERE request LIKE 'eeee%'")
    kit.hall = Hall.open_unchecked(kit.hall.folder)
