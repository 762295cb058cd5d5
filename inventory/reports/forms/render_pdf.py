"""A paper as PDF/A-3b, drawn by the pen that draws the plant's papers."""

from datetime import datetime
from typing import assert_never

from cardgen.documents.sheet import (
    POSTED,
    Chart,
    ChartLine,
    Grid,
    Head,
    Paragraph,
    Part,
    Sheet,
    draw_sheet,
    illegible,
)
from inventory.paper import Block, Heading, Measure, Paper, Plot, Spoken, Table, Words
from inventory.reports.forms.axes import framed
from inventory.reports.forms.cells import printed_row


def pdf_of(paper: Paper, made_at: datetime) -> bytes:
    """The paper; `made_at` is the moment that the file says it was made at."""
    return draw_sheet(_sheet(paper), made_at)


def replaced_in(paper: Paper) -> tuple[str, ...]:
    """The fields in which a letter that no typeface here has stands as `?` in the PDF."""
    return illegible(_sheet(paper))


def _sheet(paper: Paper) -> Sheet:
    parts = tuple(_part(block) for block in paper.blocks)
    foot = ", ".join(value for _, value in paper.facts[:3] if value)
    scale = POSTED if paper.is_posted else 1.0
    return Sheet(paper.title, paper.label, paper.facts, parts, foot, scale)


def _part(block: Block) -> Part:
    match block:
        case Heading(text):
            return Head(text)
        case Words(text):
            return Paragraph(text)
        case Spoken(who, text, citation):
            return Paragraph(f"\N{LEFT DOUBLE QUOTATION MARK}{text}\N{RIGHT DOUBLE QUOTATION MARK}",
                             f"{who}, {citation}" if citation else who)  # fmt: skip
        case Table():
            return _grid(block)
        case Plot():
            return _chart(block)
        case _:
            assert_never(block)


def _grid(table: Table) -> Grid:
    heads = tuple(column.head for column in table.columns)
    is_right = tuple(column.measure is not Measure.TEXT for column in table.columns)
    rows = tuple(printed_row(table, row) for row in table.rows)
    total = printed_row(table, table.total) if table.total else ()
    return Grid(table.name, heads, is_right, rows, total)


def _chart(plot: Plot) -> Chart:
    frame = framed(plot)
    lines = tuple(
        ChartLine(line.name, points, line.is_dots)
        for line, points in zip(plot.lines, frame.lines, strict=True)
    )
    ticks = (frame.x.ticks, frame.y.ticks)
    return Chart(plot.title, plot.x_name, plot.y_name, lines, *ticks)
