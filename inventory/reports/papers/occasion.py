"""The report of the evening as a paper: all that the ledger says of it, and whether it adds up."""

from collections.abc import Iterator

from cardgen.amounts import how_many, printed_cents
from inventory.entries.claim import ClaimDecided, ClaimOpened, ClaimRefused
from inventory.entries.house import Checkpointed, ClockJumped
from inventory.entries.sale import Exchanged
from inventory.paper import Block, Cell, Column, Heading, Paper, Table, Words
from inventory.reports.figures.books import Books, Played
from inventory.reports.figures.occasion import makers_lines
from inventory.reports.figures.remarks import not_completed
from inventory.reports.figures.tally import COUNTED
from inventory.reports.papers.common import (
    CENTS,
    COUNT,
    NOT_NETTED,
    cash_block,
    crew_table,
    facts_of,
    prize_blocks,
    ranges_table,
    receipts_table,
    remarks_blocks,
    sellers_table,
    sold_as,
    told,
    totaled,
)
from inventory.reports.papers.plots import odds_plots, sales_plot

NAME = "occasion"


def occasion_paper(books: Books) -> Paper:
    """Everything of the evening, from the first card to the filing."""
    added = "Every figure adds up." if books.report.is_balanced else "SOME FIGURES DO NOT ADD UP."
    added = " ".join((added, *not_completed(books.report.reviewed)))
    return Paper(
        name=NAME,
        title=f"Report of the evening: {books.evening.opened.name}",
        label=f"The evening's figures from the hall's ledger. {added} {NOT_NETTED}",
        facts=facts_of(books),
        blocks=(
            Heading("Does it add up?"),
            *_identities(books),
            Heading("What to look at before it is filed"),
            *remarks_blocks(books),
            told(_incidents(books), "Nothing was corrected, voided or replaced."),
            Heading("Cards"),
            _series_table(books),
            ranges_table(books),
            sales_plot(books),
            Heading("Money"),
            receipts_table(books),
            sellers_table(books),
            cash_block(books),
            *_expected_cash(books),
            told(_other_takings(books), "No other takings were counted."),
            Heading("Exchanges"),
            told(_exchanges(books), "No exchange stands."),
            Heading("Games, claims and prizes"),
            *_games(books),
            *odds_plots(books),
            told(_rounds(books), "No round was closed yet."),
            told(_claims(books), "Nobody claimed yet."),
            *prize_blocks(books),
            Heading("People, clock and slips"),
            *_people(books),
            _slips(books),
        ),
    )


def _identities(books: Books) -> Iterator[Block]:
    columns = (Column("Two figures that must be equal"), Column("One"), Column("Other"),
               Column("Equal"))  # fmt: skip
    rows = tuple(
        (one.name, *one.printed, "yes" if one.holds else "NO") for one in books.report.identities
    )
    yield Table("Identities", columns, rows)


def _incidents(books: Books) -> Table:
    columns = (Column("When"), Column("Game"), Column("What"), Column("How it was"), Column("By"))
    rows = tuple(
        (books.clock(one.at), str(one.game or ""), one.what, one.told, one.by)
        for one in books.report.incidents
    )
    return Table("Corrected, voided, replaced", columns, rows)


def _series_table(books: Books) -> Table:
    columns = (
        Column("Set"),
        Column("Series"),
        Column("Sold as"),
        *(Column(name.replace("_", " ").capitalize(), COUNT) for name in COUNTED),
    )
    rows: list[tuple[Cell, ...]] = []
    for received in books.on_sale:
        one = books.report.tally.series[received.set_serial]
        named = (received.set_serial, f"{received.series} {received.color}")
        rows.append((*named, sold_as(received.is_original), *one.counts.values()))
    return totaled("Cards by series", columns, tuple(rows))


def _expected_cash(books: Books) -> Iterator[Block]:
    """What the box should have held at the count; a prize paid after the end is not in it."""
    if not books.cash:
        return
    columns = (Column("Line"), Column("Amount", CENTS))
    from_box = sum(one.cents for one in books.prizes.given if one.is_from_box)
    lines = (
        ("Float at the start", books.evening.opened.float_cents),
        ("Put into the boxes later", books.filled_cents),
        ("Receipts of sealed cards", books.report.tally.receipts_cents),
        ("Other takings in the box", sum(cents for _, cents in books.other_takings)),
        ("Less prizes paid from the box", -from_box),
    )
    rows = tuple(row for row in lines if row[1] or row[0] != "Put into the boxes later")
    expected = sum(cents for _, cents in rows)
    yield Table("What the box should hold", columns, rows, ("Total", expected))


def _other_takings(books: Books) -> Table:
    columns = (Column("Other takings in the boxes, not of sealed cards"), Column("Amount", CENTS))
    return totaled("Other takings", columns, books.other_takings)


def _exchanges(books: Books) -> Table:
    columns = (
        Column("When"),
        Column("Surrendered"),
        Column("Sold for it"),
        Column("By"),
        Column("Charge", CENTS),
    )
    standing = books.report.tally.exchanges
    last = {
        one.kind.surrendered: (one, one.kind)
        for one in books.entries
        if isinstance(one.kind, Exchanged) and one.kind.surrendered in standing
    }
    rows = tuple(
        (
            books.at(entry),
            kind.surrendered.printed,
            " ".join(card.printed for card in kind.new),
            entry.context.clerk,
            kind.cents,
        )
        for entry, kind in last.values()
    )
    return totaled("Exchanges that stand", columns, rows)


def _games(books: Books) -> Iterator[Block]:
    columns = (
        Column("Game"),
        Column("Name"),
        Column("Kind"),
        Column("State"),
        Column("Players present", COUNT),
        Column("Pre-drawn", COUNT),
        Column("Calls for the primary prize", COUNT),
        Column("Balls drawn", COUNT),
    )
    rows = tuple(
        (
            one.number,
            one.game.name,
            str(one.game.kind),
            str(one.play.state),
            one.play.present,
            one.game.pre_drawn,
            one.game.calls_max,
            len(one.play.balls),
        )
        for one in books.games
    )
    yield Table("Games", columns, rows)
    yield _money_of_games(books)
    for one in books.games:
        yield from _told_of_game(one)


def _money_of_games(books: Books) -> Table:
    """What each game's cards brought in when its prizes were announced, and what they did in all.

    What was announced is owed, whatever is given back later.
    """
    columns = (
        Column("Game"),
        Column("Name"),
        Column("Announced"),
        Column("Receipts at the announcement", CENTS),
        Column("Receipts", CENTS),
        Column("Cards sold", COUNT),
        Column("Prizes given", CENTS),
        Column("Not paid yet", CENTS),
    )
    rows: list[tuple[Cell, ...]] = []
    for one in books.games:
        started = one.play.started
        announced = started.announced if started is not None else ()
        rows.append(
            (
                one.number,
                one.game.name,
                ", ".join(f"{name} {printed_cents(cents)}" for name, cents in announced),
                started.receipts_cents if started is not None else "",
                one.receipts_cents,
                one.sold_count,
                one.given_cents,
                one.owed_cents,
            )
        )
    return Table("Money of the games", columns, tuple(rows))


def _told_of_game(one: Played) -> Iterator[Block]:
    started = one.play.started
    if one.play.balls:
        yield Words(f"Balls of game {one.number}, in order: {one.printed_balls}.")
    if started is not None and started.inquiry:
        yield Words(f"Game {one.number}, asked for holders on the pre-drawn: {started.inquiry}.")


def _rounds(books: Books) -> Table:
    columns = (
        Column("Game"),
        Column("Round"),
        Column("Prize"),
        Column("Winning cards"),
        Column("How it is reckoned"),
        Column("Winners", COUNT),
        Column("In all", CENTS),
    )
    rows = tuple(
        (
            one.number,
            str(closed.round),
            closed.prize,
            " ".join(card.printed for card in closed.winners),
            closed.told,
            len(closed.winners),
            sum(closed.shares),
        )
        for one in books.games
        for closed in one.rounds
    )
    return totaled("Rounds", columns, rows)


def _claims(books: Books) -> Table:
    columns = (
        Column("When"),
        Column("Claim"),
        Column("Card"),
        Column("Table"),
        Column("Verdict"),
        Column("Calls", COUNT),
        Column("Why"),
    )
    tables: dict[int, str] = {}
    rows: list[tuple[Cell, ...]] = []
    for entry in books.entries:
        kind, when = entry.kind, books.at(entry)
        if isinstance(kind, ClaimOpened):
            tables[kind.claim] = kind.table
        if isinstance(kind, ClaimDecided):
            named = (str(kind.claim), kind.card.printed, tables.get(kind.claim, ""))
            rows.append((when, *named, kind.verdict, kind.calls, _why(kind)))
        if isinstance(kind, ClaimRefused):
            why = f"step {kind.failed_step}: {kind.why}"
            rows.append((when, "", kind.card, "", "refused", 0, why))
    return Table("Claims, as often as they were judged", columns, tuple(rows))


def _why(kind: ClaimDecided) -> str:
    if kind.failed_step:
        return next(f"step {n}: {why}" for n, _, why in kind.steps if n == kind.failed_step)
    witnessed = (why for number, _, why in kind.steps if number == 10)  # noqa: PLR2004 -- step 10
    return next(witnessed, "")


def _people(books: Books) -> Iterator[Block]:
    pairs = sorted(
        {(one.context.clerk, one.context.second) for one in books.entries if one.context.second}
    )
    columns = (Column("Two people acted together"), Column("Second person"))
    yield Table("People", columns, tuple(pairs))
    yield crew_table(books)
    jumps = [one.kind.seconds for one in books.entries if isinstance(one.kind, ClockJumped)]
    told = ", ".join(how_many(seconds, "second") for seconds in jumps)
    yield Words(f"The clock jumped by {told}." if jumps else "The clock never jumped.")
    for line in makers_lines(books.report):
        yield Words(line)


def _slips(books: Books) -> Table:
    columns = (Column("When"), Column("Slip of"), Column("Letters"), Column("Entries", COUNT))
    rows = tuple(
        (books.at(one), one.kind.when, one.kind.letters, one.kind.size)
        for one in books.entries
        if isinstance(one.kind, Checkpointed)
    )
    return Table("Slips", columns, rows)
