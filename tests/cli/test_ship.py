import hashlib
import json
import shutil
import subprocess
from pathlib import Path

import pytest

from cardgen.proof.delivery import DeliveryError
from cardgen.proof.signing import sign_statement
from cardgen.secret.keystore import read_keys
from tests.cli.conftest import Command, Works
from tests.cli.test_floor import BY

FILES = {
    "000123.bundle",
    "000123.checkpoint",
    "000124.bundle",
    "000124.checkpoint",
    "README.txt",
    "SHA256SUMS",
    "certificate-000123.json",
    "certificate-000123.json.sig",
    "certificate-000123.pdf",
    "certificate-000124.json",
    "certificate-000124.json.sig",
    "certificate-000124.pdf",
    "chain.pem",
    "labels.pdf",
    "manifest.json",
    "manifest.json.sig",
    "packing-slip.pdf",
}


def test_a_delivery_holds_what_the_hall_and_a_stranger_need(shipped: Works) -> None:
    assert {path.name for path in shipped.delivery.iterdir()} == FILES
    done = subprocess.run(
        ["sha256sum", "--strict", "-c", "SHA256SUMS"],
        cwd=shipped.delivery,
        check=False,
        capture_output=True,
    )
    assert done.returncode == 0


def test_the_same_run_is_shipped_to_the_same_bytes(cardgen: Command, shipped: Works) -> None:
    again = shipped.folder / "AGAIN"
    words = ["ship", shipped.run, "--plant", shipped.plant, "--out", again]
    assert cardgen(*words).exit_code == 0
    for name in FILES:
        assert (again / name).read_bytes() == (shipped.delivery / name).read_bytes(), name


def test_cards_named_in_any_order_make_the_delivery_of_the_order_form(
    cardgen: Command, shipped: Works
) -> None:
    """The trade-ins were dealt after the originals, and stand after them."""
    again = shipped.folder / "AGAIN"
    parts = ("--cards", "000124:501-514", "--cards", "000123:1-7")
    said = cardgen("ship", shipped.run, "--plant", shipped.plant, "--out", again, *parts)
    assert said.exit_code == 0
    assert cardgen("check", again).exit_code == 0
    for name in FILES:
        assert (again / name).read_bytes() == (shipped.delivery / name).read_bytes(), name


def test_what_its_own_check_refuses_is_neither_written_nor_noted(
    cardgen: Command, shipped: Works, monkeypatch: pytest.MonkeyPatch
) -> None:
    again = shipped.folder / "AGAIN"
    words = ["ship", shipped.run, "--plant", shipped.plant, "--out", again]

    def torn(_folder: Path, _fingerprint: str) -> None:
        raise DeliveryError("A page is torn")

    assert (
        cardgen("custody", "remove", "--yes", shipped.run, "--plant", shipped.plant, *BY).exit_code
        == 0
    )
    with monkeypatch.context() as patched:
        patched.setattr("cardgen.ship.checked_delivery", torn)
        said = cardgen(*words)
    assert (said.exit_code, "A page is torn" in said.err) == (3, True)
    assert not again.exists()
    assert cardgen(*words).exit_code == 0  # it follows what was shipped, not what was refused
    assert previous_of(again) == sha256_of(shipped.delivery)


def test_a_certificate_of_more_than_before_names_the_one_whose_place_it_takes(
    cardgen: Command, shipped: Works
) -> None:
    words = ["ship", shipped.run, "--plant", shipped.plant, "--out"]
    assert previous_of(shipped.delivery) is None
    assert (
        cardgen("custody", "remove", "--yes", shipped.run, "--plant", shipped.plant, *BY).exit_code
        == 0
    )
    second, twice, third = (shipped.folder / name for name in ("SECOND", "TWICE", "THIRD"))
    assert cardgen(*words, second).exit_code == 0
    assert cardgen(*words, twice).exit_code == 0
    for name in FILES:
        assert (twice / name).read_bytes() == (second / name).read_bytes(), name
    assert cardgen("inspect", shipped.run).exit_code == 0
    assert cardgen(*words, third).exit_code == 0
    assert previous_of(second) == sha256_of(shipped.delivery)
    assert previous_of(third) == sha256_of(second)
    said = cardgen("check", third).out
    assert f"takes the place of one with SHA-256 {sha256_of(second)}" in said
    assert "takes the place" not in cardgen("check", shipped.delivery).out
    page = subprocess.run(
        ["pdftotext", third / "certificate-000123.pdf", "-"], check=True, capture_output=True
    )
    assert sha256_of(second) in page.stdout.decode()


def previous_of(delivery: Path) -> str | None:
    told: str | None = json.loads((delivery / "certificate-000123.json").read_bytes()).get(
        "previous"
    )
    return told


def sha256_of(delivery: Path) -> str:
    return hashlib.sha256((delivery / "certificate-000123.json").read_bytes()).hexdigest()


def test_the_certificate_says_what_the_rule_asks(shipped: Works) -> None:
    """N.J.A.C. 13:47-8: the number printed, first and last, consecutive, a sample."""
    facts = json.loads((shipped.delivery / "certificate-000124.json").read_text())
    assert facts["number_printed"] == 14
    assert facts["role"] == "trade-in"
    assert (facts["first"], facts["last"]) == (501, 514)
    assert facts["numbered_consecutively"] is True
    assert facts["complete"] is True
    assert facts["specimen"].startswith("ACME-000000-0000001-")
    assert [file["name"] for file in facts["press_files"]] == ["000124_lot1_0000501-0000514.pdf"]


def test_a_stranger_checks_the_delivery_with_and_without_the_paper(
    cardgen: Command, shipped: Works, tmp_path: Path
) -> None:
    """Only the delivery is left; fingerprint in any case, with or without its hyphens."""
    shutil.copytree(shipped.delivery, tmp_path / "carton")
    shutil.rmtree(shipped.folder)
    said = cardgen("check", tmp_path / "carton")
    assert said.exit_code == 0
    assert "Consistent, signed by " in said.out
    assert "not compared with paper" in said.out
    fingerprint = said.out.split("signed by ")[1].split(",")[0]
    for typed in (fingerprint, fingerprint.lower(), fingerprint.replace("-", " ")):
        said = cardgen("check", tmp_path / "carton", "--fingerprint", typed)
        assert said.exit_code == 0
        assert "Verified: signed by" in said.out
    wrong = ("2" if fingerprint[0] != "2" else "3") + fingerprint[1:]
    said = cardgen("check", tmp_path / "carton", "--fingerprint", wrong)
    assert said.exit_code == 3
    assert "do not use these cards" in said.err


def test_the_check_answers_programs_too(cardgen: Command, shipped: Works) -> None:
    facts = json.loads(cardgen("check", shipped.delivery, "--json").out)
    assert facts["verdict"] == "consistent"
    assert [series["number_printed"] for series in facts["series"]] == [7, 14]


def test_a_delivery_to_another_hall_is_refused(cardgen: Command, shipped: Works) -> None:
    said = cardgen("ship", shipped.run, "--plant", shipped.plant, "--to", "st-mary")
    assert said.exit_code == 4
    assert "ordered by st-brendan" in said.err
    assert not (shipped.folder / "delivery-st-mary").exists()


def test_a_delivery_is_never_written_over(cardgen: Command, shipped: Works) -> None:
    assert cardgen("ship", shipped.run, "--plant", shipped.plant).exit_code == 4


def test_a_press_file_that_was_changed_or_lost_is_not_certified(
    cardgen: Command, shipped: Works
) -> None:
    words = ["ship", shipped.run, "--plant", shipped.plant, "--out", shipped.folder / "D"]
    path = shipped.run / "press" / "000123_lot1_0000001-0000007.pdf"
    raw = path.read_bytes()
    path.write_bytes(raw[:-10] + bytes([raw[-10] ^ 1]) + raw[-9:])
    said = cardgen(*words)
    assert (said.exit_code, "not the file that was made" in said.err) == (3, True)
    path.unlink()
    said = cardgen(*words)
    assert (said.exit_code, "missing from the press folder" in said.err) == (3, True)
    assert not (shipped.folder / "D").exists()


@pytest.mark.parametrize("change", ["lost", "twice", "swapped"])
def test_numbers_that_do_not_run_consecutively_are_certified_as_such(
    cardgen: Command, shipped: Works, change: str
) -> None:
    """The press list is what was printed; the certificate says what it shows."""
    path = shipped.run / "press" / "manifest.csv"
    rows = path.read_text().splitlines(keepends=True)
    match change:
        case "lost":
            del rows[3]
        case "twice":
            rows.insert(3, rows[3])
        case _:
            rows[3], rows[4] = rows[4], rows[3]
    path.write_text("".join(rows))
    words = ["ship", shipped.run, "--plant", shipped.plant, "--out", shipped.folder / "D"]
    assert cardgen(*words).exit_code == 0
    facts = [
        json.loads((shipped.folder / "D" / f"certificate-{serial}.json").read_text())
        for serial in ("000123", "000124")
    ]
    assert [fact["numbered_consecutively"] for fact in facts] == [False, True]
    said = cardgen("check", shipped.folder / "D")
    assert "NOT consecutively" in said.out


@pytest.mark.parametrize("rubbish", ["", "a,b\n1,2\n", "card_id\nACME-000123-0000001-Z\n"])
def test_a_press_list_of_rubbish_is_refused(cardgen: Command, shipped: Works, rubbish: str) -> None:
    path = shipped.run / "press" / "manifest.csv"
    path.write_text(rubbish)
    words = ["ship", shipped.run, "--plant", shipped.plant, "--out", shipped.folder / "D"]
    said = cardgen(*words)
    if rubbish:
        assert said.exit_code == 3
        assert "names no card of this run" in said.err
    else:  # an empty list shows no number at all
        facts = json.loads((shipped.folder / "D" / "certificate-000123.json").read_text())
        assert facts["numbered_consecutively"] is False


def test_a_purged_press_folder_cannot_be_certified(cardgen: Command, shipped: Works) -> None:
    shutil.rmtree(shipped.run / "press")
    words = ["ship", shipped.run, "--plant", shipped.plant, "--out", shipped.folder / "D"]
    said = cardgen(*words)
    assert said.exit_code == 1
    assert "before the press files are purged" in said.err


def test_a_bundle_of_another_run_is_not_shipped(cardgen: Command, shipped: Works) -> None:
    record = shipped.run / "record"
    shutil.copyfile(record / "000124.bundle", record / "000123.bundle")
    words = ["ship", shipped.run, "--plant", shipped.plant, "--out", shipped.folder / "D"]
    said = cardgen(*words)
    assert said.exit_code == 3
    assert "not the bundle that was made" in said.err
    assert not (shipped.folder / "D").exists()


@pytest.mark.parametrize("place", [0, 40, 200, -2])
def test_a_run_record_that_was_altered_is_not_signed_for(
    cardgen: Command, shipped: Works, place: int
) -> None:
    """Root commitment, prices, hall, pack size: `ship` signs only what `make` wrote."""
    path = shipped.run / "record" / "run.json"
    raw = bytearray(path.read_bytes())
    raw[place] ^= 1
    path.write_bytes(bytes(raw))
    words = ["ship", shipped.run, "--plant", shipped.plant, "--out", shipped.folder / "D"]
    said = cardgen(*words)
    assert said.exit_code == 3
    assert "The run: the signature is not the plant's" in said.err
    assert not (shipped.folder / "D").exists()


def test_a_run_of_another_plant_is_not_signed_for(
    cardgen: Command, shipped: Works, tmp_path: Path
) -> None:
    words = ["--maker", "ACME", "--passphrase-file", shipped.folder / "passphrase"]
    assert cardgen("init", tmp_path / "OTHER", *words).exit_code == 0
    assert cardgen("ship", shipped.run, "--plant", tmp_path / "OTHER").exit_code == 3


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"{}", "missing or of the wrong type"),
        (b"rubbish", "not JSON"),
        (b"\xff", "UTF-8"),
    ],
)
def test_a_signed_run_record_of_rubbish_is_refused(
    cardgen: Command, shipped: Works, content: bytes, expected: str
) -> None:
    path = shipped.run / "record" / "run.json"
    sign_again(shipped, path, content)
    said = cardgen("ship", shipped.run, "--plant", shipped.plant)
    assert said.exit_code == 1
    assert expected in said.err
    assert said.err.count("\n") == 1


def test_a_signed_run_record_with_foreign_fields_is_refused(
    cardgen: Command, shipped: Works
) -> None:
    path = shipped.run / "record" / "run.json"
    sign_again(shipped, path, path.read_bytes().replace(b'{"comp', b'{"a":1,"comp', 1))
    said = cardgen("ship", shipped.run, "--plant", shipped.plant)
    assert said.exit_code == 1
    assert "foreign fields" in said.err


def sign_again(shipped: Works, path: Path, content: bytes) -> None:
    key = read_keys(shipped.plant).signing_key
    path.write_bytes(content)
    path.with_name("run.json.sig").write_bytes(sign_statement(key, "run", content))
