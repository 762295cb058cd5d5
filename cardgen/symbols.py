"""The 32 symbols of a printed code, their check symbol, and how bits become symbols.

Alphabet: Crockford base 32. Check symbol: sealing.md section 4, over GF(32) with x^5+x^2+1.
"""

from functools import cache, lru_cache

from cardgen.errors import BadValueError

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
FIELD_POLYNOMIAL = 0b100101
BITS_PER_SYMBOL = 5
TYPED_ALIASES = str.maketrans(
    "OILoil" + "abcdefghjkmnpqrstvwxyz", "011011" + "ABCDEFGHJKMNPQRSTVWXYZ"
)


def is_symbols(text: str) -> bool:
    """Whether every character is one of the 32 symbols as printed.

    >>> is_symbols("ACME"), is_symbols("acme"), is_symbols("BINGO")
    (True, False, False)
    """
    return all(character in ALPHABET for character in text)


def as_printed(typed: str) -> str:
    """What was printed, from what a person typed: lower case, O for 0, I and L for 1.

    >>> as_printed("w9mx-5aLo")
    'W9MX-5A10'
    """
    return typed.translate(TYPED_ALIASES)


def check_symbol(text: str) -> str:
    """The check symbol `c = sum of alpha^(k+1) * s_k`, k from 0 at the left.

    >>> check_symbol("ACME0001230000001")
    'J'
    """
    return ALPHABET[_sum(text, 0)]


def last_symbol(start: str, text: str) -> str:
    """The check symbol of both together, for many texts that start alike.

    >>> last_symbol("ACME000123", "0000001")
    'J'
    """
    return ALPHABET[_sum_of_start(start) ^ _sum(text, len(start))]


@lru_cache(maxsize=1024)
def _sum_of_start(start: str) -> int:
    return _sum(start, 0)


def _sum(text: str, place: int) -> int:
    """What the symbols of a text add, the first of which stands at that place."""
    found = 0
    try:
        for weights, character in zip(_weights(place, len(text)), text, strict=True):
            found ^= weights[character]
    except KeyError:
        for character in text:
            symbol_value(character)
        raise
    return found


def symbol_value(character: str) -> int:
    """The place of a symbol in the alphabet, 0 to 31."""
    value = ALPHABET.find(character)
    if value < 0 or len(character) != 1:
        raise BadValueError("A symbol", character, f"one of {ALPHABET}")
    return value


def weighted_values(place: int) -> tuple[int, ...]:
    """What each of the 32 symbols adds to the check symbol at this place, for batches."""
    return _weighted(place)


@cache
def _weights(first: int, length: int) -> tuple[dict[str, int], ...]:
    """What each symbol adds at each of so many places."""
    places = range(first, first + length)
    return tuple(dict(zip(ALPHABET, _weighted(place), strict=True)) for place in places)


@cache
def _weighted(place: int) -> tuple[int, ...]:
    factor = 1
    for _ in range(place + 1):
        factor = _multiply(factor, 2)
    return tuple(_multiply(factor, value) for value in range(32))


def _multiply(left: int, right: int) -> int:
    product = 0
    while right:
        if right & 1:
            product ^= left
        left <<= 1
        if left & 0b100000:
            left ^= FIELD_POLYNOMIAL
        right >>= 1
    return product


def first_symbols(digest: bytes, count: int) -> str:
    """The first `5 * count` bits as symbols, most significant bit first.

    >>> first_symbols(bytes([0b00001000, 0b01000000]), 3)
    '110'
    """
    bits = int.from_bytes(digest, "big") >> (8 * len(digest) - BITS_PER_SYMBOL * count)
    places = range(BITS_PER_SYMBOL * (count - 1), -1, -BITS_PER_SYMBOL)
    return "".join(ALPHABET[bits >> place & 31] for place in places)


def symbol_bytes(text: str) -> bytes:
    """The bits of the symbols as bytes; the number of bits must fill whole bytes.

    >>> symbol_bytes("1000000Z").hex()
    '080000001f'
    """
    bits = 0
    for character in text:
        bits = bits << BITS_PER_SYMBOL | symbol_value(character)
    return bits.to_bytes(BITS_PER_SYMBOL * len(text) // 8, "big")


def hyphenated(text: str) -> str:
    """Symbols in fours, the check symbol last by itself.

    >>> hyphenated("W9MX5AWVWAYDT2MTQ")
    'W9MX-5AWV-WAYD-T2MT-Q'
    """
    return "-".join(text[start : start + 4] for start in range(0, len(text), 4))
