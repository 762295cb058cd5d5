import csv
import errno
import json
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pikepdf
import pytest

from cardgen import lots
from cardgen.press.press_file import draw_press_file
from tests.cli.conftest import ORDER, RUN_ID, Command, Works, hashes


def test_a_run_holds_press_files_and_the_record(shipped: Works) -> None:
    assert set(hashes(shipped.run)) == {
        "press/000123_lot1_0000001-0000007.pdf",
        "press/000124_lot1_0000501-0000514.pdf",
        "press/makeready-000123.pdf",
        "press/makeready-000124.pdf",
        "press/manifest.csv",
        "press/proof-000123.pdf",
        "press/proof-000124.pdf",
        "press/SHA256SUMS",
        "press/specimen-000123.png",
        "press/specimen-000124.png",
        "press/template-000123.pdf",
        "press/template-000124.pdf",
        "press/ticket.pdf",
        "record/000123.bundle",
        "record/000123.checkpoint",
        "record/000124.bundle",
        "record/000124.checkpoint",
        "record/chain.pem",
        "record/manifest-draft.json",
        "record/profile.icc",
        "record/run.json",
        "record/run.json.sig",
        "record/SHA256SUMS",
    }


@pytest.mark.parametrize("part", ["press", "record"])
def test_sha256sum_itself_agrees_with_the_lists(shipped: Works, part: str) -> None:
    done = subprocess.run(
        ["sha256sum", "--strict", "-c", "SHA256SUMS"],
        cwd=shipped.run / part,
        check=False,
        capture_output=True,
    )
    assert done.returncode == 0, done.stderr


def test_the_same_secrets_order_run_id_and_time_give_the_same_bytes(
    cardgen: Command, fresh: Works, shipped: Works
) -> None:
    """Another day, another folder, another journal: the run is the same to the byte."""
    assert cardgen(*fresh.make_words()).exit_code == 0
    assert hashes(fresh.run) == hashes(shipped.run)


def test_the_number_of_workers_changes_no_byte(
    cardgen: Command, fresh: Works, shipped: Works, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardgen.secret.ready.BATCH_CARDS", 2)
    assert cardgen(*fresh.make_words(), "--workers", "3").exit_code == 0
    assert hashes(fresh.run) == hashes(shipped.run)


@pytest.mark.parametrize("count", ["0", "-1", "65", "many"])
def test_a_senseless_number_of_workers_is_refused(
    cardgen: Command, fresh: Works, count: str
) -> None:
    said = cardgen(*fresh.make_words(), "--workers", count)
    assert said.exit_code in {1, 2}
    assert count in said.err
    assert not fresh.run.exists()


def test_another_run_id_gives_other_cards_of_the_same_length(
    cardgen: Command, fresh: Works, shipped: Works
) -> None:
    words = [word if word != RUN_ID else "f" * 32 for word in fresh.make_words()]
    assert cardgen(*words).exit_code == 0
    mine, other = (works.run / "record" / "000123.bundle" for works in (fresh, shipped))
    assert mine.stat().st_size == other.stat().st_size
    assert mine.read_bytes() != other.read_bytes()


def test_an_existing_folder_is_refused_and_left_alone(cardgen: Command, fresh: Works) -> None:
    fresh.run.mkdir()
    (fresh.run / "mine").write_text("precious")
    said = cardgen(*fresh.make_words())
    assert said.exit_code == 4
    assert "exists and is not overwritten" in said.err
    assert (fresh.run / "mine").read_text() == "precious"


def test_a_set_serial_is_never_made_twice(cardgen: Command, shipped: Works) -> None:
    said = cardgen(*shipped.make_words(shipped.folder / "AGAIN"))
    assert said.exit_code == 4
    assert "Set serial 000123 was made for order 2026-117" in said.err
    assert not (shipped.folder / "AGAIN").exists()


def test_one_used_set_serial_of_two_keeps_both_unused(cardgen: Command, shipped: Works) -> None:
    text = ORDER.replace("2026-117", "2026-118").replace('serial = "000123"', 'serial = "000125"')
    shipped.order.write_text(text.replace('of = "000123"', 'of = "000125"'))
    words = [w if w != RUN_ID else "e" * 32 for w in shipped.make_words(shipped.folder / "AGAIN")]
    said = cardgen(*words)
    assert said.exit_code == 4
    assert "000124" in said.err
    with closing(sqlite3.connect(shipped.plant / "journal.sqlite")) as journal:
        serials = {row[0] for row in journal.execute("SELECT serial FROM set_serial")}
    assert serials == {"000123", "000124"}


def test_a_dry_run_writes_and_claims_nothing(cardgen: Command, fresh: Works) -> None:
    before = hashes(fresh.folder)
    words = ["make", fresh.order, "--plant", fresh.plant, "--out", fresh.run, "--dry-run", "--json"]
    said = cardgen(*words)
    assert said.exit_code == 0
    facts = json.loads(said.out)
    assert facts["dry_run"] is True
    # 104 bytes a record (65 sealed, 32 leaf, 7 hash of the tag), sealing.md section 5
    assert facts["series"][0]["bundle_bytes"] == 7 * 104
    assert hashes(fresh.folder) == before


def test_a_dry_run_of_a_used_set_serial_is_refused(cardgen: Command, shipped: Works) -> None:
    words = ["make", shipped.order, "--plant", shipped.plant, "--out", shipped.folder / "NEW"]
    assert cardgen(*words, "--dry-run").exit_code == 4


def test_a_full_disk_is_resumable_and_the_same_command_finishes_the_same_run(
    cardgen: Command, fresh: Works, shipped: Works, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = draw_press_file
    calls = []

    def full_disk(path: Path, *rest: object) -> None:
        calls.append(path)
        if len(calls) == 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        drawn(path, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(lots, "draw_press_file", full_disk)
    words = [w for w in fresh.make_words() if w not in {"--run-id", RUN_ID}]
    said = cardgen(*words)
    assert said.exit_code == 5
    assert "No space left on device" in said.err
    assert said.err.splitlines()[-1].endswith("every card is made as it would have been.")
    assert not fresh.run.exists()
    assert list(fresh.folder.glob(".*")) == []
    monkeypatch.undo()
    with closing(sqlite3.connect(fresh.plant / "journal.sqlite")) as journal:
        (begun,) = journal.execute("SELECT run_id FROM run WHERE state = 'begun'").fetchone()
    finished = cardgen(*words, "--json")
    assert finished.exit_code == 0
    assert json.loads(finished.out)["run_id"] == begun
    assert set(hashes(fresh.run)) == set(hashes(shipped.run))


def test_a_killed_making_is_finished_by_the_same_command_with_the_same_cards(
    fresh: Works, shipped: Works, cardgen: Command
) -> None:
    """kill -9 in the midst of drawing; what the journal says is enough to go on."""
    script = (
        "import sys, time\n"
        "from cardgen import lots\n"
        "drawn = lots.draw_press_file\n"
        "def slow(path, *rest):\n"
        "    drawn(path, *rest)\n"
        "    print('drawn', flush=True); time.sleep(60)\n"
        "lots.draw_press_file = slow\n"
        "from cardgen.cli.main import run\n"
        "run(sys.argv[1:])\n"
    )
    words = [str(word) for word in fresh.make_words()]
    with subprocess.Popen(
        [sys.executable, "-c", script, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "drawn\n"
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert not fresh.run.exists()
    assert cardgen(*words).exit_code == 0
    assert hashes(fresh.run) == hashes(shipped.run)
    assert list(fresh.folder.glob(".*")) == []


def test_an_interrupted_run_is_not_continued_with_other_components(
    cardgen: Command, fresh: Works, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(lots, "draw_press_file", stopped)
        said = cardgen(*fresh.make_words())
    assert said.exit_code == 5
    assert "it was stopped" in said.err
    for name in ("ann", "bob"):
        (fresh.folder / f"{name}.json").unlink()
        custody = ["custody", "new", fresh.folder / f"{name}.json", "--custodian", name.title()]
        words = ["--plant", fresh.plant, "--passphrase-file", fresh.folder / "passphrase"]
        assert cardgen(*custody, *words).exit_code == 0
    said = cardgen(*fresh.make_words())
    assert said.exit_code == 4
    assert "begun with other components" in said.err


def begun(cardgen: Command, works: Works, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A making that a kill left: journal begun, and half a folder with live pages."""

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(lots, "draw_press_file", stopped)
        assert cardgen(*works.make_words()).exit_code == 5
    left = works.folder / ".RUN.partial" / "press"
    left.mkdir(parents=True)
    (left / ".half.pdf.unfinished").write_text("live faces")
    return left.parent


def test_going_on_in_another_folder_removes_the_half_that_was_left(
    cardgen: Command, fresh: Works, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = begun(cardgen, fresh, monkeypatch)
    assert cardgen(*fresh.make_words(fresh.folder / "ELSEWHERE")).exit_code == 0
    assert not left.exists()


@pytest.mark.parametrize(
    ("option", "value"), [("--run-id", "f" * 32), ("--made-at", "2026-12-01T18:00:00Z")]
)
def test_going_on_under_another_run_id_or_time_is_refused(
    cardgen: Command, fresh: Works, monkeypatch: pytest.MonkeyPatch, option: str, value: str
) -> None:
    begun(cardgen, fresh, monkeypatch)
    words = fresh.make_words()
    words[words.index(option) + 1] = value
    said = cardgen(*words)
    assert said.exit_code == 4
    assert f"not '{value}'" in said.err
    assert cardgen(*fresh.make_words()).exit_code == 0


def test_a_folder_name_that_is_no_text_is_refused(cardgen: Command, fresh: Works) -> None:
    said = cardgen(*fresh.make_words(fresh.folder / os.fsdecode(b"\xe9bad")))
    assert said.exit_code == 2
    assert "is not UTF-8" in said.err
    assert cardgen(*fresh.make_words()).exit_code == 0


def test_live_pages_and_their_list_are_for_the_plant_s_own_eyes(shipped: Works) -> None:
    press = shipped.run / "press"
    assert press.stat().st_mode & 0o077 == 0
    for path in (press / "manifest.csv", *press.glob("*_lot*.pdf")):
        assert path.stat().st_mode & 0o077 == 0


def test_a_run_whose_note_is_missing_is_made_all_the_same(cardgen: Command, shipped: Works) -> None:
    """Killed between the folder's rename and the journal's note."""
    with closing(sqlite3.connect(shipped.plant / "journal.sqlite")) as journal:
        journal.execute(
            "UPDATE run SET state = 'begun', folder = ?", (str(shipped.run.absolute()),)
        )
        journal.commit()
    said = cardgen(*shipped.make_words(shipped.folder / "AGAIN"))
    assert said.exit_code == 4
    assert "was made for order" in said.err


def test_components_are_asked_for_by_prompt_when_no_file_is_named(
    cardgen: Command, fresh: Works, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def typed(what: str, **_: object) -> str:
        asked.append(what)
        return "eight tired horses"

    monkeypatch.setattr("click.prompt", typed)
    monkeypatch.setattr("cardgen.cli.options._check_terminal", lambda: None)
    words = [str(w) for w in fresh.make_words()]
    while "--passphrase-file" in words:
        at = words.index("--passphrase-file")
        del words[at : at + 2]
    assert cardgen(*words).exit_code == 0
    assert [what.split(" (")[0] for what in asked] == ["Passphrase of Ann", "Passphrase of Bob"]


def test_a_wrong_passphrase_claims_nothing(cardgen: Command, fresh: Works) -> None:
    (fresh.folder / "passphrase").write_text("eight wrong horses\n")
    said = cardgen(*fresh.make_words())
    assert said.exit_code == 3
    assert "ann.json: the passphrase does not open" in said.err
    assert "wrong horses" not in said.err
    (fresh.folder / "passphrase").write_text("eight tired horses\n")
    assert cardgen(*fresh.make_words()).exit_code == 0


def test_one_component_alone_or_twice_the_same_makes_nothing(
    cardgen: Command, fresh: Works
) -> None:
    words = fresh.make_words()
    one = words[:4] + words[8:]
    said = cardgen(*one)
    assert (said.exit_code, "give --custody twice" in said.err) == (2, True)
    twice = [fresh.folder / "ann.json" if w == fresh.folder / "bob.json" else w for w in words]
    said = cardgen(*twice)
    assert (said.exit_code, "two custodians" in said.err) == (2, True)
    assert not fresh.run.exists()


def test_passphrases_and_components_must_be_as_many(cardgen: Command, fresh: Works) -> None:
    said = cardgen(*fresh.make_words(), "--passphrase-file", fresh.folder / "passphrase")
    assert said.exit_code == 2
    assert "3 passphrases given for 2" in said.err


def test_a_passphrase_is_read_from_a_file_descriptor(cardgen: Command, fresh: Works) -> None:
    read, write = os.pipe()
    os.write(write, b"eight tired horses\n")
    os.close(write)
    words = ["--custodian", "Cal", "--passphrase-fd", read]
    assert cardgen("custody", "new", fresh.folder / "cal.json", *words).exit_code == 0
    said = cardgen(
        "custody", "new", fresh.folder / "dan.json", "--custodian", "Dan", "--passphrase-fd", 987
    )
    assert said.exit_code == 1
    assert "file descriptor 987" in said.err


def test_a_passphrase_that_is_no_text_is_refused(cardgen: Command, fresh: Works) -> None:
    (fresh.folder / "passphrase").write_bytes(b"\xff\xfe rubbish")
    said = cardgen(*fresh.make_words())
    assert said.exit_code == 2
    assert "not UTF-8" in said.err


def test_an_order_for_another_maker_is_refused(cardgen: Command, fresh: Works) -> None:
    fresh.order.write_text(ORDER.replace("ACME", "ACMD"))
    said = cardgen(*fresh.make_words())
    assert said.exit_code == 2
    assert "the plant is ACME's" in said.err


@pytest.mark.parametrize(("option", "value"), [("--run-id", "xyz"), ("--made-at", "yesterday")])
def test_a_malformed_run_id_or_time_is_one_line(
    cardgen: Command, fresh: Works, option: str, value: str
) -> None:
    words = fresh.make_words()
    words[words.index(option) + 1] = value
    said = cardgen(*words)
    assert said.exit_code == 1
    assert value in said.err
    assert said.err.count("\n") == 1


def test_a_plant_too_old_to_sign_makes_nothing(cardgen: Command, fresh: Works) -> None:
    old = ("--maker", "ACME", "--made-at", "2023-11-30T18:00:00Z")
    word = ("--passphrase-file", fresh.folder / "passphrase")
    assert cardgen("init", fresh.folder / "OLD", *old, *word).exit_code == 0
    (fresh.folder / "OLD" / "journal.sqlite").write_bytes(
        (fresh.plant / "journal.sqlite").read_bytes()
    )
    words = [fresh.folder / "OLD" if word == fresh.plant else word for word in fresh.make_words()]
    said = cardgen(*words)
    assert said.exit_code == 3
    assert "signs for 2 years" in said.err
    assert not fresh.run.exists()


def test_a_folder_that_is_no_plant_is_named(cardgen: Command, fresh: Works) -> None:
    words = [fresh.folder if w == fresh.plant else w for w in fresh.make_words()]
    said = cardgen(*words)
    assert said.exit_code == 1
    assert "no plant's journal" in said.err


def test_a_broken_journal_is_told_in_one_line(cardgen: Command, fresh: Works) -> None:
    (fresh.plant / "journal.sqlite").write_bytes(b"rubbish" * 1000)
    said = cardgen(*fresh.make_words())
    assert said.exit_code == 1
    assert "the journal cannot be used" in said.err


def test_a_folder_without_room_to_write_is_resumable(cardgen: Command, fresh: Works) -> None:
    blocked = fresh.folder / "file"
    blocked.write_text("")
    said = cardgen(*fresh.make_words(blocked / "RUN"))
    assert said.exit_code == 5
    assert "Not a directory" in said.err
    assert cardgen(*fresh.make_words()).exit_code == 0


def test_many_lots_are_cut_where_the_limit_says(
    cardgen: Command, fresh: Works, shipped: Works, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardgen.make.LOT_CARDS", 5)
    assert cardgen(*fresh.make_words()).exit_code == 0
    names = sorted(path.name for path in (fresh.run / "press").glob("000123_*"))
    assert names == ["000123_lot1_0000001-0000005.pdf", "000123_lot2_0000006-0000007.pdf"]
    mine, other = hashes(fresh.run), hashes(shipped.run)
    for same in ("record/000123.bundle", "press/proof-000123.pdf"):
        assert mine[same] == other[same]
    with (fresh.run / "press" / "manifest.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 7 + 14
    first = [(row["lot"], row["sequence"], row["sheet"]) for row in rows[:7]]
    assert first[0] == ("1", "1", "1")
    assert first[4:] == [("1", "5", "5"), ("2", "6", "1"), ("2", "7", "2")]
    for name, lot in zip(names, ("1", "2"), strict=True):
        with pikepdf.open(fresh.run / "press" / name) as pdf:
            packs = [pack for part in pdf.Root.DPartRoot.DPartRootNode.DParts for pack in part]
            leaves = [leaf for pack in packs for part in pack.DParts for leaf in part]
            cards = [leaf.DPM.BINGO_Card for leaf in leaves]
        listed = [row for row in rows if row["file"] == name]
        assert [str(card.BINGO_Lot) for card in cards] == [lot] * len(listed)
        assert [str(card.BINGO_Seq) for card in cards] == [row["sequence"] for row in listed]
    assert cardgen("ship", fresh.run, "--plant", fresh.plant).exit_code == 0


def test_progress_goes_to_standard_error_only(cardgen: Command, fresh: Works) -> None:
    said = cardgen(*fresh.make_words(), "--json")
    assert json.loads(said.out)["run_id"] == RUN_ID
    assert "\x1b" not in said.out + said.err


def test_a_plant_is_never_made_over_another(cardgen: Command, fresh: Works) -> None:
    before = hashes(fresh.plant)
    words = ["--maker", "ACME", "--passphrase-file", fresh.folder / "passphrase"]
    assert cardgen("init", fresh.plant, *words).exit_code == 4
    assert hashes(fresh.plant) == before


@pytest.mark.parametrize(
    ("words", "exit_code", "expected"),
    [(["--maker", "A"], 1, "4 symbols"), (["--maker", "ACME", "--made-at", "x"], 1, "UTC")],
)
def test_a_bad_plant_is_not_made(
    cardgen: Command, fresh: Works, words: list[str], exit_code: int, expected: str
) -> None:
    said = cardgen(
        "init", fresh.folder / "P2", *words, "--passphrase-file", fresh.folder / "passphrase"
    )
    assert said.exit_code == exit_code
    assert expected in said.err
    assert not (fresh.folder / "P2").exists()


def test_a_short_passphrase_makes_no_plant(cardgen: Command, fresh: Works) -> None:
    (fresh.folder / "short").write_text("short\n")
    words = ["--maker", "ACME", "--passphrase-file", fresh.folder / "short"]
    said = cardgen("init", fresh.folder / "P2", *words)
    assert said.exit_code == 2
    assert "at least 8 characters" in said.err
    assert not (fresh.folder / "P2").exists()


def test_a_printer_chooses_standard_inks_and_codes_by_their_names_in_the_docs(
    cardgen: Command, fresh: Works
) -> None:
    chosen = ("--standard", "x1a", "--inks", "process", "--codes", "paths")
    assert cardgen(*fresh.make_words(), *chosen).exit_code == 0
    record = json.loads((fresh.run / "record" / "run.json").read_text())
    assert record["press"] == {"standard": "x1a", "inks": "process", "codes": "paths"}
