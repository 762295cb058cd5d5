"""How a rule is cited where people read it: its place, and how sure we are of it."""

from typing import Any

from cardgen.set_rules import HOW_SURE
from inventory.rules.profile import Rule


def cited_in_public(rule: Rule[Any]) -> str:
    """The citation on what is posted and read out: a default of ours is told as no law.

    >>> cited_in_public(Rule(1, "N.J.A.C. 13:47", "not found"))
    'as this hall plays it'
    """
    return HALLS_PRACTICE if rule.mark == "not found" and not rule.is_halls_own else cited(rule)


HALLS_PRACTICE = "as this hall plays it"


def cited(rule: Rule[Any]) -> str:
    """The citation, with a word when the whole text was not read there.

    >>> cited(Rule(48, "9 NYCRR 4820.51(d)", "rule text"))
    '9 NYCRR 4820.51(d)'
    >>> cited(Rule(1, "9 NYCRR 4820.51(g)", "derived"))
    '9 NYCRR 4820.51(g) (our reading)'
    >>> cited(Rule(7, "General Municipal Law 491", "not read"))
    'General Municipal Law 491 (not read)'
    >>> cited(Rule(50, "9 NYCRR 4820.51(d)", "rule text", is_halls_own=True))
    "this hall's own rule, in the place of 9 NYCRR 4820.51(d)"
    """
    found = rule.citation + HOW_SURE[rule.mark]
    return f"this hall's own rule, in the place of {found}" if rule.is_halls_own else found
