"""What an evening's winners were awarded and not paid yet: money that the hall owes."""

from collections.abc import Iterator
from dataclasses import dataclass

from cardgen.card_id import CardId
from inventory.decisions.game.evening import Evening
from inventory.entries.claim import RoundClosed

NOT_PAID, HELD_BACK = "awarded and not yet paid", "held back until its claim is decided"
REST = "what its share grew by, not yet paid"
# Rounds of an older law, whose shares no decision fixed anew.
CLAIM_FELL = "its claim did not hold; the winners of the round are owed this"


@dataclass(frozen=True, slots=True)
class Owed:
    """A share, or the rest of one, that a closed round fixed and nobody was paid."""

    game: int
    round: int
    card: str
    cents: int
    why: str


def owed_in(evening: Evening) -> tuple[Owed, ...]:
    """Every share of the evening that is not all paid, round by round."""
    closed = (one.closed for play in evening.plays for one in play.rounds)
    return tuple(owed for one in closed if one is not None for owed in _owed_of(evening, one))


def _owed_of(evening: Evening, closed: RoundClosed) -> Iterator[Owed]:
    """What a round fixed for cards that were not paid all of it."""
    for card, due in zip((*closed.winners, *closed.held_back), closed.shares, strict=True):
        paid = evening.paid.get((closed.round, card), 0)
        if due > paid:
            why = REST if paid else _why(evening, closed.round, card)
            yield Owed(closed.game, closed.round, card.printed, due - paid, why)


def _why(evening: Evening, number: int, card: CardId) -> str:
    claims = [one for one in evening.claims_of(number) if one.opened.card == card]
    if not claims or claims[-1].is_open:
        return HELD_BACK
    return NOT_PAID if claims[-1].is_won else CLAIM_FELL
