"""The widest value of every field that an order may hold, measured where it is printed."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pypdfium2  # type: ignore[import-untyped]
import pytest

from cardgen.card_id import AuditNumber, MakerId
from cardgen.length import MICROMETERS_PER_INCH
from cardgen.order import HALL_NAME_MAX, PRICE_CENTS_MAX
from cardgen.press.layout import Layout
from cardgen.press.press_file import draw_press_file
from cardgen.series import Role, SeriesCode
from tests.press.cards import a_batch, a_job, a_series

TORN_FREE = 3_000  # of text, inside the perforation
FOLD = 127_000
ABOVE = ("KEEP THIS CARD WHOLE", "Conserve este cartón entero")  # among complements and blots
Edges = tuple[int, int, int, int]


def widest_file(path: Path, color: str, role: Role) -> pypdfium2.PdfDocument:
    series = replace(
        a_series(1, color=color, set_serial="888888"),
        maker=MakerId("WWWW"),
        series=SeriesCode("W" * 8),
        first=AuditNumber(9_999_999),
    )
    job = replace(
        a_job(series, hall_name="W" * HALL_NAME_MAX, role=role), price_cents=PRICE_CENTS_MAX
    )
    draw_press_file(path, job, [a_batch(series)], 1)
    return pypdfium2.PdfDocument(path)


def texts(page: pypdfium2.PdfPage, layout: Layout) -> Iterator[tuple[str, Edges]]:
    """Each text on the sheet and its edges, in micrometers from the sheet's corner."""
    sheet = layout.sheet
    text = {"filter": [pypdfium2.raw.FPDF_PAGEOBJ_TEXT], "textpage": page.get_textpage()}
    for found in page.get_objects(**text, max_depth=3):
        left, bottom, right, top = (
            round(length * MICROMETERS_PER_INCH / 72) - sheet.margin
            for length in found.get_bounds()
        )
        if right > 0 and left < sheet.width and top > 0 and bottom < sheet.height:
            yield found.extract(), (left, bottom, right, top)


@pytest.mark.parametrize("color", ["orange", "purple", "yellow"])
@pytest.mark.parametrize("role", list(Role))
def test_no_text_runs_through_the_perforation_or_into_another(
    tmp_path: Path, layout: Layout, color: str, role: Role
) -> None:
    """A text stands on a strip that is torn off, or at least 3 mm inside the perforation."""
    sheet = layout.sheet
    near, far = sheet.perforation, sheet.perforation + TORN_FREE
    for page in widest_file(tmp_path / "a.pdf", color, role):
        found = list(texts(page, layout))
        assert len(found) > 30
        for words, (left, bottom, right, top) in found:
            from_edge = min(left, sheet.width - right, bottom, sheet.height - top)
            to_edge = min(right, sheet.width - left, top, sheet.height - bottom)
            assert from_edge >= far or 0 < from_edge < to_edge <= near, (words, left, right)
        shown = [one for one in found if one[0].strip() in ABOVE or one[1][3] < FOLD]
        for (words, edges), (others, other) in combinations(shown, 2):
            assert not overlap(edges, other), (words, others)


def overlap(one: Edges, other: Edges) -> bool:
    across = min(one[2], other[2]) - max(one[0], other[0])
    up = min(one[3], other[3]) - max(one[1], other[1])
    return min(across, up) > 0
