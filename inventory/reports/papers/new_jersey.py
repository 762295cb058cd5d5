"""New Jersey's record of the occasion: receipts, prizes, and the four tests of each claim."""

from collections.abc import Iterator

from inventory.money import printed_cents
from inventory.paper import Block, Column, Heading, Paper, Table, Words
from inventory.program import GameKind
from inventory.reports.books import Books, games_of
from inventory.reports.papers.common import (
    CENTS,
    COUNT,
    NOT_NETTED,
    cash_table,
    facts_of,
    prizes_table,
    ranges_table,
    receipts_table,
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
            cash_table(books),
            Words(NOT_NETTED),
            prizes_table(books),
            Heading("Verification before a prize is awarded"),
            verification_table(books),
            Heading("Progressive games"),
            *_progressive(books),
            Heading("Numbers sold"),
            ranges_table(books),
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
    )
    rows = tuple(
        (
            str(one.game.number),
            one.game.name,
            str(one.game.kind),
            one.sold_count(books),
            one.receipts_cents(books),
            one.paid_cents(books),
        )
        for one in games_of(books.evening)
    )
    return totaled("Receipts and prizes by game", columns, rows)


def caps_of(books: Books) -> Iterator[Block]:
    """The evening's prizes beside what the rules allow, and each game's."""
    prizes, given = books.profile.prizes, sum(paid.cents for _, paid in books.paid)
    columns = (
        Column("Prizes of"),
        Column("Allowed, by"),
        Column("Allowed"),
        Column("Given", CENTS),
        Column("Within it"),
    )
    asked = [("the occasion", prizes.occasion_cents_max, given)]
    asked += [
        (f"game {one.game.number}", prizes.game_cents_max, one.paid_cents(books))
        for one in games_of(books.evening)
        if str(one.game.kind) not in prizes.cap_exempt_kinds.value
    ]
    rows = tuple(
        (
            what,
            rule.citation,
            "no limit known" if rule.value is None else printed_cents(rule.value),
            cents,
            "yes" if rule.value is None or cents <= rule.value else "NO",
        )
        for what, rule, cents in asked
    )
    yield Table("Prizes against their limits", columns, rows)


def _progressive(books: Books) -> Iterator[Block]:
    rules = books.profile.progressive
    played = [one for one in games_of(books.evening) if one.game.kind is GameKind.PROGRESSIVE]
    if not played:
        yield Words("No progressive game was played.")
        return
    columns = (Column("Game"), Column("Progression"), Column("Proceeds", CENTS),
               Column("Prizes", CENTS))  # fmt: skip
    rows = tuple(
        (
            one.game.name,
            one.game.terms.progression,
            one.receipts_cents(books),
            one.paid_cents(books),
        )
        for one in played
    )
    yield totaled("Progressive games", columns, rows)
    if rules.own_bank_account.value:
        days = rules.deposit_business_days.value
        when = f" within {days} business days" if days is not None else ""
        yield Words(
            f"The proceeds are kept in the bank account that is for them{when} "
            f"({rules.own_bank_account.citation})."
        )
