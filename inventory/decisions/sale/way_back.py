"""When a sold card may go back: which stage of its game leaves which way open, in one table.

A way back gives money or another card for one that was sold. Once somebody may have won, everybody
who did not win would take it; so the table closes every way from HOLD to the round's close, and for
good when the game is won or completed. What the table lacks is refused.
"""

from collections.abc import Mapping
from enum import StrEnum

from inventory.decisions.game.evening import Evening
from inventory.decisions.game.game_state import GamePhase, GameState
from inventory.refusals.refuse import refuse


class WayBack(StrEnum):
    """What undoes a sale, or gives something for a card that was sold."""

    UNDO = "undo"
    """The till's last sale or exchange, by one person."""
    EXCHANGE = "exchange"
    """An original given up for others."""
    REPLACE = "replace"
    """A defective card for the next one, by two people."""
    VOID = "void"
    """The price of one sealed card given back later, by two people."""


class Stage(StrEnum):
    """Where a card's game is, as far as a way back asks for it."""

    SELLING = "selling"
    """Its cards are on sale; no number of it is called."""
    CLOSED = "closed"
    """Its sales are closed, and it is not started."""
    STARTED = "started"
    """It is played, and nobody claimed."""
    HELD = "held"
    """HOLD: a round of claims is open."""
    RESUMED = "resumed"
    """It goes on after a round that did not decide all of it."""
    WON = "won"
    """Every part of it is won, or may be by a claim whose share is held back."""
    COMPLETED = "completed"
    """It is said to be over, won or not."""


_PHASES: Mapping[GamePhase, Stage] = {
    GamePhase.SCHEDULED: Stage.CLOSED,
    GamePhase.STARTED: Stage.STARTED,
    GamePhase.HELD: Stage.HELD,
    GamePhase.RESUMED: Stage.RESUMED,
    GamePhase.ENDED: Stage.WON,
    GamePhase.COMPLETED: Stage.COMPLETED,
}

OPEN_WAYS: Mapping[Stage, frozenset[WayBack]] = {
    Stage.SELLING: frozenset(WayBack),
    Stage.CLOSED: frozenset({WayBack.VOID}),
    Stage.STARTED: frozenset({WayBack.VOID}),
    Stage.HELD: frozenset(),
    Stage.RESUMED: frozenset({WayBack.VOID}),
    Stage.WON: frozenset(),
    Stage.COMPLETED: frozenset(),
}

_SHUT_FOR_ALL = {
    Stage.HELD: "round-decides",
    Stage.WON: "nothing-back",
    Stage.COMPLETED: "nothing-back",
}


def stage_of(play: GameState) -> Stage:
    """The stage of a game."""
    if play.is_open_for_sale:
        # A sheet may bring called balls while the till still sells.
        return Stage.STARTED if play.is_called else Stage.SELLING
    return _PHASES[play.state]


def check_way_back(evening: Evening, set_serial: str, way: WayBack) -> None:
    """A card of this set may go back on that way now."""
    play = evening.play_of(set_serial)
    if play is None:
        return  # a set of no game tonight: none of its cards is sold
    stage = stage_of(play)
    if way not in OPEN_WAYS[stage]:
        code = _SHUT_FOR_ALL.get(stage, "sales-closed")
        raise refuse(code, name=play.game.name, way=way)
