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
    with pen.series(100):
        pen.frame((10.25, 10.25, 87.5, 112.75), radius=4, line=1)
    _front_band(pen, "SPECIMEN · NOT FOR SALE" if job.specimen else "SEALED BINGO CARD")
    draw_hall(pen, job.hall_name, (13, 71.8, 82, 13), (5.8, 5.2, 4.6, 4.0, 3.4, 3.0))
    _front_color(pen, job)
    draw_role(pen, job, (12.75, 20, 82.5, 8.6))
    punch = layout.punch
    middle = (_mm(punch.left) + _mm(punch.width) / 2, _mm(punch.bottom) + _mm(punch.height) / 2)
    draw_punch(pen, middle, _mm(punch.width))
    with pen.black():
        pen.text((12.8, 36.9), "Do not buy if", 2.2, TEXT)
        pen.text((12.8, 33), "torn or opened.", 2.2, TEXT)
        pen.text((54, 36.9), PUNCH_WORDS, 2.2)
        pen.text((54, 33), "when surrendered", 2.2, TEXT)
        pen.right((95.2, 13.3), f"Made by {job.series.maker}", 2.1, TEXT)
    if job.specimen:
        draw_void(pen, (54, 62), 30)


def _front_band(pen: Pen, words: str) -> None:
    draw_band(pen, (9.75, 87.5, 88.5, 36), radius=4.5)
    with pen.paper():
        pen.plate((30, 115, 48, 6), radius=3)
    with pen.black():
        pen.centered((54, 116.6), words, 2.8)
    for place, letter in enumerate(COLUMN_NAMES):
        rise = (0, 2, 2.7, 2, 0)[place]
        draw_ball(pen, (54 + (place - 2) * 16.6, 99.2 + rise), 15.4, letter)


def _front_color(pen: Pen, job: PressJob) -> None:
    draw_swatch(pen, (12.75, 52.3, 18.5, 14.5))
    middle = (84.5, 59.6)
    with pen.series(100):
        pen.disc(middle, 20)
    with pen.paper():
        pen.disc(middle, 17.6)
    with pen.series(100):
        pen.ring(middle, 16.6, 0.25)
    with pen.black():
        word = job.series.color.upper()
        cap = pen.shrunk(word, 36.5, 10)
        pen.text((34, 59.55 - cap / 2), word, cap)
        cap = pen.shrunk(job.price, 14, 5.6)
        pen.centered((middle[0], middle[1] - cap / 2), job.price, cap)
        pen.text((12.8, 42.8), "No.", 3.2)
        series = f"SERIES {job.series.series}"
        pen.right((95.2, 42.8), series, pen.shrunk(series, 42, 4.6))


def _back(pen: Pen, job: PressJob, layout: Layout) -> None:
    sheet = layout.sheet
    draw_tear_words(pen, _mm(sheet.width), _mm(sheet.panel_height), _mm(sheet.perforation))
    draw_hall(pen, job.hall_name, (11, 112.6, 86, 10.4), (4.4, 4.0, 3.6, 3.2, 2.8))
    draw_band(pen, (9.75, 94.5, 88.5, 16.5), radius=4)
    with pen.paper():
        pen.plate((24, 96.75, 60, 12), radius=2.5)
    words = f"{job.series.color.upper()} · {job.series.series}"
    with pen.black():
        cap = pen.shrunk(words, 54, 6.4)
        pen.centered((54, 102.75 - cap / 2), words, cap)
    draw_role(pen, job, (9.75, 83, 88.5, 8.6))
    _steps(pen)
    with pen.series(100):
        pen.line((9.75, 51.6), (98.25, 51.6), 0.5)
    punch = layout.punch.mirrored(sheet.width)
    middle = (_mm(punch.left) + _mm(punch.width) / 2, _mm(punch.bottom) + _mm(punch.height) / 2)
    draw_punch(pen, middle, _mm(punch.width))
    with pen.black():
        pen.text((12, 44.4), "No.", 3.2)
        pen.right((54.5, 35), PUNCH_WORDS, 2.2)
        words = f"{job.price}  ·  Series {job.series.series}"
        pen.text((69.5, 37), words, pen.shrunk(words, 28.75, 2.2, TEXT), TEXT)
        pen.text((69.5, 33), f"Made by {job.series.maker}", 2.2, TEXT)
    if job.specimen:
        draw_void(pen, (54, 72), 30)


def _steps(pen: Pen) -> None:
    for row, (english, spanish) in enumerate(STEPS):
        level = 76.6 - row * 8.8
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
