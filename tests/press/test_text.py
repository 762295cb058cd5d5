from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from cardgen.card_design import Language
from cardgen.card_id import MakerId
from cardgen.color import Color
from cardgen.errors import BadValueError
from cardgen.order import HALL_NAME_MAX
from cardgen.press.card_words import CardWords
from cardgen.press.fonts import CAP_HEIGHT, CODE, HEADLINE, TEXT, composed, typefaces
from cardgen.press.layout import Layout
from cardgen.press.motifs import ROLE_CAP
from cardgen.press.pen import size_of
from cardgen.press.press_file import draw_press_file
from cardgen.series import Role
from tests.press.cards import a_batch, a_job, a_series
from tests.press.raster import DARK, Picture, pages
from tests.press.tools import run

LONG_NAMES = (
    "Società Operaia di Mutuo Soccorso «Giuseppe Garibaldi» of the Ñuñoa Ávila Hall",
    "W" * HALL_NAME_MAX,
    "M" * 39 + " " + "W" * 40,
    "Our Lady of Perpetual Help Volunteer Fire Department and Ladies Auxiliary No. 12",
    "Ż",
)


def drawn(path: Path, layout: Layout, hall_name: str) -> list[Picture]:
    series = a_series(1)
    draw_press_file(path, a_job(series, hall_name=hall_name), [a_batch(series)], 1)
    return pages(path, layout, 150)


@pytest.mark.parametrize("name", LONG_NAMES)
def test_a_hall_s_name_stays_inside_its_frame(tmp_path: Path, layout: Layout, name: str) -> None:
    """Measured: around the name there is bare paper, on the front and on the back."""
    assert len(name) <= HALL_NAME_MAX
    outside = drawn(tmp_path / "a.pdf", layout, name)[0]
    sheet = layout.sheet
    front, back = sheet.height - 80_000, 113_400  # the front stands on its head
    for bottom, height, edges in (
        (front, 10_600, (front - 600, front + 10_600 + 1_000)),
        (back, 10_000, (back - 1_200, back + 10_000 + 200)),  # below a line hang its descenders
    ):
        for left in (8_000, 97_500):
            assert outside.cut(left, bottom, 2_500, height).min() > 250
        assert outside.cut(11_000, bottom, 86_000, height).min() < DARK
        for edge in edges:
            assert outside.cut(11_000, edge, 60_000, 400).min() > 250


def test_accents_are_printed_and_read_back(tmp_path: Path, layout: Layout) -> None:
    name = "Peña Sant Jordi Çà et Là"
    drawn(tmp_path / "a.pdf", layout, name)
    done = run("pdftotext", "-l", "1", tmp_path / "a.pdf", "-")
    assert done.stderr == ""
    assert "".join(name.split()) in "".join(done.stdout.split())


def test_accents_written_apart_are_joined() -> None:
    assert composed("Pen\u0303a") == "Peña"


def test_a_letter_that_the_font_lacks_is_refused_before_anything_is_drawn(tmp_path: Path) -> None:
    series = a_series(1)
    job = a_job(series, hall_name="Hall 会館")
    with pytest.raises(BadValueError, match="hall's name"):
        draw_press_file(tmp_path / "a.pdf", job, [a_batch(series)], 1)
    assert list(tmp_path.iterdir()) == []


def test_color_word_role_and_number_are_four_millimeters_on_both_panels() -> None:
    """sealing.md section 4; capitals are measured from the font's own outlines below."""
    assert ROLE_CAP >= 4
    face = typefaces()[HEADLINE]
    for language in Language:
        words = CardWords((language,))
        role = f"{words.first('trade_in')} · {words.first('not_exchanged')}"
        assert face.width(role, size_of(ROLE_CAP, HEADLINE)) / 72 * 25.4 <= 82
        for color in map(words.first, Color):
            for word, space, cap in ((color, 42, 8), (f"{color} · WWWWWWWW", 70, 6.2)):
                natural = face.width(word, size_of(cap, HEADLINE)) / 72 * 25.4
                assert cap * min(1, space / natural) >= 4, word


@pytest.mark.parametrize("name", [HEADLINE, TEXT, CODE])
def test_capitals_are_as_high_as_the_arithmetic_says(name: str) -> None:
    assert typefaces()[name].font.face.capHeight / 1000 == CAP_HEIGHT[name]


def test_the_widest_codes_end_within_what_is_not_torn_off(layout: Layout) -> None:
    face = typefaces()[CODE]
    widest = {
        "front_card_id": "WWWW-000000-0000000-W",
        "back_card_id": "WWWW-000000-0000000-W",
        "inside_card_id": "WWWW-000000-0000000-W",
        "inside_unlock_code": "WWWW-WWWW-WWWW-WWWW-W",
        "back_linear_code": "SB0000000000000W",
    }
    for name, text in widest.items():
        place = layout.texts[name]
        width = face.width(text, place.cap / CAP_HEIGHT[CODE])
        assert place.left + width < layout.sheet.width - layout.sheet.perforation - 3_000, name


def said_by(path: Path, page: int) -> str:
    """The words of a page; those of the front panel, on its head, come one a line."""
    done = run("pdftotext", "-raw", "-f", str(page), "-l", str(page), path, "-")
    return " ".join(done.stdout.split())


def test_a_trade_in_says_so_on_both_outside_panels_and_inside(
    tmp_path: Path, layout: Layout
) -> None:
    series = a_series(1)
    job = a_job(series, role=Role.TRADE_IN)
    draw_press_file(tmp_path / "a.pdf", job, [a_batch(series)], 1)
    outside, inside = said_by(tmp_path / "a.pdf", 1), said_by(tmp_path / "a.pdf", 2)
    assert outside.count("TRADE-IN · CANNOT BE EXCHANGED") == 2
    assert inside.count("TRADE-IN") == 1
    assert "ORIGINAL" not in outside + inside


def test_an_outside_tells_all_that_a_hall_asks(press_pdf: Path) -> None:
    said = said_by(press_pdf, 1)
    for words in (
        "RED",
        "SERIES R1",
        "ACME",
        "St. Brendan's Parish Hall",
        "$1.00",
        "ACME-000123-0000001-J",
        "ORIGINAL",
        "TEAR HERE",
        "PUNCH",
        "0000001",
    ):
        assert words in said, words


def test_an_inside_tells_its_card_face_and_unlock_code(press_pdf: Path) -> None:
    batch = a_batch(a_series(20))
    said = said_by(press_pdf, 2)
    face_number = batch.row("face_numbers", 0).decode()
    assert said.count(face_number) == 2  # in the free space, and outside the play area
    assert batch.row("unlock_codes", 0).decode() in said
    assert batch.row("card_ids", 0).decode() in said
    printed = {int(word) for word in said.replace("_", " ").split() if word.isdigit()}
    assert set(batch.row("numbers", 0)) <= printed


def test_the_numbers_stand_in_their_columns_and_rows(press_pdf: Path, layout: Layout) -> None:
    """Each number is looked for in its own cell by another program."""
    batch = a_batch(a_series(20))
    numbers = iter(batch.row("numbers", 0))
    sheet, grid = layout.sheet, layout.grid
    for column in range(5):
        for row in range(5):
            if (column, row) == (2, 2):
                continue
            left = sheet.margin + grid.left + column * 17_000
            from_top = sheet.margin + sheet.height - grid.top + row * 14_000
            box = {"-x": left, "-y": from_top, "-W": 17_000, "-H": 14_000}
            area = [str(part) for name, um in box.items() for part in (name, round(um / 1000))]
            done = run("pdftotext", "-r", "25.4", *area, "-f", "2", "-l", "2", press_pdf, "-")
            found = done.stdout.replace("_", " ").split()
            assert str(next(numbers)) in found, (column, row, found)


def test_a_maker_of_wide_letters_still_fits(tmp_path: Path, layout: Layout) -> None:
    series = replace(a_series(1), maker=MakerId("WWWW"))
    draw_press_file(tmp_path / "a.pdf", a_job(series), [a_batch(series)], 1)
    outside = pages(tmp_path / "a.pdf", layout, 150)[0]
    edge = outside.cut(98_600, 30_000, 2_000, 20_000)
    assert np.min(edge) > 250
