"""The block-out: what meets the face panel in a shut card, and confuses a lamp behind it.

Ink layers multiply under a lamp and a camera exposes as long as it likes, so a dense block-out
hides nothing by being dense. Three things hide a number here, chosen by `benchmarks/lamp.py` out of
the designs that `docs/seal.md` compares.

1. *Little ink.* A number is an outline with a light filling: half as much ink as a solid one.
2. *The complement.* Over a cell lies an even tint of as much ink, left blank where the number is:
   number and complement together are one even density. So that its edges tell little where press
   and folding machine miss each other, each complement is moved by a small random distance.
3. *Blots.* On top lie blots of solid black that differ from card to card, in squares about as large
   as a stroke is wide. They leave a third of the paper open, and a camera cannot tell a gap
   between blots from a gap that the complement left. Blots are ragged, since blots of one known
   shape could be found and taken away again.

The randomness is a function of the run's secrets and of the card (`PrintedBatch.decoys`): the same
order with the same secrets gives the same bytes, and whoever lacks the secrets cannot take the
blots away. Nothing of the series color lies here, since near infrared passes it.
"""

import hashlib
from functools import cache

import numpy as np
import numpy.typing as npt

from cardgen.face import BALL_MAX, NUMBERS_PER_FACE
from cardgen.length import Micrometers, points
from cardgen.press.fonts import Typeface
from cardgen.press.layout import BlockOut
from cardgen.press.pdf_objects import ObjectStore, dictionary, number_text, reference
from cardgen.press.rows import Bytes, Template, text_table

BLOT_FONT = "FBlots"
KINDS = 16  # of squares: one for each half of a byte
BLANK = 6  # of these have no blot
FIRST_CODE = ord("A")
EM = 1000
BOUNDS = (-400, -400, 1400, 1400)  # a blot reaches a little into the squares around it
AROUND = ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
STEPS = 16  # places of a complement to each side of its own, along each axis
RISE_BYTES = 10
MOVED_BYTES = 18


def blot_font(store: ObjectStore) -> bytes:
    """A Type 3 font of sixteen squares, each with a blot or none; a reference to it."""
    codes = range(FIRST_CODE, FIRST_CODE + KINDS)
    names = [b"b%d" % kind for kind in range(KINDS)]
    drawn = {
        name.decode(): reference(store.add_stream({}, _square(kind)))
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


def _square(kind: int) -> bytes:
    """A glyph as wide as a square; its blot reaches a little into the squares around it."""
    head = b"%d 0 %d %d %d %d d1\n" % (EM, *BOUNDS)
    if kind < BLANK:
        return head
    chance = hashlib.shake_256(b"blot %d" % kind).digest(1 + 2 * len(AROUND))
    half = 0.5 + chance[0] / 255 * 0.16  # of a square
    lines = []
    for place, (right, up) in enumerate(AROUND):
        strays = (chance[1 + 2 * place + axis] / 255 - 0.5 for axis in range(2))
        at = [
            round(EM * (0.5 + half * side + 0.4 * stray))
            for side, stray in zip((right, up), strays, strict=True)
        ]
        lines.append(b"%d %d " % (at[0], at[1]) + (b"l" if place else b"m"))
    return head + b"\n".join(lines) + b" f\n"


def add_blots(template: Template, place: BlockOut, corners: list[tuple[float, float]]) -> None:
    """The squares, a field a row, from the upper left corner of each box in points on the page."""
    size = points(place.element)
    template.add(b"/%b %b Tf %b TL\n" % (BLOT_FONT.encode(), *map(number_text, (size, size))))
    row = 0
    for box, (left, top) in zip(place.boxes, corners, strict=True):
        template.add(b"1 0 0 1 %b %b Tm\n" % (number_text(left), number_text(top)))
        for _ in range(place.rows(box)):
            template.add(b"T*[(")
            template.add_field(f"blots_{row}", place.columns)
            template.add(b")]TJ\n")
            row += 1


def blot_columns(decoys: Bytes, place: BlockOut) -> dict[str, Bytes]:
    """What the fields of the squares are filled with."""
    chance = decoys[:, 2 * NUMBERS_PER_FACE :]
    squares = _pairs()[chance].view(np.uint8)
    rows = sum(place.rows(box) for box in place.boxes)
    return {
        f"blots_{row}": squares[:, row * place.columns : (row + 1) * place.columns]
        for row in range(rows)
    }


@cache
def _pairs() -> npt.NDArray[np.uint16]:
    """For each byte the two squares that its halves stand for."""
    halves = [[FIRST_CODE + (byte >> 4), FIRST_CODE + byte % KINDS] for byte in range(256)]
    return np.array(halves, np.uint8).view(np.uint16)[:, 0]


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
    rises = [f"{points(jitter) * _share(step):.3f} Ts".rjust(RISE_BYTES) for step in range(STEPS)]
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
