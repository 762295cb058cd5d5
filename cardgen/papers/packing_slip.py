"""The packing slip: what is in the cartons, and which numbers are not."""

from collections.abc import Iterator, Sequence
from io import BytesIO

from pikepdf import Pdf

from cardgen.documents.archive import archived
from cardgen.documents.flow import Block, Placed, paged
from cardgen.documents.pen import Pen, new_draft
from cardgen.papers.consignment import Consignment, SlipLine
from cardgen.papers.slip_rows import (
    carton_rows,
    draw_running_head,
    draw_top,
    receipt,
    series_rows,
    sheet_rows,
    skip_rows,
)
from cardgen.proof.manifest import Manifest

__all__ = ["SlipLine", "draw_packing_slip"]

FIRST_TOP, NEXT_TOP, BOTTOM = 71.0, 27.0, 263.0


def draw_packing_slip(manifest: Manifest, lines: Sequence[SlipLine]) -> bytes:
    """The slip that lies in the first carton: series, skips, cartons, and who received them.

    Raises: BadValueError, when the lines are not the manifest's or a name cannot be drawn.
    """
    consignment = Consignment.joined(manifest, lines)
    pages = paged(_blocks(consignment), (FIRST_TOP, NEXT_TOP), BOTTOM)
    draft = new_draft()
    for number, blocks in enumerate(pages, start=1):
        _draw_page(draft.pen, consignment, blocks, (number, len(pages)))
        draft.end_page()
    with Pdf.open(BytesIO(draft.drawn())) as pdf:
        return archived(pdf, f"Packing slip of order {manifest.order}", manifest.made_at)


def _blocks(consignment: Consignment) -> Iterator[Block]:
    yield from series_rows(consignment)
    yield from skip_rows(consignment)
    yield from sheet_rows(consignment)
    yield from carton_rows(consignment)
    yield receipt()


def _draw_page(
    pen: Pen, consignment: Consignment, blocks: list[Placed], place: tuple[int, int]
) -> None:
    if place[0] == 1:
        draw_top(pen, consignment)
    draw_running_head(pen, consignment, place)
    for placed in blocks:
        placed.block.draw(pen, placed.y)
