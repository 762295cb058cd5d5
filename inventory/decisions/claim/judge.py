"""A claim in numbered steps: the first that does not hold is the verdict.

hall.md section 7. Steps 1 to 6 need the card's name alone; the code opens the card at step 7. A
claim made by mistake is taken back before that.
"""

from dataclasses import replace

from inventory.decisions.claim.claim_context import (
    NO,
    NO_CARD_OPENS,
    OPEN,
    OPENED,
    SAID_BY_MAKER,
    YES,
    ClaimContext,
    CodeResult,
    Step,
)
from inventory.decisions.claim.parts import others_of, won_on
from inventory.decisions.claim.steps_by_face import (
    NOT_OPENED,
    best_face,
    missing_of,
    steps_by_face,
    used_in,
)
from inventory.decisions.claim.steps_by_name import steps_by_name
from inventory.decisions.facts import (
    CardFacts,
    Decision,
    RefusedAndNoted,
    check_two_people,
)
from inventory.decisions.game.evening import Evening, after
from inventory.entries.claim import (
    ClaimDecided,
    ClaimOpened,
    ClaimRefused,
    ClaimWithdrawn,
    CodeReadAgain,
    StepTaken,
)
from inventory.entries.entry import Context
from inventory.entries.states import Verdict
from inventory.refusals.refuse import refuse


def judge(case: ClaimContext, opening: CodeResult, number: int) -> Decision:
    """What is written of the claim; `number` names it when it is a new one."""
    claim = case.open_claim
    if claim is None and not case.round_number:
        raise refuse("no-round")
    _check_not_won_here(case, opening)
    first_steps = steps_by_name(case)
    failed = first_steps[-1]
    # What the maker says of the card also ends a claim that was open when it was said.
    ends = claim is not None and failed.code in SAID_BY_MAKER
    if failed.result != YES and not ends:
        round_ = case.play.open_round
        number = round_.number if round_ else 0
        printed = case.card.card.printed
        return (ClaimRefused(number, printed, failed.number, failed.code, failed.why),)
    is_proved = claim is not None and claim.decided and claim.decided.opening
    if is_proved and opening.result != OPENED:
        # The code that opened the card is proof; what opens nothing afterwards is another paper.
        raise refuse("code-proved", card=case.card.card.printed)
    if claim is None:
        opened = ClaimOpened(number, case.round_number, case.card.card, case.witnesses.table)
        opened = replace(opened, others=others_of(case.evening, opened))
        return (opened, decided(case, opening, opened, first_steps))
    opened = claim.opened
    if not is_proved or opening.is_kept:
        return (decided(case, opening, opened, first_steps),)
    # Whoever goes on with her own claim needs no code: this may be a second paper.
    again = CodeReadAgain(opened.claim, opened.round, opened.card, case.witnesses.table)
    told = replace(case, evening=after(case.evening, again))
    return (decided(told, opening, opened, first_steps), again)


def _check_not_won_here(case: ClaimContext, opening: CodeResult) -> None:
    """A winner's card scanned again in its open round is no copy, unless another table shows it.

    A code that was read again is kept, since a second paper would show so too.
    """
    for claim in won_on(case.evening, case.card.card):
        table, here = claim.opened.table, case.witnesses.table
        is_elsewhere = bool(table and here and table != here)
        if claim.opened.round != case.round_number or is_elsewhere:
            continue
        won = refuse("won-here", card=case.card.card.printed)
        if opening.result != OPENED:
            raise won
        again = CodeReadAgain(claim.opened.claim, claim.opened.round, claim.opened.card, here)
        raise RefusedAndNoted(won.refusal, (again,))


def decided(
    case: ClaimContext, opening: CodeResult, opened: ClaimOpened, first_steps: tuple[Step, ...]
) -> ClaimDecided:
    """The verdict of a claim from all its steps."""
    steps = [*first_steps]
    for step in steps_by_face(case, opening) if steps[-1].result == YES else ():
        steps.append(step)
        if step.result != YES:
            break
    last = steps[-1]
    best = best_face(case, opening)
    verdict = _VERDICTS[last.result]
    return ClaimDecided(
        claim=opened.claim,
        round=opened.round,
        card=opened.card,
        verdict=str(verdict),
        failed_step=0 if last.result == YES else last.number,
        code=last.code,
        steps=tuple(StepTaken(step.number, step.result, step.why) for step in steps),
        numbers_missing=() if best is None else missing_of(case, best),
        calls=0 if best is None else used_in(case, best),
        opening=opening.plaintext,
        others=others_of(case.evening, opened, verdict),
    )


_VERDICTS = {
    YES: Verdict.VALID,
    NO: Verdict.NOT_VALID,
    OPEN: Verdict.CANNOT_TELL,
}


def refused_alone(round_number: int, tried: int) -> ClaimRefused:
    """What is written of a code that was given without a card and opens none of those sold."""
    _, why = NOT_OPENED[NO_CARD_OPENS]
    return ClaimRefused(round_number, "", 7, NO_CARD_OPENS, f"{why}; cards tried: {tried}")


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
