import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.barcodes import (
    ALPHANUMERIC,
    INSIDE_QR,
    OUTSIDE_QR,
    QrKind,
    code_128_pattern,
    qr_modules,
)
from cardgen.press.codes import Bytes, code_128_symbols, qr_table
from cardgen.press.layout import CODE_128_MODULES
from tests.press.cards import a_batch, a_series

TEXTS = {"outside": (OUTSIDE_QR, 38), "inside": (INSIDE_QR, 40)}


def as_rows(texts: list[str]) -> Bytes:
    return np.frombuffer("".join(texts).encode(), dtype=np.uint8).reshape(len(texts), -1)


def modules_of(packed: Bytes, kind: QrKind) -> tuple[bytes, ...]:
    rows = np.unpackbits(packed.reshape(kind.modules, -1), axis=1)[:, : kind.modules]
    return tuple(bytes(row) for row in rows)


@pytest.mark.parametrize("side", TEXTS)
@given(letters=st.text(ALPHANUMERIC, min_size=40, max_size=40))
@settings(max_examples=60, deadline=None)
def test_a_code_from_the_table_is_the_library_s_code(side: str, letters: str) -> None:
    kind, length = TEXTS[side]
    text = "S" + letters[: length - 1]
    packed = qr_table(kind, length).symbols(as_rows([text]))
    assert modules_of(packed[0], kind) == qr_modules(text, kind)


def test_every_code_of_a_batch_is_the_library_s_code() -> None:
    batch = a_batch(a_series(50))
    packed = qr_table(INSIDE_QR, 40).symbols(
        as_rows([batch.inside_tokens.decode()]).reshape(-1, 40)
    )
    for card_index, symbol in enumerate(packed):
        text = batch.row("inside_tokens", card_index).decode()
        assert modules_of(symbol, INSIDE_QR) == qr_modules(text, INSIDE_QR)


def test_every_linear_code_has_the_same_width_and_the_right_check_character() -> None:
    """ISO/IEC 15417: start plus the place-weighted values, modulo 103."""
    texts = ["SB0001230000001R", "SB9999999999999Z", "SB00000000000010", "SB0012300120009A"]
    patterns = {code_128_pattern(value): value for value in range(106)}
    for text, packed in zip(texts, code_128_symbols(as_rows(texts)), strict=True):
        modules = bytes(np.unpackbits(packed)[:CODE_128_MODULES])
        values = [patterns[modules[at : at + 11]] for at in range(0, 154, 11)]
        pairs = [int(text[at : at + 2]) for at in range(3, 15, 2)]
        letters = [ord(character) - 32 for character in text]
        assert values[:5] == [104, *letters[:3], 99]
        assert values[5:13] == [*pairs, 100, letters[15]]
        weighted = values[0] + sum(place * value for place, value in enumerate(values[:13]))
        assert values[13] == weighted % 103
        assert modules[154:] == code_128_pattern(106)
