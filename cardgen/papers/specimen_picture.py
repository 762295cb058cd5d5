"""The picture of the specimen card on a certificate: both of its pages, as drawn for the press."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO

from pikepdf import Name, Pdf

from cardgen.documents.pen import PAGE_HEIGHT, POINTS_PER_MM, Box
from cardgen.errors import BadValueError

SIDES = ("Outside", "Inside")  # of the flat sheet, as it is printed
GAP = 4.0


@dataclass(frozen=True, slots=True)
class SpecimenPicture:
    """A card's outside and inside, to be placed side by side in one scale."""

    pdf: Pdf

    @property
    def sizes(self) -> tuple[tuple[float, float], ...]:
        """Width and height of each page, in points."""
        boxes = ([float(edge) for edge in page.trimbox.as_list()] for page in self.pdf.pages)
        return tuple((right - left, top - bottom) for left, bottom, right, top in boxes)

    def places(self, room: Box) -> tuple[Box, ...]:
        """Where the pages stand in the room, in millimeters: as large as they can, centered."""
        widths = sum(width for width, _ in self.sizes)
        height = max(height for _, height in self.sizes)
        scale = min((room.width - GAP) / widths, room.height / height)
        left = room.x + (room.width - GAP - scale * widths) / 2
        placed = []
        for width, height in self.sizes:
            placed.append(Box(left, room.y, scale * width, scale * height))
            left += scale * width + GAP
        return tuple(placed)

    def place_on(self, pdf: Pdf, places: tuple[Box, ...]) -> None:
        """Set both pages into the first page of a document, as vectors."""
        paper = pdf.pages[0]
        for side, page, place in zip(SIDES, self.pdf.pages, places, strict=True):
            name = Name(f"/Specimen{side}")
            form = pdf.copy_foreign(page.as_form_xobject())
            paper.add_resource(form, Name.XObject, name)
            left, bottom, right, _ = (float(edge) for edge in form.BBox)
            scale = place.width * POINTS_PER_MM / (right - left)
            x = place.x * POINTS_PER_MM - scale * left
            y = (PAGE_HEIGHT - place.y - place.height) * POINTS_PER_MM - scale * bottom
            content = f"q {scale:.5f} 0 0 {scale:.5f} {x:.5f} {y:.5f} cm {name} Do Q"
            paper.contents_add(content.encode())


@contextmanager
def specimen_picture(specimen_pdf: bytes) -> Iterator[SpecimenPicture]:
    """The picture from the press's file of two pages.

    Raises: BadValueError, when it has another number of pages.
    """
    with Pdf.open(BytesIO(specimen_pdf)) as pdf:
        if len(pdf.pages) != len(SIDES):
            expected = "2, the outside and the inside"
            raise BadValueError("The specimen's number of pages", len(pdf.pages), expected)
        yield SpecimenPicture(pdf)
