"""Punched: a surrendered or voided card made unplayable for good, its number still to be read."""

from inventory.decisions.facts import CardFacts, Decision
from inventory.entries.sale import Defaced
from inventory.entries.states import CardState, Move, next_state
from inventory.refusals.refuse import refuse


def deface(cards: tuple[CardFacts, ...], method: str) -> Decision:
    """The cards just taken, punched by the hall's method."""
    if not cards:
        raise refuse("nothing-to-punch")
    for card in cards:
        if card.state is None:
            raise refuse("not-received", card=card.card.printed)
        if next_state(card.state, Move.DEFACE) is None:
            code = "already-punched" if card.state in _PUNCHED else "not-to-punch"
            raise refuse(code, card=card.card.printed, state=card.state)
    return (Defaced(tuple(card.card for card in cards), method),)


_PUNCHED = frozenset({CardState.DEFACED, CardState.RETAINED, CardState.DESTROYED})
