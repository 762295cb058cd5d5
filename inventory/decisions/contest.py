"""What the claims of a game are judged by: its balls, its patterns, its calls, its rules."""

from dataclasses import dataclass

from inventory.decisions.play import Play
from inventory.patterns import Pattern
from inventory.rules.profile import Profile


@dataclass(frozen=True, slots=True)
class Contest:
    """A game with one pattern a section; `calls_max` is tonight's, which a progressive changes."""

    play: Play
    patterns: tuple[Pattern, ...]
    calls_max: int
    profile: Profile

    def pattern_in(self, round_number: int) -> Pattern:
        """What wins in a round: a closed one keeps the section it was played for."""
        closed = (one.closed for one in self.play.rounds if one.number == round_number)
        section = next((one.section for one in closed if one), self.play.section_number)
        return self.patterns[section - 1]
