"""What was scanned or typed at a till or claim table, before anybody asks what it may do."""

import re
from dataclasses import dataclass, field

from cardgen.card_id import AuditNumber, CardId, MakerId, SetSerial
from cardgen.errors import CardgenError
from cardgen.symbols import as_printed
from cardgen.tokens import InsideToken, LinearCode, OutsideToken, PackLabel
from inventory.errors import Refused
from inventory.refusals.refuse import refuse

_TYPED = re.compile(r"([a-z]+(?: [a-z]+)*) +#?([0-9]{1,7})(?: *-? *([0-9a-z]))?", re.ASCII)
_CARD_ID = re.compile(r"[0-9A-Z]{4}-[0-9]{6}-[0-9]{7}-[0-9A-Z]", re.ASCII)
_SHAPES = (("SC1", 38), ("SD1", 40), ("SB", 16), ("SP1", 28))


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
    line = text.strip()
    symbols = as_printed(line)
    for start, length in _SHAPES:
        if symbols.startswith(start) and len(symbols) == length:
            return _token(start, symbols)
    if _CARD_ID.fullmatch(symbols):
        return _printed(symbols)
    typed = _TYPED.fullmatch(line.lower())
    if typed is not None and int(typed[2]) > 0:
        return TypedNumber(typed[1], AuditNumber(int(typed[2])), as_printed(typed[3] or ""))
    raise refuse("not-ours", length=len(line))


def scan_if_any(text: str) -> Scan | None:
    """What a line names, else None when it names nothing of ours."""
    try:
        return scan_of(text)
    except Refused:
        return None


def is_inside_code(text: str) -> bool:
    """Whether a text would open a card, so that it must be kept nowhere."""
    return as_printed(text.strip()).startswith("SD1")


def without_code(text: str) -> tuple[str, bool]:
    """The text as it may be kept, and whether it came from inside a card.

    Of an inside code only the card id is left, before anything is queued or stored.
    """
    if not is_inside_code(text):
        return text.strip(), False
    scan = scan_if_any(text)
    if isinstance(scan, InsideScan):
        return scan.token.card.printed, True
    return _MISREAD_INSIDE, True


_MISREAD_INSIDE = "SD1" + "0" * 37  # the shape of an inside token that names no card


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
