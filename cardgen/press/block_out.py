"""The block-out: what meets the face panel in a shut card, and confuses a lamp behind it.

Ink layers multiply under a lamp and a camera exposes as long as it likes, so a dense block-out
hides nothing by being dense. Three things hide a number here, chosen by `benchmarks/lamp.py` out of
the designs that `docs/seal.md` compares.

1. *Little ink.* A number has a third of a solid one's ink, and most of that in lines too fine for
   a lamp (`cardgen.press.digits`).
2. *The complement.* Over a cell lies an even tint, left blank where the number is: number and
   complement together are one even density. So that its edges tell little where press and folding
   machine miss each other, each complement is moved by a small random distance.
3. *Blots.* On top lie blots of solid black that differ from card to card, in squares about as large
   as a stroke is wide. They leave a third of the paper open, and a camera cannot tell a gap
   between blots from a gap that the complement left. Blots are ragged, since blots of one known
   shape could be found and taken away again. A byte of a page lays a tile of two by two squares.

The randomness is a function of the run's secrets and of the card (`PrintedBatch.decoys`): the same
order with the same secrets gives the same bytes, and whoever lacks the secrets cannot take the
blots away. Nothing of the series color lies here, since near infrared passes it.
"""

import hashlib
from functools import cache

import numpy as np

from cardgen.face import BALL_MAX, NUMBERS_PER_FACE
from cardgen.length import Micrometers, points
from cardgen.press.fonts import Typeface
from cardgen.press.layout import BlockOut
from cardgen.press.pdf_objects import ObjectStore, dictionary, number_text, reference
from cardgen.press.rows import Bytes, Template, text_table

BLOT_FONT = "FBlots"
KINDS = 128  # of tiles
FIRST_CODE = 128  # no code of a tile ends a text
INKED = 160  # of 256 squares have a blot
EM = 1000
SQUARE = EM // 2
BOUNDS = (-200, -200, 1200, 1200)  # a blot reaches a little into the squares around it
AROUND = ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
STEPS = 16  # places of a complement to each side of its own, along each axis
RISE_BYTES = 8
MOVED_BYTES = 13


def blot_font(store: ObjectStore) -> bytes:
    """A Type 3 font of tiles, each of four squares with a blot or none; a reference to it."""
    codes = range(FIRST_CODE, FIRST_CODE + KINDS)
    names = [b"b%d" % kind for kind in range(KINDS)]
    drawn = {
        name.decode(): reference(store.add_stream({}, _tile(kind)))
        for kind, name in enumerate(names)
    }
    differences = b" ".join(b"/" + name for name in names)
    encoding = b"<</Type/Encoding/Differences[%d %b]>>" % (codes.start, differences)
    entries = {
        "Type": b"/Font",
        "Subtype": b"/Type3",
        "FontBBox": b"[%d %d %d %d]" % BOUNDS,
        "FontMatrix": b"[.001 0 0 .001 0 0]",
        "CharProcs": dictionary(drawn),
        "Encoding": encoding,
        "FirstChar": b"%d" % codes.start,
        "LastChar": b"%d" % codes[-1],
        "Widths": b"[" + b" ".join([b"%d" % EM] * KINDS) + b"]",
        "Resources": b"<<>>",
    }
    return reference(store.add(dictionary(entries)))


def _tile(kind: int) -> bytes:
    """A glyph as large as a tile."""
    head = b"%d 0 %d %d %d %d d1\n" % (EM, *BOUNDS)
    size = 2 + 2 * len(AROUND)
    chance = hashlib.shake_256(b"tile %d" % kind).digest(4 * size)
    squares = [chance[at : at + size] for at in range(0, 4 * size, size)]
    return head + b"".join(
        _blot(square[1:], place % 2 * SQUARE, place // 2 * SQUARE)
        for place, square in enumerate(squares)
        if square[0] < INKED
    )


def _blot(chance: bytes, left: int, bottom: int) -> bytes:
    """A blot in a square; it reaches a little into the squares around it."""
    half = 0.5 + chance[0] / 255 * 0.16  # of a square
    lines = []
    for place, (right, up) in enumerate(AROUND):
        across, above = (
            round(SQUARE * (0.5 + half * side + 0.4 * (chance[1 + 2 * place + axis] / 255 - 0.5)))
            for axis, side in enumerate((right, up))
        )
        lines.append(b"%d %d %b" % (left + across, bottom + above, b"l" if place else b"m"))
    return b"\n".join(lines) + b" f\n"


def add_blots(template: Template, place: BlockOut, corners: list[tuple[float, float]]) -> None:
    """The tiles, a field a row, from the upper left corner of each box in points on the page."""
    size = points(place.tile)
    template.add(b"/%b %b Tf %b TL\n" % (BLOT_FONT.encode(), *map(number_text, (size, size))))
    row = 0
    for box, (left, top) in zip(place.boxes, corners, strict=True):
        template.add(b"1 0 0 1 %b %b Tm\n" % (number_text(left), number_text(top)))
        for _ in range(place.rows(box)):
            template.add(b"(")
            template.add_field(f"blots_{row}", place.columns)
            template.add(b")'\n")
            row += 1


def blot_columns(decoys: Bytes, place: BlockOut) -> dict[str, Bytes]:
    """What the fields of the tiles are filled with."""
    tiles = decoys[:, 2 * NUMBERS_PER_FACE :] | np.uint8(FIRST_CODE)
    rows = sum(place.rows(box) for box in place.boxes)
    return {
        f"blots_{row}": tiles[:, row * place.columns : (row + 1) * place.columns]
        for row in range(rows)
    }


def complement_columns(
    decoys: Bytes, numbers: Bytes, texts: tuple[Bytes, Bytes]
) -> dict[str, Bytes]:
    """What the fields of the complements are filled with: each moved by its own byte."""
    rises, moved = texts
    columns = {}
    for place in range(NUMBERS_PER_FACE):
        chance = decoys[:, place]
        columns[f"rise_{place}"] = rises[chance >> 4]
        columns[f"complement_{place}"] = moved[numbers[:, place], chance & 15]
    return columns


@cache
def complement_texts(face: Typeface, jitter: Micrometers, size: float) -> tuple[Bytes, Bytes]:
    """Texts that set how far up a complement moves; and each number, moved aside by each step.

    The second is a table of numbers x steps; both have one length.
    """
    rises = [
        f" {points(jitter) * _share(step):.2f} Ts".replace("0.", ".").rjust(RISE_BYTES)
        for step in range(STEPS)
    ]
    aside = steps_aside(jitter, size)
    moved = [
        f"[{face.width(str(number), 1000) / 2 - move:.0f}<{str(number).encode().hex()}>]TJ".ljust(
            MOVED_BYTES
        )
        for number in range(BALL_MAX + 1)
        for move in aside
    ]
    return text_table(rises), text_table(moved).reshape(BALL_MAX + 1, STEPS, MOVED_BYTES)


def steps_aside(jitter: Micrometers, size: float) -> tuple[float, ...]:
    """The steps by which a text may move aside, in thousandths of its font's size."""
    return tuple(1000 * points(jitter) * _share(step) / size for step in range(STEPS))


def _share(step: int) -> float:
    return (2 * step + 1 - STEPS) / (STEPS - 1)
