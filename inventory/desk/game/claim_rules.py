"""What the claims of a game are judged by, as the ledger has it."""

from cardgen.face import BALL_MAX
from inventory.decisions.claim.claim_rules import ClaimRules
from inventory.decisions.game.evening import Evening
from inventory.decisions.game.game_state import GameState
from inventory.decisions.progressive.progression import CurrentOffer
from inventory.desk.game.evening import rules_of
from inventory.desk.game.patterns import patterns_of
from inventory.desk.game.prizes import tonight_of
from inventory.desk.hall import Hall
from inventory.ledger.reading import Reader


def claim_rules_of(hall: Hall, reader: Reader, evening: Evening, state: GameState) -> ClaimRules:
    """What the claims of a game are judged by; a progressive's calls are tonight's.

    A claim that was held back is judged later by the rules of its own evening.
    """
    pattern_named = patterns_of(reader, evening.occasion)
    patterns = tuple(pattern_named(section.pattern) for section in state.sections)
    offered = tonight_of(hall, reader, evening, state.game)
    calls_max = state.game.calls_max
    if isinstance(offered, CurrentOffer):
        calls_max = BALL_MAX if offered.must_be_won else offered.calls_max
    return ClaimRules(state, patterns, calls_max, rules_of(hall, reader, evening))
