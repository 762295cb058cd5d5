"""What is read out and posted tonight: script, valid cards, balls in order, notices."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from inventory.cli.context import Where, looking, open_hall
from inventory.cli.papers.printing import as_option, out_option, print_papers

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from inventory.desk.hall import Hall
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
@as_option
@out_option
@looking
def script(where: Where, *, game_number: int, forms: tuple[str, ...], out: Path | None) -> int:
    """\b
    Example: inventory script --game 2

    Print the caller's script of a game.

    It has tonight's numbers.
    """
    from inventory.desk.papers.announcing import read_script

    return _print(where, lambda hall: read_script(hall, game_number), forms, out)


@click.command()
@_game
@as_option
@out_option
@looking
def ranges(where: Where, *, game_number: int, forms: tuple[str, ...], out: Path | None) -> int:
    """\b
    Example: inventory ranges

    Print the caller's slip of valid cards.
    """
    from inventory.desk.papers.announcing import read_ranges

    return _print(where, lambda hall: read_ranges(hall, game_number), forms, out)


@click.command()
@_game
@as_option
@out_option
@looking
def balls(where: Where, *, game_number: int, forms: tuple[str, ...], out: Path | None) -> int:
    """\b
    Example: inventory balls --game 1

    Print the balls of a game as drawn, for posting.
    """
    from inventory.desk.papers.announcing import read_balls

    return _print(where, lambda hall: read_balls(hall, game_number), forms, out)


@click.command()
@as_option
@out_option
@looking
def notices(where: Where, *, forms: tuple[str, ...], out: Path | None) -> int:
    """\b
    Example: inventory notices

    Print tonight's program and the notices for the wall.
    """
    from inventory.desk.papers.announcing import read_notices

    return _print(where, read_notices, forms, out)


def _print(
    where: Where,
    read: Callable[[Hall], Paper | tuple[Paper, ...]],
    forms: tuple[str, ...],
    out: Path | None,
) -> int:
    with open_hall(where) as hall:
        found = read(hall)
    papers = found if isinstance(found, tuple) else (found,)
    return print_papers(papers, forms, out, as_json=where.as_json)


COMMANDS = (notices, ranges, script, balls)
