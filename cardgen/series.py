"""A series of a run: the colored set as halls call it, and where it lies in the run."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from cardgen.card_id import AUDIT_NUMBER_MAX, AuditNumber, CardId, FormCode, MakerId, SetSerial
from cardgen.errors import BadValueError
from cardgen.face import FACE_NUMBER_COUNT

SUITE = 1
FACES_MAX = 36  # a full press sheet of bingo paper, print.md section 6


class Role(StrEnum):
    """What a series is sold as: first, or two for one surrendered original."""

    ORIGINAL = "original"
    TRADE_IN = "trade-in"


class SeriesCode(str):
    """The series as halls call it, such as R1."""

    __slots__ = ()

    def __new__(cls, text: str) -> Self:
        """Raises: BadValueError, when it is not one to eight letters and digits."""
        if not re.fullmatch(r"[A-Z0-9]{1,8}", text, re.ASCII):
            raise BadValueError("The series", text, "1 to 8 capital letters and digits, such as R1")
        return super().__new__(cls, text)


class RunId(bytes):
    """One making of one order: sixteen public random bytes."""

    __slots__ = ()

    def __new__(cls, raw: bytes) -> Self:
        """Raises: BadValueError, when there are not sixteen bytes."""
        if len(raw) != 16:  # noqa: PLR2004 -- the length is the word
            raise BadValueError("The run id", raw.hex(), "32 hex digits")
        return super().__new__(cls, raw)

    @classmethod
    def parse(cls, text: str) -> Self:
        """The run id from 32 lower-case hex digits."""
        if not re.fullmatch(r"[0-9a-f]{32}", text, re.ASCII):
            raise BadValueError("The run id", text, "32 lower-case hex digits")
        return cls(bytes.fromhex(text))


@dataclass(frozen=True, slots=True)
class Series:
    """What the header of a bundle says of a series; `count` sealed cards of `faces` faces."""

    maker: MakerId
    form: FormCode
    set_serial: SetSerial
    series: SeriesCode
    color: str
    first: AuditNumber
    count: int
    run_id: RunId
    run_offset: int
    faces: int = 1

    def __post_init__(self) -> None:
        """Raises: BadValueError, when the limits of sealing.md section 3 are passed."""
        if not re.fullmatch(r"[a-z]+( [a-z]+)*", self.color, re.ASCII):
            raise BadValueError("The color", self.color, "lower-case letters")
        if not 1 <= self.faces <= FACES_MAX:
            raise BadValueError("The faces of a card", self.faces, f"1 to {FACES_MAX}")
        if self.count < 1 or self.count * self.faces > FACE_NUMBER_COUNT:
            most = FACE_NUMBER_COUNT // self.faces
            raise BadValueError("The count of cards", self.count, f"1 to {most}")
        if self.last > AUDIT_NUMBER_MAX:
            raise BadValueError("The last audit number", self.last, f"at most {AUDIT_NUMBER_MAX}")
        if not 0 <= self.run_offset <= FACE_NUMBER_COUNT * FACES_MAX:
            expected = "the number of faces in the series before it"
            raise BadValueError("The run offset", self.run_offset, expected)

    @property
    def last(self) -> int:
        """The last audit number."""
        return self.first + self.count - 1

    @property
    def face_count(self) -> int:
        """How many faces the series takes of the run."""
        return self.count * self.faces

    def card_index(self, audit_number: int) -> int:
        """The card's place in the series, from 0.

        Raises: BadValueError, when the number is not of this series.
        """
        if not self.first <= audit_number <= self.last:
            raise BadValueError("The audit number", audit_number, f"{self.first} to {self.last}")
        return audit_number - self.first

    def card_id(self, audit_number: int) -> CardId:
        """The card id of a card of this series."""
        return CardId(self.maker, self.set_serial, AuditNumber(audit_number))
