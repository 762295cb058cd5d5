"""For which press and paper a file is made, with the profile that says how their colors look."""

import hashlib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from struct import unpack_from

from cardgen.errors import BadValueError, CardgenError, shown
from cardgen.files import read_bounded
from cardgen.templates import template_bytes

HEADER_BYTES = 128  # ICC.1:2010, 7.2
ICC_VERSION_MAX = 4  # PDF/X-4 knows no later one (ISO 15930-7:2010)
TAG_BYTES = 12  # an entry of the tag table: name, offset, length (7.3)
TAG_CONTENT_MIN = 8  # a type's name and four reserved bytes (10.1)
FROM_INKS = b"A2B0"  # a printer profile must tell how its inks look (8.3)
PROFILE_BYTES_MAX = 16_000_000
IDENTIFIER_MAX = 64
REGISTERED = frozenset(
    {
        *(f"FOGRA{number}" for number in range(27, 55)),
        *(f"CGATS TR {number:03d}" for number in (1, 2, 3, 5, 6)),
        *(f"CGATS21-2-CRPC{place}" for place in range(1, 8)),
        *("JC200103", "JC200104", "JCN2002", "JCW2003", "JCS2011"),
        *("EUROSB104", "EUROSB204", "IFRA26"),
        *(f"APTEC_CTV_{place}" for place in range(3, 9)),
        *("APTEC Coated CardBoard", "APTEC CCNB"),
    }
)
"""Names for which a file may refer to the ICC's registry.

They are the reference names of its CMYK Characterization Data as of September 2026,
a list that the International Color Consortium keeps (color.org, CMYK registry).
"""


_NAMING_TAGS = frozenset({b"desc", b"targ"})  # its description, and the data it was made from


def _compact(text: str) -> str:
    """A name as it can be compared, however it is spaced and cased."""
    return "".join(character for character in text if character.isalnum()).casefold()


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
        if self.profile[8] > ICC_VERSION_MAX:
            why = f"it is of ICC version {self.profile[8]}; presses read up to {ICC_VERSION_MAX}"
            raise BadProfileError(name, why)
        self._check_field(slice(12, 16), b"prtr", "it is not made for a press: its class")
        self._check_field(slice(16, 20), b"CMYK", "it does not print in CMYK: its color space")
        if FROM_INKS not in self._tags():
            why = f"none of its tags is {FROM_INKS.decode()}, which tells how its inks look"
            raise BadProfileError(name, why)

    def _check_field(self, place: slice, expected: bytes, what: str) -> None:
        found = self.profile[place]
        if found != expected:
            read = shown(found.decode("latin-1"))
            raise BadProfileError(self.identifier, f"{what} is {read}, not {expected.decode()!r}")

    def _tags(self) -> dict[bytes, bytes]:
        """Its tags by name, each of which lies behind the table and within the file."""
        content, whole = self.profile[HEADER_BYTES:], len(self.profile)
        count, table = int.from_bytes(content[:4], "big"), content[4:]
        if count < 1:
            raise BadProfileError(self.identifier, "its tag table is empty")
        begin = HEADER_BYTES + 4 + TAG_BYTES * count
        if begin > whole:
            why = f"its table of {count} tags runs beyond its {whole} bytes"
            raise BadProfileError(self.identifier, why)
        tags = {}
        for at in range(0, TAG_BYTES * count, TAG_BYTES):
            name, offset, length = unpack_from(">4sII", table, at)
            if offset < begin or length < TAG_CONTENT_MIN or offset + length > whole:
                why = f"its tag {shown(name.decode('latin-1'))} lies at {offset} to "
                why += f"{offset + length}, not within {begin} to {whole}"
                raise BadProfileError(self.identifier, why)
            tags[name] = self.profile[offset : offset + length]
        return tags

    @property
    def sha256(self) -> str:
        """The hash of its profile, by which papers name it."""
        return hashlib.sha256(self.profile).hexdigest()

    def warnings(self) -> tuple[str, ...]:
        """What is probably not meant: a profile of another condition than it is named."""
        said = b"".join(content for name, content in self._tags().items() if name in _NAMING_TAGS)
        words = _compact(said.decode("latin-1"))  # UTF-16 of ASCII is ASCII between zero bytes
        others = sorted(name for name in REGISTERED if _compact(name) in words)
        if not others or _compact(self.identifier) in words:
            return ()
        said_to_be = f"The profile says that it is of {' and '.join(others)}"
        ask = "Ask the press which of them it prints by"
        return (f"{said_to_be}, and --condition names it {self.identifier}. {ask}.",)

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
