"""Making a run: deal, seal and draw every series of an order in one pass, then sign."""

import hashlib
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import IO

from cardgen.allotment import whole_allotment
from cardgen.amounts import how_many
from cardgen.card_id import FormCode
from cardgen.errors import BadFileError, ResumableError, printable
from cardgen.files import (
    PRIVATE_FOLDER_MODE,
    PRIVATE_MODE,
    continued_folder,
    new_file,
    partial_folder,
    write_new,
)
from cardgen.lots import LotNotes, LotTask, MadeLot, WorkerLostError, Workers
from cardgen.order import Order, OrderedSeries
from cardgen.papers.job_ticket import SheetSize, draw_job_ticket
from cardgen.plant.runs import Run, begin_run, finish_run
from cardgen.press.finishing import draw_finishing_template
from cardgen.press.job import PressJob
from cardgen.press.layout import load_layout
from cardgen.press.manifest import manifest_header
from cardgen.press.press_file import draw_press_file
from cardgen.press.preview import specimen_png
from cardgen.press.printing_condition import PrintingCondition, house_condition
from cardgen.press.proof import draw_proof
from cardgen.press_style import PressStyle
from cardgen.printed_batch import CardOutside
from cardgen.proof.bundle import record_bytes
from cardgen.proof.certificate import PrintedFor
from cardgen.proof.delivery import (
    CHAIN,
    SUMS,
    bundle_name,
    checkpoint_name,
    file_sha256,
    sums_text,
)
from cardgen.proof.framing import canonical
from cardgen.proof.manifest import printed_time
from cardgen.run_folder import (
    JOB_TICKET,
    LOTS,
    MANIFEST_DRAFT,
    PRESS,
    PRESS_LIST,
    PROFILE,
    RECORD,
    RUN_RECORD,
)
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
from cardgen.series import Series
from cardgen.watch import Watch

LOT_CARDS = 20_000  # print.md section 3: a press file holds one lot


class InterruptedMakeError(ResumableError):
    """A making that stopped half-way; its set serials stay claimed for it."""

    code = "make-interrupted"

    def __init__(self, why: str) -> None:
        super().__init__(
            f"The run is not finished: {printable(why).rstrip('.')}. "
            "Mend that and give the same command again; every card is made as it would have been."
        )


class StoppedMakeError(InterruptedMakeError):
    """A making that was asked to stop; the lots that it made are kept for the next one."""

    code = "make-stopped"

    def __init__(self, made: int, lots: int) -> None:
        ResumableError.__init__(
            self,
            f"The run is stopped: {made} of {how_many(lots, 'lot')} are made and kept. "
            "Give the same command again to make the rest.",
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


def make_run(job: MakeJob, secrets: RunSecrets, watch: Watch) -> RunRecord:
    """Make the run's folder: press files and the record of what was sealed.

    `watch` is told of the cards that are made; when it is stopping, the lots that were begun are
    finished and kept.

    Raises: ExistsError, SerialTakenError, SignerExpiredError and what custody refuses, before
    anything is written;
    InterruptedMakeError, StoppedMakeError, when the same command can finish the work.
    """
    partial_folder(job.out)
    job.keys.check_may_sign(job.made_at)
    begin_run(job.plant, _journal_entry(job, secrets))
    try:
        with continued_folder(job.out, StoppedMakeError) as folder:
            record = _fill(folder, job, secrets, watch)
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


def _fill(folder: Path, job: MakeJob, secrets: RunSecrets, watch: Watch) -> RunRecord:
    press, record = folder / PRESS, folder / RECORD
    _clear(folder)
    press.mkdir(PRIVATE_FOLDER_MODE, exist_ok=True)  # whoever reads its pages knows every face
    (press / LOTS).mkdir(PRIVATE_FOLDER_MODE, exist_ok=True)
    record.mkdir()
    makers = tuple(
        _SeriesMaker(job, ordered, series)
        for ordered, series in zip(job.order.series, job.order.in_run(secrets.run_id), strict=True)
    )
    lots = _lots(
        job, secrets, [task for one in makers for task in one.tasks(secrets, press)], watch
    )
    for maker in makers:
        maker.set_up(press)  # before workers begin: they have its tables then
    with new_file(press / PRESS_LIST, PRIVATE_MODE) as file:
        file.write(manifest_header().encode())
        made = tuple(maker.make(press, record, file, lots) for maker in makers)
    run = _run_record(job, secrets, made)
    write_new(record / PROFILE, job.condition.profile)
    write_signed(record / RUN_RECORD, WHAT, run.json, job.keys.signing_key)
    draft = tuple(whole_allotment(one, ()).manifest_entry for one in run.series)
    write_new(record / MANIFEST_DRAFT, run.manifest_of(run.hall, draft).json)
    write_new(record / CHAIN, job.keys.chain.pem)
    write_new(press / JOB_TICKET, draw_job_ticket(run, _sheet_size(job.order.form)))
    known = {file.name: file.sha256 for one in made for file in one.press_files}
    for name in known:
        (press / LOTS / name).replace(press / name)
    shutil.rmtree(press / LOTS)
    for part in (press, record):
        hashes = {path.name: known.get(path.name) or file_sha256(path) for path in part.iterdir()}
        write_new(part / SUMS, sums_text(hashes).encode())
    return run


def _sheet_size(form: FormCode) -> SheetSize:
    """One card laid flat, as the ticket tells it."""
    sheet = load_layout(form).sheet
    return SheetSize(sheet.width, sheet.height, sheet.margin - sheet.slug)


def _clear(folder: Path) -> None:
    """Remove what an interrupted making left, but for its lots."""
    for path in (*folder.iterdir(), *(folder / PRESS).glob("*")):
        if path.name in {PRESS, LOTS}:
            continue
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()


def _run_record(job: MakeJob, secrets: RunSecrets, made: tuple[MadeSeries, ...]) -> RunRecord:
    order = job.order
    return RunRecord(
        order=order.number,
        hall=order.hall,
        hall_name=order.hall_name,
        jurisdiction=order.jurisdiction,
        made_at=job.made_at,
        root_commit=secrets.root_commit,
        component_fingerprints=(secrets.component_a.fingerprint, secrets.component_b.fingerprint),
        series=made,
        spoils=order.spoils,
        design=order.design,
        stock=order.stock,
        printed_for=PrintedFor(job.condition.identifier, job.condition.sha256),
        style=job.style,
    )


def _lots(
    job: MakeJob, secrets: RunSecrets, tasks: Sequence[LotTask], watch: Watch
) -> Iterator[MadeLot]:
    """Every lot in order: kept from a making that was stopped, or made now.

    Raises: WorkerLostError, StoppedMakeError.
    """
    notes = LotNotes(job.keys.signing_key, _made_with(job, secrets))
    kept = {task.name: notes.kept(task) for task in tasks}
    new = job.workers.made([task for task in tasks if kept[task.name] is None], watch)
    for place, task in enumerate(tasks):
        lot = kept[task.name]
        if lot is None:
            lot = next(new, None)
            if lot is None:
                raise StoppedMakeError(place, len(tasks))
            notes.sign(lot)
        else:
            watch.advance(len(task.numbers))
        yield lot


def _made_with(job: MakeJob, secrets: RunSecrets) -> str:
    """All that the pages of a run follow from."""
    facts = {
        "run_id": secrets.run_id.hex(),
        "root_commit": secrets.root_commit,
        "order": order_sha256(job.order),
        "made_at": printed_time(job.made_at),
        "condition": [job.condition.identifier, job.condition.sha256],
        "style": [job.style.standard, job.style.inks, job.style.codes],
    }
    return hashlib.sha256(canonical(facts)).hexdigest()


@dataclass(frozen=True, slots=True)
class _SeriesMaker:
    """One series on its way from its lots to its bundle and press papers."""

    job: MakeJob
    ordered: OrderedSeries
    series: Series

    def tasks(self, secrets: RunSecrets, press: Path) -> Iterator[LotTask]:
        """Its lots."""
        plan = SeriesPlan(self.series)
        for place, lot in enumerate(plan.lots):
            press_job = self._press_job(place + 1)
            yield LotTask(secrets, press_job, lot, press / LOTS, plan.press_file(place))

    def set_up(self, press: Path) -> None:
        """Draw what needs no live card."""
        draw_set_up(press, self._press_job())

    def make(
        self, press: Path, record: Path, manifest: IO[bytes], lots: Iterator[MadeLot]
    ) -> MadeSeries:
        """Take the lots in order into its bundle and the press list."""
        made = []
        with new_file(record / bundle_name(self.series.set_serial)) as file:
            bundle = BundleWriter(file, self.series, self.job.keys.signing_key)
            for lot in islice(lots, len(SeriesPlan(self.series).lots)):
                bundle.add_records(lot.task.records.read_bytes())
                manifest.write(lot.task.lines.read_bytes())
                made.append(lot)
            sealed = bundle.sign()
        note = record / checkpoint_name(self.series.set_serial)
        write_new(note, sealed.checkpoint.encode())
        ends = tuple(dict.fromkeys((made[0].ends[0], made[-1].ends[1])))  # one of a single card
        draw_customer_proof(press, self._press_job(), ends)
        return MadeSeries(
            series=self.series,
            role=self.ordered.role,
            price_cents=self.ordered.price_cents,
            pack_size=self.ordered.pack_size,
            exchange_of=self.ordered.exchange_of,
            bundle_sha256=sealed.bundle_sha256,
            press_files=tuple(lot.file for lot in made),
            spares=self.job.order.spares_of(self.ordered),
        )

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


def draw_set_up(folder: Path, job: PressJob) -> None:
    """Set-up and finishing, with specimens alone."""
    cards = specimen_cards(job.series)
    specimen = replace(job, series=cards.series, specimen=True)
    papers = PressPapers(job.series)
    draw_press_file(folder / papers.makeready, specimen, [cards], SPECIMEN_COUNT)
    write_new(folder / papers.template, draw_finishing_template(job))
    write_new(folder / papers.specimen, specimen_png(specimen, cards))


def draw_customer_proof(folder: Path, job: PressJob, live: tuple[CardOutside, ...]) -> None:
    """What the customer approves: specimens, and live cards from outside only."""
    proof = draw_proof(job, live, specimen_cards(job.series))
    write_new(folder / PressPapers(job.series).proof, proof)
