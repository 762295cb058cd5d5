"""An evening's program: its games in order, what is sold for each, what each pays and when."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Self

from cardgen.face import BALL_MAX
from inventory.program.patterns import COVERALL

COVERALLS = (COVERALL, "blackout")  # two words of the trade for the full card


class GameKind(StrEnum):
    """Which rules a game is played by."""

    PRE_DRAWN = "pre-drawn"
    PROGRESSIVE = "progressive"
    EARLY_BIRD = "early bird"
    FIFTY_FIFTY = "50/50"
    MULTI_COLOR = "multi-color"
    WINNER_TAKE_ALL = "winner take all"
    ORDINARY = "ordinary"


class PrizeBasis(StrEnum):
    """What a game's prize is reckoned from."""

    FIXED = "fixed"  # primary and consolation in dollars
    SHARE = "share"  # shares of the game's receipts
    PROGRESSIVE = "progressive"  # carried from occasion to occasion
    SECTIONS = "sections"  # a pool of the receipts, divided over sections played one after another
    BY_COLOR = "by color"  # a pool of the receipts, the share set by the winning card's color


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a prize pool, won by its own pattern; `share` in basis points of the pool."""

    name: str
    pattern: str
    share: int


class ColorShare(NamedTuple):
    """What a winning card of a color takes, in basis points of the pool."""

    color: str
    share: int


class Approval(NamedTuple):
    """What the regulator approved, and the reference of it."""

    what: str
    reference: str


@dataclass(frozen=True, slots=True)
class Terms:
    """What a game pays. Amounts in cents, shares in basis points of the game's receipts.

    `primary_*` is won within the game's calls, `consolation_*` afterwards. `progression` names the
    progressive that a game carries on. `pool_share` is the part of the receipts that sections or
    colors divide; `colors` are shares of that pool.
    """

    basis: PrizeBasis
    primary_cents: int = 0
    consolation_cents: int = 0
    primary_share: int = 0
    consolation_share: int = 0
    progression: str = ""
    pool_share: int = 0
    sections: tuple[Section, ...] = ()
    colors: tuple[ColorShare, ...] = ()

    @property
    def has_consolation(self) -> bool:
        """Whether a winner after the game's calls is paid too."""
        return bool(self.consolation_cents or self.consolation_share)


@dataclass(frozen=True, slots=True)
class Game:
    """One game of the program; `number` counts from 1, times are the hall's, as 19:30.

    `sets` are the set serials sold for it: none for a game on cards this ledger does not keep.
    `calls_max` is within how many calls the primary prize is won; pre-drawn balls count.
    """

    number: int
    name: str
    kind: GameKind
    terms: Terms
    sets: tuple[str, ...] = ()
    price_cents: int = 0
    faces: int = 1
    pattern: str = COVERALL
    pre_drawn: int = 0
    calls_max: int = BALL_MAX
    pre_draw_at: str = ""
    starts_at: str = ""
    after_intermission: bool = False
    second_receptacle: bool = False
    last_number_on_card: bool = False

    @property
    def is_pre_drawn(self) -> bool:
        """Whether balls are drawn before it, whatever its prize is reckoned from."""
        return self.kind is GameKind.PRE_DRAWN or self.pre_drawn > 0

    @property
    def is_progressive(self) -> bool:
        """Whether its prize is carried from occasion to occasion."""
        return self.kind is GameKind.PROGRESSIVE or self.terms.basis is PrizeBasis.PROGRESSIVE

    @property
    def is_limited(self) -> bool:
        """Whether it ends after its calls though nobody won (15.4.7.11 D NMAC)."""
        goes_on = self.is_pre_drawn or self.is_progressive or self.terms.has_consolation
        return self.calls_max < BALL_MAX and not goes_on

    @property
    def is_coverall(self) -> bool:
        """Whether a full card alone wins."""
        return self.pattern.casefold() in COVERALLS


@dataclass(frozen=True, slots=True)
class Program:
    """What is printed, posted and applied for; `played_on` is a day as 2026-11-30.

    `rooms` play, `displays` of them have a board or screen for pre-drawn numbers alone.
    """

    name: str
    played_on: str
    games: tuple[Game, ...]
    starts_at: str = ""
    seats: int = 0
    rooms: int = 1
    displays: int = 0
    admission_cents: int = 0
    admission_cards: int = 0
    license_number: str = ""
    license_expires: str = ""
    approvals: tuple[Approval, ...] = ()

    @property
    def sets(self) -> tuple[str, ...]:
        """Every set serial on sale, in the order of the games."""
        return tuple(dict.fromkeys(serial for game in self.games for serial in game.sets))

    @classmethod
    def of_one_game(cls, name: str, played_on: str, game: Game, seats: int) -> Self:
        """The program of an evening that plays one game on the sealed cards."""
        return cls(name, played_on, (game,), seats=seats)

    def start_of(self, game: Game) -> str:
        """When it begins: the first game with the program, unless it says so itself."""
        return game.starts_at or (self.starts_at if game == self.games[0] else "")

    def game(self, number: int) -> Game:
        """The game with that number. Raises: KeyError."""
        for game in self.games:
            if game.number == number:
                return game
        raise KeyError(number)
