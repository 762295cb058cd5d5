"""The reference of all commands in docs/commands.md, from the help that the commands print.

Usage: python docs/commands.py [--check]
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from cardgen.cli.main import cardgen
from cardgen.command_line import Group
from inventory.cli import commands as inventory

PAGE = Path(__file__).parent / "commands.md"
HEAD = """# Commands

All commands of both programs, as their `--help` says. This page is written by
`python docs/commands.py`; CI compares it.

Exit codes mean one thing in both programs:

| exit code | means |
|---|---|
| 0 | done; a claim is VALID |
| 1 | failed: a bad file, a bad value, no room |
| 2 | usage: the command line does not go together |
| 3 | not verified: not what it claims to be, a finding, a claim that is NOT VALID |
| 4 | refused: nothing was written |
| 5 | not decided or not finished yet: a claim that waits, a run that the same command finishes |

With `--json` the answer is one object on standard output. A failure has the keys `ok` (false),
`code` (stable), `sentence` and `mends` (what to do, empty where the sentence says it).
"""


def main() -> None:
    """Write the page, or compare it."""
    written = "\n".join([HEAD, *_lines("cardgen", cardgen), *_lines("inventory", inventory)])
    if sys.argv[1:] != ["--check"]:
        PAGE.write_text(written, encoding="utf-8")
    elif PAGE.read_text(encoding="utf-8") != written:
        sys.exit("docs/commands.md is not what the helps say: run python docs/commands.py.")


def _lines(program: str, group: Group) -> Iterator[str]:
    context = click.Context(group, info_name=program)
    yield from (f"## {program}", "")
    for heading, names in group.under_headings(context).items():
        yield from (f"### {heading}", "")
        for name in names:
            yield from _command_lines(group, name, context)


def _command_lines(group: click.Group, name: str, above: click.Context) -> Iterator[str]:
    command = group.get_command(above, name)
    if command is None:
        sys.exit(f"docs/commands.py: {name} is listed and is no command.")
    context = click.Context(command, info_name=name, parent=above)
    yield from (f"#### {context.command_path}", "", "```text")
    yield from (line.rstrip() for line in _help(command, context))
    yield from ("```", "")
    if isinstance(command, click.Group):
        for inner in command.list_commands(context):
            yield from _command_lines(command, inner, context)


def _help(command: click.Command, context: click.Context) -> list[str]:
    """The help at one width, whatever the terminal's is."""
    formatter = click.HelpFormatter(width=100)
    command.format_help(context, formatter)
    return formatter.getvalue().rstrip().splitlines()


if __name__ == "__main__":
    main()
