"""The draw of a game: balls in order, frozen by HOLD, corrected when one was read wrong."""

from cardgen.face import BALL_MAX
from cardgen.people import is_same_person
from inventory.balls import printed_ball
from inventory.commands.game import CorrectDraw
from inventory.decisions.facts import Decision, check_two_people
from inventory.decisions.game.evening import Evening
from inventory.decisions.game.game_state import GameState
from inventory.entries.entry import Context
from inventory.entries.game import DrawCorrected, Drawn, HeadsCounted, RackChecked
from inventory.refusals.refuse import refuse
from inventory.rules.citing import cited
from inventory.rules.profile import Profile

PRE_DRAWN, CALLED, ENTERED_LATER = "pre-drawn", "called", "entered later"
_PERCENT = 100


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
    evening: Evening | None, number: int, balls: tuple[int, ...], profile: Profile
) -> Decision:
    """Balls drawn while cards are still sold, as many as the program says and no more."""
    play = pre_drawn_play(evening, number)
    before_first = profile.cards.sold_before_first_number
    if play.is_open_for_sale and play.game.kind in before_first.value:
        raise refuse("sold-before-first", game=play.game.name, citation=cited(before_first))
    after, most = len(play.balls) + len(balls), play.game.pre_drawn
    if after > most:
        raise refuse("over-pre-drawn", after=after, pre_drawn=most)
    least = profile.pre_draw.attendance_percent_min
    seats = evening.opened.program.seats if evening else 0
    if seats and least.value and not play.present:
        raise refuse("heads-not-counted", seats=seats, percent=least.value, citation=cited(least))
    _check_drawable(play, balls)
    return (Drawn(play.game.number, balls, PRE_DRAWN),)


def call(evening: Evening | None, number: int, balls: tuple[int, ...]) -> Decision:
    """Balls called in the current game: sales are closed, all pre-drawn ones are there."""
    play = play_of(evening, number)
    _check_current(evening, play)
    check_startable(play)
    _check_callable(play, balls)
    _check_drawable(play, balls)
    return (Drawn(play.game.number, balls, CALLED),)


def _check_current(evening: Evening | None, play: GameState) -> None:
    if evening is not None and play.game.number != evening.current.game.number:
        raise refuse("not-current-game", game=play.game.number, current=evening.current.game.number)


def _check_callable(play: GameState, balls: tuple[int, ...]) -> None:
    if play.is_completed:
        raise refuse("game-completed", game=play.game.name)
    if play.started is None:
        raise refuse("game-not-started", game=play.game.name)
    if play.must_hear_holders:
        raise refuse("holders-first")
    most = play.game.calls_max
    if play.game.is_limited and len(play.balls) + len(balls) > most:
        raise refuse("last-ball-called", game=play.game.name, most=most)


def enter_later(evening: Evening | None, number: int, balls: tuple[int, ...]) -> Decision:
    """Balls from the sheet, in order, any time before the first claim is judged."""
    play = play_of(evening, number)
    if play.is_judged:
        raise refuse("too-late-to-enter")
    _check_balls(play, balls)
    return (Drawn(play.game.number, balls, ENTERED_LATER),)


def compare_rack(context: Context, evening: Evening | None, player: str) -> Decision:
    """The list equals the physical rack: the member in charge and a player say so."""
    if evening is None:
        raise refuse("no-occasion")
    if not player.strip() or is_same_person(player, context.clerk):
        raise refuse("player-needed", clerk=context.clerk)
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


def _check_drawable(play: GameState, balls: tuple[int, ...]) -> None:
    if play.open_round is not None:
        raise refuse("draw-frozen", round=play.open_round.number)
    if play.is_won:
        raise refuse("game-over")
    if play.must_call and balls[:1] != (play.must_call,):
        raise refuse("held-ball-first", ball=printed_ball(play.must_call))
    _check_balls(play, balls)


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
