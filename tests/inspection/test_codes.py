"""Codes read from their modules, against the library that writes them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.barcodes import INSIDE_QR, OUTSIDE_QR, QrKind, code_128_modules, qr_modules
from cardgen.inspection.codes import ALPHANUMERIC, UnreadableCodeError, code_128_text, qr_text
from tests.golden import GOLDEN_CARDS


def modules(text: str, kind: QrKind) -> str:
    return "".join(str(module) for row in qr_modules(text, kind) for module in row)


def bars(text: str) -> str:
    return "".join(map(str, code_128_modules(text)))


@pytest.mark.parametrize("mask", range(8))
def test_every_mask_of_both_versions_is_read(mask: int) -> None:
    card = GOLDEN_CARDS[0]
    for version, text in ((3, card["outside_token"]), (4, card["inside_token"])):
        kind = QrKind(version, "Q", mask)
        assert qr_text(modules(text, kind), kind.modules) == text


def test_every_golden_token_is_read() -> None:
    for card in GOLDEN_CARDS:
        assert qr_text(modules(card["outside_token"], OUTSIDE_QR), 29) == card["outside_token"]
        assert qr_text(modules(card["inside_token"], INSIDE_QR), 33) == card["inside_token"]
        assert code_128_text(bars(card["linear_code"])) == card["linear_code"]


@given(st.text(ALPHANUMERIC, min_size=1, max_size=46).filter(lambda text: not text.isdigit()))
def test_any_text_of_either_parity_is_read(text: str) -> None:
    assert qr_text(modules(text, INSIDE_QR), 33) == text


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=30))
def test_any_printable_text_in_bars_is_read(text: str) -> None:
    assert code_128_text(bars(text)) == text


@pytest.mark.parametrize(
    ("text", "kind", "side"),
    [
        ("HELLO", QrKind(2, "Q", 3), 25),
        ("HELLO", QrKind(4, "L", 3), 33),
        ("12345", INSIDE_QR, 33),
        ("hello", INSIDE_QR, 33),
        ("HELLO", INSIDE_QR, 29),
    ],
)
def test_a_code_of_another_kind_is_refused(text: str, kind: QrKind, side: int) -> None:
    with pytest.raises(UnreadableCodeError) as refused:
        qr_text(modules(text, kind), side)
    assert text not in str(refused.value)


@given(st.integers(0, 2**1089 - 1))
def test_no_modules_make_the_reader_fail_otherwise(value: int) -> None:
    dark = f"{value:01089b}"
    for square in (dark, "1" * 1089, "0" * 1089):
        try:
            qr_text(square, 33)
        except UnreadableCodeError:
            continue


@given(st.text("01", max_size=200))
def test_no_bars_make_the_reader_fail_otherwise(value: str) -> None:
    with pytest.raises(UnreadableCodeError):
        code_128_text(value)


def test_bars_whose_check_is_wrong_are_refused() -> None:
    whole, other = bars("SB0001230000001R"), bars("SB0001230000002Z")
    with pytest.raises(UnreadableCodeError, match="check symbol"):
        code_128_text(whole[:-24] + other[-24:])
