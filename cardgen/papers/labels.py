"""Labels of packs and cartons, ten to a Letter sheet of 4 x 2 inch labels.

The die is the common one of 2 columns and 5 rows (sold as 5163, 8163 and their likes): margins
1/2 inch above and below, 5/32 inch left and right, 3/16 inch between the columns. A sheet holds
labels of one series only, so that it can go to one packing table; carton labels follow last.
"""

from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import islice

from pikepdf import Pdf

from cardgen.papers.archive import archived
from cardgen.papers.consignment import Carton, ConsignedSeries, Consignment, SlipLine
from cardgen.papers.label_art import draw_carton_label, draw_pack_label
from cardgen.papers.pen import PAGE_HEIGHT, PAGE_WIDTH, Box, Draft, Pen, Point, new_draft
from cardgen.papers.typefaces import caption, drawable
from cardgen.proof.manifest import Manifest

MM_PER_INCH = 25.4
COLUMNS, ROWS = 2, 5
LABELS_PER_SHEET = COLUMNS * ROWS
LABEL_WIDTH, LABEL_HEIGHT = 4 * MM_PER_INCH, 2 * MM_PER_INCH
TOP_MARGIN = MM_PER_INCH / 2
SIDE_MARGIN = 5 / 32 * MM_PER_INCH
COLUMN_PITCH = LABEL_WIDTH + 3 / 16 * MM_PER_INCH
RULER = 50.0  # measured with a ruler, it tells whether the sheet was printed at full size


def draw_labels(manifest: Manifest, lines: Sequence[SlipLine]) -> bytes:
    """A label for each pack of the manifest, then one for each carton.

    Raises: BadValueError, when the lines are not those of the manifest.
    """
    consignment = Consignment.joined(manifest, lines)
    drawable("The hall's name", consignment.hall_name)
    draft = new_draft()
    for part in consignment.series:
        _draw_pack_sheets(draft, consignment, part)
    _draw_carton_sheets(draft, consignment)
    with Pdf.open(BytesIO(draft.drawn())) as pdf:
        return archived(pdf, f"Labels of order {manifest.order}", manifest.made_at)


def label_box(place: int) -> Box:
    """The label at that place of a sheet, from 0, left to right and down."""
    row, column = divmod(place, COLUMNS)
    left = SIDE_MARGIN + column * COLUMN_PITCH
    return Box(left, TOP_MARGIN + row * LABEL_HEIGHT, LABEL_WIDTH, LABEL_HEIGHT)


def _draw_pack_sheets(draft: Draft, consignment: Consignment, part: ConsignedSeries) -> None:
    told = f"packs of series {part.series.series}, {part.series.color}, set {part.entry.set_serial}"
    packs = iter(part.packs)
    while sheet := tuple(islice(packs, LABELS_PER_SHEET)):
        for place, pack in enumerate(sheet):
            draw_pack_label(draft.pen, label_box(place), part, pack)
        _end_sheet(draft, consignment, told)


def _draw_carton_sheets(draft: Draft, consignment: Consignment) -> None:
    cartons = _all_cartons(consignment)
    while sheet := tuple(islice(cartons, LABELS_PER_SHEET)):
        for place, (part, carton) in enumerate(sheet):
            draw_carton_label(draft.pen, label_box(place), consignment, (part, carton))
        _end_sheet(draft, consignment, "cartons")


def _all_cartons(consignment: Consignment) -> Iterator[tuple[ConsignedSeries, Carton]]:
    for part in consignment.series:
        for carton in part.cartons:
            yield part, carton


def _end_sheet(draft: Draft, consignment: Consignment, told: str) -> None:
    """What stands on the margins, which are thrown away with the backing."""
    manifest, style = consignment.manifest, caption(8)
    text = f"{manifest.maker}, order {manifest.order}, {manifest.hall}: {told}"
    draft.pen.text(Point(SIDE_MARGIN + 3, TOP_MARGIN - 4), text, style)
    _draw_ruler(draft.pen)
    draft.end_page()


def _draw_ruler(pen: Pen) -> None:
    left, y = SIDE_MARGIN + 3, PAGE_HEIGHT - TOP_MARGIN + 5
    pen.rule(Point(left, y), Point(left + RULER, y), 0.2)
    for end in (left, left + RULER):
        pen.rule(Point(end, y - 1.2), Point(end, y + 1.2), 0.2)
    pen.text(Point(left + RULER + 2.5, y + 1), "50 mm at full size", caption(8))
    pen.right(
        Point(PAGE_WIDTH - SIDE_MARGIN - 3, y + 1), "Letter, 10 labels of 4 x 2 in", caption(8)
    )
