"""The shares of a closed round fixed anew, when a claim that was held back is decided."""

from inventory.decisions.facts import Decision
from inventory.decisions.game.evening import Evening
from inventory.decisions.prize.settling import settled, settling
from inventory.desk.desk import Desk
from inventory.desk.game.prizes import prize_inputs_of, progressive_settled


def settlement(desk: Desk, evening: Evening, kinds: Decision) -> Decision:
    """What is written behind these kinds where they decide claims that were held back."""
    hall, reader, found = desk.hall, desk.reader, list[Decision]()
    for decided in settling(evening, kinds):
        state = evening.play_of_round(decided.round) or evening.current
        prize_inputs = prize_inputs_of(hall, reader, evening, state)
        shares, reckoned = settled(evening, kinds, decided, prize_inputs)
        found.append((shares, *progressive_settled(hall, reader, evening, state, reckoned.ended)))
    return tuple(kind for one in found for kind in one)
