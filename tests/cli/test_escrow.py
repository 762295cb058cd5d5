"""A component on paper: any two of three sheets, or one envelope; drills and restores."""

import itertools
import json
from pathlib import Path

import pypdfium2  # type: ignore[import-untyped]
import pytest
import zxingcpp

from tests.cli.conftest import AT, Command, Works


def passphrase(works: Works) -> tuple[object, ...]:
    return ("--passphrase-file", works.folder / "passphrase")


def scanned(page: Path) -> str:
    """The words as a scanner reads them from the printed sheet."""
    document = pypdfium2.PdfDocument(page)
    try:
        picture = document[0].render(scale=300 / 72).to_pil()
    finally:
        document.close()
    # A page of words can look like another kind of code to a reader that seeks all kinds.
    formats = zxingcpp.barcode_formats_from_str("QRCode")
    (code,) = zxingcpp.read_barcodes(picture, formats=formats)
    text: str = code.text
    return text


@pytest.fixture
def sheets(cardgen: Command, fresh: Works) -> list[str]:
    folder = fresh.folder / "SHEETS"
    said = cardgen(
        "custody", "escrow", fresh.folder / "ann.json", "--out", folder, *passphrase(fresh)
    )
    assert said.exit_code == 0
    return [scanned(folder / f"sheet-{place}.pdf") for place in (1, 2, 3)]


def fingerprint(works: Works, name: str = "ann") -> str:
    header = json.loads((works.folder / f"{name}.json").read_text())["header"]
    return str(header["fingerprint"])


def drill(cardgen: Command, works: Works, *sheets: str) -> tuple[int, str]:
    said = cardgen("custody", "drill", works.folder / "ann.json", typed="\n".join(sheets) + "\n\n")
    return said.exit_code, said.out + said.err


def test_any_two_of_three_sheets_and_all_three_restore_the_component(
    cardgen: Command, fresh: Works, sheets: list[str]
) -> None:
    before = sorted(fresh.folder.rglob("*"))
    for chosen in (*itertools.permutations(sheets, 2), sheets):
        exit_code, told = drill(cardgen, fresh, *chosen)
        assert exit_code == 0, told
        assert f"The sheets restore Ann's component {fingerprint(fresh)}" in told
    assert sorted(fresh.folder.rglob("*")) == before


def test_words_typed_from_the_page_in_four_letters_are_enough(
    cardgen: Command, fresh: Works, sheets: list[str]
) -> None:
    typed = [" ".join(word[:4].lower() for word in sheet.split()) for sheet in sheets[1:]]
    assert drill(cardgen, fresh, *typed)[0] == 0


def test_what_does_not_restore_is_refused_and_no_word_is_repeated(
    cardgen: Command, fresh: Works, sheets: list[str]
) -> None:
    words = sheets[0].split()
    swapped = " ".join([words[1], words[0], *words[2:]])
    for given, expected in (
        ([], "No sheet was given"),
        ([sheets[0]], "1 sheet of 2 needed"),
        ([sheets[0], sheets[0]], "Sheet 2 is sheet 1 once more"),
        ([swapped, sheets[1]], "Sheet 1 has a wrong word"),
        ([" ".join(words[:-1]), sheets[1]], "Sheet 1 has 32 words of 33"),
        ([sheets[1], " ".join(["ACIDIC", *words[1:]])], "Word 1 of sheet 2 is not in the list"),
        ([*sheets, sheets[0]], "More than 3 sheets"),
    ):
        exit_code, told = drill(cardgen, fresh, *given)
        assert (exit_code, expected in told) == (2 if len(given) > 3 else 3, True), told
        assert not any(f" {word.lower()} " in told for word in words[4:] if len(word) > 5)


def test_sheets_of_two_components_restore_neither(
    cardgen: Command, fresh: Works, sheets: list[str]
) -> None:
    folder = fresh.folder / "BOB"
    escrow = ("custody", "escrow", fresh.folder / "bob.json", "--out", folder)
    assert cardgen(*escrow, *passphrase(fresh)).exit_code == 0
    bobs = [scanned(folder / f"sheet-{place}.pdf") for place in (1, 2)]
    exit_code, told = drill(cardgen, fresh, sheets[0], bobs[1])
    assert (exit_code, "not of one set" in told) == (3, True)
    exit_code, told = drill(cardgen, fresh, *bobs)
    assert (exit_code, "restore another component" in told) == (3, True)


def test_an_envelope_restores_alone_and_the_restored_component_makes_the_run(
    cardgen: Command, fresh: Works
) -> None:
    ann, folder = fresh.folder / "ann.json", fresh.folder / "ENVELOPE"
    said = cardgen("custody", "envelope", ann, "--out", folder, *passphrase(fresh), "--json")
    assert json.loads(said.out)["pages"] == ["envelope.pdf"]
    assert (folder / "envelope.pdf").stat().st_mode & 0o777 == 0o600
    words, expected = scanned(folder / "envelope.pdf"), fingerprint(fresh)
    ann.unlink()
    restore = (
        "custody",
        "restore",
        ann,
        "--fingerprint",
        expected.upper(),
        "--custodian",
        "Ann B.",
    )
    said = cardgen(*restore, *passphrase(fresh), typed=words)
    assert said.exit_code == 0
    assert cardgen(*fresh.make_words()).exit_code == 0


def test_a_restore_with_another_fingerprint_writes_nothing(
    cardgen: Command, fresh: Works, sheets: list[str]
) -> None:
    path = fresh.folder / "restored.json"
    restore = ("custody", "restore", path, "--fingerprint", "ab" * 32, "--custodian", "Ann")
    said = cardgen(*restore, *passphrase(fresh), typed="\n".join(sheets[:2]))
    assert (said.exit_code, "another component" in said.err) == (3, True)
    assert not path.exists()


def test_a_component_is_deleted_only_after_a_drill(cardgen: Command, shipped: Works) -> None:
    ann = shipped.folder / "ann.json"
    remove = ["custody", "remove", "--yes", shipped.run, ann, "--plant", shipped.plant]
    remove += ["--by", "Ann", "--by", "Bob"]
    said = cardgen(*remove)
    assert (said.exit_code, "No drill of component" in said.err) == (4, True)
    assert ann.exists()
    folder = shipped.folder / "V"
    assert cardgen("custody", "envelope", ann, "--out", folder, *passphrase(shipped)).exit_code == 0
    words = scanned(folder / "envelope.pdf")
    noted = ("--plant", shipped.plant, "--made-at", AT)
    assert cardgen("custody", "drill", ann, *noted, typed=words).exit_code == 0
    assert cardgen(*remove).exit_code == 0
    assert not ann.exists()
    assert json.loads(cardgen(*remove, "--json").out)["deleted"] == []


def test_a_component_of_another_run_is_not_deleted(cardgen: Command, shipped: Works) -> None:
    other = shipped.folder / "eve.json"
    new = ("custody", "new", other, "--custodian", "Eve", *passphrase(shipped))
    assert cardgen(*new).exit_code == 0
    remove = ("custody", "remove", "--yes", shipped.run, other, "--plant", shipped.plant)
    said = cardgen(*remove, "--by", "Ann", "--by", "Bob")
    assert (said.exit_code, "is no component of run" in said.err) == (3, True)
    assert other.exists()
