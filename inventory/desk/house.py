"""The hall's rules at the desk: what stands, and what the hall answers in its own way."""

from typing import assert_never

from inventory.commands.house import HouseCommand, SetRule, UnsetRule
from inventory.decisions import house
from inventory.desk.desk import Decided, Desk
from inventory.desk.hall import Hall
from inventory.rules.profile import Profile
from inventory.rules.profile_file import read_profile


def decide(desk: Desk, command: HouseCommand) -> Decided:
    """What a command of the house comes to. Raises: Refused, BadValueError."""
    context, evening, profile = desk.context, desk.reader.evening(), desk.profile
    match command:
        case SetRule():
            return Decided(house.set_rule(context, evening, profile, command))
        case UnsetRule():
            return Decided(house.unset_rule(context, evening, profile, command))
        case _:
            assert_never(command)


def current_profile(hall: Hall) -> Profile:
    """The rules the hall plays by now, its own answers included."""
    with hall.reading() as reader:
        return hall.profile(reader.settings())


def law_of(hall: Hall) -> Profile:
    """The profile of the hall as its file has it, without the hall's own answers."""
    with hall.reading() as reader:
        return read_profile(reader.settings().founded.profile)
