"""A paper's cells, and its facts as a table, as every form of it prints them."""

from bisect import bisect_right
from collections.abc import Iterable

from cardgen.amounts import printed_cents
from inventory.paper import Cell, Column, Heading, Line, Measure, Paper, Plot, Table


def printed_cell(column: Column, cell: Cell) -> str:
    """What stands in the cell; a text is left as it is, zeros in front and all.

    >>> printed_cell(Column("Card"), "0000123"), printed_cell(Column("Due", Measure.CENTS), 1250)
    ('0000123', '$12.50')
    """
    if isinstance(cell, int) and column.measure is Measure.CENTS:
        return printed_cents(cell)
    return str(cell)


def printed_row(table: Table, row: tuple[Cell, ...]) -> tuple[str, ...]:
    """A row's cells."""
    cells = zip(table.columns, row, strict=True)
    return tuple(printed_cell(column, cell) for column, cell in cells)


def tables_of(paper: Paper) -> tuple[Table, ...]:
    """The paper's facts as a table, then its own tables and its plots' figures.

    A table without a name has its heading's.
    """
    columns = (Column("Fact"), Column("Value"))
    label = (("This paper is", paper.label),) if paper.label else ()
    found = [Table("About", columns, (("Paper", paper.title), *label, *paper.facts))]
    heading = paper.title
    for block in paper.blocks:
        if isinstance(block, Heading):
            heading = block.text
        if isinstance(block, Table):
            name = block.name or heading
            found.append(Table(name, block.columns, block.rows, block.total))
        if isinstance(block, Plot):
            found.append(points_of(block))
    return tuple(found)


def points_of(plot: Plot) -> Table:
    """A plot's figures: a row for each x at which any of its lines has a point."""
    return points_at(plot, sorted({x for line in plot.lines for x, _ in line.points}))


def points_at(plot: Plot, places: Iterable[float]) -> Table:
    """A plot's figures at these x; a joined line has one wherever it runs, dots where they are."""
    names = (plot.x_name, *(line.name for line in plot.lines))
    rows = tuple(
        (_figure(x), *(_figure(height_at(line, x)) for line in plot.lines)) for x in places
    )
    columns = tuple(Column(name, Measure.FIGURE) for name in names)
    return Table(f"{plot.title} ({plot.y_name})", columns, rows)


def height_at(line: Line, x: float) -> float | None:
    """How high a line stands at x, the last where it rises there; nothing beyond its ends.

    >>> steps = Line("sold", ((0.0, 0.0), (2.0, 0.0), (2.0, 5.0), (4.0, 5.0)))
    >>> [height_at(steps, x) for x in (1.0, 2.0, 3.0, 9.0)]
    [0.0, 5.0, 5.0, None]
    """
    place = bisect_right(line.points, x, key=lambda point: point[0])
    if place and line.points[place - 1][0] == x:
        return line.points[place - 1][1]
    if line.is_dots or not 0 < place < len(line.points):
        return None
    (left, low), (right, high) = line.points[place - 1 : place + 1]
    return low + (high - low) * (x - left) / (right - left)


def _figure(value: float | None) -> str:
    return "" if value is None else f"{value:.6g}"
