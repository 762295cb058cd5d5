"""Level 2 disclosure: the whole run again from its two components (sealing.md section 6)."""

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from cardgen.card_id import SetSerial
from cardgen.errors import BadFileError, VerificationError, shown
from cardgen.face import Face
from cardgen.files import read_bounded
from cardgen.printed_batch import PrintedBatch
from cardgen.proof.delivery import Delivery
from cardgen.proof.framing import as_bad_file, parse_json
from cardgen.proof.header import header_bytes, header_fields, header_hash, sealed_bytes, series_of
from cardgen.proof.merkle import Frontier
from cardgen.proof.record import TAG_HASH_BYTES
from cardgen.secret.dealing import DealtBatch, deal_series
from cardgen.secret.keys import Component, RunSecrets
from cardgen.secret.printing import printed
from cardgen.secret.sealing import SealedCards, seal
from cardgen.series import RunId, Series

DISCLOSURE_BYTES_MAX = 1 << 20
_FIELDS = {"secret_a", "secret_b", "run_id", "headers"}
_MENDS = "It holds secret_a, secret_b, run_id and headers; see docs/disclosure.md."


class DisclosureError(VerificationError):
    """Disclosed components that are not those of the signed run."""

    code = "bad-disclosure"

    def __init__(self, serial: str, why: str) -> None:
        super().__init__(
            f"Set {serial}: the {why}. These components did not make the cards that were "
            "delivered; ask the maker."
        )


@dataclass(frozen=True, slots=True)
class Disclosure:
    """The components of a run, made public, and the headers of its series."""

    secrets: RunSecrets
    series: tuple[Series, ...]


def read_disclosure(path: Path) -> Disclosure:
    """The disclosure from its file. Raises: BadFileError."""
    raw = read_bounded(path, DISCLOSURE_BYTES_MAX, _MENDS)
    with as_bad_file(path, _MENDS):
        fields = parse_json(raw, path.name)
        _check_fields(path, fields)
        secrets = RunSecrets(
            Component(bytes.fromhex(fields["secret_a"])),
            Component(bytes.fromhex(fields["secret_b"])),
            RunId.parse(fields["run_id"]),
        )
        series = tuple(series_of(header) for header in fields["headers"])
    for entry in series:
        if entry.run_id != secrets.run_id:
            raise BadFileError(path, f"set {entry.set_serial} is of another run", _MENDS)
    _check_apart(path, series)
    return Disclosure(secrets, series)


def _check_fields(path: Path, fields: dict[str, Any]) -> None:
    if fields.keys() != _FIELDS:
        odd = ", ".join(shown(name) for name in sorted(fields.keys() ^ _FIELDS))
        raise BadFileError(path, f"these fields are missing or foreign: {odd}", _MENDS)
    for name in ("secret_a", "secret_b"):
        if not re.fullmatch(r"[0-9a-f]{64}", str(fields[name]), re.ASCII):
            raise BadFileError(path, f"{name} is not 64 lower-case hex digits", _MENDS)
    if not fields["headers"]:
        raise BadFileError(path, "headers names no series", _MENDS)


def _check_apart(path: Path, series: tuple[Series, ...]) -> None:
    """Raises: BadFileError, when a set is named twice or two lie over each other in the run."""
    if len({entry.set_serial for entry in series}) != len(series):
        raise BadFileError(path, "a set serial occurs twice", _MENDS)
    for before, after in pairwise(sorted(series, key=lambda entry: entry.run_offset)):
        if before.run_offset + before.face_count > after.run_offset:
            why = f"sets {before.set_serial} and {after.set_serial} overlap in the run"
            raise BadFileError(path, why, _MENDS)


def regenerate(disclosure: Disclosure, series: Series, wanted: Sequence[range]) -> dict[str, Any]:
    """One series again: its header, root and records' hash, and the wanted cards in full."""
    series_hash = header_hash(header_bytes(series))
    frontier, records = Frontier(), hashlib.sha256()
    cards: list[dict[str, Any]] = []
    for batch in deal_series(disclosure.secrets, series):
        sealed = seal(series_hash, batch)
        frontier.extend(sealed.leaves)
        records.update(sealed.records)
        numbers = range(batch.first, batch.first + batch.count)
        chosen = [number for number in numbers if any(number in part for part in wanted)]
        cards += _cards(batch, sealed, [number - batch.first for number in chosen])
    return {
        "header": header_fields(series),
        "header_hash": series_hash.hex(),
        "root": frontier.root().hex(),
        "records_sha256": records.hexdigest(),
        "cards": cards,
    }


def check_disclosed(facts: dict[str, Any], delivery: Delivery) -> None:
    """Compare what was made again with what the plant signed before the first sale.

    Raises: DisclosureError, naming what differs.
    """
    signed = {part.entry.set_serial: part for part in delivery.series}
    for series in facts["series"]:
        serial = SetSerial(series["header"]["set_serial"])
        if serial not in signed:
            raise DisclosureError(serial, "set is not in this delivery")
        part = signed[serial]
        pairs = (
            ("header", series["header"], header_fields(part.bundle.series)),
            ("root commitment", facts["root_commit"], part.certificate.root_commit),
            ("root", series["root"], part.bundle.root.hex()),
            ("records", series["records_sha256"], part.bundle.records_sha256.hex()),
        )
        for what, made, expected in pairs:
            if made != expected:
                raise DisclosureError(serial, f"{what} is not what was signed")


def _cards(
    batch: DealtBatch, sealed: SealedCards, places: Sequence[int]
) -> Iterator[dict[str, Any]]:
    """Every fact of the cards at these places, under the names of the golden file."""
    rows = printed(batch)
    record_length = len(sealed.records) // batch.count
    sealed_length = sealed_bytes(batch.series.faces)
    for place in places:
        record = sealed.records[place * record_length : (place + 1) * record_length]
        yield {
            "audit_number": int(batch.audit_numbers[place]),
            "faces": [_face(batch, rows, place, face) for face in range(batch.series.faces)],
            "leaf_salt": batch.leaf_salts[place].tobytes().hex(),
            "unlock_code": rows.row("unlock_codes", place).decode().replace("-", ""),
            "outside_token": rows.row("outside_tokens", place).decode(),
            "inside_token": rows.row("inside_tokens", place).decode(),
            "linear_code": rows.row("linear_codes", place).decode(),
            "card_id": rows.row("card_ids", place).decode(),
            "leaf": sealed.leaves[place].hex(),
            "sealed": record[:sealed_length].hex(),
            "tag_hash": record[-TAG_HASH_BYTES:].hex(),
        }


def _face(batch: DealtBatch, rows: PrintedBatch, place: int, face: int) -> dict[str, Any]:
    numbers = rows.row("numbers", place)
    width = len(numbers) // batch.series.faces
    columns = Face.from_numbers(numbers[face * width : (face + 1) * width]).columns
    return {
        "set_index": int(batch.set_indexes[place, face]),
        "arrangement": int(batch.arrangements[place, face]),
        "face_number": rows.row("face_numbers", place).decode()[face * 7 : face * 7 + 7],
        "columns": [list(column) for column in columns],
    }
