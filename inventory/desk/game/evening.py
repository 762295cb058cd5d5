"""The open evening as the desk finds it: its rules, and which cards were sold for its games."""

from datetime import datetime

from inventory.decisions.facts import CardFacts
from inventory.decisions.game.evening import Evening
from inventory.decisions.game.game_state import GameState
from inventory.decisions.game.sold import sold_for, voided_in
from inventory.decisions.receipts import receipts_of_sets
from inventory.desk.hall import Hall
from inventory.entries.game import Drawn
from inventory.ledger.reading import Reader
from inventory.refusals.refuse import refuse
from inventory.rules.profile import Profile


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


def read_sold(reader: Reader, evening: Evening, state: GameState) -> tuple[CardFacts, ...]:
    """The cards that were sold for a game and not taken back, surrendered ones too."""
    kinds = ("SaleVoided", "DefectExchanged")
    entries = (entry for kind in kinds for entry in reader.of_kind(kind, evening.occasion))
    voided = voided_in(entry.kind for entry in entries)
    return sold_for(state, reader.cards_of_occasion(evening.occasion), voided)


def read_receipts(reader: Reader, evening: Evening, state: GameState) -> int:
    """What the cards of a game brought in so far, in cents."""
    kinds = (entry.kind for entry in reader.of_occasion(evening.occasion))
    return receipts_of_sets(kinds, state.game.sets)


def first_ball_at(reader: Reader, evening: Evening, state: GameState) -> datetime | None:
    """When the first ball of a game was drawn; None before."""
    for entry in reader.of_kind("Drawn", evening.occasion):
        if isinstance(entry.kind, Drawn) and entry.kind.game == state.game.number:
            return entry.context.moment.at
    return None
