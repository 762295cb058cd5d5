"""A rule's value: its key and kind, as a file has it, and as people type and read it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from types import MappingProxyType, NoneType
from typing import Any, get_args, get_type_hints

from cardgen.amounts import printed_cents
from cardgen.errors import BadValueError
from cardgen.face import BALL_MAX
from inventory.program.program import GameKind
from inventory.rules.profile import NO_LIMIT, PLACES, Profile, Rule, RuleValue

NOTHING = "none"  # no limit, or an empty list
_WORDS = MappingProxyType({True: "true", False: "false"})
_GAME_KINDS = tuple(str(kind) for kind in GameKind)
_MOST_OF_ALL = 1_000_000_000  # ten million dollars in cents
_MOST: Mapping[str, int] = MappingProxyType(
    {
        "balls": BALL_MAX,
        "calls": BALL_MAX,
        "percent": 100,
        "permille": 1_000,
        "minutes": 24 * 60,
        "days": 366,
        "generations": 1,
        "years": 100,
    }
)
_WHOLE = re.compile("[0-9]{1,12}", re.ASCII)
_CHOICES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "pre_draw.place": PLACES,
        "cards.price_capped_kinds": _GAME_KINDS,
        "cards.sold_before_first_number": _GAME_KINDS,
        "prizes.cap_exempt_kinds": _GAME_KINDS,
    }
)


def rules_of(profile: Profile) -> Iterator[tuple[str, Rule[Any]]]:
    """Every rule with its key, such as `pre_draw.calls_min`, in the order of the profile."""
    for section in fields(profile):
        found = getattr(profile, section.name)
        if is_dataclass(found):
            for field in fields(found):
                yield f"{section.name}.{field.name}", getattr(found, field.name)


def section_names() -> tuple[str, ...]:
    """The sections of a profile, in order."""
    return tuple(name for name, hint in get_type_hints(Profile).items() if is_dataclass(hint))


def kind_of(key: str) -> Any:  # noqa: ANN401 -- a type of the standard library's many
    """What kind of value a rule has. Raises: BadValueError, when there is no such rule."""
    section, _, name = key.partition(".")
    hint = get_type_hints(Profile).get(section)
    hints = get_type_hints(hint) if is_dataclass(hint) else {}
    if name not in hints:
        raise BadValueError("The rule", key, "a key that `inventory rules show` lists")
    (kind,) = get_args(hints[name])
    return kind


def with_rule(profile: Profile, key: str, rule: Rule[Any]) -> Profile:
    """The profile with another answer to one rule."""
    section, _, name = key.partition(".")
    answered: dict[str, Any] = {section: replace(getattr(profile, section), **{name: rule})}
    return replace(profile, **answered)


def parsed_value(key: str, kind: Any, value: Any) -> Any:  # noqa: ANN401 -- TOML in
    """A rule's value of the kind its field asks for. Raises: BadValueError."""
    kinds = get_args(kind)
    if NoneType in kinds:
        return None if value == NO_LIMIT else parsed_value(key, kinds[0], value)
    if kinds:
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise BadValueError(key, value, "a list of texts")
        return tuple(_chosen(key, one) for one in value)
    if type(value) is not kind or (kind is int and not 0 <= value <= _most(key)):
        whole = f"a whole number from 0 to {_most(key)}"
        raise BadValueError(key, value, _KIND_NAMES.get(kind, whole))
    return _chosen(key, value) if kind is str else value


def typed_value(key: str, text: str) -> RuleValue:
    """A rule's value from what a person typed. Raises: BadValueError.

    >>> typed_value("pre_draw.calls_min", "50"), typed_value("house.rules_notice", "true")
    (50, True)
    >>> typed_value("cards.price_capped_kinds", "50/50, progressive")
    ('50/50', 'progressive')
    """
    kind, typed = kind_of(key), text.strip()
    found: Any = typed
    if kind not in (str, int, bool) and NoneType not in get_args(kind):
        found = [] if typed == NOTHING else [one.strip() for one in typed.split(",")]
    elif _WHOLE.fullmatch(typed):
        found = int(typed)
    elif typed in _WORDS.values():
        found = typed == _WORDS[True]
    value: RuleValue = parsed_value(key, kind, found)
    return value


def value_text(value: RuleValue) -> str:
    """A value as it is typed, so that it can be typed again.

    >>> value_text(None), value_text(False), value_text(("50/50", "progressive"))
    ('none', 'false', '50/50, progressive')
    """
    match value:
        case None:
            return NO_LIMIT
        case bool():
            return _WORDS[value]
        case tuple():
            return ", ".join(value) or NOTHING
        case _:
            return str(value)


def shown_value(key: str, value: RuleValue) -> str:
    """A value for people: an amount of cents in dollars beside it."""
    text = value_text(value)
    if "_cents" in key and isinstance(value, int):
        return f"{text} ({printed_cents(value)})"
    return text


_KIND_NAMES = MappingProxyType({bool: "true or false", str: "a text"})


def _most(key: str) -> int:
    """No rule is larger; a day is added to a date, a percentage is a part of all."""
    words = key.partition(".")[2].split("_")
    return next((most for word, most in _MOST.items() if word in words), _MOST_OF_ALL)


def _chosen(key: str, value: str) -> str:
    choices = _CHOICES.get(key)
    if not value.strip() or (choices and value not in choices):
        raise BadValueError(key, value, f"one of {', '.join(choices)}" if choices else "a text")
    return value
