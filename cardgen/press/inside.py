"""The inside page's artwork: the block-out above the fold, the face panel below it."""

from math import sin

from cardgen.face import COLUMN_NAMES
from cardgen.length import Micrometers
from cardgen.press.fonts import CODE, TEXT
from cardgen.press.job import PressJob
from cardgen.press.layout import ROWS, Box, Layout
from cardgen.press.motifs import (
    PUNCH_WORDS,
    draw_ball,
    draw_swatch,
    draw_void,
)
from cardgen.press.patterns import draw_pattern
from cardgen.press.pen import Pen
from cardgen.series import Role

HEADER_HEIGHT = 11.5
HATCH_PITCH = 1.05
HATCH_LINE = 0.6


def draw_inside(pen: Pen, job: PressJob, layout: Layout) -> None:
    """Both inside panels; the origin is the lower left corner of the trimmed sheet."""
    _block_out(pen, layout)
    _face_panel(pen, job, layout)
    if job.specimen:
        draw_void(pen, (54, 70), 34)


def _face_panel(pen: Pen, job: PressJob, layout: Layout) -> None:
    grid = layout.grid
    left, top, width = _mm(grid.left), _mm(grid.top), _mm(grid.width)
    _header(pen, left, top, width)
    _grid(pen, grid)
    punch = layout.punch
    middle = (_mm(punch.left) + _mm(punch.width) / 2, _mm(punch.bottom) + _mm(punch.height) / 2)
    with pen.black():
        pen.ring(middle, _mm(punch.width), 0.25)
        pen.centered((middle[0], 28), PUNCH_WORDS, 2)
        pen.text((71, 116.4), "FACE", 2.2)
        pen.text((30.5, 21.5), "Scan to claim.", 2.5)
        pen.text((30.5, 17.2), "Escanee para reclamar.", 2.2, TEXT)
        pen.text((30.5, 12.4), f"{job.series.maker}-{job.series.set_serial}", 2.2, CODE)
    _color_corner(pen, job)


def _color_corner(pen: Pen, job: PressJob) -> None:
    draw_swatch(pen, (64, 12, 10, 13.5))
    words = job.series.color.upper()
    role = "TRADE-IN" if job.role is Role.TRADE_IN else "ORIGINAL"
    with pen.black():
        pen.text((76, 21.3), words, pen.shrunk(words, 21, 4.2))
        series = f"SERIES {job.series.series}"
        pen.text((76, 16.9), series, pen.shrunk(series, 21, 2.8))
        pen.text((76, 12.2), role, pen.shrunk(role, 21, 2.8))


def _header(pen: Pen, left: float, top: float, width: float) -> None:
    with pen.series(100):
        pen.plate((left - 0.5, top - 3, width + 1, HEADER_HEIGHT + 3), radius=3)
    pitch = width / len(COLUMN_NAMES)
    for place, letter in enumerate(COLUMN_NAMES):
        middle = (left + (place + 0.5) * pitch, top + HEADER_HEIGHT / 2)
        draw_ball(pen, middle, 10, letter)


def _grid(pen: Pen, grid: Box) -> None:
    left, bottom, width, height = (
        _mm(x) for x in (grid.left, grid.bottom, grid.width, grid.height)
    )
    cell_width, cell_height = width / len(COLUMN_NAMES), height / ROWS
    free = (left + 2 * cell_width, bottom + 2 * cell_height, cell_width, cell_height)
    with pen.paper():
        pen.rectangle(left, bottom, width, height)
    with pen.series(30):
        draw_pattern(pen, pen.inks.pattern, free, 2.6)
    with pen.paper():
        pen.plate((free[0] + 1, free[1] + 2.2, cell_width - 2, cell_height - 4.4), radius=2)
    with pen.black():
        pen.centered((free[0] + cell_width / 2, free[1] + 7), "FREE", 2.9)
        for step in range(1, 5):
            across, up = left + step * cell_width, bottom + step * cell_height
            pen.line((across, bottom), (across, bottom + height), 0.3)
            pen.line((left, up), (left + width, up), 0.3)
        pen.line((left, bottom + height), (left + width, bottom + height), 0.3)
    with pen.series(100):
        pen.canvas.setLineJoin(1)
        pen.polyline(
            [
                (left, bottom + height),
                (left, bottom),
                (left + width, bottom),
                (left + width, bottom + height),
            ],
            1,
        )


def _block_out(pen: Pen, layout: Layout) -> None:
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
    with pen.paper():  # it closes on the BINGO header, which is the same on every card
        pen.plate((24, fold + 13, 60, 11.4), radius=3)
    with pen.black():
        pen.centered((54, fold + 18.8), "KEEP THIS CARD WHOLE", 3.2)
        pen.centered((54, fold + 15.1), "Conserve este cartón entero", 2.2, TEXT)


def _hatch(pen: Pen, place: tuple[float, float, float, float]) -> None:
    left, bottom, width, height = place
    for step in range(int((width + height) / HATCH_PITCH) + 1):
        start = left - height + step * HATCH_PITCH
        pen.line((start, bottom), (start + height, bottom + height), HATCH_LINE)
        pen.line((start, bottom + height), (start + height, bottom), HATCH_LINE)


def _decoys(pen: Pen, layout: Layout, fold: float) -> None:
    grid = layout.grid
    cell_width, cell_height = _mm(grid.width) / len(COLUMN_NAMES), _mm(grid.height) / ROWS
    for column in range(len(COLUMN_NAMES)):
        for row in range(ROWS):
            across = _mm(grid.left) + (column + 0.5) * cell_width
            up = 2 * fold - _mm(grid.top) + row * cell_height
            for layer in range(3):
                shown = 10 + int(abs(sin(1 + column * 31 + row * 17 + layer * 7)) * 65)
                pen.centered((across, up + 2 + layer), str(shown), 8.4 + layer / 2)


def _mm(length: Micrometers) -> float:
    return length / 1000
