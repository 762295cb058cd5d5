"""The command `cardgen`: its subcommands load what they need when they run."""

import sys
from importlib import import_module
from types import MappingProxyType
from typing import ClassVar

import click

from cardgen import command_line


class LazyGroup(command_line.Group):
    """A group whose commands are imported when they are asked for, so that help is quick."""

    COMMANDS: ClassVar[dict[str, tuple[str, str]]] = {
        "init": ("plant_commands", "Make a plant's folder: root key, signers, chain, journal."),
        "custody": ("escrow_commands", "Keep a run's secret in two halves, by two people."),
        "order": ("order_commands", "Write and check an order form; note its approval."),
        "preview": ("order_commands", "Show the specimen cards of an order."),
        "make": ("run_commands", "Make the run of an order: sealed bundles and press files."),
        "runs": ("keeping_commands", "List the runs of a plant: begun, made, abandoned."),
        "journal": (
            "keeping_commands",
            "Show what the plant noted: orders, custodians, packs.",
        ),
        "abandon": ("keeping_commands", "Give up a run and destroy its press files."),
        "note": ("note_commands", "Note what is checked, counted and destroyed."),
        "remake": ("run_commands", "Make the destroyed cards of a run once more."),
        "inspect": ("inspect_commands", "Inspect a run before it ships."),
        "ship": ("ship_commands", "Write the signed delivery of a run."),
        "purge": ("keeping_commands", "Overwrite and delete a run's press files."),
        "status": ("status_commands", "Recall sets, note returns, publish the signed list."),
        "check": ("delivery_commands", "Check a delivery as anyone can, without a secret."),
        "open": ("check_commands", "Open one card by the code inside it."),
        "check-openings": ("check_commands", "Check the opened cards that a hall lists."),
        "regenerate": (
            "disclosure_commands",
            "Make a run's cards again from its disclosed components.",
        ),
        "open-card": ("disclosure_commands", "Open one card whose code cannot be read."),
        "disclose": ("disclosure_commands", "Publish the components of a closed run."),
    }
    headings = MappingProxyType(
        {
            "Set up": ("init", "custody"),
            "Order": ("order", "preview"),
            "Make": ("make", "runs", "journal", "abandon"),
            "Shop floor": ("note", "remake"),
            "Ship": ("inspect", "ship", "purge", "status"),
            "Check, by anyone": ("check", "open", "check-openings", "regenerate"),
            "Both custodians, after the occasion": ("open-card", "disclose"),
        }
    )

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of their use."""
        del ctx
        return list(self.COMMANDS)

    def summary(self, ctx: click.Context, name: str) -> str:
        """The line of one command, without importing it."""
        del ctx
        return self.COMMANDS[name][1]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, imported now."""
        del ctx
        if cmd_name not in self.COMMANDS:
            return None
        module = import_module(f"cardgen.cli.{self.COMMANDS[cmd_name][0]}")
        command: click.Command = getattr(module, f"{cmd_name.replace('-', '_')}_command")
        return command


_HELP = """\b
Example:
  cardgen init PLANT --maker ACME
  cardgen custody new ann.json --custodian "Ann Berg" --plant PLANT
  cardgen custody new bob.json --custodian "Bob Cole" --plant PLANT
  cardgen make order.toml --plant PLANT \\
    --custody ann.json --custody bob.json --out RUN
  cardgen ship RUN --plant PLANT --to st-brendan
  cardgen check delivery-st-brendan

Make sealed bingo cards, ship them, and let anyone check them.

"""


@click.group(
    cls=LazyGroup,
    help=_HELP + command_line.EXIT_CODES,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="sealed-cards")
def cardgen() -> None:
    """All commands hang here."""


def main() -> None:
    """Run the command; every refusal is one line on standard error."""
    command_line.prepare_streams()
    command_line.stop_as_by_the_keyboard()
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """The exit code of a command line."""
    return command_line.run(cardgen, arguments, "cardgen")
