"""Steps 7 to 11 of a claim: what its code opened, judged by balls, calls and people."""

from collections.abc import Iterator

from cardgen.face import BALL_MAX
from cardgen.people import is_same_person
from inventory.balls import printed_ball, printed_balls
from inventory.decisions.claim.claim_context import (
    NO,
    OPEN,
    OPENED,
    SAID_BY_MAKER,
    ClaimContext,
    CodeResult,
    Step,
    ok,
    one_paper,
)
from inventory.decisions.claim.claim_rules import is_too_late, lacks_last_number, winning_call
from inventory.program.patterns import missing_numbers
from inventory.program.program import GameKind
from inventory.rules.citing import cited
from inventory.rules.profile import Profile

VERIFIED_KINDS = (
    GameKind.PROGRESSIVE,
    GameKind.FIFTY_FIFTY,
    GameKind.MULTI_COLOR,
    GameKind.PRE_DRAWN,
)  # N.J.A.C. 13:47-7.33, 7.43, 7.50; of a predraw (7.58, not found) by the careful reading


def steps_by_face(case: ClaimContext, opening: CodeResult) -> Iterator[Step]:
    """Steps 7 to 11, one after another; a claim stops at the first that does not hold."""
    yield _opens(case, opening)
    best = best_face(case, opening) or ()
    yield _numbers_drawn(case, best)
    yield _calls(case, best)
    yield _witnessed(case)
    yield _settled(case)


NOT_OPENED = {
    "no-code": (OPEN, "the code inside was not given; scan or type it"),
    "not-opened": (NO, "the code does not open this card"),
    "no-card-opens": (NO, "the code opens no card sold tonight"),
    "malformed-code": (OPEN, "the code cannot be read; read it again"),
    "code-misread": (OPEN, "the code opens with one symbol read otherwise; confirm it"),
    "code-unreadable": (OPEN, "more than four symbols are unreadable; keep it, ask the maker"),
    "not-committed": (NO, "what is inside is not what the maker committed to"),
    "foreign-card": (NO, "the code is of another set than the card"),
}


def _opens(case: ClaimContext, opening: CodeResult) -> Step:
    if opening.result == OPENED:
        claim = case.open_claim
        times = 1 + len(claim.read_again) if claim is not None else 1
        again = {1: "", 2: "; its code was read a second time: "}
        told = again.get(times, f"; its code was read {times} times: ")
        asked = one_paper(case) if told else ""
        return ok(7, f"the code opens the record, its leaf is in the signed root{told}{asked}")
    result, why = NOT_OPENED[opening.result]
    return Step(7, result, opening.result, why)


def _numbers_drawn(case: ClaimContext, face: tuple[int, ...]) -> Step:
    play = case.play
    if not play.balls:
        return _without_a_list(case)
    missing = missing_of(case, face)
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


def _calls(case: ClaimContext, face: tuple[int, ...]) -> Step:
    play = case.then
    used, most = used_in(case, face), case.claim_rules.calls_max
    if not play.balls and not used and most < BALL_MAX:
        why = f"no balls are typed: how many calls did the caller count? The prize is for {most}"
        return Step(9, OPEN, "calls-unknown", why)
    if lacks_last_number(play, face):
        why = f"{printed_ball(play.balls[-1])}, the last number called, is not on the card"
        return Step(9, NO, "last-number-missing", why)
    if used <= most:
        return ok(9, f"{used} calls used of {most}")
    if is_too_late(case.claim_rules, used):
        return Step(9, NO, "calls-passed", f"{used} calls used, the prize was for {most}")
    return ok(9, f"{used} calls used, more than {most}: consolation")


def used_in(case: ClaimContext, face: tuple[int, ...]) -> int:
    """The calls used: by the list of balls, or where none is kept as the caller counted them."""
    play = case.then
    return winning_call(play, case.pattern, face) if play.balls else case.witnesses.calls


def _without_a_list(case: ClaimContext) -> Step:
    if _must_be_recorded(case):
        asked = cited(case.claim_rules.profile.claims.rack_before_prize)
        why = f"no balls are recorded: {asked} asks for all of them before a prize"
        return Step(8, OPEN, "balls-not-recorded", why)
    if case.witnesses.read_back_by:
        return ok(8, "no balls are typed; the caller confirmed all on the master board")
    return Step(8, OPEN, "no-balls-typed", "no balls are typed: read all numbers to the caller")


def _must_be_recorded(case: ClaimContext) -> bool:
    """Of the games that a verification before the prize is written for (N.J.A.C. 13:47-7.33)."""
    game, rule = case.play.game, case.claim_rules.profile.claims.rack_before_prize
    return rule.is_binding and (game.kind in VERIFIED_KINDS or game.is_progressive)


def _witnessed(case: ClaimContext) -> Step:
    heard = case.witnesses
    checker, compared, read_back = _checker(case), heard.compared_by, heard.read_back_by
    found = _compared(case, checker) or _read_back(case, checker)
    if found is not None:
        return found
    seller = case.card.sale.clerk
    is_named = bool(heard.checked_by.strip())
    checked = f"checked by {checker}, " if is_named or case.evening.crew.checkers else ""
    notes = [f"{checked}compared by {compared}, read back by {read_back}"]
    if any(is_same_person(seller, one) for one in (compared, read_back, checker)):
        notes.append(f"note: {seller} sold this card and verifies it")
    if is_same_person(compared, read_back):
        notes.append(f"note: {compared} compared it and read it back")
    return ok(10, "; ".join(notes))


def _checker(case: ClaimContext) -> str:
    """Who verifies on the floor: a clerk may type for her."""
    return case.witnesses.checked_by.strip() or case.context.clerk


def _compared(case: ClaimContext, checker: str) -> Step | None:
    """What is wrong with who looks at the card, None for nothing."""
    compared, crew = case.witnesses.compared_by, case.evening.crew
    if not compared.strip() or any(
        is_same_person(compared, one) for one in (case.context.clerk, checker)
    ):
        why = "a second person, or a player at a table, compares screen and paper"
        return Step(10, OPEN, "not-compared", why)
    watches = case.claim_rules.profile.claims.player_watches
    if watches.is_binding and _is_among(compared, case.workers):
        why = f"{compared} works tonight; a player watches ({cited(watches)})"
        return Step(10, OPEN, "player-needed", why)
    known = (*crew.checkers, crew.in_charge, crew.manager)
    if crew.checkers and not _is_among(checker, known):
        why = f"{checker} is not named as a checker: {', '.join(crew.checkers)}"
        return Step(10, OPEN, "not-a-checker", why)
    return None


def _read_back(case: ClaimContext, checker: str) -> Step | None:
    """What is wrong with who reads the numbers back, None for nothing."""
    read_back, callers = case.witnesses.read_back_by, case.evening.callers
    is_barred = _is_barred(case.claim_rules.profile)
    if not read_back.strip():
        return Step(10, OPEN, "not-read-back", "the caller has not read the numbers back")
    if is_barred and not callers:
        return Step(10, OPEN, "caller-unnamed", "nobody is named as the caller of tonight")
    if callers and not _is_among(read_back, callers):
        why = f"{read_back} is not named as a caller: {', '.join(callers)}"
        return Step(10, OPEN, "not-the-caller", why)
    on_the_floor = (checker, case.witnesses.compared_by)
    found = next((one for one in on_the_floor if _is_among(one, (*callers, read_back))), "")
    if is_barred and found:
        why = f"{found} calls the numbers and may not verify on the floor"
        return Step(10, OPEN, "caller-verifies", why)
    return None


def _is_among(name: str, people: tuple[str, ...]) -> bool:
    return any(is_same_person(name, one) for one in people if one)


def _settled(case: ClaimContext) -> Step:
    """Step 11: a card that holds all through, of a set called back, is not the hall's to decide."""
    note = case.card.set_status
    if note is None:
        return ok(11, "decided")
    result, number = SAID_BY_MAKER[note.status]
    why = f"set {note.set_serial} is {note.status} since {note.since}"
    return Step(number, result, note.status, f"{why}: the maker and the commission decide")


def _is_barred(profile: Profile) -> bool:
    """Only where the rule's text says so; elsewhere a small crew is warned (hall.md section 3)."""
    rule = profile.claims.caller_verifies
    return rule.is_firm and not rule.value


def missing_of(case: ClaimContext, face: tuple[int, ...]) -> tuple[int, ...]:
    """What a face lacks of the pattern by the balls of the claim's round."""
    return missing_numbers(case.pattern, face, frozenset(case.then.balls))


def best_face(case: ClaimContext, opening: CodeResult) -> tuple[int, ...] | None:
    """Of several faces on a card, the one nearest to a win, of full ones the earliest."""

    def nearness(face: tuple[int, ...]) -> tuple[int, bool, int]:
        play = case.then
        return len(missing_of(case, face)), lacks_last_number(play, face), used_in(case, face)

    return min(opening.faces, key=nearness, default=None)
