"""A hall's whole folder in a stranger's hands, in the middle of an evening of 50 drawn balls."""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from cardgen.secret.dealing import DealtBatch, deal
from inventory.commands.claim import Witnesses
from inventory.desk.papers import reporting
from inventory.ledger.proving import CardProof
from inventory.reports.figures.occasion import Report, report_json, report_lines
from inventory.reports.spoken.explanation import lines_of
from tests.attacks.distinguisher import Guess
from tests.inventory.conftest import founded
from tests.inventory.delivery_builder import (
    BLUE,
    RED,
    Asked,
    Built,
    Card,
    build_delivery,
    secrets_of,
)
from tests.inventory.kit import Kit, ok
from tests.inventory.scanned import selling, stock

ASKED = Asked(reds=1_400, blues=600, pack_size=50)
BALLS_DRAWN = 50
SOLD_UNOPENED, IN_STOCK = 700, 1_200  # the two reds that would win if they were opened
CLAIMED = (3, 250, 511)
MISREAD = 17  # claimed with a code that opened nothing
TRADED_IN, VOIDED = tuple(range(40, 60)), 33
LAST_SOLD, BASKET = 1_050, 30
Name = tuple[str, int]


@dataclass(frozen=True)
class Plundered:
    """Everything of the hall as bytes, and beside it what only the plant knew."""

    built: Built
    ledger: Path
    files: dict[str, bytes]
    batches: dict[str, DealtBatch]

    @property
    def unopened(self) -> list[Name]:
        """Every card whose code was never given, sold or not."""
        opened = {(RED, number) for number in CLAIMED}
        return [card for card in self.built.cards if card not in opened]

    def guess(self, card: Name) -> Guess:
        """The right guess of a card."""
        batch, place = self.batches[card[0]], card[1] - 1
        columns = (batch.set_indexes, batch.arrangements, batch.face_numbers)
        set_index, arrangement, number = (int(column[place, 0]) for column in columns)
        return Guess(card[1], ((set_index, arrangement, number),))

    def rows(self) -> dict[Name, bytes]:
        """What the hall's tables and entries say of each card that was ever moved by itself."""
        found: dict[Name, bytes] = {}
        with closing(sqlite3.connect(self.ledger)) as file:
            states = {
                (serial, number): state.encode().ljust(12)[:12]
                for serial, number, state in file.execute("SELECT * FROM cards")
            }
            kept = [
                (serial, json.loads(raw))
                for serial, raw in file.execute(
                    "SELECT json_extract(entry, '$.body.set_serial'), value FROM pack_rows "
                    "JOIN log ON sequence = received"
                )
            ]
            entries = [json.loads(raw) for (raw,) in file.execute("SELECT entry FROM log")]
        named = {card.card_id: name for name, card in self.built.cards.items()}
        sales = {
            named[card_id]: entry["body"]["sale"]
            for entry in entries
            for card_id in (_cards_in(entry["body"]) if "sale" in entry["body"] else ())
        }
        for name, state in states.items():
            found[name] = state + sales.get(name, 0).to_bytes(4, "big")
        for serial, rows in kept:
            for number, *row in rows:
                figures = [one for one in row if isinstance(one, int)]
                found[serial, number] += b"".join(one.to_bytes(4, "big") for one in figures)
        for entry in entries:
            raw = b"".join(bytes.fromhex(entry[name]) for name in ("request", "act"))
            raw += entry["sequence"].to_bytes(4, "big") + entry["at"][11:26].encode()
            for card_id in _cards_in(entry["body"]):
                found[named[card_id]] += raw
        return found


def _cards_in(value: object) -> Iterator[str]:
    """Every card id anywhere in an entry's body."""
    if isinstance(value, str) and value.startswith("ACME-"):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _cards_in(inner)


def plunder(folder: Path) -> Plundered:
    """An evening as far as its claims; then everything is copied, the write-ahead file too."""
    built = build_delivery(folder / "delivery", ASKED)
    kit = founded(folder / "hall", built)
    said = "\n".join(_played(kit))
    batches = {serial: _dealt(kit, built.cards[serial, 1]) for serial in (RED, BLUE)}
    copy = shutil.copytree(kit.hall.folder, folder / "copy")
    kit.hall.close()
    files = {"said": said.encode()}
    for path in sorted(copy.rglob("*")):
        if path.is_file():
            files[path.name] = path.read_bytes() + b"\n" + str(path).encode()
    return Plundered(built, copy / "ledger.sqlite", files, batches)


def balls_of(built: Built) -> tuple[int, ...]:
    """Fifty balls that hold every number of the two winners."""
    winning = {*built.red(SOLD_UNOPENED).numbers, *built.red(IN_STOCK).numbers}
    others = [ball for ball in range(1, 76) if ball not in winning]
    return (*sorted(winning), *others[: BALLS_DRAWN - len(winning)])


def _dealt(kit: Kit, card: Card) -> DealtBatch:
    received = kit.card(card.card_id).series
    assert received is not None
    series = kit.hall.bundle(received).series
    return deal(secrets_of(ASKED.run), series, 1, series.count)


def _played(kit: Kit) -> Iterator[str]:
    """What the hall's commands say on the way: every line, report and proof."""
    red = kit.built.red
    entries = list(ok(kit.receive()))
    entries += ok(stock.issue_all(kit.hall, kit.context(), "1"))
    entries += ok(kit.open(pre_drawn=BALLS_DRAWN, calls_max=BALLS_DRAWN + 6))
    for last in range(BASKET, LAST_SOLD + 1, BASKET):
        entries += ok(selling.sell_counted(kit.hall, kit.context(), BASKET, red(last).outside))
    old = tuple(red(number).inside for number in TRADED_IN)
    last_new = kit.built.blue(2 * len(TRADED_IN)).outside
    entries += ok(selling.give_in_exchange(kit.hall, kit.context(), old, last_new))
    entries += ok(kit.void(VOIDED))
    entries += ok(kit.punch())
    entries += ok(kit.pre_draw(balls_of(kit.built)))
    entries += ok(kit.close())
    entries += ok(kit.hold())
    entries += ok(kit.rack())
    for number in CLAIMED:
        entries += ok(kit.claim(red(number)))
    heard = Witnesses("table 7", "Bob", "Cal")
    entries += ok(kit.claim_by(red(MISREAD).card_id, red(MISREAD + 1).code, heard))
    yield from lines_of(tuple(entries))
    report = reporting.read_report(kit.hall, 0)
    assert isinstance(report, Report)
    yield json.dumps(report_json(report))
    yield from report_lines(report)
    yield repr(reporting.read_audit(kit.hall, ""))
    for number in (SOLD_UNOPENED, CLAIMED[0]):
        proof = reporting.read_proof(kit.hall, red(number).outside)
        assert isinstance(proof, CardProof)
        yield from (one.entry.json.decode() for one in proof.entries)
