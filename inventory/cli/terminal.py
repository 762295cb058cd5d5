"""The desk at the terminal: a scanner, a keyboard, one line at a time."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from inventory.cli.context import Where, context_of, scanner, sitting

if TYPE_CHECKING:
    from inventory.desk.hall import Hall
    from inventory.entries.entry import Context


@click.command()
@sitting
def desk(where: Where) -> int:
    """\b
    Example: inventory desk --by Ann --second Bob

    Sell, trade in, put back and verify with a scanner: one scan or one typed line is one action.
    Type ? for the keys. Ends with Q or the end of the input; exit 4 when the last line was refused.
    """
    from inventory.cli.context import EXIT_REFUSED
    from inventory.desk.hall import Hall
    from inventory.desk.terminal import Terminal

    def new_context() -> Context:
        return context_of(replace(where, request=secrets.token_hex(16)))

    lines = scanner()
    hall = Hall.open(where.hall)
    told: tuple[str, ...] = ()
    try:
        hall.ledger.check_evening()
        terminal = Terminal(hall, new_context)
        _prompt(hall)
        for line in lines:
            if line.strip().upper() == "Q":
                break
            told = terminal.take(line)
            _tell(told)
            _prompt(hall)
    finally:
        hall.close()
    return EXIT_REFUSED if told and told[0].startswith("REFUSED") else 0


def _tell(told: tuple[str, ...]) -> None:
    from inventory.errors import DeskSilentError

    try:
        for one in told:
            click.echo(one)
    except OSError as error:
        raise DeskSilentError(error.strerror or "it failed") from None


def _prompt(hall: Hall) -> None:
    """Only where a person reads it."""
    from inventory.desk.game.evening import current_evening
    from inventory.desk.terminal import phase

    if scanner().isatty():
        click.echo(f"[{phase(current_evening(hall))}] ", nl=False, err=True)
