"""Progressives at the desk: start, look at, deposit the proceeds, stop for an emergency."""

from collections.abc import Mapping
from datetime import date
from typing import get_args

from inventory.decisions.facts import Decision
from inventory.decisions.progressive import acts as progression_acts
from inventory.decisions.progressive.progression import Progression, progressions_of
from inventory.desk.acting import Answer, Errand, perform
from inventory.desk.hall import Hall
from inventory.entries.entry import Context, Entry, body_of
from inventory.entries.progressive import ProceedsDeposited, ProgressionKind, ProgressionStarted
from inventory.errors import Refused
from inventory.ledger.reading import Reader
from inventory.refusals.refuse import refuse
from inventory.reports.spoken.progressive import Standing, standing_of
from inventory.rules.profile import ProgressiveRules


def start(hall: Hall, context: Context, asked: ProgressionStarted) -> Answer:
    """A new progressive under this hall's rules."""

    def decide(reader: Reader, _number: int) -> Decision:
        profile, today = hall.profile(reader.settings()), context.moment.at.astimezone().date()
        return progression_acts.start(read_progressions(reader), asked, profile, today.isoformat())

    return perform(hall, context, Errand("progressive-start", body_of(asked)), decide)


def deposit(hall: Hall, context: Context, asked: ProceedsDeposited) -> Answer:
    """Proceeds brought to the bank."""

    def decide(reader: Reader, _number: int) -> Decision:
        found = named_progression(reader, asked.name)
        return progression_acts.deposit(context, found, asked)

    return perform(hall, context, Errand("progressive-deposit", body_of(asked)), decide)


def stop(hall: Hall, context: Context, name: str, reason: str, known_on: date) -> Answer:
    """An emergency: it cannot go on; the answer says what is written to whom, and until when."""

    def decide(reader: Reader, _number: int) -> Decision:
        found = named_progression(reader, name)
        _check_not_in_play(reader, name)
        why = progression_acts.Stop(reason, known_on, reader.settings().founded.hall_name)
        return progression_acts.stop_for_emergency(context, found, _rules(hall, reader), why)

    what: dict[str, object] = {"name": name, "reason": reason, "known_on": known_on.isoformat()}
    return perform(hall, context, Errand("progressive-stop", what), decide)


def _check_not_in_play(reader: Reader, name: str) -> None:
    """A game that is played on it needs it until it is completed."""
    evening = reader.evening()
    for play in evening.plays if evening is not None and not evening.is_ended else ():
        if play.game.terms.progression == name and not play.is_completed:
            raise refuse("progression-in-play", game=play.game.name, name=name)


def read_standings(hall: Hall, name: str, today: date) -> tuple[Standing, ...]:
    """Where the progressive of that name stands, or without a name every one of them."""
    with hall.ledger.transaction() as connection:
        reader = Reader(connection)
        rules, entries = _rules(hall, reader), _entries(reader)
        known = progressions_of(map(_kind, entries))
    if name and name not in known:
        raise _unknown(name, known)
    return tuple(
        standing_of(
            one,
            rules,
            today.isoformat(),
            (entry for entry in entries if _kind(entry).name == one.name),
        )
        for one in known.values()
        if not name or one.name == name
    )


def named_progression(reader: Reader, name: str) -> Progression:
    """The progressive of that name."""
    known = read_progressions(reader)
    if name not in known:
        raise _unknown(name, known)
    return known[name]


def read_progressions(reader: Reader) -> Mapping[str, Progression]:
    """Every progressive of the hall by its name."""
    return progressions_of(map(_kind, _entries(reader)))


def _entries(reader: Reader) -> tuple[Entry, ...]:
    found = (entry for kind in get_args(ProgressionKind) for entry in reader.of_kind(kind.__name__))
    return tuple(sorted(found, key=lambda entry: entry.sequence))


def _kind(entry: Entry) -> ProgressionKind:
    assert isinstance(entry.kind, ProgressionKind)  # noqa: S101 -- selected by its kind
    return entry.kind


def _rules(hall: Hall, reader: Reader) -> ProgressiveRules:
    return hall.profile(reader.settings()).progressive


def _unknown(name: str, known: Mapping[str, Progression]) -> Refused:
    return refuse("unknown-progression", name=name, known=", ".join(known) or "none")
