"""Pictures of fronts for the documents: all ten colors, as some eyes see them, and the covers."""

from dataclasses import replace
from io import BytesIO

import numpy as np
import pypdfium2
from PIL import Image

from cardgen.card_design import Cover
from cardgen.color import Color
from cardgen.length import Micrometers
from cardgen.press.drawing import Drawing, Paper
from cardgen.press.inks import ScreenInks, series_ink
from cardgen.press.job import PressJob
from cardgen.press.layout import load_layout
from cardgen.press.outside import draw_outside

SHOWN_MM = 50.0  # from here up to the fold: all but what differs from card to card
NO_MARGIN = Micrometers(0)
GAP = 8
PAPER = (226, 226, 230)
COLUMNS = 5
SHADES = 128
DARKEST = 0.04045, 0.0031308  # up to here sRGB is straight (IEC 61966-2-1): as coded, as light
ONE, QUARTER = 48.0, 24.0  # dots to the inch: ten fronts are as wide as five twice as large
# Machado, Oliveira and Fernandes (2009), "A Physiologically-based Model for Simulation of Color
# Vision Deficiency", doi:10.1109/TVCG.2009.113, severity 1.0: of linear red, green and blue.
EYES = {
    "no red cones": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green cones": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue cones": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def ten_colors(job: PressJob) -> bytes:
    """The ten colors in two rows; below, half as large, as three kinds of color-blind eyes see."""
    jobs = [replace(job, series=replace(job.series, color=color)) for color in Color]
    large = [front(each, ONE) for each in jobs]
    small = [front(each, QUARTER) for each in jobs]
    rows = [large[:COLUMNS], large[COLUMNS:]]
    rows += [[seen_by(matrix, picture) for picture in small] for matrix in EYES.values()]
    return png(rows)


def three_covers(job: PressJob) -> bytes:
    """The covers by name, in their order."""
    designs = [replace(job.design, cover=cover) for cover in Cover]
    return png([[front(replace(job, design=design), 2 * QUARTER + ONE / 2) for design in designs]])


def front(job: PressJob, dots_per_inch: float) -> Image.Image:
    """The upper part of the upright front, as a screen shows it."""
    layout = load_layout(job.series.form)
    sheet, file = layout.sheet, BytesIO()
    drawing = Drawing(ScreenInks(series_ink(job.series.color)), Paper.around(sheet, NO_MARGIN))
    draw_outside(drawing.pen, job, layout)
    drawing.end_form("outside")
    with drawing.saved() as drawn:
        drawn.save(file)
    document = pypdfium2.PdfDocument(file)
    try:
        page = document[0].render(scale=dots_per_inch / 72).to_pil().convert("RGB")
    finally:
        document.close()
    shown = (sheet.panel_height / 1000 - SHOWN_MM) / 25.4 * dots_per_inch
    fold = page.height // 2
    return page.crop((0, fold - round(shown), page.width, fold)).rotate(180)


def seen_by(matrix: tuple[tuple[float, ...], ...], picture: Image.Image) -> Image.Image:
    """The picture as an eye without one kind of cones sees it."""
    share = np.asarray(picture, np.float64) / 255
    linear = np.where(share <= DARKEST[0], share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    seen = np.clip(linear @ np.array(matrix).T, 0, 1)
    shown = np.where(seen <= DARKEST[1], 12.92 * seen, 1.055 * seen ** (1 / 2.4) - 0.055)
    return Image.fromarray(np.rint(255 * shown).astype(np.uint8))


def png(rows: list[list[Image.Image]]) -> bytes:
    """Rows of pictures below one another."""
    width = max(sum(one.width + GAP for one in row) for row in rows) + GAP
    height = sum(row[0].height + GAP for row in rows) + GAP
    sheet, top = Image.new("RGB", (width, height), PAPER), GAP
    for row in rows:
        left = GAP
        for one in row:
            sheet.paste(one, (left, top))
            left += one.width + GAP
        top += row[0].height + GAP
    file = BytesIO()
    sheet.quantize(SHADES, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()
