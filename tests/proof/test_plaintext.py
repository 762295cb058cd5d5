"""The bytes of a card's record, against the text of the format."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.errors import BadValueError
from cardgen.proof.plaintext import SealedFace, elements_of, packed, salt_of, unpacked

FACES = st.builds(
    SealedFace,
    st.integers(0, 2**64 - 1),
    st.integers(0, 2**40 - 1),
    st.integers(0, 2**32 - 1),
)
SALTS = st.binary(min_size=32, max_size=32)


@given(st.lists(FACES, min_size=1, max_size=6), SALTS)
def test_what_is_packed_is_the_text_of_the_format_and_is_unpacked_again(
    faces: list[SealedFace], salt: bytes
) -> None:
    plaintext = packed(faces, salt)
    by_hand = b"".join(
        bytes.fromhex(f"{one.set_index:016x}{one.arrangement:010x}{one.face_number:08x}")
        for one in faces
    )
    assert plaintext == by_hand + salt
    assert unpacked(plaintext) == tuple(faces)
    assert salt_of(plaintext) == salt
    assert b"".join(elements_of(plaintext)) == plaintext
    assert [len(one) for one in elements_of(plaintext)] == [8, 5, 4] * len(faces) + [32]


@pytest.mark.parametrize("length", [0, 17, 31, 32, 48, 50, 65, 67])
def test_no_whole_faces_are_no_plaintext(length: int) -> None:
    """A face has 17 bytes and the salt 32: 49 and 66 are the first whole ones."""
    for read in (unpacked, elements_of):
        with pytest.raises(BadValueError, match=f"{length} bytes"):
            read(bytes(length))
