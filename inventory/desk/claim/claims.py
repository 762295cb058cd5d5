"""The claim table at the desk: HOLD, a claim judged, the round closed, a share paid."""

from dataclasses import replace
from typing import assert_never

from inventory.commands.claim import (
    ClaimByCode,
    ClaimCard,
    ClaimCommand,
    CloseRound,
    CloseRoundHoldingBack,
    Hold,
    Pay,
    WithdrawClaim,
    Witnesses,
)
from inventory.decisions.claim.claim_context import NO_CODE, OPENED, ClaimContext, CodeResult
from inventory.decisions.claim.code_tries import (
    WrongCode,
    check_alone,
    check_tries_on,
    wrong_codes_of,
)
from inventory.decisions.claim.judge import judge, refused_alone, withdraw
from inventory.decisions.claim.opened import kept_opening
from inventory.decisions.facts import CardFacts, Decision
from inventory.decisions.game.evening import Evening
from inventory.decisions.game.game_state import GameState
from inventory.decisions.game.sold import STILL_SOLD
from inventory.decisions.prize import rounds
from inventory.desk.claim.code import (
    card_opened_by,
    open_with_code,
    open_with_misread_code,
    open_with_token,
)
from inventory.desk.desk import Decided, Desk
from inventory.desk.game.claim_rules import claim_rules_of
from inventory.desk.game.evening import current_of, rules_of, workers_of
from inventory.desk.game.prizes import prize_inputs_of, progressive_played
from inventory.desk.game.settling import settlement
from inventory.desk.game.slips import compared, slip_before_payment
from inventory.desk.hall import Hall
from inventory.desk.lookup import find_one
from inventory.refusals.refuse import refuse
from inventory.scans import InsideScan, scan_if_any


def claim_asked(
    hall: Hall, text: str, code: str, witnesses: Witnesses, *, is_confirmed: bool = False
) -> ClaimCard | ClaimByCode:
    """The claim that a scan or a typed name and a code ask for; no name: by the code alone.

    Raises: Refused, when the name is of no card.
    """
    if not text:
        return ClaimByCode(witnesses, code)
    card, scan = find_one(hall, text), scan_if_any(text)
    token = scan.token if isinstance(scan, InsideScan) else None
    return ClaimCard(card, witnesses, token, code, is_confirmed)


def decide(desk: Desk, command: ClaimCommand) -> Decided:
    """What a command of the claim table comes to. Raises: Refused."""
    match command:
        case Hold(held_ball=held_ball):
            evening = current_of(desk.reader)
            return Decided(rounds.hold(evening, desk.next_sequence, held_ball))
        case ClaimCard():
            return _claim_card(desk, command)
        case ClaimByCode():
            return _claim_by_code(desk, command)
        case WithdrawClaim(card=card, reason=reason):
            facts, evening = desk.reader.card(card), current_of(desk.reader)
            return Decided(withdraw(desk.context, facts, evening, reason))
        case CloseRound() | CloseRoundHoldingBack():
            return Decided(_close_round(desk, command))
        case Pay():
            return _pay(desk, command)
        case _:
            assert_never(command)


# -- a claim ------------------------------------------------------------------------------------


def _claim_card(desk: Desk, command: ClaimCard) -> Decided:
    evening = _last_evening(desk)
    card = desk.reader.card(command.card)
    opening = _opened(desk.hall, command, card, evening)
    # A machine's scan that opens is the card itself: nobody guessed it.
    is_scan_that_opens = command.token is not None and opening.result == OPENED
    if command.gives_code and not is_scan_that_opens:
        check_tries_on(desk.context, _wrong_codes(desk, evening), card.card)
    return _judged(desk, evening, card, opening, command.witnesses)


def _claim_by_code(desk: Desk, command: ClaimByCode) -> Decided:
    evening = _last_evening(desk)
    wrong = _wrong_codes(desk, evening)
    check_alone(desk.context, wrong, evening)
    if not command.code:
        raise refuse("empty-basket")
    cards = desk.reader.cards_of_occasion(evening.occasion)
    sold = [card for card in cards if card.state in STILL_SOLD]
    found = card_opened_by(desk.hall, sold, command.code)
    if found is None:
        round_ = evening.current.open_round
        refused = refused_alone(round_.number if round_ else 0, len(sold))
        return Decided((refused,), evening.occasion)
    card = desk.reader.card(found.card)
    opening = open_with_code(desk.hall, card, command.code)
    check_tries_on(desk.context, wrong, card.card)
    return _judged(desk, evening, card, opening, command.witnesses)


def _last_evening(desk: Desk) -> Evening:
    """After the end an open claim still goes on: its share was held back."""
    evening = desk.reader.evening()
    if evening is None:
        raise refuse("no-occasion")
    return evening


def _wrong_codes(desk: Desk, evening: Evening) -> tuple[WrongCode, ...]:
    kinds = ("ClaimDecided", "ClaimRefused")
    entries = (entry for kind in kinds for entry in desk.reader.of_kind(kind, evening.occasion))
    return wrong_codes_of(entries, desk.context.clerk)


def _opened(hall: Hall, command: ClaimCard, card: CardFacts, evening: Evening) -> CodeResult:
    """What the code opens; without a code, what the open claim's code opened before."""
    if command.token is not None:
        return open_with_token(hall, card, command.token)
    if command.code and card.series is not None and card.pack is not None:
        opener = open_with_misread_code if command.is_confirmed else open_with_code
        return opener(hall, card, command.code)
    before = evening.claim_on(card.card)
    kept = kept_opening(before) if before is not None and before.is_open else None
    return kept or NO_CODE


def _judged(
    desk: Desk, evening: Evening, card: CardFacts, opening: CodeResult, witnesses: Witnesses
) -> Decided:
    state = _claimed_game(evening, card)
    claim_rules = claim_rules_of(desk.hall, desk.reader, evening, state)
    workers = workers_of(desk.reader, evening)
    claim = ClaimContext(desk.context, card, evening, claim_rules, witnesses, workers=workers)
    kinds = judge(claim, opening, desk.next_sequence)
    return Decided((*kinds, *settlement(desk, evening, kinds)), evening.occasion)


def _claimed_game(evening: Evening, card: CardFacts) -> GameState:
    """The game that a claim is judged by: its own round's, else the one that is held."""
    claim = evening.claim_on(card.card)
    if claim is not None and claim.is_open:
        return evening.play_of_round(claim.opened.round) or evening.current
    return evening.current


# -- the money ----------------------------------------------------------------------------------


def _close_round(desk: Desk, command: CloseRound | CloseRoundHoldingBack) -> Decision:
    """The round closed, and what that means for the game's progressive: won, or carried on."""
    hall, reader = desk.hall, desk.reader
    evening = current_of(reader)
    if evening is None:
        raise refuse("no-round")
    state = evening.current
    prize_inputs = prize_inputs_of(hall, reader, evening, state)
    if isinstance(command, CloseRound):
        kept = replace(prize_inputs, in_kind=command.in_kind, indivisible=command.indivisible)
        found = rounds.close_round(evening, kept, desk.profile)
    else:
        found = rounds.close_round_holding_back(desk.context, evening, prize_inputs)
    if not found.closed.shares:
        return (found.closed,)
    return (found.closed, *progressive_played(hall, reader, evening, state, found.ended))


def _pay(desk: Desk, command: Pay) -> Decided:
    """A won card is paid in its own evening's name, also after the end."""
    card = desk.reader.card(command.card)
    occasion = card.sale.occasion
    evening = desk.reader.evening(occasion) if occasion else None
    if evening is None:
        raise refuse("no-claim", card=command.card.printed)
    rules = rules_of(desk.hall, desk.reader, evening)
    decision = rounds.pay(card, evening, command, rules)
    before, lacking = slip_before_payment(desk.reader, occasion), command.is_slip_lacking
    slip = compared(desk.context, before, command.slip, is_lacking=lacking)
    return Decided((*decision, *slip), occasion)
