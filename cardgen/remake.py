"""Making destroyed cards once more: the same cards, from a one-time file beside the run's own."""

from dataclasses import dataclass, field
from pathlib import Path

from cardgen.card_id import SetSerial
from cardgen.errors import BadFileError, ConflictError
from cardgen.files import new_folder, write_new
from cardgen.make import PRESS_MANIFEST, InterruptedMakeError
from cardgen.order import Spoils
from cardgen.plant.remakes import Remake, begin_remake, finish_remake
from cardgen.plant.runs import OtherSecretsError
from cardgen.press.job import PressJob
from cardgen.press.manifest import manifest_header, manifest_rows
from cardgen.press.press_file import draw_press_file
from cardgen.press.printing_condition import PrintingCondition, house_condition
from cardgen.proof.certificate import ListedFile
from cardgen.proof.delivery import SUMS, file_sha256, sums_text
from cardgen.run_record import MadeSeries, RunRecord
from cardgen.secret.keys import RunSecrets
from cardgen.secret.keystore import read_keys
from cardgen.secret.workers import Workers

Listed = tuple[tuple[SetSerial, ListedFile], ...]


class SkipsOrderedError(ConflictError):
    """An order whose spoiled numbers stay missing."""

    code = "skips-ordered"

    def __init__(self, order_number: str) -> None:
        super().__init__(
            f'Order {order_number} says spoils = "skip": destroyed numbers stay missing and spares '
            'take their place. Order with spoils = "remake" to print them once more.'
        )


@dataclass(frozen=True, slots=True)
class RemakeJob:
    """Which run's destroyed cards are made once more."""

    run: Path
    plant: Path
    condition: PrintingCondition = field(default_factory=house_condition)


def remake_record(run: Path, plant: Path) -> RunRecord:
    """The run's record, when its order wants spoils remade. Raises: SkipsOrderedError."""
    record = RunRecord.read(run, read_keys(plant).chain.plant_key)
    if record.spoils is not Spoils.REMAKE:
        raise SkipsOrderedError(record.order)
    return record


def remake_spoils(job: RemakeJob, secrets: RunSecrets, workers: Workers) -> Remake:
    """Write the folder of the next remake, or finish the one that was interrupted.

    Raises: SkipsOrderedError, OtherSecretsError, NothingToRemakeError before anything is written;
    InterruptedMakeError, when the same command can finish the work.
    """
    record = remake_record(job.run, job.plant)
    if secrets.root_commit != record.root_commit:
        raise OtherSecretsError(record.order)
    serials = tuple(made.series.set_serial for made in record.series)
    remake = begin_remake(job.plant, record.run_id, serials)
    folder = job.run / remake.folder
    try:
        if not folder.exists():  # it takes its name when it is whole; only the note was missing
            with new_folder(folder) as partial:
                _fill(partial, job, record, remake, secrets, workers)
        files = _listed(folder, record, remake)
    except (BadFileError, OSError) as error:
        raise InterruptedMakeError(str(error)) from None
    except KeyboardInterrupt:
        raise InterruptedMakeError("it was stopped from the keyboard") from None
    finish_remake(job.plant, record.run_id, remake, files)
    return remake


def _fill(  # noqa: PLR0913, PLR0917 -- everything that a press file needs
    folder: Path,
    job: RemakeJob,
    record: RunRecord,
    remake: Remake,
    secrets: RunSecrets,
    workers: Workers,
) -> None:
    lines = [manifest_header()]
    for made in record.series:
        press_job = _press_job(job, record, made, remake)
        for numbers in remake.runs_of(made.series.set_serial):
            name = remake.file_name(made.series.set_serial, numbers)
            batches = [batch.rows for batch in workers.ready_batches(secrets, made.series, numbers)]
            draw_press_file(folder / name, press_job, batches, len(numbers))
            for batch in batches:
                lines += manifest_rows(press_job, name, batch, numbers.start)
    write_new(folder / PRESS_MANIFEST, "".join(lines).encode())
    hashes = {path.name: file_sha256(path) for path in folder.iterdir()}
    write_new(folder / SUMS, sums_text(hashes).encode())


def _listed(folder: Path, record: RunRecord, remake: Remake) -> Listed:
    names = [
        (made.series.set_serial, remake.file_name(made.series.set_serial, numbers))
        for made in record.series
        for numbers in remake.runs_of(made.series.set_serial)
    ]
    return tuple((serial, ListedFile(name, file_sha256(folder / name))) for serial, name in names)


def _press_job(job: RemakeJob, record: RunRecord, made: MadeSeries, remake: Remake) -> PressJob:
    """A remake is a lot of its own, after those the set was first printed in."""
    return PressJob(
        series=made.series,
        role=made.role,
        price_cents=made.price_cents,
        hall_name=record.hall_name,
        order_number=record.order,
        made_at=record.made_at,
        specimen=False,
        lot=len(made.press_files) + remake.place,
        condition=job.condition,
        design=record.design,
    )
