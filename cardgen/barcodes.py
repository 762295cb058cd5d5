"""Modules of a code: which squares of a QR code and which bars of a Code 128 are dark.

Nobody draws here. Code 128: ISO/IEC 15417; QR: ISO/IEC 18004, encoded by segno.
"""

from dataclasses import dataclass

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


def qr_modules(text: str, kind: QrKind) -> tuple[bytes, ...]:
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
    widths = _WIDTHS.split()[value]
    return b"".join(bytes([1 - place % 2]) * int(width) for place, width in enumerate(widths))


def _digits_from(text: str, place: int) -> int:
    rest = text[place:]
    return len(rest) - len(rest.lstrip("0123456789"))


def _value_in_b(character: str) -> int:
    if not " " <= character <= "~":
        raise BadValueError("A character of a Code 128", character, "printable ASCII")
    return ord(character) - ord(" ")
