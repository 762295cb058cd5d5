"""Colors are words that are printed."""

import tomllib
from pathlib import Path

import pytest

from cardgen.color import Color
from cardgen.errors import BadValueError

INKS = Path(__file__).parents[2] / "templates" / "colors.toml"


@pytest.mark.parametrize("color", list(Color))
def test_a_color_is_read_as_it_is_printed(color: Color) -> None:
    assert Color.parse(str(color)) is color


@pytest.mark.parametrize(
    "word", ["", "Red", "RED", "red ", "red\n", "crimson", "r\x00ed", "red" * 999]
)
def test_a_word_without_an_ink_is_refused_and_the_inks_are_named(word: str) -> None:
    with pytest.raises(BadValueError, match="one of red, blue") as refusal:
        Color.parse(word)
    assert str(refusal.value).isprintable()


def test_every_color_has_its_ink() -> None:
    written = tomllib.loads(INKS.read_text(encoding="utf-8"))
    flat = str(written)
    assert all(f"'{color}'" in flat for color in Color)
