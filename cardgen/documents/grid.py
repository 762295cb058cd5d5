"""A table on a sheet: columns as wide as they need, rows over many pages, the head on each."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from cardgen.documents.flow import Block
from cardgen.documents.inks import GRAY, HAIRLINE
from cardgen.documents.margins import LEFT, RIGHT, WIDTH
from cardgen.documents.pen import POINTS_PER_MM, Pen, Point, pitch, wrapped
from cardgen.documents.typefaces import Style, body, caption, code, headline

SIZE, SIZE_MIN, SIZE_STEP = 9.0, 6.0, 0.5  # the largest in which no word is broken
GAP = 3.0  # between two columns
LINES_MAX = 40  # of one block; a longer cell goes on over the page's end
BY_HAND = 9.0  # mm; of a row that is written by hand behind its first cell
_ROW_END = 1.6  # mm
_SLACK = 0.01  # mm, so that a text that just fits is not wrapped

_Lines = tuple[tuple[str, ...], ...]  # of each cell


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells as they are printed; the figures of `is_right` columns stand to the right."""

    name: str
    heads: tuple[str, ...]
    is_right: tuple[bool, ...]
    rows: tuple[tuple[str, ...], ...]
    total: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Columns:
    """Where each column begins, how wide it is, and the type of all."""

    lefts: tuple[float, ...]
    widths: tuple[float, ...]
    is_right: tuple[bool, ...]
    size: float
    scale: float

    def lines_of(self, cells: tuple[str, ...], style: Style) -> _Lines:
        """Each cell in lines that fit its column."""
        return tuple(
            wrapped(cell, style, width) for cell, width in zip(cells, self.widths, strict=True)
        )

    def draw(self, lines: _Lines, style: Style, pen: Pen, y: float) -> None:
        """Lines of cells, the first baseline a line below y."""
        ink = GRAY if style.face == caption(1).face else (0.0,)
        for place, cell in enumerate(lines):
            left, width = self.lefts[place], self.widths[place]
            for down, text in enumerate(cell):
                at = y + (down + 0.85) * pitch(style)
                if self.is_right[place]:
                    pen.right(Point(left + width, at), text, style, ink)
                else:
                    pen.text(Point(left, at), text, style, ink)


def grid_blocks(grid: Grid, scale: float = 1.0) -> Iterator[Block]:
    """The table in blocks: its head, which stands again on each page, and its rows.

    `scale` makes its type larger, for a table that is read from a distance.
    """
    columns = _columns(grid, scale)
    bold = code(columns.size)
    total = columns.lines_of(grid.total, bold) if grid.total else ()
    foot = max(map(len, total), default=0) * pitch(bold) + 3.0 if total else _ROW_END
    # A total never stands on a page without a row of what it adds up, nor a head without a row.
    keeps = [_ROW_END] * (len(grid.rows) - 1) + [foot]
    rows = [_pieces(columns, row) for row in grid.rows]
    head = _head(grid, columns, keeps=_height(columns, rows[0][0]) + keeps[0] if rows else foot)
    yield head
    for place, pieces in enumerate(rows):
        for piece in pieces:
            draw = partial(_draw_row, columns, piece, body(columns.size))
            yield Block(_height(columns, piece), draw, keeps[place], head)
        if place < len(rows) - 1 or not total:
            yield Block(_ROW_END, _draw_row_end)
    if total:
        yield Block(foot, partial(_draw_total, columns, total), under=head)


def _head(grid: Grid, columns: _Columns, keeps: float) -> Block:
    style = caption(columns.size)
    lines = columns.lines_of(grid.heads, style)
    top = 9.0 * columns.scale if grid.name else 2.0
    height = top + max(map(len, lines)) * pitch(style) + 1.2
    return Block(height, partial(_draw_head, grid.name, columns, (lines, top, height)), keeps)


def _draw_head(
    name: str,
    columns: _Columns,
    laid: tuple[_Lines, float, float],
    pen: Pen,
    y: float,
) -> None:
    lines, top, height = laid
    if name:
        pen.text(Point(LEFT, y + 6.4 * columns.scale), name, headline(11.5 * columns.scale))
    columns.draw(lines, caption(columns.size), pen, y + top)
    pen.rule(Point(LEFT, y + height - 0.5), Point(RIGHT, y + height - 0.5), 0.3)


def _pieces(columns: _Columns, row: tuple[str, ...]) -> list[_Lines]:
    """A row's cells in lines; one longer than a page may hold is in several pieces."""
    lines = columns.lines_of(row, body(columns.size))
    most = int(LINES_MAX / columns.scale)
    return [
        tuple(cell[first : first + most] for cell in lines)
        for first in range(0, max(map(len, lines)), most)
    ]


def _height(columns: _Columns, piece: _Lines) -> float:
    """How high a piece stands; what is empty behind its first cell is written by hand."""
    by_hand = BY_HAND if len(piece) > 1 and not any(map(any, piece[1:])) else 0.0
    return max(by_hand, max(map(len, piece)) * pitch(body(columns.size)))


def _draw_row(columns: _Columns, lines: _Lines, style: Style, pen: Pen, y: float) -> None:
    columns.draw(lines, style, pen, y + 0.5)


def _draw_row_end(pen: Pen, y: float) -> None:
    pen.rule(Point(LEFT, y + 1.3), Point(RIGHT, y + 1.3), 0.1, HAIRLINE)


def _draw_total(columns: _Columns, lines: _Lines, pen: Pen, y: float) -> None:
    pen.rule(Point(LEFT, y + 1.3), Point(RIGHT, y + 1.3), 0.3)
    columns.draw(lines, code(columns.size), pen, y + 1.7)


def _columns(grid: Grid, scale: float) -> _Columns:
    room = WIDTH - GAP * (len(grid.heads) - 1)
    steps = int((SIZE * scale - SIZE_MIN) / SIZE_STEP)
    for size in (SIZE * scale - SIZE_STEP * step for step in range(steps + 1)):
        least, natural = _needs(grid, size)
        if sum(least) <= room:
            break
    widths = _widths(least, natural, room)
    lefts = tuple(LEFT + sum(widths[:place]) + GAP * place for place in range(len(widths)))
    return _Columns(lefts, widths, grid.is_right, size, scale)


def _widths(least: tuple[float, ...], natural: tuple[float, ...], room: float) -> tuple[float, ...]:
    """Every column its least, and of the rest what it asks for, in proportion."""
    if sum(least) > room:
        return tuple(one * room / sum(least) for one in least)
    wants = [want - one for one, want in zip(least, natural, strict=True)]
    spare = room - sum(least)
    if sum(wants) <= spare:
        more = (spare - sum(wants)) / len(least)
        return tuple(want + more for want in natural)
    return tuple(one + want * spare / sum(wants) for one, want in zip(least, wants, strict=True))


def _needs(grid: Grid, size: float) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Of each column the width of its longest word, and that of its longest text."""
    parts = [(grid.heads, caption(size)), *((row, body(size)) for row in grid.rows)]
    if grid.total:
        parts.append((grid.total, code(size)))
    least = [0.0] * len(grid.heads)
    natural = [0.0] * len(grid.heads)
    for cells, style in parts:
        for place, cell in enumerate(cells):
            natural[place] = max(natural[place], _millimeters(style, cell))
            words = (_millimeters(style, word) for word in cell.split(" "))
            least[place] = max(least[place], *words)
    return tuple(least), tuple(natural)


def _millimeters(style: Style, text: str) -> float:
    return style.width(text) / POINTS_PER_MM + _SLACK
