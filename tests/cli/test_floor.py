"""Between press and pack: sheets, packs, spoils, counters, light test, purge; then the halls."""

import json
import shutil
import sqlite3
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from cardgen.cli.main import run
from cardgen.proof.delivery import checked_delivery
from cardgen.proof.framing import parse_json
from cardgen.proof.header import series_of
from cardgen.secret.custody import read_component
from cardgen.secret.dealing import deal
from cardgen.secret.keys import RunSecrets
from cardgen.secret.printing import printed
from cardgen.series import RunId
from tests.cli.conftest import AT, ORDER, RUN_ID, Command, Works

BY = ("--by", "Ann", "--by", "Bob", "--made-at", AT)
SETS = ("000123", "000124")
RED_PRESS = ("--set-serial", "000123", "--press", "Press 1")
TORN = ("--reason", "Torn by the folder", *BY)


@dataclass(frozen=True)
class Codes:
    outside: str
    inside: str
    linear: str
    card_id: str


def codes(works: Works, number: int, series_index: int = 0) -> Codes:
    """What stands on a card, from the plant's own secrets; only tests may do this."""
    passphrase = (works.folder / "passphrase").read_text().strip()
    halves = [read_component(works.folder / f"{name}.json", passphrase) for name in ("ann", "bob")]
    secrets = RunSecrets(halves[0], halves[1], RunId.parse(RUN_ID))
    record = parse_json((works.run / "record" / "run.json").read_bytes(), "run.json")
    rows = printed(deal(secrets, series_of(record["series"][series_index]["header"]), number, 1))
    texts = (rows.outside_tokens, rows.inside_tokens, rows.linear_codes, rows.card_ids)
    return Codes(*(text.decode() for text in texts))


@pytest.fixture(scope="session")
def made_master(fresh_master: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of 100 red and 200 blue cards with 4 % spares, in packs of 25, not shipped."""
    folder = tmp_path_factory.mktemp("made") / "works"
    shutil.copytree(fresh_master, folder)
    order = ORDER.replace("count = 7", "count = 100\npack_size = 25").replace(
        "percent = 0", "percent = 4"
    )
    order = order.replace("count = 14", "count = 200\npack_size = 25")
    (folder / "order.toml").write_text(order)
    assert run([str(word) for word in Works(folder).make_words()]) == 0
    return folder


@pytest.fixture
def made(made_master: Path, tmp_path: Path) -> Works:
    shutil.copytree(made_master, tmp_path / "made")
    return Works(tmp_path / "made")


def note(works: Works, what: str, *more: object) -> list[object]:
    return ["note", what, works.run, "--plant", works.plant, "--made-at", AT, *more]


def pack(
    works: Works, first: int, last: int, count: int, *more: object
) -> tuple[list[object], str]:
    words = note(works, "pack", "--count", count, *more)
    return words, f"{codes(works, first).linear}\n{codes(works, last).card_id}\n"


def spoil(cardgen: Command, works: Works, *numbers: int) -> None:
    typed = "".join(f"{codes(works, number).outside}\n" for number in numbers)
    assert cardgen(*note(works, "spoils", *TORN), typed=typed).exit_code == 0


def ship(works: Works, *more: object) -> list[object]:
    return ["ship", works.run, "--plant", works.plant, "--made-at", AT, *more]


def certificate(delivery: Path, serial: str = "000123") -> dict[str, object]:
    facts: dict[str, object] = json.loads((delivery / f"certificate-{serial}.json").read_text())
    return facts


def test_both_sides_of_a_sheet_are_one_card(cardgen: Command, made: Works) -> None:
    card, other = codes(made, 3), codes(made, 4)
    words = note(made, "sheet", "--lift", 1, "--place", "first")
    said = cardgen(*words, "--json", typed=f"{card.inside}\n{card.outside}\n")
    assert json.loads(said.out)["audit_number"] == 3
    said = cardgen(*words, typed=f"{card.outside}\n{other.inside}\n")
    assert (said.exit_code, "the backs are not on their fronts" in said.err) == (3, True)
    assert other.inside[-17:-1] not in said.err
    blue = codes(made, 503, 1)
    said = cardgen(*words, typed=f"{card.outside}\n{blue.inside}\n")
    assert said.exit_code == 3
    assert cardgen(*words, typed=f"{card.outside}\n").exit_code == 2


def test_a_pack_is_first_last_and_count_and_its_label_is_printed_then(
    cardgen: Command, made: Works
) -> None:
    label = made.folder / "label.pdf"
    words, typed = pack(made, 1, 25, 25, "--label", label, "--label-place", 4)
    assert cardgen(*words, typed=typed).exit_code == 0
    assert label.read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("first", "last", "count", "expected"),
    [
        (1, 25, 26, "26 cards were counted in a pack of 25. A sheet may be doubled"),
        (1, 25, 24, "Find the missing one"),
        (2, 25, 24, "the pack's ends are 1 and 25"),
        (1, 26, 25, "the pack's ends are 1 and 25"),
        (101, 104, 4, "beyond what is shipped"),
    ],
)
def test_a_pack_that_differs_is_refused(
    cardgen: Command, made: Works, first: int, last: int, count: int, expected: str
) -> None:
    words, typed = pack(made, first, last, count)
    said = cardgen(*words, typed=typed)
    assert (said.exit_code, expected in said.err) == (4, True), said.err


def test_a_label_tells_the_skips_of_its_pack(cardgen: Command, made: Works) -> None:
    spoil(cardgen, made, 25)
    label = made.folder / "label.pdf"
    words, typed = pack(made, 1, 24, 24, "--label", label)
    assert cardgen(*words, typed=typed).exit_code == 0
    words, typed = pack(made, 1, 25, 25)
    assert cardgen(*words, typed=typed).exit_code == 4


def test_spares_take_the_place_of_spoils_and_the_papers_tell_them(
    cardgen: Command, made: Works
) -> None:
    spoil(cardgen, made, 7)
    said = cardgen(*ship(made))
    assert said.exit_code == 0, said.err
    delivery = checked_delivery(made.delivery, None)
    red, blue = delivery.manifest.series
    assert (red.first, red.last, red.skips) == (1, 101, (7,))  # 100 cards: 101 less one
    assert (blue.first, blue.last, blue.skips) == (501, 700, ())
    facts = certificate(made.delivery)
    assert facts["number_printed"] == 103  # 100 ordered, 4 spares, one destroyed
    finishing = facts["finishing"]
    assert isinstance(finishing, dict)
    assert finishing["delivered"] == [1, 101]
    assert finishing["spoiled"] == [
        {
            "at": AT,
            "by": ["Ann", "Bob"],
            "numbers": [7],
            "reason": "Torn by the folder",
            "remade": False,
        }
    ]


def test_more_than_one_in_a_hundred_may_not_be_missing(cardgen: Command, made: Works) -> None:
    spoil(cardgen, made, 7, 8)
    said = cardgen(*ship(made))
    assert (said.exit_code, "2 of 102 cards of set 000123 are missing" in said.err) == (4, True)
    assert not made.delivery.exists()


def test_a_plant_may_set_itself_a_smaller_limit_and_no_greater_one(
    cardgen: Command, made: Works
) -> None:
    spoil(cardgen, made, 7)
    # One of 101 is 9.9 of a thousand: the rule allows it, five of a thousand do not.
    said = cardgen(*ship(made), "--missing-max", "5")
    assert said.exit_code == 4
    assert "1 of 101 cards of set 000123 are missing; at most 0.5 % may be" in said.err
    said = cardgen(*ship(made), "--missing-max", "11")
    assert said.exit_code == 1
    assert "expected 0 to 10 of 1,000" in said.err
    assert not made.delivery.exists()
    assert cardgen(*ship(made), "--missing-max", "10").exit_code == 0


def test_a_card_is_destroyed_once_and_by_two(cardgen: Command, made: Works) -> None:
    words = note(made, "spoils", *TORN, "--json")
    typed = f"{codes(made, 7).inside}\n{codes(made, 9).linear}\n"
    assert json.loads(cardgen(*words, typed=typed).out)["spoiled"] == {"000123": [7, 9]}
    assert json.loads(cardgen(*words, typed=typed).out)["spoiled"] == {"000123": []}
    alone = note(made, "spoils", "--reason", "Torn", "--by", "Ann")
    assert cardgen(*alone, typed=typed).exit_code == 2
    assert cardgen(*words, typed="\n").exit_code == 2


def test_spares_that_were_not_needed_are_destroyed_by_range(cardgen: Command, made: Works) -> None:
    assert cardgen(*ship(made)).exit_code == 0
    rest = ("--cards", "000123:101-104", "--cards", "000124:701-708")
    said = cardgen(*note(made, "spoils", "--reason", "Spares", *BY), *rest, "--json")
    assert json.loads(said.out)["spoiled"]["000124"] == list(range(701, 709))
    for wrong in ("000123:104-105", "000999:1-2"):
        said = cardgen(*note(made, "spoils", "--reason", "Spares", *BY), "--cards", wrong)
        assert said.exit_code == 1
    for wrong in ("000123", "000123:5-4", "000123:5-"):
        said = cardgen(*note(made, "spoils", "--reason", "Spares", *BY), "--cards", wrong)
        assert said.exit_code == 2


def test_a_shipped_card_cannot_be_spoiled(cardgen: Command, made: Works) -> None:
    assert cardgen(*ship(made)).exit_code == 0
    said = cardgen(*note(made, "spoils", *TORN), typed=f"{codes(made, 7).linear}\n")
    assert (said.exit_code, "was shipped to st-brendan" in said.err) == (4, True)


def test_a_pack_that_was_counted_before_a_spoil_is_counted_again(
    cardgen: Command, made: Works
) -> None:
    words, typed = pack(made, 1, 25, 25)
    assert cardgen(*words, typed=typed).exit_code == 0
    spoil(cardgen, made, 7)
    said = cardgen(*ship(made))
    assert (said.exit_code, "counted as 25, it should hold 24" in said.err) == (4, True)
    words, typed = pack(made, 1, 25, 24)
    assert cardgen(*words, typed=typed).exit_code == 0
    assert cardgen(*ship(made)).exit_code == 0


def test_one_run_serves_two_halls_and_no_card_both(cardgen: Command, made: Works) -> None:
    first = ("--cards", "000123:1-50", "--cards", "000124:501-600")
    assert cardgen(*ship(made, *first)).exit_code == 0
    mary = ("--to", "st-mary", "--hall-name", "St. Mary's", "--out", made.folder / "MARY")
    overlap = ("--cards", "000123:26-75")
    said = cardgen(*ship(made, *mary, *overlap))
    assert said.exit_code == 4
    assert "Cards 1 to 50 of set 000123 were shipped to st-brendan" in said.err
    rest = ("--cards", "000123:51-100", "--cards", "000124:601-700")
    assert cardgen(*ship(made, *mary, *rest)).exit_code == 0
    for folder, hall, ranges in (
        (made.delivery, "st-brendan", [(1, 50), (501, 600)]),
        (made.folder / "MARY", "st-mary", [(51, 100), (601, 700)]),
    ):
        delivery = checked_delivery(folder, None)
        assert delivery.manifest.hall == hall
        assert [(int(s.first), int(s.last)) for s in delivery.manifest.series] == ranges
    again = ship(made, *first, "--out", made.folder / "AGAIN")
    assert cardgen(*again).exit_code == 0
    assert (made.folder / "AGAIN" / "manifest.json").read_bytes() == (
        made.delivery / "manifest.json"
    ).read_bytes()


@pytest.mark.parametrize(
    ("more", "exit_code", "expected"),
    [
        (["--to", "st-mary"], 4, "or name st-mary's cards"),
        (["--cards", "000123:1-30"], 4, "no whole packs of 25"),
        (["--cards", "000123:2-25"], 4, "no whole packs of 25"),
        (["--cards", "000123:1-125"], 1, "125"),
        (["--cards", "000999:1-25"], 1, "one of 000123, 000124"),
        (["--cards", "1-25"], 2, "SET:FIRST-LAST"),
        (["--cards", "000123:1-25", "--cards", "000123:26-50"], 2, "twice"),
    ],
)
def test_a_senseless_part_is_not_shipped(
    cardgen: Command, made: Works, more: list[str], exit_code: int, expected: str
) -> None:
    said = cardgen(*ship(made, *more))
    assert (said.exit_code, expected in said.err) == (exit_code, True), said.err
    assert not made.delivery.exists()


def test_a_note_whose_answer_is_lost_says_that_it_was_written(made: Works) -> None:
    """A counter was noted twice on a signed certificate: the first time had "failed"."""
    words = [str(word) for word in note(made, "counter", *RED_PRESS, "--start", 100, "--end", 230)]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-c", "from cardgen.cli.main import main; main()", *words],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stderr.count("\n")) == (0, 1)
    assert done.stderr.startswith("cardgen: It was written; its answer could not be printed: No")
    with sqlite3.connect(made.plant / "journal.sqlite") as database:
        assert database.execute("SELECT count(*) FROM counter").fetchone() == (1,)


def test_the_certificate_carries_counters_and_the_light_test(cardgen: Command, made: Works) -> None:
    counter = (*RED_PRESS, "--start", 100, "--end", 230)
    assert cardgen(*note(made, "counter", *counter)).exit_code == 0
    light = note(made, "light", "--lamp", "LED 3,000 lm", *BY)
    scans = [codes(made, number).linear for number in (3, 7, 20, 55, 90)]
    assert cardgen(*light, typed="\n".join([*scans, "", ""])).exit_code == 0
    assert cardgen(*light, typed="").exit_code == 2
    said = cardgen(*light, typed="\n".join([*scans[:4], scans[0], ""]))
    assert (said.exit_code, "a light test takes 5 cards" in said.err) == (2, True)
    sheet = note(made, "sheet", "--lift", 1, "--place", "first")
    card = codes(made, 1)
    assert cardgen(*sheet, typed=f"{card.outside}\n{card.inside}").exit_code == 0
    assert cardgen(*sheet, typed=f"{card.outside}\n{card.inside}").exit_code == 0
    assert cardgen(*ship(made)).exit_code == 0
    finishing = certificate(made.delivery)["finishing"]
    assert isinstance(finishing, dict)
    assert finishing["counters"] == [{"press": "Press 1", "start": 100, "end": 230}]
    assert finishing["light_tests"] == [
        {"at": AT, "by": ["Ann", "Bob"], "lamp": "LED 3,000 lm", "samples": [3, 7, 20, 55, 90]}
    ]
    assert (finishing["sheets_checked"], finishing["packs_checked"]) == (1, 0)
    assert certificate(made.delivery)["stock"] == {
        "grammage": 170,
        "opacity_tenths": 995,
        "board": "black-core",
        "grain": "along",
    }
    assert cardgen("check", made.delivery).exit_code == 0


def test_a_purge_deletes_what_was_made_and_lists_the_queue(cardgen: Command, made: Works) -> None:
    words = ["purge", "--yes", made.run, "--plant", made.plant, *BY, "--json"]
    facts = json.loads(cardgen(*words).out)
    assert facts["queue"] == [
        "000123_lot1_0000001-0000104.pdf",
        "000124_lot1_0000501-0000708.pdf",
    ]
    assert facts["deleted"] == facts["queue"]
    assert not list((made.run / "press").glob("*_lot*.pdf"))
    assert json.loads(cardgen(*words).out)["deleted"] == []
    assert cardgen(*ship(made)).exit_code == 0
    again = cardgen(*made.make_words(made.folder / "AGAIN"))
    assert (again.exit_code, "a set is printed once" in again.err) == (4, True)


def test_a_purge_destroys_all_it_finds_and_reports_what_was_missing_or_changed(
    cardgen: Command, made: Works
) -> None:
    """A press file that is gone, or is another now, must not keep the rest on the disk."""
    press = made.run / "press"
    changed, missing = (next(press.glob(f"{serial}_lot*")) for serial in ("000123", "000124"))
    shutil.copyfile(changed, press / "copy of red.pdf")
    (press / f".{changed.name}.unfinished").write_bytes(b"%PDF half a page")
    changed.write_bytes(changed.read_bytes() + b"\n")
    missing.rename(made.folder / "taken away.pdf")
    words = ["purge", "--yes", made.run, "--plant", made.plant, *BY, "--json"]
    said = cardgen(*words)
    facts = json.loads(said.out)
    assert said.exit_code == 3
    assert (facts["missing"], facts["changed"]) == ([missing.name], [changed.name])
    assert facts["foreign"] == [f"press/.{changed.name}.unfinished", "press/copy of red.pdf"]
    assert {path.name for path in press.iterdir()} == {
        *(
            f"{paper}-{serial}.pdf"
            for paper in ("makeready", "proof", "template")
            for serial in SETS
        ),
        *(f"specimen-{serial}.png" for serial in SETS),
        "manifest.csv",
        "ticket.pdf",
        "SHA256SUMS",
    }
    told = cardgen(*words[:-1])
    assert (told.exit_code, f"Missing: {missing.name}. Find it" in told.out) == (3, True)
    said = cardgen(*ship(made))
    assert (said.exit_code, "the purge found it changed" in said.err) == (3, True)


def test_a_purge_does_not_write_into_what_a_link_names(cardgen: Command, made: Works) -> None:
    precious = made.folder / "precious.pdf"
    precious.write_bytes(b"%PDF precious")
    (made.run / "press" / "link.pdf").symlink_to(precious)
    assert cardgen("purge", "--yes", made.run, "--plant", made.plant, *BY).exit_code == 0
    assert precious.read_bytes() == b"%PDF precious"
    assert not (made.run / "press" / "link.pdf").is_symlink()


def test_what_cannot_be_undone_is_done_only_when_it_is_meant(cardgen: Command, made: Works) -> None:
    """Without a terminal nobody can type the run id, so --yes is asked for."""
    for words in (["purge"], ["custody", "remove"]):
        said = cardgen(*words, made.run, "--plant", made.plant, *BY)
        assert (said.exit_code, "cannot be undone" in said.err) == (2, True)
    assert (made.run / "press" / "manifest.csv").is_file()
