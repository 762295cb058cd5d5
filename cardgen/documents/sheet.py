"""A plain sheet: title, label, facts, paragraphs, tables and charts, over many pages."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from io import BytesIO
from typing import assert_never

from pikepdf import Pdf

from cardgen.documents.archive import archived
from cardgen.documents.chart import Chart, ChartLine, draw_chart, legend_height
from cardgen.documents.flow import Block, Placed, paged
from cardgen.documents.grid import Grid, grid_blocks
from cardgen.documents.inks import GRAY
from cardgen.documents.margins import LEFT, RIGHT, WIDTH
from cardgen.documents.pen import Box, Pen, Point, fitted, new_draft, pitch, wrapped
from cardgen.documents.typefaces import Style, body, caption, code, headline, is_legible, legible

__all__ = [
    "POSTED",
    "Chart",
    "ChartLine",
    "Grid",
    "Head",
    "Paragraph",
    "Part",
    "Sheet",
    "draw_sheet",
    "illegible",
]

FIRST_TOP, NEXT_TOP, BOTTOM = 14.0, 27.0, 262.0
_CHART_HEIGHT, _CHART_WIDTH = 82.0, WIDTH - 16
_REPLACED = (
    "This paper's typefaces lack some letters; each stands as ? in: {}. "
    "The other forms of this paper have them."
)
_FACT_LEFT = 48.0  # of the value behind its name
POSTED = 1.4  # times the type of a paper in the hand, for one that hangs on a wall


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
    """What is drawn; `foot` stands on every page, so that a loose one finds its evening.

    `scale` is how many times as large as in the hand its type is.
    """

    title: str
    label: str
    facts: tuple[tuple[str, str], ...]
    parts: tuple[Part, ...]
    foot: str
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class _Type:
    """The type of a sheet in its scale."""

    scale: float

    @property
    def title(self) -> Style:
        return headline(24 * self.scale)

    @property
    def head(self) -> Style:
        return headline(15 * self.scale)

    @property
    def label(self) -> Style:
        return body(9.5 * self.scale)

    @property
    def text(self) -> Style:
        return body(10 * self.scale)

    @property
    def lead(self) -> Style:
        return caption(10 * self.scale)

    @property
    def fact(self) -> Style:
        return code(10 * self.scale)


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


def illegible(sheet: Sheet) -> tuple[str, ...]:
    """The fields in which a character stands as `?`, because no typeface here has it."""
    found = [name for name, text in _fields(sheet) if not is_legible(text)]
    return tuple(dict.fromkeys(found))


def _fields(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Every text of the sheet with the name by which people find it."""
    yield "title", sheet.title
    yield "label", sheet.label
    for name, value in sheet.facts:
        yield name, f"{name} {value}"
    head = sheet.title
    for part in sheet.parts:
        match part:
            case Head(text):
                head = text
                yield "heading", text
            case Paragraph(text, lead):
                yield f"a sentence under {head}", f"{lead} {text}"
            case Grid():
                yield from _cells(part, f"table {part.name or head}")
            case Chart():
                names = (part.x_name, part.y_name, *(line.name for line in part.lines))
                yield f"chart {part.title}", " ".join((part.title, *names))
            case _:
                assert_never(part)


def _cells(grid: Grid, named: str) -> Iterator[tuple[str, str]]:
    yield named, " ".join((grid.name, *grid.heads))
    for row in (*grid.rows, grid.total) if grid.total else grid.rows:
        for head, cell in zip(grid.heads, row, strict=True):
            yield f"{named}, column {head}", cell


def _blocks(sheet: Sheet) -> Iterator[Block]:
    kind = _Type(sheet.scale)
    yield from _lines(wrapped(legible(sheet.title), kind.title, WIDTH), kind.title, 0.0)
    if sheet.label:
        yield _label(wrapped(legible(sheet.label), kind.label, WIDTH - 8), kind.label)
    fact_left = _FACT_LEFT * sheet.scale
    for name, value in sheet.facts:
        lines = wrapped(legible(value), kind.fact, WIDTH - fact_left)
        height = len(lines) * pitch(kind.fact) + 0.8
        yield Block(height, partial(_draw_fact, legible(name), lines, kind))
    replaced = illegible(sheet)
    if replaced:
        yield from _paragraph(legible(_REPLACED.format("; ".join(replaced))), "", kind)
    for part in sheet.parts:
        yield from _part(part, kind)


def _part(part: Part, kind: _Type) -> Iterator[Block]:
    match part:
        case Head(text):
            lines = wrapped(legible(text), kind.head, WIDTH)
            # A heading never stands without the head and a row of the table below it.
            yield Block(5.0, _draw_nothing, keeps=40.0 * kind.scale)
            yield from _lines(lines, kind.head, 30.0 * kind.scale)
        case Paragraph(text, lead):
            yield from _paragraph(legible(text), legible(lead), kind)
        case Grid():
            yield from grid_blocks(_legible_grid(part), kind.scale)
        case Chart():
            chart = _legible_chart(part)
            height = _CHART_HEIGHT + legend_height(chart, _CHART_WIDTH)
            yield Block(height, partial(_draw_titled_chart, chart))
        case _:
            assert_never(part)


def _paragraph(text: str, lead: str, kind: _Type) -> Iterator[Block]:
    yield Block(1.6 * kind.scale, _draw_nothing, keeps=pitch(kind.text))
    if lead:
        yield from _lines(wrapped(lead, kind.lead, WIDTH), kind.lead, pitch(kind.text))
    yield from _lines(wrapped(text, kind.text, WIDTH), kind.text, 0.0)


def _lines(lines: tuple[str, ...], style: Style, keeps: float) -> Iterator[Block]:
    for line in lines:
        yield Block(pitch(style), partial(_draw_line, line, style), keeps)


def _draw_line(line: str, style: Style, pen: Pen, y: float) -> None:
    pen.text(Point(LEFT, y + 0.8 * pitch(style)), line, style)


def _label(lines: tuple[str, ...], style: Style) -> Block:
    return Block(len(lines) * pitch(style) + 8.0, partial(_draw_label, lines, style))


def _draw_label(lines: tuple[str, ...], style: Style, pen: Pen, y: float) -> None:
    """What the paper is and is not, in a frame that nobody overlooks."""
    pen.framed(Box(LEFT, y + 1.5, WIDTH, len(lines) * pitch(style) + 3.4), 0.35)
    pen.paragraph(Point(LEFT + 4, y + 3.0 + 0.8 * pitch(style)), lines, style)


def _draw_fact(name: str, lines: tuple[str, ...], kind: _Type, pen: Pen, y: float) -> None:
    line, left = y + 0.8 * pitch(kind.fact), _FACT_LEFT * kind.scale
    pen.text(Point(LEFT, line), name, fitted(name, kind.lead, left - 2), GRAY)
    pen.paragraph(Point(LEFT + left, line), lines, kind.fact)


def _draw_titled_chart(chart: Chart, pen: Pen, y: float) -> None:
    down = y + legend_height(chart, _CHART_WIDTH)
    pen.text(Point(LEFT, y + 6.4), chart.title, fitted(chart.title, headline(11.5), WIDTH))
    draw_chart(pen, Box(LEFT + 14, down + 14, _CHART_WIDTH, _CHART_HEIGHT - 26), chart)


def _legible_chart(chart: Chart) -> Chart:
    lines = tuple(ChartLine(legible(line.name), line.points, line.is_dots) for line in chart.lines)
    names = (legible(chart.x_name), legible(chart.y_name))
    return Chart(legible(chart.title), *names, lines, chart.x_ticks, chart.y_ticks)


def _legible_grid(grid: Grid) -> Grid:
    rows = tuple(tuple(map(legible, row)) for row in grid.rows)
    heads, total = tuple(map(legible, grid.heads)), tuple(map(legible, grid.total))
    return Grid(legible(grid.name), heads, grid.is_right, rows, total)


def _draw_nothing(pen: Pen, y: float) -> None:
    """Room between two blocks."""
