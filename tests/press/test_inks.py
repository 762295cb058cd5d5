import re

import pytest
from reportlab.lib.colors import CMYKColorSep, HexColor

from cardgen.color import Color
from cardgen.errors import BadValueError
from cardgen.press import inks
from cardgen.press.inks import PressInks, ScreenInks, all_inks, series_ink
from cardgen.press.patterns import PATTERNS


def test_every_color_word_has_an_ink_and_no_other_word_has() -> None:
    assert list(all_inks()) == list(Color)


def test_plates_and_patterns_are_different_for_every_color() -> None:
    kept = all_inks().values()
    assert len({ink.plate for ink in kept}) == len(Color)
    assert {ink.pattern for ink in kept} == set(PATTERNS)
    for ink in kept:
        assert ink.plate == f"SERIES_{ink.word.upper()}"
        assert re.fullmatch(r"[A-Z_]+", ink.plate)
        assert all(0 <= share <= 100 for share in ink.cmyk_percent)


def test_no_two_colors_look_alike_on_a_screen() -> None:
    kept = [HexColor(ink.screen).rgb() for ink in all_inks().values()]
    for place, one in enumerate(kept):
        for other in kept[place + 1 :]:
            assert sum(abs(a - b) for a, b in zip(one, other, strict=True)) > 0.2


def test_a_tint_lies_between_paper_and_the_full_color() -> None:
    screen, press = ScreenInks(series_ink("blue")), PressInks(series_ink("blue"))
    assert screen.series(0).rgb() == (1, 1, 1)
    assert screen.series(100).rgb() == pytest.approx(HexColor("#1459A6").rgb(), abs=1e-4)
    tint = press.series(40)
    assert isinstance(tint, CMYKColorSep)
    assert (tint.density, tint.spotName) == (0.4, "SERIES_BLUE")


def test_a_color_without_an_ink_is_refused() -> None:
    with pytest.raises(BadValueError, match="mauve"):
        series_ink("mauve")


def test_an_ink_that_lacks_something_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inks, "template_text", lambda _name: '[red]\nplate = "SERIES_RED"\n')
    with pytest.raises(BadValueError, match="ink red"):
        all_inks.__wrapped__()
