"""The header of a bundle: what a series is, as canonical JSON, and its hash."""

import hashlib
from typing import Any

from cardgen.card_id import AuditNumber, FormCode, MakerId, SetSerial
from cardgen.errors import BadValueError, shown
from cardgen.proof.framing import MalformedError, canonical
from cardgen.series import SUITE, RunId, Series, SeriesCode

FACE_BYTES = 17  # set index u64, arrangement 5 bytes, face number u32
SALT_BYTES = 32
AEAD_TAG_BYTES = 16
_TEXTS = ("run_id", "maker", "form", "set_serial", "series", "color")
_NUMBERS = ("suite", "first", "last", "count", "run_offset", "sealed_bytes")
_WHAT = "The series header"


def plaintext_bytes(faces: int) -> int:
    """The length of a card's record before it is sealed."""
    return FACE_BYTES * faces + SALT_BYTES


def sealed_bytes(faces: int) -> int:
    """The length of a card's sealed record: ciphertext and tag."""
    return plaintext_bytes(faces) + AEAD_TAG_BYTES


def header_fields(series: Series) -> dict[str, Any]:
    """The fields of the header (sealing.md section 5); `faces` only when there are several."""
    fields: dict[str, Any] = {
        "suite": SUITE,
        "run_id": series.run_id.hex(),
        "maker": str(series.maker),
        "form": str(series.form),
        "set_serial": str(series.set_serial),
        "series": str(series.series),
        "color": series.color,
        "first": int(series.first),
        "last": series.last,
        "count": series.count,
        "run_offset": series.run_offset,
        "sealed_bytes": sealed_bytes(series.faces),
    }
    return fields if series.faces == 1 else fields | {"faces": series.faces}


def header_bytes(series: Series) -> bytes:
    """The header as it stands in the bundle."""
    return canonical(header_fields(series))


def header_hash(header: bytes) -> bytes:
    """H: what binds every record to its series."""
    return hashlib.sha256(b"sealed-card/v1/header" + header).digest()


def series_of(fields: dict[str, Any]) -> Series:
    """The series that a header describes.

    Raises: MalformedError, when a field is missing, foreign, of the wrong type or contradicts.
    """
    names = {*_TEXTS, *_NUMBERS} | ({"faces"} & fields.keys())
    if fields.keys() != names:
        odd = ", ".join(shown(name) for name in sorted(fields.keys() ^ names))
        raise MalformedError(_WHAT, f"these fields are missing or foreign: {odd}")
    if not all(isinstance(fields[name], str) for name in _TEXTS):
        raise MalformedError(_WHAT, "a text field is not text")
    if not all(type(fields[name]) is int for name in names - set(_TEXTS)):
        raise MalformedError(_WHAT, "a number field is not a whole number")
    try:
        series = Series(
            maker=MakerId(fields["maker"]),
            form=FormCode(fields["form"]),
            set_serial=SetSerial(fields["set_serial"]),
            series=SeriesCode(fields["series"]),
            color=fields["color"],
            first=AuditNumber(fields["first"]),
            count=fields["count"],
            run_id=RunId.parse(fields["run_id"]),
            run_offset=fields["run_offset"],
            faces=fields.get("faces", 1),
        )
    except BadValueError as error:
        raise MalformedError(_WHAT, str(error).rstrip(".")) from None
    if header_fields(series) != fields:
        raise MalformedError(_WHAT, "first, last, count, faces, suite or sealed_bytes disagree")
    return series
