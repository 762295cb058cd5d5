"""The law an evening is decided by: one number, and the rules as this hall answers them.

Theory of operation. A rule that is read anew, or a decision that is mended, decides tomorrow's
evenings otherwise than yesterday's. So an evening keeps, in the entry that opens it, the number of
the law it is played by and the rules as they stand; so does the founding of a hall, for what is
done before its first evening. `LAW` grows by one in every release in which a decision changes what
it writes. An audit decides again what was written under today's number; what is older is counted
and said, never judged by rules that came later. In one ledger the number never goes down.
"""

from inventory.entries.game import PlayedRule
from inventory.rules.profile import Profile
from inventory.rules.values import rules_of, value_text

LAW = 2


def played_rules(profile: Profile) -> tuple[PlayedRule, ...]:
    """Every rule by its key, with the value this hall plays it by, in the order of the profile."""
    return tuple(PlayedRule(key, value_text(rule.value)) for key, rule in rules_of(profile))
