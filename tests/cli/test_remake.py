"""Destroyed cards made once more: the same cards, once, told on the certificate."""

import csv
import errno
import hashlib
import json
import os
import shutil
from pathlib import Path

import pikepdf
import pytest

from cardgen import remake
from cardgen.cli.main import run
from cardgen.proof.delivery import checked_delivery
from cardgen.templates import template_bytes
from tests.cli.conftest import ORDER, Command, Works, hashes
from tests.cli.test_floor import BY, certificate, ship, spoil


@pytest.fixture(scope="session")
def remaking_master(fresh_master: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("remaking") / "works"
    shutil.copytree(fresh_master, folder)
    (folder / "order.toml").write_text(
        ORDER.replace("spare_percent = 0", 'spare_percent = 0\nspoils = "remake"')
    )
    assert run([str(word) for word in Works(folder).make_words()]) == 0
    return folder


@pytest.fixture
def made(remaking_master: Path, tmp_path: Path) -> Works:
    shutil.copytree(remaking_master, tmp_path / "made")
    return Works(tmp_path / "made")


def again(works: Works) -> list[object]:
    words: list[object] = ["remake", works.run, "--plant", works.plant]
    for name in ("ann", "bob"):
        words += ["--custody", works.folder / f"{name}.json"]
        words += ["--passphrase-file", works.folder / "passphrase"]
    return words


def tokens(folder: Path) -> dict[str, str]:
    with (folder / "manifest.csv").open(newline="") as file:
        return {row["card_id"]: row["outside_token"] for row in csv.DictReader(file)}


def test_destroyed_cards_are_made_once_more_and_the_certificate_lists_them(
    cardgen: Command, made: Works
) -> None:
    spoil(cardgen, made, 3, 4, 6)
    said = cardgen(*ship(made))
    assert (said.exit_code, "wants them remade" in said.err) == (4, True)
    facts = json.loads(cardgen(*again(made), "--json").out)
    assert facts["remade"] == {"000123": [3, 4, 6]}
    folder = made.run / "remake1"
    names = ["000123_remake1_0000003-0000006.pdf"]
    assert sorted(path.name for path in folder.glob("*.pdf")) == names
    with (folder / "manifest.csv").open(newline="") as file:
        places = [(row["lot"], row["sequence"], row["sheet"]) for row in csv.DictReader(file)]
    assert places == [("2", "3", "1"), ("2", "4", "2"), ("2", "6", "3")]
    first = tokens(made.run / "press")
    assert tokens(folder) == {
        card: token
        for card, token in first.items()
        if card[12:19] in {"0000003", "0000004", "0000006"} and card[5:11] == "000123"
    }
    assert cardgen(*ship(made)).exit_code == 0
    told = certificate(made.delivery)
    assert (told["number_printed"], told["skips"]) == (7, [])
    finishing = told["finishing"]
    assert isinstance(finishing, dict)
    assert finishing["remade"] == [3, 4, 6]
    press_files = told["press_files"]
    assert isinstance(press_files, list)
    assert [file["name"] for file in press_files[1:]] == names
    assert checked_delivery(made.delivery, None).manifest.series[0].skips == ()


def test_a_remake_is_printed_once_and_a_second_accident_makes_a_second(
    cardgen: Command, made: Works
) -> None:
    spoil(cardgen, made, 3)
    assert cardgen(*again(made)).exit_code == 0
    said = cardgen(*again(made))
    assert (said.exit_code, "a remake is printed once" in said.err) == (4, True)
    spoil(cardgen, made, 3)
    assert cardgen(*again(made)).exit_code == 0
    assert (made.run / "remake2").is_dir()
    purged = json.loads(
        cardgen("purge", "--yes", made.run, "--plant", made.plant, *BY, "--json").out
    )
    assert len(purged["deleted"]) == 4
    assert not list(made.run.glob("remake*/*.pdf"))
    assert cardgen(*ship(made)).exit_code == 0


def test_an_inspection_from_before_the_last_remake_is_made_again(
    cardgen: Command, made: Works
) -> None:
    spoil(cardgen, made, 3, 4)
    assert cardgen("inspect", made.run).exit_code == 0
    assert cardgen(*again(made)).exit_code == 0
    said = cardgen(*ship(made))
    assert (said.exit_code, "there are 7 cards, 7 opened, 2 printed once more" in said.err) == (
        3,
        True,
    )
    shutil.rmtree(made.run / "inspection")
    assert cardgen("inspect", made.run).exit_code == 0
    spoil(cardgen, made, 3)
    assert cardgen(*again(made)).exit_code == 0
    assert "3 printed once more" in cardgen(*ship(made)).err
    shutil.rmtree(made.run / "inspection")
    assert cardgen("inspect", made.run).exit_code == 0
    assert cardgen(*ship(made)).exit_code == 0
    assert cardgen("check", made.delivery).exit_code == 0


def test_an_interrupted_remake_is_finished_by_the_same_command(
    cardgen: Command, made: Works, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil(cardgen, made, 3)

    def full_disk(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(remake, "draw_press_file", full_disk)
        assert cardgen(*again(made)).exit_code == 5
    spoil(cardgen, made, 5)  # too late for this remake
    with monkeypatch.context() as patched:
        patched.setattr(remake, "finish_remake", full_disk)
        assert cardgen(*again(made)).exit_code == 1
    whole = hashes(made.run / "remake1")
    facts = json.loads(cardgen(*again(made), "--json").out)
    assert facts["remade"] == {"000123": [3]}
    assert hashes(made.run / "remake1") == whole
    assert json.loads(cardgen(*again(made), "--json").out)["remade"] == {"000123": [5]}


def test_nothing_is_remade_when_the_order_wants_skips_or_the_components_are_gone(
    cardgen: Command, made: Works, shipped: Works
) -> None:
    said = cardgen(*again(shipped))
    assert (said.exit_code, 'says spoils = "skip"' in said.err) == (4, True)
    remove = ("custody", "remove", "--yes", made.run, "--plant", made.plant, *BY)
    assert cardgen(*remove).exit_code == 0
    said = cardgen(*again(made))
    assert (said.exit_code, "were removed from the plant" in said.err) == (4, True)


def test_a_changed_remake_is_not_certified(cardgen: Command, made: Works) -> None:
    spoil(cardgen, made, 3)
    assert cardgen(*again(made)).exit_code == 0
    (path,) = (made.run / "remake1").glob("*.pdf")
    path.write_bytes(path.read_bytes() + b"\n")
    said = cardgen(*ship(made))
    assert (said.exit_code, "not the file that was made" in said.err) == (3, True)


def inspection_of(cardgen: Command, works: Works) -> tuple[int, dict[str, list[dict[str, object]]]]:
    shutil.rmtree(works.run / "inspection", ignore_errors=True)
    said = cardgen("inspect", works.run)
    return said.exit_code, json.loads((works.run / "inspection" / "inspection.json").read_bytes())


def test_an_inspection_reads_the_cards_that_were_printed_once_more(
    cardgen: Command, made: Works
) -> None:
    spoil(cardgen, made, 3, 4, 6)
    assert cardgen(*again(made)).exit_code == 0
    status, facts = inspection_of(cardgen, made)
    assert (status, facts["findings"]) == (0, [])
    assert [(one["opened"], one["remade"]) for one in facts["series"]] == [(7, 3), (14, 0)]


def test_an_inspection_names_a_remake_that_is_not_the_card_it_replaces(
    cardgen: Command, made: Works
) -> None:
    spoil(cardgen, made, 3, 4, 6)
    assert cardgen(*again(made)).exit_code == 0
    folder = made.run / "remake1"
    (path,) = folder.glob("*.pdf")
    whole = path.read_bytes()
    path.write_bytes((made.run / "press" / "000123_lot1_0000001-0000007.pdf").read_bytes())
    status, facts = inspection_of(cardgen, made)
    codes = {str(one["code"]) for one in facts["findings"]}
    assert (status, codes) == (3, {"press-changed", "not-consecutive", "count"})
    path.write_bytes(whole)
    path.rename(folder / "000123_extra.pdf")
    status, facts = inspection_of(cardgen, made)
    assert status == 3
    assert "bad-press-file" in {str(one["code"]) for one in facts["findings"]}
    (folder / "SHA256SUMS").unlink()
    assert "press-missing" in {
        str(one["code"]) for one in inspection_of(cardgen, made)[1]["findings"]
    }


def test_many_torn_cards_of_two_sets_are_one_file_a_set_in_card_order(
    cardgen: Command, made: Works
) -> None:
    torn = ["--cards", "000123:2", "--cards", "000123:5-6", "--cards", "000124:501"]
    torn += ["--cards", "000124:503-503", "--cards", "000124:514"]
    words = ["note", "spoils", made.run, "--plant", made.plant, *torn, "--reason", "Torn", *BY]
    assert cardgen(*words).exit_code == 0
    assert cardgen(*again(made)).exit_code == 0
    folder = made.run / "remake1"
    assert folder.stat().st_mode & 0o777 == 0o700
    assert sorted(path.name for path in folder.glob("*.pdf")) == [
        "000123_remake1_0000002-0000006.pdf",
        "000124_remake1_0000501-0000514.pdf",
    ]
    with (folder / "manifest.csv").open(newline="") as file:
        rows = [(row["sequence"], row["page_outside"]) for row in csv.DictReader(file)]
    assert rows == [("2", "1"), ("5", "3"), ("6", "5"), ("1", "1"), ("3", "3"), ("14", "5")]
    status, facts = inspection_of(cardgen, made)
    assert (status, facts["findings"]) == (0, [])
    assert [one["remade"] for one in facts["series"]] == [3, 3]
    assert cardgen(*ship(made)).exit_code == 0


def test_a_remake_is_printed_for_the_runs_own_condition(cardgen: Command, fresh: Works) -> None:
    """The profile lies in the run's record; the certificate names it."""
    profile = fresh.folder / "press.icc"
    house = template_bytes("icc", "FOGRA39L.icc")
    profile.write_bytes(house[:44] + b"\0\0\0\1" + house[48:])  # a flag of the header differs
    fresh.order.write_text(ORDER.replace("percent = 0", 'percent = 0\nspoils = "remake"'))
    words = [*fresh.make_words(), "--icc", profile, "--condition", "FOGRA52"]
    said = cardgen(*words)
    assert "Warning: The profile says that it is of FOGRA39, and --condition names it" in said.out
    spoil(cardgen, fresh, 3)
    assert cardgen(*again(fresh)).exit_code == 0
    (path,) = (fresh.run / "remake1").glob("*.pdf")
    with pikepdf.open(path) as pdf:
        (intent,) = pdf.Root.OutputIntents
        assert str(intent.OutputConditionIdentifier) == "FOGRA52"
        assert intent.DestOutputProfile.read_bytes() == profile.read_bytes()
    assert cardgen(*ship(fresh)).exit_code == 0
    assert certificate(fresh.delivery)["printed_for"] == {
        "condition": "FOGRA52",
        "profile_sha256": hashlib.sha256(profile.read_bytes()).hexdigest(),
    }
    (fresh.run / "record" / "profile.icc").write_bytes(house)
    said = cardgen(*again(fresh))
    assert (said.exit_code, "which the run was made with" in said.err) == (1, True)
