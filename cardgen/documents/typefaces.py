"""The typefaces of the papers: embedded, measured, and fitted to the room there is."""

import unicodedata
from dataclasses import dataclass
from functools import cache
from io import BytesIO

from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont

from cardgen.errors import BadValueError
from cardgen.templates import template_bytes

_FILES = {
    "BarlowCondensed-Bold": "barlow-condensed",
    "BarlowCondensed-Medium": "barlow-condensed",
    "AtkinsonHyperlegible-Regular": "atkinson-hyperlegible",
    "AtkinsonHyperlegible-Bold": "atkinson-hyperlegible",
}


@dataclass(frozen=True, slots=True)
class Style:
    """A typeface in a size, in points."""

    face: str
    size: float

    def width(self, text: str) -> float:
        """How wide the text stands, in points."""
        return float(_font(self.face).stringWidth(text, self.size))

    def check_written(self, what: str, text: str) -> None:
        """Raises: BadValueError, when the face lacks a character; paper shows no boxes."""
        known = _font(self.face).face.charToGlyph
        missing = [character for character in text if ord(character) not in known]
        if missing:
            raise BadValueError(what, text, f"characters the typeface has, not {missing[0]!a}")

    def shrunk(self, text: str, width: float) -> "Style":
        """This style, or a smaller one in which the text is no wider than that."""
        natural = self.width(text)
        return self if natural <= width else Style(self.face, self.size * width / natural)

    def wrapped(self, text: str, width: float) -> tuple[str, ...]:
        """The text in lines no wider than that; a word is broken only where it must be."""
        lines: list[str] = []
        line = ""
        for word in text.split(" "):
            longer = f"{line} {word}" if line else word
            if self.width(longer) <= width:
                line = longer
                continue
            if line:
                lines.append(line)
            *full, line = self._pieces(word, width)
            lines += full
        return (*lines, line)

    def _pieces(self, word: str, width: float) -> list[str]:
        """One word in pieces that fit."""
        pieces = [""]
        for character in word:
            if pieces[-1] and self.width(pieces[-1] + character) > width:
                pieces.append("")
            pieces[-1] += character
        return pieces


def headline(size: float) -> Style:
    """Titles and names, narrow and heavy."""
    return Style("BarlowCondensed-Bold", size)


def caption(size: float) -> Style:
    """What stands beside a value and says what it is."""
    return Style("BarlowCondensed-Medium", size)


def body(size: float) -> Style:
    """Sentences and hashes."""
    return Style("AtkinsonHyperlegible-Regular", size)


def code(size: float) -> Style:
    """Numbers that people compare: 0 and O, 1 and I, 6 and 8 are told apart."""
    return Style("AtkinsonHyperlegible-Bold", size)


def drawable(what: str, text: str) -> str:
    """The text with its accents joined to their letters, as fonts keep them.

    Raises: BadValueError, when the headline face lacks a character.
    """
    composed = unicodedata.normalize("NFC", text)
    headline(1).check_written(what, composed)
    return composed


def check_written(what: str, text: str) -> None:
    """Raises: BadValueError, when a sentence with this text could not be drawn."""
    body(1).check_written(what, text)


def legible(text: str) -> str:
    """The text with accents joined, and with a question mark for what no face here has.

    For what people typed long ago into a record: the record keeps it, and the paper is drawn.
    """
    known = [_font(face).face.charToGlyph for face in _FILES]
    return "".join(
        character if all(ord(character) in one for one in known) else "?"
        for character in unicodedata.normalize("NFC", text)
    )


def is_legible(text: str) -> bool:
    """Whether the faces have every character of the text."""
    return legible(text) == unicodedata.normalize("NFC", text)


def make_known() -> None:
    """The faces by their names, for the drawing library."""
    for face in _FILES:
        registerFont(_font(face))


@cache
def _font(face: str) -> TTFont:
    """The face under a name of ours: the library's register is shared with the press."""
    file = template_bytes("fonts", _FILES[face], f"{face}.ttf")
    return TTFont(registered(face), BytesIO(file))


def registered(face: str) -> str:
    """The name by which the drawing library knows a face of the papers."""
    return f"papers/{face}"
