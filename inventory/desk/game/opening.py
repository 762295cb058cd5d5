"""An evening opened: everything that speaks against it is looked at before the one entry of it."""

from collections.abc import Mapping

from inventory.commands.game import OpenEvening
from inventory.decisions.facts import Decision
from inventory.decisions.game.evening import new_evening
from inventory.decisions.game.occasion import check_none_open, crew_at_opening, open_occasion
from inventory.decisions.program.as_opened import as_opened
from inventory.decisions.program.check import Kept, breaches_as_offered
from inventory.decisions.program.own_patterns import to_keep
from inventory.desk.desk import Desk
from inventory.desk.game.prizes import check_progressives
from inventory.desk.game.slips import check_slip, compared, newest_slip
from inventory.desk.hall import Hall
from inventory.desk.progressive import read_progressions
from inventory.entries.game import OccasionOpened
from inventory.entries.stock import Received
from inventory.program.patterns import Pattern


def open_evening(desk: Desk, command: OpenEvening) -> Decision:
    """The occasion of a program that keeps every rule. Raises: Refused."""
    reader = desk.reader
    if command.slip:
        check_slip(reader, command.slip)
    check_none_open(reader.evening())
    own = {one.name: one for one in command.patterns}
    kept = Kept(reader.known_series(), read_progressions(reader), tuple(own))
    breaches = breaches_as_offered(command.opened.program, desk.profile, kept)
    opened = as_opened(command.opened, breaches, is_by_figures=command.is_by_figures)
    crew = crew_at_opening(desk.context, command.crew)
    decision = opened_evening(desk, opened, own)
    lacking = command.is_slip_lacking
    slip = compared(desk.context, newest_slip(reader), command.slip, is_lacking=lacking)
    return (*decision, crew, *slip)


def opened_evening(desk: Desk, opened: OccasionOpened, own: Mapping[str, Pattern]) -> Decision:
    """The entries of an evening whose program was held against the rules.

    Patterns of the hall's own are kept in front, so that its claims stay judgeable.
    """
    reader = desk.reader
    decision = open_occasion(opened, desk.profile, reader.evening(), reader.known_series())
    drawings = to_keep(opened.program, own, reader.settings().patterns)
    evening = new_evening(desk.next_sequence + len(drawings), opened)
    check_progressives(desk.hall, reader, evening)
    return (*drawings, *decision)


def received_series(hall: Hall) -> tuple[Received, ...]:
    """Every set that was received."""
    with hall.reading() as reader:
        return reader.known_series()
