"""Lots: independent press files, each made by one process and kept until its run is whole.

A lot is three files side by side: its pages, its records for the bundle, its lines of the press
list. Once all are on the disk the plant signs a note of their hashes. A making that was stopped
goes on with the lots whose notes hold; whatever else lies there is made again, to the same byte.
"""

import csv
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cardgen.card_id import AuditNumber, SetSerial
from cardgen.errors import BadValueError, ResumableError
from cardgen.files import PRIVATE_MODE, new_file, write_new
from cardgen.press.job import PressJob
from cardgen.press.manifest import COLUMNS, manifest_rows
from cardgen.press.press_file import draw_press_file
from cardgen.printed_batch import CardOutside, PrintedBatch
from cardgen.proof.certificate import ListedFile
from cardgen.proof.delivery import file_sha256
from cardgen.proof.framing import canonical
from cardgen.proof.signing import SignatureError, check_statement, sign_statement
from cardgen.secret.core_dumps import forbid_core_dumps
from cardgen.secret.keys import RunSecrets
from cardgen.secret.ready import ready_batches
from cardgen.tokens import LinearCode
from cardgen.watch import Watch

WORKERS_MAX = 64
LOTS_AHEAD = 1  # beyond one of each worker: none of them waits, and few lots lie unnoted
_WHAT = "lot"
_Made = tuple[str, tuple[CardOutside, CardOutside]]
_ENDINGS = ("", ".records", ".lines", ".sig")  # of a lot's files, the signature of its note last


class WorkerLostError(ResumableError):
    """A process that ended while it worked, such as one that the system ran out of memory for."""

    code = "worker-lost"

    def __init__(self) -> None:
        super().__init__(
            "A worker process ended before its cards were done. "
            "Give fewer --workers, so that they need less memory."
        )


@dataclass(frozen=True, slots=True)
class LotTask:
    """Which cards are made, and into which press file of which folder."""

    secrets: RunSecrets = field(repr=False)
    job: PressJob
    numbers: range
    folder: Path
    name: str

    @property
    def pages(self) -> Path:
        """The press file."""
        return self._path("")

    @property
    def records(self) -> Path:
        """The records of its cards, for the bundle."""
        return self._path(".records")

    @property
    def lines(self) -> Path:
        """Its lines of the press list."""
        return self._path(".lines")

    @property
    def signature(self) -> Path:
        """What the plant signed when the three were whole."""
        return self._path(".sig")

    def _path(self, ending: str) -> Path:
        return self.folder / f"{self.name}{ending}"

    def remove(self) -> None:
        """Remove what there is of it."""
        for ending in _ENDINGS:
            self._path(ending).unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class MadeLot:
    """A lot that is whole: the hash of its press file, and its first and last card outside."""

    task: LotTask
    sha256: str
    ends: tuple[CardOutside, CardOutside]

    @classmethod
    def read(cls, task: LotTask) -> Self:
        """What lies there of a lot. Raises: OSError, ValueError, LookupError, csv.Error."""
        with task.lines.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file, COLUMNS))
        return cls(task, file_sha256(task.pages), (_outside(rows[0]), _outside(rows[-1])))

    @property
    def file(self) -> ListedFile:
        """As certificates name it."""
        return ListedFile(self.task.name, self.sha256)


def _outside(row: dict[str, str]) -> CardOutside:
    serial, number = row["card_id"].split("-")[1:3]
    linear = LinearCode(SetSerial(serial), AuditNumber(int(number)))
    return CardOutside(row["card_id"], row["outside_token"], linear.text)


def make_lot(task: LotTask, advance: Callable[[int], None]) -> MadeLot:
    """Deal, seal and draw a lot."""
    task.remove()
    with (
        new_file(task.records, PRIVATE_MODE) as records,
        new_file(task.lines, PRIVATE_MODE) as lines,
    ):

        def drawn() -> Iterator[PrintedBatch]:
            done = 0
            for batch in ready_batches(task.secrets, task.job.series, task.numbers):
                records.write(batch.sealed.records)
                listed = manifest_rows(task.job, task.name, batch.rows, done)
                lines.write("".join(listed).encode())
                yield batch.rows
                done += batch.rows.count
                advance(batch.rows.count)

        draw_press_file(task.pages, task.job, drawn(), len(task.numbers))
    return MadeLot.read(task)


def _made_elsewhere(task: LotTask) -> _Made:
    """A lot made in a process that nobody watches; its secrets do not come back."""
    lot = make_lot(task, Watch().advance)
    return lot.sha256, lot.ends


@dataclass(frozen=True, slots=True)
class LotNotes:
    """The plant's signed notes of whole lots; `made_with` names all that they were made with."""

    key: Ed25519PrivateKey = field(repr=False)
    made_with: str

    def sign(self, lot: MadeLot) -> None:
        """Note that a lot is whole."""
        signature = sign_statement(self.key, _WHAT, self._statement(lot))
        write_new(lot.task.signature, signature, PRIVATE_MODE)

    def kept(self, task: LotTask) -> MadeLot | None:
        """The lot, when it was noted as whole and nothing of it was changed since."""
        if not task.signature.exists():
            return None
        try:
            lot = MadeLot.read(task)
            signature = task.signature.read_bytes()
            check_statement(self.key.public_key(), _WHAT, self._statement(lot), signature)
        except (OSError, ValueError, LookupError, csv.Error, BadValueError, SignatureError):
            return None  # it is made again
        return lot

    def _statement(self, lot: MadeLot) -> bytes:
        task = lot.task
        facts = {
            "made_with": self.made_with,
            "name": task.name,
            "first": task.numbers[0],
            "last": task.numbers[-1],
            "pages": lot.sha256,
            "records": file_sha256(task.records),
            "lines": file_sha256(task.lines),
        }
        return canonical(facts)


class Workers:
    """So many processes to make lots; one is this process."""

    def __init__(self, count: int) -> None:
        """Raises: BadValueError, when the number is not sensible."""
        if not 1 <= count <= WORKERS_MAX:
            raise BadValueError("The number of workers", count, f"1 to {WORKERS_MAX}")
        self._count = count
        self._pool = None if count == 1 else ProcessPoolExecutor(count, initializer=_begin_worker)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def made(self, tasks: Sequence[LotTask], watch: Watch) -> Iterator[MadeLot]:
        """The lots in order; when the watch is stopping, those that were begun are the last.

        Raises: WorkerLostError.
        """
        if self._pool is None:
            for task in tasks:
                if watch.is_stopping():
                    return
                yield make_lot(task, watch.advance)
            return
        try:
            yield from self._made_by(self._pool, tasks, watch)
        except BrokenProcessPool:
            raise WorkerLostError from None

    def _made_by(
        self, pool: ProcessPoolExecutor, tasks: Sequence[LotTask], watch: Watch
    ) -> Iterator[MadeLot]:
        begun: deque[tuple[LotTask, Future[_Made]]] = deque()
        waiting = deque(tasks)
        while begun or waiting:
            if watch.is_stopping():
                waiting.clear()
                if not begun:
                    return
            while waiting and len(begun) < self._count + LOTS_AHEAD:
                task = waiting.popleft()
                begun.append((task, pool.submit(_made_elsewhere, task)))
            task, made = begun.popleft()
            lot = MadeLot(task, *made.result())
            watch.advance(len(task.numbers))
            yield lot


def _begin_worker() -> None:
    """No core file; who stops the command stops its first process, which then ends its workers."""
    forbid_core_dumps()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for name in ("SIGINT", "SIGHUP", "SIGBREAK"):  # not every system has all of them
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
