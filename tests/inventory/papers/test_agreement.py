"""Counts and money are one thing in every paper and every form, and what the raw entries say.

The references are sums over the ledger's own JSON and the arithmetic in conftest.py; the papers
are read back by csv, an HTML parser, the XML of the workbook, and pdftotext.
"""

import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from inventory.paper import Measure, Paper, Plot, Table
from inventory.reports.figures.books import Books
from inventory.reports.forms.render_csv import csv_of
from inventory.reports.forms.render_page import page_of
from inventory.reports.forms.render_pdf import pdf_of
from inventory.reports.forms.render_text import text_of
from inventory.reports.forms.render_xlsx import xlsx_of
from inventory.reports.papers.catalog import OF_STATE, papers_of
from tests.inventory.papers.conftest import (
    ADMISSION,
    ANN_ORIGINALS,
    ANN_TRADE_INS,
    JOSE,
    JOSE_ORIGINALS,
    JOSE_TRADE_INS,
    PRIZE,
    PULL_TABS,
    RECEIPTS,
    SHORT,
)
from tests.inventory.papers.reading import Page, csv_rows, pdf_text, xlsx_sheets

Bodies = list[tuple[str, dict[str, Any]]]
MADE_AT = datetime(2026, 11, 30, 22, 0, tzinfo=UTC)
NAMES = ("occasion", "bc-7", "bc-7b", "inventory", "retention", "nj-record", "nm-record")
AMOUNT = re.compile(r"-?\$?[0-9]+(?:\.[0-9]{2})?")


def in_state(books: Books, state: str) -> Books:
    """The same evening, as a hall in another state would tell it."""
    profile = replace(books.profile, name=state)
    return replace(books, report=replace(books.report, house=replace(
        books.report.house, profile=profile)))  # fmt: skip


@pytest.fixture(scope="module")
def papers(books: Books) -> dict[str, Paper]:
    found: dict[str, Paper] = {}
    for state in OF_STATE:
        there = in_state(books, state)
        found |= {one.name: one.write(there) for one in papers_of(there.profile)}
    return found


def table(paper: Paper, name: str) -> Table:
    (found,) = (one for one in paper.blocks if isinstance(one, Table) and one.name == name)
    return found


def named_tables(paper: Paper) -> list[Table]:
    return [block for block in paper.blocks if isinstance(block, Table)]


def cents(text: str) -> int:
    """Cents of dollars in any form's notation."""
    return round(float(text.replace("$", "").replace(",", "")) * 100)


def test_every_paper_is_there(papers: dict[str, Paper]) -> None:
    assert set(papers) == set(NAMES)


# -- what the raw entries say ------------------------------------------------------------------


def raw_receipts(bodies: Bodies) -> int:
    return int(
        sum(sum(body["prices"]) for kind, body in bodies if kind == "Sold")
        + sum(body["cents"] for kind, body in bodies if kind == "Exchanged")
        - sum(
            body["cents"]
            for kind, body in bodies
            if kind in {"SaleUndone", "ExchangeUndone", "SaleVoided"}
        )
    )


def raw_sold(bodies: Bodies) -> set[str]:
    sold: set[str] = set()
    for kind, body in bodies:
        if kind == "Sold":
            sold |= set(body["cards"])
        if kind in {"Exchanged", "ExchangeUndone"}:
            sold = sold | set(body["new"]) if kind == "Exchanged" else sold - set(body["new"])
        if kind == "DefectExchanged":
            sold = sold - {body["voided"]} | {body["new"]}
        if kind == "SaleUndone":
            sold -= set(body["cards"])
        if kind == "SaleVoided":
            sold -= {body["card"]}
    return sold


def test_the_reference_is_the_arithmetic_of_the_evening(bodies: Bodies) -> None:
    assert raw_receipts(bodies) == RECEIPTS == 1200
    assert len(raw_sold(bodies)) == 9 + 6
    assert sum(body["cents"] for kind, body in bodies if kind == "Paid") == PRIZE


@pytest.mark.parametrize("name", ["occasion", "bc-7", "bc-7b"])
def test_sales_by_worker_are_the_ledgers_cards_and_cents(
    papers: dict[str, Paper], bodies: Bodies, name: str
) -> None:
    """Ann 5 + 4 cards, José 4 + 2; what came back is taken from whoever had sold it."""
    total = table(papers[name], "Sales by worker").total
    assert total[5:] == (len(raw_sold(bodies)), raw_receipts(bodies))
    rows = [(row[0], row[3], row[5], row[6]) for row in table(papers[name], "Sales by worker").rows]
    assert rows == [
        ("Ann", "original", 5, ANN_ORIGINALS),
        ("Ann", "trade-in", 4, ANN_TRADE_INS),
        (JOSE, "original", 4, JOSE_ORIGINALS),
        (JOSE, "trade-in", 2, JOSE_TRADE_INS),
    ]


def test_numbers_sold_are_the_ledgers_with_every_gap(papers: dict[str, Paper]) -> None:
    """Red 3 was voided, 7 to 20 put back, 22 torn, 24 missing: none of them was sold."""
    dash = "\N{EN DASH}"
    rows = [(row[0], *row[3:]) for row in table(papers["bc-7"], "Numbers sold").rows]
    assert rows == [
        ("000123", "0000001", "0000002", 2, ""),
        ("000123", "0000004", "0000006", 3, "0000003"),
        ("000123", "0000021", "0000021", 1, f"0000007{dash}0000020"),
        ("000123", "0000023", "0000023", 1, "0000022"),
        ("000123", "0000025", "0000026", 2, "0000024"),
        ("000124", "0000001", "0000004", 4, ""),
        ("000124", "0000021", "0000022", 2, f"0000005{dash}0000020"),
    ]


def test_the_worksheet_keeps_trade_ins_apart_and_nets_no_shortage(
    papers: dict[str, Paper],
) -> None:
    lines = {row[0]: row[1] for row in table(papers["bc-7"], "Receipts").rows}
    assert lines == {
        "Sealed cards, originals": ANN_ORIGINALS + JOSE_ORIGINALS,
        "Sealed cards, trade-ins sold for a surrendered card": ANN_TRADE_INS + JOSE_TRADE_INS,
        "Other takings: admission": ADMISSION,
        "Other takings: pull-tabs": PULL_TABS,
    }
    gross = RECEIPTS + ADMISSION + PULL_TABS
    assert table(papers["bc-7"], "Receipts").total == ("Total", gross)
    net = table(papers["bc-7"], "Net before the other expenses").total
    assert net == ("Net before other expenses", gross - PRIZE)
    assert table(papers["bc-7"], "Cash").total[3] == -SHORT


def test_what_the_box_should_hold_is_what_it_was_counted_against(
    papers: dict[str, Paper], bodies: Bodies
) -> None:
    """Two boxes, each counted against its own till; together they hold what the evening took."""
    counted = [body for kind, body in bodies if kind in {"CashCounted", "BoxCounted"}]
    expected = sum(body["expected_cents"] for body in counted)
    assert len(counted) == 2
    assert table(papers["occasion"], "What the box should hold").total == ("Total", expected)
    assert expected == 5000 + RECEIPTS + ADMISSION + PULL_TABS


def test_a_worksheet_says_that_it_is_not_the_form(papers: dict[str, Paper]) -> None:
    assert "not the form" in papers["bc-7"].label
    assert "recalled" in papers["bc-7"].label
    assert "not the form" in papers["bc-7b"].label
    assert "no form" in papers["nj-record"].label
    assert "no form" in papers["nm-record"].label


@pytest.mark.parametrize("name", ["nj-record", "nm-record"])
def test_a_record_has_the_games_receipts_and_prizes(papers: dict[str, Paper], name: str) -> None:
    total = table(papers[name], "Receipts and prizes by game").total
    assert total[3:] == (15, RECEIPTS, PRIZE, 0)


def test_new_jersey_asks_four_tests_of_each_claim(papers: dict[str, Paper]) -> None:
    (row,) = table(papers["nj-record"], "Verification of each claim").rows
    assert row[3:8] == ("yes", "yes, before player at table 4", "yes", "yes: red, set 000123",
                        "VALID")  # fmt: skip


# -- every form says the same --------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_every_total_is_the_sum_of_its_rows(papers: dict[str, Paper], name: str) -> None:
    for one in named_tables(papers[name]):
        if not one.total or one.total[0] != "Total":
            continue
        for place, column in enumerate(one.columns):
            cells = [row[place] for row in one.rows]
            if column.measure is not Measure.TEXT and one.total[place] != "":
                assert one.total[place] == sum(int(cell) for cell in cells), (one.name, column)


@pytest.mark.parametrize("name", NAMES)
def test_csv_has_every_cell(papers: dict[str, Paper], name: str) -> None:
    blocks = [one for one in papers[name].blocks if isinstance(one, Table | Plot)]
    files = list(csv_of(papers[name]).values())[1:]
    for one, text in zip(blocks, files, strict=True):
        head, *rows = csv_rows(text)
        if isinstance(one, Plot):
            assert_has_every_point(one, head, rows)
            continue
        assert head == [column.head for column in one.columns]
        assert rows == plain_rows(one)
        assert text.count("\r\n") == len(rows) + 1


@pytest.mark.parametrize("name", NAMES)
def test_the_page_has_every_cell(papers: dict[str, Paper], name: str) -> None:
    page = Page(page_of(papers[name]))
    for one in named_tables(papers[name]):
        head, *rows = page.tables[one.name]
        assert head == [column.head for column in one.columns]
        assert [plain(one, row) for row in rows] == plain_rows(one)


@pytest.mark.parametrize("name", NAMES)
def test_the_workbook_has_every_cell(papers: dict[str, Paper], name: str) -> None:
    blocks = [one for one in papers[name].blocks if isinstance(one, Table | Plot)]
    sheets = list(xlsx_sheets(xlsx_of(papers[name], MADE_AT)).values())[1:]
    for one, sheet in zip(blocks, sheets, strict=True):
        head, *rows = sheet
        if isinstance(one, Plot):
            texts = [[cell.text for cell in row] for row in rows]
            assert_has_every_point(one, [cell.text for cell in head], texts)
            assert not any(cell.is_text for row in rows for cell in row if cell.text)
            continue
        assert [cell.text for cell in head] == [column.head for column in one.columns]
        for row, cells in zip(rows, full_rows(one), strict=True):
            for column, found, cell in zip(one.columns, row, cells, strict=True):
                if isinstance(cell, str):
                    assert (found.text, found.is_text) == (cell, True)
                elif column.measure is Measure.CENTS:
                    assert (cents(found.text), found.is_text) == (cell, False)
                    assert "$" in found.number_format
                else:
                    assert (found.text, found.is_text) == (str(cell), False)


@pytest.mark.parametrize("name", NAMES)
def test_the_pdf_and_the_text_have_every_total(papers: dict[str, Paper], name: str) -> None:
    expected = [
        [cell for cell in one.total[1:] if cell != ""] for one in named_tables(papers[name])
        if one.total
    ]  # fmt: skip
    for told in (pdf_text(pdf_of(papers[name], MADE_AT)), "\n".join(text_of(papers[name]))):
        lines = [line.strip() for line in told.splitlines()]
        totals = [line for line in lines if re.match(r"(Total|In all|Net before other) ", line)]
        assert [amounts(line) for line in totals if amounts(line)] == expected


def assert_has_every_point(plot: Plot, head: list[str], rows: list[list[str]]) -> None:
    """Of several points over one x, such as a step's, the last is the figure there."""
    assert head == [plot.x_name, *(line.name for line in plot.lines)]
    found = {float(row[0]): row[1:] for row in rows}
    for place, line in enumerate(plot.lines):
        for x, y in dict(line.points).items():
            assert float(found[x][place]) == pytest.approx(y, rel=1e-5)
        if line.is_dots:
            assert sum(bool(row[place]) for row in found.values()) == len(dict(line.points))


def amounts(line: str) -> list[int]:
    found = AMOUNT.findall(line)
    return [cents(one) if "$" in one else int(one) for one in found]


def full_rows(one: Table) -> list[tuple[str | int, ...]]:
    return [*one.rows, one.total] if one.total else list(one.rows)


def plain_rows(one: Table) -> list[list[str]]:
    """A table's cells as CSV should write them: plain dollars, guarded texts."""
    return [
        [
            guarded(cell)
            if isinstance(cell, str)
            else f"{cell / 100:.2f}"
            if column.measure is Measure.CENTS
            else str(cell)
            for column, cell in zip(one.columns, row, strict=True)
        ]
        for row in full_rows(one)
    ]


def plain(one: Table, row: list[str]) -> list[str]:
    """A printed row in the same notation."""
    return [
        f"{cents(cell) / 100:.2f}"
        if column.measure is Measure.CENTS and cell
        else cell
        if column.measure is Measure.COUNT
        else guarded(cell)
        for column, cell in zip(one.columns, row, strict=True)
    ]


def guarded(cell: str) -> str:
    return f"'{cell}" if cell[:1] in {"=", "+", "-", "@"} and cell else cell
