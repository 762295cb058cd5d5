"""What a finishing template says beside the sheet: measures, and what each line stands for."""

from collections.abc import Sequence

from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit

from cardgen.length import Micrometers
from cardgen.press.fonts import TEXT
from cardgen.press.job import PressJob
from cardgen.press.layout import Sheet
from cardgen.press.marks import CUTTING, FOLDING, GLUING, PERFORATING, ProcessingStep
from cardgen.press.pen import Pen, size_of
from cardgen.stock import stock_rows

HAIRLINE = 0.12
CAP = 2.3
LEADING = 4.1
NEAR, FAR, NEAREST = 19.0, 27.0, 18.0  # where measures stand, from the edge of the sheet
COLUMN, COLUMN_WIDTH = 40.0, 72.0  # the legend's left end, from the sheet's right edge
PANELS = {
    "outside": "Upper half: the front panel, head down. Lower half: the back panel.",
    "inside": "Upper half: the block-out. It closes over the lower half, the face panel.",
}
NOTES = (
    "Not for printing: it shows where the machines cut, tear, fold and glue. No card is on it.",
    "The press files carry the four steps as the same layers, switched off.",
    "Both sides turn about the long edge, head to head. Nothing is ever scaled.",
)


def draw_dimensions(pen: Pen, sheet: Sheet, steps: Sequence[ProcessingStep]) -> None:
    """Measures in millimeters, all of them outside the sheet."""
    width, height, fold = _mm(sheet.width), _mm(sheet.height), _mm(sheet.panel_height)
    tear, glue = _mm(sheet.perforation), _mm(sheet.glue)
    _across(pen, (0, -FAR), width)
    _up(pen, (-FAR, 0), height)
    for start in (0, fold):
        _up(pen, (-NEAR, start), fold)
    for start in (0, width - tear):
        _across(pen, (start, height + NEAREST), tear)
    for start in (0, height - tear):
        _up(pen, (width + NEAREST, start), tear)
    if GLUING in steps:
        for start in (0, width - glue):
            _across(pen, (start, -NEAREST), glue)
        _up(pen, (width + FAR, 0), glue)


def _across(pen: Pen, at: tuple[float, float], length: float) -> None:
    """A measure along the sheet's width, below it or above it."""
    with pen.turned(at, 0):
        _measure(pen, length, below=at[1] < 0)


def _up(pen: Pen, at: tuple[float, float], length: float) -> None:
    """A measure along the sheet's height, read from the right; left of it or right of it."""
    with pen.turned(at, 90):
        _measure(pen, length, below=at[0] > 0)


def _measure(pen: Pen, length: float, *, below: bool) -> None:
    """A line with its length; two hairlines lead from its ends towards the sheet."""
    side = 1 if below else -1
    for end in (0, length):
        pen.line((end, side * 4), (end, -side * 1.5), HAIRLINE)
    pen.line((0, 0), (length, 0), HAIRLINE)
    words = f"{length:g} mm"
    if length < 2 * pen.wide(words, CAP, TEXT):
        pen.text((length + 1.5, -CAP / 2), words, CAP, TEXT)
        return
    for tip, inward in ((0, 1), (length, -1)):
        pen.polygon([(tip, 0), (tip + inward * 2.4, 0.7), (tip + inward * 2.4, -0.7)])
    pen.centered((length / 2, 1.3), words, CAP, TEXT)


def draw_legend(pen: Pen, job: PressJob, sheet: Sheet, steps: Sequence[ProcessingStep]) -> None:
    """Which plate is what, in words, in a column beside the sheet."""
    side = "inside" if GLUING in steps else "outside"
    left, up = _mm(sheet.width) + COLUMN, _mm(sheet.height) - 6
    pen.text((left, up), "Finishing template", 6.2)
    pen.text((left, up - 9), side.upper(), 4.6)
    up = _paragraph(pen, (left, up - 16), PANELS[side]) - 2
    series = job.series
    for label, value in (
        ("Order", job.order_number),
        ("Set", f"{series.set_serial}, series {series.series}, {series.color}"),
        ("Form", f"{series.form}, made by {series.maker}"),
        ("Cards", f"{series.count:,}"),
        *stock_rows(job.stock),
    ):
        pen.text((left, up - CAP), label, CAP, TEXT)
        pen.text((left + 14, up - CAP), value, pen.shrunk(value, COLUMN_WIDTH - 14, CAP + 0.3))
        up -= LEADING + 1
    up -= 6
    for step in steps:
        pen.text((left, up), step.plate, 3.2)
        up = _paragraph(pen, (left, up - 3), _explained(step, sheet)) - 7
    for note in NOTES:
        up = _paragraph(pen, (left, up), note) - 2


def _explained(step: ProcessingStep, sheet: Sheet) -> str:
    """What the step's lines stand for."""
    tear, glue, inside = _mm(sheet.perforation), _mm(sheet.glue), _mm(sheet.glue_from_cut)
    words = {
        CUTTING: f"Magenta line: the trimmed sheet, {_mm(sheet.width):g} x {_mm(sheet.height):g} "
        f"mm. No ink reaches it; the {_mm(sheet.bleed):g} mm of bleed around it are bare paper.",
        PERFORATING: f"Cyan lines: {tear:g} mm inside the cut on all four sides, {tear - glue:g} "
        "mm inside the glue. One line is one perforation; its teeth are the finisher's choice.",
        FOLDING: f"Yellow dashes: {_mm(sheet.panel_height):g} mm from either end. The "
        "insides meet.",
        GLUING: f"Green areas: three strips on the face panel, {inside:g} to {glue:g} mm inside "
        "the cut, none at the fold. "
        "They are free of ink and varnish; so is what comes to lie on them.",
    }
    return words[step]


def _paragraph(pen: Pen, at: tuple[float, float], text: str) -> float:
    """Where the next one begins."""
    left, top = at
    for line in simpleSplit(text, TEXT, size_of(CAP, TEXT), COLUMN_WIDTH * mm):
        pen.text((left, top - CAP), line, CAP, TEXT)
        top -= LEADING
    return top


def _mm(length: Micrometers) -> float:
    return length / 1000
