"""Batches dealt, sealed and laid out for print, by one process or several, always in order."""

import signal
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from typing import Self

from cardgen.errors import BadValueError, ResumableError
from cardgen.printed_batch import PrintedBatch
from cardgen.proof.header import header_bytes, header_hash
from cardgen.secret.core_dumps import forbid_core_dumps
from cardgen.secret.dealing import BATCH_CARDS, deal
from cardgen.secret.keys import RunSecrets
from cardgen.secret.printing import printed
from cardgen.secret.sealing import SealedCards, seal
from cardgen.series import Series

WORKERS_MAX = 64
BATCHES_AHEAD = 2  # of each worker: enough to keep it busy, few enough to keep memory flat


class WorkerLostError(ResumableError):
    """A process that ended while it worked, such as one that the system ran out of memory for."""

    code = "worker-lost"

    def __init__(self) -> None:
        super().__init__(
            "A worker process ended before its cards were done. "
            "Give fewer --workers, so that they need less memory."
        )


@dataclass(frozen=True, slots=True)
class ReadyBatch:
    """Consecutive cards, sealed for the bundle and laid out for the press."""

    sealed: SealedCards
    rows: PrintedBatch = field(repr=False)


class Workers:
    """So many processes to work on batches; one is this process."""

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

    def ready_batches(
        self, secrets: RunSecrets, series: Series, numbers: range
    ) -> Iterator[ReadyBatch]:
        """The cards with these audit numbers in order; the bytes do not depend on the count.

        Raises: WorkerLostError.
        """
        try:
            yield from self._ready_batches(secrets, series, numbers)
        except BrokenProcessPool:
            raise WorkerLostError from None

    def _ready_batches(
        self, secrets: RunSecrets, series: Series, numbers: range
    ) -> Iterator[ReadyBatch]:
        ahead: deque[Future[ReadyBatch]] = deque()
        for first in range(numbers.start, numbers.stop, BATCH_CARDS):
            count = min(BATCH_CARDS, numbers.stop - first)
            if self._pool is None:
                yield ready_batch(secrets, series, first, count)
                continue
            ahead.append(self._pool.submit(ready_batch, secrets, series, first, count))
            if len(ahead) > BATCHES_AHEAD * self._count:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()


def _begin_worker() -> None:
    """No core file; who stops the command stops its first process, which then ends its workers."""
    forbid_core_dumps()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for name in ("SIGINT", "SIGHUP", "SIGBREAK"):  # not every system has all of them
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)


def ready_batch(secrets: RunSecrets, series: Series, first: int, count: int) -> ReadyBatch:
    """One batch, wherever it is worked on."""
    batch = deal(secrets, series, first, count)
    sealed = seal(header_hash(header_bytes(series)), batch)
    return ReadyBatch(sealed, printed(batch))
