"""The game at the desk: open, draw, correct, HOLD, claim, close the round, pay."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from cardgen.card_id import CardId
from cardgen.people import is_same_person
from inventory.balls import parsed_ball
from inventory.decisions.claim.claim_context import (
    NO_CARD_OPENS,
    NO_CODE,
    OPENED,
    ClaimContext,
    CodeResult,
    Witnesses,
)
from inventory.decisions.claim.judge import judge, refused_alone
from inventory.decisions.claim.rejudge import Rejudged, kept_opening, rejudge
from inventory.decisions.facts import CardFacts, Decision
from inventory.decisions.game import draw
from inventory.decisions.game.draw import play_of
from inventory.decisions.game.evening import Evening, new_evening
from inventory.decisions.game.game_state import GameState
from inventory.decisions.game.occasion import close_sales, open_occasion
from inventory.decisions.prize import rounds
from inventory.decisions.prize.rounds import Payee
from inventory.desk.acting import Answer, Errand, perform
from inventory.desk.claim.code import (
    card_opened_by,
    open_with_code,
    open_with_misread_code,
    open_with_token,
)
from inventory.desk.game.patterns import patterns_to_keep
from inventory.desk.game.playing import (
    STILL_SOLD,
    check_progressives,
    claim_rules_of,
    current_of,
    prize_inputs_of,
    rules_of,
    sold_for,
    with_progression,
)
from inventory.desk.hall import Hall
from inventory.desk.lookup import find_claimed_card
from inventory.entries.claim import ClaimDecided, ClaimRefused
from inventory.entries.entry import Context
from inventory.entries.game import DrawCorrected, OccasionOpened
from inventory.errors import Refused
from inventory.ledger.reading import Reader
from inventory.refusals.refuse import refuse
from inventory.scans import InsideScan, scan_if_any, without_code

CODES_A_CLAIM_MAX = 5  # a person, sealing.md section 5
CODES_AN_HOUR_MAX = 20  # a person, sealing.md section 5
WRONG_CODES = frozenset({"not-opened", "malformed-code", NO_CARD_OPENS})


@dataclass(frozen=True, slots=True)
class Submission:
    """What lies on the claim table: the card, its code, who watches; nothing of it is kept."""

    card: str
    code: str
    witnesses: Witnesses
    consents: bool = False

    def __repr__(self) -> str:
        """Without the code."""
        return "Submission()"


def open_evening(hall: Hall, context: Context, asked: OccasionOpened) -> Answer:
    """The occasion opened by a few figures, or by a program that was checked."""

    def decide(reader: Reader, number: int) -> Decision:
        profile = hall.profile(reader.settings())
        decision = open_occasion(asked, profile, reader.evening(), reader.known_series())
        drawings = patterns_to_keep(hall, reader, asked)
        evening = new_evening(number + len(drawings), asked)
        check_progressives(hall, reader, evening)
        return (*drawings, *decision)

    errand = Errand("open", {"asked": repr(asked)}, slip="open")
    return perform(hall, context, errand, decide)


def current_evening(hall: Hall) -> Evening | None:
    """The evening as it stands; nothing when none is open."""
    with hall.ledger.transaction() as connection:
        return current_of(Reader(connection))


def close_evening_sales(hall: Hall, context: Context, number: int = 0) -> Answer:
    """Sales of a game closed, 0 for the current one, with the numbers to announce, and a slip."""

    def decide(reader: Reader, _number: int) -> Decision:
        evening = current_of(reader)
        play = play_of(evening, number)
        sold = () if evening is None else sold_for(reader, evening, play)
        originals = sum(bool(card.series and card.series.is_original) for card in sold)
        return close_sales(evening, number, originals, len(sold) - originals)

    return perform(hall, context, Errand("close", {"game": number}, slip="close"), decide)


def pre_draw(hall: Hall, context: Context, balls: tuple[str, ...], number: int = 0) -> Answer:
    """Pre-drawn balls of a game; 0 is the next that lacks some."""
    numbers = _numbers(balls)

    def decide(reader: Reader, _number: int) -> Decision:
        profile = hall.profile(reader.settings())
        return draw.pre_draw(current_of(reader), number, numbers, profile)

    return perform(hall, context, Errand("pre-draw", {"balls": numbers, "game": number}), decide)


def call(hall: Hall, context: Context, balls: tuple[str, ...], number: int = 0) -> Answer:
    """Called balls of the current game."""
    numbers = _numbers(balls)
    errand = Errand("call", {"balls": numbers, "game": number})
    return perform(
        hall, context, errand, lambda reader, _: draw.call(current_of(reader), number, numbers)
    )


def enter_later(hall: Hall, context: Context, balls: tuple[str, ...], number: int = 0) -> Answer:
    """Balls entered in one go from the sheet."""
    numbers = _numbers(balls)
    errand = Errand("enter-later", {"balls": numbers, "game": number})
    return perform(
        hall,
        context,
        errand,
        lambda reader, _: draw.enter_later(current_of(reader), number, numbers),
    )


def check_rack(hall: Hall, context: Context, player: str) -> Answer:
    """The list compared with the rack."""
    errand = Errand("rack", {"player": player})
    return perform(
        hall,
        context,
        errand,
        lambda reader, _: draw.check_rack(context, current_of(reader), player),
    )


def correct(hall: Hall, context: Context, read: str, ball: str, number: int = 0) -> Answer:
    """A number read wrong, corrected; every claim of the game is judged again."""
    wrong, right = parsed_ball(read), parsed_ball(ball)

    def decide(reader: Reader, _number: int) -> Decision:
        evening = current_of(reader)
        decision = draw.correct(context, evening, number, wrong, right)
        play = play_of(evening, number)
        if evening is None:
            return decision
        (correction,) = decision
        if not isinstance(correction, DrawCorrected):
            return decision
        names = {claim.opened.card for claim in evening.claims.values()}
        cards = {name: reader.card(name) for name in names}
        claim_rules = claim_rules_of(hall, reader, evening, play)
        return rejudge(Rejudged(context, evening, claim_rules), correction, cards)

    what: dict[str, object] = {"read": wrong, "ball": right, "game": number}
    return perform(hall, context, Errand("correct", what), decide)


def hold(hall: Hall, context: Context, ball: str) -> Answer:
    """HOLD: the draw is frozen, a round is open."""
    held = parsed_ball(ball) if ball else 0
    return perform(
        hall,
        context,
        Errand("hold", {"ball": held}),
        lambda reader, number: rounds.hold(current_of(reader), number, held),
    )


def claim(hall: Hall, context: Context, submitted: Submission) -> Answer:
    """A claim judged, step by step."""
    named, _ = without_code(submitted.card)
    witnesses = submitted.witnesses
    what: dict[str, object] = {"card": named, "hearing": repr(witnesses)}

    def decide(reader: Reader, number: int) -> Decision:
        # After the end, an open claim still goes on: its share was held back.
        evening = reader.evening()
        if evening is None:
            raise refuse("no-occasion")
        wrong = wrong_codes_of(reader, context.clerk, evening.occasion)
        if not submitted.card:
            _check_alone(context, wrong, evening)
        card = _claimed_card(hall, reader, submitted, evening)
        if isinstance(card, ClaimRefused):
            return (card,)
        opening = _opened(hall, card, submitted, evening)
        if not _is_opened_by_scan(submitted, opening):
            _check_tries_on(context, wrong, card, submitted)
        play = _claimed_play(evening, card)
        claim_rules = claim_rules_of(hall, reader, evening, play)
        return judge(ClaimContext(context, card, evening, claim_rules, witnesses), opening, number)

    return perform(hall, context, Errand("claim", what, occasion=_last_occasion(hall)), decide)


@dataclass(frozen=True, slots=True)
class WrongCode:
    """A code that a person entered and that opened nothing: for which card, when, in which round.

    No card: the code alone was tried, a search that counts as one entry (sealing.md section 5).
    """

    card: CardId | None
    at: datetime
    round: int


def wrong_codes_of(reader: Reader, clerk: str, occasion: int) -> tuple[WrongCode, ...]:
    """Every wrong code that a person entered in an occasion."""
    decided = reader.of_kind("ClaimDecided", occasion)
    refused = reader.of_kind("ClaimRefused", occasion)
    found = []
    for entry in (*decided, *refused):
        kind = entry.kind
        if not isinstance(kind, ClaimDecided | ClaimRefused) or kind.code not in WRONG_CODES:
            continue
        if is_same_person(entry.context.clerk, clerk):
            card = kind.card if isinstance(kind, ClaimDecided) else None
            found.append(WrongCode(card, entry.context.moment.at, kind.round))
    return tuple(found)


def _check_alone(context: Context, wrong: tuple[WrongCode, ...], evening: Evening) -> None:
    """This person may try a further code without a card's name."""
    open_round = evening.current.open_round
    if open_round is None and not any(one.is_open for one in evening.claims.values()):
        raise refuse("no-round")
    number = open_round.number if open_round else 0
    alone = sum(one.card is None and one.round == number for one in wrong)
    if alone >= CODES_A_CLAIM_MAX:
        raise refuse("too-many-codes-alone", clerk=context.clerk, wrong=alone)
    _check_tries(context, wrong)


def _check_tries(context: Context, wrong: tuple[WrongCode, ...]) -> None:
    since = context.moment.at - timedelta(hours=1)
    within = sum(one.at > since for one in wrong)
    if within < CODES_AN_HOUR_MAX:
        return
    raise refuse("too-many-codes-an-hour", clerk=context.clerk, wrong=within)


def _check_tries_on(
    context: Context, wrong: tuple[WrongCode, ...], card: CardFacts, submitted: Submission
) -> None:
    if not _gives_code(submitted):
        return
    on_card = sum(one.card == card.card for one in wrong)
    if on_card >= CODES_A_CLAIM_MAX:
        printed = card.card.printed
        raise refuse("too-many-codes", clerk=context.clerk, card=printed, wrong=on_card)
    _check_tries(context, wrong)


def _is_opened_by_scan(submitted: Submission, opening: CodeResult) -> bool:
    """A machine's scan that opens is the card itself: nobody guessed it."""
    return isinstance(scan_if_any(submitted.card), InsideScan) and opening.result == OPENED


def close_round(hall: Hall, context: Context, in_kind: tuple[int, ...] = ()) -> Answer:
    """No other bingos: the shares are fixed, in money or in kind; a slip is printed."""

    def decide(reader: Reader, _number: int) -> Decision:
        evening = current_of(reader)
        prize_inputs = replace(prize_inputs_of(hall, reader, evening), in_kind=in_kind)
        closed = rounds.close_round(evening, prize_inputs, hall.profile(reader.settings()))
        return with_progression(hall, reader, evening, closed)

    return perform(
        hall, context, Errand("close-round", {"in_kind": in_kind}, slip="claims"), decide
    )


def close_round_holding_back(hall: Hall, context: Context) -> Answer:
    """The round closed with the share of undecided claims held back."""

    def decide(reader: Reader, _number: int) -> Decision:
        evening = current_of(reader)
        prize_inputs = prize_inputs_of(hall, reader, evening)
        closed = rounds.close_round_holding_back(context, evening, prize_inputs)
        return with_progression(hall, reader, evening, closed)

    return perform(hall, context, Errand("close-round-holding-back", slip="claims"), decide)


def pay(hall: Hall, context: Context, text: str, payee: Payee) -> Answer:
    """A share paid: to whom, and from the box or by check."""
    given, _ = without_code(text)

    def decide(reader: Reader, _number: int) -> Decision:
        named = find_claimed_card(hall, reader, given)
        card = reader.card(named.card)
        evening = reader.evening(card.sale.occasion) if card.sale.occasion else None
        if evening is None:
            raise refuse("no-claim", card=named.card.printed)
        return rounds.pay(card, evening, payee, rules_of(hall, reader, evening))

    what: dict[str, object] = {"card": given, "to": repr(payee)}
    return perform(hall, context, Errand("pay", what, occasion=_occasion_of(hall, given)), decide)


def _last_occasion(hall: Hall) -> int:
    with hall.ledger.transaction() as connection:
        evening = Reader(connection).evening()
    return evening.occasion if evening else 0


def _occasion_of(hall: Hall, given: str) -> int:
    """A won card is paid in its own evening's name, also after the end."""
    with hall.ledger.transaction() as connection:
        reader = Reader(connection)
        try:
            named = find_claimed_card(hall, reader, given)
        except Refused:
            return 0  # the act itself says why
        return reader.card(named.card).sale.occasion


def _claimed_play(evening: Evening, card: CardFacts) -> GameState:
    """The game that a claim is judged by: its own round's, else the one that is held."""
    claim = evening.claim_on(card.card)
    if claim is not None and claim.is_open:
        return evening.play_of_round(claim.opened.round) or evening.current
    return evening.current


def _numbers(balls: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(parsed_ball(ball) for ball in balls)


def _gives_code(submitted: Submission) -> bool:
    return bool(submitted.code) or without_code(submitted.card)[1]


def _claimed_card(
    hall: Hall, reader: Reader, submitted: Submission, evening: Evening
) -> CardFacts | ClaimRefused:
    if submitted.card:
        named = find_claimed_card(hall, reader, submitted.card)
        return reader.card(named.card)
    if not submitted.code:
        raise refuse("empty-basket")
    sold = [card for card in reader.cards_of_occasion(evening.occasion) if card.state in STILL_SOLD]
    found = card_opened_by(hall, sold, submitted.code)
    if found is not None:
        return reader.card(found.card)
    open_round = evening.current.open_round
    return refused_alone(open_round.number if open_round else 0, len(sold))


def _opened(hall: Hall, card: CardFacts, submitted: Submission, evening: Evening) -> CodeResult:
    """What the code opens; without a code, what the open claim's code opened before."""
    scan = scan_if_any(submitted.card)
    if isinstance(scan, InsideScan):
        return open_with_token(hall, card, scan.token)
    if submitted.code and card.series is not None and card.pack is not None:
        opener = open_with_misread_code if submitted.consents else open_with_code
        return opener(hall, card, submitted.code)
    before = evening.claim_on(card.card)
    kept = kept_opening(before) if before is not None and before.is_open else None
    return kept or NO_CODE
