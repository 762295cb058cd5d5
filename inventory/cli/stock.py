"""Stock at the terminal: receive, issue, put back, and the ways out of stock."""

from __future__ import annotations

from pathlib import Path

import click

from inventory.cli.context import Where, acting, perform, texts_of, warn_of_called_back

WAYS = ("sent-back", "withdrawn", "missing", "stolen")


@click.command()
@click.argument("delivery", type=click.Path(path_type=Path, file_okay=False))
@click.option("--fingerprint", default=None, help="As the paper certificate prints it.")
@click.option("--short", multiple=True, help="A pack that is not there: label or set:first-last.")
@click.option(
    "--status",
    type=click.Path(path_type=Path, dir_okay=False),
    default=None,
    help="The maker's newest status list; its .sig lies beside it.",
)
@acting
def receive(
    where: Where,
    delivery: Path,
    fingerprint: str | None,
    short: tuple[str, ...],
    status: Path | None,
) -> int:
    """\b
    Example: inventory receive delivery-st-brendan/ --fingerprint XXXX-... --by Ann --second Bob

    Check a delivery from its signature to its last record, and take it into stock.
    """
    from inventory.desk import stock

    carton = stock.Carton(delivery, fingerprint, short, status)
    return perform(where, lambda hall, context: stock.receive_carton(hall, context, carton))


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@acting
def status(where: Where, file: Path) -> int:
    """\b
    Example: inventory status status.json --by Ann

    Note a maker's signed status list: what it recalled, took back or disclosed.

    Cards it names are neither sold nor paid from then on; it tells where their packs lie.
    """
    from inventory.desk.makers import note_status

    return perform(where, lambda hall, context: note_status(hall, context, file))


@click.command()
@click.argument("packs", nargs=-1, required=True)
@click.option("--to", "to_till", required=True, help="The till that sells from them.")
@acting
def issue(where: Where, packs: tuple[str, ...], to_till: str) -> int:
    """\b
    Example: inventory issue all --to 1 --by Ann --second Bob

    Hand packs to a till, by label or set:first-last; `all` is everything in stock, - reads a list.
    """
    from inventory.desk import stock

    named = texts_of(packs)
    if named == ("all",):
        code = perform(where, lambda hall, context: stock.issue_all(hall, context, to_till))
    else:
        code = perform(where, lambda hall, context: stock.issue(hall, context, named, to_till))
    if not code:
        warn_of_called_back(where)
    return code


@click.command("put-back")
@click.argument("named", nargs=-1, required=True)
@click.option("--count", type=click.IntRange(0), default=None, help="Cards left, counted by hand.")
@acting
def put_back(where: Where, named: tuple[str, ...], count: int | None) -> int:
    """\b
    Example: inventory put-back FIRST-LEFT LAST-LEFT --count 37 --by Ann --second Bob
             inventory put-back 000123:51-100 --by Ann --second Bob

    Put back an open pack by its first and last card and a count; whole packs by their labels.
    """
    from inventory.desk import stock

    texts = texts_of(named)
    if count is None:
        return perform(where, lambda hall, context: stock.put_back_whole(hall, context, texts))
    if len(texts) != 2:  # noqa: PLR2004 -- first and last
        raise click.UsageError("with --count, name the first and the last card left.")
    first, last = texts
    return perform(
        where, lambda hall, context: stock.put_back_open(hall, context, first, last, count)
    )


@click.command("take-out")
@click.argument("named", nargs=-1, required=True)
@click.option("--as", "way", type=click.Choice(WAYS), required=True)
@click.option("--reason", required=True)
@acting
def take_out(where: Where, named: tuple[str, ...], way: str, reason: str) -> int:
    """\b
    Example: inventory take-out ACME-000123-0000323-X --as missing --reason "not in the pack"

    Take packs or cards out of stock: sent back, withdrawn, missing or stolen.
    """
    from inventory.desk import stock
    from inventory.entries.stock import Missing, SentBack, Stolen, Withdrawn

    ways: dict[str, stock.Way] = {
        "sent-back": SentBack,
        "withdrawn": Withdrawn,
        "missing": Missing,
        "stolen": Stolen,
    }
    texts = texts_of(named)
    return perform(
        where, lambda hall, context: stock.take_out(hall, context, ways[way], texts, reason)
    )


@click.command()
@click.argument("named", nargs=-1, required=True)
@click.option("--reason", required=True)
@acting
def found(where: Where, named: tuple[str, ...], reason: str) -> int:
    """\b
    Example: inventory found 000123:301-350 --reason "behind the counter" --by Ann --second Bob

    Take missing packs or cards back into stock.
    """
    from inventory.desk import stock
    from inventory.entries.stock import Found

    texts = texts_of(named)
    return perform(where, lambda hall, context: stock.take_out(hall, context, Found, texts, reason))


COMMANDS = (receive, status, issue, put_back, take_out, found)
