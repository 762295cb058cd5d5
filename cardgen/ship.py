"""Shipping a run: a delivery folder for its hall, signed, with no secret in it."""

import hashlib
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from cardgen.allotment import Allotment, part_allotment, whole_allotment
from cardgen.amounts import how_many
from cardgen.card_id import SetSerial
from cardgen.errors import ConflictError, UnknownWordError
from cardgen.files import new_folder, partial_folder, write_new
from cardgen.inspected import InspectedSeries, passed_inspection
from cardgen.order import HallId, Spoils
from cardgen.papers.certificate_page import draw_signed_certificate
from cardgen.papers.consignment import SlipLine
from cardgen.papers.labels import draw_labels
from cardgen.papers.packing_slip import draw_packing_slip
from cardgen.papers.signature import PageSigner
from cardgen.papers.signature_check import checked_page
from cardgen.plant.approvals import approval_of_run
from cardgen.plant.custodians import custody_of
from cardgen.plant.floor import (
    checked_counts,
    light_tests_of,
    pack_counts,
    spoil_corrections_of,
    spoiled_numbers,
    spoils_of,
)
from cardgen.plant.remakes import remade_count, remade_files
from cardgen.plant.runs import check_not_abandoned
from cardgen.plant.sheets import (
    corrections_of,
    counters_of,
    printing_of,
    sheets_corrections_of,
    sheets_of,
)
from cardgen.plant.shipments import (
    Certified,
    Shipped,
    certified,
    check_not_elsewhere,
    last_shipped,
    note_shipment,
)
from cardgen.press.job import PressJob
from cardgen.press.specimen import draw_specimen
from cardgen.pressed import PressChangedError, numbered_consecutively
from cardgen.proof.bundle import read_bundle
from cardgen.proof.certificate import Certificate, ListedFile, Signer
from cardgen.proof.delivery import (
    CHAIN,
    MANIFEST,
    SUMS,
    bundle_name,
    certificate_name,
    checked_delivery,
    checkpoint_name,
    file_sha256,
    sums_text,
)
from cardgen.proof.finishing import Finishing
from cardgen.proof.independence import Independence
from cardgen.proof.manifest import Manifest
from cardgen.run_folder import RECORD
from cardgen.run_record import MadeSeries, RunRecord, write_signed
from cardgen.secret.keystore import PlantKeys
from cardgen.secret.specimen import specimen_cards
from cardgen.set_rules import SpoilLimit
from cardgen.watch import Watch

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


class PackStaleError(ConflictError):
    """A pack whose count was taken before cards of it were destroyed, or was wrong."""

    code = "pack-stale"

    def __init__(self, serial: str, first: int, counted: int, expected: int) -> None:
        super().__init__(
            f"The pack of set {serial} that begins at {first} was counted as {counted}, it should "
            f"hold {expected}; cards of it were destroyed or remade since. "
            "Check it again: cardgen note pack."
        )


class NotRemadeError(ConflictError):
    """Spoiled numbers of an order whose spoils are remade."""

    code = "not-remade"

    def __init__(self, serial: str, skips: tuple[int, ...]) -> None:
        super().__init__(
            f"{how_many(len(skips), 'card')} of set {serial} spoiled, and the order wants them "
            "remade. Make them once more: cardgen remake."
        )


@dataclass(frozen=True, slots=True)
class ShipJob:
    """Which run goes where, signed by whom; without `cards` all that was ordered goes."""

    run: Path
    plant: Path
    keys: PlantKeys = field(repr=False)
    hall: HallId
    out: Path
    clock: Callable[[], datetime]  # read when the delivery is noted, minutes after it began
    hall_name: str | None = None
    cards: Mapping[SetSerial, range] | None = None
    time_stamp_url: str | None = None
    missing_per_mille_max: int | None = None  # None: the jurisdiction's own limit
    watch: Watch = field(default_factory=Watch)  # told of labels

    @property
    def page_signer(self) -> PageSigner:
        """Who signs the certificates' pages."""
        return PageSigner(self.keys.pdf_key, self.keys.chain, self.time_stamp_url)


@dataclass(frozen=True, slots=True)
class ShippedRun:
    """What was shipped: the run, the inspection on its certificates, and what is left undone."""

    record: RunRecord
    inspected: Independence | None
    warnings: tuple[str, ...]


def ship_run(job: ShipJob) -> ShippedRun:
    """Write the delivery folder of a run, or of a part of it.

    Raises: BadFileError, OtherHallError, PressChangedError, ExistsError, SignerExpiredError,
    PackCutError, TooManySkipsError, PackStaleError, NotRemadeError, ShippedElsewhereError,
    LightTestOutdatedError, SheetsGapError,
    TimeStampError, NotPassedError, StaleInspectionError, RunAbandonedError.
    """
    record = RunRecord.read(job.run, job.keys.chain.plant_key)
    partial_folder(job.out)
    check_not_abandoned(job.plant, record.run_id)
    if job.hall != record.hall and (job.cards is None or job.hall_name is None):
        raise OtherHallError(job.hall, record.hall)
    job.keys.check_may_sign(record.made_at)
    inspected = _inspected(job, record)  # a run that failed is refused before it is noted
    numbered = numbered_consecutively(job.run, job.plant, record)
    parts = _allotments(job, record)
    shipped = tuple(
        Shipped(part.made.series.set_serial, part.numbers, part.skips) for part in parts
    )
    check_not_elsewhere(job.plant, job.hall, shipped)
    manifest = record.manifest_of(job.hall, tuple(part.manifest_entry for part in parts))
    shipment = _Shipment(job, record, manifest, inspected)
    with new_folder(job.out) as folder:
        write_signed(folder / MANIFEST, "manifest", manifest.json, job.keys.signing_key)
        papers = _write_papers(folder, shipment, parts)
        noted = []
        for part, one in zip(parts, shipped, strict=True):
            _copy_proof(job, part.made, folder)
            certificate = _following(
                shipment.certificate(part, papers, numbered_consecutively=numbered[one.serial]),
                certified(job.plant, job.hall, one),
            )
            job.keys.check_may_sign(certificate.signed_at)
            _write_certificate(folder, shipment, part.made, certificate)
            noted.append((one, Certified(_sha256(certificate), certificate.previous)))
        write_new(folder / CHAIN, job.keys.chain.pem)
        hashes = {path.name: file_sha256(path) for path in folder.iterdir()}
        write_new(folder / SUMS, sums_text(hashes).encode())
        _check_written(folder, job.keys)
        note_shipment(job.plant, job.hall, noted, job.clock())
    return ShippedRun(record, inspected, tuple(_undone(job, record, parts)))


def _undone(job: ShipJob, record: RunRecord, parts: tuple[Allotment, ...]) -> Iterator[str]:
    """What a careful plant would have done before."""
    for part in parts:
        serial, packs = part.made.series.set_serial, part.manifest_entry.packs
        counts = pack_counts(job.plant, serial)
        unchecked = sum(int(pack.first) not in counts for pack in packs)
        if unchecked:
            yield (
                f"{unchecked:,} of {how_many(len(packs), 'pack')} of set {serial} "
                "were not counted: cardgen note pack."
            )
        if sheets_of(job.plant, printing_of(job.plant, part.made.series)) is None:
            yield (
                f"Nobody noted whether the sheets of set {serial} add up: "
                "cardgen note counter, then cardgen note impressions."
            )
    custody = custody_of(job.plant, record.run_id)
    if custody is not None and custody.removed is None:
        yield (
            "The components are still in the plant, and the certificates say so: "
            "cardgen custody remove, then ship again."
        )


def _inspected(job: ShipJob, record: RunRecord) -> Independence | None:
    """What the run's inspection found, when it was of the cards that there are now."""
    sets = tuple(
        InspectedSeries.whole(made.series, remade_count(job.plant, made.series.set_serial))
        for made in record.series
    )
    return passed_inspection(job.run, record.run_id, sets)


def _following(certificate: Certificate, before: Certified | None) -> Certificate:
    """The certificate, naming the one whose place it takes; the same content is the same again."""
    if before is None:
        return certificate
    same = replace(certificate, previous=before.previous)
    return same if _sha256(same) == before.sha256 else replace(same, previous=before.sha256)


def _sha256(certificate: Certificate) -> str:
    return hashlib.sha256(certificate.json).hexdigest()


def _write_certificate(
    folder: Path, shipment: "_Shipment", made: MadeSeries, certificate: Certificate
) -> None:
    """The statement that counts, its signature, and the page for people."""
    job = shipment.job
    path = folder / certificate_name(made.series.set_serial)
    write_signed(path, "certificate", certificate.json, job.keys.signing_key)
    specimen = _specimen(shipment.record, made)
    page = draw_signed_certificate(certificate, specimen, job.page_signer)
    write_new(path.with_suffix(".pdf"), page)


def _check_written(folder: Path, keys: PlantKeys) -> None:
    """What leaves is what anyone who checks it accepts. Raises: VerificationError."""
    delivery = checked_delivery(folder, keys.chain.fingerprint)
    for part in delivery.series:
        page = (folder / certificate_name(part.entry.set_serial)).with_suffix(".pdf")
        checked_page(page.name, page.read_bytes(), part.certificate, delivery.chain)


def _allotments(job: ShipJob, record: RunRecord) -> tuple[Allotment, ...]:
    """The cards of this delivery, none of which the journal objects to."""
    known = {made.series.set_serial: made for made in record.series}
    limit = SpoilLimit.of(record.jurisdiction).lowered(job.missing_per_mille_max)
    cards: Mapping[SetSerial, range | None] = job.cards or {
        serial: last_shipped(job.plant, serial, job.hall) for serial in known
    }
    for serial in cards:
        if serial not in known:
            raise UnknownWordError("The set serial", serial, known)
    parts = []
    # In the order form's order, in which the run was dealt, however the cards were named.
    for serial in (serial for serial in known if serial in cards):
        numbers = cards[serial]
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
        check = counts.get(int(pack.first))
        if check is not None and (check.is_outdated or check.count != expected):
            raise PackStaleError(entry.set_serial, int(pack.first), check.count, expected)


def _write_papers(
    folder: Path, shipment: "_Shipment", parts: tuple[Allotment, ...]
) -> tuple[ListedFile, ...]:
    """The papers that no signature covers of itself; each certificate names their hashes."""
    plant = shipment.job.plant
    lines = [
        SlipLine(
            series=part.made.series,
            role=part.made.role,
            hall_name=shipment.hall_name,
            sheets=sheets_of(plant, printing_of(plant, part.made.series)),
        )
        for part in parts
    ]
    papers = {
        README: _readme(shipment, parts).encode(),
        LABELS: draw_labels(shipment.manifest, lines, shipment.job.watch.advance),
        PACKING_SLIP: draw_packing_slip(shipment.manifest, lines),
    }
    for name, content in papers.items():
        write_new(folder / name, content)
    return tuple(
        ListedFile(name, hashlib.sha256(content).hexdigest()) for name, content in papers.items()
    )


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
    inspected: Independence | None

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
            independence=self.inspected,
            printed_for=record.printed_for,
            stock=record.stock,
            approval=approval_of_run(self.job.plant, record.run_id, record.made_at),
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
        corrections=corrections_of(plant, serial),
        sheets=sheets_of(plant, printing_of(plant, part.made.series)),
        spoil_corrections=spoil_corrections_of(plant, serial),
        sheets_corrections=sheets_corrections_of(plant, serial),
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
        design=record.design,
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
