"""One game as its entries tell it: sales, balls, rounds, and the state it is in."""

from dataclasses import dataclass, replace
from enum import StrEnum

from inventory.entries.claim import RoundClosed
from inventory.entries.game import GameStarted, TakingsCounted
from inventory.program.program import Game, GameKind, PrizeBasis, Section

NOT_CHECKED = -1


class GamePhase(StrEnum):
    """Where a game is; resumed is started again after a claim that did not win."""

    SCHEDULED = "scheduled"
    STARTED = "started"
    HELD = "held"
    RESUMED = "resumed"
    ENDED = "ended"
    COMPLETED = "completed"


@dataclass(frozen=True, slots=True)
class Round:
    """What lies between HOLD and "any other bingos?".

    `section` is the part of the prize it is played for, `ball_count` the balls drawn when it first
    closed; both stay when a correction opens it again. `changed_by` is the claim whose decision
    changed the shares last, 0 while they stand as they were first fixed.
    """

    number: int
    held_ball: int
    closed: RoundClosed | None = None
    section: int = 0
    ball_count: int = 0
    changed_by: int = 0


@dataclass(frozen=True, slots=True)
class GameState:
    """One game of an evening; every figure of it is folded from its entries."""

    game: Game
    balls: tuple[int, ...] = ()
    present: int = 0
    rack_ball_count: int = NOT_CHECKED
    is_sales_closed: bool = False
    takings: TakingsCounted | None = None  # of cards that are not kept here, as counted last
    started: GameStarted | None = None
    rounds_before: int = 0  # opened before the start, so not for a holder who was asked for then
    rounds: tuple[Round, ...] = ()
    decided_rounds: frozenset[int] = frozenset()
    is_judged: bool = False
    is_completed: bool = False

    @property
    def is_open_for_sale(self) -> bool:
        """Whether cards of this game are sold now."""
        return bool(self.game.sets) and not self.is_sales_closed

    @property
    def needs_takings(self) -> bool:
        """Whether its takings are counted before it starts: its prize is a share, or all of them.

        A progressive's prize grows by them.
        """
        terms = self.game.terms
        is_share = terms.basis is not PrizeBasis.FIXED or bool(terms.consolation_share)
        return not self.game.sets and (is_share or self.game.kind is GameKind.WINNER_TAKE_ALL)

    @property
    def open_round(self) -> Round | None:
        """The round that claims belong to now; a correction may open earlier ones again."""
        return next((one for one in self.rounds if one.closed is None), None)

    @property
    def sections(self) -> tuple[Section, ...]:
        """The parts of the prize in the order they are won; a game without has one."""
        terms = self.game.terms
        if terms.basis is PrizeBasis.SECTIONS and terms.sections:
            return terms.sections
        return (Section("", self.game.pattern, 0),)

    @property
    def section_number(self) -> int:
        """The part of the prize that is played for now, from 1; the last when all are won."""
        closed = (one.closed for one in self.rounds if one.number in self.decided_rounds)
        won = {one.section for one in closed if one}
        parts = range(1, len(self.sections) + 1)
        return next((one for one in parts if one not in won), len(self.sections))

    def section_of(self, round_number: int) -> int:
        """The part of the prize that a round was played for; of any other, what is played now."""
        found = (one for one in self.rounds if one.number == round_number)
        sections = (one.closed.section if one.closed else one.section for one in found)
        return next((one for one in sections if one), self.section_number)

    @property
    def is_won(self) -> bool:
        """Whether every part has winners, or a held-back claim may still be one."""
        return len(self.decided_rounds) >= len(self.sections)

    @property
    def must_call(self) -> int:
        """The held ball that is the next call, after a closed round; 0 when there is none."""
        if not self.rounds or self.open_round is not None or self.is_won:
            return 0
        held = self.rounds[-1].held_ball
        return 0 if held in self.balls else held

    def as_in(self, round_number: int) -> "GameState":
        """The game by the balls of a round: later ones complete no card for it.

        Nor does the ball that was held for it, on whatever sheet it stands (15.4.7.11 B(3) NMAC).
        """
        found = (one for one in self.rounds if one.number == round_number)
        round_ = next(found, None)
        if round_ is None:
            return self
        balls = self.balls[: round_.ball_count] if round_.ball_count else self.balls
        played = tuple(ball for ball in balls if ball != round_.held_ball)
        return self if played == self.balls else replace(self, balls=played)

    @property
    def is_called(self) -> bool:
        """Whether a ball behind the pre-drawn ones fell: its cards are sold no more."""
        return len(self.balls) > self.game.pre_drawn

    @property
    def is_rack_checked(self) -> bool:
        """Whether the list was compared with the rack since the last ball or correction."""
        return self.rack_ball_count == len(self.balls)

    @property
    def must_hear_holders(self) -> bool:
        """Whether somebody holds a winner on the pre-drawn numbers and was not heard yet."""
        if self.started is None or self.started.inquiry != "holder":
            return False
        return len(self.rounds) == self.rounds_before

    @property
    def is_last_number_required(self) -> bool:
        """Whether the winning card holds the last number called (N.J.A.C. 13:47-7.50)."""
        return self.game.last_number_on_card or self.game.kind is GameKind.MULTI_COLOR

    @property
    def state(self) -> GamePhase:
        """Where the game is."""
        if self.is_completed:
            return GamePhase.COMPLETED
        if self.open_round is not None:
            return GamePhase.HELD
        if self.is_won:
            return GamePhase.ENDED
        if self.rounds:
            return GamePhase.RESUMED
        return GamePhase.STARTED if self.started is not None else GamePhase.SCHEDULED
