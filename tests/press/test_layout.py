import pytest

from cardgen.card_id import FormCode
from cardgen.press.layout import (
    BadLayoutError,
    Layout,
    UnknownFormError,
    known_forms,
    layout_from_text,
    load_layout,
)
from cardgen.templates import template_text


def t75_with(old: str, new: str) -> Layout:
    text = template_text("layouts", "T75", "layout.toml")
    assert old in text
    return layout_from_text(text.replace(old, new, 1))


def test_the_fold_over_is_known_and_has_one_face() -> None:
    assert FormCode("T75") in known_forms()
    assert load_layout(FormCode("T75")).faces == 1


def test_an_unknown_form_is_refused_by_name_with_the_known_ones() -> None:
    with pytest.raises(UnknownFormError, match=r"form T99 .*Known forms: T75"):
        load_layout(FormCode("T99"))


def test_the_sheet_is_that_of_the_design() -> None:
    """108 x 254 mm, glue 5 mm, perforation 1.75 mm inside it, cells 17 x 14, in the middle."""
    layout = load_layout(FormCode("T75"))
    sheet = layout.sheet
    assert (sheet.width, sheet.height, sheet.panel_height) == (108_000, 254_000, 127_000)
    assert (sheet.glue, sheet.perforation) == (5_000, 5_000 + 1_750)
    assert (layout.grid.width, layout.grid.height) == (5 * 17_000, 5 * 14_000)
    assert layout.grid.left == sheet.width - layout.grid.right


def test_the_punch_takes_playing_cells_and_unlock_code_and_spares_all_codes() -> None:
    layout = load_layout(FormCode("T75"))
    assert layout.punch.width == 10_000
    assert layout.punch.gap_to(layout.grid) <= -4_000
    unlock = layout.texts["inside_unlock_code"]
    assert layout.punch.left > unlock.left
    assert layout.punch.right < unlock.left + 45_000  # the narrowest code, all ones, is 45 mm
    assert layout.punch.bottom <= unlock.bottom
    assert layout.punch.top >= unlock.bottom + unlock.cap
    back = layout.punch.mirrored(layout.sheet.width)
    for code in (layout.outside_qr, layout.code_128):
        assert code.box.gap_to(back) > 5_000
    assert layout.inside_qr.box.gap_to(layout.punch) > 4_000


def test_the_punch_spares_the_number_on_both_panels() -> None:
    layout = load_layout(FormCode("T75"))
    for name in ("front_number", "front_card_id", "back_number", "back_card_id"):
        place = layout.texts[name]
        above = place.bottom - layout.punch.top
        below = layout.punch.bottom - (place.bottom + place.cap)
        assert max(above, below) >= 1_000, name


def test_number_is_at_least_four_millimeters_on_both_panels() -> None:
    texts = load_layout(FormCode("T75")).texts
    assert texts["front_number"].cap >= 4_000
    assert texts["back_number"].cap >= 4_000


INSIDE = "[inside_qr]\nleft = 11_800\nbottom = 12_000"
OUTSIDE = "[outside_qr]\nleft = 11_800\nbottom = 12_000"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (INSIDE, "[inside_qr]\nleft = 11_000\nbottom = 12_000", "from a tear"),
        (INSIDE, "[inside_qr]\nleft = 12_000\nbottom = 14_000", "from a playing cell"),
        (OUTSIDE, "[outside_qr]\nleft = 11_800\nbottom = 15_000", "from a playing cell"),
        (OUTSIDE, "[outside_qr]\nleft = 11_800\nbottom = 11_700", "from a tear"),
        ("left = 39_600", "left = 41_000", "from a tear"),
        ("bottom = 36_000", "bottom = 20_000", "under the punch"),
        ("bottom = 36_000", "bottom = 31_900", "misses the playing cells"),
    ],
)
def test_a_layout_that_breaks_a_rule_of_distance_is_refused(old: str, new: str, why: str) -> None:
    with pytest.raises(BadLayoutError, match=why):
        t75_with(old, new)
