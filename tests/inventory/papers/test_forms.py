"""Any paper in any form: zeros stay, texts are no formulas and no markup, everybody can read it."""

import re
from datetime import UTC, datetime
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inventory.paper import (
    Column,
    Heading,
    Line,
    Measure,
    Paper,
    Plot,
    Spoken,
    Table,
    Words,
)
from inventory.reports.forms.axes import axis_of, framed
from inventory.reports.forms.render_csv import csv_of
from inventory.reports.forms.render_page import page_of
from inventory.reports.forms.render_pdf import pdf_of
from inventory.reports.forms.render_text import text_of
from inventory.reports.forms.render_xlsx import xlsx_of
from tests.inventory.papers.reading import Page, csv_rows, pdf_text, xlsx_sheets

MADE_AT = datetime(2026, 11, 30, 22, 0, tzinfo=UTC)
NUMBER = "0000123"
EVIL = ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1")
COLUMNS = (Column("Card"), Column("Count", Measure.COUNT), Column("Due", Measure.CENTS))


def paper(*rows: tuple[str, int, int], name: str = "Cards") -> Paper:
    plot = Plot("Sales", "minutes", "cards", (
        Line("R1 red", ((0, 0), (60, 120))), Line("won", ((48, 1),), is_dots=True)))  # fmt: skip
    blocks = (
        Heading("Part"),
        Words("Words & <i>more</i>."),
        Spoken("The caller", "Any other bingos?", "15.4.7.11 NMAC"),
        Table(name, COLUMNS, rows, ("Total", 3, -5)),
        plot,
    )
    return Paper(
        "cards", "Cards & <b>more</b>", "Not the form", (("Hall", "St. <Brendan>"),), blocks
    )


# -- numbers of cards ----------------------------------------------------------------------------


def test_a_card_number_is_the_same_text_in_every_form() -> None:
    """Case 29: 0000123 is no number anywhere."""
    one = paper((NUMBER, 7, 1250))
    assert csv_rows(csv_of(one)["cards-01-cards.csv"])[1] == [NUMBER, "7", "12.50"]
    assert Page(page_of(one)).tables["Cards"][1] == [NUMBER, "7", "$12.50"]
    (cell, count, due) = xlsx_sheets(xlsx_of(one, MADE_AT))["Cards"][1]
    assert (cell.text, cell.is_text, cell.number_format) == (NUMBER, True, "@")
    assert (count.text, count.is_text) == ("7", False)
    assert (due.text, due.is_text) == ("12.5", False)
    assert re.search(rf"^\s*{NUMBER}\s+7\s+\$12\.50$", pdf_text(pdf_of(one, MADE_AT)), re.MULTILINE)
    assert any(line.startswith(NUMBER) for line in text_of(one))


def test_money_is_a_plain_decimal_in_csv_and_negative_cents_keep_their_sign() -> None:
    rows = csv_rows(csv_of(paper((NUMBER, 1, 123456), (NUMBER, 2, -7)))["cards-01-cards.csv"])
    assert [row[2] for row in rows] == ["Due", "1234.56", "-0.07", "-0.05"]


# -- what people typed ---------------------------------------------------------------------------


@pytest.mark.parametrize("evil", EVIL)
def test_a_text_is_never_a_formula(evil: str) -> None:
    one = paper((evil, 1, 1))
    assert csv_rows(csv_of(one)["cards-01-cards.csv"])[1][0] == f"'{evil}"
    cell = xlsx_sheets(xlsx_of(one, MADE_AT))["Cards"][1][0]  # the reader allows no formula
    read = cell.text.replace("_x000D_", "\r")  # how ECMA-376 writes a carriage return
    assert (read, cell.is_text) == (evil, True)


def test_csv_quotes_what_rfc_4180_quotes() -> None:
    text = csv_of(paper(('a "b", c', 1, 1)))["cards-01-cards.csv"]
    assert text.split("\r\n")[1] == '"a ""b"", c",1,0.01'


def test_a_text_is_never_markup() -> None:
    evil = "<script>alert(1)</script>\"'&"
    page = page_of(paper((evil, 1, 1)))
    read = Page(page)
    assert read.tables["Cards"][1][0] == evil
    assert {tag for tag, _ in read.tags}.isdisjoint({"script", "b", "i", "brendan", "link", "img"})
    assert not any(name.startswith("on") for _, attributes in read.tags for name in attributes)
    assert "Words & <i>more</i>." in read.text


@given(st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=40))
def test_whatever_people_typed_comes_back_from_every_form(text: str) -> None:
    """Any text that a ledger can hold: no form fails on it, and only paper replaces letters."""
    one = paper((text, 1, 1))
    (told,) = (row[0] for row in csv_rows(csv_of(one)["cards-01-cards.csv"])[1:2])
    assert told.removeprefix("'") == text.removeprefix("'")
    assert Page(page_of(one)).tables["Cards"][1][0] == text
    assert pdf_of(one, MADE_AT).startswith(b"%PDF-")
    assert text_of(one)


@given(st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=40))
def test_whatever_people_typed_comes_back_from_a_workbook(text: str) -> None:
    cell = xlsx_sheets(xlsx_of(paper((text, 1, 1)), MADE_AT))["Cards"][1][0]
    assert cell.text == text


# -- the page ------------------------------------------------------------------------------------


def test_a_page_stands_alone_and_runs_nothing() -> None:
    page = page_of(paper((NUMBER, 1, 1)))
    read = Page(page)
    assert not re.search(r"(src|href)=|url\(|@import|http:", page)
    policy = next(attributes for tag, attributes in read.tags if "http-equiv" in attributes
                  and tag == "meta")  # fmt: skip
    assert policy["content"] == "default-src 'none'; style-src 'unsafe-inline'"


def test_a_page_can_be_heard() -> None:
    """Language, one heading of the first rank, heads with a scope, pictures with a name."""
    read = Page(page_of(paper((NUMBER, 1, 1), (NUMBER, 2, 1))))
    found: dict[str, list[dict[str, str | None]]] = {}
    for tag, attributes in read.tags:
        found.setdefault(tag, []).append(attributes)
    assert found["html"] == [{"lang": "en"}]
    assert len(found["h1"]) == len(found["main"]) == len(found["title"]) == 1
    assert [one.get("scope") for one in found["th"]] == ["col"] * 3 + ["row"] * 3
    assert len(found["caption"]) == len(found["table"]) == len(found["thead"]) == 1
    ids = [one["id"] for _, one in read.tags if "id" in one]
    assert len(ids) == len(set(ids))
    (picture,) = found["svg"]
    assert picture["role"] == "img"
    assert {picture["aria-labelledby"], picture["aria-describedby"]} <= set(ids)
    assert "R1 red: from 0 at 0 to 120 at 60" in read.text


def test_a_page_prints_its_heads_on_every_sheet() -> None:
    page = page_of(paper((NUMBER, 1, 1)))
    assert "@media print" in page
    assert "table-header-group" in page


# -- the workbook --------------------------------------------------------------------------------


def test_sheets_have_names_that_a_spreadsheet_takes() -> None:
    """At most 31 characters, none of []:*?/\\, no two alike in any case."""
    named = "Set [000123]: a very long name * of / a ? table"
    tables = tuple(Table(name, COLUMNS, ()) for name in (named, named.upper(), named, ""))
    names = list(xlsx_sheets(xlsx_of(Paper("p", "P", "", (), tables), MADE_AT)))
    assert len({name.lower() for name in names}) == 5
    assert all(0 < len(name) <= 31 and not set(name) & set("[]:*?/\\") for name in names)


def test_a_text_too_long_for_a_cell_is_cut_aloud_and_never_left_out() -> None:
    """A cell holds 32,767 characters."""
    whole = " ".join(f"{place:07d}" for place in range(4095))  # 8 each, less the last blank
    one = paper((whole, 1, 1), (f"{whole} 0004095 0004096", 1, 1))
    fits, cut = (row[0].text for row in xlsx_sheets(xlsx_of(one, MADE_AT))["Cards"][1:3])
    assert fits == whole
    assert len(cut) <= 32_767
    assert cut.endswith(" [cut here: a cell holds no more; see the other forms]")
    assert cut.startswith("0000000 0000001 ")


def test_a_workbook_is_the_same_bytes_each_time() -> None:
    assert xlsx_of(paper((NUMBER, 1, 1)), MADE_AT) == xlsx_of(paper((NUMBER, 1, 1)), MADE_AT)


# -- plots ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "low", "high", "texts"),
    [
        ([0, 120], 0, 120, ["0", "20", "40", "60", "80", "100", "120"]),
        ([0.0, 0.43], 0, 0.5, ["0", "0.1", "0.2", "0.3", "0.4", "0.5"]),
        ([45, 61], 44, 62, ["44", "46", "48", "50", "52", "54", "56", "58", "60", "62"]),
        ([5], 5, 5.2, ["5", "5.2"]),
        ([], 0, 0.2, ["0", "0.2"]),
    ],
)
def test_axes_have_round_numbers(
    values: list[float], low: float, high: float, texts: list[str]
) -> None:
    axis = axis_of(values)
    assert (axis.low, axis.high) == pytest.approx((low, high))
    assert [text for _, text in axis.ticks] == texts


def test_points_stand_in_the_frame_from_nothing_on() -> None:
    frame = framed(Plot("p", "x", "y", (Line("l", ((10, 30), (20, 40))),)))
    assert frame.lines == (((0.0, 0.75), (1.0, 1.0)),)


LEGEND = re.compile(r'<text x="(-?[0-9.]+)" y="(-?[0-9.]+)">([^<]*)</text>')


@pytest.mark.parametrize("line_count", [1, 2, 6, 9])
def test_no_name_of_a_line_stands_on_another_or_on_the_axis_s(line_count: int) -> None:
    """A letter of 13 pixels is 6.5 wide on average at least, and 13 high."""
    lines = tuple(Line(f"R{n} light purple", ((0, 0), (60, n))) for n in range(1, line_count + 1))
    plot = Plot("Sales", "minutes", "cards sold so far", lines)
    page = page_of(Paper("x", "X", "", (), (plot,)))
    (top, width) = re.findall(r'viewBox="0 (-?[0-9]+) ([0-9]+) ', page)[0]
    texts = [(float(x), float(y), text) for x, y, text in LEGEND.findall(page)]
    assert [text for *_, text in texts] == [*(line.name for line in lines), "cards sold so far"]
    for x, y, text in texts:
        assert float(top) + 13 <= y
        assert x + 6.5 * len(text) <= float(width)
    for one, other in combinations(texts, 2):
        (left, right) = sorted((one, other))
        apart = right[0] >= left[0] + 6.5 * len(left[2])
        assert apart or abs(one[1] - other[1]) >= 13, (one, other)


def test_a_plot_without_a_line_is_drawn_too() -> None:
    one = Paper("p", "P", "", (), (Plot("Empty", "x", "y", (Line("nothing", ()),)),))
    assert "nothing: none" in Page(page_of(one)).text
    assert "Empty" in pdf_text(pdf_of(one, MADE_AT))


def test_the_words_of_a_plot_have_every_dot() -> None:
    dots = Line("winners", ((45.0, 1.0), (52.0, 2.0), (61.0, 3.0)), is_dots=True)
    plot = Plot("Won", "calls", "winners", (Line("expected", ((40.0, 0.0), (70.0, 12345.0))), dots))
    page = page_of(Paper("x", "X", "", (), (plot,)))
    assert "expected: from 0 at 40 to 12345 at 70; winners: 1 at 45, 2 at 52, 3 at 61" in page
