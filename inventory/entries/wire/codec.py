"""Frozen values as JSON and back: the fields of a kind by its types, and bytes of one form.

A value's types are looked at once; what is made of them is kept and only called from then on.
"""

import json
import re
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import cache, lru_cache
from typing import Any, get_args, get_origin, get_type_hints

from cardgen.card_id import AuditNumber, CardId, MakerId, SetSerial
from cardgen.errors import BadValueError
from cardgen.proof.framing import canonical

Plain = Callable[[Any], Any]  # a value to JSON
Typed = Callable[[Any], Any]  # JSON to a value

NUMBER_MAX = 2**53 - 1  # RFC 8785: beyond it a number has no one form
_PRINTED = re.compile(r"([0-9A-Z]{4})-([0-9]{6})-([0-9]{7})-([0-9A-Z])", re.ASCII)
_LONG_NUMBER = re.compile(r"[:,\[-][0-9]{16}", re.ASCII)  # NUMBER_MAX has sixteen digits
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def _encode_once() -> Callable[[object], str]:
    """The encoder's own C function, made once: `encode` makes it anew for every value."""
    make = getattr(json.encoder, "c_make_encoder", None)
    if make is None:  # no C in this Python
        return _ENCODER.encode
    is_sorted, is_lenient, may_be_nan = True, False, True
    texts = json.encoder.encode_basestring
    write = make(None, _ENCODER.default, texts, None, ":", ",", is_sorted, is_lenient, may_be_nan)
    return lambda value: "".join(write(value, 0))


canonical_text = _encode_once()
"""The RFC 8785 text of texts, whole numbers up to NUMBER_MAX, yes and no, lists and objects with
ASCII keys, which the standard library writes as RFC 8785 does."""


def canonical_bytes(value: dict[str, Any]) -> bytes:
    """The bytes of `canonical_text`.

    Where a number could be beyond NUMBER_MAX, which has no form, the library for RFC 8785 decides.

    Raises: ValueError.
    """
    text = canonical_text(value)
    if _LONG_NUMBER.search(text):
        return canonical(value)
    return text.encode()


def fields_of(value: Any) -> dict[str, Any]:  # noqa: ANN401 -- a kind or a command
    """The fields of a frozen value as JSON values: card ids as printed, tuples as lists."""
    return {name: plain(getattr(value, name)) for name, plain in _plain_fields(value.__class__)}


def made(value: Any, body: Any) -> Any:  # noqa: ANN401 -- JSON in, `value` out
    """The frozen value of that type with these fields.

    Raises: KeyError, TypeError, ValueError, BadValueError.
    """
    table = _typed_fields(value)
    if body.keys() != table.keys():
        raise TypeError(f"the fields of {value.__name__}")
    return value(**{name: table[name](one) for name, one in body.items()})


@cache
def _hints(value: Any) -> dict[str, Any]:  # noqa: ANN401 -- a dataclass
    hints = get_type_hints(value)
    names = [field.name for field in fields(value)] if is_dataclass(value) else value._fields
    return {name: hints[name] for name in names}


def _is_record(hint: Any) -> bool:  # noqa: ANN401 -- a type as it is written
    """Whether it has fields by name: a dataclass, or a tuple whose places have names."""
    return is_dataclass(hint) or hasattr(hint, "_fields")


@cache
def _plain_fields(value: Any) -> tuple[tuple[str, Plain], ...]:  # noqa: ANN401 -- the same
    return tuple((name, _plain(hint)) for name, hint in _hints(value).items())


@cache
def _typed_fields(value: Any) -> dict[str, Typed]:  # noqa: ANN401 -- the same
    return {name: _typed(hint) for name, hint in _hints(value).items()}


def _plain(hint: Any) -> Plain:  # noqa: ANN401 -- a type as it is written
    if hint is CardId:
        return _printed
    if _is_record(hint):
        return fields_of
    if get_origin(hint) is tuple:
        return _plain_tuple(get_args(hint))
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return str
    return _same


def _plain_tuple(parts: tuple[Any, ...]) -> Plain:
    if len(parts) == 2 and parts[1] is Ellipsis:  # noqa: PLR2004 -- tuple[x, ...]
        one = _plain(parts[0])
        return list if one is _same else lambda value: [one(part) for part in value]
    each = tuple(_plain(part) for part in parts)
    if all(one is _same for one in each):
        return list
    return lambda value: [one(part) for one, part in zip(each, value, strict=True)]


def _printed(card: CardId) -> str:
    return card.printed


def _same(value: Any) -> Any:  # noqa: ANN401 -- a text, a number, yes or no
    return value


def _typed(hint: Any) -> Typed:  # noqa: ANN401 -- a type as it is written
    if hint is CardId:
        return _card_of
    if _is_record(hint):
        return lambda body: made(hint, body)
    if get_origin(hint) is tuple:
        return _typed_tuple(get_args(hint))
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return lambda value: hint(_exactly(value, str))
    if hint is int:
        return _whole
    return lambda value: value if type(value) is hint else _exactly(value, hint)


def _whole(value: Any) -> int:  # noqa: ANN401 -- JSON
    if type(value) is int and -NUMBER_MAX <= value <= NUMBER_MAX:
        return value
    raise ValueError(f"{value!r} instead of a whole number up to {NUMBER_MAX}")


def _typed_tuple(parts: tuple[Any, ...]) -> Typed:
    if len(parts) == 2 and parts[1] is Ellipsis:  # noqa: PLR2004 -- tuple[x, ...]
        one = _typed(parts[0])
        return lambda value: tuple([one(part) for part in _exactly(value, list)])
    each = tuple(_typed(part) for part in parts)
    return lambda value: tuple(
        [one(part) for one, part in zip(each, _exactly(value, list), strict=True)]
    )


def _exactly(value: Any, hint: type[Any]) -> Any:  # noqa: ANN401 -- JSON in, the hint's type out
    if type(value) is not hint:
        raise TypeError(f"{value!r} instead of {hint.__name__}")
    return value


def _card_of(text: str) -> CardId:
    """The card of its printed id."""
    found = _PRINTED.fullmatch(text)
    if found is None:
        raise BadValueError("The card id", text, "the form ACME-000123-0000057-F")
    maker, serial, number, check = found.groups()
    card = CardId(_maker(maker), _serial(serial), AuditNumber(int(number)))
    if card.check != check:
        raise BadValueError("The card id", text, "its check symbol to agree")
    return card


@lru_cache(maxsize=1024)
def _maker(text: str) -> MakerId:
    return MakerId(text)


@lru_cache(maxsize=1024)
def _serial(text: str) -> SetSerial:
    return SetSerial(text)
