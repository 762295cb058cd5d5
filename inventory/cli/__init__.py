"""The hall at the terminal: one command an act, each help begins with an example."""

import sys
from collections.abc import Sequence
from types import MappingProxyType

import click

from cardgen import command_line
from inventory.cli import (
    admin,
    casefile,
    closing,
    copies,
    game,
    odds,
    program,
    progressive,
    rules,
    selling,
    stock,
)
from inventory.cli.pages import practice, serve
from inventory.cli.papers import announcing, evening
from inventory.cli.terminal import desk, scanner

_HELP = """\b
Example, an evening:
  inventory init hall/          inventory receive delivery/   inventory issue --to 1 all
  inventory open "Monday"       inventory desk                inventory close
  inventory hold                inventory claim               inventory round close
  inventory cash-up             inventory papers              inventory file

Keep the sealed cards of one hall: stock, sales, exchanges, claims, reports.

"""


class InOrder(command_line.Group):
    """All commands of a hall, under the headings of its work."""

    headings = MappingProxyType(
        {
            "Set up": ("practice", "init", "rules", "patterns", "program", "odds", "scanner"),
            "Stock": ("stock", "receive", "status-list", "issue", "put-back", "take-out", "found"),
            "Sales": (
                "serve", "desk", "sell", "exchange", "punched", "undo", "void", "replace",
                "missing", "count-missing",
            ),
            "Game": (
                "status", "notices", "ranges", "script", "open", "crew", "call-off",
                "players", "takings", "draw", "close", "start", "correct", "outage", "complete",
                "balls",
            ),
            "Claims": ("hold", "rack", "claim", "withdraw-claim", "round", "pay"),
            "End of the evening": (
                "fill-box", "count-box", "cash-up", "report", "papers", "file", "destroy",
                "openings", "progressive",
            ),
            "Copies": ("backup", "drill", "export", "import"),
            "Audit": ("audit", "prove", "case", "sleepers", "disclosed", "release"),
        }
    )  # fmt: skip


@click.group(
    cls=InOrder,
    help=_HELP + command_line.EXIT_CODES,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="sealed-cards", prog_name="inventory")
def commands() -> None:
    """All commands hang here."""


for _command in (
    admin.init,
    *odds.COMMANDS,
    *rules.COMMANDS,
    *program.COMMANDS,
    *stock.COMMANDS,
    *game.BEFORE,
    scanner.try_scanner,
    desk.desk,
    practice.practice,
    serve.serve,
    *selling.COMMANDS,
    *announcing.COMMANDS,
    *game.COMMANDS,
    *closing.COMMANDS,
    *evening.COMMANDS,
    *casefile.COMMANDS,
    *progressive.COMMANDS,
    *copies.COMMANDS,
    *admin.COMMANDS,
):
    commands.add_command(_command)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command and exit: one clear line on stderr when it fails, never a traceback."""
    command_line.prepare_streams()
    sys.exit(
        command_line.run(commands, sys.argv[1:] if arguments is None else arguments, "inventory")
    )
