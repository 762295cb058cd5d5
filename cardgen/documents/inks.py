"""The inks of the papers: black, grays, and what a series' color looks like on a screen."""

import tomllib
from functools import cache

from cardgen.color import Color
from cardgen.templates import template_text

Ink = tuple[float, ...]  # one part: gray, 0 is black; three: red, green, blue

BLACK: Ink = (0.0,)
GRAY: Ink = (0.38,)
HAIRLINE: Ink = (0.72,)
WHITE: Ink = (1.0,)

_PAPER = "#FFFFFF"
_LUMINANCE = (0.2126, 0.7152, 0.0722)  # WCAG 2.2, relative luminance
_SRGB_KNEE = 0.04045
_EQUAL_CONTRAST = 0.179  # black and white stand out alike on this luminance


def swatch(word: str) -> Ink:
    """The color of a series; a word for which no ink is kept is shown as white paper."""
    screen = screen_color(word)
    if screen == _PAPER:
        return WHITE
    return tuple(int(screen[start : start + 2], 16) / 255 for start in (1, 3, 5))


def screen_color(word: str) -> str:
    """The same as a page of the web writes it, such as #D1232F."""
    try:
        return _screens()[Color(word)]
    except ValueError:
        return _PAPER


def ink_on(ground: Ink) -> Ink:
    """Black or white, whichever can be read on that ground."""
    return BLACK if _luminance(ground) > _EQUAL_CONTRAST else WHITE


def _luminance(ink: Ink) -> float:
    parts = ink if len(ink) == len(_LUMINANCE) else ink * len(_LUMINANCE)
    return sum(weight * _linear(part) for weight, part in zip(_LUMINANCE, parts, strict=True))


def _linear(part: float) -> float:
    return part / 12.92 if part <= _SRGB_KNEE else ((part + 0.055) / 1.055) ** 2.4


@cache
def _screens() -> dict[Color, str]:
    kept = tomllib.loads(template_text("colors.toml"))
    return {Color(word): entry["screen"] for word, entry in kept.items()}
