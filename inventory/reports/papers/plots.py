"""What people would rather look at: sales over the evening, and winners against the odds."""

from itertools import takewhile
from math import comb

from cardgen.face import BALL_MAX, NUMBERS_PER_FACE
from inventory.card_state import Verdict
from inventory.kinds import ClaimDecided, OccasionOpened
from inventory.moves import CardMoved, moves_of
from inventory.paper import Line, Plot
from inventory.program import COVERALL
from inventory.reports.books import Books, Played, games_of
from inventory.reports.stock import SELLING, UNSELLING

EXPECTED_SHOWN = 4  # full cards up to which the curve is drawn at least
CALLS_SHOWN_MIN = 40  # below, nobody ever has a full card
_SECONDS_PER_MINUTE = 60


def sales_plot(books: Books) -> Plot:
    """Cards sold so far of each series, minute by minute since the evening opened."""
    opened = next(one for one in books.entries if isinstance(one.kind, OccasionOpened))
    sold: dict[str, int] = {received.set_serial: 0 for received in books.on_sale}
    points = {serial: [(0.0, 0.0)] for serial in sold}
    minute = 0.0
    for entry in books.entries:
        passed = (entry.act.moment.at - opened.act.moment.at).total_seconds()
        # A clock that was set back makes no line run back.
        minute = max(minute, round(passed / _SECONDS_PER_MINUTE, 2))
        for moved in moves_of(entry):
            change = (moved.move in SELLING) - (moved.move in UNSELLING)
            if change and isinstance(moved, CardMoved):
                serial = str(moved.card.set_serial)
                before = sold[serial]
                sold[serial] += change
                points[serial] += [(minute, float(before)), (minute, float(sold[serial]))]
    lines = []
    for received in books.on_sale:
        serial = received.set_serial
        end = (minute, float(sold[serial]))
        lines.append(Line(f"{received.series} {received.color}", (*points[serial], end)))
    began = f"{books.local(opened.act.moment.at):%H:%M}"
    x_name = f"minutes since the evening was opened at {began}"
    return Plot("Sales over the evening", x_name, "cards sold", tuple(lines))


def odds_plots(books: Books) -> tuple[Plot, ...]:
    """Of every coverall on cards of this ledger, its winners against what was to be expected."""
    found = (odds_plot(books, played) for played in games_of(books.evening))
    return tuple(plot for plot in found if plot is not None)


def odds_plot(books: Books, played: Played) -> Plot | None:
    """Full cards expected after so many calls, exactly; a dot for each winner.

    Of n faces n x C(k, 24) / C(75, 24) are full after k calls; drawn until the fourth is due, or
    until the last winner.
    """
    faces = faces_in_play(books, played)
    if not faces or played.game.pattern != COVERALL:
        return None
    calls = sorted(winning_calls(books, played))
    past = max(calls, default=0)
    shown = takewhile(
        lambda k: k <= past or expected_winners(faces, k - 1) < EXPECTED_SHOWN,
        range(CALLS_SHOWN_MIN, BALL_MAX + 1),
    )
    curve = tuple((float(k), expected_winners(faces, k)) for k in shown)
    dots = tuple((float(call), float(place)) for place, call in enumerate(calls, start=1))
    return Plot(
        f"Calls to win against the odds: {played.game.name}",
        f"calls, of {faces:,} faces in play",
        "full cards",
        (Line("expected", curve), Line("winners", dots, is_dots=True)),
    )


def expected_winners(faces: int, calls: int) -> float:
    """How many of so many faces are full after so many calls, on average."""
    return faces * comb(calls, NUMBERS_PER_FACE) / comb(BALL_MAX, NUMBERS_PER_FACE)


def faces_in_play(books: Books, played: Played) -> int:
    """Faces sold for the game, those surrendered taken out."""
    tally = books.report.tally.series
    own = (tally[serial] for serial in played.game.sets if serial in tally)
    return sum(len(one.sold - one.surrendered) for one in own) * played.game.faces


def winning_calls(books: Books, played: Played) -> tuple[int, ...]:
    """With how many calls each valid claim of the game was won, a claim once."""
    decided = {
        one.kind.claim: one.kind for one in books.entries if isinstance(one.kind, ClaimDecided)
    }
    return tuple(
        kind.calls
        for kind in decided.values()
        if kind.verdict == Verdict.VALID and kind.round in played.round_numbers and kind.calls
    )
