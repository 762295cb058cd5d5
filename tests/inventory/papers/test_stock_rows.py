"""The perpetual inventory is what the states of all cards say, and every row explains the next."""

from dataclasses import replace
from pathlib import Path

import pytest

from inventory.desk.hall import Hall
from inventory.entries.states import CardState, Move
from inventory.entries.stock import Received, SentBack, Stolen, Withdrawn
from inventory.errors import LedgerError
from inventory.ledger.reading import Reader
from inventory.reports.figures.books import Books
from inventory.reports.figures.stock import StockRow, stock_rows
from tests.inventory.delivery_builder import BLUE, RED, Asked, build_delivery
from tests.inventory.kit import Kit, ok
from tests.inventory.papers.conftest import JOSE
from tests.inventory.scanned import stock


def rows_of(kit: Kit) -> tuple[StockRow, ...]:
    with kit.hall.ledger.transaction() as connection:
        return stock_rows(Reader(connection).entries())


def test_every_movement_of_the_evening_is_there(books: Books) -> None:
    """conftest.py: red 40 in, 9 sold, 2 voided, 1 missing; blue 60 in, 6 sold, a pack missing."""
    told = [
        (row.received.set_serial, row.until, row.count(Move.RECEIVE), row.count(Move.ISSUE),
         row.returned, row.sold, row.missing, row.voided, row.count(Move.DESTROY), row.balance)
        for row in books.stock
    ]  # fmt: skip
    assert told == [
        (RED, "2026-11-30, Monday", 40, 40, 28, 9, 1, 2, 0, 28),
        (BLUE, "2026-11-30, Monday", 60, 40, 34, 6, 20, 0, 0, 34),
        (RED, "since then", 0, 0, 0, 0, 0, 0, 5, 28),
        (BLUE, "since then", 0, 0, 0, 0, -20, 0, 0, 54),
    ]


def test_who_entered_it_stands_beside_it(books: Books) -> None:
    assert books.stock[0].entered_by == ("Ann", "Bob", JOSE)
    assert books.stock[2].entered_by == ("Ann", "Witness W.")


def test_every_balance_is_the_one_before_and_the_change(books: Books) -> None:
    before: dict[str, int] = {}
    for row in books.stock:
        serial = row.received.set_serial
        assert row.balance == before.get(serial, 0) + row.change
        before[serial] = row.balance


def test_the_last_balance_is_what_the_tables_hold(night_folder: Path, books: Books) -> None:
    hall = Hall.open(night_folder)
    with hall.ledger.transaction() as connection:
        counts = Reader(connection).state_counts()
    hall.close()
    for row in books.stock[-2:]:
        serial = row.received.set_serial
        assert row.in_stock == counts.get((serial, CardState.RECEIVED), 0)
        assert row.at_tills == counts.get((serial, CardState.ISSUED), 0) == 0


def test_ways_out_of_stock_are_counted_while_the_evening_is_open(kit: Kit) -> None:
    """40 red at the till: 3 sold, one of them undone; a pack of 20 withdrawn, a card stolen."""
    ok(kit.sell(1, 2))
    ok(kit.sell(3))
    ok(kit.undo())
    ok(stock.take_out(kit.hall, kit.context(), Withdrawn, ("000123:21-40",), "wet"))
    ok(stock.take_out(kit.hall, kit.context(), Stolen, (kit.built.red(20).outside,), "gone"))
    ok(stock.take_out(kit.hall, kit.context(), SentBack, ("000124:41-60",), "not wanted"))
    red, blue = rows_of(kit)
    assert red.until == "2026-11-30, Monday, so far"
    assert (red.sold, red.voided, red.count(Move.STEAL), red.at_tills) == (2, 20, 1, 17)
    assert (blue.count(Move.SEND_BACK), blue.at_tills) == (20, 40)
    assert red.balance == red.change == 17


def test_skips_of_the_maker_are_never_received(empty: Kit, tmp_path: Path) -> None:
    asked = Asked(reds=300, skips=(7, 8, 30))
    kit = Kit(empty.hall, build_delivery(tmp_path / "skipped", asked))
    ok(kit.receive())
    red, _ = rows_of(kit)
    assert (red.count(Move.RECEIVE), red.in_stock, red.until) == (297, 297, "since then")


def test_a_set_that_comes_in_two_deliveries_is_one_set(empty: Kit) -> None:
    """40 cards, then 20 more without one that was destroyed: 59."""
    ok(empty.receive())
    with empty.hall.ledger.transaction() as connection:
        entries = [one for one in Reader(connection).entries() if one.kind_name == "Received"]
    first = entries[0].kind
    assert isinstance(first, Received)
    more = replace(first, first=41, last=60, packs=((41, 60),), skips=(45,))
    red, _ = stock_rows([*entries, replace(entries[0], kind=more)])
    assert (red.received.set_serial, red.count(Move.RECEIVE), red.in_stock) == (RED, 59, 59)


def test_a_ledger_whose_cards_move_wrongly_is_no_inventory(kit: Kit) -> None:
    ok(kit.sell(1))
    with kit.hall.ledger.transaction() as connection:
        entries = list(Reader(connection).entries())
    sold = next(one for one in entries if one.kind_name == "Sold")
    with pytest.raises(LedgerError, match="no card can make"):
        stock_rows([*entries, sold])
    received = [one for one in entries if one.kind_name == "Received"]
    with pytest.raises(LedgerError, match="lies in no pack"):
        stock_rows([received[1], sold])
    issued = next(one for one in entries if one.kind_name == "Issued")
    with pytest.raises(LedgerError, match="never received"):
        stock_rows([received[1], issued])
    with pytest.raises(LedgerError, match="no pack can make"):
        stock_rows([*entries, issued])
