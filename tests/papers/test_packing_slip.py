import hashlib
from collections.abc import Callable
from dataclasses import replace

import pytest

from cardgen.card_id import AuditNumber, SetSerial
from cardgen.documents.margins import LEFT, WIDTH
from cardgen.documents.pen import PAGE_HEIGHT, Box
from cardgen.errors import BadValueError
from cardgen.papers.packing_slip import SlipLine, draw_packing_slip
from cardgen.proof.manifest import Manifest, packs_of
from cardgen.series import Role, Series, SeriesCode
from tests.papers.conftest import LONG_NAME, MakeManifest
from tests.papers.reading import overlaps, page_count, page_text, text_areas

Lines = Callable[..., list[SlipLine]]
PAPER = Box(LEFT, 14.0, WIDTH, PAGE_HEIGHT - 14.0 - 7.0)


def measured(pdf: bytes) -> None:
    for page_index in range(page_count(pdf)):
        outside = [area for area in text_areas(pdf, page_index) if not area.is_inside(PAPER)]
        assert outside == []
        assert overlaps(pdf, page_index) == []


@pytest.fixture(scope="module")
def manifest(make_manifest: MakeManifest) -> Manifest:
    return make_manifest({"000123": (7, 8, 9, 12, 60)})


@pytest.fixture(scope="module")
def drawn(manifest: Manifest, slip_lines: Lines) -> bytes:
    return draw_packing_slip(manifest, slip_lines(manifest))


def test_a_slip_tells_what_is_in_the_delivery(drawn: bytes, manifest: Manifest) -> None:
    text = page_text(drawn)
    for told in (
        "Order 2026-1184",
        "Maker ACME, November 30, 2026, 18:00 UTC",
        "St. Brendan’s Parish Hall",
        "Hall st-brendan, jurisdiction us-ny",
        "R1 RED",
        "Trade-in for set 000123",
        "Set 000125, form T3V, 3 faces a card, border green",
        "0000501 – 0001500",
        "8,995",
        "10,195",
        "$0.00",
        "1 of 11",
        "packs 161–180",
        "Page 1 of 1",
        hashlib.sha256(manifest.json).hexdigest(),
    ):
        assert told in text


def test_every_skip_is_recorded_with_its_share(drawn: bytes) -> None:
    text = page_text(drawn)
    assert "R1, 5 skips (0.06%) 0000007–0000009, 0000012, 0000060" in text


def test_a_delivery_without_skips_says_so(make_manifest: MakeManifest, slip_lines: Lines) -> None:
    manifest = make_manifest()
    text = page_text(draw_packing_slip(manifest, slip_lines(manifest)))
    assert "None: every number is there." in text


def test_two_people_sign_and_nothing_is_filled_in_for_them(drawn: bytes) -> None:
    text = page_text(drawn)
    assert "Packed by" in text
    assert "Received and counted by (two names)" in text


def test_nothing_overflows_on_a_plain_slip(drawn: bytes) -> None:
    measured(drawn)


@pytest.mark.parametrize("hall_name", [LONG_NAME, "W" * 80, "Å" * 80])
def test_a_name_of_80_characters_stays_on_the_paper(
    manifest: Manifest, slip_lines: Lines, hall_name: str
) -> None:
    measured(draw_packing_slip(manifest, slip_lines(manifest, hall_name)))


@pytest.fixture(scope="module")
def crowded(make_manifest: MakeManifest, golden_series: tuple[Series, ...]) -> bytes:
    """24 series of the widest values, with hundreds of cartons and skips."""
    entries, lines = [], []
    for number in range(24):
        series = replace(
            golden_series[0],
            set_serial=SetSerial(f"{888_800 + number}"),
            series=SeriesCode(f"WWWWWW{number:02d}"),
            color="purple",
            first=AuditNumber(8_000_001),
            count=24_000,
            faces=36,
        )
        numbers = range(8_000_001, 8_024_001)
        entry = replace(
            make_manifest().series[0],
            set_serial=series.set_serial,
            role=Role.TRADE_IN,
            exchange_of=SetSerial("888888"),
            price_cents=100_000,
            first=series.first,
            last=AuditNumber(series.last),
            packs=packs_of(series.maker, series.set_serial, numbers, 1000),
            skips=tuple(range(8_000_002, 8_000_482, 2)),
        )
        entries.append(entry)
        lines.append(SlipLine(series, Role.TRADE_IN, LONG_NAME))
    manifest = replace(make_manifest(), order="W" * 32, series=tuple(entries))
    return draw_packing_slip(manifest, lines)


def test_a_crowded_slip_goes_on_over_pages_and_stays_legible(crowded: bytes) -> None:
    measured(crowded)


def test_every_page_of_a_slip_says_which_it_is(crowded: bytes) -> None:
    count = page_count(crowded)
    assert count > 10
    for page_index in range(1, count):
        text = page_text(crowded, page_index)
        assert f"Page {page_index + 1} of {count}" in text
        assert f"Order {'W' * 32}, st-brendan" in text


def test_a_table_that_goes_on_has_its_head_again(crowded: bytes) -> None:
    pages = [page_text(crowded, page_index) for page_index in range(page_count(crowded))]
    with_rows = [text for text in pages if " of 576 " in text]
    assert len(with_rows) > 10
    assert all("Contents" in text for text in with_rows)


def test_a_list_of_skips_that_goes_on_names_its_series_again(crowded: bytes) -> None:
    third = page_text(crowded, 2)
    assert third.index("WWWWWW00, 240 skips (1.00%)") < third.index("8000358")


def test_every_carton_has_its_row_once(crowded: bytes) -> None:
    text = " ".join(page_text(crowded, page_index) for page_index in range(page_count(crowded)))
    for number in (1, 2, 100, 575, 576):
        assert text.count(f" {number} of 576 ") == 1


def test_lines_of_two_halls_are_refused(manifest: Manifest, slip_lines: Lines) -> None:
    lines = slip_lines(manifest)
    lines[1] = replace(lines[1], hall_name="Another")
    with pytest.raises(BadValueError, match="The hall of the slip's lines"):
        draw_packing_slip(manifest, lines)
