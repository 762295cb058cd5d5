"""What QR codes and Code 128s say, read from their modules alone (ISO/IEC 18004, 15417)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from operator import itemgetter

from cardgen.barcodes import CODE_128_STOP, code_128_pattern
from cardgen.errors import VerificationError

ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
ALPHANUMERIC_MODE, MODE_BITS, COUNT_BITS = "0010", 4, 9  # versions 1 to 9
FORMAT_MASK = "10101"  # ISO/IEC 18004 7.9.1, its first five of fifteen bits
LEVEL_Q = "11"
FINDER, TIMING = 9, 6  # a finder pattern with its border and format bits; where the timing runs
BYTE = 8
START_B, TO_B, TO_C = 104, 100, 99
PATTERN_MODULES, STOP_MODULES = 11, 13
MODULUS = 103


class UnreadableCodeError(VerificationError):
    """A code that does not say anything; what it should say is never repeated."""

    code = "unreadable-code"

    def __init__(self, why: str) -> None:
        super().__init__(f"A code cannot be read: {why}. Look at the page.")


@dataclass(frozen=True, slots=True)
class _Version:
    """How many bytes of a version at level Q carry data, and in how many blocks."""

    data_bytes: int
    blocks: int


# ISO/IEC 18004 table 9, level Q: both versions divide their data into two blocks alike.
_VERSIONS = {29: _Version(34, 2), 33: _Version(48, 2)}
# Table 10: whether a module is turned over, by its row and column.
_MASKS: tuple[Callable[[int, int], bool], ...] = (
    lambda i, j: (i + j) % 2 == 0,
    lambda i, _: i % 2 == 0,
    lambda _, j: j % 3 == 0,
    lambda i, j: (i + j) % 3 == 0,
    lambda i, j: (i // 2 + j // 3) % 2 == 0,
    lambda i, j: i * j % 2 + i * j % 3 == 0,
    lambda i, j: (i * j % 2 + i * j % 3) % 2 == 0,
    lambda i, j: ((i + j) % 2 + i * j % 3) % 2 == 0,
)


def qr_text(modules: str, side: int) -> str:
    """What a QR code of version 3 or 4, level Q says; `modules` are its rows, 1 is dark.

    Raises: UnreadableCodeError.
    """
    if side not in _VERSIONS or len(modules) != side * side:
        raise UnreadableCodeError(f"it has {side} modules a side")
    row = modules[8 * side : 8 * side + 5]
    told = [str(int(a != b)) for a, b in zip(row, FORMAT_MASK, strict=True)]
    if "".join(told[:2]) != LEVEL_Q:
        raise UnreadableCodeError("its level is not Q")
    bits = _data_bits(modules, side, int("".join(told[2:]), 2))
    if bits[:MODE_BITS] != ALPHANUMERIC_MODE:
        raise UnreadableCodeError("it is not alphanumeric")
    count = int(bits[MODE_BITS : MODE_BITS + COUNT_BITS], 2)
    return _alphanumeric(bits[MODE_BITS + COUNT_BITS :], count)


def _data_bits(modules: str, side: int, mask: int) -> str:
    """The data in the order in which it was written, unmasked, its blocks one after another."""
    pick, turned = _order(side, mask)
    raw = "".join(pick(modules))
    version = _VERSIONS[side]
    whole = int(raw, 2) ^ turned
    interleaved = whole.to_bytes(version.data_bytes, "big")
    blocks = b"".join(interleaved[block :: version.blocks] for block in range(version.blocks))
    return f"{int.from_bytes(blocks, 'big'):0{BYTE * version.data_bytes}b}"


@cache
def _order(side: int, mask: int) -> tuple[Callable[[str], tuple[str, ...]], int]:
    """Which modules carry the data, in order, and which of them the mask turned over."""
    places = [place for place in _zigzag(side) if not _is_function(side, *place)]
    places = places[: BYTE * _VERSIONS[side].data_bytes]
    turned = "".join(str(int(_MASKS[mask](i, j))) for i, j in places)
    pick: Callable[[str], tuple[str, ...]] = itemgetter(*(i * side + j for i, j in places))
    return pick, int(turned, 2)


def _zigzag(side: int) -> Iterator[tuple[int, int]]:
    """Two columns at a time from the right, up and down, past the timing pattern (7.7.3)."""
    up = True
    for right in (*range(side - 1, TIMING, -2), *range(TIMING - 1, 0, -2)):
        for row in range(side - 1, -1, -1) if up else range(side):
            yield row, right
            yield row, right - 1
        up = not up


def _is_function(side: int, row: int, column: int) -> bool:
    """Whether a module belongs to a finder, timing, alignment or format pattern."""
    if TIMING in {row, column}:
        return True
    near_top, near_left = row < FINDER, column < FINDER
    if (near_top and (near_left or column >= side - 8)) or (near_left and row >= side - 8):
        return True
    alignment = range(side - 9, side - 4)
    return row in alignment and column in alignment


def _alphanumeric(bits: str, count: int) -> str:
    """Pairs of characters in eleven bits, a last one in six (7.4.4)."""
    if 11 * (count // 2) + 6 * (count % 2) > len(bits):
        raise UnreadableCodeError(f"it tells of {count} characters")
    text, place = [], 0
    for _ in range(count // 2):
        high, low = divmod(int(bits[place : place + 11], 2), len(ALPHANUMERIC))
        if high >= len(ALPHANUMERIC):
            raise UnreadableCodeError("a pair of characters is none")
        text.append(ALPHANUMERIC[high] + ALPHANUMERIC[low])
        place += 11
    if count % 2:
        text.append(ALPHANUMERIC[int(bits[place : place + 6], 2) % len(ALPHANUMERIC)])
    return "".join(text)


def code_128_text(modules: str) -> str:
    """What a Code 128 in the code sets B and C says; 1 is a dark module.

    Raises: UnreadableCodeError.
    """
    patterns = _patterns()
    body = modules[:-STOP_MODULES]
    cut = [body[at : at + PATTERN_MODULES] for at in range(0, len(body), PATTERN_MODULES)]
    if any(part not in patterns for part in cut) or modules[len(body) :] != _stop():
        raise UnreadableCodeError("its bars are none of Code 128")
    start, *values, check = (patterns[part] for part in cut)
    weighted = start + sum(place * value for place, value in enumerate(values, start=1))
    if start != START_B or weighted % MODULUS != check:
        raise UnreadableCodeError("its check symbol does not agree")
    text, in_pairs = [], False
    for value in values:
        if value == TO_C and not in_pairs:
            in_pairs = True
        elif value == TO_B and in_pairs:
            in_pairs = False
        else:
            text.append(f"{value:02d}" if in_pairs else chr(value + ord(" ")))
    return "".join(text)


@cache
def _patterns() -> dict[str, int]:
    return {_modules(code_128_pattern(value)): value for value in range(CODE_128_STOP)}


@cache
def _stop() -> str:
    return _modules(code_128_pattern(CODE_128_STOP))


def _modules(pattern: bytes) -> str:
    return "".join(map(str, pattern))
