"""A signature says who and what kind of thing, or it says nothing."""

import hashlib

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from cardgen.proof.signing import SignatureError, check_signature, check_statement, sign_statement

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
OTHER_KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33)))
STATEMENT = b'{"a":1}'


def test_a_statement_is_signed_as_the_text_says() -> None:
    # LP("sealed-card/v1/manifest", SHA-256(bytes)): 23 = 0x17 and 32 = 0x20 bytes
    message = b"\x00\x17sealed-card/v1/manifest\x00\x20" + hashlib.sha256(STATEMENT).digest()
    signature = sign_statement(KEY, "manifest", STATEMENT)
    KEY.public_key().verify(signature, message)
    assert len(signature) == 64
    check_statement(KEY.public_key(), "manifest", STATEMENT, KEY.sign(message))


def test_the_signature_of_one_kind_of_thing_is_none_of_another() -> None:
    signature = sign_statement(KEY, "manifest", STATEMENT)
    with pytest.raises(SignatureError, match="certificate"):
        check_statement(KEY.public_key(), "certificate", STATEMENT, signature)


def test_another_plants_signature_is_refused() -> None:
    signature = sign_statement(OTHER_KEY, "manifest", STATEMENT)
    with pytest.raises(SignatureError) as refusal:
        check_statement(KEY.public_key(), "manifest", STATEMENT, signature)
    assert refusal.value.exit_code == 3


def test_every_flipped_bit_of_signature_or_statement_is_refused() -> None:
    signature = sign_statement(KEY, "manifest", STATEMENT)
    for name, raw in (("signature", signature), ("statement", STATEMENT)):
        for bit in range(8 * len(raw)):
            flipped = bytearray(raw)
            flipped[bit // 8] ^= 1 << bit % 8
            parts = {"signature": signature, "statement": STATEMENT, name: bytes(flipped)}
            with pytest.raises(SignatureError):
                check_statement(KEY.public_key(), "manifest", **parts)


@given(st.binary(max_size=130))
def test_no_bytes_make_the_check_fail_otherwise(signature: bytes) -> None:
    with pytest.raises(SignatureError, match=r"^thing: "):
        check_signature(KEY.public_key(), "thing", STATEMENT, signature)
