"""Many texts of one shape at once: a template whose fields all cards fill in one stroke."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int64]

HEX_DIGITS = np.frombuffer(b"0123456789abcdef", dtype=np.uint8)


@dataclass(slots=True)
class Template:
    """Constant bytes and between them fields of constant length."""

    constant: bytearray = field(default_factory=bytearray)
    fields: list[tuple[str, int, int]] = field(default_factory=list)

    def add(self, constant: bytes) -> None:
        """Bytes that are the same in every row."""
        self.constant += constant

    def add_field(self, name: str, width: int) -> None:
        """Bytes that a column fills; a name may stand more than once."""
        self.fields.append((name, len(self.constant), width))
        self.constant += b" " * width

    def append(self, other: "Template") -> None:
        """Another template behind this one."""
        start = len(self.constant)
        self.constant += other.constant
        self.fields += [(name, start + place, width) for name, place, width in other.fields]

    def __len__(self) -> int:
        return len(self.constant)

    def blank(self, count: int) -> Bytes:
        """Rows whose fields are still empty."""
        rows = np.empty((count, len(self.constant)), dtype=np.uint8)
        rows[:] = np.frombuffer(bytes(self.constant), dtype=np.uint8)
        return rows

    def fill(self, rows: Bytes, columns: dict[str, Bytes]) -> None:
        """Writes the columns into the rows' fields; what was there before is gone."""
        for name, place, width in self.fields:
            rows[:, place : place + width] = columns[name]

    def filled(self, columns: dict[str, Bytes]) -> Bytes:
        """One row for each row of the columns."""
        rows = self.blank(len(next(iter(columns.values()))))
        self.fill(rows, columns)
        return rows


def spaced_digits(numbers: Numbers, width: int) -> Bytes:
    """Numbers in decimal, spaces before them."""
    shown = zero_digits(numbers, width)
    leading = np.cumsum(shown != ord("0"), axis=1) == 0
    leading[:, -1] = False
    shown[leading] = ord(" ")
    return shown


def zero_digits(numbers: Numbers, width: int) -> Bytes:
    """Numbers in decimal, zeros before them."""
    powers = 10 ** np.arange(width - 1, -1, -1, dtype=np.int64)
    return (numbers[:, None] // powers % 10 + ord("0")).astype(np.uint8)


def text_table(texts: list[str]) -> Bytes:
    """Texts of one length, a row each."""
    return np.frombuffer("".join(texts).encode("ascii"), dtype=np.uint8).reshape(len(texts), -1)


def digit_counts(numbers: Numbers) -> Numbers:
    """How many digits each number has."""
    return np.searchsorted(10 ** np.arange(1, 19, dtype=np.int64), numbers, side="right") + 1


def hex_bytes(packed: Bytes) -> Bytes:
    """Rows of bytes as hexadecimal digits."""
    shown = np.empty((packed.shape[0], packed.shape[1] * 2), dtype=np.uint8)
    shown[:, 0::2] = HEX_DIGITS[packed >> 4]
    shown[:, 1::2] = HEX_DIGITS[packed & 15]
    return shown
