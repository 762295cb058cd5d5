"""The pictures on the front: three covers, each in the series color and black alone."""

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi, sin

from cardgen.card_design import Cover
from cardgen.face import COLUMN_NAMES
from cardgen.press.fonts import HEADLINE, composed
from cardgen.press.motifs import draw_ball, draw_band
from cardgen.press.patterns import Place
from cardgen.press.pen import Pen

RADIUS = 4.0
RIBBON_CAP = 2.6
GAME_CAP = 4.4
RAYS = 28
BULB, BULB_PITCH = 2.0, 3.9
TILTS = (7.0, -5.0, 4.0, -4.0, 6.0)


@dataclass(frozen=True, slots=True)
class CoverWords:
    """What a cover says: what the card is, and the game's name, which may be missing."""

    sealed: str
    game: str


def draw_cover(pen: Pen, cover: Cover, place: Place, words: CoverWords) -> None:
    """One of the covers in its place."""
    _COVERS[cover](pen, place, words)


def _classic(pen: Pen, place: Place, words: CoverWords) -> None:
    """The color's own pattern, five balls on a bow."""
    left, bottom, width, height = place
    draw_band(pen, place, RADIUS)
    _ribbon(pen, (left + width / 2, bottom + height - 6.2), words.sealed, width - 16)
    middle = bottom + (height - 7) / 2 + (1.6 if words.game else -2)
    for step, letter in enumerate(COLUMN_NAMES):
        rise = (0, 1.6, 2.2, 1.6, 0)[step]
        draw_ball(pen, (left + width / 2 + (step - 2) * 16.4, middle + rise), 15.2, letter)
    if words.game:
        _ribbon(pen, (left + width / 2, bottom + 5.4), words.game, width - 10, GAME_CAP)


def _marquee(pen: Pen, place: Place, words: CoverWords) -> None:
    """A theater's sign at night: bulbs around it, the letters lit in the series color."""
    left, bottom, width, height = place
    middle = left + width / 2
    with pen.black():
        pen.plate(place, RADIUS)
    _bulbs(pen, place)
    low = bottom + (14.2 if words.game else 9.4)
    cap = 15.0 if words.game else 18.5
    with pen.series(100):
        pen.centered((middle + 0.9, low - 0.9), "BINGO", cap)
    with pen.paper():
        pen.centered((middle, low), "BINGO", cap)
        cap = pen.shrunk(words.sealed, width - 14, RIBBON_CAP)
        pen.centered((middle, bottom + height - 8), words.sealed, cap)
    if words.game:
        inner = (left + 7, bottom + 5.6, width - 14, 6.6)
        with pen.series(100):
            pen.plate(inner, 1.2)
        with pen.paper():
            pen.plate((inner[0] + 0.5, inner[1] + 0.5, inner[2] - 1, inner[3] - 1), 0.9)
        with pen.black():
            cap = pen.shrunk(words.game, inner[2] - 4, 3.6)
            pen.centered((middle, inner[1] + (inner[3] - cap) / 2), words.game, cap)


def _bulbs(pen: Pen, place: Place) -> None:
    left, bottom, width, height = (place[0] + 2.6, place[1] + 2.6, place[2] - 5.2, place[3] - 5.2)
    across, up = round(width / BULB_PITCH), round(height / BULB_PITCH)
    middles = [(left + step * width / across, bottom + height) for step in range(across)]
    middles += [(left + width, bottom + height - step * height / up) for step in range(up)]
    middles += [(left + width - step * width / across, bottom) for step in range(across)]
    middles += [(left, bottom + step * height / up) for step in range(up)]
    for lit in (True, False):
        with pen.paper() if lit else pen.series(100):
            for middle in middles[0 if lit else 1 :: 2]:
                pen.disc(middle, BULB)


def _sunburst(pen: Pen, place: Place, words: CoverWords) -> None:
    """Rays from below, five tilted cards with the letters."""
    left, bottom, width, height = place
    middle = left + width / 2
    with pen.series(100):
        pen.plate(place, RADIUS)
    with pen.inside(place, RADIUS), pen.series(62):
        for ray in range(0, RAYS, 2):
            begin, end = (pi * (2 * step / RAYS - 0.5 / RAYS) for step in (ray, ray + 1))
            corners = [(middle + 95 * cos(a), bottom + 95 * sin(a)) for a in (begin, end)]
            pen.polygon([(middle, bottom - 2), *corners])
    low = bottom + (13 if words.game else 7.5)
    for step, letter in enumerate(COLUMN_NAMES):
        at = (middle + (step - 2) * 15.6, low + 7.6 + (0, 1.2, 1.8, 1.2, 0)[step])
        _tilted_card(pen, at, TILTS[step], letter)
    _ribbon(pen, (middle, bottom + height - 6.2), words.sealed, width - 16)
    if words.game:
        _ribbon(pen, (middle, bottom + 5.4), words.game, width - 10, GAME_CAP)


def _tilted_card(pen: Pen, at: tuple[float, float], degrees: float, letter: str) -> None:
    with pen.turned(at, degrees):
        with pen.black():
            pen.plate((-6.5, -7.7, 14, 15.4), 1.6)
        with pen.paper():
            pen.plate((-7, -7.2, 14, 15.4), 1.6)
        with pen.series(100):
            pen.frame((-6.2, -6.4, 12.4, 13.8), 1.1, 0.5)
        with pen.black():
            pen.centered((0, -4), letter, 8.8)


def _ribbon(
    pen: Pen, middle: tuple[float, float], words: str, width: float, cap: float = RIBBON_CAP
) -> None:
    """Words in black on a plate of bare paper, as wide as they need."""
    words = composed(words)
    cap = pen.shrunk(words, width - 6, cap)
    half, high = pen.wide(words, cap, HEADLINE) / 2 + 3, cap + 2.8
    with pen.paper():
        pen.plate((middle[0] - half, middle[1] - high / 2, 2 * half, high), high / 2)
    with pen.black():
        pen.centered((middle[0], middle[1] - cap / 2), words, cap)


_COVERS: dict[Cover, Callable[[Pen, Place, CoverWords], None]] = {
    Cover.CLASSIC: _classic,
    Cover.MARQUEE: _marquee,
    Cover.SUNBURST: _sunburst,
}
