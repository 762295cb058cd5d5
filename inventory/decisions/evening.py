"""An evening as its entries tell it: what is on sale, the balls, rounds and claims."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from cardgen.card_id import CardId
from inventory.card_state import Verdict
from inventory.entries import Entry
from inventory.kinds import (
    ClaimDecided,
    ClaimOpened,
    ClaimReopened,
    DrawCorrected,
    Drawn,
    Filed,
    Kind,
    OccasionEnded,
    OccasionOpened,
    Paid,
    RackChecked,
    RoundClosed,
    RoundOpened,
    SalesClosed,
)

NOT_CHECKED = -1


@dataclass(frozen=True, slots=True)
class Round:
    """What lies between HOLD and "any other bingos?"."""

    number: int
    held_ball: int
    closed: RoundClosed | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim and what it came to so far."""

    opened: ClaimOpened
    decided: ClaimDecided | None = None
    is_open: bool = True


@dataclass(frozen=True, slots=True)
class Evening:
    """One occasion; every figure of it is folded from its entries."""

    occasion: int
    opened: OccasionOpened
    balls: tuple[int, ...] = ()
    rack_ball_count: int = NOT_CHECKED
    is_sales_closed: bool = False
    is_ended: bool = False
    rounds: tuple[Round, ...] = ()
    claims: Mapping[int, Claim] = field(default_factory=lambda: MappingProxyType({}))
    paid: Mapping[CardId, int] = field(default_factory=lambda: MappingProxyType({}))
    filed: Filed | None = None
    is_judged: bool = False

    @property
    def open_round(self) -> Round | None:
        """The round that claims belong to now."""
        if self.rounds and self.rounds[-1].closed is None:
            return self.rounds[-1]
        return None

    @property
    def must_call(self) -> int:
        """The held ball that is the next call, after a round nobody won; 0 when there is none."""
        if not self.rounds or self.rounds[-1].closed is None or self.is_won:
            return 0
        held = self.rounds[-1].held_ball
        return 0 if held in self.balls else held

    @property
    def is_won(self) -> bool:
        """Whether a closed round has winners, or a held-back claim may still be one."""
        closed = [round_.closed for round_ in self.rounds if round_.closed is not None]
        return any(one.winners or any(map(self._may_win, one.held_back)) for one in closed)

    @property
    def is_rack_checked(self) -> bool:
        """Whether the list was compared with the rack since the last ball or correction."""
        return self.rack_ball_count == len(self.balls)

    def claim_on(self, card: CardId) -> Claim | None:
        """The last claim on a card."""
        found = [claim for claim in self.claims.values() if claim.opened.card == card]
        return found[-1] if found else None

    def _may_win(self, card: CardId) -> bool:
        claim = self.claim_on(card)
        if claim is None or claim.decided is None:
            return True
        return claim.is_open or claim.decided.verdict == Verdict.VALID

    def claims_of(self, round_number: int) -> tuple[Claim, ...]:
        """The claims of a round, in order."""
        claims = self.claims.values()
        return tuple(claim for claim in claims if claim.opened.round == round_number)


def evening_of(entries: Iterable[Entry]) -> Evening | None:
    """The evening that these entries of one occasion tell of, in order."""
    evening: Evening | None = None
    for entry in entries:
        if isinstance(entry.kind, OccasionOpened):
            evening = Evening(entry.occasion, entry.kind)
        elif evening is not None:
            evening = after(evening, entry.kind)
    return evening


def after(evening: Evening, kind: Kind) -> Evening:  # noqa: C901, PLR0911 -- one case a kind
    """The evening once this was written; kinds that tell nothing of the game change nothing."""
    match kind:
        case Drawn(balls=balls):
            return replace(evening, balls=(*evening.balls, *balls))
        case DrawCorrected(place=place, ball=ball):
            before, behind = evening.balls[: place - 1], evening.balls[place:]
            return replace(evening, balls=(*before, ball, *behind), rack_ball_count=NOT_CHECKED)
        case RackChecked(ball_count=ball_count):
            return replace(evening, rack_ball_count=ball_count)
        case SalesClosed():
            return replace(evening, is_sales_closed=True)
        case RoundOpened() | RoundClosed():
            return _with_round(evening, kind)
        case ClaimOpened() | ClaimDecided() | ClaimReopened():
            return _with_claim(evening, kind)
        case Paid(card=card, cents=cents):
            return replace(evening, paid=MappingProxyType({**evening.paid, card: cents}))
        case OccasionEnded():
            return replace(evening, is_ended=True)
        case Filed():
            return replace(evening, filed=kind)
        case _:
            return evening


def _with_round(evening: Evening, kind: RoundOpened | RoundClosed) -> Evening:
    if isinstance(kind, RoundOpened):
        return replace(evening, rounds=(*evening.rounds, Round(kind.round, kind.held_ball)))
    rounds = tuple(
        replace(one, closed=kind) if one.number == kind.round else one for one in evening.rounds
    )
    return replace(evening, rounds=rounds)


def _with_claim(evening: Evening, kind: ClaimOpened | ClaimDecided | ClaimReopened) -> Evening:
    if isinstance(kind, ClaimOpened):
        claims = {**evening.claims, kind.claim: Claim(kind)}
        return replace(evening, claims=MappingProxyType(claims))
    claim = evening.claims[kind.claim]
    if isinstance(kind, ClaimReopened):
        # A round whose winner is in doubt is not closed any more: its shares are fixed anew.
        rounds = tuple(
            replace(one, closed=None) if one.number == kind.round else one for one in evening.rounds
        )
        changed, judged = replace(claim, is_open=True), evening.is_judged
        evening = replace(evening, rounds=rounds)
    else:
        is_open = kind.verdict == Verdict.CANNOT_TELL
        changed = replace(claim, decided=kind, is_open=is_open)
        judged = True
    claims = {**evening.claims, kind.claim: changed}
    return replace(evening, claims=MappingProxyType(claims), is_judged=judged)
