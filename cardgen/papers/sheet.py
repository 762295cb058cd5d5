"""A plain sheet: title, label, facts, paragraphs, tables and charts, over many pages."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from io import BytesIO
from typing import assert_never

from pikepdf import Pdf

from cardgen.papers.archive import archived
from cardgen.papers.chart import Chart, ChartLine, draw_chart
from cardgen.papers.flow import Block, Placed, paged
from cardgen.papers.grid import Grid, grid_blocks
from cardgen.papers.inks import GRAY
from cardgen.papers.pen import Box, Pen, Point, fitted, new_draft, pitch, wrapped
from cardgen.papers.slip_rows import LEFT, RIGHT, WIDTH
from cardgen.papers.typefaces import Style, body, caption, code, headline, legible

__all__ = ["Chart", "ChartLine", "Grid", "Head", "Paragraph", "Part", "Sheet", "draw_sheet"]

FIRST_TOP, NEXT_TOP, BOTTOM = 14.0, 27.0, 262.0
_CHART_HEIGHT = 82.0
_TITLE, _LABEL, _TEXT, _FACT = headline(24), body(9.5), body(10), code(10)
_FACT_LEFT = 48.0  # of the value behind its name


@dataclass(frozen=True, slots=True)
class Head:
    """A part begins."""

    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; `lead` stands before it in another type, such as who says it."""

    text: str
    lead: str = ""


Part = Head | Paragraph | Grid | Chart


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is drawn; `foot` stands on every page, so that a loose one finds its evening."""

    title: str
    label: str
    facts: tuple[tuple[str, str], ...]
    parts: tuple[Part, ...]
    foot: str


def draw_sheet(sheet: Sheet, made_at: datetime) -> bytes:
    """The sheet, PDF/A-3b, page x of y; a character that no typeface has stands as `?`."""
    pages = paged(_blocks(sheet), (FIRST_TOP, NEXT_TOP), BOTTOM)
    draft = new_draft()
    for number, blocks in enumerate(pages, start=1):
        _draw_page(draft.pen, sheet, blocks, (number, len(pages)))
        draft.end_page()
    with Pdf.open(BytesIO(draft.drawn())) as pdf:
        return archived(pdf, sheet.title, made_at)


def _draw_page(pen: Pen, sheet: Sheet, blocks: list[Placed], place: tuple[int, int]) -> None:
    number, count = place
    if number > 1:
        title = legible(sheet.title)
        pen.text(Point(LEFT, 21), title, fitted(title, headline(13), WIDTH))
        pen.rule(Point(LEFT, 24), Point(RIGHT, 24), 0.35)
    foot = legible(sheet.foot)
    pen.text(Point(LEFT, 270), foot, fitted(foot, caption(9), WIDTH - 30), GRAY)
    pen.right(Point(RIGHT, 270), f"Page {number} of {count}", caption(10), GRAY)
    for placed in blocks:
        placed.block.draw(pen, placed.y)


def _blocks(sheet: Sheet) -> Iterator[Block]:
    yield from _lines(wrapped(legible(sheet.title), _TITLE, WIDTH), _TITLE, 0.0)
    if sheet.label:
        yield _label(wrapped(legible(sheet.label), _LABEL, WIDTH - 8))
    for name, value in sheet.facts:
        lines = wrapped(legible(value), _FACT, WIDTH - _FACT_LEFT)
        height = len(lines) * pitch(_FACT) + 0.8
        yield Block(height, partial(_draw_fact, legible(name), lines))
    for part in sheet.parts:
        yield from _part(part)


def _part(part: Part) -> Iterator[Block]:
    match part:
        case Head(text):
            lines = wrapped(legible(text), headline(15), WIDTH)
            yield Block(5.0, _draw_nothing, keeps=30.0)
            yield from _lines(lines, headline(15), 20.0)
        case Paragraph(text, lead):
            yield from _paragraph(legible(text), legible(lead))
        case Grid():
            yield from grid_blocks(_legible_grid(part))
        case Chart():
            yield Block(_CHART_HEIGHT, partial(_draw_titled_chart, part))
        case _:
            assert_never(part)


def _paragraph(text: str, lead: str) -> Iterator[Block]:
    yield Block(1.6, _draw_nothing, keeps=pitch(_TEXT))
    if lead:
        yield from _lines(wrapped(lead, caption(10), WIDTH), caption(10), pitch(_TEXT))
    yield from _lines(wrapped(text, _TEXT, WIDTH), _TEXT, 0.0)


def _lines(lines: tuple[str, ...], style: Style, keeps: float) -> Iterator[Block]:
    for line in lines:
        yield Block(pitch(style), partial(_draw_line, line, style), keeps)


def _draw_line(line: str, style: Style, pen: Pen, y: float) -> None:
    pen.text(Point(LEFT, y + 0.8 * pitch(style)), line, style)


def _label(lines: tuple[str, ...]) -> Block:
    return Block(len(lines) * pitch(_LABEL) + 8.0, partial(_draw_label, lines))


def _draw_label(lines: tuple[str, ...], pen: Pen, y: float) -> None:
    """What the paper is and is not, in a frame that nobody overlooks."""
    pen.framed(Box(LEFT, y + 1.5, WIDTH, len(lines) * pitch(_LABEL) + 3.4), 0.35)
    pen.paragraph(Point(LEFT + 4, y + 3.0 + 0.8 * pitch(_LABEL)), lines, _LABEL)


def _draw_fact(name: str, lines: tuple[str, ...], pen: Pen, y: float) -> None:
    line = y + 0.8 * pitch(_FACT)
    pen.text(Point(LEFT, line), name, fitted(name, caption(10), _FACT_LEFT - 2), GRAY)
    pen.paragraph(Point(LEFT + _FACT_LEFT, line), lines, _FACT)


def _draw_titled_chart(chart: Chart, pen: Pen, y: float) -> None:
    title = legible(chart.title)
    pen.text(Point(LEFT, y + 6.4), title, fitted(title, headline(11.5), WIDTH))
    draw_chart(pen, Box(LEFT + 14, y + 14, WIDTH - 16, _CHART_HEIGHT - 26), _legible_chart(chart))


def _legible_chart(chart: Chart) -> Chart:
    lines = tuple(ChartLine(legible(line.name), line.points, line.is_dots) for line in chart.lines)
    names = (legible(chart.x_name), legible(chart.y_name))
    return Chart(chart.title, *names, lines, chart.x_ticks, chart.y_ticks)


def _legible_grid(grid: Grid) -> Grid:
    rows = tuple(tuple(map(legible, row)) for row in grid.rows)
    heads, total = tuple(map(legible, grid.heads)), tuple(map(legible, grid.total))
    return Grid(legible(grid.name), heads, grid.is_right, rows, total)


def _draw_nothing(pen: Pen, y: float) -> None:
    """Room between two blocks."""
