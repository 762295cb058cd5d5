"""The draw of a game: balls in order, frozen by HOLD, corrected when one was read wrong.

Theory of operation. What speaks against a ball is found by one set of checks, whether it is entered
as it falls or from the caller's sheet afterwards. As it falls, the first of them refuses it: the
ball is still in the hand. A ball that fell is never refused; each check that it does not hold is
kept as a remark instead, and prizes follow the rules. Refused in both cases is only what no blower
can do: a ball that there is not, or the same one twice.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from cardgen.face import BALL_MAX
from cardgen.people import is_same_person
from inventory.balls import printed_ball
from inventory.clock import minutes_from
from inventory.commands.game import CorrectDraw, EnterLater, PreDraw
from inventory.decisions.facts import Decision, check_two_people
from inventory.decisions.game.evening import Evening
from inventory.decisions.game.game_state import GameState
from inventory.entries.entry import Context
from inventory.entries.game import DrawCorrected, Drawn, HeadsCounted, RackChecked
from inventory.refusals.late import late_remark
from inventory.refusals.refuse import refuse
from inventory.rules.citing import cited
from inventory.rules.profile import Profile

PRE_DRAWN, CALLED, ENTERED_LATER = "pre-drawn", "called", "entered later"
LAST = "last"  # where New Jersey plays what is pre-drawn
_PERCENT = 100

Against = Iterator[tuple[str, dict[str, Any]]]  # codes of refusals, and the values in them


def play_of(evening: Evening | None, number: int) -> GameState:
    """The game that is meant, 0 for the current one, or why there is none."""
    if evening is None:
        raise refuse("no-occasion")
    play = evening.play(number)
    if play is None:
        raise refuse("no-such-game", game=number, count=len(evening.plays))
    return play


def pre_drawn_play(evening: Evening | None, number: int) -> GameState:
    """The game that balls are pre-drawn for: the one named, or the next that lacks some."""
    if evening is not None and not number:
        short = (
            play
            for play in evening.plays
            if len(play.balls) < play.game.pre_drawn and not play.is_completed
        )
        return next(short, evening.current)
    return play_of(evening, number)


def count_heads(evening: Evening | None, number: int, present: int, profile: Profile) -> Decision:
    """Players present before balls are pre-drawn: refused when they are too few."""
    play = pre_drawn_play(evening, number)
    seats = evening.opened.program.seats if evening else 0
    least = profile.pre_draw.attendance_percent_min
    if present * _PERCENT < least.value * seats:
        raise refuse(
            "too-few-players",
            present=present,
            seats=seats,
            percent=least.value,
            least=-(-least.value * seats // _PERCENT),
            citation=cited(least),
        )
    return (HeadsCounted(play.game.number, present, seats),)


def pre_draw(
    context: Context, evening: Evening | None, command: PreDraw, profile: Profile
) -> Decision:
    """Balls drawn while cards are still sold, as many as the program says and no more."""
    play = pre_drawn_play(evening, command.game)
    check_none_against(_against_pre_draw(evening, play, profile))
    after, most = len(play.balls) + len(command.balls), play.game.pre_drawn
    if after > most:
        raise refuse("over-pre-drawn", after=after, pre_drawn=most)
    check_none_against(_against_any(play, command.balls))
    _check_balls(play, command.balls)
    clock = "" if play.balls else context.moment.hall_clock
    remarks = _remarked(_against_posted_times(evening, play, clock, profile))
    return (Drawn(play.game.number, command.balls, PRE_DRAWN, remarks=remarks),)


def call(
    evening: Evening | None, number: int, balls: tuple[int, ...], profile: Profile
) -> Decision:
    """Balls called in the current game: sales are closed, all pre-drawn ones are there."""
    play = play_of(evening, number)
    _check_current(evening, play)
    check_startable(play)
    check_none_against(_against_call(evening, play, balls, profile))
    check_none_against(_against_any(play, balls))
    _check_balls(play, balls)
    return (Drawn(play.game.number, balls, CALLED),)


def enter_later(
    context: Context, evening: Evening | None, command: EnterLater, profile: Profile
) -> Decision:
    """Balls from the sheet, in order: those that fell are kept, with what they fell against."""
    play, balls, clock = play_of(evening, command.game), command.balls, command.clock
    _check_balls(play, balls)
    now = context.moment.hall_clock
    if clock and now and minutes_from(clock, now) < 0:
        raise refuse("clock-ahead", clock=clock, now=now)
    lacking = max(play.game.pre_drawn - len(play.balls), 0)
    pre_drawn, called = balls[:lacking], balls[lacking:]
    against = [*_against_late(evening, play, balls)]
    if pre_drawn:
        against += _against_pre_draw(evening, play, profile)
        against += _against_posted_times(evening, play, clock, profile)
        if not clock:
            against += _unknown_begin(play, profile)
    if called:
        against += _against_call(evening, play, called, profile)
    against += _against_any(play, balls)
    return (Drawn(play.game.number, balls, ENTERED_LATER, clock, _remarked(against)),)


# -- what speaks against a ball: refused as it falls, remarked on afterwards -----------------------


def check_none_against(against: Against) -> None:
    """Nothing speaks against it. Raises: Refused, with the first that does."""
    for code, values in against:
        raise refuse(code, **values)


def _remarked(against: Iterable[tuple[str, dict[str, Any]]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(late_remark(code, values) for code, values in against))


def _against_pre_draw(evening: Evening | None, play: GameState, profile: Profile) -> Against:
    before_first = profile.cards.sold_before_first_number
    if play.is_open_for_sale and play.game.kind in before_first.value:
        yield "sold-before-first", {"game": play.game.name, "citation": cited(before_first)}
    least = profile.pre_draw.attendance_percent_min
    seats = evening.opened.program.seats if evening else 0
    if seats and least.value and not play.present:
        yield (
            "heads-not-counted",
            {"seats": seats, "percent": least.value, "citation": cited(least)},
        )


def _against_posted_times(
    evening: Evening | None, play: GameState, clock: str, profile: Profile
) -> Against:
    """A pre-draw that begins too long before the start that is posted, said while it begins."""
    most = profile.pre_draw.minutes_before_max
    starts_at = evening.opened.program.start_of(play.game) if evening else ""
    if not clock or not starts_at or most.value is None:
        return
    minutes = minutes_from(clock, starts_at)
    if minutes > most.value:
        values = {"clock": clock, "starts_at": starts_at, "minutes": minutes}
        yield "pre-draw-too-early", {**values, "most": most.value, "citation": cited(most)}


def _unknown_begin(play: GameState, profile: Profile) -> Against:
    most = profile.pre_draw.minutes_before_max
    if most.value is not None and not play.balls:
        yield "pre-draw-begin-unknown", {"most": most.value, "citation": cited(most)}


def _against_call(
    evening: Evening | None, play: GameState, balls: tuple[int, ...], profile: Profile
) -> Against:
    game, inquiry = play.game, profile.pre_draw.inquiry
    if play.is_completed:
        yield "game-completed", {"game": game.name}
    elif play.started is None:
        yield "game-not-started", {"game": game.name}
        yield from pre_drawn_first(evening, play, profile)
        if game.pre_drawn and inquiry.value:
            yield "inquiry-needed", {"pre_drawn": game.pre_drawn, "citation": cited(inquiry)}
    if play.must_hear_holders:
        yield "holders-first", {}
    most = game.calls_max
    if game.is_limited and max(len(play.balls), game.pre_drawn) + len(balls) > most:
        yield "last-ball-called", {"game": game.name, "most": most}


def pre_drawn_first(evening: Evening | None, play: GameState, profile: Profile) -> Against:
    """N.J.A.C. 13:47-7.57: what is pre-drawn for the last game is drawn before all others."""
    if evening is None or profile.pre_draw.place.value != LAST:
        return
    for later in evening.plays:
        missing = later.game.pre_drawn - len(later.balls)
        if later.game.number > play.game.number and missing > 0:
            citation = cited(profile.pre_draw.balls_exact)
            yield (
                "pre-draw-first",
                {"game": later.game.name, "missing": missing, "citation": citation},
            )


def _against_late(evening: Evening | None, play: GameState, balls: tuple[int, ...]) -> Against:
    """What is refused before a ball falls in another way, and what a sheet alone can bring."""
    number = play.game.number
    is_called = len(play.balls) + len(balls) > play.game.pre_drawn
    if is_called and evening is not None and number != evening.current.game.number:
        yield "not-current-game", {"game": number, "current": evening.current.game.number}
    if is_called and play.is_open_for_sale:
        yield "sales-open", {"name": play.game.name}
    round_ = play.open_round
    if round_ is None:
        return
    if round_.held_ball in balls:
        yield "held-not-called", {"ball": printed_ball(round_.held_ball), "round": round_.number}
    if evening is not None and any(one.decided for one in evening.claims_of(round_.number)):
        yield "claim-judged-before", {"round": round_.number}


def _against_any(play: GameState, balls: tuple[int, ...]) -> Against:
    if play.open_round is not None:
        yield "draw-frozen", {"round": play.open_round.number}
    if play.is_won:
        yield "game-over", {}
    if play.must_call and balls[:1] != (play.must_call,):
        yield "held-ball-first", {"ball": printed_ball(play.must_call)}


def compare_rack(
    context: Context,
    evening: Evening | None,
    player: str,
    profile: Profile,
    workers: tuple[str, ...] = (),
) -> Decision:
    """The list equals the physical rack: the member in charge and a player say so."""
    if evening is None:
        raise refuse("no-occasion")
    if not player.strip() or is_same_person(player, context.clerk):
        raise refuse("player-needed", clerk=context.clerk)
    if any(is_same_person(player, one) for one in workers):
        raise refuse("player-works", player=player)
    rule, in_charge = profile.claims.rack_before_prize, evening.crew.in_charge
    people = (context.clerk, context.second)
    if rule.is_binding and in_charge and not any(is_same_person(in_charge, one) for one in people):
        raise refuse("member-in-charge", in_charge=in_charge, citation=cited(rule))
    play = evening.current
    return (RackChecked(play.game.number, len(play.balls), player),)


def correct(context: Context, evening: Evening, command: CorrectDraw) -> DrawCorrected:
    """A number that was read wrong, by two people; `rejudge` then judges every claim again."""
    check_two_people(context)
    play, read, ball = play_of(evening, command.game), command.read, command.ball
    if read not in play.balls:
        raise refuse("not-drawn", ball=printed_ball(read))
    if ball in play.balls:
        place = play.balls.index(ball) + 1
        raise refuse("already-drawn", ball=printed_ball(ball), place=place)
    return DrawCorrected(play.game.number, play.balls.index(read) + 1, read, ball)


def check_startable(play: GameState) -> None:
    """Balls of this game may be called: sales are closed and all pre-drawn balls are there."""
    if play.is_open_for_sale:
        raise refuse("sales-open", name=play.game.name)
    missing = play.game.pre_drawn - len(play.balls)
    if missing > 0:
        raise refuse("pre-draw-short", missing=missing, pre_drawn=play.game.pre_drawn)


def _check_current(evening: Evening | None, play: GameState) -> None:
    if evening is not None and play.game.number != evening.current.game.number:
        raise refuse("not-current-game", game=play.game.number, current=evening.current.game.number)


def _check_balls(play: GameState, balls: tuple[int, ...]) -> None:
    if not balls:
        raise refuse("no-balls")
    drawn = list(play.balls)
    for ball in balls:
        if not 1 <= ball <= BALL_MAX:
            raise refuse("no-such-ball", ball=ball)
        if ball in drawn:
            place = drawn.index(ball) + 1
            raise refuse("already-drawn", ball=printed_ball(ball), place=place)
        drawn.append(ball)
