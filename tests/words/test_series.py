"""A series holds its limits, and its cards their places."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.card_id import AuditNumber, FormCode, MakerId, SetSerial
from cardgen.errors import BadValueError
from cardgen.series import RunId, Series, SeriesCode

SERIES = Series(
    maker=MakerId("ACME"),
    form=FormCode("T75"),
    set_serial=SetSerial("000123"),
    series=SeriesCode("R1"),
    color="red",
    first=AuditNumber(501),
    count=1000,
    run_id=RunId(bytes(16)),
    run_offset=9000,
)


def test_the_last_number_is_counted_from_the_first() -> None:
    assert SERIES.last == 1500  # 501 + 1000 - 1
    assert SERIES.face_count == 1000
    assert replace(SERIES, faces=3).face_count == 3000


@given(st.integers(0, 999))
def test_a_card_has_one_place_in_its_series(index: int) -> None:
    assert SERIES.card_index(501 + index) == index
    assert SERIES.card_id(501 + index).audit_number == 501 + index


@pytest.mark.parametrize("audit_number", [-1, 0, 1, 500, 1501, 10**12])
def test_a_number_of_another_series_has_no_place(audit_number: int) -> None:
    with pytest.raises(BadValueError, match="501 to 1500"):
        SERIES.card_index(audit_number)


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"count": 0}, "count"),
        ({"count": -1}, "count"),
        ({"count": 10**12}, "count"),
        ({"count": 10**7 + 1}, "count"),
        ({"count": 10**7 // 3 + 1, "faces": 3}, "count"),  # face numbers have seven digits
        ({"faces": 0}, "faces"),
        ({"faces": -1}, "faces"),
        ({"faces": 37}, "faces"),
        ({"first": AuditNumber(9_999_999), "count": 2}, "last audit number"),
        ({"run_offset": -1}, "run offset"),
        ({"run_offset": 10**12}, "run offset"),
        ({"color": ""}, "color"),
        ({"color": "Red"}, "color"),
        ({"color": "red\n"}, "color"),
        ({"color": "réd"}, "color"),
        ({"color": " red"}, "color"),
        ({"color": "red  blue"}, "color"),
    ],
)
def test_what_passes_a_limit_is_no_series(changes: dict[str, Any], what: str) -> None:
    with pytest.raises(BadValueError, match=what):
        replace(SERIES, **changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"first": AuditNumber(1), "count": 9_999_999},
        {"first": AuditNumber(9_999_999), "count": 1},
        {"count": 1, "faces": 36},
        {"first": AuditNumber(1), "count": 3_333_333, "faces": 3},
        {"run_offset": 0},
        {"color": "light blue"},
    ],
)
def test_a_series_may_go_up_to_its_limits(changes: dict[str, Any]) -> None:
    assert replace(SERIES, **changes).last <= 9_999_999


@pytest.mark.parametrize("text", ["", "r1", "R-1", "R1\n", "ABCDEFGHI", "R\u0663", "É1", " R1"])
def test_a_series_code_is_one_to_eight_capitals_and_digits(text: str) -> None:
    with pytest.raises(BadValueError, match="series"):
        SeriesCode(text)


@given(st.binary(min_size=16, max_size=16))
def test_a_run_id_is_read_as_it_is_written(raw: bytes) -> None:
    assert RunId.parse(RunId(raw).hex()) == raw


@pytest.mark.parametrize("raw", [b"", bytes(15), bytes(17)])
def test_a_run_id_is_sixteen_bytes(raw: bytes) -> None:
    with pytest.raises(BadValueError, match="run id"):
        RunId(raw)


@pytest.mark.parametrize(
    "text", ["", "00" * 15, "00" * 17, "AB" * 16, "0x" + "0" * 30, "\u0660" * 32, "00" * 16 + "\n"]
)
def test_a_run_id_is_written_in_thirty_two_lower_case_hex_digits(text: str) -> None:
    with pytest.raises(BadValueError, match="run id"):
        RunId.parse(text)
