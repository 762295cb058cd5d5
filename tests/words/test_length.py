"""Paper is measured in whole micrometers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.length import Micrometers, millimeters, points


@pytest.mark.parametrize(
    ("written", "micrometers"),
    [(0, 0), (1, 1000), (3.175, 3175), (0.1, 100), (279.4, 279_400), (-3.175, -3175), (0.0254, 25)],
)
def test_millimeters_become_whole_micrometers(written: float, micrometers: int) -> None:
    assert millimeters(written) == micrometers
    assert isinstance(millimeters(written), int)


# 25.4 mm are an inch of 72 points; 1 mm = 72 / 25.4 = 2.834645... points
@pytest.mark.parametrize(
    ("micrometers", "expected"),
    [(0, 0.0), (25_400, 72.0), (12_700, 36.0), (1000, 2.83465), (215_900, 612.0), (-25_400, -72.0)],
)
def test_points_are_seventy_two_an_inch(micrometers: int, expected: float) -> None:
    assert points(Micrometers(micrometers)) == expected


@given(st.integers(-(10**7), 10**7))
def test_five_decimals_of_a_point_keep_the_micrometer(micrometers: int) -> None:
    assert round(points(Micrometers(micrometers)) * 25_400 / 72) == micrometers
