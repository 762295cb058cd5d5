"""Whole batches of QR codes and Code 128s at once, as packed rows of bits.

What each bit of a text changes in a QR code is known (`QrUnits`); a batch is table rows XORed.
"""

from functools import cache

import numpy as np
import numpy.typing as npt

from cardgen.barcodes import (
    ALPHANUMERIC,
    CODE_128_STOP,
    PAIR_BITS,
    QrKind,
    code_128_pattern,
    qr_units,
)

Bytes = npt.NDArray[np.uint8]
Words = npt.NDArray[np.uint64]

WORD_BYTES = 8
START_B, CODE_B, CODE_C = 104, 100, 99
CHECK_MODULUS = 103
_NO_VALUE = 255


class QrTable:
    """All QR codes of one kind over alphanumeric texts of one even length."""

    def __init__(self, kind: QrKind, text_length: int) -> None:
        self.kind = kind
        self.text_length = text_length
        self.row_bytes = -(-kind.modules // 8)
        self._values = _alphanumeric_values()
        self._base, self._table = _tables(kind, text_length)

    def symbols(self, texts: Bytes) -> Bytes:
        """The codes of texts, one a row: packed rows of modules, a dark module is a 1."""
        values = self._values[texts]
        pairs = values[:, 0::2] * len(ALPHANUMERIC) + values[:, 1::2]
        words = np.repeat(self._base[None, :], len(texts), axis=0)
        for place in range(self.text_length // 2):
            words ^= self._table[place][pairs[:, place]]
        return words.view(np.uint8)[:, : self.kind.modules * self.row_bytes]


@cache
def qr_table(kind: QrKind, text_length: int) -> QrTable:
    """The table of a kind, made once."""
    return QrTable(kind, text_length)


def code_128_symbols(texts: Bytes) -> Bytes:
    """Linear codes, one a row: one packed row of 167 modules.

    Always start B, S, B, first digit, code C, six pairs, code B, check symbol, check, stop: a
    check symbol that happens to be a digit is not drawn into a pair, so all codes are equally wide.
    """
    values = _linear_values(texts)
    patterns, stop = _patterns()
    modules = patterns[values].reshape(len(texts), -1)
    stops = np.repeat(stop[None, :], len(texts), axis=0)
    return np.packbits(np.concatenate([modules, stops], axis=1), axis=1)


def path_bytes(rows: int, columns: int) -> int:
    """How long the rectangles of a code are as page content, spaces behind them included."""
    return len(_path_table(rows, columns)[0, 0]) * rows * -(-columns // 8)


def code_paths(packed: Bytes, rows: int, columns: int) -> Bytes:
    """Codes as rectangles one module high, in a grid of modules; each text is equally long.

    Eight modules of a row are looked up at once, so that a run of dark modules is cut there.
    """
    table = _path_table(rows, columns)
    places = np.arange(packed.shape[1])
    return table[places, packed].reshape(len(packed), -1)


@cache
def _path_table(rows: int, columns: int) -> Bytes:
    """For each byte of a packed code and each of its values the rectangles it stands for."""
    width = -(-columns // 8)
    texts = [
        [_rectangles(8 * column, rows - 1 - row, byte, columns) for byte in range(256)]
        for row in range(rows)
        for column in range(width)
    ]
    longest = max(len(text) for one in texts for text in one)
    flat = "".join(text.ljust(longest) for one in texts for text in one)
    shape = (rows * width, 256, longest)
    return np.frombuffer(flat.encode("ascii"), dtype=np.uint8).reshape(shape)


def _rectangles(left: int, up: int, byte: int, columns: int) -> str:
    dark = [place for place in range(min(8, columns - left)) if byte >> (7 - place) & 1]
    runs: list[list[int]] = []
    for place in dark:
        if runs and sum(runs[-1]) == place:
            runs[-1][1] += 1
        else:
            runs.append([place, 1])
    return "".join(f"{left + first} {up} {count} 1 re " for first, count in runs)


def _linear_values(texts: Bytes) -> npt.NDArray[np.int64]:
    """The symbol characters from start to check."""
    count = len(texts)
    characters = texts.astype(np.int64) - ord(" ")
    digits = texts.astype(np.int64) - ord("0")
    values = np.empty((count, 14), dtype=np.int64)
    values[:, 0] = START_B
    values[:, 1:4] = characters[:, 0:3]
    values[:, 4] = CODE_C
    values[:, 5:11] = digits[:, 3:15:2] * 10 + digits[:, 4:15:2]
    values[:, 11] = CODE_B
    values[:, 12] = characters[:, 15]
    weights = np.array([1, *range(1, 13)], dtype=np.int64)
    values[:, 13] = values[:, :13] @ weights % CHECK_MODULUS
    return values


@cache
def _patterns() -> tuple[Bytes, Bytes]:
    rows = [np.frombuffer(code_128_pattern(value), dtype=np.uint8) for value in range(106)]
    return np.stack(rows), np.frombuffer(code_128_pattern(CODE_128_STOP), dtype=np.uint8)


@cache
def _alphanumeric_values() -> npt.NDArray[np.intp]:
    values = np.full(256, _NO_VALUE, dtype=np.intp)
    for value, character in enumerate(ALPHANUMERIC):
        values[ord(character)] = value
    return values


def _tables(kind: QrKind, text_length: int) -> tuple[Words, list[Words]]:
    """The code of a text of letters A, and for each pair what each of its values changes in it."""
    codes = qr_units(kind, text_length)
    base = _packed(codes.base, kind)
    changes = np.arange(1 << PAIR_BITS) ^ codes.BASE_PAIR
    tables = []
    for units in codes.units:
        table = np.zeros((1 << PAIR_BITS, len(base)), dtype=np.uint64)
        for bit, unit in enumerate(units):
            table[1 << bit : 2 << bit] = table[: 1 << bit] ^ _packed(unit, kind)
        tables.append(table[changes])
    return base, tables


def _packed(code: int, kind: QrKind) -> Words:
    """A code as rows of packed modules, filled up to whole words."""
    side = kind.modules
    octets = np.frombuffer(code.to_bytes(-(-side * side // 8), "big"), dtype=np.uint8)
    rows = np.unpackbits(octets)[-side * side :].reshape(side, side)
    packed = np.packbits(rows, axis=1).reshape(-1)
    filled = np.zeros(-(-len(packed) // WORD_BYTES) * WORD_BYTES, dtype=np.uint8)
    filled[: len(packed)] = packed
    return filled.view(np.uint64)
