"""What an entry can say of an evening and its games: opened, drawn, started, completed."""

from dataclasses import dataclass
from typing import NamedTuple

from cardgen.card_id import CardId
from inventory.program.program import Program


class PlayedRule(NamedTuple):
    """A rule that an evening is played by; `value` is as it is typed."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class OccasionOpened:
    """An evening begins: its program, and the money in the box at the start.

    `remarks` are what the rules want in a program and an evening opened in a few figures lacks.
    `law` numbers the decisions it is played by, and `rules` are the hall's as they stand then; an
    evening that is only asked for has neither.
    """

    program: Program
    float_cents: int
    remarks: tuple[str, ...] = ()
    law: int = 0
    rules: tuple[PlayedRule, ...] = ()

    @property
    def name(self) -> str:
        """What the evening is called."""
        return self.program.name

    @property
    def played_on(self) -> str:
        """The program's day, as 2026-11-30."""
        return self.program.played_on

    @property
    def on_sale(self) -> tuple[str, ...]:
        """The set serials of all games."""
        return self.program.sets


@dataclass(frozen=True, slots=True)
class OccasionCalledOff:
    """The evening was opened by mistake; nothing was sold, no ball fell: it has no figures."""

    reason: str


@dataclass(frozen=True, slots=True)
class CrewNamed:
    """Who works tonight in a role that a claim asks for; named anew, it holds from then on.

    `in_charge` is the member in charge of the occasion. Who was a caller once stays one tonight.
    """

    in_charge: str
    manager: str
    callers: tuple[str, ...] = ()
    checkers: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody in it."""
        people = (self.in_charge, self.manager, *self.callers, *self.checkers)
        return tuple(dict.fromkeys(name for name in people if name))


NO_CREW = CrewNamed("", "")


@dataclass(frozen=True, slots=True)
class HeadsCounted:
    """Players present before the balls of a game are pre-drawn, and the seats of the hall."""

    game: int
    present: int
    seats: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """Balls in the order they were drawn; `how` is pre-drawn, called or entered later.

    `clock` is the hall's own, as 18:50, when the first of balls entered later fell; empty when
    nobody said so. `remarks` are the rules that the balls fell against: they are not refused.
    """

    game: int
    balls: tuple[int, ...]
    how: str
    clock: str = ""
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawCorrected:
    """A number that was read wrong, and what that does to claims judged before.

    `called_back`: refused claims now complete. `cases`: paid cards that now lack a number.
    """

    game: int
    place: int
    read: int
    ball: int
    called_back: tuple[CardId, ...] = ()
    cases: tuple[CardId, ...] = ()


@dataclass(frozen=True, slots=True)
class RackChecked:
    """The list compared with the physical rack by the member in charge and a player."""

    game: int
    ball_count: int
    player: str


@dataclass(frozen=True, slots=True)
class SalesClosed:
    """No more sales for a game, and how many cards were sold for it."""

    game: int
    originals: int
    trade_ins: int


class AnnouncedPrize(NamedTuple):
    """A prize as it is read out before the first number."""

    name: str
    cents: int


class GivenPrize(NamedTuple):
    """A prize given for a card that this ledger does not keep: to whom, and out of what.

    `source` is the box, a check or in kind; empty in entries that did not tell. `contact` and
    `document` are as in `Paid`.
    """

    to: str
    cents: int
    source: str = "box"
    contact: str = ""
    document: str = ""


@dataclass(frozen=True, slots=True)
class TakingsCounted:
    """What the cards of a game brought in that this ledger does not keep, by one count of two.

    The last count before the game starts is the one that its prizes are reckoned from.
    """

    game: int
    cards: int
    cents: int


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game begins: what is announced was read out, and holds whatever is given back later.

    `sold` cards bring `receipts_cents`. `inquiry` is what came of
    asking for holders on the pre-drawn numbers: nobody, holder, or empty for a game
    without. `remarks` are what the rules want otherwise and nobody can mend now.
    """

    game: int
    inquiry: str
    sold: int
    receipts_cents: int
    announced: tuple[AnnouncedPrize, ...]
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OutageVoted:
    """The power failed: players present, and how many agreed to go on by hand."""

    game: int
    present: int
    in_favor: int


@dataclass(frozen=True, slots=True)
class GameCompleted:
    """This game is completed; `given` are prizes on cards that this ledger does not keep.

    `unwon` is why nobody won it, empty for a game that was won; `indivisible` why things were given
    in the place of a prize that several won.
    """

    game: int
    given: tuple[GivenPrize, ...]
    unwon: str = ""
    indivisible: str = ""
