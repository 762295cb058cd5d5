"""What a customer approves, and that a live card's inside is nowhere in it."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2  # type: ignore[import-untyped]
import pytest

from cardgen.errors import BadValueError
from cardgen.press.proof import draw_proof
from cardgen.press.proof_sheet import PAPER, RULER_AT
from cardgen.printed_batch import PrintedBatch
from tests.press.cards import HALL, a_batch, a_job, a_series
from tests.press.raster import DARK, Picture, codes
from tests.press.tools import embedded, judge

LIVE = a_series(20)
VOID = a_series(200, set_serial="000000")  # made-up faces follow the number: 31 is not live
INSIDE_COLUMNS = ("inside_tokens", "unlock_codes", "face_numbers")


def a_proof(hall_name: str = HALL) -> bytes:
    batch = a_batch(LIVE)
    live = (batch.outside(0), batch.outside(19))
    return draw_proof(a_job(LIVE, hall_name=hall_name), live, a_batch(VOID, 30, 1))


@pytest.fixture(scope="module")
def proof() -> bytes:
    return a_proof()


@pytest.fixture(scope="module")
def sheets(proof: bytes) -> list[Picture]:
    document = pypdfium2.PdfDocument(proof)
    pictures = []
    for page in document:
        dots = np.squeeze(page.render(scale=300 / 72, grayscale=True).to_numpy())
        pictures.append(Picture(np.ascontiguousarray(dots), 300, PAPER.margin))
    return pictures


def streams(pdf: bytes) -> Iterator[bytes]:
    with pikepdf.open(BytesIO(pdf)) as opened:
        for found in opened.objects:
            if isinstance(found, pikepdf.Stream):
                yield found.read_bytes()


def test_no_inside_of_a_live_card_is_in_its_bytes(proof: bytes) -> None:
    """sealing.md 6; the same search finds the specimen's inside: it looks for the right thing."""
    everything = b"\n".join((proof, *streams(proof)))
    batch = a_batch(LIVE)
    for card in range(batch.count):
        for secret in inside_of(batch, card):
            assert secret not in everything
    specimen = a_batch(VOID, 30, 1)
    assert specimen.row("unlock_codes", 0) in everything
    assert specimen.row("face_numbers", 0) in everything


def inside_of(batch: PrintedBatch, card: int) -> Iterator[bytes]:
    yield from (batch.row(name, card) for name in INSIDE_COLUMNS)
    yield batch.row("unlock_codes", card).replace(b"-", b"")
    numbers = batch.row("numbers", card)
    yield numbers
    yield from (mark.join(b"%d" % number for number in numbers) for mark in (b" ", b",", b", "))


def test_of_live_cards_the_outside_can_be_scanned_and_of_the_specimen_both_sides(
    sheets: list[Picture],
) -> None:
    live, specimen = a_batch(LIVE), a_batch(VOID, 30, 1)
    expected = [outside_codes(live, 0), outside_codes(live, 19), outside_codes(specimen, 0)]
    expected.append({("QR Code", specimen.row("inside_tokens", 0).decode())})
    assert [codes(sheet.dots) for sheet in sheets] == expected


def outside_codes(batch: PrintedBatch, card: int) -> set[tuple[str, str]]:
    return {
        ("QR Code", batch.row("outside_tokens", card).decode()),
        ("Code 128", batch.row("linear_codes", card).decode()),
    }


def test_no_number_stands_on_a_live_page_but_those_of_its_outside(proof: bytes) -> None:
    """All a live page says is the artwork, the sheet around it and five texts of the outside."""
    with pikepdf.open(BytesIO(proof)) as pdf:
        live = list(pdf.pages)[:2]
        for page, card in zip(live, (0, 19), strict=True):
            content = page.Contents.read_bytes()
            assert content.count(b" Tj") == 5
            assert b"TJ" not in content  # play numbers
            assert a_batch(LIVE).row("card_ids", card) in content
            assert b"/LiveOutside Do" in content
            assert b"Inside" not in content


@pytest.mark.parametrize("page", range(4))
def test_the_ruler_is_fifty_millimeters_in_the_raster(sheets: list[Picture], page: int) -> None:
    left, up = (1000 * length for length in RULER_AT)
    strip = sheets[page].cut(left - 2_000, up + 3_200, 54_000, 600)  # only long ticks reach it
    dark = np.flatnonzero((strip < DARK).any(axis=0))
    gaps = np.flatnonzero(np.diff(dark) > 1)
    starts = np.concatenate(([dark[0]], dark[gaps + 1]))
    ends = np.concatenate((dark[gaps], [dark[-1]]))
    middles = (starts + ends) / 2
    assert len(middles) == 6
    assert sheets[page].micrometers(1) * (middles[-1] - middles[0]) == pytest.approx(50_000, abs=85)


def test_the_card_is_at_true_size(sheets: list[Picture]) -> None:
    """The cut is a hairline; it is found where the sheet's measures put it, to a dot."""
    for sheet in sheets:
        across = sheet.cut(-700, 60_000, 109_400, 100).mean(axis=0) < 200
        hits = np.flatnonzero(across)
        assert sheet.micrometers(int(hits[-1] - hits[0])) == pytest.approx(108_000, abs=170)
        up = sheet.cut(9_500, -700, 100, 255_400).mean(axis=1) < 200
        hits = np.flatnonzero(up)
        assert sheet.micrometers(int(hits[-1] - hits[0])) == pytest.approx(254_000, abs=170)


def test_it_says_in_words_what_it_shows_and_where_it_is_approved(proof: bytes) -> None:
    document = pypdfium2.PdfDocument(proof)
    cards = [a_batch(LIVE).outside(0), a_batch(LIVE).outside(19)]
    ids = [*(card.card_id for card in cards), *[a_batch(VOID, 30, 1).outside(0).card_id] * 2]
    for page, card_id in zip(document, ids, strict=True):
        said = page.get_textpage().get_text_bounded()
        for words in (
            *("PROOF · not for sale", "2026-117", HALL, "R1", "RED", "ORIGINAL", "$1.00", card_id),
            *("0000001 to 0000020", "Approval", "Approved as shown", "Name", "Date", "Signature"),
        ):
            assert words in said, words
    said = [page.get_textpage().get_text_bounded() for page in document]
    assert [words.count("VOID") > 0 for words in said] == [False, False, True, True]


def test_a_series_of_one_card_has_one_live_page() -> None:
    one = a_series(1)
    live = [a_batch(one).outside(0)]
    document = pypdfium2.PdfDocument(draw_proof(a_job(one), live, a_batch(VOID, 30, 1)))
    assert len(document) == 3
    assert "the only card" in document[0].get_textpage().get_text_bounded()


def test_a_live_card_is_not_taken_for_the_specimen() -> None:
    batch = a_batch(LIVE)
    with pytest.raises(BadValueError, match="set serial of a specimen"):
        draw_proof(a_job(LIVE), [batch.outside(0)], batch)


def test_it_is_for_screens_and_office_printers(proof: bytes) -> None:
    """Red, green, blue and gray; fonts embedded; never fitted to the page; no live inside."""
    with pikepdf.open(BytesIO(proof)) as pdf:
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        resources = pdf.pages[0].Resources
        assert "/ColorSpace" not in resources
        assert all(embedded(font) for font in resources.Font.values())
        assert b"AAAAAA+" not in proof
        for form in resources.XObject.values():
            operators = {str(step.operator) for step in pikepdf.parse_content_stream(form)}
            assert not operators & {"k", "K", "cs", "scn", "sh", "gs"}


def test_it_has_title_dates_and_the_card_s_cut_and_claims_no_press_standard(proof: bytes) -> None:
    with pikepdf.open(BytesIO(proof)) as pdf:
        packet = pdf.Root.Metadata.read_raw_bytes().decode()
        assert str(pdf.docinfo.Title) == "Proof of Sealed cards ACME 000123 R1 red"
        assert f">{pdf.docinfo.Title}<" in packet
        assert str(pdf.docinfo.CreationDate) == str(pdf.docinfo.ModDate) == "D:20261130090000Z"
        assert packet.count("2026-11-30T09:00:00Z") == 3
        assert b"PDF/X" not in proof
        for page in pdf.pages:
            left, bottom, right, top = (float(x) * 25.4 / 72 for x in page.TrimBox)
            assert (left, bottom) == pytest.approx((12.7, 12.7), abs=1e-4)
            assert (right - left, top - bottom) == pytest.approx((108, 254), abs=1e-4)


def test_it_is_the_same_each_time_and_named_by_its_job(proof: bytes) -> None:
    assert a_proof() == proof
    assert a_proof("Another Hall")[-200:] != proof[-200:]


@pytest.mark.parametrize("hall_name", ["W" * 80, ("Our Lady of the Snows " * 4)[:80].strip()])
def test_a_long_name_stays_in_its_column(hall_name: str) -> None:
    document = pypdfium2.PdfDocument(a_proof(hall_name))
    dots = np.squeeze(document[0].render(scale=150 / 72, grayscale=True).to_numpy())
    sheet = Picture(dots, 150, PAPER.margin)
    assert sheet.cut(187_800, 0, 8_000, 254_000).min() > 250


def test_four_programs_of_others_read_it(proof: bytes, tmp_path: Path) -> None:
    path = tmp_path / "proof.pdf"
    path.write_bytes(proof)
    judge(path, tmp_path)
