"""A pen over one panel: lengths in millimeters from its corner, inks by their meaning."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from reportlab.lib.colors import Color
from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from cardgen.press.fonts import CAP_HEIGHT, HEADLINE, FittedText, Typeface
from cardgen.press.inks import Inks

OVERPRINT = "/GSover gs"


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws on a canvas whose origin is the corner of a panel, in millimeters."""

    canvas: Canvas
    inks: Inks
    faces: dict[str, Typeface]
    overprints: bool

    @contextmanager
    def black(self) -> Iterator[None]:
        """Black ink on top of whatever is there; the series color below stays whole."""
        self.canvas.saveState()
        if self.overprints:
            self.canvas.addLiteral(OVERPRINT)
        self._ink(self.inks.black())
        yield
        self.canvas.restoreState()

    @contextmanager
    def series(self, percent: int) -> Iterator[None]:
        """A tint of the series color."""
        yield from self._with(self.inks.series(percent))

    @contextmanager
    def gray(self, percent: int) -> Iterator[None]:
        """A tint of black."""
        yield from self._with(self.inks.gray(percent))

    @contextmanager
    def paper(self) -> Iterator[None]:
        """Bare paper, knocked out of what is there."""
        yield from self._with(self.inks.paper())

    def _with(self, ink: Color) -> Iterator[None]:
        self.canvas.saveState()
        self._ink(ink)
        yield
        self.canvas.restoreState()

    def _ink(self, ink: Color) -> None:
        self.canvas.setFillColor(ink)
        self.canvas.setStrokeColor(ink)

    def rectangle(self, left: float, bottom: float, width: float, height: float) -> None:
        """A filled rectangle."""
        self.canvas.rect(left * mm, bottom * mm, width * mm, height * mm, stroke=0, fill=1)

    def plate(self, place: tuple[float, float, float, float], radius: float) -> None:
        """A filled rectangle with round corners."""
        left, bottom, width, height = (length * mm for length in place)
        self.canvas.roundRect(left, bottom, width, height, radius * mm, stroke=0, fill=1)

    def frame(self, place: tuple[float, float, float, float], radius: float, line: float) -> None:
        """The outline of a rectangle with round corners."""
        left, bottom, width, height = (length * mm for length in place)
        self.canvas.setLineWidth(line * mm)
        self.canvas.roundRect(left, bottom, width, height, radius * mm, stroke=1, fill=0)

    def disc(self, center: tuple[float, float], diameter: float) -> None:
        """A filled circle."""
        self.canvas.circle(center[0] * mm, center[1] * mm, diameter / 2 * mm, stroke=0, fill=1)

    def ring(self, center: tuple[float, float], diameter: float, line: float) -> None:
        """A circle."""
        self.canvas.setLineWidth(line * mm)
        self.canvas.circle(center[0] * mm, center[1] * mm, diameter / 2 * mm, stroke=1, fill=0)

    def arc(
        self,
        center: tuple[float, float],
        diameter: float,
        angles: tuple[float, float],
        line: float,
    ) -> None:
        """A part of a circle: from an angle in degrees, so many degrees on against the clock."""
        across, up, reach = center[0] * mm, center[1] * mm, diameter / 2 * mm
        self.canvas.setLineWidth(line * mm)
        box = (across - reach, up - reach, across + reach, up + reach)
        self.canvas.arc(*box, startAng=angles[0], extent=angles[1])

    def line(self, start: tuple[float, float], end: tuple[float, float], width: float) -> None:
        """A straight line."""
        self.canvas.setLineWidth(width * mm)
        self.canvas.line(start[0] * mm, start[1] * mm, end[0] * mm, end[1] * mm)

    def polygon(self, corners: list[tuple[float, float]]) -> None:
        """A filled polygon."""
        path = self.canvas.beginPath()
        _trace(path, corners)
        path.close()
        self.canvas.drawPath(path, stroke=0, fill=1)

    def polyline(self, corners: list[tuple[float, float]], width: float) -> None:
        """A line through all the corners."""
        path = self.canvas.beginPath()
        _trace(path, corners)
        self.canvas.setLineWidth(width * mm)
        self.canvas.drawPath(path, stroke=1, fill=0)

    def outline(self, steps: Sequence[tuple[str, tuple[float, ...]]], *, even_odd: bool) -> None:
        """A filled outline of moves (M), lines (L), curves (C) and ends (Z)."""
        path = self.canvas.beginPath()
        draw: dict[str, Callable[..., None]] = {
            "M": path.moveTo,
            "L": path.lineTo,
            "C": path.curveTo,
            "Z": path.close,
        }
        for name, numbers in steps:
            draw[name](*(number * mm for number in numbers))
        self.canvas.drawPath(path, stroke=0, fill=1, fillMode=0 if even_odd else 1)

    @contextmanager
    def inside(self, place: tuple[float, float, float, float], radius: float) -> Iterator[None]:
        """Draws only within a rectangle with round corners."""
        left, bottom, width, height = (length * mm for length in place)
        self.canvas.saveState()
        path = self.canvas.beginPath()
        path.roundRect(left, bottom, width, height, radius * mm)
        self.canvas.clipPath(path, stroke=0, fill=0)
        yield
        self.canvas.restoreState()

    @contextmanager
    def turned(self, about: tuple[float, float], degrees: float) -> Iterator[None]:
        """The same panel, turned about a point that becomes its origin."""
        self.canvas.saveState()
        self.canvas.translate(about[0] * mm, about[1] * mm)
        self.canvas.rotate(degrees)
        yield
        self.canvas.restoreState()

    def text(self, at: tuple[float, float], text: str, cap: float, font: str = HEADLINE) -> None:
        """A text from the left, its capitals so many millimeters high."""
        self.canvas.setFont(font, size_of(cap, font))
        self.canvas.drawString(at[0] * mm, at[1] * mm, text)

    def centered(
        self, at: tuple[float, float], text: str, cap: float, font: str = HEADLINE
    ) -> None:
        """A text about a middle."""
        self.canvas.setFont(font, size_of(cap, font))
        self.canvas.drawCentredString(at[0] * mm, at[1] * mm, text)

    def right(self, at: tuple[float, float], text: str, cap: float, font: str = HEADLINE) -> None:
        """A text up to its right end."""
        self.canvas.setFont(font, size_of(cap, font))
        self.canvas.drawRightString(at[0] * mm, at[1] * mm, text)

    def wide(self, text: str, cap: float, font: str = HEADLINE) -> float:
        """How wide a text stands, in millimeters."""
        return self.faces[font].width(text, size_of(cap, font)) / mm

    def wrapped(self, text: str, width: float, cap: float, font: str) -> list[str]:
        """The text in lines of at most that width."""
        lines: list[str] = simpleSplit(text, font, size_of(cap, font), width * mm)
        return lines

    def shrunk(self, text: str, width: float, cap: float, font: str = HEADLINE) -> float:
        """The height of capitals, at most `cap`, at which the text fits the width."""
        natural = self.wide(text, cap, font)
        return cap if natural <= width else cap * width / natural

    def fitted(self, text: str, space: tuple[float, float], caps: tuple[float, ...]) -> FittedText:
        """The text on one or two lines in a space; its `size` is the font's, in millimeters."""
        sizes = tuple(cap / CAP_HEIGHT[HEADLINE] for cap in caps)
        return self.faces[HEADLINE].fitted(text, space, sizes)


def size_of(cap: float, font: str) -> float:
    """The font size in points whose capitals are so many millimeters high."""
    return cap * mm / CAP_HEIGHT[font]


def _trace(path: PDFPathObject, corners: list[tuple[float, float]]) -> None:
    (first_x, first_y), *rest = corners
    path.moveTo(first_x * mm, first_y * mm)
    for across, up in rest:
        path.lineTo(across * mm, up * mm)
