"""A small real delivery, written file by file: two series, both sealed, signed by a plant."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cardgen.card_id import AuditNumber, FormCode, MakerId, SetSerial
from cardgen.errors import CardgenError, VerificationError
from cardgen.order import HallId
from cardgen.proof.certificate import Certificate, ListedFile, Signer
from cardgen.proof.delivery import checked_delivery
from cardgen.proof.manifest import Manifest, ManifestSeries, packs_of
from cardgen.proof.signing import sign_statement
from cardgen.secret.keystore import NewKeys, PlantKeys
from cardgen.secret.sealing import SealedSeries
from cardgen.series import Role, Series, SeriesCode
from tests.golden import golden_secrets, write_bundle

MADE_AT = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)
RED = Series(
    maker=MakerId("ACME"),
    form=FormCode("T75"),
    set_serial=SetSerial("000201"),
    series=SeriesCode("R1"),
    color="red",
    first=AuditNumber(1),
    count=60,
    run_id=golden_secrets().run_id,
    run_offset=0,
)
BLUE = Series(
    maker=RED.maker,
    form=RED.form,
    set_serial=SetSerial("000202"),
    series=SeriesCode("B1"),
    color="blue",
    first=AuditNumber(1001),
    count=120,
    run_id=RED.run_id,
    run_offset=60,
)
# What people read; nothing in the proof looks into it, so any bytes will do.
PAPERS = {
    "README.txt": b"To check this folder, compare the fingerprint.\n",
    "packing-slip.pdf": b"%PDF-1.7 slip\n",
    "labels.pdf": b"%PDF-1.7 labels\n",
}
# They hold the signed JSON, so the JSON cannot hold their hash.
PAGES = {
    "certificate-000201.pdf": b"%PDF-1.7 red\n",
    "certificate-000202.pdf": b"%PDF-1.7 blue\n",
}

PROOFS = (
    "000201.bundle",
    "000202.bundle",
    "000201.checkpoint",
    "000202.checkpoint",
    "certificate-000201.json",
    "certificate-000201.json.sig",
    "certificate-000202.json",
    "certificate-000202.json.sig",
    "chain.pem",
    "manifest.json",
    "manifest.json.sig",
)

ChangeManifest = Callable[[Manifest], Manifest]
ChangeCertificate = Callable[[Certificate], Certificate]


def same_manifest(manifest: Manifest) -> Manifest:
    return manifest


def same_certificate(certificate: Certificate) -> Certificate:
    return certificate


def plant_keys(seed: int, maker: str = "ACME") -> PlantKeys:
    """The keys of a plant that began the day before; another seed is another plant."""
    keys = NewKeys(
        root=ec.derive_private_key(seed, ec.SECP256R1()),
        plant=Ed25519PrivateKey.from_private_bytes(bytes([seed]) * 32),
        pdf_signer=ec.derive_private_key(seed + 1, ec.SECP256R1()),
    )
    chain = keys.chain(MakerId(maker), MADE_AT - timedelta(days=1))
    return PlantKeys(keys.plant, chain, keys.pdf_signer)


@dataclass(frozen=True)
class Shipper:
    """A plant that delivers the small run, and may be asked to deliver it wrongly."""

    keys: PlantKeys
    series: tuple[Series, Series] = (RED, BLUE)

    def manifest(self, red: SealedSeries, blue: SealedSeries) -> Manifest:
        entries = (
            self._entry(red, Role.ORIGINAL, None),
            self._entry(blue, Role.TRADE_IN, RED.set_serial),
        )
        return Manifest(
            maker=RED.maker,
            order="2026-118",
            hall=HallId("st-brendan"),
            jurisdiction="us-ny",
            made_at=MADE_AT,
            series=entries,
        )

    def certificate(self, sealed: SealedSeries, manifest: Manifest) -> Certificate:
        chain = self.keys.chain
        return Certificate(
            series=sealed.series,
            role=Role.ORIGINAL if sealed.series == RED else Role.TRADE_IN,
            order=manifest.order,
            hall=manifest.hall,
            hall_name="Paróquia São João",
            made_at=manifest.made_at,
            numbered_consecutively=True,
            skips=(),
            checkpoint=sealed.checkpoint,
            bundle_sha256=sealed.bundle_sha256,
            manifest_sha256=hashlib.sha256(manifest.json).hexdigest(),
            press_files=(ListedFile(f"{sealed.series.set_serial}-001.pdf", "ab" * 32),),
            papers=tuple(
                ListedFile(name, hashlib.sha256(content).hexdigest())
                for name, content in PAPERS.items()
            ),
            root_commit=golden_secrets().root_commit,
            component_fingerprints=(
                golden_secrets().component_a.fingerprint,
                golden_secrets().component_b.fingerprint,
            ),
            specimen="ACME-000000-0000001-T",
            signer=Signer(chain.fingerprint, chain.pem.decode()),
        )

    def deliver(
        self,
        folder: Path,
        change_manifest: ChangeManifest = same_manifest,
        change_certificate: ChangeCertificate = same_certificate,
    ) -> Path:
        """The delivery, with its manifest and certificates changed before they are signed."""
        folder.mkdir(parents=True)
        sealed = [self._seal(folder, series) for series in self.series]
        manifest = change_manifest(self.manifest(*sealed))
        self.write_signed(folder / "manifest.json", "manifest", manifest.json)
        for one in sealed:
            serial = one.series.set_serial
            (folder / f"{serial}.checkpoint").write_text(one.checkpoint, encoding="utf-8")
            certificate = change_certificate(self.certificate(one, manifest))
            path = folder / f"certificate-{serial}.json"
            self.write_signed(path, "certificate", certificate.json)
        (folder / "chain.pem").write_bytes(self.keys.chain.pem)
        for name, content in (PAPERS | PAGES).items():
            (folder / name).write_bytes(content)
        write_sums(folder)
        return folder

    def write_signed(self, path: Path, what: str, statement: bytes) -> None:
        path.write_bytes(statement)
        signature = sign_statement(self.keys.signing_key, what, statement)
        path.with_name(f"{path.name}.sig").write_bytes(signature)

    def _seal(self, folder: Path, series: Series) -> SealedSeries:
        path = folder / f"{series.set_serial}.bundle"
        return write_bundle(path, series, golden_secrets(), self.keys.signing_key)

    def _entry(
        self, sealed: SealedSeries, role: Role, exchange_of: SetSerial | None
    ) -> ManifestSeries:
        series = sealed.series
        numbers = range(series.first, series.last + 1)
        return ManifestSeries(
            set_serial=series.set_serial,
            role=role,
            price_cents=200,
            exchange_of=exchange_of,
            first=series.first,
            last=AuditNumber(series.last),
            packs=packs_of(series.maker, series.set_serial, numbers, 25),
            skips=(),
            bundle_sha256=sealed.bundle_sha256,
        )


def write_sums(folder: Path) -> None:
    """SHA256SUMS as `sha256sum *` writes it; whoever holds the folder can do this."""
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in sorted(folder.iterdir(), key=lambda path: path.name)
        if path.is_file() and path.name != "SHA256SUMS"
    ]
    (folder / "SHA256SUMS").write_text("".join(lines))


def refusal_of(folder: Path, fingerprint: str | None = None) -> CardgenError | None:
    try:
        checked_delivery(folder, fingerprint)
    except CardgenError as error:
        return error
    return None


def assert_refused(folder: Path, why: str = "") -> None:
    error = refusal_of(folder)
    assert isinstance(error, VerificationError)
    assert error.exit_code == 3
    assert str(error).isprintable()
    assert why in str(error)


def flip_a_bit(path: Path) -> None:
    raw = bytearray(path.read_bytes())
    raw[len(raw) // 2] ^= 1
    path.write_bytes(bytes(raw))
