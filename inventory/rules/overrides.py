"""A hall's own answers to rules: read from its settings, put into the profile, told as such."""

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from inventory.entries.house import RuleAnswered, RuleTakenBack
from inventory.rules.citing import cited
from inventory.rules.profile import Override, Profile, Rule, RuleValue
from inventory.rules.values import (
    kind_of,
    rules_of,
    shown_value,
    typed_value,
    value_text,
    with_rule,
)


def overrides(profile: Profile, answers: Mapping[str, RuleAnswered]) -> tuple[Override, ...]:
    """The overrides that stand in a hall's answers, in the order of the profile.

    Raises: BadValueError, when an answer is to no rule.
    """
    values = {key: typed_value(key, one.value) for key, one in answers.items()}
    return tuple(
        Override(key, values[key], answers[key].reason, rule)
        for key, rule in rules_of(profile)
        if key in values and values[key] != rule.value
    )


def overridden(profile: Profile, found: tuple[Override, ...]) -> Profile:
    """The profile as the hall plays by it; each overridden rule keeps its citation and mark."""
    for one in found:
        note = f"{override_sentence(one)} {one.rule.note}".rstrip()
        rule: Rule[Any] = replace(one.rule, value=one.value, note=note, is_halls_own=True)
        profile = with_rule(profile, one.key, rule)
    return replace(profile, overrides=found)


def answered(key: str, text: str, reason: str) -> RuleAnswered:
    """What the ledger says of an override. Raises: BadValueError, for a key or value that is none.

    >>> answered("pre_draw.calls_min", " 50", "our license")
    RuleAnswered(key='pre_draw.calls_min', value='50', reason='our license')
    """
    return RuleAnswered(key, value_text(typed_value(key, text)), reason)


def rule_of(profile: Profile, key: str) -> Rule[Any]:
    """The rule of that key. Raises: BadValueError."""
    kind_of(key)
    return dict(rules_of(profile))[key]


def override_sentence(one: Override) -> str:
    """What the hall does otherwise, how that stands to the rule, and why.

    A limit's name says which way is stricter; of other rules nothing is claimed.
    """
    mine, rules = shown_value(one.key, one.value), shown_value(one.key, one.rule.value)
    return (
        f"This hall plays {one.key} = {mine}, {_standing(one)} {one.rule.citation} "
        f"({rules}, {one.rule.mark}); reason: {one.reason.rstrip('.')}."
    )


def answer_sentence(law: Profile, kind: RuleAnswered | RuleTakenBack) -> str:
    """What an entry says of a rule, in words; `law` is the profile without overrides.

    Raises: BadValueError, when it answers no rule.
    """
    rule = rule_of(law, kind.key)
    if isinstance(kind, RuleAnswered):
        value = typed_value(kind.key, kind.value)
        return override_sentence(Override(kind.key, value, kind.reason, rule))
    shown = shown_value(kind.key, rule.value)
    mine = f"This hall plays {kind.key} = {shown} again, as {cited(rule)} has it"
    return f"{mine}; reason: {kind.reason.rstrip('.')}."


def _standing(one: Override) -> str:
    is_least, is_most = one.key.endswith("_min"), one.key.endswith("_max")
    if not is_least and not is_most:
        return "which differs from"
    mine, rules = _limit(one.value), _limit(one.rule.value)
    is_stricter = mine > rules if is_least else mine < rules
    return "stricter than" if is_stricter else "less strict than"


def _limit(value: RuleValue) -> float:
    """No limit at all is looser than any."""
    return value if isinstance(value, int) else math.inf
