"""The header of a bundle says what its series is, once and in one form."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.proof.framing import MalformedError, canonical
from cardgen.proof.header import (
    header_bytes,
    header_fields,
    header_hash,
    plaintext_bytes,
    sealed_bytes,
    series_of,
)
from tests.golden import GOLDEN_SERIES

HEADERS: list[dict[str, Any]] = [golden["header"] for golden in GOLDEN_SERIES]
FIELDS = sorted({field for header in HEADERS for field in header})
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


@pytest.mark.parametrize("golden", GOLDEN_SERIES, ids=lambda golden: golden["header"]["set_serial"])
def test_the_golden_headers_are_read_written_and_hashed(golden: dict[str, Any]) -> None:
    series = series_of(golden["header"])
    assert header_fields(series) == golden["header"]
    assert header_bytes(series) == canonical(golden["header"])
    assert header_hash(header_bytes(series)).hex() == golden["header_hash"]


def test_a_record_has_seventeen_bytes_a_face_and_forty_eight_more() -> None:
    # set index 8, arrangement 5, face number 4; salt 32; tag 16
    for faces in (1, 3, 36):
        assert plaintext_bytes(faces) == 17 * faces + 32
        assert sealed_bytes(faces) == 17 * faces + 48


@pytest.mark.parametrize("header", HEADERS, ids=lambda header: header["set_serial"])
def test_a_missing_field_is_refused(header: dict[str, Any]) -> None:
    for field in header:
        with pytest.raises(MalformedError):
            series_of({name: value for name, value in header.items() if name != field})


@pytest.mark.parametrize("field", ["role", "price", "Suite", "a\nb\x1b", "x" * 5000])
def test_a_foreign_field_is_refused_on_one_line(field: str) -> None:
    with pytest.raises(MalformedError, match="foreign") as refusal:
        series_of(HEADERS[0] | {field: 1})
    assert str(refusal.value).isprintable()
    assert len(str(refusal.value)) < 300


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("suite", 2),
        ("suite", True),
        ("suite", "1"),
        ("run_id", "40414243"),
        ("run_id", "404142434445464748494A4B4C4D4E4F"),
        ("maker", "acme"),
        ("maker", ["A", "C", "M", "E"]),
        ("form", "T7"),
        ("set_serial", 123),
        ("set_serial", "123"),
        ("series", ""),
        ("color", "RED"),
        ("first", 0),
        ("first", 1.0),
        ("first", True),
        ("first", 2),
        ("last", 9001),
        ("count", 9001),
        ("count", 0),
        ("count", -1),
        ("count", 10**12),
        ("count", 9000.0),
        ("run_offset", -1),
        ("run_offset", 10**12),
        ("sealed_bytes", 64),
        ("sealed_bytes", 99),
        ("faces", 1),  # stands only when there are several
        ("faces", 0),
        ("faces", 3),
        ("faces", None),
    ],
)
def test_a_field_that_contradicts_is_refused(field: str, value: object) -> None:
    with pytest.raises(MalformedError):
        series_of(HEADERS[0] | {field: value})


@given(st.sampled_from(FIELDS), VALUES)
def test_no_value_makes_the_reader_fail_otherwise(field: str, value: object) -> None:
    fields = HEADERS[2] | {field: value}
    try:
        series = series_of(fields)
    except MalformedError as error:
        refusal = str(error)
    else:
        assert header_fields(series) == fields
        return
    assert refusal.isprintable()


@given(st.dictionaries(st.text() | st.sampled_from(FIELDS), VALUES))
def test_no_object_makes_the_reader_fail_otherwise(fields: dict[str, Any]) -> None:
    with pytest.raises(MalformedError):
        series_of(fields)
