"""Games at the desk: heads counted, started, completed, an outage; what a round is judged by."""

from datetime import datetime

from cardgen.face import BALL_MAX
from inventory.decisions import draw, occasion
from inventory.decisions.contest import Contest
from inventory.decisions.evening import Evening
from inventory.decisions.facts import Decision
from inventory.decisions.play import Play
from inventory.decisions.progression import Tonight, before, progression_of, tonight
from inventory.decisions.rounds import Stakes
from inventory.desk.acting import Answer, Errand, perform
from inventory.desk.hall import Hall
from inventory.entries import Act
from inventory.errors import Refusal
from inventory.game_kinds import Drawn
from inventory.ledger.reading import Reader
from inventory.patterns import read_pattern
from inventory.program import Game, PrizeBasis
from inventory.progression_kinds import ProgressionKind
from inventory.reports.money import receipts_of_sets


def count_heads(hall: Hall, act: Act, number: int, present: int) -> Answer:
    """Players present before balls are pre-drawn."""

    def decide(reader: Reader, _number: int) -> Decision:
        profile = hall.profile(reader.settings())
        return draw.count_heads(current_of(reader), number, present, profile)

    return perform(hall, act, Errand("heads", {"game": number, "present": present}), decide)


def start_game(hall: Hall, act: Act, inquiry: str) -> Answer:
    """The current game begins; `inquiry` is nobody, holder, or empty."""

    def decide(reader: Reader, _number: int) -> Decision:
        evening = current_of(reader)
        first = _first_ball_at(reader, evening) if evening else None
        ago = occasion.seconds_since(first, act.moment.at)
        return occasion.start_game(evening, inquiry, hall.profile(reader.settings()), ago)

    return perform(hall, act, Errand("start", {"inquiry": inquiry}), decide)


def complete_game(hall: Hall, act: Act, given: tuple[tuple[str, int], ...]) -> Answer:
    """The current game is completed."""
    errand = Errand("complete", {"given": given})
    return perform(
        hall, act, errand, lambda reader, _: occasion.complete_game(current_of(reader), given)
    )


def vote_outage(hall: Hall, act: Act, present: int, in_favor: int) -> Answer:
    """The players voted on going on by hand."""

    def decide(reader: Reader, _number: int) -> Decision:
        profile = hall.profile(reader.settings())
        return occasion.vote_outage(current_of(reader), present, in_favor, profile)

    what: dict[str, object] = {"present": present, "in_favor": in_favor}
    return perform(hall, act, Errand("outage", what), decide)


def current_of(reader: Reader) -> Evening | None:
    """The evening that is open; nothing when none is."""
    evening = reader.evening()
    return None if evening is None or evening.is_ended else evening


def contest_of(hall: Hall, reader: Reader, evening: Evening, play: Play) -> Contest:
    """What the claims of a game are judged by."""
    patterns = tuple(read_pattern(section.pattern) for section in play.sections)
    offered = tonight_of(hall, reader, evening, play.game)
    calls_max = play.game.calls_max
    if offered is not None:
        calls_max = BALL_MAX if offered.must_be_won else offered.calls_max
    return Contest(play, patterns, calls_max, hall.profile(reader.settings()))


def stakes_of(hall: Hall, reader: Reader, evening: Evening | None) -> Stakes:
    """What the current game's prize is reckoned from."""
    if evening is None:
        return Stakes(0, {})
    game = evening.current.game
    kinds = (entry.kind for entry in reader.of_occasion(evening.occasion))
    colors = {one.set_serial: one.color for one in reader.received()}
    tonight = tonight_of(hall, reader, evening, game)
    return Stakes(receipts_of_sets(kinds, game.sets), colors, tonight)


def tonight_of(hall: Hall, reader: Reader, evening: Evening, game: Game) -> Tonight | None:
    """What a progressive game offers tonight; nothing for other games, or when it offers none."""
    if game.terms.basis is not PrizeBasis.PROGRESSIVE:
        return None
    kinds = (entry.kind for entry in reader.entries() if isinstance(entry.kind, ProgressionKind))
    found = progression_of(kinds, game.terms.progression)
    if found is None:
        return None
    rules = hall.profile(reader.settings()).progressive
    offered = tonight(before(found, evening.occasion), rules, evening.opened.played_on)
    return None if isinstance(offered, Refusal) else offered


def _first_ball_at(reader: Reader, evening: Evening) -> datetime | None:
    number = evening.current.game.number
    for entry in reader.of_kind("Drawn", evening.occasion):
        if isinstance(entry.kind, Drawn) and entry.kind.game == number:
            return entry.act.moment.at
    return None
