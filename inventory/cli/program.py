"""The program at the terminal: begin one, check it against the rules, print what is posted."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardgen.command_line import Group, print_json, say
from cardgen.errors import printable
from inventory.cli.context import EXIT_REFUSED
from inventory.cli.papers.printing import as_option, out_option, print_papers

if TYPE_CHECKING:
    from collections.abc import Callable

    from inventory.decisions.program.breaches import Breach
    from inventory.desk.game.programs import Standing
    from inventory.paper import Paper
    from inventory.program.program import Program

FILE = click.Path(path_type=Path, dir_okay=False)
_JSON = click.option("--json", "as_json", is_flag=True, help="Answer as JSON.")


@click.group(cls=Group)
def program() -> None:
    """\b
    Example: inventory program check monday.toml --profile us-ny

    Write, check and print an evening's program.
    """


def _judging(function: Callable[..., int]) -> Callable[..., int]:
    """The options that say by which rules a program is judged."""
    profile = click.option("--profile", default="", help="By these rules alone, without a hall.")
    hall = click.option(
        "--hall",
        type=click.Path(path_type=Path),
        envvar="INVENTORY_HALL",
        show_envvar=True,
        help="By this hall's rules, and against the sets it received.",
    )
    return profile(hall(_JSON(function)))


@program.command()
@click.argument("file", type=FILE)
@click.option("--profile", required=True, help="The rules it is written for, such as us-ny.")
@click.option("--name", default="Monday bingo", show_default=True, help="What the evening is.")
@click.option("--played-on", default="", help="Its day; today when not given.")
@_JSON
def new(file: Path, profile: str, *, name: str, played_on: str, as_json: bool) -> int:
    """\b
    Example: inventory program new monday.toml --profile us-ny --played-on 2026-11-30

    Write a program file to begin with.

    Fill in what is empty; then it keeps the rules.
    """
    from cardgen.files import write_new
    from inventory.cli.context import entered_texts, moment_now
    from inventory.decisions.program.check import breaches_of
    from inventory.decisions.program.example import example_program, remarks_of
    from inventory.program.file import parsed_program
    from inventory.program.toml import program_toml
    from inventory.rules.profile_file import read_profile

    name = entered_texts({"name": name})["name"]
    rules = read_profile(profile)
    day = played_on or str(moment_now().at.astimezone().date())
    example = example_program(rules, name, day)
    text = program_toml(example, remarks_of(rules, example))
    written = parsed_program(text)  # a name or a day that no program file may have is refused now
    write_new(file, text.encode())
    empty = breaches_of(written, rules)
    if as_json:
        print_json({"ok": True, "file": str(file), "to_fill_in": [_facts(one) for one in empty]})
        return 0
    say(f"{printable(str(file))} is written. Fill in:")
    for one in empty:
        say(f"  {one!s}")
    return 0


@program.command()
@click.argument("file", type=FILE)
@_judging
def check(file: Path, profile: str, hall: Path | None, *, as_json: bool) -> int:
    """\b
    Example: inventory program check monday.toml --profile us-ny

    Check a program against the rules.

    It names every breach with its source and what mends it. Exit 4 when there is one. A day that
    is over is only a warning.
    """
    from inventory.cli.context import moment_now
    from inventory.decisions.program.check import cap_warnings, day_warnings

    found, standing = _read(file, profile, hall)
    breaches = _breaches(found, standing)
    warnings = (
        *day_warnings(found, str(moment_now().at.astimezone().date())),
        *cap_warnings(found, standing.profile),
    )
    if as_json:
        told = [_facts(one) for one in breaches]
        answer = {"breaches": told, "warnings": list(warnings)}
        print_json(_verdict(found, standing, len(breaches)) | answer)
    for warning in warnings:
        click.echo(f"warning: {warning}", err=True)
    for one in breaches:
        click.echo(f"breach ({one.code}): {printable(str(one))}", err=True)
    if not breaches and not as_json:
        say(printable(_kept_line(found, standing)))
    return EXIT_REFUSED if breaches else 0


def _kept_line(found: Program, standing: Standing) -> str:
    count = len(found.games)
    games = "1 game keeps" if count == 1 else f"{count} games keep"
    sets = "" if standing.kept is None else ", and its sets are here"
    return f"{found.name}, {found.played_on}: {games} the rules of {standing.profile.name}{sets}."


def _verdict(found: Program, standing: Standing, count: int) -> dict[str, Any]:
    """The keys that every answer has: what was found, or what is wrong and what mends it."""
    if not count:
        return {"ok": True, "lines": [_kept_line(found, standing)]}
    said = f"The program has {'1 breach' if count == 1 else f'{count} breaches'} of the rules."
    return {"ok": False, "code": "breaches", "sentence": said, "mends": "Mend each of them."}


@program.command("print")
@click.argument("file", type=FILE)
@as_option
@out_option
@_judging
def print_(
    file: Path,
    profile: str,
    hall: Path | None,
    *,
    forms: tuple[str, ...],
    out: Path | None,
    as_json: bool,
) -> int:
    """\b
    Example: inventory program print monday.toml --profile us-ny

    Print the program, the notices and the caller's slips.

    The slips list each game's valid cards. A program with breaches is printed as a draft.
    """
    found, standing = _read(file, profile, hall)
    papers = _papers(found, standing, len(_breaches(found, standing)))
    return print_papers(papers, forms, out, as_json=as_json)


COMMANDS = (program,)


def _read(file: Path, profile: str, hall: Path | None) -> tuple[Program, Standing]:
    """The program, and what it is held against: named rules, or the hall's own with its stock.

    Raises: UsageError, when nobody says by which rules.
    """
    from inventory.desk.game.programs import Standing, standing_of
    from inventory.desk.hall import Hall
    from inventory.program.file import read_program
    from inventory.rules.profile_file import read_profile

    if profile:
        return read_program(file), Standing(read_profile(profile), None, None)
    if hall is None:
        raise click.UsageError("--profile or --hall says by which rules.")
    found = read_program(file)
    with contextlib.closing(Hall.open(hall)) as opened:
        return found, standing_of(opened)


def _breaches(found: Program, standing: Standing) -> tuple[Breach, ...]:
    from inventory.decisions.program.check import breaches_in_hall, breaches_of

    if standing.kept is None:
        return breaches_of(found, standing.profile)
    return breaches_in_hall(found, standing.profile, standing.kept)


def _papers(found: Program, standing: Standing, breach_count: int) -> tuple[Paper, ...]:
    from inventory.decisions.program.progressives import offers_of
    from inventory.decisions.progressive.progression import possible_dates
    from inventory.reports.spoken.notices import (
        HallAnswers,
        ProgressionDates,
        notices_of,
        notices_paper,
    )
    from inventory.reports.spoken.ranges import all_numbers, ranges_slip, valid_ranges
    from inventory.reports.spoken.wall import wall_program

    profile, kept = standing.profile, standing.kept
    received = () if kept is None else kept.received
    known = {} if kept is None else kept.progressions
    offers = offers_of(found, profile, known)
    breaches = "1 breach" if breach_count == 1 else f"{breach_count} breaches"
    draft = f"DRAFT: {breaches} of the rules of {profile.name}." if breach_count else ""
    dates = tuple(
        ProgressionDates(name, possible_dates(one, profile.progressive, found.played_on))
        for name, one in known.items()
    )
    answers = HallAnswers(
        standing.pays_again, dates, None if kept is None else kept.received, offers
    )
    notices = notices_of(found, profile, answers)
    numbers = {one.set_serial: all_numbers(one) for one in received}
    slips = (
        ranges_slip(found, game, profile, valid_ranges(game, received, numbers))
        for game in found.games
        if game.sets and kept is not None
    )
    name = standing.organization
    wall = wall_program(found, received, draft, offers, name)
    return (wall, notices_paper(found, notices, name), *slips)


def _facts(one: Breach) -> dict[str, Any]:
    return {
        "code": one.code,
        "game": one.game_number,
        "sentence": one.sentence,
        "citation": one.citation,
        "mends": one.mends,
    }
