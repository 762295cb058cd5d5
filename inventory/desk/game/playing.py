"""Games at the desk: heads counted, started, completed, an outage; what a round is judged by."""

from datetime import datetime

from cardgen.card_id import CardId
from cardgen.face import BALL_MAX
from inventory.decisions.claim.claim_rules import ClaimRules
from inventory.decisions.facts import CardFacts, Decision
from inventory.decisions.game import draw, occasion
from inventory.decisions.game.evening import Evening
from inventory.decisions.game.game_state import GameState
from inventory.decisions.game.occasion import Announcement
from inventory.decisions.prize.prize import Offer, announced, most_cents, passed_caps
from inventory.decisions.prize.rounds import PrizeInputs
from inventory.decisions.progressive import acts as progression_acts
from inventory.decisions.progressive.acts import Night
from inventory.decisions.progressive.progression import CurrentOffer, before, check_calls, tonight
from inventory.desk.acting import Answer, Errand, perform
from inventory.desk.game.patterns import patterns_of
from inventory.desk.hall import Hall
from inventory.desk.progressive import named_progression
from inventory.entries.claim import RoundClosed
from inventory.entries.entry import Context
from inventory.entries.game import Drawn
from inventory.entries.sale import DefectExchanged, SaleVoided
from inventory.entries.states import CardState
from inventory.errors import Refused
from inventory.ledger.reading import Reader
from inventory.program.program import Game, PrizeBasis
from inventory.refusals.refuse import refuse
from inventory.reports.figures.receipts import receipts_of_sets
from inventory.rules.profile import Profile


def count_heads(hall: Hall, context: Context, number: int, present: int) -> Answer:
    """Players present before balls are pre-drawn."""

    def decide(reader: Reader, _number: int) -> Decision:
        profile = hall.profile(reader.settings())
        return draw.count_heads(current_of(reader), number, present, profile)

    return perform(hall, context, Errand("heads", {"game": number, "present": present}), decide)


def start_game(hall: Hall, context: Context, inquiry: str) -> Answer:
    """The current game begins; `inquiry` is nobody, holder, or empty."""

    def decide(reader: Reader, _number: int) -> Decision:
        evening = current_of(reader)
        if evening is None:
            raise refuse("no-occasion")
        tonight_of(hall, reader, evening, evening.current.game)  # refused when it is not played
        announcement = _announcement(hall, reader, evening, context.moment.at)
        return occasion.start_game(evening, inquiry, hall.profile(reader.settings()), announcement)

    return perform(hall, context, Errand("start", {"inquiry": inquiry}), decide)


def complete_game(hall: Hall, context: Context, given: tuple[tuple[str, int], ...]) -> Answer:
    """The current game is completed."""

    def decide(reader: Reader, _number: int) -> Decision:
        evening = current_of(reader)
        if evening is None:
            raise refuse("no-occasion")
        rules, play = rules_of(hall, reader, evening), evening.current
        offered = _most_offered(hall, reader, evening, play)
        return occasion.complete_game(evening, given, rules, offered)

    return perform(hall, context, Errand("complete", {"given": given}), decide)


def complete_unwon(hall: Hall, context: Context, reason: str) -> Answer:
    """The current game is completed though nobody won it."""

    def decide(reader: Reader, _number: int) -> Decision:
        evening = current_of(reader)
        decision = occasion.complete_unwon(context, evening, reason)
        return _with_carried(hall, reader, evening, decision)

    return perform(hall, context, Errand("complete-unwon", {"reason": reason}), decide)


def vote_outage(hall: Hall, context: Context, present: int, in_favor: int) -> Answer:
    """The players voted on going on by hand."""

    def decide(reader: Reader, _number: int) -> Decision:
        profile = hall.profile(reader.settings())
        return occasion.vote_outage(current_of(reader), present, in_favor, profile)

    what: dict[str, object] = {"present": present, "in_favor": in_favor}
    return perform(hall, context, Errand("outage", what), decide)


def current_of(reader: Reader) -> Evening | None:
    """The evening that is open; nothing when none is."""
    evening = reader.evening()
    return None if evening is None or evening.is_ended else evening


def rules_of(hall: Hall, reader: Reader, evening: Evening) -> Profile:
    """The rules that an evening was opened under."""
    return hall.profile(reader.settings(evening.occasion))


def claim_rules_of(hall: Hall, reader: Reader, evening: Evening, play: GameState) -> ClaimRules:
    """What the claims of a game are judged by."""
    pattern_named = patterns_of(reader, evening.occasion)
    patterns = tuple(pattern_named(section.pattern) for section in play.sections)
    offered = tonight_of(hall, reader, evening, play.game)
    calls_max = play.game.calls_max
    if isinstance(offered, CurrentOffer):
        calls_max = BALL_MAX if offered.must_be_won else offered.calls_max
    # A claim that was held back is judged later by the rules of its own evening.
    return ClaimRules(play, patterns, calls_max, rules_of(hall, reader, evening))


def prize_inputs_of(hall: Hall, reader: Reader, evening: Evening | None) -> PrizeInputs:
    """What the current game's prize is reckoned from."""
    if evening is None:
        return PrizeInputs(0, {})
    play = evening.current
    colors = {one.set_serial: one.color for one in reader.known_series()}
    offered = offered_of(hall, reader, evening, play.game)
    # What was read out is owed, whatever was given back since.
    receipts = play.started.receipts_cents if play.started else _receipts(reader, evening, play)
    return PrizeInputs(receipts, colors, offered)


def tonight_of(hall: Hall, reader: Reader, evening: Evening, game: Game) -> CurrentOffer | None:
    """What a progressive game offers tonight; None for other games.

    Raises: Refused, when the progressive is not played tonight.
    """
    if game.terms.basis is not PrizeBasis.PROGRESSIVE:
        return None
    found = named_progression(reader, game.terms.progression)
    rules = rules_of(hall, reader, evening).progressive
    return tonight(before(found, evening.occasion), rules, evening.opened.played_on)


def offered_of(hall: Hall, reader: Reader, evening: Evening, game: Game) -> CurrentOffer | None:
    """What a progressive offers tonight; None also for one that is not played tonight."""
    try:
        return tonight_of(hall, reader, evening, game)
    except Refused:
        return None


def check_progressives(hall: Hall, reader: Reader, evening: Evening) -> None:
    """Every progressive of the program can be played tonight."""
    for play in evening.plays:
        offered = tonight_of(hall, reader, evening, play.game)
        if offered:
            check_calls(play.game.calls_max, offered)


def with_progression(
    hall: Hall, reader: Reader, evening: Evening | None, decision: Decision
) -> Decision:
    """A round's end with what it means for the game's progressive: won, or carried on."""
    closed = [kind for kind in decision if isinstance(kind, RoundClosed) and kind.shares]
    if evening is None or not closed:
        return decision
    winners = (*closed[0].winners, *closed[0].held_back)
    decided = [one.decided for one in evening.claims.values() if one.decided]
    used = [one.calls for one in decided if one.card in winners and one.calls]
    calls = min(used, default=len(evening.current.balls))
    played = _played(hall, reader, evening, calls, len(winners))
    return (*decision, *played)


def _played(
    hall: Hall, reader: Reader, evening: Evening, calls: int, winner_count: int
) -> Decision:
    """What the current game's end does to its progressive; nothing for other games."""
    play = evening.current
    if play.game.terms.basis is not PrizeBasis.PROGRESSIVE:
        return ()
    found = named_progression(reader, play.game.terms.progression)
    receipts = _receipts(reader, evening, play)
    night = Night(evening.occasion, evening.opened.played_on, calls, winner_count, receipts)
    rules = rules_of(hall, reader, evening).progressive
    return progression_acts.play(before(found, evening.occasion), rules, night)


def tonight_prizes(
    hall: Hall, reader: Reader, evening: Evening, play: GameState
) -> tuple[tuple[str, int], ...]:
    """Every prize of a game in cents: as announced, else by the receipts so far."""
    if play.started is not None:
        return play.started.announced
    try:
        offered = tonight_of(hall, reader, evening, play.game)
    except Refused:
        return ()
    return announced(play.game, _receipts(reader, evening, play), offered)


def _with_carried(
    hall: Hall, reader: Reader, evening: Evening | None, decision: Decision
) -> Decision:
    """A game that started and nobody won: its progressive is carried, or had to be won."""
    if evening is None or evening.current.started is None:
        return decision
    played = _played(hall, reader, evening, len(evening.current.balls), 0)
    return (*decision, *played)


def _announcement(hall: Hall, reader: Reader, evening: Evening, now: datetime) -> Announcement:
    play = evening.current
    receipts = _receipts(reader, evening, play)
    return Announcement(
        sold=len(sold_for(reader, evening, play)),
        receipts_cents=receipts,
        prizes=tonight_prizes(hall, reader, evening, play),
        over_caps=passed_caps(
            _offers(hall, reader, evening), hall.profile(reader.settings()).prizes
        ),
        pre_drawn_for=occasion.seconds_since(_first_ball_at(reader, evening), now),
    )


def _offers(hall: Hall, reader: Reader, evening: Evening) -> tuple[Offer, ...]:
    """What every game of the evening offers, as far as its dollars are known."""
    return tuple(
        Offer(play.game.number, play.game.kind, _most_offered(hall, reader, evening, play))
        for play in evening.plays
    )


def _most_offered(hall: Hall, reader: Reader, evening: Evening, play: GameState) -> int:
    try:
        offered = tonight_of(hall, reader, evening, play.game)
    except Refused:
        return 0  # a progressive that is not played offers nothing
    return most_cents(play.game, _receipts(reader, evening, play), offered)


def sold_for(reader: Reader, evening: Evening, play: GameState) -> tuple[CardFacts, ...]:
    """The cards that were sold for a game and not taken back, surrendered ones too."""
    taken_back = _taken_back(reader, evening.occasion)
    return tuple(
        card
        for card in reader.cards_of_occasion(evening.occasion)
        if card.state in STILL_SOLD
        and card.card.set_serial in play.game.sets
        and card.card not in taken_back
    )


def _taken_back(reader: Reader, occasion: int) -> frozenset[CardId]:
    """Cards whose sale was voided; once they are punched, their state is that of a surrendered."""
    voided = reader.of_kind("SaleVoided", occasion)
    replaced = reader.of_kind("DefectExchanged", occasion)
    return frozenset(
        entry.kind.card if isinstance(entry.kind, SaleVoided) else entry.kind.voided
        for entry in (*voided, *replaced)
        if isinstance(entry.kind, SaleVoided | DefectExchanged)
    )


STILL_SOLD = frozenset(
    {
        CardState.SOLD,
        CardState.SURRENDERED,
        CardState.DEFACED,
        CardState.CLAIMED,
        CardState.WON,
        CardState.PAID,
    }
)


def _receipts(reader: Reader, evening: Evening, play: GameState) -> int:
    kinds = (entry.kind for entry in reader.of_occasion(evening.occasion))
    return receipts_of_sets(kinds, play.game.sets)


def _first_ball_at(reader: Reader, evening: Evening) -> datetime | None:
    number = evening.current.game.number
    for entry in reader.of_kind("Drawn", evening.occasion):
        if isinstance(entry.kind, Drawn) and entry.kind.game == number:
            return entry.context.moment.at
    return None
