import hashlib
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO

import pikepdf
import pytest
from pikepdf import Name
from reportlab.lib.units import mm

from cardgen.card_id import AuditNumber, MakerId, SetSerial
from cardgen.documents.pen import PAGE_HEIGHT, Box
from cardgen.documents.typefaces import body
from cardgen.errors import BadValueError
from cardgen.papers.certificate_art import Front
from cardgen.papers.certificate_frame import LEFT, WIDTH
from cardgen.papers.certificate_page import draw_certificate
from cardgen.papers.certificate_words import custody_statements, statement
from cardgen.press.job import PressJob
from cardgen.press.specimen import draw_specimen
from cardgen.proof.certificate import Certificate
from cardgen.proof.chain import Chain, WrongFingerprintError
from cardgen.proof.custody import Custody, Removal
from cardgen.secret.specimen import specimen_cards
from cardgen.series import Role, SeriesCode
from tests.papers.conftest import LONG_NAME, MakeCertificate, drawn_specimen, press_file
from tests.papers.reading import overlaps, page_count, page_size, page_text, scans, text_areas

INSIDE_FRAME = Box(LEFT, 16.0, WIDTH, PAGE_HEIGHT - 32.0)


def measured(certificate: Certificate, pdf: bytes) -> None:
    """Nothing leaves the frame, nothing stands on anything else."""
    for page_index in range(page_count(pdf)):
        outside = [a for a in text_areas(pdf, page_index) if not a.is_inside(INSIDE_FRAME)]
        assert outside == []
        assert overlaps(pdf, page_index, Front.of(certificate).specimen_room) == []


@pytest.fixture(scope="module")
def certificate(make_certificate: MakeCertificate) -> Certificate:
    return make_certificate()


@pytest.fixture(scope="module")
def drawn(certificate: Certificate, specimen_pdf: bytes) -> bytes:
    return draw_certificate(certificate, specimen_pdf)


def test_a_certificate_is_one_letter_page(drawn: bytes) -> None:
    assert page_count(drawn) == 1
    assert page_size(drawn) == pytest.approx((612, 792), abs=0.01)


def test_the_page_tells_what_a_commissioner_asks(drawn: bytes) -> None:
    text = page_text(drawn)
    for told in (
        "Number of cards printed",
        "9,000",
        "First number",
        "0000001",
        "Last number",
        "0009000",
        "Numbered consecutively",
        "St. Brendan’s Parish Hall",
        "Sample ACME-000000-0000001-R",
        "Set 000123",
        "R1, red",
        "T75, 1 face a card",
        "2026-1184",
        "November 30, 2026, 18:00 UTC",
        "404142434445464748494a4b4c4d4e4f",
        "ACME-000123-0000001-J",
        "ACME-000123-0009000-F",
        "with none missing",
        "at most 1 in 1,370,000,000",
        "N.J.A.C. 13:47-8",
    ):
        assert told in text


def test_the_page_prints_every_hash_whole(drawn: bytes, certificate: Certificate) -> None:
    text = page_text(drawn)
    _, size, root, *_ = certificate.checkpoint.split("\n")
    for told in (
        f"{size} {root}",
        certificate.bundle_sha256,
        certificate.manifest_sha256,
        hashlib.sha256(certificate.json).hexdigest(),
        certificate.press_files[0].sha256,
        certificate.root_commit,
        *certificate.component_fingerprints,
    ):
        assert told in text


def test_the_statement_is_attached_to_the_byte(drawn: bytes, certificate: Certificate) -> None:
    with pikepdf.open(BytesIO(drawn)) as pdf:
        attached = pdf.attachments["certificate-000123.json"]
        assert attached.get_file().read_bytes() == certificate.json
        assert attached.get_file().mime_type == "application/json"
        assert attached.get_file().md5 == hashlib.md5(certificate.json).digest()  # noqa: S324
        assert pdf.Root.AF[0].AFRelationship == Name.Data


def test_the_code_on_the_page_is_taken_for_the_fingerprint(drawn: bytes, chain: Chain) -> None:
    (code,) = scans(drawn)
    assert len(code.text) == 64
    chain.check_fingerprint(code.text)
    assert chain.fingerprint in page_text(drawn)


def test_another_makers_code_is_refused(chain: Chain) -> None:
    with pytest.raises(WrongFingerprintError):
        chain.check_fingerprint("0" + chain.whole_fingerprint[1:])


def test_both_sides_of_the_specimen_are_on_the_page_as_vectors(drawn: bytes) -> None:
    text = page_text(drawn)
    assert "Outside VOID" in text
    assert "Inside VOID" in text
    with pikepdf.open(BytesIO(drawn)) as pdf:
        forms = pdf.pages[0].Resources.XObject
        assert {str(form.Subtype) for form in forms.values()} == {"/Form"}


def test_the_specimens_sides_stand_in_one_scale_in_their_room(
    drawn: bytes, certificate: Certificate
) -> None:
    room = Front.of(certificate).specimen_room
    sides = [area for area in text_areas(drawn) if "VOID" in area.what]
    assert len(sides) == 2
    assert all(side.is_inside(room) for side in sides)
    assert sides[0].top == pytest.approx(sides[1].top, abs=0.01)


@pytest.mark.parametrize("words", [("one",), ("one", "two", "three")])
def test_a_specimen_of_another_number_of_pages_is_refused(
    certificate: Certificate, words: tuple[str, ...]
) -> None:
    with pytest.raises(BadValueError, match="number of pages"):
        draw_certificate(certificate, drawn_specimen(*words))


def test_the_specimen_of_the_press_can_be_placed(certificate: Certificate) -> None:
    cards = specimen_cards(certificate.series, 1)
    job = PressJob(
        series=cards.series,
        role=Role.ORIGINAL,
        price_cents=100,
        hall_name=certificate.hall_name,
        order_number=certificate.order,
        made_at=certificate.made_at,
        specimen=True,
    )
    pdf = draw_certificate(certificate, draw_specimen(job, cards))
    assert page_count(pdf) == 1
    measured(certificate, pdf)


def test_nothing_overflows_on_a_plain_certificate(drawn: bytes, certificate: Certificate) -> None:
    measured(certificate, drawn)


@pytest.mark.parametrize(
    "hall_name", [LONG_NAME, "W" * 80, "Å" * 80, "A " * 39 + "Z", "M" * 40 + " " + "g" * 39, "I"]
)
def test_a_name_of_80_characters_stays_inside_the_frame(
    make_certificate: MakeCertificate, specimen_pdf: bytes, hall_name: str
) -> None:
    certificate = make_certificate(hall_name=hall_name)
    pdf = draw_certificate(certificate, specimen_pdf)
    measured(certificate, pdf)
    letters = "".join(page_text(pdf).split())
    assert "".join(hall_name.split()) in letters


def test_a_name_keeps_its_accents_however_they_were_typed(
    make_certificate: MakeCertificate, specimen_pdf: bytes
) -> None:
    decomposed = "Cafe\N{COMBINING ACUTE ACCENT} Bingo"
    pdf = draw_certificate(make_certificate(hall_name=decomposed), specimen_pdf)
    assert "Café Bingo" in page_text(pdf)


def test_a_name_the_typeface_cannot_write_is_refused(
    make_certificate: MakeCertificate, specimen_pdf: bytes
) -> None:
    with pytest.raises(BadValueError, match="The hall's name"):
        draw_certificate(make_certificate(hall_name="Бинго"), specimen_pdf)


@pytest.mark.parametrize("field", ["hall", "order", "specimen"])
def test_a_control_character_in_any_field_is_refused(
    make_certificate: MakeCertificate, specimen_pdf: bytes, field: str
) -> None:
    with pytest.raises(BadValueError, match=r"not '.*n'"):
        draw_certificate(make_certificate(**{field: "two\nlines"}), specimen_pdf)


def test_the_widest_values_of_every_field_stay_apart(
    make_certificate: MakeCertificate, specimen_pdf: bytes
) -> None:
    certificate = make_certificate(hall_name=LONG_NAME)
    series = replace(
        certificate.series,
        maker=MakerId("WWWW"),
        series=SeriesCode("WWWWWWWW"),
        set_serial=SetSerial("888888"),
        color="purple",
        count=9_999_999,
    )
    certificate = replace(
        certificate,
        series=series,
        order="W" * 32,
        hall="w" * 32,
        skips=tuple(range(8_000_000, 8_000_024, 2)),
        press_files=(press_file(1), replace(press_file(2), name="w" * 90 + ".pdf")),
        numbered_consecutively=False,
    )
    pdf = draw_certificate(certificate, specimen_pdf)
    assert page_count(pdf) == 1
    measured(certificate, pdf)


def test_few_skips_are_named_on_the_front(
    make_certificate: MakeCertificate, specimen_pdf: bytes
) -> None:
    certificate = make_certificate(skips=(7, 8, 9, 12))
    pdf = draw_certificate(certificate, specimen_pdf)
    text = page_text(pdf)
    assert page_count(pdf) == 1
    assert "0000007–0000009, 0000012" in text
    assert "4 skips" in text
    assert "8,996" in text
    measured(certificate, pdf)


def test_many_skips_and_press_files_are_listed_on_pages_after_it(
    make_certificate: MakeCertificate, specimen_pdf: bytes
) -> None:
    files = tuple(press_file(number) for number in range(60))
    certificate = make_certificate(skips=tuple(range(5, 900, 7)), press_files=files)
    pdf = draw_certificate(certificate, specimen_pdf)
    assert page_count(pdf) == 3
    front, listed = page_text(pdf), " ".join(page_text(pdf, place) for place in (1, 2))
    assert "see page 2" in front
    assert "Page 1 of 3" in front
    assert files[0].sha256 not in front
    for skip in certificate.skips:
        assert AuditNumber(skip).printed in listed
    for file in files:
        assert f"{file.name} {file.sha256}" in listed
    measured(certificate, pdf)


def test_a_number_of_pages_is_told_only_when_there_are_several(drawn: bytes) -> None:
    assert "Page 1" not in page_text(drawn)


def test_what_is_not_consecutive_is_said_so(
    make_certificate: MakeCertificate, specimen_pdf: bytes
) -> None:
    certificate = make_certificate(numbered_consecutively=False)
    text = page_text(draw_certificate(certificate, specimen_pdf))
    assert "NOT numbered consecutively" in text
    assert text.count("NO") == 2  # in the sentence and in the band


def test_one_card_is_told_in_the_singular(make_certificate: MakeCertificate) -> None:
    certificate = make_certificate()
    certificate = replace(certificate, series=replace(certificate.series, count=1))
    assert "that 1 sealed bingo card, series R1, red, was printed" in statement(certificate)


def test_a_color_without_an_ink_leaves_the_frame_white(
    make_certificate: MakeCertificate, specimen_pdf: bytes
) -> None:
    certificate = make_certificate()
    certificate = replace(certificate, series=replace(certificate.series, color="rose tint"))
    pdf = draw_certificate(certificate, specimen_pdf)
    assert "ROSE TINT" in page_text(pdf)
    measured(certificate, pdf)


def test_each_custodian_s_line_stays_legible_with_the_longest_names() -> None:
    """Two people of sixty letters took the components away: their names are the statement."""
    at = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)
    removal = Removal(at, ("M" * 60, "W" * 60))
    lines = list(custody_statements(Custody((at, at), one_sitting=False, removed=removal)))
    assert [name for name, _ in lines] == ["Custody", "Removed by", "and by"]
    room = (WIDTH - 38.0) * mm  # beside the captions of the proof
    for _, told in lines:
        assert body(8.4).shrunk(told, room).size >= 5
