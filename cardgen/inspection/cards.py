"""One printed card after another: is it the next, and does its code open what is printed?"""

import re
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from cardgen.errors import BadValueError, CardgenError
from cardgen.face import NUMBERS_PER_FACE, Face
from cardgen.inspected import Finding
from cardgen.inspection.chance import Frequencies, calls_to_full
from cardgen.inspection.press_reading import PrintedCard
from cardgen.proof.bundle import Bundle
from cardgen.proof.record import OpenedCard, open_record
from cardgen.symbols import symbol_bytes
from cardgen.tokens import InsideToken, LinearCode, OutsideToken

_CARD_ID = re.compile(r"[0-9A-Z]{4}-[0-9]{6}-[0-9]{7}-[0-9A-Z]", re.ASCII)
_NUMBER = re.compile(r"[0-9]{7}", re.ASCII)


@dataclass(slots=True)
class Seen:
    """What is kept of a run's cards: 48 bytes a face, and four numbers; secret like the cards."""

    arranged: bytearray = field(default_factory=bytearray, repr=False)
    face_numbers: "array[int]" = field(default_factory=lambda: array("L"), repr=False)
    outside: "array[int]" = field(default_factory=lambda: array("Q"), repr=False)
    audit_numbers: "array[int]" = field(default_factory=lambda: array("L"))
    serials: list[tuple[int, str]] = field(default_factory=list)  # from which face on, which set
    frequencies: Frequencies = field(default_factory=Frequencies, repr=False)
    calls: Counter[int] = field(default_factory=Counter, repr=False)

    @property
    def count(self) -> int:
        """How many faces were opened."""
        return len(self.face_numbers)

    def numbers(self, face: int) -> bytes:
        """The numbers of a face as they are arranged."""
        return bytes(self.arranged[face * NUMBERS_PER_FACE : (face + 1) * NUMBERS_PER_FACE])

    def number_set(self, face: int) -> bytes:
        """The numbers of a face, whatever their arrangement."""
        return bytes(sorted(self.numbers(face)))

    def name(self, face: int) -> str:
        """The card on which a face stands, for a finding."""
        serial = next(serial for start, serial in reversed(self.serials) if start <= face)
        return f"{serial}-{self.audit_numbers[face]:07d}"

    def take(self, outside: OutsideToken, opened: OpenedCard) -> None:
        """Keep an opened card's faces."""
        tag = int.from_bytes(symbol_bytes(outside.outer_tag[:8]), "big")
        for place, face in enumerate(opened.faces):
            numbers = face.face.numbers
            self.arranged += bytes(numbers)
            self.face_numbers.append(int(face.face_number))
            self.outside.append(tag)
            self.audit_numbers.append(int(opened.card.audit_number))
            self.frequencies.add(numbers)
            seed = f"{opened.card.printed} {place}".encode()
            self.calls[calls_to_full(numbers, seed)] += 1


class SeriesReader:
    """Takes the printed cards of one series in order; `findings` grow as it reads."""

    def __init__(self, bundle: Bundle, seen: Seen) -> None:
        self._bundle, self._seen = bundle, seen
        self._expected = int(bundle.series.first)
        self.findings: list[Finding] = []
        self.found = self.opened = 0
        seen.serials.append((seen.count, bundle.series.set_serial))

    def take(self, printed: PrintedCard) -> None:
        """The next card of the press files."""
        self.found += 1
        if not printed.outside_token or not printed.inside_token:
            self._find("unreadable-code", "a QR code cannot be read", f"page {2 * self.found - 1}")
            return
        try:
            outside = OutsideToken.parse(printed.outside_token)
            self._check_number(outside)
            self._bundle.check_outside(outside)
            opened = self._opened(outside, printed)
        except CardgenError as error:
            self._find(error.code, str(error), f"page {2 * self.found - 1}")
            return
        self._check_outside(outside, printed)
        self._check_inside(opened, printed)
        self._seen.take(outside, opened)
        self.opened += 1

    def begin(self, number: int) -> None:
        """The next card is this one, whatever came before it."""
        self._expected = number

    def end_at(self, last: int) -> None:
        """The card before was the last that is due."""
        if self._expected != last + 1:
            why = f"the last card read is {self._expected - 1}, number {last} is due"
            self._find("count", why)

    def end(self) -> None:
        """No card is left; what was not there is found now."""
        series = self._bundle.series
        if self.found != series.count:
            self._find("count", f"{self.found} cards were found, {series.count} were made")

    def _check_number(self, outside: OutsideToken) -> None:
        number = outside.card.audit_number
        if number != self._expected:
            why = f"number {number} follows where {self._expected} is due"
            self._find("not-consecutive", why, outside.card.printed)
        self._expected = number + 1

    def _opened(self, outside: OutsideToken, printed: PrintedCard) -> OpenedCard:
        """The record behind the inside's code; its leaf is one of those under the signed root."""
        token = InsideToken.parse(printed.inside_token)
        if (token.card, token.form) != (outside.card, outside.form):
            why = f"its inside is that of {token.card.printed}"
            self._find("other-inside", why, outside.card.printed)
        if token.unlock_code.printed not in printed.inside_texts:
            why = "its code in letters is not the code in the QR code"
            self._find("other-letters", why, outside.card.printed)
        bundle = self._bundle
        record = bundle.record(token.card.audit_number)
        return open_record(bundle.series_hash, token.card, token.unlock_code, record)

    def _check_outside(self, outside: OutsideToken, printed: PrintedCard) -> None:
        card = outside.card
        linear = LinearCode(card.set_serial, card.audit_number).text
        if printed.linear_code != linear or linear not in printed.outside_texts:
            self._find("other-linear-code", "its linear code is of another card", card.printed)
        for texts in (printed.outside_texts, printed.inside_texts):
            if {text for text in texts if _CARD_ID.fullmatch(text)} != {card.printed}:
                self._find("other-card-id", "a card id in letters is not its own", card.printed)
        numbers = {text for text in printed.outside_texts if _NUMBER.fullmatch(text)}
        if numbers != {card.audit_number.printed}:
            self._find("other-number", "a number in letters outside is not its own", card.printed)

    def _check_inside(self, opened: OpenedCard, printed: PrintedCard) -> None:
        name = opened.card.printed
        if any(face.face_number not in printed.inside_texts for face in opened.faces):
            self._find("other-face-number", "its face number is not the one sealed", name)
        try:
            faces = tuple(_faces(printed.columns, len(opened.faces)))
        except BadValueError:
            self._find("no-face", "what is printed inside is no bingo face", name)
            return
        if faces != tuple(face.face for face in opened.faces):
            self._find("other-numbers", "the numbers printed are not those sealed", name)

    def _find(self, code: str, why: str, card: str = "") -> None:
        serial = self._bundle.series.set_serial
        where = f"Card {card}" if card else f"Set {serial}"
        named = (card,) if card else ()
        self.findings.append(Finding(code, f"{where}: {why.rstrip('.')}.", named))


def _faces(columns: tuple[tuple[int, ...], ...], count: int) -> Iterator[Face]:
    """The faces that are printed side by side. Raises: BadValueError."""
    per_face = len(columns) // max(1, count)
    for face in range(count):
        yield Face(columns[face * per_face : (face + 1) * per_face])


def repeated_sets(seen: Seen) -> Iterable[Finding]:
    """Faces of a run that hold the same 24 numbers, arranged alike or not."""
    order = sorted(range(seen.count), key=seen.number_set)
    for face, other in pairwise(order):
        if seen.number_set(face) == seen.number_set(other):
            names = (seen.name(face), seen.name(other))
            is_copy = seen.numbers(face) == seen.numbers(other)
            what = "the same face" if is_copy else "the same 24 numbers, rearranged"
            code = "copy" if is_copy else "rearranged-copy"
            yield Finding(code, f"Cards {names[0]} and {names[1]} hold {what}.", names)


def repeated_face_numbers(seen: Seen) -> Iterable[Finding]:
    """Faces of one series with the same face number."""
    starts = [start for start, _ in seen.serials] + [seen.count]
    for start, end in pairwise(starts):
        order = sorted(range(start, end), key=seen.face_numbers.__getitem__)
        for face, other in pairwise(order):
            if seen.face_numbers[face] == seen.face_numbers[other]:
                names = (seen.name(face), seen.name(other))
                why = f"Cards {names[0]} and {names[1]} have the same face number."
                yield Finding("face-number-twice", why, names)
