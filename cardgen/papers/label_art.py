"""What stands on the label of a pack and of a carton (WAC 230-16-125)."""

from collections.abc import Callable
from dataclasses import dataclass

from cardgen.amounts import how_many, printed_cents
from cardgen.barcodes import QrKind, QrRows, code_128_modules
from cardgen.documents.figures import numbers_in_words
from cardgen.documents.inks import BLACK, HAIRLINE, ink_on, swatch
from cardgen.documents.pen import POINTS_PER_MM, Box, Pen, Point, fitted
from cardgen.documents.typefaces import Style, caption, code, drawable, headline
from cardgen.papers.consignment import Carton, ConsignedSeries, Consignment, Pack
from cardgen.tokens import PackLabel

PACK_QR = QrKind(version=2, level="Q", mask=3)  # 29 characters; the token of a pack has 28
QR_MODULE = 2.88  # points: 12 dots at 300 dpi, the code is one inch wide
QR_INSET = 5.0  # its quiet zone of 4 modules ends 0.9 mm inside the label
LINEAR_MODULE = 0.96  # points: 4 dots at 300 dpi; at most 255 modules, 86.4 mm
LINEAR_HEIGHT = 9.2
SMALLEST = 6.0  # points; what would stand smaller is told in another way

_WORDS_LEFT, _WORDS_WIDTH = 36.5, 61.0  # beside the quiet zone
_BAND_TOP, _BAND_HEIGHT = 3.6, 9.4
_SET_LINE, _NUMBERS_LINE, _CONTENTS_LINE, _SKIPS_LINE = 18.1, 24.5, 29.1, 33.1
_LOWER_TOP = 35.8
_LAST_LINE = 48.1


@dataclass(frozen=True, slots=True)
class LabelPen:
    """What labels are drawn with: a pen, and what makes the codes of so many of them."""

    pen: Pen
    qr_rows: Callable[[str], QrRows]


def draw_pack_label(part: ConsignedSeries, pack: Pack, drawn: LabelPen, label: Box) -> None:
    """One pack: its code twice, what is in it, and what is missing."""
    pen = drawn.pen
    token, entry = pack.label.text, part.entry
    _draw_qr(drawn, label, token)
    words = Box(label.x + _WORDS_LEFT, label.y, _WORDS_WIDTH, label.height)
    _draw_color(pen, words, part)
    place = f"Pack {pack.number} of {len(entry.packs)}"
    _draw_numbers(pen, words, (f"Set {entry.set_serial}", place), pack.label)
    contents = f"{how_many(pack.card_count, 'card')} at {printed_cents(entry.price_cents)}"
    product = f"{part.series.maker}  {part.series.form}"
    _draw_contents(pen, words, (contents, product), pack.skips)
    bars = len(code_128_modules(token)) * LINEAR_MODULE / POINTS_PER_MM
    left = label.x + (label.width - bars) / 2
    pen.linear_code(Point(left, label.y + _LOWER_TOP), token, LINEAR_MODULE, LINEAR_HEIGHT)
    middle = Point(label.x + label.width / 2, label.y + _LAST_LINE)
    pen.centered(middle, token, code(7))


def draw_carton_label(
    consignment: Consignment, part: ConsignedSeries, carton: Carton, drawn: LabelPen, label: Box
) -> None:
    """One carton: whose it is, what is in it, and which of how many it is."""
    series, pen = part.series, drawn.pen
    token = PackLabel(series.maker, series.set_serial, carton.first, carton.last)
    _draw_qr(drawn, label, token.text)
    words = Box(label.x + _WORDS_LEFT, label.y, _WORDS_WIDTH, label.height)
    _draw_color(pen, words, part)
    place = f"Carton {carton.number} of {consignment.carton_count}"
    _draw_numbers(pen, words, (f"Set {part.entry.set_serial}", place), token)
    contents = f"{how_many(len(carton.packs), 'pack')}, {how_many(carton.card_count, 'card')}"
    _draw_contents(pen, words, (contents, carton.pack_numbers), carton.skips)
    _draw_consignee(pen, label, consignment, part)
    pen.text(Point(label.x + QR_INSET, label.y + _LAST_LINE), token.text, code(SMALLEST))


def _draw_qr(drawn: LabelPen, label: Box, token: str) -> None:
    place = Point(label.x + QR_INSET, label.y + QR_INSET)
    drawn.pen.qr_rows(place, drawn.qr_rows(token), QR_MODULE)


def _draw_color(pen: Pen, words: Box, part: ConsignedSeries) -> None:
    """The color as a band with its word in it, so that a black and white print tells it too."""
    ground = swatch(part.series.color)
    band = Box(words.x, words.y + _BAND_TOP, words.width, _BAND_HEIGHT)
    pen.filled(band, ground)
    pen.framed(band, 0.2)
    ink, line = ink_on(ground), band.y + band.height - 2.2
    name = f"{part.color_word}  {part.series.series}"
    style = fitted(name, headline(21), 36)
    pen.text(Point(band.x + 2, line), name, style, ink)
    end = Point(band.x + band.width - 2, line)
    exchange_of = part.entry.exchange_of
    if exchange_of is None:
        pen.right(end, part.role_word.upper(), headline(13), ink)
        return
    pen.right(Point(end.x, line - 2.6), part.role_word.upper(), headline(12), ink)
    pen.right(Point(end.x, line + 1.0), f"for set {exchange_of}", caption(9), ink)


def _draw_numbers(pen: Pen, words: Box, told: tuple[str, str], token: PackLabel) -> None:
    left, end = words.x, words.x + words.width
    pen.text(Point(left, words.y + _SET_LINE), told[0], headline(13))
    pen.right(Point(end, words.y + _SET_LINE), told[1], headline(13))
    printed = f"{token.first.printed} \N{EN DASH} {token.last.printed}"
    style = fitted(printed, code(17.5), words.width)
    pen.text(Point(left, words.y + _NUMBERS_LINE), printed, style)


def _draw_contents(pen: Pen, words: Box, told: tuple[str, str], skips: tuple[int, ...]) -> None:
    left, end, line = words.x, words.x + words.width, words.y + _CONTENTS_LINE
    pen.text(Point(left, line), told[0], headline(11))
    pen.right(Point(end, line), told[1], caption(11))
    if skips:
        text, style = _told_skips(skips, words.width)
        pen.text(Point(left, words.y + _SKIPS_LINE), text, style)


def _told_skips(skips: tuple[int, ...], width: float) -> tuple[str, Style]:
    """The missing numbers, or how many, when they cannot stand on one line."""
    count = how_many(len(skips), "skip")
    text = f"{count}: {', '.join(numbers_in_words(skips))}"
    style = fitted(text, headline(9), width)
    if style.size < SMALLEST:
        return f"{count}: see the packing slip", headline(9)
    return text, style


def _draw_consignee(pen: Pen, label: Box, consignment: Consignment, part: ConsignedSeries) -> None:
    """Who gets it, from whom, what kind of paper it is; a line for a state's stamp."""
    left, end = label.x + QR_INSET, label.x + label.width - 4
    top = label.y + _LOWER_TOP
    pen.rule(Point(left, top), Point(end, top), 0.2, HAIRLINE)
    hall = drawable("The hall's name", consignment.hall_name)
    pen.text(Point(left, top + 4.6), hall, fitted(hall, headline(13), end - left), BLACK)
    manifest, series = consignment.manifest, part.series
    faces = how_many(series.faces, "face")
    product = (
        f"Maker {manifest.maker}, order {manifest.order}. Sealed bingo cards, form {series.form}, "
        f"{faces} a card, color and border {series.color}."
    )
    pen.text(Point(left, top + 8.6), product, fitted(product, caption(9), end - left))
    stamp = "I.D. stamp no."
    pen.text(Point(end - 40, top + 12.2), stamp, caption(9))
    pen.rule(Point(end - 22, top + 12.5), Point(end, top + 12.5), 0.2)
