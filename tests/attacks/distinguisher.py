"""What somebody with a laboratory tries on sealed cards: guesses tested, bits counted.

Two hands, each of a stated power.

**Guesses.** A supposed card is written in every spelling of `spellings`, behind every context a
stranger knows, put through every function of `digests`, and looked for in every public byte: raw,
in hex, in base 64 and in symbols; and as it is, raw and in hex. Seven bytes that agree are a find:
among a megabyte of public bytes a wrong guess is found by chance once in 10^8 functions. One public
function of a face and of nothing secret is found by the first right guess; `test_secrecy` shows
that in seconds.

**Bits.** Every bit that is public of a card is correlated with every number the card holds and
with how near it is to winning. Of `n` cards a correlation of 6 / sqrt(n) is found: 0.063 of 9,000
cards, a bit that tells one number right for 53 cards in 100 instead of 50. Chance alone passes it
once in 5 * 10^8 pairs of a bit and a number.
"""

import base64
import hashlib
import hmac
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from cardgen.face import unrank
from cardgen.symbols import first_symbols
from tests.by_the_text import card_leaf, card_plaintext, lp

WINDOW_BYTES, WINDOW_SYMBOLS = 7, 10
TELLING_BYTES, TELLING_DIGITS = 8, 16
GUESSES_AT_ONCE = 32
DEVIATIONS_MIN = 6.0

Floats = npt.NDArray[np.float64]
Bits = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Public:
    """What is public of a series: bytes of files by name, and words that name the series."""

    files: dict[str, bytes]
    series_hash: bytes
    words: tuple[bytes, ...]


@dataclass(frozen=True)
class Guess:
    """What somebody supposes to lie in a card: set index, arrangement, face number."""

    audit_number: int
    faces: tuple[tuple[int, int, int], ...]


def spellings(guess: Guess) -> Iterator[bytes]:
    """A guess as bytes, in the ways in which somebody careless might have hashed it."""
    whole = card_plaintext(list(guess.faces), b"")
    yield from (whole, whole + bytes(32))
    for set_index, arrangement, number in guess.faces:
        parts = [set_index.to_bytes(8, "big"), arrangement.to_bytes(5, "big"), b"%07d" % number]
        parts.append(number.to_bytes(4, "big"))
        yield from parts
        yield from (
            b"%d" % set_index,
            b"%d" % arrangement,
            lp(*parts[:2], parts[3]),
            parts[0][::-1],
        )
        drawn = unrank(set_index, arrangement).numbers
        for numbers in (drawn, tuple(sorted(drawn))):
            yield bytes(numbers)
            yield from (mark.join(b"%d" % one for one in numbers) for mark in (b",", b" ", b"-"))
            yield b"".join(b"%02d" % one for one in numbers)


def contexts(public: Public, guess: Guess) -> Iterator[bytes]:
    """What a stranger can put before a guess."""
    audit = guess.audit_number.to_bytes(4, "big")
    yield from (b"", audit, b"%07d" % guess.audit_number)
    yield from (public.series_hash, public.series_hash + audit)
    yield from public.words


def digests(context: bytes, spelled: bytes) -> Iterator[bytes]:
    """Every function of a context and a guess that needs no secret."""
    for function in _HASHES:
        yield function(context + spelled).digest()
    if context:
        yield hmac.digest(context, spelled, "sha256")
        yield hmac.digest(context, spelled, "sha512")


# Whatever somebody might have used, the weak ones among it.
_HASHES: tuple[Callable[[bytes], Any], ...] = (
    hashlib.sha256,
    hashlib.sha512,
    hashlib.blake2b,
    hashlib.sha3_256,
    hashlib.sha1,
    hashlib.md5,
)
SALTS = (b"", bytes(32), b"\xff" * 32)


def needles(public: Public, guess: Guess) -> Iterator[bytes]:
    """What a right guess would make that could be found."""
    made = [
        digest
        for context in contexts(public, guess)
        for spelled in spellings(guess)
        for digest in digests(context, spelled)
    ]
    for salt in (*SALTS, public.series_hash, hashlib.sha256(public.series_hash).digest()):
        plaintext = card_plaintext(list(guess.faces), salt.ljust(32, b"\0"))
        made.append(card_leaf(public.series_hash, guess.audit_number, plaintext))
    made.append(_leaf_without_salt(public.series_hash, guess))
    # As they are: whole, since the first digits of a number stand everywhere.
    for spelled in filter(_is_telling, spellings(guess)):
        yield from (spelled, spelled.hex().encode(), spelled.hex().upper().encode())
    for digest in made:
        head = digest[:WINDOW_BYTES]
        yield head
        yield from (head.hex().encode(), head.hex().upper().encode())
        yield base64.b64encode(digest)[: WINDOW_SYMBOLS - 1]  # the last could hold part of a byte
        yield first_symbols(head, WINDOW_SYMBOLS).encode()


def _is_telling(spelled: bytes) -> bool:
    """Whether a file does not hold it by chance, as it holds every seven digits."""
    return len(spelled) >= (TELLING_DIGITS if spelled.isdigit() else TELLING_BYTES)


def _leaf_without_salt(series_hash: bytes, guess: Guess) -> bytes:
    parts = [b"sealed-card/v1/card", series_hash, guess.audit_number.to_bytes(4, "big")]
    for set_index, arrangement, number in guess.faces:
        parts += [set_index.to_bytes(8, "big"), arrangement.to_bytes(5, "big")]
        parts.append(number.to_bytes(4, "big"))
    return hashlib.sha256(b"\x00" + lp(*parts)).digest()


def confirmed(public: Public, guesses: Sequence[Guess]) -> list[tuple[Guess, str]]:
    """The guesses that something public confirms, and the file that does."""
    found: list[tuple[Guess, str]] = []
    for start in range(0, len(guesses), GUESSES_AT_ONCE):
        part = guesses[start : start + GUESSES_AT_ONCE]
        wanted = {needle: guess for guess in part for needle in needles(public, guess)}
        found += _found(public.files, wanted).items()
    return found


def _found(files: dict[str, bytes], wanted: dict[bytes, Guess]) -> dict[Guess, str]:
    """Every needle is at least a window long, so that one pass finds where any may begin."""
    heads = {needle[:WINDOW_BYTES] for needle in wanted}
    found: dict[Guess, str] = {}
    for name, content in files.items():
        windows = {
            content[start : start + WINDOW_BYTES]
            for start in range(len(content) - WINDOW_BYTES + 1)
        }
        begun = windows & heads
        for needle, guess in wanted.items() if begun else ():
            if needle[:WINDOW_BYTES] in begun and needle in content:
                found[guess] = name
    return found


def bits_of(rows: bytes, count: int) -> Bits:
    """Every bit of every row, one row a card."""
    return np.unpackbits(np.frombuffer(rows, np.uint8).reshape(count, -1), axis=1)


def separating(public_bits: npt.ArrayLike, interests: npt.ArrayLike) -> list[tuple[int, int]]:
    """Pairs of a public column and an interest that go together more than chance allows."""
    columns, wanted = _standardized(public_bits), _standardized(interests)
    deviations = np.abs(columns.T @ wanted) / np.sqrt(len(columns))
    return [(int(row), int(place)) for row, place in np.argwhere(deviations > DEVIATIONS_MIN)]


def _standardized(table: npt.ArrayLike) -> Floats:
    """Columns of mean 0 and deviation 1; a constant column tells nothing and becomes zeros."""
    columns = np.asarray(table, dtype=np.float64)
    columns = columns - columns.mean(axis=0)
    deviation = columns.std(axis=0)
    blank = np.zeros_like(columns)
    standardized: Floats = np.divide(columns, deviation, out=blank, where=deviation > 0)
    return standardized
