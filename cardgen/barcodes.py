"""Modules of a code: which squares of a QR code and which bars of a Code 128 are dark.

Nobody draws here. Code 128: ISO/IEC 15417; QR: ISO/IEC 18004, encoded by segno.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import segno

from cardgen.errors import BadValueError

# ISO/IEC 15417 table 1: widths of bar, space, bar, space, bar, space of values 0 to 102, then
# start A, B, C and stop, which has a seventh, final bar.
_WIDTHS = (
    "212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 "
    "122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 "
    "321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 "
    "211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 "
    "213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 "
    "121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 "
    "241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 "
    "412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 "
    "211214 211232 2331112"
)
CODE_128_STOP = 106
_START_B = 104
_TO_C = 99
_TO_B = 100
_MODULUS = 103
ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"  # ISO/IEC 18004, table 5
PAIR_BITS = 11  # a pair of characters, 7.4.4

QrRows = tuple[bytes, ...]
_FROM_DIGITS = bytes.maketrans(b"01", b"\x00\x01")


@dataclass(frozen=True, slots=True)
class QrKind:
    """One fixed version, level and mask: every code of a series has the same shape."""

    version: int
    level: str
    mask: int

    @property
    def modules(self) -> int:
        """Modules along one side, without the quiet zone."""
        return 17 + 4 * self.version


OUTSIDE_QR = QrKind(version=3, level="Q", mask=3)  # sealing.md section 4
INSIDE_QR = QrKind(version=4, level="Q", mask=3)


def qr_modules(text: str, kind: QrKind) -> QrRows:
    """The rows of a QR code, one byte a module, 1 is dark; without the quiet zone.

    Raises: BadValueError, when the text does not fit the version.
    """
    try:
        code = segno.make_qr(
            text, version=kind.version, error=kind.level, mask=kind.mask, boost_error=False
        )
    except segno.DataOverflowError:
        # The text may open a card: it stands in no message.
        expected = f"what a QR code {kind.version}-{kind.level} holds"
        raise BadValueError("The length of a QR code's text", len(text), expected) from None
    return tuple(bytes(module & 1 for module in row) for row in code.matrix)


@dataclass(frozen=True, slots=True)
class QrUnits:
    """All QR codes of one kind over alphanumeric texts of one even length.

    A QR code of fixed version, level and mask is an affine function over GF(2) of the bits of its
    data: changing a bit of the text changes the same modules, whatever the other bits are. An
    alphanumeric text goes in as pairs of characters, 11 bits a pair: 45 times the first one's value
    plus the second's. Eleven codes a pair, made by the QR library, each with one bit changed, tell
    what each bit adds. Codes are numbers here, their first module is the highest bit.
    """

    kind: QrKind
    base: int  # of letters A; the library would write a text of zeros as a number
    units: tuple[tuple[int, ...], ...]  # of each pair, what each of its bits changes, lowest first

    BASE_PAIR = ALPHANUMERIC.index("A") * (len(ALPHANUMERIC) + 1)

    def rows(self, text: str) -> QrRows:
        """What `qr_modules` tells of such a text, a hundred times as fast."""
        values = [ALPHANUMERIC.index(character) for character in text]
        code = self.base
        pairs = zip(values[::2], values[1::2], strict=True)
        for (first, second), units in zip(pairs, self.units, strict=True):
            changed = (first * len(ALPHANUMERIC) + second) ^ self.BASE_PAIR
            for unit in units:
                if changed & 1:
                    code ^= unit
                changed >>= 1
        side = self.kind.modules
        modules = f"{code:0{side * side}b}".encode().translate(_FROM_DIGITS)
        return tuple(modules[start : start + side] for start in range(0, side * side, side))


@cache
def qr_units(kind: QrKind, text_length: int) -> QrUnits:
    """The codes of a kind, by 11 calls of the QR library a pair of characters."""
    letters = "A" * text_length
    base = _as_number(letters, kind)
    units = []
    for place in range(0, text_length, 2):
        of_pair = []
        for bit in range(PAIR_BITS):
            first, second = divmod(QrUnits.BASE_PAIR ^ (1 << bit), len(ALPHANUMERIC))
            pair = ALPHANUMERIC[first] + ALPHANUMERIC[second]
            of_pair.append(_as_number(letters[:place] + pair + letters[place + 2 :], kind) ^ base)
        units.append(tuple(of_pair))
    return QrUnits(kind, base, tuple(units))


def qr_writer(kind: QrKind, text_length: int, count: int) -> Callable[[str], QrRows]:
    """The quickest way to so many codes over alphanumeric texts of one even length."""
    if count > PAIR_BITS * text_length // 2:
        return qr_units(kind, text_length).rows
    return lambda text: qr_modules(text, kind)


def _as_number(text: str, kind: QrKind) -> int:
    return int("".join(str(module) for row in qr_modules(text, kind) for module in row), 2)


def code_128_values(text: str) -> tuple[int, ...]:
    """The symbol characters from start to check, digits in pairs where they save room.

    >>> code_128_values("SB12")[0] == 104
    True
    """
    values, place, in_pairs = [_START_B], 0, False
    while place < len(text):
        digits = _digits_from(text, place)
        if not in_pairs and (digits >= 4 or (digits == len(text) - place == 2)):  # noqa: PLR2004
            if digits % 2:
                values.append(_value_in_b(text[place]))
                place += 1
            values.append(_TO_C)
            in_pairs = True
        if in_pairs and _digits_from(text, place) >= 2:  # noqa: PLR2004 -- a pair
            values.append(int(text[place : place + 2]))
            place += 2
            continue
        if in_pairs:
            values.append(_TO_B)
            in_pairs = False
        values.append(_value_in_b(text[place]))
        place += 1
    check = (values[0] + sum(at * value for at, value in enumerate(values))) % _MODULUS
    return (*values, check)


def code_128_modules(text: str) -> bytes:
    """The modules of a Code 128 from left to right, 1 is dark; without the quiet zones.

    Raises: BadValueError, when a character is not printable ASCII.
    """
    return b"".join(code_128_pattern(value) for value in (*code_128_values(text), CODE_128_STOP))


def code_128_pattern(value: int) -> bytes:
    """The modules of one symbol character, 1 is dark: eleven, and thirteen of the stop.

    >>> len(code_128_pattern(0)), list(code_128_pattern(CODE_128_STOP))
    (11, [1, 1, 0, 0, 0, 1, 1, 1, 0, 1, 0, 1, 1])
    """
    return _patterns()[value]


@cache
def _patterns() -> tuple[bytes, ...]:
    return tuple(_modules(widths) for widths in _WIDTHS.split())


def _modules(widths: str) -> bytes:
    return b"".join(bytes([1 - place % 2]) * int(width) for place, width in enumerate(widths))


def _digits_from(text: str, place: int) -> int:
    rest = text[place:]
    return len(rest) - len(rest.lstrip("0123456789"))


def _value_in_b(character: str) -> int:
    if not " " <= character <= "~":
        raise BadValueError("A character of a Code 128", character, "printable ASCII")
    return ord(character) - ord(" ")
