"""What stands in the slug, and what the finisher's machines do: cut, perforate, fold, glue."""

from dataclasses import dataclass

from reportlab.lib.colors import CMYKColor, CMYKColorSep
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from cardgen.press.fonts import TEXT
from cardgen.press.job import PressJob
from cardgen.press.layout import Sheet
from cardgen.press.pen import OVERPRINT, Pen

STRUCTURAL = "Structural"


@dataclass(frozen=True, slots=True)
class ProcessingStep:
    """One step of ISO 19593-1, painted with a plate of its own that is never inked."""

    step_type: str
    cmyk: tuple[float, float, float, float]
    group: str = STRUCTURAL

    @property
    def plate(self) -> str:
        """The name of its separation."""
        return f"STEP_{self.step_type.upper()}"

    @property
    def form(self) -> str:
        """The name of its form."""
        return f"Step{self.step_type}"

    @property
    def layer(self) -> str:
        """The name of its optional content in the pages' properties."""
        return f"PS{self.step_type}"

    @property
    def color(self) -> CMYKColor:
        """Its own plate, whole."""
        cyan, magenta, yellow, black = self.cmyk
        return CMYKColorSep(cyan, magenta, yellow, black, spotName=self.plate, density=1)


CUTTING = ProcessingStep("Cutting", (0, 1, 0, 0))
PERFORATING = ProcessingStep("Perforating", (1, 0, 0, 0))
FOLDING = ProcessingStep("Folding", (0, 0, 1, 0))
GLUING = ProcessingStep("Gluing", (0.5, 0, 0.5, 0))
STEPS = (CUTTING, PERFORATING, FOLDING, GLUING)
OUTSIDE_STEPS = (CUTTING, PERFORATING, FOLDING)  # the glue lies on the inside
INSIDE_STEPS = STEPS


def draw_step(canvas: Canvas, sheet: Sheet, step: ProcessingStep) -> None:
    """One step's lines or areas; the origin is the lower left corner of the trimmed sheet."""
    canvas.addLiteral(OVERPRINT)
    canvas.setStrokeColor(step.color)
    canvas.setFillColor(step.color)
    canvas.setLineWidth(0.25 * mm)
    width, height = sheet.width / 1000 * mm, sheet.height / 1000 * mm
    match step.step_type:
        case "Cutting":
            canvas.rect(0, 0, width, height, stroke=1, fill=0)
        case "Perforating":
            edge = sheet.perforation / 1000 * mm
            for across in (edge, width - edge):
                canvas.line(across, 0, across, height)
            for up in (edge, height - edge):
                canvas.line(0, up, width, up)
        case "Folding":
            canvas.setDash([4 * mm, 2 * mm])
            canvas.line(0, height / 2, width, height / 2)
        case _:
            _glue(canvas, sheet)


def _glue(canvas: Canvas, sheet: Sheet) -> None:
    """Glue on the face panel alone: the block-out panel comes to lie on it.

    It begins inside the cut, so that no knife runs through glue.
    """
    edge, end = sheet.glue_from_cut / 1000 * mm, sheet.glue / 1000 * mm
    width, fold = sheet.width / 1000 * mm, sheet.panel_height / 1000 * mm
    strip = end - edge
    canvas.rect(edge, edge, width - 2 * edge, strip, stroke=0, fill=1)
    for left in (edge, width - end):
        canvas.rect(left, end, strip, fold - end, stroke=0, fill=1)


def draw_marks(pen: Pen, job: PressJob, sheet: Sheet, side: str) -> None:
    """Crop, fold and registration marks, the plates' names and their patches."""
    width, height = sheet.width / 1000, sheet.height / 1000
    near, far = sheet.bleed / 1000 + 1, (sheet.bleed + sheet.slug) / 1000 - 1
    with pen.black():
        for across in (0.0, width):
            pen.line((across, -far), (across, -near), 0.1)
            pen.line((across, height + near), (across, height + far), 0.1)
        for up in (0.0, height):
            pen.line((-far, up), (-near, up), 0.1)
            pen.line((width + near, up), (width + far, up), 0.1)
        pen.canvas.setDash([1.2 * mm, 0.8 * mm])  # a fold is not a cut
        for start, end in ((-far, -near), (width + near, width + far)):
            pen.line((start, height / 2), (end, height / 2), 0.1)
    for middle in ((width / 2, -near - 4), (width / 2, height + near + 4)):
        _registration(pen, middle)
    _patches(pen, -near - 6.5)
    with pen.black():
        words = f"{job.order_number}  {job.series.set_serial}  {job.series.series}  "
        words += f"{job.series.color}  {side}"
        pen.text((2, height + near + 3), words, 1.8, TEXT)


def _registration(pen: Pen, middle: tuple[float, float]) -> None:
    across, up = middle
    for plate in (pen.black(), pen.series(100)):
        with plate:
            pen.canvas.addLiteral(OVERPRINT)
            pen.ring(middle, 4, 0.1)
            pen.line((across - 3, up), (across + 3, up), 0.1)
            pen.line((across, up - 3), (across, up + 3), 0.1)


def _patches(pen: Pen, bottom: float) -> None:
    for place, percent in enumerate((100, 50, 20)):
        with pen.series(percent):
            pen.rectangle(62 + place * 6, bottom, 5, 5)
    with pen.black():
        pen.rectangle(80, bottom, 5, 5)
