"""The packs of a file: a document part each, so that a digital press lays a slip sheet between."""

from dataclasses import dataclass

import numpy as np

from cardgen.press.job import PressJob
from cardgen.press.pdf_objects import text_string
from cardgen.press.rows import Numbers


@dataclass(slots=True)
class Pack:
    """A pack's cards in one file: the pack counted from 0 in the set, its cards in the file."""

    number: int
    start: int
    stop: int
    first_index: int
    last_index: int


class Packs:
    """The packs whose cards a file holds, as the cards come; a remake leaves cards out."""

    def __init__(self, job: PressJob) -> None:
        self._job = job
        self._drawn = 0
        self.each: list[Pack] = []

    def places(self, card_indexes: Numbers) -> Numbers:
        """Which pack of the file each of the next cards is in, packs counted from 0."""
        numbers = card_indexes // self._job.pack_size
        begins = np.flatnonzero(np.diff(numbers, prepend=-1))
        places = np.empty_like(numbers)
        for begin, end in zip(begins, [*begins[1:], len(numbers)], strict=True):
            self._add(int(numbers[begin]), card_indexes[begin:end])
            places[begin:end] = len(self.each) - 1
        return places

    def _add(self, number: int, card_indexes: Numbers) -> None:
        """Cards of a pack; the pack may have begun with the cards before."""
        last = int(card_indexes[-1])
        if not self.each or self.each[-1].number != number:
            self.each.append(Pack(number, self._drawn, self._drawn, int(card_indexes[0]), last))
        self._drawn += len(card_indexes)
        self.each[-1].stop, self.each[-1].last_index = self._drawn, last

    def told(self, pack: Pack) -> dict[str, bytes]:
        """What its document part says: its number in the set and its cards in this file."""
        first, last = (
            self._job.series.first + index for index in (pack.first_index, pack.last_index)
        )
        return {
            "BINGO_Number": b"%d" % (pack.number + 1),
            "BINGO_Cards": text_string(f"{first:07d} to {last:07d}"),
            "BINGO_Count": b"%d" % (pack.stop - pack.start),
        }
