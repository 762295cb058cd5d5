"""Batches dealt, sealed and laid out for print, by one process or several, always in order."""

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Self

from cardgen.errors import BadValueError
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
        self._pool = (
            None if count == 1 else ProcessPoolExecutor(count, initializer=forbid_core_dumps)
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def ready_batches(
        self, secrets: RunSecrets, series: Series, numbers: range
    ) -> Iterator[ReadyBatch]:
        """The cards with these audit numbers in order; the bytes do not depend on the count."""
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


def ready_batch(secrets: RunSecrets, series: Series, first: int, count: int) -> ReadyBatch:
    """One batch, wherever it is worked on."""
    batch = deal(secrets, series, first, count)
    sealed = seal(header_hash(header_bytes(series)), batch)
    return ReadyBatch(sealed, printed(batch))
