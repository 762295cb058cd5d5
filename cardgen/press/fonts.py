"""The three fonts of the house, and how large a text may stand in a space."""

import unicodedata
from dataclasses import dataclass
from functools import cache
from io import BytesIO

from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont

from cardgen.card_design import CardDesign
from cardgen.errors import BadValueError
from cardgen.templates import template_bytes

HEADLINE = "BarlowCondensed-Bold"
TEXT = "BarlowCondensed-Medium"
CODE = "AtkinsonHyperlegible-Bold"  # 0 and O, 1 and I, 6 and 8 cannot be taken for each other
FONTS = {
    HEADLINE: ("barlow-condensed", "BarlowCondensed-Bold.ttf"),
    TEXT: ("barlow-condensed", "BarlowCondensed-Medium.ttf"),
    CODE: ("atkinson-hyperlegible", "AtkinsonHyperlegible-Bold.ttf"),
}
LINE_PITCH = 1.05  # of the font size
CAP_HEIGHT = {HEADLINE: 0.700, TEXT: 0.700, CODE: 0.668}  # of the font size


@dataclass(frozen=True, slots=True)
class FittedText:
    """Lines of one size that fit a space."""

    lines: tuple[str, ...]
    size: float


@dataclass(frozen=True, slots=True)
class Typeface:
    """A font as measured: widths in thousandths of its size."""

    name: str
    font: TTFont

    def width(self, text: str, size: float) -> float:
        """How wide the text is."""
        return float(self.font.stringWidth(text, size))

    def check_drawn(self, what: str, text: str) -> None:
        """Raises: BadValueError, when the font lacks a character of the text."""
        known = self.font.face.charToGlyph
        missing = sorted({character for character in text if ord(character) not in known})
        if missing:
            raise BadValueError(what, text, f"only characters the font has, not {missing[0]!a}")

    def fitted(self, text: str, space: tuple[float, float], sizes: tuple[float, ...]) -> FittedText:
        """The text in the largest of the sizes in which it stands on one line or on two.

        The sizes go down; at the last one a text that still does not fit shrinks to the width.
        """
        width, height = space
        for size in sizes:
            for lines in ways_to_break(text):
                if self._widest(lines, size) <= width and block_height(lines, size) <= height:
                    return FittedText(lines, size)
        lines = min(ways_to_break(text), key=lambda way: self._widest(way, 1))
        return FittedText(lines, min(sizes[-1], width / self._widest(lines, 1)))

    def _widest(self, lines: tuple[str, ...], size: float) -> float:
        return max(self.width(line, size) for line in lines)


def check_drawn_words(hall_name: str, design: CardDesign) -> None:
    """Raises: BadValueError, when the cards' fonts lack a letter that the customer chose."""
    faces = typefaces()
    faces[HEADLINE].check_drawn("The hall's name", composed(hall_name))
    faces[HEADLINE].check_drawn("The game's name", composed(design.game.upper()))
    faces[TEXT].check_drawn("The licence line", composed(design.licence))


@cache
def typefaces() -> dict[str, Typeface]:
    """The fonts of the house, made known to the drawing library."""
    made = {}
    for name, (folder, file) in FONTS.items():
        font = TTFont(name, BytesIO(template_bytes("fonts", folder, file)))
        registerFont(font)
        made[name] = Typeface(name, font)
    return made


def composed(text: str) -> str:
    """The text with its accents joined to their letters, as fonts keep them."""
    return unicodedata.normalize("NFC", text)


def block_height(lines: tuple[str, ...], size: float) -> float:
    """How high lines stand, from the feet of the last to the capitals of the first."""
    return size * (CAP_HEIGHT[HEADLINE] + LINE_PITCH * (len(lines) - 1))


def ways_to_break(text: str) -> list[tuple[str, ...]]:
    """One line; then two, broken at a space, the most even way first; a long word in its middle.

    >>> ways_to_break("Llanfair")
    [('Llanfair',), ('Llan', 'fair')]
    """
    words = text.split(" ")
    if len(words) == 1 and len(text) > 1:
        middle = len(text) // 2
        return [(text,), (text[:middle], text[middle:])]
    two = [(" ".join(words[:place]), " ".join(words[place:])) for place in range(1, len(words))]
    two.sort(key=lambda way: abs(len(way[0]) - len(way[1])))
    return [(text,), *two]
