"""Shipping a run: a delivery folder for its hall, signed, with no secret in it."""

import csv
import hashlib
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from cardgen.allotment import Allotment, part_allotment, whole_allotment
from cardgen.card_id import CardId, SetSerial
from cardgen.errors import BadFileError, BadValueError, ConflictError, VerificationError
from cardgen.files import new_folder, partial_folder, write_new
from cardgen.inspection_result import passed_inspection
from cardgen.make import PRESS, PRESS_MANIFEST
from cardgen.order import HallId, Spoils
from cardgen.papers.certificate_page import draw_signed_certificate
from cardgen.papers.consignment import SlipLine
from cardgen.papers.labels import draw_labels
from cardgen.papers.packing_slip import draw_packing_slip
from cardgen.papers.signature import PageSigner
from cardgen.plant.custodians import custody_of
from cardgen.plant.floor import (
    checked_counts,
    counters_of,
    is_purged,
    light_tests_of,
    pack_counts,
    spoiled_numbers,
    spoils_of,
)
from cardgen.plant.remakes import remade_files
from cardgen.plant.shipments import Shipped, last_shipped, note_shipment
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
from cardgen.proof.finishing import Finishing
from cardgen.proof.manifest import Manifest
from cardgen.run_record import RECORD, MadeSeries, RunRecord, write_signed
from cardgen.secret.keystore import PlantKeys
from cardgen.secret.specimen import specimen_cards
from cardgen.spoil_limits import SpoilLimit

README = "README.txt"
PACKING_SLIP = "packing-slip.pdf"
LABELS = "labels.pdf"


class OtherHallError(ConflictError):
    """A delivery to a hall that did not order the run."""

    code = "other-hall"

    def __init__(self, hall: str, ordered_by: str) -> None:
        super().__init__(
            f"The run was ordered by {ordered_by}, not by {hall}. Ship it to {ordered_by}, or name "
            f"{hall}'s cards with --cards and its name with --hall-name."
        )


class PressChangedError(VerificationError):
    """A press file or press list that is not what was made."""

    code = "press-changed"

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{name}: {why}. Ship only what `cardgen make` wrote.")


class PackStaleError(ConflictError):
    """A pack whose count was taken before cards of it were destroyed, or was wrong."""

    code = "pack-stale"

    def __init__(self, serial: str, first: int, counted: int, expected: int) -> None:
        super().__init__(
            f"The pack of set {serial} that begins at {first} was counted as {counted}, it should "
            f"hold {expected}. Check it again: cardgen note pack."
        )


class NotRemadeError(ConflictError):
    """Spoiled numbers of an order whose spoils are remade."""

    code = "not-remade"

    def __init__(self, serial: str, skips: tuple[int, ...]) -> None:
        super().__init__(
            f"{len(skips)} cards of set {serial} are spoiled and the order wants them remade. "
            "Make them once more: cardgen remake."
        )


@dataclass(frozen=True, slots=True)
class ShipJob:
    """Which run goes where, signed by whom; without `cards` all that was ordered goes."""

    run: Path
    plant: Path
    keys: PlantKeys = field(repr=False)
    hall: HallId
    out: Path
    shipped_at: datetime
    hall_name: str | None = None
    cards: Mapping[SetSerial, range] | None = None
    time_stamp_url: str | None = None
    missing_per_mille_max: int | None = None  # None: the jurisdiction's own limit

    @property
    def page_signer(self) -> PageSigner:
        """Who signs the certificates' pages."""
        return PageSigner(self.keys.pdf_key, self.keys.chain, self.time_stamp_url)


def ship_run(job: ShipJob) -> RunRecord:
    """Write the delivery folder of a run, or of a part of it.

    Raises: BadFileError, OtherHallError, PressChangedError, ExistsError, SignerExpiredError,
    PackCutError, TooManySkipsError, PackStaleError, NotRemadeError, ShippedElsewhereError,
    TimeStampError, NotPassedError.
    """
    record = RunRecord.read(job.run, job.keys.chain.plant_key)
    partial_folder(job.out)
    if job.hall != record.hall and (job.cards is None or job.hall_name is None):
        raise OtherHallError(job.hall, record.hall)
    job.keys.check_may_sign(record.made_at)
    passed_inspection(job.run, record.run_id)  # a run that failed is refused before it is noted
    numbered = _numbered_consecutively(job, record)
    parts = _allotments(job, record)
    shipped = tuple(Shipped(part.made.series.set_serial, part.numbers) for part in parts)
    note_shipment(job.plant, job.hall, shipped, job.shipped_at)
    with new_folder(job.out) as folder:
        manifest = record.manifest_of(job.hall, tuple(part.manifest_entry for part in parts))
        write_signed(folder / MANIFEST, "manifest", manifest.json, job.keys.signing_key)
        shipment = _Shipment(job, record, manifest)
        papers = _write_papers(folder, shipment, parts)
        for part in parts:
            made = part.made
            _copy_proof(job, made, folder)
            serial = made.series.set_serial
            consecutive = numbered[serial]
            certificate = shipment.certificate(part, papers, numbered_consecutively=consecutive)
            job.keys.check_may_sign(certificate.signed_at)
            path = folder / certificate_name(serial)
            write_signed(path, "certificate", certificate.json, job.keys.signing_key)
            page = draw_signed_certificate(certificate, _specimen(record, made), job.page_signer)
            write_new(path.with_suffix(".pdf"), page)
        write_new(folder / CHAIN, job.keys.chain.pem)
        hashes = {path.name: file_sha256(path) for path in folder.iterdir()}
        write_new(folder / SUMS, sums_text(hashes).encode())
    return record


def _allotments(job: ShipJob, record: RunRecord) -> tuple[Allotment, ...]:
    """The cards of this delivery, none of which the journal objects to."""
    known = {made.series.set_serial: made for made in record.series}
    limit = SpoilLimit.of(record.jurisdiction).lowered(job.missing_per_mille_max)
    cards: Mapping[SetSerial, range | None] = job.cards or {
        serial: last_shipped(job.plant, serial, job.hall) for serial in known
    }
    parts = []
    for serial, numbers in cards.items():
        if serial not in known:
            raise BadValueError("The set serial", serial, f"one of {', '.join(known)}")
        spoiled = spoiled_numbers(job.plant, serial)
        part = (
            whole_allotment(known[serial], spoiled)
            if numbers is None
            else part_allotment(known[serial], numbers, spoiled)
        )
        if part.skips and record.spoils is Spoils.REMAKE:
            raise NotRemadeError(serial, part.skips)
        part.check_complete_enough(limit)
        _check_packs(job, part)
        parts.append(part)
    return tuple(parts)


def _check_packs(job: ShipJob, part: Allotment) -> None:
    entry = part.manifest_entry
    counts = pack_counts(job.plant, entry.set_serial)
    for pack in entry.packs:
        missing = sum(pack.first <= skip <= pack.last for skip in part.skips)
        expected = pack.last - pack.first + 1 - missing
        counted = counts.get(int(pack.first), expected)
        if counted != expected:
            raise PackStaleError(entry.set_serial, int(pack.first), counted, expected)


def _write_papers(
    folder: Path, shipment: "_Shipment", parts: tuple[Allotment, ...]
) -> tuple[ListedFile, ...]:
    """The papers that no signature covers of itself; each certificate names their hashes."""
    lines = [
        SlipLine(series=part.made.series, role=part.made.role, hall_name=shipment.hall_name)
        for part in parts
    ]
    papers = {
        README: _readme(shipment, parts).encode(),
        LABELS: draw_labels(shipment.manifest, lines),
        PACKING_SLIP: draw_packing_slip(shipment.manifest, lines),
    }
    for name, content in papers.items():
        write_new(folder / name, content)
    return tuple(
        ListedFile(name, hashlib.sha256(content).hexdigest()) for name, content in papers.items()
    )


def _numbered_consecutively(job: ShipJob, record: RunRecord) -> dict[str, bool]:
    """For each set serial, whether the press list has every number once, in order."""
    expected: dict[str, int] = {
        made.series.set_serial: int(made.series.first) for made in record.series
    }
    consecutive = dict.fromkeys(expected, True)
    path = job.run / PRESS / PRESS_MANIFEST
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
        if not is_purged(job.plant, record.run_id):
            check_press_files(job.run, job.plant, made)
    return consecutive


def check_press_files(run: Path, plant: Path, made: MadeSeries) -> tuple[Path, ...]:
    """The press files of a series, its remakes among them, when each is what was made.

    Raises: PressChangedError.
    """
    files = [(run / PRESS, file) for file in made.press_files]
    remade = remade_files(plant, made.series.set_serial)
    files += [(run / one.folder, one.file) for one in remade]
    for folder, file in files:
        path = folder / file.name
        if not path.is_file():
            raise PressChangedError(file.name, "it is missing from the press folder")
        if file_sha256(path) != file.sha256:
            raise PressChangedError(file.name, "it is not the file that was made")
    return tuple(folder / file.name for folder, file in files)


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
    manifest: Manifest

    @property
    def hall_name(self) -> str:
        return self.job.hall_name or self.record.hall_name

    def certificate(
        self, part: Allotment, papers: tuple[ListedFile, ...], *, numbered_consecutively: bool
    ) -> Certificate:
        record, chain, made = self.record, self.job.keys.chain, part.made
        finishing = _finishing(self.job.plant, part)
        remade = remade_files(self.job.plant, made.series.set_serial)
        note = self.job.run / RECORD / checkpoint_name(made.series.set_serial)
        return Certificate(
            series=made.series,
            role=made.role,
            order=record.order,
            hall=self.job.hall,
            hall_name=self.hall_name,
            made_at=record.made_at,
            numbered_consecutively=numbered_consecutively,
            skips=finishing.skips,
            checkpoint=note.read_text(encoding="utf-8"),
            bundle_sha256=made.bundle_sha256,
            manifest_sha256=hashlib.sha256(self.manifest.json).hexdigest(),
            press_files=(*made.press_files, *(one.file for one in remade)),
            papers=papers,
            root_commit=record.root_commit,
            component_fingerprints=record.component_fingerprints,
            specimen=specimen_cards(made.series, 1).card_ids.decode(),
            signer=Signer(chain.fingerprint, chain.pem.decode()),
            custody=custody_of(self.job.plant, made.series.run_id),
            finishing=finishing,
            independence=passed_inspection(self.job.run, record.run_id),
        )


def _finishing(plant: Path, part: Allotment) -> Finishing:
    serial = part.made.series.set_serial
    counts = checked_counts(plant, serial)
    return Finishing(
        spoiled=spoils_of(plant, serial),
        counters=counters_of(plant, serial),
        light_tests=light_tests_of(plant, serial),
        sheets_checked=counts.sheets,
        packs_checked=counts.packs,
        spares=part.made.spares,
        delivered=(part.numbers[0], part.numbers[-1]),
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


def _readme(shipment: _Shipment, parts: tuple[Allotment, ...]) -> str:
    record, keys = shipment.record, shipment.job.keys
    sets = "\n".join(
        f"  set {part.made.series.set_serial}: series {part.made.series.series}, "
        f"{part.made.series.color}, {part.made.role}, cards {part.numbers[0]} to "
        f"{part.numbers[-1]}"
        for part in parts
    )
    return f"""Sealed cards for {shipment.hall_name} ({shipment.job.hall}), order {record.order}

{sets}

To check this folder, compare the maker's fingerprint on the paper certificate with

  {keys.chain.fingerprint}

and run

  cardgen check THIS-FOLDER --fingerprint {keys.chain.fingerprint}

Nothing in this folder can tell the numbers of a sealed card. A card is opened by the code
inside it: cardgen open - --bundle {bundle_name(parts[0].made.series.set_serial)}
"""
