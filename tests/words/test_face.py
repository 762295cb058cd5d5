"""Which of all faces a face is, and the way back."""

import math
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.errors import BadValueError
from cardgen.face import (
    ARRANGEMENT_COUNT,
    SET_COUNT,
    Face,
    column_orders,
    column_subsets,
    rank,
    unrank,
)
from tests.golden import GOLDEN_CARDS

GOLDEN_FACES = [face for card in GOLDEN_CARDS for face in card["faces"]]
FIRST_FACE = ((1, 2, 3, 4, 5), (16, 17, 18, 19, 20), (31, 32, 33, 34), (46, 47, 48, 49, 50))


def columns_of(numbers: list[list[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(column) for column in numbers)


@given(st.integers(0, SET_COUNT - 1), st.integers(0, ARRANGEMENT_COUNT - 1))
def test_rank_undoes_unrank(set_index: int, arrangement: int) -> None:
    assert rank(unrank(set_index, arrangement)) == (set_index, arrangement)


def column(place: int) -> st.SearchStrategy[tuple[int, ...]]:
    numbers = range(15 * place + 1, 15 * place + 16)
    height = 4 if place == 2 else 5
    return st.permutations(numbers).map(lambda shuffled: tuple(shuffled[:height]))


@given(st.tuples(*(column(place) for place in range(5))))
def test_unrank_undoes_rank(columns: tuple[tuple[int, ...], ...]) -> None:
    face = Face(columns)
    assert unrank(*rank(face)) == face


def test_there_are_as_many_sets_and_arrangements_as_arithmetic_says() -> None:
    assert SET_COUNT == math.comb(15, 5) ** 4 * math.comb(15, 4) == 111_007_923_832_370_565
    assert math.factorial(5) ** 4 * math.factorial(4) == ARRANGEMENT_COUNT


def test_the_golden_faces_are_unranked_and_ranked() -> None:
    for golden in GOLDEN_FACES:
        face = unrank(golden["set_index"], golden["arrangement"])
        assert face.columns == columns_of(golden["columns"])
        assert rank(face) == (golden["set_index"], golden["arrangement"])


def test_every_subset_of_the_last_column_once_in_lexicographic_order() -> None:
    # O is the least significant digit of the set index: 3003 steps of one
    seen = [tuple(sorted(unrank(index, 0).columns[4])) for index in range(3003)]
    assert seen == list(combinations(range(61, 76), 5))


def test_every_order_of_the_last_column_once_in_lehmer_order() -> None:
    # arrangement 0..119 moves only O; the top place is the most significant
    seen = [unrank(0, arrangement).columns[4] for arrangement in range(120)]
    assert seen == list(permutations((61, 62, 63, 64, 65)))


def test_the_middle_column_takes_the_place_that_its_radix_says() -> None:
    # N stands above G and O: one step of N is 3003 * 3003
    assert unrank(3003 * 3003, 0).columns[2] == (31, 32, 33, 35)
    assert unrank(0, 120 * 120).columns[2] == (31, 32, 34, 33)


def test_the_tables_hold_every_subset_and_order() -> None:
    for height in (4, 5):
        assert len(set(column_subsets(height))) == math.comb(15, height)
        assert len(set(column_orders(height))) == math.factorial(height)


@pytest.mark.parametrize("set_index", [-1, SET_COUNT, 36**11, 2**64])
def test_a_set_index_outside_is_refused(set_index: int) -> None:
    with pytest.raises(BadValueError, match="set index"):
        unrank(set_index, 0)


@pytest.mark.parametrize("arrangement", [-1, ARRANGEMENT_COUNT, 2**40])
def test_an_arrangement_outside_is_refused(arrangement: int) -> None:
    with pytest.raises(BadValueError, match="arrangement"):
        unrank(0, arrangement)


@pytest.mark.parametrize(
    "last",
    [
        (61, 62, 63, 64, 64),  # a number twice
        (60, 62, 63, 64, 65),  # of the column before
        (61, 62, 63, 64, 76),  # no ball has it
        (0, 62, 63, 64, 65),
        (-61, 62, 63, 64, 65),
    ],
)
def test_a_column_with_a_wrong_number_is_no_face(last: tuple[int, ...]) -> None:
    with pytest.raises(BadValueError, match="Column O"):
        Face((*FIRST_FACE, last))


@pytest.mark.parametrize(
    "columns",
    [(), FIRST_FACE, (*FIRST_FACE, (61, 62, 63, 64)), (*FIRST_FACE, (61, 62, 63, 64, 65), ())],
)
def test_other_heights_are_no_face(columns: tuple[tuple[int, ...], ...]) -> None:
    with pytest.raises(BadValueError, match="heights"):
        Face(columns)


def test_a_face_and_its_numbers_are_one() -> None:
    for golden in GOLDEN_FACES:
        face = Face(columns_of(golden["columns"]))
        assert Face.from_numbers(face.numbers) == face
        assert Face.from_numbers(bytes(face.numbers)) == face


@pytest.mark.parametrize("count", [0, 23, 25, 48])
def test_more_or_fewer_numbers_than_twenty_four_are_no_face(count: int) -> None:
    numbers = unrank(0, 0).numbers * 2
    with pytest.raises(BadValueError, match="24"):
        Face.from_numbers(numbers[:count])
