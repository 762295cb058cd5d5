"""The verification file: the golden run to the byte, and nothing else is believed."""

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from cardgen.errors import BadFileError, CardgenError
from cardgen.proof.bundle import BundleError, read_bundle, record_bytes
from cardgen.tokens import InsideToken, OutsideToken
from tests import by_the_text
from tests.by_the_text import SMALL_COUNT, SMALL_RECORD, BundleParts
from tests.golden import GoldenBundle, golden_key, golden_public_key


def refusal_of(raw: bytes, folder: Path) -> CardgenError | None:
    path = folder / "000125.bundle"
    path.write_bytes(raw)
    try:
        read_bundle(path, golden_public_key())
    except CardgenError as error:
        return error
    return None


def assert_refused(raw: bytes, folder: Path, why: str = "") -> None:
    error = refusal_of(raw, folder)
    assert isinstance(error, BundleError)
    assert error.exit_code == 3
    assert str(error).isprintable()
    assert why in str(error)


def inside(golden: GoldenBundle, place: int) -> InsideToken:
    return InsideToken.parse(golden.expected["cards"][place]["inside_token"])


def outside(golden: GoldenBundle, place: int) -> OutsideToken:
    return OutsideToken.parse(golden.expected["cards"][place]["outside_token"])


# --- the golden run -------------------------------------------------------------------------


def test_the_golden_bundles_are_made_to_the_byte(golden_bundles: tuple[GoldenBundle, ...]) -> None:
    for golden in golden_bundles:
        raw = golden.bundle.path.read_bytes()
        assert len(raw) == golden.expected["bundle_bytes"]
        assert hashlib.sha256(raw).hexdigest() == golden.expected["bundle_sha256"]
        assert golden.sealed.bundle_sha256 == golden.expected["bundle_sha256"]
        assert golden.sealed.checkpoint == golden.expected["checkpoint"]


def test_the_golden_bundles_are_read(golden_bundles: tuple[GoldenBundle, ...]) -> None:
    for golden in golden_bundles:
        assert golden.bundle.root.hex() == golden.expected["root"]
        assert golden.bundle.records_sha256.hex() == golden.expected["records_sha256"]
        assert golden.bundle.series_hash.hex() == golden.expected["header_hash"]
        assert golden.bundle.series.count == golden.expected["header"]["count"]


def test_every_golden_card_is_opened_and_known_from_outside(
    golden_bundles: tuple[GoldenBundle, ...],
) -> None:
    for golden in golden_bundles:
        for place, card in enumerate(golden.expected["cards"]):
            record = golden.bundle.record(card["audit_number"])
            assert record.sealed.hex() == card["sealed"]
            assert record.leaf.hex() == card["leaf"]
            assert record.tag_hash.hex() == card["tag_hash"]
            opened = golden.bundle.open_card(inside(golden, place))
            assert opened.card.printed == card["card_id"]
            columns = [[list(column) for column in face.face.columns] for face in opened.faces]
            assert columns == [face["columns"] for face in card["faces"]]
            golden.bundle.check_outside(outside(golden, place))


def test_a_record_has_the_length_of_the_text() -> None:
    # sealed 17 * faces + 48, leaf 32, tag hash 7
    assert record_bytes(1) == 65 + 39
    assert record_bytes(3) == SMALL_RECORD


def test_the_text_makes_the_same_bundle(parts: BundleParts) -> None:
    again = by_the_text.whole_bundle(golden_key(), parts.header, SMALL_COUNT, parts.records)
    assert again == parts.raw


# --- bytes that are not the plant's ---------------------------------------------------------


def test_a_flipped_bit_in_any_field_is_refused(parts: BundleParts, tmp_path: Path) -> None:
    last_record = len(parts.raw) - 64 - SMALL_RECORD
    regions = {
        "magic": range(8),
        "header length": range(8, 12),
        "header": range(12, parts.start),
        "first record": range(parts.start, parts.start + SMALL_RECORD),
        "a record in the middle": range(
            parts.start + 77 * SMALL_RECORD, parts.start + 78 * SMALL_RECORD
        ),
        "last record": range(last_record, last_record + SMALL_RECORD),
        "signature": range(len(parts.raw) - 64, len(parts.raw)),
    }
    for region, places in regions.items():
        for place in places:
            flipped = bytearray(parts.raw)
            flipped[place] ^= 1 << place % 8
            error = refusal_of(bytes(flipped), tmp_path)
            assert isinstance(error, BundleError), f"{region}, byte {place}"
            assert str(error).isprintable()


def test_a_truncated_bundle_is_refused(parts: BundleParts, tmp_path: Path) -> None:
    size = len(parts.raw)
    lengths = {*range(parts.start + 3), *range(0, size, 997), *range(size - 70, size)}
    lengths |= {
        parts.start + SMALL_RECORD,
        parts.start + 100 * SMALL_RECORD,
        size - 64,
        size - 64 - SMALL_RECORD,
    }
    for length in sorted(lengths):
        assert_refused(parts.raw[:length], tmp_path)


@pytest.mark.parametrize("more", [1, 64, SMALL_RECORD, SMALL_RECORD + 64, 10**6])
def test_trailing_bytes_are_refused(parts: BundleParts, tmp_path: Path, more: int) -> None:
    assert_refused(parts.raw + bytes(more), tmp_path, "its header tells of")


def test_a_record_less_or_more_is_refused_though_it_is_signed(
    parts: BundleParts, tmp_path: Path
) -> None:
    for records in (
        parts.records[:-SMALL_RECORD],
        parts.records + parts.records[-SMALL_RECORD:],
        b"",
    ):
        raw = by_the_text.whole_bundle(golden_key(), parts.header, SMALL_COUNT, records)
        assert_refused(raw, tmp_path, "its header tells of")


def test_two_records_swapped_are_refused(parts: BundleParts, tmp_path: Path) -> None:
    first, second = parts.records[:SMALL_RECORD], parts.records[SMALL_RECORD : 2 * SMALL_RECORD]
    records = second + first + parts.records[2 * SMALL_RECORD :]
    raw = parts.raw[: parts.start] + records + parts.raw[-64:]
    assert_refused(raw, tmp_path, "did not sign")


def test_another_plants_signature_is_refused(parts: BundleParts, tmp_path: Path) -> None:
    other = Ed25519PrivateKey.from_private_bytes(bytes(32))
    raw = by_the_text.whole_bundle(other, parts.header, SMALL_COUNT, parts.records)
    assert_refused(raw, tmp_path, "did not sign")


@pytest.mark.parametrize("length", [0, 4097, 2**31, 2**32 - 1])
def test_a_header_of_an_impossible_length_is_refused_unread(
    parts: BundleParts, tmp_path: Path, length: int
) -> None:
    raw = b"SEALEDB1" + length.to_bytes(4, "big") + parts.raw[12:]
    assert_refused(raw, tmp_path, "at most 4096")


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    assert_refused(b"", tmp_path, "not a bundle")


DUPLICATES: dict[str, Callable[[bytes], bytes]] = {
    "same value": lambda header: header.replace(b'"count":200', b'"count":200,"count":200'),
    "other value": lambda header: header.replace(b'"count":200', b'"count":1,"count":200'),
    "escaped": lambda header: header.replace(b'"count":200', b'"count":200,"coun\\u0074":200'),
    "first key": lambda header: header.replace(b'{"color"', b'{"color":"red","color"'),
}


@pytest.mark.parametrize("change", DUPLICATES.values(), ids=DUPLICATES.keys())
def test_a_key_twice_is_refused_though_it_is_signed(
    parts: BundleParts, tmp_path: Path, change: Callable[[bytes], bytes]
) -> None:
    header = change(parts.header)
    assert header != parts.header
    raw = by_the_text.whole_bundle(golden_key(), header, SMALL_COUNT, parts.records)
    assert_refused(raw, tmp_path, "occurs twice")


NOT_CANONICAL: dict[str, Callable[[bytes], bytes]] = {
    "space": lambda header: header.replace(b":", b": ", 1),
    "newline at the end": lambda header: header + b"\n",
    "1.0": lambda header: header.replace(b'"suite":1', b'"suite":1.0'),
    "2e2": lambda header: header.replace(b'"count":200', b'"count":2e2'),
    "escape": lambda header: header.replace(b"green", b"gre\\u0065n"),
    "order": lambda header: b'{"suite":1,' + header[1:].replace(b',"suite":1', b""),
    "byte order mark": lambda header: b"\xef\xbb\xbf" + header,
}


@pytest.mark.parametrize("change", NOT_CANONICAL.values(), ids=NOT_CANONICAL.keys())
def test_a_header_in_another_form_is_refused_though_it_is_signed(
    parts: BundleParts, tmp_path: Path, change: Callable[[bytes], bytes]
) -> None:
    header = change(parts.header)
    assert header != parts.header
    raw = by_the_text.whole_bundle(golden_key(), header, SMALL_COUNT, parts.records)
    assert_refused(raw, tmp_path, "its header cannot be read")


CONTRADICTIONS: dict[str, tuple[bytes, bytes]] = {
    "huge count": (b'"count":200', b'"count":9999999'),
    "count beyond the card numbers": (b'"count":200', b'"count":1000000000000'),
    "count beyond 2**53": (b'"count":200', b'"count":99999999999999999999'),
    "count of five thousand digits": (b'"count":200', b'"count":' + b"9" * 3500),
    "no cards": (b'"count":200', b'"count":0'),
    "negative count": (b'"count":200', b'"count":-200'),
    "true": (b'"suite":1', b'"suite":true'),
    "another suite": (b'"suite":1', b'"suite":2'),
    "another length": (b'"sealed_bytes":99', b'"sealed_bytes":65'),
    "huge faces": (b'"faces":3', b'"faces":99999'),
    "null": (b'"faces":3', b'"faces":null'),
    "foreign field": (b'"faces":3', b'"faces":3,"facing":"\\u001b[31m"'),
    "nested": (b'"faces":3', b'"faces":' + b"[" * 1500 + b"]" * 1500),
    "another last": (b'"last":200', b'"last":201'),
    "upper case": (b'"color":"green"', b'"color":"Green"'),
}


@pytest.mark.parametrize(("old", "new"), CONTRADICTIONS.values(), ids=CONTRADICTIONS.keys())
def test_a_header_that_contradicts_is_refused_though_it_is_signed(
    parts: BundleParts, tmp_path: Path, old: bytes, new: bytes
) -> None:
    header = parts.header.replace(old, new)
    assert header != parts.header
    raw = by_the_text.whole_bundle(golden_key(), header, SMALL_COUNT, parts.records)
    assert_refused(raw, tmp_path, "header")


def test_a_count_that_only_the_file_contradicts_is_refused(
    parts: BundleParts, tmp_path: Path
) -> None:
    header = parts.header.replace(b'"count":200', b'"count":3000000')
    header = header.replace(b'"last":200', b'"last":3000000')
    raw = by_the_text.whole_bundle(golden_key(), header, 3_000_000, parts.records)
    assert_refused(raw, tmp_path, "its header tells of 414000")  # 3,000,000 records of 138


def test_what_is_no_file_is_a_bad_file_not_a_bad_bundle(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing.bundle", tmp_path / ("x" * 300)):
        with pytest.raises(BadFileError) as refusal:
            read_bundle(path, golden_public_key())
        assert refusal.value.exit_code == 1
        assert str(refusal.value).isprintable()


def test_a_file_name_cannot_write_on_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[31m\n.bundle"
    path.write_bytes(b"SEALEDB2")
    with pytest.raises(BundleError) as refusal:
        read_bundle(path, golden_public_key())
    assert str(refusal.value).isprintable()


@given(st.binary(max_size=300))
def test_no_bytes_make_the_reader_fail_otherwise(
    tmp_path_factory: pytest.TempPathFactory, raw: bytes
) -> None:
    folder = tmp_path_factory.getbasetemp()
    for whole in (raw, b"SEALEDB1" + raw, b"SEALEDB1" + len(raw).to_bytes(4, "big") + raw):
        assert isinstance(refusal_of(whole, folder), BundleError)


@given(st.data())
def test_no_splice_makes_the_reader_fail_otherwise(
    tmp_path_factory: pytest.TempPathFactory, parts: BundleParts, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(parts.raw) - 1))
    stop = data.draw(st.integers(start, min(start + 300, len(parts.raw))))
    raw = parts.raw[:start] + data.draw(st.binary(max_size=300)) + parts.raw[stop:]
    error = refusal_of(raw, tmp_path_factory.getbasetemp())
    assert raw == parts.raw or isinstance(error, BundleError)


@given(st.binary(max_size=4096))
def test_no_signed_header_makes_the_reader_fail_otherwise(
    tmp_path_factory: pytest.TempPathFactory, header: bytes
) -> None:
    raw = by_the_text.whole_bundle(
        golden_key(), header, SMALL_COUNT, bytes(SMALL_RECORD * SMALL_COUNT)
    )
    assert isinstance(refusal_of(raw, tmp_path_factory.getbasetemp()), BundleError)
