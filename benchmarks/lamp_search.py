"""The designs that were tried for the block-out, judged on arrays before any was drawn.

    python -m benchmarks.lamp_search [WORD]

Each design says how the ink of a cell and of what meets it is laid; the readers of
benchmarks/lamp.py try 24 cards of it after opening 72. A run takes some minutes, less when a word
in a design's name is given; docs/seal.md has the figures. The blots are plain squares here, and
ragged in `cardgen.press.block_out`.
"""

import sys
from dataclasses import dataclass
from functools import cache

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from benchmarks.lamp_readers import Answers, Places, read_alone, read_averaged, read_trained
from benchmarks.optics import SQUARE_MM, Sealed, Setting, Shares
from cardgen.face import BALL_MAX, COLUMN_HEIGHTS, NUMBERS_PER_COLUMN

CELL_MM, CAP_MM = (17.0, 14.0), 9.4
COLUMNS, ROWS = (round(length / SQUARE_MM) for length in CELL_MM)
FINE = 8  # dots a square in each direction
FONT = "templates/fonts/barlow-condensed/BarlowCondensed-Bold.ttf"
SEALED, OPENED, OTHERS = 24, 72, 7
SETTINGS = [
    Setting(0.8, 0.4, 0.0, from_front=False),
    Setting(1.6, 0.4, 0.4, from_front=False),
    Setting(0.8, 0.8, 0.4, from_front=False),
]
CELLS = [(c, r) for c, rows in enumerate(COLUMN_HEIGHTS) for r in range(rows)]


@dataclass(frozen=True, slots=True)
class Design:
    """Shares of ink; lengths in millimeters."""

    name: str
    number: float = 1.0  # within its line and gap, where it has them
    tint: float = 0.0  # around the complement, which is blank
    black: float = 0.0  # the share of squares with a blot
    square: float = 1.4
    strays: float = 0.0  # how far a complement may lie off
    wanders: float = 0.0  # how far a number may lie off
    false_numbers: int = 0  # solid, of the same column
    false_strays: float = 1.0
    line: float = 0.0  # a solid outline, its middle on the edge
    gap: float = 0.0  # of bare paper within that line


DESIGNS = (
    Design("bare"),
    Design("light number", number=0.4),
    Design("five false numbers, solid", number=0.4, false_numbers=5),
    Design("fourteen false numbers of its weight", number=0.4, false_numbers=-14),
    Design("complement", number=0.45, tint=0.45),
    Design("complement, strays", number=0.45, tint=0.45, strays=0.4),
    Design("blots", number=0.5, black=0.7),
    Design("blots, complement", number=0.5, tint=0.5, black=0.7),
    Design("more tint", number=0.5, tint=0.6, black=0.7),
    Design("squares of 0.7", number=0.45, tint=0.45, black=0.7, square=0.7),
    Design("squares of 1.0", number=0.45, tint=0.45, black=0.7, square=1.0),
    Design("squares of 2.0", number=0.45, tint=0.45, black=0.7, square=2.0),
    Design("half open", number=0.42, tint=0.42, black=0.5, strays=0.3),
    Design("a fifth open", number=0.42, tint=0.42, black=0.8, strays=0.3),
    Design("blots, complement, false numbers", 0.5, 0.6, 0.7, false_numbers=2),
    Design("lighter", number=0.38, tint=0.38, black=0.7, strays=0.3),
    Design("lighter, more tint, both stray", 0.38, 0.52, 0.65, 1.4, 0.35, 0.35),
    Design("lightest", number=0.3, tint=0.4, black=0.65, strays=0.35, wanders=0.35),
    Design("outline", 0.28, 0.52, 0.65, 1.4, 0.35, 0.35, line=0.2),
    Design("outline, gap", 0.33, 0.50, 0.65, 1.4, 0.35, 0.35, line=0.2, gap=0.25),
    Design("fine outline, gap", 0.27, 0.52, 0.65, 1.4, 0.35, 0.35, line=0.12, gap=0.14),
)


def main() -> None:
    word = sys.argv[1] if len(sys.argv) > 1 else ""
    for design in (design for design in DESIGNS if word in design.name):
        layers, truth = _cards(design, np.random.default_rng(1))
        bare = np.zeros_like(layers[0][:1])
        sealed = Sealed([bare, *layers, bare], face=2)
        shares = [_readings(sealed, layers[1], truth, setting) for setting in SETTINGS]
        alone, averaged, trained = np.array(shares).max(axis=0)
        print(
            f"{design.name:40} alone {alone:6.1%} averaged {averaged:6.1%} trained {trained:6.1%}"
        )


def _cards(design: Design, chance: np.random.Generator) -> tuple[list[Shares], Answers]:
    """The block-out and the face of each card, and what it holds."""
    count = SEALED + OPENED
    size = (count, ROWS * 5, COLUMNS * 5)
    over, face = np.zeros(size, np.float32), np.zeros(size, np.float32)
    drawn = [[chance.permutation(NUMBERS_PER_COLUMN) for _ in COLUMN_HEIGHTS] for _ in range(count)]
    truth = np.array([[card[column][row] for column, row in CELLS] for card in drawn])
    for card in range(count):
        for place, (column, row) in enumerate(CELLS):
            cell = np.s_[
                card, row * ROWS : (row + 1) * ROWS, column * COLUMNS : (column + 1) * COLUMNS
            ]
            over[cell], face[cell] = _cell(design, column, int(truth[card, place]), chance)
    return [over, face], truth


def _cell(
    design: Design, column: int, glyph: int, chance: np.random.Generator
) -> tuple[Shares, Shares]:
    first = 1 + column * NUMBERS_PER_COLUMN
    inked = _inked(design)[first + glyph]
    face = _in_squares(_moved(inked, _stray(design.wanders, chance)))
    blank = _in_squares(
        _moved(_grown(design.line / 2)[first + glyph], _stray(design.strays, chance))
    )
    paper = (1 - design.tint * (1 - blank)) * (1 - _blots(design, chance))
    weight = 1.0 if design.false_numbers > 0 else design.number
    others = [other for other in range(NUMBERS_PER_COLUMN) if other != glyph]
    for other in chance.permutation(others)[: abs(design.false_numbers)]:
        paper = paper * (1 - weight * _printed(first + other, _stray(design.false_strays, chance)))
    return 1 - paper, face


def _blots(design: Design, chance: np.random.Generator) -> Shares:
    """Squares with ink or none; their edges fall between dots."""
    rows, columns = (
        (np.arange(squares * FINE) * SQUARE_MM / FINE / design.square).astype(int)
        for squares in (ROWS, COLUMNS)
    )
    inked = chance.random((rows[-1] + 1, columns[-1] + 1)) < design.black
    return _in_squares(inked[rows][:, columns].astype(np.float32))


def _printed(number: int, stray: tuple[float, float]) -> Shares:
    return _in_squares(_moved(_grown(0.0)[number], stray))


def _moved(dots: Shares, stray: tuple[float, float]) -> Shares:
    steps = tuple(round(length / SQUARE_MM * FINE) for length in stray)
    return np.roll(dots, steps, axis=(0, 1))


def _stray(far: float, chance: np.random.Generator) -> tuple[float, float]:
    up, across = (far * (2 * chance.random(2) - 1)).tolist()
    return up, across


def _in_squares(dots: Shares) -> Shares:
    squares: Shares = dots.reshape(ROWS, FINE, COLUMNS, FINE).mean(axis=(1, 3))
    return squares


@cache
def _inked(design: Design) -> list[Shares]:
    """Each number: filled, a gap around that, a line around the gap."""
    if not design.line:
        return [design.number * number for number in _grown(0.0)]
    outer, inner = _grown(design.line / 2), _grown(-design.line / 2)
    core = _grown(-design.line / 2 - design.gap)
    parts = zip(outer, inner, core, strict=True)
    return [line - hole + design.number * filled for line, hole, filled in parts]


@cache
def _grown(by_mm: float) -> list[Shares]:
    """Each number in the middle of its cell, in fine dots, its edges moved out or in."""
    height = CAP_MM / SQUARE_MM * FINE
    font = ImageFont.truetype(FONT, round(height / 0.7))
    dots = round(by_mm / SQUARE_MM * FINE)
    drawn = []
    for number in range(BALL_MAX + 1):
        picture = Image.new("L", (COLUMNS * FINE, ROWS * FINE), 0)
        at = (COLUMNS * FINE / 2, ROWS * FINE / 2 + height / 2)
        ImageDraw.Draw(picture).text(at, str(number), font=font, fill=255, anchor="ms")
        if dots:
            grown = ImageFilter.MaxFilter if dots > 0 else ImageFilter.MinFilter
            picture = picture.filter(grown(2 * abs(dots) + 1))
        drawn.append(np.asarray(picture, np.float32) / 255)
    return drawn


def _readings(
    sealed: Sealed, face: Shares, truth: Answers, setting: Setting
) -> tuple[float, float, float]:
    pictures, places = sealed.seen(setting, seed=7)
    cuts, inks = (
        np.stack(
            [p[:, r * ROWS : (r + 1) * ROWS, c * COLUMNS : (c + 1) * COLUMNS] for c, r in CELLS],
            axis=1,
        )
        for p in (pictures, face)
    )
    prints = np.zeros((len(CELLS), NUMBERS_PER_COLUMN, ROWS, COLUMNS), np.float32)
    for column in range(len(COLUMN_HEIGHTS)):
        alike = [place for place, (name, _) in enumerate(CELLS) if name == column]
        for glyph in range(NUMBERS_PER_COLUMN):
            chosen = truth[SEALED:, alike] == glyph
            prints[alike, glyph] = inks[SEALED:, alike][chosen].mean(axis=0)
    seen = Places(cuts, places[:, 1], truth)
    new, opened = seen.of(slice(SEALED)), seen.of(slice(SEALED, None))
    return (
        read_alone(new, prints),
        read_averaged(new, prints, OTHERS),
        read_trained(new, prints, opened),
    )


if __name__ == "__main__":
    main()
