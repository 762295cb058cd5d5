from collections.abc import Callable
from dataclasses import replace

import pytest

from cardgen.card_id import AuditNumber, MakerId, SetSerial
from cardgen.documents.pen import PAGE_HEIGHT, PAGE_WIDTH, POINTS_PER_MM
from cardgen.errors import BadValueError
from cardgen.papers.consignment import Consignment
from cardgen.papers.label_art import QR_MODULE
from cardgen.papers.labels import LABELS_PER_SHEET, draw_labels, label_box
from cardgen.papers.packing_slip import SlipLine
from cardgen.proof.manifest import Manifest, packs_of
from cardgen.series import Role, Series, SeriesCode
from cardgen.tokens import PackLabel
from tests.papers.conftest import LONG_NAME, MakeManifest
from tests.papers.reading import overlaps, page_count, page_text, picture, scans, text_areas

Lines = Callable[..., list[SlipLine]]
SKIPS = {"000123": (7, 8, 9, 12, 60), "000125": tuple(range(51, 101))}


@pytest.fixture(scope="module")
def manifest(make_manifest: MakeManifest) -> Manifest:
    return make_manifest(SKIPS)


@pytest.fixture(scope="module")
def drawn(manifest: Manifest, slip_lines: Lines) -> bytes:
    return draw_labels(manifest, slip_lines(manifest))


def measured(pdf: bytes, page_index: int) -> None:
    """Nothing is cut off by the die, even when the sheet feeds 2 mm off."""
    boxes = [label_box(place).inset(2.0) for place in range(LABELS_PER_SHEET)]
    on_margins = {"50 mm at full size", "Letter, 10 labels of 4 x 2 in"}
    for area in text_areas(pdf, page_index):
        if area.what in on_margins or "sheet" in area.what:
            continue
        assert any(area.is_inside(box) for box in boxes), area
    assert overlaps(pdf, page_index) == []


def test_the_die_is_ten_labels_of_4_by_2_inches_on_letter() -> None:
    boxes = [label_box(place) for place in range(LABELS_PER_SHEET)]
    assert {(box.width, box.height) for box in boxes} == {(101.6, 50.8)}
    assert boxes[0][:2] == pytest.approx((3.96875, 12.7))
    assert boxes[1].x - boxes[0].x == pytest.approx(4.1875 * 25.4)
    assert boxes[9].x + boxes[9].width == pytest.approx(PAGE_WIDTH - boxes[0].x)
    assert boxes[9].y + boxes[9].height == pytest.approx(PAGE_HEIGHT - 12.7)


def test_series_and_cartons_share_sheets_and_the_margin_names_them(drawn: bytes) -> None:
    # 180 packs, 20 packs, 4 packs; 9 + 1 + 1 cartons
    assert page_count(drawn) == -(-(180 + 20 + 4 + 11) // 10)
    assert "packs of R1, red, set 000123, sheet 1 of 22" in page_text(drawn, 0)
    assert "packs of B1, blue, set 000124, sheet 19 of 22" in page_text(drawn, 18)
    assert "packs of G3, green, set 000125, cartons, sheet 21 of 22" in page_text(drawn, 20)
    assert "cartons, sheet 22 of 22" in page_text(drawn, 21)


@pytest.mark.parametrize(("page_index", "place"), [(0, 0), (17, 170), (19, 190)])
def test_both_codes_of_every_label_name_its_pack_in_the_manifest(
    manifest: Manifest, drawn: bytes, page_index: int, place: int
) -> None:
    packs = [pack for entry in manifest.series for pack in entry.packs]
    expected = packs[place : place + LABELS_PER_SHEET]
    found = scans(drawn, page_index)
    for kind in ("QR Code", "Code 128"):
        on_label = {
            label: scan.text
            for scan in found
            if scan.format == kind
            for label in range(LABELS_PER_SHEET)
            if label_box(label).x < scan.x < label_box(label).x + label_box(label).width
            and label_box(label).y < scan.y < label_box(label).y + label_box(label).height
        }
        assert on_label == {label: pack.text for label, pack in enumerate(expected)}


def test_a_cartons_code_spans_its_packs(
    manifest: Manifest, drawn: bytes, slip_lines: Lines
) -> None:
    consignment = Consignment.joined(manifest, slip_lines(manifest))
    expected = {
        (part.entry.set_serial, carton.first, carton.last)
        for part in consignment.series
        for carton in part.cartons
    }
    labels = [
        PackLabel.parse(scan.text) for page_index in (20, 21) for scan in scans(drawn, page_index)
    ]
    packs = {(pack.set_serial, pack.first, pack.last) for pack in manifest.series[2].packs}
    assert {(label.set_serial, label.first, label.last) for label in labels} == expected | packs


def test_a_qr_code_keeps_its_quiet_zone_and_whole_dots(drawn: bytes) -> None:
    scale = 300 / 72
    pixels = picture(drawn, 0, 300)
    module = QR_MODULE * scale
    assert module == pytest.approx(12)  # 12 dots at 300 dpi
    left, top = 5.0 + label_box(0).x, 5.0 + label_box(0).y
    side, zone = 25 * module, 4 * module
    x, y = (place * POINTS_PER_MM * scale for place in (left, top))
    before = pixels[int(y) : int(y + side), int(x - zone) : int(x) - 1]
    below = pixels[int(y + side) + 2 : int(y + side + zone), int(x) : int(x + side)]
    after = pixels[int(y) : int(y + side), int(x + side) + 2 : int(x + side + zone)]
    above = pixels[int(y - zone) + 1 : int(y) - 1, int(x) : int(x + side)]
    for part in (before, below, after, above):
        assert part.size > 0
        assert part.min() == 255


def test_a_pack_label_tells_people_what_is_in_the_pack(drawn: bytes) -> None:
    text = page_text(drawn, 0)
    for told in (
        "RED R1",
        "ORIGINAL",
        "Set 000123",
        "Pack 1 of 180",
        "0000001 – 0000050",
        "46 cards at $1.00",
        "4 skips: 0000007–0000009, 0000012",
        "1 skip: 0000060",
    ):
        assert told in text


def test_a_trade_in_names_the_set_it_is_exchanged_for(drawn: bytes) -> None:
    text = page_text(drawn, 18)
    assert "TRADE-IN" in text
    assert "for set 000123" in text


def test_a_pack_without_a_card_and_a_card_without_a_price_are_told(drawn: bytes) -> None:
    text = page_text(drawn, 20)
    assert "0 cards at $0.00" in text
    assert "50 skips: 0000051–0000100" in text


def test_a_carton_label_has_the_fields_of_the_trade(drawn: bytes) -> None:
    text = page_text(drawn, 20)
    for told in (
        "Carton 1 of 11",
        "20 packs, 995 cards",
        "packs 1–20",
        "St. Brendan’s Parish Hall",
        "Maker ACME, order 2026-1184.",
        "form T75, 1 face a card, color and border red.",
        "I.D. stamp no.",
    ):
        assert told in text


@pytest.mark.parametrize("page_index", [0, 17, 18, 20, 21])
def test_no_label_is_cut_or_set_upon_itself(drawn: bytes, page_index: int) -> None:
    measured(drawn, page_index)


def test_the_widest_values_stay_on_their_label(
    make_manifest: MakeManifest, golden_series: tuple[Series, ...]
) -> None:
    series = replace(
        golden_series[0],
        maker=MakerId("WWWW"),
        series=SeriesCode("WWWWWWWW"),
        color="purple",
        first=AuditNumber(8_000_001),
        count=12_000,
    )
    packs = packs_of(series.maker, series.set_serial, range(8_000_001, 8_012_001), 1000)
    manifest = make_manifest()
    entry = replace(
        manifest.series[0],
        role=Role.TRADE_IN,
        exchange_of=SetSerial("888888"),
        price_cents=100_000,
        first=series.first,
        last=AuditNumber(series.last),
        packs=packs,
        skips=tuple(range(8_000_002, 8_000_500, 2)),
    )
    manifest = replace(manifest, maker=series.maker, order="W" * 32, series=(entry,))
    pdf = draw_labels(manifest, [SlipLine(series, Role.TRADE_IN, LONG_NAME)])
    assert page_count(pdf) == 3  # 12 packs and 12 cartons
    assert "249 skips: see the packing slip" in page_text(pdf, 0)
    assert "pack 1" in page_text(pdf, 2)
    for page_index in range(3):
        measured(pdf, page_index)


def test_a_thousand_packs_have_a_label_each(
    make_manifest: MakeManifest, golden_series: tuple[Series, ...]
) -> None:
    series = replace(golden_series[0], count=10_050)
    packs = packs_of(series.maker, series.set_serial, range(1, 10_051), 10)
    manifest = make_manifest()
    entry = replace(manifest.series[0], last=AuditNumber(10_050), packs=packs)
    manifest = replace(manifest, series=(entry,))
    pdf = draw_labels(manifest, [SlipLine(series, entry.role, "The Hall")])
    assert len(packs) == 1005
    assert page_count(pdf) == 102  # 1,005 packs; 11 cartons of 100 packs
    assert {scan.text for scan in scans(pdf, 99)} == {pack.text for pack in packs[990:1000]}


def test_a_name_the_typeface_cannot_write_is_refused(manifest: Manifest, slip_lines: Lines) -> None:
    with pytest.raises(BadValueError, match="The hall's name"):
        draw_labels(manifest, slip_lines(manifest, "会館"))


def test_lines_of_another_manifest_are_refused(manifest: Manifest, slip_lines: Lines) -> None:
    with pytest.raises(BadValueError, match="set serials"):
        draw_labels(manifest, slip_lines(manifest)[:2])
