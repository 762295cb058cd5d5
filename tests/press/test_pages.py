"""What stands on the paper, read back from pictures of the pages."""

from dataclasses import replace
from itertools import combinations
from math import cos, pi, sin
from pathlib import Path

import numpy as np
import pypdfium2  # type: ignore[import-untyped]
import pytest
from PIL import Image

from cardgen.barcodes import INSIDE_QR, OUTSIDE_QR, QrKind, qr_modules
from cardgen.color import Color
from cardgen.press.finishing import draw_finishing_template
from cardgen.press.fonts import HEADLINE, typefaces
from cardgen.press.layout import Box, CodePlace, Layout, TextPlace, dots
from cardgen.press.press_file import draw_press_file
from cardgen.printed_batch import PrintedBatch
from cardgen.stock import Board, Grain, Stock
from tests.press.cards import a_batch, a_job, a_series
from tests.press.raster import DARK, Gray, Picture, codes, pages
from tests.press.tools import run, tool

INKED = 210  # a playing number is a tint of black; bare paper is 255


def expected_codes(batch: PrintedBatch, page: int) -> set[tuple[str, str]]:
    card_index, inside = divmod(page, 2)
    if inside:
        return {("QR Code", batch.row("inside_tokens", card_index).decode())}
    return {
        ("QR Code", batch.row("outside_tokens", card_index).decode()),
        ("Code 128", batch.row("linear_codes", card_index).decode()),
    }


def test_every_code_on_forty_pages_is_that_of_its_record(
    pictures: list[Picture], batch: PrintedBatch
) -> None:
    """Odd pages are outsides, even ones insides, so each pair belongs to one card (case 14)."""
    assert len(pictures) == 40
    for page, picture in enumerate(pictures):
        assert codes(picture.dots) == expected_codes(batch, page), page


@pytest.mark.parametrize("dots_per_inch", ["200", "300", "600"])
def test_a_second_renderer_and_a_second_decoder_read_the_same(
    press_pdf: Path, batch: PrintedBatch, tmp_path: Path, dots_per_inch: str
) -> None:
    tool("zbarimg")
    run("pdftoppm", "-gray", "-r", dots_per_inch, "-l", "4", press_pdf, tmp_path / "page")
    drawn = sorted(tmp_path.glob("page-*.pgm"))
    assert len(drawn) == 4
    for page, picture in enumerate(drawn):
        expected = expected_codes(batch, page)
        found = run("zbarimg", "--quiet", "--raw", picture).stdout.split()
        assert set(found) == {text for _, text in expected}
        assert codes(np.asarray(Image.open(picture))) == expected


@pytest.mark.parametrize("color", list(Color))
def test_codes_of_every_color_stand_on_bare_paper_in_the_red_channel(
    tmp_path: Path, layout: Layout, color: Color
) -> None:
    """Case 10: a red scanner sees black bars on white, whatever the series color."""
    series = a_series(1, color=color)
    draw_press_file(tmp_path / "a.pdf", a_job(series), [a_batch(series)], 1)
    document = pypdfium2.PdfDocument(tmp_path / "a.pdf")
    places = ((layout.outside_qr, layout.code_128), (layout.inside_qr,))
    for page, codes_there in enumerate(places):
        drawn = document[page].render(scale=200 / 72, rev_byteorder=True).to_numpy()
        red = Picture(np.ascontiguousarray(drawn[:, :, 0]), 200, layout.sheet.margin)
        assert codes(red.dots) == expected_codes(a_batch(series), page)
        for place in codes_there:
            box = place.box
            shades = red.cut(box.left, box.bottom, box.width, box.height)
            assert shades.min() < 60
            assert shades.max() == 255


@pytest.mark.parametrize("page", [0, 1])
def test_modules_have_their_size_and_quiet_zones_are_blank(
    pictures: list[Picture], layout: Layout, batch: PrintedBatch, page: int
) -> None:
    """Each module's middle is sampled where arithmetic puts it; ISO/IEC 18004: 4 modules blank."""
    place, kind = ((layout.outside_qr, OUTSIDE_QR), (layout.inside_qr, INSIDE_QR))[page]
    name = ("outside_tokens", "inside_tokens")[page]
    module = dots(place.module_dots)
    assert module >= 330  # print.md section 5
    picture = pictures[page]
    seen = sampled(picture, place, kind)
    assert seen == qr_modules(batch.row(name, 0).decode(), kind)
    box = place.box
    quiet, slack = 4 * module, 100
    around = [
        picture.cut(box.left - quiet, box.bottom - quiet, quiet - slack, box.height + 2 * quiet),
        picture.cut(box.right + slack, box.bottom - quiet, quiet - slack, box.height + 2 * quiet),
        picture.cut(box.left - quiet, box.bottom - quiet, box.width + 2 * quiet, quiet - slack),
        picture.cut(box.left - quiet, box.top + slack, box.width + 2 * quiet, quiet - slack),
    ]
    assert min(strip.min() for strip in around) > 250


def sampled(picture: Picture, place: CodePlace, kind: QrKind) -> tuple[bytes, ...]:
    """The modules, each told from the middle of where it should lie."""
    module = place.box.width / kind.modules
    rows = []
    for row in range(kind.modules):
        up = place.box.top - (row + 0.5) * module
        middles = (place.box.left + (column + 0.5) * module for column in range(kind.modules))
        rows.append(bytes(picture.dark_at(across, up) for across in middles))
    return tuple(rows)


def test_the_linear_code_is_high_wide_and_quiet_enough(
    pictures: list[Picture], layout: Layout
) -> None:
    """print.md section 5: X at least 0.25 mm, 10 X blank on both sides, 10 mm high."""
    box = layout.code_128.box
    module = dots(layout.code_128.module_dots)
    assert module >= 250
    assert box.height >= max(10_000, 0.15 * box.width)
    picture = pictures[0]
    for left in (box.left - 10 * module, box.right + 150):
        assert picture.cut(left, box.bottom, 10 * module - 150, box.height).min() > 250
    first_bar = picture.cut(box.left, box.bottom + 300, 2 * module, box.height - 600)
    assert (first_bar < DARK).mean() > 0.9
    assert (
        measured_height(picture, box.left + module, (box.bottom - 500, box.height + 1000)) > 9_900
    )


def measured_height(picture: Picture, across: float, span: tuple[float, float]) -> float:
    column = picture.cut(across, span[0], 200, span[1]).min(axis=1) < DARK
    return picture.micrometers(int(column.sum()))


def test_play_numbers_are_at_least_nine_millimeters_high(
    pictures: list[Picture], layout: Layout
) -> None:
    grid = layout.grid
    for picture in pictures[1:8:2]:
        for column in range(5):
            for row in range(4):  # beside the lowest numbers stands the punch's arc
                if (column, row) == (2, 2):
                    continue
                left = grid.left + column * grid.width // 5 + 700
                bottom = grid.top - (row + 1) * grid.height // 5 + 700
                cell = picture.cut(left, bottom, 15_600, 12_600)
                dark_rows = np.flatnonzero(cell.min(axis=1) < INKED)
                height = picture.micrometers(int(dark_rows[-1] - dark_rows[0] + 1))
                assert 9_000 <= height <= 11_400
                margins = cell[:, :8].min(), cell[:, -8:].min()
                assert min(margins) > INKED, "a number touches its cell's edge"


def test_six_and_nine_are_told_apart_by_a_line_below(
    pictures: list[Picture], layout: Layout
) -> None:
    """The made-up cards hold 6, 9, 66 or 69 on some face; a line stands below the digits there."""
    heights = {number: set[int]() for number in range(1, 16)}
    grid = layout.grid
    batch = a_batch(a_series(20))
    for card_index in range(batch.count):
        numbers = batch.row("numbers", card_index)
        for row in range(4):
            bottom = grid.top - (row + 1) * grid.height // 5 + 700
            cell = pictures[2 * card_index + 1].cut(grid.left + 700, bottom, 15_600, 12_600)
            dark_rows = np.flatnonzero(cell.min(axis=1) < INKED)
            heights[numbers[row]].add(int(dark_rows[-1] - dark_rows[0] + 1))
    plain = max(max(seen) for number, seen in heights.items() if seen and number not in {6, 9})
    for twin in (6, 9):
        assert heights[twin]
        assert min(heights[twin]) > plain + 5


def test_the_number_in_the_free_space_stands_in_its_middle(tmp_path: Path, layout: Layout) -> None:
    """Narrow and wide digits alike: as much of the cell's width to the left as to the right."""
    series = a_series(3)
    numbers = b"111111117191108888888"
    batch = replace(a_batch(series), face_numbers=numbers)
    draw_press_file(tmp_path / "a.pdf", a_job(series), [batch], 3)
    grid, place = layout.grid, layout.texts["free_face_number"]
    for inside in pages(tmp_path / "a.pdf", layout, 600)[1::2]:
        left = grid.left + 2 * grid.width // 5
        cell = inside.cut(left + 1_200, place.bottom + 300, grid.width // 5 - 2_400, 1_500)
        dark = np.flatnonzero(cell.min(axis=0) < DARK)
        off = inside.micrometers(int(dark[0] + dark[-1]) + 1 - cell.shape[1]) / 2
        assert abs(off) < 150, off


def test_the_punch_stands_in_register_on_all_four_panels(
    pictures: list[Picture], layout: Layout
) -> None:
    """A hole at the face panel's (x, y) comes out at (108 - x, y) behind, and through the front."""
    outside, inside = pictures[0], pictures[1]
    punch, sheet = layout.punch, layout.sheet
    across, up = punch.left + 5_000, punch.bottom + 5_000
    for above in (-1, 1):  # inside it is drawn only in the middle above and below
        angles = [above * pi / 2 + step * pi / 180 for step in range(-18, 19)]
        assert all(dark_on_ring(inside, (across, up), angle) for angle in angles)
    assert ring_share(outside, sheet.width - across, up) > 0.95
    assert ring_share(outside, sheet.width - across, sheet.height - up) > 0.95


def ring_share(picture: Picture, across: float, up: float) -> float:
    angles = [step * pi / 30 for step in range(60)]
    dark = [dark_on_ring(picture, (across, up), angle) for angle in angles]
    return sum(dark) / len(dark)


def dark_on_ring(picture: Picture, middle: tuple[float, float], angle: float) -> bool:
    return picture.dark_at(middle[0] + 5_000 * cos(angle), middle[1] + 5_000 * sin(angle))


def test_no_line_of_the_punch_runs_through_numbers_or_unlock_code(
    pictures: list[Picture], layout: Layout
) -> None:
    """Where the hole's edge lies over a number or the code, only their own ink is dark.

    So no dot there is dark on all twenty cards; and the widest numbers leave room for the arc.
    """
    punch, grid = layout.punch, layout.grid
    middle = (punch.left + punch.width / 2, punch.bottom + punch.height / 2)
    for degrees in (*range(10, 60, 5), *range(125, 170, 5), *range(200, 240, 5)):
        angle = degrees * pi / 180
        up = middle[1] + 5_000 * sin(angle)
        if abs(up - grid.bottom) < 900:  # the grid's own frame
            continue
        assert not all(dark_on_ring(inside, middle, angle) for inside in pictures[1::2]), degrees
    size = layout.number_points / 72 * 25_400
    widest = max(typefaces()[HEADLINE].width(str(number), size) for number in range(1, 76))
    gutter = grid.width / 5 - widest
    assert 2 * 5_000 * sin(22 * pi / 180) < gutter + 400, "the ink is narrower by its bearings"


def test_nothing_is_printed_where_the_glue_lies(pictures: list[Picture], layout: Layout) -> None:
    inside, sheet = pictures[1], layout.sheet
    glue = sheet.glue
    for strip in (
        inside.cut(0, 0, sheet.width, glue),
        inside.cut(0, 0, glue, sheet.height),
        inside.cut(sheet.width - glue, 0, glue, sheet.height),
        inside.cut(0, sheet.height - glue, sheet.width, glue),
    ):
        assert strip.min() > 250


def test_no_ink_reaches_the_cut_as_the_finishing_template_says(
    pictures: list[Picture], layout: Layout
) -> None:
    """The bleed is bare on every side, and so is the sheet's own outermost millimeter."""
    sheet = layout.sheet
    bleed, width, height = sheet.bleed, sheet.width, sheet.height
    deep, across, up = bleed + 1_000, width + 2 * bleed, height + 2 * bleed
    for picture in pictures[:2]:
        for left, bottom, wide, high in (
            *((at, -bleed, deep, up) for at in (-bleed, width - 1_000)),
            *((-bleed, at, across, deep) for at in (-bleed, height - 1_000)),
        ):
            assert picture.cut(left, bottom, wide, high).min() > 250
    stock = Stock(170, 995, Board.FOIL, Grain.ACROSS)
    said = legend_of(draw_finishing_template(replace(a_job(a_series()), stock=stock)))
    assert "Stock 170 g/m2, foil, grain across the fold Opacity 99.5 % (ISO 2471)" in said
    assert "No ink reaches it; the 3 mm of bleed around it are bare paper." in said
    assert "job ticket" not in said, "there is none"


def legend_of(template: bytes) -> str:
    page = pypdfium2.PdfDocument(template)[0]
    return " ".join(page.get_textpage().get_text_bounded().split())


def secrets_of(layout: Layout) -> dict[str, tuple[int, int, int, int]]:
    texts = layout.texts
    return {
        "face number": row_of(texts["inside_face_number"], -16_500),
        "unlock code": row_of(texts["inside_unlock_code"], 70_000),
        "QR code": box_of(layout.inside_qr.box),
        "cells": box_of(layout.grid),
    }


def panels(inside: Picture, layout: Layout) -> tuple[Gray, Gray]:
    """The face panel, and the block-out as it lies on it when the card is shut."""
    fold, width = layout.sheet.panel_height, layout.sheet.width
    return inside.cut(0, 0, width, fold), inside.cut(0, fold, width, fold)[::-1]


def test_the_shut_block_out_lies_over_everything_secret(
    pictures: list[Picture], layout: Layout
) -> None:
    """Two thirds of it are black, and nowhere is a square centimeter nearly open or closed."""
    fold = layout.sheet.panel_height
    overs = [panels(inside, layout)[1] for inside in pictures[1::2]]
    for name, box in secrets_of(layout).items():
        place = dots_of(pictures[1], fold, box)
        black = [(over[place] < DARK).mean() for over in overs]
        assert 0.6 < np.mean(black) < 0.75, name
        assert min(black) > 0.45, name
    step = round(10_000 / pictures[1].micrometers(1))
    cells = overs[0][dots_of(pictures[1], fold, box_of(layout.grid))] < DARK
    for row in range(0, cells.shape[0] - step, step):
        for column in range(0, cells.shape[1] - step, step):
            assert 0.4 < cells[row : row + step, column : column + step].mean() < 0.92


@pytest.fixture(scope="module")
def four_cards(tmp_path_factory: pytest.TempPathFactory, layout: Layout) -> list[Picture]:
    series = a_series(4, color="yellow")
    path = tmp_path_factory.mktemp("lamp") / "a.pdf"
    draw_press_file(path, a_job(series), [a_batch(series)], series.count)
    return pages(path, layout)[1::2]


def test_between_the_blots_paper_is_left_blank_where_a_number_lies(
    four_cards: list[Picture], layout: Layout
) -> None:
    """The complement: blank within the number, tinted beside it, moved by 0.35 mm at most."""
    blank_within, blank_beside = [], []
    for inside in four_cards:
        face, over = panels(inside, layout)
        place = dots_of(inside, layout.sheet.panel_height, box_of(layout.grid))
        ink, between = face[place] < 230, over[place] > 90
        blank = over[place] > 245
        blank_within.append(blank[ink & between].mean())
        blank_beside.append(blank[~ink & between].mean())
    assert min(blank_within) > 0.5
    assert max(blank_beside) < 0.2


def test_a_number_is_crisp_to_the_eye_and_pale_when_it_is_blurred(
    press_pdf: Path, layout: Layout
) -> None:
    """Its outline is black; yet within half a millimeter it is nowhere half as dark as a solid."""
    inside = pages(press_pdf, layout, 1200)[1]
    face = inside.cut(0, 0, layout.sheet.width, layout.sheet.panel_height)
    grid, cell = layout.grid, layout.grid.width // 5
    step = round(500 / inside.micrometers(1))
    for column in (0, 1, 3, 4):
        box = (grid.left + column * cell + 600, grid.top - 13_400, cell - 1_200, 12_800)
        ink = 1 - face[dots_of(inside, layout.sheet.panel_height, box)] / 255
        assert ink.max() > 0.8
        rows, columns = (length // step * step for length in ink.shape)
        squares = ink[:rows, :columns].reshape(rows // step, step, columns // step, step)
        assert squares.mean(axis=(1, 3)).max() < 0.5


def test_the_block_outs_of_two_cards_have_nothing_in_common(
    four_cards: list[Picture], layout: Layout
) -> None:
    """Two thirds black each by itself: two agree on 0.56 of the dots, as strangers do."""
    overs = [panels(inside, layout)[1] for inside in four_cards]
    place = dots_of(four_cards[0], layout.sheet.panel_height, box_of(layout.grid))
    black = [over[place] < 90 for over in overs]
    for one, two in combinations(black, 2):
        assert 0.5 < (one == two).mean() < 0.65


def row_of(place: TextPlace, width: int) -> tuple[int, int, int, int]:
    """From where the text begins; a width below zero goes back from where it ends."""
    return min(place.left, place.left + width), place.bottom, abs(width), place.cap


def box_of(box: Box) -> tuple[int, int, int, int]:
    return box.left, box.bottom, box.width, box.height


def dots_of(picture: Picture, height: int, box: tuple[int, int, int, int]) -> tuple[slice, slice]:
    """Rows from the top and columns of a box on a panel of that height."""
    left, bottom, across, up = box
    dot = picture.micrometers(1)
    rows = slice(round((height - bottom - up) / dot), round((height - bottom) / dot))
    return rows, slice(round(left / dot), round((left + across) / dot))


def test_nothing_is_printed_on_the_line_that_is_torn(
    pictures: list[Picture], layout: Layout
) -> None:
    edge, sheet = layout.sheet.perforation, layout.sheet
    for picture in pictures[:2]:
        for left in (edge - 300, sheet.width - edge - 300):
            assert picture.cut(left, 0, 600, sheet.height).min() > 250
        for bottom in (edge - 300, sheet.height - edge - 300):
            assert picture.cut(0, bottom, sheet.width, 600).min() > 250
