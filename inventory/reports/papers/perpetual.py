"""The perpetual inventory as a paper: a table a set, a row an evening, who entered it."""

from collections.abc import Iterator

from inventory.entries.states import Move
from inventory.paper import Block, Cell, Column, Paper, Table, Words
from inventory.reports.figures.books import Books
from inventory.reports.figures.stock import StockRow
from inventory.reports.papers.common import COUNT, whose

NAME = "inventory"
_HEADS = ("Received", "Issued", "Returned", "Sold", "Missing", "Stolen", "Voided", "Sent back",
          "Destroyed", "At tills", "Balance")  # fmt: skip


def perpetual_paper(books: Books) -> Paper:
    """Every set that the hall ever received, after each evening."""
    return Paper(
        name=NAME,
        title="Perpetual inventory",
        label=(
            "Every set by its serial, after each evening, with who entered what moved. Modeled on "
            "16 TAC 402.511 and 25 CFR 543.7. Balance: cards that can still be sold, in stock and "
            "at tills. Balance before + received - sold - missing - stolen - voided - sent back "
            "= balance after."
        ),
        facts=whose(books),
        blocks=tuple(_tables(books)) or (Words("No cards were received yet."),),
    )


def _tables(books: Books) -> Iterator[Block]:
    serials = dict.fromkeys(row.received.set_serial for row in books.stock)
    for serial in serials:
        yield _table(tuple(row for row in books.stock if row.received.set_serial == serial))


def _table(rows: tuple[StockRow, ...]) -> Table:
    received = rows[0].received
    columns = (
        Column("Until the end of"),
        *(Column(head, COUNT) for head in _HEADS),
        Column("Entered by"),
    )
    cells = tuple(_cells(row) for row in rows)
    places = range(1, len(_HEADS) + 1)
    sums = [sum(int(row[place]) for row in cells) for place in places]
    # What is left is not added up: it is what the last row says.
    sums[-2:] = [rows[-1].at_tills, rows[-1].balance]
    total: tuple[Cell, ...] = ("In all", *sums, "")
    name = (
        f"Set {received.set_serial}: series {received.series} {received.color}, {received.role}, "
        f"form {received.form}, maker {received.maker}"
    )
    return Table(name, columns, cells, total)


def _cells(row: StockRow) -> tuple[Cell, ...]:
    return (
        row.until,
        row.count(Move.RECEIVE),
        row.count(Move.ISSUE),
        row.returned,
        row.sold,
        row.missing,
        row.count(Move.STEAL),
        row.voided,
        row.count(Move.SEND_BACK),
        row.count(Move.DESTROY),
        row.at_tills,
        row.balance,
        ", ".join(row.entered_by),
    )
