"""The certificate's page signed: valid for other programs, and whatever is done to it is told."""

import os
import re
import shutil
import subprocess
from datetime import timedelta
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from asn1crypto import x509 as asn1_x509
from cryptography.hazmat.primitives import serialization
from hypothesis import given
from hypothesis import strategies as st
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.fields import MDPPerm
from pyhanko.sign.validation import SignatureCoverageLevel, validate_pdf_signature
from pyhanko_certvalidator import ValidationContext

from cardgen.papers.certificate_page import draw_certificate, draw_signed_certificate
from cardgen.papers.signature import (
    SIGNATURE_BYTES,
    PageSigner,
    TimeStampError,
    reserve_signature,
    signed,
)
from cardgen.papers.signature_check import PageSignatureError, checked_page
from cardgen.proof.certificate import Certificate
from cardgen.proof.custody import Custody, Removal
from cardgen.proof.finishing import Finishing, Spoiled
from tests.papers.conftest import MADE_AT, MakeCertificate
from tests.papers.signing import (
    STAMPED_AT,
    drawn_signer,
    expired_signer,
    reserved_again,
    signed_by_another,
    time_service,
)
from tests.papers.test_archive import validator

NAME = "certificate-000123.pdf"


@pytest.fixture(scope="module")
def certificate(make_certificate: MakeCertificate) -> Certificate:
    return make_certificate()


@pytest.fixture(scope="module")
def signer() -> PageSigner:
    return drawn_signer()


@pytest.fixture(scope="module")
def page(certificate: Certificate, specimen_pdf: bytes, signer: PageSigner) -> bytes:
    return draw_signed_certificate(certificate, specimen_pdf, signer)


def refusal(pdf: bytes, certificate: Certificate, signer: PageSigner) -> str:
    with pytest.raises(PageSignatureError) as refused:
        checked_page(NAME, pdf, certificate, signer.chain)
    sentence = str(refused.value)
    assert refused.value.exit_code == 3
    assert sentence.isprintable()
    assert sentence.startswith(NAME)
    return sentence


# --- as it was signed -----------------------------------------------------------------------


def test_a_signed_page_holds(page: bytes, certificate: Certificate, signer: PageSigner) -> None:
    checked = checked_page(NAME, page, certificate, signer.chain)
    assert checked.signed_at == MADE_AT
    assert checked.stamped_at is None


def test_the_same_page_key_and_time_give_the_same_bytes(
    page: bytes, certificate: Certificate, specimen_pdf: bytes, signer: PageSigner
) -> None:
    """RFC 6979: without a time stamp nothing in a signature is drawn."""
    assert draw_signed_certificate(certificate, specimen_pdf, signer) == page


def test_a_signed_page_is_pdf_a_3b_still(page: bytes) -> None:
    report = validator().validate_pdf_bytes(page, profile="3b")  # type: ignore[attr-defined]
    assert report.is_compliant, report.failures


def test_the_signing_librarys_own_bottom_line_is_good(page: bytes, signer: PageSigner) -> None:
    """Asked without our check: bottom line, whole-file coverage, certified for no changes."""
    (embedded,) = PdfFileReader(BytesIO(page)).embedded_signatures
    der = signer.chain.root.public_bytes(serialization.Encoding.DER)
    root = asn1_x509.Certificate.load(der)
    status = validate_pdf_signature(
        embedded, ValidationContext(trust_roots=[root], moment=MADE_AT, allow_fetching=False)
    )
    assert status.bottom_line
    assert status.coverage == SignatureCoverageLevel.ENTIRE_FILE
    assert embedded.docmdp_level == MDPPerm.NO_CHANGES
    assert "PdfSignatureStatus" in type(status).__name__


def test_the_page_is_signed_as_of_the_last_thing_it_tells(
    make_certificate: MakeCertificate, specimen_pdf: bytes, signer: PageSigner
) -> None:
    removed = Removal(MADE_AT + timedelta(days=2), ("Ann Berg", "Bob Cole"))
    custody = Custody((MADE_AT, MADE_AT), one_sitting=False, removed=removed)
    later = make_certificate(custody=custody)
    pdf = draw_signed_certificate(later, specimen_pdf, signer)
    assert checked_page(NAME, pdf, later, signer.chain).signed_at == removed.at
    assert "at the time" in refusal(pdf, make_certificate(), signer)


def test_a_spoil_noted_later_is_told_too(
    make_certificate: MakeCertificate, specimen_pdf: bytes, signer: PageSigner
) -> None:
    at = MADE_AT + timedelta(days=1)
    spoiled = Spoiled((7,), at, ("Ann Berg", "Bob Cole"), "Torn", remade=False)
    finishing = Finishing((spoiled,), (), (), 0, 0, 0, (1, 9000))
    later = make_certificate(skips=(7,), finishing=finishing)
    pdf = draw_signed_certificate(later, specimen_pdf, signer)
    assert checked_page(NAME, pdf, later, signer.chain).signed_at == at


# --- in another program ---------------------------------------------------------------------


def pdfsig(pdf: bytes, signer: PageSigner, folder: Path) -> str:
    """What poppler says, trusting our root; its exit code is 0 whatever it finds."""
    for tool in ("certutil", "pdfsig"):
        if shutil.which(tool) is None:
            assert os.environ.get("CI") != "true", f"{tool} must be there in CI"
            pytest.skip(f"{tool} is not installed")
    store = f"sql:{folder}/nss"
    (folder / "nss").mkdir(parents=True)
    root = folder / "root.pem"
    root.write_bytes(signer.chain.root.public_bytes(serialization.Encoding.PEM))
    subprocess.run(["certutil", "-N", "-d", store, "--empty-password"], check=True)
    words = ["-n", "root", "-t", "CT,CT,CT", "-i", str(root)]
    subprocess.run(["certutil", "-A", "-d", store, *words], check=True)
    path = folder / "page.pdf"
    path.write_bytes(pdf)
    done = subprocess.run(
        ["pdfsig", "-nssdir", store, path], check=True, capture_output=True, text=True
    )
    return done.stdout


def test_poppler_says_valid_trusted_and_total(
    page: bytes, signer: PageSigner, tmp_path: Path
) -> None:
    told = pdfsig(page, signer, tmp_path)
    assert "Signature is Valid." in told
    assert "Certificate is Trusted." in told
    assert "Total document signed" in told
    assert "ETSI.CAdES.detached" in told
    assert "ACME/pdf-signer" in told
    assert told.count("Signature #") == 1


def test_poppler_tells_a_tampered_page_in_its_text(
    page: bytes, signer: PageSigner, tmp_path: Path
) -> None:
    place = page.index(b"Printer's certificate")
    told = pdfsig(page[:place] + b"p" + page[place + 1 :], signer, tmp_path / "flipped")
    assert "Digest Mismatch" in told
    assert "Signature is Valid" not in told
    told = pdfsig(page + b"\n% more", signer, tmp_path / "appended")
    assert "Total document signed" not in told
    other = signed_by_another(page, drawn_signer())
    assert "Certificate is Trusted" not in pdfsig(other, signer, tmp_path / "foreign")


# --- what is done to it ---------------------------------------------------------------------


def test_a_flipped_byte_is_told(page: bytes, certificate: Certificate, signer: PageSigner) -> None:
    place = page.index(b"Printer's certificate")
    altered = page[:place] + b"p" + page[place + 1 :]
    assert "was altered after it was signed" in refusal(altered, certificate, signer)


def test_a_flipped_byte_anywhere_is_refused(
    page: bytes, certificate: Certificate, signer: PageSigner
) -> None:
    """The signature's own value and the zeros behind it among them, which no signature covers."""
    value = page.index(b"<30") + 1
    unsigned = (*range(value, value + 40), value + 5_000, value + 2 * SIGNATURE_BYTES - 1)
    for place in (*range(0, len(page), len(page) // 60), *unsigned):
        altered = page[:place] + bytes([page[place] ^ 1]) + page[place + 1 :]
        try:
            checked_page(NAME, altered, certificate, signer.chain)
        except PageSignatureError:
            continue
        pytest.fail(f"byte {place}: {page[place - 20 : place + 20]!r}")


def test_the_value_in_capitals_is_refused(
    page: bytes, certificate: Certificate, signer: PageSigner
) -> None:
    value = page.index(b"<30") + 1
    capitals = page[:value] + page[value : value + 2000].upper() + page[value + 2000 :]
    assert "was altered" in refusal(capitals, certificate, signer)


def test_an_appended_update_is_told(
    page: bytes, certificate: Certificate, signer: PageSigner
) -> None:
    writer = IncrementalPdfFileWriter(BytesIO(page))
    writer.root["/Lang"] = writer.root["/Lang"].__class__("de")
    writer.update_root()  # type: ignore[no-untyped-call]
    buffer = BytesIO()
    writer.write(buffer)  # type: ignore[no-untyped-call]
    for longer in (buffer.getvalue(), page + b"\n", page + page):
        assert "something was appended" in refusal(longer, certificate, signer)


def test_a_foreign_chain_is_told(page: bytes, certificate: Certificate, signer: PageSigner) -> None:
    other = signed_by_another(page, drawn_signer())
    assert "another key than this maker's" in refusal(other, certificate, signer)


def test_an_expired_signer_is_told(page: bytes, certificate: Certificate) -> None:
    expired = expired_signer(MADE_AT - timedelta(days=30))
    told = refusal(signed_by_another(page, expired), certificate, expired)
    assert "signed on 2026-11-30 by a key that is valid from 2025-10-31 to 2026-10-31" in told


def test_a_certificate_of_the_right_name_with_another_key_is_told(
    page: bytes, certificate: Certificate, signer: PageSigner
) -> None:
    """The maker's certificate in the signature, another key behind it."""
    liar = PageSigner(drawn_signer().key, signer.chain)
    assert "was altered" in refusal(signed_by_another(page, liar), certificate, signer)


def test_another_certificates_page_is_told(
    make_certificate: MakeCertificate, specimen_pdf: bytes, signer: PageSigner
) -> None:
    other = draw_signed_certificate(make_certificate(order="2026-9999"), specimen_pdf, signer)
    told = refusal(other, make_certificate(), signer)
    assert "does not carry the certificate that lies beside it" in told


def test_a_page_without_a_signature_is_told(
    certificate: Certificate, specimen_pdf: bytes, signer: PageSigner
) -> None:
    told = refusal(draw_certificate(certificate, specimen_pdf), certificate, signer)
    assert "0 signatures instead of one" in told


def test_a_signature_that_allows_changes_is_told(
    page: bytes, certificate: Certificate, signer: PageSigner
) -> None:
    paper = reserved_again(page)
    filling = re.sub(rb"/P 1(?= |/)", b"/P 2", paper, count=1)
    assert filling != paper
    told = refusal(signed(filling, signer), certificate, signer)
    assert "not as a paper that must not change" in told


def test_two_signatures_are_told(page: bytes, certificate: Certificate, signer: PageSigner) -> None:
    with pikepdf.open(BytesIO(page)) as pdf:
        reserve_signature(pdf, MADE_AT, "one")
        first = pdf.Root.AcroForm.Fields[0]
        reserve_signature(pdf, MADE_AT, "two")
        pdf.Root.AcroForm.Fields.append(first)
        first.T = pikepdf.String("Other")
        (whole,) = PdfFileReader(BytesIO(page)).embedded_signatures
        for field in pdf.Root.AcroForm.Fields:
            field.V.Contents = pikepdf.String(whole.pkcs7_content)
            field.V.ByteRange = pikepdf.Array([0, 10, 20, 10])
        buffer = BytesIO()
        pdf.save(buffer)
    assert "2 signatures instead of one" in refusal(buffer.getvalue(), certificate, signer)


@given(data=st.data())
def test_no_bytes_make_the_check_fail_otherwise(
    page: bytes, certificate: Certificate, signer: PageSigner, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(page) - 1))
    stop = data.draw(st.integers(start, min(len(page), start + 4000)))
    spliced = page[:start] + data.draw(st.binary(max_size=60)) + page[stop:]
    for pdf in (spliced, data.draw(st.binary(max_size=200))):
        if pdf != page:
            refusal(pdf, certificate, signer)


# --- time stamps ----------------------------------------------------------------------------


def stamped(paper: bytes, signer: PageSigner, url: str) -> bytes:
    return signed(reserved_again(paper), PageSigner(signer.key, signer.chain, url))


def test_a_time_stamp_of_a_service_is_kept_and_told(
    page: bytes, certificate: Certificate, signer: PageSigner, tmp_path: Path
) -> None:
    with time_service() as url:
        pdf = stamped(page, signer, url)
    checked = checked_page(NAME, pdf, certificate, signer.chain)
    assert checked.stamped_at == STAMPED_AT
    assert checked.stamped_by is not None
    assert "Time of this machine" in checked.stamped_by
    report = validator().validate_pdf_bytes(pdf, profile="3b")  # type: ignore[attr-defined]
    assert report.is_compliant, report.failures
    told = pdfsig(pdf, signer, tmp_path)
    assert "Signature is Valid." in told
    assert "Total document signed" in told


def test_a_time_stamp_of_another_signature_is_told(
    page: bytes, certificate: Certificate, signer: PageSigner
) -> None:
    with time_service() as url:
        pdf = stamped(page, signer, url)
        other = stamped(page.replace(b"/Lang (en-US)", b"/Lang (en-GB)"), signer, url)
    values = [re.search(rb"<30[0-9a-f]{16000,}>", one) for one in (pdf, other)]
    assert values[0] is not None
    assert values[1] is not None
    exchanged = pdf[: values[0].start()] + values[1][0] + pdf[values[0].end() :]
    refusal(exchanged, certificate, signer)


@pytest.mark.parametrize(
    ("answer", "kind", "why"),
    [
        (b"<html>", "text/html", "it answered text/html"),
        (b"", "application/timestamp-reply", ""),
        (b"\x30\x03\x02\x01\x02", "application/timestamp-reply", ""),
        (b"\x30\x05\x30\x03\x02\x01\x02", "application/timestamp-reply", ""),
        (os.urandom(300), "application/timestamp-reply", ""),
    ],
)
def test_a_service_that_gives_no_stamp_is_told(
    page: bytes, signer: PageSigner, answer: bytes, kind: str, why: str
) -> None:
    with time_service(answer, kind) as url, pytest.raises(TimeStampError) as refused:
        stamped(page, signer, url)
    assert why in str(refused.value)


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/", "file:///etc/passwd", "time.example", ""])
def test_a_service_that_is_not_there_is_told(page: bytes, signer: PageSigner, url: str) -> None:
    with pytest.raises(TimeStampError) as refused:
        stamped(page, signer, url)
    assert "ship without --time-stamp" in str(refused.value)


def test_a_stamp_too_long_for_its_room_is_told(
    page: bytes, signer: PageSigner, monkeypatch: pytest.MonkeyPatch
) -> None:
    paper = reserved_again(page)
    room = b"<" + b"00" * SIGNATURE_BYTES + b">"
    small = paper.replace(room, b"<" + b"00" * 1000 + b">")
    monkeypatch.setattr("cardgen.papers.signature.SIGNATURE_BYTES", 1000)
    with pytest.raises(TimeStampError, match="bytes"):
        signed(small, signer)
