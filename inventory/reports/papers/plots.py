"""What people would rather look at: sales over the evening, and winners against the odds."""

from cardgen.amounts import how_many
from cardgen.face import BALL_MAX
from inventory.decisions.program.own_patterns import plain_name
from inventory.entries.claim import ClaimDecided
from inventory.entries.closing import OccasionEnded
from inventory.entries.game import OccasionOpened
from inventory.entries.moves import CardMoved, moves_of
from inventory.entries.states import Verdict
from inventory.odds.one_card import expected_winners
from inventory.paper import Line, Plot
from inventory.program.patterns import Pattern, pattern_names, read_pattern
from inventory.reports.figures.books import Books, Played
from inventory.reports.figures.stock import SELLING, UNSELLING

EXPECTED_SHOWN = 4  # winners up to which the curve is drawn at least
EXPECTED_SHOWN_MIN = 1e-7  # below, nobody ever wins
_SECONDS_PER_MINUTE = 60


def sales_plot(books: Books) -> Plot:
    """Cards sold so far of each series, minute by minute since the evening opened."""
    opened = next(one for one in books.entries if isinstance(one.kind, OccasionOpened))
    sold: dict[str, int] = {received.set_serial: 0 for received in books.on_sale}
    points = {serial: [(0.0, 0.0)] for serial in sold}
    minute = 0.0
    for entry in books.entries:
        passed = (entry.context.moment.at - opened.context.moment.at).total_seconds()
        # A clock that was set back makes no line run back.
        minute = max(minute, round(passed / _SECONDS_PER_MINUTE, 2))
        for moved in moves_of(entry):
            change = (moved.move in SELLING) - (moved.move in UNSELLING)
            if change and isinstance(moved, CardMoved):
                serial = str(moved.card.set_serial)
                before = sold[serial]
                sold[serial] += change
                points[serial] += [(minute, float(before)), (minute, float(sold[serial]))]
        if isinstance(entry.kind, OccasionEnded):
            break  # filing and destruction come days later
    lines = []
    for received in books.on_sale:
        serial = received.set_serial
        end = (minute, float(sold[serial]))
        lines.append(Line(f"{received.series} {received.color}", (*points[serial], end)))
    began = f"{books.local(opened.context.moment.at):%H:%M}"
    x_name = f"minutes since the evening was opened at {began}"
    return Plot("Sales over the evening", x_name, "cards sold", tuple(lines))


def odds_plots(books: Books) -> tuple[Plot, ...]:
    """Of every game on cards of this ledger, its winners against what was to be expected."""
    found = (odds_plot(played) for played in books.games)
    return tuple(plot for plot in found if plot is not None)


def odds_plot(played: Played) -> Plot | None:
    """Winners expected after so many calls, exactly; a dot for each that there was.

    For a coverall n x C(k, 24) / C(75, 24) of n faces are full after k calls. Drawn until the
    fourth is due, or until the last winner. A game of several sections has several patterns and
    no one curve.
    """
    faces = faces_in_play(played)
    if not faces or len(played.play.sections) > 1:
        return None
    if plain_name(played.game.pattern) not in pattern_names():
        return None  # of the hall's own drawing; `inventory odds --patterns` reckons it
    calls = sorted(winning_calls(played))
    dots = tuple((float(call), float(place)) for place, call in enumerate(calls, start=1))
    curve = _curve(read_pattern(played.game.pattern), faces, max(calls, default=0))
    return Plot(
        f"Calls to win against the odds: game {played.number}, {played.game.name}",
        f"calls, of {how_many(faces, 'face')} in play",
        "winners",
        (Line("expected", curve), Line("winners", dots, is_dots=True)),
    )


def _curve(pattern: Pattern, faces: int, past: int) -> tuple[tuple[float, float], ...]:
    """From where winners are possible to beyond the last one."""
    points: list[tuple[float, float]] = []
    for calls in range(BALL_MAX + 1):
        expected = float(expected_winners(pattern, faces, calls))
        if expected >= EXPECTED_SHOWN_MIN:
            points.append((float(calls), expected))
        if expected >= EXPECTED_SHOWN and calls > past:
            break
    return tuple(points)


def faces_in_play(played: Played) -> int:
    """Faces sold for the game, those surrendered taken out."""
    tally = played.books.report.tally.series
    own = (tally[serial] for serial in played.game.sets if serial in tally)
    return sum(len(one.sold - one.surrendered) for one in own) * played.game.faces


def winning_calls(played: Played) -> tuple[int, ...]:
    """With how many calls each valid claim of the game was won, a claim once."""
    kinds = (entry.kind for entry in played.books.entries)
    decided = {kind.claim: kind for kind in kinds if isinstance(kind, ClaimDecided)}
    return tuple(
        kind.calls
        for kind in decided.values()
        if kind.verdict == Verdict.VALID and played.has_round(kind.round) and kind.calls
    )
