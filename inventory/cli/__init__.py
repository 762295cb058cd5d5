"""The hall at the terminal: one command an act, each help begins with an example."""

import contextlib
import io
import os
import sys
from collections.abc import Sequence

import click

from cardgen.errors import CardgenError, printable
from inventory.cli import admin as house
from inventory.cli import (
    announcing,
    closing,
    game,
    odds,
    papers,
    program,
    progressive,
    rules,
    selling,
    stock,
)
from inventory.cli import casefile as afterwards
from inventory.cli import terminal as counter

EXIT_FAILED = 1
EXIT_USAGE = 2

_HELP = """\b
Example, an evening:
  inventory init hall/          inventory receive delivery/   inventory issue --to 1 all
  inventory open "Monday"       inventory desk                inventory close
  inventory hold                inventory claim               inventory round close
  inventory cash-up             inventory papers              inventory file

Keeps the sealed cards of one hall: stock, sales, exchanges, claims, reports.

\b
Exit codes: 0 done, 1 failed, 2 wrong use, 3 not valid or not proved,
4 refused (nothing was written), 5 cannot tell yet.
"""


class InOrder(click.Group):
    """A group that lists its commands in the order of the day, each with what it does."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of their use."""
        del ctx
        return list(self.commands)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """One line a command: the first sentence behind its example."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(
                [(name, _first_sentence(command)) for name, command in self.commands.items()]
            )


def _first_sentence(command: click.Command) -> str:
    told = (command.help or "").split("\n\n")[-1]
    return " ".join(told.split()).partition(". ")[0].rstrip(".") + "."


@click.group(cls=InOrder, help=_HELP, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="sealed-cards", prog_name="inventory")
def commands() -> None:
    """All commands hang here."""


for _command in (
    house.init,
    *odds.COMMANDS,
    *rules.COMMANDS,
    *program.COMMANDS,
    *stock.COMMANDS,
    *game.BEFORE,
    counter.desk,
    *selling.COMMANDS,
    *announcing.COMMANDS,
    *game.COMMANDS,
    *closing.COMMANDS,
    *papers.COMMANDS,
    *afterwards.COMMANDS,
    *progressive.COMMANDS,
    *house.COMMANDS,
):
    commands.add_command(_command)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command and exit: one clear line on stderr when it fails, never a traceback."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # a scanner may send what is no text
    sys.exit(_exit_code(arguments))


def _exit_code(arguments: Sequence[str] | None) -> int:
    try:
        result = commands.main(arguments, prog_name="inventory", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return EXIT_USAGE
    except (CardgenError, click.ClickException, click.Abort, OSError) as error:
        sentence, code = _explained(error)
        _keep_quiet_at_exit()
        if "--json" in (sys.argv[1:] if arguments is None else arguments):
            _print_failure(_code_of(error), sentence)
        click.echo(f"inventory: {printable(sentence)}", err=True)
        return code
    return result if isinstance(result, int) else 0


def _print_failure(code: str, sentence: str) -> None:
    from inventory.cli.context import print_json

    with contextlib.suppress(OSError):
        print_json({"ok": False, "code": code, "sentence": sentence})
    _keep_quiet_at_exit()


def _keep_quiet_at_exit() -> None:
    """What a full output did not take is dropped, or Python fails on it once more at its end."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except AttributeError:
        pass  # the command was started without an output


def _code_of(error: BaseException) -> str:
    match error:
        case CardgenError():
            return error.code
        case OSError():
            return "file-system"
        case _ if isinstance(error.__cause__, KeyboardInterrupt):
            return "stopped"
        case _:
            return "usage"


def _explained(error: BaseException) -> tuple[str, int]:
    """One sentence for people and the exit code for programs."""
    match error:
        case CardgenError():
            return str(error), error.exit_code
        case click.ClickException():
            return error.format_message(), EXIT_USAGE
        case OSError():
            named = f"{error.filename}: " if error.filename else ""
            return f"{named}{error.strerror or error}", EXIT_FAILED
        case _ if isinstance(error.__cause__, KeyboardInterrupt):
            return "Stopped.", EXIT_FAILED
        case _:
            return "a question was not answered. Give the answer as an option.", EXIT_USAGE
