"""A held-back claim is decided: by its decision the shares of its round are fixed anew."""

from inventory.decisions.facts import Decision
from inventory.decisions.game.evening import Evening, after
from inventory.decisions.prize.sharing import PrizeInputs, Reckoned, shares_of_round
from inventory.entries.claim import ClaimDecided, RoundClosed, SharesSettled
from inventory.entries.states import Verdict


def settling(evening: Evening, kinds: Decision) -> tuple[ClaimDecided, ...]:
    """The decisions among these that end the holding back of a share, the last one of a round.

    A round that these kinds open again is left out: its shares are fixed when it closes.
    """
    then = _once(evening, kinds)
    found: dict[int, ClaimDecided] = {}
    for kind in kinds:
        if not isinstance(kind, ClaimDecided) or kind.verdict == Verdict.CANNOT_TELL:
            continue
        round_ = then.round(kind.round)
        closed = round_.closed if round_ else None
        if closed is not None and kind.card in closed.held_back:
            found[kind.round] = kind
    return tuple(found.values())


def settled(
    evening: Evening, kinds: Decision, decided: ClaimDecided, prize_inputs: PrizeInputs
) -> tuple[SharesSettled, Reckoned]:
    """The shares of the round once these were written, and what they are reckoned from."""
    then = _once(evening, kinds)
    play = then.play_of_round(decided.round) or then.current
    found = shares_of_round(then, play, decided.round, prize_inputs)
    return _named(found.closed, decided.claim), found


def _once(evening: Evening, kinds: Decision) -> Evening:
    """The evening once these were written."""
    for kind in kinds:
        evening = after(evening, kind)
    return evening


def _named(closed: RoundClosed, claim: int) -> SharesSettled:
    return SharesSettled(
        game=closed.game,
        round=closed.round,
        claim=claim,
        prize=closed.prize,
        told=closed.told,
        winners=closed.winners,
        shares=closed.shares,
        held_back=closed.held_back,
        without_share=closed.without_share,
    )
