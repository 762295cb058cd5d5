"""Before the evening at the terminal: the patterns, and the chances of a game or a progressive."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardgen.command_line import print_json, say
from cardgen.errors import printable, shown
from inventory.cli.context import entered_texts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from inventory.odds.progressive_plan import Terms
    from inventory.program.patterns import Pattern

_OWN = click.option(
    "--patterns",
    "own",
    type=click.Path(path_type=Path),
    help="A file with patterns of the hall's own.",
)
_JSON = click.option("--json", "as_json", is_flag=True, help="Answer as JSON.")


@click.command()
@click.argument("name", default="")
@_OWN
@_JSON
def patterns(name: str, own: Path | None, *, as_json: bool) -> int:
    """\b
    Example: inventory patterns
             inventory patterns "crazy kite"

    List the winning patterns, or draw one.

    \b
    A hall's own file:
      pattern two stamps
      with rotations
      any 2 of these
      ##...
      ##...
      .....
      .....
      .....
    # must be covered, . need not be, * is the free space in the middle, where
    it belongs to the picture. A drawing may be turned (with rotations), moved
    (anywhere), or be one of several that are needed (any 2 of these). A line
    `or` stands between drawings; a line that begins with ; is a remark.
    """
    from inventory.program.patterns import drawn

    name = entered_texts({"name": name})["name"]
    known = _known(own)
    told = [_named(name, known)] if name else list(known.values())
    if as_json:
        print_json(
            {
                "ok": True,
                "patterns": [{"name": each.name, "masks": list(each.masks)} for each in told],
            }
        )
        return 0
    for each in told:
        ways = len(each.masks)
        say(f"{each.name}{f', any of {ways}' if ways > 1 else ''}")
    if name:
        say(f"\n{drawn(told[0])}")
    return 0


@click.command()
@click.option("--cards", required=True, help="Cards in play; with --progressive a list is taken.")
@click.option("--pre-drawn", default="48", show_default=True, help="Balls drawn before the game.")
@click.option("--calls", default="54", show_default=True, help="Calls for the primary prize.")
@click.option(
    "--pattern",
    "name",
    default="coverall",
    show_default=True,
    help="The winning pattern: inventory patterns.",
)
@_OWN
@click.option("--progressive", default="", help="How many occasions the prize may rise.")
@click.option("--prize", default="", help="Its prize at the first occasion, such as 500.00.")
@click.option("--prize-growth", default="", help="What the prize grows by each occasion.")
@click.option("--calls-growth", default="", help="How many calls are added each occasion.")
@click.option(
    "--goes-on", is_flag=True, help="More occasions follow: the last one named need not be won."
)
@_JSON
def odds(*, own: Path | None, as_json: bool, goes_on: bool, **asked: str) -> int:
    """\b
    Example: inventory odds --cards 300 --pre-drawn 48 --calls 54
             inventory odds --cards 300 --calls 50 --progressive 10 --prize 500 --prize-growth 100

    Compute how likely winners are, when, and how many.

    No hall is needed. With --progressive it shows the chance, payout and liability of each
    occasion; at the last one the prize is won whatever the calls.
    """
    from inventory.odds.progressive_plan import planned
    from inventory.reports.spoken import chances

    asked = entered_texts(asked)
    pattern = _named(asked["name"], _known(own))
    pre_drawn = _whole("--pre-drawn", asked["pre_drawn"])
    calls = _whole("--calls", asked["calls"])
    cards = tuple(_whole("--cards", part) for part in asked["cards"].split(","))
    game = chances.Game(pattern, cards[0], pre_drawn, calls)
    if asked["progressive"]:
        plan = planned(pattern, replace(_terms(cards, calls, asked), goes_on=goes_on))
        answer, lines = chances.plan_json(pattern, plan), chances.plan_lines(pattern, plan)
    else:
        _check_no_plan(cards, asked, goes_on=goes_on)
        answer, lines = chances.game_json(game), chances.game_lines(game)
    if as_json:
        print_json(answer)
        return 0
    for line in lines:
        say(line)
    return 0


def _terms(cards: tuple[int, ...], calls: int, asked: Mapping[str, str]) -> Terms:
    """The terms of the progressive that is asked for."""
    from inventory.money import parsed_cents
    from inventory.odds.progressive_plan import OCCASIONS_MAX, Terms

    occasions = _whole("--progressive", asked["progressive"])
    if not 1 <= occasions <= OCCASIONS_MAX:
        raise click.UsageError(f"--progressive is {occasions}: expected 1 to {OCCASIONS_MAX}.")
    if not asked["prize"]:
        raise click.UsageError("--progressive needs --prize, such as --prize 500.00.")
    if len(cards) not in {1, occasions}:
        raise click.UsageError(
            f"--cards names {len(cards)} occasions, --progressive {occasions}. "
            "Give one number for all of them or one for each."
        )
    return Terms(
        cards * occasions if len(cards) == 1 else cards,
        calls,
        _whole("--calls-growth", asked["calls_growth"] or "0"),
        parsed_cents(asked["prize"]),
        parsed_cents(asked["prize_growth"] or "0"),
    )


def _check_no_plan(cards: tuple[int, ...], asked: Mapping[str, str], *, goes_on: bool) -> None:
    if len(cards) != 1:
        raise click.UsageError("--cards is one number; a list needs --progressive OCCASIONS.")
    given = {**asked, "goes_on": goes_on}
    for name in ("prize", "prize_growth", "calls_growth", "goes_on"):
        if given[name]:
            option = name.replace("_", "-")
            raise click.UsageError(f"--{option} is of a progressive. Add --progressive OCCASIONS.")


def _known(own: Path | None) -> dict[str, Pattern]:
    """The patterns of the hall's own file, then the house's; its own count where names agree."""
    from inventory.program.patterns import pattern_names, read_pattern, read_pattern_file

    house = {name: read_pattern(name) for name in pattern_names()}
    if own is None:
        return house
    mine = read_pattern_file(own)
    return {**mine, **{name: each for name, each in house.items() if name not in mine}}


def _named(name: str, known: Mapping[str, Pattern]) -> Pattern:
    from cardgen.errors import UnknownWordError

    found = known.get(" ".join(name.lower().split()))
    if found is None:
        raise UnknownWordError("The pattern", name, known)
    return found


def _whole(option: str, text: str) -> int:
    plain = text.strip()
    if not plain.isascii() or not plain.isdecimal():
        raise click.UsageError(f"{option} is {printable(shown(text))}: expected a whole number.")
    return int(plain)


COMMANDS = (patterns, odds)
