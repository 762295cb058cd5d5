"""The inside page's artwork: the block-out above the fold, the face panel below it."""

from math import sin

from cardgen.face import COLUMN_NAMES
from cardgen.length import Micrometers
from cardgen.press.card_words import CardWords
from cardgen.press.fonts import CODE, TEXT
from cardgen.press.job import PressJob
from cardgen.press.layout import ROWS, Box, Layout
from cardgen.press.motifs import (
    draw_ball,
    draw_quiet_punch,
    draw_swatch,
    draw_void,
)
from cardgen.press.patterns import draw_pattern
from cardgen.press.pen import Pen
from cardgen.series import Role

HEADER_HEIGHT = 11.0
LABEL_CAP = 1.8
SCAN_WIDTH = 27.5
FACE_WIDTH = 17.8  # of the widest face number, and a space before it
LABEL_DROP = 3.6  # a label below the unlock code, under the arc of the punch
HATCH_PITCH = 1.05
HATCH_LINE = 0.6


def draw_inside(pen: Pen, job: PressJob, layout: Layout) -> None:
    """Both inside panels; the origin is the lower left corner of the trimmed sheet."""
    words = CardWords(job.design.languages)
    _block_out(pen, layout, words)
    _face_panel(pen, job, layout, words)
    if job.specimen:
        draw_void(pen, (54, 72), 34)


def _face_panel(pen: Pen, job: PressJob, layout: Layout, words: CardWords) -> None:
    _header(pen, layout.grid)
    _free_space(pen, layout.grid, words.first("free"))
    punch = layout.punch
    middle = (_mm(punch.left) + _mm(punch.width) / 2, _mm(punch.bottom) + _mm(punch.height) / 2)
    draw_quiet_punch(pen, middle, _mm(punch.width))
    _grid(pen, layout.grid)
    code, face = layout.texts["inside_unlock_code"], layout.texts["inside_face_number"]
    left = _mm(layout.inside_qr.box.right) + 4.5
    with pen.black():
        pen.right((_mm(face.left) - FACE_WIDTH, _mm(face.bottom)), words.first("face"), 2.3)
        pen.text(
            (_mm(code.left), _mm(code.bottom) - LABEL_DROP), words.both("unlock_code"), LABEL_CAP
        )
        pen.text((middle[0] + 4, _mm(code.bottom) - LABEL_DROP), words.both("punch"), LABEL_CAP)
        scan, *others = words.lines("scan")
        pen.text((left, 21.9), scan, pen.shrunk(scan, SCAN_WIDTH, 2.7))
        for other in others:
            pen.text((left, 17.3), other, pen.shrunk(other, SCAN_WIDTH, 2.2, TEXT), TEXT)
        pen.text((left, 12.2), f"{job.series.maker}-{job.series.set_serial}", 2.2, CODE)
    _color_corner(pen, job, words, _mm(layout.grid.right) + 0.5)


def _color_corner(pen: Pen, job: PressJob, words: CardWords, right: float) -> None:
    """The series at the right end of the bottom row: color word, series and role, swatch."""
    draw_swatch(pen, (right - 11, 12, 11, 13.8))
    end, space = right - 13, 24
    color = words.first(job.series.color)
    role = words.first("trade_in" if job.role is Role.TRADE_IN else "original")
    with pen.black():
        pen.right((end, 21.5), color, pen.shrunk(color, space, 4.2))
        series = f"{words.first('series')} {job.series.series}"
        pen.right((end, 16.7), series, pen.shrunk(series, space, 2.9))
        pen.right((end, 12), role, pen.shrunk(role, space, 2.9))


def _header(pen: Pen, grid: Box) -> None:
    left, top, width = _mm(grid.left), _mm(grid.top), _mm(grid.width)
    with pen.series(100):
        pen.plate((left - 0.5, top - 3, width + 1, HEADER_HEIGHT + 3), radius=3)
    pitch = width / len(COLUMN_NAMES)
    for place, letter in enumerate(COLUMN_NAMES):
        middle = (left + (place + 0.5) * pitch, top + HEADER_HEIGHT / 2)
        draw_ball(pen, middle, HEADER_HEIGHT - 1.3, letter)


def _free_space(pen: Pen, grid: Box, free: str) -> None:
    left, bottom, width, height = _cell(grid, 2, 2)
    with pen.paper():
        pen.rectangle(_mm(grid.left), _mm(grid.bottom), _mm(grid.width), _mm(grid.height))
    with pen.series(30):
        draw_pattern(pen, pen.inks.pattern, (left, bottom, width, height), 2.6)
    with pen.paper():
        pen.plate((left + 1.2, bottom + 2.2, width - 2.4, height - 4.4), radius=2)
    with pen.black():
        pen.centered((left + width / 2, bottom + 7.2), free, 3.4)


def _grid(pen: Pen, grid: Box) -> None:
    left, bottom, width, height = _cell(grid, 0, 0)
    right, top = _mm(grid.right), _mm(grid.top)
    with pen.black():
        for step in range(1, 5):
            across, up = left + step * width, bottom + step * height
            pen.line((across, bottom), (across, top), 0.3)
            pen.line((left, up), (right, up), 0.3)
        pen.line((left, top), (right, top), 0.3)
    with pen.series(100):
        pen.canvas.setLineJoin(1)
        pen.polyline([(left, top), (left, bottom), (right, bottom), (right, top)], 1)


def _cell(grid: Box, column: int, row_from_below: int) -> tuple[float, float, float, float]:
    """A cell's lower left corner, width and height."""
    width, height = _mm(grid.width) / len(COLUMN_NAMES), _mm(grid.height) / ROWS
    return (
        _mm(grid.left) + column * width,
        _mm(grid.bottom) + row_from_below * height,
        width,
        height,
    )


def _block_out(pen: Pen, layout: Layout, words: CardWords) -> None:
    """Against a lamp: two hatchings that leave an eighth of the paper open, and false numbers.

    The false numbers stand in the places and the size of the true ones; they are the same on
    every card, so a light shows the same picture through all of them. Black lies over every place
    where a secret is printed; only the words stand on bare paper.
    """
    fold = _mm(layout.sheet.panel_height)
    place = (8.0, fold + 2.5, 92.0, fold - 2.5 - 8.0)
    with pen.series(100):
        pen.plate(place, radius=2)
    with pen.inside(place, radius=2), pen.black():
        _hatch(pen, place)
        _decoys(pen, layout, fold)
    with pen.series(100):
        pen.frame((10, fold + 4.5, 88, fold - 14.5), radius=1.5, line=0.5)
    window = fold + (fold - _mm(layout.grid.top) - HEADER_HEIGHT)
    with pen.paper():  # it closes on the BINGO header, which is the same on every card
        pen.plate((24, window + 0.3, 60, HEADER_HEIGHT - 0.6), radius=3)
    with pen.black():
        first, *others = words.lines("keep_whole")
        pen.centered((54, window + (5.7 if others else 3.9)), first, pen.shrunk(first, 56, 3.2))
        for other in others:
            pen.centered((54, window + 2.1), other, pen.shrunk(other, 56, 2.2, TEXT), TEXT)


def _hatch(pen: Pen, place: tuple[float, float, float, float]) -> None:
    left, bottom, width, height = place
    for step in range(int((width + height) / HATCH_PITCH) + 1):
        start = left - height + step * HATCH_PITCH
        pen.line((start, bottom), (start + height, bottom + height), HATCH_LINE)
        pen.line((start, bottom + height), (start + height, bottom), HATCH_LINE)


def _decoys(pen: Pen, layout: Layout, fold: float) -> None:
    for column in range(len(COLUMN_NAMES)):
        for row in range(ROWS):
            left, bottom, width, height = _cell(layout.grid, column, ROWS - 1 - row)
            up = 2 * fold - bottom - height
            for layer in range(3):
                shown = 10 + int(abs(sin(1 + column * 31 + row * 17 + layer * 7)) * 65)
                pen.centered((left + width / 2, up + 2 + layer), str(shown), 9.4 + layer / 2)


def _mm(length: Micrometers) -> float:
    return length / 1000
