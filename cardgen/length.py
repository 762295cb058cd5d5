"""Lengths on paper: whole micrometers, points only at the PDF's edge."""

from typing import NewType

Micrometers = NewType("Micrometers", int)

MICROMETERS_PER_INCH = 25_400
POINTS_PER_INCH = 72


def millimeters(length: float) -> Micrometers:
    """Whole micrometers from a length written in millimeters.

    >>> millimeters(3.175)
    3175
    """
    return Micrometers(round(length * 1000))


def points(length: Micrometers) -> float:
    """The length in PDF points (1/72 inch), rounded to five decimals (print.md 1.5).

    >>> points(Micrometers(25400))
    72.0
    """
    return round(length * POINTS_PER_INCH / MICROMETERS_PER_INCH, 5)
