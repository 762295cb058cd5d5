"""Making a run: deal, seal and draw every series of an order in one pass, then sign."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import IO

from cardgen.errors import BadFileError, ResumableError, printable
from cardgen.files import new_file, new_folder, partial_folder, write_new
from cardgen.order import Order, OrderedSeries
from cardgen.plant.runs import Run, begin_run, finish_run
from cardgen.press.job import PressJob
from cardgen.press.manifest import manifest_header, manifest_rows
from cardgen.press.press_file import draw_press_file
from cardgen.printed_batch import PrintedBatch
from cardgen.proof.bundle import record_bytes
from cardgen.proof.certificate import ListedFile
from cardgen.proof.delivery import (
    CHAIN,
    SUMS,
    bundle_name,
    checkpoint_name,
    file_sha256,
    sums_text,
)
from cardgen.run_record import (
    MANIFEST_DRAFT,
    RECORD,
    RUN_RECORD,
    MadeSeries,
    RunRecord,
    order_sha256,
)
from cardgen.secret.keys import RunSecrets
from cardgen.secret.keystore import PlantKeys
from cardgen.secret.sealing import BundleWriter
from cardgen.secret.specimen import SPECIMEN_COUNT, specimen_cards
from cardgen.secret.workers import Workers
from cardgen.series import Series

LOT_CARDS = 20_000  # print.md section 3: a press file holds one lot
PRESS = "press"
PRESS_MANIFEST = "manifest.csv"

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


def makeready_name(series: Series) -> str:
    """The name of the file that presses are set up with."""
    return f"makeready-{series.set_serial}.pdf"


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
    except (BadFileError, OSError) as error:
        raise InterruptedMakeError(str(error)) from None
    except KeyboardInterrupt:
        raise InterruptedMakeError("it was stopped from the keyboard") from None
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
    press.mkdir()
    record.mkdir()
    order = job.order
    made = []
    with new_file(press / PRESS_MANIFEST) as file:
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
    )
    write_new(record / RUN_RECORD, run.json)
    write_new(record / MANIFEST_DRAFT, run.manifest.json)
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
        with new_file(record / bundle_name(self.series.set_serial)) as file:
            bundle = BundleWriter(file, self.series, self.job.keys.signing_key)
            for place, lot in enumerate(plan.lots):
                name = plan.press_file(place)
                rows = self._rows(bundle, lot, name, manifest)
                draw_press_file(press / name, self._press_job(self.series), rows, len(lot))
                press_files.append(ListedFile(name, file_sha256(press / name)))
            sealed = bundle.sign()
        note = record / checkpoint_name(self.series.set_serial)
        write_new(note, sealed.checkpoint.encode())
        self._draw_makeready(press)
        return MadeSeries(
            series=self.series,
            role=self.ordered.role,
            price_cents=self.ordered.price_cents,
            pack_size=self.ordered.pack_size,
            exchange_of=self.ordered.exchange_of,
            bundle_sha256=sealed.bundle_sha256,
            press_files=tuple(press_files),
        )

    def _rows(
        self, bundle: BundleWriter, lot: range, name: str, manifest: IO[bytes]
    ) -> Iterator[PrintedBatch]:
        """Each batch once: sealed into the bundle, listed for the press, handed on to be drawn."""
        job = self._press_job(self.series)
        for batch in self.job.workers.ready_batches(self.secrets, self.series, lot):
            bundle.add_sealed(batch.sealed)
            sequence = batch.rows.first - lot.start + 1
            manifest.write("".join(manifest_rows(job, name, batch.rows, sequence)).encode())
            yield batch.rows
            self.progress(batch.rows.count)

    def _draw_makeready(self, press: Path) -> None:
        cards = specimen_cards(self.series)
        job = self._press_job(cards.series)
        draw_press_file(press / makeready_name(self.series), job, [cards], SPECIMEN_COUNT)

    def _press_job(self, series: Series) -> PressJob:
        return press_job(self.job.order, self.ordered, series, self.job.made_at)


def press_job(order: Order, ordered: OrderedSeries, series: Series, made_at: datetime) -> PressJob:
    """What the press needs of a series, live or specimen."""
    return PressJob(
        series=series,
        role=ordered.role,
        price_cents=ordered.price_cents,
        hall_name=order.hall_name,
        order_number=order.number,
        made_at=made_at,
        specimen=series.set_serial != ordered.set_serial,
    )
