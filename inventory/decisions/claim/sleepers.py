"""Sleepers: cards that were full when a game's winners were fixed, and that nobody was paid for.

Each card is judged as a claim on it would have been, by the game's patterns, balls, calls and last
number (hall.md section 7), once its face is known after the evening.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from cardgen.card_id import CardId
from inventory.decisions.claim.claim_rules import ClaimRules, calls_used, is_too_late
from inventory.decisions.claim.parts import is_paid, won_on
from inventory.decisions.facts import CardFacts
from inventory.decisions.game.evening import Claim, Evening
from inventory.entries.claim import RoundClosed
from inventory.entries.entry import Entry
from inventory.entries.game import Drawn
from inventory.entries.states import CardState
from inventory.program.patterns import missing_numbers

Faces = tuple[tuple[int, ...], ...]
NOT_WON = "not won by anybody"


class Standing(StrEnum):
    """How a card stood that would have won."""

    NEVER_CLAIMED = "never claimed"
    IN_VAIN = "claimed, not valid"
    UNDECIDED = "claimed, not decided"
    UNPAID = "won, not paid"
    OUT_OF_PLAY = "surrendered or voided before"


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of a game: its balls as they were when its winners were fixed.

    Nobody won it: no round, and all balls of the game.
    """

    claim_rules: ClaimRules
    section: int
    closed: RoundClosed | None

    @property
    def balls(self) -> tuple[int, ...]:
        """The balls drawn by then."""
        return self.claim_rules.play.balls


@dataclass(frozen=True, slots=True)
class Sleeper:
    """A card that would have won: on which call it was full, and what it would have shared in."""

    card: CardId
    sale: int
    seller: str
    game: int
    section: int
    calls: int
    won_on: int
    round: int
    prize: str
    sharers: int
    standing: Standing

    @property
    def is_first(self) -> bool:
        """Whether it was full before those who were paid had claimed."""
        return self.calls < self.won_on


def balls_at_rounds(entries: Iterable[Entry]) -> Mapping[int, int]:
    """How many balls of its game were drawn when each round first closed."""
    drawn: dict[int, int] = {}
    found: dict[int, int] = {}
    for entry in entries:
        kind = entry.kind
        if isinstance(kind, Drawn):
            drawn[kind.game] = drawn.get(kind.game, 0) + len(kind.balls)
        if isinstance(kind, RoundClosed):
            found.setdefault(kind.round, drawn.get(kind.game, 0))
    return found


def stages_of(claim_rules: ClaimRules, ball_counts: Mapping[int, int]) -> tuple[Stage, ...]:
    """The parts of a game in order, each with its balls; none when no balls were typed."""
    play = claim_rules.play
    if not play.balls or not play.game.sets:
        return ()
    closed = [one.closed for one in play.rounds if one.closed and one.number in play.decided_rounds]
    by_section = {one.section: one for one in closed}
    stages = []
    for section in range(1, len(play.sections) + 1):
        round_ = by_section.get(section)
        count = len(play.balls) if round_ is None else ball_counts[round_.round]
        then = replace(claim_rules, play=replace(play, balls=play.balls[:count]))
        stages.append(Stage(then, section, round_))
    return tuple(stages)


def sleepers_of(
    card: CardFacts, faces: Faces, stages: Iterable[Stage], evening: Evening
) -> tuple[Sleeper, ...]:
    """Every part of a game that the card would have won and was not paid for."""
    found = []
    for stage in stages:
        calls = full_on(stage, faces)
        standing = _standing(card, stage, evening) if calls else None
        if standing is None:
            continue
        closed = stage.closed
        found.append(
            Sleeper(
                card=card.card,
                sale=card.sale.number,
                seller=card.sale.clerk,
                game=stage.claim_rules.play.game.number,
                section=stage.section,
                calls=calls,
                won_on=len(stage.balls),
                round=closed.round if closed else 0,
                prize=closed.prize if closed else NOT_WON,
                sharers=len(closed.shares) if closed else 0,
                standing=standing,
            )
        )
    return tuple(found)


def full_on(stage: Stage, faces: Faces) -> int:
    """The call on which the card was first full in this part, when it won by it; 0 for not."""
    calls = [_full_on(stage, face) for face in faces]
    return min((one for one in calls if one), default=0)


def _full_on(stage: Stage, face: tuple[int, ...]) -> int:
    claim_rules, pattern = stage.claim_rules, stage.claim_rules.patterns[stage.section - 1]
    if missing_numbers(pattern, face, frozenset(stage.balls)):
        return 0
    calls = calls_used(claim_rules.play, pattern, face)
    # A shout on its own call, or with those who won: the last number of either is on it.
    lasts = (stage.balls[calls - 1], stage.balls[-1])
    if claim_rules.play.is_last_number_required and not any(last in face for last in lasts):
        return 0
    return 0 if is_too_late(claim_rules, calls) else calls


_OUT_OF_PLAY = frozenset(
    {
        CardState.SURRENDERED,
        CardState.VOIDED,
        CardState.DEFACED,
        CardState.RETAINED,
        CardState.DESTROYED,
    }
)


def _standing(card: CardFacts, stage: Stage, evening: Evening) -> Standing | None:
    """How the card stood in this part, whatever it won of others; nothing when it was paid."""
    claims = evening.claims_on(card.card)
    of_part = [one for one in claims if _is_for(stage, one)]
    won = [one for one in of_part if one.is_won]
    if won:
        return None if is_paid(evening, won[-1]) else Standing.UNPAID
    if card.state in _OUT_OF_PLAY and not won_on(evening, card.card):
        return Standing.OUT_OF_PLAY
    if any(one.is_open for one in of_part):
        return Standing.UNDECIDED
    return Standing.IN_VAIN if of_part else Standing.NEVER_CLAIMED


def _is_for(stage: Stage, claim: Claim) -> bool:
    play, number = stage.claim_rules.play, claim.opened.round
    is_ours = any(one.number == number for one in play.rounds)
    return is_ours and play.section_of(number) == stage.section
