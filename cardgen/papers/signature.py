"""A paper signed for keeping: one PAdES signature over the whole file, after which nothing changes.

ETSI EN 319 142-1, level B-B; with a time-stamp service (RFC 3161) B-T. ECDSA is deterministic (RFC
6979), so that without a time stamp the same paper, key and time give the same bytes.
"""

import asyncio
import hashlib
import re
from dataclasses import dataclass, field
from datetime import datetime
from http.client import HTTPException
from urllib.error import URLError
from urllib.request import Request, urlopen

from asn1crypto import cms, tsp
from asn1crypto import x509 as asn1_x509
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from pikepdf import Array, Dictionary, Name, Pdf, String
from pyhanko.sign.general import SigningError
from pyhanko.sign.signers import Signer
from pyhanko.sign.timestamps import TimeStamper
from pyhanko_certvalidator.registry import SimpleCertificateStore

from cardgen.errors import CardgenError, printable
from cardgen.proof.chain import Chain

SIGNATURE_BYTES = (
    8192  # a signature with its chain has 2,400, a time stamp with its own about 5,000
)
ANSWER_BYTES_MAX = 1 << 16
SECONDS_WAITED = 20
FIELD = "Maker"
PRINTED_LOCKED = 132  # annotation flags print and locked (ISO 32000-1, table 165)
NO_CHANGES = 1  # DocMDP (ISO 32000-1, table 254)
_UNKNOWN = 9_999_999_999  # takes the room of any offset
_RANGE = re.compile(rb"/ByteRange \[ 0 9999999999 9999999999 9999999999 \]")


class TimeStampError(CardgenError):
    """A time-stamp service that gives no time stamp."""

    code = "no-time-stamp"

    def __init__(self, url: str, why: str) -> None:
        super().__init__(
            f"{printable(url)} gave no time stamp: {printable(why).rstrip('.')}. "
            "Try again, name another service, or ship without --time-stamp."
        )


@dataclass(frozen=True, slots=True)
class PageSigner:
    """The key that signs papers, the chain that vouches for it, and who stamps the time."""

    key: ec.EllipticCurvePrivateKey = field(repr=False)
    chain: Chain
    time_stamp_url: str | None = None


def reserve_signature(pdf: Pdf, signed_at: datetime, reason: str) -> None:
    """A certifying signature in the document, its value still to come; its field is not seen."""
    parameters = Dictionary(Type=Name.TransformParams, P=NO_CHANGES, V=Name("/1.2"))
    reference = Dictionary(
        Type=Name.SigRef, TransformMethod=Name.DocMDP, TransformParams=parameters
    )
    signature = pdf.make_indirect(
        Dictionary(
            Type=Name.Sig,
            Filter=Name("/Adobe.PPKLite"),
            SubFilter=Name("/ETSI.CAdES.detached"),
            ByteRange=Array([0, _UNKNOWN, _UNKNOWN, _UNKNOWN]),
            Contents=String(bytes(SIGNATURE_BYTES)),
            M=String(f"D:{signed_at:%Y%m%d%H%M%S}Z"),
            Reason=String(reason),
            Reference=Array([reference]),
        )
    )
    page = pdf.pages[0]
    widget = pdf.make_indirect(
        Dictionary(
            Type=Name.Annot,
            Subtype=Name.Widget,
            FT=Name.Sig,
            T=String(FIELD),
            V=signature,
            F=PRINTED_LOCKED,
            Rect=Array([0, 0, 0, 0]),
            P=page.obj,
        )
    )
    page.obj.Annots = Array([widget])
    pdf.Root.AcroForm = Dictionary(Fields=Array([widget]), SigFlags=3)  # signed; append only
    pdf.Root.Perms = Dictionary(DocMDP=signature)


def signed(paper: bytes, signer: PageSigner) -> bytes:
    """The paper with its signature in the room that was reserved for it.

    Raises: TimeStampError.
    """
    value_start = paper.index(b"<" + b"00" * SIGNATURE_BYTES + b">")
    value_end = value_start + 2 * SIGNATURE_BYTES + 2
    covered = (0, value_start, value_end, len(paper) - value_end)
    found = _RANGE.search(paper)
    if found is None:
        raise SigningError("no signature is reserved in this paper")
    told = b"/ByteRange [ %d %d %d %d ]" % covered
    whole = paper[: found.start()] + told.ljust(len(found[0])) + paper[found.end() :]
    digest = hashlib.sha256(whole[:value_start] + whole[value_end:]).digest()
    value: bytes = asyncio.run(_signed_data(digest, signer)).dump()
    if len(value) > SIGNATURE_BYTES:
        raise TimeStampError(str(signer.time_stamp_url), f"its answer has {len(value)} bytes")
    written = value.hex().encode().ljust(2 * SIGNATURE_BYTES, b"0")
    return whole[: value_start + 1] + written + whole[value_end - 1 :]


async def _signed_data(digest: bytes, signer: PageSigner) -> cms.ContentInfo:
    url = signer.time_stamp_url
    service = None if url is None else _TimeService(url)
    try:
        return await _ChainSigner(signer).async_sign(
            digest, "sha256", use_pades=True, timestamper=service
        )
    except (SigningError, URLError, HTTPException, OSError, ValueError, TypeError) as error:
        raise TimeStampError(str(url), _why(error)) from None


def _why(error: Exception) -> str:
    """What went wrong, in words; the network's errors wrap the system's."""
    reason = error.reason if isinstance(error, URLError) else error
    told = reason.strerror if isinstance(reason, OSError) and reason.strerror else str(reason)
    return told or type(error).__name__


class _ChainSigner(Signer):
    """The plant's PDF signer for the signing library."""

    def __init__(self, signer: PageSigner) -> None:
        store = SimpleCertificateStore()  # type: ignore[no-untyped-call]
        store.register_multiple([_for_asn1(signer.chain.root)])
        super().__init__(signing_cert=_for_asn1(signer.chain.pdf_signer), cert_registry=store)
        self._key = signer.key

    async def async_sign_raw(
        self,
        data: bytes,
        digest_algorithm: str,
        dry_run: bool = False,  # noqa: FBT001, FBT002
    ) -> bytes:
        del digest_algorithm, dry_run  # SHA-256, and a signature costs nothing
        return self._key.sign(data, ec.ECDSA(hashes.SHA256(), deterministic_signing=True))


class _TimeService(TimeStamper):
    """A time-stamp service over HTTP (RFC 3161, 3.4)."""

    def __init__(self, url: str) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._url = url

    async def async_request_tsa_response(self, req: tsp.TimeStampReq) -> tsp.TimeStampResp:
        if not self._url.startswith(("http://", "https://")):
            raise ValueError("its address begins with neither http:// nor https://")
        head = {"Content-Type": "application/timestamp-query"}
        asked = Request(self._url, data=req.dump(), headers=head)  # noqa: S310 -- checked above
        # Nothing else is waited for meanwhile.
        with urlopen(asked, timeout=SECONDS_WAITED) as answer:  # noqa: ASYNC210, S310
            kind = answer.headers.get_content_type()
            if kind != "application/timestamp-reply":
                raise ValueError(f"it answered {kind}")
            return tsp.TimeStampResp.load(answer.read(ANSWER_BYTES_MAX))


def _for_asn1(certificate: x509.Certificate) -> asn1_x509.Certificate:
    return asn1_x509.Certificate.load(certificate.public_bytes(serialization.Encoding.DER))
