"""The board on a second screen: balls called, the last of them, calls used and left."""

from typing import Any

from inventory.balls import printed_ball
from inventory.desk.game.evening import current_of
from inventory.desk.hall import Hall


def read_board(hall: Hall) -> dict[str, Any]:
    """What the board shows now; numbers as they were drawn, in their order."""
    with hall.reading() as reader:
        evening = current_of(reader)
        size = reader.tree.size
    if evening is None:
        return {"size": size, "evening": "", "game": "", "balls": [], "last": ""}
    state = evening.current
    balls = list(state.balls)
    most = state.game.calls_max
    return {
        "size": size,
        "evening": evening.opened.name,
        "game": state.game.name,
        "number": state.game.number,
        "pre_drawn": state.game.pre_drawn,
        "balls": balls,
        "last": printed_ball(balls[-1]) if balls else "",
        "calls": len(balls),
        "calls_max": most,
        "calls_left": max(0, most - len(balls)),
        "is_held": state.open_round is not None,
        "is_open_for_sale": state.is_open_for_sale,
        "is_completed": state.is_completed,
    }
