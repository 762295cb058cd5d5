"""The rules at the terminal: show, compare, check a file, answer one in the hall's own way."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardgen.command_line import Group, print_json, say
from cardgen.errors import UnknownWordError, printable
from inventory.cli.context import EXIT_NOT_VALID, Where, acting, looking, open_hall, run

if TYPE_CHECKING:
    from inventory.commands.house import HouseCommand
    from inventory.rules.profile import Profile

PROFILE_BYTES_MAX = 1 << 20
_MENDS = "Name a profile: a TOML file as those of inventory/rules."


@click.group(cls=Group)
def rules() -> None:
    """\b
    Example: inventory rules show us-ny --section pre_draw

    Show the rules with their sources, or change one.
    """


@rules.command()
@click.argument("profile", default="")
@click.option("--section", default="", help="One section, such as pre_draw; all when not given.")
@looking
def show(where: Where, profile: str, section: str) -> int:
    """\b
    Example: inventory rules show us-ny --section pre_draw

    Show every rule with value, mark, citation and note.

    Without PROFILE it shows the hall's own rules and what the hall changed.
    """
    from inventory.reports.spoken.rulebook import rules_json, rules_lines
    from inventory.rules.values import section_names

    if section and section not in section_names():
        raise UnknownWordError("--section", section, section_names())
    found = _profile(where, profile)
    if where.as_json:
        print_json(rules_json(found, section))
    else:
        _print(rules_lines(found, section))
    return 0


@rules.command()
@click.argument("left")
@click.argument("right")
@click.option("--json", "as_json", is_flag=True, help="Answer as JSON.")
def diff(left: str, right: str, *, as_json: bool) -> int:
    """\b
    Example: inventory rules diff us-ny us-nj

    Show only what differs between two profiles.
    """
    from inventory.reports.spoken.rulebook import difference_json, difference_lines
    from inventory.rules.profile_file import read_profile

    one, other = read_profile(left), read_profile(right)
    if as_json:
        print_json(difference_json(one, other))
    else:
        _print(difference_lines(one, other))
    return 0


@rules.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Answer as JSON.")
def check(file: Path, *, as_json: bool) -> int:
    """\b
    Example: inventory rules check us-xx.toml

    Check a profile file of your own.

    It names every problem, not only the first. Exit 3 with problems.
    """
    from cardgen.errors import BadFileError
    from cardgen.files import read_bounded
    from inventory.rules.profile_file import profile_problems

    raw = read_bounded(file, PROFILE_BYTES_MAX, _MENDS)
    try:
        text = raw.decode("utf-8-sig")  # some editors begin a file with a byte order mark
    except UnicodeDecodeError:
        raise BadFileError(file, "it is not UTF-8 text", _MENDS) from None
    problems = profile_problems(text)
    if as_json:
        print_json({"ok": not problems, "problems": list(problems)})
    for problem in problems:
        click.echo(f"problem: {printable(problem)}", err=True)
    if not problems and not as_json:
        say(f"{printable(str(file))}: every rule is answered.")
    return EXIT_NOT_VALID if problems else 0


@rules.command("set")
@click.argument("key")
@click.argument("value")
@click.option("--reason", required=True, help="Why; it stands on every report.")
@acting
def set_(where: Where, *, key: str, value: str, reason: str) -> int:
    """\b
    Example: inventory rules set pre_draw.calls_min 50 --reason "as our license says" --second Bob

    Change a rule for this hall, by two people.

    Only between evenings. Every report says so, with the reason. Type a list with commas; `none`
    is no limit, or an empty list.
    """
    from inventory.commands.house import SetRule

    return _run(where, SetRule(key, value, reason))


@rules.command()
@click.argument("key")
@click.option("--reason", required=True, help="Why.")
@acting
def unset(where: Where, *, key: str, reason: str) -> int:
    """\b
    Example: inventory rules unset pre_draw.calls_min --reason "the license was renewed" --by Ann

    Return a rule to what the profile says.
    """
    from inventory.commands.house import UnsetRule

    return _run(where, UnsetRule(key, reason))


def _run(where: Where, command: HouseCommand) -> int:
    """Execute it, and say in words how the hall's rule now compares with the law's."""
    from inventory.desk.house import law_of
    from inventory.reports.spoken.rulebook import answer_lines

    with open_hall(where) as hall:
        law = law_of(hall)
        return run(where, hall, command, lambda entries: answer_lines(entries, law))


def _profile(where: Where, name: str) -> Profile:
    from inventory.desk.house import current_profile
    from inventory.rules.profile_file import read_profile

    if name:
        return read_profile(name)
    with open_hall(where) as hall:
        return current_profile(hall)


def _print(lines: tuple[str, ...]) -> None:
    for line in lines:
        say(printable(line))


COMMANDS = (rules,)
