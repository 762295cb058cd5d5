"""Codes on a card, read back by another program."""

from itertools import pairwise

import numpy as np
import pytest
import segno
import zxingcpp
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from cardgen.barcodes import (
    CODE_128_STOP,
    INSIDE_QR,
    OUTSIDE_QR,
    QrKind,
    code_128_modules,
    code_128_pattern,
    code_128_values,
    qr_modules,
    qr_units,
    qr_writer,
)
from cardgen.errors import BadValueError
from tests.golden import GOLDEN_CARDS

PRINTABLE_ASCII = st.characters(min_codepoint=0x20, max_codepoint=0x7E)
PIXELS = 4


def raster(rows: list[list[int]], quiet: int) -> NDArray[np.uint8]:
    """Dark modules as black squares with a quiet zone, as a camera sees them."""
    dark = np.pad(np.array(rows, np.uint8), quiet)
    light: NDArray[np.uint8] = (1 - np.kron(dark, np.ones((PIXELS, PIXELS), np.uint8))) * 255
    return light.astype(np.uint8)


def read_back(picture: NDArray[np.uint8], format_name: str) -> str:
    formats = zxingcpp.barcode_formats_from_str(format_name)
    found = zxingcpp.read_barcodes(picture, formats=formats, text_mode=zxingcpp.TextMode.Plain)
    assert found
    # The reader may also see a shorter code inside a long one's bars; the whole one is longest.
    return max((str(code.text) for code in found), key=len)


def read_code_128(text: str) -> str:
    rows = [list(code_128_modules(text))] * 20
    return read_back(raster(rows, 10), "Code128")


@pytest.mark.parametrize(
    "text",
    [
        "00",
        "99",
        "0000",
        "990001",  # a library read it back as 0001
        "0000000000000000",
        "9999999999999999",
        "12345",
        "1234567",
        "1",
        "A",
        "A1",
        "A12",
        "A123",
        "A1234",
        "A12345",
        "12A34",
        "1234A5678",
        "123A4567B89",
        "SB0001239999999Z",
        " ~ 0099 ~",
    ],
)
def test_code_128_is_read_back_by_another_program(text: str) -> None:
    assert read_code_128(text) == text


@given(st.text(PRINTABLE_ASCII | st.sampled_from("0123456789"), min_size=1, max_size=24))
def test_every_printable_text_is_read_back_from_code_128(text: str) -> None:
    assert read_code_128(text) == text


@given(st.text(st.sampled_from("0123456789"), min_size=1, max_size=24))
def test_digits_of_every_count_are_read_back_from_code_128(text: str) -> None:
    assert read_code_128(text) == text


def test_the_golden_linear_codes_are_read_back() -> None:
    for card in GOLDEN_CARDS:
        assert read_code_128(card["linear_code"]) == card["linear_code"]


@pytest.mark.parametrize(
    "character", ["\x00", "\n", "\x1f", "\x7f", "\x80", "é", "\u0663", "\uff11", "日"]
)
def test_code_128_refuses_what_is_not_printable_ascii(character: str) -> None:
    with pytest.raises(BadValueError, match="printable ASCII"):
        code_128_modules(f"SB{character}1")


def test_every_symbol_character_has_its_own_pattern_of_eleven_modules() -> None:
    # ISO/IEC 15417, 4.3.1: three bars and three spaces in eleven modules; the stop has thirteen
    patterns = [code_128_pattern(value) for value in range(CODE_128_STOP)]
    assert len({*patterns}) == 106
    for pattern in patterns:
        assert len(pattern) == 11
        assert pattern[0] == 1
        assert pattern[-1] == 0
        changes = sum(a != b for a, b in pairwise(pattern))
        assert changes == 5
        assert sum(pattern) % 2 == 0  # bars have an even sum of modules
    assert len(code_128_pattern(CODE_128_STOP)) == 13


def test_the_check_of_code_128_is_the_weighted_sum_modulo_103() -> None:
    # start B 104; S = 83-32 = 51, B = 66-32 = 34; to C 99; pairs 00 12
    # 104 + 1*51 + 2*34 + 3*99 + 4*0 + 5*12 = 580 = 5*103 + 65
    assert code_128_values("SB0012") == (104, 51, 34, 99, 0, 12, 65)


@pytest.mark.parametrize(
    ("kind", "names"),
    [(OUTSIDE_QR, "outside_token"), (INSIDE_QR, "inside_token")],
)
def test_the_golden_tokens_are_segnos_rows_and_are_read_back(kind: QrKind, names: str) -> None:
    for card in GOLDEN_CARDS:
        rows = qr_modules(card[names], kind)
        code = segno.make(
            card[names],
            version=kind.version,
            error=kind.level,
            mask=kind.mask,
            boost_error=False,
            micro=False,
        )
        expected = [[int(dark) for dark in row] for row in code.matrix_iter(scale=1, border=0)]
        assert [list(row) for row in rows] == expected
        assert len(rows) == kind.modules == 17 + 4 * kind.version
        picture = raster([list(row) for row in rows], 4)
        assert read_back(picture, "QRCode") == card[names]


def test_every_code_of_a_kind_has_one_shape() -> None:
    rows = {
        tuple(len(row) for row in qr_modules(card["inside_token"], INSIDE_QR))
        for card in GOLDEN_CARDS
    }
    assert rows == {(33,) * 33}


@pytest.mark.parametrize("kind", [OUTSIDE_QR, INSIDE_QR])
def test_a_text_too_long_for_its_code_is_refused_without_repeating_it(kind: QrKind) -> None:
    secret = "SD1ACMET750001230000001W9MX5AWVWAYDT2MT2" * 40
    with pytest.raises(BadValueError, match=f"{kind.version}-Q") as refusal:
        qr_modules(secret, kind)
    assert "SD1" not in str(refusal.value)
    assert "SD1" not in repr(refusal.value.value)


@given(
    st.text(
        st.sampled_from("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"), min_size=28, max_size=28
    )
)
def test_many_qr_codes_of_one_length_are_those_of_the_library(text: str) -> None:
    kind = QrKind(version=2, level="Q", mask=3)
    rows = qr_units(kind, 28).rows("A" + text[1:])  # a text of digits is written in another mode
    assert rows == qr_modules("A" + text[1:], kind)
    assert read_back(raster([list(row) for row in rows], 4), "QRCode") == "A" + text[1:]


def test_few_and_many_qr_codes_are_the_same() -> None:
    kind, text = QrKind(version=2, level="Q", mask=3), "SP1ACME00012300000010000050Z"
    assert qr_writer(kind, 28, 10)(text) == qr_writer(kind, 28, 10_000)(text)
