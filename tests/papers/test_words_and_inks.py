import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.card_id import AUDIT_NUMBER_MAX
from cardgen.color import Color
from cardgen.documents.figures import numbers_in_words
from cardgen.documents.inks import BLACK, WHITE, ink_on, swatch
from cardgen.documents.pen import Point, new_draft
from cardgen.documents.typefaces import body, code, drawable, headline
from cardgen.errors import BadValueError
from tests.papers.reading import overlaps


@given(st.sets(st.integers(1, AUDIT_NUMBER_MAX), max_size=40))
def test_a_list_of_numbers_says_each_of_them_once(numbers: set[int]) -> None:
    said: list[int] = []
    for word in numbers_in_words(sorted(numbers)):
        first, _, last = word.partition("\N{EN DASH}")
        said += range(int(first), int(last or first) + 1)
    assert said == sorted(numbers)


def test_two_neighbors_are_named_and_three_are_a_range() -> None:
    assert numbers_in_words((1, 2, 4, 5, 6)) == ("0000001", "0000002", "0000004\N{EN DASH}0000006")


@given(st.text("abcdefg hijMW-é", min_size=1, max_size=120), st.floats(30, 300))
def test_wrapped_lines_fit_and_lose_no_letter(text: str, width: float) -> None:
    style = headline(12)
    lines = style.wrapped(text, width)
    assert all(style.width(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_a_text_is_shrunk_only_when_it_is_too_wide() -> None:
    assert code(10).shrunk("0000001", 500) == code(10)
    shrunk = code(10).shrunk("0" * 100, 50)
    assert shrunk.width("0" * 100) == pytest.approx(50)


def test_names_of_many_languages_can_be_written() -> None:
    names = "Æ Ø å ß ü ñ ç Œ Ł ő ğ ş İ ı ř č ď ť ů ž ħ ð þ ą ę į ų ā ē ū ķ ļ ņ ț – — · … “ ” „ ’"
    assert drawable("The hall's name", names) == names


@pytest.mark.parametrize("name", ["Зал", "会館", "Hall \N{BLACK STAR}", "A\N{ZERO WIDTH SPACE}B"])
def test_what_would_be_printed_as_a_box_is_refused(name: str) -> None:
    with pytest.raises(BadValueError, match="The hall's name"):
        drawable("The hall's name", name)


@pytest.mark.parametrize("color", Color)
def test_every_color_has_a_swatch_on_which_its_word_can_be_read(color: Color) -> None:
    ground = swatch(color)
    assert len(ground) == 3
    assert contrast(ground, ink_on(ground)) >= 4.5  # WCAG 2.2, 1.4.3


def test_a_color_that_is_not_kept_is_white_paper() -> None:
    assert swatch("rose tint") == WHITE
    assert ink_on(WHITE) == BLACK


def contrast(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    low, high = sorted(luminance(ink if len(ink) == 3 else ink * 3) for ink in (one, other))
    return (high + 0.05) / (low + 0.05)


def luminance(ink: tuple[float, ...]) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in ink
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_a_hash_in_the_face_of_sentences_keeps_its_digits_apart() -> None:
    assert body(9).width("0" * 64) > body(9).width("l" * 64)


def test_the_measure_sees_texts_that_stand_on_each_other_or_on_a_rule() -> None:
    draft = new_draft()
    draft.pen.text(Point(20, 30), "One", headline(12))
    draft.pen.text(Point(22, 31), "Other", headline(12))
    draft.pen.text(Point(20, 60), "Struck", headline(12))
    draft.pen.rule(Point(15, 59), Point(60, 59), 0.2)
    draft.end_page()
    assert len(overlaps(draft.drawn())) == 2
