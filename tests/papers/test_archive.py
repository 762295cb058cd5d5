"""Every paper: kept for years, read by any program, the same bytes each time."""

import hashlib
import os
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Dictionary, Name, Pdf, Stream
from reportlab.pdfgen.canvas import Canvas

from cardgen.documents.archive import saved
from cardgen.errors import BadValueError
from cardgen.papers.certificate_page import draw_certificate
from cardgen.papers.labels import draw_labels
from cardgen.papers.packing_slip import SlipLine, draw_packing_slip
from tests.papers.conftest import MakeCertificate, MakeManifest, press_file

HOUSE = Path(__file__).parent.parent.parent
KINDS = ("certificate", "packing slip", "labels")
Papers = dict[str, bytes]


@pytest.fixture(scope="module")
def draw_papers(
    make_certificate: MakeCertificate,
    make_manifest: MakeManifest,
    slip_lines: Callable[..., list[SlipLine]],
    specimen_pdf: bytes,
) -> Callable[[], Papers]:
    certificate = make_certificate(
        skips=tuple(range(5, 900, 7)), press_files=tuple(press_file(place) for place in range(9))
    )
    manifest = make_manifest({"000123": (7, 8, 9, 12)})
    lines = slip_lines(manifest)
    return lambda: {
        "certificate": draw_certificate(certificate, specimen_pdf),
        "packing slip": draw_packing_slip(manifest, lines),
        "labels": draw_labels(manifest, lines),
    }


@pytest.fixture(scope="module")
def papers(draw_papers: Callable[[], Papers]) -> Papers:
    return draw_papers()


def validator() -> object:
    """The PDF/A checker; only outside the build may it be missing."""
    if "CI" in os.environ:
        import page  # noqa: PLC0415 -- must be there

        return page
    return pytest.importorskip("page")


@pytest.mark.parametrize("kind", KINDS)
def test_a_paper_is_pdf_a_3b(papers: Papers, kind: str) -> None:
    report = validator().validate_pdf_bytes(papers[kind], profile="3b")  # type: ignore[attr-defined]
    assert report.is_compliant, report.failures


@pytest.mark.parametrize("kind", KINDS)
def test_every_font_is_embedded_and_named_by_its_content(papers: Papers, kind: str) -> None:
    with pikepdf.open(BytesIO(papers[kind])) as pdf:
        fonts = list(fonts_of(pdf))
        assert len(fonts) >= 3
        for font in fonts:
            if font.Subtype == "/Type3":  # the blots of the specimen: drawn in the file
                continue
            descriptor = font.FontDescriptor
            outlines = descriptor.FontFile2.read_bytes()
            tag, plus, name = str(font.BaseFont).lstrip("/").partition("+")
            assert plus == "+"
            assert font.BaseFont == descriptor.FontName
            assert name.startswith(("BarlowCondensed", "AtkinsonHyperlegible"))
            assert tag == tag_of(outlines)


def fonts_of(pdf: Pdf) -> Iterator[Dictionary]:
    """Every font that any page or form names, used or not."""
    for found in pdf.objects:
        holder = found.get(Name.Resources) if isinstance(found, Dictionary | Stream) else None
        if isinstance(holder, Dictionary) and Name.Font in holder:
            for font in holder.Font.values():
                assert isinstance(font, Dictionary)
                yield font


def test_a_font_that_is_not_embedded_is_refused(make_certificate: MakeCertificate) -> None:
    buffer = BytesIO()
    canvas = Canvas(buffer)  # names Helvetica
    for _ in range(2):
        canvas.drawString(10, 10, "VOID")
        canvas.showPage()
    canvas.save()
    with pytest.raises(BadValueError, match="Helvetica"):
        draw_certificate(make_certificate(), buffer.getvalue())


def tag_of(outlines: bytes) -> str:
    """Six letters, from the hash as a number in base 26, lowest first."""
    number = int.from_bytes(hashlib.sha256(outlines).digest())
    return "".join(chr(65 + number // 26**place % 26) for place in range(6))


@pytest.mark.parametrize("kind", KINDS)
def test_a_paper_is_dated_by_what_it_tells_of(papers: Papers, kind: str) -> None:
    with pikepdf.open(BytesIO(papers[kind])) as pdf:
        assert str(pdf.docinfo[Name.CreationDate]) == "D:20261130180000Z"
        assert str(pdf.docinfo[Name.ModDate]) == "D:20261130180000Z"
        metadata = pdf.Root.Metadata.read_bytes().decode()
        assert "2026-11-30T18:00:00Z" in metadata
        assert "ReportLab" not in metadata + str(dict(pdf.docinfo))


@pytest.mark.parametrize("kind", KINDS)
def test_a_paper_is_printed_at_full_size(papers: Papers, kind: str) -> None:
    with pikepdf.open(BytesIO(papers[kind])) as pdf:
        assert pdf.Root.ViewerPreferences.PrintScaling == Name("/None")


@pytest.mark.parametrize("kind", KINDS)
def test_codes_and_letters_are_gray_not_mixed_from_colors(papers: Papers, kind: str) -> None:
    with pikepdf.open(BytesIO(papers[kind])) as pdf:
        content = pdf.pages[0].Contents
        streams = content if isinstance(content, pikepdf.Array) else [content]
        drawn = b"".join(stream.read_bytes() for stream in streams)
        assert b"0 g" in drawn
        assert b"0 0 0 rg" not in drawn


def test_the_same_paper_has_the_same_bytes(
    draw_papers: Callable[[], Papers], papers: Papers
) -> None:
    assert draw_papers() == papers


def test_no_order_of_hashing_changes_a_byte(tmp_path: Path) -> None:
    """Two processes with other seeds draw the same labels and slip."""
    script = tmp_path / "draw.py"
    script.write_text(DRAW_ELSEWHERE, encoding="utf-8")
    digests = {
        subprocess.run(
            [sys.executable, str(script)],
            capture_output=True,
            check=True,
            cwd=HOUSE,
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(HOUSE)},
        ).stdout
        for seed in ("1", "2", "77")
    }
    assert len(digests) == 1


DRAW_ELSEWHERE = """
import hashlib
from datetime import UTC, datetime

from cardgen.card_id import AuditNumber, FormCode, MakerId, SetSerial
from cardgen.order import HallId
from cardgen.papers.labels import draw_labels
from cardgen.papers.packing_slip import SlipLine, draw_packing_slip
from cardgen.proof.manifest import Manifest, ManifestSeries, packs_of
from cardgen.series import Role, RunId, Series, SeriesCode

maker, serial, first = MakerId("ACME"), SetSerial("000123"), AuditNumber(1)
form, code, run_id = FormCode("T75"), SeriesCode("R1"), RunId(bytes(16))
series = Series(maker, form, serial, code, "teal", first, 90, run_id, 0)
packs = packs_of(maker, serial, range(1, 91), 50)
role = Role.ORIGINAL
entry = ManifestSeries(serial, role, 100, None, first, AuditNumber(90), packs, (3,), "0" * 64)
made_at = datetime(2026, 11, 30, tzinfo=UTC)
manifest = Manifest(maker, "1", HallId("hall"), "us-ny", made_at, (entry,))
lines = [SlipLine(series, role, "The Hall")]
for paper in (draw_labels(manifest, lines), draw_packing_slip(manifest, lines)):
    print(hashlib.sha256(paper).hexdigest())
"""


def test_no_stream_s_data_ends_in_a_carriage_return() -> None:
    """With the writer's line feed it would read as one end of line, a byte short of its Length."""
    content = next(
        text
        for text in (b"q Q %% %d" % number for number in range(10_000))
        if zlib.compress(text).endswith(b"\r")
    )
    with pikepdf.Pdf.new() as pdf:
        pdf.add_blank_page(page_size=(100, 100))
        stream = pikepdf.Stream(pdf, b"")
        stream.write(zlib.compress(content), filter=pikepdf.Name.FlateDecode)
        pdf.pages[0].Contents = pdf.make_indirect(stream)
        written = saved(pdf)
    assert b"\r\nendstream" not in written
    with pikepdf.open(BytesIO(written)) as pdf:
        assert pdf.pages[0].Contents.read_bytes() == content
