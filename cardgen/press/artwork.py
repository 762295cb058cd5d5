"""The artwork of a series, drawn once: forms, fonts and inks that every page refers to."""

import hashlib
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import pikepdf
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from cardgen.press.fonts import HEADLINE, TEXT, Typeface, composed, typefaces
from cardgen.press.inks import Inks, PressInks, ScreenInks, SeriesInk, series_ink
from cardgen.press.inside import draw_inside
from cardgen.press.job import PressJob
from cardgen.press.layout import Layout
from cardgen.press.marks import STEPS, ProcessingStep, draw_marks, draw_step
from cardgen.press.outside import draw_outside
from cardgen.press.pdf_objects import (
    ObjectStore,
    dictionary,
    number_text,
    rectangle,
    reference,
)
from cardgen.press.pen import Pen

SUBSET_TAG_LETTERS = 6
ASCII_SUBSET = "+0"  # of each font's subsets the first keeps ASCII in its place
OUTSIDE_FORM = "ArtOutside"
INSIDE_FORM = "ArtInside"


@dataclass(frozen=True, slots=True)
class Artwork:
    """What all pages share: object numbers, and what the fonts are called in the resources."""

    resources: int
    layers: tuple[int, ...]
    fonts: dict[str, str]
    faces: dict[str, Typeface]


class _Drawing:
    """A document of the drawing library of which each page becomes a form."""

    def __init__(self, inks: Inks, layout: Layout, *, margin: int) -> None:
        sheet = layout.sheet
        self.size = ((sheet.width + 2 * margin), (sheet.height + 2 * margin))
        self._margin = margin / 1000 * mm
        self._file = BytesIO()
        self.faces = typefaces()
        page_size = (self.size[0] / 1000 * mm, self.size[1] / 1000 * mm)
        # Without it every page names Helvetica, not embedded; the type stubs ask for a number.
        options: dict[str, Any] = {"initialFontName": TEXT}
        self.canvas = Canvas(self._file, page_size, pageCompression=0, invariant=1, **options)
        self.pen = Pen(self.canvas, inks, self.faces, overprints=isinstance(inks, PressInks))
        self.names: list[str] = []
        self._begin()

    def _begin(self) -> None:
        self.canvas.translate(self._margin, self._margin)

    def end_form(self, name: str) -> None:
        """What was drawn since the last call is the form of that name."""
        self.names.append(name)
        self.canvas.showPage()
        self._begin()

    def saved(self) -> pikepdf.Pdf:
        """The drawn pages, read back."""
        self.canvas.save()
        return pikepdf.open(self._file)


def press_artwork(store: ObjectStore, job: PressJob, layout: Layout) -> Artwork:
    """The artwork with plates, marks and processing steps; its layers come from `add_layers`."""
    ink = series_ink(job.series.color)
    drawing = _Drawing(PressInks(ink), layout, margin=layout.sheet.margin)
    _draw_panels(drawing, job, layout)
    for step in STEPS:
        draw_step(drawing.canvas, layout.sheet, step)
        drawing.end_form(step.form)
    inks = {ink.plate: _separation(ink.plate, tuple(x / 100 for x in ink.cmyk_percent))}
    inks |= {step.plate: _separation(step.plate, step.cmyk) for step in STEPS}
    layers = {step.layer: _layer(store, step) for step in STEPS}
    states = {
        "GSover": b"<</Type/ExtGState/OP true/op true/OPM 1>>",
        "GSknock": b"<</Type/ExtGState/OP false/op false/OPM 0>>",
    }
    shared = {"ColorSpace": dictionary(inks), "ExtGState": dictionary(states)}
    return _kept(store, drawing, shared, layers)


def screen_artwork(store: ObjectStore, job: PressJob, layout: Layout) -> Artwork:
    """The artwork in red, green and blue, trimmed: no marks, no plates, no layers."""
    ink: SeriesInk = series_ink(job.series.color)
    drawing = _Drawing(ScreenInks(ink), layout, margin=0)
    _draw_panels(drawing, job, layout)
    return _kept(store, drawing, {}, {})


def _draw_panels(drawing: _Drawing, job: PressJob, layout: Layout) -> None:
    pen, sheet = drawing.pen, layout.sheet
    drawing.faces[HEADLINE].check_drawn("The hall's name", composed(job.hall_name))
    draw_outside(pen, job, layout)
    if pen.overprints:
        draw_marks(pen, job, sheet, "outside")
    drawing.end_form(OUTSIDE_FORM)
    draw_inside(pen, job, layout)
    if pen.overprints:
        draw_marks(pen, job, sheet, "inside")
    drawing.end_form(INSIDE_FORM)


def _kept(
    store: ObjectStore, drawing: _Drawing, shared: dict[str, bytes], layers: dict[str, int]
) -> Artwork:
    """Puts forms and fonts into the store; one resource dictionary serves all pages."""
    fonts = {}
    with drawing.saved() as drawn:
        found = drawn.pages[0].Resources.Font
        font_entries = {}
        for name in sorted(found.keys()):
            if name.endswith(ASCII_SUBSET):
                fonts[_face_name(found[name])] = name[1:]
            _tag(found[name])
            font_entries[name[1:]] = store.take_over(found[name])
        shared = {"Font": reference(store.add(dictionary(font_entries))), **shared}
        resources = dictionary(shared)
        forms = {}
        for page, name in zip(drawn.pages, drawing.names, strict=False):
            content = page.Contents.read_bytes()
            entries = {
                "Type": b"/XObject",
                "Subtype": b"/Form",
                "BBox": rectangle(0, 0, *drawing.size),
                "Resources": resources,
                "GTS_Scope": b"/File",
                "GTS_Encapsulated": b"false",
            }
            forms[name] = reference(store.add_stream(entries, content))
    page_resources = {**shared, "XObject": dictionary(forms)}
    if layers:
        named = {name: reference(number) for name, number in layers.items()}
        page_resources["Properties"] = dictionary(named)
    number = store.add(dictionary(page_resources))
    return Artwork(number, tuple(layers.values()), fonts, drawing.faces)


def _tag(font: pikepdf.Object) -> None:
    """Names a subset by what is in it: two files of the same name hold the same letters."""
    descriptor = font.FontDescriptor
    digest = hashlib.sha256(descriptor.FontFile2.read_bytes()).digest()
    tag = "".join(chr(ord("A") + byte % 26) for byte in digest[:SUBSET_TAG_LETTERS])
    before, name = str(font.BaseFont), f"/{tag}+{_face_name(font)}"
    font.BaseFont = descriptor.FontName = pikepdf.Name(name)
    letters = font.ToUnicode.read_bytes().replace(before[1:].encode(), name[1:].encode())
    font.ToUnicode.write(letters)


def _face_name(font: pikepdf.Object) -> str:
    """The name of a font without its subset's tag."""
    return str(font.BaseFont).split("+")[1]


def _separation(plate: str, cmyk: tuple[float, ...]) -> bytes:
    """A spot color whose likeness in CMYK grows evenly with it."""
    full = b" ".join(number_text(share) for share in cmyk)
    function = b"<</FunctionType 2/Domain[0 1]/C0[0 0 0 0]/C1[%b]/N 1>>" % full
    return b"[/Separation/%b/DeviceCMYK %b]" % (plate.encode("ascii"), function)


def _layer(store: ObjectStore, step: ProcessingStep) -> int:
    """The optional content of one processing step (ISO 19593-1)."""
    kind = step.step_type.encode("ascii")
    metadata = b"<</GTS_ProcStepsGroup/Structural/GTS_ProcStepsType/%b>>" % kind
    return store.add(b"<</Type/OCG/Name(%b)/Intent/View/GTS_Metadata %b>>" % (kind, metadata))
