"""What the codes on a card say, and how a scanned code is taken apart (sealing.md section 4)."""

import hashlib
import re
import unicodedata
from dataclasses import dataclass, field
from typing import Self

from cardgen.card_id import AuditNumber, CardId, FormCode, MakerId, SetSerial
from cardgen.errors import BadValueError, SecretMalformedError, VerificationError, shown
from cardgen.series import RunId
from cardgen.symbols import check_symbol, first_symbols, hyphenated, is_symbols, symbol_bytes

RUN_TAG_SYMBOLS = 4
OUTER_TAG_SYMBOLS = 10
UNLOCK_CODE_SYMBOLS = 16
INSIDE_TOKEN_CHARACTERS = 40

_OUTSIDE = re.compile(r"SC1(.{4})(.{3})([0-9]{6})(.{4})([0-9]{7})(.{10})(.)", re.ASCII)
_INSIDE = re.compile(r"SD1(.{4})(.{3})([0-9]{6})([0-9]{7})(.{16})(.)", re.ASCII)
_LINEAR = re.compile(r"SB([0-9]{6})([0-9]{7})(.)", re.ASCII)
_PACK = re.compile(r"SP1(.{4})([0-9]{6})([0-9]{7})([0-9]{7})(.)", re.ASCII)


class TokenError(VerificationError):
    """A scanned code that is not what it should be; never raised for a code that opens a card."""

    code = "bad-token"

    def __init__(self, what: str, text: str, expected: str) -> None:
        super().__init__(
            f"The {what} {shown(text)} is refused: expected {expected}. Scan it again."
        )


# ISO/IEC 15424: a scanner may name the kind of code in front, such as ]Q1 for QR, ]C0 for Code 128.
_SYMBOLOGY = re.compile(r"\][A-Za-z][0-9A-Za-z](?=.)", re.ASCII)
_BOMS = ("\ufeff", "ï»¿")  # the second is the first, read as the Windows code page


def framed(text: str) -> tuple[str, str, str]:
    r"""What a scanner may send in front of a code, the code, and what may come behind it.

    Taken off are control characters (STX, ETX, EOT, line ends, tabs), blanks, a byte order mark,
    characters of no width and a symbology identifier.

    >>> framed("]Q1SB0001230000001K\r\n")
    (']Q1', 'SB0001230000001K', '\r\n')
    """
    start, end = 0, len(text)
    while start < end:
        found = _SYMBOLOGY.match(text, start)
        bom = next((one for one in _BOMS if text.startswith(one, start)), "")
        if not found and not bom and not _is_frame(text[start]):
            break
        start = found.end() if found else start + (len(bom) or 1)
    while end > start and _is_frame(text[end - 1]):
        end -= 1
    return text[:start], text[start:end], text[end:]


def _is_frame(character: str) -> bool:
    return character.isspace() or unicodedata.category(character) in {"Cc", "Cf"}


@dataclass(frozen=True, slots=True)
class UnlockCode:
    """What opens one card's sealed record: eighty bits that stand only inside the card."""

    symbols: str = field(repr=False)

    def __post_init__(self) -> None:
        """Raises: SecretMalformedError, when there are not sixteen symbols."""
        if len(self.symbols) != UNLOCK_CODE_SYMBOLS or not is_symbols(self.symbols):
            raise SecretMalformedError("unlock code", "it has 16 symbols and a check symbol")

    @property
    def key_bytes(self) -> bytes:
        """The code's ten bytes, from which the record's key is derived."""
        return symbol_bytes(self.symbols)

    @property
    def with_check(self) -> str:
        """The sixteen symbols and their own check symbol."""
        return self.symbols + check_symbol(self.symbols)

    @property
    def printed(self) -> str:
        """In fours with hyphens, the check symbol last."""
        return hyphenated(self.with_check)

    @classmethod
    def parse(cls, text: str) -> Self:
        """The code from its printed form, with or without hyphens.

        Raises: SecretMalformedError, when its length, a symbol or its check is wrong.
        """
        symbols = text.replace("-", "")
        if len(symbols) != UNLOCK_CODE_SYMBOLS + 1 or not is_symbols(symbols):
            raise SecretMalformedError("unlock code", "it has 16 symbols and a check symbol")
        code = cls(symbols[:-1])
        if code.with_check != symbols:
            raise SecretMalformedError("unlock code", "its check symbol does not agree")
        return code


def run_tag(run_id: RunId) -> str:
    """The four symbols of the outside token that name the run."""
    return first_symbols(hashlib.sha256(run_id).digest(), RUN_TAG_SYMBOLS)


@dataclass(frozen=True, slots=True)
class OutsideToken:
    """The QR code outside: it names a card and shows that the plant numbered it."""

    card: CardId
    form: FormCode
    run_tag: str
    outer_tag: str

    @property
    def text(self) -> str:
        """The 38 characters of the code."""
        body = self.card.maker + self.form + self.card.set_serial + self.run_tag
        body += self.card.audit_number.printed + self.outer_tag
        return f"SC1{body}{check_symbol(body)}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """The token from a scan.

        Raises: TokenError, when its shape or its check symbol is wrong.
        """
        parts = _checked_parts(_OUTSIDE, text, start=3)
        if parts is None:
            raise TokenError("outside token", text, "SC1 and 35 symbols whose check agrees")
        maker, form, serial, tag, audit, outer_tag = parts
        try:
            card = CardId(MakerId(maker), SetSerial(serial), AuditNumber(int(audit)))
        except BadValueError as error:
            raise TokenError("outside token", text, str(error)) from None
        return cls(card, FormCode(form), tag, outer_tag)


@dataclass(frozen=True, slots=True)
class InsideToken:
    """The QR code inside: it names a card and opens it."""

    card: CardId
    form: FormCode
    unlock_code: UnlockCode

    @property
    def text(self) -> str:
        """The 40 characters of the code; whoever holds them can open the card."""
        body = self.card.maker + self.form + self.card.set_serial
        body += self.card.audit_number.printed + self.unlock_code.symbols
        return f"SD1{body}{check_symbol(body)}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """The token from a scan.

        Raises: SecretMalformedError, when its shape or its check symbol is wrong.
        """
        parts = _checked_parts(_INSIDE, text, start=3)
        if parts is None:
            raise SecretMalformedError("inside token", _why_no_inside(text))
        maker, form, serial, audit, code = parts
        try:
            card = CardId(MakerId(maker), SetSerial(serial), AuditNumber(int(audit)))
        except BadValueError:
            raise SecretMalformedError("inside token", "audit numbers begin at 1") from None
        return cls(card, FormCode(form), UnlockCode(code))


@dataclass(frozen=True, slots=True)
class LinearCode:
    """The Code 128 outside: it names a card and proves nothing."""

    set_serial: SetSerial
    audit_number: AuditNumber

    @property
    def text(self) -> str:
        """The 16 characters of the code."""
        body = self.set_serial + self.audit_number.printed
        return f"SB{body}{check_symbol(body)}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """The code from a scan.

        Raises: TokenError, when its shape or its check symbol is wrong.
        """
        parts = _checked_parts(_LINEAR, text, start=2)
        if parts is None or int(parts[1]) == 0:
            raise TokenError("linear code", text, "SB, 13 digits and a check that agrees")
        return cls(SetSerial(parts[0]), AuditNumber(int(parts[1])))


@dataclass(frozen=True, slots=True)
class PackLabel:
    """The code on a pack: which cards are in it, as the signed manifest says too."""

    maker: MakerId
    set_serial: SetSerial
    first: AuditNumber
    last: AuditNumber

    @property
    def text(self) -> str:
        """The 28 characters of the code."""
        body = self.maker + self.set_serial + self.first.printed + self.last.printed
        return f"SP1{body}{check_symbol(body)}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """The label from a scan.

        Raises: TokenError, when its shape, its check or its range is wrong.
        """
        parts = _checked_parts(_PACK, text, start=3)
        if parts is None or not 0 < int(parts[2]) <= int(parts[3]):
            raise TokenError("pack label", text, "SP1, maker, 20 digits and a check that agrees")
        maker, serial, first, last = parts
        first_number, last_number = AuditNumber(int(first)), AuditNumber(int(last))
        return cls(MakerId(maker), SetSerial(serial), first_number, last_number)


def _checked_parts(shape: re.Pattern[str], text: str, *, start: int) -> tuple[str, ...] | None:
    """The fields without the check symbol, or nothing when shape or check is wrong."""
    found = shape.fullmatch(text)
    if found is None or not is_symbols(text[start:]):
        return None
    if check_symbol(text[start:-1]) != text[-1]:
        return None
    fields: tuple[str, ...] = found.groups()
    return fields[:-1]


def _why_no_inside(text: str) -> str:
    """What is wrong with it, in words that do not repeat it."""
    if not text:
        return "nothing was read"
    if text.startswith(("SC1", "SB")):
        return "this is a code from outside the card; the one inside begins with SD1"
    if len(text) != INSIDE_TOKEN_CHARACTERS:
        return f"it has {len(text)} characters instead of {INSIDE_TOKEN_CHARACTERS}"
    if text.upper() != text:
        return "it has lower-case letters; is the keyboard's Caps Lock on"
    if not text.startswith("SD1") or not is_symbols(text[3:]):
        return "it is not SD1 and 37 symbols of 0-9 and A-Z without I, L, O, U"
    return "its check symbol does not agree; one symbol at least is wrong"
