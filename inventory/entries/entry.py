"""An entry of the ledger: who did what, when, for which request; one canonical form in bytes."""

from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any, Self, get_args, get_origin, get_type_hints

from cardgen.card_id import CardId
from cardgen.errors import BadValueError
from cardgen.proof.framing import MalformedError, canonical, parse_canonical
from inventory.clock import Moment, parsed_moment
from inventory.entries.union import KINDS, Kind

VERSION = 1
_WHAT = "The entry"
_TEXTS = ("log", "request", "act", "till", "clerk", "second", "boot", "kind")
_NUMBERS = ("sequence", "occasion", "part", "monotonic_ms")


@dataclass(frozen=True, slots=True)
class Context:
    """One click, scan or command: who, where, when, and the id the client gave it."""

    request: str
    till: str
    clerk: str
    second: str
    moment: Moment


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the ledger; `part` counts the entries of one request."""

    log: str
    sequence: int
    occasion: int
    context: Context
    command_hash: str
    part: int
    kind: Kind

    @property
    def kind_name(self) -> str:
        """The kind as it stands in the ledger."""
        return type(self.kind).__name__

    @property
    def json(self) -> bytes:
        """The canonical bytes; their hash is the leaf."""
        context = self.context
        return canonical(
            {
                "version": VERSION,
                "log": self.log,
                "sequence": self.sequence,
                "occasion": self.occasion,
                "request": context.request,
                "act": self.command_hash,
                "part": self.part,
                "till": context.till,
                "clerk": context.clerk,
                "second": context.second,
                "at": context.moment.printed,
                "monotonic_ms": context.moment.monotonic_ms,
                "boot": context.moment.boot,
                "kind": self.kind_name,
                "body": body_of(self.kind),
            }
        )

    @classmethod
    def parse(cls, raw: bytes) -> Self:
        """The entry from its canonical bytes. Raises: MalformedError."""
        found = parse_canonical(raw, _WHAT)
        try:
            moment = Moment(parsed_moment(found["at"]), found["monotonic_ms"], found["boot"])
            texts = {name: _typed(found[name], str) for name in _TEXTS}
            numbers = {name: _typed(found[name], int) for name in _NUMBERS}
            entry = cls(
                log=texts["log"],
                sequence=numbers["sequence"],
                occasion=numbers["occasion"],
                context=Context(
                    texts["request"], texts["till"], texts["clerk"], texts["second"], moment
                ),
                command_hash=texts["act"],
                part=numbers["part"],
                kind=kind_of(texts["kind"], found["body"]),
            )
            agrees = entry.json == raw
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise MalformedError(_WHAT, f"a field is missing or wrong ({error})") from None
        except BadValueError as error:
            raise MalformedError(_WHAT, str(error).rstrip(".")) from None
        if not agrees:
            raise MalformedError(_WHAT, "it has foreign fields")
        return entry


def body_of(kind: Kind) -> dict[str, Any]:
    """The fields of a kind as JSON values."""
    return fields_of(kind)


def kind_of(name: str, body: dict[str, Any]) -> Kind:
    """The kind from its name and JSON values. Raises: KeyError, TypeError, BadValueError."""
    kind: Kind = _made(_kinds_by_name()[name], body)
    return kind


@cache
def _kinds_by_name() -> dict[str, type[Kind]]:
    return {kind.__name__: kind for kind in KINDS}


@cache
def _hints(value: Any) -> dict[str, Any]:  # noqa: ANN401 -- a dataclass
    hints = get_type_hints(value)
    return {field.name: hints[field.name] for field in fields(value)}


def _made(value: Any, body: dict[str, Any]) -> Any:  # noqa: ANN401 -- JSON in, `value` out
    hints = _hints(value)
    if body.keys() != hints.keys():
        raise TypeError(f"the fields of {value.__name__}")
    return value(**{key: _typed(body[key], hint) for key, hint in hints.items()})


def _plain(value: object) -> object:
    if isinstance(value, CardId):
        return value.printed
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, StrEnum):
        return str(value)
    if is_dataclass(value) and not isinstance(value, type):
        return fields_of(value)
    return value


def fields_of(value: Any) -> dict[str, Any]:  # noqa: ANN401 -- a kind or a command
    """The fields of a frozen value as JSON values: card ids as printed, tuples as lists."""
    return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}


def _typed(value: Any, hint: Any) -> Any:  # noqa: ANN401 -- JSON in, the hint's type out
    if hint is CardId:
        return CardId.parse(value)
    if is_dataclass(hint) and isinstance(hint, type):
        return _made(hint, value)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return hint(_typed(value, str))
    if get_origin(hint) is tuple:
        parts = get_args(hint)
        if len(parts) == 2 and parts[1] is Ellipsis:  # noqa: PLR2004 -- tuple[x, ...]
            return tuple(_typed(part, parts[0]) for part in value)
        return tuple(_typed(part, one) for part, one in zip(value, parts, strict=True))
    if type(value) is not hint:
        raise TypeError(f"{value!r} instead of {hint.__name__}")
    return value
