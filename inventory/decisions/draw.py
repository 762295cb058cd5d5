"""The draw: balls in order, frozen by HOLD, corrected when one was read wrong."""

from cardgen.face import BALL_MAX
from inventory.balls import printed_ball
from inventory.decisions.evening import Evening
from inventory.decisions.facts import Decision, check_two_people, is_same_person
from inventory.entries import Act
from inventory.errors import Refusal
from inventory.kinds import DrawCorrected, Drawn, RackChecked
from inventory.refusals import refuse

PRE_DRAWN, CALLED, ENTERED_LATER = "pre-drawn", "called", "entered later"


def pre_draw(evening: Evening | None, balls: tuple[int, ...]) -> Decision:
    """Balls drawn while cards are still sold, as many as the program says and no more."""
    if evening is None:
        return refuse("no-occasion")
    after = len(evening.balls) + len(balls)
    if after > evening.opened.pre_drawn:
        return refuse("over-pre-drawn", after=after, pre_drawn=evening.opened.pre_drawn)
    return _refused(evening, balls) or (Drawn(balls, PRE_DRAWN),)


def call(evening: Evening | None, balls: tuple[int, ...]) -> Decision:
    """Balls called in the game: sales are closed, all pre-drawn ones are there."""
    if evening is None:
        return refuse("no-occasion")
    if not evening.is_sales_closed:
        return refuse("sales-open", name=evening.opened.name)
    if len(evening.balls) < evening.opened.pre_drawn:
        missing = evening.opened.pre_drawn - len(evening.balls)
        return refuse("pre-draw-short", missing=missing, pre_drawn=evening.opened.pre_drawn)
    return _refused(evening, balls) or (Drawn(balls, CALLED),)


def enter_later(evening: Evening | None, balls: tuple[int, ...]) -> Decision:
    """Balls from the sheet, in order, any time before the first claim is judged."""
    if evening is None:
        return refuse("no-occasion")
    if evening.is_judged:
        return refuse("too-late-to-enter")
    return _refused_balls(evening, balls) or (Drawn(balls, ENTERED_LATER),)


def check_rack(act: Act, evening: Evening | None, player: str) -> Decision:
    """The list equals the physical rack: the member in charge and a player say so."""
    if evening is None:
        return refuse("no-occasion")
    if not player.strip() or is_same_person(player, act.clerk):
        return refuse("player-needed", clerk=act.clerk)
    return (RackChecked(len(evening.balls), player),)


def correct(act: Act, evening: Evening | None, read: int, ball: int) -> Decision:
    """A number that was read wrong, by two people; `claim.rejudge` then judges every claim."""
    refused = check_two_people(act)
    if refused:
        return refused
    if evening is None:
        return refuse("no-occasion")
    if read not in evening.balls:
        return refuse("not-drawn", ball=printed_ball(read))
    if ball in evening.balls:
        place = evening.balls.index(ball) + 1
        return refuse("already-drawn", ball=printed_ball(ball), place=place)
    return (DrawCorrected(evening.balls.index(read) + 1, read, ball),)


def _refused(evening: Evening, balls: tuple[int, ...]) -> Refusal | None:
    if evening.open_round is not None:
        return refuse("draw-frozen", round=evening.open_round.number)
    if evening.is_won:
        return refuse("game-over")
    if evening.must_call and balls[:1] != (evening.must_call,):
        return refuse("held-ball-first", ball=printed_ball(evening.must_call))
    return _refused_balls(evening, balls)


def _refused_balls(evening: Evening, balls: tuple[int, ...]) -> Refusal | None:
    if not balls:
        return refuse("no-balls")
    drawn = list(evening.balls)
    for ball in balls:
        if not 1 <= ball <= BALL_MAX:
            return refuse("no-such-ball", ball=ball)
        if ball in drawn:
            place = drawn.index(ball) + 1
            return refuse("already-drawn", ball=printed_ball(ball), place=place)
        drawn.append(ball)
    return None
