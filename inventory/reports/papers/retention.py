"""What must be kept until when: punched cards, paid cards, certificates, records."""

from collections.abc import Iterator
from datetime import date, timedelta

from cardgen.card_id import CardId
from inventory.entries.closing import Destroyed, Retained
from inventory.paper import Block, Cell, Column, Heading, Paper, Table, Words
from inventory.reports.figures.books import Books
from inventory.reports.papers.common import COUNT, days_left, facts_of
from inventory.rules.profile import Rule

NAME = "retention"


def retention_paper(books: Books) -> Paper:
    """The list, as of today."""
    return Paper(
        name=NAME,
        title="Retention list",
        label=(
            f"What must be kept, as of {books.today.isoformat()}, by the hall's profile of rules. "
            "A rule marked 'not found' or 'derived' is a careful reading; ask before you destroy."
        ),
        facts=facts_of(books),
        blocks=(
            Heading("What is due"),
            _due(books),
            Heading("What is kept, and until when"),
            _kept(books),
            Heading("Envelopes"),
            *_envelopes(books),
        ),
    )


def years_later(day: date, years: int) -> date:
    """The same day so many years later; February 29 becomes March 1 where there is none.

    >>> years_later(date(2028, 2, 29), 4), years_later(date(2028, 2, 29), 1)
    (datetime.date(2032, 2, 29), datetime.date(2029, 3, 1))
    """
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return date(day.year + years, 3, 1)


def quarter_end(day: date) -> date:
    """The last day of the quarter.

    >>> quarter_end(date(2026, 11, 30)), quarter_end(date(2028, 2, 29))
    (datetime.date(2026, 12, 31), datetime.date(2028, 3, 31))
    """
    first = (day.month - 1) // 3 * 3 + 1
    next_first = date(day.year + 1, 1, 1) if first > 9 else date(day.year, first + 3, 1)  # noqa: PLR2004
    return next_first - timedelta(days=1)


def _due(books: Books) -> Table:
    """The form of the occasion, and the summary of its quarter where the rules want one."""
    papers, filed = books.profile.papers, books.evening.filed
    deadline, days = books.report.deadline, papers.filing_days
    left = f"filed on {filed.filed_on}" if filed else days_left(books, deadline)
    rows: list[tuple[Cell, ...]] = [
        (papers.form.value, deadline.isoformat(), left, days.citation, days.mark)
    ]
    summary = papers.summary_days_after_quarter
    if summary.value is not None:
        end = quarter_end(date.fromisoformat(books.evening.opened.played_on))
        by = end + timedelta(days=summary.value)
        what = f"Summary of the quarter that ends on {end.isoformat()}"
        left = days_left(books, by)
        rows.append((what, by.isoformat(), left, summary.citation, summary.mark))
    columns = (
        Column("What"),
        Column("By"),
        Column("Days left"),
        Column("Rule"),
        Column("Mark"),
    )
    return Table("Due", columns, tuple(rows))


def _kept(books: Books) -> Table:
    columns = (Column("What"), Column("Until"), Column("Days left"), Column("Rule"),
               Column("Mark"))  # fmt: skip
    papers = books.profile.papers
    played_on = date.fromisoformat(books.evening.opened.played_on)
    records = years_later(played_on, papers.records_years.value)
    certificates = years_later(played_on, papers.certificate_years.value)
    rows = [
        _punched(books),
        _dated(books, "Paid cards, each in its envelope", records, papers.records_years),
        _dated(
            books, "The ledger, its slips and the evening's papers", records, papers.records_years
        ),
    ]
    rows += [
        _dated(
            books,
            f"The maker's certificate of set {received.set_serial}",
            certificates,
            papers.certificate_years,
        )
        for received in books.on_sale
    ]
    return Table("Kept", columns, tuple(rows))


def _punched(books: Books) -> tuple[Cell, ...]:
    """Surrendered and voided cards: their end is an act, not a day."""
    rule, filed = books.profile.exchange.keep_until_filed, books.evening.filed
    deadline = books.report.deadline
    defaced = {card for one in books.report.tally.series.values() for card in one.defaced}
    if defaced <= _destroyed(books):
        until, left = ("destroyed" if defaced else "there are none"), ""
    elif not rule.value:
        until, left = "the evening's end", ""
    elif filed is not None:
        until, left = f"it was filed on {filed.filed_on}; a witness sees them destroyed", "0"
    else:
        until = f"{books.profile.papers.form.value} is filed, due {deadline.isoformat()}"
        left = days_left(books, deadline)
    return ("Punched cards", until, left, rule.citation, rule.mark)


def _dated(books: Books, what: str, until: date, rule: Rule[int]) -> tuple[Cell, ...]:
    return (what, until.isoformat(), days_left(books, until), rule.citation, rule.mark)


def _destroyed(books: Books) -> set[CardId]:
    gone = (one.kind for one in books.entries if isinstance(one.kind, Destroyed))
    return {card for kind in gone for card in kind.cards}


def _envelopes(books: Books) -> Iterator[Block]:
    paid = {one.card for one in books.prizes.given}
    kept = [(one, one.kind) for one in books.entries if isinstance(one.kind, Retained)]
    gone = {
        card for one in books.entries if isinstance(one.kind, Destroyed) for card in one.kind.cards
    }
    if not kept:
        yield Words("No envelope was closed yet.")
        return
    columns = (
        Column("Envelope"),
        Column("Closed"),
        Column("By"),
        Column("Punched", COUNT),
        Column("Paid", COUNT),
        Column("Destroyed since", COUNT),
    )
    rows = tuple(
        (
            kind.envelope,
            books.at(entry),
            " and ".join(name for name in (entry.context.clerk, entry.context.second) if name),
            sum(card.printed not in paid for card in kind.cards),
            sum(card.printed in paid for card in kind.cards),
            sum(card in gone for card in kind.cards),
        )
        for entry, kind in kept
    )
    yield Table("Closed envelopes", columns, rows)
    cards = tuple(
        (
            kind.envelope,
            card.printed,
            "paid" if card.printed in paid else "punched",
            "destroyed" if card in gone else "kept",
        )
        for _, kind in kept
        for card in sorted(kind.cards, key=lambda one: one.printed)
    )
    heads = (Column("Envelope"), Column("Card"), Column("It is"), Column("State"))
    yield Table("Cards in envelopes", heads, cards)
