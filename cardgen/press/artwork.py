"""The artwork of a series, drawn once: both pages' forms, and the plates they are painted with."""

from collections.abc import Callable, Mapping, Sequence

from cardgen.length import Micrometers
from cardgen.press.block_out import BLOT_FONT, blot_font
from cardgen.press.digits import DIGIT_FONT, digit_font
from cardgen.press.drawing import Artwork, Drawing, Paper, kept
from cardgen.press.fonts import HEADLINE, check_drawn_words
from cardgen.press.inks import (
    PLATES,
    SCREEN,
    PageInk,
    PressInks,
    ProcessInks,
    ScreenInks,
    SeriesInk,
    series_ink,
)
from cardgen.press.inside import draw_inside
from cardgen.press.job import PressJob
from cardgen.press.layout import Layout
from cardgen.press.marks import STEPS, STRUCTURAL, ProcessingStep, draw_marks, draw_step
from cardgen.press.outside import draw_outside
from cardgen.press.pdf_objects import ObjectStore, dictionary, number_text
from cardgen.press_style import InkSet

OUTSIDE_FORM = "ArtOutside"
INSIDE_FORM = "ArtInside"


def press_artwork(store: ObjectStore, job: PressJob, layout: Layout) -> Artwork:
    """The artwork with plates, marks and processing steps."""
    ink = series_ink(job.series.color)
    spot = job.style.inks is InkSet.SPOT
    inks = PressInks(ink) if spot else ProcessInks(ink)
    steps = STEPS if job.style.has_steps else ()
    drawing = Drawing(inks, Paper.around(layout.sheet, layout.sheet.margin))
    _draw_panels(drawing, job, layout)
    for step in steps:
        draw_step(drawing.canvas, layout.sheet, step)
        drawing.end_form(step.form)
    shared = plates(ink, steps) if spot else {"ExtGState": overprint_states()}
    more = card_fonts(store, layout, PLATES)
    return kept(store, drawing, shared, layers(store, steps), more)


def screen_artwork(store: ObjectStore, job: PressJob, layout: Layout) -> Artwork:
    """The artwork in red, green and blue, trimmed: no marks, no plates, no layers."""
    ink = series_ink(job.series.color)
    drawing = Drawing(ScreenInks(ink), Paper.around(layout.sheet, Micrometers(0)))
    _draw_panels(drawing, job, layout)
    return kept(store, drawing, {}, {}, card_fonts(store, layout, SCREEN))


def plates(ink: SeriesInk, steps: Sequence[ProcessingStep]) -> dict[str, bytes]:
    """The resources of a page on the press: a plate for the series color and for each step."""
    inks = {ink.plate: _separation(ink.plate, tuple(x / 100 for x in ink.cmyk_percent))}
    inks |= {step.plate: _separation(step.plate, step.cmyk) for step in steps}
    return {"ColorSpace": dictionary(inks), "ExtGState": overprint_states()}


def overprint_states() -> bytes:
    """On top of what is there, or in place of it."""
    states = {
        "GSover": b"<</Type/ExtGState/OP true/op true/OPM 1>>",
        "GSknock": b"<</Type/ExtGState/OP false/op false/OPM 0>>",
    }
    return dictionary(states)


def layers(store: ObjectStore, steps: Sequence[ProcessingStep]) -> dict[str, int]:
    """The optional content of each processing step (ISO 19593-1)."""
    return {step.layer: _layer(store, step) for step in steps}


def card_fonts(
    store: ObjectStore, layout: Layout, ink: PageInk
) -> Callable[[Mapping[str, bytes]], dict[str, bytes]]:
    """Makes the fonts of blots and of playing digits, by their names in the resources."""

    def made(known: Mapping[str, bytes]) -> dict[str, bytes]:
        states = {} if ink is SCREEN else {"ExtGState": overprint_states()}
        drawn_with = {"Font": dictionary({HEADLINE: known[HEADLINE]}), **states}
        size = layout.number_points
        return {
            BLOT_FONT: blot_font(store),
            DIGIT_FONT: digit_font(store, layout.numbers, size, ink, drawn_with),
        }

    return made


def _draw_panels(drawing: Drawing, job: PressJob, layout: Layout) -> None:
    pen, sheet = drawing.pen, layout.sheet
    check_drawn_words(job.hall_name, job.design)
    draw_outside(pen, job, layout)
    if pen.overprints:
        draw_marks(pen, job, sheet, "outside")
    drawing.end_form(OUTSIDE_FORM)
    draw_inside(pen, job, layout)
    if pen.overprints:
        draw_marks(pen, job, sheet, "inside")
    drawing.end_form(INSIDE_FORM)


def _separation(plate: str, cmyk: tuple[float, ...]) -> bytes:
    """A spot color whose likeness in CMYK grows evenly with it."""
    full = b" ".join(number_text(share) for share in cmyk)
    function = b"<</FunctionType 2/Domain[0 1]/C0[0 0 0 0]/C1[%b]/N 1>>" % full
    return b"[/Separation/%b/DeviceCMYK %b]" % (plate.encode("ascii"), function)


def _layer(store: ObjectStore, step: ProcessingStep) -> int:
    kind = step.step_type.encode("ascii")
    group = b"/GTS_ProcStepsGroup/%b" % step.group.encode("ascii")
    if step.group == STRUCTURAL:  # no other group has types
        group += b"/GTS_ProcStepsType/%b" % kind
    return store.add(b"<</Type/OCG/Name(%b)/Intent/View/GTS_Metadata <<%b>>>>" % (kind, group))
