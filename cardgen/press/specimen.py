"""One card for a screen or a certificate: red, green and blue, VOID across."""

from dataclasses import replace

from cardgen.card_id import SPECIMEN_SET_SERIAL
from cardgen.errors import BadValueError
from cardgen.length import Micrometers
from cardgen.press.artwork import screen_artwork
from cardgen.press.card_marks import Marks, card_columns
from cardgen.press.inks import SCREEN
from cardgen.press.job import PressJob
from cardgen.press.layout import load_layout
from cardgen.press.metadata import Extent, identity
from cardgen.press.pdf_objects import (
    ObjectStore,
    dictionary,
    rectangle,
    reference,
    text_string,
)
from cardgen.press.rows import Bytes, Template
from cardgen.press.small_pdf import add_pages, written_file
from cardgen.printed_batch import PrintedBatch


def draw_specimen(job: PressJob, batch: PrintedBatch) -> bytes:
    """A PDF of two pages, outside and inside, of the batch's first card, void."""
    job = replace(job, specimen=True)
    layout = load_layout(job.series.form)
    store = ObjectStore()
    artwork = screen_artwork(store, job, layout)
    marks = Marks(layout, artwork, margin=Micrometers(0), ink=SCREEN, steps={})
    columns = card_columns(batch, artwork.faces, layout)
    pages = store.reserve()
    media = rectangle(0, 0, layout.sheet.width, layout.sheet.height)
    kids = (
        {
            "MediaBox": media,
            "TrimBox": media,
            "Resources": reference(artwork.resources),
            "Contents": reference(store.add_stream({}, first_row(template, columns))),
        }
        for template in (marks.outside(), marks.inside())
    )
    add_pages(store, pages, kids)
    catalog = store.add(dictionary({"Type": b"/Catalog", "Pages": reference(pages)}))
    title = text_string(f"Specimen {job.series.maker} {job.series.series} {job.series.color}")
    info = store.add(dictionary({"Title": title}))
    return written_file(store, catalog, info, identity(job, Extent(job.series.first, 1)))


def check_specimen(batch: PrintedBatch) -> None:
    """Raises: BadValueError, when the cards are live: their insides are shown to nobody."""
    serial = batch.series.set_serial
    if serial != SPECIMEN_SET_SERIAL:
        raise BadValueError("The set serial of a specimen", serial, SPECIMEN_SET_SERIAL)


def first_row(template: Template, columns: dict[str, Bytes]) -> bytes:
    """The content of a page of the first card."""
    return template.filled({name: column[:1] for name, column in columns.items()}).tobytes()
