"""Who reads sealed cards under a lamp: three readers, from a plain one to one who has opened many.

All know the artwork, where every number stands and how every printed number looks, and how far
each layer of a card lies from its place. A reader is given a picture of each place (a playing
cell, a symbol of the unlock code) and says which of the glyphs that can stand there it shows.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.optics import Shares

Waves = NDArray[np.complex64]
Answers = NDArray[np.int64]

LEAST = 1e-9


@dataclass(frozen=True, slots=True)
class Places:
    """What stands where: the places of one alphabet, cut out of pictures of cards."""

    pictures: Shares  # cards x places x rows x columns, as the camera sees them
    offsets: NDArray[np.float64]  # cards x 2: the layer that meets the face, in squares
    glyphs: Answers  # cards x places: what is there, as a number below `alphabet`

    def of(self, cards: slice) -> "Places":
        """Some of the cards."""
        return Places(self.pictures[cards], self.offsets[cards], self.glyphs[cards])


def read_alone(seen: Places, prints: Shares) -> float:
    """The share read right by a matched filter, each card by itself.

    `prints` are places x glyphs x rows x columns: the ink of each glyph as an opened card shows it,
    blurred as the lamp would.
    """
    return _right(_matched(seen.pictures, prints), seen.glyphs)


def read_averaged(seen: Places, prints: Shares, others: int) -> float:
    """The same after the mean of so many other sealed cards was taken away."""
    pictures = seen.pictures
    turned = np.stack([np.roll(pictures, 1 + step, axis=0) for step in range(others)])
    return _right(_matched(pictures - turned.mean(axis=0), prints), seen.glyphs)


def read_trained(seen: Places, prints: Shares, opened: Places) -> float:
    """The same by one who looked at other cards under the same lamp and then opened them.

    From them it learns, for each spatial frequency, what the glyph leaves in the picture by its
    own layer and by the layer that meets it, and how strong everything else is there; then it
    answers what is most likely (a whitened matched filter, the best of all linear ones where what
    hides the glyphs is stationary). So neither a complement nor a strong decoy misleads it.
    """
    mean = opened.pictures.mean(axis=0)
    ink = np.fft.rfft2(prints - prints.mean(axis=1, keepdims=True)).astype(np.complex64)
    known = np.fft.rfft2(opened.pictures - mean).astype(np.complex64)
    new = np.fft.rfft2(seen.pictures - mean).astype(np.complex64)
    size = prints.shape[-2:]
    shown = np.take_along_axis(ink[None], opened.glyphs[:, :, None, None, None], axis=2)[:, :, 0]
    own, facing = _learned(known, shown, _turns(opened.offsets, size))
    left = known - (own + facing * _turns(opened.offsets, size)) * shown
    rest = (np.abs(left) ** 2).mean(axis=(0, 1)) + LEAST
    leaves = (own + facing * _turns(seen.offsets, size))[:, :, None] * ink[None]
    once = np.full(size[1] // 2 + 1, 2.0)
    once[0] = 1.0  # a real picture's half of the frequencies stands for both halves
    fit = -(np.abs(new[:, :, None] - leaves) ** 2 / rest * once).sum(axis=(-2, -1))
    return _right(fit, seen.glyphs)


def _learned(known: Waves, shown: Waves, turns: Waves) -> tuple[Waves, Waves]:
    """For each frequency the two weights that explain most: of the glyph, and of it as moved."""
    moved = shown * turns
    first = (np.abs(shown) ** 2).sum(axis=(0, 1))
    cross = (shown.conj() * moved).sum(axis=(0, 1))
    second = (np.abs(moved) ** 2).sum(axis=(0, 1))
    firm = 0.02 * first + LEAST  # a ridge: where both weights look alike they share
    right = (shown.conj() * known).sum(axis=(0, 1)), (moved.conj() * known).sum(axis=(0, 1))
    first, second = first + firm, second + firm
    whole = first * second - np.abs(cross) ** 2
    own = (second * right[0] - cross * right[1]) / whole
    facing = (first * right[1] - cross.conj() * right[0]) / whole
    return own, facing


def _turns(offsets: NDArray[np.float64], size: tuple[int, int]) -> Waves:
    """What moving a picture does to its frequencies: cards x 1 x rows x half the columns."""
    up, across = np.fft.fftfreq(size[0])[:, None], np.fft.rfftfreq(size[1])[None]
    steps = offsets[:, 0, None, None] * up + offsets[:, 1, None, None] * across
    turns: Waves = np.exp(-2j * np.pi * steps).astype(np.complex64)[:, None]
    return turns


def _matched(pictures: Shares, prints: Shares) -> Shares:
    """How well each glyph fits: ink is dark, and the mean of a place says nothing."""
    ink = prints - prints.mean(axis=(-2, -1), keepdims=True)
    ink = ink / (np.sqrt((ink**2).sum(axis=(-2, -1), keepdims=True)) + LEAST)
    dark = pictures.mean(axis=(-2, -1), keepdims=True) - pictures
    fit: Shares = np.einsum("cpij,pgij->cpg", dark, ink, optimize=True)
    return fit


def _right(fit: Shares, glyphs: Answers) -> float:
    return float((fit.argmax(axis=-1) == glyphs).mean())
