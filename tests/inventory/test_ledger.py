"""The log is append-only, its tree is RFC 6962's, a replay gives the tables again."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from cardgen.proof.checkpoint import read_checkpoint
from cardgen.proof.framing import canonical
from cardgen.proof.merkle import check_inclusion, leaf_hash, root_of
from cardgen.symbols import first_symbols
from inventory.desk.game import slips
from inventory.desk.hall import Hall
from inventory.desk.papers import reporting
from inventory.entries.house import Checkpointed, HallFounded
from inventory.entries.sale import Sold
from inventory.entries.states import CardState
from inventory.entries.stock import Found, Stolen
from inventory.errors import (
    HallError,
    HallKeyError,
    IllegalMoveError,
    LedgerError,
    LedgerFileError,
)
from inventory.ledger import file
from inventory.ledger.proving import CardProof
from inventory.ledger.reading import Reader
from inventory.ledger.replaying import audit
from inventory.ledger.store import Ledger
from inventory.ledger.tree import TreeFrontier
from inventory.ledger.writing import Writer
from tests.inventory.kit import Kit, code, counts_of, ok
from tests.inventory.scanned import stock

Tamper = Callable[[sqlite3.Connection], None]


def busy(kit: Kit) -> Kit:
    ok(kit.sell(1, 2, 3))
    ok(kit.exchange((1,), 2))
    ok(kit.punch())
    ok(kit.sell(4))
    ok(kit.undo())
    ok(kit.void(3))
    return kit


def tampered(kit: Kit, *statements: str) -> Path:
    """The ledger's file after somebody worked on it with SQLite alone."""
    kit.hall.close()
    path = kit.hall.folder / "ledger.sqlite"
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()
    return kit.hall.folder


def findings(folder: Path, slip: str = "") -> set[str]:
    hall = Hall.open_unchecked(folder)
    try:
        return {finding.code for finding in reporting.read_audit(hall, slip)}
    finally:
        hall.close()


NO_TRIGGERS = ("DROP TRIGGER log_no_update", "DROP TRIGGER log_no_delete")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE log SET kind = 'Drawn' WHERE sequence = 2",
        "DELETE FROM log WHERE sequence = 2",
        "REPLACE INTO log SELECT sequence, request, part, 9, kind, entry FROM log LIMIT 1",
        "REPLACE INTO log SELECT 999, request, part, 9, kind, entry FROM log LIMIT 1",
        "INSERT OR IGNORE INTO log SELECT * FROM log WHERE sequence = 2",
    ],
)
def test_the_log_refuses_update_delete_and_replace(kit: Kit, statement: str) -> None:
    with (
        pytest.raises(sqlite3.IntegrityError, match="append-only"),
        kit.hall.ledger.writing() as session,
    ):
        session.connection.execute(statement)


def test_what_was_acknowledged_is_synced_to_the_disk(kit: Kit) -> None:
    with kit.hall.ledger.transaction() as session:
        pragma = {
            name: session.connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
        (strict,) = session.connection.execute(
            "SELECT count(*) FROM pragma_table_list WHERE schema = 'main' AND strict = 0 "
            "AND name NOT LIKE 'sqlite%'"
        ).fetchone()
    assert pragma == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    assert strict == 0


def test_the_tree_is_that_of_rfc_6962_at_every_size(kit: Kit) -> None:
    busy(kit)
    with kit.hall.ledger.transaction() as connection:
        reader = Reader(connection)
        entries = [row.entry for row in reader.rows()]
        tree = TreeFrontier()
        for size, entry in enumerate(entries, 1):
            tree = tree.with_entry(entry)
            assert tree.root == root_of([leaf_hash(one) for one in entries[:size]])
        assert tree == reader.tree
    assert TreeFrontier.unpacked(tree.size, tree.packed) == tree
    assert TreeFrontier().root == root_of([])


def test_entries_are_canonical_json(kit: Kit) -> None:
    with busy(kit).hall.ledger.transaction() as connection:
        for row in Reader(connection).rows():
            assert canonical(json.loads(row.entry)) == row.entry


def test_a_slip_carries_the_first_fifty_bits_of_the_signed_root(kit: Kit) -> None:
    with kit.hall.ledger.transaction() as connection:
        reader = Reader(connection)
        kind = reader.of_kind("Checkpointed")[-1].kind
        assert isinstance(kind, Checkpointed)
        note = read_checkpoint(kit.hall.ledger.public_key, "st-brendan/hall", kind.note)
        leaves = [leaf_hash(row.entry) for row in reader.rows()][: kind.size]
    assert note.origin == "sealed-card/v1/hall/st-brendan/0011aabb"
    assert note.root == root_of(leaves)
    assert kind.letters == first_symbols(note.root, 10)
    assert len(kind.letters) == 10


def test_a_replay_gives_the_stored_tables(kit: Kit) -> None:
    assert audit(busy(kit).hall.ledger) == ()


def test_a_card_is_proved_by_every_entry_that_moved_it(kit: Kit) -> None:
    busy(kit)
    proof = reporting.read_proof(kit.hall, kit.built.red(1).outside)
    assert isinstance(proof, CardProof)
    assert [one.entry.kind_name for one in proof.entries] == [
        "Received", "Issued", "Sold", "Exchanged", "Defaced",
    ]  # fmt: skip
    note = read_checkpoint(kit.hall.ledger.public_key, "st-brendan/hall", proof.note)
    for one in proof.entries:
        leaf, index = leaf_hash(one.entry.json), one.entry.sequence - 1
        check_inclusion(leaf, index, note.size, one.proof, note.root)


def test_the_proof_of_a_card_from_nowhere_is_refused(kit: Kit) -> None:
    assert code(lambda: reporting.read_proof(kit.hall, "nonsense")) == "not-ours"
    assert code(lambda: reporting.read_proof(kit.hall, "red 4000")) == "not-received"


# -- the start check, and an audit that names everything ------------------------------------------


def test_a_good_ledger_opens(kit: Kit) -> None:
    busy(kit).hall.close()
    Hall.open(kit.hall.folder).close()


@pytest.mark.parametrize("trigger", ["log_no_update", "log_no_delete", "log_no_replace"])
def test_a_missing_or_changed_trigger_is_found(kit: Kit, trigger: str) -> None:
    folder = tampered(kit, f"DROP TRIGGER {trigger}")
    with pytest.raises(LedgerError, match=trigger):
        Hall.open(folder)
    assert findings(folder) == {"schema"}
    weak = f"CREATE TRIGGER {trigger} BEFORE UPDATE ON log BEGIN SELECT 1; END"
    tampered(kit, weak)
    assert findings(folder) == {"schema"}


def test_an_entry_changed_since_the_checkpoint_is_found_at_start(kit: Kit) -> None:
    busy(kit)
    folder = tampered(
        kit,
        *NO_TRIGGERS,
        "UPDATE log SET entry = CAST(replace(entry, 'Ann', 'Eve') AS BLOB) WHERE kind = 'Sold'",
    )
    restore_triggers(folder)
    with pytest.raises(LedgerError, match="tree"):
        Hall.open(folder)
    assert findings(folder) >= {"tree"}


def test_an_entry_deleted_since_the_checkpoint_is_found_at_start(kit: Kit) -> None:
    busy(kit)
    head = kit.head()
    folder = tampered(kit, *NO_TRIGGERS, f"DELETE FROM log WHERE sequence = {head - 1}")  # noqa: S608 -- our number
    restore_triggers(folder)
    with pytest.raises(LedgerError, match=f"entry {head - 1} is missing"):
        Hall.open(folder)
    assert findings(folder) >= {"sequence", "tree"}


def test_an_entry_changed_before_the_checkpoint_is_found_by_the_audit(kit: Kit) -> None:
    folder = tampered(
        kit,
        *NO_TRIGGERS,
        "UPDATE log SET entry = CAST(replace(entry, 'Bob', 'Eve') AS BLOB) WHERE sequence = 4",
    )
    restore_triggers(folder)
    assert findings(folder) >= {"checkpoint", "tree"}


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE cards SET state = 'issued' WHERE number = 2",
        "DELETE FROM cards WHERE number = 2",
        "INSERT INTO pack_rows VALUES (2, 0, CAST('[]' AS BLOB))",
        "DELETE FROM pack_blocks",
        "UPDATE sales SET request = 'other'",
        "UPDATE state SET value = CAST(replace(value, '1', '2') AS BLOB) WHERE name = 'packs/2'",
        "DELETE FROM state WHERE name LIKE 'entries/%'",
    ],
)
def test_a_table_that_was_worked_on_is_found(kit: Kit, statement: str) -> None:
    folder = tampered(busy(kit), statement)
    assert "table" in findings(folder)


def test_columns_that_say_other_than_their_entry_are_found(kit: Kit) -> None:
    folder = tampered(kit, *NO_TRIGGERS, "UPDATE log SET occasion = 4 WHERE sequence = 3")
    assert findings(folder) >= {"columns", "schema"}


def test_an_entry_that_is_none_is_found_and_the_rest_is_still_read(kit: Kit) -> None:
    folder = tampered(kit, *NO_TRIGGERS, "UPDATE log SET entry = x'7b7d' WHERE sequence = 3")
    assert findings(folder) >= {"entry", "schema"}


def test_an_illegal_entry_is_found(kit: Kit) -> None:
    """Somebody appends with our own code what no decision would write."""
    ok(kit.sell(1))
    with kit.hall.ledger.transaction() as connection:
        sold = Reader(connection).of_kind("Sold")[-1]
    with (
        pytest.raises(IllegalMoveError, match="sold"),
        kit.hall.ledger.writing() as session,
    ):
        Writer(session).append(kit.context(), "0" * 16, sold.occasion, (sold.kind,))
    assert isinstance(sold.kind, Sold)
    assert audit(kit.hall.ledger) == ()
    folder = tampered(
        kit,
        "INSERT INTO log SELECT sequence + 1, 'ff', 0, occasion, kind, entry FROM log "
        "WHERE kind = 'Sold'",
    )
    assert findings(folder) >= {"illegal-entry", "columns"}


def test_an_illegal_move_of_a_pack_or_an_unknown_card_takes_everything_back(kit: Kit) -> None:
    card = kit.card(kit.built.red(1).card_id).card
    for kind in (
        Found("000123", ((1, 20),), (), "x", 0),
        Found("000123", ((5, 6),), (), "x", 0),
        Stolen("000999", (), (type(card)(card.maker, type(card.set_serial)("000999"),
                                         card.audit_number),), "x", 0),
    ):  # fmt: skip
        before = kit.head()
        with (
            pytest.raises(IllegalMoveError),
            kit.hall.ledger.writing() as session,
        ):
            Writer(session).append(kit.context(), "0" * 16, 0, (kind,))
        assert kit.head() == before


def test_a_signed_note_of_another_key_is_found(kit: Kit) -> None:
    folder = tampered(
        kit,
        *NO_TRIGGERS,
        "UPDATE log SET entry = CAST(replace(entry, substr(entry, instr(entry, 'hall_key') + 11, 8)"
        ", '00000000') AS BLOB) WHERE sequence = 1",
    )
    assert findings(folder) >= {"schema", "tree"}


def test_a_flipped_bit_in_the_file_is_found_or_harmless(kit: Kit, tmp_path: Path) -> None:
    busy(kit).hall.close()
    raw = (kit.hall.folder / "ledger.sqlite").read_bytes()
    copy = shutil.copytree(kit.hall.folder, tmp_path / "copy")
    harmless = 0
    for place in range(100, len(raw), len(raw) // 40):
        flipped = bytearray(raw)
        flipped[place] ^= 0x10
        (copy / "ledger.sqlite").write_bytes(flipped)
        for leftover in copy.glob("ledger.sqlite-*"):
            leftover.unlink()
        try:
            harmless += not findings(copy)
        except LedgerError:
            continue
    assert harmless < 40


def test_a_restored_old_copy_is_found_by_the_slip(kit: Kit, tmp_path: Path) -> None:
    kit.hall.close()
    old = shutil.copytree(kit.hall.folder, tmp_path / "old")
    kit.hall = Hall.open(kit.hall.folder)
    ok(kit.sell(1))
    slip = ok(kit.close())[-1].kind
    assert isinstance(slip, Checkpointed)
    with kit.hall.reading() as reader:
        slips.check_slip(reader, slip.letters)
    kit.hall.close()
    assert findings(kit.hall.folder, slip.letters) == set()
    assert findings(old, "") == set(), "an old copy passes every inner check"
    assert findings(old, slip.letters) == {"slip"}
    hall = Hall.open(old)
    with hall.reading() as reader:
        assert code(lambda: slips.check_slip(reader, slip.letters)) == "slip-differs"
    hall.close()


def test_what_is_no_ledger_is_refused_with_a_sentence(tmp_path: Path, kit: Kit) -> None:
    with pytest.raises(HallError, match="holds no hall"):
        Hall.open(tmp_path)
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / "ledger.sqlite").write_bytes(b"no database, whatever it is" * 40)
    with pytest.raises(LedgerError, match="no ledger"):
        Hall.open(folder)
    Ledger.create(folder / "empty.sqlite", "x/y").close()
    with pytest.raises(LedgerError, match="no entries"):
        Ledger.open(folder / "empty.sqlite")


def test_a_ledger_whose_first_entry_is_none_is_refused(kit: Kit) -> None:
    folder = tampered(kit, *NO_TRIGGERS, "UPDATE log SET entry = x'00' WHERE sequence = 1")
    with pytest.raises(LedgerError, match="first entry"):
        Hall.open(folder)


def test_a_lost_slip_is_found_when_slips_are_read_and_by_the_audit(kit: Kit) -> None:
    ok(kit.close())
    folder = tampered(kit, *NO_TRIGGERS, "DELETE FROM log WHERE kind = 'Checkpointed'")
    restore_triggers(folder)
    kit.hall = Hall.open(folder)
    with kit.hall.reading() as reader, pytest.raises(LedgerError, match=r"entry \d+ is missing"):
        slips.check_slip(reader, "0000000000")
    kit.hall.close()
    assert findings(folder) >= {"sequence", "tree"}


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("UPDATE heads SET size = 3 WHERE name = 'state'", "table state are not those"),
        ("UPDATE heads SET size = 3 WHERE name = 'head'", "not the tree of the signed head"),
        ("UPDATE heads SET note = 'x' WHERE name = 'head'", "its signed head: .* not a note"),
        ("DELETE FROM heads WHERE name = 'head'", "its signed head is missing"),
        ("DELETE FROM heads WHERE name = 'state'", "its signed state is missing"),
        ("DELETE FROM state WHERE name = 'head'", "table state are not those that were signed"),
        ("UPDATE state SET digest = x'00'", "table state are not those that were signed"),
        ("PRAGMA user_version = 3", "a newer version of this program"),
    ],
)
def test_what_was_signed_is_found_at_start_when_it_is_another(
    kit: Kit, statement: str, told: str
) -> None:
    folder = tampered(busy(kit), statement)
    with pytest.raises(LedgerError, match=told):
        Hall.open(folder)


def test_counts_by_state_sum_to_what_was_received(kit: Kit) -> None:
    busy(kit)
    ok(stock.put_back_whole(kit.hall, kit.context(), ("000123:21-40",)))
    counts = counts_of(kit.hall)
    for serial, total in (("000123", 40), ("000124", 60)):
        assert sum(count for (one, _), count in counts.items() if one == serial) == total
    assert counts["000123", CardState.RECEIVED] == 20


def restore_triggers(folder: Path) -> None:
    from inventory.ledger.schema import TRIGGERS  # noqa: PLC0415

    connection = sqlite3.connect(folder / "ledger.sqlite")
    for name, trigger in TRIGGERS.items():
        connection.execute(f"DROP TRIGGER IF EXISTS {name}")
        connection.execute(trigger)
    connection.commit()
    connection.close()


# -- the file, the key, the schema ----------------------------------------------------------------


def test_a_busy_or_shut_file_is_exit_1_and_not_a_broken_ledger(
    kit: Kit, monkeypatch: pytest.MonkeyPatch
) -> None:
    kit.hall.close()
    monkeypatch.setattr(file, "BUSY_SECONDS", 0)
    other = sqlite3.connect(kit.hall.folder / "ledger.sqlite")
    other.execute("BEGIN IMMEDIATE")
    kit.hall = Hall.open(kit.hall.folder)
    with pytest.raises(LedgerFileError, match=r"in use by another command.*wait") as busy_file:
        kit.sell(1)
    other.close()
    kit.hall.ledger.connection.execute("PRAGMA query_only = ON")
    with pytest.raises(LedgerFileError, match=r"readonly.*writable") as shut:
        kit.sell(1)
    for told in (busy_file.value, shut.value):
        assert told.exit_code == 1
        assert "Stop selling" not in str(told)
        assert str(told).count("cannot be used now") == 1


def test_a_file_without_our_tables_is_a_broken_ledger(kit: Kit, tmp_path: Path) -> None:
    kit.hall.close()
    path = kit.hall.folder / "ledger.sqlite"
    path.unlink()
    sqlite3.connect(path).close()
    with pytest.raises(LedgerError, match="no such table"):
        Hall.open(kit.hall.folder)


def test_another_halls_key_signs_nothing_and_is_found(kit: Kit) -> None:
    head = kit.head()
    kit.hall.close()
    path = kit.hall.folder / "hall.key"
    path.chmod(0o600)
    path.write_text("11" * 32 + "\n")
    kit.hall = Hall.open(kit.hall.folder)
    with pytest.raises(HallKeyError, match=r"Put back the hall\.key of this hall's backup"):
        kit.sell(1)
    kit.hall.close()
    assert findings(kit.hall.folder) == {"hall-key"}
    kit.hall = Hall.open(kit.hall.folder)
    assert kit.head() == head


def test_a_later_answer_does_not_change_the_key(kit: Kit) -> None:
    """Only the first entry names the key: who can append cannot make another the hall's."""
    with kit.hall.ledger.writing() as session:
        writer = Writer(session)
        founded = HallFounded(
            hall="other",
            hall_name="Other",
            profile="us-nj",
            pays_again=False,
            deface_method="scissors",
            hall_key="11" * 32,
            law=2,
        )
        writer.append(kit.context(), "x", 0, (founded,))
        writer.sign(kit.hall.key)
    kit.hall.check_key()
    with kit.hall.ledger.transaction() as connection:
        assert Reader(connection).settings().founded.hall == "st-brendan"


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        (
            "CREATE TRIGGER swallow AFTER INSERT ON cards BEGIN SELECT 1; END",
            "the trigger swallow is none of ours",
        ),
        ("CREATE TABLE notes (x)", "the table notes is none of ours"),
        ("CREATE VIEW seen AS SELECT 1", "the view seen is none of ours"),
        ("DROP INDEX log_by_kind", "the index log_by_kind is missing"),
        ("ALTER TABLE sales ADD COLUMN x TEXT", "the table sales was changed"),
    ],
)
def test_every_foreign_missing_or_changed_object_of_the_file_is_named(
    kit: Kit, statement: str, fault: str
) -> None:
    folder = tampered(kit, statement)
    with pytest.raises(LedgerError, match=fault):
        Hall.open(folder)
    hall = Hall.open_unchecked(folder)
    told = [one.sentence for one in reporting.read_audit(hall, "") if one.code == "schema"]
    hall.close()
    assert told == [f"In the ledger's file {fault}"]
