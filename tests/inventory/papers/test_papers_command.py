"""`inventory papers`: which there are, written whole or not at all, and the auditor's folder."""

import base64
import hashlib
import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from inventory.cli import main
from tests.inventory.kit import Kit, ok
from tests.inventory.papers.reading import csv_rows
from tests.inventory.scanned import selling

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(
    night_folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Run:
    monkeypatch.setenv("INVENTORY_HALL", str(night_folder))

    def call(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as done:
            main(["papers", *arguments])
        told = capsys.readouterr()
        assert "Traceback" not in told.err
        assert isinstance(done.value.code, int)
        return done.value.code, told.out, told.err

    return call


@pytest.fixture
def empty_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_new_york_hall_has_the_worksheets_and_no_other_state_s(run: Run) -> None:
    code, out, _ = run("--list")
    assert code == 0
    names = [line.split()[0] for line in out.splitlines()]
    assert names == ["occasion", "bc-7", "bc-7b", "inventory", "retention"]


def test_a_paper_is_written_in_the_forms_asked_for(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "monday"
    code, told, _ = run("--paper", "bc-7", "--as", "pdf", "--as", "page", "--as", "text", "--out",
                        str(out), "--json")  # fmt: skip
    assert code == 0
    assert json.loads(told)["files"] == ["bc-7.pdf", "bc-7.html", "bc-7.txt"]
    assert {path.name for path in out.iterdir()} == {"bc-7.pdf", "bc-7.html", "bc-7.txt"}
    assert (out / "bc-7.pdf").read_bytes().startswith(b"%PDF-1.7")


def test_without_a_choice_every_paper_is_a_pdf(run: Run, tmp_path: Path) -> None:
    code, _, _ = run("--out", str(tmp_path / "all"))
    assert code == 0
    names = {path.name for path in (tmp_path / "all").iterdir()}
    assert names == {f"{one}.pdf" for one in ("occasion", "bc-7", "bc-7b", "inventory",
                                              "retention")}  # fmt: skip


def test_a_csv_of_the_command_is_what_rfc_4180_reads(run: Run, tmp_path: Path) -> None:
    run("--paper", "bc-7", "--as", "csv", "--out", str(tmp_path / "csv"))
    raw = (tmp_path / "csv" / "bc-7-01-receipts.csv").read_bytes().decode()
    assert csv_rows(raw)[-1] == ["Total", "140.00"]


def test_letters_that_a_pdf_cannot_have_are_named_in_the_answer(
    kit: Kit, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INVENTORY_HALL", str(kit.hall.folder))
    lin = "\N{CJK UNIFIED IDEOGRAPH-6797}"
    ok(selling.sell(kit.hall, kit.context(by=lin), (kit.built.red(1).outside,)))
    told = (
        "bc-7.pdf: letters that its typefaces lack stand as ? in table Sales by worker, "
        "column Worker"
    )
    wanted = ("--paper", "bc-7", "--as", "pdf", "--as", "text", "--out")
    code, out, err = run(*wanted, str(tmp_path / "one"))
    assert (code, err) == (0, f"note: {told}\n")
    assert "note" not in out
    code, out, _ = run(*wanted, str(tmp_path / "two"), "--json")
    assert (code, json.loads(out)["letters_replaced"]) == (0, [told])
    assert lin in (tmp_path / "two" / "bc-7.txt").read_text()
    code, out, _ = run("--as", "text", "--out", str(tmp_path / "three"), "--json")
    assert json.loads(out)["letters_replaced"] == []


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        ((), 2, "--out DIR"),
        (("--paper", "bc-9", "--out", "x"), 1, "The paper is 'bc-9'"),
        (("--paper", "nj-record", "--list"), 1, "occasion, bc-7, bc-7b"),
        (("--as", "doc", "--out", "x"), 2, "'doc' is not one of"),
        (("--auditor", "--paper", "bc-7", "--out", "x"), 2, "Leave out --paper"),
        (("--occasion", "77", "--out", "x"), 4, "There is no occasion 77 in this ledger. Name one"),
    ],
)
def test_what_cannot_be_is_one_line_and_nothing_is_written(
    run: Run, empty_here: Path, arguments: tuple[str, ...], code: int, told: str
) -> None:
    found, out, err = run(*arguments)
    assert (found, out) == (code, "")
    assert told in err
    assert list(empty_here.iterdir()) == []


def test_a_folder_that_is_there_is_not_written_over(run: Run, tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    code, _, err = run("--out", str(tmp_path / "here"))
    assert code == 4
    assert "not overwritten" in err
    assert list((tmp_path / "here").iterdir()) == []


def test_papers_are_there_during_the_evening_too(
    kit: Kit, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INVENTORY_HALL", str(kit.hall.folder))
    code, _, _ = run("--as", "text", "--out", str(tmp_path / "now"))
    assert code == 0
    told = (tmp_path / "now" / "bc-7.txt").read_text()
    assert "still open; figures so far" in told
    assert "No box was counted yet." in told
    assert "No prize was given yet." in told


# -- the auditor's folder ------------------------------------------------------------------------


@pytest.fixture
def folder(run: Run, tmp_path: Path) -> Path:
    code, _, _ = run("--auditor", "--as", "text", "--out", str(tmp_path / "audit"))
    assert code == 0
    return tmp_path / "audit"


def test_every_file_is_in_the_sums(folder: Path) -> None:
    told = subprocess.run(
        ["sha256sum", "--check", "--strict", "SHA256SUMS"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    checked = {line.removesuffix(": OK") for line in told.stdout.splitlines()}
    there = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert checked == there - {"SHA256SUMS"}
    assert {"entries.jsonl", "README.txt", "papers/bc-7.txt"} <= checked


def root_of(leaves: list[bytes]) -> bytes:
    """RFC 6962, 2.1, as it is written there."""
    if len(leaves) == 1:
        return hashlib.sha256(b"\x00" + leaves[0]).digest()
    half = 1 << (len(leaves) - 1).bit_length() - 1
    return hashlib.sha256(b"\x01" + root_of(leaves[:half]) + root_of(leaves[half:])).digest()


def test_entries_and_checkpoints_prove_each_other(folder: Path) -> None:
    """As README.txt tells a stranger: leaves, roots, and the key's signature."""
    leaves = (folder / "entries.jsonl").read_bytes().split(b"\n")[:-1]
    readme = (folder / "README.txt").read_text()
    (key_hex,) = re.findall(r"the public key ([0-9a-f]{64})\.", readme)
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key_hex))
    notes = sorted((folder / "checkpoints").iterdir())
    assert [note.name[9:] for note in notes] == [
        f"{when}.txt" for when in ("open", "close", "claims", "pay", "end")
    ]
    for note in notes:
        body, _, signed = note.read_text().partition("\n\n")
        origin, size, root = body.split("\n")
        assert origin in readme
        assert int(size) == int(note.name[:8])
        assert base64.b64decode(root) == root_of(leaves[: int(size)])
        blob = base64.b64decode(signed.split()[-1])
        key.verify(blob[4:], f"{body}\n".encode())


def test_each_entry_is_a_line_of_json_in_order(folder: Path) -> None:
    raw = (folder / "entries.jsonl").read_text()
    entries = [json.loads(line) for line in raw.splitlines()]
    assert [one["sequence"] for one in entries] == list(range(1, len(entries) + 1))


def test_a_disk_that_fails_leaves_no_half_folder(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("inventory.desk.papers.papers.sums_text", full)
    code, _, err = run("--auditor", "--as", "text", "--out", str(tmp_path / "audit"))
    assert code == 1
    assert "No space left" in err
    assert list(tmp_path.iterdir()) == []
