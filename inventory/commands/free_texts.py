"""The texts of a command, each of which may stand in the ledger for good: one gate for all.

Which fields are texts follows from the command's types, so a field that is added is looked at too.
Left out are what opens a card, what travels beside a hash, and what a maker's signature covers.
"""

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import cache
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from cardgen.card_id import CardId
from cardgen.texts import text_fault

TEXTS_TOGETHER_MAX = 100_000  # characters of one command; a long program has a tenth of it
LEFT_OUT = ("secret", "beside", "signed")  # marks of fields

Texts = Callable[[Any], Iterator[tuple[str, str]]]  # a value to its texts with their fields' names


def command_fault(command: Any) -> tuple[str, str]:  # noqa: ANN401 -- any command
    """The first text that cannot be kept, by its field, and why; else two empty texts."""
    together = 0
    for name, text in texts_of(command.__class__)(command):
        together += len(text)
        fault = text_fault(text)
        if fault:
            return name.replace("_", " "), fault
    if together > TEXTS_TOGETHER_MAX:
        return "all that was typed", f"has {together} characters; {TEXTS_TOGETHER_MAX} is the most"
    return "", ""


@cache
def texts_of(hint: Any, name: str = "") -> Texts:  # noqa: ANN401 -- a type as it is written
    """How the texts of a value of that type are found."""
    if hint is str:
        return lambda value: iter(((name, value),))
    if hint is CardId or (isinstance(hint, type) and issubclass(hint, StrEnum)):
        return _none
    if is_dataclass(hint) or hasattr(hint, "_fields"):
        return _of_record(hint)
    parts = tuple(part for part in get_args(hint) if part is not Ellipsis)
    if isinstance(hint, UnionType):
        known = {part: texts_of(part, name) for part in parts}
        return lambda value: known[type(value)](value)
    if get_origin(hint) is tuple and parts:
        return _of_tuple(hint, parts, name)
    return _none


def _of_record(hint: Any) -> Texts:  # noqa: ANN401 -- a dataclass, or a tuple with names
    hints = get_type_hints(hint)
    left_out = (
        {one.name for one in fields(hint) if any(map(one.metadata.get, LEFT_OUT))}
        if is_dataclass(hint)
        else set[str]()
    )
    each = [(name, texts_of(part, name)) for name, part in hints.items() if name not in left_out]
    with_texts = [(name, texts) for name, texts in each if texts is not _none]
    if not with_texts:
        return _none
    return lambda value: (
        found for name, texts in with_texts for found in texts(getattr(value, name))
    )


def _of_tuple(hint: Any, parts: tuple[Any, ...], name: str) -> Texts:  # noqa: ANN401 -- tuple[...]
    each = tuple(texts_of(part, name) for part in parts)
    if all(texts is _none for texts in each):
        return _none
    if get_args(hint)[-1] is Ellipsis:
        (one,) = each
        return lambda value: (found for part in value for found in one(part))
    return lambda value: (
        found for texts, part in zip(each, value, strict=True) for found in texts(part)
    )


def _none(_value: Any) -> Iterator[tuple[str, str]]:  # noqa: ANN401 -- any value
    return iter(())
