"""What a claim came to, and what to do next."""

from inventory.entries.claim import ClaimDecided, ClaimRefused
from inventory.entries.states import Verdict
from inventory.refusals.next_steps import NEXT_STEPS, TO_SAY, TO_SAY_ELSE, WHEN_NOT_VALID


def verdict_of(kind: ClaimDecided | ClaimRefused) -> Verdict:
    """The verdict; a claim that is refused by its card's name waits only for a sale."""
    if isinstance(kind, ClaimDecided):
        return Verdict(kind.verdict)
    return Verdict.CANNOT_TELL if kind.code == "not-sold-yet" else Verdict.NOT_VALID


def next_step(kind: ClaimDecided | ClaimRefused) -> str:
    """What to do next, by the step that does not hold and by the verdict; empty when VALID."""
    if not kind.code:
        return ""
    if verdict_of(kind) is Verdict.NOT_VALID and kind.code in WHEN_NOT_VALID:
        return WHEN_NOT_VALID[kind.code]
    return NEXT_STEPS[kind.code]


def to_say(kind: ClaimDecided | ClaimRefused) -> str:
    """What is said to the player whose claim is NOT VALID; nothing else is announced."""
    is_final = verdict_of(kind) is Verdict.NOT_VALID
    return TO_SAY.get(kind.code, TO_SAY_ELSE) if is_final else ""
