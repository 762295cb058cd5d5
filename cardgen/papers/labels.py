"""Labels of packs and cartons, ten to a Letter sheet of 4 x 2 inch labels.

The die is the common one of 2 columns and 5 rows (sold as 5163, 8163 and their likes): margins
1/2 inch above and below, 5/32 inch left and right, 3/16 inch between the columns. A sheet holds
labels of one series only, so that it can go to one packing table; carton labels follow last.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from typing import TypeVar

from pikepdf import Pdf

from cardgen.documents.archive import archived
from cardgen.documents.pen import PAGE_HEIGHT, PAGE_WIDTH, Box, Pen, Point, new_draft
from cardgen.documents.typefaces import caption
from cardgen.errors import BadValueError
from cardgen.papers.consignment import Consignment, SlipLine
from cardgen.papers.label_art import draw_carton_label, draw_pack_label
from cardgen.proof.manifest import Manifest
from cardgen.tokens import PackLabel

MM_PER_INCH = 25.4
COLUMNS, ROWS = 2, 5
LABELS_PER_SHEET = COLUMNS * ROWS
LABEL_WIDTH, LABEL_HEIGHT = 4 * MM_PER_INCH, 2 * MM_PER_INCH
TOP_MARGIN = MM_PER_INCH / 2
SIDE_MARGIN = 5 / 32 * MM_PER_INCH
COLUMN_PITCH = LABEL_WIDTH + 3 / 16 * MM_PER_INCH
_Thing = TypeVar("_Thing")
RULER = 50.0  # measured with a ruler, it tells whether the sheet was printed at full size


def draw_labels(manifest: Manifest, lines: Sequence[SlipLine]) -> bytes:
    """A label for each pack of the manifest, then one for each carton.

    Raises: BadValueError, when the lines are not the manifest's or a name cannot be drawn.
    """
    consignment = Consignment.joined(manifest, lines)
    sheets = tuple(_sheets(consignment))
    draft = new_draft()
    for number, sheet in enumerate(sheets, start=1):
        for place, draw_label in enumerate(sheet.labels):
            draw_label(draft.pen, label_box(place))
        told = f"{sheet.told}, sheet {number} of {len(sheets)}"
        _draw_margins(draft.pen, f"{manifest.maker}, order {manifest.order}: {told}")
        draft.end_page()
    with Pdf.open(BytesIO(draft.drawn())) as pdf:
        return archived(pdf, f"Labels of order {manifest.order}", manifest.made_at)


def draw_pack_label_sheet(
    manifest: Manifest, line: SlipLine, label: PackLabel, place: int
) -> bytes:
    """The label of one pack, at a place of the sheet from 0: the others may be used already.

    Raises: BadValueError, when the pack is not the manifest's.
    """
    consignment = Consignment.joined(manifest, [line])
    (part,) = consignment.series
    packs = [pack for pack in part.packs if pack.label == label]
    if not packs:
        raise BadValueError("The pack", label.text, "a pack of the manifest")
    draft = new_draft()
    draw_pack_label(part, packs[0], draft.pen, label_box(place))
    _draw_margins(draft.pen, f"{manifest.maker}, order {manifest.order}: one pack")
    draft.end_page()
    with Pdf.open(BytesIO(draft.drawn())) as pdf:
        return archived(pdf, f"Label of a pack of order {manifest.order}", manifest.made_at)


def label_box(place: int) -> Box:
    """The label at that place of a sheet, from 0, left to right and down."""
    row, column = divmod(place, COLUMNS)
    left = SIDE_MARGIN + column * COLUMN_PITCH
    return Box(left, TOP_MARGIN + row * LABEL_HEIGHT, LABEL_WIDTH, LABEL_HEIGHT)


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Up to ten labels, and what its margin says of them."""

    told: str
    labels: tuple[Callable[[Pen, Box], None], ...]


def _sheets(consignment: Consignment) -> Iterator[_Sheet]:
    for part in consignment.series:
        told = f"packs of {part.series.series}, {part.series.color}, set {part.entry.set_serial}"
        for packs in _tens(part.packs):
            yield _Sheet(told, tuple(partial(draw_pack_label, part, pack) for pack in packs))
    cartons = [(part, carton) for part in consignment.series for carton in part.cartons]
    for ten in _tens(cartons):
        draws = (partial(draw_carton_label, consignment, part, carton) for part, carton in ten)
        yield _Sheet("cartons", tuple(draws))


def _tens(things: Sequence[_Thing]) -> Iterator[Sequence[_Thing]]:
    for start in range(0, len(things), LABELS_PER_SHEET):
        yield things[start : start + LABELS_PER_SHEET]


def _draw_margins(pen: Pen, told: str) -> None:
    """On what is thrown away with the backing: which sheet it is, and whether it is full size."""
    left, right, style = SIDE_MARGIN + 3, PAGE_WIDTH - SIDE_MARGIN - 3, caption(8)
    pen.text(Point(left, TOP_MARGIN - 4), told, style)
    y = PAGE_HEIGHT - TOP_MARGIN + 5
    pen.rule(Point(left, y), Point(left + RULER, y), 0.2)
    for end in (left, left + RULER):
        pen.rule(Point(end, y - 1.2), Point(end, y + 1.2), 0.2)
    pen.text(Point(left + RULER + 2.5, y + 1), "50 mm at full size", style)
    pen.right(Point(right, y + 1), "Letter, 10 labels of 4 x 2 in", style)
