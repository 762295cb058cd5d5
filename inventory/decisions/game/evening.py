"""An evening as its entries tell it: its games in the program's order, and the claims.

Theory of operation. An evening is a fold: `new_evening` of the opening, then `after` for each entry
of the occasion in the order of the ledger. Nothing of it is stored and no figure is counted twice;
whoever has the same entries has the same evening.

- A game owns its balls, its sales and its rounds (`GameState`); an entry names its game by number
  and touches no other. Sales close game by game, so one evening may sell and call at once.
- The game that is on (`current`) is the one whose round is open, else the first that is not
  completed. A correction may open a round of a game that was completed: then that one is on again.
- A round lies between HOLD and its close. It keeps the number of balls drawn when it first closed,
  so a claim judged later is judged by the balls of its own round.
- A claim belongs to a card and a round. Its verdict may come later than the round's close, where
  its share was held back; CANNOT TELL leaves it open.
- Which rounds decided a part of their game follows from all claims together: a held-back claim may
  still win or not. It is therefore made anew after every entry (`_with_wins`) and never carried.

Entries of other subjects (sales, stock, cash) tell nothing of the games and change nothing here.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from cardgen.card_id import CardId
from inventory.decisions.game.game_state import NOT_CHECKED, GameState, Round
from inventory.entries.claim import (
    ClaimDecided,
    ClaimOpened,
    ClaimReopened,
    ClaimWithdrawn,
    CodeReadAgain,
    Paid,
    RestPaid,
    RoundClosed,
    RoundOpened,
    SharesSettled,
)
from inventory.entries.closing import Filed, OccasionEnded
from inventory.entries.entry import Entry
from inventory.entries.game import (
    NO_CREW,
    CrewNamed,
    DrawCorrected,
    Drawn,
    GameCompleted,
    GameStarted,
    HeadsCounted,
    OccasionCalledOff,
    OccasionOpened,
    RackChecked,
    SalesClosed,
    TakingsCounted,
)
from inventory.entries.states import Verdict
from inventory.entries.union import Kind
from inventory.refusals.refuse import refuse


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim and what it came to so far; `read_again` holds each further reading of its code."""

    opened: ClaimOpened
    decided: ClaimDecided | None = None
    is_open: bool = True
    read_again: tuple[CodeReadAgain, ...] = ()

    @property
    def is_won(self) -> bool:
        """Whether it is decided and VALID."""
        return not self.is_open and (
            self.decided is not None and self.decided.verdict == Verdict.VALID
        )


@dataclass(frozen=True, slots=True)
class Evening:
    """One occasion; every figure of it is folded from its entries.

    `paid` holds the cents by round and card: a card may win several parts of its game.
    """

    occasion: int
    opened: OccasionOpened
    plays: tuple[GameState, ...]
    claims: Mapping[int, Claim] = field(default_factory=lambda: MappingProxyType({}))
    paid: Mapping[tuple[int, CardId], int] = field(default_factory=lambda: MappingProxyType({}))
    is_ended: bool = False
    called_off: str = ""  # why, where it was opened by mistake
    filed: Filed | None = None
    crew: CrewNamed = NO_CREW
    callers: tuple[str, ...] = ()  # everybody who was named as one tonight

    @property
    def current(self) -> GameState:
        """The game with an open round, else the first that is not completed, else the last.

        A correction may open a round of a completed game again.
        """
        held = (play for play in self.plays if play.open_round is not None)
        to_play = (play for play in self.plays if not play.is_completed)
        return next(held, next(to_play, self.plays[-1]))

    @property
    def is_sales_closed(self) -> bool:
        """Whether nothing is sold any more tonight."""
        return not any(play.is_open_for_sale for play in self.plays)

    def play(self, number: int) -> GameState | None:
        """The game with that number in the program; 0 is the current one."""
        if not number:
            return self.current
        return next((play for play in self.plays if play.game.number == number), None)

    def play_of(self, set_serial: str) -> GameState | None:
        """The game that the cards of a set are sold for."""
        return next((play for play in self.plays if set_serial in play.game.sets), None)

    def check_on_sale(self, set_serial: str) -> None:
        """Cards of the set are still sold, exchanged and undone."""
        play = self.play_of(set_serial)
        if play is not None and play.is_sales_closed:
            raise refuse("sales-closed", name=play.game.name)
        if play is not None and play.is_called:
            raise refuse("balls-called", name=play.game.name)

    def play_of_round(self, number: int) -> GameState | None:
        """The game that a round belongs to."""
        rounds = ((play, one.number) for play in self.plays for one in play.rounds)
        return next((play for play, found in rounds if found == number), None)

    def round(self, number: int) -> Round | None:
        """A round of any game."""
        rounds = (one for play in self.plays for one in play.rounds)
        return next((one for one in rounds if one.number == number), None)

    def claim_on(self, card: CardId) -> Claim | None:
        """The claim on a card that is open, else the last one."""
        found = self.claims_on(card)
        return next((claim for claim in found if claim.is_open), found[-1] if found else None)

    def claims_on(self, card: CardId) -> tuple[Claim, ...]:
        """Every claim on a card, in order."""
        return tuple(claim for claim in self.claims.values() if claim.opened.card == card)

    def claims_of(self, round_number: int) -> tuple[Claim, ...]:
        """The claims of a round, in order."""
        claims = self.claims.values()
        return tuple(claim for claim in claims if claim.opened.round == round_number)


def new_evening(occasion: int, opened: OccasionOpened) -> Evening:
    """An evening of which nothing happened yet."""
    return Evening(occasion, opened, tuple(GameState(game) for game in opened.program.games))


def evening_of(entries: Iterable[Entry]) -> Evening | None:
    """The evening that these entries of one occasion tell of, in order."""
    evening: Evening | None = None
    for entry in entries:
        if isinstance(entry.kind, OccasionOpened):
            evening = new_evening(entry.occasion, entry.kind)
        elif evening is not None:
            evening = after(evening, entry.kind)
    return evening


def after(evening: Evening, kind: Kind) -> Evening:  # noqa: C901 -- one case a kind
    """The evening once this was written; kinds that tell nothing of the games change nothing."""
    match kind:
        case ClaimOpened() | ClaimDecided() | ClaimReopened():
            changed = _with_claim(evening, kind)
        case ClaimWithdrawn(claim=number):
            claim = replace(evening.claims[number], is_open=False)
            changed = replace(evening, claims=MappingProxyType({**evening.claims, number: claim}))
        case CodeReadAgain(claim=number):
            claim = evening.claims[number]
            again = replace(claim, read_again=(*claim.read_again, kind))
            changed = replace(evening, claims=MappingProxyType({**evening.claims, number: again}))
        case Paid(round=number, card=card) | RestPaid(round=number, card=card):
            before = evening.paid.get((number, card), 0)
            paid = {**evening.paid, (number, card): before + kind.cents}
            changed = replace(evening, paid=MappingProxyType(paid))
        case CrewNamed():
            callers = tuple(dict.fromkeys((*evening.callers, *kind.callers)))
            changed = replace(evening, crew=kind, callers=callers)
        case OccasionEnded():
            changed = replace(evening, is_ended=True)
        case OccasionCalledOff(reason=reason):
            changed = replace(evening, is_ended=True, called_off=reason)
        case Filed():
            changed = replace(evening, filed=kind)
        case _:
            plays = tuple(_after(play, kind) for play in evening.plays)
            changed = replace(evening, plays=plays)
    return _with_wins(changed)


def _after(play: GameState, kind: Kind) -> GameState:  # noqa: C901, PLR0911 -- one case a kind
    number = play.game.number
    match kind:
        case Drawn(game=game, balls=balls) if game == number:
            return replace(play, balls=(*play.balls, *balls))
        case DrawCorrected(game=game, place=place, ball=ball) if game == number:
            before, behind = play.balls[: place - 1], play.balls[place:]
            return replace(play, balls=(*before, ball, *behind), rack_ball_count=NOT_CHECKED)
        case HeadsCounted(game=game, present=present) if game == number:
            return replace(play, present=present)
        case TakingsCounted(game=game) if game == number:
            return replace(play, takings=kind)
        case RackChecked(game=game, ball_count=ball_count) if game == number:
            return replace(play, rack_ball_count=ball_count)
        case SalesClosed(game=game) if game == number:
            return replace(play, is_sales_closed=True)
        case GameStarted(game=game) if game == number:
            return replace(play, started=kind, rounds_before=len(play.rounds))
        case GameCompleted(game=game) if game == number:
            return replace(play, is_completed=True)
        case RoundOpened(game=game) if game == number:
            opened = Round(kind.round, kind.held_ball, section=play.section_number)
            return replace(play, rounds=(*play.rounds, opened))
        case RoundClosed(game=game) if game == number:
            return _with_round(play, kind.round, kind)
        case SharesSettled(game=game) if game == number:
            return _settled(play, kind)
        case _:
            return play


def _with_round(play: GameState, number: int, closed: RoundClosed) -> GameState:
    rounds = (
        replace(one, closed=closed, ball_count=one.ball_count or len(play.balls))
        if one.number == number
        else one
        for one in play.rounds
    )
    return replace(play, rounds=tuple(rounds))


def _settled(play: GameState, kind: SharesSettled) -> GameState:
    """The round with the shares that a held-back claim's decision left it."""
    rounds = []
    for one in play.rounds:
        if one.number == kind.round and one.closed is not None:
            closed = replace(
                one.closed,
                prize=kind.prize,
                told=kind.told,
                winners=kind.winners,
                shares=kind.shares,
                held_back=kind.held_back,
                without_share=kind.without_share,
            )
            rounds.append(replace(one, closed=closed, changed_by=kind.claim))
        else:
            rounds.append(one)
    return replace(play, rounds=tuple(rounds))


def _with_claim(evening: Evening, kind: ClaimOpened | ClaimDecided | ClaimReopened) -> Evening:
    if isinstance(kind, ClaimOpened):
        claims = {**evening.claims, kind.claim: Claim(kind)}
        return replace(evening, claims=MappingProxyType(claims))
    claim = evening.claims[kind.claim]
    plays = evening.plays
    if isinstance(kind, ClaimReopened):
        # A round whose winner is in doubt is not closed any more: its shares are fixed anew.
        plays = tuple(_reopened(play, kind) for play in plays)
        changed = replace(claim, is_open=True)
    else:
        is_open = kind.verdict == Verdict.CANNOT_TELL
        changed = replace(claim, decided=kind, is_open=is_open)
        plays = tuple(
            replace(play, is_judged=True) if _has_round(play, kind.round) else play
            for play in plays
        )
    claims = {**evening.claims, kind.claim: changed}
    return replace(evening, claims=MappingProxyType(claims), plays=plays)


def _reopened(play: GameState, kind: ClaimReopened) -> GameState:
    rounds = (
        replace(one, closed=None, changed_by=kind.claim) if one.number == kind.round else one
        for one in play.rounds
    )
    return replace(play, rounds=tuple(rounds))


def _has_round(play: GameState, number: int) -> bool:
    return any(one.number == number for one in play.rounds)


def _with_wins(evening: Evening) -> Evening:
    """Which rounds decided a part of their game; a held-back claim may still win or not."""
    plays = []
    for play in evening.plays:
        closed = [one.closed for one in play.rounds if one.closed is not None]
        decided = frozenset(
            one.round
            for one in closed
            if one.winners or any(_may_win(evening, one.round, card) for card in one.held_back)
        )
        plays.append(replace(play, decided_rounds=decided))
    return replace(evening, plays=tuple(plays))


def _may_win(evening: Evening, round_number: int, card: CardId) -> bool:
    claims = [one for one in evening.claims_of(round_number) if one.opened.card == card]
    return not claims or claims[-1].is_open or claims[-1].is_won
