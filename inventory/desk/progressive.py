"""Progressives at the desk: start, look at, deposit the proceeds, stop for an emergency."""

from collections.abc import Mapping
from datetime import date
from typing import assert_never, get_args

from inventory.commands.progressive import (
    DepositProceeds,
    ProgressiveCommand,
    StartProgressive,
    StopProgressive,
)
from inventory.decisions.facts import Decision
from inventory.decisions.progressive import acts
from inventory.decisions.progressive.progression import (
    Progression,
    progression_named,
    progressions_of,
)
from inventory.desk.desk import Decided, Desk
from inventory.desk.hall import Hall
from inventory.entries.entry import Entry
from inventory.entries.progressive import ProgressionKind
from inventory.ledger.reading import Reader
from inventory.reports.spoken.progressive import Standing, standing_of


def decide(desk: Desk, command: ProgressiveCommand) -> Decided:
    """What a command of a progressive comes to. Raises: Refused."""
    match command:
        case StartProgressive(asked=asked):
            known, today = read_progressions(desk.reader), desk.context.moment.at.astimezone()
            return Decided(acts.start(known, asked, desk.profile, today.date().isoformat()))
        case DepositProceeds(asked=asked):
            found = named_progression(desk.reader, asked.name)
            return Decided(acts.deposit(desk.context, found, asked))
        case StopProgressive():
            return Decided(_stop(desk, command))
        case _:
            assert_never(command)


def _stop(desk: Desk, command: StopProgressive) -> Decision:
    reader, rules = desk.reader, desk.profile.progressive
    found = named_progression(reader, command.name)
    acts.check_not_in_play(reader.evening(), command.name)
    licensee = reader.settings().founded.hall_name
    return acts.stop_for_emergency(desk.context, found, rules, command, licensee)


def read_standings(hall: Hall, name: str, today: date) -> tuple[Standing, ...]:
    """Where the progressive of that name stands, or without a name every one of them."""
    with hall.reading() as reader:
        rules = hall.profile(reader.settings()).progressive
        entries = _entries(reader)
    known = progressions_of(map(_kind, entries))
    if name:
        known = {name: progression_named(known, name)}
    return tuple(
        standing_of(
            one,
            rules,
            today.isoformat(),
            (entry for entry in entries if _kind(entry).name == one.name),
        )
        for one in known.values()
    )


def named_progression(reader: Reader, name: str) -> Progression:
    """The progressive of that name."""
    return progression_named(read_progressions(reader), name)


def read_progressions(reader: Reader) -> Mapping[str, Progression]:
    """Every progressive of the hall by its name."""
    return progressions_of(map(_kind, _entries(reader)))


def _entries(reader: Reader) -> tuple[Entry, ...]:
    found = (entry for kind in get_args(ProgressionKind) for entry in reader.of_kind(kind.__name__))
    return tuple(sorted(found, key=lambda entry: entry.sequence))


def _kind(entry: Entry) -> ProgressionKind:
    assert isinstance(entry.kind, ProgressionKind)  # noqa: S101 -- selected by its kind
    return entry.kind
