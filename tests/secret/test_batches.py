"""AES-CMAC in batches, against the library's CMAC and its published samples."""

import numpy as np
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.cmac import CMAC
from hypothesis import given
from hypothesis import strategies as st

from cardgen.secret import batches


@given(
    st.binary(min_size=32, max_size=32),
    st.lists(st.integers(0, 2**32 - 1), min_size=1),
    st.integers(0, 35),
)
def test_a_batch_of_cmacs_is_the_library_s(key: bytes, audits: list[int], place: int) -> None:
    rows = batches.cmac(key, np.array(audits, np.uint32), place)
    for audit, row in zip(audits, rows, strict=True):
        mac = CMAC(AES(key))
        mac.update(audit.to_bytes(4, "big") + place.to_bytes(4, "big") + bytes(8))
        assert row.tobytes() == mac.finalize()


@given(
    st.binary(min_size=32, max_size=32),
    st.lists(st.integers(0, 2**32 - 1), min_size=1, max_size=5),
    st.integers(1, 40),
)
def test_blocks_of_cmacs_are_cmacs_of_rising_places(
    key: bytes, audits: list[int], count: int
) -> None:
    rows = batches.cmac_blocks(key, np.array(audits, np.uint32), count)
    for audit, row in zip(audits, rows, strict=True):
        blocks = b""
        for place in range(count):
            mac = CMAC(AES(key))
            mac.update(audit.to_bytes(4, "big") + place.to_bytes(4, "big") + bytes(8))
            blocks += mac.finalize()
        assert row.tobytes() == blocks


def test_the_subkey_is_nist_s() -> None:
    # SP 800-38B appendix D.3 (AES-256): K1 = cad1ed03 299eedac 2e9a9980 8621502f
    key = bytes.fromhex("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4")
    assert batches._cmac_subkey(key).hex() == "cad1ed03299eedac2e9a99808621502f"
