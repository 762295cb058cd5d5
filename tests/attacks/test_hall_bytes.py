"""Every byte that a hall keeps or says, searched for what only the plant may know.

sealing.md section 8: faces, set indexes, salts and codes. A whole evening is played by commands;
then the folder with its ledger and kept delivery, and every word of every command, is searched for
the secrets of all cards, those excepted that a code has opened. The search is the plant's
(`tests/house/test_secrecy.py`): raw, hex in both cases, and the texts that are printed.
"""

import json
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from cardgen.card_id import CardId
from cardgen.face import NUMBERS_PER_FACE
from cardgen.proof.bundle import read_bundle
from cardgen.secret.dealing import deal
from cardgen.secret.printing import printed
from inventory.cli import main
from samples.evening import Evening, OpenedCard, play, red
from tests.house.test_secrecy import Found, search
from tests.inventory.delivery_builder import (
    BLUE,
    PLANT,
    RED,
    Asked,
    Built,
    build_delivery,
    secrets_of,
)

CODES, FACES = "codes", "faces"
Secrets = dict[str, list[bytes]]


@dataclass(frozen=True)
class Kept:
    """A hall after its evening: its folder, and all that its commands said, by command."""

    built: Built
    hall: Path
    said: dict[str, str]
    opened: frozenset[str]


class Commands:
    """`inventory` in this process: what each command said, and the cards that were opened."""

    def __init__(self, built: Built, patch: pytest.MonkeyPatch) -> None:
        self.cards = {card.card_id: card for card in built.cards.values()}
        self.patch = patch
        self.said: dict[str, str] = {}
        self.opened: set[str] = set()

    def run(self, words: tuple[str, ...], typed: str) -> tuple[int, dict[str, Any]]:
        """One command; once the round is open somebody enters codes that open nothing."""
        out, err = StringIO(), StringIO()
        for name, stream in (("stdin", StringIO(typed)), ("stdout", out), ("stderr", err)):
            self.patch.setattr(f"sys.{name}", stream)
        with pytest.raises(SystemExit) as done:
            main(words)
        self.said[f"{len(self.said)} {' '.join(words)}"] = out.getvalue() + err.getvalue()
        assert isinstance(done.value.code, int)
        answer = json.loads(out.getvalue()) if "--json" in words else {}
        entries = answer.get("entries", ())
        self.opened.update(one["card"] for one in entries if one.get("faces"))
        if words[0] == "hold":
            self.try_codes(os.environ["INVENTORY_HALL"])
        return done.value.code, answer

    def try_codes(self, hall: str) -> None:
        """Codes of unsold, other and misread cards, in every place where a code may be typed."""
        at = ("--hall", hall, "--by", "Dan", "--second", "Bob")
        inside = {number: self.cards[red(number)].inside for number in range(1, 81)}
        code = {number: self.cards[red(number)].code for number in range(1, 81)}
        misread = inside[2][:-1] + ("0" if inside[2][-1] != "0" else "1")
        for words, typed in (
            ("claim", inside[70]),
            ("claim", misread),
            (f"claim {red(5)} --ask-code", code[72]),
            ("claim --ask-code", f"\n{code[75]}"),
            ("sell -", inside[76]),
            ("exchange -", f"{inside[7]}\n{misread}"),
            ("punched -", inside[7]),
            ("desk", f"{inside[77]}\nT\n{inside[79]}\nX\n{code[78]}\nH\n{code[78]}\nq\n"),
        ):
            self.run((*words.split(), *at), f"{typed}\n")

    def tear_open(self, card_id: str) -> OpenedCard:
        """What a player sees once the card is torn open."""
        card = self.cards[card_id]
        return OpenedCard(card_id, card.inside, card.numbers)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    folder = tmp_path_factory.mktemp("evening")
    built = build_delivery(folder / "delivery", Asked(reds=80, blues=40))
    hall = folder / "hall"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("INVENTORY_HALL", str(hall))
        commands = Commands(built, patch)
        tell: list[str] = []
        evening = (commands.run, commands.tear_open, built.folder, built.fingerprint, hall)
        play(Evening(*evening, tell.append))
        for words in ("report", "audit", f"prove {red(1)}", f"prove {red(1)} --json"):
            commands.run((*words.split(), "--hall", str(hall)), "")
    return Kept(built, hall, commands.said, frozenset(commands.opened))


def secrets(kept: Kept) -> dict[str, Secrets]:
    """Codes of every card, and all else of every card that no code has opened."""
    found: dict[str, Secrets] = {
        kind: {"raw": [], "hex": [], "text": []} for kind in (CODES, FACES)
    }
    for serial in (RED, BLUE):
        series = read_bundle(kept.built.folder / f"{serial}.bundle", PLANT.chain.plant_key).series
        batch = deal(secrets_of(1), series, 1, series.count)
        rows = printed(batch)
        for row in range(batch.count):
            card = kept.built.cards[serial, row + 1]
            code = batch.unlock_codes[row].tobytes()
            found[CODES]["raw"].append(code)
            plain = card.code.replace("-", "")
            found[CODES]["text"] += [
                text.encode() for text in (card.code, plain, plain[:16], card.inside)
            ]
            if CardId.parse(card.card_id).printed in kept.opened:
                continue
            index = int(batch.set_indexes[row, 0])
            numbers = rows.row("numbers", row)[:NUMBERS_PER_FACE]
            arrangement = int(batch.arrangements[row, 0]).to_bytes(5, "big")
            number = int(batch.face_numbers[row, 0]).to_bytes(4, "big")
            found[FACES]["raw"] += [
                batch.leaf_salts[row].tobytes(),
                index.to_bytes(8, "big"),
                arrangement + number,
                numbers,
                bytes(sorted(numbers)),
            ]
            for order in (numbers, sorted(numbers)):
                joined = [mark.join(b"%d" % one for one in order) for mark in (b" ", b",", b", ")]
                found[FACES]["text"] += [str(index).encode(), *joined]
    for kinds in found.values():
        kinds["hex"] += [one.hex().encode() for one in kinds["raw"]]
        kinds["hex"] += [one.hex().upper().encode() for one in kinds["raw"]]
    return found


def everything(kept: Kept) -> Iterator[tuple[str, bytes]]:
    """Every file with its name, and every answer, as it is and without its blanks."""
    for path in sorted(kept.hall.rglob("*")):
        if path.is_file():
            yield path.name, path.read_bytes() + str(path).encode()
    for command, text in kept.said.items():
        yield command, text.encode() + b"\n" + "".join(text.split()).encode()


def findings(kept: Kept) -> list[Found]:
    return [
        found
        for kinds in secrets(kept).values()
        for where, content in everything(kept)
        for found in search(kinds, where, content)
    ]


def test_no_byte_of_the_folder_and_no_word_of_a_command_tells_a_sealed_card(kept: Kept) -> None:
    assert {path.name for path in kept.hall.iterdir()} == {
        "ledger.sqlite",
        "hall.key",
        "deliveries",
    }
    assert len(kept.said) > 40
    assert len(kept.opened) == 2
    assert findings(kept) == []


def test_what_a_code_opened_is_where_it_may_be(kept: Kept) -> None:
    """The face of an opened card is in the ledger and in the claim's answer: the search sees it."""
    none_opened = Kept(kept.built, kept.hall, kept.said, frozenset())
    found = findings(none_opened)
    assert {one.what for one in found} == {"hex", "text"}
    where = {one.where for one in found}
    claims = {words for words in kept.said if " claim " in words and words.endswith("--json")}
    assert where == {"ledger.sqlite"} | claims
    assert len(claims) == 3


def test_the_search_finds_what_is_planted(kept: Kept) -> None:
    folder = kept.hall / "deliveries" / "planted"
    folder.mkdir()
    planted = set()
    for kind, forms in secrets(kept).items():
        for form, wanted in forms.items():
            for place in (0, len(wanted) // 2, -1):
                path = folder / f"{kind} {form} {place}"
                path.write_bytes(b"x" + wanted[place] + b"y")
                planted.add(Found(path.name, form))
    found = findings(kept)
    shutil.rmtree(folder)
    assert set(found) == planted
