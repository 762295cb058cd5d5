"""The bytes that a card's record seals: its faces one after another, then the salt of its leaf.

A face is its set index (8 bytes), its arrangement (5) and its face number (4), each big-endian
(sealing.md section 5). Nobody else takes these bytes apart or puts them together one by one; the
plant writes the same for a whole batch at once, and its tests compare both.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from cardgen.errors import BadValueError
from cardgen.proof.header import FACE_BYTES, SALT_BYTES

_SET_INDEX, _ARRANGEMENT, _FACE_NUMBER = slice(0, 8), slice(8, 13), slice(13, FACE_BYTES)


class SealedFace(NamedTuple):
    """What names one face: the set of its numbers, their arrangement, and its printed number."""

    set_index: int
    arrangement: int
    face_number: int


def packed(faces: Iterable[SealedFace], leaf_salt: bytes) -> bytes:
    """The plaintext of a card's record. Raises: OverflowError, for a number without room."""
    return b"".join([*map(_packed_face, faces), leaf_salt])


def unpacked(plaintext: bytes) -> tuple[SealedFace, ...]:
    """The faces that a plaintext names, in order.

    Raises: BadValueError, when it is not so many whole faces and a salt.
    """
    return tuple(
        SealedFace(*(int.from_bytes(part, "big") for part in parts))
        for parts in _face_parts(plaintext)
    )


def salt_of(plaintext: bytes) -> bytes:
    """The salt of the card's leaf."""
    return plaintext[-SALT_BYTES:]


def elements_of(plaintext: bytes) -> tuple[bytes, ...]:
    """What the leaf commits to, in order: each face's three numbers, then the salt.

    Raises: BadValueError, when it is not so many whole faces and a salt.
    """
    return (*(part for parts in _face_parts(plaintext) for part in parts), salt_of(plaintext))


def _packed_face(face: SealedFace) -> bytes:
    set_index, arrangement = face.set_index.to_bytes(8, "big"), face.arrangement.to_bytes(5, "big")
    return set_index + arrangement + face.face_number.to_bytes(4, "big")


def _face_parts(plaintext: bytes) -> Iterator[tuple[bytes, bytes, bytes]]:
    end = len(plaintext) - SALT_BYTES
    if end < FACE_BYTES or end % FACE_BYTES:
        expected = f"faces of {FACE_BYTES} bytes and a salt of {SALT_BYTES}"
        raise BadValueError("A card's plaintext", f"{len(plaintext)} bytes", expected)
    for start in range(0, end, FACE_BYTES):
        face = plaintext[start : start + FACE_BYTES]
        yield face[_SET_INDEX], face[_ARRANGEMENT], face[_FACE_NUMBER]
