"""A hall's own answers to rules: read from its settings, put into the profile, told as such."""

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

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

Settings = tuple[tuple[str, str], ...]

_RULE, _REASON = "rule:", "reason:"
_TAKEN_BACK = ""  # no value is an empty text


def overrides(profile: Profile, settings: Mapping[str, str]) -> tuple[Override, ...]:
    """The overrides that stand in a hall's settings, in the order of the profile.

    Raises: BadValueError, when a setting answers no rule.
    """
    typed = {
        name.removeprefix(_RULE): text
        for name, text in settings.items()
        if name.startswith(_RULE) and text != _TAKEN_BACK
    }
    values = {key: typed_value(key, text) for key, text in typed.items()}
    return tuple(
        Override(key, values[key], settings.get(_REASON + key, ""), rule)
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


def setting_of(key: str, text: str, reason: str) -> Settings:
    """What the ledger says of an override. Raises: BadValueError, for a key or value that is none.

    >>> setting_of("pre_draw.calls_min", " 50", "as our license says")
    (('rule:pre_draw.calls_min', '50'), ('reason:pre_draw.calls_min', 'as our license says'))
    """
    return ((_RULE + key, value_text(typed_value(key, text))), (_REASON + key, reason))


def taking_back(key: str, reason: str) -> Settings:
    """What the ledger says of an override taken back. Raises: BadValueError, for no rule's key."""
    kind_of(key)
    return ((_RULE + key, _TAKEN_BACK), (_REASON + key, reason))


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


def answer_sentences(law: Profile, settings: Settings) -> tuple[str, ...]:
    """What the ledger's settings say of rules, in words; `law` is the profile without overrides.

    Raises: BadValueError, when a setting answers no rule.
    """
    said = dict(settings)
    found = []
    for name, text in settings:
        if name.startswith(_RULE):
            key = name.removeprefix(_RULE)
            rule, reason = rule_of(law, key), said.get(_REASON + key, "")
            if text == _TAKEN_BACK:
                shown = shown_value(key, rule.value)
                mine = f"This hall plays {key} = {shown} again, as {cited(rule)} has it"
                found.append(f"{mine}; reason: {reason.rstrip('.')}.")
            else:
                found.append(override_sentence(Override(key, typed_value(key, text), reason, rule)))
    return tuple(found)


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
