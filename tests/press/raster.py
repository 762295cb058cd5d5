"""Pages as pictures, and lengths in them."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pypdfium2  # type: ignore[import-untyped]
import zxingcpp

from cardgen.length import MICROMETERS_PER_INCH
from cardgen.press.layout import Layout

DARK = 128
Gray = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Picture:
    """A page of gray dots; lengths in micrometers from the trimmed sheet's lower left corner."""

    dots: Gray
    dots_per_inch: int
    margin: int

    def cut(self, left: float, bottom: float, width: float, height: float) -> Gray:
        top_row = len(self.dots) - self._dots(bottom + height + self.margin)
        column = self._dots(left + self.margin)
        rows = slice(top_row, top_row + self._dots(height))
        return self.dots[rows, column : column + self._dots(width)]

    def dark_at(self, across: float, up: float) -> bool:
        return bool(self.cut(across - 50, up - 50, 200, 200).min() < DARK)

    def _dots(self, length: float) -> int:
        return round(length * self.dots_per_inch / MICROMETERS_PER_INCH)

    def micrometers(self, dots: int) -> float:
        return dots * MICROMETERS_PER_INCH / self.dots_per_inch


def pages(path: Path, layout: Layout, dots_per_inch: int = 300) -> list[Picture]:
    document = pypdfium2.PdfDocument(path)
    margin = layout.sheet.margin
    return [
        Picture(_gray(document[place], dots_per_inch), dots_per_inch, margin)
        for place in range(len(document))
    ]


def _gray(page: pypdfium2.PdfPage, dots_per_inch: int) -> Gray:
    bitmap = page.render(scale=dots_per_inch / 72, grayscale=True)
    drawn: Gray = bitmap.to_numpy()
    return drawn.reshape(drawn.shape[0], drawn.shape[1])


def codes(picture: Gray) -> set[tuple[str, str]]:
    formats = zxingcpp.barcode_formats_from_str("QRCode,Code128")
    found = zxingcpp.read_barcodes(picture, formats=formats)
    return {(str(code.format), code.text) for code in found}
