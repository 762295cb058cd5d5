"""Profiles as TOML: one file a jurisdiction, each rule with value, citation and mark.

What is asked of a printed set stands in `cardgen/set_rules.toml`, since the plant makes by it too.
"""

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar, get_args, get_type_hints

from cardgen.errors import BadValueError, UnknownWordError, printable
from cardgen.set_rules import set_rules
from inventory.rules.profile import MARKS, Profile, Rule
from inventory.rules.values import parsed_value

_SUFFIX = ".toml"
_RULE_FIELDS = frozenset({"value", "citation", "mark", "note"})
_NOT_OF_THE_FILE = "overrides"  # a hall's, kept in its ledger
_SETS = "sets"

Read = TypeVar("Read")


def profile_names() -> tuple[str, ...]:
    """The profiles that are kept: a new file is a new one."""
    found = (one.name for one in files("inventory.rules").iterdir())
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in found if name.endswith(_SUFFIX)))


@cache
def read_profile(name: str) -> Profile:
    """The profile of that name. Raises: BadValueError, when none is kept."""
    if name not in profile_names():
        raise UnknownWordError("The profile", name, profile_names())
    return parsed_profile((files("inventory.rules") / f"{name}{_SUFFIX}").read_text("utf-8"))


def parsed_profile(text: str) -> Profile:
    """The profile from TOML. Raises: BadValueError, naming the rule that is missing or wrong."""
    reading = _Reading()
    answered = reading.answers(text)
    for problem in reading.problems:
        raise problem
    return Profile(**answered)


def profile_problems(text: str) -> tuple[str, ...]:
    """Everything that keeps a text from being a profile, not only the first."""
    reading = _Reading()
    reading.answers(text)
    return tuple(str(problem) for problem in reading.problems)


class _Reading:
    """One reading of a profile: it goes on behind a problem, so that all are named."""

    def __init__(self) -> None:
        self.problems: list[BadValueError] = []

    def answers(self, text: str) -> dict[str, Any]:
        """What the text answers, whole when there is no problem."""
        found = self._tried(_tables, text)
        if found is None:
            return {}
        hints = get_type_hints(Profile)
        del hints[_NOT_OF_THE_FILE]
        self.problems += _name_problems("The profile", found, set(hints))
        return {
            name: self._section(name, hint, found[name])
            if is_dataclass(hint)
            else self._tried(_text, name, found[name])
            for name, hint in hints.items()
            if name in found
        }

    def _section(self, name: str, hint: Any, found: Any) -> Any:  # noqa: ANN401 -- TOML in
        if not isinstance(found, dict):
            self.problems.append(BadValueError(f"[{name}]", found, "a table of rules"))
            return None
        hints = get_type_hints(hint)
        self.problems += _name_problems(f"[{name}]", found, set(hints))
        rules = {
            field: self._tried(_rule, f"{name}.{field}", kind, found[field])
            for field, kind in hints.items()
            if field in found
        }
        return hint(**rules) if rules.keys() == hints.keys() else None

    def _tried(self, read: Callable[..., Read], *given: object) -> Read | None:
        try:
            return read(*given)
        except BadValueError as problem:
            self.problems.append(problem)
            return None


def _tables(text: str) -> dict[str, Any]:
    try:
        found = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also a number or a nesting beyond reason
        raise BadValueError("The profile", str(error), "a TOML file") from None
    if _SETS in found:
        raise BadValueError("The profile", _SETS, "no such table: cardgen/set_rules.toml has it")
    return {**found, _SETS: set_rules(str(found.get("name")))}


def _rule(key: str, hint: Any, found: Any) -> Rule[Any]:  # noqa: ANN401 -- TOML in
    if not isinstance(found, dict) or not {"value", "citation", "mark"} <= set(found):
        raise BadValueError(key, found, "{ value, citation, mark }")
    if extra := set(found) - _RULE_FIELDS:
        raise BadValueError(key, min(extra), f"only {', '.join(sorted(_RULE_FIELDS))}")
    citation, mark = (_text(f"{key}.{name}", found[name]) for name in ("citation", "mark"))
    if mark not in MARKS:
        raise BadValueError(f"{key}.mark", mark, f"one of {', '.join(MARKS)}")
    note = found.get("note", "")
    if not isinstance(note, str) or note != printable(note):
        raise BadValueError(f"{key}.note", note, "one line of text")
    (kind,) = get_args(hint)
    return Rule(parsed_value(key, kind, found["value"]), citation, mark, note)


def _text(key: str, value: Any) -> str:  # noqa: ANN401 -- TOML in
    if not isinstance(value, str) or not value.strip() or value != printable(value):
        raise BadValueError(key, value, "one line of text")
    return value


def _name_problems(where: str, found: dict[str, Any], known: set[str]) -> Iterator[BadValueError]:
    for name in sorted(known - set(found)):
        yield BadValueError(where, f"no {name}", f"{name}; every rule is answered")
    for name in sorted(set(found) - known):
        yield BadValueError(where, name, f"only {', '.join(sorted(known))}")
