"""Streams the cards of a series into one press file: duplex pairs in the order of their records.

Every card is five objects of constant length (two pages, their contents, a document part), so all
offsets are arithmetic and a batch of cards is one array of bytes. Nothing about a face can be told
from any size, order or place in the file.
"""

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import BinaryIO

import numpy as np

from cardgen.errors import BadValueError
from cardgen.files import PRIVATE_MODE, new_file
from cardgen.press.artwork import press_artwork
from cardgen.press.card_marks import SEQUENCE_DIGITS, card_columns
from cardgen.press.card_objects import (
    OBJECT_DIGITS,
    PARTS,
    card_objects,
    parts_of,
)
from cardgen.press.job import PressJob
from cardgen.press.layout import Layout, load_layout
from cardgen.press.metadata import (
    Extent,
    add_info,
    add_metadata,
    add_output_intent,
    optional_content,
    press_document,
)
from cardgen.press.packs import Packs
from cardgen.press.page_tree import PageTree
from cardgen.press.pdf_objects import (
    ObjectStore,
    dictionary,
    reference,
    text_string,
    written_object,
)
from cardgen.press.rows import Bytes, Numbers, Template, digit_counts, spaced_digits, zero_digits
from cardgen.press.small_pdf import HEADER, HEADER_X1A
from cardgen.printed_batch import PrintedBatch

OBJECTS_PER_CARD = len(PARTS)  # at most
OBJECTS_MAX = 8_388_607  # indirect objects in a file (PDF 1.x implementation limit)
CARDS_AT_ONCE = 1_024  # what stays in a processor's cache
DPART_ARRAY_MAX = 8_000  # an array holds 8,191 at most
OFFSETS_AT_ONCE = 4_096  # cards


def draw_press_file(
    path: Path, job: PressJob, batches: Iterable[PrintedBatch], card_count: int
) -> None:
    """Writes the press file of `card_count` cards; it is there whole, or not at all.

    It tells the faces: nobody but its owner reads it.

    Raises: BadValueError, when the batches are not `card_count` cards of this series; ExistsError,
    BadFileError.
    """
    layout = load_layout(job.series.form)
    if job.series.faces != layout.faces:
        raise BadValueError("The faces of a card", job.series.faces, f"{layout.faces} on this form")
    if not 1 <= card_count <= OBJECTS_MAX // (OBJECTS_PER_CARD + 1):
        most = OBJECTS_MAX // (OBJECTS_PER_CARD + 1)
        raise BadValueError("The count of cards in a file", card_count, f"1 to {most}")
    with new_file(path, PRIVATE_MODE) as file:
        parts = _slices(batches)
        first = next(parts, None)
        if first is None:
            raise BadValueError("The count of cards", 0, f"{card_count} cards in all batches")
        press_file = _PressFile(file, job, layout, Extent(first.first, card_count))
        for part in chain([first], parts):
            press_file.add(part)
        press_file.end()


def _slices(batches: Iterable[PrintedBatch]) -> Iterator[PrintedBatch]:
    """The same cards, at most so many at once."""
    for batch in batches:
        if batch.count <= CARDS_AT_ONCE:
            yield batch
            continue
        for start in range(0, batch.count, CARDS_AT_ONCE):
            yield _part(batch, start, min(CARDS_AT_ONCE, batch.count - start))


def _part(batch: PrintedBatch, start: int, count: int) -> PrintedBatch:
    names = (*PrintedBatch.WIDTHS, "numbers", "face_numbers")
    parts = {}
    for name in names:
        column: bytes = getattr(batch, name)
        width = len(column) // batch.count
        parts[name] = column[start * width : (start + count) * width]
    numbered = batch.numbered[start : start + count]
    return PrintedBatch(series=batch.series, numbered=numbered, **parts)


class _PressFile:
    """A press file as it grows."""

    def __init__(self, file: BinaryIO, job: PressJob, layout: Layout, extent: Extent) -> None:
        self._file, self._job, self._layout = file, job, layout
        self._parts = parts_of(job)
        self._packs = Packs(job)
        self._card_count = card_count = extent.card_count
        self._store = ObjectStore()
        self._artwork = press_artwork(self._store, job, layout)
        self._pages = self._store.reserve()
        if job.style.has_records:
            self._dpart_root, self._dpart = self._store.reserve(), self._store.reserve()
        self._document = press_document(job, extent)
        self._info = add_info(self._store, job, self._document)
        self._catalog = self._add_catalog()
        self._first_card = len(self._store.bodies) + 1
        self._tree = PageTree(
            root=self._pages,
            page_count=2 * card_count,
            first_node=self._first_card + len(self._parts) * card_count,
        )
        self._first_pack = self._tree.first_node + self._tree.node_count
        self._objects = card_objects(job, layout, self._artwork)
        self._rows = self._objects.template.blank(min(CARDS_AT_ONCE, card_count))
        self._offsets: dict[int, int] = {}
        self._drawn = 0
        self._end = 0
        self._write(HEADER if job.style.has_records else HEADER_X1A)
        for number, body in self._store.written():
            self._offsets[number] = self._end
            self._write(body)
        self._cards_at = self._end

    def _add_catalog(self) -> int:
        """The catalog with layers, printing condition and metadata."""
        store, layers = self._store, self._artwork.layers
        metadata = add_metadata(store, self._job, self._document)
        entries = {
            "Type": b"/Catalog",
            "Pages": reference(self._pages),
            "Metadata": reference(metadata),
            "OutputIntents": b"[" + add_output_intent(store, self._job.condition) + b"]",
        }
        if self._job.style.has_records:
            entries["DPartRoot"] = reference(self._dpart_root)
            entries["ViewerPreferences"] = b"<</PrintScaling/None>>"
        if layers:
            entries["OCProperties"] = optional_content(layers, hidden=layers)
        return store.add(dictionary(entries))

    def add(self, batch: PrintedBatch) -> None:
        """The next cards."""
        self._check_next(batch)
        cards = np.arange(self._drawn, self._drawn + batch.count, dtype=np.int64)
        columns = card_columns(batch, self._artwork.faces, self._layout, self._job.style.codes)
        numbers = np.array(batch.numbered, dtype=np.int64)
        sequences = numbers - self._job.series.first + 1
        columns["sequence"] = spaced_digits(sequences, SEQUENCE_DIGITS)
        packs = self._first_pack + self._packs.places(sequences - 1)
        columns["pack"] = spaced_digits(packs, OBJECT_DIGITS)
        for place, part in enumerate(self._parts):
            columns[part] = spaced_digits(self._number(cards, place), OBJECT_DIGITS)
        columns["parent"] = spaced_digits(self._tree.parents(cards * 2), OBJECT_DIGITS)
        rows = self._rows[: batch.count]
        self._objects.template.fill(rows, columns)
        self._write(rows.data)
        self._drawn += batch.count

    def _check_next(self, batch: PrintedBatch) -> None:
        if batch.series != self._job.series:
            raise BadValueError("The series of a batch", batch.series.series, "that of the job")
        if self._drawn + batch.count > self._card_count:
            expected = f"{self._card_count} cards in all batches"
            raise BadValueError("The count of cards", self._drawn + batch.count, expected)

    def end(self) -> None:
        """Page tree, document parts, offsets."""
        if self._drawn != self._card_count:
            expected = f"{self._card_count} cards in all batches"
            raise BadValueError("The count of cards", self._drawn, expected)
        for number, body in self._tree.nodes(self._page_references):
            self._put(number, body)
        if self._job.style.has_records:
            self._put_document_parts()
        self._write_offsets()

    def _put(self, number: int, body: bytes) -> None:
        self._offsets[number] = self._end
        self._write(written_object(number, body))

    def _write(self, written: bytes | memoryview) -> None:
        self._file.write(written)
        self._end += memoryview(written).nbytes

    def _number(self, cards: Numbers, place: int) -> Numbers:
        """The object numbers of one part of the cards."""
        return self._first_card + len(self._parts) * cards + place

    def _page_references(self, first: int, last: int) -> bytes:
        """References to pages, counted from 0, the last one left out."""
        pages = np.arange(first, last, dtype=np.int64)
        return _references(self._number(pages // 2, 0) + pages % 2 * 2)

    def _put_document_parts(self) -> None:
        """One node for the job, one for each pack, one leaf for each card (PDF/VT-1)."""
        levels = b"/NodeNameList[/Job/Pack/Card]/RecordLevel 2"
        root = reference(self._dpart)
        self._put(self._dpart_root, b"<</Type/DPartRoot/DPartRootNode %b%b>>" % (root, levels))
        series = self._job.series
        job = {
            "BINGO_Series": text_string(f"{series.set_serial} {series.series} {series.color}"),
            "BINGO_Count": b"%d" % self._card_count,
        }
        packs = np.arange(len(self._packs.each), dtype=np.int64) + self._first_pack
        self._put_part(self._dpart, self._dpart_root, packs, {"BINGO_Job": dictionary(job)})
        for place, pack in enumerate(self._packs.each):
            cards = np.arange(pack.start, pack.stop, dtype=np.int64)
            leaves = self._number(cards, self._parts.index("document_part"))
            told = {"BINGO_Pack": dictionary(self._packs.told(pack))}
            self._put_part(self._first_pack + place, self._dpart, leaves, told)

    def _put_part(
        self, number: int, parent: int, below: Numbers, metadata: dict[str, bytes]
    ) -> None:
        """A node of document parts; an array holds so many at most."""
        self._offsets[number] = self._end
        self._write(b"%d 0 obj\n<</Type/DPart/Parent %b/DParts[\n" % (number, reference(parent)))
        for start in range(0, len(below), DPART_ARRAY_MAX):
            self._write(b"[%b]\n" % _references(below[start : start + DPART_ARRAY_MAX]))
        self._write(b"]/DPM %b>>\nendobj\n" % dictionary(metadata))

    def _write_offsets(self) -> None:
        """The cross-reference table and the trailer."""
        start = self._end
        size = self._first_pack
        if self._job.style.has_records:
            size += len(self._packs.each)
        self._write(b"xref\n0 %d\n0000000000 65535 f \n" % size)
        self._write(_offset_lines([self._offsets[n] for n in range(1, self._first_card)]))
        for first in range(0, self._card_count, OFFSETS_AT_ONCE):
            last = min(first + OFFSETS_AT_ONCE, self._card_count)
            self._write(_offset_rows(self._card_offsets(first, last)).tobytes())
        nodes = range(self._tree.first_node, size)
        self._write(_offset_lines([self._offsets[number] for number in nodes]))
        name = self._document.name.hex().encode("ascii")
        entries = {
            "Size": b"%d" % size,
            "Root": reference(self._catalog),
            "Info": reference(self._info),
            "ID": b"[<%b><%b>]" % (name, name),
        }
        self._write(b"trailer\n%b\nstartxref\n%d\n%%%%EOF\n" % (dictionary(entries), start))

    def _card_offsets(self, first: int, last: int) -> Numbers:
        """Where the objects of cards begin: behind the spaces before their numbers."""
        cards = np.arange(first, last, dtype=np.int64)
        numbers = self._first_card + np.arange(
            len(self._parts) * first, len(self._parts) * last, dtype=np.int64
        )
        rows = self._cards_at + cards * len(self._objects.template)
        starts = (rows[:, None] + np.array(self._objects.starts, dtype=np.int64)).reshape(-1)
        return starts + OBJECT_DIGITS - digit_counts(numbers)


def _references(numbers: Numbers) -> bytes:
    rows = Template()
    rows.add_field("number", OBJECT_DIGITS)
    rows.add(b" 0 R ")
    return rows.filled({"number": spaced_digits(numbers, OBJECT_DIGITS)}).tobytes()


def _offset_lines(offsets: list[int]) -> bytes:
    return b"".join(b"%010d 00000 n \n" % offset for offset in offsets)


def _offset_rows(offsets: Numbers) -> Bytes:
    rows = Template()
    rows.add_field("offset", 10)
    rows.add(b" 00000 n \n")
    return rows.filled({"offset": zero_digits(offsets, 10)})
