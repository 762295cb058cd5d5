"""Progressives at the terminal: start, show, deposit, stop."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from cardgen.command_line import Group, say
from inventory.cli.context import Where, acting, looking, moment_now, open_hall, run

if TYPE_CHECKING:
    from datetime import date

_PERCENT = re.compile(r"([0-9]{1,3})(?:\.([0-9]{1,2}))? ?%?", re.ASCII)


@click.group(cls=Group)
def progressive() -> None:
    """\b
    Example: inventory progressive show "Monday jackpot"

    Keep a prize that grows until it is won.
    """


@progressive.command()
@click.argument("name")
@click.option("--prize", required=True, help="The first occasion's prize, such as 500.")
@click.option("--growth", default="0", help="By how many dollars it grows an occasion.")
@click.option("--growth-percent", default="0", help="By what part of the receipts it grows: 12.5.")
@click.option("--calls", type=int, required=True, help="Calls at the first occasion.")
@click.option("--calls-growth", type=int, default=0, show_default=True, help="More an occasion.")
@click.option("--dates", default="", help="Every possible occasion: 2026-12-07,2026-12-14.")
@click.option("--license-expires", default="", help="The last day of the license.")
@click.option("--account", default="", help="The bank account that holds the proceeds.")
@acting
def start(where: Where, *, calls: int, calls_growth: int, **asked: str) -> int:
    """\b
    Example: inventory progressive start "Monday jackpot" --prize 500 --growth 100 --calls 50
             --calls-growth 1 --dates 2026-12-07,2026-12-14,2026-12-21
             --license-expires 2027-06-30 --account "Bingo account, First Bank" --by Ann

    Start a progressive prize.

    The answer says which dates are posted.
    """
    from inventory.clock import parsed_day
    from inventory.commands.progressive import StartProgressive
    from inventory.entries.progressive import ProgressionStarted
    from inventory.money import parsed_cents

    listed = (part.strip() for part in asked["dates"].split(",") if part.strip())
    expires = asked["license_expires"]
    started = ProgressionStarted(
        name=_one_blank(asked["name"]),
        prize_cents=parsed_cents(asked["prize"]),
        growth_cents=parsed_cents(asked["growth"]),
        growth_share=_basis_points(asked["growth_percent"]),
        calls=calls,
        calls_growth=calls_growth,
        dates=tuple(parsed_day(day).isoformat() for day in listed),
        license_expires=parsed_day(expires).isoformat() if expires else "",
        account=asked["account"].strip(),
    )
    with open_hall(where) as hall:
        return run(where, hall, StartProgressive(started))


@progressive.command()
@click.argument("name", default="")
@click.option("--on", default="", help="As of this day; today when not given.")
@looking
def show(where: Where, name: str, on: str) -> int:
    """\b
    Example: inventory progressive show "Monday jackpot"

    Show the next prize, calls, dates and deposits.

    And every entry.
    """
    from datetime import datetime

    from cardgen.command_line import print_json
    from inventory.desk.progressive import read_standings
    from inventory.reports.spoken.progressive import standing_json, standing_lines

    with open_hall(where) as hall:
        found = read_standings(hall, _one_blank(name), _day(on))
    if where.as_json:
        print_json({"ok": True, "progressives": [standing_json(one) for one in found]})
        return 0
    told = [line for one in found for line in standing_lines(one, datetime.astimezone)]
    for line in told or ["No progressive yet."]:
        say(line)
    return 0


@progressive.command()
@click.argument("name")
@click.option("--amount", required=True, help="What was deposited, such as 240.00.")
@click.option("--reference", default="", help="What stands on the bank's slip.")
@click.option("--on", default="", help="The day of the deposit; today when not given.")
@acting
def deposit(where: Where, **asked: str) -> int:
    """\b
    Example: inventory progressive deposit "Monday jackpot" --amount 240 --reference "slip 88"

    Note proceeds brought to the bank account.
    """
    from inventory.commands.progressive import DepositProceeds
    from inventory.entries.progressive import ProceedsDeposited
    from inventory.money import parsed_cents

    deposited = ProceedsDeposited(
        _one_blank(asked["name"]),
        parsed_cents(asked["amount"]),
        asked["reference"].strip(),
        _day(asked["on"]).isoformat(),
    )
    with open_hall(where) as hall:
        return run(where, hall, DepositProceeds(deposited))


@progressive.command()
@click.argument("name")
@click.option("--reason", required=True, help="What happened; it stands in the notice.")
@click.option("--known-on", default="", help="The day it became known; today when not given.")
@acting
def stop(where: Where, name: str, reason: str, known_on: str) -> int:
    """\b
    Example: inventory progressive stop "Monday jackpot" --reason "the hall burned down" --by Ann

    Stop a progressive that cannot be completed.

    It prints the notice and until when it is given.
    """
    from inventory.commands.progressive import StopProgressive

    stopped = StopProgressive(_one_blank(name), reason, _day(known_on).isoformat())
    with open_hall(where) as hall:
        return run(where, hall, stopped)


def _day(text: str) -> date:
    """The day typed, or today at the hall."""
    from inventory.clock import parsed_day

    return parsed_day(text) if text else moment_now().at.astimezone().date()


def _basis_points(text: str) -> int:
    """Hundredths of a percent from `12.5`. Raises: BadValueError."""
    from cardgen.errors import BadValueError

    found = _PERCENT.fullmatch(text)
    if found is None:
        raise BadValueError("The growth", text, "a percentage such as 12.5")
    return int(found[1]) * 100 + int(f"{found[2] or 0:0<2}")


def _one_blank(name: str) -> str:
    return " ".join(name.split())


COMMANDS = (progressive,)
