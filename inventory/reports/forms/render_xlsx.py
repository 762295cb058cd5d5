"""A paper's tables as a workbook: a sheet a table, numbers as numbers, card numbers as text."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from typing import Any

from cardgen.amounts import CENTS_PER_DOLLAR
from inventory.paper import Cell, Measure, Paper, Table
from inventory.reports.forms.cells import printed_cell, tables_of

CELL_MAX = 32_767  # characters; a longer text would be left out without a word
CUT = " [cut here: a cell holds no more; see the other forms]"
SHEET_NAME_MAX = 31  # characters; a spreadsheet takes no more
MONEY = "$#,##0.00;-$#,##0.00"
_FORBIDDEN = re.compile(r"[\[\]:*?/\\']")
_WIDTH_MAX = 60


def xlsx_of(paper: Paper, made_at: datetime) -> bytes:
    """The workbook."""
    import xlsxwriter  # noqa: PLC0415 -- only this form needs it

    buffer = BytesIO()
    # Texts stay texts: no formula, no link, no number is made of what people typed.
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False,
               "strings_to_numbers": False}  # fmt: skip
    workbook = xlsxwriter.Workbook(buffer, options)
    created = made_at.astimezone(UTC).replace(tzinfo=None)
    workbook.set_properties({"title": paper.title, "comments": paper.label, "created": created})
    writer = _Writer(workbook)
    for name, table in _named(tables_of(paper)):
        writer.write(name, table)
    workbook.close()
    return buffer.getvalue()


class _Writer:
    """Writes tables into one workbook."""

    def __init__(self, workbook: Any) -> None:  # noqa: ANN401 -- the library ships no types
        self._workbook = workbook
        self._formats = {
            (measure, is_bold): workbook.add_format(_look(measure, is_bold=is_bold))
            for measure in Measure
            for is_bold in (False, True)
        }

    def write(self, name: str, table: Table) -> None:
        """A table on a sheet of its own; its head stays in sight."""
        sheet = self._workbook.add_worksheet(name)
        sheet.freeze_panes(1, 0)
        sheet.repeat_rows(0)
        for place, column in enumerate(table.columns):
            sheet.write_string(0, place, column.head, self._formats[Measure.TEXT, True])
            cells = (row[place] for row in (*table.rows, table.total) if row)
            longest = max((len(printed_cell(column, cell)) for cell in cells), default=0)
            width = min(_WIDTH_MAX, max(len(column.head), longest) + 2)
            sheet.set_column(place, place, width)
        for line, row in enumerate(table.rows, start=1):
            self._write_row(sheet, table, (line, row), is_bold=False)
        if table.total:
            end = (len(table.rows) + 1, table.total)
            self._write_row(sheet, table, end, is_bold=True)

    def _write_row(
        self,
        sheet: Any,  # noqa: ANN401 -- the library ships no types
        table: Table,
        placed: tuple[int, tuple[Cell, ...]],
        *,
        is_bold: bool,
    ) -> None:
        line, row = placed
        for place, (column, cell) in enumerate(zip(table.columns, row, strict=True)):
            if cell and column.measure is Measure.FIGURE:
                figure = self._formats[Measure.FIGURE, is_bold]
                sheet.write_number(line, place, float(cell), figure)
                continue
            if isinstance(cell, str):
                text = _fitting(cell)
                sheet.write_string(line, place, text, self._formats[Measure.TEXT, is_bold])
                continue
            value = cell / CENTS_PER_DOLLAR if column.measure is Measure.CENTS else cell
            sheet.write_number(line, place, value, self._formats[column.measure, is_bold])


def _fitting(text: str) -> str:
    """The text, or as much of it as a cell holds, and that it is cut."""
    if len(text) <= CELL_MAX:
        return text
    return f"{text[: CELL_MAX - len(CUT)].rpartition(' ')[0]}{CUT}"


def _look(measure: Measure, *, is_bold: bool) -> dict[str, object]:
    # "@" is the format of texts: a number retyped in such a cell keeps its zeros.
    kinds = {Measure.TEXT: "@", Measure.COUNT: "#,##0", Measure.CENTS: MONEY,
             Measure.FIGURE: "General"}  # fmt: skip
    wraps = {"text_wrap": True, "valign": "top"} if measure is Measure.TEXT else {"valign": "top"}
    return {"num_format": kinds[measure], "bold": is_bold, **wraps}


def _named(tables: tuple[Table, ...]) -> Iterator[tuple[str, Table]]:
    """Each table with a sheet's name that no other has."""
    taken: set[str] = set()
    for table in tables:
        name = plain = _FORBIDDEN.sub(" ", table.name)[:SHEET_NAME_MAX].strip() or "Table"
        again = 2
        while name.lower() in taken:
            name, again = f"{plain[: SHEET_NAME_MAX - 4]} {again}", again + 1
        taken.add(name.lower())
        yield name, table
