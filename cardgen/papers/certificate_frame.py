"""The frame of a certificate's pages, in the color of its series."""

from cardgen.documents.inks import BLACK, swatch
from cardgen.documents.pen import PAGE_HEIGHT, PAGE_WIDTH, Box, Pen

LEFT, RIGHT = 20.0, PAGE_WIDTH - 20.0
WIDTH = RIGHT - LEFT

_EDGE = 9.0  # office printers leave the outer 6 mm blank
_BAND = 2.6


def draw_frame(pen: Pen, color: str) -> None:
    """A band in the series' color between two black lines."""
    outer = Box(0, 0, PAGE_WIDTH, PAGE_HEIGHT).inset(_EDGE)
    middle = outer.inset(0.9 + _BAND / 2)
    pen.framed(outer, 0.35, BLACK)
    pen.framed(middle, _BAND, swatch(color))
    pen.framed(outer.inset(1.8 + _BAND), 0.2, BLACK)
