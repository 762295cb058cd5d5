"""What the claims of a game are judged by: its balls, its patterns, its calls, its rules."""

from dataclasses import dataclass

from inventory.decisions.game.game_state import GameState
from inventory.program.patterns import Pattern, missing_numbers
from inventory.rules.profile import Profile


@dataclass(frozen=True, slots=True)
class ClaimRules:
    """A game with one pattern a section; `calls_max` is tonight's, which a progressive changes."""

    play: GameState
    patterns: tuple[Pattern, ...]
    calls_max: int
    profile: Profile

    def pattern_in(self, round_number: int) -> Pattern:
        """What wins in a round: it keeps the section that it was opened for."""
        return self.patterns[self.play.section_of(round_number) - 1]


def calls_used(play: GameState, pattern: Pattern, face: tuple[int, ...]) -> int:
    """The call that completed it; pre-drawn balls count as all pre-drawn. 0: not complete."""
    for count in range(1, len(play.balls) + 1):
        if not missing_numbers(pattern, face, frozenset(play.balls[:count])):
            return max(count, min(play.game.pre_drawn, len(play.balls)))
    return 0


def winning_call(play: GameState, pattern: Pattern, face: tuple[int, ...]) -> int:
    """The call a card wins on; 0: not complete.

    It is the call that completed it. Where a winner must hold the last number called, nobody wins
    on an earlier call than the last (N.J.A.C. 13:47-7.50(a)).
    """
    calls = calls_used(play, pattern, face)
    return len(play.balls) if calls and play.is_last_number_required else calls


def lacks_last_number(play: GameState, face: tuple[int, ...]) -> bool:
    """Whether the last number called had to be on the card and is not."""
    return bool(play.balls) and play.is_last_number_required and play.balls[-1] not in face


def is_too_late(claim_rules: ClaimRules, calls: int) -> bool:
    """Whether the prize was for fewer calls, and no consolation is paid for more."""
    return calls > claim_rules.calls_max and not claim_rules.play.game.terms.has_consolation
