"""The digits of the playing numbers: dark to the eye, pale to a lamp behind the shut card.

A lamp through paper sees no more than about two lines to the millimeter, and an eye sees six. So a
digit is a solid outline, a gap of bare paper beside it, and a fill: blurred by paper they are one
even tint of the fill, which blots and complement hide; looked at they are a crisp figure. A thicker
line, or one without a gap, is read under a lamp (docs/seal.md).
"""

from dataclasses import dataclass

from cardgen.length import Micrometers, points
from cardgen.press.fonts import HEADLINE, typefaces
from cardgen.press.inks import PageInk
from cardgen.press.layout import FineInk
from cardgen.press.pdf_objects import ObjectStore, dictionary, number_text, reference

DIGIT_FONT = "FDigits"
LINES_BELOW = {"_": "6", "=": "66"}  # codes, and digits as wide; a 9 is as wide as a 6
LINE_FOOT, LINE_HEIGHT = -110, 62  # in thousandths of the font size, from the digits' feet
EM = 1000
BOUNDS = (-50, -150, 1100, 800)
WORDS = "zero one two three four five six seven eight nine underscore underscores"
NAMES = dict(zip("0123456789_=", WORDS.split(" "), strict=True))
TO_UNICODE = b"""/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CMapType 2 def
/CMapName /Digits def
1 begincodespacerange <00> <ff> endcodespacerange
%d beginbfchar
%b
endbfchar
endcmap
end
end"""


@dataclass(frozen=True, slots=True)
class _Glyph:
    """How a digit or a line below is filled, and how its outline is drawn."""

    width: float
    filled: bytes
    outlined: bytes


def digit_font(
    store: ObjectStore, style: FineInk, size: float, ink: PageInk, drawn_with: dict[str, bytes]
) -> bytes:
    """A Type 3 font of the ten digits and of the lines below twins; a reference to it.

    A line below moves nothing on, so that its number is set right over it. `drawn_with` are the
    headline font, named as here, and the states of overprint.
    """
    glyphs = {code: _digit(code) for code in NAMES if code not in LINES_BELOW}
    glyphs |= {code: _line_below(digits) for code, digits in LINES_BELOW.items()}
    procedures = {
        NAMES[code]: reference(store.add_stream({}, _procedure(glyph, style, size, ink)))
        for code, glyph in glyphs.items()
    }
    codes = sorted(map(ord, glyphs))
    widths = [glyphs[chr(code)].width if chr(code) in glyphs else 0 for code in _span(codes)]
    differences = b" ".join(b"%d/%b" % (code, NAMES[chr(code)].encode()) for code in codes)
    unicodes = b"\n".join(b"<%02x> <%04x>" % (code, ord(_said(chr(code)))) for code in codes)
    entries = {
        "Type": b"/Font",
        "Subtype": b"/Type3",
        "FontBBox": b"[%d %d %d %d]" % BOUNDS,
        "FontMatrix": b"[.001 0 0 .001 0 0]",
        "CharProcs": dictionary(procedures),
        "Encoding": b"<</Type/Encoding/Differences[%b]>>" % differences,
        "FirstChar": b"%d" % codes[0],
        "LastChar": b"%d" % codes[-1],
        "Widths": b"[" + b" ".join(map(number_text, widths)) + b"]",
        "Resources": dictionary(drawn_with),
        "ToUnicode": reference(store.add_stream({}, TO_UNICODE % (len(codes), unicodes))),
    }
    return reference(store.add(dictionary(entries)))


def _span(codes: list[int]) -> range:
    return range(codes[0], codes[-1] + 1)


def _said(code: str) -> str:
    return "_" if code in LINES_BELOW else code


def _digit(digit: str) -> _Glyph:
    text = b"BT /%b %d Tf %%d Tr (%b) Tj ET" % (HEADLINE.encode(), EM, digit.encode())
    return _Glyph(typefaces()[HEADLINE].width(digit, EM), text % 0, text % 1)


def _line_below(digits: str) -> _Glyph:
    across = number_text(typefaces()[HEADLINE].width(digits, EM))
    box = b"0 %d %b %d re " % (LINE_FOOT, across, LINE_HEIGHT)
    return _Glyph(0, box + b"f", box + b"S")


def _procedure(glyph: _Glyph, style: FineInk, size: float, ink: PageInk) -> bytes:
    """Fill, then bare paper along the edge, then the line in its middle."""

    def across(length: float) -> bytes:
        return number_text(points(Micrometers(round(length))) * EM / size)

    lines = (
        b"%b 0 d0 1 j" % number_text(glyph.width),
        b"%b %b" % (ink.tint(style.fill_percent), glyph.filled),
        b"%b %b w %b" % (ink.paper, across(style.line + 2 * style.gap), glyph.outlined),
        b"%b %b w %b" % (ink.black, across(style.line), glyph.outlined),
    )
    return b"\n".join(lines)
