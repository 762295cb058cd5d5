"""Making a run: deal, seal and draw every series of an order in one pass, then sign."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import IO

from cardgen.allotment import whole_allotment
from cardgen.errors import BadFileError, ResumableError, printable
from cardgen.files import (
    PRIVATE_FOLDER_MODE,
    PRIVATE_MODE,
    new_file,
    new_folder,
    partial_folder,
    write_new,
)
from cardgen.order import Order, OrderedSeries
from cardgen.plant.runs import Run, begin_run, finish_run
from cardgen.press.finishing import draw_finishing_template
from cardgen.press.job import PressJob
from cardgen.press.manifest import manifest_header, manifest_rows
from cardgen.press.press_file import draw_press_file
from cardgen.press.preview import specimen_png
from cardgen.press.printing_condition import PrintingCondition, house_condition
from cardgen.press.proof import draw_proof
from cardgen.press_style import PressStyle
from cardgen.printed_batch import CardOutside, PrintedBatch
from cardgen.proof.bundle import record_bytes
from cardgen.proof.certificate import ListedFile, PrintedFor
from cardgen.proof.delivery import (
    CHAIN,
    SUMS,
    bundle_name,
    checkpoint_name,
    file_sha256,
    sums_text,
)
from cardgen.run_folder import MANIFEST_DRAFT, PRESS, PRESS_LIST, PROFILE, RECORD, RUN_RECORD
from cardgen.run_record import (
    WHAT,
    MadeSeries,
    RunRecord,
    order_sha256,
    write_signed,
)
from cardgen.secret.keys import RunSecrets
from cardgen.secret.keystore import PlantKeys
from cardgen.secret.sealing import BundleWriter
from cardgen.secret.specimen import SPECIMEN_COUNT, specimen_cards
from cardgen.secret.workers import WorkerLostError, Workers
from cardgen.series import Series

LOT_CARDS = 20_000  # print.md section 3: a press file holds one lot

Progress = Callable[[int], None]


class InterruptedMakeError(ResumableError):
    """A making that stopped half-way; its set serials stay claimed for it."""

    code = "make-interrupted"

    def __init__(self, why: str) -> None:
        super().__init__(
            f"The run is not finished: {printable(why).rstrip('.')}. "
            "Mend that and give the same command again; every card is made as it would have been."
        )


@dataclass(frozen=True, slots=True)
class MakeJob:
    """What is made, by whom and when, and where it goes."""

    order: Order
    plant: Path
    keys: PlantKeys = field(repr=False)
    made_at: datetime
    out: Path
    workers: Workers
    condition: PrintingCondition = field(default_factory=house_condition)
    style: PressStyle = field(default_factory=PressStyle)


@dataclass(frozen=True, slots=True)
class SeriesPlan:
    """What one series will take, before anything is made."""

    series: Series

    @property
    def lots(self) -> tuple[range, ...]:
        """The audit numbers of each lot."""
        end = self.series.last + 1
        starts = range(self.series.first, end, LOT_CARDS)
        return tuple(range(start, min(start + LOT_CARDS, end)) for start in starts)

    @property
    def bundle_bytes(self) -> int:
        """The length of its records together."""
        return self.series.count * record_bytes(self.series.faces)

    def press_file(self, lot_index: int) -> str:
        """The name of the press file of a lot."""
        lot = self.lots[lot_index]
        return f"{self.series.set_serial}_lot{lot_index + 1}_{lot[0]:07d}-{lot[-1]:07d}.pdf"


@dataclass(frozen=True, slots=True)
class PressPapers:
    """What the press gets besides the press files; no live inside is in any of them."""

    series: Series

    @property
    def makeready(self) -> str:
        """Specimens, to set up the press with."""
        return f"makeready-{self.series.set_serial}.pdf"

    @property
    def proof(self) -> str:
        """What the customer approves."""
        return f"proof-{self.series.set_serial}.pdf"

    @property
    def template(self) -> str:
        """Where the finisher cuts, tears, folds and glues."""
        return f"template-{self.series.set_serial}.pdf"

    @property
    def specimen(self) -> str:
        """A picture of the specimen."""
        return f"specimen-{self.series.set_serial}.png"


def make_run(job: MakeJob, secrets: RunSecrets, progress: Progress) -> RunRecord:
    """Make the run's folder: press files and the record of what was sealed.

    `progress` is called with the number of cards made since its last call.

    Raises: ExistsError, SerialTakenError, SignerExpiredError and what custody refuses, before
    anything is written;
    InterruptedMakeError, when the same command can finish the work.
    """
    partial_folder(job.out)
    job.keys.check_may_sign(job.made_at)
    begin_run(job.plant, _journal_entry(job, secrets))
    try:
        with new_folder(job.out) as folder:
            record = _fill(folder, job, secrets, progress)
    except (BadFileError, WorkerLostError, OSError) as error:
        raise InterruptedMakeError(str(error)) from None
    except KeyboardInterrupt:
        raise InterruptedMakeError("it was stopped") from None
    finish_run(job.plant, secrets.run_id)
    return record


def _journal_entry(job: MakeJob, secrets: RunSecrets) -> Run:
    return Run(
        run_id=secrets.run_id,
        order_number=job.order.number,
        order_sha256=order_sha256(job.order),
        root_commit=secrets.root_commit,
        made_at=job.made_at,
        folder=job.out,
        serials=tuple(ordered.set_serial for ordered in job.order.series),
        component_fingerprints=(secrets.component_a.fingerprint, secrets.component_b.fingerprint),
    )


def _fill(folder: Path, job: MakeJob, secrets: RunSecrets, progress: Progress) -> RunRecord:
    press, record = folder / PRESS, folder / RECORD
    press.mkdir(PRIVATE_FOLDER_MODE)  # whoever reads its pages knows every face
    record.mkdir()
    order = job.order
    made = []
    with new_file(press / PRESS_LIST, PRIVATE_MODE) as file:
        file.write(manifest_header().encode())
        for ordered, series in zip(order.series, order.in_run(secrets.run_id), strict=True):
            maker = _SeriesMaker(job, ordered, series, secrets, progress)
            made.append(maker.make(press, record, file))
    run = RunRecord(
        order=order.number,
        hall=order.hall,
        hall_name=order.hall_name,
        jurisdiction=order.jurisdiction,
        made_at=job.made_at,
        root_commit=secrets.root_commit,
        component_fingerprints=(secrets.component_a.fingerprint, secrets.component_b.fingerprint),
        series=tuple(made),
        spoils=order.spoils,
        design=order.design,
        stock=order.stock,
        printed_for=PrintedFor(job.condition.identifier, job.condition.sha256),
        style=job.style,
    )
    write_new(record / PROFILE, job.condition.profile)
    write_signed(record / RUN_RECORD, WHAT, run.json, job.keys.signing_key)
    draft = tuple(whole_allotment(one, ()).manifest_entry for one in run.series)
    write_new(record / MANIFEST_DRAFT, run.manifest_of(run.hall, draft).json)
    write_new(record / CHAIN, job.keys.chain.pem)
    for part in (press, record):
        hashes = {path.name: file_sha256(path) for path in part.iterdir()}
        write_new(part / SUMS, sums_text(hashes).encode())
    return run


@dataclass(frozen=True, slots=True)
class _SeriesMaker:
    """One series on its way through dealing, sealing and drawing."""

    job: MakeJob
    ordered: OrderedSeries
    series: Series
    secrets: RunSecrets = field(repr=False)
    progress: Progress

    def make(self, press: Path, record: Path, manifest: IO[bytes]) -> MadeSeries:
        plan = SeriesPlan(self.series)
        press_files = []
        ends = _Ends()
        with new_file(record / bundle_name(self.series.set_serial)) as file:
            bundle = BundleWriter(file, self.series, self.job.keys.signing_key)
            for place, lot in enumerate(plan.lots):
                name, press_job = plan.press_file(place), self._press_job(place + 1)
                rows = ends.seen(self._rows(bundle, lot, press_job, name, manifest))
                draw_press_file(press / name, press_job, rows, len(lot))
                press_files.append(ListedFile(name, file_sha256(press / name)))
            sealed = bundle.sign()
        note = record / checkpoint_name(self.series.set_serial)
        write_new(note, sealed.checkpoint.encode())
        draw_press_papers(press, self._press_job(), ends.outsides)
        return MadeSeries(
            series=self.series,
            role=self.ordered.role,
            price_cents=self.ordered.price_cents,
            pack_size=self.ordered.pack_size,
            exchange_of=self.ordered.exchange_of,
            bundle_sha256=sealed.bundle_sha256,
            press_files=tuple(press_files),
            spares=self.job.order.spares_of(self.ordered),
        )

    def _rows(
        self, bundle: BundleWriter, lot: range, job: PressJob, name: str, manifest: IO[bytes]
    ) -> Iterator[PrintedBatch]:
        """Each batch once: sealed into the bundle, listed for the press, handed on to be drawn."""
        for batch in self.job.workers.ready_batches(self.secrets, self.series, lot):
            bundle.add_sealed(batch.sealed)
            manifest.write("".join(manifest_rows(job, name, batch.rows, lot.start)).encode())
            yield batch.rows
            self.progress(batch.rows.count)

    def _press_job(self, lot: int = 1) -> PressJob:
        """What the press needs of the series."""
        job = self.job
        return replace(
            press_job_of(job.order, self.ordered, self.series, job.made_at),
            lot=lot,
            condition=job.condition,
            style=job.style,
        )


def press_job_of(
    order: Order, ordered: OrderedSeries, series: Series, made_at: datetime
) -> PressJob:
    """What the press needs of a series as it was ordered, in its first lot."""
    return PressJob(
        series=series,
        role=ordered.role,
        price_cents=ordered.price_cents,
        hall_name=order.hall_name,
        order_number=order.number,
        made_at=made_at,
        spares=order.spares_of(ordered),
        design=order.design,
        stock=order.stock,
        pack_size=ordered.pack_size,
    )


def draw_press_papers(folder: Path, job: PressJob, live: tuple[CardOutside, ...]) -> None:
    """Set-up, approval and finishing: with specimens, and live cards from outside only."""
    cards = specimen_cards(job.series)
    specimen = replace(job, series=cards.series, specimen=True)
    papers = PressPapers(job.series)
    draw_press_file(folder / papers.makeready, specimen, [cards], SPECIMEN_COUNT)
    write_new(folder / papers.proof, draw_proof(job, live, cards))
    write_new(folder / papers.template, draw_finishing_template(job))
    write_new(folder / papers.specimen, specimen_png(specimen, cards))


@dataclass(slots=True)
class _Ends:
    """The first and the last card of a series, from outside, as the batches go by."""

    first: CardOutside | None = None
    last: CardOutside | None = None

    def seen(self, batches: Iterable[PrintedBatch]) -> Iterator[PrintedBatch]:
        """The same batches."""
        for batch in batches:
            if self.first is None:
                self.first = batch.outside(0)
            self.last = batch.outside(batch.count - 1)
            yield batch

    @property
    def outsides(self) -> tuple[CardOutside, ...]:
        """Both; a series of one card has one."""
        ends = dict.fromkeys((self.first, self.last))
        return tuple(card for card in ends if card is not None)
