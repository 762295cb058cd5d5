"""The game at the desk: open, draw, correct, HOLD, claim, close the round, pay."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from cardgen.card_id import CardId
from inventory.balls import parsed_ball
from inventory.card_state import CardState
from inventory.decisions import draw, rounds
from inventory.decisions.claim import NO_CODE, OPENED, Case, Hearing, Opening, judge
from inventory.decisions.evening import Evening
from inventory.decisions.facts import CardFacts, Decision, is_same_person
from inventory.decisions.occasion import close_sales, open_occasion
from inventory.decisions.rejudging import kept_opening, rejudge
from inventory.desk.acting import Answer, Errand, perform
from inventory.desk.hall import Hall
from inventory.desk.naming import name_claimed_card
from inventory.desk.opening import (
    card_opened_by,
    open_with_code,
    open_with_misread_code,
    open_with_token,
)
from inventory.entries import Act
from inventory.errors import Refusal
from inventory.kinds import ClaimDecided, DrawCorrected, OccasionOpened
from inventory.ledger.reading import Reader
from inventory.refusals import refuse
from inventory.scans import InsideScan, scan_of, without_code

CODES_A_CLAIM_MAX = 5  # a person, sealing.md section 5
CODES_AN_HOUR_MAX = 20  # a person, sealing.md section 5
WRONG_CODES = frozenset({"not-opened", "malformed-code"})
BOX, CHECK = "box", "check"


@dataclass(frozen=True, slots=True)
class Submission:
    """What lies on the claim table: the card, its code, who watches; nothing of it is kept."""

    card: str
    code: str
    hearing: Hearing
    consents: bool = False

    def __repr__(self) -> str:
        """Without the code."""
        return "Submission()"


def open_evening(hall: Hall, act: Act, asked: OccasionOpened) -> Answer:
    """The occasion opened; without a list, every received series is on sale."""

    def decide(reader: Reader, _number: int) -> Decision:
        profile = hall.profile(reader.settings())
        return open_occasion(asked, profile, reader.evening(), reader.known_series())

    errand = Errand("open", {"asked": repr(asked)}, slip="open")
    return perform(hall, act, errand, decide)


def current_evening(hall: Hall) -> Evening | None:
    """The evening as it stands; nothing when none is open."""
    with hall.ledger.transaction() as connection:
        return _current(Reader(connection))


def received_serials(hall: Hall) -> tuple[str, ...]:
    """The set serials that were received."""
    with hall.ledger.transaction() as connection:
        return tuple(one.set_serial for one in Reader(connection).known_series())


def close_evening_sales(hall: Hall, act: Act) -> Answer:
    """Sales closed, with the numbers to announce, and a slip."""

    def decide(reader: Reader, _number: int) -> Decision:
        evening = _current(reader)
        cards = reader.cards_of_occasion(evening.occasion) if evening else ()
        sold = [card for card in cards if card.state in _STILL_SOLD and card.series]
        originals = sum(bool(card.series and card.series.is_original) for card in sold)
        return close_sales(evening, originals, len(sold) - originals)

    return perform(hall, act, Errand("close", slip="close"), decide)


_STILL_SOLD = frozenset(
    {
        CardState.SOLD,
        CardState.SURRENDERED,
        CardState.DEFACED,
        CardState.CLAIMED,
        CardState.WON,
        CardState.PAID,
    }
)


def pre_draw(hall: Hall, act: Act, balls: tuple[str, ...]) -> Answer:
    """Pre-drawn balls."""
    numbers = _numbers(balls)
    errand = Errand("pre-draw", {"balls": numbers})
    return perform(hall, act, errand, lambda reader, _: draw.pre_draw(_current(reader), numbers))


def call(hall: Hall, act: Act, balls: tuple[str, ...]) -> Answer:
    """Called balls."""
    numbers = _numbers(balls)
    errand = Errand("call", {"balls": numbers})
    return perform(hall, act, errand, lambda reader, _: draw.call(_current(reader), numbers))


def enter_later(hall: Hall, act: Act, balls: tuple[str, ...]) -> Answer:
    """Balls entered in one go from the sheet."""
    numbers = _numbers(balls)
    errand = Errand("enter-later", {"balls": numbers})
    return perform(hall, act, errand, lambda reader, _: draw.enter_later(_current(reader), numbers))


def check_rack(hall: Hall, act: Act, player: str) -> Answer:
    """The list compared with the rack."""
    errand = Errand("rack", {"player": player})
    return perform(
        hall, act, errand, lambda reader, _: draw.check_rack(act, _current(reader), player)
    )


def correct(hall: Hall, act: Act, read: str, ball: str) -> Answer:
    """A number read wrong, corrected; every claim of the game is judged again."""
    wrong, right = parsed_ball(read), parsed_ball(ball)

    def decide(reader: Reader, _number: int) -> Decision:
        evening = _current(reader)
        decision = draw.correct(act, evening, wrong, right)
        if isinstance(decision, Refusal) or evening is None:
            return decision
        (correction,) = decision
        if not isinstance(correction, DrawCorrected):
            return decision
        names = {claim.opened.card for claim in evening.claims.values()}
        cards = {name: reader.card(name) for name in names}
        return rejudge(act, evening, correction, cards)

    return perform(hall, act, Errand("correct", {"read": wrong, "ball": right}), decide)


def hold(hall: Hall, act: Act, ball: str) -> Answer:
    """HOLD: the draw is frozen, a round is open."""
    held = parsed_ball(ball) if ball else 0
    return perform(
        hall,
        act,
        Errand("hold", {"ball": held}),
        lambda reader, number: rounds.hold(_current(reader), number, held),
    )


def claim(hall: Hall, act: Act, submitted: Submission) -> Answer:
    """A claim judged, step by step."""
    named, _ = without_code(submitted.card)
    hearing = submitted.hearing
    what: dict[str, object] = {"card": named, "hearing": repr(hearing)}

    def decide(reader: Reader, number: int) -> Decision:
        # After the end, an open claim still goes on: its share was held back.
        evening = reader.evening()
        if evening is None:
            return refuse("no-occasion")
        wrong = wrong_codes_of(reader, act.clerk, evening.occasion)
        refused = None if submitted.card else _check_tries(act, wrong)
        if refused:
            return refused
        card = _claimed_card(hall, reader, submitted, evening)
        if isinstance(card, Refusal):
            return card
        opening = _opened(hall, card, submitted, evening)
        refused = _check_tries_on(act, wrong, card, submitted)
        if refused and not _is_opened_by_scan(submitted, opening):
            return refused
        return judge(Case(act, card, evening, hearing), opening, number)

    return perform(hall, act, Errand("claim", what, occasion=_last_occasion(hall)), decide)


@dataclass(frozen=True, slots=True)
class WrongCode:
    """A code that a person entered and that opened nothing: for which card, and when."""

    card: CardId
    at: datetime


def wrong_codes_of(reader: Reader, clerk: str, occasion: int) -> tuple[WrongCode, ...]:
    """Every wrong code that a person entered in an occasion."""
    return tuple(
        WrongCode(entry.kind.card, entry.act.moment.at)
        for entry in reader.of_kind("ClaimDecided", occasion)
        if isinstance(entry.kind, ClaimDecided)
        and entry.kind.code in WRONG_CODES
        and is_same_person(entry.act.clerk, clerk)
    )


def _check_tries(act: Act, wrong: tuple[WrongCode, ...]) -> Refusal | None:
    since = act.moment.at - timedelta(hours=1)
    within = sum(one.at > since for one in wrong)
    if within < CODES_AN_HOUR_MAX:
        return None
    return refuse("too-many-codes-an-hour", clerk=act.clerk, wrong=within)


def _check_tries_on(
    act: Act, wrong: tuple[WrongCode, ...], card: CardFacts, submitted: Submission
) -> Refusal | None:
    if not _gives_code(submitted):
        return None
    on_card = sum(one.card == card.card for one in wrong)
    if on_card >= CODES_A_CLAIM_MAX:
        printed = card.card.printed
        return refuse("too-many-codes", clerk=act.clerk, card=printed, wrong=on_card)
    return _check_tries(act, wrong)


def _is_opened_by_scan(submitted: Submission, opening: Opening) -> bool:
    """A machine's scan that opens is the card itself: nobody guessed it."""
    return isinstance(scan_of(submitted.card), InsideScan) and opening.result == OPENED


def close_round(hall: Hall, act: Act) -> Answer:
    """No other bingos: the shares are fixed, a slip is printed."""
    errand = Errand("close-round", slip="claims")
    return perform(hall, act, errand, lambda reader, _: rounds.close_round(_current(reader)))


def close_round_holding_back(hall: Hall, act: Act) -> Answer:
    """The round closed with the share of undecided claims held back."""
    errand = Errand("close-round-holding-back", slip="claims")
    return perform(
        hall, act, errand, lambda reader, _: rounds.close_round_holding_back(act, _current(reader))
    )


def pay(hall: Hall, act: Act, text: str, payee: tuple[str, str]) -> Answer:
    """A share paid: to whom, and from the box or by check."""
    given, _ = without_code(text)
    to, source = payee

    def decide(reader: Reader, _number: int) -> Decision:
        named = name_claimed_card(hall, reader, given)
        if isinstance(named, Refusal):
            return named
        card = reader.card(named.card)
        evening = reader.evening(card.sale.occasion) if card.sale.occasion else None
        return rounds.pay(card, evening, to, source)

    what: dict[str, object] = {"card": given, "to": to, "from": source}
    return perform(hall, act, Errand("pay", what, occasion=_occasion_of(hall, given)), decide)


def _last_occasion(hall: Hall) -> int:
    with hall.ledger.transaction() as connection:
        evening = Reader(connection).evening()
    return evening.occasion if evening else 0


def _occasion_of(hall: Hall, given: str) -> int:
    """A won card is paid in its own evening's name, also after the end."""
    with hall.ledger.transaction() as connection:
        reader = Reader(connection)
        named = name_claimed_card(hall, reader, given)
        return 0 if isinstance(named, Refusal) else reader.card(named.card).sale.occasion


def _current(reader: Reader) -> Evening | None:
    evening = reader.evening()
    return None if evening is None or evening.is_ended else evening


def _numbers(balls: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(parsed_ball(ball) for ball in balls)


def _gives_code(submitted: Submission) -> bool:
    return bool(submitted.code) or without_code(submitted.card)[1]


def _claimed_card(
    hall: Hall, reader: Reader, submitted: Submission, evening: Evening
) -> CardFacts | Refusal:
    if submitted.card:
        named = name_claimed_card(hall, reader, submitted.card)
        return named if isinstance(named, Refusal) else reader.card(named.card)
    if not submitted.code:
        return refuse("empty-basket")
    sold = [
        card for card in reader.cards_of_occasion(evening.occasion) if card.state in _STILL_SOLD
    ]
    found = card_opened_by(hall, sold, submitted.code)
    return refuse("no-card-opens", count=len(sold)) if found is None else reader.card(found.card)


def _opened(hall: Hall, card: CardFacts, submitted: Submission, evening: Evening) -> Opening:
    """What the code opens; without a code, what the open claim's code opened before."""
    scan = scan_of(submitted.card)
    if isinstance(scan, InsideScan):
        return open_with_token(hall, card, scan.token)
    if submitted.code and card.series is not None and card.pack is not None:
        opener = open_with_misread_code if submitted.consents else open_with_code
        return opener(hall, card, submitted.code)
    before = evening.claim_on(card.card)
    kept = kept_opening(before) if before is not None and before.is_open else None
    return kept or NO_CODE
