"""What a scanner at the press and at the packing table reads, held against the run's record."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from cardgen.allotment import Allotment
from cardgen.amounts import how_many
from cardgen.card_id import CardId, SetSerial
from cardgen.command_line import say_what_is_awaited
from cardgen.errors import (
    BadValueError,
    ConflictError,
    UnknownWordError,
    UsageError,
    VerificationError,
)
from cardgen.plant.runs import check_not_abandoned
from cardgen.proof.bundle import Bundle, read_bundle
from cardgen.proof.delivery import bundle_name
from cardgen.run_folder import RECORD
from cardgen.run_record import MadeSeries, RunRecord
from cardgen.secret.keystore import read_keys
from cardgen.tokens import InsideToken, LinearCode, OutsideToken, PackLabel, framed

SCAN_CHARACTERS_MAX = 1024


class SheetError(VerificationError):
    """A flat sheet whose two sides are not one card's."""

    code = "sheet-shifted"

    def __init__(self, outside: CardId, inside: CardId) -> None:
        super().__init__(
            f"Outside stands {outside.printed}, inside {inside.printed}: the backs are not on "
            "their fronts. Stop the press and destroy the lift."
        )


class PackError(ConflictError):
    """A pack that is not what its numbers say."""

    code = "pack-differs"

    def __init__(self, why: str, mends: str) -> None:
        super().__init__(f"{why}. {mends}")


@dataclass(frozen=True, slots=True)
class RunOnFloor:
    """A run between press and pack."""

    folder: Path
    plant: Path
    record: RunRecord

    @classmethod
    def read(cls, folder: Path, plant: Path) -> Self:
        """The run in this folder. Raises: BadFileError, SignatureError, RunAbandonedError."""
        record = RunRecord.read(folder, read_keys(plant).chain.plant_key)
        check_not_abandoned(plant, record.run_id)
        return cls(folder, plant, record)

    def made(self, serial: SetSerial) -> MadeSeries:
        """The series of this set. Raises: BadValueError."""
        known = {made.series.set_serial: made for made in self.record.series}
        if serial not in known:
            raise UnknownWordError("The set serial", serial, known)
        return known[serial]

    def bundle(self, serial: SetSerial) -> Bundle:
        """The set's bundle, verified. Raises: BadFileError, BundleError."""
        path = self.folder / RECORD / bundle_name(self.made(serial).series.set_serial)
        return read_bundle(path, read_keys(self.plant).chain.plant_key)


def read_scans(count: int | None, what: str = "Scan a code of each card, one a line") -> list[str]:
    """Lines of standard input up to an empty one; so many, when a number is named."""
    say_what_is_awaited(what)
    scans: list[str] = []
    while len(scans) != count:
        raw = sys.stdin.buffer.readline(SCAN_CHARACTERS_MAX)
        line = framed(raw.decode("utf-8", "replace"))[1]
        if not line:
            break
        scans.append(line)
    if count is not None and len(scans) != count:
        raise UsageError(f"{how_many(len(scans), 'code')} scanned of {count}; scan one a line.")
    return scans


def card_scanned(floor: RunOnFloor, text: str) -> CardId:
    """The card that any of its codes names. Raises: TokenError, BadValueError."""
    if text.startswith("SC1"):
        card = OutsideToken.parse(text).card
    elif text.startswith("SD1"):
        card = InsideToken.parse(text).card
    elif text.startswith("SB"):
        linear = LinearCode.parse(text)
        maker = floor.record.series[0].series.maker
        card = CardId(maker, linear.set_serial, linear.audit_number)
    else:
        card = CardId.parse(text)
    series = floor.made(card.set_serial).series
    if card.maker != series.maker:
        raise BadValueError("The maker", card.maker, series.maker)
    series.card_index(card.audit_number)
    return card


def sheet_scanned(floor: RunOnFloor, scans: list[str]) -> CardId:
    """The one card of both sides of a flat sheet; its code opens its record.

    Raises: SheetError, TokenError, ForeignCardError, CardNotOpenedError.
    """
    texts = sorted(scans)  # SC1 before SD1, in whatever order they were scanned
    outside, inside = OutsideToken.parse(texts[0]), InsideToken.parse(texts[1])
    if outside.card != inside.card:
        raise SheetError(outside.card, inside.card)
    bundle = floor.bundle(outside.card.set_serial)
    bundle.check_outside(outside)
    bundle.open_card(inside)
    return outside.card


def counted_pack(part: Allotment, first: CardId, last: CardId, count: int) -> PackLabel:
    """The pack that begins and ends with these cards, when it holds what it should.

    Raises: PackError.
    """
    if first.set_serial != last.set_serial:
        why = f"The first card is of set {first.set_serial}, the last of {last.set_serial}"
        raise PackError(why, "Part the sets, and scan the pack again.")
    low, high = sorted((int(first.audit_number), int(last.audit_number)))
    for pack in part.manifest_entry.packs:
        there = [n for n in range(pack.first, pack.last + 1) if n not in part.skips]
        if not pack.first <= low <= pack.last:
            continue
        if not there or (low, high) != (there[0], there[-1]):
            ends = f"{there[0]} and {there[-1]}" if there else "no card"
            why = f"It goes from card {low} to card {high}; the pack's ends are {ends}"
            raise PackError(why, "Look for a card of another pack, or note what was destroyed.")
        if count > len(there):
            why = f"{count} cards were counted in a pack of {len(there)}"
            raise PackError(why, "A sheet may be doubled: look for a number that is there twice.")
        if count < len(there):
            why = f"{count} cards were counted in a pack of {len(there)}"
            raise PackError(why, "Find the missing one, or note it as destroyed.")
        return pack
    why = f"Card {low} is beyond what is shipped; the spares in front of it are enough"
    raise PackError(why, "Keep it apart; two people destroy it.")
