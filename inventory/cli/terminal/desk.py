"""The desk at the terminal: a scanner, a keyboard, one line at a time."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from inventory.bursts import TypedLine
from inventory.cli.context import Where, context_of, open_hall, scanner, sitting

if TYPE_CHECKING:
    from inventory.bursts import ScannedBurst
    from inventory.desk.terminal import Terminal
    from inventory.entries.entry import Context


@click.command()
@sitting
def desk(where: Where) -> int:
    """\b
    Example: inventory desk --by Ann --second Bob

    Sell, trade in and verify at a till with a scanner.

    One scan or one typed line is one action. Type ? for the keys. It ends with Q or at the end of
    the input; exit 4 when the last line was refused.
    """
    from inventory.cli.context import EXIT_REFUSED
    from inventory.cli.terminal.keyboard import events_of
    from inventory.cli.terminal.scanner import gap_ms_of
    from inventory.desk.terminal import Terminal

    def new_context() -> Context:
        return context_of(replace(where, request=secrets.token_hex(16)))

    given = scanner()
    told: tuple[str, ...] = ()
    with open_hall(where) as hall:
        hall.ledger.check_evening()
        terminal = Terminal(hall, new_context)
        _tell(terminal.last_sale())
        gap_ms = gap_ms_of(where.hall, where.till)
        for event in events_of(given, gap_ms, lambda: _prompt(terminal)):
            if isinstance(event, TypedLine) and event.text.strip().upper() == "Q":
                break
            told = _answer(terminal, event)
            _tell(told)
    return EXIT_REFUSED if told and told[0].startswith(("REFUSED", "NOT DONE")) else 0


def _answer(terminal: Terminal, event: TypedLine | ScannedBurst) -> tuple[str, ...]:
    if isinstance(event, TypedLine):
        return terminal.take(event.text)
    told = terminal.take_scan(event.text)
    if not event.dropped:
        return told
    return (*told, "What was typed before the scan, without Enter, was dropped.")


def _tell(told: tuple[str, ...]) -> None:
    from inventory.errors import DeskSilentError

    try:
        for one in told:
            click.echo(one)
    except OSError as error:
        raise DeskSilentError(error.strerror or "it failed") from None


def _prompt(terminal: Terminal) -> str:
    """What a scan means now."""
    from inventory.desk.game.evening import current_evening
    from inventory.desk.terminal import phase

    evening = current_evening(terminal.hall)
    return f"[{phase(evening, is_claim_table=terminal.is_claim_table)}] "
