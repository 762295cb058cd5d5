"""A claim made by mistake is taken back; a share waits only for what nobody here can decide."""

from inventory.decisions.claim.parts import others_of
from inventory.decisions.facts import CardFacts, Decision, check_two_people
from inventory.decisions.game.evening import Claim, Evening
from inventory.entries.claim import ClaimWithdrawn
from inventory.entries.entry import Context
from inventory.entries.states import Verdict
from inventory.refusals.refuse import refuse

# Nobody in the room can decide these tonight: the maker opens the card, or rules on the set.
WAITS_FOR_MAKER = frozenset({"code-unreadable", "recalled"})


def withdraw(context: Context, card: CardFacts, evening: Evening | None, reason: str) -> Decision:
    """The open claim on a card taken back by two people; no attempt is counted.

    A card that its code opened is here, so its claim is decided; so is one whose share is held
    back, since money waits for it.
    """
    check_two_people(context)
    if evening is None:
        raise refuse("no-occasion")
    claim, printed = evening.claim_on(card.card), card.card.printed
    if claim is None or not claim.is_open:
        raise refuse("no-open-claim", card=printed)
    if not reason.strip():
        raise refuse("withdrawal-unexplained", card=printed)
    if claim.decided is not None and claim.decided.opening:
        raise refuse("claim-proved", card=printed)
    round_ = evening.round(claim.opened.round)
    if round_ is None or round_.closed is not None:
        raise refuse("claim-held-back", card=printed)
    opened = claim.opened
    others = others_of(evening, opened, Verdict.NOT_VALID)
    return (ClaimWithdrawn(opened.claim, opened.round, opened.card, reason.strip(), others),)


def check_waits_for_maker(claims: tuple[Claim, ...]) -> None:
    """Each of these open claims may be held back: nobody in the room can decide it tonight."""
    for claim in claims:
        code = claim.decided.code if claim.decided else "no-code"
        if code not in WAITS_FOR_MAKER:
            raise refuse("no-reason-to-wait", card=claim.opened.card.printed)
