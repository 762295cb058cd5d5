"""Rules as people read them: a profile in columns, and what differs between two."""

import textwrap
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from inventory.entries.entry import Entry
from inventory.entries.house import RuleAnswered, RuleTakenBack
from inventory.reports.spoken.explanation import lines_of
from inventory.rules.citing import cited
from inventory.rules.overrides import answer_sentence, override_sentence
from inventory.rules.profile import Profile, Rule
from inventory.rules.values import rules_of, shown_value, value_text

LINE_WIDTH = 100
_INDENT = "    "


def rules_json(profile: Profile, section: str) -> dict[str, Any]:
    """The rules as JSON values; an empty section is all of them."""
    return {
        "name": profile.name,
        "title": profile.title,
        "currency": profile.currency,
        "rules": [_rule_json(key, rule) for key, rule in _of_section(profile, section)],
        "overrides": overrides_json(profile),
    }


def overrides_json(profile: Profile) -> list[dict[str, Any]]:
    """The hall's own answers as JSON values, each with its reason and the rule."""
    return [
        {
            "key": one.key,
            "value": one.value,
            "reason": one.reason,
            "rule": one.rule.value,
            "citation": one.rule.citation,
            "mark": one.rule.mark,
            "sentence": override_sentence(one),
        }
        for one in profile.overrides
    ]


def override_lines(profile: Profile) -> tuple[str, ...]:
    """The hall's own answers as sentences."""
    return tuple(override_sentence(one) for one in profile.overrides)


def answer_lines(entries: tuple[Entry, ...], law: Profile) -> tuple[str, ...]:
    """The answer to a rule that was set or unset: how the hall's value stands to the law's."""
    return tuple(line for entry in entries for line in _answer_lines(entry, law))


def _answer_lines(entry: Entry, law: Profile) -> tuple[str, ...]:
    if isinstance(entry.kind, RuleAnswered | RuleTakenBack):
        return (answer_sentence(law, entry.kind),)
    return lines_of((entry,))


def rules_lines(profile: Profile, section: str) -> tuple[str, ...]:
    """The rules in columns: key, value, mark, citation; below it the note."""
    return (f"{profile.name}: {profile.title}", *_section_lines(_of_section(profile, section)))


def difference_json(left: Profile, right: Profile) -> dict[str, Any]:
    """What differs between two profiles, as JSON values."""
    return {
        "left": left.name,
        "right": right.name,
        "differs": [
            {"key": key, "left": _rule_json(key, one), "right": _rule_json(key, other)}
            for key, one, other in _differing(left, right)
        ],
    }


def difference_lines(left: Profile, right: Profile) -> tuple[str, ...]:
    """Only what differs between two profiles, side by side, each value with its source."""
    found = [
        (key, _sourced(key, one), _sourced(key, other))
        for key, one, other in _differing(left, right)
    ]
    if not found:
        return (f"{left.name} and {right.name} answer every rule alike.",)
    rows = [("rule", left.name, right.name), *found]
    first, second = (max(len(row[column]) for row in rows) for column in (0, 1))
    return tuple(f"{key:<{first}}  {one:<{second}}  {other}" for key, one, other in rows)


def _of_section(profile: Profile, section: str) -> list[tuple[str, Rule[Any]]]:
    return [
        (key, rule)
        for key, rule in rules_of(profile)
        if not section or key.partition(".")[0] == section
    ]


def _section_lines(rules: list[tuple[str, Rule[Any]]]) -> Iterator[str]:
    key_width = max(len(key.partition(".")[2]) for key, _ in rules)
    value_width = max(len(shown_value(key, rule.value)) for key, rule in rules)
    for section, found in groupby(rules, lambda one: one[0].partition(".")[0]):
        yield from ("", f"[{section}]")
        for key, rule in found:
            name, value = key.partition(".")[2], shown_value(key, rule.value)
            mark = "hall's" if rule.is_halls_own else rule.mark
            columns = f"{name:<{key_width}}  {value:<{value_width}}  {mark:<12}"
            yield f"{columns}  {_citation(rule)}"
            yield from textwrap.wrap(
                rule.note, LINE_WIDTH, initial_indent=_INDENT, subsequent_indent=_INDENT
            )


def _differing(left: Profile, right: Profile) -> Iterator[tuple[str, Rule[Any], Rule[Any]]]:
    others = dict(rules_of(right))
    for key, one in rules_of(left):
        if one.value != others[key].value:
            yield key, one, others[key]


def _sourced(key: str, rule: Rule[Any]) -> str:
    return f"{shown_value(key, rule.value)} [{_citation(rule)}, {rule.mark}]"


def _citation(rule: Rule[Any]) -> str:
    """The place alone, since the mark stands beside it; a hall's own rule is said to be its own."""
    return cited(rule) if rule.is_halls_own else rule.citation


def _rule_json(key: str, rule: Rule[Any]) -> dict[str, Any]:
    return {
        "key": key,
        "value": rule.value,
        "typed": value_text(rule.value),
        "citation": _citation(rule),
        "is_halls_own": rule.is_halls_own,
        "mark": rule.mark,
        "note": rule.note,
    }
