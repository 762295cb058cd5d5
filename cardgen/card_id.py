"""Who made a card, in which set, and which card of the set it is."""

import re
from dataclasses import dataclass
from typing import Self

from cardgen.errors import BadValueError
from cardgen.symbols import is_symbols, last_symbol

AUDIT_NUMBER_MAX = 9_999_999  # seven printed digits
SPECIMEN_SET_SERIAL = "000000"  # sealing.md section 6: every till and claim refuses it

_PRINTED = re.compile(r"([0-9A-Z]{4})-([0-9]{6})-([0-9]{7})-([0-9A-Z])", re.ASCII)


class MakerId(str):
    """The printer's identification number: four symbols."""

    __slots__ = ()

    def __new__(cls, text: str) -> Self:
        """Raises: BadValueError, when it is not four symbols."""
        if len(text) != 4 or not is_symbols(text):  # noqa: PLR2004 -- the length is the word
            raise BadValueError("The maker", text, "4 symbols of 0-9 and A-Z without I, L, O, U")
        return super().__new__(cls, text)


class FormCode(str):
    """The product of the form, such as the one-face fold-over: three symbols."""

    __slots__ = ()

    def __new__(cls, text: str) -> Self:
        """Raises: BadValueError, when it is not three symbols."""
        if len(text) != 3 or not is_symbols(text):  # noqa: PLR2004 -- the length is the word
            raise BadValueError("The form", text, "3 symbols of 0-9 and A-Z without I, L, O, U")
        return super().__new__(cls, text)


class SetSerial(str):
    """The number of one printed set (one series, one color, one run): six digits."""

    __slots__ = ()

    def __new__(cls, text: str) -> Self:
        """Raises: BadValueError, when it is not six digits."""
        if not re.fullmatch(r"[0-9]{6}", text, re.ASCII):
            raise BadValueError("The set serial", text, "6 digits, such as 000123")
        return super().__new__(cls, text)


class AuditNumber(int):
    """The number of one sealed card within its set, from 1; printed with seven digits."""

    __slots__ = ()

    def __new__(cls, number: int) -> Self:
        """Raises: BadValueError, when it cannot be printed in seven digits."""
        if isinstance(number, bool) or not 1 <= number <= AUDIT_NUMBER_MAX:
            raise BadValueError("The audit number", number, f"1 to {AUDIT_NUMBER_MAX}")
        return super().__new__(cls, number)

    @property
    def printed(self) -> str:
        """Seven digits with leading zeros."""
        return f"{int(self):07d}"


@dataclass(frozen=True, slots=True)
class CardId:
    """The serial number of one card wherever a law says so.

    >>> CardId(MakerId("ACME"), SetSerial("000123"), AuditNumber(1)).printed
    'ACME-000123-0000001-J'
    """

    maker: MakerId
    set_serial: SetSerial
    audit_number: AuditNumber

    @property
    def check(self) -> str:
        """The check symbol over maker, set serial and audit number."""
        return last_symbol(self.maker + self.set_serial, self.audit_number.printed)

    @property
    def printed(self) -> str:
        """The card id as it stands on the card: maker-set serial-audit number-check."""
        start, number = self.maker + self.set_serial, self.audit_number.printed
        check = last_symbol(start, number)
        return f"{self.maker}-{self.set_serial}-{number}-{check}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """The card id from its printed form.

        Raises: BadValueError, when its shape or its check symbol is wrong.
        """
        found = _PRINTED.fullmatch(text)
        if found is None:
            raise BadValueError("The card id", text, "the form ACME-000123-0000057-F")
        maker, set_serial, audit_number, check = found.groups()
        card = cls(MakerId(maker), SetSerial(set_serial), AuditNumber(int(audit_number)))
        if card.check != check:
            raise BadValueError("The card id", text, "its check symbol to agree; read it again")
        return card
