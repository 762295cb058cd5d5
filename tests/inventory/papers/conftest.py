"""One evening with everything in it, and its papers: what they say is reckoned here by hand.

Cards cost a dollar; a player who trades in pays again. Ann, till 1: sells red 1 to 6, sells and
undoes red 7, exchanges red 1 and 2 for blue 1 to 4, voids red 3. José, till 2: sells red 21 to 23,
exchanges red 21 for blue 21 and 22, misses red 24, sells red 25, replaces the torn red 22 by
red 26. Red 5 wins. Receipts: Ann 5 originals and 2 exchanges, José 4 originals and 1 exchange,
12 dollars.
"""

import json
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from inventory.clock import Moment
from inventory.commands.closing import CashUp, CountBox, Destroy, FileReport
from inventory.desk.execute import execute
from inventory.desk.hall import Hall
from inventory.desk.papers.papers import read_books
from inventory.entries.closing import Taking
from inventory.entries.entry import Context
from inventory.entries.stock import Found, Missing
from inventory.reports.figures.books import Books
from tests.inventory.delivery_builder import Built, build_delivery
from tests.inventory.kit import START, Kit, answers, ok
from tests.inventory.scanned import selling, stock

JOSE = "José <b>"  # a name that is no markup
WINNER = '=HYPERLINK("http://x","Mary")'  # a name that is no formula
TODAY = date(2026, 12, 2)
ANN_ORIGINALS, ANN_TRADE_INS, JOSE_ORIGINALS, JOSE_TRADE_INS = 500, 200, 400, 100
RECEIPTS = ANN_ORIGINALS + ANN_TRADE_INS + JOSE_ORIGINALS + JOSE_TRADE_INS
ADMISSION, PULL_TABS, PRIZE, SHORT = 12000, 800, 10000, 150


@pytest.fixture(scope="session")
def night_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A hall after its first evening, filed and destroyed, in the middle of its second."""
    base = tmp_path_factory.mktemp("night")
    built = build_delivery(base / "delivery")
    context = Context("e" * 32, "1", "Ann", "", Moment(START, 0, "boot-1"))
    kit = Kit(Hall.found(base / "hall", answers(), context, "0011aabb"), built)
    _first_evening(kit, built)
    kit.hall.close()
    return base / "hall"


@pytest.fixture(scope="session")
def books(night_folder: Path) -> Books:
    """The books of the first evening."""
    hall = Hall.open(night_folder)
    found = read_books(hall, 0, TODAY, utc)
    hall.close()
    assert isinstance(found, Books)
    return found


@pytest.fixture(scope="session")
def bodies(books: Books) -> list[tuple[str, dict[str, Any]]]:
    """The evening's raw entries: their kind and body, as they stand in the ledger."""
    raw = [json.loads(entry.json) for entry in books.entries]
    return [(one["kind"], one["body"]) for one in raw]


def utc(moment: datetime) -> datetime:
    return moment.astimezone(UTC)


def _first_evening(kit: Kit, built: Built) -> None:
    ok(kit.receive())
    ok(stock.issue(kit.hall, kit.context(), ("000123:1-20", "000124:1-20"), "1"))
    ok(stock.issue(kit.hall, kit.context(), ("000123:21-40", "000124:21-40"), "2"))
    short = ("000124:41-60",)
    ok(stock.take_out(kit.hall, kit.context(), Missing, short, "not in the carton"))
    ok(kit.open())
    _sell(kit, built)
    _play(kit, built)
    _close(kit, built)
    ok(kit.run(FileReport(0, "BC-7", "clerk 4711", "2026-12-01")))
    ok(stock.take_out(kit.hall, kit.context(), Found, short, "in the van"))
    ok(kit.run(Destroy(0), second="Witness W."))


def _jose(kit: Kit) -> Context:
    return kit.context(by=JOSE, second="Bob", till="2")


def _sell(kit: Kit, built: Built) -> None:
    red, blue, hall = built.red, built.blue, kit.hall
    ok(kit.sell(1, 2, 3, 4, 5, 6))
    ok(kit.sell(7))
    ok(kit.undo())
    ok(selling.sell(hall, _jose(kit), tuple(red(n).outside for n in (21, 22, 23))))
    ok(kit.exchange((1, 2), 4))
    ok(kit.void(3))
    ok(selling.give_in_exchange(hall, _jose(kit), (red(21).outside,), blue(22).outside))
    ok(selling.miss(hall, _jose(kit), (red(24).outside,), "not there"))
    ok(selling.sell(hall, _jose(kit), (red(25).outside,)))
    ok(selling.replace_defect(hall, _jose(kit), red(22).outside, red(26).outside, "torn"))
    ok(kit.punch())
    ok(selling.punched(hall, _jose(kit), ()))


def _play(kit: Kit, built: Built) -> None:
    card = built.red(5)
    kit.game_with(card)
    kit.win(card)
    ok(kit.pay_by(card.outside, WINNER, "check"))


def _close(kit: Kit, built: Built) -> None:
    red, blue, hall = built.red, built.blue, kit.hall
    ok(stock.put_back_open(hall, kit.context(), red(7).outside, red(20).outside, 14))
    ok(stock.put_back_open(hall, _jose(kit), red(27).outside, red(40).outside, 14))
    ok(stock.put_back_open(hall, kit.context(), blue(5).outside, blue(20).outside, 16))
    ok(stock.put_back_open(hall, _jose(kit), blue(23).outside, blue(40).outside, 18))
    others = (Taking("admission", ADMISSION), Taking("pull-tabs", PULL_TABS))
    jose = JOSE_ORIGINALS + JOSE_TRADE_INS
    ok(execute(hall, _jose(kit), CountBox(jose, ())))
    expected = 5000 + RECEIPTS - jose + ADMISSION + PULL_TABS
    ok(kit.run(CashUp(expected - SHORT, others, 5, "E12")))
