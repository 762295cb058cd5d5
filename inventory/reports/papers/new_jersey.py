"""New Jersey's record of the occasion: receipts, prizes, and the four tests of each claim."""

from collections.abc import Iterator

from cardgen.amounts import printed_cents
from inventory.decisions.progressive.progression import deposits_due
from inventory.paper import Block, Column, Heading, Paper, Table, Words
from inventory.reports.figures.books import Books
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
    told,
    totaled,
)
from inventory.reports.papers.verified import verification_table

NAME = "nj-record"


def new_jersey_paper(books: Books) -> Paper:
    """The record, as the rules of the games ask for its parts."""
    return Paper(
        name=NAME,
        title="New Jersey: record of the occasion",
        label=(
            "A record for the organization's files and for whoever asks, after N.J.A.C. "
            "13:47-7.24 to 7.58; it is no form of the commission."
        ),
        facts=facts_of(books),
        blocks=(
            Heading("Games, receipts and prizes"),
            games_table(books),
            *caps_of(books),
            receipts_table(books),
            cash_block(books),
            Words(NOT_NETTED),
            *prize_blocks(books),
            Heading("Verification before a prize is awarded"),
            told(verification_table(books), "Nobody claimed yet."),
            Heading("Progressive games"),
            *_progressive(books),
            Heading("Numbers sold"),
            ranges_table(books),
            Heading("Remarks"),
            *remarks_blocks(books),
            Heading("Who was responsible"),
            crew_table(books),
        ),
    )


def games_table(books: Books) -> Table:
    """Each game's receipts and prizes."""
    columns = (
        Column("Game"),
        Column("Name"),
        Column("Kind"),
        Column("Cards", COUNT),
        Column("Receipts", CENTS),
        Column("Prizes", CENTS),
        Column("Not paid yet", CENTS),
    )
    rows = tuple(
        (
            one.number,
            one.game.name,
            str(one.game.kind),
            one.sold_count,
            one.receipts_cents,
            one.given_cents,
            one.owed_cents,
        )
        for one in books.games
    )
    return totaled("Receipts and prizes by game", columns, rows)


def caps_of(books: Books) -> Iterator[Block]:
    """The evening's prizes beside what the rules allow; games that no limit counts are left out."""
    prizes = books.profile.prizes
    counted = [
        one for one in books.games if str(one.game.kind) not in prizes.cap_exempt_kinds.value
    ]
    every = (sum(one.offered_cents for one in counted), sum(one.awarded_cents for one in counted))
    asked = [("the occasion", prizes.occasion_cents_max, *every)]
    asked += [
        (f"game {one.number}", prizes.game_cents_max, one.offered_cents, one.awarded_cents)
        for one in counted
    ]
    columns = (
        Column("Prizes of"),
        Column("Allowed, by"),
        Column("Allowed"),
        Column("Offered", CENTS),
        Column("Given or owed", CENTS),
        Column("Within it"),
    )
    rows = tuple(
        (
            what,
            rule.citation,
            "no limit known" if rule.value is None else printed_cents(rule.value),
            offered,
            cents,
            "yes" if rule.value is None or max(offered, cents) <= rule.value else "NO",
        )
        for what, rule, offered, cents in asked
    )
    yield Table("Prizes against their limits", columns, rows)
    exempt = prizes.cap_exempt_kinds
    if exempt.value:
        yield Words(f"Not counted: {', '.join(exempt.value)} ({exempt.citation}).")


def _progressive(books: Books) -> Iterator[Block]:
    played = [one for one in books.games if one.game.is_progressive]
    if not played:
        yield Words("No progressive game was played.")
        return
    columns = (
        Column("Game"),
        Column("Progression"),
        Column("Proceeds", CENTS),
        Column("Prizes", CENTS),
    )
    rows = tuple(
        (one.game.name, one.game.terms.progression, one.receipts_cents, one.awarded_cents)
        for one in played
    )
    yield totaled("Proceeds of progressive games", columns, rows)
    due = _deposits(books, {one.game.terms.progression for one in played})
    yield told(due, "Of these progressives nothing waits to be deposited.")
    rule = books.profile.progressive.own_bank_account
    if rule.value:
        yield Words(f"The proceeds are held in the account that is for them ({rule.citation}).")


def _deposits(books: Books, names: set[str]) -> Table:
    """What is not in the account yet, of every occasion of these progressives, and until when."""
    columns = (
        Column("Progression"),
        Column("Account"),
        Column("Occasion"),
        Column("To be deposited by"),
        Column("Amount", CENTS),
    )
    rows = tuple(
        (one.name, one.started.account, due.played_on, due.by, due.cents)
        for name, one in books.progressions.items()
        if name in names
        for due in deposits_due(one, books.profile.progressive)
    )
    return totaled("Not deposited yet", columns, rows)
