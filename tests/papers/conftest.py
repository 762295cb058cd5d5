"""Certificates and manifests of the golden run, to be drawn."""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.x509.oid import NameOID
from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from cardgen.card_id import AuditNumber, SetSerial
from cardgen.order import HallId
from cardgen.papers.packing_slip import SlipLine
from cardgen.proof.certificate import Certificate, ListedFile, Signer
from cardgen.proof.chain import Chain
from cardgen.proof.header import series_of
from cardgen.proof.manifest import Manifest, ManifestSeries, packs_of
from cardgen.series import Role, Series
from cardgen.templates import template_bytes

VECTORS = Path(__file__).parent.parent / "vectors"
MADE_AT = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)
ORDER = "2026-1184"
HALL = HallId("st-brendan")
HALL_NAME = "St. Brendan’s Parish Hall"
LONG_NAME = "Fédération Œcuménique WWWW d'Ångström-Saint-Étienne-lès-Łódź MMMMM Żółć Ñandúes."

NO_SKIPS: Mapping[str, tuple[int, ...]] = {}
MakeCertificate = Callable[..., Certificate]
MakeManifest = Callable[..., Manifest]


def press_file(number: int) -> ListedFile:
    name = f"000123_R1_{number:02d}.pdf"
    return ListedFile(name, hashlib.sha256(name.encode()).hexdigest())


@pytest.fixture(scope="session")
def golden() -> dict[str, Any]:
    fields: dict[str, Any] = json.loads((VECTORS / "golden_run.json").read_text())
    return fields


@pytest.fixture(scope="session")
def golden_series(golden: dict[str, Any]) -> tuple[Series, ...]:
    return tuple(series_of(entry["header"]) for entry in golden["series"])


@pytest.fixture(scope="session")
def chain(golden: dict[str, Any]) -> Chain:
    """The maker's root, and what it issued."""
    root = ec.derive_private_key(7, ec.SECP256R1())
    plant = ed25519.Ed25519PrivateKey.from_private_bytes(
        bytes.fromhex(golden["plant_signing_seed"])
    )
    pdf_signer = ec.derive_private_key(9, ec.SECP256R1())
    return Chain(
        _issued(root, "plant", plant.public_key()),
        _issued(root, "pdf-signer", pdf_signer.public_key()),
        _issued(root, "root", root.public_key()),
    )


def _issued(
    root: ec.EllipticCurvePrivateKey,
    name: str,
    key: ec.EllipticCurvePublicKey | ed25519.Ed25519PublicKey,
) -> x509.Certificate:
    def named(common: str) -> x509.Name:
        return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"ACME/{common}")])

    builder = x509.CertificateBuilder(
        issuer_name=named("root"),
        subject_name=named(name),
        public_key=key,
        serial_number=1 + len(name),
        not_valid_before=datetime(2026, 1, 1, tzinfo=UTC),
        not_valid_after=datetime(2046, 1, 1, tzinfo=UTC),
    )
    constraints = x509.BasicConstraints(ca=name == "root", path_length=None)
    return builder.add_extension(constraints, critical=True).sign(root, hashes.SHA256())


@pytest.fixture(scope="session")
def make_certificate(
    golden: dict[str, Any], golden_series: tuple[Series, ...], chain: Chain
) -> MakeCertificate:
    """The certificate of the golden run's first series, with fields changed."""
    certificate = Certificate(
        series=golden_series[0],
        role=Role.ORIGINAL,
        order=ORDER,
        hall=HALL,
        hall_name=HALL_NAME,
        made_at=MADE_AT,
        numbered_consecutively=True,
        skips=(),
        checkpoint=golden["series"][0]["checkpoint"],
        bundle_sha256=golden["series"][0]["bundle_sha256"],
        manifest_sha256=hashlib.sha256(b"manifest").hexdigest(),
        press_files=(press_file(1),),
        papers=(),
        root_commit=golden["root_commit"],
        component_fingerprints=(
            hashlib.sha256(bytes.fromhex(golden["secret_a"])).hexdigest(),
            hashlib.sha256(bytes.fromhex(golden["secret_b"])).hexdigest(),
        ),
        specimen="ACME-000000-0000001-R",
        signer=Signer(chain.fingerprint, chain.pem.decode()),
    )
    return lambda **changes: replace(certificate, **changes)


@pytest.fixture(scope="session")
def make_manifest(golden_series: tuple[Series, ...]) -> MakeManifest:
    """The golden run's three series in packs of fifty; skips by set serial."""

    def made(skips: Mapping[str, tuple[int, ...]] = NO_SKIPS) -> Manifest:
        entries = tuple(_entry(series, skips) for series in golden_series)
        return Manifest(golden_series[0].maker, ORDER, HALL, "us-ny", MADE_AT, entries)

    return made


def _entry(series: Series, skips: Mapping[str, tuple[int, ...]]) -> ManifestSeries:
    is_trade_in = series.set_serial == "000124"
    numbers = range(series.first, series.last + 1)
    return ManifestSeries(
        set_serial=series.set_serial,
        role=Role.TRADE_IN if is_trade_in else Role.ORIGINAL,
        price_cents=0 if series.set_serial == "000125" else 100,
        exchange_of=SetSerial("000123") if is_trade_in else None,
        first=series.first,
        last=AuditNumber(series.last),
        packs=packs_of(series.maker, series.set_serial, numbers, 50),
        skips=skips.get(series.set_serial, ()),
        bundle_sha256=hashlib.sha256(series.set_serial.encode()).hexdigest(),
    )


@pytest.fixture(scope="session")
def slip_lines(golden_series: tuple[Series, ...]) -> Callable[..., list[SlipLine]]:
    """What people call the series of the manifest."""

    def lines(manifest: Manifest, hall_name: str = HALL_NAME) -> list[SlipLine]:
        by_serial = {series.set_serial: series for series in golden_series}
        return [
            SlipLine(series=by_serial[entry.set_serial], role=entry.role, hall_name=hall_name)
            for entry in manifest.series
        ]

    return lines


@pytest.fixture(scope="session")
def specimen_pdf() -> bytes:
    """Two pages of a card's size with a word on each, as plain as they can be."""
    return drawn_specimen("Outside VOID", "Inside VOID")


def drawn_specimen(*words: str) -> bytes:
    """A page a word, 108 x 254 mm."""
    file = template_bytes("fonts", "barlow-condensed", "BarlowCondensed-Bold.ttf")
    registerFont(TTFont("specimen", BytesIO(file)))
    options: dict[str, Any] = {"initialFontName": "specimen"}
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=(306.14, 720.0), invariant=1, **options)
    for word in words:
        canvas.setFont("specimen", 40)
        canvas.drawString(30, 400, word)
        canvas.setFillColorRGB(0.8, 0.1, 0.2)
        canvas.rect(20, 20, 266, 300, fill=1)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()
