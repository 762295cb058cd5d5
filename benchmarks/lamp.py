"""What a lamp reads from sealed cards, simulated from the press file itself.

    python -m benchmarks.lamp [--quick]

Draws a press file of specimens as `cardgen make` does, separates its plates with Ghostscript, folds
the four printed layers of each card, holds a lamp behind them (benchmarks/optics.py says what is
simulated) and lets three readers try (benchmarks/lamp_readers.py). It prints the share of numbers
and of symbols of the unlock code that each reads right: at the worst setting, and by setting with
`--all`. Chance is 1 in 15 for a number, 1 in 32 for a symbol. The QR code is not tried.
What paper scatters, how ink soaks in and what glue does only a lamp on printed cards can show:
record that with `cardgen note light`.
"""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from benchmarks.lamp_readers import Answers, Places, read_alone, read_averaged, read_trained
from benchmarks.optics import (
    SQUARE_MM,
    SQUARES_PER_INCH,
    Sealed,
    Setting,
    Shares,
    hardest_settings,
    settings,
)
from cardgen.face import COLUMN_NAMES, NUMBERS_PER_COLUMN
from cardgen.length import MICROMETERS_PER_INCH, POINTS_PER_INCH
from cardgen.press.card_marks import _cells, _size
from cardgen.press.fonts import typefaces
from cardgen.press.layout import ROWS, Layout, load_layout
from cardgen.press.press_file import draw_press_file
from cardgen.printed_batch import PrintedBatch
from cardgen.secret.specimen import specimen_cards
from cardgen.symbols import ALPHABET
from tests.press.cards import a_job, a_series

SEALED, OPENED = 24, 72
OTHERS = 7
FACE = 2  # of the layers from the front: outside, block-out, face, back
DOTS_PER_SQUARE = 2
FINER = 4  # 800 dots to the inch: a line as thin as a digit's is no thicker than on a plate
SQUARES_PER_MICROMETER = SQUARES_PER_INCH / MICROMETERS_PER_INCH


@dataclass(frozen=True, slots=True)
class Spot:
    """A place to read, in squares: its middle, in rows from the top of the shut card."""

    row: float
    column: float


@dataclass(frozen=True, slots=True)
class Task:
    """What is read: places of one size and one alphabet, with the truth of each card."""

    spots: list[list[Spot]]  # cards x places
    size: tuple[int, int]
    truth: Answers
    alphabet: int
    alike: list[list[int]]  # places where the same glyphs look the same

    def cut(self, pictures: Shares) -> Shares:
        """The places of each card: cards x places x rows x columns."""
        rows, columns = self.size
        cuts = np.empty((*self.truth.shape, rows, columns), np.float32)
        for card, spots in enumerate(self.spots):
            for place, spot in enumerate(spots):
                top, left = round(spot.row - rows / 2), round(spot.column - columns / 2)
                cuts[card, place] = pictures[card, top : top + rows, left : left + columns]
        return cuts


def main() -> None:
    quick = "--quick" in sys.argv
    cards = specimen_cards(a_series(), SEALED + OPENED)
    layout = load_layout(cards.series.form)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cards.pdf"
        draw_press_file(path, a_job(cards.series), [cards], cards.count)
        layers = _layers(path, layout, cards.count)
    sealed = Sealed(layers, FACE)
    face = layers[FACE]
    tasks = {"numbers": _numbers(cards, layout), "unlock code": _unlock_code(cards, layout)}
    worst: dict[tuple[str, str], tuple[float, Setting]] = {}
    for seed, setting in enumerate(hardest_settings() if quick else settings()):
        pictures, places = sealed.seen(setting, seed)
        for name, task in tasks.items():
            for reader, share in _readings(task, pictures, places, face, setting).items():
                if (name, reader) not in worst or share > worst[name, reader][0]:
                    worst[name, reader] = share, setting
                if "--all" in sys.argv:
                    print(f"{name:12} {reader:9} {share:6.1%}  {setting}")
    for (name, reader), (share, setting) in worst.items():
        print(f"{name:12} {reader:9} reads at most {share:6.1%}, at {setting}")


def _readings(
    task: Task, pictures: Shares, places: NDArray[np.float64], face: Shares, setting: Setting
) -> dict[str, float]:
    seen = Places(task.cut(pictures), places[:, FACE - 1], task.truth)
    prints = _prints(task, _soft(face, setting.blur_mm))
    new, opened = seen.of(slice(SEALED)), seen.of(slice(SEALED, None))
    return {
        "alone": read_alone(new, prints),
        "averaged": read_averaged(new, prints, OTHERS),
        "trained": read_trained(new, prints, opened),
    }


def _soft(pictures: Shares, blur_mm: float) -> Shares:
    up = np.fft.fftfreq(pictures.shape[-2])[:, None]
    across = np.fft.rfftfreq(pictures.shape[-1])[None]
    soft = np.exp(-2 * (np.pi * blur_mm / SQUARE_MM) ** 2 * (up**2 + across**2))
    return np.fft.irfft2(np.fft.rfft2(pictures) * soft, s=pictures.shape[-2:]).astype(np.float32)


def _prints(task: Task, face: Shares) -> Shares:
    """How each glyph looks in each place, from the cards that were opened."""
    cuts, truth = task.cut(face)[SEALED:], task.truth[SEALED:]
    prints = np.zeros((truth.shape[1], task.alphabet, *task.size), np.float32)
    for alike in task.alike:
        for glyph in range(task.alphabet):
            chosen = truth[:, alike] == glyph
            if chosen.any():
                prints[alike, glyph] = cuts[:, alike][chosen].mean(axis=0)
    return prints


def _layers(path: Path, layout: Layout, count: int) -> list[Shares]:
    """The black of the four printed layers as they lie in the shut card, the front's first."""
    outside = np.stack([_trimmed(plate, layout) for plate in _black(path, range(1, 2 * SEALED, 2))])
    inside = np.stack(
        [_trimmed(plate, layout) for plate in _black(path, range(2, 2 * count + 1, 2))]
    )
    outside = outside[..., ::-1]  # from behind: the sheet turned about its long edge
    fold = inside.shape[1] // 2
    # The upper half turns about the fold and comes to lie on the lower half.
    return [
        outside[:, :fold][:, ::-1],
        inside[:, :fold][:, ::-1],
        inside[:, fold:],
        outside[:, fold:],
    ]


def _black(path: Path, pages: range) -> Iterator[Shares]:
    """The black plate of pages: a page's rows of shares."""
    chosen = ",".join(str(page) for page in pages)
    with tempfile.TemporaryDirectory() as folder:
        quiet = ("gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=tiffsep")
        dots = f"-r{SQUARES_PER_INCH * DOTS_PER_SQUARE * FINER}"
        out = f"-sOutputFile={folder}/%d.tif"
        shrunk = f"-dDownScaleFactor={FINER}"
        command = [*quiet, dots, shrunk, f"-sPageList={chosen}", out, path]
        subprocess.run(command, check=True)  # noqa: S603
        for number in range(1, len(pages) + 1):
            with Image.open(f"{folder}/{number}(Black).tif") as plate:
                yield 1 - np.asarray(plate, np.float32) / 255


def _trimmed(plate: Shares, layout: Layout) -> Shares:
    """The sheet without the margin, in squares."""
    sheet, dots = layout.sheet, SQUARES_PER_MICROMETER * DOTS_PER_SQUARE
    corner = round(sheet.margin * dots)
    rows, columns = (round(x * SQUARES_PER_MICROMETER) for x in (sheet.height, sheet.width))
    rows -= rows % 2
    cut = plate[corner:, corner:][: rows * DOTS_PER_SQUARE, : columns * DOTS_PER_SQUARE]
    return cut.reshape(rows, DOTS_PER_SQUARE, columns, DOTS_PER_SQUARE).mean(axis=(1, 3))


def _numbers(cards: PrintedBatch, layout: Layout) -> Task:
    """The playing cells; a column's fifteen numbers can stand in each of its cells."""
    grid = layout.grid
    width, height = grid.width / len(COLUMN_NAMES), grid.height / ROWS
    spots = [
        _spot(layout, grid.left + (column + 0.5) * width, grid.top - (row + 0.5) * height)
        for column, row in _cells()
    ]
    truth = np.frombuffer(cards.numbers, np.uint8).reshape(cards.count, -1).astype(np.int64)
    columns = [column for column, _ in _cells()]
    alike = [
        [place for place, column in enumerate(columns) if column == name]
        for name in range(len(COLUMN_NAMES))
    ]
    size = (round(height * SQUARES_PER_MICROMETER), round(width * SQUARES_PER_MICROMETER))
    return Task([spots] * cards.count, size, (truth - 1) % NUMBERS_PER_COLUMN, 15, alike)


def _unlock_code(cards: PrintedBatch, layout: Layout) -> Task:
    """The symbols of the unlock code; whoever reads one is told where it stands."""
    place = layout.texts["inside_unlock_code"]
    face, size = typefaces()[place.font], _size(place)
    texts = [cards.row("unlock_codes", card).decode() for card in range(cards.count)]
    up = place.bottom + place.cap / 2
    spots, truth = [], []
    for text in texts:
        symbols = [at for at, symbol in enumerate(text) if symbol != "-"]
        middles = [
            (face.width(text[:at], size) + face.width(text[: at + 1], size)) / 2 for at in symbols
        ]
        spots.append(
            [
                _spot(layout, place.left + x * MICROMETERS_PER_INCH / POINTS_PER_INCH, up)
                for x in middles
            ]
        )
        truth.append([ALPHABET.index(text[at]) for at in symbols])
    squares = round(1.5 * place.cap * SQUARES_PER_MICROMETER)
    return Task(
        spots, (squares, squares), np.array(truth), len(ALPHABET), [list(range(len(truth[0])))]
    )


def _spot(layout: Layout, across: float, up: float) -> Spot:
    """A point of the upright face panel."""
    down = layout.sheet.panel_height - up
    return Spot(down * SQUARES_PER_MICROMETER, across * SQUARES_PER_MICROMETER)


if __name__ == "__main__":
    main()
