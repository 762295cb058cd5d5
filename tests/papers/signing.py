"""Plants that sign pages, a time-stamp service on this machine, and pages signed by others."""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer

from asn1crypto import keys as asn1_keys
from asn1crypto import tsp
from asn1crypto import x509 as asn1_x509
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from pyhanko.sign.timestamps import DummyTimeStamper

from cardgen.card_id import MakerId
from cardgen.papers.signature import SIGNATURE_BYTES, PageSigner, signed
from cardgen.proof.chain import Chain
from cardgen.secret.keystore import NewKeys

SINCE = datetime(2026, 1, 1, tzinfo=UTC)
STAMPED_AT = datetime(2026, 12, 1, 9, 30, tzinfo=UTC)


def drawn_signer() -> PageSigner:
    """A plant with keys of its own."""
    keys = NewKeys.draw()
    return PageSigner(keys.pdf_signer, keys.chain(MakerId("ACME"), SINCE))


def expired_signer(ended: datetime) -> PageSigner:
    """A plant whose key for papers was valid for a year, up to then."""
    keys = NewKeys.draw()
    chain = keys.chain(MakerId("ACME"), SINCE)
    return PageSigner(keys.pdf_signer, reissued(keys.root, chain, ended))


def reissued(root: ec.EllipticCurvePrivateKey, chain: Chain, ended: datetime) -> Chain:
    """The chain with a certificate for papers that was valid for a year, up to then."""
    old = chain.pdf_signer
    builder = (
        x509.CertificateBuilder()
        .subject_name(old.subject)
        .issuer_name(old.issuer)
        .public_key(old.public_key())
        .serial_number(old.serial_number)
        .not_valid_before(ended - timedelta(days=365))
        .not_valid_after(ended)
    )
    for extension in old.extensions:
        builder = builder.add_extension(extension.value, critical=extension.critical)
    return Chain(chain.plant, builder.sign(root, hashes.SHA256()), chain.root)


def reserved_again(paper: bytes) -> bytes:
    """A signed paper as it was before: whoever has it can do that, and sign it with another key."""
    unknown = b"/ByteRange [ 0 9999999999 9999999999 9999999999 ]"
    start = paper.index(b"/ByteRange [ 0 ")
    paper = paper[:start] + unknown + paper[start + len(unknown) :]
    value = re.search(rb"<[0-9a-f]{%d}>" % (2 * SIGNATURE_BYTES), paper)
    assert value is not None
    return paper[: value.start() + 1] + b"00" * SIGNATURE_BYTES + paper[value.end() - 1 :]


def signed_by_another(paper: bytes, signer: PageSigner) -> bytes:
    return signed(reserved_again(paper), signer)


def _service_certificate(key: rsa.RSAPrivateKey) -> x509.Certificate:
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Time of this machine")])
    purpose = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.TIME_STAMPING])
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(SINCE)
        .not_valid_after(SINCE + timedelta(days=3650))
        .add_extension(purpose, critical=True)
        .sign(key, hashes.SHA256())
    )


def time_stamper() -> DummyTimeStamper:
    """What answers to time-stamp requests; its clock stands still."""
    key = rsa.generate_private_key(65537, 2048)
    der = serialization.Encoding.DER
    private = key.private_bytes(
        der, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return DummyTimeStamper(
        tsa_cert=asn1_x509.Certificate.load(_service_certificate(key).public_bytes(der)),
        tsa_key=asn1_keys.PrivateKeyInfo.load(private),
        fixed_dt=STAMPED_AT,
    )


@contextmanager
def time_service(
    answer: bytes | None = None, kind: str = "application/timestamp-reply"
) -> Iterator[str]:
    """The address of a time-stamp service (RFC 3161, 3.4); it may answer something else."""
    stamper = time_stamper()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = self.rfile.read(int(self.headers["Content-Length"]))
            request = tsp.TimeStampReq.load(asked)
            body = answer
            if body is None:
                body = stamper.request_tsa_response(request).dump()
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Nothing is told on standard error."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
