"""Bytes that mean one thing only: length-prefixed parts, canonical JSON, strict parsing."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import rfc8785

from cardgen.errors import (
    BadFileError,
    BadValueError,
    CardgenError,
    VerificationError,
    printable,
    shown,
)

JSON_BYTES_MAX = 64 * 1024 * 1024


class MalformedError(VerificationError):
    """Bytes that are not the canonical form of anything."""

    code = "malformed"

    def __init__(self, what: str, why: str) -> None:
        self.why = printable(why)
        super().__init__(
            f"{printable(what)} cannot be read: {self.why}. Get an unaltered copy from the maker."
        )


@contextmanager
def as_malformed(what: str) -> Iterator[None]:
    """Fields that are missing, wrong or impossible are told as `what` being malformed.

    Raises: MalformedError.
    """
    try:
        yield
    except MalformedError:
        raise
    except CardgenError as error:
        raise MalformedError(what, str(error).rstrip(".")) from None
    except _WRONG_FIELDS as error:
        why = f"{_WRONG_FIELD} ({shown(str(error))})"
        raise MalformedError(what, why) from None


@contextmanager
def as_bad_file(path: Path, mends: str) -> Iterator[None]:
    """What is wrong with the fields of a file is told of the file, with what mends it.

    Raises: BadFileError.
    """
    try:
        yield
    except MalformedError as error:
        raise BadFileError(path, error.why, mends) from None
    except BadValueError as error:
        raise BadFileError(path, str(error).rstrip("."), mends) from None
    except _WRONG_FIELDS:
        raise BadFileError(path, _WRONG_FIELD, mends) from None


_WRONG_FIELDS = (KeyError, TypeError, AttributeError, ValueError)
_WRONG_FIELD = "a field is missing or of the wrong type"


def length_prefixed(*parts: bytes) -> bytes:
    """Each byte string preceded by its length as u16 big-endian (sealing.md section 2).

    >>> length_prefixed(b"rec", b"").hex()
    '00037265630000'
    """
    return b"".join(len(part).to_bytes(2, "big") + part for part in parts)


def u32(number: int) -> bytes:
    """Four bytes, big-endian."""
    return number.to_bytes(4, "big")


def canonical(value: object) -> bytes:
    """The one JSON form of a value (RFC 8785).

    Raises: ValueError, when it has none: halves of characters, numbers beyond 2**53.
    """
    return rfc8785.dumps(value)  # type: ignore[arg-type]


def parse_canonical(raw: bytes, what: str) -> dict[str, Any]:
    """The object that these bytes are the canonical JSON of.

    Raises: MalformedError, on anything else: duplicate keys, spaces, other orders of keys.
    """
    value = parse_json(raw, what)
    try:
        is_canonical = canonical(value) == raw
    except (ValueError, RecursionError) as error:
        raise MalformedError(what, str(error)) from None
    if not is_canonical:
        raise MalformedError(what, "it is not in canonical form (RFC 8785)")
    return value


def parse_json(raw: bytes, what: str) -> dict[str, Any]:
    """The object in this JSON, spaced as its writer liked.

    Raises: MalformedError, on anything else, duplicate keys among it.
    """
    if len(raw) > JSON_BYTES_MAX:
        raise MalformedError(what, f"it has {len(raw)} bytes")
    try:
        value = json.loads(raw.decode(), object_pairs_hook=without_duplicates)
    except UnicodeDecodeError:
        raise MalformedError(what, "it is not UTF-8 text") from None
    except json.JSONDecodeError as error:
        raise MalformedError(what, f"it is not JSON ({error.msg})") from None
    except (ValueError, RecursionError) as error:
        raise MalformedError(what, str(error)) from None
    if not isinstance(value, dict):
        raise MalformedError(what, "it is no JSON object")
    return value


def without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of these pairs, for json's hook. Raises: ValueError, for a key given twice."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key {shown(key)} occurs twice")
        found[key] = value
    return found


def one_line(fields: dict[str, Any], name: str) -> str:
    """The text in this field, fit to be shown. Raises: BadValueError, KeyError."""
    value = fields[name]
    if not isinstance(value, str) or not value.isprintable():
        raise BadValueError(f"The field {name}", value, "one line of text")
    return value


def sha256_hex(value: object) -> str:
    """A SHA-256 as our files say it. Raises: BadValueError."""
    if not isinstance(value, str) or not re.fullmatch(r"[0-9a-f]{64}", value, re.ASCII):
        raise BadValueError("A SHA-256", value, "64 lower-case hex digits")
    return value


def whole_number(value: object) -> int:
    """A count or an amount of cents; neither true nor 1.5. Raises: BadValueError."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadValueError("A number", value, "a whole number")
    return value
