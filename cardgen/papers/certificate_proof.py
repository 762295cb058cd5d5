"""What binds the printer: hashes, the checkpoint, commitments, and whose signature it is."""

import hashlib
from collections.abc import Iterator

from cardgen.barcodes import QrKind
from cardgen.papers.certificate_annex import has_files_on_front
from cardgen.papers.certificate_frame import LEFT, RIGHT, WIDTH
from cardgen.papers.figures import counted
from cardgen.papers.inks import GRAY
from cardgen.papers.pen import POINTS_PER_MM, Pen, Point, fitted, wrapped
from cardgen.papers.typefaces import body, caption, code, drawable
from cardgen.proof.certificate import Certificate
from cardgen.proof.chain import Chain

ROOT_QR = QrKind(version=4, level="Q", mask=3)  # 67 characters; SHA-256 in hex has 64
QR_MODULE = 1.92  # points: 8 dots at 300 dpi

_PROOF_TOP = 199.0
_CAPTION_WIDTH = 38.0
_ROW = 4.0
_SIGNER_TOP = 238.0
_SIGNATURE_WIDTH = 58.0


def draw_proof(pen: Pen, certificate: Certificate) -> None:
    """Each hash by its name, whole, so that it can be compared with the delivery's files."""
    pen.rule(Point(LEFT, _PROOF_TOP - 4.4), Point(RIGHT, _PROOF_TOP - 4.4), 0.35)
    y = _PROOF_TOP
    for name, value in _proof(certificate):
        pen.text(Point(LEFT, y), name, fitted(name, caption(9), _CAPTION_WIDTH - 2), GRAY)
        style = fitted(value, body(7.8), WIDTH - _CAPTION_WIDTH)
        pen.text(Point(LEFT + _CAPTION_WIDTH, y), value, style)
        y += _ROW


def _proof(certificate: Certificate) -> Iterator[tuple[str, str]]:
    _, size, root, *_ = certificate.checkpoint.split("\n")
    custodian_a, custodian_b = certificate.component_fingerprints
    yield "Tree of cards, size and root", f"{size}  {root}"
    yield "Bundle, SHA-256", certificate.bundle_sha256
    yield "Manifest, SHA-256", certificate.manifest_sha256
    yield "Attached JSON, SHA-256", hashlib.sha256(certificate.json).hexdigest()
    if has_files_on_front(certificate):
        for file in certificate.press_files:
            yield drawable("The press file", file.name), file.sha256
    else:
        yield "Press files", f"{counted(len(certificate.press_files), 'file')}, see the next pages"
    yield "Secrets committed to", certificate.root_commit
    yield "Custodian A, fingerprint", custodian_a
    yield "Custodian B, fingerprint", custodian_b


def draw_signer(pen: Pen, certificate: Certificate) -> None:
    """Whose key signed, as letters and as a code; a line for a hand to sign."""
    chain = Chain.parse(certificate.signer.chain_pem.encode())
    pen.rule(Point(LEFT, _SIGNER_TOP - 4), Point(RIGHT, _SIGNER_TOP - 4), 0.35)
    pen.qr(Point(LEFT, _SIGNER_TOP), chain.whole_fingerprint, ROOT_QR, QR_MODULE)
    left = LEFT + ROOT_QR.modules * QR_MODULE / POINTS_PER_MM + 6
    width = RIGHT - _SIGNATURE_WIDTH - 8 - left
    maker = certificate.series.maker
    pen.text(
        Point(left, _SIGNER_TOP + 3), f"Signed with the key of maker {maker}", caption(10), GRAY
    )
    printed = certificate.signer.fingerprint
    pen.text(Point(left, _SIGNER_TOP + 9), printed, fitted(printed, code(13.5), width))
    told = wrapped(_EXPLANATION, body(7.4), width)
    pen.paragraph(Point(left, _SIGNER_TOP + 13.2), told, body(7.4))
    _draw_hand_lines(pen)


def _draw_hand_lines(pen: Pen) -> None:
    left = RIGHT - _SIGNATURE_WIDTH
    for y, told in (
        (_SIGNER_TOP + 9, "For the maker: name and signature"),
        (_SIGNER_TOP + 21, "Date"),
    ):
        pen.rule(Point(left, y), Point(RIGHT, y), 0.2)
        pen.text(Point(left, y + 3.4), told, caption(8.5), GRAY)


_EXPLANATION = (
    "A check that says \N{LEFT DOUBLE QUOTATION MARK}consistent\N{RIGHT DOUBLE QUOTATION MARK} has "
    "found that the delivery agrees with itself and is signed by some key. That it is this maker's "
    "is shown only by comparing that key's fingerprint with these letters."
)
