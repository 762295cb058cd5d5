"""Figures of chance, against tables, arithmetic and simulation."""

from collections import Counter

import numpy as np
import pytest

from cardgen.inspection.chance import (
    Frequencies,
    calls_figure,
    calls_to_full,
    chi_square_chance,
    column_figure,
    correlation_figure,
    full_by,
    ranks,
)

HEIGHTS = (5, 5, 4, 5, 5)


def dealt(faces: int, seed: int) -> list[tuple[int, ...]]:
    """Faces from a generator that is not ours."""
    generator = np.random.default_rng(seed)
    return [
        tuple(
            int(number)
            for column, height in enumerate(HEIGHTS)
            for number in generator.choice(15, height, replace=False) + 15 * column + 1
        )
        for _ in range(faces)
    ]


@pytest.mark.parametrize(
    ("value", "freedom", "chance"),
    [(23.685, 14, 0.05), (29.141, 14, 0.01), (36.123, 14, 0.001), (5.991, 2, 0.05), (0.0, 14, 1.0)],
)
def test_the_chance_of_chi_square_is_that_of_the_tables(
    value: float, freedom: int, chance: float
) -> None:
    """NIST/SEMATECH e-Handbook, 1.3.6.7.4."""
    assert chi_square_chance(value, freedom) == pytest.approx(chance, rel=2e-3)


def test_the_figure_of_a_column_is_chi_square_of_14_degrees() -> None:
    """Mean 14, variance 28, over 600 runs of 60 faces; within five deviations of both."""
    values = []
    for seed in range(600):
        counts = Counter(number for face in dealt(60, seed) for number in face[:5])
        values.append(column_figure("B", [counts[number] for number in range(1, 16)], 5).value)
    mean, variance = float(np.mean(values)), float(np.var(values))
    assert abs(mean - 14) < 5 * (28 / 600) ** 0.5
    assert abs(variance - 28) < 5 * 28 * (2 / 600 + 12 / 14 / 600) ** 0.5


def test_honest_faces_pass_every_figure_and_are_counted() -> None:
    faces = dealt(2_000, 7)
    frequencies = Frequencies()
    for face in faces:
        frequencies.add(face)
    figures = list(frequencies.figures())
    assert len(figures) == 5 + 24
    assert all(figure.holds for figure in figures)
    assert sum(frequencies.of_numbers) == 24 * 2_000
    assert figures[0].name == "chi-square of column B"
    assert figures[-1].name == "chi-square of square O5"


@pytest.mark.parametrize("never", [10, 20, 30, 40, 50, 60, 75])
def test_a_number_that_never_occurs_is_found(never: int) -> None:
    """cases.md 3: the published programs where 10, 20 … could not occur."""
    frequencies = Frequencies()
    for face in dealt(400, 7):
        frequencies.add(number if number != never else never - 1 for number in face)
    low = {figure.name for figure in frequencies.figures() if not figure.holds}
    assert f"chi-square of column {'BINGO'[(never - 1) // 15]}" in low


def test_a_square_that_prefers_a_number_is_found() -> None:
    """Ascending columns, as some programs print them: each column is right, no square is."""
    frequencies = Frequencies()
    for face in dealt(400, 7):
        frequencies.add((*sorted(face[:5]), *face[5:]))
    low = {figure.name for figure in frequencies.figures() if not figure.holds}
    assert {"chi-square of square B1", "chi-square of square B5"} <= low
    assert "chi-square of column B" not in low


def test_ranks_are_places() -> None:
    assert list(ranks([30, 10, 20])) == [2, 0, 1]
    assert list(ranks([b"b", b"a", b"b"])) == [1, 0, 2]


def test_a_correlation_that_is_there_is_found_and_one_that_is_not_is_not() -> None:
    values = [int(value) for value in np.random.default_rng(7).permutation(1_000)]
    place = range(1_000)
    assert correlation_figure("none", place, values).holds
    together = ranks([one + 1_000 * (number > 800) for number, one in enumerate(values)])
    assert not correlation_figure("one fifth", place, together).holds
    exact = correlation_figure("all", place, list(place))
    assert exact.value == pytest.approx(999**0.5)  # r = 1, times sqrt(n - 1)


def test_calls_to_a_full_card_follow_the_exact_curve() -> None:
    assert full_by(23) == 0
    assert full_by(24) == pytest.approx(1 / 25_778_699_578_994_555_700, rel=1e-9)  # 1 / C(75, 24)
    assert full_by(74) == pytest.approx(51 / 75)  # the last ball is on none of the card's squares
    assert full_by(75) == 1
    faces = dealt(3_000, 7)
    calls = Counter(calls_to_full(face, b"%d" % place) for place, face in enumerate(faces))
    assert calls_figure(calls).holds
    early = Counter({calls - 1: count for calls, count in calls.items()})
    assert not calls_figure(early).holds
