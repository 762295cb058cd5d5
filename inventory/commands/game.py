"""Commands of an evening: open it, sell until a game closes, draw its balls, complete its games.

A game's number is the one in the program; 0 is the game that is on.
"""

from dataclasses import dataclass

from inventory.entries.game import NO_CREW, CrewNamed, GivenPrize, OccasionOpened
from inventory.program.patterns import Pattern


@dataclass(frozen=True, slots=True)
class OpenEvening:
    """The evening of a program, whose rules are checked first; a breach is named and ends it.

    `is_by_figures`: it was asked for with a few figures, and what only a program file says is kept
    as remarks. `patterns` are the hall's own, as its file draws them now; `slip` holds the letters
    of the newest paper slip, read by the second person; `is_slip_lacking`: it is not at hand. Who
    opens is in charge and manages, where `crew` names nobody else.
    """

    opened: OccasionOpened
    patterns: tuple[Pattern, ...] = ()
    is_by_figures: bool = False
    slip: str = ""
    crew: CrewNamed = NO_CREW
    is_slip_lacking: bool = False


@dataclass(frozen=True, slots=True)
class NameCrew:
    """Who works tonight, named anew while the evening is open; an empty name stays as it is."""

    crew: CrewNamed


@dataclass(frozen=True, slots=True)
class CallOff:
    """The evening was opened by mistake: nothing was sold, no ball fell."""

    reason: str


@dataclass(frozen=True, slots=True)
class CountHeads:
    """Players present, counted before balls are pre-drawn; game 0 is the next that lacks some."""

    present: int
    game: int = 0


@dataclass(frozen=True, slots=True)
class CloseSales:
    """No more sales of a game's cards; what is announced follows, and a slip."""

    game: int = 0


@dataclass(frozen=True, slots=True)
class StartGame:
    """The game that is on begins; `inquiry` is who holds a winner: nobody, holder, or not asked."""

    inquiry: str = ""


@dataclass(frozen=True, slots=True)
class CompleteGame:
    """The game that is on is over; `given` are its prizes on cards that are not kept here.

    `indivisible` is why several winners are given things in the place of the prize.
    """

    given: tuple[GivenPrize, ...] = ()
    indivisible: str = ""


@dataclass(frozen=True, slots=True)
class CountTakings:
    """What a game on cards that are not kept here brought in; game 0 is the one that is on."""

    cards: int
    cents: int
    game: int = 0


@dataclass(frozen=True, slots=True)
class CompleteUnwon:
    """The game that is on is over and nobody won it."""

    reason: str


@dataclass(frozen=True, slots=True)
class VoteOutage:
    """The power failed: how many players are present, and how many agree to go on by hand."""

    present: int
    in_favor: int


@dataclass(frozen=True, slots=True)
class PreDraw:
    """Balls drawn while cards are sold, in order; game 0 is the next that lacks some."""

    balls: tuple[int, ...]
    game: int = 0


@dataclass(frozen=True, slots=True)
class CallBalls:
    """Balls called in the game that is on, in order."""

    balls: tuple[int, ...]
    game: int = 0


@dataclass(frozen=True, slots=True)
class EnterLater:
    """Balls from the caller's sheet, entered in one go, in order.

    `clock` is the hall's when the first of them fell, as 18:50; empty when nobody knows.
    """

    balls: tuple[int, ...]
    game: int = 0
    clock: str = ""


@dataclass(frozen=True, slots=True)
class CheckRack:
    """The list of balls compared with the rack by the member in charge and a player."""

    player: str


@dataclass(frozen=True, slots=True)
class CorrectDraw:
    """A ball that was read wrong: `read` was read, `ball` is what it says."""

    read: int
    ball: int
    game: int = 0


EveningCommand = (
    OpenEvening
    | NameCrew
    | CallOff
    | CloseSales
    | CountTakings
    | StartGame
    | CompleteGame
    | CompleteUnwon
    | VoteOutage
)
DrawCommand = CountHeads | PreDraw | CallBalls | EnterLater | CheckRack | CorrectDraw
