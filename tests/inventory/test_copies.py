"""Nothing lost: a backup while it sells, a drill with it, the log as lines, and a mirror."""

import json
import shutil
import sqlite3
from pathlib import Path

import pytest

import inventory.cli
from cardgen.errors import BadFileError
from inventory.copies.backup import back_up, drill, restore
from inventory.copies.lines import read_lines, write_log
from inventory.copies.mirror import Mirror, catch_up, mirror_path
from inventory.desk.hall import KEY, LEDGER, Hall
from inventory.desk.papers.reporting import read_audit
from inventory.entries.states import CardState
from inventory.errors import HallExistsError, HallKeyError, MirrorAheadError
from tests.inventory.kit import Kit, ok
from tests.inventory.test_old_ledgers import Command, entries_of, root_of


def exported(kit: Kit, path: Path) -> Path:
    with path.open("wb") as file, kit.hall.reading() as reader:
        write_log(reader, file)
    return path


def tree_of(folder: Path) -> tuple[int, str]:
    hall = Hall.open(folder)
    try:
        with hall.reading() as reader:
            return reader.tree.size, reader.tree.root.hex()
    finally:
        hall.close()


def test_an_export_read_in_again_has_the_same_root(kit: Kit, tmp_path: Path) -> None:
    """The root of RFC 6962 over the very bytes of the log; the hall goes on from there."""
    ok(kit.sell(1, 2))
    before = entries_of(kit.hall.folder)
    lines = read_lines(exported(kit, tmp_path / "log.jsonl"))
    assert (lines.tree.size, lines.uncovered) == (len(before), 0)
    new = tmp_path / "new"
    restore(lines, kit.hall.folder / KEY, new)
    assert entries_of(new) == before
    assert tree_of(new) == (len(before), root_of(before).hex())
    shutil.copytree(kit.hall.folder / "deliveries", new / "deliveries")
    other = Kit(Hall.open(new), kit.built)
    assert other.state(kit.built.red(2)) is CardState.SOLD
    ok(other.sell(3))
    assert read_audit(other.hall, "") == ()
    other.hall.close()


def test_each_entry_is_one_line_and_json(kit: Kit, tmp_path: Path) -> None:
    first, *rest = exported(kit, tmp_path / "log.jsonl").read_bytes().splitlines()
    assert json.loads(first)["log"] == kit.hall.ledger.log_name
    assert rest[:-1] == entries_of(kit.hall.folder)
    assert list(json.loads(rest[-1])) == ["note"]


def test_what_is_no_log_of_the_hall_is_not_read_in(kit: Kit, tmp_path: Path) -> None:
    ok(kit.sell(1))
    whole = exported(kit, tmp_path / "log.jsonl").read_bytes()
    lines = whole.splitlines(keepends=True)
    swapped = [*lines[:2], lines[3], lines[2], *lines[4:]]
    changed = whole.replace(b'"Sold"', b'"Bold"')
    for number, raw in enumerate((b"", b"{}\n", b"".join(lines[:-1]), b"".join(swapped), changed)):
        path = tmp_path / f"wrong-{number}.jsonl"
        path.write_bytes(raw)
        with pytest.raises(BadFileError):
            read_lines(path)


def test_a_file_cut_off_anywhere_is_read_up_to_its_last_signature(kit: Kit, tmp_path: Path) -> None:
    catch_up(kit.hall, tmp_path)
    ok(kit.sell(1))
    size = kit.head()
    catch_up(kit.hall, tmp_path)
    ok(kit.sell(2))
    catch_up(kit.hall, tmp_path)
    path = mirror_path(tmp_path, kit.hall.ledger.log_name)
    raw = path.read_bytes()
    last_note = raw.rindex(b'{"note":')
    path.write_bytes(raw[: last_note + 20])
    lines = read_lines(path)
    assert (lines.tree.size, lines.uncovered) == (size, 1)
    assert len(tuple(lines.entries())) == size


def test_the_key_is_the_halls_and_a_hall_is_never_written_over(kit: Kit, tmp_path: Path) -> None:
    lines = read_lines(exported(kit, tmp_path / "log.jsonl"))
    other = tmp_path / "other.key"
    other.write_text("11" * 32)
    with pytest.raises(HallKeyError):
        restore(lines, other, tmp_path / "new")
    assert not (tmp_path / "new" / LEDGER).exists()
    with pytest.raises(HallExistsError):
        restore(lines, kit.hall.folder / KEY, kit.hall.folder)


def test_a_backup_is_made_while_others_sell_and_holds_no_key(kit: Kit, tmp_path: Path) -> None:
    ok(kit.sell(1))
    with sqlite3.connect(kit.hall.folder / LEDGER) as held:
        held.execute("BEGIN")
        held.execute("SELECT count(*) FROM log").fetchone()
        made = back_up(kit.hall, tmp_path / "stick")
    assert made.entries == len(entries_of(kit.hall.folder))
    names = {path.name for path in made.folder.rglob("*")}
    assert KEY not in names
    assert {LEDGER, "deliveries"} <= names
    assert entries_of(made.folder) == entries_of(kit.hall.folder)


def test_a_drill_proves_a_backup_and_finds_what_was_changed_in_it(kit: Kit, tmp_path: Path) -> None:
    ok(kit.sell(1))
    made = back_up(kit.hall, tmp_path)
    proved, findings = drill(made.folder)
    assert (proved.letters, findings) == (made.letters, ())
    shutil.rmtree(made.folder / "deliveries")
    _, findings = drill(made.folder)
    assert {one.code for one in findings} == {"delivery-missing"}


def test_a_mirror_has_every_entry_of_each_commit(kit: Kit, tmp_path: Path) -> None:
    mirror = Mirror(kit.hall.folder, tmp_path)
    warnings: list[str] = []
    kit.hall.on_written = lambda size: warnings.append(mirror.follow(size))
    ok(kit.sell(1))
    ok(kit.sell(2))
    assert mirror.close() == ""
    lines = read_lines(mirror_path(tmp_path, kit.hall.ledger.log_name))
    assert list(lines.entries()) == entries_of(kit.hall.folder)
    assert len(warnings) == 2


def test_a_stick_that_is_pulled_out_stops_no_sale_and_catches_up(kit: Kit, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    mirror = Mirror(kit.hall.folder, stick)
    warnings: list[str] = []
    kit.hall.on_written = lambda size: warnings.append(mirror.follow(size))
    ok(kit.sell(1))
    assert "lags by" in warnings[-1]
    stick.mkdir()
    ok(kit.sell(2))
    assert mirror.close() == ""
    lines = read_lines(mirror_path(stick, kit.hall.ledger.log_name))
    assert list(lines.entries()) == entries_of(kit.hall.folder)


def test_a_ledger_put_back_to_an_older_copy_is_noticed_by_its_mirror(
    kit: Kit, tmp_path: Path
) -> None:
    older = back_up(kit.hall, tmp_path / "backups")
    ok(kit.sell(1))
    catch_up(kit.hall, tmp_path)
    put_back = Hall.open(older.folder)
    try:
        with pytest.raises(MirrorAheadError):
            catch_up(put_back, tmp_path)
    finally:
        put_back.close()


def test_a_mirror_of_another_ledger_is_not_written_over(
    kit: Kit, empty: Kit, tmp_path: Path
) -> None:
    path = mirror_path(tmp_path, kit.hall.ledger.log_name)
    path.write_bytes(b"my letters to Aunt Ann, long enough to be kept as they are....\n" * 3)
    before = path.read_bytes()
    with pytest.raises(BadFileError, match="another log"):
        catch_up(kit.hall, tmp_path)
    assert path.read_bytes() == before


def test_the_four_commands(kit: Kit, tmp_path: Path, command: Command) -> None:
    ok(kit.sell(1))
    hall, main = kit.hall.folder, inventory.cli.main
    code, out, _ = command(main, "backup", tmp_path / "stick", "--hall", hall, "--json")
    made = json.loads(out)
    assert (code, made["entries"]) == (0, len(entries_of(hall)))
    code, out, _ = command(main, "drill", made["folder"])
    assert (code, made["letters"] in out) == (0, True)
    code, out, _ = command(main, "export", tmp_path / "log.jsonl", "--hall", hall)
    assert code == 0
    new = ("--hall", tmp_path / "new", "--key", hall / KEY)
    code, out, _ = command(main, "import", tmp_path / "log.jsonl", *new)
    assert (code, made["letters"] in out) == (0, True)
    code, _, err = command(main, "import", tmp_path / "log.jsonl", *new)
    assert (code, "holds a hall already" in err) == (2, True)


def test_a_command_with_a_mirror(kit: Kit, tmp_path: Path, command: Command) -> None:
    hall = kit.hall.folder
    words = ("sell", kit.built.red(1).outside, "--by", "Ann", "--hall", hall, "--mirror", tmp_path)
    code, _, err = command(inventory.cli.main, *words)
    assert (code, err) == (0, "")
    lines = read_lines(mirror_path(tmp_path, kit.hall.ledger.log_name))
    assert list(lines.entries()) == entries_of(hall)
    gone = tmp_path / "not" / "there"
    words = ("sell", kit.built.red(2).outside, "--by", "Ann", "--hall", hall, "--mirror", gone)
    code, _, err = command(inventory.cli.main, *words)
    assert code == 0
    assert "lags by" in err
