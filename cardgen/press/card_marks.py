"""What differs from card to card, as page content of constant length: numbers, texts, codes."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from cardgen.barcodes import INSIDE_QR, OUTSIDE_QR, QrKind
from cardgen.face import BALL_MAX, COLUMN_HEIGHTS, NUMBERS_PER_FACE
from cardgen.length import Micrometers, points
from cardgen.press.artwork import INSIDE_FORM, OUTSIDE_FORM
from cardgen.press.block_out import (
    MOVED_BYTES,
    RISE_BYTES,
    STEPS,
    add_blots,
    blot_columns,
    complement_columns,
    complement_texts,
    steps_aside,
)
from cardgen.press.codes import code_128_symbols, code_paths, path_bytes, qr_table
from cardgen.press.digits import DIGIT_FONT, LINES_BELOW
from cardgen.press.drawing import Artwork
from cardgen.press.fonts import CAP_HEIGHT, HEADLINE, TEXT, Typeface
from cardgen.press.inks import PageInk
from cardgen.press.layout import CODE_128_MODULES, CodePlace, Layout, TextPlace, dots
from cardgen.press.marks import ProcessingStep
from cardgen.press.pdf_objects import number_text
from cardgen.press.rows import Bytes, Template, hex_bytes, text_table, zero_digits
from cardgen.press_style import CodeForm
from cardgen.printed_batch import CardOutside, PrintedBatch

PLAIN_BYTES = 11  # of a number's text; columns that hold twins need room for the line below
TWIN_BYTES = 14
TWIN_COLUMNS = frozenset({0, 4})
NUMBER_RISE = Micrometers(350)  # above the cell's middle: room for that line
SEQUENCE_DIGITS = 8
BACK_BYTES = 6  # from a middle or an end to where a text begins, such as -12.34 points
DOT_GRID = 0.24  # points: one dot at 300 dpi, so that a code's edges fall between dots
UPSIDE_DOWN_TWINS = frozenset({6, 9, 66, 69})  # 16 and 19 turned are 91 and 61: no such face
"""Numbers that read as others when the card lies upside down; they are underlined."""

AUDIT_NUMBER = slice(12, 19)  # of a printed card id
TEXT_WIDTHS = {
    "front_number": 7,
    "front_card_id": 21,
    "back_number": 7,
    "back_card_id": 21,
    "back_linear_code": 16,
    "inside_card_id": 21,
    "inside_unlock_code": 21,
    "inside_face_number": 7,
    "free_face_number": 7,
}


@dataclass(frozen=True, slots=True)
class Marks:
    """How the marks of a card are painted: from which corner, in which ink, below which steps."""

    layout: Layout
    artwork: Artwork
    margin: Micrometers
    ink: PageInk
    codes: CodeForm = field(default=CodeForm.MASKS, kw_only=True)
    steps: dict[str, tuple[ProcessingStep, ...]]

    def outside(self, form: str = OUTSIDE_FORM) -> Template:
        """The content of an outside page, on top of its artwork."""
        template = self._begun(form)
        template.add(b"BT\n")
        for name in ("back_number", "back_card_id", "back_linear_code"):
            self._add_text(template, name, b"1 0 0 1")
        for name in ("front_number", "front_card_id"):
            self._add_text(template, name, b"-1 0 0 -1")
        template.add(b"ET\n")
        self._add_qr(template, "outside_qr", self.layout.outside_qr, OUTSIDE_QR)
        self._add_code_128(template, self.layout.code_128)
        self._end(template, "outside")
        return template

    def inside(self, form: str = INSIDE_FORM) -> Template:
        """The content of an inside page, on top of its artwork."""
        template = self._begun(form)
        self._add_block_out(template)
        template.add(b"BT\n")
        self._add_text(template, "inside_card_id", b"1 0 0 1")
        template.add(self.ink.tint(self.layout.block_out.code_tint_percent) + b"\n")
        self._add_text(template, "inside_unlock_code", b"1 0 0 1")
        template.add(self.ink.black + b"\n")
        self._add_text(template, "inside_face_number", b"1 0 0 1", back="inside_face_back")
        self._add_text(template, "free_face_number", b"1 0 0 1", back="free_face_back")
        self._add_numbers(template)
        template.add(b"ET\n")
        self._add_qr(template, "inside_qr", self.layout.inside_qr, INSIDE_QR)
        self._end(template, "inside")
        return template

    def _begun(self, form: str) -> Template:
        template = Template()
        template.add(b"/%b Do\nq\n%b\n" % (form.encode("ascii"), self.ink.black))
        return template

    def _end(self, template: Template, side: str) -> None:
        if self.steps:  # only a sheet that is cut has a slug
            self._add_slug(template)
        template.add(b"Q\n")
        for step in self.steps.get(side, ()):
            names = (step.layer.encode("ascii"), step.form.encode("ascii"))
            template.add(b"/OC /%b BDC /%b Do EMC\n" % names)

    def _add_slug(self, template: Template) -> None:
        """The card's place in its set, beside the sheet, where it is cut off."""
        sheet = self.layout.sheet
        up = self._points(sheet.height + sheet.bleed + 4_000)
        at = (number_text(self._points(90_000)), number_text(up))
        font = self.artwork.fonts[TEXT].encode("ascii")
        template.add(b"BT\n/%b 7 Tf 1 0 0 1 %b %b Tm (" % (font, *at))
        template.add_field("sequence", SEQUENCE_DIGITS)
        template.add(b") Tj\nET\n")

    def _add_text(self, template: Template, name: str, turned: bytes, back: str = "") -> None:
        """A text from its place on; with a field that tells how far before its place it begins."""
        place = self.layout.texts[name]
        left, bottom = self._at(place, turned)
        size = _size(place)
        font = self.artwork.fonts[place.font].encode("ascii")
        head = (font, number_text(size), turned, number_text(left), number_text(bottom))
        template.add(b"/%b %b Tf %b %b %b Tm " % head)
        if back:
            template.add_field(back, BACK_BYTES)
            template.add(b" 0 Td ")
        template.add(b"(")
        template.add_field(name, TEXT_WIDTHS[name])
        template.add(b") Tj\n")

    def _at(self, place: TextPlace, turned: bytes) -> tuple[float, float]:
        """Where the text begins on the page; the front panel stands on its head."""
        sheet = self.layout.sheet
        if turned.startswith(b"-"):
            return self._points(sheet.width - place.left), self._points(sheet.height - place.bottom)
        return self._points(place.left), self._points(place.bottom)

    def _add_numbers(self, template: Template) -> None:
        template.add(b"1 0 0 1 0 0 Tm\n")
        for place, step in self._number_steps(template, DIGIT_FONT):
            column, _ = _cells()[place]
            template.add(step)
            template.add_field(f"number_rise_{place}", RISE_BYTES)
            template.add_field(
                f"number_{place}", TWIN_BYTES if column in TWIN_COLUMNS else PLAIN_BYTES
            )
            template.add(b"\n")
        template.add(b"0 Ts\n")

    def _add_block_out(self, template: Template) -> None:
        """The complements of numbers and unlock code, then the blots on top of them.

        What lies at `y` on the face panel meets what lies as far above the fold: mirrored.
        """
        block, sheet = self.layout.block_out, self.layout.sheet
        fold = self._points(sheet.panel_height)
        mirrored = b"1 0 0 -1 0 %b Tm\n" % number_text(2 * fold)
        width = number_text(points(self.layout.numbers.line))
        template.add(b"q %b\nBT 2 Tr %b w\n%b" % (self.ink.paper, width, mirrored))
        for place, step in self._number_steps(template, self.artwork.fonts[HEADLINE]):
            template.add(step)
            template.add_field(f"rise_{place}", RISE_BYTES)
            template.add_field(f"complement_{place}", MOVED_BYTES)
            template.add(b"\n")
        code = self.layout.texts["inside_unlock_code"]
        font, size = self.artwork.fonts[code.font].encode("ascii"), number_text(_size(code))
        left, up = self._points(code.left), 2 * fold - self._points(code.bottom)
        at = (number_text(left), number_text(up))
        template.add(b"0 Ts 0 Tr\n/%b %b Tf 1 0 0 -1 %b %b Tm [(" % (font, size, *at))
        template.add_field("inside_unlock_code", TEXT_WIDTHS["inside_unlock_code"])
        template.add(b")]TJ\n%b\n" % self.ink.black)
        corners = [
            (self._points(box.left), 2 * fold - self._points(box.bottom)) for box in block.boxes
        ]
        add_blots(template, block, corners)
        template.add(b"ET\nQ\n")

    def _number_steps(self, template: Template, font: str) -> Iterator[tuple[int, bytes]]:
        """Sets the numbers' font; then each number's place, and how to get there from the last."""
        size, grid = self.layout.number_points, self.layout.grid
        width, height = grid.width // 5, grid.height // 5
        pitch = round(points(Micrometers(height)), 2)
        template.add(b"/%b %d Tf %b TL\n" % (font.encode("ascii"), size, number_text(pitch)))
        middle = self._points(grid.top - height // 2 + NUMBER_RISE)
        first = round(middle - CAP_HEIGHT[HEADLINE] * size / 2, 2)
        at, last = (0.0, 0.0), (-1, 0)
        for place, (column, row) in enumerate(_cells()):
            across = round(self._points(grid.left + column * width + width // 2), 2)
            up = round(first - row * pitch, 2)
            if last == (column, row - 1):
                yield place, b"T*"
            else:
                yield place, b"%b %b Td" % (number_text(across - at[0]), number_text(up - at[1]))
            at, last = (across, up), (column, row)

    def _add_qr(self, template: Template, name: str, place: CodePlace, kind: QrKind) -> None:
        self._add_mask(template, name, place, (kind.modules, kind.modules))

    def _add_code_128(self, template: Template, place: CodePlace) -> None:
        self._add_mask(template, "code_128", place, (CODE_128_MODULES, 1))

    def _add_mask(
        self, template: Template, name: str, place: CodePlace, modules: tuple[int, int]
    ) -> None:
        """A code as rectangles, or as a mask in hexadecimal, so that no byte of it can end it."""
        columns, rows = modules
        width = points(Micrometers(round(dots(1000 * place.module_dots * columns)))) / 1000
        height = width if rows > 1 else points(place.box.height)
        left, bottom = self._snapped(place.box.left), self._snapped(place.box.bottom)
        if self.codes is CodeForm.PATHS:
            grid = [number_text(x) for x in (width / columns, height / rows, left, bottom)]
            template.add(b"q %b 0 0 %b %b %b cm\n" % tuple(grid))
            template.add_field(name, path_bytes(rows, columns))
            template.add(b"f\nQ\n")
            return
        numbers = [number_text(x) for x in (width, height, left, bottom)]
        template.add(b"q %b 0 0 %b %b %b cm\n" % tuple(numbers))
        template.add(b"BI /IM true /W %d /H %d /BPC 1 /D [1 0] /F /AHx ID\n" % modules)
        template.add_field(name, 2 * -(-columns // 8) * rows)
        template.add(b">\nEI\nQ\n")

    def _snapped(self, length: int) -> float:
        return round(round(self._points(length) / DOT_GRID) * DOT_GRID, 2)

    def _points(self, length: int) -> float:
        return points(Micrometers(length + self.margin))


def card_columns(
    batch: PrintedBatch,
    faces: dict[str, Typeface],
    layout: Layout,
    codes: CodeForm = CodeForm.MASKS,
) -> dict[str, Bytes]:
    """What the fields of both pages are filled with, one row a card."""
    card_ids = _rows(batch, batch.card_ids)
    face_numbers = _rows(batch, batch.face_numbers)
    inside = _rows(batch, batch.inside_tokens)
    free, right = layout.texts["free_face_number"], layout.texts["inside_face_number"]
    columns = _outside_columns(
        card_ids, _rows(batch, batch.outside_tokens), _rows(batch, batch.linear_codes), codes
    )
    columns |= {
        "inside_card_id": card_ids,
        "inside_unlock_code": _rows(batch, batch.unlock_codes),
        "inside_face_number": face_numbers,
        "free_face_number": face_numbers,
        "inside_face_back": backs(faces[right.font], face_numbers, _size(right)),
        "free_face_back": backs(faces[free.font], face_numbers, _size(free) / 2),
        "inside_qr": _drawn_qr(INSIDE_QR, inside, codes),
    }
    numbers = _rows(batch, batch.numbers)
    decoys = _rows(batch, batch.decoys)
    aside = steps_aside(layout.block_out.jitter, layout.number_points)
    rises, moved_texts = complement_texts(
        faces[HEADLINE], layout.block_out.jitter, layout.number_points
    )
    plain, twins = number_texts(faces[HEADLINE], aside)
    for place, (column, _) in enumerate(_cells()):
        texts = twins if column in TWIN_COLUMNS else plain
        chance = decoys[:, NUMBERS_PER_FACE + place]
        columns[f"number_rise_{place}"] = rises[chance >> 4]
        columns[f"number_{place}"] = texts[numbers[:, place], chance % STEPS]
    columns |= blot_columns(decoys, layout.block_out)
    columns |= complement_columns(decoys, numbers, (rises, moved_texts))
    return columns


def outside_columns(card: CardOutside) -> dict[str, Bytes]:
    """What the fields of the outside page of one card are filled with."""
    texts = (card.card_id, card.outside_token, card.linear_code)
    card_ids, tokens, linear_codes = (
        np.frombuffer(text.encode("ascii"), dtype=np.uint8).reshape(1, -1) for text in texts
    )
    return _outside_columns(card_ids, tokens, linear_codes)


def _outside_columns(
    card_ids: Bytes, tokens: Bytes, linear_codes: Bytes, codes: CodeForm = CodeForm.MASKS
) -> dict[str, Bytes]:
    return {
        "card_id": card_ids,
        "front_card_id": card_ids,
        "back_card_id": card_ids,
        "front_number": card_ids[:, AUDIT_NUMBER],
        "back_number": card_ids[:, AUDIT_NUMBER],
        "back_linear_code": linear_codes,
        "outside_qr": _drawn_qr(OUTSIDE_QR, tokens, codes),
        "code_128": _drawn(code_128_symbols(linear_codes), (1, CODE_128_MODULES), codes),
    }


def _drawn_qr(kind: QrKind, tokens: Bytes, codes: CodeForm) -> Bytes:
    symbols = qr_table(kind, tokens.shape[1]).symbols(tokens)
    return _drawn(symbols, (kind.modules, kind.modules), codes)


def _drawn(packed: Bytes, size: tuple[int, int], codes: CodeForm) -> Bytes:
    """Packed modules as page content."""
    return code_paths(packed, *size) if codes is CodeForm.PATHS else hex_bytes(packed)


def _size(place: TextPlace) -> float:
    """The font size in points of a text."""
    return points(place.cap) / CAP_HEIGHT[place.font]


def backs(face: Typeface, numbers: Bytes, size: float) -> Bytes:
    """For each row of digits its width at a size: they are not equally wide.

    Half the size tells how far before its middle the row begins, the whole how far before its end.
    """
    widths = np.zeros(ord("9") + 1)
    for digit in "0123456789":
        widths[ord(digit)] = face.width(digit, size)
    hundredths = np.rint(100 * widths[numbers].sum(axis=1)).astype(np.int64)
    digits = zero_digits(hundredths, BACK_BYTES - 2)
    sign, dot = (np.full((len(digits), 1), ord(mark), dtype=np.uint8) for mark in "-.")
    return np.hstack([sign, digits[:, :-2], dot, digits[:, -2:]])


@cache
def number_texts(face: Typeface, aside: tuple[float, ...]) -> tuple[Bytes, Bytes]:
    """Each number moved by each step: without, and with what tells it from its twin upside down."""
    every = [(number, move) for number in range(BALL_MAX + 1) for move in aside]
    plain = [_number_text(face, number, move, "") for number, move in every]
    twins = [
        _number_text(face, number, move, _line_below(number) if number in UPSIDE_DOWN_TWINS else "")
        for number, move in every
    ]
    shape = (BALL_MAX + 1, len(aside), -1)
    return (
        text_table([text.ljust(PLAIN_BYTES) for text in plain]).reshape(shape),
        text_table([text.ljust(TWIN_BYTES) for text in twins]).reshape(shape),
    )


def _line_below(number: int) -> str:
    return f"({tuple(LINES_BELOW)[len(str(number)) - 1]})"


def _number_text(face: Typeface, number: int, aside: float, line: str) -> str:
    return f"[{face.width(str(number), 1000) / 2 - aside:.0f}{line}({number})]TJ"


def _cells() -> list[tuple[int, int]]:
    """Column and row of each number of a face, as a batch keeps them."""
    cells = []
    for column, height in enumerate(COLUMN_HEIGHTS):
        rows = range(height) if height == 5 else (0, 1, 3, 4)  # noqa: PLR2004 -- the free space
        cells += [(column, row) for row in rows]
    return cells


def _rows(batch: PrintedBatch, column: bytes) -> Bytes:
    return np.frombuffer(column, dtype=np.uint8).reshape(batch.count, -1)
