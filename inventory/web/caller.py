"""The caller's page: sales closed, the game begun, each ball as it falls, the game over."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from inventory.clock import Moment
from inventory.commands.game import (
    CallBalls,
    CloseSales,
    CompleteGame,
    CountHeads,
    PreDraw,
    StartGame,
)
from inventory.commands.union import Command
from inventory.desk.execute import execute
from inventory.desk.game.evening import open_evening_of
from inventory.desk.hall import Hall
from inventory.desk.terminal import refused_lines
from inventory.entries.entry import Context
from inventory.errors import Refusal, Refused
from inventory.reports.spoken.explanation import lines_of
from inventory.web.station import Said, Tone, request_of, written_before

TILL = "caller"


class Calling(StrEnum):
    """What the caller does."""

    HEADS = "heads"
    BALL = "ball"
    CLOSE = "close"
    START = "start"
    COMPLETE = "complete"


@dataclass(frozen=True, slots=True)
class Caller:
    """The caller at one page; each act is one command, and asked again it is answered again."""

    hall: Hall
    name: str
    moment: Callable[[], Moment]
    second: str = ""

    def take(self, number: str, act: Calling, value: int) -> Said:
        """The answer to an act; `value` is a ball or a count of heads."""
        request = request_of(number, TILL)
        before = written_before(self.hall, request, is_closing=False)
        if before is not None:
            return before
        try:
            context = Context(request, TILL, self.name, self.second, self.moment())
            answer = execute(self.hall, context, self._command(act, value))
        except Refused as refused:
            answer = refused.refusal
        if isinstance(answer, Refusal):
            return Said(refused_lines(answer), Tone.REFUSED)
        return Said(lines_of(answer.entries), Tone.TICK)

    def _command(self, act: Calling, value: int) -> Command:
        match act:
            case Calling.HEADS:
                return CountHeads(value)
            case Calling.CLOSE:
                return CloseSales()
            case Calling.START:
                return StartGame("nobody")
            case Calling.COMPLETE:
                return CompleteGame()
            case Calling.BALL:
                with self.hall.reading() as reader:
                    state = open_evening_of(reader).current
                is_pre_drawn = len(state.balls) < state.game.pre_drawn
                return PreDraw((value,)) if is_pre_drawn else CallBalls((value,))
