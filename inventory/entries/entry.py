"""An entry of the ledger: who did what, when, for which request; one canonical form in bytes."""

import json
from dataclasses import dataclass, field
from functools import cache
from operator import itemgetter
from typing import Any

from cardgen.errors import BadValueError
from cardgen.proof.framing import MalformedError, parse_canonical
from inventory.clock import Moment, parsed_moment
from inventory.entries.union import KINDS, Kind
from inventory.entries.wire.codec import (
    NUMBER_MAX,
    canonical_bytes,
    canonical_text,
    fields_of,
    made,
)
from inventory.entries.wire.upgrade import Body, newest_of, upgraded

_WHAT = "The entry"
_FOREIGN = "it has foreign fields"
# The fields of every entry in the order of canonical JSON.
_FIELDS: dict[str, type] = {
    "act": str, "at": str, "body": dict, "boot": str, "clerk": str, "kind": str, "log": str,
    "monotonic_ms": int, "occasion": int, "part": int, "request": str, "second": str,
    "sequence": int, "till": str, "version": int,
}  # fmt: skip
_TYPES = tuple(_FIELDS.values())
_values = itemgetter(*_FIELDS)
_decode = json.JSONDecoder().raw_decode


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
    """One line of the ledger; `part` counts the entries of one request.

    `raw` holds the bytes it was read from; one of an older version is never written anew.
    """

    log: str
    sequence: int
    occasion: int
    context: Context
    command_hash: str
    part: int
    kind: Kind
    raw: bytes = field(default=b"", init=False, repr=False, compare=False)
    _stored: str = field(default="", init=False, repr=False, compare=False)

    @property
    def kind_name(self) -> str:
        """The kind as it is read today."""
        return type(self.kind).__name__

    @property
    def stored_kind(self) -> str:
        """The kind as it stands in the ledger: another, where an old kind was divided."""
        return self._stored or self.kind_name

    @property
    def json(self) -> bytes:
        """The canonical bytes; their hash is the leaf."""
        if not self.raw:
            name = self.kind_name
            raw = self.written(newest_of(name), name, fields_of(self.kind))
            object.__setattr__(self, "raw", raw)
        return self.raw

    @classmethod
    def parse(cls, raw: bytes) -> "Entry":
        """The one entry of these canonical bytes. Raises: MalformedError."""
        read = cls.parse_all(raw)
        if len(read) != 1:
            raise MalformedError(_WHAT, f"it reads as {len(read)} kinds")
        return read[0]

    @classmethod
    def parse_all(cls, raw: bytes) -> "tuple[Entry, ...]":
        """What these canonical bytes read as: one entry, several where an old kind was divided.

        Raises: MalformedError.
        """
        try:
            text = raw.decode()
            return _read(raw, text, _decode(text)[0])
        except (AttributeError, KeyError, TypeError, ValueError, BadValueError, RecursionError):
            # What is wrong is looked at closely only now: no good entry pays for it.
            return _read_closely(raw)

    def written(self, version: int, kind: str, body: Body) -> bytes:
        """The bytes of this entry with that kind's name and fields."""
        context = self.context
        return canonical_bytes(
            {
                "version": version,
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
                "kind": kind,
                "body": body,
            }
        )


def _read(raw: bytes, text: str, found: dict[str, Any]) -> tuple[Entry, ...]:
    """What these fields read as; every value is of its type, and the text is the one of its kind.

    Raises: TypeError, ValueError, KeyError, BadValueError.
    """
    values = _values(found)
    if len(found) != len(_FIELDS):
        raise ValueError(_FOREIGN)
    if tuple(map(type, values)) != _TYPES:
        _raise_wrong_type(values)
    (
        command_hash, at, body, boot, clerk, named, log, monotonic_ms, occasion, part, request,
        second, sequence, till, version,
    ) = values  # fmt: skip
    if max(map(abs, (monotonic_ms, occasion, part, sequence, version))) > NUMBER_MAX:
        raise ValueError(f"a number beyond {NUMBER_MAX}")
    moment = Moment(parsed_moment(at), monotonic_ms, boot)
    context = Context(request, till, clerk, second, moment)
    # Of the newest version every value is typed; of an older one the library looks at all of them.
    is_newest = version == newest_of(named)
    kinds = ((named, body),) if is_newest else upgraded(named, version, body)
    read = tuple(
        [
            Entry(log, sequence, occasion, context, command_hash, part, kind_of(name, fields))
            for name, fields in kinds
        ]
    )
    is_canonical = canonical_text(found) == text if is_newest else canonical_bytes(found) == raw
    if not is_canonical:
        raise ValueError(_FOREIGN)
    for entry in read:
        object.__setattr__(entry, "raw", raw)
        object.__setattr__(entry, "_stored", named)
    return read


def _raise_wrong_type(values: tuple[Any, ...]) -> None:
    for value, kind in zip(values, _TYPES, strict=True):
        if type(value) is not kind:
            raise TypeError(f"{value!r} instead of {kind.__name__}")


def _read_closely(raw: bytes) -> tuple[Entry, ...]:
    found = parse_canonical(raw, _WHAT)
    try:
        return _read(raw, raw.decode(), found)
    except BadValueError as error:
        raise MalformedError(_WHAT, str(error).rstrip(".")) from None
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        why = _FOREIGN if str(error) == _FOREIGN else f"a field is missing or wrong ({error})"
        raise MalformedError(_WHAT, why) from None


def body_of(kind: Kind) -> dict[str, Any]:
    """The fields of a kind as JSON values."""
    return fields_of(kind)


def kind_of(name: str, body: dict[str, Any]) -> Kind:
    """The kind from its name and JSON values. Raises: KeyError, TypeError, BadValueError."""
    kind: Kind = made(_kinds_by_name()[name], body)
    return kind


@cache
def _kinds_by_name() -> dict[str, type[Kind]]:
    return {kind.__name__: kind for kind in KINDS}
