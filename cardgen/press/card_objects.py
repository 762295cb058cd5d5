"""The five objects of a card, each of one length on every card: pages, contents, document part."""

from dataclasses import dataclass

from cardgen.length import Micrometers
from cardgen.press.card_marks import SEQUENCE_DIGITS, Marks
from cardgen.press.drawing import Artwork
from cardgen.press.inks import PLATES
from cardgen.press.job import PressJob
from cardgen.press.layout import Layout
from cardgen.press.marks import INSIDE_STEPS, OUTSIDE_STEPS, ProcessingStep
from cardgen.press.pdf_objects import rectangle, reference
from cardgen.press.rows import Template

OBJECT_DIGITS = 7  # 8,388,607 indirect objects at most (PDF 1.x implementation limit)
PARTS = ("outside_page", "outside_content", "inside_page", "inside_content", "document_part")


def parts_of(job: PressJob) -> tuple[str, ...]:
    """The objects a card has in this file: its document part only in a file of records."""
    return PARTS if job.style.has_records else PARTS[:-1]


@dataclass(frozen=True, slots=True)
class CardObjects:
    """A card's objects one behind the other, and where each one's number ends."""

    template: Template
    starts: tuple[int, ...]


def card_objects(job: PressJob, layout: Layout, artwork: Artwork) -> CardObjects:
    """The template of all cards of a file."""
    marks = Marks(
        layout=layout,
        artwork=artwork,
        margin=layout.sheet.margin,
        ink=PLATES,
        steps=_steps(job),
        codes=job.style.codes,
    )
    records = job.style.has_records
    bodies = [
        _page(layout, artwork, "outside_content", in_record=records),
        _content(marks.outside()),
        _page(layout, artwork, "inside_content", in_record=records),
        _content(marks.inside()),
    ]
    if records:
        bodies.append(_document_part(job))
    template, starts = Template(), []
    for name, body in zip(parts_of(job), bodies, strict=True):
        starts.append(len(template))
        template.add_field(name, OBJECT_DIGITS)
        template.add(b" 0 obj\n")
        template.append(body)
        template.add(b"\nendobj\n")
    return CardObjects(template, tuple(starts))


def _steps(job: PressJob) -> dict[str, tuple[ProcessingStep, ...]]:
    if not job.style.has_steps:
        return {"outside": (), "inside": ()}
    return {"outside": OUTSIDE_STEPS, "inside": INSIDE_STEPS}


def _page(layout: Layout, artwork: Artwork, content: str, *, in_record: bool) -> Template:
    sheet = layout.sheet
    media = (0, 0, sheet.width + 2 * sheet.margin, sheet.height + 2 * sheet.margin)
    bleed = _box(sheet.slug, media)
    trim = _box(sheet.margin, media)
    template = Template()
    template.add(b"<</Type/Page/Parent ")
    template.add_field("parent", OBJECT_DIGITS)
    boxes = (rectangle(*media), rectangle(*media), rectangle(*bleed), rectangle(*trim))
    template.add(b" 0 R/MediaBox%b/CropBox%b/BleedBox%b/TrimBox%b" % boxes)
    template.add(b"/Resources %b/Contents " % reference(artwork.resources))
    template.add_field(content, OBJECT_DIGITS)
    template.add(b" 0 R")
    if in_record:
        template.add(b"/DPart ")
        template.add_field("document_part", OBJECT_DIGITS)
        template.add(b" 0 R")
    template.add(b">>")
    return template


def _box(inset: Micrometers, media: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    return (inset, inset, media[2] - inset, media[3] - inset)


def _content(marks: Template) -> Template:
    template = Template()
    template.add(b"<</Length %d>>\nstream\n" % len(marks))
    template.append(marks)
    template.add(b"\nendstream")
    return template


def _document_part(job: PressJob) -> Template:
    """A card's leaf: what a finisher needs, and nothing of what is inside."""
    template = Template()
    template.add(b"<</Type/DPart/Parent ")
    template.add_field("pack", OBJECT_DIGITS)
    template.add(b" 0 R/Start ")
    template.add_field("outside_page", OBJECT_DIGITS)
    template.add(b" 0 R/End ")
    template.add_field("inside_page", OBJECT_DIGITS)
    template.add(b" 0 R/DPM<</BINGO_Card<</BINGO_Serial(")
    template.add_field("card_id", 21)
    template.add(b")/BINGO_Seq ")
    template.add_field("sequence", SEQUENCE_DIGITS)
    template.add(b"/BINGO_Lot(%d)>>>>>>" % job.lot)
    return template
