"""New Mexico's record of the occasion: gross receipts, prizes, and the winner-take-all games."""

from collections.abc import Iterator

from inventory.money import printed_cents
from inventory.paper import Block, Column, Heading, Paper, Table, Words
from inventory.program import GameKind
from inventory.reports.books import Books, Played, games_of
from inventory.reports.papers.common import (
    CENTS,
    COUNT,
    NOT_NETTED,
    TO_FILL_IN,
    cash_table,
    facts_of,
    ranges_table,
    receipts_table,
    totaled,
)
from inventory.reports.papers.new_jersey import caps_of, games_table

NAME = "nm-record"


def new_mexico_paper(books: Books) -> Paper:
    """The record of the occasion, and of each winner-take-all game."""
    return Paper(
        name=NAME,
        title="New Mexico: record of the occasion",
        label=(
            "A record for the organization's files, after 15.4.7.10 and 15.4.7.11 NMAC; "
            "it is no form of the board."
        ),
        facts=facts_of(books),
        blocks=(
            Heading("Gross receipts"),
            receipts_table(books),
            Words(NOT_NETTED),
            cash_table(books),
            Heading("Games and prizes"),
            games_table(books),
            *caps_of(books),
            winners_table(books),
            Heading("Winner-take-all games"),
            *_winner_take_all(books),
            Heading("Numbers sold"),
            ranges_table(books),
        ),
    )


def winners_table(books: Books) -> Table:
    """Every winner; from the rule's prize on, how she is reached and which document was made."""
    contact, tax = books.profile.prizes.contact_from_cents, books.profile.prizes.tax_form_from_cents
    columns = (
        Column("Paid"),
        Column("Card"),
        Column("Winner"),
        Column("Contact"),
        Column("Tax document"),
        Column("Amount", CENTS),
    )
    rows = tuple(
        (
            books.at(entry),
            paid.card.printed,
            paid.to,
            _asked(contact.value, paid.cents),
            _asked(tax.value, paid.cents),
            paid.cents,
        )
        for entry, paid in books.paid
    )
    return totaled("Winners", columns, rows)


def _asked(from_cents: int | None, cents: int) -> str:
    is_asked = from_cents is not None and cents >= from_cents
    return TO_FILL_IN if is_asked else "not asked"


def _winner_take_all(books: Books) -> Iterator[Block]:
    played = [one for one in games_of(books.evening) if one.game.kind is GameKind.WINNER_TAKE_ALL]
    if not played:
        yield Words("No winner-take-all game was played.")
        return
    columns = (
        Column("Game"),
        Column("Date"),
        Column("Time"),
        Column("Winners"),
        Column("Cards sold", COUNT),
        Column("Prize", CENTS),
    )
    rows = tuple(
        (
            one.game.name,
            books.evening.opened.played_on,
            one.game.starts_at or TO_FILL_IN,
            _winners(books, one),
            one.sold_count(books),
            one.paid_cents(books),
        )
        for one in played
    )
    yield Table("Winner-take-all", columns, rows)
    contact = books.profile.prizes.contact_from_cents
    if contact.value is not None:
        yield Words(
            f"From {printed_cents(contact.value)} on the winner's contact is part of the record "
            f"({contact.citation}); it stands under Winners."
        )


def _winners(books: Books, played: Played) -> str:
    paid = (one for _, one in books.paid if one.round in played.round_numbers)
    return ", ".join(f"{one.to} ({one.card.printed})" for one in paid)
