"""The command `cardgen`: its subcommands load what they need when they run."""

import sys
from importlib import import_module
from typing import ClassVar

import click

from cardgen import command_line


class LazyGroup(click.Group):
    """A group whose commands are imported when they are asked for, so that help is quick."""

    COMMANDS: ClassVar[dict[str, tuple[str, str]]] = {
        "init": ("plant_commands", "Make a plant's folder: its keys and its journal."),
        "custody": ("escrow_commands", "Keep a run's secret in two halves by two people."),
        "order": ("order_commands", "Check an order form before anything is made of it."),
        "preview": ("order_commands", "Show the specimen cards of an order."),
        "make": ("run_commands", "Make the run of an order: bundles and press files."),
        "note": ("note_commands", "Note what is checked, counted and destroyed before shipping."),
        "remake": ("run_commands", "Make the destroyed cards of a run once more."),
        "runs": ("keeping_commands", "List the runs of a plant: begun, made, abandoned."),
        "abandon": ("keeping_commands", "Give up a run and destroy its press files."),
        "purge": ("keeping_commands", "Overwrite and delete a run's press files."),
        "inspect": ("inspect_commands", "Inspect a run before it ships."),
        "ship": ("ship_commands", "Write the signed delivery of a run."),
        "status": ("status_commands", "Recall sets, note returns, publish the signed list."),
        "check": ("delivery_commands", "Check a delivery as a stranger would."),
        "open": ("check_commands", "Open a card by the code inside it."),
        "open-card": ("disclosure_commands", "Open one card whose code cannot be read."),
        "check-openings": ("check_commands", "Check the opened cards that a hall tells of."),
        "disclose": ("disclosure_commands", "Publish the components of a closed run."),
        "regenerate": ("disclosure_commands", "Make a disclosed run's cards again."),
    }

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of their use."""
        del ctx
        return list(self.COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, imported now."""
        del ctx
        if cmd_name not in self.COMMANDS:
            return None
        module = import_module(f"cardgen.cli.{self.COMMANDS[cmd_name][0]}")
        command: click.Command = getattr(module, f"{cmd_name.replace('-', '_')}_command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """One line a command, without importing any of them."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in self.COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="sealed-cards")
def cardgen() -> None:
    """\b
    Example:
      cardgen init PLANT --maker ACME
      cardgen custody new ann.json --custodian "Ann Berg" --plant PLANT
      cardgen custody new bob.json --custodian "Bob Cole" --plant PLANT
      cardgen make samples/order.toml --plant PLANT \\
        --custody ann.json --custody bob.json --out RUN
      cardgen ship RUN --plant PLANT --to st-brendan
      cardgen check delivery-st-brendan

    Make sealed bingo cards, ship them, and let anyone check them.

    \b
    Exit codes: 0 done, 1 failed, 2 usage, 3 verification failed,
    4 conflict, 5 partly done and resumable.
    """


def main() -> None:
    """Run the command; every refusal is one line on standard error."""
    command_line.prepare_streams()
    command_line.stop_as_by_the_keyboard()
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """The exit code of a command line."""
    return command_line.run(cardgen, arguments, "cardgen")
