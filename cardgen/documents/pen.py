"""A pen over a Letter page: millimeters from its top left corner, points only at the edge."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any, NamedTuple

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from cardgen.barcodes import QrKind, QrRows, code_128_modules, qr_modules
from cardgen.documents.inks import BLACK, Ink
from cardgen.documents.typefaces import Style, body, make_known, registered

PAGE_WIDTH = 215.9  # Letter, ANSI/ASME Y14.1
PAGE_HEIGHT = 279.4
LINE_PITCH = 1.32  # of the size of the type
POINTS_PER_MM = mm
_DARK = re.compile(rb"\x01+")


class Point(NamedTuple):
    """A place on the page."""

    x: float
    y: float


class Box(NamedTuple):
    """A rectangle on the page, by its top left corner."""

    x: float
    y: float
    width: float
    height: float

    def inset(self, by: float) -> "Box":
        """The rectangle inside it at that distance."""
        return Box(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws on one document; texts stand on the baseline that is named."""

    canvas: Canvas

    def text(self, at: Point, text: str, style: Style, ink: Ink = BLACK) -> None:
        """A text from the left."""
        self._set(style, ink, text)
        self.canvas.drawString(at.x * mm, _up(at.y), text)

    def right(self, at: Point, text: str, style: Style, ink: Ink = BLACK) -> None:
        """A text up to its right end."""
        self._set(style, ink, text)
        self.canvas.drawRightString(at.x * mm, _up(at.y), text)

    def centered(self, at: Point, text: str, style: Style, ink: Ink = BLACK) -> None:
        """A text about its middle."""
        self._set(style, ink, text)
        self.canvas.drawCentredString(at.x * mm, _up(at.y), text)

    def paragraph(self, at: Point, lines: tuple[str, ...], style: Style, ink: Ink = BLACK) -> float:
        """Lines below each other; the baseline of the next one."""
        for place, line in enumerate(lines):
            self.text(Point(at.x, at.y + place * pitch(style)), line, style, ink)
        return at.y + len(lines) * pitch(style)

    def filled(self, box: Box, ink: Ink) -> None:
        """A filled rectangle."""
        self._fill(ink)
        self.canvas.rect(*_rectangle(box), stroke=0, fill=1)

    def framed(self, box: Box, weight: float, ink: Ink = BLACK) -> None:
        """The outline of a rectangle; the weight in millimeters."""
        self._stroke(weight, ink)
        self.canvas.rect(*_rectangle(box), stroke=1, fill=0)

    def rule(self, start: Point, end: Point, weight: float, ink: Ink = BLACK) -> None:
        """A straight line; the weight in millimeters."""
        self._stroke(weight, ink)
        self.canvas.line(start.x * mm, _up(start.y), end.x * mm, _up(end.y))

    def qr(self, at: Point, text: str, kind: QrKind, module: float) -> None:
        """A QR code in black, its modules in points; the quiet zone is left to the page."""
        self.qr_rows(at, qr_modules(text, kind), module)

    def qr_rows(self, at: Point, rows: QrRows, module: float) -> None:
        """A QR code whose modules are known."""
        runs = [
            f"{start} {len(rows) - 1 - down} {length} 1 re"
            for down, row in enumerate(rows)
            for start, length in _dark_runs(row)
        ]
        self._modules(at, (module, module), len(rows) * module, runs)

    def linear_code(self, at: Point, text: str, module: float, height: float) -> None:
        """A Code 128 in black: module in points, height in millimeters."""
        runs = [f"{start} 0 {length} 1 re" for start, length in _dark_runs(code_128_modules(text))]
        self._modules(at, (module, height * mm), height * mm, runs)

    def _modules(
        self, at: Point, module: tuple[float, float], height: float, runs: list[str]
    ) -> None:
        """One path of whole modules: no seams between them, and black ink only."""
        across, down = (f"{side:.5f}" for side in module)
        place = f"{at.x * mm:.5f} {_up(at.y) - height:.5f}"
        self.canvas.addLiteral(f"q 0 g {across} 0 0 {down} {place} cm {' '.join(runs)} f Q")

    def _set(self, style: Style, ink: Ink, text: str) -> None:
        style.check_written("A text", text)
        self._fill(ink)
        self.canvas.setFont(registered(style.face), style.size)

    def _fill(self, ink: Ink) -> None:
        if len(ink) == 1:
            self.canvas.setFillGray(*ink)
        else:
            self.canvas.setFillColorRGB(*ink)

    def _stroke(self, weight: float, ink: Ink) -> None:
        self.canvas.setLineWidth(weight * mm)
        if len(ink) == 1:
            self.canvas.setStrokeGray(*ink)
        else:
            self.canvas.setStrokeColorRGB(*ink)


@dataclass(frozen=True, slots=True)
class Draft:
    """A document that is being drawn, page by page."""

    buffer: BytesIO
    pen: Pen

    def end_page(self) -> None:
        """What is drawn from now on stands on the next page."""
        self.pen.canvas.showPage()

    def drawn(self) -> bytes:
        """The document, before it is finished for keeping."""
        self.pen.canvas.save()
        return self.buffer.getvalue()


def new_draft() -> Draft:
    """An empty document of Letter pages; no page names a font that is not embedded."""
    make_known()
    buffer = BytesIO()
    size = (PAGE_WIDTH * mm, PAGE_HEIGHT * mm)
    # The type stubs take the first font's name for a number.
    options: dict[str, Any] = {"initialFontName": registered(body(1).face)}
    canvas = Canvas(buffer, pagesize=size, invariant=1, pageCompression=0, **options)
    return Draft(buffer, Pen(canvas))


def pitch(style: Style) -> float:
    """From one baseline to the next, in millimeters."""
    return style.size * LINE_PITCH / mm


def fitted(text: str, style: Style, width: float) -> Style:
    """The style, or a smaller one, in which the text is no wider than so many millimeters."""
    return style.shrunk(text, width * mm)


def wrapped(text: str, style: Style, width: float) -> tuple[str, ...]:
    """The text in lines no wider than so many millimeters."""
    return style.wrapped(text, width * mm)


def _up(y: float) -> float:
    return (PAGE_HEIGHT - y) * mm


def _rectangle(box: Box) -> tuple[float, float, float, float]:
    return box.x * mm, _up(box.y + box.height), box.width * mm, box.height * mm


def _dark_runs(row: bytes) -> Iterator[tuple[int, int]]:
    """Where runs of dark modules start, and how long they are."""
    for run in _DARK.finditer(row):
        yield run.start(), run.end() - run.start()
