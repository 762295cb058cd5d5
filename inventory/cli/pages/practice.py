"""A practice evening: a hall of made-up people and cards, ready to sell in the browser."""

from __future__ import annotations

import json
import shlex
import shutil
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import click

from inventory.cli.context import Where
from inventory.cli.pages.serve import PORT, serve_desk

HALL, CARDS = "hall", "cards.pdf"
_PEOPLE = ("--by", "Ann", "--second", "Bob")
_STORY = """
Ann sells, Bob is the second person, Cal calls, Dee verifies. Nothing here is money.

  1. Print {cards}, or show it on another screen: each card has an outside and an inside.
  2. On the page, press Space. Type 10 and scan the outside of red card 10: Space sells ten.
     Without a scanner press K and type such as: red 1 and its last symbol.
  3. T trades red card 1 in: scan it, then blue card 2, Space. P says that it is punched.
  4. Open Caller. The balls before the game are drawn. Close the sales, begin, press {ball}.
  5. Red card {winner} is full. On the till: H and Enter, R and the table of a player who looked at
     the balls, scan the inside of the card, F and Dee, W and Bob, B and Cal. C closes the round.
  6. inventory pay (with the letters of the slip that C told), inventory cash-up and inventory
     report do the rest: --hall {hall}

Delete {folder} to begin again.
"""


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default=Path("practice"))
@click.option("--port", default=PORT, show_default=True, type=click.IntRange(1024, 65535),
              help="The port on this computer.")  # fmt: skip
@click.option("--show/--no-show", default=True, help="Open the page in the browser.")
@click.option("--serve/--no-serve", "is_served", default=True, help="Serve the pages at once.")
def practice(folder: Path, *, port: int, show: bool, is_served: bool) -> int:
    """\b
    Example: inventory practice

    Play a practice evening in the browser, with made-up cards.

    It makes a hall in FOLDER the first time, takes its cards in and opens an evening. From the
    first page to a paid winner it takes ten minutes.
    """
    hall = folder / HALL
    if not hall.exists():
        _set_up(folder, hall)
    told = _balls()
    cards = folder / CARDS
    click.echo(
        _STORY.format(
            cards=cards,
            hall=hall,
            folder=folder,
            winner=told["winner"],
            ball=told["waited_for"],
        )
    )
    if is_served:
        where = Where(hall, "1", "Ann", "Bob", "", as_json=False)
        serve_desk(where, ("1",), "Cal", port, show=show)
    return 0


def _balls() -> dict[str, Any]:
    """The winner of the story, the balls drawn before the game, and the one she waits for."""
    kept = files("inventory") / "practice_cards" / "balls.json"
    found: dict[str, Any] = json.loads(kept.read_text(encoding="utf-8"))
    return found


def _set_up(folder: Path, hall: Path) -> None:
    """The hall, its cards and its evening, by the commands that a real hall gives."""
    folder.mkdir(parents=True, exist_ok=True)
    with as_file(files("inventory") / "practice_cards") as kept:
        shutil.copyfile(kept / CARDS, folder / CARDS)
        fingerprint = (kept / "fingerprint.txt").read_text(encoding="utf-8").strip()
        answers = ("--hall-id", "practice", "--name", "Practice evening", "--profile", "us-ny")
        ways = ("--pays-again", "yes", "--punch", "round punch", "--by", "Ann")
        at = ("--hall", str(hall), *_PEOPLE)
        crew = ("--in-charge", "Bob", "--caller", "Cal", "--checker", "Dee")
        prizes = ("--primary", "100", "--consolation", "25", "--float", "50")
        _say("init", str(hall), *answers, *ways)
        _say("receive", str(kept / "delivery"), "--fingerprint", fingerprint, *at)
        _say("issue", "all", "--to", "1", *at)
        _say("open", "Practice evening", *prizes, *crew, *at)
        _say(
            "draw",
            "--pre-drawn",
            *map(str, _balls()["pre_drawn"]),
            "--hall",
            str(hall),
            "--by",
            "Cal",
        )


def _say(*words: str) -> None:
    from inventory.cli import commands

    click.secho(f"$ inventory {shlex.join(words)}", bold=True)
    code = commands.main(list(words), standalone_mode=False)
    if code:
        raise click.ClickException(f"inventory {words[0]} ended with {code}")
