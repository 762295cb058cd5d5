"""What a claim is heard by: who looks at it, what its code opened, the card, the game, a step."""

from dataclasses import dataclass

from inventory.commands.claim import Witnesses
from inventory.decisions.claim.claim_rules import ClaimRules
from inventory.decisions.facts import CardFacts
from inventory.decisions.game.evening import Claim, Evening
from inventory.decisions.game.game_state import GameState
from inventory.entries.entry import Context
from inventory.program.patterns import Pattern

YES, NO, OPEN = "yes", "no", "open"
OPENED, NO_CARD_OPENS = "opened", "no-card-opens"


@dataclass(frozen=True, slots=True)
class CodeResult:
    """What the code did: `opened`, or the code of why not; the faces, and their sealed bytes.

    `is_kept`: no code was read now, the open claim's own code had opened it before.
    """

    result: str
    faces: tuple[tuple[int, ...], ...] = ()
    plaintext: str = ""
    is_kept: bool = False


NO_CODE = CodeResult("no-code")


@dataclass(frozen=True, slots=True)
class ClaimContext:
    """All that a verdict rests on; the contest is the game of the claim.

    `again` is the claim that a correction judges anew: of one card there may be several.
    """

    context: Context
    card: CardFacts
    evening: Evening
    claim_rules: ClaimRules
    witnesses: Witnesses
    again: Claim | None = None
    workers: tuple[str, ...] = ()  # who works tonight, and so is no player

    @property
    def play(self) -> GameState:
        """The game as it stands."""
        return self.claim_rules.play

    @property
    def pattern(self) -> Pattern:
        """What wins in the round of the claim."""
        return self.claim_rules.pattern_in(self.round_number)

    @property
    def open_claim(self) -> Claim | None:
        """The claim on the card that is gone on with; nothing when this is a new one."""
        claim = self.again or self.evening.claim_on(self.card.card)
        return claim if claim is not None and (claim.is_open or self.again) else None

    @property
    def round_number(self) -> int:
        """The round that the claim belongs to; 0 when there is none."""
        if self.open_claim is not None:
            return self.open_claim.opened.round
        round_ = self.play.open_round
        return round_.number if round_ else 0

    @property
    def then(self) -> GameState:
        """The game with the balls of the claim's round: no others complete a card for it."""
        return self.play.as_in(self.round_number)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the claim: its number, yes, no or open, the stable code, and why."""

    number: int
    result: str
    code: str
    why: str


def ok(number: int, why: str) -> Step:
    """A step that holds."""
    return Step(number, YES, "", why)


# What the maker's word does to a claim, and at which step. Money may be owed on a recalled set:
# all the steps are gone through, so that the opening is kept, and the last one leaves it open.
SAID_BY_MAKER = {
    "recalled": (OPEN, 11),
    "returned": (NO, 2),
    "disclosed": (NO, 2),
}


def one_paper(case: ClaimContext) -> str:
    """What to ask where a code may lie on the table twice."""
    return f"is there a second paper? inventory case {case.card.card.printed}"
