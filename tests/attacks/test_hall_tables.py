"""Attacks of house.md section 7 by somebody who has the file and no key: tables, tail, head."""

import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from inventory.desk.hall import FOUNDING, KEY, LEDGER, Hall
from inventory.desk.papers import reporting
from inventory.entries.sale import Sold
from inventory.entries.states import CardState
from inventory.errors import HallExistsError, LedgerError, LedgerFileError
from inventory.ledger.heads import HEAD, Head, sign_tree, write_head
from inventory.ledger.writing import Writer
from tests.inventory.kit import Kit, answers, code, ok
from tests.inventory.scanned import selling

# -- without the key ------------------------------------------------------------------------------


def reopened(kit: Kit, *statements: str) -> Hall:
    """The hall after somebody changed its tables with SQLite alone."""
    kit.hall.close()
    with closing(sqlite3.connect(kit.hall.folder / LEDGER)) as file:
        for statement in statements:
            file.execute(statement)
        file.commit()
    kit.hall = Hall.open(kit.hall.folder)
    return kit.hall


def read_after(kit: Kit, statement: str) -> None:
    reopened(kit, statement)
    kit.state(kit.built.red(1))


def findings(folder: Path) -> set[str]:
    hall = Hall.open_unchecked(folder)
    try:
        return {one.code for one in reporting.read_audit(hall, "")}
    finally:
        hall.close()


def test_a_card_that_a_table_says_is_sold_is_none_to_claim_with(kit: Kit) -> None:
    """One line of SQL once made a winner of a card that nobody bought."""
    ok(kit.sell(1))
    reopened(kit, "INSERT INTO cards VALUES ('000123', 2, 'sold')")
    card = kit.built.red(2)
    assert kit.state(card) is CardState.ISSUED
    kit.game_with(card)
    ok(kit.hold())
    assert [entry.kind_name for entry in ok(kit.claim(card))] == ["ClaimRefused"]


def test_a_table_that_differs_is_named_and_nothing_is_sold_on_it(kit: Kit) -> None:
    ok(kit.sell(1))
    reopened(kit, "INSERT INTO cards VALUES ('000123', 2, 'sold')")
    head = kit.head()
    with pytest.raises(LedgerError, match="table cards, row 000123 2"):
        kit.sell(2)
    assert kit.head() == head
    reopened(kit, "UPDATE cards SET state = 'issued' WHERE number = 1")
    with pytest.raises(LedgerError, match="table cards, row 000123 1"):
        kit.void(1)


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("UPDATE pack_rows SET value = CAST('[]' AS BLOB)", "pack_rows, row 2 0"),
        ("DELETE FROM pack_rows", "pack_rows, row 2 0 is missing"),
        ("UPDATE pack_blocks SET value = CAST(replace(value, '1', '2') AS BLOB)", "pack_blocks"),
        ("DELETE FROM pack_blocks", "pack_blocks, row 2 0 is missing"),
        (
            "UPDATE state SET value = CAST(replace(value, '\"left\":', '\"left\":1') AS BLOB)",
            "state, row packs/2 is not what was signed",
        ),
    ],
)
def test_a_row_of_the_signed_state_that_was_worked_on_is_named(
    kit: Kit, statement: str, named: str
) -> None:
    ok(kit.sell(1))
    ok(kit.close())  # a slip, and with it a state that holds the sale
    with pytest.raises(LedgerError, match=named):
        read_after(kit, statement)
    kit.hall.close()
    assert findings(kit.hall.folder) & {"table", "unreadable"}


def test_an_entry_left_out_of_the_state_or_changed_in_the_log_changes_its_digest(kit: Kit) -> None:
    """A setting, a ball, a maker's word: what is folded from entries is checked by their leaves."""
    ok(kit.pre_draw(tuple(range(1, 49))))
    ok(kit.close())
    hall = reopened(
        kit,
        "DROP TRIGGER log_no_update",
        "UPDATE log SET entry = CAST(replace(entry, '[1,2,', '[2,1,') AS BLOB) "
        "WHERE kind = 'Drawn'",
        """CREATE TRIGGER log_no_update BEFORE UPDATE ON log
        BEGIN SELECT RAISE(ABORT, 'the log is append-only: no update'); END""",
    )
    with pytest.raises(LedgerError, match=r"Drawn of occasion \d+ are not what was signed"):
        reporting.read_report(hall, 0)


def test_rows_appended_by_our_own_writer_without_the_key_are_found_at_once(kit: Kit) -> None:
    ok(kit.sell(1))
    card = kit.card(kit.built.red(2).card_id).card
    with kit.hall.ledger.writing() as session:
        writer = Writer(session)
        number = writer.next_sequence
        occasion = session.books.of_kind("OccasionOpened")[-1].occasion
        kind = Sold(number, (card,), (1,), "scanned")
        writer.append(kit.context(), "0" * 16, occasion, (kind,))
    with pytest.raises(LedgerError, match="not the tree of its entries"):
        kit.sell(3)
    kit.hall.close()
    with pytest.raises(LedgerError, match="not the tree of its entries"):
        Hall.open(kit.hall.folder)
    assert "tree" in findings(kit.hall.folder)


def test_a_head_that_another_key_signed_is_found(kit: Kit) -> None:
    ok(kit.sell(1))
    with kit.hall.ledger.transaction() as session:
        tree, log_name = session.books.tree, session.log_name
    kit.hall.close()
    with closing(sqlite3.connect(kit.hall.folder / LEDGER)) as file:
        note = sign_tree(Ed25519PrivateKey.from_private_bytes(b"7" * 32), log_name, tree)
        write_head(file, HEAD, Head(tree, note))
        file.commit()
    with pytest.raises(LedgerError, match="it names another key"):
        Hall.open(kit.hall.folder)


def test_a_tail_that_was_cut_with_its_tables_is_found(kit: Kit) -> None:
    """The newest sale taken out of log and tables: the head still counts it."""
    ok(kit.sell(1))
    ok(kit.sell(2))
    last = kit.head()
    with pytest.raises(LedgerError, match="not the tree of its entries"):
        reopened(
            kit,
            "DROP TRIGGER log_no_delete",
            f"DELETE FROM log WHERE sequence = {last}",  # noqa: S608 -- our number
            "DELETE FROM cards WHERE number = 2",
            f"DELETE FROM sales WHERE number = {last}",  # noqa: S608 -- our number
            """CREATE TRIGGER log_no_delete BEFORE DELETE ON log
        BEGIN SELECT RAISE(ABORT, 'the log is append-only: no delete'); END""",
        )


def test_a_ledger_founded_with_signed_heads_is_no_ledger_without_them(kit: Kit) -> None:
    """Told to be of the first form, whose heads nobody signed, it would have to be believed."""
    with pytest.raises(LedgerError, match="of an older form than its entries"):
        reopened(kit, "DROP TABLE heads", "PRAGMA user_version = 0")


def test_tables_made_anew_from_the_log_are_those_that_were(kit: Kit) -> None:
    ok(kit.sell(1, 2, 3))
    ok(kit.exchange((1,), 2))
    kit.hall.close()
    path = kit.hall.folder / LEDGER
    with closing(sqlite3.connect(path)) as file:
        file.execute("UPDATE cards SET state = 'won'")
        file.commit()
    kit.hall = Hall.open(kit.hall.folder)
    assert "table" in findings(kit.hall.folder)
    kit.hall.ledger.rebuild(kit.hall.key)
    assert findings(kit.hall.folder) == set()
    ok(kit.punch())


# -- readers never stop a till --------------------------------------------------------------------


def test_a_reader_that_holds_on_stops_nobody_from_selling(kit: Kit) -> None:
    """A paused report sees the evening as it was; the till sells on beside it."""
    reader = Hall.open(kit.hall.folder)
    with reader.reading() as held:
        before = held.head()
        ok(kit.sell(1))
        ok(kit.sell(2))
        assert held.head() == before
        assert held.card(kit.card(kit.built.red(1).card_id).card).state is CardState.ISSUED
    with reader.reading() as later:
        assert later.card(kit.card(kit.built.red(1).card_id).card).state is CardState.SOLD
    reader.close()


def test_two_programs_at_one_hall_see_what_the_other_wrote(kit: Kit) -> None:
    other = Hall.open(kit.hall.folder)
    for number in range(1, 9):
        hall = (kit.hall, other)[number % 2]
        ok(selling.sell(hall, kit.context(), (kit.built.red(number).outside,)))
    ok(kit.close())
    assert code(selling.sell(other, kit.context(), (kit.built.red(9).outside,))) == "sales-closed"
    other.close()


# -- folders and files ----------------------------------------------------------------------------


def test_the_hall_is_its_owners_alone(kit: Kit) -> None:
    assert kit.hall.folder.stat().st_mode & 0o777 == 0o700
    for path in kit.hall.folder.glob("*"):
        if path.is_file():
            assert path.stat().st_mode & 0o777 == 0o600, path.name


@pytest.mark.parametrize("name", ["what?", "50%25", "no#1", "a b", "ü&x=1"])
def test_a_folder_may_be_called_anything(kit: Kit, tmp_path: Path, name: str) -> None:
    kit.hall.close()
    folder = shutil.copytree(kit.hall.folder, tmp_path / name / "hall?mode=memory")
    kit.hall = Hall.open(folder)
    ok(kit.sell(1))
    kit.hall.close()
    assert sorted(path.name for path in folder.glob("*.sqlite*")) == [LEDGER]
    kit.hall = Hall.open(folder)
    assert kit.state(kit.built.red(1)) is CardState.SOLD


def test_a_clean_close_leaves_one_file(kit: Kit) -> None:
    ok(kit.sell(1))
    kit.hall.close()
    assert sorted(path.name for path in kit.hall.folder.glob("ledger*")) == [LEDGER]


def test_what_a_killed_program_left_is_checked_before_it_is_merged(
    kit: Kit, tmp_path: Path
) -> None:
    ok(kit.sell(1))
    folder = tmp_path / "killed"  # copied while it runs: as a kill leaves it
    shutil.copytree(kit.hall.folder, folder, ignore=shutil.ignore_patterns("*-shm"))
    wal = folder / f"{LEDGER}-wal"
    raw = wal.read_bytes()
    assert raw
    hall = Hall.open(folder)
    with hall.reading() as reader:
        assert reader.card(kit.card(kit.built.red(1).card_id).card).state is CardState.SOLD
    hall.close()
    assert wal.read_bytes() == raw, "who only reads leaves it as it is"
    kit.hall.close()
    kit.hall = Hall.open(folder)
    ok(kit.sell(2))


AS_NOBODY = """
import os, sys
from pathlib import Path
from inventory.desk.hall import Hall
from inventory.desk.papers import reporting
hall = Hall.open_unchecked(Path(sys.argv[2]))
reporting.read_audit(hall, "")  # whatever is loaded late may be out of a nobody's reach
hall.close()
if os.getuid() == 0:
    os.setgid(65534); os.setuid(65534)
hall = Hall.open(Path(sys.argv[1]))
with hall.reading() as reader:
    print(reader.head().sequence)
print(len(reporting.read_audit(hall, "")))
hall.close()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a folder is shut by its mode")
@pytest.mark.parametrize("is_merged", [True, False])
def test_a_folder_that_cannot_be_written_is_read_without_a_key(
    kit: Kit, *, is_merged: bool
) -> None:
    """A CD, or an auditor's copy without hall.key; a write-ahead file beside it is read too."""
    ok(kit.sell(1))
    head = kit.head()
    if is_merged:
        kit.hall.close()
    with tempfile.TemporaryDirectory() as shared:
        folder = Path(shared) / "medium"
        shutil.copytree(kit.hall.folder, folder, ignore=shutil.ignore_patterns("*-shm", KEY))
        for path in (folder, *folder.rglob("*")):
            path.chmod(0o555 if path.is_dir() else 0o444)
        Path(shared).chmod(0o755)
        script = [sys.executable, "-c", AS_NOBODY, str(folder), str(kit.hall.folder)]
        told = subprocess.run(script, capture_output=True, text=True, check=False)
        folder.chmod(0o755)
    assert told.returncode == 0, told.stderr
    assert told.stdout.split() == [str(head), "1"], "the key alone is missing"


def test_writing_to_a_medium_that_takes_none_is_one_sentence(kit: Kit) -> None:
    kit.hall.ledger.connection.execute("PRAGMA query_only = ON")
    with pytest.raises(LedgerFileError, match="make the hall's folder and its files writable"):
        kit.sell(1)


# -- a hall is founded whole or not at all --------------------------------------------------------


def interrupted(folder: Path, step: int, kit: Kit) -> None:
    """What a program leaves that is killed at its n-th change of a name or its n-th write."""
    left = [step]

    class KilledError(BaseException):
        pass

    def hook(event: str, _args: tuple[object, ...]) -> None:
        if hooked and event in {"open", "os.rename", "os.mkdir", "os.rmdir", "sqlite3.connect"}:
            left[0] -= 1
            if left[0] == 0:
                raise KilledError

    hooked = [True]
    sys.addaudithook(hook)
    try:
        Hall.found(folder, answers(), kit.context(), "0011aabb").close()
    except KilledError:
        pass
    finally:
        hooked.clear()


@pytest.mark.parametrize("step", range(1, 24))
def test_set_up_that_was_killed_anywhere_goes_on_by_the_same_command(
    kit: Kit, tmp_path: Path, step: int
) -> None:
    folder = tmp_path / "new"
    interrupted(folder, step, kit)
    if not (folder / LEDGER).exists():
        Hall.found(folder, answers(), kit.context(), "0011aabb").close()
    hall = Hall.open(folder)
    hall.check_key()
    with hall.reading() as reader:
        assert reader.settings().founded.hall == "st-brendan"
    hall.close()
    with pytest.raises(HallExistsError):
        Hall.found(folder, answers(), kit.context(), "0011aabb")


def test_a_key_without_a_ledger_is_never_written_over(kit: Kit, tmp_path: Path) -> None:
    """Somebody puts back a backup, the key first: set-up does not take its place."""
    folder = tmp_path / "back"
    folder.mkdir()
    shutil.copy(kit.hall.folder / KEY, folder)
    with pytest.raises(HallExistsError):
        Hall.found(folder, answers(), kit.context(), "0011aabb")
    assert (folder / KEY).read_bytes() == (kit.hall.folder / KEY).read_bytes()
    assert not (folder / FOUNDING).exists()
