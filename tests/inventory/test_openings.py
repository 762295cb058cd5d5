"""Level 1 disclosure by a hall: what was opened, told after the end, proved by the plant's tool."""

import json
from pathlib import Path

import inventory.cli
from cardgen.proof.bundle import read_bundle
from cardgen.proof.openings import proved_cards
from inventory.commands.claim import CloseRoundHoldingBack
from inventory.desk.execute import Answer
from inventory.desk.papers.disclosing import openings_of
from tests.inventory.delivery_builder import BLUE, PLANT, RED
from tests.inventory.kit import Command, Kit, code, ok, plant
from tests.inventory.scanned import stock


def played(kit: Kit) -> None:
    """Red 2 is claimed in vain, red 3 by its name alone, red 4 and blue 2 open; red 4 wins."""
    red = kit.built.red
    ok(kit.sell(1, 2, 3, 4))
    ok(kit.exchange((1,), 2))
    ok(kit.punch(1))
    kit.game_with(red(4))
    ok(kit.hold())
    ok(kit.rack())
    ok(kit.claim(red(2)))
    ok(kit.claim_unread(red(3)))
    ok(kit.claim(kit.built.blue(2)))
    ok(kit.claim(red(4)))
    ok(kit.claim(red(2)))  # twice claimed, once told
    ok(kit.run(CloseRoundHoldingBack()))


def ended(kit: Kit) -> None:
    played(kit)
    for left in (kit.built.red(5), kit.built.blue(3)):
        pack = kit.card(left.card_id).pack
        assert pack is not None
        last = kit.built.cards[pack.set_serial, pack.last]
        ok(put_back(kit, left.outside, last.outside, len(pack.remaining)))
    ok(kit.cash_up(0, punched=1, owed=1))


def put_back(kit: Kit, first: str, last: str, count: int) -> Answer:
    return stock.put_back_open(kit.hall, kit.context(), first, last, count)


def test_opened_cards_are_told_once_each_and_no_other(kit: Kit) -> None:
    ended(kit)
    found = openings_of(kit.hall, 0, "")
    assert isinstance(found, tuple)
    told = {one.set_serial: [n for n, _ in one.openings.plaintexts] for one in found}
    assert told == {RED: [2, 4], BLUE: [2]}


def test_the_plant_s_tool_accepts_them_and_names_the_cards(
    kit: Kit, tmp_path: Path, command: Command
) -> None:
    ended(kit)
    out = tmp_path / "openings.json"
    answer = command(
        inventory.cli.main, "openings", "--hall", kit.hall.folder, "--out", out, "--json"
    )
    assert answer[0] == 0
    files = {one["set_serial"]: Path(one["file"]) for one in json.loads(answer[1])["files"]}
    assert sorted(path.name for path in tmp_path.glob("openings*")) == [
        f"openings-{RED}.json",
        f"openings-{BLUE}.json",
    ]
    for serial, path in files.items():
        bundle = kit.built.folder / f"{serial}.bundle"
        checked = command(plant, "check-openings", path, "--bundle", bundle, "--json")
        assert checked[0] == 0, checked
    fields = json.loads(files[RED].read_bytes())
    assert fields.keys() == {"header", "openings"}
    # A plaintext of one face: index 8, arrangement 5, face number 4, salt 32 bytes (sealing.md 5).
    assert [len(one["plaintext"]) for one in fields["openings"]] == [98, 98]
    other = command(
        plant,
        *("check-openings", files[RED], "--bundle", kit.built.folder / f"{BLUE}.bundle"),
    )
    assert other[0] != 0


def test_one_set_goes_into_the_file_that_is_named(
    kit: Kit, tmp_path: Path, command: Command
) -> None:
    ended(kit)
    out = tmp_path / "blue.json"
    asked = ("openings", "--hall", kit.hall.folder, "--set-serial", BLUE, "--out", out)
    status, told, _ = command(inventory.cli.main, *asked)
    assert status == 0
    assert f"1 opened of set {BLUE}" in told
    assert json.loads(out.read_bytes())["header"]["set_serial"] == BLUE
    again = command(inventory.cli.main, *asked)
    assert again[0] == 4
    assert "is not overwritten" in again[2]


def test_when_one_file_exists_none_is_written(kit: Kit, tmp_path: Path, command: Command) -> None:
    ended(kit)
    (tmp_path / f"openings-{BLUE}.json").write_text("mine")
    out = tmp_path / "openings.json"
    asked = ("openings", "--hall", kit.hall.folder, "--out", out)
    assert command(inventory.cli.main, *asked)[0] == 4
    assert [path.name for path in tmp_path.glob("*openings*")] == [f"openings-{BLUE}.json"]
    assert (tmp_path / f"openings-{BLUE}.json").read_text() == "mine"


def test_nothing_is_told_while_the_occasion_is_open(
    kit: Kit, tmp_path: Path, command: Command
) -> None:
    played(kit)
    assert code(lambda: openings_of(kit.hall, 0, "")) == "occasion-open"
    out = tmp_path / "openings.json"
    asked = ("openings", "--hall", kit.hall.folder, "--out", out)
    assert command(inventory.cli.main, *asked)[0] == 4
    assert not out.exists()


def test_what_cannot_be_told_is_refused(empty: Kit, kit: Kit) -> None:
    assert code(lambda: openings_of(empty.hall, 0, "")) == "no-occasion"
    played(kit)
    assert code(lambda: openings_of(kit.hall, 999, "")) == "unknown-occasion"


def test_a_set_that_nobody_opened_is_refused(kit: Kit) -> None:
    ok(kit.sell(1))
    kit.game_with(kit.built.red(1))
    put = put_back(kit, kit.built.red(2).outside, kit.built.red(20).outside, 19)
    ok(put)
    ok(kit.cash_up(0))
    assert code(lambda: openings_of(kit.hall, 0, "")) == "no-openings"
    assert code(lambda: openings_of(kit.hall, 0, "000999")) == "unknown-set"


def test_an_opening_tells_the_face_that_the_card_bears(kit: Kit) -> None:
    ended(kit)
    found = openings_of(kit.hall, 0, RED)
    assert isinstance(found, tuple)
    bundle = read_bundle(kit.built.folder / f"{RED}.bundle", PLANT.chain.plant_key)
    opened = proved_cards(found[0].openings, bundle)
    told = {int(one.card.audit_number): one.faces[0].face.numbers for one in opened}
    assert told == {number: kit.built.red(number).numbers for number in (2, 4)}
