"""The open evening as the desk finds it: its rules, and which cards were sold for its games."""

from inventory.clock import Moment, minutes_from
from inventory.decisions.facts import CardFacts
from inventory.decisions.game.draw import ENTERED_LATER
from inventory.decisions.game.evening import Evening
from inventory.decisions.game.game_state import GameState
from inventory.decisions.game.sold import sold_for, voided_in
from inventory.decisions.receipts import receipts_of_sets
from inventory.desk.hall import Hall
from inventory.entries.game import Drawn
from inventory.ledger.reading import Reader
from inventory.refusals.refuse import refuse
from inventory.rules.profile import Profile

_SECONDS_A_MINUTE = 60


def current_evening(hall: Hall) -> Evening | None:
    """The evening as it stands; None when none is open."""
    with hall.reading() as reader:
        return current_of(reader)


def current_of(reader: Reader) -> Evening | None:
    """The evening that is open; None when none is."""
    evening = reader.evening()
    return None if evening is None or evening.is_ended else evening


def open_evening_of(reader: Reader) -> Evening:
    """The evening that is open. Raises: Refused, when none is."""
    evening = current_of(reader)
    if evening is None:
        raise refuse("no-occasion")
    return evening


def rules_of(hall: Hall, reader: Reader, evening: Evening) -> Profile:
    """The rules that an evening was opened under."""
    return hall.profile(reader.settings(evening.occasion))


def workers_of(reader: Reader, evening: Evening) -> tuple[str, ...]:
    """Everybody who works tonight: named in the crew, or found in what was done."""
    return (*evening.crew.names, *evening.callers, *reader.people_of(evening.occasion))


def read_sold(reader: Reader, evening: Evening, state: GameState) -> tuple[CardFacts, ...]:
    """The cards that were sold for a game and not taken back, surrendered ones too."""
    kinds = ("SaleVoided", "DefectExchanged")
    entries = (entry for kind in kinds for entry in reader.of_kind(kind, evening.occasion))
    voided = voided_in(entry.kind for entry in entries)
    return sold_for(state, reader.cards_of_occasion(evening.occasion), voided)


def read_receipts(reader: Reader, evening: Evening, state: GameState) -> int:
    """What the cards of a game brought in so far, in cents; as counted where they are not kept."""
    if not state.game.sets:
        return state.takings.cents if state.takings else 0
    kinds = (entry.kind for entry in reader.of_occasion(evening.occasion))
    return receipts_of_sets(kinds, state.game.sets)


def seconds_of_pre_draw(reader: Reader, evening: Evening, state: GameState, now: Moment) -> float:
    """How long ago the first ball of a game was drawn; 0 when there is none, or nobody knows.

    Of balls entered later the hall's clock tells it, where it was said.
    """
    for entry in reader.of_kind("Drawn", evening.occasion):
        kind = entry.kind
        if not isinstance(kind, Drawn) or kind.game != state.game.number:
            continue
        if kind.how != ENTERED_LATER:
            return (now.at - entry.context.moment.at).total_seconds()
        is_told = bool(kind.clock and now.hall_clock)
        return minutes_from(kind.clock, now.hall_clock) * _SECONDS_A_MINUTE if is_told else 0
    return 0
