"""The plant's keys: a root to be carried away, and the two signers it issues.

Root and PDF signer are ECDSA P-256, the plant's key is Ed25519 (sealing.md section 6).
"""

import hashlib
import unicodedata
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Self

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from cardgen.card_id import MakerId
from cardgen.errors import BadFileError, VerificationError
from cardgen.files import PRIVATE_MODE, read_bounded, write_new
from cardgen.proof.chain import PDF_SIGNER_NAME, PLANT_NAME, ROOT_NAME, Chain

ROOT_YEARS = 20
SIGNER_YEARS = 5
SIGNING_YEARS = 2  # signers sign in their first two years
DAYS_PER_YEAR = 365
ROOT_KEY = "root-key.pem"
PLANT_KEY = "plant-key.pem"
PDF_SIGNER_KEY = "pdf-signer-key.pem"
CHAIN = "chain.pem"
KEY_FILE_BYTES_MAX = 1 << 16
SERIAL_NUMBER_BYTES = 19
_MENDS = "Name a plant's folder that `cardgen init` wrote."

PublicKey = ec.EllipticCurvePublicKey | Ed25519PublicKey


class SignerExpiredError(VerificationError):
    """The plant's key is too old to sign new cards."""

    code = "signer-expired"

    def __init__(self, since: datetime, moment: datetime) -> None:
        super().__init__(
            f"The plant's key of {since:%Y-%m-%d} signs for {SIGNING_YEARS} years, not on "
            f"{moment:%Y-%m-%d}. Make a new plant folder with `cardgen init`."
        )


@dataclass(frozen=True, slots=True)
class PlantKeys:
    """The keys that sign cards and pages, and the chain that vouches for both."""

    signing_key: Ed25519PrivateKey = field(repr=False)
    chain: Chain
    pdf_key: ec.EllipticCurvePrivateKey = field(repr=False)

    def check_may_sign(self, moment: datetime) -> None:
        """Raises: SignerExpiredError, outside the signers' first two years."""
        for signer in (self.chain.plant, self.chain.pdf_signer):
            since, ends = signer.not_valid_before_utc, signer.not_valid_after_utc
            last = min(ends, since + timedelta(days=SIGNING_YEARS * DAYS_PER_YEAR))
            if not since <= moment <= last:
                raise SignerExpiredError(since, moment)


@dataclass(frozen=True, slots=True)
class NewKeys:
    """The three private keys of a plant that is being set up."""

    root: ec.EllipticCurvePrivateKey = field(repr=False)
    plant: Ed25519PrivateKey = field(repr=False)
    pdf_signer: ec.EllipticCurvePrivateKey = field(repr=False)

    @classmethod
    def draw(cls) -> Self:
        """Keys from the operating system."""
        return cls(
            ec.generate_private_key(ec.SECP256R1()),
            Ed25519PrivateKey.generate(),
            ec.generate_private_key(ec.SECP256R1()),
        )

    def chain(self, maker: MakerId, created: datetime) -> Chain:
        """What the root says of itself and of both signers; the same keys give the same bytes."""
        issuer = _Issuer(maker, self.root, created)
        return Chain(
            plant=issuer.signer(PLANT_NAME, self.plant.public_key()),
            pdf_signer=issuer.signer(PDF_SIGNER_NAME, self.pdf_signer.public_key()),
            root=issuer.root(),
        )


def write_keys(folder: Path, keys: NewKeys, chain: Chain, root_passphrase: str) -> None:
    """Write the key files and chain.pem; the root key is locked by its passphrase."""
    locked = serialization.BestAvailableEncryption(
        unicodedata.normalize("NFC", root_passphrase).encode()
    )
    write_new(folder / ROOT_KEY, _pem(keys.root, locked), PRIVATE_MODE)
    for name, key in ((PLANT_KEY, keys.plant), (PDF_SIGNER_KEY, keys.pdf_signer)):
        write_new(folder / name, _pem(key, serialization.NoEncryption()), PRIVATE_MODE)
    write_new(folder / CHAIN, chain.pem)


def read_keys(folder: Path) -> PlantKeys:
    """The plant's signing keys and chain.

    Raises: BadFileError, ChainError.
    """
    chain = Chain.parse(read_bounded(folder / CHAIN, KEY_FILE_BYTES_MAX, _MENDS))
    key, pdf_key = _private_key(folder / PLANT_KEY), _private_key(folder / PDF_SIGNER_KEY)
    if not isinstance(key, Ed25519PrivateKey) or key.public_key() != chain.plant_key:
        raise BadFileError(folder / PLANT_KEY, "the key is not the chain's", _MENDS)
    is_chains = pdf_key.public_key() == chain.pdf_signer.public_key()
    if not isinstance(pdf_key, ec.EllipticCurvePrivateKey) or not is_chains:
        raise BadFileError(folder / PDF_SIGNER_KEY, "the key is not the chain's", _MENDS)
    return PlantKeys(key, chain, pdf_key)


def _private_key(path: Path) -> PrivateKeyTypes:
    raw = read_bounded(path, KEY_FILE_BYTES_MAX, _MENDS)
    try:
        return serialization.load_pem_private_key(raw, password=None)
    except (ValueError, TypeError):
        raise BadFileError(path, "this is no key file", _MENDS) from None


@dataclass(frozen=True, slots=True)
class _Issuer:
    """The root as it issues certificates on one day."""

    maker: MakerId
    key: ec.EllipticCurvePrivateKey = field(repr=False)
    created: datetime

    def root(self) -> x509.Certificate:
        builder = self._builder(ROOT_NAME, self.key.public_key(), ROOT_YEARS)
        builder = builder.add_extension(
            x509.BasicConstraints(ca=True, path_length=0), critical=True
        )
        return self._signed(builder.add_extension(_usage(may_issue=True), critical=True))

    def signer(self, name: str, key: PublicKey) -> x509.Certificate:
        builder = self._builder(name, key, SIGNER_YEARS)
        constraints = x509.BasicConstraints(ca=False, path_length=None)
        builder = builder.add_extension(constraints, critical=True)
        builder = builder.add_extension(_usage(may_issue=False), critical=True)
        # print.md section 4: readers trust document signing only beside e-mail protection
        document_signing = x509.ObjectIdentifier("1.3.6.1.5.5.7.3.36")
        purposes = [document_signing, ExtendedKeyUsageOID.EMAIL_PROTECTION]
        return self._signed(builder.add_extension(x509.ExtendedKeyUsage(purposes), critical=False))

    def _builder(self, name: str, key: PublicKey, years: int) -> x509.CertificateBuilder:
        begins = self.created.replace(microsecond=0)
        return (
            x509.CertificateBuilder()
            .subject_name(_name(self.maker, name))
            .issuer_name(_name(self.maker, ROOT_NAME))
            .public_key(key)
            .serial_number(_serial_number(key))
            .not_valid_before(begins)
            .not_valid_after(begins + timedelta(days=years * DAYS_PER_YEAR))
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(self.key.public_key()),
                critical=False,
            )
        )

    def _signed(self, builder: x509.CertificateBuilder) -> x509.Certificate:
        return builder.sign(self.key, hashes.SHA256(), ecdsa_deterministic=True)


def _name(maker: MakerId, name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"{maker}/{name}")])


def _serial_number(key: PublicKey) -> int:
    """A number of its own for each key (RFC 5280, 4.1.2.2: positive, at most 20 octets)."""
    spki = key.public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    return int.from_bytes(hashlib.sha256(spki).digest()[:SERIAL_NUMBER_BYTES], "big")


def _usage(*, may_issue: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not may_issue,
        content_commitment=not may_issue,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=may_issue,
        crl_sign=may_issue,
        encipher_only=False,
        decipher_only=False,
    )


def _pem(
    key: ec.EllipticCurvePrivateKey | Ed25519PrivateKey,
    locked: serialization.KeySerializationEncryption,
) -> bytes:
    pkcs8 = serialization.PrivateFormat.PKCS8
    return key.private_bytes(serialization.Encoding.PEM, pkcs8, locked)
