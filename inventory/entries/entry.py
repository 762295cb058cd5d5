"""An entry of the ledger: who did what, when, for which request; one canonical form in bytes."""

import json
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from cardgen.errors import BadValueError
from cardgen.proof.framing import MalformedError, parse_canonical
from inventory.clock import Moment, parsed_moment
from inventory.entries.union import KINDS, Kind
from inventory.entries.wire.codec import canonical_bytes, fields_of, made
from inventory.entries.wire.upgrade import Body, newest_of, upgraded

_WHAT = "The entry"
_FOREIGN = "it has foreign fields"
_TEXTS = ("log", "request", "act", "till", "clerk", "second", "boot", "kind")
_NUMBERS = ("version", "sequence", "occasion", "part", "monotonic_ms")


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
            return _read(raw, json.loads(raw))
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


def _read(raw: bytes, found: dict[str, Any]) -> tuple[Entry, ...]:
    for name in _TEXTS:
        if type(found[name]) is not str:
            raise TypeError(f"{found[name]!r} instead of str")
    for name in _NUMBERS:
        if type(found[name]) is not int:
            raise TypeError(f"{found[name]!r} instead of int")
    moment = Moment(parsed_moment(found["at"]), found["monotonic_ms"], found["boot"])
    context = Context(
        found["request"], found["till"], found["clerk"], found["second"], moment
    )  # fmt: skip
    version, named = found["version"], found["kind"]
    read = tuple(
        Entry(
            found["log"],
            found["sequence"],
            found["occasion"],
            context,
            found["act"],
            found["part"],
            kind_of(name, body),
        )
        for name, body in upgraded(named, version, found["body"])
    )
    # Of the newest version every field is written anew: a foreign one, or one twice, shows.
    is_newest = version == newest_of(named)
    body = fields_of(read[0].kind) if is_newest else found["body"]
    if read[0].written(version, named, body) != raw:
        raise ValueError(_FOREIGN)
    for entry in read:
        object.__setattr__(entry, "raw", raw)
        object.__setattr__(entry, "_stored", named)
    return read


def _read_closely(raw: bytes) -> tuple[Entry, ...]:
    found = parse_canonical(raw, _WHAT)
    try:
        return _read(raw, found)
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
