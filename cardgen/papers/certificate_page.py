"""The certificate as a page to hang up: PDF/A-3b, with the statement that counts attached."""

from io import BytesIO

from pikepdf import Pdf

from cardgen.documents.archive import Attachment, archived, attach, saved
from cardgen.documents.pen import new_draft
from cardgen.papers.certificate_annex import annex_pages, draw_annex_page
from cardgen.papers.certificate_art import Front
from cardgen.papers.signature import PageSigner, reserve_signature, signed
from cardgen.papers.specimen_picture import specimen_picture
from cardgen.proof.certificate import Certificate
from cardgen.proof.delivery import certificate_name


def draw_certificate(certificate: Certificate, specimen_pdf: bytes) -> bytes:
    """One page; more only for long lists and for what was noted from press to pack.

    Raises: BadValueError, when the specimen is not two pages or a name cannot be drawn.
    """
    draft, front = new_draft(), Front.of(certificate)
    annex = annex_pages(certificate)
    with specimen_picture(specimen_pdf) as specimen:
        places = specimen.places(front.specimen_room)
        front.draw(draft.pen, places, 1 + len(annex))
        draft.end_page()
        for number, blocks in enumerate(annex, start=2):
            draw_annex_page(draft.pen, certificate, blocks, (number, 1 + len(annex)))
            draft.end_page()
        with Pdf.open(BytesIO(draft.drawn())) as pdf:
            specimen.place_on(pdf, places)
            attach(pdf, _statement(certificate), certificate.made_at)
            return archived(pdf, _title(certificate), certificate.made_at)


def draw_signed_certificate(
    certificate: Certificate, specimen_pdf: bytes, signer: PageSigner
) -> bytes:
    """The certificate's page, signed so that nothing of it may change.

    Raises: BadValueError, TimeStampError.
    """
    with Pdf.open(BytesIO(draw_certificate(certificate, specimen_pdf))) as pdf:
        reserve_signature(pdf, certificate.signed_at, _title(certificate))
        return signed(saved(pdf), signer)


def _statement(certificate: Certificate) -> Attachment:
    return Attachment(
        name=certificate_name(certificate.series.set_serial),
        description="The certificate itself, which the plant signed; this page is its picture",
        content=certificate.json,
    )


def _title(certificate: Certificate) -> str:
    series = certificate.series
    return f"Printer's certificate of set {series.set_serial}, order {certificate.order}"
