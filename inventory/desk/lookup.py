"""Which card or pack is meant: by QR, Code 128, card id, color and number, or a pack's label.

Scans are read here, at the edge, before a command is made of them; a command has card ids only.
"""

import re
from dataclasses import dataclass, replace
from typing import assert_never

from cardgen.amounts import printed_cents
from cardgen.card_id import AuditNumber, CardId
from cardgen.errors import VerificationError
from cardgen.tokens import OutsideToken
from inventory.clock import spoken_day, spoken_hour
from inventory.commands.stock import PackName
from inventory.desk.hall import Hall
from inventory.entries.claim import Paid
from inventory.entries.entry import Entry
from inventory.entries.sale import DefectExchanged, Exchanged, SaleVoided
from inventory.entries.stock import Received, Stolen
from inventory.entries.union import Kind
from inventory.errors import Refusal, Refused
from inventory.ledger.reading import Reader
from inventory.refusals.refuse import refuse
from inventory.scans import (
    InsideScan,
    LinearScan,
    OutsideScan,
    PackScan,
    PrintedScan,
    Scan,
    TypedNumber,
    card_of,
    scan_if_any,
    scan_of,
)

SCANNED, KEYED = "scanned", "keyed"
_TYPED_PACK = re.compile(r"([0-9]{6}):0*([0-9]{1,7})-0*([0-9]{1,7})", re.ASCII)


@dataclass(frozen=True, slots=True)
class FoundCard:
    """A card and how it was named; of an inside code only that there was one is kept."""

    card: CardId
    how: str
    is_open: bool = False


def find_cards(hall: Hall, texts: tuple[str, ...]) -> tuple[CardId, ...]:
    """The cards that scans or typed lines name, each once, in their order. Raises: Refused."""
    return tuple(dict.fromkeys(one.card for one in _found(hall, texts)))


def find_one(hall: Hall, text: str) -> CardId:
    """The card that a scan or a typed line names. Raises: Refused."""
    (found,) = _found(hall, (text,))
    return found.card


def find_absent(hall: Hall, text: str) -> CardId:
    """A card that is not there to be read: color and number are enough. Raises: Refused."""
    with hall.reading() as reader:
        return find_spoken_card(hall, reader, text).card


def find_sealed(hall: Hall, texts: tuple[str, ...]) -> tuple[tuple[CardId, ...], str]:
    """Cards that are handed out, each once, and how they were named; none of them is open yet.

    Raises: Refused.
    """
    found = _found(hall, texts)
    for one in found:
        check_sealed(one)
    return tuple(dict.fromkeys(one.card for one in found)), how_named(found)


def check_sealed(found: FoundCard) -> None:
    """The card was not named from inside, which only an open card shows."""
    if found.is_open:
        raise refuse("card-open", card=found.card.printed)


def how_named(found: tuple[FoundCard, ...]) -> str:
    """How a basket was named: keyed when one of its cards was."""
    return KEYED if any(one.how == KEYED for one in found) else SCANNED


def told_closely(reader: Reader, refusal: Refusal) -> Refusal:
    """The refusal with what became of its card: when, by whom, and for what it was given."""
    if refusal.code not in _CLOSELY or not refusal.card:
        return refusal
    card = CardId.parse(refusal.card)
    entries = [entry for kind in _CLOSELY[refusal.code] for entry in reader.of_kind(kind)]
    found = max(
        (entry for entry in entries if _is_about(entry.kind, card)),
        key=lambda entry: entry.sequence,
        default=None,
    )
    if found is None:
        return refusal
    return replace(refusal, sentence=f"{refusal.sentence} {_what_became(found)}")


_CLOSELY = {
    "already-surrendered": ("Exchanged", "SaleVoided", "DefectExchanged"),
    "already-punched": ("Exchanged", "SaleVoided", "DefectExchanged"),
    "voided": ("SaleVoided", "DefectExchanged"),
    "already-paid": ("Paid",),
    "stolen": ("Stolen",),
}


def _is_about(kind: Kind, card: CardId) -> bool:
    match kind:
        case Exchanged():
            return kind.surrendered == card
        case SaleVoided() | Paid():
            return kind.card == card
        case DefectExchanged():
            return kind.voided == card
        case Stolen():
            number = int(card.audit_number)
            in_pack = any(first <= number <= last for first, last in kind.packs)
            return card in kind.cards or (in_pack and kind.set_serial == card.set_serial)
        case _:
            return False


def _what_became(entry: Entry) -> str:
    context, kind = entry.context, entry.kind
    at = context.moment.at.astimezone()
    when = f"{spoken_hour(at)} on {spoken_day(at.date())}, by {context.clerk}"
    match kind:
        case Exchanged():
            new = " and ".join(card.printed for card in kind.new)
            return f"It was given up for {new} in exchange {kind.sale:06d}, {when}."
        case SaleVoided():
            return f"Its sale was voided and {printed_cents(kind.cents)} given back, {when}."
        case DefectExchanged():
            return f"It was replaced by {kind.new.printed}, {when}."
        case Paid():
            return f"{printed_cents(kind.cents)} were paid on it to {kind.to}, {when}."
        case Stolen():
            return f"It was reported stolen ({kind.reason}), {when}."
        case _:
            return ""


def find_packs(hall: Hall, texts: tuple[str, ...]) -> tuple[PackName, ...]:
    """The packs that labels or `set:first-last` name, each once; of a carton all its packs.

    Raises: Refused.
    """
    with hall.reading() as reader:
        found = [pack for text in texts for pack in _packs_of(reader, text)]
    return tuple(dict.fromkeys(found))


def find_stock(
    hall: Hall, texts: tuple[str, ...]
) -> tuple[tuple[PackName, ...], tuple[CardId, ...]]:
    """Packs by their labels and cards by their codes, each once. Raises: Refused."""
    packs = find_packs(hall, tuple(text for text in texts if is_pack_name(text)))
    return packs, find_cards(hall, tuple(text for text in texts if not is_pack_name(text)))


def _found(hall: Hall, texts: tuple[str, ...]) -> tuple[FoundCard, ...]:
    with hall.reading() as reader:
        return tuple(find_card(hall, reader, text) for text in texts)


def find_card(hall: Hall, reader: Reader, text: str) -> FoundCard:
    """The card that a scan or a typed line names; a typed number needs its check symbol."""
    scan = scan_of(text)
    if isinstance(scan, TypedNumber) and not scan.check:
        named = f"{scan.color} {int(scan.audit_number)}"
        raise refuse("check-differs", named=named, check="(none)")
    return _named(hall, reader, scan)


def _named(hall: Hall, reader: Reader, scan: Scan) -> FoundCard:
    match scan:
        case OutsideScan(token=token):
            return _by_tag(hall, reader, token)
        case InsideScan(token=inside):
            return FoundCard(inside.card, SCANNED, is_open=True)
        case LinearScan(code=code):
            return _of_set(reader, code.set_serial, code.audit_number)
        case PrintedScan(card=card):
            return FoundCard(card, KEYED)
        case TypedNumber():
            return _typed(reader, scan)
        case PackScan():
            raise refuse("card-needed")
        case _:
            assert_never(scan)


def find_spoken_card(hall: Hall, reader: Reader, text: str) -> FoundCard:
    """As `find_card`; where nothing is given for it, color and number are enough."""
    scan = scan_of(text)
    if isinstance(scan, TypedNumber):
        return _typed(reader, scan)
    return find_card(hall, reader, text)


def _by_tag(hall: Hall, reader: Reader, token: OutsideToken) -> FoundCard:
    received = reader.series_of(token.card.set_serial)
    if received is not None:
        try:
            hall.bundle(received).check_outside(token)
        except VerificationError:
            raise refuse("bad-tag", card=token.card.printed) from None
    return FoundCard(token.card, SCANNED)


def _of_set(reader: Reader, serial: str, number: int) -> FoundCard:
    received = reader.series_of(serial)
    if received is None:
        raise refuse("unknown-set", serial=serial)
    return FoundCard(card_of(received.maker, serial, number), KEYED)


def _typed(reader: Reader, typed: TypedNumber) -> FoundCard:
    named = f"{typed.color} {int(typed.audit_number)}"
    candidates = [one for one in _on_sale(reader) if one.color == typed.color]
    if not candidates:
        colors = ", ".join(sorted({one.color for one in _on_sale(reader)})) or "none"
        raise refuse("unknown-name", named=named, colors=colors)
    cards = [
        card_of(one.maker, one.set_serial, AuditNumber(typed.audit_number)) for one in candidates
    ]
    fitting = [card for card in cards if typed.check in {"", card.check}]
    if not fitting:
        raise refuse("check-differs", named=named, check=typed.check)
    if len(fitting) > 1:
        raise refuse("ambiguous", named=named, count=len(fitting))
    return FoundCard(fitting[0], KEYED)


def _on_sale(reader: Reader) -> tuple[Received, ...]:
    evening = reader.evening()
    known = reader.known_series()
    if evening is None:
        return known
    return tuple(one for one in known if one.set_serial in evening.opened.on_sale)


def _packs_of(reader: Reader, text: str) -> tuple[PackName, ...]:
    serial, first, last = pack_range(text)
    if reader.series_of(serial) is None:
        raise refuse("unknown-set", serial=serial)
    packs, number = list[PackName](), first
    while number <= last:
        pack = reader.pack_at(serial, number)
        if pack is None or pack.first != number or pack.last > last:
            raise refuse("unknown-pack", pack=f"{first}-{last}", serial=serial)
        packs.append(PackName(serial, pack.first, pack.last))
        number = pack.last + 1
    return tuple(packs)


def pack_range(text: str) -> tuple[str, int, int]:
    """Set, first and last number from a pack's label or `set:first-last`."""
    typed = _TYPED_PACK.fullmatch(text.strip())
    if typed is not None:
        return typed[1], int(typed[2]), int(typed[3])
    scan = scan_if_any(text)
    if isinstance(scan, PackScan):
        label = scan.label
        return str(label.set_serial), int(label.first), int(label.last)
    raise refuse("pack-needed", named=f"A text of {len(text)} characters")


def is_pack_name(text: str) -> bool:
    """Whether a text names a pack and not a card."""
    try:
        pack_range(text)
    except Refused:
        return False
    return True
