"""Whom a delivery is signed by: three certificates that belong together, or none."""

import base64
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.x509.oid import NameOID
from hypothesis import given
from hypothesis import strategies as st

from cardgen.card_id import MakerId
from cardgen.errors import CardgenError
from cardgen.proof.chain import Chain, ChainClockError, ChainError, WrongFingerprintError
from cardgen.secret.keystore import NewKeys

BEGINS = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
ENDS = BEGINS + timedelta(days=1000)
ROOT_KEY = ec.derive_private_key(7, ec.SECP256R1())
OTHER_ROOT_KEY = ec.derive_private_key(8, ec.SECP256R1())
PDF_KEY = ec.derive_private_key(9, ec.SECP256R1())
PLANT_KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
RSA_KEY = rsa.generate_private_key(65537, 1024)  # noqa: S505 -- weak on purpose, signs nothing

Key = ec.EllipticCurvePrivateKey | Ed25519PrivateKey | rsa.RSAPrivateKey
ODD = "ignore::cryptography.utils.CryptographyDeprecationWarning"  # certificates that flips made


@dataclass(frozen=True)
class Wanted:
    """One certificate as a test wants it; by default as the plant makes it."""

    name: str
    key: Key
    issuer: str = "ACME/root"
    issuer_key: ec.EllipticCurvePrivateKey = field(default=ROOT_KEY)
    may_issue: bool | None = False
    begins: datetime = BEGINS
    ends: datetime = ENDS

    def certificate(self) -> x509.Certificate:
        builder = (
            x509.CertificateBuilder()
            .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, self.name)]))
            .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, self.issuer)]))
            .public_key(self.key.public_key())
            .serial_number(1)
            .not_valid_before(self.begins)
            .not_valid_after(self.ends)
        )
        if self.may_issue is not None:
            constraints = x509.BasicConstraints(ca=self.may_issue, path_length=None)
            builder = builder.add_extension(constraints, critical=True)
        return builder.sign(self.issuer_key, hashes.SHA256(), ecdsa_deterministic=True)


PLANT = Wanted("ACME/plant", PLANT_KEY)
PDF = Wanted("ACME/pdf-signer", PDF_KEY)
ROOT = Wanted("ACME/root", ROOT_KEY, may_issue=True)


def pem_of(*wanted: Wanted) -> bytes:
    pem = serialization.Encoding.PEM
    return b"".join(one.certificate().public_bytes(pem) for one in wanted)


GOOD = pem_of(PLANT, PDF, ROOT)


def renamed(maker: str) -> bytes:
    """A chain of three certificates that agree on this maker."""
    parts = (
        replace(one, name=one.name.replace("ACME", maker), issuer=f"{maker}/root")
        for one in (PLANT, PDF, ROOT)
    )
    return pem_of(*parts)


def test_a_plants_chain_is_read_as_it_was_written() -> None:
    chain = Chain.parse(GOOD)
    assert chain.pem == GOOD
    assert chain.maker == "ACME"
    assert chain.plant_key == PLANT_KEY.public_key()
    assert Chain.parse(b"Bag Attributes\r\n" + GOOD.replace(b"\n", b"\r\n")) == chain


def test_the_keys_that_a_plant_makes_are_such_a_chain() -> None:
    chain = NewKeys(ROOT_KEY, PLANT_KEY, PDF_KEY).chain(MakerId("ACME"), BEGINS)
    assert Chain.parse(chain.pem) == chain
    assert chain.fingerprint == Chain.parse(GOOD).fingerprint


def test_the_fingerprint_is_the_hash_of_the_roots_public_key() -> None:
    # 80 bits of SHA-256 over the DER SubjectPublicKeyInfo, as Crockford base 32
    spki = ROOT_KEY.public_key().public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    digest = hashes.Hash(hashes.SHA256())
    digest.update(spki)
    bits = int.from_bytes(digest.finalize()[:10], "big")
    alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    symbols = "".join(alphabet[bits >> shift & 31] for shift in range(75, -1, -5))
    printed = Chain.parse(GOOD).fingerprint
    assert printed.replace("-", "")[:16] == symbols
    whole = Chain.parse(GOOD).whole_fingerprint
    assert int(whole, 16) >> (256 - 80) == bits
    assert len(whole) == 64
    assert [len(part) for part in printed.split("-")] == [4, 4, 4, 4, 1]


def test_a_fingerprint_may_be_typed_as_people_do() -> None:
    chain = Chain.parse(GOOD)
    printed = chain.fingerprint
    typed_letters = printed.replace("0", "O").replace("1", "l")
    for typed in (
        printed,
        printed.lower(),
        printed.replace("-", ""),
        printed.replace("-", " ").lower(),
        f" {printed} ",
        chain.whole_fingerprint,  # as scanned from the certificate's page
        chain.whole_fingerprint.lower(),
        typed_letters,
        typed_letters.lower(),
    ):
        chain.check_fingerprint(typed)


@pytest.mark.parametrize(
    "change",
    [
        lambda printed: "",
        lambda printed: printed[:-1],
        lambda printed: printed[:-2],
        lambda printed: printed + "0",
        lambda printed: printed[1:],
        lambda printed: ("0" if printed[0] != "0" else "1") + printed[1:],
        lambda printed: printed[:-1] + ("0" if printed[-1] != "0" else "1"),
        lambda printed: printed[::-1],
        lambda printed: "0" * 64,
        lambda printed: "\u0660" + printed[1:],
        lambda printed: printed * 1000,
        lambda printed: "\x1b[31m\n" + printed,
    ],
)
def test_another_fingerprint_is_refused_on_one_line(change: Callable[[str], str]) -> None:
    chain = Chain.parse(GOOD)
    for right in (chain.fingerprint, chain.whole_fingerprint):
        with pytest.raises(WrongFingerprintError) as refusal:
            chain.check_fingerprint(change(right))
        assert refusal.value.exit_code == 3
        assert str(refusal.value).isprintable()
        assert len(str(refusal.value)) < 300


REFUSED: dict[str, bytes] = {
    "nothing": b"",
    "garbage": b"garbage",
    "garbage in PEM": b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n" * 3,
    "not base64": b"-----BEGIN CERTIFICATE-----\n\xff\n-----END CERTIFICATE-----\n" * 3,
    "cut short": GOOD[:-100],
    "one": pem_of(ROOT),
    "two": pem_of(PLANT, ROOT),
    "four": GOOD + pem_of(ROOT),
    "root first": pem_of(ROOT, PLANT, PDF),
    "root last but signers swapped": pem_of(PDF, PLANT, ROOT),
    "root thrice": pem_of(ROOT, ROOT, ROOT),
    "a root of another key": pem_of(PLANT, PDF, replace(ROOT, key=OTHER_ROOT_KEY)),
    "a plant under another root": pem_of(replace(PLANT, issuer_key=OTHER_ROOT_KEY), PDF, ROOT),
    "a PDF signer under another root": pem_of(PLANT, replace(PDF, issuer_key=OTHER_ROOT_KEY), ROOT),
    "a root issued by another": pem_of(PLANT, PDF, replace(ROOT, issuer_key=OTHER_ROOT_KEY)),
    "another issuer's name": pem_of(replace(PLANT, issuer="EVIL/root"), PDF, ROOT),
    "a root that may not issue": pem_of(PLANT, PDF, replace(ROOT, may_issue=False)),
    "a root that says nothing": pem_of(PLANT, PDF, replace(ROOT, may_issue=None)),
    "a plant that may issue": pem_of(replace(PLANT, may_issue=True), PDF, ROOT),
    "a PDF signer that may issue": pem_of(PLANT, replace(PDF, may_issue=True), ROOT),
    "a plant of another maker": pem_of(replace(PLANT, name="EVIL/plant"), PDF, ROOT),
    "a plant named PDF signer": pem_of(replace(PLANT, name="ACME/pdf-signer"), PDF, ROOT),
    "a plant with a longer name": pem_of(replace(PLANT, name="ACME/plant "), PDF, ROOT),
    "a root of another name": pem_of(PLANT, PDF, replace(ROOT, name="ACME/root2")),
    "a plant of ECDSA": pem_of(replace(PLANT, key=PDF_KEY), PDF, ROOT),
    "a plant of RSA": pem_of(replace(PLANT, key=RSA_KEY), PDF, ROOT),
    "a PDF signer of Ed25519": pem_of(PLANT, replace(PDF, key=PLANT_KEY), ROOT),
    "a maker in lower case": renamed("acme"),
    "a maker of other letters": renamed("\u00c4CME"),
    "a maker of other digits": renamed("\u0660\u0660\u0660\u0660"),
    "a maker that writes on the terminal": renamed("\x1b[31m\n"),
    "a maker with a slash": renamed("AC/E"),
    "a maker of five": renamed("ACMEE"),
    "a private key": PLANT_KEY.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    ),
}


@pytest.mark.parametrize("pem", REFUSED.values(), ids=REFUSED.keys())
def test_what_does_not_lead_to_one_makers_root_is_refused(pem: bytes) -> None:
    with pytest.raises(ChainError) as refusal:
        Chain.parse(pem)
    assert refusal.value.exit_code == 3
    assert str(refusal.value).isprintable()


def test_the_key_of_a_chain_that_nobody_checked_is_still_of_its_kind() -> None:
    chain = Chain.parse(GOOD)
    with pytest.raises(ChainError, match="Ed25519"):
        _ = replace(chain, plant=chain.root).plant_key


def test_a_root_without_a_name_is_refused() -> None:
    nameless = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([]))
        .issuer_name(x509.Name([]))
        .public_key(ROOT_KEY.public_key())
        .serial_number(1)
        .not_valid_before(BEGINS)
        .not_valid_after(ENDS)
        .sign(ROOT_KEY, hashes.SHA256(), ecdsa_deterministic=True)
    )
    with pytest.raises(ChainError):
        Chain.parse(pem_of(PLANT, PDF) + nameless.public_bytes(serialization.Encoding.PEM))


@pytest.mark.parametrize("expired", [0, 1, 2])
def test_a_certificate_is_valid_from_its_first_to_its_last_moment(expired: int) -> None:
    parts = [PLANT, PDF, ROOT]
    parts[expired] = replace(parts[expired], ends=BEGINS + timedelta(days=10))
    chain = Chain.parse(pem_of(*parts))
    for moment in (BEGINS, BEGINS + timedelta(days=10)):
        chain.check_time(moment)
    for moment in (
        BEGINS - timedelta(days=1, seconds=1),
        BEGINS + timedelta(days=10, seconds=1),
        datetime(1, 1, 1, tzinfo=UTC),
        datetime(9999, 12, 31, tzinfo=UTC),
    ):
        with pytest.raises(ChainError, match="is valid from 2026-11-30") as refusal:
            chain.check_time(moment)
        assert refusal.value.exit_code == 3
    with pytest.raises(ChainError, match=parts[expired].name):
        chain.check_time(BEGINS + timedelta(days=11))


@pytest.mark.parametrize(("seconds", "told"), [(1, "1 minute after"), (1200, "20 minutes after")])
def test_a_clock_that_was_fast_when_the_plant_was_made_is_told_as_a_clock(
    seconds: int, told: str
) -> None:
    chain = Chain.parse(pem_of(PLANT, PDF, ROOT))
    for check in (chain.check_time, chain.check_plant_time):
        with pytest.raises(ChainClockError, match="one of the two clocks was wrong") as refusal:
            check(BEGINS - timedelta(seconds=seconds))
        assert told in str(refusal.value)
        assert (refusal.value.code, refusal.value.exit_code) == ("clock", 3)


def refusal_of(pem: bytes) -> CardgenError | None:
    try:
        Chain.parse(pem)
    except CardgenError as error:
        return error
    return None


def pem_around(raw: bytes) -> bytes:
    armored = base64.encodebytes(raw)
    return b"-----BEGIN CERTIFICATE-----\n" + armored + b"-----END CERTIFICATE-----\n"


@pytest.mark.filterwarnings(ODD)
@pytest.mark.parametrize("changed", [0, 1, 2])
def test_a_flipped_bit_in_any_signed_byte_of_a_certificate_is_refused(changed: int) -> None:
    certificates = [one.certificate() for one in (PLANT, PDF, ROOT)]
    ders = [one.public_bytes(serialization.Encoding.DER) for one in certificates]
    assert refusal_of(b"".join(pem_around(one) for one in ders)) is None
    # RFC 5280, 4.1: SEQUENCE { tbsCertificate, signatureAlgorithm, signature BIT STRING }
    header = 4
    signed_end = header + len(certificates[changed].tbs_certificate_bytes)
    algorithm_end = signed_end + 2 + ders[changed][signed_end + 1]
    unused_bits = algorithm_end + 2  # says how many bits of the last byte do not count
    for place in range(len(ders[changed])):
        if place == unused_bits:
            continue
        flipped = bytearray(ders[changed])
        flipped[place] ^= 1 << place % 8
        parts = [*ders[:changed], bytes(flipped), *ders[changed + 1 :]]
        error = refusal_of(b"".join(pem_around(one) for one in parts))
        assert isinstance(error, ChainError), place
        assert str(error).isprintable()


@pytest.mark.filterwarnings(ODD)
@given(st.data())
def test_no_bytes_of_a_certificate_make_the_parser_fail_otherwise(data: st.DataObject) -> None:
    raw = bytearray(ROOT.certificate().public_bytes(serialization.Encoding.DER))
    place = data.draw(st.integers(0, len(raw) - 1))
    raw[place : place + data.draw(st.integers(0, 8))] = data.draw(st.binary(max_size=12))
    error = refusal_of(pem_of(PLANT, PDF) + pem_around(bytes(raw)))
    assert error is None or isinstance(error, ChainError)


def der(tag: int, content: bytes) -> bytes:
    length = len(content).to_bytes(2, "big")
    return bytes([tag, 0x82]) + length + content


def signed_anew(tbs: bytes) -> bytes:
    """A certificate over any bytes, signed by the root; nobody asks whether they make sense."""
    ecdsa_with_sha256 = bytes.fromhex("300a06082a8648ce3d040302")
    signature = ROOT_KEY.sign(tbs, ec.ECDSA(hashes.SHA256(), deterministic_signing=True))
    padded = b"\x00" + signature
    bits = bytes([0x03, len(padded)]) + padded
    return pem_around(der(0x30, tbs + ecdsa_with_sha256 + bits))


ROOT_TBS = ROOT.certificate().tbs_certificate_bytes
TWO_CONSTRAINTS = (
    x509.CertificateBuilder()
    .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "ACME/root")]))
    .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "ACME/root")]))
    .public_key(ROOT_KEY.public_key())
    .serial_number(1)
    .not_valid_before(BEGINS)
    .not_valid_after(ENDS)
    .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
    .add_extension(
        x509.UnrecognizedExtension(x509.ObjectIdentifier("2.5.29.99"), b"\x30\x00"), critical=False
    )
    .sign(ROOT_KEY, hashes.SHA256(), ecdsa_deterministic=True)
    .tbs_certificate_bytes.replace(b"\x55\x1d\x63", b"\x55\x1d\x13")  # 2.5.29.19 once more
)


def test_a_certificate_signed_anew_is_read() -> None:
    assert refusal_of(pem_of(PLANT, PDF) + signed_anew(ROOT_TBS)) is None


@pytest.mark.filterwarnings(ODD)
@pytest.mark.parametrize(
    "tbs",
    [
        TWO_CONSTRAINTS,
        ROOT_TBS.replace(b"\xa0\x03\x02\x01\x02", b"\xa0\x03\x02\x01\x09"),  # no such version
        ROOT_TBS.replace(b"ACME/root", b"\xff\xff\xff\xff/root"),  # no UTF-8
        ROOT_TBS.replace(b"\x30\x03\x01\x01\xff", b"\x30\x03\x01\x01\x01"),  # no DER boolean
        ROOT_TBS.replace(bytes.fromhex("2a8648ce3d030107"), bytes.fromhex("2a8648ce3d030109")),
        ROOT_TBS.replace(b"\x17\x0d2611", b"\x17\x0d2613"),  # a thirteenth month
    ],
)
def test_a_root_that_signs_what_no_certificate_says_is_refused(tbs: bytes) -> None:
    assert tbs != ROOT_TBS
    assert isinstance(refusal_of(pem_of(PLANT, PDF) + signed_anew(tbs)), ChainError)


@pytest.mark.filterwarnings(ODD)
@given(st.data())
def test_nothing_that_a_root_signs_makes_the_parser_fail_otherwise(data: st.DataObject) -> None:
    tbs = bytearray(ROOT_TBS)
    place = data.draw(st.integers(0, len(tbs) - 1))
    length = data.draw(st.integers(0, 4))
    tbs[place : place + length] = data.draw(st.binary(min_size=length, max_size=length))
    error = refusal_of(pem_of(PLANT, PDF) + signed_anew(bytes(tbs)))
    assert error is None or isinstance(error, ChainError)


@given(st.binary())
def test_no_bytes_make_the_parser_fail_otherwise(raw: bytes) -> None:
    assert isinstance(refusal_of(raw), ChainError)
    assert isinstance(refusal_of(pem_around(raw) * 3), ChainError)
