"""Whom a delivery is signed by: the maker's root, the plant's signer, the PDF's signer.

X.509 (RFC 5280); the root and the PDF signer are ECDSA P-256, the plant's key is Ed25519. The
library for certificates is loaded when one is read: a sale reads none.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from typing import TYPE_CHECKING, Self

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from cardgen.amounts import how_many
from cardgen.card_id import MakerId
from cardgen.errors import BadValueError, VerificationError, printable, shown
from cardgen.symbols import as_printed, check_symbol, first_symbols, hyphenated

if TYPE_CHECKING:
    from datetime import datetime

    from cryptography import x509

FINGERPRINT_SYMBOLS = 16  # 80 bits, sealing.md section 6
CHAIN_LENGTH = 3
CLOCK_WRONG_MAX = timedelta(days=1)  # more than that is no wrong clock
ROOT_NAME = "root"
PLANT_NAME = "plant"
PDF_SIGNER_NAME = "pdf-signer"


@cache
def _unreadable() -> tuple[type[Exception], ...]:
    """What reading a certificate may raise, as far as its bytes are to blame."""
    from cryptography import x509

    return (
        ValueError,
        TypeError,
        UnsupportedAlgorithm,
        x509.DuplicateExtension,
        x509.InvalidVersion,
        x509.UnsupportedGeneralNameType,
    )


class ChainClockError(VerificationError):
    """A moment shortly before the plant's certificates begin: one of two clocks was wrong."""

    code = "clock"

    def __init__(self, name: str, begins: datetime, at: datetime) -> None:
        minutes = -(-(begins - at) // timedelta(minutes=1))
        super().__init__(
            f"{name} begins at {begins:%Y-%m-%d %H:%M} UTC, {how_many(minutes, 'minute')} after "
            f"{at:%Y-%m-%d %H:%M}: one of the two clocks was wrong. Set the computer's clock; if "
            "it was fast when the plant was made, wait until then or make the plant anew."
        )


class ChainError(VerificationError):
    """Certificates that do not lead from the plant's signature to the maker's root."""

    code = "bad-chain"

    def __init__(self, why: str) -> None:
        super().__init__(f"chain.pem: {printable(why)}. Ask the maker for an unaltered copy.")


class WrongFingerprintError(VerificationError):
    """The delivery is signed by another root than the paper says."""

    code = "wrong-fingerprint"

    def __init__(self, expected: str, found: str) -> None:
        super().__init__(
            f"The delivery is signed by {found}, the paper says {shown(expected)}. "
            "Compare again; if they differ, do not use these cards."
        )


@dataclass(frozen=True, slots=True)
class Chain:
    """Three certificates that were checked to belong together."""

    plant: x509.Certificate
    pdf_signer: x509.Certificate
    root: x509.Certificate

    @classmethod
    def parse(cls, pem: bytes) -> Self:
        """The chain from chain.pem: plant, PDF signer, root.

        Raises: ChainError, unless the root issued itself and both others, for one maker.
        """
        from cryptography import x509

        try:
            certificates = x509.load_pem_x509_certificates(pem)
            if len(certificates) != CHAIN_LENGTH:
                raise ChainError(f"it holds {len(certificates)} certificates instead of 3")
            chain = cls(*certificates)
            chain._check_issued()
        except _unreadable():
            raise ChainError("it holds no certificates that can be read") from None
        return chain

    @property
    def plant_key(self) -> Ed25519PublicKey:
        """The key that signs bundles, checkpoints, manifests and certificates."""
        key = self.plant.public_key()
        if not isinstance(key, Ed25519PublicKey):
            raise ChainError("the plant's key is not Ed25519")
        return key

    @property
    def maker(self) -> MakerId:
        """The maker's id, as all three certificates name it."""
        name = _common_name(self.root).partition("/")[0]
        try:
            return MakerId(name)
        except BadValueError as error:
            raise ChainError(str(error).rstrip(".")) from None

    @property
    def fingerprint(self) -> str:
        """Sixteen symbols and a check symbol that name the root on paper."""
        symbols = first_symbols(self._root_hash, FINGERPRINT_SYMBOLS)
        return hyphenated(symbols + check_symbol(symbols))

    @property
    def whole_fingerprint(self) -> str:
        """All 256 bits in capital hex, as the QR code on the paper carries them."""
        return self._root_hash.hex().upper()

    @property
    def _root_hash(self) -> bytes:
        from cryptography.hazmat.primitives import serialization

        spki = self.root.public_key().public_bytes(
            serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
        )
        return hashlib.sha256(spki).digest()

    @property
    def pem(self) -> bytes:
        """The chain as chain.pem."""
        from cryptography.hazmat.primitives import serialization

        parts = (self.plant, self.pdf_signer, self.root)
        return b"".join(part.public_bytes(serialization.Encoding.PEM) for part in parts)

    def check_fingerprint(self, typed: str) -> None:
        """Take what was typed from the paper, or scanned from its QR code.

        Raises: WrongFingerprintError, unless this is the root that the paper names.
        """
        named = {self.fingerprint.replace("-", ""), self.whole_fingerprint}
        if as_printed(typed).replace("-", "").replace(" ", "") not in named:
            raise WrongFingerprintError(typed, self.fingerprint)

    def check_time(self, signed_at: datetime) -> None:
        """Raises: ChainError, when a certificate was not valid at that moment."""
        self._check_valid(signed_at, (self.plant, self.pdf_signer, self.root))

    def check_plant_time(self, at: datetime) -> None:
        """Raises: ChainError, when there was no such plant at that moment: its root is as old."""
        self._check_valid(at, (self.root,))

    def _check_valid(self, signed_at: datetime, certificates: tuple[x509.Certificate, ...]) -> None:
        for certificate in certificates:
            begins, ends = certificate.not_valid_before_utc, certificate.not_valid_after_utc
            if not begins <= signed_at <= ends:
                name = _common_name(certificate)
                if timedelta(0) < begins - signed_at <= CLOCK_WRONG_MAX:
                    raise ChainClockError(name, begins, signed_at)
                raise ChainError(
                    f"{name} is valid from {begins:%Y-%m-%d} to {ends:%Y-%m-%d}, "
                    f"not on {signed_at:%Y-%m-%d}"
                )

    def _check_issued(self) -> None:
        from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePublicKey

        named = (
            (self.plant, PLANT_NAME, Ed25519PublicKey),
            (self.pdf_signer, PDF_SIGNER_NAME, EllipticCurvePublicKey),
            (self.root, ROOT_NAME, EllipticCurvePublicKey),
        )
        unissued: tuple[type[Exception], ...] = (InvalidSignature, *_unreadable())
        for certificate, name, kind in named:
            if _common_name(certificate) != f"{self.maker}/{name}":
                raise ChainError(f"there is no certificate of {self.maker}/{name} in its place")
            try:
                certificate.verify_directly_issued_by(self.root)
            except unissued:
                raise ChainError(f"{self.maker}/{name} is not issued by the root") from None
            if _may_issue(certificate) != (name == ROOT_NAME):
                raise ChainError(f"{self.maker}/{name} has the wrong basic constraints")
            if not isinstance(certificate.public_key(), kind):
                raise ChainError(f"{self.maker}/{name} has another kind of key")


def _common_name(certificate: x509.Certificate) -> str:
    from cryptography.x509.oid import NameOID

    names = certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
    return str(names[0].value) if names else ""


def _may_issue(certificate: x509.Certificate) -> bool:
    from cryptography import x509

    try:
        constraints = certificate.extensions.get_extension_for_class(x509.BasicConstraints)
    except x509.ExtensionNotFound:
        return False
    return constraints.value.ca
