"""What several papers say alike: their facts, ranges of numbers, money, who sold what."""

from collections.abc import Iterator
from datetime import date

from cardgen.amounts import how_many
from cardgen.card_id import AuditNumber
from inventory.decisions.closing import days_late
from inventory.paper import Block, Cell, Column, Measure, Table, Words
from inventory.reports.figures.books import Books
from inventory.reports.figures.prizes import Given, Prizes
from inventory.reports.figures.remarks import remarks_of
from inventory.reports.figures.takings import Takings
from inventory.reports.spoken.rulebook import override_lines

COUNT, CENTS = Measure.COUNT, Measure.CENTS
TO_FILL_IN = "to fill in by hand"
TOTAL = "Total"
SIGNED = "_" * 24
NOT_NETTED = (
    "Receipts are what was sold by this ledger, sealed cards only, at full price. What a box was "
    "short or over stands by itself and is never netted."
)


def whose(books: Books) -> tuple[tuple[str, str], ...]:
    """Whose evening it was, and by which rules; where the hall answers one in its own way."""
    opened = books.evening.opened
    number = opened.program.license_number
    return (
        ("Hall", books.report.house.hall_name),
        ("Occasion", f"{opened.name} (no. {books.evening.occasion} in the ledger)"),
        ("Played on", opened.played_on),
        *((("License", number),) if number else ()),
        ("Rules", books.profile.title),
        *(("The hall's own rule", sentence) for sentence in override_lines(books.profile)),
    )


def facts_of(books: Books) -> tuple[tuple[str, str], ...]:
    """Whose evening it was, and how far its filing is."""
    papers, filed = books.profile.papers, books.evening.filed
    filing = f"{filed.filed_on}, {filed.form}, {filed.reference}" if filed else "not filed"
    late = days_late(books.evening, books.profile)
    filing += f"; {how_many(late, 'day')} LATE" if late else ""
    state = "ended" if books.evening.is_ended else "still open; figures so far"
    return (
        *whose(books),
        ("The evening is", state),
        *_remarked(books),
        ("To be filed", f"{papers.form.value}, with {papers.filed_with.value}"),
        ("File by", _due(books)),
        ("Filed", filing),
    )


def crew_table(books: Books) -> Table:
    """Who worked in which role, with a line to sign on."""
    crew, callers = books.evening.crew, books.evening.callers
    roles = (
        ("Member in charge", (crew.in_charge,)),
        ("Manager", (crew.manager,)),
        ("Caller", callers),
        ("Checker", crew.checkers),
    )
    rows = tuple(
        (role, name or TO_FILL_IN, SIGNED) for role, names in roles for name in names or ("",)
    )
    return Table("Crew", (Column("Role"), Column("Name"), Column("Signature")), rows)


def remarks_blocks(books: Books) -> Iterator[Block]:
    """What people should look at before they file, a sentence each."""
    remarks = remarks_of(books.report.reviewed)
    yield from (Words(remark) for remark in remarks or ("No remarks.",))


def _remarked(books: Books) -> tuple[tuple[str, str], ...]:
    count = len(remarks_of(books.report.reviewed))
    return (("Remarks", f"{count}; the report of the evening names them"),) if count else ()


def days_left(books: Books, until: date) -> str:
    """How many days there are to a day, seen from today."""
    days = (until - books.today).days
    return str(days) if days >= 0 else f"over for {how_many(-days, 'day')}"


def _due(books: Books) -> str:
    deadline = books.report.deadline
    if books.evening.filed is not None:
        return deadline.isoformat()
    days = (deadline - books.today).days
    left = f"{how_many(days, 'day')} left" if days >= 0 else days_left(books, deadline)
    return f"{deadline.isoformat()}; {left}"


def printed_number(number: int) -> str:
    """A card's number as it is printed, zeros in front and all.

    >>> printed_number(123)
    '0000123'
    """
    return AuditNumber(number).printed


def printed_span(first: int, last: int) -> str:
    r"""A range of cards' numbers.

    >>> printed_span(7, 12) == "0000007\N{EN DASH}0000012", printed_span(7, 7)
    (True, '0000007')
    """
    if first == last:
        return printed_number(first)
    return f"{printed_number(first)}\N{EN DASH}{printed_number(last)}"


def spans_of(numbers: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Rising numbers as ranges, first and last of each.

    >>> spans_of((1, 2, 3, 7))
    ((1, 3), (7, 7))
    """
    spans: list[list[int]] = []
    for number in numbers:
        if spans and number == spans[-1][1] + 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return tuple((first, last) for first, last in spans)


def printed_spans(numbers: tuple[int, ...]) -> str:
    """All ranges in a row."""
    return ", ".join(printed_span(*span) for span in spans_of(numbers))


def totaled(name: str, columns: tuple[Column, ...], rows: tuple[tuple[Cell, ...], ...]) -> Table:
    """A table whose last row adds its counts and cents up."""
    sums = tuple(
        sum(row[place] for row in rows if isinstance(row[place], int))  # type: ignore[misc]
        if column.measure is not Measure.TEXT
        else ""
        for place, column in enumerate(columns)
    )
    return Table(name, columns, rows, (TOTAL, *sums[1:]))


def told(table: Table, none: str) -> Block:
    """The table, or in words that there is nothing to put into it."""
    return table if table.rows else Words(none)


def cash_block(books: Books) -> Block:
    """Each box as it was counted."""
    return told(cash_table(books), "No box was counted yet.")


def prize_blocks(books: Books) -> Iterator[Block]:
    """Every prize: given, paid after the evening ended, owed; and all of them in one sum."""
    prizes = books.prizes
    yield told(prizes_table(books, "Prizes given", prizes.in_time), "No prize was given yet.")
    if prizes.late:
        yield prizes_table(books, "Prizes paid after the evening ended", prizes.late)
    yield from owed_blocks(books)


def owed_blocks(books: Books) -> Iterator[Block]:
    """What is awarded and not yet paid, and what all prizes come to."""
    prizes = books.prizes
    columns = (Column("Game"), Column("Round"), Column("Card"), Column("It is"),
               Column("Amount", CENTS))  # fmt: skip
    rows = tuple(
        (str(one.game), str(one.round), one.card, one.why, one.cents) for one in prizes.owed
    )
    if rows:
        yield totaled("Prizes awarded and not yet paid", columns, rows)
    elif prizes.given and all(one.holds for one in prizes.identities):
        yield Words("Every prize that was awarded is paid.")
    if prizes.owed or prizes.late:
        lines = (
            ("Given before the evening ended", sum(one.cents for one in prizes.in_time)),
            ("Paid after the evening ended", sum(one.cents for one in prizes.late)),
            ("Awarded and not yet paid", books.owed_cents),
        )
        yield totaled("All prizes", (Column("Prizes"), Column("Amount", CENTS)), lines)
    yield from _identity_words(prizes)


def _identity_words(prizes: Prizes) -> Iterator[Words]:
    """Whether what was given and what is owed is what was awarded, round by round."""
    identities = prizes.identities
    if not identities:
        return
    for one in identities:
        if not one.holds:
            left, right = one.printed
            yield Words(f"NOT EQUAL: {one.name}: {left} against {right}.")
    if all(one.holds for one in identities):
        awarded = identities[-1].printed[1]
        yield Words(f"Given and owed is what was awarded, in every round and in all: {awarded}.")


def sellers_table(books: Books) -> Table:
    """Each person who sold, and what of each set: cards, numbers, cents."""
    columns = (
        Column("Worker"),
        Column("Set"),
        Column("Series"),
        Column("Sold as"),
        Column("Numbers"),
        Column("Cards", COUNT),
        Column("Receipts", CENTS),
    )
    rows = tuple(_seller_row(books, one) for one in books.takings)
    return totaled("Sales by worker", columns, rows)


def _seller_row(books: Books, one: Takings) -> tuple[Cell, ...]:
    received = books.received(one.set_serial)
    return (
        one.seller,
        one.set_serial,
        f"{received.series} {received.color}",
        sold_as(received.is_original),
        printed_spans(one.numbers),
        len(one.cards),
        one.cents,
    )


def sold_as(is_original: bool) -> str:  # noqa: FBT001 -- a card is one or the other
    """What a series' cards are sold as."""
    return "original" if is_original else "trade-in"


def ranges_table(books: Books) -> Table:
    """Every range that was sold, and what lies between it and the range before."""
    columns = (
        Column("Set"),
        Column("Series"),
        Column("Maker"),
        Column("From"),
        Column("To"),
        Column("Cards", COUNT),
        Column("Not sold before it"),
    )
    rows: list[tuple[Cell, ...]] = []
    for received in books.on_sale:
        tally = books.report.tally.series[received.set_serial]
        numbers = tuple(sorted(int(card.audit_number) for card in tally.sold))
        before = 0
        for first, last in spans_of(numbers):
            gap = printed_span(before + 1, first - 1) if before else ""
            named = (received.set_serial, f"{received.series} {received.color}", received.maker)
            span = (printed_number(first), printed_number(last), last - first + 1)
            rows.append((*named, *span, gap))
            before = last
    return totaled("Numbers sold", columns, tuple(rows))


def receipts_table(books: Books) -> Table:
    """Receipts of each series; a trade-in's are the prices of the cards surrendered for it."""
    columns = (
        Column("Set"),
        Column("Series"),
        Column("Sold as"),
        Column("Price", CENTS),
        Column("Cards", COUNT),
        Column("Receipts", CENTS),
    )
    rows: list[tuple[Cell, ...]] = []
    for received in books.on_sale:
        own = [one for one in books.takings if one.set_serial == received.set_serial]
        rows.append(
            (
                received.set_serial,
                f"{received.series} {received.color}",
                sold_as(received.is_original),
                received.price_cents,
                sum(len(one.cards) for one in own),
                sum(one.cents for one in own),
            )
        )
    table = totaled("Receipts of sealed cards", columns, tuple(rows))
    # Prices are not added up.
    return Table(table.name, columns, table.rows, (*table.total[:3], "", *table.total[4:]))


def cash_table(books: Books) -> Table:
    """Each box: what was counted without looking, and what it should hold."""
    columns = (
        Column("Box"),
        Column("Counted", CENTS),
        Column("Expected", CENTS),
        Column("Over (+) or short (-)", CENTS),
    )
    rows = tuple(
        (
            f"box {till}",
            one.counted_cents,
            one.expected_cents,
            one.counted_cents - one.expected_cents,
        )
        for till, one in books.cash
    )
    return totaled("Cash", columns, rows)


def prizes_table(books: Books, name: str, given: tuple[Given, ...]) -> Table:
    """Prizes given: when, in which game, for which card, to whom, how."""
    columns = (
        Column("When"),
        Column("Game"),
        Column("Card"),
        Column("To"),
        Column("How"),
        Column("By"),
        Column("Amount", CENTS),
    )
    rows = tuple(
        (books.clock(one.at), str(one.game), one.card, one.to, one.how, one.by, one.cents)
        for one in given
    )
    return totaled(name, columns, rows)
