"""Labels of packs and cartons, ten to a Letter sheet of 4 x 2 inch labels.

The die is the common one of 2 columns and 5 rows (sold as 5163, 8163 and their likes): margins
1/2 inch above and below, 5/32 inch left and right, 3/16 inch between the columns. Labels follow
one another without a gap, packs of one series after those of another and cartons last: a sheet is
used up, and its margin says of which series its labels are.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from io import BytesIO

from pikepdf import Pdf

from cardgen.barcodes import qr_writer
from cardgen.documents.archive import archived
from cardgen.documents.pen import PAGE_HEIGHT, PAGE_WIDTH, Box, Pen, Point, fitted, new_draft
from cardgen.documents.typefaces import caption
from cardgen.errors import BadValueError
from cardgen.papers.consignment import Consignment, SlipLine
from cardgen.papers.label_art import PACK_QR, LabelPen, draw_carton_label, draw_pack_label
from cardgen.proof.manifest import Manifest
from cardgen.tokens import PackLabel

MM_PER_INCH = 25.4
COLUMNS, ROWS = 2, 5
LABELS_PER_SHEET = COLUMNS * ROWS
LABEL_WIDTH, LABEL_HEIGHT = 4 * MM_PER_INCH, 2 * MM_PER_INCH
TOP_MARGIN = MM_PER_INCH / 2
SIDE_MARGIN = 5 / 32 * MM_PER_INCH
COLUMN_PITCH = LABEL_WIDTH + 3 / 16 * MM_PER_INCH
TOKEN_SYMBOLS = 28  # of a pack's token (sealing.md section 6)
RULER = 50.0  # measured with a ruler, it tells whether the sheet was printed at full size


def _quiet(_labels: int) -> None:
    """Nobody is told."""


def draw_labels(
    manifest: Manifest, lines: Sequence[SlipLine], progress: Callable[[int], None] = _quiet
) -> bytes:
    """A label for each pack of the manifest, then one for each carton; `progress` counts labels.

    Raises: BadValueError, when the lines are not the manifest's or a name cannot be drawn.
    """
    consignment = Consignment.joined(manifest, lines)
    labels = tuple(_labels(consignment))
    sheet_count = -(-len(labels) // LABELS_PER_SHEET)
    draft = new_draft()
    pen = _label_pen(draft.pen, len(labels))
    for number in range(1, sheet_count + 1):
        sheet = labels[(number - 1) * LABELS_PER_SHEET : number * LABELS_PER_SHEET]
        for place, label in enumerate(sheet):
            label.draw(pen, label_box(place))
        kinds = ", ".join(dict.fromkeys(label.told for label in sheet))
        order = f"{manifest.maker}, order {manifest.order}"
        _draw_margins(draft.pen, f"{order}: {kinds}", f"sheet {number} of {sheet_count}")
        draft.end_page()
        progress(len(sheet))
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
    draw_pack_label(part, packs[0], _label_pen(draft.pen, 1), label_box(place))
    _draw_margins(draft.pen, f"{manifest.maker}, order {manifest.order}", "one pack")
    draft.end_page()
    with Pdf.open(BytesIO(draft.drawn())) as pdf:
        return archived(pdf, f"Label of a pack of order {manifest.order}", manifest.made_at)


def label_box(place: int) -> Box:
    """The label at that place of a sheet, from 0, left to right and down."""
    row, column = divmod(place, COLUMNS)
    left = SIDE_MARGIN + column * COLUMN_PITCH
    return Box(left, TOP_MARGIN + row * LABEL_HEIGHT, LABEL_WIDTH, LABEL_HEIGHT)


@dataclass(frozen=True, slots=True)
class _Label:
    """One label, and what the margin of its sheet says of it."""

    told: str
    draw: Callable[[LabelPen, Box], None]


def _labels(consignment: Consignment) -> Iterator[_Label]:
    for part in consignment.series:
        told = f"packs of {part.series.series}, {part.series.color}, set {part.entry.set_serial}"
        for pack in part.packs:
            yield _Label(told, partial(draw_pack_label, part, pack))
    for part in consignment.series:
        for carton in part.cartons:
            yield _Label("cartons", partial(draw_carton_label, consignment, part, carton))


def _label_pen(pen: Pen, count: int) -> LabelPen:
    return LabelPen(pen, qr_writer(PACK_QR, TOKEN_SYMBOLS, count))


def _draw_margins(pen: Pen, told: str, sheet: str) -> None:
    """On what is thrown away with the backing: which sheet it is, and whether it is full size."""
    left, right, style = SIDE_MARGIN + 3, PAGE_WIDTH - SIDE_MARGIN - 3, caption(8)
    shown = f"{told}, {sheet}"
    pen.text(Point(left, TOP_MARGIN - 4), shown, fitted(shown, style, right - left))
    y = PAGE_HEIGHT - TOP_MARGIN + 5
    pen.rule(Point(left, y), Point(left + RULER, y), 0.2)
    for end in (left, left + RULER):
        pen.rule(Point(end, y - 1.2), Point(end, y + 1.2), 0.2)
    pen.text(Point(left + RULER + 2.5, y + 1), "50 mm at full size", style)
    pen.right(Point(right, y + 1), "Letter, 10 labels of 4 x 2 in", style)
