"""The front of a certificate: what was printed and what it looks like."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from cardgen.amounts import how_many
from cardgen.card_id import AuditNumber
from cardgen.documents.figures import spelled_time
from cardgen.documents.inks import GRAY, HAIRLINE, ink_on, swatch
from cardgen.documents.pen import Box, Pen, Point, fitted, pitch, wrapped
from cardgen.documents.typefaces import body, caption, code, headline
from cardgen.papers.certificate_annex import SKIP_STYLE, has_skips_on_front, skip_lines
from cardgen.papers.certificate_frame import LEFT, RIGHT, WIDTH, draw_frame
from cardgen.papers.certificate_proof import PROOF_TOP, draw_proof, draw_signer
from cardgen.papers.certificate_words import Opening, fine_print, opening
from cardgen.papers.specimen_picture import SIDES
from cardgen.proof.certificate import Certificate

_BADGE = Box(RIGHT - 46.0, 18.5, 46.0, 21.0)
_BAND_HEIGHT = 16.5
_SPECIMEN_WIDTH = 86.0
_CAPTION_WIDTH = 20.0
_VALUE_WIDTH = 63.0
_HASH_SHOWN = 16  # hex digits; the whole hash is in the JSON
_ROW_MAX = 6.6
_FINE = body(7.8)


@dataclass(frozen=True, slots=True)
class Front:
    """The first page; the specimen takes the room that the words leave."""

    certificate: Certificate
    opening: Opening

    @classmethod
    def of(cls, certificate: Certificate) -> Self:
        """The first page of a certificate, its words set."""
        return cls(certificate, opening(certificate))

    @property
    def specimen_room(self) -> Box:
        """Where the specimen's two pages are to stand."""
        top = self._facts_top
        return Box(RIGHT - _SPECIMEN_WIDTH, top, _SPECIMEN_WIDTH, PROOF_TOP - 11.5 - top)

    @property
    def _band_top(self) -> float:
        return self.opening.bottom + 4.6

    @property
    def _facts_top(self) -> float:
        return self._band_top + _BAND_HEIGHT + 5.0

    def draw(self, pen: Pen, places: tuple[Box, ...], page_count: int) -> None:
        """Everything but the specimen's pages, which stand in their places."""
        draw_frame(pen, self.certificate.series.color)
        _draw_title(pen, self.certificate)
        self.opening.draw(pen, self.certificate)
        _draw_band(pen, self.certificate, self._band_top)
        _draw_facts(pen, self.certificate, self._facts_top + 3.0)
        _draw_specimen_words(pen, self.certificate, places)
        draw_proof(pen, self.certificate)
        draw_signer(pen, self.certificate, page_count)


def _draw_title(pen: Pen, certificate: Certificate) -> None:
    pen.text(Point(LEFT, 24), "SEALED BINGO CARDS", caption(12), GRAY)
    title = "Printer\N{RIGHT SINGLE QUOTATION MARK}s certificate"
    pen.text(Point(LEFT, 37), title, headline(38))
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


def _draw_band(pen: Pen, certificate: Certificate, top: float) -> None:
    """What a commissioner asks first, large, side by side."""
    for y in (top, top + _BAND_HEIGHT):
        pen.rule(Point(LEFT, y), Point(RIGHT, y), 0.35)
    left = LEFT
    for name, value, width in _figures(certificate):
        pen.text(Point(left, top + 5.2), name, caption(9.5), GRAY)
        pen.text(Point(left, top + 13.4), value, fitted(value, headline(22), width - 4))
        left += width


def _figures(certificate: Certificate) -> Iterator[tuple[str, str, float]]:
    series = certificate.series
    yield "Number of cards printed", f"{certificate.number_printed:,}", 42.0
    yield "First number", series.first.printed, 36.0
    yield "Last number", AuditNumber(series.last).printed, 36.0
    yield "Numbered consecutively", "Yes" if certificate.numbered_consecutively else "NO", 36.0
    complete = "Yes" if certificate.complete else how_many(len(certificate.skips), "skip")
    yield "Complete", complete, WIDTH - 146.0


def _draw_facts(pen: Pen, certificate: Certificate, y: float) -> None:
    """The facts, as far apart as they may; what holds for every run stands below them."""
    end = LEFT + _CAPTION_WIDTH + _VALUE_WIDTH
    fine = wrapped(fine_print(certificate), _FINE, end - LEFT)
    fine_top = PROOF_TOP - 4.0 - (len(fine) - 1) * pitch(_FINE)
    pen.paragraph(Point(LEFT, fine_top), fine, _FINE, GRAY)
    facts = tuple(_facts(certificate))
    row = min(_ROW_MAX, (fine_top - 6.0 - _skips_height(certificate) - y) / len(facts))
    for name, value in facts:
        pen.text(Point(LEFT, y), name, caption(10), GRAY)
        style = fitted(value, code(9.5), _VALUE_WIDTH)
        pen.text(Point(LEFT + _CAPTION_WIDTH, y), value, style)
        middle = y + row / 2 - 1.1
        pen.rule(Point(LEFT, middle), Point(end, middle), 0.1, HAIRLINE)
        y += row
    _draw_skips(pen, certificate, y)


def _facts(certificate: Certificate) -> Iterator[tuple[str, str]]:
    series = certificate.series
    yield "Series", f"{series.series}, {series.color}, {certificate.role}"
    yield "Set serial", series.set_serial
    yield "Form", f"{series.form}, {how_many(series.faces, 'face')} a card"
    yield "Maker", series.maker
    yield "Hall", certificate.hall
    yield "Order", certificate.order
    yield "Made", spelled_time(certificate.made_at)
    yield "Run", series.run_id.hex()
    yield "First card", series.card_id(series.first).printed
    yield "Last card", series.card_id(series.last).printed
    if certificate.finishing is not None:
        first, last = (AuditNumber(number).printed for number in certificate.finishing.delivered)
        yield "Delivered here", f"{first} to {last}"
    if certificate.stock is not None:
        yield from certificate.stock.rows
    if certificate.printed_for is not None:
        condition, sha256 = (
            certificate.printed_for.condition,
            certificate.printed_for.profile_sha256,
        )
        yield "Printed for", f"{condition}, profile SHA-256 {sha256[:_HASH_SHOWN]}..."


def _skips_height(certificate: Certificate) -> float:
    """How far the last line of the skips stands below the first."""
    if certificate.complete or not has_skips_on_front(certificate):
        return 0.0
    return (len(skip_lines(certificate)) - 1) * pitch(SKIP_STYLE)


def _draw_skips(pen: Pen, certificate: Certificate, y: float) -> None:
    pen.text(Point(LEFT, y), "Skips", caption(10), GRAY)
    at = Point(LEFT + _CAPTION_WIDTH, y)
    if certificate.complete:
        pen.text(at, "none", code(9.5))
    elif has_skips_on_front(certificate):
        pen.paragraph(at, skip_lines(certificate), SKIP_STYLE)
    else:
        pen.text(at, f"{how_many(len(certificate.skips), 'number')}, see page 2", code(9.5))


def _draw_specimen_words(pen: Pen, certificate: Certificate, places: tuple[Box, ...]) -> None:
    for side, place in zip(SIDES, places, strict=True):
        pen.framed(place, 0.15, HAIRLINE)
        middle = place.x + place.width / 2
        pen.centered(
            Point(middle, place.y + place.height + 3.4), f"{side}, unfolded", caption(9), GRAY
        )
    bottom = max(place.y + place.height for place in places)
    told = f"Sample {certificate.specimen}: void, every till refuses it"
    left, right = places[0].x, places[-1].x + places[-1].width
    style = fitted(told, caption(9), _SPECIMEN_WIDTH)
    pen.centered(Point((left + right) / 2, bottom + 7.2), told, style)
