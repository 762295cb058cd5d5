"""Draws a press file in a process of its own: `draw_alone.py PATH CARDS CARDS_A_BATCH`.

Prints the file's SHA-256 and the most memory the process held, in kilobytes.
"""

import hashlib
import resource
import sys
from collections.abc import Iterator
from pathlib import Path

from cardgen.press.press_file import draw_press_file
from cardgen.printed_batch import PrintedBatch
from tests.press.cards import a_batch, a_job, a_series


def main() -> None:
    path, cards, cards_a_batch = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    series = a_series(cards)
    draw_press_file(path, a_job(series), _batches(cards, cards_a_batch), cards)
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    sys.stdout.write(f"{digest.hexdigest()} {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss}\n")


def _batches(cards: int, cards_a_batch: int) -> Iterator[PrintedBatch]:
    for start in range(0, cards, cards_a_batch):
        count = min(cards_a_batch, cards - start)
        yield a_batch.__wrapped__(a_series(cards), start, count)


if __name__ == "__main__":
    main()
