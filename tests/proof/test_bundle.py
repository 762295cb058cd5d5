"""The verification file: the golden run to the byte, and nothing else is believed."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from cardgen.card_id import AuditNumber, CardId, FormCode, MakerId, SetSerial
from cardgen.errors import BadFileError, BadValueError, CardgenError
from cardgen.proof.bundle import Bundle, BundleError, ForeignCardError, read_bundle, record_bytes
from cardgen.proof.record import CardNotOpenedError, CommitmentError
from cardgen.tokens import InsideToken, OutsideToken
from tests import by_the_text
from tests.golden import GOLDEN_SERIES, GoldenBundle, golden_key, golden_public_key

# The third golden series is small: 200 cards of three faces, 99 + 32 + 7 bytes each.
RECORD = 138
COUNT = 200


@dataclass(frozen=True)
class Parts:
    """The small golden bundle taken apart by the text of its format."""

    raw: bytes
    header: bytes
    records: bytes

    @property
    def start(self) -> int:
        return 12 + len(self.header)


@pytest.fixture(scope="module")
def parts(golden_bundles: tuple[GoldenBundle, ...]) -> Parts:
    raw = golden_bundles[2].bundle.path.read_bytes()
    length = int.from_bytes(raw[8:12], "big")
    return Parts(raw, raw[12 : 12 + length], raw[12 + length : -64])


@pytest.fixture
def small(golden_bundles: tuple[GoldenBundle, ...]) -> Bundle:
    return golden_bundles[2].bundle


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
    assert record_bytes(3) == RECORD


def test_the_text_makes_the_same_bundle(parts: Parts) -> None:
    again = by_the_text.whole_bundle(golden_key(), parts.header, COUNT, parts.records)
    assert again == parts.raw


# --- bytes that are not the plant's ---------------------------------------------------------


def test_a_flipped_bit_in_any_field_is_refused(parts: Parts, tmp_path: Path) -> None:
    last_record = len(parts.raw) - 64 - RECORD
    regions = {
        "magic": range(8),
        "header length": range(8, 12),
        "header": range(12, parts.start),
        "first record": range(parts.start, parts.start + RECORD),
        "a record in the middle": range(parts.start + 77 * RECORD, parts.start + 78 * RECORD),
        "last record": range(last_record, last_record + RECORD),
        "signature": range(len(parts.raw) - 64, len(parts.raw)),
    }
    for region, places in regions.items():
        for place in places:
            flipped = bytearray(parts.raw)
            flipped[place] ^= 1 << place % 8
            error = refusal_of(bytes(flipped), tmp_path)
            assert isinstance(error, BundleError), f"{region}, byte {place}"
            assert str(error).isprintable()


def test_a_truncated_bundle_is_refused(parts: Parts, tmp_path: Path) -> None:
    size = len(parts.raw)
    lengths = {*range(parts.start + 3), *range(0, size, 997), *range(size - 70, size)}
    lengths |= {parts.start + RECORD, parts.start + 100 * RECORD, size - 64, size - 64 - RECORD}
    for length in sorted(lengths):
        assert_refused(parts.raw[:length], tmp_path)


@pytest.mark.parametrize("more", [1, 64, RECORD, RECORD + 64, 10**6])
def test_trailing_bytes_are_refused(parts: Parts, tmp_path: Path, more: int) -> None:
    assert_refused(parts.raw + bytes(more), tmp_path, "its header tells of")


def test_a_record_less_or_more_is_refused_though_it_is_signed(parts: Parts, tmp_path: Path) -> None:
    for records in (parts.records[:-RECORD], parts.records + parts.records[-RECORD:], b""):
        raw = by_the_text.whole_bundle(golden_key(), parts.header, COUNT, records)
        assert_refused(raw, tmp_path, "its header tells of")


def test_two_records_swapped_are_refused(parts: Parts, tmp_path: Path) -> None:
    first, second = parts.records[:RECORD], parts.records[RECORD : 2 * RECORD]
    records = second + first + parts.records[2 * RECORD :]
    raw = parts.raw[: parts.start] + records + parts.raw[-64:]
    assert_refused(raw, tmp_path, "did not sign")


def test_another_plants_signature_is_refused(parts: Parts, tmp_path: Path) -> None:
    other = Ed25519PrivateKey.from_private_bytes(bytes(32))
    raw = by_the_text.whole_bundle(other, parts.header, COUNT, parts.records)
    assert_refused(raw, tmp_path, "did not sign")


@pytest.mark.parametrize("length", [0, 4097, 2**31, 2**32 - 1])
def test_a_header_of_an_impossible_length_is_refused_unread(
    parts: Parts, tmp_path: Path, length: int
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
    parts: Parts, tmp_path: Path, change: Callable[[bytes], bytes]
) -> None:
    header = change(parts.header)
    assert header != parts.header
    raw = by_the_text.whole_bundle(golden_key(), header, COUNT, parts.records)
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
    parts: Parts, tmp_path: Path, change: Callable[[bytes], bytes]
) -> None:
    header = change(parts.header)
    assert header != parts.header
    raw = by_the_text.whole_bundle(golden_key(), header, COUNT, parts.records)
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
    parts: Parts, tmp_path: Path, old: bytes, new: bytes
) -> None:
    header = parts.header.replace(old, new)
    assert header != parts.header
    raw = by_the_text.whole_bundle(golden_key(), header, COUNT, parts.records)
    assert_refused(raw, tmp_path, "header")


def test_a_count_that_only_the_file_contradicts_is_refused(parts: Parts, tmp_path: Path) -> None:
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
    tmp_path_factory: pytest.TempPathFactory, parts: Parts, data: st.DataObject
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
    raw = by_the_text.whole_bundle(golden_key(), header, COUNT, bytes(RECORD * COUNT))
    assert isinstance(refusal_of(raw, tmp_path_factory.getbasetemp()), BundleError)


# --- codes that are not the card's ----------------------------------------------------------


def test_a_code_of_another_maker_form_or_set_is_foreign(
    golden_bundles: tuple[GoldenBundle, ...],
) -> None:
    golden = golden_bundles[0]
    token, mark = inside(golden, 0), outside(golden, 0)
    number = AuditNumber(1)
    for what, card, form in (
        ("maker", CardId(MakerId("ACMF"), SetSerial("000123"), number), token.form),
        ("form", token.card, FormCode("T3V")),
        ("set", CardId(MakerId("ACME"), SetSerial("000124"), number), token.form),
        ("set", CardId(MakerId("ACME"), SetSerial("000000"), number), token.form),
        ("card", CardId(MakerId("ACME"), SetSerial("000123"), AuditNumber(9001)), token.form),
    ):
        with pytest.raises(ForeignCardError, match=f"another {what}") as refusal:
            golden.bundle.open_card(InsideToken(card, form, token.unlock_code))
        assert refusal.value.exit_code == 3
        assert token.unlock_code.symbols[:5] not in str(refusal.value)
        with pytest.raises(ForeignCardError, match=f"another {what}"):
            golden.bundle.check_outside(OutsideToken(card, form, mark.run_tag, mark.outer_tag))


def test_a_card_before_the_first_is_foreign(golden_bundles: tuple[GoldenBundle, ...]) -> None:
    golden = golden_bundles[1]  # begins at 501
    token = inside(golden, 0)
    card = CardId(token.card.maker, token.card.set_serial, AuditNumber(500))
    with pytest.raises(ForeignCardError, match="501 to 1500"):
        golden.bundle.open_card(InsideToken(card, token.form, token.unlock_code))


def test_a_card_of_another_run_is_foreign(golden_bundles: tuple[GoldenBundle, ...]) -> None:
    mark = outside(golden_bundles[0], 0)
    with pytest.raises(ForeignCardError, match="another run"):
        golden_bundles[0].bundle.check_outside(replace(mark, run_tag="0000"))


def test_an_invented_outer_tag_is_foreign(golden_bundles: tuple[GoldenBundle, ...]) -> None:
    mark, other = outside(golden_bundles[0], 0), outside(golden_bundles[0], 1)
    for tag in ("0" * 10, other.outer_tag):
        with pytest.raises(ForeignCardError, match="different tag"):
            golden_bundles[0].bundle.check_outside(replace(mark, outer_tag=tag))


def test_every_golden_code_opens_its_own_card_alone(
    golden_bundles: tuple[GoldenBundle, ...],
) -> None:
    golden = golden_bundles[1]
    tokens = [inside(golden, place) for place in range(9)]
    for token in tokens:
        for other in tokens:
            if token is not other:
                swapped = replace(token, unlock_code=other.unlock_code)
                with pytest.raises(CardNotOpenedError) as refusal:
                    golden.bundle.open_card(swapped)
                assert other.unlock_code.symbols[:5] not in str(refusal.value)


def test_the_golden_tokens_open_nothing_in_another_golden_bundle(
    golden_bundles: tuple[GoldenBundle, ...],
) -> None:
    for golden in golden_bundles:
        for other in golden_bundles:
            if golden is not other:
                with pytest.raises(ForeignCardError):
                    other.bundle.open_card(inside(golden, 0))


@pytest.mark.parametrize("number", [-1, 0, 201, 10**12])
def test_a_number_of_no_card_has_no_record(small: Bundle, number: int) -> None:
    with pytest.raises(BadValueError):
        small.record(number)


# --- a plant that signed what it should not -------------------------------------------------


def test_a_card_sealed_over_another_leaf_is_not_committed(
    golden_bundles: tuple[GoldenBundle, ...], parts: Parts, tmp_path: Path
) -> None:
    token, header_hash = inside(golden_bundles[2], 0), by_the_text.series_hash(parts.header)
    faces = [(index, index, index) for index in range(3)]
    plaintext = by_the_text.card_plaintext(faces, bytes(32))
    sealed = by_the_text.card_sealed(header_hash, 1, token.unlock_code.key_bytes, plaintext)
    records = sealed + parts.records[len(sealed) :]
    path = tmp_path / "000125.bundle"
    path.write_bytes(by_the_text.whole_bundle(golden_key(), parts.header, COUNT, records))
    bundle = read_bundle(path, golden_public_key())
    with pytest.raises(CommitmentError, match="maker's list"):
        bundle.open_card(token)
    bundle.open_card(inside(golden_bundles[2], 1))


# --- files that change after they were verified ---------------------------------------------


def copied(parts: Parts, folder: Path) -> Bundle:
    path = folder / "000125.bundle"
    path.write_bytes(parts.raw)
    return read_bundle(path, golden_public_key())


def test_a_card_exchanged_after_the_check_is_not_in_the_signed_root(
    golden_bundles: tuple[GoldenBundle, ...], parts: Parts, tmp_path: Path
) -> None:
    bundle, token = copied(parts, tmp_path), inside(golden_bundles[2], 0)
    plaintext = by_the_text.card_plaintext([(0, 0, 0)] * 3, bytes(32))
    code = token.unlock_code.key_bytes
    sealed = by_the_text.card_sealed(bundle.series_hash, 1, code, plaintext)
    leaf = by_the_text.card_leaf(bundle.series_hash, 1, plaintext)
    records = sealed + leaf + parts.records[len(sealed + leaf) :]
    bundle.path.write_bytes(parts.raw[: parts.start] + records + parts.raw[-64:])
    with pytest.raises(CommitmentError, match="signed root"):
        bundle.open_card(token)


def test_a_bundle_that_shrank_or_went_away_after_the_check_is_refused(
    golden_bundles: tuple[GoldenBundle, ...], parts: Parts, tmp_path: Path
) -> None:
    bundle = copied(parts, tmp_path)
    token, mark = inside(golden_bundles[2], 8), outside(golden_bundles[2], 8)
    bundle.path.write_bytes(parts.raw[: parts.start + RECORD])
    with pytest.raises(BundleError, match="shorter"):
        bundle.open_card(token)
    with pytest.raises(BundleError, match="shorter"):
        bundle.check_outside(mark)
    bundle.path.unlink()
    with pytest.raises(BadFileError):
        bundle.open_card(token)
    with pytest.raises(BadFileError):
        bundle.check_outside(mark)


def test_the_golden_series_are_one_run_and_three_forms() -> None:
    assert len({golden["header"]["run_id"] for golden in GOLDEN_SERIES}) == 1
    assert [golden["header"].get("faces", 1) for golden in GOLDEN_SERIES] == [1, 1, 3]
