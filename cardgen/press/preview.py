"""A picture of the specimen, outside beside inside: for a mail, a web page, a job folder."""

from io import BytesIO

import pypdfium2  # type: ignore[import-untyped]
from PIL import Image

from cardgen.press.job import PressJob
from cardgen.press.specimen import check_specimen, draw_specimen
from cardgen.printed_batch import PrintedBatch

DOTS_PER_INCH = 150
MARGIN_DOTS = 30  # around each page
SHADES = 128  # ink, paper and the edges between them: a quarter of the bytes
DESK = (226, 226, 230)  # what the white sheets lie on


def specimen_png(job: PressJob, specimen: PrintedBatch) -> bytes:
    """A PNG at true size of the first specimen's outside and inside, void.

    Raises: BadValueError, when `specimen` is none.
    """
    check_specimen(specimen)
    document = pypdfium2.PdfDocument(draw_specimen(job, specimen))
    try:
        scale = DOTS_PER_INCH / 72
        pages = [page.render(scale=scale).to_pil().convert("RGB") for page in document]
    finally:
        document.close()
    width = sum(page.width + MARGIN_DOTS for page in pages) + MARGIN_DOTS
    height = max(page.height for page in pages) + 2 * MARGIN_DOTS
    picture = Image.new("RGB", (width, height), DESK)
    left = MARGIN_DOTS
    for page in pages:
        picture.paste(page, (left, MARGIN_DOTS))
        left += page.width + MARGIN_DOTS
    file = BytesIO()
    few = picture.quantize(SHADES, dither=Image.Dither.NONE)
    few.save(file, "PNG", dpi=(DOTS_PER_INCH, DOTS_PER_INCH))
    return file.getvalue()
