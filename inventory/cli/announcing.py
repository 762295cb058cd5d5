"""What is read out and posted tonight: script, valid cards, balls in order, notices."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cardgen.errors import printable
from inventory.cli.shell import Where, looking, print_json, print_refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from inventory.desk.hall import Hall
    from inventory.errors import Refusal
    from inventory.paper import Paper

_game = click.option(
    "--game",
    "game_number",
    default=0,
    type=click.IntRange(0, 999),
    help="The game's number in the program; the current one when not given.",
)


@click.command()
@_game
@looking
def script(where: Where, game_number: int) -> int:
    """\b
    Example: inventory script --game 2

    Print the caller's script of a game, with tonight's numbers.
    """
    from inventory.desk.announcing import read_script

    return _print(where, lambda hall: read_script(hall, game_number))


@click.command()
@_game
@looking
def ranges(where: Where, game_number: int) -> int:
    """\b
    Example: inventory ranges

    Print the slip of valid cards that the caller has before a game.
    """
    from inventory.desk.announcing import read_ranges

    return _print(where, lambda hall: read_ranges(hall, game_number))


@click.command()
@_game
@looking
def balls(where: Where, game_number: int) -> int:
    """\b
    Example: inventory balls --game 1

    Print the balls of a game in the order they were drawn, for posting.
    """
    from inventory.desk.announcing import read_balls

    return _print(where, lambda hall: read_balls(hall, game_number))


@click.command()
@looking
def notices(where: Where) -> int:
    """\b
    Example: inventory notices

    Print tonight's program for the wall and the notices that the rules want posted.
    """
    from inventory.desk.announcing import read_notices

    return _print(where, read_notices)


def _print(where: Where, read: Callable[[Hall], Paper | tuple[Paper, ...] | Refusal]) -> int:
    from inventory.desk.hall import Hall
    from inventory.errors import Refusal
    from inventory.reports.render_text import text_of

    hall = Hall.open(where.hall)
    try:
        found = read(hall)
    finally:
        hall.close()
    if isinstance(found, Refusal):
        return print_refusal(where, found)
    papers = found if isinstance(found, tuple) else (found,)
    lines = [text_of(paper) for paper in papers]
    if where.as_json:
        named = [
            {"name": paper.name, "lines": list(told)}
            for paper, told in zip(papers, lines, strict=True)
        ]
        print_json({"ok": True, "papers": named})
        return 0
    click.echo(printable_lines(lines))
    return 0


def printable_lines(papers: list[tuple[str, ...]]) -> str:
    """The papers one under another, two lines apart."""
    return "\n\n\n".join("\n".join(map(printable, lines)) for lines in papers)


COMMANDS = (notices, ranges, script, balls)
