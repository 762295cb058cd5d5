"""Bytes that mean one thing only."""

import json
from typing import Any

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from cardgen.errors import BadValueError
from cardgen.proof.framing import (
    MalformedError,
    canonical,
    length_prefixed,
    one_line,
    parse_canonical,
    parse_json,
    sha256_hex,
    u32,
    whole_number,
)

# RFC 8785, 3.2.3: the order of keys is that of their UTF-16 code units.
RFC_8785_KEYS = {
    "\u20ac": "Euro Sign",
    "\r": "Carriage Return",
    "\ufb33": "Hebrew Letter Dalet With Dagesh",
    "1": "One",
    "\U0001f600": "Emoji: Grinning Face",
    "\u0080": "Control",
    "\u00f6": "Latin Small Letter O With Diaeresis",
}
RFC_8785_ORDER = ["\r", "1", "\u0080", "\u00f6", "\u20ac", "\U0001f600", "\ufb33"]

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
NESTED = b"[" * 100_000
REFUSED = {
    "empty": b"",
    "not JSON": b"{",
    "trailing": b'{"a":1}x',
    "trailing newline": b'{"a":1}\n',
    "spaces": b'{"a": 1}',
    "order": b'{"b":1,"a":2}',
    "twice": b'{"a":1,"a":1}',
    "twice inside": b'{"a":[{"b":1,"b":2}]}',
    "twice in other words": b'{"a":1,"\\u0061":1}',
    "array": b"[]",
    "text": b'"a"',
    "number": b"1",
    "null": b"null",
    "1.0 for 1": b'{"a":1.0}',
    "1e0 for 1": b'{"a":1e0}',
    "-0": b'{"a":-0.0}',
    "NaN": b'{"a":NaN}',
    "Infinity": b'{"a":Infinity}',
    "more than 2**53": b'{"a":9007199254740993}',
    "more digits than int() takes": b'{"a":' + b"9" * 5000 + b"}",
    "latin-1": b'{"a":"\xe9"}',
    "byte order mark": b'\xef\xbb\xbf{"a":1}',
    "escape that needs none": b'{"a":"\\u0041"}',
    "half of a character": b'{"a":"\\ud800"}',
    "half of a character as key": b'{"\\ud800":1}',
    "leading zero": b'{"a":01}',
    "nested too deep": b'{"a":' + NESTED + b"}",
    "control character": b'{"a":"\n"}',
}


def test_each_part_has_its_length_before_it() -> None:
    assert length_prefixed() == b""
    assert length_prefixed(b"rec", b"", b"x" * 256) == b"\x00\x03rec\x00\x00\x01\x00" + b"x" * 256
    assert u32(2**32 - 1) == b"\xff\xff\xff\xff"
    assert u32(1) == b"\x00\x00\x00\x01"


@given(st.lists(st.binary(max_size=5)), st.lists(st.binary(max_size=5)))
def test_two_lists_of_parts_are_never_the_same_bytes(
    some: list[bytes], others: list[bytes]
) -> None:
    assert (length_prefixed(*some) == length_prefixed(*others)) == (some == others)


def test_the_canonical_form_orders_keys_as_the_rfc_does() -> None:
    raw = canonical(RFC_8785_KEYS)
    assert list(json.loads(raw)) == RFC_8785_ORDER
    # RFC 8785, 3.2.4: the example's first member begins so
    assert raw.startswith(b'{"\\r":"Carriage Return","1":"One",')


@given(st.dictionaries(st.text(), VALUES, max_size=4))
def test_what_is_written_canonically_is_read_back(value: dict[str, Any]) -> None:
    assert parse_canonical(rfc8785.dumps(value), "The thing") == value


@pytest.mark.parametrize("raw", REFUSED.values(), ids=REFUSED.keys())
def test_anything_but_the_one_form_of_an_object_is_malformed(raw: bytes) -> None:
    with pytest.raises(MalformedError, match=r"^The thing cannot be read") as refusal:
        parse_canonical(raw, "The thing")
    assert refusal.value.exit_code == 3
    assert str(refusal.value).isprintable()
    assert len(str(refusal.value)) < 300


@pytest.mark.parametrize("raw", [b'{"a": 1}', b'{\n "b": 1,\n "a": 2\n}\n'])
def test_json_may_be_spaced_where_its_form_signs_nothing(raw: bytes) -> None:
    assert parse_json(raw, "The thing") == json.loads(raw)


@pytest.mark.parametrize("name", ["empty", "not JSON", "twice", "twice inside", "array", "latin-1"])
def test_json_is_still_one_object_without_duplicates(name: str) -> None:
    with pytest.raises(MalformedError):
        parse_json(REFUSED[name], "The thing")


def test_more_bytes_than_any_file_of_ours_are_not_parsed() -> None:
    with pytest.raises(MalformedError, match="67108865 bytes"):
        parse_json(b" " * (64 * 1024 * 1024 + 1), "The thing")


@given(st.binary() | st.text().map(str.encode))
def test_no_bytes_make_the_parsers_fail_otherwise(raw: bytes) -> None:
    for parse in (parse_json, parse_canonical):
        try:
            found = parse(raw, "The thing")
        except MalformedError:
            continue
        assert isinstance(found, dict)


@pytest.mark.parametrize("value", [1, None, True, [], "a\nb", "a\x1bb", "a\u202eb", "\ud800"])
def test_a_line_is_printable_text(value: object) -> None:
    with pytest.raises(BadValueError, match="one line"):
        one_line({"name": value}, "name")
    assert one_line({"name": "Paróquia"}, "name") == "Paróquia"


@pytest.mark.parametrize("value", [True, False, 1.0, 1.5, "1", None, [], {}])
def test_a_whole_number_is_neither_true_nor_a_fraction(value: object) -> None:
    with pytest.raises(BadValueError, match="whole number"):
        whole_number(value)
    assert whole_number(-1) == -1


@pytest.mark.parametrize(
    "value", ["", "0" * 63, "0" * 65, "A" * 64, "\u0660" * 64, "0" * 64 + "\n", 0, None, [0] * 64]
)
def test_a_sha_256_is_sixty_four_lower_case_hex_digits(value: object) -> None:
    with pytest.raises(BadValueError, match="SHA-256"):
        sha256_hex(value)
    assert sha256_hex("0a" * 32) == "0a" * 32
