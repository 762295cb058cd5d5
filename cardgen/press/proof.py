"""The proof a customer approves: live cards from outside only, both sides of the specimen, void.

The inside of a live card cannot be drawn here: of live cards only `CardOutside` comes in.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from cardgen.press.artwork import card_fonts
from cardgen.press.card_marks import Marks, card_columns, outside_columns
from cardgen.press.drawing import Artwork, Drawing, kept
from cardgen.press.fonts import check_drawn_words, typefaces
from cardgen.press.inks import SCREEN, ScreenInks, series_ink
from cardgen.press.inside import draw_inside
from cardgen.press.job import PressJob
from cardgen.press.layout import Layout, Sheet, load_layout
from cardgen.press.metadata import add_info, add_metadata, paper_document
from cardgen.press.outside import draw_outside
from cardgen.press.pdf_objects import ObjectStore, dictionary, rectangle, reference
from cardgen.press.proof_sheet import PAPER, ProofPage, draw_proof_sheet
from cardgen.press.rows import Bytes
from cardgen.press.small_pdf import add_pages, written_file
from cardgen.press.specimen import check_specimen, first_row
from cardgen.printed_batch import CardOutside, PrintedBatch
from cardgen.series import Series

LIVE_OUTSIDE = "LiveOutside"
SPECIMEN_OUTSIDE = "SpecimenOutside"
SPECIMEN_INSIDE = "SpecimenInside"
LIVE_WORDS = (
    "A live card from outside, as a flat sheet: the upper half, head down, is the front of the "
    "folded card. What lies inside is shown on no proof; it stays sealed until a buyer tears it."
)
SPECIMEN_WORDS = (
    "A specimen in your own design: set 000000, void, made from secrets that everybody knows. "
    "No till takes it, no claim is paid on it."
)


@dataclass(frozen=True, slots=True)
class _ShownCard:
    """One page: which artwork lies below, what is said about the card, what is printed on it."""

    form: str
    heading: str
    words: str
    card_id: str
    columns: dict[str, Bytes] = field(repr=False)


def draw_proof(job: PressJob, live: Sequence[CardOutside], specimen: PrintedBatch) -> bytes:
    """A PDF at true size: each live card's outside, then outside and inside of the specimen.

    `live` is the first card of the series and the last one, or the only one; none before any is
    dealt.

    Raises: BadValueError, when `specimen` is none.
    """
    check_specimen(specimen)
    layout = load_layout(job.series.form)
    store = ObjectStore()
    cards = (*_live_cards(live), *_specimen_pages(specimen, layout))
    artwork = _artwork(store, job, specimen.series, cards)
    marks = Marks(layout, artwork, margin=PAPER.margin, ink=SCREEN, steps={})
    contents = []
    for number, card in enumerate(cards, start=1):
        draw = marks.inside if card.form == SPECIMEN_INSIDE else marks.outside
        content = b"/%b Do\n" % _sheet_form(number).encode("ascii")
        contents.append(content + first_row(draw(card.form), card.columns))
    return _written(store, job, artwork, contents)


def _live_cards(live: Sequence[CardOutside]) -> Iterator[_ShownCard]:
    whiches = ((), ("the only card",), ("the first card", "the last card"))[len(live)]
    for which, card in zip(whiches, live, strict=True):
        heading = f"Outside of {which}"
        columns = outside_columns(card)
        yield _ShownCard(LIVE_OUTSIDE, heading, LIVE_WORDS, card.card_id, columns)


def _specimen_pages(specimen: PrintedBatch, layout: Layout) -> Iterator[_ShownCard]:
    card_id = specimen.outside(0).card_id
    columns = card_columns(specimen, typefaces(), layout)
    for form, side in ((SPECIMEN_OUTSIDE, "Outside"), (SPECIMEN_INSIDE, "Inside")):
        yield _ShownCard(form, f"{side} of a specimen", SPECIMEN_WORDS, card_id, columns)


def _artwork(
    store: ObjectStore, job: PressJob, specimen: Series, cards: Sequence[_ShownCard]
) -> Artwork:
    """The cards' artwork and what stands around each."""
    layout = load_layout(job.series.form)
    drawing = Drawing(ScreenInks(series_ink(job.series.color)), PAPER)
    check_drawn_words(job.hall_name, job.design)
    void = replace(job, series=specimen, specimen=True)
    draw_outside(drawing.pen, job, layout)
    drawing.end_form(LIVE_OUTSIDE)
    draw_outside(drawing.pen, void, layout)
    drawing.end_form(SPECIMEN_OUTSIDE)
    draw_inside(drawing.pen, void, layout)
    drawing.end_form(SPECIMEN_INSIDE)
    for number, card in enumerate(cards, start=1):
        page = ProofPage(number, len(cards), card.heading, card.card_id, card.words)
        draw_proof_sheet(drawing.pen, job, page, layout.sheet)
        drawing.end_form(_sheet_form(number))
    return kept(store, drawing, {}, {}, card_fonts(store, layout, SCREEN))


def _sheet_form(number: int) -> str:
    """The name of what is printed around the card of a page."""
    return f"Sheet{number}"


def _written(
    store: ObjectStore, job: PressJob, artwork: Artwork, contents: Sequence[bytes]
) -> bytes:
    pages = store.reserve()
    kids = (
        {
            "MediaBox": rectangle(0, 0, PAPER.width, PAPER.height),
            "TrimBox": rectangle(*_card_box(load_layout(job.series.form).sheet)),
            "Resources": reference(artwork.resources),
            "Contents": reference(store.add_stream({}, content)),
        }
        for content in contents
    )
    add_pages(store, pages, kids)
    document = paper_document("Proof", job, for_press=False)
    entries = {
        "Type": b"/Catalog",
        "Pages": reference(pages),
        "Metadata": reference(add_metadata(store, job, document)),
        "ViewerPreferences": b"<</PrintScaling/None>>",
    }
    catalog = store.add(dictionary(entries))
    return written_file(store, catalog, add_info(store, job, document), document.name)


def _card_box(sheet: Sheet) -> tuple[int, int, int, int]:
    """The card on the page, as the press files trim it."""
    low = PAPER.margin
    return low, low, low + sheet.width, low + sheet.height
