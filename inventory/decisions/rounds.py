"""HOLD opens a round, "any other bingos?" closes it and fixes the shares; then it is paid."""

from inventory.balls import printed_ball
from inventory.card_state import CardState, Verdict
from inventory.decisions.evening import Claim, Evening
from inventory.decisions.facts import CardFacts, Decision, check_two_people, check_word
from inventory.entries import Act
from inventory.kinds import Paid, RoundClosed, RoundOpened
from inventory.money import shares_of
from inventory.refusals import refuse

PRIMARY, CONSOLATION, NO_PRIZE = "primary", "consolation", "none"


def hold(evening: Evening | None, number: int, held_ball: int) -> Decision:
    """The draw is frozen; the ball in hand is held, not called."""
    if evening is None:
        return refuse("no-occasion")
    if not evening.is_sales_closed:
        return refuse("sales-open", name=evening.opened.name)
    if evening.open_round is not None:
        return refuse("already-held", round=evening.open_round.number)
    if held_ball in evening.balls:
        place = evening.balls.index(held_ball) + 1
        return refuse("already-drawn", ball=printed_ball(held_ball), place=place)
    return (RoundOpened(number, held_ball),)


def close_round(evening: Evening | None) -> Decision:
    """Nobody else called: every claim is decided, the winners share equally to the cent."""
    if evening is None or evening.open_round is None:
        return refuse("no-round")
    undecided = _undecided(evening)
    if undecided:
        return refuse("claims-open", count=len(undecided), card=undecided[0].opened.card.printed)
    return (_closed(evening, held_back=()),)


def close_round_holding_back(act: Act, evening: Evening | None) -> Decision:
    """The round closes; the share of each claim that cannot be told yet is kept back."""
    refused = check_two_people(act)
    if refused:
        return refused
    if evening is None or evening.open_round is None:
        return refuse("no-round")
    return (_closed(evening, held_back=_undecided(evening)),)


def pay(card: CardFacts, evening: Evening | None, to: str, source: str) -> Decision:
    """A winner's share, once, after its round is closed."""
    printed = card.card.printed
    claim = None if evening is None else evening.claim_on(card.card)
    if evening is None or claim is None:
        return refuse("no-claim", card=printed)
    if card.card in evening.paid:
        return refuse("already-paid", card=printed, sale="", state=card.state)
    if card.state is not CardState.WON:
        return refuse("not-won", card=printed, state=str(card.state))
    closed = next((one.closed for one in evening.rounds if one.number == claim.opened.round), None)
    if closed is None:
        return refuse("round-open", card=printed, round=claim.opened.round)
    shares = dict(zip((*closed.winners, *closed.held_back), closed.shares, strict=True))
    refused = check_word(card) or (None if to.strip() else refuse("payee-needed", card=printed))
    if refused:
        return refused
    return (Paid(closed.round, card.card, shares[card.card], to.strip(), source),)


def _undecided(evening: Evening) -> tuple[Claim, ...]:
    round_ = evening.open_round
    claims = evening.claims_of(round_.number) if round_ else ()
    return tuple(claim for claim in claims if claim.is_open)


def _closed(evening: Evening, held_back: tuple[Claim, ...]) -> RoundClosed:
    round_ = evening.open_round
    number = round_.number if round_ else 0
    decided = tuple(
        claim.decided
        for claim in evening.claims_of(number)
        if claim.decided is not None and claim.decided.verdict == Verdict.VALID
    )
    sharers = len(decided) + len(held_back)
    calls = min((one.calls for one in decided), default=0)
    prize, cents = _prize(evening, calls) if sharers else (NO_PRIZE, 0)
    return RoundClosed(
        round=number,
        prize=prize,
        winners=tuple(one.card for one in decided),
        shares=shares_of(cents, sharers) if sharers else (),
        held_back=tuple(claim.opened.card for claim in held_back),
    )


def _prize(evening: Evening, calls: int) -> tuple[str, int]:
    """9 NYCRR 4820.51(e): the calls used decide between primary prize and consolation."""
    opened = evening.opened
    if calls <= opened.calls_max:
        return PRIMARY, opened.primary_cents
    return CONSOLATION, opened.consolation_cents
