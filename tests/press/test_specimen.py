import re
from io import BytesIO

import numpy as np
import pikepdf
import pypdfium2  # type: ignore[import-untyped]
import zxingcpp

from cardgen.press.specimen import draw_specimen
from tests.press.cards import a_batch, a_job, a_series
from tests.press.tools import embedded


def a_specimen() -> bytes:
    series = a_series(3, color="green", set_serial="000000")
    return draw_specimen(a_job(series), a_batch(series))


def test_it_shows_outside_and_inside_of_the_first_card_void() -> None:
    batch = a_batch(a_series(3, color="green", set_serial="000000"))
    document = pypdfium2.PdfDocument(a_specimen())
    assert len(document) == 2
    seen = [np.squeeze(page.render(scale=300 / 72, grayscale=True).to_numpy()) for page in document]
    outside, inside = ({c.text for c in zxingcpp.read_barcodes(page)} for page in seen)
    assert batch.row("outside_tokens", 0).decode() in outside
    assert batch.row("inside_tokens", 0).decode() in inside
    for page in document:
        assert page.get_size() == (306.14172, 720.0) or page.get_width() > 306
        assert "VOID" in page.get_textpage().get_text_bounded()


def test_it_may_be_placed_in_a_pdf_a_file() -> None:
    """ISO 19005-3: device red-green-blue and gray only, fonts embedded, no transparency."""
    with pikepdf.open(BytesIO(a_specimen())) as pdf:
        resources = pdf.pages[0].Resources
        assert "/ColorSpace" not in resources
        assert "/ExtGState" not in resources
        assert all(embedded(font) for font in resources.Font.values())
        for content in [page.Contents for page in pdf.pages] + list(resources.XObject.values()):
            operators = {str(step.operator) for step in pikepdf.parse_content_stream(content)}
            assert not operators & {"k", "K", "cs", "CS", "scn", "SCN", "sh", "gs", "BDC"}


def test_it_is_the_same_each_time() -> None:
    assert a_specimen() == a_specimen()


def test_its_objects_are_numbered_without_a_gap() -> None:
    numbers = [int(n) for n in re.findall(rb"(?m)^(\d+) 0 obj$", a_specimen())]
    assert numbers == list(range(1, len(numbers) + 1))
