"""A paper as plain text: for the terminal, a mail, a printer that knows letters alone."""

from textwrap import wrap
from typing import assert_never

from cardgen.amounts import printed_cents
from inventory.paper import (
    Block,
    Cell,
    Column,
    Heading,
    Measure,
    Paper,
    Plot,
    Spoken,
    Table,
    Words,
)
from inventory.reports.forms.cells import points_at

WIDTH = 96
GAP = "  "
COLUMN_WIDTH_MIN = 10  # a column that gives way to the others keeps this
WHOLE_WORD_MAX = 24  # characters; a card's id has 21
PLOT_ROWS_MAX = 24


def text_of(paper: Paper) -> tuple[str, ...]:
    """The lines of a paper, none longer than 96 characters unless one word is."""
    lines = _underlined(paper.title, "=")
    if paper.label:
        lines += wrap(paper.label, WIDTH)
    lines += _facts(paper.facts)
    for block in paper.blocks:
        lines += ["", *_block(block)]
    return tuple(line.rstrip() for line in lines)


def _facts(facts: tuple[tuple[str, str], ...]) -> list[str]:
    if not facts:
        return []
    names = max(len(name) for name, _ in facts)
    return ["", *(line for name, fact in facts for line in _hanging(f"{name:<{names}}  ", fact))]


def _block(block: Block) -> list[str]:
    match block:
        case Heading(text):
            return _underlined(text, "-")
        case Words(text):
            return wrap(text, WIDTH)
        case Spoken(who, text, citation):
            source = f"  [{citation}]" if citation else ""
            return _hanging(f"{who}: ", f'"{text}"{source}')
        case Table():
            return _table(block)
        case Plot():
            return _table(_plotted(block))
        case _:
            assert_never(block)


def _underlined(text: str, rule: str) -> list[str]:
    return [*wrap(text, WIDTH), rule * min(len(text), WIDTH)]


def _hanging(head: str, text: str) -> list[str]:
    """The text behind its head, further lines under the first."""
    indent = " " * len(head)
    return wrap(text, WIDTH, initial_indent=head, subsequent_indent=indent) or [head.rstrip()]


def _table(table: Table) -> list[str]:
    rows = [*table.rows, table.total] if table.total else list(table.rows)
    cells = [_cells(table.columns, row) for row in rows]
    widths = _widths(table.columns, cells)
    rule = GAP.join("-" * width for width in widths)
    lines = [table.name] if table.name else []
    lines += _row(table.columns, [column.head for column in table.columns], widths)
    lines.append(rule)
    for place, row in enumerate(cells):
        if table.total and place == len(table.rows):
            lines.append(rule)
        lines += _row(table.columns, row, widths)
    return lines


def _cells(columns: tuple[Column, ...], row: tuple[Cell, ...]) -> list[str]:
    return [
        printed_cents(cell) if isinstance(cell, int) and column.measure is Measure.CENTS
        else str(cell)
        for column, cell in zip(columns, row, strict=True)
    ]  # fmt: skip


def _widths(columns: tuple[Column, ...], rows: list[list[str]]) -> list[int]:
    """What each column needs; the widest gives way until the page holds all.

    Texts are broken, and the heads of figures; a figure is not.
    """
    natural = [
        max([len(column.head), *(len(row[place]) for row in rows)])
        for place, column in enumerate(columns)
    ]
    gaps = len(GAP) * (len(columns) - 1)
    # Whole words, such as a card's id, are broken only where that makes the page hold all.
    whole, broken = (
        [
            _least(column, [column.head, *(row[place] for row in rows)], longest)
            for place, column in enumerate(columns)
        ]
        for longest in (WHOLE_WORD_MAX, COLUMN_WIDTH_MIN)
    )
    is_broken = sum(broken) + gaps <= WIDTH < sum(whole) + gaps
    return _shrunk(natural, broken if is_broken else whole)


def _least(column: Column, texts: list[str], longest: int) -> int:
    """The width of a column's longest word; a word of text that is longer may be broken."""
    words = [len(word) for text in texts for word in text.split()]
    if column.measure is not Measure.TEXT:
        return max(words, default=0)
    kept = max((one for one in words if one <= longest), default=0)
    if longest == WHOLE_WORD_MAX:
        return kept
    return max(kept, min(COLUMN_WIDTH_MIN, max(map(len, texts))))


def _shrunk(natural: list[int], least: list[int]) -> list[int]:
    """The widest that may gives way, until the page holds all or none may."""
    widths = list(natural)
    over = sum(widths) + len(GAP) * (len(widths) - 1) - WIDTH
    while over > 0:
        wider = [place for place, width in enumerate(widths) if width > least[place]]
        if not wider:
            break
        widths[max(wider, key=lambda place: widths[place])] -= 1
        over -= 1
    return widths


def _row(columns: tuple[Column, ...], cells: list[str], widths: list[int]) -> list[str]:
    """One row, as many lines as its longest cell needs; figures stand to the right."""
    parts = [
        wrap(cell, width, break_on_hyphens=False) or [""]
        for cell, width in zip(cells, widths, strict=True)
    ]
    lines = []
    for line in range(max(len(part) for part in parts)):
        placed = (
            _aligned(column, part[line] if line < len(part) else "", width)
            for column, part, width in zip(columns, parts, widths, strict=True)
        )
        lines.append(GAP.join(placed))
    return lines


def _aligned(column: Column, text: str, width: int) -> str:
    return text.ljust(width) if column.measure is Measure.TEXT else text.rjust(width)


def _plotted(plot: Plot) -> Table:
    """The lines of a plot as figures: every dot, and of the rest as many as people read."""
    places = sorted({x for line in plot.lines for x, _ in line.points})
    dots = {x for line in plot.lines if line.is_dots for x, _ in line.points}
    step = -(-len(places) // PLOT_ROWS_MAX) or 1
    return points_at(plot, sorted({*places[::step], *places[-1:], *dots}))
