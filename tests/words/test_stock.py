"""The stock of an order: what can be named, and who must name it."""

from pathlib import Path

import pytest

from cardgen.errors import BadValueError
from cardgen.order import Order, OrderError
from cardgen.order_form import read_order
from cardgen.stock import Board, Grain, Stock, stock_from, stock_named

STOCK = Stock(170, 995, Board.BLACK_CORE, Grain.ALONG)
TABLE = '[stock]\ngrammage = 170\nopacity = 99.5\nboard = "black-core"\ngrain = "along"\n'
FORM = """
order = "2026-117"
maker = "ACME"
form = "T75"
hall = "st-brendan"
hall_name = "St. Brendan"
jurisdiction = "{jurisdiction}"
{stock}
[[series]]
set_serial = "000123"
series = "R1"
color = "red"
role = "original"
count = 7
price_cents = 100
"""


def order_with(folder: Path, jurisdiction: str, stock: str) -> Order:
    path = folder / "order.toml"
    path.write_text(FORM.format(jurisdiction=jurisdiction, stock=stock))
    return read_order(path, lambda _: 1)


def test_a_stock_is_read_and_kept(tmp_path: Path) -> None:
    assert order_with(tmp_path, "us-ny", TABLE).stock == STOCK
    assert stock_from(STOCK.fields) == STOCK
    assert STOCK.fields["opacity_tenths"] == 995, "records hold whole numbers"


@pytest.mark.parametrize(
    ("jurisdiction", "rule"),
    [
        ("us-nj", "N.J.A.C. 13:47-7.55"),
        ("us-ny", "9 NYCRR 4820.51(f)"),
        ("us-wa", "WAC 230-16-140"),
    ],
)
def test_where_a_rule_wants_a_sealed_card_it_is_named(
    tmp_path: Path, jurisdiction: str, rule: str
) -> None:
    with pytest.raises(OrderError) as refused:
        order_with(tmp_path, jurisdiction, "")
    assert rule in str(refused.value)
    assert "[stock] is missing" in str(refused.value)


def test_elsewhere_it_may_be_left_out(tmp_path: Path) -> None:
    assert order_with(tmp_path, "house", "").stock is None


@pytest.mark.parametrize(
    ("was", "written", "told"),
    [
        ("170", "59", "60 to 400 g/m2"),
        ("170", "401", "60 to 400 g/m2"),
        ("99.5", "69.9", "70 to 100 percent"),
        ("99.5", "100.1", "70 to 100 percent"),
        ("99.5", "99.55", "one decimal at most"),
        ("99.5", "nan", "one decimal at most"),
        ("99.5", "inf", "one decimal at most"),
        ('"black-core"', '"cardboard"', "plain or black-core or foil"),
        ('"along"', '"sideways"', "along or across"),
        ("170", '"heavy"', "a whole number"),
    ],
)
def test_a_stock_that_there_is_not_is_refused_by_name(
    tmp_path: Path, was: str, written: str, told: str
) -> None:
    with pytest.raises(OrderError) as refused:
        order_with(tmp_path, "us-ny", TABLE.replace(was, written))
    assert told in str(refused.value)
    assert "stock" in str(refused.value)


def test_a_whole_percentage_is_one_too() -> None:
    assert stock_named(170, 98, "plain", "across").opacity == 980


def test_a_record_with_other_than_whole_numbers_is_refused() -> None:
    with pytest.raises(BadValueError):
        stock_from(STOCK.fields | {"grammage": True})
