"""One card for a screen or a certificate: red, green and blue, VOID across."""

from dataclasses import replace

from cardgen.length import Micrometers
from cardgen.press.artwork import screen_artwork
from cardgen.press.card_marks import Marks, card_columns
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
from cardgen.printed_batch import PrintedBatch

HEADER = b"%PDF-1.6\n%\xe2\xe3\xcf\xd3\n"
BLACK = b"0 g 0 G"


def draw_specimen(job: PressJob, batch: PrintedBatch) -> bytes:
    """A PDF of two pages, outside and inside, of the batch's first card, void."""
    job = replace(job, specimen=True)
    layout = load_layout(job.series.form)
    store = ObjectStore()
    artwork = screen_artwork(store, job, layout)
    marks = Marks(layout, artwork, margin=Micrometers(0), black=BLACK, steps={})
    columns = card_columns(batch, artwork.faces, layout.number_points)
    pages = store.reserve()
    media = rectangle(0, 0, layout.sheet.width, layout.sheet.height)
    kids = []
    for template in (marks.outside(), marks.inside()):
        entries = {
            "Type": b"/Page",
            "Parent": reference(pages),
            "MediaBox": media,
            "TrimBox": media,
            "Resources": reference(artwork.resources),
            "Contents": reference(store.add_stream({}, _first_row(template, columns))),
        }
        kids.append(reference(store.add(dictionary(entries))))
    body = b"<</Type/Pages/Count %d/Kids[%b]>>" % (len(kids), b" ".join(kids))
    store.bodies[pages - 1] = body
    return _written(store, job, pages)


def _first_row(template: Template, columns: dict[str, Bytes]) -> bytes:
    """The content of a page of the first card."""
    return template.filled({name: column[:1] for name, column in columns.items()}).tobytes()


def _written(store: ObjectStore, job: PressJob, pages: int) -> bytes:
    """The file: header, objects, offsets, trailer."""
    catalog = store.add(dictionary({"Type": b"/Catalog", "Pages": reference(pages)}))
    title = text_string(f"Specimen {job.series.maker} {job.series.series} {job.series.color}")
    info = store.add(dictionary({"Title": title}))
    written, offsets = bytearray(HEADER), []
    for _, body in store.written():
        offsets.append(len(written))
        written += body
    start, size = len(written), len(offsets) + 1
    written += b"xref\n0 %d\n0000000000 65535 f \n" % size
    written += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    name = identity(job, Extent(job.series.first, 1)).hex().encode("ascii")
    entries = {
        "Size": b"%d" % size,
        "Root": reference(catalog),
        "Info": reference(info),
        "ID": b"[<%b><%b>]" % (name, name),
    }
    written += b"trailer\n%b\nstartxref\n%d\n%%%%EOF\n" % (dictionary(entries), start)
    return bytes(written)
