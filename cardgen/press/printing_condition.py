"""For which press and paper a file is made, with the profile that says how their colors look."""

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from cardgen.errors import BadValueError, CardgenError, shown
from cardgen.files import read_bounded
from cardgen.templates import template_bytes

HEADER_BYTES = 128  # ICC.1:2010, 7.2
PROFILE_BYTES_MAX = 16_000_000
IDENTIFIER_MAX = 64
REGISTERED = frozenset(
    {
        *("FOGRA28", "FOGRA29", "FOGRA30", "FOGRA39", "FOGRA40", "FOGRA45", "FOGRA46", "FOGRA47"),
        *("FOGRA51", "FOGRA52", "IFRA26", "JC200103"),
        *("CGATS TR 001", "CGATS TR 002", "CGATS TR 003", "CGATS TR 005", "CGATS TR 006"),
        *(f"CGATS21-2-CRPC{place}" for place in range(1, 8)),
    }
)
"""Names of the ICC Characterization Data Registry, for which a file may refer to it."""


class BadProfileError(CardgenError):
    """A profile that no press prints by."""

    code = "bad-profile"

    def __init__(self, identifier: str, why: str) -> None:
        super().__init__(
            f"The profile for {identifier} is refused: {why}. Name a CMYK press profile with --icc."
        )


@dataclass(frozen=True, slots=True)
class PrintingCondition:
    """The output intent of a file; made only if the profile is one of a press that prints CMYK."""

    identifier: str
    profile: bytes = field(repr=False)
    words: str = ""
    info: str = ""

    def __post_init__(self) -> None:
        """Raises: BadValueError, BadProfileError."""
        name = self.identifier
        if not 1 <= len(name) <= IDENTIFIER_MAX or not (name.isascii() and name.isprintable()):
            expected = f"1 to {IDENTIFIER_MAX} printable ASCII characters"
            raise BadValueError("The printing condition", name, expected)
        if len(self.profile) < HEADER_BYTES:
            why = f"it has {len(self.profile)} bytes, fewer than its header's {HEADER_BYTES}"
            raise BadProfileError(name, why)
        self._check_field(slice(36, 40), b"acsp", "it is no ICC profile: its mark")
        length = int.from_bytes(self.profile[:4], "big")
        if length != len(self.profile):
            why = f"its header says {length} bytes, the file has {len(self.profile)}"
            raise BadProfileError(name, why)
        self._check_field(slice(12, 16), b"prtr", "it is not made for a press: its class")
        self._check_field(slice(16, 20), b"CMYK", "it does not print in CMYK: its color space")

    def _check_field(self, place: slice, expected: bytes, what: str) -> None:
        found = self.profile[place]
        if found != expected:
            read = shown(found.decode("latin-1"))
            raise BadProfileError(self.identifier, f"{what} is {read}, not {expected.decode()!r}")

    @property
    def is_registered(self) -> bool:
        """Whether the ICC's registry knows what the name means."""
        return self.identifier in REGISTERED


@cache
def house_condition() -> PrintingCondition:
    """The condition of a printer who asks for no other."""
    return PrintingCondition(
        identifier="FOGRA39",
        profile=template_bytes("icc", "FOGRA39L.icc"),
        words="Offset, coated paper, ISO 12647-2",
        info="FOGRA39L coated (argyll colprof)",
    )


def read_condition(profile: Path, identifier: str) -> PrintingCondition:
    """The condition that a printer asks for by its name and its profile.

    Raises: BadFileError, BadValueError, BadProfileError.
    """
    mends = "Name a CMYK press profile with --icc."
    return PrintingCondition(identifier, read_bounded(profile, PROFILE_BYTES_MAX, mends))
