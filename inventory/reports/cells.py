"""A paper's cells, and its facts as a table, as every form of it prints them."""

from inventory.money import printed_cents
from inventory.paper import Cell, Column, Heading, Measure, Paper, Table


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
    """The paper's facts as a table, then its own tables; one without a name has its heading's."""
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
    return tuple(found)
