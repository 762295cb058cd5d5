"""Programs, profiles and deliveries for tests, and how to change one thing of them."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from inventory.decisions.program.check import breaches_of
from inventory.entries.stock import Received
from inventory.program.file import read_program
from inventory.program.program import Program
from inventory.rules.profile import Profile, Rule
from inventory.rules.profile_file import read_profile

PROGRAMS = Path(__file__).parent / "programs"
NEW_YORK = read_profile("us-ny")


def ruled(profile: Profile, **values: Any) -> Profile:  # noqa: ANN401
    """The profile with other values; `pre_draw__place` is the rule place of section pre_draw."""
    for key, value in values.items():
        section, _, name = key.partition("__")
        rules = getattr(profile, section)
        rule = Rule(value, f"cited {name}", "rule text")
        profile = replace(profile, **{section: replace(rules, **{name: rule})})
    return profile


NEW_JERSEY = read_profile("us-nj")
MONDAY = read_program(PROGRAMS / "us-ny.toml")
FRIDAY = read_program(PROGRAMS / "new-jersey.toml")


def received(serial: str, color: str, series: str, of: str = "", cents: int = 100) -> Received:
    role = "trade-in" if of else "original"
    return Received(
        serial, "ACME", "T75", series, color, role, cents, of, 1, 100, (), ((1, 100),), "", "", ""
    )


STOCK = (
    received("000123", "red", "R1"),
    received("000124", "blue", "B1", of="000123"),
    received("000125", "green", "G1", cents=50),
    received("000200", "pink", "P1"),
)


def game(program: Program, number: int, **changes: Any) -> Program:  # noqa: ANN401
    """The program with one of its games changed."""
    games = [replace(one, **changes) if one.number == number else one for one in program.games]
    return replace(program, games=tuple(games))


def pays(program: Program, number: int, **changes: Any) -> Program:  # noqa: ANN401
    return game(program, number, terms=replace(program.game(number).terms, **changes))


def ordered(program: Program, *numbers: int) -> Program:
    """The games in another order, numbered and timed by it."""
    hours = [program.start_of(one) for one in program.games]
    games = [
        replace(program.game(old), number=new, starts_at=hours[new - 1])
        for new, old in enumerate(numbers, start=1)
    ]
    return replace(program, games=tuple(games))


def codes(
    program: Program, profile: Profile, stock: tuple[Received, ...] | None = None
) -> list[tuple[str, int]]:
    return [(one.code, one.game_number) for one in breaches_of(program, profile, stock)]


def stock(serial: str, **changes: Any) -> tuple[Received, ...]:  # noqa: ANN401
    return tuple(replace(one, **changes) if one.set_serial == serial else one for one in STOCK)
