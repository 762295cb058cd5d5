"""Whether a signed paper is whole, unchanged, and signed by the maker of the delivery."""

from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO

from asn1crypto import cms
from asn1crypto import x509 as asn1_x509
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from pikepdf import PdfError
from pikepdf import open as open_pdf
from pyhanko.pdf_utils.misc import PdfError as ReadError
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.fields import MDPPerm
from pyhanko.sign.general import SigningError
from pyhanko.sign.validation import (
    EmbeddedPdfSignature,
    PdfSignatureStatus,
    SignatureCoverageLevel,
    validate_pdf_signature,
)
from pyhanko.sign.validation.errors import SignatureValidationError
from pyhanko_certvalidator import ValidationContext

from cardgen.errors import VerificationError, printable
from cardgen.proof.certificate import Certificate
from cardgen.proof.chain import Chain
from cardgen.proof.delivery import certificate_name

# What reading a file that somebody made may raise.
_STUMBLES = (
    *(ReadError, SigningError, SignatureValidationError),
    *(ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError, OSError),
)


class PageSignatureError(VerificationError):
    """A signed paper that is not what the maker signed; the sentence says in which way."""

    code = "bad-page-signature"

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{printable(name)} {why}. Ask the maker for an unaltered copy.")


@dataclass(frozen=True, slots=True)
class PageSignature:
    """A signature that holds; `stamped_at` is what a time-stamp service says, if one was asked."""

    signed_at: datetime
    stamped_at: datetime | None
    stamped_by: str | None


@dataclass(frozen=True, slots=True)
class _Expected:
    """What a signed page must be: by whom, of when, and with which statement attached."""

    name: str
    chain: Chain
    certificate: Certificate


def checked_page(name: str, pdf: bytes, certificate: Certificate, chain: Chain) -> PageSignature:
    """The one signature of a certificate's page; the certificate itself was checked before.

    Raises: PageSignatureError, by the first step that fails.
    """
    expected = _Expected(name, chain, certificate)
    try:
        embedded = _only_signature(pdf, expected)
        return _checked(embedded, pdf, expected)
    except _STUMBLES:
        raise PageSignatureError(expected.name, "cannot be read as a signed paper") from None


def _only_signature(pdf: bytes, expected: _Expected) -> EmbeddedPdfSignature:
    signatures = PdfFileReader(BytesIO(pdf)).embedded_signatures
    if len(signatures) != 1:
        why = f"has {len(signatures)} signatures instead of one"
        raise PageSignatureError(expected.name, why)
    embedded: EmbeddedPdfSignature = signatures[0]
    return embedded


def _checked(embedded: EmbeddedPdfSignature, pdf: bytes, expected: _Expected) -> PageSignature:
    name = expected.name
    # (1) the signature covers the file from its first byte to its last
    status = _status(embedded, expected)
    if status.coverage != SignatureCoverageLevel.ENTIRE_FILE:
        raise PageSignatureError(name, "is longer than what was signed: something was appended")
    # (2) the key is the one that this maker's root issued for papers
    if embedded.signer_cert.dump() != _der(expected.chain.pdf_signer):
        raise PageSignatureError(name, "is signed by another key than this maker's for papers")
    # (3) it was signed when the certificate says, while the key was valid
    _check_time(embedded.self_reported_timestamp, expected)
    # (4) the bytes are those that were signed
    if not (status.intact and status.valid and _is_written_once(embedded, pdf)):
        raise PageSignatureError(name, "was altered after it was signed")
    # (5) it was certified so that nothing may change, and the whole of it holds
    if embedded.docmdp_level != MDPPerm.NO_CHANGES or not status.bottom_line:
        raise PageSignatureError(name, "is signed, but not as a paper that must not change")
    # (6) the statement attached is the one that lies beside it
    if _attached(pdf, expected.certificate) != expected.certificate.json:
        raise PageSignatureError(name, "does not carry the certificate that lies beside it")
    stamp = status.timestamp_validity
    if stamp is None:
        return PageSignature(expected.certificate.signed_at, None, None)
    by = stamp.signing_cert.subject.human_friendly
    return PageSignature(expected.certificate.signed_at, stamp.timestamp.astimezone(UTC), by)


def _is_written_once(embedded: EmbeddedPdfSignature, pdf: bytes) -> bool:
    """Whether the value, which nothing covers, stands as we write it: lower case, then zeros."""
    _, start, end, _ = embedded.byte_range
    read = cms.ContentInfo.load(embedded.pkcs7_content)
    # Built again around what was read, so that its length cannot take in what stands behind it.
    value = cms.ContentInfo(
        {"content_type": read["content_type"], "content": read["content"]}
    ).dump()
    written: bytes = b"<" + value.hex().encode().ljust(end - start - 2, b"0") + b">"
    return pdf[start:end] == written


def _check_time(told: datetime | None, expected: _Expected) -> None:
    if told is None or told != expected.certificate.signed_at:
        raise PageSignatureError(expected.name, "was not signed at the time the certificate tells")
    signer = expected.chain.pdf_signer
    begins, ends = signer.not_valid_before_utc, signer.not_valid_after_utc
    if not begins <= told <= ends:
        raise PageSignatureError(
            expected.name,
            f"was signed on {told:%Y-%m-%d} by a key that is valid from {begins:%Y-%m-%d} to "
            f"{ends:%Y-%m-%d}",
        )


def _status(embedded: EmbeddedPdfSignature, expected: _Expected) -> PdfSignatureStatus:
    """What the signing library says; revocation lists are not asked for, nothing is fetched."""
    root = asn1_x509.Certificate.load(_der(expected.chain.root))
    context = ValidationContext(
        trust_roots=[root], moment=expected.certificate.signed_at, allow_fetching=False
    )
    return validate_pdf_signature(embedded, context, _stamp_context(embedded))


def _stamp_context(embedded: EmbeddedPdfSignature) -> ValidationContext:
    """A time-stamp service is whom its own certificates say: nobody here knows it."""
    token = _stamp(embedded)
    if token is None:
        return ValidationContext(trust_roots=[], allow_fetching=False)
    sent = [choice.chosen for choice in token["certificates"]]
    roots = [one for one in sent if one.self_issued] or sent
    stamped = token["encap_content_info"]["content"].parsed["gen_time"].native
    return ValidationContext(
        trust_roots=roots, other_certs=sent, moment=stamped, allow_fetching=False
    )


def _stamp(embedded: EmbeddedPdfSignature) -> cms.SignedData | None:
    """The time stamp over the signature's value (RFC 3161, appendix A)."""
    for attribute in embedded.signer_info["unsigned_attrs"]:
        if attribute["type"].native == "signature_time_stamp_token":
            return attribute["values"][0]["content"]
    return None


def _attached(pdf: bytes, certificate: Certificate) -> bytes | None:
    name = certificate_name(certificate.series.set_serial)
    try:
        with open_pdf(BytesIO(pdf)) as opened:
            return opened.attachments[name].get_file().read_bytes()
    except (PdfError, KeyError):
        return None


def _der(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.DER)
