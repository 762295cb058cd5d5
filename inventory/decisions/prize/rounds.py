"""HOLD opens a round, "any other bingos?" closes it and fixes the shares; then it is paid."""

from dataclasses import replace

from cardgen.amounts import printed_cents
from inventory.balls import printed_ball
from inventory.commands.claim import Pay
from inventory.decisions.claim.parts import paid_count, unpaid_on, won_on
from inventory.decisions.facts import CardFacts, Decision, check_set_status, check_two_people
from inventory.decisions.game.evening import Claim, Evening
from inventory.decisions.game.game_state import GameState
from inventory.decisions.prize.given import check_contact, check_document, check_indivisible
from inventory.decisions.prize.prize import check_substitutes
from inventory.decisions.prize.sharing import PrizeInputs, Reckoned, shares_of_round
from inventory.entries.claim import Paid, RestPaid, RoundClosed, RoundOpened
from inventory.entries.entry import Context
from inventory.entries.states import CardState
from inventory.refusals.refuse import refuse
from inventory.rules.profile import Profile

BOX = "box"  # a prize in cash from the evening's box
IN_KIND = "in kind"
# Nobody in the room can decide these tonight: the maker opens the card, or rules on the set.
WAITS_FOR_MAKER = frozenset({"code-unreadable", "recalled"})
# In its envelope a paid card may still be owed what its share grew by.
_PAYABLE = frozenset({CardState.WON, CardState.PAID, CardState.RETAINED})


def hold(evening: Evening | None, number: int, held_ball: int) -> Decision:
    """The draw of the current game is frozen; the ball in hand is held, not called."""
    if evening is None:
        raise refuse("no-occasion")
    play = evening.current
    if play.is_completed:
        raise refuse("game-completed", game=play.game.name)
    if play.is_open_for_sale:
        raise refuse("sales-open", name=play.game.name)
    if play.open_round is not None:
        raise refuse("already-held", round=play.open_round.number)
    if held_ball in play.balls:
        place = play.balls.index(held_ball) + 1
        raise refuse("already-drawn", ball=printed_ball(held_ball), place=place)
    return (RoundOpened(play.game.number, number, held_ball),)


def close_round(evening: Evening, prize_inputs: PrizeInputs, profile: Profile) -> Reckoned:
    """Nobody else called: every claim is decided, the winners share equally to the cent."""
    play = _held(evening)
    undecided = _undecided(evening, play)
    if undecided:
        raise refuse("claims-open", count=len(undecided), card=undecided[0].opened.card.printed)
    found = _shares(evening, play, prize_inputs)
    if not prize_inputs.in_kind:
        return found
    return replace(found, closed=_in_kind(found.closed, prize_inputs, profile))


def close_round_holding_back(
    context: Context, evening: Evening, prize_inputs: PrizeInputs
) -> Reckoned:
    """The round closes; the share of each claim that cannot be told yet is kept back."""
    check_two_people(context)
    play = _held(evening)
    check_waits_for_maker(_undecided(evening, play))
    return _shares(evening, play, prize_inputs)


def pay(card: CardFacts, evening: Evening, payee: Pay, profile: Profile) -> Decision:
    """A winner's share, once, after its round is closed; of several parts the earliest unpaid."""
    printed = card.card.printed
    if not evening.claims_on(card.card):
        raise refuse("no-claim", card=printed)
    unpaid, paid_before = unpaid_on(evening, card.card), paid_count(evening, card.card)
    if paid_before and not unpaid:
        raise refuse("already-paid", card=printed, sale="", state=card.state)
    if not unpaid and won_on(evening, card.card):
        raise refuse("no-share", card=printed)
    if not unpaid or card.state not in _PAYABLE:
        raise refuse("not-won", card=printed, state=card.state)
    number = unpaid[0].opened.round
    round_ = evening.round(number)
    closed = round_.closed if round_ else None
    if round_ is None or closed is None:
        raise refuse("round-open", card=printed, round=number)
    due, before = closed.due_on(card.card), evening.paid.get((number, card.card), 0)
    check_set_status(card)
    _check_box(card, evening, payee)
    _check_kind(card, closed, payee)
    _check_payee(closed, due, payee, profile)
    to, contact, document = payee.to.strip(), payee.contact.strip(), payee.document.strip()
    if before:
        rest, claim = due - before, round_.changed_by
        return (RestPaid(number, card.card, rest, to, payee.source, claim, contact, document),)
    paid = Paid(number, card.card, due, to, payee.source, contact, document, paid_before)
    return (paid,)


def _check_kind(card: CardFacts, closed: RoundClosed, payee: Pay) -> None:
    """What was fixed in kind is given so, and nothing else is."""
    if closed.is_in_kind != (payee.source == IN_KIND):
        fixed = "in kind" if closed.is_in_kind else "in money"
        raise refuse("other-kind", card=card.card.printed, fixed=fixed)


def _check_box(card: CardFacts, evening: Evening, payee: Pay) -> None:
    """Once the box is counted, nothing is taken out of it in this evening's name."""
    if evening.is_ended and payee.source == BOX:
        raise refuse("box-counted", card=card.card.printed)


def _check_payee(closed: RoundClosed, cents: int, payee: Pay, profile: Profile) -> None:
    if not payee.to.strip():
        raise refuse("payee-needed", game=closed.game)
    check_contact(payee.to.strip(), sum(closed.shares), payee.contact, profile)
    check_document(payee.to.strip(), cents, payee.document, profile)


def _shares(evening: Evening, play: GameState, prize_inputs: PrizeInputs) -> Reckoned:
    number = play.open_round.number if play.open_round else 0
    return shares_of_round(evening, play, number, prize_inputs)


def _held(evening: Evening) -> GameState:
    if evening.current.open_round is None:
        raise refuse("no-round")
    return evening.current


def _undecided(evening: Evening, play: GameState) -> tuple[Claim, ...]:
    round_ = play.open_round
    claims = evening.claims_of(round_.number) if round_ else ()
    return tuple(claim for claim in claims if claim.is_open)


def _in_kind(closed: RoundClosed, prize_inputs: PrizeInputs, profile: Profile) -> RoundClosed:
    """Substitutes for a prize that cannot be divided: one a winner, worth no more than it."""
    worth, why = prize_inputs.in_kind, prize_inputs.indivisible.strip()
    if len(worth) != len(closed.winners):
        raise refuse("substitutes-count", given=len(worth), winners=len(closed.winners))
    if len(worth) == 1 and worth != closed.shares:
        raise refuse("one-winner", prize=printed_cents(sum(closed.shares)))
    check_substitutes(sum(closed.shares), worth, profile.prizes)
    if len(worth) > 1:
        check_indivisible(why, profile)
    values = ", ".join(printed_cents(cents) for cents in worth)
    because = f": {why}" if why else ""
    told = f"{closed.told}; given in kind, worth {values}{because}"
    return replace(closed, shares=worth, told=told, is_in_kind=True, indivisible=why)


def check_waits_for_maker(claims: tuple[Claim, ...]) -> None:
    """Each of these open claims may be held back: nobody in the room can decide it tonight."""
    for claim in claims:
        code = claim.decided.code if claim.decided else "no-code"
        if code not in WAITS_FOR_MAKER:
            raise refuse("no-reason-to-wait", card=claim.opened.card.printed)
