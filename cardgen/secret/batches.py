"""Keyed functions over whole batches of cards: FF1 and AES-CMAC in numpy.

One AES-ECB call a round serves the batch; integers only, and the same values as the scalar code.
"""

from dataclasses import dataclass, field

import numpy as np
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import ECB
from numpy.typing import NDArray

from cardgen.errors import BadValueError
from cardgen.secret.ff1 import BLOCK_BYTES, ROUNDS, Ff1, Ff1Shape

HALF_BYTES_MAX = 4  # then a round's output that counts is one u64
CMAC_POLYNOMIAL = 0x87  # SP 800-38B, section 5.3

Numbers = NDArray[np.uint64]
Octets = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class BatchFf1:
    """FF1 over integers below `radix**length`, read as zero-padded numeral strings."""

    key: bytes = field(repr=False)
    shape: Ff1Shape

    def __post_init__(self) -> None:
        """Raises: BadValueError, when a half of a string does not fit four bytes."""
        Ff1(self.key)
        if self.shape.half_bytes > HALF_BYTES_MAX:
            expected = f"halves below 2**{8 * HALF_BYTES_MAX}; use Ff1 for longer strings"
            raise BadValueError("The number of numerals", self.shape.length, expected)

    def encrypt(self, numbers: Numbers) -> Numbers:
        """The images of these numbers, in order."""
        left, right = divided(numbers, self._modulus(self.shape.right))
        prefix = self._prefix()
        for number in range(ROUNDS):
            modulus = self._modulus(self.shape.right if number % 2 else self.shape.left)
            left, right = right, _folded(left + self._round(prefix, number, right), modulus)
        return left * self._modulus(self.shape.right) + right

    def decrypt(self, numbers: Numbers) -> Numbers:
        """What `encrypt` turns into these numbers, in order."""
        left, right = divided(numbers, self._modulus(self.shape.right))
        prefix = self._prefix()
        for number in reversed(range(ROUNDS)):
            modulus = self._modulus(self.shape.right if number % 2 else self.shape.left)
            moved = _folded(right + modulus - self._round(prefix, number, left), modulus)
            left, right = moved, left
        return left * self._modulus(self.shape.right) + right

    def _modulus(self, numerals: int) -> np.uint64:
        return np.uint64(self.shape.radix**numerals)

    def _prefix(self) -> bytes:
        """The CBC-MAC state before the block that holds round number and half."""
        head = self.shape.first_block + self.shape.padded_tweak
        whole = len(head) // BLOCK_BYTES * BLOCK_BYTES
        state = bytes(BLOCK_BYTES)
        for start in range(0, whole, BLOCK_BYTES):
            state = _ecb(self.key, _xor(state, head[start : start + BLOCK_BYTES]))
        return _xor(state, head[whole:].ljust(BLOCK_BYTES, b"\x00"))

    def _round(self, prefix: bytes, number: int, half: Numbers) -> Numbers:
        """The round's output, reduced by the modulus of the half that it is added to."""
        # Round number and half lie in the last five bytes: the block is two words, one constant.
        high, low = (int.from_bytes(prefix[start : start + 8], "big") for start in (0, 8))
        words = np.empty((len(half), 2), ">u8")
        words[:, 0] = high
        words[:, 1] = half ^ np.uint64(low ^ number << 8 * self.shape.half_bytes)
        mixed = np.frombuffer(_ecb(self.key, words.tobytes()), ">u8")
        modulus = self._modulus(self.shape.right if number % 2 else self.shape.left)
        return divided(mixed[::2].astype(np.uint64), modulus)[1]


def divided(numbers: Numbers, divisor: np.uint64) -> tuple[Numbers, Numbers]:
    """Quotients and remainders; numpy divides by a scalar fast and takes remainders slowly."""
    quotients = numbers // divisor
    return quotients, numbers - quotients * divisor


def cmac(key: bytes, audit_numbers: NDArray[np.uint32], place: int) -> Octets:
    """PRF(key, a, place) of sealing.md section 2 for each audit number: rows of 16 bytes."""
    return _cmac(key, audit_numbers, np.array([place], ">u4"))


def cmac_blocks(key: bytes, audit_numbers: NDArray[np.uint32], count: int) -> Octets:
    """PRF(key, a, 0), PRF(key, a, 1) … for each audit number: rows of `count` blocks."""
    return _cmac(key, audit_numbers, np.arange(count, dtype=">u4"))


def _cmac(key: bytes, audit_numbers: NDArray[np.uint32], places: NDArray[np.uint32]) -> Octets:
    words = np.zeros((len(audit_numbers), len(places), BLOCK_BYTES // 4), ">u4")
    words[:, :, 0] = audit_numbers[:, None]
    words[:, :, 1] = places
    words ^= np.frombuffer(_cmac_subkey(key), ">u4")
    mixed = np.frombuffer(_ecb(key, words.tobytes()), np.uint8)
    return mixed.reshape(len(audit_numbers), len(places) * BLOCK_BYTES)


def _folded(numbers: Numbers, modulus: np.uint64) -> Numbers:
    """Numbers below twice the modulus, brought below it."""
    return np.where(numbers >= modulus, numbers - modulus, numbers)


def _cmac_subkey(key: bytes) -> bytes:
    """K1: the message is always one full block (SP 800-38B, section 6.1)."""
    doubled = int.from_bytes(_ecb(key, bytes(BLOCK_BYTES)), "big") << 1
    if doubled >> 128:
        doubled = doubled & (1 << 128) - 1 ^ CMAC_POLYNOMIAL
    return doubled.to_bytes(BLOCK_BYTES, "big")


def _ecb(key: bytes, blocks: bytes) -> bytes:
    # The block cipher itself, as FF1 and CMAC are built on it; never a mode for messages.
    return Cipher(AES(key), ECB()).encryptor().update(blocks)  # noqa: S305


def _xor(left: bytes, right: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(left, right, strict=True))
