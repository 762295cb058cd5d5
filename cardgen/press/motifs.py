"""What more than one panel shows: balls, swatches, roles, the punch target, VOID."""

from reportlab.lib.units import mm

from cardgen.logo import Logo
from cardgen.press.card_words import CardWords
from cardgen.press.fonts import (
    CAP_HEIGHT,
    HEADLINE,
    LINE_PITCH,
    TEXT,
    block_height,
    composed,
)
from cardgen.press.patterns import Place, draw_pattern
from cardgen.press.pen import Pen

PUNCH_ARCS = ((68, 44), (245, 50))  # degrees: where from, how far
ROLE_CAP = 4.2  # letters of number, color word and role are at least 4 mm, sealing.md section 4


def draw_band(pen: Pen, place: Place, radius: float) -> None:
    """A band of the series color, its pattern in a lighter tint of it."""
    with pen.series(100):
        pen.plate(place, radius)
    with pen.inside(place, radius), pen.series(72):
        draw_pattern(pen, pen.inks.pattern, place, 4.2)


def draw_swatch(pen: Pen, place: Place) -> None:
    """The color with its pattern in black, to be told by those who see no color."""
    with pen.series(100):
        pen.plate(place, radius=1.5)
    left, bottom, width, height = place
    inner = (left + 0.9, bottom + 0.9, width - 1.8, height - 1.8)
    with pen.series(45):
        pen.plate(inner, radius=0.8)
    with pen.inside(inner, radius=0.8), pen.black():
        draw_pattern(pen, pen.inks.pattern, inner, 3.4)


def draw_ball(pen: Pen, middle: tuple[float, float], diameter: float, letter: str) -> None:
    """A bingo ball with its letter."""
    across, up = middle
    with pen.paper():
        pen.disc(middle, diameter)
    with pen.series(35):
        pen.ring(middle, diameter * 0.84, diameter * 0.045)
    cap = diameter * 0.5
    with pen.black():
        pen.centered((across, up - cap / 2), letter, cap)


def draw_role(pen: Pen, is_trade_in: bool, place: Place, words: CardWords) -> None:  # noqa: FBT001 -- a role has two values
    """What the card is sold as; a trade-in is white on black, so that no hand confuses them."""
    left, bottom, width, height = place
    if is_trade_in:
        line = f"{words.both('trade_in', ' / ')} · {words.both('not_exchanged', ' / ')}"
        if pen.wide(line, ROLE_CAP) > width - 4:
            line = f"{words.first('trade_in')} · {words.first('not_exchanged')}"
    else:
        line = words.both("original")
    cap = pen.shrunk(line, width - 4, ROLE_CAP)
    middle = (left + width / 2, bottom + (height - cap) / 2)
    if is_trade_in:
        with pen.black():
            pen.plate(place, radius=1.5)
        with pen.paper():
            pen.centered(middle, line, cap)
        return
    with pen.series(18):
        pen.plate(place, radius=1.5)
    with pen.black():
        pen.frame(place, radius=1.5, line=0.3)
        pen.centered(middle, line, cap)


def draw_logo(pen: Pen, logo: Logo, place: Place) -> None:
    """The hall's mark in the middle of its space, as large as it can stand there."""
    left, bottom, width, height = place
    scale = min(width / logo.width, height / logo.height)
    across = left + (width - scale * logo.width) / 2
    up = bottom + (height - scale * logo.height) / 2
    for shape in logo.shapes:
        steps = [
            (
                name,
                tuple(
                    (up if place % 2 else across) + scale * number
                    for place, number in enumerate(numbers)
                ),
            )
            for name, numbers in shape.steps
        ]
        with pen.black() if shape.plate == "k" else pen.series(100):
            pen.outline(steps, even_odd=shape.fill == "e")


def draw_punch(pen: Pen, middle: tuple[float, float], diameter: float) -> None:
    """The ring where a surrendered card is punched, on bare paper or over print."""
    across, up = middle
    with pen.black():
        pen.ring(middle, diameter, 0.35)
        for side in (-1, 1):
            pen.line((across + side * 4.2, up), (across + side * 5.8, up), 0.35)
            pen.line((across, up + side * 4.2), (across, up + side * 5.8), 0.35)


def draw_quiet_punch(pen: Pen, middle: tuple[float, float], diameter: float) -> None:
    """The same target over numbers and unlock code, with no line through any of them.

    A pale disc below the numbers and the code, and arcs of its edge where nothing stands: above
    it between two columns of numbers, below it under the code.
    """
    with pen.series(22):
        pen.disc(middle, diameter)
    with pen.black():
        for start, extent in PUNCH_ARCS:
            pen.arc(middle, diameter, (start, extent), 0.3)


def draw_tear_words(pen: Pen, edges: tuple[float, float, float], words: str) -> None:
    """The words on the three strips that are torn off; the fold is on top and is not torn.

    `edges` are the panel's width and height and how far from them it is perforated.
    """
    width, height, perforation = edges
    baseline = perforation * 0.36
    with pen.black():
        for share in (0.25, 0.75):
            _tear_words(pen, (width * share, baseline), words)
        with pen.turned((0, height), -90):
            _tear_words(pen, (height * 0.3, baseline), words)
            _tear_words(pen, (height * 0.72, baseline), words)
        with pen.turned((width, 0), 90):
            _tear_words(pen, (height * 0.28, baseline), words)
            _tear_words(pen, (height * 0.7, baseline), words)


def _tear_words(pen: Pen, at: tuple[float, float], words: str) -> None:
    middle, baseline = at
    cap = 1.9
    half = pen.wide(words, cap, TEXT) / 2
    pen.centered(at, words, cap, TEXT)
    for side in (-1, 1):
        tip = middle + side * (half + 3.4)
        pen.polygon([(tip - 1, baseline), (tip + 1, baseline), (tip, baseline + 1.9)])


def draw_hall(pen: Pen, name: str, place: Place, caps: tuple[float, ...]) -> None:
    """The hall's name, on one line or two, as large as its space allows."""
    left, bottom, width, height = place
    fitted = pen.fitted(composed(name), (width, height), caps)
    cap = fitted.size * CAP_HEIGHT[HEADLINE]
    baseline = bottom + (height + block_height(fitted.lines, fitted.size)) / 2 - cap
    with pen.black():
        for row, line in enumerate(fitted.lines):
            up = baseline - row * fitted.size * LINE_PITCH
            pen.centered((left + width / 2, up), line, cap)


def draw_void(pen: Pen, middle: tuple[float, float], cap: float) -> None:
    """VOID across a panel: hollow letters with bare paper around their lines.

    So it is read at a quarter of its size, and what lies under it can still be judged.
    """
    for ink, line in ((pen.paper(), 2.6), (pen.black(), 1.3)):
        with ink, pen.turned(middle, 38):
            pen.canvas.setLineWidth(line * mm)
            pen.canvas.setLineJoin(1)
            pen.canvas.addLiteral("1 Tr")
            pen.centered((0, -cap / 2), "VOID", cap)
            pen.canvas.addLiteral("0 Tr")
