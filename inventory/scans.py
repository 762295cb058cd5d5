"""What was scanned or typed at a till or claim table, before anybody asks what it may do."""

import contextlib
import re
from dataclasses import dataclass, field
from typing import assert_never

from cardgen.card_id import AuditNumber, CardId, MakerId, SetSerial
from cardgen.errors import CardgenError
from cardgen.symbols import as_printed
from cardgen.texts import holds_inside_code
from cardgen.tokens import InsideToken, LinearCode, OutsideToken, PackLabel, framed
from inventory.errors import Refused
from inventory.refusals.refuse import refuse

_TYPED = re.compile(r"([a-z]+(?: [a-z]+)*) +#?([0-9]{1,7})(?: *-? *([0-9a-z]))?", re.ASCII)
_CARD_ID = re.compile(r"[0-9A-Z]{4}-[0-9]{6}-[0-9]{7}-[0-9A-Z]", re.ASCII)
_SHAPES = (("SC1", 38), ("SD1", 40), ("SB", 16), ("SP1", 28))
# A code of ours with something around it; letters that look alike are read as printed.
_WITHIN = re.compile(r"SC1[0-9A-Z]{35}|SD1[0-9A-Z]{37}|SB[0-9A-Z]{14}|SP1[0-9A-Z]{25}", re.ASCII)


@dataclass(frozen=True, slots=True)
class OutsideScan:
    """The QR code outside a card."""

    token: OutsideToken


@dataclass(frozen=True, slots=True)
class InsideScan:
    """The QR code inside a card; whoever holds it can open the card."""

    token: InsideToken = field(repr=False)


@dataclass(frozen=True, slots=True)
class LinearScan:
    """The Code 128 outside: set and number."""

    code: LinearCode


@dataclass(frozen=True, slots=True)
class PrintedScan:
    """A whole card id, typed as it is printed."""

    card: CardId


@dataclass(frozen=True, slots=True)
class TypedNumber:
    """A color and a number; the check symbol when one was typed."""

    color: str
    audit_number: AuditNumber
    check: str


@dataclass(frozen=True, slots=True)
class PackScan:
    """The label of a pack."""

    label: PackLabel


CardScan = OutsideScan | InsideScan | LinearScan | PrintedScan | TypedNumber
Scan = CardScan | PackScan


def scan_of(text: str) -> Scan:
    """What a line from a scanner or a keyboard names; its text is repeated in no refusal."""
    line = framed(text)[1]
    code = _code_of(line)
    if code is not None:
        return code
    typed = _TYPED.fullmatch(line.lower())
    if typed is not None and int(typed[2]) > 0:
        return TypedNumber(typed[1], AuditNumber(int(typed[2])), as_printed(typed[3] or ""))
    raise _foreign(line)


def one_code(text: str) -> Scan:
    """The one code that a scanner sent at once. Raises: Refused, for whatever else it sent.

    Color and number are typed by hand: a code that says them is not one of ours.
    """
    line = framed(text)[1]
    code = _code_of(line)
    if code is None:
        raise _foreign(line)
    return code


def scan_words(scan: Scan) -> str:
    """What kind of code it is, in words; none of them opens anything."""
    match scan:
        case OutsideScan():
            return "the QR code outside a card"
        case InsideScan():
            return "the QR code inside a card"
        case LinearScan():
            return "the bar code outside a card"
        case PackScan():
            return "the label of a pack"
        case PrintedScan():
            return "a card id"
        case TypedNumber():
            return "a color and a number"
        case _:
            assert_never(scan)


def frame_of(text: str) -> tuple[str, str]:
    """What a scanner sends in front of a code and behind it, in words."""
    front, _, behind = framed(text)
    return _characters(front), _characters(behind)


_NAMES = {"\x02": "STX", "\x03": "ETX", "\x04": "EOT", "\r": "CR", "\n": "LF", "\t": "Tab"}


def _characters(text: str) -> str:
    names = (
        one if one.isprintable() else f" {_NAMES.get(one) or f'U+{ord(one):04X}'} " for one in text
    )
    return " ".join("".join(names).split()) or "nothing"


def _code_of(line: str) -> Scan | None:
    """The code of ours that this is, from its first character to its last."""
    symbols = as_printed(line)
    for start, length in _SHAPES:
        if symbols.startswith(start) and len(symbols) == length:
            return _token(start, symbols)
    return _printed(symbols) if _CARD_ID.fullmatch(symbols) else None


def _foreign(line: str) -> Refused:
    """Why it is none of our codes: characters around one of them are counted."""
    found = tuple(_WITHIN.finditer(as_printed(line)))
    if len(found) > 1:
        return refuse("codes-at-once", count=len(found))
    for one in found:
        with contextlib.suppress(Refused):
            _code_of(one.group())
            front, behind = one.start(), len(line) - one.end()
            return refuse("scanner-adds", front=front, behind=behind)
    return refuse("not-ours", length=len(line))


def scan_if_any(text: str) -> Scan | None:
    """What a line names, else None when it names nothing of ours."""
    try:
        return scan_of(text)
    except Refused:
        return None


def is_inside_code(text: str) -> bool:
    """Whether a text would open a card, so that it must be kept nowhere."""
    return as_printed(framed(text)[1]).startswith("SD1") or holds_inside_code(text)


def _token(start: str, symbols: str) -> Scan:
    try:
        match start:
            case "SC1":
                return OutsideScan(OutsideToken.parse(symbols))
            case "SD1":
                return InsideScan(InsideToken.parse(symbols))
            case "SB":
                return LinearScan(LinearCode.parse(symbols))
            case _:
                return PackScan(PackLabel.parse(symbols))
    except CardgenError:
        raise refuse("bad-check-symbol", length=len(symbols)) from None


def _printed(symbols: str) -> Scan:
    try:
        return PrintedScan(CardId.parse(symbols))
    except CardgenError:
        raise refuse("bad-check-symbol", length=len(symbols)) from None


def card_of(maker: str, serial: str, number: int) -> CardId:
    """The card id of a number of a set that the hall knows."""
    return CardId(MakerId(maker), SetSerial(serial), AuditNumber(number))
