"""A paper's tables as CSV (RFC 4180): one file a table, card numbers as they are printed."""

import csv
import re
from io import StringIO

from cardgen.amounts import CENTS_PER_DOLLAR
from inventory.paper import Cell, Column, Measure, Paper, Table
from inventory.reports.forms.cells import tables_of

# A spreadsheet takes a text that begins so for a formula; an apostrophe in front makes it a text.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
_NAME_MAX = 40


def csv_of(paper: Paper) -> dict[str, str]:
    """Each table's file, by its name."""
    return {
        f"{paper.name}-{place:02d}-{_slug(table.name)}.csv": _csv(table)
        for place, table in enumerate(tables_of(paper))
    }


def plain_dollars(cents: int) -> str:
    """Dollars as a plain decimal number.

    >>> plain_dollars(123456), plain_dollars(-5)
    ('1234.56', '-0.05')
    """
    whole, rest = divmod(abs(cents), CENTS_PER_DOLLAR)
    return f"{'-' if cents < 0 else ''}{whole}.{rest:02d}"


def guarded(text: str) -> str:
    """The text as no spreadsheet takes it for a formula.

    >>> guarded("=1+1"), guarded("0000123")
    ("'=1+1", '0000123')
    """
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def _csv(table: Table) -> str:
    buffer = StringIO(newline="")
    writer = csv.writer(buffer)  # its defaults are RFC 4180: commas, doubled quotes, CR LF
    writer.writerow(guarded(column.head) for column in table.columns)
    for row in (*table.rows, table.total) if table.total else table.rows:
        cells = zip(table.columns, row, strict=True)
        writer.writerow(_cell(column, cell) for column, cell in cells)
    return buffer.getvalue()


def _cell(column: Column, cell: Cell) -> str:
    if column.measure is Measure.FIGURE:
        return str(cell)  # a number, whatever sign it begins with
    if isinstance(cell, str):
        return guarded(cell)
    return plain_dollars(cell) if column.measure is Measure.CENTS else str(cell)


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:_NAME_MAX].strip("-")
