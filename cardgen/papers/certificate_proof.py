"""What binds the printer: hashes, the checkpoint, commitments, and whose signature it is."""

import hashlib
from collections.abc import Iterator

from cardgen.amounts import how_many
from cardgen.barcodes import QrKind
from cardgen.documents.figures import short_time
from cardgen.documents.inks import GRAY
from cardgen.documents.pen import POINTS_PER_MM, Pen, Point, fitted, wrapped
from cardgen.documents.typefaces import body, caption, code
from cardgen.papers.certificate_annex import has_files_on_front
from cardgen.papers.certificate_frame import LEFT, RIGHT, WIDTH
from cardgen.papers.certificate_words import custody_statements
from cardgen.proof.certificate import Certificate
from cardgen.proof.chain import Chain

ROOT_QR = QrKind(version=4, level="Q", mask=3)  # 67 characters; SHA-256 in hex has 64
QR_MODULE = 1.92  # points: 8 dots at 300 dpi

PROOF_TOP = 197.0  # the rule above it
_CAPTION_WIDTH = 38.0
_ROW_MAX = 4.0
_SIGNER_TOP = 233.5
_SIGNATURE_WIDTH = 58.0


def draw_proof(pen: Pen, certificate: Certificate) -> None:
    """Each hash by its name, whole, so that it can be compared with the delivery's files."""
    pen.rule(Point(LEFT, PROOF_TOP), Point(RIGHT, PROOF_TOP), 0.35)
    proof = tuple(_proof(certificate))
    y = PROOF_TOP + 4.6
    row = min(_ROW_MAX, (_SIGNER_TOP - 2.2 - y) / (len(proof) - 1))
    for name, value in proof:
        pen.text(Point(LEFT, y), name, fitted(name, caption(9), _CAPTION_WIDTH - 2), GRAY)
        style = fitted(value, body(8.4), WIDTH - _CAPTION_WIDTH)
        pen.text(Point(LEFT + _CAPTION_WIDTH, y), value, style)
        y += row


def _proof(certificate: Certificate) -> Iterator[tuple[str, str]]:
    _, size, root, *_ = certificate.checkpoint.split("\n")
    custodian_a, custodian_b = certificate.component_fingerprints
    yield "Checkpoint, size and root", f"{size}  {root}"
    yield "Bundle, SHA-256", certificate.bundle_sha256
    yield "Manifest, SHA-256", certificate.manifest_sha256
    yield "Attached JSON, SHA-256", hashlib.sha256(certificate.json).hexdigest()
    if certificate.previous is not None:
        yield "In place of, SHA-256", certificate.previous
    yield from _press_files(certificate)
    yield "Commitment to the secrets", certificate.root_commit
    yield "Custodian A, fingerprint", custodian_a
    yield "Custodian B, fingerprint", custodian_b
    if certificate.independence is not None:
        inspected = certificate.independence
        faces = how_many(inspected.faces, "face")
        judged = (
            f", {how_many(inspected.judged, 'figure')} of chance held" if inspected.judged else ""
        )
        at = short_time(inspected.inspected_at)
        yield "Inspected", f"{at}, {faces} read and opened, passed{judged}"
    if certificate.custody is not None:
        yield from custody_statements(certificate.custody)


def _press_files(certificate: Certificate) -> Iterator[tuple[str, str]]:
    if has_files_on_front(certificate):
        for file in certificate.press_files:
            yield file.name, file.sha256
    else:
        files = how_many(len(certificate.press_files), "file")
        yield "Press files", f"{files}, listed after this page"


def draw_signer(pen: Pen, certificate: Certificate, page_count: int) -> None:
    """Whose key signed, as letters and as a code; a line for a hand to sign."""
    chain = Chain.parse(certificate.signer.chain_pem.encode())
    pen.rule(Point(LEFT, _SIGNER_TOP), Point(RIGHT, _SIGNER_TOP), 0.35)
    pen.qr(Point(LEFT, _SIGNER_TOP + 4.4), chain.whole_fingerprint, ROOT_QR, QR_MODULE)
    left = LEFT + ROOT_QR.modules * QR_MODULE / POINTS_PER_MM + 6
    width = RIGHT - _SIGNATURE_WIDTH - 8 - left
    told = f"Signed with the key of maker {certificate.series.maker}"
    pen.text(Point(left, _SIGNER_TOP + 6.6), told, caption(10), GRAY)
    printed = certificate.signer.fingerprint
    pen.text(Point(left, _SIGNER_TOP + 12.6), printed, fitted(printed, code(14), width))
    pen.paragraph(Point(left, _SIGNER_TOP + 17), wrapped(_EXPLANATION, body(7.4), width), body(7.4))
    for y, asked in _HAND_LINES:
        start = Point(RIGHT - _SIGNATURE_WIDTH, _SIGNER_TOP + y)
        pen.rule(start, Point(RIGHT, start.y), 0.2)
        pen.text(Point(start.x, start.y + 3.4), asked, caption(8.5), GRAY)
    if page_count > 1:
        end = Point(RIGHT, _SIGNER_TOP + 27.4)
        pen.right(end, f"Page 1 of {page_count}", caption(8.5), GRAY)


_HAND_LINES = ((12.0, "For the maker: name and signature"), (24.0, "Date"))
_EXPLANATION = (
    "A check that says \N{LEFT DOUBLE QUOTATION MARK}consistent\N{RIGHT DOUBLE QUOTATION MARK} has "
    "found that the delivery agrees with itself and is signed by some key. That it is this maker's "
    "is shown only by comparing that key's fingerprint with these letters, or with this code."
)
