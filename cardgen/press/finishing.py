"""The finisher's template: one blank card with its processing steps switched on.

The press files carry the same layers, switched off, so that no press prints them. Nothing of any
card is here: neither its artwork nor a number of it.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from cardgen.length import Micrometers
from cardgen.press.artwork import layers, plates
from cardgen.press.drawing import Drawing, Paper, kept
from cardgen.press.finishing_words import draw_dimensions, draw_legend
from cardgen.press.inks import PressInks, series_ink
from cardgen.press.job import PressJob
from cardgen.press.layout import Sheet, load_layout
from cardgen.press.marks import (
    INSIDE_STEPS,
    OUTSIDE_STEPS,
    STEPS,
    ProcessingStep,
    draw_marks,
    draw_step,
)
from cardgen.press.metadata import (
    add_info,
    add_metadata,
    add_output_intent,
    optional_content,
    paper_document,
)
from cardgen.press.pdf_objects import ObjectStore, dictionary, rectangle, reference
from cardgen.press.pen import OVERPRINT, Pen
from cardgen.press.small_pdf import add_pages, written_file

MARGIN = Micrometers(32_000)  # around the sheet: the slug, then the dimensions
LEGEND = Micrometers(86_000)  # a column on the right
LEGEND_STEP = ProcessingStep("Legend", (0, 0, 0, 0.8), group="Legend")
DIMENSIONS_STEP = ProcessingStep("Dimensions", (1, 0.6, 0, 0), group="Dimensions")
EXPLAINED = (DIMENSIONS_STEP, LEGEND_STEP)
SIDES = {"outside": OUTSIDE_STEPS, "inside": INSIDE_STEPS}


def draw_finishing_template(job: PressJob) -> bytes:
    """A PDF/X-4 of two pages, outside and inside, to set up cutting, tearing, folding, gluing."""
    sheet = load_layout(job.series.form).sheet
    store = ObjectStore()
    ink = series_ink(job.series.color)
    paper = Paper.around(sheet, MARGIN)
    paper = Paper(Micrometers(paper.width + LEGEND), paper.height, MARGIN)
    drawing = Drawing(PressInks(ink), paper)
    _draw_forms(drawing, job, sheet)
    steps = (*STEPS, *EXPLAINED)
    artwork = kept(store, drawing, plates(ink, steps), layers(store, steps), lambda _: {})
    pages = store.reserve()
    boxes = _boxes(paper, sheet)
    kids = (
        {
            **boxes,
            "Resources": reference(artwork.resources),
            "Contents": reference(store.add_stream({}, _content(side))),
        }
        for side in SIDES
    )
    add_pages(store, pages, kids)
    document = paper_document("Finishing template", job, for_press=True)
    entries = {
        "Type": b"/Catalog",
        "Pages": reference(pages),
        "Metadata": reference(add_metadata(store, job, document)),
        "OutputIntents": b"[" + add_output_intent(store, job.condition) + b"]",
        "OCProperties": optional_content(artwork.layers, hidden=()),
        "ViewerPreferences": b"<</PrintScaling/None>>",
    }
    catalog = store.add(dictionary(entries))
    return written_file(store, catalog, add_info(store, job, document), document.name)


def _draw_forms(drawing: Drawing, job: PressJob, sheet: Sheet) -> None:
    pen = drawing.pen
    for side in SIDES:
        draw_marks(pen, job, sheet, side)
        drawing.end_form(_form("Marks", side))
    for step in STEPS:
        draw_step(drawing.canvas, sheet, step)
        drawing.end_form(step.form)
    for side, steps in SIDES.items():
        with _plate(pen, DIMENSIONS_STEP):
            draw_dimensions(pen, sheet, steps)
        drawing.end_form(_form(DIMENSIONS_STEP.form, side))
        with _plate(pen, LEGEND_STEP):
            draw_legend(pen, job, sheet, steps)
        drawing.end_form(_form(LEGEND_STEP.form, side))


@contextmanager
def _plate(pen: Pen, step: ProcessingStep) -> Iterator[None]:
    """The step's own plate, on top of whatever is there."""
    pen.canvas.saveState()
    pen.canvas.addLiteral(OVERPRINT)
    pen.canvas.setStrokeColor(step.color)
    pen.canvas.setFillColor(step.color)
    yield
    pen.canvas.restoreState()


def _form(name: str, side: str) -> str:
    return f"{name}{side.title()}"


def _content(side: str) -> bytes:
    """Marks first; the layers last, with nothing printed on top of them."""
    painted = [(step, step.form) for step in SIDES[side]]
    painted += [(step, _form(step.form, side)) for step in EXPLAINED]
    lines = [f"/OC /{step.layer} BDC /{form} Do EMC\n" for step, form in painted]
    return f"/{_form('Marks', side)} Do\n{''.join(lines)}".encode("ascii")


def _boxes(paper: Paper, sheet: Sheet) -> dict[str, bytes]:
    """The sheet is trimmed as in the press files; the page around it is larger."""
    low, across, up = paper.margin, paper.margin + sheet.width, paper.margin + sheet.height
    bleed = sheet.bleed
    media = rectangle(0, 0, paper.width, paper.height)
    return {
        "MediaBox": media,
        "CropBox": media,
        "BleedBox": rectangle(low - bleed, low - bleed, across + bleed, up + bleed),
        "TrimBox": rectangle(low, low, across, up),
    }
