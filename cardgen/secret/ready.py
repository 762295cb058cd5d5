"""Batches dealt, sealed and laid out for print, in the order of their cards."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from cardgen.printed_batch import PrintedBatch
from cardgen.proof.header import header_bytes, header_hash
from cardgen.secret.dealing import BATCH_CARDS, deal_cards
from cardgen.secret.keys import RunSecrets
from cardgen.secret.printing import printed
from cardgen.secret.sealing import SealedCards, seal
from cardgen.series import Series


@dataclass(frozen=True, slots=True)
class ReadyBatch:
    """Cards in the order of their numbers, sealed for the bundle and laid out for the press."""

    sealed: SealedCards
    rows: PrintedBatch = field(repr=False)


def ready_batches(
    secrets: RunSecrets, series: Series, numbers: Sequence[int]
) -> Iterator[ReadyBatch]:
    """The cards with these rising audit numbers, a batch at a time, however scattered they are."""
    series_hash = header_hash(header_bytes(series))
    for start in range(0, len(numbers), BATCH_CARDS):
        chosen = numbers[start : start + BATCH_CARDS]
        batch = deal_cards(secrets, series, np.array(chosen, dtype=np.uint32))
        yield ReadyBatch(seal(series_hash, batch), printed(batch))
