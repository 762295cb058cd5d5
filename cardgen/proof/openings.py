"""Level 1 disclosure: what a hall tells of the cards it opened, checked without any code."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardgen.errors import BadFileError, BadValueError
from cardgen.files import read_bounded
from cardgen.proof.bundle import Bundle
from cardgen.proof.framing import (
    JSON_BYTES_MAX,
    as_bad_file,
    parse_json,
    whole_number,
)
from cardgen.proof.header import series_of
from cardgen.proof.record import OpenedCard
from cardgen.series import Series

_MENDS = "It holds the bundle's header and openings; see docs/disclosure.md."


@dataclass(frozen=True, slots=True)
class Openings:
    """The cards of one series that were opened, each with the plaintext of its record."""

    series: Series
    plaintexts: tuple[tuple[int, bytes], ...]

    def __post_init__(self) -> None:
        """Raises: BadValueError, unless each card is of the series and told once, in order."""
        numbers = [number for number, _ in self.plaintexts]
        if numbers != sorted({*numbers}):
            raise BadValueError("The openings", numbers, "audit numbers that rise")
        for number in numbers:
            self.series.card_index(number)


def read_openings(path: Path) -> Openings:
    """The openings from their file. Raises: BadFileError."""
    raw = read_bounded(path, JSON_BYTES_MAX, _MENDS)
    with as_bad_file(path, _MENDS):
        fields = parse_json(raw, path.name)
        if fields.keys() != {"header", "openings"}:
            raise BadFileError(path, "a field is missing or foreign", _MENDS)
        plaintexts = tuple(_plaintext(opening) for opening in fields["openings"])
        return Openings(series_of(fields["header"]), plaintexts)


def proved_cards(openings: Openings, bundle: Bundle) -> tuple[OpenedCard, ...]:
    """The opened cards, each proved in the root that the plant signed before the first sale.

    Raises: BadValueError, when they are of another series; CommitmentError, BundleError.
    """
    if openings.series != bundle.series:
        expected = f"that of the bundle: set {bundle.series.set_serial} of this run"
        raise BadValueError("The openings' series", openings.series.set_serial, expected)
    return tuple(bundle.proved_card(*opening) for opening in openings.plaintexts)


def _plaintext(fields: dict[str, Any]) -> tuple[int, bytes]:
    if fields.keys() != {"audit_number", "plaintext"}:
        raise BadValueError("An opening's fields", sorted(fields), "audit_number and plaintext")
    return whole_number(fields["audit_number"]), bytes.fromhex(fields["plaintext"])
