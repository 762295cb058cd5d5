"""The parts of a game that one card won: each of them once, and each paid once."""

from cardgen.card_id import CardId
from inventory.decisions.game.evening import Claim, Evening
from inventory.entries.claim import ClaimOpened
from inventory.entries.states import Verdict


def won_on(evening: Evening, card: CardId) -> tuple[Claim, ...]:
    """The claims by which a card won, in order."""
    return tuple(claim for claim in evening.claims_on(card) if claim.is_won)


def unpaid_on(evening: Evening, card: CardId) -> tuple[Claim, ...]:
    """The claims by which a card won and is owed its share, or the rest of it.

    The earliest round comes first; while a round is open its shares are not fixed yet.
    """
    unpaid = [one for one in won_on(evening, card) if _is_unpaid(evening, one)]
    return tuple(sorted(unpaid, key=lambda one: one.opened.round))


def _is_unpaid(evening: Evening, claim: Claim) -> bool:
    number, card = claim.opened.round, claim.opened.card
    round_, paid = evening.round(number), evening.paid.get((number, card), 0)
    if round_ is None or round_.closed is None:
        return not paid
    return round_.closed.due_on(card) > paid


def is_waiting(evening: Evening, card: CardId) -> bool:
    """Whether a round that a card claimed in holds shares back: its own may change yet."""
    rounds = (evening.round(one.opened.round) for one in evening.claims_on(card))
    return any(one and one.closed and one.closed.held_back for one in rounds)


def is_paid(evening: Evening, claim: Claim) -> bool:
    """Whether the part that a claim is for was paid on its card."""
    return (claim.opened.round, claim.opened.card) in evening.paid


def paid_count(evening: Evening, card: CardId) -> int:
    """How many parts were paid on a card."""
    return sum(one == card for _, one in evening.paid)


def is_owed(evening: Evening, card: CardId) -> bool:
    """Whether a card may still be paid for a part: it was won, or cannot be told yet."""
    is_open = any(claim.is_open for claim in evening.claims_on(card))
    return is_open or bool(unpaid_on(evening, card))


def others_of(evening: Evening, opened: ClaimOpened, verdict: Verdict | None = None) -> int:
    """How many other claims keep the card where it is, whatever becomes of this one.

    A part that was won does; when this claim is in vain, one that is still open does too.
    """
    claims = evening.claims_on(opened.card)
    others = [one for one in claims if one.opened.claim != opened.claim]
    is_in_vain = verdict is Verdict.NOT_VALID
    return sum(one.is_won or (is_in_vain and one.is_open) for one in others)
