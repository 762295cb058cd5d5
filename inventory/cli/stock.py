"""Stock at the terminal: receive, issue, put back, and the ways out of stock."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardgen.command_line import Choice, print_json
from cardgen.errors import printable
from inventory.cli.context import (
    Where,
    acting,
    looking,
    moment_now,
    open_hall,
    print_lines,
    run,
    texts_of,
    warn_of_called_back,
)

if TYPE_CHECKING:
    from inventory.commands.stock import Way

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

    Check a delivery and take it into stock.

    It checks everything, from the signature to the last record.
    """
    from inventory.desk.receiving import read_delivery, remarks_on

    with open_hall(where) as hall:
        command = read_delivery(delivery, fingerprint, short, status, moment_now().at)
        for remark in remarks_on(hall, command):
            click.echo(f"Warning: {printable(remark)}", err=True)
        return run(where, hall, command)


@click.command("stock")
@looking
def show_stock(where: Where) -> int:
    """\b
    Example: inventory stock

    Show the packs, where each is, and each till's next card.

    Also before an evening. Packs beside each other in one place are one line.
    """
    from inventory.desk.papers.standing import read_stock
    from inventory.reports.figures.standing import stock_json, stock_lines

    with open_hall(where) as hall:
        found = read_stock(hall)
    if where.as_json:
        print_json(stock_json(found))
    else:
        print_lines(stock_lines(found))
    return 0


@click.command()
@click.argument("file", default="", metavar="")
@looking
def status(where: Where, file: str) -> int:
    """\b
    Example: inventory status

    Show how far tonight is, and what comes next.
    """
    from inventory.desk.papers.standing import read_tonight
    from inventory.reports.figures.standing import tonight_json, tonight_lines

    if file:
        raise click.UsageError(
            f"`status` takes no file. To note a maker's list: inventory status-list {file}"
        )
    with open_hall(where) as hall:
        found = read_tonight(hall)
    if where.as_json:
        print_json(tonight_json(found))
    else:
        print_lines(tonight_lines(found))
    return 0


@click.command("status-list")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@acting
def status_list(where: Where, file: Path) -> int:
    """\b
    Example: inventory status-list status.json --by Ann

    Note a maker's signed status list.

    The list names what the maker recalled, took back or disclosed.

    Cards it names are neither sold nor paid from then on; it tells where their packs lie.
    """
    from inventory.commands.maker import NoteStatus
    from inventory.desk.set_status import read_files

    with open_hall(where) as hall:
        return run(where, hall, NoteStatus.of(read_files(file)))


@click.command()
@click.argument("packs", nargs=-1, required=True)
@click.option("--to", "to_till", required=True, help="The till that sells from them.")
@acting
def issue(where: Where, packs: tuple[str, ...], to_till: str) -> int:
    """\b
    Example: inventory issue all --to 1 --by Ann --second Bob

    Hand packs to a till.

    Name packs by label or set:first-last; `all` is everything in stock, - reads a list.
    """
    from inventory.commands.stock import Issue, IssueAll
    from inventory.desk.lookup import find_packs

    named = texts_of(packs)
    with open_hall(where) as hall:
        everything = named == ("all",)
        command = IssueAll(to_till) if everything else Issue(find_packs(hall, named), to_till)
        code = run(where, hall, command)
        if not code:
            warn_of_called_back(hall)
    return code


@click.command("put-back")
@click.argument("named", nargs=-1, required=True)
@click.option("--count", type=click.IntRange(0), default=None, help="Cards left, counted by hand.")
@acting
def put_back(where: Where, named: tuple[str, ...], count: int | None) -> int:
    """\b
    Example: inventory put-back FIRST-LEFT LAST-LEFT --count 37 --by Ann --second Bob
             inventory put-back 000123:51-100 --by Ann --second Bob

    Put packs back into stock.

    Name an open pack by its first and last card and a count, whole packs by their labels.
    """
    from inventory.commands.stock import PutBackOpen, PutBackWhole
    from inventory.desk.lookup import find_one, find_packs

    texts = texts_of(named)
    if count is not None and len(texts) != 2:  # noqa: PLR2004 -- first and last
        raise click.UsageError("with --count, name the first and the last card left.")
    with open_hall(where) as hall:
        if count is None:
            return run(where, hall, PutBackWhole(find_packs(hall, texts)))
        first, last = (find_one(hall, text) for text in texts)
        return run(where, hall, PutBackOpen(first, last, count))


@click.command("take-out")
@click.argument("named", nargs=-1, required=True)
@click.option("--as", "way", type=Choice(WAYS), required=True, help="Where they went.")
@click.option("--reason", required=True, help="Why, in one line.")
@acting
def take_out(where: Where, named: tuple[str, ...], way: str, reason: str) -> int:
    """\b
    Example: inventory take-out ACME-000123-0000323-X --as missing --reason "not in the pack"

    Take packs or cards out of stock.

    They are sent back, withdrawn, missing or stolen.
    """
    from inventory.commands.stock import Way

    return _take_out(where, Way(way), named, reason)


@click.command()
@click.argument("named", nargs=-1, required=True)
@click.option("--reason", required=True, help="Where they were found, in one line.")
@acting
def found(where: Where, named: tuple[str, ...], reason: str) -> int:
    """\b
    Example: inventory found 000123:301-350 --reason "behind the counter" --by Ann --second Bob

    Take missing packs or cards back into stock.
    """
    from inventory.commands.stock import Way

    return _take_out(where, Way.FOUND, named, reason)


def _take_out(where: Where, way: Way, named: tuple[str, ...], reason: str) -> int:
    from inventory.commands.stock import TakeOut
    from inventory.desk.lookup import find_stock

    texts = texts_of(named)
    with open_hall(where) as hall:
        packs, cards = find_stock(hall, texts)
        return run(where, hall, TakeOut(way, packs, cards, reason))


COMMANDS = (receive, status_list, show_stock, status, issue, put_back, take_out, found)
