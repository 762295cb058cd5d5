"""What the games of an evening offer and what becomes of a progressive, as the ledger has it."""

from inventory.decisions.facts import Decision
from inventory.decisions.game.evening import Evening
from inventory.decisions.game.game_state import GameState
from inventory.decisions.prize.prize import Offer, announced, most_cents, passed_caps
from inventory.decisions.prize.sharing import PrizeInputs
from inventory.decisions.progressive import acts
from inventory.decisions.progressive.acts import Ended, Night
from inventory.decisions.progressive.progression import CurrentOffer, before, check_calls, tonight
from inventory.desk.game.evening import read_receipts, rules_of
from inventory.desk.hall import Hall
from inventory.desk.progressive import named_progression
from inventory.errors import Refused
from inventory.ledger.reading import Reader
from inventory.program.program import Game, PrizeBasis


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
    for state in evening.plays:
        offered = tonight_of(hall, reader, evening, state.game)
        if offered:
            check_calls(state.game.calls_max, offered)


def prize_inputs_of(hall: Hall, reader: Reader, evening: Evening, state: GameState) -> PrizeInputs:
    """What a game's prize is reckoned from."""
    colors = {one.set_serial: one.color for one in reader.known_series()}
    offered = offered_of(hall, reader, evening, state.game)
    # What was read out is owed, whatever was given back since.
    started = state.started
    receipts = started.receipts_cents if started else read_receipts(reader, evening, state)
    kinds = rules_of(hall, reader, evening).prizes.shared_within_calls.value
    return PrizeInputs(receipts, colors, offered, is_shared_within=str(state.game.kind) in kinds)


def tonight_prizes(
    hall: Hall, reader: Reader, evening: Evening, state: GameState
) -> tuple[tuple[str, int], ...]:
    """Every prize of a game in cents: as announced, else by the receipts so far."""
    if state.started is not None:
        return state.started.announced
    try:
        offered = tonight_of(hall, reader, evening, state.game)
    except Refused:
        return ()
    return announced(state.game, read_receipts(reader, evening, state), offered)


def offers_of(hall: Hall, reader: Reader, evening: Evening) -> tuple[Offer, ...]:
    """What every game of the evening offers, as far as its dollars are known."""
    return tuple(
        Offer(state.game.number, state.game.kind, most_offered(hall, reader, evening, state))
        for state in evening.plays
    )


def read_caps_passed(hall: Hall) -> tuple[str, ...]:
    """What the prizes of the open evening pass, as its cards sell; nothing without an evening.

    Only a game that pays a share of its receipts may come to pass a limit by a sale; where none is
    counted, nothing is read.
    """
    with hall.reading() as reader:
        evening = reader.evening()
        if evening is None or evening.is_ended:
            return ()
        rules = rules_of(hall, reader, evening).prizes
        exempt, shares = rules.cap_exempt_kinds.value, (PrizeBasis.FIXED, PrizeBasis.PROGRESSIVE)
        counted = (one.game for one in evening.plays if one.game.kind not in exempt)
        if all(game.terms.basis in shares for game in counted):
            return ()
        passed = passed_caps(offers_of(hall, reader, evening), rules)
    return tuple(one.sentence for one in passed)


def most_offered(hall: Hall, reader: Reader, evening: Evening, state: GameState) -> int:
    """The most that a game can pay in all, in cents."""
    try:
        offered = tonight_of(hall, reader, evening, state.game)
    except Refused:
        return 0  # a progressive that is not played offers nothing
    return most_cents(state.game, read_receipts(reader, evening, state), offered)


def progressive_played(
    hall: Hall, reader: Reader, evening: Evening, state: GameState, ended: Ended
) -> Decision:
    """What the end of a game does to its progressive; nothing for other games."""
    if state.game.terms.basis is not PrizeBasis.PROGRESSIVE:
        return ()
    found = named_progression(reader, state.game.terms.progression)
    night, rules = _night(reader, evening, state, ended), rules_of(hall, reader, evening)
    return acts.play(before(found, evening.occasion), rules.progressive, night)


def progressive_settled(
    hall: Hall, reader: Reader, evening: Evening, state: GameState, ended: Ended
) -> Decision:
    """What a claim that was held back and is decided changes of its progressive, if anything."""
    if state.game.terms.basis is not PrizeBasis.PROGRESSIVE:
        return ()
    found = named_progression(reader, state.game.terms.progression)
    night, rules = _night(reader, evening, state, ended), rules_of(hall, reader, evening)
    again = acts.play_again(before(found, evening.occasion), rules.progressive, night)
    return () if again in found.played else (again,)


def _night(reader: Reader, evening: Evening, state: GameState, ended: Ended) -> Night:
    return Night(
        evening.occasion,
        evening.opened.played_on,
        *ended,
        read_receipts(reader, evening, state),
    )
