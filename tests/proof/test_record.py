"""One sealed card: opened by its own code into what the plant committed to, or not at all."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.face import FACE_NUMBER_COUNT, SET_COUNT
from cardgen.proof.framing import canonical
from cardgen.proof.record import (
    CardNotOpenedError,
    CommitmentError,
    OpenedCard,
    SealedRecord,
    card_leaf,
    open_record,
    outer_tag_hash,
)
from cardgen.symbols import ALPHABET
from cardgen.tokens import InsideToken, UnlockCode
from tests import by_the_text
from tests.golden import GOLDEN_SERIES

SERIES_AND_CARDS = [(series, card) for series in GOLDEN_SERIES for card in series["cards"]]
HEADER_HASH = bytes.fromhex(GOLDEN_SERIES[0]["header_hash"])
CARD = GOLDEN_SERIES[0]["cards"][0]
TOKEN = InsideToken.parse(CARD["inside_token"])


def record_of(card: dict[str, Any]) -> SealedRecord:
    return SealedRecord(*(bytes.fromhex(card[name]) for name in ("sealed", "leaf", "tag_hash")))


def plaintext_of(card: dict[str, Any]) -> bytes:
    faces = [
        (face["set_index"], face["arrangement"], int(face["face_number"])) for face in card["faces"]
    ]
    return by_the_text.card_plaintext(faces, bytes.fromhex(card["leaf_salt"]))


def sealed_anew(plaintext: bytes, leaf: bytes) -> SealedRecord:
    code = TOKEN.unlock_code.key_bytes
    return SealedRecord(by_the_text.card_sealed(HEADER_HASH, 1, code, plaintext), leaf, bytes(7))


def opened(record: SealedRecord) -> OpenedCard:
    return open_record(HEADER_HASH, TOKEN.card, TOKEN.unlock_code, record)


@pytest.mark.parametrize(("series", "card"), SERIES_AND_CARDS)
def test_the_golden_records_are_those_of_the_text(
    series: dict[str, Any], card: dict[str, Any]
) -> None:
    header_hash = by_the_text.series_hash(canonical(series["header"]))
    audit, plaintext = card["audit_number"], plaintext_of(card)
    code = InsideToken.parse(card["inside_token"]).unlock_code.key_bytes
    tag = card["outside_token"][-11:-1]
    assert header_hash.hex() == series["header_hash"]
    assert by_the_text.card_sealed(header_hash, audit, code, plaintext).hex() == card["sealed"]
    assert by_the_text.card_leaf(header_hash, audit, plaintext).hex() == card["leaf"]
    assert card_leaf(header_hash, audit, plaintext).hex() == card["leaf"]
    assert by_the_text.tag_hash(header_hash, audit, tag).hex() == card["tag_hash"]
    assert outer_tag_hash(header_hash, audit, tag).hex() == card["tag_hash"]


@pytest.mark.parametrize(("series", "card"), SERIES_AND_CARDS)
def test_the_golden_records_open_into_their_faces(
    series: dict[str, Any], card: dict[str, Any]
) -> None:
    token = InsideToken.parse(card["inside_token"])
    header_hash = bytes.fromhex(series["header_hash"])
    found = open_record(header_hash, token.card, token.unlock_code, record_of(card))
    assert found.card.printed == card["card_id"]
    assert found.leaf.hex() == card["leaf"]
    assert found.leaf_salt.hex() == card["leaf_salt"]
    assert len(found.faces) == len(card["faces"])
    for face, golden in zip(found.faces, card["faces"], strict=True):
        assert face.set_index == golden["set_index"]
        assert face.arrangement == golden["arrangement"]
        assert face.face_number == golden["face_number"]
        assert [list(column) for column in face.face.columns] == golden["columns"]


def test_every_flipped_bit_of_a_record_is_refused() -> None:
    record = record_of(CARD)
    for bit in range(8 * len(record.sealed)):
        flipped = bytearray(record.sealed)
        flipped[bit // 8] ^= 1 << bit % 8
        with pytest.raises(CardNotOpenedError):
            opened(SealedRecord(bytes(flipped), record.leaf, record.tag_hash))
    for bit in range(8 * len(record.leaf)):
        flipped = bytearray(record.leaf)
        flipped[bit // 8] ^= 1 << bit % 8
        with pytest.raises(CommitmentError):
            opened(SealedRecord(record.sealed, bytes(flipped), record.tag_hash))


@pytest.mark.parametrize("place", range(16))
def test_every_other_symbol_of_a_code_leaves_the_card_shut(place: int) -> None:
    symbols = TOKEN.unlock_code.symbols
    for wrong in ALPHABET.replace(symbols[place], ""):
        code = UnlockCode(symbols[:place] + wrong + symbols[place + 1 :])
        with pytest.raises(CardNotOpenedError) as refusal:
            open_record(HEADER_HASH, TOKEN.card, code, record_of(CARD))
        assert refusal.value.exit_code == 3
        assert code.symbols[:5] not in str(refusal.value)


def test_the_code_of_another_card_or_series_leaves_the_card_shut() -> None:
    for _, card in SERIES_AND_CARDS:
        if card is CARD:
            continue
        code = InsideToken.parse(card["inside_token"]).unlock_code
        with pytest.raises(CardNotOpenedError):
            open_record(HEADER_HASH, TOKEN.card, code, record_of(CARD))
    with pytest.raises(CardNotOpenedError):
        open_record(bytes(32), TOKEN.card, TOKEN.unlock_code, record_of(CARD))


def test_swapped_records_leave_both_cards_shut() -> None:
    other = GOLDEN_SERIES[0]["cards"][1]
    with pytest.raises(CardNotOpenedError):
        opened(record_of(other))


def test_a_record_that_opens_into_another_card_than_its_leaf_is_not_committed() -> None:
    # The AEAD agrees; only the leaf shows that somebody sealed another face under this code.
    other = plaintext_of(GOLDEN_SERIES[0]["cards"][1])
    with pytest.raises(CommitmentError, match="maker's list") as refusal:
        opened(sealed_anew(other, record_of(CARD).leaf))
    assert refusal.value.exit_code == 3


@pytest.mark.parametrize(
    "face",
    [
        (SET_COUNT, 0, 0),
        (2**64 - 1, 0, 0),
        (0, 120**4 * 24, 0),
        (0, 2**40 - 1, 0),
        (0, 0, FACE_NUMBER_COUNT),
        (0, 0, 2**32 - 1),
    ],
)
def test_a_record_that_opens_into_no_face_is_refused(face: tuple[int, int, int]) -> None:
    plaintext = by_the_text.card_plaintext([face], bytes(32))
    with pytest.raises(CommitmentError) as refusal:
        opened(sealed_anew(plaintext, by_the_text.card_leaf(HEADER_HASH, 1, plaintext)))
    assert str(face[0]) not in str(refusal.value) or face[0] == 0


@pytest.mark.parametrize("length", [0, 1, 31, 32, 33, 48, 50, 65, 67, 184])
def test_a_card_of_another_length_is_refused_though_it_opens_and_its_leaf_agrees(
    length: int,
) -> None:
    plaintext = bytes(length)  # a card has 17 bytes a face and 32 of salt
    leaf = by_the_text.card_leaf(HEADER_HASH, 1, plaintext)
    with pytest.raises(CommitmentError):
        opened(sealed_anew(plaintext, leaf))


@given(st.binary(max_size=120), st.binary(max_size=40))
def test_no_record_makes_the_opening_fail_otherwise(sealed: bytes, leaf: bytes) -> None:
    with pytest.raises(CardNotOpenedError):
        opened(SealedRecord(sealed, leaf, b""))


def test_the_repr_of_an_opened_card_shows_nothing_of_it() -> None:
    found = opened(record_of(CARD))
    shown = repr(found)
    face = CARD["faces"][0]
    for secret in (face["set_index"], face["arrangement"], face["face_number"], CARD["leaf"]):
        assert str(secret) not in shown
    assert repr(found.leaf_salt) not in shown
    assert "columns" not in shown
