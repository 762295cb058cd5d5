"""The parts of a game that one card won: each of them once, and each paid once."""

from cardgen.card_id import CardId
from inventory.decisions.game.evening import Claim, Evening
from inventory.entries.claim import ClaimOpened
from inventory.entries.states import Verdict


def won_on(evening: Evening, card: CardId) -> tuple[Claim, ...]:
    """The claims by which a card won, in order."""
    return tuple(claim for claim in evening.claims_on(card) if claim.is_won)


def unpaid_on(evening: Evening, card: CardId) -> tuple[Claim, ...]:
    """The claims by which a card won and that were not paid yet, the earliest round first."""
    unpaid = [one for one in won_on(evening, card) if not is_paid(evening, one)]
    return tuple(sorted(unpaid, key=lambda one: one.opened.round))


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
