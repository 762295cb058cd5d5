"""Papers read back by other programs than those that drew them."""

from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pypdfium2  # type: ignore[import-untyped]
import zxingcpp
from pypdfium2 import raw

from cardgen.documents.pen import PAGE_HEIGHT, POINTS_PER_MM, Box

Picture = npt.NDArray[np.uint8]
TOUCH = 0.12  # mm; what boxes of letters may share without being seen to overlap
THIN = 0.6  # mm; a path no higher than that is a rule


class Area(NamedTuple):
    """A box on a page in millimeters from its top left corner, and what stands in it."""

    left: float
    top: float
    right: float
    bottom: float
    what: str

    def is_inside(self, box: Box) -> bool:
        return (
            self.left >= box.x - TOUCH
            and self.top >= box.y - TOUCH
            and self.right <= box.x + box.width + TOUCH
            and self.bottom <= box.y + box.height + TOUCH
        )

    def overlaps(self, other: "Area") -> bool:
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > TOUCH and down > TOUCH


def page_count(pdf: bytes) -> int:
    return len(pypdfium2.PdfDocument(pdf))


def page_size(pdf: bytes, page_index: int = 0) -> tuple[float, float]:
    """Width and height in points."""
    width, height = pypdfium2.PdfDocument(pdf)[page_index].get_size()
    return float(width), float(height)


def picture(pdf: bytes, page_index: int, dots_per_inch: int) -> Picture:
    """A page as a scanner in shades of gray sees it, row by row from the top."""
    page = pypdfium2.PdfDocument(pdf)[page_index]
    pixels: Picture = page.render(scale=dots_per_inch / 72, grayscale=True).to_numpy()
    return pixels


def page_text(pdf: bytes, page_index: int = 0) -> str:
    """The words of a page, one space between them."""
    document = pypdfium2.PdfDocument(pdf)
    return " ".join(document[page_index].get_textpage().get_text_bounded().split())


def text_areas(pdf: bytes, page_index: int = 0) -> list[Area]:
    """Where letters stand: a box for each piece of text in one line and style."""
    document = pypdfium2.PdfDocument(pdf)
    textpage = document[page_index].get_textpage()
    rectangles = [textpage.get_rect(place) for place in range(textpage.count_rects())]
    return [_area(box, textpage.get_text_bounded(*box)) for box in rectangles]


def rule_areas(pdf: bytes, page_index: int = 0) -> list[Area]:
    """Where thin lines run across."""
    document = pypdfium2.PdfDocument(pdf)
    paths = document[page_index].get_objects([raw.FPDF_PAGEOBJ_PATH], max_depth=1)
    areas = [_area(path.get_bounds(), "a rule") for path in paths]
    return [area for area in areas if area.bottom - area.top < THIN < area.right - area.left]


def overlaps(pdf: bytes, page_index: int = 0, beside: Box | None = None) -> list[str]:
    """Texts that stand on each other or on a rule; not those in the box that is named."""
    texts = [
        area for area in text_areas(pdf, page_index) if beside is None or not area.is_inside(beside)
    ]
    pairs = combinations(texts, 2)
    found = [f"{one.what!r} on {other.what!r}" for one, other in pairs if one.overlaps(other)]
    for rule in rule_areas(pdf, page_index):
        found += [f"{text.what!r} on a rule" for text in texts if text.overlaps(rule)]
    return found


class Scan(NamedTuple):
    """A code that was read from the picture of a page, and where its middle is."""

    format: str
    text: str
    x: float
    y: float


def scans(pdf: bytes, page_index: int = 0, dots_per_inch: int = 200) -> list[Scan]:
    """Every code on a page, from its picture."""
    scale = dots_per_inch / 72
    found = []
    formats = zxingcpp.barcode_formats_from_str("QRCode,Code128")
    for code in zxingcpp.read_barcodes(picture(pdf, page_index, dots_per_inch), formats=formats):
        corner, opposite = code.position.top_left, code.position.bottom_right
        middle = [
            (getattr(corner, axis) + getattr(opposite, axis)) / 2 / scale / POINTS_PER_MM
            for axis in ("x", "y")
        ]
        found.append(Scan(str(code.format), code.text, *middle))
    return found


def _area(box: tuple[float, float, float, float], what: str) -> Area:
    left, bottom, right, top = (edge / POINTS_PER_MM for edge in box)
    return Area(left, PAGE_HEIGHT - top, right, PAGE_HEIGHT - bottom, what.strip())
