"""A claim in numbered steps: the first that does not hold is the verdict.

hall.md section 7. Steps 1 to 6 need the card's name alone; the code opens the card at step 7.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from cardgen.card_id import SPECIMEN_SET_SERIAL
from inventory.balls import printed_ball, printed_balls
from inventory.card_state import CardState, Verdict
from inventory.decisions.contest import (
    Contest,
    calls_used,
    is_too_late,
    lacks_last_number,
)
from inventory.decisions.evening import Evening, after
from inventory.decisions.facts import CardFacts, Decision, is_same_person
from inventory.decisions.play import Play
from inventory.entries import Act
from inventory.game_kinds import ClaimDecided, ClaimOpened, ClaimRefused, CodeReadAgain
from inventory.patterns import Pattern, missing_numbers
from inventory.refusals import refuse
from inventory.rules.profile import Profile

YES, NO, OPEN = "yes", "no", "open"
OPENED, NO_CARD_OPENS = "opened", "no-card-opens"


@dataclass(frozen=True, slots=True)
class Hearing:
    """Who looks at the claim: the player's table, who compared the faces, who read back."""

    table: str
    compared_by: str
    read_back_by: str


@dataclass(frozen=True, slots=True)
class Opening:
    """What the code did: `opened`, or the code of why not; the faces, and their sealed bytes.

    `is_kept`: no code was read now, the open claim's own code had opened it before.
    """

    result: str
    faces: tuple[tuple[int, ...], ...] = ()
    plaintext: str = ""
    is_kept: bool = False


NO_CODE = Opening("no-code")


@dataclass(frozen=True, slots=True)
class Case:
    """All that a verdict rests on; the contest is the game of the claim."""

    act: Act
    card: CardFacts
    evening: Evening
    contest: Contest
    hearing: Hearing

    @property
    def play(self) -> Play:
        """The game as it stands."""
        return self.contest.play

    @property
    def pattern(self) -> Pattern:
        """What wins in the round of the claim."""
        claim = self.evening.claim_on(self.card.card)
        round_ = self.play.open_round
        if claim is not None and claim.is_open:
            return self.contest.pattern_in(claim.opened.round)
        return self.contest.pattern_in(round_.number if round_ else 0)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the claim: its number, yes, no or open, the stable code, and why."""

    number: int
    result: str
    code: str
    why: str


def ok(number: int, why: str) -> Step:
    """A step that holds."""
    return Step(number, YES, "", why)


def steps_by_name(case: Case) -> tuple[Step, ...]:
    """Steps 1 to 6, as far as they hold; they run while the floor worker walks."""
    return _until_failed(case, (_known, _received, _sold_tonight, _for_this_game, _still_alive))


def judge(case: Case, opening: Opening, number: int) -> Decision:
    """What is written of the claim; `number` names it when it is a new one."""
    claim = case.evening.claim_on(case.card.card)
    continues = claim is not None and claim.is_open
    round_ = case.play.open_round
    if round_ is None and not continues:
        return refuse("no-round")
    first_steps = steps_by_name(case)
    failed = first_steps[-1]
    # What the maker says of the card also ends a claim that was open when it was said.
    ends = continues and failed.code in _SAID_BY_MAKER
    if failed.result != YES and not ends:
        number = round_.number if round_ else 0
        printed = case.card.card.printed
        return (ClaimRefused(number, printed, failed.number, failed.code, failed.why),)
    is_proved = claim is not None and continues and claim.decided and claim.decided.opening
    if is_proved and opening.result != OPENED:
        # The code that opened the card is proof; what opens nothing afterwards is another paper.
        return refuse("code-proved", card=case.card.card.printed)
    if claim is None or not continues:
        round_number = round_.number if round_ else 0
        opened = ClaimOpened(number, round_number, case.card.card, case.hearing.table)
        return (opened, decided(case, opening, opened, first_steps))
    opened = claim.opened
    if not is_proved or opening.is_kept:
        return (decided(case, opening, opened, first_steps),)
    # Whoever goes on with her own claim needs no code: this may be a second paper.
    again = CodeReadAgain(opened.claim, opened.round, opened.card, case.hearing.table)
    told = replace(case, evening=after(case.evening, again))
    return (decided(told, opening, opened, first_steps), again)


def decided(
    case: Case, opening: Opening, opened: ClaimOpened, first_steps: tuple[Step, ...]
) -> ClaimDecided:
    """The verdict of a claim from all its steps."""
    steps = [*first_steps]
    for step in _steps_by_face(case, opening) if steps[-1].result == YES else ():
        steps.append(step)
        if step.result != YES:
            break
    last = steps[-1]
    best = _best_face(case, opening)
    return ClaimDecided(
        claim=opened.claim,
        round=opened.round,
        card=opened.card,
        verdict=_VERDICTS[last.result],
        failed_step=0 if last.result == YES else last.number,
        code=last.code,
        steps=tuple((step.number, step.result, step.why) for step in steps),
        numbers_missing=() if best is None else _missing(case, best),
        calls=0 if best is None else calls_used(case.play, case.pattern, best),
        opening=opening.plaintext,
    )


_VERDICTS = {
    YES: str(Verdict.VALID),
    NO: str(Verdict.NOT_VALID),
    OPEN: str(Verdict.CANNOT_TELL),
}


def _until_failed(case: Case, checks: tuple[Callable[[Case], Step], ...]) -> tuple[Step, ...]:
    # (1) The token or the typed name was well formed, or there would be no card to ask about.
    steps = [ok(1, "the card's name is well formed")]
    for check in checks:
        steps.append(check(case))
        if steps[-1].result != YES:
            break
    return tuple(steps)


def _known(case: Case) -> Step:
    card = case.card
    serial = card.card.set_serial
    if serial == SPECIMEN_SET_SERIAL:
        return Step(2, NO, "specimen", "this is a specimen, it is never in play")
    if card.series is None:
        return Step(2, NO, "unknown-set", f"set {serial} was never received here")
    ours = f"set {serial} is ours: {card.series.color} {card.series.series}"
    if card.word is None:
        return ok(2, ours)
    said = f"{card.word.status} by the maker since {card.word.since}: {card.word.reason}"
    result, number = _SAID_BY_MAKER[card.word.status]
    return (
        ok(2, f"{ours}; {said}") if result == OPEN else Step(number, result, card.word.status, said)
    )


# What the maker's word does to a claim, and at which step. Money may be owed on a recalled set:
# all the steps are gone through, so that the opening is kept, and the last one leaves it open.
_SAID_BY_MAKER = {
    "recalled": (OPEN, 11),
    "returned": (NO, 2),
    "disclosed": (NO, 2),
}


def _received(case: Case) -> Step:
    card = case.card
    if card.is_spoiled:
        return Step(3, NO, "spoiled", f"number {card.number} was destroyed by the maker")
    if card.state is None:
        return Step(3, NO, "not-received", f"number {card.number} was never received here")
    if card.state is CardState.MISSING:
        where = card.pack.named if card.pack else "its pack"
        return Step(3, NO, "missing", f"it is listed missing with {where}")
    if card.state in {CardState.SENT_BACK, CardState.STOLEN}:
        return Step(3, NO, "not-in-stock", f"it is {card.state}")
    return ok(3, "received here")


def _sold_tonight(case: Case) -> Step:
    card = case.card
    if card.state is CardState.RECEIVED:
        return Step(4, NO, "not-sold", "it lies in stock and was not sold")
    if card.state is CardState.ISSUED:
        till = card.pack.till if card.pack else ""
        if till != case.act.till:
            return Step(4, OPEN, "not-sold-yet", f"it is issued to till {till}: ask there")
        return Step(4, NO, "not-sold", f"it is issued to till {till} and was not sold")
    if card.state is CardState.VOIDED and not card.sale.number:
        return Step(4, NO, "not-sold", "it was withdrawn and never sold")
    if card.sale.occasion != case.evening.occasion:
        return Step(4, NO, "other-occasion", "it was sold in another occasion")
    return ok(4, f"sold tonight, sale {card.sale.number:06d}, by {card.sale.clerk}")


def _for_this_game(case: Case) -> Step:
    series = case.card.series
    if series is None or series.set_serial not in case.play.game.sets:
        return Step(5, NO, "wrong-color", "its color and series are not those of this game")
    return ok(5, f"{series.color} {series.series}, set {series.set_serial}, is in this game")


_DEAD = {
    CardState.SURRENDERED: ("already-surrendered", "it was surrendered in an exchange"),
    CardState.DEFACED: (
        "already-surrendered",
        "it was surrendered or its sale voided, and it is punched",
    ),
    CardState.VOIDED: ("voided", "its sale was voided"),
    CardState.WON: ("already-won", "it has won already"),
    CardState.PAID: ("already-paid", "it is paid already"),
    CardState.RETAINED: ("already-surrendered", "it lies in an envelope"),
    CardState.DESTROYED: ("already-surrendered", "it is destroyed"),
    CardState.EXPIRED: ("other-occasion", "its occasion is over"),
}


def _still_alive(case: Case) -> Step:
    card = case.card
    if card.state in _DEAD:
        code, why = _DEAD[card.state]
        return Step(6, NO, code, why)
    claim = case.evening.claim_on(card.card)
    where = claim.opened.table if claim is not None and claim.is_open else ""
    if where and case.hearing.table not in {"", where}:
        here = case.hearing.table
        why = f"a claim on it is open at {where}, this one is from {here}"
        return Step(6, NO, "already-claimed", why)
    before = _claimed_elsewhere(case)
    asked = f"; claimed before at {before}: {_one_paper(case)}" if before else ""
    return ok(6, f"not surrendered, voided, won or paid{asked}")


def _claimed_elsewhere(case: Case) -> str:
    """The table of an earlier claim on the card, when it is claimed at another one now."""
    here = case.hearing.table
    tables = (claim.opened.table for claim in case.evening.claims_on(case.card.card))
    return next((table for table in tables if here and table not in {"", here}), "")


def _one_paper(case: Case) -> str:
    return f"is there a second paper? inventory case {case.card.card.printed}"


def _steps_by_face(case: Case, opening: Opening) -> Iterator[Step]:
    yield _opens(case, opening)
    best = _best_face(case, opening) or ()
    yield _numbers_drawn(case, best)
    yield _calls(case, best)
    yield _witnessed(case)
    yield _settled(case)


_NOT_OPENED = {
    "no-code": (OPEN, "the code inside was not given; scan or type it"),
    "not-opened": (NO, "the code does not open this card"),
    "no-card-opens": (NO, "the code opens no card sold tonight"),
    "malformed-code": (OPEN, "the code cannot be read; read it again"),
    "code-misread": (OPEN, "the code opens with one symbol read otherwise; confirm it"),
    "code-unreadable": (OPEN, "more than four symbols are unreadable; keep it, ask the maker"),
    "not-committed": (NO, "what is inside is not what the maker committed to"),
    "foreign-card": (NO, "the code is of another set than the card"),
}


def _opens(case: Case, opening: Opening) -> Step:
    if opening.result == OPENED:
        claim = case.evening.claim_on(case.card.card)
        times = 1 + len(claim.read_again) if claim is not None and claim.is_open else 1
        again = {1: "", 2: "; its code was read a second time: "}
        told = again.get(times, f"; its code was read {times} times: ")
        asked = _one_paper(case) if told else ""
        return ok(7, f"the code opens the record, its leaf is in the signed root{told}{asked}")
    result, why = _NOT_OPENED[opening.result]
    return Step(7, result, opening.result, why)


def refused_alone(round_number: int, tried: int) -> ClaimRefused:
    """What is written of a code that was given without a card and opens none of those sold."""
    _, why = _NOT_OPENED[NO_CARD_OPENS]
    return ClaimRefused(round_number, "", 7, NO_CARD_OPENS, f"{why}; cards tried: {tried}")


def _numbers_drawn(case: Case, face: tuple[int, ...]) -> Step:
    play = case.play
    if not play.balls:
        if case.hearing.read_back_by:
            return ok(8, "no balls are typed; the caller confirmed all on the master board")
        return Step(8, OPEN, "no-balls-typed", "no balls are typed: read all numbers to the caller")
    missing = _missing(case, face)
    if missing and not play.is_rack_checked:
        named = printed_balls(missing)
        why = f"only {named} is missing from the list: is it in the rack?"
        if len(missing) > 1:
            why = f"{named} are missing from the list: are they in the rack?"
        return Step(8, OPEN, "numbers-missing", why)
    if missing:
        why = f"{printed_balls(missing)} not drawn; list and rack agree"
        return Step(8, NO, "numbers-missing", why)
    if not play.is_rack_checked:
        why = "all numbers are on the list; compare the list with the rack once"
        return Step(8, OPEN, "rack-not-checked", why)
    return ok(8, f"all numbers of {case.pattern.name} are drawn")


def _calls(case: Case, face: tuple[int, ...]) -> Step:
    play = case.play
    used, most = calls_used(play, case.pattern, face), case.contest.calls_max
    if lacks_last_number(play, face):
        why = f"{printed_ball(play.balls[-1])}, the last number called, is not on the card"
        return Step(9, NO, "last-number-missing", why)
    if used <= most:
        return ok(9, f"{used} calls used of {most}")
    if is_too_late(case.contest, used):
        return Step(9, NO, "calls-passed", f"{used} calls used, the prize was for {most}")
    return ok(9, f"{used} calls used, more than {most}: consolation")


def _witnessed(case: Case) -> Step:
    compared, read_back = case.hearing.compared_by, case.hearing.read_back_by
    if not compared.strip() or is_same_person(compared, case.act.clerk):
        why = "a second person, or a player at a table, compares screen and paper"
        return Step(10, OPEN, "not-compared", why)
    if not read_back.strip():
        return Step(10, OPEN, "not-read-back", "the caller has not read the numbers back")
    is_caller_verifying = is_same_person(read_back, compared) or is_same_person(
        read_back, case.act.clerk
    )
    if is_caller_verifying and _is_barred(case.contest.profile):
        why = f"{read_back} calls the numbers and may not verify on the floor"
        return Step(10, OPEN, "caller-verifies", why)
    seller = case.card.sale.clerk
    notes = [f"compared by {compared}, read back by {read_back}"]
    if any(is_same_person(seller, one) for one in (compared, read_back, case.act.clerk)):
        notes.append(f"note: {seller} sold this card and verifies it")
    if is_same_person(compared, read_back):
        notes.append(f"note: {compared} compared it and read it back")
    return ok(10, "; ".join(notes))


def _settled(case: Case) -> Step:
    """Step 11: a card that holds all through, of a set called back, is not the hall's to decide."""
    word = case.card.word
    if word is None:
        return ok(11, "decided")
    result, number = _SAID_BY_MAKER[word.status]
    why = f"set {word.set_serial} is {word.status} since {word.since}"
    return Step(number, result, word.status, f"{why}: the maker and the commission decide")


def _is_barred(profile: Profile) -> bool:
    """Only where the rule's text says so; elsewhere a small crew is warned (hall.md section 3)."""
    rule = profile.claims.caller_verifies
    return rule.is_firm and not rule.value


def _missing(case: Case, face: tuple[int, ...]) -> tuple[int, ...]:
    return missing_numbers(case.pattern, face, frozenset(case.play.balls))


def _best_face(case: Case, opening: Opening) -> tuple[int, ...] | None:
    """Of several faces on a card, the one nearest to a win."""
    return min(opening.faces, key=lambda face: len(_missing(case, face)), default=None)
