"""Where everything stands on the flat sheet, and that the rules of distance are kept.

Which half is which. The folded card hangs from its fold: the fold is on top. Unfold it and look at
the inside: the sheet is 108 x 254 mm, the fold lies across its middle, at 127 mm. The lower half is
the face panel, upright. The upper half is the inside of the front panel, the block-out; when the
card is shut it turns about the fold and comes to lie on the face panel, so that a point `d` above
the fold touches the point `d` below it, at the same distance from the left edge.

The outside page shows the same sheet from behind, turned about its long edge (head to head): what
is at `x` from the left on the inside is at `108 - x` on the outside, at the same height. So the
lower half of the outside page is the back panel, upright. The upper half is the front panel: its
free edge is the top of the page, and hangs down when the card is shut, so its artwork stands on
its head on the flat page. Turned by 180 degrees about its own middle, the page's `(x, y)` becomes
the front's `(108 - x, 254 - y)`; seen from the inside that is again `(x, 254 - y)`. Hence a hole
punched through the shut card at the face panel's `(x, y)` comes out at `(x, y)` of the upright
front and at `(108 - x, y)` of the back.
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from cardgen.barcodes import INSIDE_QR, OUTSIDE_QR
from cardgen.card_id import FormCode
from cardgen.errors import CardgenError
from cardgen.face import COLUMN_NAMES, NUMBERS_PER_FACE
from cardgen.length import MICROMETERS_PER_INCH, Micrometers
from cardgen.printed_batch import DECOY_BYTES
from cardgen.templates import template_text, templates

DOTS_PER_INCH = 600
ROWS = 5
CODE_FROM_TEAR_MIN = Micrometers(5_000)  # sealing.md section 4
CODE_FROM_CELLS_MIN = Micrometers(10_000)
CODE_128_MODULES = 167  # start B, S, B, digit, code C, six pairs, code B, check, check, stop
UNLOCK_CODE_WIDTH = 21  # times the height of its capitals, at most
_FOLDER = "layouts"


class UnknownFormError(CardgenError):
    """A form nobody has drawn."""

    code = "unknown-form"

    def __init__(self, form: str) -> None:
        known = ", ".join(known_forms())
        super().__init__(f"The form {form} has no layout. Known forms: {known}.")


class BadLayoutError(CardgenError):
    """A layout on which a code could not be read or a card not be sealed."""

    code = "bad-layout"

    def __init__(self, form: str, what: str) -> None:
        super().__init__(f"The layout of form {form} is refused: {what}. Mend its layout.toml.")


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on an upright panel, from the panel's lower left corner."""

    left: Micrometers
    bottom: Micrometers
    width: Micrometers
    height: Micrometers

    @property
    def right(self) -> Micrometers:
        """The right edge."""
        return Micrometers(self.left + self.width)

    @property
    def top(self) -> Micrometers:
        """The upper edge."""
        return Micrometers(self.bottom + self.height)

    def mirrored(self, width: Micrometers) -> "Box":
        """The same piece of the sheet as the back panel sees it."""
        return Box(Micrometers(width - self.right), self.bottom, self.width, self.height)

    def gap_to(self, other: "Box") -> int:
        """How far apart two boxes are, along the axis that separates them more."""
        aside = max(other.left - self.right, self.left - other.right)
        above = max(other.bottom - self.top, self.bottom - other.top)
        return max(aside, above)


@dataclass(frozen=True, slots=True)
class TextPlace:
    """Where a text that differs from card to card begins, and how high its capitals are."""

    left: Micrometers
    bottom: Micrometers
    cap: Micrometers
    font: str


@dataclass(frozen=True, slots=True)
class CodePlace:
    """The dark part of a code on its panel, and how many device dots wide a module is."""

    box: Box
    module_dots: int


@dataclass(frozen=True, slots=True)
class FineInk:
    """How a secret is printed: a lamp sees how much ink there is, the eye sees edges."""

    line: Micrometers  # the solid outline, its middle on the edge of the digit or letter
    gap: Micrometers  # of bare paper on each side of that line
    fill_percent: int  # of black, for what is left within


@dataclass(frozen=True, slots=True)
class BlockOut:
    """What meets the face panel: `boxes` as it sees them, lowest first, and the ink over them.

    Between the boxes lies the header, which is the same on every card.
    """

    boxes: tuple[Box, ...]
    tile: Micrometers  # of two by two squares, each with a blot or none
    tint_percent: int  # of the complement of a number
    code_tint_percent: int  # of the complement of the unlock code
    jitter: Micrometers  # how far a complement is moved, and a number aside, at most

    @property
    def columns(self) -> int:
        """Tiles in a row."""
        return self.boxes[0].width // self.tile

    def rows(self, box: Box) -> int:
        """Rows of tiles in a box."""
        return box.height // self.tile


@dataclass(frozen=True, slots=True)
class Sheet:
    """The flat sheet: two panels one above the other, with what is cut, torn and glued."""

    width: Micrometers
    height: Micrometers
    bleed: Micrometers
    slug: Micrometers
    glue: Micrometers
    glue_from_cut: Micrometers
    perforation: Micrometers

    @property
    def panel_height(self) -> Micrometers:
        """From the open edge to the fold."""
        return Micrometers(self.height // 2)

    @property
    def margin(self) -> Micrometers:
        """From the page's edge to the trimmed sheet."""
        return Micrometers(self.bleed + self.slug)

    @property
    def live(self) -> Box:
        """What is left of a panel when its three edges are torn off."""
        width = Micrometers(self.width - 2 * self.perforation)
        height = Micrometers(self.panel_height - self.perforation)
        return Box(self.perforation, self.perforation, width, height)


@dataclass(frozen=True, slots=True)
class Layout:
    """A form's paper; made only if every code is far enough from tears, fold and cells."""

    form: FormCode
    faces: int
    sheet: Sheet
    grid: Box
    number_points: int
    numbers: FineInk
    block_out: BlockOut
    punch: Box
    inside_qr: CodePlace
    outside_qr: CodePlace
    code_128: CodePlace
    texts: dict[str, TextPlace]

    @property
    def unlock_code_box(self) -> Box:
        """The line of the unlock code, and a little around it."""
        place = self.texts["inside_unlock_code"]
        up = Micrometers(place.bottom - place.cap // 3)
        width = Micrometers(place.cap * UNLOCK_CODE_WIDTH)
        return Box(place.left, up, width, Micrometers(place.cap * 5 // 3))

    def __post_init__(self) -> None:
        """Raises: BadLayoutError, when a rule of distance is broken."""
        width = self.sheet.width
        inside = {"the inside QR code": self.inside_qr.box}
        outside = {
            "the outside QR code": self.outside_qr.box,
            "the Code 128": self.code_128.box,
        }
        for name, box in (inside | outside).items():
            self._check_far_from_tears(name, box)
        for name, box in inside.items():
            self._check_far_from_cells(name, box)
        for name, box in outside.items():
            self._check_far_from_cells(name, box.mirrored(width))
            if box.gap_to(self.punch.mirrored(width)) < 0:
                raise BadLayoutError(self.form, f"{name} lies under the punch")
        self._check_block_out()
        if self.punch.gap_to(self.grid) >= 0:
            raise BadLayoutError(self.form, "the punch misses the playing cells")

    def _check_block_out(self) -> None:
        block = self.block_out
        tiles = sum(block.rows(box) for box in block.boxes) * block.columns
        if not 0 < tiles <= DECOY_BYTES - 2 * NUMBERS_PER_FACE:
            raise BadLayoutError(self.form, f"the block-out has {tiles} tiles")
        low = block.boxes[0]
        for name, box in {
            "the cells": self.grid,
            "the inside QR code": self.inside_qr.box,
            "the unlock code": self.unlock_code_box,
        }.items():
            if box.left < low.left or box.right > low.right:
                raise BadLayoutError(self.form, f"the block-out is narrower than {name}")
            if box.bottom < low.bottom or box.top > low.top:
                raise BadLayoutError(self.form, f"the block-out is not over all of {name}")

    def _check_far_from_tears(self, name: str, box: Box) -> None:
        live = self.sheet.live
        below, above = box.bottom - live.bottom, live.top - box.top
        edges = (box.left - live.left, live.right - box.right, below, above)
        if min(edges) < CODE_FROM_TEAR_MIN:
            raise BadLayoutError(self.form, f"{name} is {min(edges)} um from a tear or the fold")

    def _check_far_from_cells(self, name: str, box: Box) -> None:
        gap = box.gap_to(self.grid)
        if gap < CODE_FROM_CELLS_MIN:
            raise BadLayoutError(self.form, f"{name} is {gap} um from a playing cell")


def known_forms() -> tuple[FormCode, ...]:
    """The forms that have a layout, in order of their names."""
    folders = (templates() / _FOLDER).iterdir()
    return tuple(sorted(FormCode(place.name) for place in folders if place.is_dir()))


def load_layout(form: FormCode) -> Layout:
    """The paper of a form.

    Raises: UnknownFormError, BadLayoutError.
    """
    if form not in known_forms():
        raise UnknownFormError(form)
    return layout_from_text(template_text(_FOLDER, form, "layout.toml"))


def dots(count: int) -> float:
    """So many device dots at 600 dpi, in micrometers."""
    return count * MICROMETERS_PER_INCH / DOTS_PER_INCH


@cache
def layout_from_text(text: str) -> Layout:
    """The layout from its file."""
    read = tomllib.loads(text)
    face, punch = read["face"], read["punch"]
    cell_width, cell_height = face["cell_width"], face["cell_height"]
    radius = punch["diameter"] // 2
    return Layout(
        form=FormCode(read["form"]),
        faces=read["faces"],
        sheet=Sheet(**read["sheet"]),
        grid=Box(
            face["grid_left"],
            face["grid_bottom"],
            Micrometers(cell_width * len(COLUMN_NAMES)),
            Micrometers(cell_height * ROWS),
        ),
        number_points=face["number_points"],
        numbers=FineInk(**face["numbers"]),
        block_out=_block_out(read["block_out"]),
        punch=Box(
            Micrometers(punch["left"] - radius),
            Micrometers(punch["bottom"] - radius),
            punch["diameter"],
            punch["diameter"],
        ),
        inside_qr=_code(read["inside_qr"], INSIDE_QR.modules),
        outside_qr=_code(read["outside_qr"], OUTSIDE_QR.modules),
        code_128=_code(read["code_128"], CODE_128_MODULES),
        texts={name: TextPlace(**place) for name, place in read["text"].items()},
    )


def _block_out(read: dict[str, Any]) -> BlockOut:
    """Each box shrinks to whole tiles."""
    left, tile = read["left"], read["tile"]
    width = (read["right"] - left) // tile * tile
    boxes = tuple(
        Box(left, bottom, Micrometers(width), Micrometers((top - bottom) // tile * tile))
        for bottom, top in read["from_to"]
    )
    inks = ("tint_percent", "code_tint_percent", "jitter")
    return BlockOut(boxes=boxes, tile=tile, **{name: read[name] for name in inks})


def _code(read: dict[str, int], modules: int) -> CodePlace:
    """A QR code is as high as it is wide; the file says how high a Code 128 is."""
    width = round(dots(read["module_dots"] * modules))
    height = read.get("height", width)
    left, bottom = Micrometers(read["left"]), Micrometers(read["bottom"])
    return CodePlace(
        Box(left, bottom, Micrometers(width), Micrometers(height)), read["module_dots"]
    )
