"""New York's worksheets: figures for form BC-7, and the list of sales by worker that goes with it.

General Municipal Law 491; the form itself was not at hand, so its letters are told as recalled.
"""

from collections.abc import Iterator

from inventory.paper import Block, Cell, Column, Heading, Paper, Table, Words
from inventory.reports.figures.books import Books
from inventory.reports.papers.common import (
    CENTS,
    NOT_NETTED,
    TOTAL,
    cash_block,
    facts_of,
    prize_blocks,
    ranges_table,
    remarks_blocks,
    sellers_table,
    totaled,
)
from inventory.reports.spoken.prize_words import prize_words
from inventory.rules.citing import cited

NAME, WORKERS_NAME = "bc-7", "bc-7b"
_RECALLED = (
    "Parts B, C(2) and E are lettered as an older rule (9 NYCRR 5821.18) names them; Part A as "
    "receipts is recalled and was not read. Compare the letters with the form before you copy."
)
# What this ledger does not keep, and the part of the form that asks for it.
_EXPENSES = (
    ("B", "Purchase or rental of equipment and bingo cards"),
    ("B", "Rent"),
    ("B", "Services, each payee by name and address"),
    ("B(3)", "License fees"),
    ("B", "Printing and other expenses"),
    ("C(2)", "Additional license fee"),
    ("E", "Disbursements for lawful purposes"),
)


def bc7_paper(books: Books) -> Paper:
    """Receipts, prizes, net, sellers and ranges, in the order of the form's parts."""
    papers = books.profile.papers
    return Paper(
        name=NAME,
        title="BC-7 worksheet",
        label=(
            "A worksheet for filling in form BC-7; it is not the form and is not filed. "
            f"The form is due with {papers.filed_with.value} within {papers.filing_days.value} "
            f"days of the occasion ({cited(papers.filing_days)}). {_RECALLED}"
        ),
        facts=facts_of(books),
        blocks=(
            Heading("Part A (recalled): receipts"),
            _receipts(books),
            Words(NOT_NETTED),
            Heading("Part B: prizes and other expenses"),
            offered_table(books),
            *prize_blocks(books),
            *_to_fill_in(),
            Heading("Net"),
            net_table(books),
            cash_block(books),
            Heading("Who sold, and which numbers"),
            sellers_table(books),
            ranges_table(books),
            Heading("Remarks"),
            *remarks_blocks(books),
            Heading("Affirmed by the members in charge and the lessor"),
            _signatures(),
        ),
    )


def workers_paper(books: Books) -> Paper:
    """The list of sales by worker."""
    return Paper(
        name=WORKERS_NAME,
        title="BC-7B worksheet: sales by worker",
        label=(
            "A worksheet for the list of sales that goes with form BC-7; it is not the form. "
            "Whoever sold stands by the name given at the till."
        ),
        facts=facts_of(books),
        blocks=(sellers_table(books), by_worker_table(books), Words(NOT_NETTED)),
    )


def by_worker_table(books: Books) -> Table:
    """One line a worker, all sets together."""
    columns = (Column("Worker"), Column("Originals", CENTS), Column("Trade-ins", CENTS),
               Column("Receipts", CENTS), Column("Signature"))  # fmt: skip
    originals: dict[str, int] = {}
    trade_ins: dict[str, int] = {}
    for one in books.takings:
        pile = originals if books.received(one.set_serial).is_original else trade_ins
        pile[one.seller] = pile.get(one.seller, 0) + one.cents
    names = dict.fromkeys(one.seller for one in books.takings)
    rows = tuple(
        (
            name,
            originals.get(name, 0),
            trade_ins.get(name, 0),
            originals.get(name, 0) + trade_ins.get(name, 0),
            "",
        )
        for name in names
    )
    return totaled("Receipts by worker", columns, rows)


def gross_cents(books: Books) -> int:
    """Sealed cards and whatever else the boxes took in; no shortage is taken off."""
    return books.report.tally.receipts_cents + sum(cents for _, cents in books.other_takings)


def offered_table(books: Books) -> Table:
    """Each game's prizes as the program offers them, beside what was given."""
    columns = (Column("Game"), Column("Name"), Column("Offered"), Column("Given", CENTS),
               Column("Not paid yet", CENTS))  # fmt: skip
    rows = tuple(
        (one.number, one.game.name, prize_words(one.game), one.given_cents, one.owed_cents)
        for one in books.games
    )
    return totaled("Prizes offered and given", columns, rows)


def net_table(books: Books) -> Table:
    """Gross receipts less prizes, those that are owed too; the other expenses are not in it."""
    gross, given, owed = gross_cents(books), books.given_cents, books.owed_cents
    columns = (Column("Line"), Column("Amount", CENTS))
    rows = [("Gross receipts", gross), ("Less prizes given", -given)]
    if owed:
        rows.append(("Less prizes awarded and not yet paid", -owed))
    net = ("Net before other expenses", gross - given - owed)
    return Table("Net before the other expenses", columns, tuple(rows), net)


def _receipts(books: Books) -> Table:
    """Original cards, trade-ins apart, and other takings as they were counted."""
    columns = (Column("Line"), Column("Amount", CENTS))
    is_original = {one.set_serial: one.is_original for one in books.on_sale}
    originals = sum(one.cents for one in books.takings if is_original[one.set_serial])
    trade_ins = sum(one.cents for one in books.takings if not is_original[one.set_serial])
    rows: tuple[tuple[Cell, ...], ...] = (
        ("Sealed cards, originals", originals),
        ("Sealed cards, trade-ins sold for a surrendered card", trade_ins),
        *((f"Other takings: {name}", cents) for name, cents in books.other_takings),
    )
    return Table("Receipts", columns, rows, (TOTAL, gross_cents(books)))


def _to_fill_in() -> Iterator[Block]:
    columns = (Column("Part"), Column("What this ledger does not keep"), Column("Amount, by hand"))
    yield Table(
        "Other lines of the form",
        columns,
        tuple((part, line, "") for part, line in _EXPENSES),
    )


def _signatures() -> Table:
    columns = (Column("As"), Column("Name"), Column("Signature"), Column("Date"))
    people = ("Member in charge", "Member in charge", "Lessor, if any")
    return Table("Signatures", columns, tuple((person, "", "", "") for person in people))
