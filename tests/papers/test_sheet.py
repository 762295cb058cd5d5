"""A plain sheet: nothing stands on anything, heads on every page, kept for years."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from cardgen.documents.margins import LEFT, WIDTH
from cardgen.documents.pen import PAGE_HEIGHT, Box
from cardgen.documents.sheet import (
    POSTED,
    Chart,
    ChartLine,
    Grid,
    Head,
    Paragraph,
    Sheet,
    draw_sheet,
    illegible,
)
from tests.papers.conftest import LONG_NAME
from tests.papers.reading import overlaps, page_count, page_text, text_areas
from tests.papers.test_archive import validator

MADE_AT = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)
PAPER = Box(LEFT - 1, 13.0, WIDTH + 2, PAGE_HEIGHT - 20.0)
CHART = Chart(
    "Sales",
    "minutes",
    "cards",
    (ChartLine("R1 red", ((0.0, 0.0), (1.0, 1.0))), ChartLine("won", ((0.5, 0.2),), is_dots=True)),
    ((0.0, "0"), (1.0, "60")),
    ((0.0, "0"), (1.0, "100")),
)


def grid(row_count: int, cell: str = "x") -> Grid:
    rows = tuple((f"row {place}", f"{place:07d}", cell) for place in range(row_count))
    return Grid("Numbers", ("Row", "Number", "Told"), (False, True, False), rows,
                ("Total", f"{row_count}", ""))  # fmt: skip


def sheet(*parts: Head | Paragraph | Grid | Chart, title: str = "A paper") -> Sheet:
    facts = (("Hall", LONG_NAME), ("Played on", "2026-11-30"))
    return Sheet(title, "A worksheet; it is not the form.", facts, parts, LONG_NAME)


def measured(pdf: bytes) -> None:
    for page_index in range(page_count(pdf)):
        outside = [area for area in text_areas(pdf, page_index) if not area.is_inside(PAPER)]
        assert outside == []
        assert overlaps(pdf, page_index) == []


def test_a_table_breaks_over_pages_with_its_head_on_each() -> None:
    """200 rows of 5.8 mm are five pages; the total is never alone on the last."""
    pdf = draw_sheet(sheet(Head("All numbers"), grid(200)), MADE_AT)
    count = page_count(pdf)
    assert count >= 5
    measured(pdf)
    texts = [page_text(pdf, place) for place in range(count)]
    for number, text in enumerate(texts, start=1):
        assert "Row Number Told" in text
        assert f"Page {number} of {count}" in text
    for place in range(200):
        assert any(f"{place:07d}" in text for text in texts)
    assert "row 199" in texts[-1]
    assert "Total" in texts[-1]


@pytest.mark.parametrize("row_count", range(25, 50))
def test_a_total_never_stands_alone_on_a_page(row_count: int) -> None:
    pdf = draw_sheet(sheet(grid(row_count)), MADE_AT)
    last = page_text(pdf, page_count(pdf) - 1)
    assert f"row {row_count - 1}" in last
    assert "Total" in last


@pytest.mark.parametrize("scale", [1.0, POSTED])
@pytest.mark.parametrize("row_count", range(8, 40))
def test_neither_heading_nor_head_stands_without_a_row(row_count: int, scale: float) -> None:
    """One row and its total: wherever the page ends, they stand under their head."""
    one = Grid("Only", ("Alone", "With"), (False, True), (("first row", "7"),), ("Total", "7"))
    pdf = draw_sheet(replace(sheet(grid(row_count), Head("Part two"), one), scale=scale), MADE_AT)
    pages = [page_text(pdf, place) for place in range(page_count(pdf))]
    (found,) = [text for text in pages if "Alone" in text]
    assert "Part two" in found
    assert "first row" in found


@pytest.mark.parametrize("scale", [1.0, POSTED])
def test_a_table_without_rows_is_its_head(scale: float) -> None:
    none = Grid("None", ("A", "B"), (False, True), ())
    pdf = draw_sheet(replace(sheet(none), scale=scale), MADE_AT)
    measured(pdf)
    assert "None A B" in page_text(pdf)


def test_a_cell_longer_than_a_posted_page_goes_on_too() -> None:
    words = [f"{place:07d}" for place in range(1, 1001)]
    pdf = draw_sheet(replace(sheet(grid(1, ", ".join(words))), scale=POSTED), MADE_AT)
    measured(pdf)
    told = " ".join(page_text(pdf, place) for place in range(page_count(pdf)))
    assert all(word in told for word in words)


def test_a_cell_longer_than_a_page_goes_on_over_its_end() -> None:
    words = [f"{place:07d}" for place in range(1, 3001)]
    pdf = draw_sheet(sheet(grid(1, ", ".join(words))), MADE_AT)
    measured(pdf)
    told = " ".join(page_text(pdf, place) for place in range(page_count(pdf)))
    assert all(word in told for word in words)


def test_a_table_of_many_columns_fits() -> None:
    heads = tuple(f"Head {place}" for place in range(14))
    wide = Grid("Wide", heads, (True,) * 14, (tuple("1234567" for _ in heads),))
    measured(draw_sheet(sheet(wide), MADE_AT))


def test_a_word_that_fits_nowhere_is_broken() -> None:
    measured(draw_sheet(sheet(grid(2, "W" * 400), Paragraph("M" * 300)), MADE_AT))


def test_a_chart_has_its_names_and_ticks() -> None:
    pdf = draw_sheet(sheet(CHART), MADE_AT)
    text = page_text(pdf)
    assert all(told in text for told in ("Sales", "minutes", "cards", "R1 red", "won", "60", "100"))
    assert overlaps(pdf) == []


@pytest.mark.parametrize("line_count", [3, 6, 8, 20])
def test_a_legend_of_many_lines_stands_in_rows_and_on_nothing(line_count: int) -> None:
    lines = tuple(
        ChartLine(f"R{place} light purple original", ((0.0, 0.0), (1.0, place / 20)))
        for place in range(1, line_count + 1)
    )
    pdf = draw_sheet(sheet(replace(CHART, lines=lines, y_name="cards sold so far")), MADE_AT)
    measured(pdf)
    text = page_text(pdf)
    assert all(line.name in text for line in lines)
    assert "cards sold so far" in text


def height_of(pdf: bytes, word: str) -> float:
    return max(one.bottom - one.top for one in text_areas(pdf) if word in one.what)


def test_a_posted_paper_is_larger_tables_too_and_goes_on_over_more_pages() -> None:
    """1.4 times: what can be read at one meter can then be read at 1.4."""
    parts = (Head("HEAD"), Paragraph("WORDS", "LEAD"), grid(60, "CELL"))
    in_hand, posted = sheet(*parts), replace(sheet(*parts), scale=POSTED)
    small, large = draw_sheet(in_hand, MADE_AT), draw_sheet(posted, MADE_AT)
    measured(large)
    assert page_count(large) > page_count(small)
    for word in ("paper", "worksheet", "2026-11-30", "HEAD", "WORDS", "LEAD", "CELL", "Numbers"):
        assert height_of(large, word) == pytest.approx(1.4 * height_of(small, word), rel=0.08)
    told = " ".join(page_text(large, place) for place in range(page_count(large)))
    assert all(f"{place:07d}" in told for place in range(60))


def test_a_wide_posted_table_is_smaller_rather_than_broken() -> None:
    heads = tuple(f"Head {place}" for place in range(14))
    wide = Grid("Wide", heads, (True,) * 14, (tuple("1234567" for _ in heads),))
    pdf = draw_sheet(replace(sheet(wide), scale=POSTED), MADE_AT)
    measured(pdf)
    assert page_text(pdf).count("1234567") == 14


LIN = "\N{CJK UNIFIED IDEOGRAPH-6797}"


def test_a_paper_says_in_which_fields_letters_were_replaced() -> None:
    named = Grid("Winners", ("To", "For"), (False, False), ((LIN, "a card"), ("Mary", "another")))
    asked = replace(sheet(Paragraph("by hand"), named), foot=LIN)
    assert illegible(asked) == ("table Winners, column To",)
    text = page_text(draw_sheet(asked, MADE_AT))
    assert "stands as ? in: table Winners, column To." in text
    facts = (("Hall", f"St. {LIN}"), ("Played on", "2026-11-30"))
    several = Sheet(
        LIN, LIN, facts, (Head(LIN), Paragraph("x", LIN), replace(CHART, x_name=LIN)), ""
    )
    found = illegible(several)
    assert found == ("title", "label", "Hall", "heading", f"a sentence under {LIN}", "chart Sales")


def test_a_paper_with_letters_that_there_are_says_nothing_of_them() -> None:
    asked = sheet(
        Paragraph("Jos\N{LATIN SMALL LETTER E}\N{COMBINING ACUTE ACCENT} sold it?"), CHART
    )
    assert illegible(asked) == ()
    assert "typefaces lack" not in page_text(draw_sheet(asked, MADE_AT))


def test_what_no_typeface_has_stands_as_a_question_mark() -> None:
    """The ledger keeps what people typed; a paper of it can be drawn all the same."""
    text = page_text(
        draw_sheet(sheet(Paragraph("sold by \N{CJK UNIFIED IDEOGRAPH-6797}!")), MADE_AT)
    )
    assert "sold by ?!" in text


def test_who_says_it_stands_before_what_is_said() -> None:
    text = page_text(draw_sheet(sheet(Paragraph("Any other bingos?", "The caller")), MADE_AT))
    assert "The caller Any other bingos?" in text


def test_a_sheet_is_pdf_a_3b_and_the_same_bytes_each_time() -> None:
    asked = sheet(Head("Part"), grid(60), CHART, Paragraph("The end."))
    pdf = draw_sheet(asked, MADE_AT)
    assert pdf == draw_sheet(asked, MADE_AT)
    report = validator().validate_pdf_bytes(pdf, profile="3b")  # type: ignore[attr-defined]
    assert report.is_compliant, report.failures
