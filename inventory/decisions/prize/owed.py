"""What an evening's winners were awarded and not paid yet: money that the hall owes."""

from collections.abc import Iterator
from dataclasses import dataclass

from inventory.decisions.game.evening import Evening
from inventory.entries.claim import RoundClosed
from inventory.entries.states import Verdict

NOT_PAID, HELD_BACK = "awarded and not yet paid", "held back until its claim is decided"


@dataclass(frozen=True, slots=True)
class Owed:
    """A share that a closed round fixed and nobody was paid."""

    game: int
    round: int
    card: str
    cents: int
    why: str


def owed_in(evening: Evening) -> tuple[Owed, ...]:
    """Every share of the evening that nobody was paid, round by round."""
    closed = (one.closed for play in evening.plays for one in play.rounds)
    return tuple(owed for one in closed if one is not None for owed in _owed_of(evening, one))


def _owed_of(evening: Evening, closed: RoundClosed) -> Iterator[Owed]:
    """What a round fixed for cards that were not paid; a held-back claim may still be refused."""
    for card, cents in zip((*closed.winners, *closed.held_back), closed.shares, strict=True):
        claims = [one for one in evening.claims_of(closed.round) if one.opened.card == card]
        claim = claims[-1] if claims else None
        if (closed.round, card) in evening.paid or claim is None or not cents:
            continue
        if claim.is_open or claim.decided is None:
            yield Owed(closed.game, closed.round, card.printed, cents, HELD_BACK)
        elif claim.decided.verdict == Verdict.VALID:
            yield Owed(closed.game, closed.round, card.printed, cents, NOT_PAID)
