"""A keyed permutation of numeral strings: FF1 of NIST SP 800-38G, one string at a time."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CBC, ECB

from cardgen.errors import BadValueError

ROUNDS = 10
RADIX_MIN, RADIX_MAX = 2, 65_536
DOMAIN_MIN = 1_000_000  # SP 800-38G rev. 1, section 5.1
BLOCK_BYTES = 16
KEY_LENGTHS = (16, 24, 32)
TWEAK_BYTES_MAX = 1 << 16
LENGTH_MIN, LENGTH_MAX = 2, 1 << 20


@dataclass(frozen=True, slots=True)
class Ff1Shape:
    """What SP 800-38G derives from radix, length and tweak length: halves and byte counts."""

    radix: int
    length: int
    tweak: bytes

    def __post_init__(self) -> None:
        """Raises: BadValueError, when the standard does not allow the domain."""
        if not RADIX_MIN <= self.radix <= RADIX_MAX:
            raise BadValueError("The radix", self.radix, f"{RADIX_MIN} to {RADIX_MAX}")
        if len(self.tweak) > TWEAK_BYTES_MAX:
            raise BadValueError("The tweak's length", len(self.tweak), f"at most {TWEAK_BYTES_MAX}")
        if not LENGTH_MIN <= self.length <= LENGTH_MAX or self.radix**self.length < DOMAIN_MIN:
            expected = f"enough for {DOMAIN_MIN} strings in radix {self.radix}"
            raise BadValueError("The number of numerals", self.length, expected)

    @property
    def left(self) -> int:
        """u: numerals in the left half."""
        return self.length // 2

    @property
    def right(self) -> int:
        """v: numerals in the right half."""
        return self.length - self.left

    @property
    def half_bytes(self) -> int:
        """b: bytes that hold the right half."""
        greatest: int = self.radix**self.right - 1
        return (greatest.bit_length() + 7) // 8

    @property
    def round_bytes(self) -> int:
        """d: bytes of a round's output that count."""
        return 4 * ((self.half_bytes + 3) // 4) + 4

    @property
    def first_block(self) -> bytes:
        """P: what every round begins with."""
        return (
            b"\x01\x02\x01"
            + self.radix.to_bytes(3, "big")
            + b"\x0a"
            + bytes([self.left % 256])
            + self.length.to_bytes(4, "big")
            + len(self.tweak).to_bytes(4, "big")
        )

    @property
    def padded_tweak(self) -> bytes:
        """What stands in Q before the round number."""
        return self.tweak + bytes(-(len(self.tweak) + self.half_bytes + 1) % BLOCK_BYTES)


@dataclass(frozen=True, slots=True)
class Ff1:
    """FF1 under one AES key; permutes all strings of one length in one radix."""

    key: bytes = field(repr=False)

    def __post_init__(self) -> None:
        """Raises: BadValueError, when AES takes no key of this length."""
        if len(self.key) not in KEY_LENGTHS:
            raise BadValueError("The key's length", len(self.key), f"one of {KEY_LENGTHS} bytes")

    def encrypt(self, radix: int, tweak: bytes, numerals: Sequence[int]) -> list[int]:
        """The image of a numeral string (SP 800-38G algorithm 7).

        Raises: BadValueError, when a numeral, the radix or the length is not allowed.
        """
        shape = Ff1Shape(radix, len(numerals), tweak)
        left, right = _halves(shape, numerals)
        for number in range(ROUNDS):
            modulus = radix ** (shape.right if number % 2 else shape.left)
            left, right = right, (left + self._round(shape, number, right)) % modulus
        return _joined(shape, left, right)

    def decrypt(self, radix: int, tweak: bytes, numerals: Sequence[int]) -> list[int]:
        """What `encrypt` turns into these numerals (SP 800-38G algorithm 8).

        Raises: BadValueError, when a numeral, the radix or the length is not allowed.
        """
        shape = Ff1Shape(radix, len(numerals), tweak)
        left, right = _halves(shape, numerals)
        for number in reversed(range(ROUNDS)):
            modulus = radix ** (shape.right if number % 2 else shape.left)
            left, right = (right - self._round(shape, number, left)) % modulus, left
        return _joined(shape, left, right)

    def _round(self, shape: Ff1Shape, number: int, half: int) -> int:
        message = shape.first_block + shape.padded_tweak
        message += bytes([number]) + half.to_bytes(shape.half_bytes, "big")
        mac = Cipher(AES(self.key), CBC(bytes(BLOCK_BYTES))).encryptor().update(message)
        block = mac[-BLOCK_BYTES:]
        counters = range(1, -(-shape.round_bytes // BLOCK_BYTES))
        ecb = Cipher(AES(self.key), ECB()).encryptor()  # noqa: S305 -- single blocks, as FF1 says
        start = int.from_bytes(block, "big")
        more = b"".join(ecb.update((start ^ j).to_bytes(BLOCK_BYTES, "big")) for j in counters)
        return int.from_bytes((block + more)[: shape.round_bytes], "big")


def _halves(shape: Ff1Shape, numerals: Sequence[int]) -> tuple[int, int]:
    for numeral in numerals:
        if not 0 <= numeral < shape.radix:
            raise BadValueError("A numeral", numeral, f"0 to {shape.radix - 1}")
    number = _number(shape.radix, numerals)
    modulus: int = shape.radix**shape.right
    return divmod(number, modulus)


def _joined(shape: Ff1Shape, left: int, right: int) -> list[int]:
    number = left * shape.radix**shape.right + right
    numerals = []
    for _ in range(shape.length):
        number, numeral = divmod(number, shape.radix)
        numerals.append(numeral)
    return numerals[::-1]


def _number(radix: int, numerals: Sequence[int]) -> int:
    number = 0
    for numeral in numerals:
        number = number * radix + numeral
    return number
