"""The inks of a card: a spot color and black on the press, their likeness on a screen."""

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from reportlab.lib.colors import CMYKColor, CMYKColorSep, Color, HexColor

from cardgen import color as words
from cardgen.errors import BadValueError
from cardgen.press.pdf_objects import number_text
from cardgen.templates import template_text


@dataclass(frozen=True, slots=True)
class SeriesInk:
    """The ink of one color word."""

    word: words.Color
    plate: str
    cmyk_percent: tuple[int, int, int, int]
    screen: str
    pattern: str


class Inks(Protocol):
    """What the artwork draws with; `percent` is the share of paper that is covered."""

    @property
    def pattern(self) -> str:
        """The name of the pattern that tells the color without seeing it."""

    def series(self, percent: int) -> Color:
        """The series color."""

    def black(self) -> Color:
        """Text, rules and codes."""

    def gray(self, percent: int) -> Color:
        """A tint of black."""

    def paper(self) -> Color:
        """Nothing printed, whatever lies below."""


@dataclass(frozen=True, slots=True)
class PageInk:
    """How the content of a page names black, gray and bare paper; lines and fills alike."""

    black: bytes
    paper: bytes
    gray: bytes  # of what is filled, with room for a share: of ink, or of light
    is_ink: bool

    def tint(self, percent: int) -> bytes:
        """So many percent of black, for what is filled."""
        return self.gray % number_text((percent if self.is_ink else PERCENT - percent) / PERCENT)


PERCENT = 100
PLATES = PageInk(
    b"/GSover gs 0 0 0 1 k 0 0 0 1 K",
    b"/GSknock gs 0 0 0 0 k 0 0 0 0 K",
    b"/GSover gs 0 0 0 %b k",
    is_ink=True,
)
SCREEN = PageInk(b"0 g 0 G", b"1 g 1 G", b"%b g", is_ink=False)


@dataclass(frozen=True, slots=True)
class PressInks:
    """A plate for the series color, and black on top of it."""

    ink: SeriesInk

    @property
    def pattern(self) -> str:
        """The name of the color's pattern."""
        return self.ink.pattern

    def series(self, percent: int) -> Color:
        """A tint of the series' own plate."""
        cyan, magenta, yellow, black = (share / 100 for share in self.ink.cmyk_percent)
        return CMYKColorSep(
            cyan, magenta, yellow, black, spotName=self.ink.plate, density=percent / 100
        )

    def black(self) -> Color:
        """The black plate alone."""
        return CMYKColor(0, 0, 0, 1)

    def gray(self, percent: int) -> Color:
        """A tint of the black plate alone."""
        return CMYKColor(0, 0, 0, percent / 100)

    def paper(self) -> Color:
        """All plates left blank."""
        return CMYKColor(0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class ProcessInks(PressInks):
    """Four plates for all colors: the series color as its likeness, black on top of it."""

    def series(self, percent: int) -> Color:
        """A tint of the likeness."""
        cyan, magenta, yellow, black = (share * percent / 10_000 for share in self.ink.cmyk_percent)
        return CMYKColor(cyan, magenta, yellow, black)


@dataclass(frozen=True, slots=True)
class ScreenInks:
    """The same card in red, green and blue, for screens and certificates."""

    ink: SeriesInk

    @property
    def pattern(self) -> str:
        """The name of the color's pattern."""
        return self.ink.pattern

    def series(self, percent: int) -> Color:
        """The color, mixed with the white of the paper."""
        full = HexColor(self.ink.screen)
        share = percent / 100
        return Color(*(round(1 - share * (1 - part), 4) for part in full.rgb()))

    def black(self) -> Color:
        """Black."""
        return Color(0, 0, 0)

    def gray(self, percent: int) -> Color:
        """Black, mixed with the white of the paper."""
        return Color(*([1 - percent / 100] * 3))

    def paper(self) -> Color:
        """White."""
        return Color(1, 1, 1)


def series_ink(word: str) -> SeriesInk:
    """The ink of a color word.

    Raises: BadValueError, when no ink of that name is kept.
    """
    return all_inks()[words.Color.parse(word)]


@cache
def all_inks() -> dict[words.Color, SeriesInk]:
    """Every ink of templates/colors.toml, by its word."""
    read = tomllib.loads(template_text("colors.toml"))
    return {words.Color.parse(word): _ink(word, entry) for word, entry in read.items()}


def _ink(word: str, entry: dict[str, object]) -> SeriesInk:
    match entry:
        case {
            "plate": str(plate),
            "cmyk": [int(cyan), int(magenta), int(yellow), int(black)],
            "screen": str(screen),
            "pattern": str(pattern),
        }:
            percent = (cyan, magenta, yellow, black)
            return SeriesInk(words.Color.parse(word), plate, percent, screen, pattern)
        case _:
            expected = "plate, cmyk, screen, pattern"
            raise BadValueError(f"The ink {word} in colors.toml", entry, expected)
