"""A lamp behind a sealed card: the printed layers multiply, each blurred by the paper before it.

Everything here is simulated. A layer is the share of its paper that black ink covers, in squares
of 0.254 mm (100 to the inch). A square passes `1 - share * (1 - 10 ** -density)` of the light; the
paper between the layer and the camera blurs that, the deeper the more; the layers multiply; the
camera adds noise in proportion, since it exposes as long as it likes. What the camera keeps is the
logarithm, in which layers add.

The camera looks at the black plate alone: near infrared passes the series colors but not carbon
black, so a color that hides something from the eye hides nothing here.
"""

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

Shares = NDArray[np.float32]
"""Ink shares or light, from 0 to 1; the last two axes are rows from the top and columns."""

SQUARES_PER_INCH = 100
SQUARE_MM = 25.4 / SQUARES_PER_INCH
NOISE = 0.03  # of the light in each square
DEEPER = 0.25  # how much more each further layer is blurred
SHARES_MAX = 0.999  # what a solid covers, so that a logarithm exists


@dataclass(frozen=True, slots=True)
class Setting:
    """One kind of paper, ink, press and folding machine."""

    density: float  # of solid black, seen through the paper
    blur_mm: float  # standard deviation, of the layer nearest to the camera
    register_mm: float  # each layer lies up to so far from its place, in any direction
    from_front: bool  # the side the camera is on; the lamp is on the other


def settings() -> list[Setting]:
    """All combinations of the densities, blurs and register errors that are judged.

    The camera is on the back, where the face is the nearer of the two layers that meet: from the
    front every design that was tried is read less well.
    """
    every = product((0.8, 1.6), (0.4, 0.8, 1.2), (0.0, 0.4, 0.8))
    return [Setting(*each, from_front=False) for each in every]


def hardest_settings() -> list[Setting]:
    """Two in which most designs that were tried are read best."""
    every = ((0.8, 0.4, 0.0), (0.8, 0.8, 0.4))
    return [Setting(*each, from_front=False) for each in every]


class Sealed:
    """Folded cards, ready to be seen under any setting.

    `layers` are cards x layers x rows x columns, the front's outside first, all as they lie in the
    shut card. A layer that is the same on all cards may be given once.
    """

    def __init__(self, layers: list[Shares], face: int) -> None:
        self.face = face
        self.count = max(len(layer) for layer in layers)
        self._size = layers[0].shape[-2:]
        self._waves = [np.fft.rfft2(layer).astype(np.complex64) for layer in layers]
        self._up = np.fft.fftfreq(self._size[0])[:, None]
        self._across = np.fft.rfftfreq(self._size[1])[None]

    def seen(self, setting: Setting, seed: int) -> tuple[Shares, NDArray[np.float64]]:
        """The logarithm of the light through each card, and its layers' places in squares.

        Places are those against the face: whoever looks has found the face's printed grid, and
        knows from the other layers' own lines how far they lie from it.
        """
        chance = np.random.default_rng(seed)
        places = self._places(setting, chance)
        light = np.ones((self.count, *self._size), np.float32)
        for number, waves in enumerate(self._waves):
            depth = number if setting.from_front else len(self._waves) - 1 - number
            blur = setting.blur_mm * (1 + DEEPER * depth) / SQUARE_MM
            for card in range(self.count):
                up, across = places[card, number]
                moved = _moved(self._up, up, blur) * _moved(self._across, across, blur)
                shares = np.fft.irfft2(waves[card % len(waves)] * moved, s=self._size)
                light[card] *= 1 - np.clip(shares, 0, SHARES_MAX) * (1 - 10**-setting.density)
        light *= 1 + NOISE * chance.standard_normal(light.shape, np.float32)
        return np.log10(np.maximum(light, 1e-6)), places

    def _places(self, setting: Setting, chance: np.random.Generator) -> NDArray[np.float64]:
        """Anywhere in a circle, each layer by itself; then seen from the face."""
        shape = (self.count, len(self._waves))
        far = setting.register_mm / SQUARE_MM * np.sqrt(chance.random(shape))
        angle = 2 * np.pi * chance.random(shape)
        places = np.stack([far * np.sin(angle), far * np.cos(angle)], axis=-1)
        return places - places[:, self.face : self.face + 1]


def _moved(frequencies: NDArray[np.float64], squares: float, blur: float) -> NDArray[np.complex64]:
    """What moving and blurring a picture along one axis does to its frequencies."""
    soft = np.exp(-2 * (np.pi * blur * frequencies) ** 2)
    moved: NDArray[np.complex64] = soft * np.exp(-2j * np.pi * frequencies * squares)
    return moved.astype(np.complex64)
