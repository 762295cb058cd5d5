"""Rows of print: all of one length, none missing, and nothing of them in a message."""

from dataclasses import replace
from typing import Any

import pytest

from cardgen.errors import BadValueError
from cardgen.printed_batch import DECOY_BYTES, PrintedBatch
from cardgen.proof.header import series_of
from tests.golden import GOLDEN_SERIES

COLUMNS = (*PrintedBatch.WIDTHS, "numbers", "face_numbers")


def hyphened(code: str) -> str:
    return "-".join(code[start : start + 4] for start in range(0, len(code), 4))


def batch_of(golden: dict[str, Any], cards: list[dict[str, Any]]) -> PrintedBatch:
    faces = [face for card in cards for face in card["faces"]]

    def joined(name: str) -> bytes:
        return "".join(card[name] for card in cards).encode()

    return PrintedBatch(
        series=series_of(golden["header"]),
        numbered=tuple(card["audit_number"] for card in cards),
        card_ids=joined("card_id"),
        outside_tokens=joined("outside_token"),
        linear_codes=joined("linear_code"),
        inside_tokens=joined("inside_token"),
        decoys=bytes(range(1, 1 + len(cards))) * DECOY_BYTES,
        unlock_codes="".join(hyphened(card["unlock_code"]) for card in cards).encode(),
        numbers=bytes(number for face in faces for column in face["columns"] for number in column),
        face_numbers="".join(face["face_number"] for face in faces).encode(),
    )


def with_columns(columns: dict[str, Any], count: int) -> PrintedBatch:
    return replace(BATCHES[0], numbered=range(1, count + 1), **columns)


BATCHES = [batch_of(golden, golden["cards"][:8]) for golden in GOLDEN_SERIES]


@pytest.mark.parametrize("batch", BATCHES)
def test_a_row_is_the_cards_own(batch: PrintedBatch) -> None:
    golden = next(
        one for one in GOLDEN_SERIES if one["header"]["set_serial"] == batch.series.set_serial
    )
    for place, card in enumerate(golden["cards"][:8]):
        assert batch.row("card_ids", place).decode() == card["card_id"]
        assert batch.row("outside_tokens", place).decode() == card["outside_token"]
        assert batch.row("linear_codes", place).decode() == card["linear_code"]
        assert batch.row("inside_tokens", place).decode() == card["inside_token"]
        assert batch.row("unlock_codes", place).decode() == hyphened(card["unlock_code"])
        face_numbers = "".join(face["face_number"] for face in card["faces"])
        assert batch.row("face_numbers", place).decode() == face_numbers
        assert len(batch.row("numbers", place)) == 24 * len(card["faces"])


@pytest.mark.parametrize("place", [-1, 8, 10**12])
def test_a_card_that_is_not_in_the_batch_has_no_row(place: int) -> None:
    with pytest.raises(BadValueError):
        BATCHES[0].row("card_ids", place)


@pytest.mark.parametrize("name", COLUMNS)
def test_a_missing_or_longer_row_is_refused_without_showing_it(name: str) -> None:
    column: bytes = getattr(BATCHES[0], name)
    for wrong in (b"", column[:-1], column + column[:1], column * 2):
        with pytest.raises(BadValueError, match=name) as refusal:
            with_columns({name: wrong}, BATCHES[0].count)
        assert refusal.value.value == len(wrong)


@pytest.mark.parametrize("count", [0, -1])
def test_a_batch_has_a_card(count: int) -> None:
    empty = dict.fromkeys(COLUMNS, b"")
    with pytest.raises(BadValueError, match="count"):
        with_columns(empty, count)


@pytest.mark.parametrize("first", [0, -1, 8994, 9001])
def test_a_batch_with_cards_of_no_series_is_refused(first: int) -> None:
    with pytest.raises(BadValueError, match="audit number"):
        replace(
            BATCHES[0], numbered=range(first, first + 8)
        )  # eight cards: 8993 to 9000 are the last


def test_the_repr_of_a_batch_shows_nothing_of_a_card() -> None:
    for batch in BATCHES:
        text = repr(batch)
        for name in COLUMNS:
            assert name not in text
            assert repr(batch.row(name, 0))[2:-1] not in text
