"""Selling at the terminal: baskets, exchanges, the punch, and the way back."""

from __future__ import annotations

import click

from inventory.cli.context import Where, acting, open_hall, run, texts_of, told_of_caps


@click.command()
@click.argument("cards", nargs=-1, required=True)
@click.option("--count", type=click.IntRange(1), default=None, help="How many; CARDS is the last.")
@acting
def sell(where: Where, cards: tuple[str, ...], count: int | None) -> int:
    """\b
    Example: inventory sell --count 6 LAST-CARD --by Ann
             inventory sell CARD CARD --by Ann

    Sell the next cards in one basket: all of them, or none.
    """
    from inventory.commands.sale import Sell, SellCounted
    from inventory.desk.lookup import find_sealed

    texts = texts_of(cards)
    if count is not None and len(texts) != 1:
        raise click.UsageError("with --count, name only the last card.")
    with open_hall(where) as hall, told_of_caps(hall):
        found, named_by = find_sealed(hall, texts)
        if count is None:
            return run(where, hall, Sell(found, named_by))
        return run(where, hall, SellCounted(found[-1], count, named_by))


@click.command()
@click.argument("originals", nargs=-1, required=True)
@click.option("--last", default="", help="The last of the new cards; with - the last line.")
@acting
def exchange(where: Where, originals: tuple[str, ...], last: str) -> int:
    """\b
    Example: inventory exchange ORIGINAL ORIGINAL ORIGINAL --last SIXTH-NEW --by Ann

    Exchange originals for two trade-ins each.

    The originals may be open or sealed; - reads scans from standard input.
    """
    from inventory.commands.sale import Exchange
    from inventory.desk.lookup import find_cards, find_sealed

    old, (new,) = texts_of(originals), texts_of((last,))
    if not new:
        old, new = old[:-1], old[-1] if old else ""
    if not old or not new:
        raise click.UsageError("name the originals and --last, the last of the new cards.")
    with open_hall(where) as hall:
        given = find_cards(hall, old)
        (last_new,), _ = find_sealed(hall, (new,))
        return run(where, hall, Exchange(given, last_new))


@click.command()
@click.argument("cards", nargs=-1)
@acting
def punched(where: Where, cards: tuple[str, ...]) -> int:
    """\b
    Example: inventory punched --by Ann

    Note surrendered and voided cards as punched.

    Without CARDS it notes all that this till took.
    """
    from inventory.commands.sale import Punch
    from inventory.desk.lookup import find_cards

    texts = texts_of(cards)
    with open_hall(where) as hall:
        return run(where, hall, Punch(find_cards(hall, texts)))


@click.command()
@acting
def undo(where: Where) -> int:
    """\b
    Example: inventory undo --by Ann

    Take back this till's last sale or exchange.

    The cards are sealed and in hand.
    """
    from inventory.commands.sale import Undo

    with open_hall(where) as hall:
        return run(where, hall, Undo())


@click.command()
@click.argument("card")
@click.option("--reason", required=True, help="Why, in one line.")
@acting
def void(where: Where, card: str, reason: str) -> int:
    """\b
    Example: inventory void CARD --reason "player ill, card sealed" --by Ann --second Bob

    Take back an older sale of one card, by two people.

    The card is never sold again.
    """
    from inventory.commands.sale import Void
    from inventory.desk.lookup import find_sealed

    texts = texts_of((card,))
    with open_hall(where) as hall:
        (sealed,), _ = find_sealed(hall, texts)
        return run(where, hall, Void(sealed, reason))


@click.command("replace")
@click.argument("defective")
@click.argument("new")
@click.option("--reason", required=True, help="Why, in one line.")
@acting
def replace_card(where: Where, defective: str, new: str, reason: str) -> int:
    """\b
    Example: inventory replace DEFECTIVE NEXT --reason "torn" --by Ann --second Bob

    Replace a defective card by the next, at no charge.
    """
    from inventory.commands.sale import ReplaceDefect
    from inventory.desk.lookup import find_one, find_sealed

    old_text, new_text = texts_of((defective, new))
    with open_hall(where) as hall:
        old = find_one(hall, old_text)
        (given,), _ = find_sealed(hall, (new_text,))
        return run(where, hall, ReplaceDefect(old, given, reason))


@click.command()
@click.argument("cards", nargs=-1, required=True)
@click.option("--reason", default="not in the pack", show_default=True, help="Why, in one line.")
@acting
def missing(where: Where, cards: tuple[str, ...], reason: str) -> int:
    """\b
    Example: inventory missing CARD --by Ann

    Note that the next card is not in the pack.

    The sale goes on with the one after it. Any other card is noted by two people. What one person
    notes alone somebody else counts before the end: inventory count-missing.
    """
    from inventory.commands.sale import Miss
    from inventory.desk.lookup import find_cards

    texts = texts_of(cards)
    with open_hall(where) as hall:
        return run(where, hall, Miss(find_cards(hall, texts), reason))


@click.command("count-missing")
@click.argument("counted", type=click.IntRange(0))
@acting
def count_missing(where: Where, counted: int) -> int:
    """\b
    Example: inventory count-missing 2 --till 1 --by Bob

    Count the cards that somebody else noted missing.

    They were noted at this till. Count them without looking at a list.
    """
    from inventory.commands.sale import CountMissing

    with open_hall(where) as hall:
        return run(where, hall, CountMissing(counted))


COMMANDS = (sell, exchange, punched, undo, void, replace_card, missing, count_missing)
