"""A practice evening, from the command to a paid winner, with the cards that are printed for it."""

import re
from pathlib import Path

import pypdfium2  # type: ignore[import-untyped]
import pytest
import zxingcpp

import inventory.cli
from inventory.cli.context import moment_now
from inventory.desk.hall import Hall
from inventory.desk.papers.reporting import read_audit
from inventory.web.caller import Caller, Calling
from inventory.web.station import Act, Said, Station, Tone
from tests.inventory.test_old_ledgers import Command

WINNER, LAST_BALL = 7, 70
BLUE_FROM = 2 * 42  # pages: 42 red cards of two pages each, then the blue ones


def codes_on(folder: Path, page: int) -> list[str]:
    """The QR codes of a page of the printed cards."""
    with pypdfium2.PdfDocument(folder / "cards.pdf") as document:
        picture = document[page].render(scale=300 / 72).to_pil()
    found = zxingcpp.read_barcodes(picture, formats=zxingcpp.barcode_formats_from_str("QRCode"))
    return [one.text for one in found]


def red(folder: Path, number: int) -> str:
    return next(one for one in codes_on(folder, 2 * number - 2) if one.startswith("SC1"))


def inside(folder: Path, number: int) -> str:
    return next(one for one in codes_on(folder, 2 * number - 1) if one.startswith("SD1"))


def blue(folder: Path, number: int) -> str:
    pages = codes_on(folder, BLUE_FROM + 2 * number - 2)
    return next(one for one in pages if one.startswith("SC1"))


class Night:
    """Ann at the till's page and Cal at the caller's."""

    def __init__(self, hall: Hall) -> None:
        self.till = Station(hall, "1", "Ann", moment_now, "Bob")
        self.caller = Caller(hall, "Cal", moment_now, "Bob")
        self.acts = 0

    @property
    def number(self) -> str:
        self.acts += 1
        return f"{self.acts:08d}"

    def key(self, line: str) -> Said:
        return self.done(self.till.take(Act(self.number, line=line)))

    def count(self, count: int) -> Said:
        return self.done(self.till.take(Act(self.number, count=count)))

    def scan(self, text: str) -> Said:
        return self.done(self.till.take(Act(self.number, bursts=(text,))))

    def call(self, act: Calling, value: int = 0) -> Said:
        return self.done(self.caller.take(self.number, act, value))

    @staticmethod
    def done(said: Said) -> Said:
        assert said.tone is not Tone.REFUSED, said.lines
        return said


def test_ten_minutes_from_the_command_to_a_paid_winner(tmp_path: Path, command: Command) -> None:
    folder = tmp_path / "practice"
    code, out, _ = command(inventory.cli.main, "practice", folder, "--no-serve")
    assert code == 0
    assert f"press {LAST_BALL}" in out
    hall = Hall.open(folder / "hall")
    night = Night(hall)
    night.count(10)
    night.scan(red(folder, 10))
    assert night.key("").tone is Tone.SOLD
    night.key("T")
    night.scan(red(folder, 1))
    night.scan(blue(folder, 2))
    assert night.key("").tone is Tone.SOLD
    night.key("P")
    night.call(Calling.CLOSE)
    night.call(Calling.START)
    night.call(Calling.BALL, LAST_BALL)
    night.key("H")
    night.key("R table 4")
    assert night.scan(inside(folder, WINNER)).faces
    night.key("F Dee")
    night.key("W Bob")
    assert night.key("B Cal").tone is Tone.VALID
    closed = "\n".join(night.key("C").lines)
    (letters,) = re.findall(r"SLIP claims: ([0-9A-Z]{10})", closed)
    assert read_audit(hall, "") == ()
    hall.close()
    card = ("pay", red(folder, WINNER), "--to", "Mary K.", "--from", "check", "--slip", letters)
    who = ("--hall", folder / "hall", "--by", "Ann", "--second", "Bob")
    code, out, err = command(inventory.cli.main, *card, *who)
    assert (code, err) == (0, "")
    assert "$100.00" in out


def test_it_goes_on_where_it_was(tmp_path: Path, command: Command) -> None:
    folder = tmp_path / "practice"
    first = command(inventory.cli.main, "practice", folder, "--no-serve")[1]
    again = command(inventory.cli.main, "practice", folder, "--no-serve")[1]
    assert "$ inventory init" in first
    assert "$ inventory init" not in again


def test_an_act_of_the_caller_is_done_once(tmp_path: Path, command: Command) -> None:
    folder = tmp_path / "practice"
    command(inventory.cli.main, "practice", folder, "--no-serve")
    hall = Hall.open(folder / "hall")
    night = Night(hall)
    first = night.caller.take("00000001", Calling.CLOSE, 0)
    with hall.reading() as reader:
        size = reader.tree.size
    assert night.caller.take("00000001", Calling.CLOSE, 0) == first
    with hall.reading() as reader:
        assert reader.tree.size == size
    hall.close()


@pytest.mark.parametrize(("act", "value"), [(Calling.BALL, 76), (Calling.COMPLETE, 0)])
def test_what_cannot_be_now_is_refused(
    tmp_path: Path, command: Command, act: Calling, value: int
) -> None:
    folder = tmp_path / "practice"
    command(inventory.cli.main, "practice", folder, "--no-serve")
    hall = Hall.open(folder / "hall")
    assert Night(hall).caller.take("00000001", act, value).tone is Tone.REFUSED
    hall.close()
