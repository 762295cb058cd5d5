"""Recalls and returns: noted by two people, published signed, read by whoever holds cards."""

import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from cardgen.proof.chain import Chain
from cardgen.proof.delivery import checked_delivery
from cardgen.proof.framing import MalformedError
from cardgen.proof.status import (
    SetStatusError,
    StatusList,
    StatusStaleError,
    read_status,
)
from cardgen.series import RunId
from cardgen.set_status import SetStatus
from tests.cli.conftest import AT, Command, Works

BY = ("--by", "Ann", "--by", "Bob", "--made-at", AT)


def recall(works: Works, serial: str = "000123") -> list[object]:
    reason = ("--reason", "Ink shows through")
    return ["status", "recall", serial, "--plant", works.plant, *reason, *BY]


def published(cardgen: Command, works: Works, name: str = "status.json") -> Path:
    path = works.folder / name
    publish = ("status", "publish", "--plant", works.plant, "--out", path, "--made-at", AT)
    assert cardgen(*publish).exit_code == 0
    return path


def listed(works: Works, path: Path) -> StatusList:
    return read_status(path, Chain.parse((works.delivery / "chain.pem").read_bytes()))


def test_a_recalled_set_is_refused_by_whoever_reads_the_list(
    cardgen: Command, shipped: Works
) -> None:
    assert cardgen(*recall(shipped)).exit_code == 0
    path = published(cardgen, shipped)
    said = cardgen("check", shipped.delivery, "--status", path)
    assert said.exit_code == 3
    assert f"Set 000123 is recalled since {AT}: Ink shows through." in said.err
    red, blue = (part.bundle.series for part in checked_delivery(shipped.delivery, None).series)
    status = listed(shipped, path)
    with pytest.raises(SetStatusError, match="Set 000123 is recalled"):
        status.check_receivable(red)
    status.check_receivable(blue)


def test_returned_cards_are_not_played_and_the_others_are(cardgen: Command, shipped: Works) -> None:
    cards = ("--cards", "000123:2-3", "--cards", "000123:6")
    back = ("status", "return", *cards, "--plant", shipped.plant)
    assert cardgen(*back, "--reason", "Unsold", *BY).exit_code == 0
    path = published(cardgen, shipped)
    assert cardgen("check", shipped.delivery, "--status", path).exit_code == 0
    red = checked_delivery(shipped.delivery, None).series[0].bundle.series
    status = listed(shipped, path)
    assert status.returned_of(red, 1, 7) == ((2, 3), (6, 6))
    assert status.returned_of(replace(red, run_id=RunId(bytes(16))), 1, 7) == ()
    (noted,) = status.entries
    assert (noted.status, noted.reason) == (SetStatus.RETURNED, "Unsold")


def test_a_status_list_only_grows_and_an_older_one_is_refused(
    cardgen: Command, shipped: Works
) -> None:
    empty = listed(shipped, published(cardgen, shipped, "first.json"))
    assert cardgen(*recall(shipped)).exit_code == 0
    assert cardgen(*recall(shipped)).exit_code == 0  # the same note twice is one note
    newer = listed(shipped, published(cardgen, shipped, "second.json"))
    assert (empty.number, newer.number) == (0, 1)
    newer.check_not_older(empty.number)
    with pytest.raises(StatusStaleError, match="number 0, number 1 is known"):
        empty.check_not_older(newer.number)


def test_an_altered_status_list_is_refused(cardgen: Command, shipped: Works) -> None:
    assert cardgen(*recall(shipped)).exit_code == 0
    path = published(cardgen, shipped)
    path.write_bytes(path.read_bytes().replace(b"000123", b"000124"))
    said = cardgen("check", shipped.delivery, "--status", path)
    assert (said.exit_code, "signature is not the plant's" in said.err) == (3, True)


def test_a_manifests_signature_is_none_of_a_status_list(cardgen: Command, shipped: Works) -> None:
    path = shipped.folder / "status.json"
    for end in ("", ".sig"):
        manifest = shipped.delivery / f"manifest.json{end}"
        path.with_name(path.name + end).write_bytes(manifest.read_bytes())
    said = cardgen("check", shipped.delivery, "--status", path)
    assert (said.exit_code, "signature is not the plant's" in said.err) == (3, True)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"reason": ""}, "one line"),
        ({"reason": "a\nb"}, "one line"),
        ({"status": "sold"}, "wrong type"),
        ({"numbers": [[1, 2]]}, "only those"),
        ({"status": "returned", "numbers": [[2, 1]]}, "rise"),
        ({"status": "returned", "numbers": [[1, 5], [5, 6]]}, "rise"),
        ({"status": "returned"}, "only those"),
        ({"more": 1}, "foreign"),
    ],
)
def test_a_malformed_entry_is_refused(
    cardgen: Command, shipped: Works, change: dict[str, object], expected: str
) -> None:
    assert cardgen(*recall(shipped)).exit_code == 0
    fields = json.loads(published(cardgen, shipped).read_text())
    fields["sets"][0] |= change
    with pytest.raises(MalformedError, match=expected):
        StatusList.from_fields(fields)


def test_a_set_of_another_plant_is_not_recalled(cardgen: Command, shipped: Works) -> None:
    said = cardgen(*recall(shipped, "000999"))
    assert (said.exit_code, "was not made here" in said.err) == (4, True)


def test_a_published_list_is_not_overwritten(cardgen: Command, shipped: Works) -> None:
    path = published(cardgen, shipped)
    assert cardgen("status", "publish", "--plant", shipped.plant, "--out", path).exit_code == 4


@pytest.mark.parametrize("numbers", ["7-8", "9"])
def test_cards_that_never_left_do_not_come_back(
    cardgen: Command, shipped: Works, numbers: str
) -> None:
    back = ("status", "return", "000123", "--audit-numbers", numbers, "--plant", shipped.plant)
    said = cardgen(*back, "--reason", "Unsold", *BY)
    assert (said.exit_code, "are in no delivery" in said.err) == (4, True)


def test_a_card_comes_back_once_and_a_destroyed_one_never(cardgen: Command, shipped: Works) -> None:
    back = ("status", "return", "000123", "--plant", shipped.plant, "--reason", "Unsold", *BY)
    assert cardgen(*back, "--audit-numbers", "2-4").exit_code == 0
    assert cardgen(*back, "--audit-numbers", "2-4").exit_code == 0  # the same note again
    said = cardgen(*back, "--audit-numbers", "1,4-5")
    assert (said.exit_code, "Card 4 of set 000123 came back before" in said.err) == (4, True)
    with sqlite3.connect(shipped.plant / "journal.sqlite") as journal:
        row = ("000123", 6, AT, "Torn", "Ann", "Bob", None)
        journal.execute(
            "INSERT INTO spoil (serial, audit_number, at, reason, first_name, second_name, remake) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            row,
        )
    said = cardgen(*back, "--audit-numbers", "5-7")
    assert (said.exit_code, "Card 6 of set 000123 was destroyed" in said.err) == (4, True)


def test_the_check_of_a_delivery_tells_which_of_its_cards_went_back(
    cardgen: Command, shipped: Works
) -> None:
    back = ("status", "return", "000123", "--plant", shipped.plant, "--reason", "Unsold", *BY)
    assert cardgen(*back, "--audit-numbers", "2,4-5").exit_code == 0
    said = cardgen("check", shipped.delivery, "--status", published(cardgen, shipped))
    assert said.exit_code == 0
    assert "Of set 000123 these went back to the maker: 2, 4-5." in said.out
    assert "Of set 000124" not in said.out
