"""Making destroyed cards once more: the same cards, from a one-time file beside the run's own."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from cardgen.card_id import SetSerial
from cardgen.errors import BadFileError, ConflictError
from cardgen.files import PRIVATE_FOLDER_MODE, PRIVATE_MODE, new_file, new_folder, write_new
from cardgen.make import InterruptedMakeError
from cardgen.order import Spoils
from cardgen.plant.remakes import Remake, begin_remake, finish_remake
from cardgen.plant.runs import OtherSecretsError, check_not_abandoned
from cardgen.press.job import PressJob
from cardgen.press.manifest import manifest_header, manifest_rows
from cardgen.press.press_file import draw_press_file
from cardgen.press.printing_condition import PrintingCondition, house_condition, read_condition
from cardgen.printed_batch import PrintedBatch
from cardgen.proof.certificate import ListedFile, PrintedFor
from cardgen.proof.delivery import SUMS, file_sha256, sums_text
from cardgen.run_folder import PRESS_LIST, PROFILE, RECORD
from cardgen.run_record import MadeSeries, RunRecord
from cardgen.secret.keys import RunSecrets
from cardgen.secret.keystore import read_keys
from cardgen.secret.ready import ready_batches
from cardgen.series import Series
from cardgen.watch import Watch

Listed = tuple[tuple[SetSerial, ListedFile], ...]
Dealt = Callable[[Series, Remake], Iterator[PrintedBatch]]


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
    """Which run's destroyed cards are made once more; `watch` is told of cards as they are."""

    run: Path
    plant: Path
    condition: PrintingCondition
    watch: Watch


def remake_record(run: Path, plant: Path) -> RunRecord:
    """The run's record, when its order wants spoils remade.

    Raises: SkipsOrderedError, RunAbandonedError.
    """
    record = RunRecord.read(run, read_keys(plant).chain.plant_key)
    check_not_abandoned(plant, record.run_id)
    if record.spoils is not Spoils.REMAKE:
        raise SkipsOrderedError(record.order)
    return record


def remake_spoils(job: RemakeJob, secrets: RunSecrets) -> Remake:
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

    def dealt(series: Series, remake: Remake) -> Iterator[PrintedBatch]:
        for batch in ready_batches(secrets, series, remake.numbers_of(series.set_serial)):
            yield batch.rows
            job.watch.advance(batch.rows.count)

    try:
        if not folder.exists():  # it takes its name when it is whole; only the note was missing
            with new_folder(folder, PRIVATE_FOLDER_MODE) as partial:
                _fill(partial, job, record, remake, dealt)
        files = _listed(folder, record)
    except (BadFileError, OSError) as error:
        raise InterruptedMakeError(str(error)) from None
    except KeyboardInterrupt:
        raise InterruptedMakeError("it was stopped") from None
    finish_remake(job.plant, record.run_id, remake, files)
    return remake


def _fill(folder: Path, job: RemakeJob, record: RunRecord, remake: Remake, dealt: Dealt) -> None:
    """One press file a set, its cards in their order, however many are torn between them."""
    with new_file(folder / PRESS_LIST, PRIVATE_MODE) as manifest:
        manifest.write(manifest_header().encode())
        for made in record.series:
            count = len(remake.numbers_of(made.series.set_serial))
            if count:
                name = remake.file_name(made.series.set_serial)
                press_job = _press_job(job, record, made, remake)
                rows = _listing(manifest, press_job, name, dealt(made.series, remake))
                draw_press_file(folder / name, press_job, rows, count)
    hashes = {path.name: file_sha256(path) for path in folder.iterdir()}
    write_new(folder / SUMS, sums_text(hashes).encode())


def _listing(
    manifest: IO[bytes], job: PressJob, name: str, batches: Iterator[PrintedBatch]
) -> Iterator[PrintedBatch]:
    """The same batches, each in the press list as it goes by."""
    drawn = 0
    for batch in batches:
        manifest.write("".join(manifest_rows(job, name, batch, drawn)).encode())
        drawn += batch.count
        yield batch


def _listed(folder: Path, record: RunRecord) -> Listed:
    return tuple(
        (made.series.set_serial, ListedFile(path.name, file_sha256(path)))
        for made in record.series
        for path in sorted(folder.glob(f"{made.series.set_serial}_*.pdf"))
    )


def condition_of(run: Path, record: RunRecord) -> PrintingCondition:
    """What the run was printed for: its remakes are printed alike.

    Raises: BadFileError, when its profile is not the one that it was made with.
    """
    wanted, house = record.printed_for, house_condition()
    if wanted is None or wanted == PrintedFor(house.identifier, house.sha256):
        return house  # before the record named it, a remake had no other
    path = run / RECORD / PROFILE
    condition = read_condition(path, wanted.condition)
    if condition.sha256 != wanted.profile_sha256:
        why = f"its SHA-256 is not {wanted.profile_sha256}, which the run was made with"
        raise BadFileError(path, why, "Put the run's own profile in its place.")
    return condition


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
        style=record.style,
        pack_size=made.pack_size,
    )
