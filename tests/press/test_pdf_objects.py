import pytest

from cardgen.press.pdf_objects import number_text, text_string


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("plain", b"(plain)"),
        ("a (b) \\c", rb"(a \(b\) \\c)"),
        ("Peña", b"<feff00500065" + b"00f10061>"),
    ],
)
def test_a_text_string_is_ascii_or_utf_16(text: str, written: bytes) -> None:
    assert text_string(text) == written


@pytest.mark.parametrize(
    ("value", "written"),
    [(0, b"0"), (-0.0, b"0"), (1.5, b"1.5"), (2 / 3, b"0.66667"), (100, b"100")],
)
def test_a_number_has_five_decimals_at_most_and_none_too_many(value: float, written: bytes) -> None:
    assert number_text(value) == written
