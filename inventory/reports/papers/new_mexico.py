"""New Mexico's record of the occasion: gross receipts, prizes, and the winner-take-all games."""

from collections.abc import Iterator

from cardgen.amounts import printed_cents
from inventory.entries.game import GameStarted
from inventory.paper import Block, Column, Heading, Paper, Table, Words
from inventory.program.program import GameKind
from inventory.reports.figures.books import Books, Played
from inventory.reports.figures.prizes import Given
from inventory.reports.papers.common import (
    CENTS,
    COUNT,
    NOT_NETTED,
    TO_FILL_IN,
    cash_block,
    crew_table,
    facts_of,
    owed_blocks,
    ranges_table,
    receipts_table,
    remarks_blocks,
    told,
    totaled,
)
from inventory.reports.papers.new_jersey import caps_of, games_table
from inventory.reports.papers.verified import verification_table

NAME = "nm-record"


def new_mexico_paper(books: Books) -> Paper:
    """The record of the occasion, and of each winner-take-all game."""
    return Paper(
        name=NAME,
        title="New Mexico: record of the occasion",
        label=(
            "A record for the organization's files, after 15.4.7.11 NMAC E; "
            "it is no form of the board."
        ),
        facts=facts_of(books),
        blocks=(
            Heading("Gross receipts"),
            receipts_table(books),
            Words(NOT_NETTED),
            cash_block(books),
            Heading("Games and prizes"),
            games_table(books),
            *caps_of(books),
            *_winners_blocks(books),
            Heading("Verification of each claim"),
            told(verification_table(books), "Nobody claimed yet."),
            Heading("Winner-take-all games"),
            *_winner_take_all(books),
            Heading("Numbers sold"),
            ranges_table(books),
            Heading("Remarks"),
            *remarks_blocks(books),
            Heading("Who was responsible"),
            crew_table(books),
        ),
    )


def _winners_blocks(books: Books) -> Iterator[Block]:
    prizes = books.prizes
    yield told(winners_table(books, "Winners", prizes.in_time), "No prize was given yet.")
    if prizes.late:
        yield winners_table(books, "Winners paid after the evening ended", prizes.late)
    yield from owed_blocks(books)


def winners_table(books: Books, name: str, given: tuple[Given, ...]) -> Table:
    """Every winner; from the rule's prize on, how she is reached and which document was made."""
    contact, tax = books.profile.prizes.contact_from_cents, books.profile.prizes.tax_form_from_cents
    columns = (
        Column("When"),
        Column("Game"),
        Column("Card"),
        Column("Winner"),
        Column("Contact"),
        Column("Tax document"),
        Column("Amount", CENTS),
    )
    rows = tuple(
        (
            books.clock(one.at),
            str(one.game),
            one.card,
            one.to,
            one.contact or _asked(contact.value, one),
            one.document or _asked(tax.value, one),
            one.cents,
        )
        for one in given
    )
    return totaled(name, columns, rows)


def _asked(from_cents: int | None, one: Given) -> str:
    """Why a winner's contact or document is not in its column."""
    if from_cents is None or one.cents < from_cents:
        return "not asked"
    # Older entries have contact and document of a prize given by name behind the name.
    return "behind the name" if not one.card and "," in one.to else TO_FILL_IN


def _winner_take_all(books: Books) -> Iterator[Block]:
    played = [one for one in books.games if one.game.kind is GameKind.WINNER_TAKE_ALL]
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
            *_started(one),
            _winners(one),
            one.sold_count,
            one.awarded_cents,
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


def _started(played: Played) -> tuple[str, str]:
    """Day and hour at which the game began."""
    books, number = played.books, played.game.number
    began = (
        books.at(entry)
        for entry in books.entries
        if isinstance(entry.kind, GameStarted) and entry.kind.game == number
    )
    day, _, hour = next(began, f"{books.evening.opened.played_on} {TO_FILL_IN}").partition(" ")
    return day, hour


def _winners(played: Played) -> str:
    own = (one for one in played.books.prizes.given if one.game == played.game.number)
    return ", ".join(f"{one.to} ({one.card})" if one.card else one.to for one in own)
