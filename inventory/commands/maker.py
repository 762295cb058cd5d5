"""Commands on what makers say of their sets: a status list, a disclosure, a ruling on a card."""

import hashlib
from dataclasses import dataclass, field
from typing import NamedTuple, Self

from cardgen.card_id import CardId


class StatusFiles(NamedTuple):
    """A status list as it was read: its file's name, its bytes, its signature, a chain beside it.

    Nothing of it is checked yet; without a chain beside the list, `chain` is empty.
    """

    name: str
    json: bytes
    signature: bytes
    chain: bytes

    @property
    def sha256(self) -> str:
        """The hash of the list itself, in hex."""
        return hashlib.sha256(self.json).hexdigest()


@dataclass(frozen=True, slots=True)
class NoteStatus:
    """A maker's signed status list noted; which one is meant is said by its hash."""

    sha256: str
    files: StatusFiles = field(repr=False, metadata={"beside": True})

    @classmethod
    def of(cls, files: StatusFiles) -> Self:
        """The command that notes these files."""
        return cls(files.sha256, files)


@dataclass(frozen=True, slots=True)
class DiscloseSet:
    """A set whose secrets its maker published, as the maker's signed list says."""

    set_serial: str
    sha256: str
    files: StatusFiles = field(repr=False, metadata={"beside": True})

    @classmethod
    def of(cls, set_serial: str, files: StatusFiles) -> Self:
        """The command that notes what these files say of a set."""
        return cls(set_serial, files.sha256, files)


@dataclass(frozen=True, slots=True)
class ReleaseCard:
    """A claimed card of a recalled set, of which was decided outside that it may be paid."""

    card: CardId
    ruling: str


MakerCommand = NoteStatus | DiscloseSet | ReleaseCard
