"""The front of a certificate: what was printed and what it looks like."""

from collections.abc import Iterator

from cardgen.card_id import AuditNumber
from cardgen.papers.certificate_annex import (
    SKIP_STYLE,
    has_skips_on_front,
    skip_lines,
)
from cardgen.papers.certificate_frame import LEFT, RIGHT, WIDTH, draw_frame
from cardgen.papers.certificate_proof import draw_proof, draw_signer
from cardgen.papers.figures import counted, spelled_time
from cardgen.papers.inks import GRAY, HAIRLINE, ink_on, swatch
from cardgen.papers.pen import Box, Pen, Point, fitted, pitch, wrapped
from cardgen.papers.specimen_picture import SIDES
from cardgen.papers.typefaces import Style, body, caption, code, drawable, headline
from cardgen.proof.certificate import Certificate

SPECIMEN_ROOM = Box(RIGHT - 82.0, 97.0, 82.0, 88.0)

_BADGE = Box(RIGHT - 46.0, 18.5, 46.0, 21.0)
_HALL_LINE = 52.0
_FIGURES_TOP = 75.0
_FACTS_TOP = 97.0
_CAPTION_WIDTH = 21.0
_VALUE_WIDTH = 62.0
_ROW = 6.6


def draw_front(
    pen: Pen, certificate: Certificate, places: tuple[Box, ...], *, page_count: int
) -> None:
    """Everything on the first page but the specimen's pages, which stand in their places."""
    draw_frame(pen, certificate.series.color)
    _draw_title(pen, certificate)
    _draw_statement(pen, certificate)
    _draw_figures(pen, certificate)
    _draw_facts(pen, certificate)
    _draw_specimen_words(pen, certificate, places)
    draw_proof(pen, certificate)
    draw_signer(pen, certificate)
    if page_count > 1:
        pen.right(Point(RIGHT, 265.5), f"Page 1 of {page_count}", caption(9), GRAY)


def _draw_title(pen: Pen, certificate: Certificate) -> None:
    pen.text(Point(LEFT, 24), "SEALED BINGO CARDS", caption(12), GRAY)
    title = "Printer\N{RIGHT SINGLE QUOTATION MARK}s certificate"
    pen.text(Point(LEFT, 36.5), title, headline(38))
    ground = swatch(certificate.series.color)
    ink = ink_on(ground)
    pen.filled(_BADGE, ground)
    pen.framed(_BADGE, 0.2)
    middle = _BADGE.x + _BADGE.width / 2
    word = certificate.series.color.upper()
    style = fitted(word, headline(30), _BADGE.width - 6)
    pen.centered(Point(middle, _BADGE.y + 11.2), word, style, ink)
    under = f"Series {certificate.series.series}   Set {certificate.series.set_serial}"
    style = fitted(under, headline(12), _BADGE.width - 4)
    pen.centered(Point(middle, _BADGE.y + 17.6), under, style, ink)


def _draw_statement(pen: Pen, certificate: Certificate) -> None:
    maker = certificate.series.maker
    pen.text(Point(LEFT, _HALL_LINE - 7.5), f"Maker {maker} states for", body(10), GRAY)
    hall = drawable("The hall's name", certificate.hall_name)
    style, lines = _hall_lines(hall)
    below = pen.paragraph(Point(LEFT, _HALL_LINE), lines, style)
    words = wrapped(statement(certificate), body(10.5), WIDTH)
    pen.paragraph(Point(LEFT, below - pitch(style) + 6.6), words, body(10.5))


def _hall_lines(hall: str) -> tuple[Style, tuple[str, ...]]:
    """The hall's name on one line in the largest type that fits, else on two."""
    large = headline(24)
    one_line = fitted(hall, large, WIDTH)
    smallest = 17
    if one_line.size >= smallest:
        return one_line, (hall,)
    style = headline(smallest)
    lines = wrapped(hall, style, WIDTH)
    return style, lines


def statement(certificate: Certificate) -> str:
    """What the maker states, in one sentence or two."""
    series = certificate.series
    cards = "card" if certificate.number_printed == 1 else "cards"
    first, last = series.first.printed, AuditNumber(series.last).printed
    numbered = "are" if certificate.numbered_consecutively else "are NOT"
    stated = (
        f"that {certificate.number_printed:,} sealed bingo {cards} of series {series.series}, "
        f"{series.color}, were printed under order {certificate.order}, and that they {numbered} "
        f"numbered consecutively, from {first} to {last}"
    )
    if certificate.complete:
        return f"{stated}, without a gap."
    return f"{stated}. {_told_skips(certificate)}"


def _told_skips(certificate: Certificate) -> str:
    skipped = counted(len(certificate.skips), "number")
    is_or_are = "is" if len(certificate.skips) == 1 else "are"
    return f"{skipped} between them {is_or_are} missing and {is_or_are} listed here."


def _draw_figures(pen: Pen, certificate: Certificate) -> None:
    """What a commissioner asks first, large, in five columns."""
    pen.rule(Point(LEFT, _FIGURES_TOP), Point(RIGHT, _FIGURES_TOP), 0.35)
    pen.rule(Point(LEFT, _FIGURES_TOP + 16.5), Point(RIGHT, _FIGURES_TOP + 16.5), 0.35)
    left = LEFT
    for name, value, width in _figures(certificate):
        pen.text(Point(left, _FIGURES_TOP + 5.2), name, caption(9.5), GRAY)
        style = fitted(value, headline(22), width - 4)
        pen.text(Point(left, _FIGURES_TOP + 13.4), value, style)
        left += width


def _figures(certificate: Certificate) -> Iterator[tuple[str, str, float]]:
    series = certificate.series
    yield "Number of cards printed", f"{certificate.number_printed:,}", 42.0
    yield "First number", series.first.printed, 36.0
    yield "Last number", AuditNumber(series.last).printed, 36.0
    yield "Numbered consecutively", "Yes" if certificate.numbered_consecutively else "NO", 36.0
    missing = "Yes" if certificate.complete else counted(len(certificate.skips), "skip")
    yield "Complete", missing, WIDTH - 150.0


def _draw_facts(pen: Pen, certificate: Certificate) -> None:
    y = _FACTS_TOP + 3.2
    for name, value in _facts(certificate):
        pen.text(Point(LEFT, y), name, caption(10), GRAY)
        style = fitted(value, code(9.5), _VALUE_WIDTH)
        pen.text(Point(LEFT + _CAPTION_WIDTH, y), value, style)
        pen.rule(
            Point(LEFT, y + 2.2),
            Point(LEFT + _CAPTION_WIDTH + _VALUE_WIDTH, y + 2.2),
            0.1,
            HAIRLINE,
        )
        y += _ROW
    _draw_skips(pen, certificate, y)


def _facts(certificate: Certificate) -> Iterator[tuple[str, str]]:
    series = certificate.series
    yield "Series", series.series
    yield "Color", series.color
    yield "Set serial", series.set_serial
    yield "Form", f"{series.form}, {counted(series.faces, 'face')} a card"
    yield "Maker", series.maker
    yield "Hall", certificate.hall
    yield "Order", certificate.order
    yield "Made", spelled_time(certificate.made_at)
    yield "Run", series.run_id.hex()
    first, last = series.first, AuditNumber(series.last)
    yield "First card", series.card_id(first).printed
    yield "Last card", series.card_id(last).printed


def _draw_skips(pen: Pen, certificate: Certificate, y: float) -> None:
    pen.text(Point(LEFT, y), "Skips", caption(10), GRAY)
    at = Point(LEFT + _CAPTION_WIDTH, y)
    if certificate.complete:
        pen.text(at, "none", code(9.5))
    elif has_skips_on_front(certificate):
        pen.paragraph(at, skip_lines(certificate), SKIP_STYLE)
    else:
        pen.text(at, f"{counted(len(certificate.skips), 'number')}, see page 2", code(9.5))


def _draw_specimen_words(pen: Pen, certificate: Certificate, places: tuple[Box, ...]) -> None:
    for side, place in zip(SIDES, places, strict=True):
        pen.framed(place, 0.15, HAIRLINE)
        middle = place.x + place.width / 2
        pen.centered(Point(middle, place.y + place.height + 3.6), side, caption(9), GRAY)
    bottom = max(place.y + place.height for place in places)
    told = f"Specimen {drawable('The specimen', certificate.specimen)}, void everywhere"
    middle = SPECIMEN_ROOM.x + SPECIMEN_ROOM.width / 2
    style = fitted(told, caption(9.5), SPECIMEN_ROOM.width)
    pen.centered(Point(middle, bottom + 7.6), told, style)
