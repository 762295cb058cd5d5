"""Profiles as TOML: one file a jurisdiction, each rule with value, citation and mark."""

import tomllib
from dataclasses import fields, is_dataclass
from importlib.resources import files
from types import NoneType
from typing import Any, get_args, get_type_hints

from cardgen.errors import BadValueError
from inventory.rules.profile import MARKS, NO_LIMIT, Profile, Rule

_SUFFIX = ".toml"
_RULE_FIELDS = frozenset({"value", "citation", "mark", "note"})


def profile_names() -> tuple[str, ...]:
    """The profiles that are kept: a new file is a new one."""
    found = (one.name for one in files("inventory.rules").iterdir())
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in found if name.endswith(_SUFFIX)))


def read_profile(name: str) -> Profile:
    """The profile of that name. Raises: BadValueError, when none is kept."""
    if name not in profile_names():
        raise BadValueError("The profile", name, f"one of {', '.join(profile_names())}")
    return parsed_profile((files("inventory.rules") / f"{name}{_SUFFIX}").read_text("utf-8"))


def parsed_profile(text: str) -> Profile:
    """The profile from TOML. Raises: BadValueError, naming the rule that is missing or wrong."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadValueError("The profile", str(error), "a TOML file") from None
    hints = get_type_hints(Profile)
    _check_names("The profile", found, set(hints))
    answered: dict[str, Any] = {
        name: _section(name, hint, found[name]) if is_dataclass(hint) else _text(name, found[name])
        for name, hint in hints.items()
    }
    return Profile(**answered)


def _section(name: str, hint: Any, found: Any) -> Any:  # noqa: ANN401 -- TOML in, the hint out
    if not isinstance(found, dict):
        raise BadValueError(f"[{name}]", found, "a table of rules")
    hints = get_type_hints(hint)
    _check_names(f"[{name}]", found, set(hints))
    return hint(
        **{
            field.name: _rule(f"{name}.{field.name}", hints[field.name], found[field.name])
            for field in fields(hint)
        }
    )


def _rule(key: str, hint: Any, found: Any) -> Rule[Any]:  # noqa: ANN401 -- TOML in
    if not isinstance(found, dict) or not {"value", "citation", "mark"} <= set(found):
        raise BadValueError(key, found, "{ value, citation, mark }")
    if extra := set(found) - _RULE_FIELDS:
        raise BadValueError(key, min(extra), f"only {', '.join(sorted(_RULE_FIELDS))}")
    citation, mark = (_text(f"{key}.{name}", found[name]) for name in ("citation", "mark"))
    if mark not in MARKS:
        raise BadValueError(f"{key}.mark", mark, f"one of {', '.join(MARKS)}")
    note = found.get("note", "")
    if not isinstance(note, str):
        raise BadValueError(f"{key}.note", note, "a text")
    (kind,) = get_args(hint)
    return Rule(parsed_value(key, kind, found["value"]), citation, mark, note)


def parsed_value(key: str, kind: Any, value: Any) -> Any:  # noqa: ANN401 -- TOML in
    """A rule's value of the kind its field asks for. Raises: BadValueError."""
    kinds = get_args(kind)
    if NoneType in kinds:
        return None if value == NO_LIMIT else parsed_value(key, kinds[0], value)
    if kinds:
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise BadValueError(key, value, "a list of texts")
        return tuple(value)
    if type(value) is not kind or (kind is int and value < 0):
        raise BadValueError(key, value, _KIND_NAMES[kind])
    return value


_KIND_NAMES = {int: "a whole number from 0", bool: "true or false", str: "a text"}


def _text(key: str, value: Any) -> str:  # noqa: ANN401 -- TOML in
    if not isinstance(value, str) or not value.strip():
        raise BadValueError(key, value, "a text")
    return value


def _check_names(where: str, found: dict[str, Any], known: set[str]) -> None:
    for name in sorted(known - set(found)):
        raise BadValueError(where, f"no {name}", f"{name}; every rule is answered")
    for name in sorted(set(found) - known):
        raise BadValueError(where, name, f"only {', '.join(sorted(known))}")
