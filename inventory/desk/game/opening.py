"""An evening opened by its program, or by a few figures: held against the rules first."""

from dataclasses import replace

from inventory.decisions.program.breaches import Breach
from inventory.decisions.program.check import breaches_as_offered
from inventory.desk.acting import Answer
from inventory.desk.game.game import open_evening
from inventory.desk.game.playing import current_of
from inventory.desk.game.programs import kept_by
from inventory.desk.hall import Hall
from inventory.entries.entry import Context
from inventory.entries.game import OccasionOpened
from inventory.entries.stock import Received
from inventory.ledger.reading import Reader
from inventory.refusals.refuse import refuse


def open_program(hall: Hall, context: Context, asked: OccasionOpened) -> Answer:
    """The occasion of a program that keeps every rule; a breach is named and nothing is opened."""
    _check_breaches(_breaches(hall, asked))
    return open_evening(hall, context, asked)


def open_by_figures(hall: Hall, context: Context, asked: OccasionOpened) -> Answer:
    """The occasion of one game in a few figures; what only a program file says is remarked on."""
    breaches = _breaches(hall, asked)
    _check_breaches(tuple(one for one in breaches if one.code not in LEFT_OUT))
    remarks = tuple(f"{one.sentence.rstrip('.')} ({one.citation})" for one in breaches)
    return open_evening(hall, context, replace(asked, remarks=remarks))


# What an evening opened without a program file does not say.
LEFT_OUT = frozenset(
    {
        "license-missing",
        "license-expiry-missing",
        "approval-missing",
        "seats-missing",
        "pre-draw-time-missing",
        "start-time-missing",
        "displays-missing",
        "display-missing",
    }
)


def _breaches(hall: Hall, asked: OccasionOpened) -> tuple[Breach, ...]:
    with hall.ledger.transaction() as connection:
        reader = Reader(connection)
        if current_of(reader) is not None:
            return ()  # nothing is opened now; that refusal comes first
        profile = hall.profile(reader.settings())
        return breaches_as_offered(asked.program, profile, kept_by(hall, reader))


def _check_breaches(breaches: tuple[Breach, ...]) -> None:
    if not breaches:
        return
    first = breaches[0].sentence.rstrip(".")
    raise refuse("program-breaches", count=len(breaches), first=first)


def received_series(hall: Hall) -> tuple[Received, ...]:
    """Every set that was received."""
    with hall.ledger.transaction() as connection:
        return Reader(connection).known_series()
