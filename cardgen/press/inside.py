"""The inside page's artwork: the block-out above the fold, the face panel below it."""

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
    """What is the same on every card: a frame of the color, and even tints below the blots.

    A tint has as much ink as what it meets in the shut card; each card leaves its own numbers
    blank in it. Only the words stand on bare paper: they meet the header.
    """
    fold, block = _mm(layout.sheet.panel_height), layout.block_out
    window = fold + (fold - _mm(layout.grid.top) - HEADER_HEIGHT)
    with pen.series(100):
        pen.plate((8.0, fold + 2.5, 92.0, fold - 2.5 - 8.0), radius=2)
    with pen.paper():
        for box in block.boxes:
            pen.rectangle(*_shut(box, fold))
        pen.plate((24, window + 0.3, 60, HEADER_HEIGHT - 0.6), radius=3)
    with pen.gray(block.tint_percent):
        pen.rectangle(*_shut(layout.grid, fold))
    with pen.gray(block.code_tint_percent):
        for box in (layout.inside_qr.box, layout.unlock_code_box):
            pen.rectangle(*_shut(box, fold))
    with pen.black():
        first, *others = words.lines("keep_whole")
        pen.centered((54, window + (5.7 if others else 3.9)), first, pen.shrunk(first, 56, 3.2))
        for other in others:
            pen.centered((54, window + 2.1), other, pen.shrunk(other, 56, 2.2, TEXT), TEXT)


def _shut(box: Box, fold: float) -> tuple[float, float, float, float]:
    """Where what is in a box of the face panel lies when the card is shut, in millimeters."""
    return _mm(box.left), 2 * fold - _mm(box.top), _mm(box.width), _mm(box.height)


def _mm(length: Micrometers) -> float:
    return length / 1000
