"""The outside page's artwork: the front panel a hall sells, and the back panel with the codes."""

from cardgen.face import COLUMN_NAMES
from cardgen.length import Micrometers
from cardgen.press.fonts import TEXT
from cardgen.press.job import PressJob
from cardgen.press.layout import Layout
from cardgen.press.motifs import (
    PUNCH_WORDS,
    draw_ball,
    draw_band,
    draw_hall,
    draw_punch,
    draw_role,
    draw_swatch,
    draw_tear_words,
    draw_void,
)
from cardgen.press.pen import Pen

STEPS = (
    (
        "Tear off the three edges along the perforation.",
        "Rasgue los tres bordes por la perforación.",
    ),
    ("Unfold the card. Mark each number as it is called.", "Abra el cartón y marque los números."),
    (
        "Keep the card whole: the code inside is your claim.",
        "Consérvelo entero: el código lo acredita.",
    ),
)


def draw_outside(pen: Pen, job: PressJob, layout: Layout) -> None:
    """Both outside panels; the origin is the lower left corner of the trimmed sheet."""
    width, height = _mm(layout.sheet.width), _mm(layout.sheet.height)
    _back(pen, job, layout)
    with pen.turned((width, height), 180):
        _front(pen, job, layout)


def _front(pen: Pen, job: PressJob, layout: Layout) -> None:
    sheet = layout.sheet
    draw_tear_words(pen, _mm(sheet.width), _mm(sheet.panel_height), _mm(sheet.perforation))
    _front_band(pen)
    draw_hall(pen, job.hall_name, (11, 68.5, 86, 15.5), (7.2, 6.2, 5.4, 4.6, 4.0, 3.4, 3.0))
    _front_color(pen, job)
    draw_role(pen, job, (9.75, 20, 88.5, 8.6))
    punch = layout.punch
    middle = (_mm(punch.left) + _mm(punch.width) / 2, _mm(punch.bottom) + _mm(punch.height) / 2)
    draw_punch(pen, middle, _mm(punch.width))
    with pen.black():
        pen.text((10.5, 37.2), "Do not buy if", 2.2, TEXT)
        pen.text((10.5, 33.4), "torn or opened.", 2.2, TEXT)
        pen.text((54, 37.2), PUNCH_WORDS, 2.2)
        pen.text((54, 33.4), "when surrendered", 2.2, TEXT)
        pen.right((97.5, 12.4), f"Made by {job.series.maker}", 2.2, TEXT)
    if job.specimen:
        draw_void(pen, (54, 62), 30)


def _front_band(pen: Pen) -> None:
    draw_band(pen, (9.75, 86, 88.5, 37.5), radius=4)
    with pen.paper():
        pen.plate((31, 114.2, 46, 6.4), radius=3.2)
    with pen.black():
        pen.centered((54, 116), "SEALED BINGO CARD", 2.9)
    for place, letter in enumerate(COLUMN_NAMES):
        rise = (0, 2, 2.7, 2, 0)[place]
        draw_ball(pen, (54 + (place - 2) * 16.8, 99 + rise), 15.6, letter)


def _front_color(pen: Pen, job: PressJob) -> None:
    draw_swatch(pen, (9.75, 51.5, 19, 14.5))
    with pen.series(100):
        pen.disc((88, 58.7), 20.5)
    with pen.paper():
        pen.disc((88, 58.7), 18.3)
    with pen.black():
        cap = pen.shrunk(job.series.color.upper(), 40, 10)
        pen.text((32, 54), job.series.color.upper(), cap)
        cap = pen.shrunk(job.price, 15, 6)
        pen.centered((88, 58.7 - cap / 2), job.price, cap)
        pen.text((10, 43.6), "No.", 3.4)
        series = f"SERIES {job.series.series}"
        pen.right((97.5, 43.6), series, pen.shrunk(series, 46, 4.6))


def _back(pen: Pen, job: PressJob, layout: Layout) -> None:
    sheet = layout.sheet
    draw_tear_words(pen, _mm(sheet.width), _mm(sheet.panel_height), _mm(sheet.perforation))
    draw_hall(pen, job.hall_name, (11, 112.5, 86, 11), (4.6, 4.0, 3.4, 3.0))
    draw_band(pen, (9.75, 93.5, 88.5, 17.5), radius=3)
    with pen.paper():
        pen.plate((26, 96, 56, 12.5), radius=2.5)
    words = f"{job.series.color.upper()} · {job.series.series}"
    with pen.black():
        cap = pen.shrunk(words, 50, 6.4)
        pen.centered((54, 102.25 - cap / 2), words, cap)
    draw_role(pen, job, (9.75, 81.5, 88.5, 8.6))
    _steps(pen)
    punch = layout.punch.mirrored(sheet.width)
    middle = (_mm(punch.left) + _mm(punch.width) / 2, _mm(punch.bottom) + _mm(punch.height) / 2)
    draw_punch(pen, middle, _mm(punch.width))
    with pen.black():
        pen.text((10, 44.4), "No.", 3.4)
        pen.right((54.5, 35), PUNCH_WORDS, 2.2)
        pen.text((70, 35), f"{job.price}  ·  Made by {job.series.maker}", 2.2, TEXT)
    if job.specimen:
        draw_void(pen, (54, 72), 30)


def _steps(pen: Pen) -> None:
    for row, (english, spanish) in enumerate(STEPS):
        level = 74 - row * 8.6
        with pen.series(100):
            pen.disc((13, level), 6)
        with pen.paper():
            pen.disc((13, level), 4.8)
        with pen.black():
            pen.centered((13, level - 1.4), str(row + 1), 2.8)
            pen.text((18.5, level + 0.4), english, 2.5, TEXT)
            pen.text((18.5, level - 3.2), spanish, 2.1, TEXT)


def _mm(length: Micrometers) -> float:
    return length / 1000
