"""The outside page's artwork: the front panel a hall sells, and the back panel with the codes.

Both panels keep the same left and right edge as the face inside.
"""

from cardgen.length import Micrometers
from cardgen.press.card_words import CardWords
from cardgen.press.covers import CoverWords, draw_cover
from cardgen.press.fonts import TEXT, composed
from cardgen.press.job import PressJob
from cardgen.press.layout import Layout
from cardgen.press.motifs import (
    draw_band,
    draw_hall,
    draw_logo,
    draw_punch,
    draw_role,
    draw_swatch,
    draw_tear_words,
    draw_void,
)
from cardgen.press.pen import Pen
from cardgen.press.security_print import draw_guilloche, draw_microtext, draw_rosette
from cardgen.series import Role

LEFT, RIGHT = 11.0, 97.0
WIDTH = RIGHT - LEFT
MIDDLE = LEFT + WIDTH / 2
COVER = (LEFT, 82.6, WIDTH, 41.4)
COLOR_ROW = (LEFT, 51.9, WIDTH, 15.0)
BADGE = (88.6, 59.4)
LOGO_WIDTH = 22.0
RADIUS = 4.0
STEPS = ("tear_off", "unfold", "keep")


def draw_outside(pen: Pen, job: PressJob, layout: Layout) -> None:
    """Both outside panels; the origin is the lower left corner of the trimmed sheet."""
    words = CardWords(job.design.languages)
    width, height = _mm(layout.sheet.width), _mm(layout.sheet.height)
    _back(pen, job, layout, words)
    with pen.turned((width, height), 180):
        _front(pen, job, layout, words)


def _front(pen: Pen, job: PressJob, layout: Layout, words: CardWords) -> None:
    sheet = layout.sheet
    edges = _mm(sheet.width), _mm(sheet.panel_height), _mm(sheet.perforation)
    draw_tear_words(pen, edges, words.both("tear", "   ·   "))
    sealed = words.both("specimen" if job.specimen else "sealed")
    draw_cover(pen, job.design.cover, COVER, CoverWords(sealed, job.design.game.upper()))
    draw_microtext(pen, (LEFT, 81.2), WIDTH, _microtext(job))
    _hall_row(pen, job)
    _color_row(pen, job, words)
    series = job.series
    with pen.black():
        pen.text((LEFT, 44.2), words.first("number"), 3.2)
        line = f"{words.first('series')} {series.series}"
        pen.right((RIGHT, 44.2), line, pen.shrunk(line, 30, 4.4))
        made = f"{words.first('made_by')} {series.maker}"
        pen.right((RIGHT, 12.4), made, pen.shrunk(made, 26, 2.2, TEXT), TEXT)
    draw_role(pen, job.role is Role.TRADE_IN, (LEFT, 19, WIDTH, 8.6), words)
    punch = layout.punch
    middle = (_mm(punch.left) + _mm(punch.width) / 2, _mm(punch.bottom) + _mm(punch.height) / 2)
    draw_punch(pen, middle, _mm(punch.width))
    _small_rows(pen, (LEFT, 38.7), words.lines("void_if_torn"), 27)
    with pen.black():
        pen.text((middle[0] + 7.5, 37.4), words.both("punch"), 2.2)
    _small_rows(pen, (middle[0] + 7.5, 33.6), words.lines("when_surrendered"), 40)
    if job.specimen:
        draw_void(pen, (54, 62), 32)


def _small_rows(pen: Pen, at: tuple[float, float], lines: tuple[str, ...], width: float) -> None:
    """One wording below the other, each on as many lines of its width as it needs."""
    left, up = at
    with pen.black():
        for words in lines:
            for line in pen.wrapped(words, width, 1.9, TEXT):
                pen.text((left, up), line, 1.9, TEXT)
                up -= 2.8


def _microtext(job: PressJob) -> str:
    series = job.series
    return f"{series.maker} {series.set_serial} {series.series} {series.color.upper()} SEALED"


def _hall_row(pen: Pen, job: PressJob) -> None:
    """The hall's mark, its name beside it, and the line about its licence below."""
    design = job.design
    left, caps = LEFT, (5.8, 5.2, 4.6, 4.0, 3.4, 3.0, 2.6)
    if design.logo is not None:
        draw_logo(pen, design.logo, (LEFT, 69.4, LOGO_WIDTH, 10.6))
        left += LOGO_WIDTH + 2
    bottom = 72.8 if design.licence else 70.2
    draw_hall(pen, job.hall_name, (left, bottom, RIGHT - left, 80 - bottom), caps)
    if design.licence:
        line = composed(design.licence)
        with pen.black():
            cap = pen.shrunk(line, RIGHT - left, 1.9, TEXT)
            pen.centered(((left + RIGHT) / 2, 69.4), line, cap, TEXT)


def _color_row(pen: Pen, job: PressJob, words: CardWords) -> None:
    """Swatch and color word over a guilloche, and in the badge what the card costs."""
    left, bottom, _, height = COLOR_ROW
    draw_guilloche(pen, (left + 20, bottom + 0.4, WIDTH - 40, height - 0.8), 21, 55)
    draw_swatch(pen, (left, bottom, 18, height))
    color = job.series.color
    word, below = words.first(color), " · ".join(words.lines(color)[1:])
    cap = pen.shrunk(word, 42, 9.6 if not below else 8)
    middle = left + 20 + (WIDTH - 40) / 2
    up = bottom + height / 2 - cap / 2 + (1.6 if below else 0)
    with pen.black():
        pen.centered((middle, up), word, cap)
        if below:
            pen.centered((middle, up - 4), below, 2.4)
    _badge(pen, job, words)


def _badge(pen: Pen, job: PressJob, words: CardWords) -> None:
    """The price; a trade-in has none: two of them are had for one surrendered card."""
    across, up = BADGE
    with pen.paper():
        pen.disc(BADGE, 17)
    draw_rosette(pen, BADGE, (13.8, 16.7))
    with pen.series(100):
        pen.ring(BADGE, 13.6, 0.5)
    with pen.black():
        if job.role is Role.TRADE_IN:
            pen.centered((across, up - 0.6), "2", 5)
            line = words.first("two_for_one")
            pen.centered((across, up - 4.6), line, pen.shrunk(line, 10, 2.8))
        else:
            cap = pen.shrunk(job.price, 11.6, 5.2)
            pen.centered((across, up - cap / 2), job.price, cap)


def _back(pen: Pen, job: PressJob, layout: Layout, words: CardWords) -> None:
    sheet, series = layout.sheet, job.series
    edges = _mm(sheet.width), _mm(sheet.panel_height), _mm(sheet.perforation)
    draw_tear_words(pen, edges, words.both("tear", "   ·   "))
    draw_hall(pen, job.hall_name, (LEFT, 114.2, WIDTH, 9.4), (4.4, 4.0, 3.6, 3.2, 2.8))
    draw_band(pen, (LEFT, 96.4, WIDTH, 15), radius=RADIUS)
    with pen.paper():
        pen.plate((17, 98.4, 74, 11), radius=2.5)
    line = f"{words.first(series.color)} · {series.series}"
    with pen.black():
        cap = pen.shrunk(line, 70, 6.2)
        pen.centered((MIDDLE, 103.9 - cap / 2), line, cap)
    draw_role(pen, job.role is Role.TRADE_IN, (LEFT, 85.4, WIDTH, 8.6), words)
    _steps(pen, words)
    draw_guilloche(pen, (LEFT, 50.4, WIDTH, 3.6), 14, 100)
    punch = layout.punch.mirrored(sheet.width)
    middle = (_mm(punch.left) + _mm(punch.width) / 2, _mm(punch.bottom) + _mm(punch.height) / 2)
    draw_punch(pen, middle, _mm(punch.width))
    with pen.black():
        pen.text((LEFT, 44.2), words.first("number"), 2.8)
        pen.right((middle[0] - 7.5, 35), words.both("punch"), 2.2)
        price = f"2 {words.first('two_for_one')}" if job.role is Role.TRADE_IN else job.price
        line = f"{price}  ·  {words.first('series')} {series.series}"
        pen.right((RIGHT, 37.4), line, pen.shrunk(line, 27, 2.2, TEXT), TEXT)
        line = f"{words.first('made_by')} {series.maker}"
        pen.right((RIGHT, 33.6), line, pen.shrunk(line, 27, 2.2, TEXT), TEXT)
    if job.specimen:
        draw_void(pen, (54, 72), 32)


def _steps(pen: Pen, words: CardWords) -> None:
    """What a buyer does, one to three; the second language below the first."""
    for row, name in enumerate(STEPS):
        level = 79.2 - row * 9.4
        first, *others = words.lines(name)
        with pen.series(100):
            pen.disc((LEFT + 3, level), 6)
        with pen.paper():
            pen.disc((LEFT + 3, level), 4.8)
        with pen.black():
            pen.centered((LEFT + 3, level - 1.4), str(row + 1), 2.8)
            up = level + 0.4 if others else level - 1.25
            pen.text((LEFT + 8.5, up), first, pen.shrunk(first, WIDTH - 8.5, 2.5, TEXT), TEXT)
            for other in others:
                cap = pen.shrunk(other, WIDTH - 8.5, 2.1, TEXT)
                pen.text((LEFT + 8.5, level - 3.2), other, cap, TEXT)


def _mm(length: Micrometers) -> float:
    return length / 1000
