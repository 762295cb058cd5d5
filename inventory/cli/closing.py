"""The end of the evening at the terminal: cash up, report, file, destroy."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardgen.command_line import print_json, say
from cardgen.errors import printable
from cardgen.files import write_all_new
from inventory.cli.context import (
    Where,
    acting,
    looking,
    moment_now,
    occasion_option,
    open_hall,
    run,
    texts_of,
)

if TYPE_CHECKING:
    from inventory.entries.closing import Taking


@click.command("cash-up")
@click.option("--counted", required=True, help='By denomination: "20x3 1x14 0.25x4".')
@click.option("--other", multiple=True, help="Other takings in this box: admission=120.00.")
@click.option("--punched", required=True, type=click.IntRange(0), help="The pile, counted blind.")
@click.option("--envelope", required=True, help="The number of the envelope it goes into.")
@click.option("--owed", default=0, type=click.IntRange(0), help="Winners who are paid later.")
@acting
def cash_up(
    where: Where, *, counted: str, other: tuple[str, ...], punched: int, envelope: str, owed: int
) -> int:
    """\b
    Example: inventory cash-up --counted "20x3 1x14" --punched 3 --envelope 12 --by Ann --second Bob

    Count this box and the punched pile, and end the evening.

    Count them without looking at the report; other tills' boxes are counted before (count-box).
    It prints a slip.
    """
    from inventory.commands.closing import CashUp
    from inventory.money import counted_cents

    box = CashUp(counted_cents(counted), _takings(other), punched, envelope, owed)
    with open_hall(where) as hall:
        return run(where, hall, box)


def _takings(other: tuple[str, ...]) -> tuple[Taking, ...]:
    from inventory.entries.closing import Taking
    from inventory.money import parsed_cents

    pairs = (text.partition("=") for text in other)
    return tuple(Taking(name.strip(), parsed_cents(amount.strip())) for name, _, amount in pairs)


@click.command("count-box")
@click.option("--counted", required=True, help='By denomination: "20x3 1x14 0.25x4".')
@click.option("--other", multiple=True, help="Other takings in this box: admission=120.00.")
@occasion_option
@acting
def count_box(where: Where, *, counted: str, other: tuple[str, ...], occasion: int) -> int:
    """\b
    Example: inventory count-box --till 2 --counted "20x3 1x14" --by Ann --second Bob

    Count this till's box, by two people.

    Count it without looking at the report: before the end, and again after it until it is filed.
    """
    from inventory.commands.closing import CountBox
    from inventory.money import counted_cents

    box = CountBox(counted_cents(counted), _takings(other), occasion)
    with open_hall(where) as hall:
        return run(where, hall, box)


@click.command("fill-box")
@click.argument("amount")
@click.option("--why", required=True, help="What it is, such as the till's float.")
@acting
def fill_box(where: Where, amount: str, why: str) -> int:
    """\b
    Example: inventory fill-box 30.00 --why "float of till 2" --till 2 --by Ann --second Bob

    Put money into this till's box.

    It is the till's float, or more from the safe.
    """
    from inventory.commands.closing import FillBox
    from inventory.money import parsed_cents

    with open_hall(where) as hall:
        return run(where, hall, FillBox(parsed_cents(amount), why))


@click.command()
@occasion_option
@looking
def report(where: Where, occasion: int) -> int:
    """\b
    Example: inventory report

    Show the evening's figures and whether they add up.

    Also during the evening. Exit 3 when they do not.
    """
    from inventory.desk.papers.reporting import read_report
    from inventory.reports.figures.occasion import report_json, report_lines

    with open_hall(where) as hall:
        found = read_report(hall, occasion)
    if where.as_json:
        print_json(report_json(found))
    else:
        # The hall's own clock tells the days.
        for line in report_lines(found, datetime.astimezone):
            say(printable(line))
    return 0 if found.is_balanced else 3


@click.command("file")
@click.option("--form", default="", help="The form's name; the rules' own when not given.")
@click.option("--reference", required=True, help="What stands on the receipt.")
@click.option("--filed-on", default="", help="The day; today when not given.")
@occasion_option
@acting
def file_(where: Where, *, form: str, reference: str, filed_on: str, occasion: int) -> int:
    """\b
    Example: inventory file --reference "clerk's receipt 4711" --by Ann

    Note that the report of an occasion was filed.
    """
    from inventory.commands.closing import FileReport

    day = filed_on or moment_now().at.astimezone().date().isoformat()
    with open_hall(where) as hall:
        return run(where, hall, FileReport(occasion, form, reference, day))


@click.command()
@click.argument("cards", nargs=-1)
@occasion_option
@acting
def destroy(where: Where, cards: tuple[str, ...], occasion: int) -> int:
    """\b
    Example: inventory destroy --by Ann --second "Witness W."

    Destroy the punched cards of a filed occasion.

    A witness is present. Paid cards are kept.
    """
    from inventory.commands.closing import Destroy
    from inventory.desk.lookup import find_cards

    texts = texts_of(cards)
    with open_hall(where) as hall:
        return run(where, hall, Destroy(occasion, find_cards(hall, texts)))


@click.command()
@occasion_option
@click.option("--set-serial", default="", help="One set; all sets when not given.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    help="The file; of several sets each gets one, with its set serial in the name.",
)
@looking
def openings(where: Where, *, occasion: int, set_serial: str, out: Path) -> int:
    """\b
    Example: inventory openings --out openings.json

    Write what an ended occasion opened, for anyone to check.

    `cardgen check-openings` checks it.
    """
    from inventory.desk.papers.disclosing import openings_of

    with open_hall(where) as hall:
        found = openings_of(hall, occasion, set_serial)
    files = {
        out if len(found) == 1 else out.with_stem(f"{out.stem}-{one.set_serial}"): one
        for one in found
    }
    write_all_new({path: one.json for path, one in files.items()})
    if where.as_json:
        told = [
            {"file": str(path), "set_serial": one.set_serial, "cards": one.card_count}
            for path, one in files.items()
        ]
        print_json({"ok": True, "files": told})
        return 0
    for path, one in files.items():
        say(printable(f"{path}: {one.card_count} opened of set {one.set_serial}"))
    return 0


COMMANDS = (fill_box, count_box, cash_up, report, file_, destroy, openings)
