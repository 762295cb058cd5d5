"""Sealing once more, one card at a time, as the text says it: a second opinion for the tests."""

import hashlib
import hmac
from dataclasses import dataclass

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

FACE_BYTES = 17
# The third golden series is small: 200 cards of three faces, 99 + 32 + 7 bytes each.
SMALL_RECORD = 138
SMALL_COUNT = 200


def lp(*parts: bytes) -> bytes:
    """Each byte string preceded by its length as u16 big-endian."""
    return b"".join(len(part).to_bytes(2, "big") + part for part in parts)


def series_hash(header: bytes) -> bytes:
    return hashlib.sha256(b"sealed-card/v1/header" + header).digest()


def card_plaintext(faces: list[tuple[int, int, int]], salt: bytes) -> bytes:
    """Per face: set index u64, arrangement 5 bytes, face number u32; then the leaf salt."""
    packed = [
        set_index.to_bytes(8, "big") + arrangement.to_bytes(5, "big") + number.to_bytes(4, "big")
        for set_index, arrangement, number in faces
    ]
    return b"".join(packed) + salt


def card_leaf(header_hash: bytes, audit: int, plaintext: bytes) -> bytes:
    parts = [b"sealed-card/v1/card", header_hash, audit.to_bytes(4, "big")]
    for start in range(0, len(plaintext) - 32, FACE_BYTES):
        face = plaintext[start : start + FACE_BYTES]
        parts += [face[:8], face[8:13], face[13:]]
    return hashlib.sha256(b"\x00" + lp(*parts, plaintext[-32:])).digest()


def card_sealed(header_hash: bytes, audit: int, code: bytes, plaintext: bytes) -> bytes:
    """ChaCha20-Poly1305 under the one-step KDF of SP 800-56C over the code's ten bytes."""
    number = audit.to_bytes(4, "big")
    message = b"\x00\x00\x00\x01" + code + lp(b"sealed-card/v1/record", number)
    okm = hmac.new(header_hash, message, hashlib.sha512).digest()[:44]
    aad = lp(b"rec", header_hash, number)
    return ChaCha20Poly1305(okm[:32]).encrypt(okm[32:], plaintext, aad)


def tag_hash(header_hash: bytes, audit: int, tag: str) -> bytes:
    framed = lp(b"sealed-card/v1/outer", header_hash, audit.to_bytes(4, "big"), tag.encode())
    return hashlib.sha256(framed).digest()[:7]


def whole_bundle(key: Ed25519PrivateKey, header: bytes, count: int, records: bytes) -> bytes:
    """A bundle over any header and records, signed; nobody asks whether it makes sense."""
    message = lp(
        b"sealed-card/v1/bundle",
        series_hash(header),
        count.to_bytes(4, "big"),
        hashlib.sha256(records).digest(),
    )
    head = b"SEALEDB1" + len(header).to_bytes(4, "big") + header
    return head + records + key.sign(message)


@dataclass(frozen=True)
class BundleParts:
    """A bundle taken apart by the text of its format."""

    raw: bytes
    header: bytes
    records: bytes

    @property
    def start(self) -> int:
        """Where the records begin, after magic, header length and header."""
        return 12 + len(self.header)


def taken_apart(raw: bytes) -> BundleParts:
    start = 12 + int.from_bytes(raw[8:12], "big")
    return BundleParts(raw, raw[12:start], raw[start:-64])
