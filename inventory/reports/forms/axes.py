"""A plot in shares of its frame, with round numbers on its axes: for a page and for paper alike."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor, log10

from inventory.paper import Plot

TICKS_MAX = 8
_ROUND_STEPS = (1, 2, 5, 10)


@dataclass(frozen=True, slots=True)
class Axis:
    """From `low` to `high` in steps of `step`."""

    low: float
    high: float
    step: float

    def share(self, value: float) -> float:
        """Where a value stands, 0 at the low end, 1 at the high one."""
        return (value - self.low) / (self.high - self.low)

    @property
    def ticks(self) -> tuple[tuple[float, str], ...]:
        """The round numbers, each with its share."""
        count = round((self.high - self.low) / self.step)
        values = (self.low + place * self.step for place in range(count + 1))
        return tuple((self.share(value), f"{value:.6g}") for value in values)


@dataclass(frozen=True, slots=True)
class Framed:
    """A plot's axes, and the points of each of its lines in shares, in the lines' order."""

    x: Axis
    y: Axis
    lines: tuple[tuple[tuple[float, float], ...], ...]


def framed(plot: Plot) -> Framed:
    """The plot in its frame; whatever is counted begins at nothing."""
    points = [point for line in plot.lines for point in line.points]
    x = axis_of(across for across, _ in points)
    y = axis_of([0.0, *(up for _, up in points)])
    lines = tuple(
        tuple((x.share(across), y.share(up)) for across, up in line.points) for line in plot.lines
    )
    return Framed(x, y, lines)


def axis_of(values: Iterable[float]) -> Axis:
    """The shortest axis of round numbers that holds them all.

    >>> axis_of([45, 61]).ticks[0], axis_of([45, 61]).ticks[-1]
    ((0.0, '44'), (1.0, '62'))
    """
    found = tuple(values) or (0.0,)
    low, high = min(found), max(found)
    span = (high - low) or 1.0
    power = 10.0 ** floor(log10(span / TICKS_MAX))
    step = next(power * one for one in _ROUND_STEPS if span / (power * one) <= TICKS_MAX)
    bottom, top = floor(low / step) * step, ceil(high / step) * step
    return Axis(bottom, top if top > bottom else bottom + step, step)
