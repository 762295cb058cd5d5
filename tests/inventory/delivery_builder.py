"""A small, real delivery: dealt, sealed and signed like the plant's, with its cards."""

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cardgen.card_id import AuditNumber, FormCode, MakerId, SetSerial
from cardgen.order import HallId
from cardgen.printed_batch import PrintedBatch
from cardgen.proof.certificate import Certificate, ListedFile, Signer
from cardgen.proof.delivery import (
    CHAIN,
    MANIFEST,
    SUMS,
    bundle_name,
    certificate_name,
    checkpoint_name,
    file_sha256,
    sums_text,
)
from cardgen.proof.finishing import Finishing, Spoiled
from cardgen.proof.manifest import Manifest, ManifestSeries, packs_of
from cardgen.proof.signing import sign_statement
from cardgen.secret.dealing import deal_series
from cardgen.secret.keys import Component, RunSecrets
from cardgen.secret.printing import printed
from cardgen.secret.sealing import BundleWriter
from cardgen.series import Role, RunId, Series, SeriesCode
from tests.small_delivery import MADE_AT, PAPERS, plant_keys

PLANT = plant_keys(7)
MAKER = MakerId("ACME")
RED, BLUE = "000123", "000124"


@dataclass(frozen=True)
class Card:
    """What stands on one printed card."""

    card_id: str
    outside: str
    linear: str
    inside: str
    code: str
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Built:
    """A delivery folder and, for the tests alone, the cards that came with it."""

    folder: Path
    fingerprint: str
    cards: dict[tuple[str, int], Card]

    def red(self, number: int) -> Card:
        return self.cards[RED, number]

    def blue(self, number: int) -> Card:
        return self.cards[BLUE, number]


@dataclass(frozen=True)
class Asked:
    """What a test may want otherwise."""

    reds: int = 40
    blues: int = 60
    pack_size: int = 20
    hall: str = "st-brendan"
    run: int = 1
    skips: tuple[int, ...] = ()
    faces: int = 1
    serials: tuple[str, str] = (RED, BLUE)
    colors: tuple[str, str] = ("red", "blue")
    names: tuple[str, str] = ("R1", "B1")
    parts: tuple[tuple[int, int], tuple[int, int]] | None = None
    prices: tuple[int, int] = (100, 100)


def build_delivery(folder: Path, asked: Asked = Asked()) -> Built:
    folder.mkdir(parents=True)
    secrets = secrets_of(asked.run)
    plant, chain = PLANT.signing_key, PLANT.chain
    red = Series(
        maker=MAKER,
        form=FormCode("T75"),
        set_serial=SetSerial(asked.serials[0]),
        series=SeriesCode(asked.names[0]),
        color=asked.colors[0],
        first=AuditNumber(1),
        count=asked.reds,
        run_id=secrets.run_id,
        run_offset=0,
        faces=asked.faces,
    )
    blue = replace(
        red,
        set_serial=SetSerial(asked.serials[1]),
        series=SeriesCode(asked.names[1]),
        color=asked.colors[1],
        count=asked.blues,
        run_offset=red.face_count,
    )
    cards: dict[tuple[str, int], Card] = {}
    sealed = {}
    for series in (red, blue):
        with (folder / bundle_name(series.set_serial)).open("wb") as file:
            writer = BundleWriter(file, series, plant)
            for batch in deal_series(secrets, series):
                writer.add(batch)
                cards |= _cards(printed(batch))
            sealed[series.set_serial] = writer.sign()
        note = sealed[series.set_serial].checkpoint
        (folder / checkpoint_name(series.set_serial)).write_text(note)
    whole = ((1, asked.reds), (1, asked.blues))
    parts = asked.parts or whole
    manifest = Manifest(
        maker=MAKER,
        order="2026-11-A",
        hall=HallId(asked.hall),
        jurisdiction="us-ny",
        made_at=MADE_AT,
        series=tuple(
            ManifestSeries(
                set_serial=series.set_serial,
                role=role,
                price_cents=price,
                exchange_of=exchange_of,
                first=AuditNumber(part[0]),
                last=AuditNumber(part[1]),
                packs=packs_of(
                    MAKER,
                    series.set_serial,
                    range(part[0], part[1] + 1),
                    asked.pack_size,
                ),
                skips=asked.skips if role is Role.ORIGINAL else (),
                bundle_sha256=sealed[series.set_serial].bundle_sha256,
            )
            for series, role, exchange_of, part, price in (
                (red, Role.ORIGINAL, None, parts[0], asked.prices[0]),
                (blue, Role.TRADE_IN, red.set_serial, parts[1], asked.prices[1]),
            )
        ),
    )
    _sign(folder, MANIFEST, manifest.json, plant, "manifest")
    (folder / CHAIN).write_bytes(chain.pem)
    for series, entry, part in zip((red, blue), manifest.series, parts, strict=True):
        certificate = Certificate(
            series=series,
            role=entry.role,
            order=manifest.order,
            hall=manifest.hall,
            hall_name="St. Brendan's",
            made_at=MADE_AT,
            numbered_consecutively=True,
            skips=entry.skips,
            checkpoint=sealed[series.set_serial].checkpoint,
            bundle_sha256=entry.bundle_sha256,
            manifest_sha256=hashlib.sha256(manifest.json).hexdigest(),
            press_files=(),
            papers=tuple(
                ListedFile(paper, hashlib.sha256(content).hexdigest())
                for paper, content in PAPERS.items()
            ),
            root_commit=secrets.root_commit,
            component_fingerprints=(
                secrets.component_a.fingerprint,
                secrets.component_b.fingerprint,
            ),
            specimen="ACME-000000-0000001-0",
            signer=Signer(chain.fingerprint, chain.pem.decode()),
            finishing=_finishing(entry.skips, part) if asked.parts else None,
        )
        name = certificate_name(series.set_serial)
        _sign(folder, name, certificate.json, plant, "certificate")
        (folder / name.replace(".json", ".pdf")).write_bytes(b"%PDF-1.7 certificate\n")
    for paper, content in PAPERS.items():
        (folder / paper).write_bytes(content)
    hashes_of = {path.name: file_sha256(path) for path in folder.iterdir()}
    (folder / SUMS).write_text(sums_text(hashes_of))
    return Built(folder, chain.fingerprint, cards)


def secrets_of(run: int) -> RunSecrets:
    """What only the two custodians of a run together have."""
    return RunSecrets(
        Component(hashlib.sha256(b"a%d" % run).digest()),
        Component(hashlib.sha256(b"b%d" % run).digest()),
        RunId(hashlib.sha256(b"run %d" % run).digest()[:16]),
    )


def _finishing(skips: tuple[int, ...], part: tuple[int, int]) -> Finishing:
    spoiled = (Spoiled(skips, MADE_AT, ("Dan", "Eve"), "torn", remade=False),) if skips else ()
    return Finishing(spoiled, (), (), 0, 0, 0, part)


def _cards(batch: PrintedBatch) -> dict[tuple[str, int], Card]:
    found = {}
    for index in range(batch.count):
        found[str(batch.series.set_serial), batch.first + index] = Card(
            card_id=batch.row("card_ids", index).decode(),
            outside=batch.row("outside_tokens", index).decode(),
            linear=batch.row("linear_codes", index).decode(),
            inside=batch.row("inside_tokens", index).decode(),
            code=batch.row("unlock_codes", index).decode(),
            numbers=tuple(batch.row("numbers", index)),
        )
    return found


def _sign(folder: Path, name: str, raw: bytes, key: Ed25519PrivateKey, what: str) -> None:
    (folder / name).write_bytes(raw)
    (folder / f"{name}.sig").write_bytes(sign_statement(key, what, raw))
