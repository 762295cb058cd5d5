"""Shipping a run: a delivery folder for its hall, signed, with no secret in it."""

import csv
import hashlib
import shutil
from dataclasses import dataclass, field
from pathlib import Path

from cardgen.card_id import CardId
from cardgen.errors import BadFileError, BadValueError, ConflictError, VerificationError
from cardgen.files import new_folder, write_new
from cardgen.make import PRESS, PRESS_MANIFEST
from cardgen.papers.certificate_page import draw_signed_certificate
from cardgen.papers.consignment import SlipLine
from cardgen.papers.labels import draw_labels
from cardgen.papers.packing_slip import draw_packing_slip
from cardgen.papers.signature import PageSigner
from cardgen.plant.custodians import custody_of
from cardgen.press.job import PressJob
from cardgen.press.specimen import draw_specimen
from cardgen.proof.bundle import read_bundle
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
from cardgen.run_record import RECORD, MadeSeries, RunRecord, write_signed
from cardgen.secret.keystore import PlantKeys
from cardgen.secret.specimen import specimen_cards

README = "README.txt"
PACKING_SLIP = "packing-slip.pdf"
LABELS = "labels.pdf"


class OtherHallError(ConflictError):
    """A delivery to a hall that did not order the run."""

    code = "other-hall"

    def __init__(self, hall: str, ordered_by: str) -> None:
        super().__init__(
            f"The run was ordered by {ordered_by}, not by {hall}. Ship it to {ordered_by}."
        )


class PressChangedError(VerificationError):
    """A press file or press list that is not what was made."""

    code = "press-changed"

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{name}: {why}. Ship only what `cardgen make` wrote.")


@dataclass(frozen=True, slots=True)
class ShipJob:
    """Which run goes where, signed by whom."""

    run: Path
    plant: Path
    keys: PlantKeys = field(repr=False)
    hall: str
    out: Path
    time_stamp_url: str | None = None

    @property
    def page_signer(self) -> PageSigner:
        """Who signs the certificates' pages."""
        return PageSigner(self.keys.pdf_key, self.keys.chain, self.time_stamp_url)


def ship_run(job: ShipJob) -> RunRecord:
    """Write the delivery folder of a run.

    Raises: BadFileError, OtherHallError, PressChangedError, ExistsError, SignerExpiredError,
    TimeStampError.
    """
    record = RunRecord.read(job.run, job.keys.chain.plant_key)
    if job.hall != record.hall:
        raise OtherHallError(job.hall, record.hall)
    job.keys.check_may_sign(record.made_at)
    numbered = _numbered_consecutively(job.run, record)
    with new_folder(job.out) as folder:
        manifest = record.manifest
        write_signed(folder / MANIFEST, "manifest", manifest.json, job.keys.signing_key)
        manifest_sha256 = hashlib.sha256(manifest.json).hexdigest()
        papers = _write_papers(folder, record, job.keys)
        shipment = _Shipment(job, record, manifest_sha256, papers)
        for made in record.series:
            _copy_proof(job, made, folder)
            serial = made.series.set_serial
            certificate = shipment.certificate(made, numbered_consecutively=numbered[serial])
            job.keys.check_may_sign(certificate.signed_at)
            path = folder / certificate_name(serial)
            write_signed(path, "certificate", certificate.json, job.keys.signing_key)
            page = draw_signed_certificate(certificate, _specimen(record, made), job.page_signer)
            write_new(path.with_suffix(".pdf"), page)
        write_new(folder / CHAIN, job.keys.chain.pem)
        hashes = {path.name: file_sha256(path) for path in folder.iterdir()}
        write_new(folder / SUMS, sums_text(hashes).encode())
    return record


def _write_papers(folder: Path, record: RunRecord, keys: PlantKeys) -> tuple[ListedFile, ...]:
    """The papers that no signature covers of itself; each certificate names their hashes."""
    lines = [_slip_line(record, made) for made in record.series]
    papers = {
        README: _readme(record, keys).encode(),
        LABELS: draw_labels(record.manifest, lines),
        PACKING_SLIP: draw_packing_slip(record.manifest, lines),
    }
    for name, content in papers.items():
        write_new(folder / name, content)
    return tuple(
        ListedFile(name, hashlib.sha256(content).hexdigest()) for name, content in papers.items()
    )


def _numbered_consecutively(run: Path, record: RunRecord) -> dict[str, bool]:
    """For each set serial, whether the press list has every number once, in order."""
    expected: dict[str, int] = {
        made.series.set_serial: int(made.series.first) for made in record.series
    }
    consecutive = dict.fromkeys(expected, True)
    path = run / PRESS / PRESS_MANIFEST
    try:
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                card = CardId.parse(row["card_id"])
                consecutive[card.set_serial] &= card.audit_number == expected[card.set_serial]
                expected[card.set_serial] += 1
    except OSError as error:
        mends = "Ship before the press files are purged."
        raise BadFileError(path, error.strerror or "cannot be read", mends) from None
    except (KeyError, UnicodeDecodeError, csv.Error, BadValueError):
        raise PressChangedError(path.name, "a line names no card of this run") from None
    for made in record.series:
        serial = made.series.set_serial
        consecutive[serial] &= expected[serial] == made.series.last + 1
        _check_press_files(run, made)
    return consecutive


def _check_press_files(run: Path, made: MadeSeries) -> None:
    for file in made.press_files:
        path = run / PRESS / file.name
        if not path.is_file():
            raise PressChangedError(file.name, "it is missing from the press folder")
        if file_sha256(path) != file.sha256:
            raise PressChangedError(file.name, "it is not the file that was made")


def _copy_proof(job: ShipJob, made: MadeSeries, folder: Path) -> None:
    serial = made.series.set_serial
    for name in (bundle_name(serial), checkpoint_name(serial)):
        shutil.copyfile(job.run / RECORD / name, folder / name)
    bundle = read_bundle(folder / bundle_name(serial), job.keys.chain.plant_key)
    if bundle.series != made.series or file_sha256(bundle.path) != made.bundle_sha256:
        raise PressChangedError(bundle.path.name, "it is not the bundle that was made")


@dataclass(frozen=True, slots=True)
class _Shipment:
    """What all certificates of a delivery have in common."""

    job: ShipJob
    record: RunRecord
    manifest_sha256: str
    papers: tuple[ListedFile, ...]

    def certificate(self, made: MadeSeries, *, numbered_consecutively: bool) -> Certificate:
        record, chain = self.record, self.job.keys.chain
        note = self.job.run / RECORD / checkpoint_name(made.series.set_serial)
        return Certificate(
            series=made.series,
            order=record.order,
            hall=record.hall,
            hall_name=record.hall_name,
            made_at=record.made_at,
            numbered_consecutively=numbered_consecutively,
            skips=(),
            checkpoint=note.read_text(encoding="utf-8"),
            bundle_sha256=made.bundle_sha256,
            manifest_sha256=self.manifest_sha256,
            press_files=made.press_files,
            papers=self.papers,
            root_commit=record.root_commit,
            component_fingerprints=record.component_fingerprints,
            specimen=specimen_cards(made.series, 1).card_ids.decode(),
            signer=Signer(chain.fingerprint, chain.pem.decode()),
            custody=custody_of(self.job.plant, made.series.run_id),
        )


def _specimen(record: RunRecord, made: MadeSeries) -> bytes:
    """The specimen card in the customer's own design, for the certificate's page."""
    cards = specimen_cards(made.series, 1)
    job = PressJob(
        series=cards.series,
        role=made.role,
        price_cents=made.price_cents,
        hall_name=record.hall_name,
        order_number=record.order,
        made_at=record.made_at,
        specimen=True,
    )
    return draw_specimen(job, cards)


def _slip_line(record: RunRecord, made: MadeSeries) -> SlipLine:
    return SlipLine(series=made.series, role=made.role, hall_name=record.hall_name)


def _readme(record: RunRecord, keys: PlantKeys) -> str:
    sets = "\n".join(
        f"  set {made.series.set_serial}: series {made.series.series}, {made.series.color}, "
        f"{made.role}, cards {made.series.first} to {made.series.last}"
        for made in record.series
    )
    return f"""Sealed cards for {record.hall_name} ({record.hall}), order {record.order}

{sets}

To check this folder, compare the maker's fingerprint on the paper certificate with

  {keys.chain.fingerprint}

and run

  cardgen check THIS-FOLDER --fingerprint {keys.chain.fingerprint}

Nothing in this folder can tell the numbers of a sealed card. A card is opened by the code
inside it: cardgen open - --bundle {bundle_name(record.series[0].series.set_serial)}
"""
