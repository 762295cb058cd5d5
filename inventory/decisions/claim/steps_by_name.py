"""Steps 1 to 6 of a claim: they need the card's name alone, while the floor worker walks."""

from collections.abc import Callable, Mapping

from cardgen.card_id import SPECIMEN_SET_SERIAL
from inventory.decisions.claim.claim_context import (
    NO,
    OPEN,
    SAID_BY_MAKER,
    YES,
    ClaimContext,
    Step,
    ok,
    one_paper,
)
from inventory.decisions.claim.parts import is_paid, won_on
from inventory.decisions.game.evening import Claim
from inventory.entries.states import CardState


def steps_by_name(case: ClaimContext) -> tuple[Step, ...]:
    """Steps 1 to 6, as far as they hold; they run while the floor worker walks."""
    return _until_failed(case, (_known, _received, _sold_tonight, _for_this_game, _still_alive))


def _until_failed(
    case: ClaimContext, checks: tuple[Callable[[ClaimContext], Step], ...]
) -> tuple[Step, ...]:
    # (1) The token or the typed name was well formed, or there would be no card to ask about.
    steps = [ok(1, "the card's name is well formed")]
    for check in checks:
        steps.append(check(case))
        if steps[-1].result != YES:
            break
    return tuple(steps)


def _known(case: ClaimContext) -> Step:
    card = case.card
    serial = card.card.set_serial
    if serial == SPECIMEN_SET_SERIAL:
        return Step(2, NO, "specimen", "this is a specimen, it is never in play")
    if card.series is None:
        return Step(2, NO, "unknown-set", f"set {serial} was never received here")
    ours = f"set {serial} is ours: {card.series.color} {card.series.series}"
    note = card.set_status
    if note is None:
        return ok(2, f"{ours}; {card.ruling}" if card.ruling else ours)
    said = f"{note.status} by the maker since {note.since}: {note.reason}"
    result, number = SAID_BY_MAKER[note.status]
    return ok(2, f"{ours}; {said}") if result == OPEN else Step(number, result, note.status, said)


def _received(case: ClaimContext) -> Step:
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


def _sold_tonight(case: ClaimContext) -> Step:
    card = case.card
    if card.state is CardState.RECEIVED:
        return Step(4, NO, "not-sold", "it lies in stock and was not sold")
    if card.state is CardState.ISSUED:
        till = card.pack.till if card.pack else ""
        if till != case.context.till:
            return Step(4, OPEN, "not-sold-yet", f"it is issued to till {till}: ask there")
        return Step(4, NO, "not-sold", f"it is issued to till {till} and was not sold")
    if card.state is CardState.VOIDED and not card.sale.number:
        return Step(4, NO, "not-sold", "it was withdrawn and never sold")
    if card.sale.occasion != case.evening.occasion:
        return Step(4, NO, "other-occasion", "it was sold in another occasion")
    return ok(4, f"sold tonight, sale {card.sale.number:06d}, by {card.sale.clerk}")


def _for_this_game(case: ClaimContext) -> Step:
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


def _still_alive(case: ClaimContext) -> Step:
    parts = _parts_won(case)
    section = case.play.section_of(case.round_number)
    here = parts.get(section)
    if case.card.state in _DEAD and (here is not None or not parts):
        code, why = _DEAD[case.card.state]
        if here is not None and len(case.play.sections) > 1:
            code, why = _DEAD[CardState.PAID if is_paid(case.evening, here) else CardState.WON]
            why = f"{why}: {_named(case, section)}"
        return Step(6, NO, code, why)
    claim = case.open_claim
    where = claim.opened.table if claim is not None else ""
    if where and case.witnesses.table not in {"", where}:
        why = f"a claim on it is open at {where}, this one is from {case.witnesses.table}"
        return Step(6, NO, "already-claimed", why)
    before = _claimed_elsewhere(case)
    asked = f"; claimed before at {before}: {one_paper(case)}" if before else ""
    if not parts:
        return ok(6, f"not surrendered, voided, won or paid{asked}")
    won = ", ".join(_named(case, one) for one in sorted(parts))
    return ok(6, f"it won {won} before; this is for {_named(case, section)}{asked}")


def _parts_won(case: ClaimContext) -> Mapping[int, Claim]:
    """The parts of this game that the card won by other claims, when it still lies here to win."""
    if case.card.state not in {CardState.CLAIMED, CardState.WON, CardState.PAID}:
        return {}
    parts = {}
    for claim in won_on(case.evening, case.card.card):
        number = claim.opened.round
        if any(one.number == number for one in case.play.rounds):
            parts[case.play.section_of(number)] = claim
    return parts


def _named(case: ClaimContext, section: int) -> str:
    name = case.play.sections[section - 1].name
    return name or case.play.game.name


def _claimed_elsewhere(case: ClaimContext) -> str:
    """The table of an earlier claim on the card, when it is claimed at another one now."""
    here = case.witnesses.table
    tables = (claim.opened.table for claim in case.evening.claims_on(case.card.card))
    return next((table for table in tables if here and table not in {"", here}), "")
