"""A mirror: every commit once more on a stick or another disk, at most 100 ms later.

Theory of operation. The mirror is one file of log lines (`lines`). A thread of its own appends what
is new, in the order of the ledger, and flushes it; a till waits for it `WAIT_SECONDS` at most and
goes on. A stick that is slow, full or pulled out never stops a sale: it is a warning that says how
far the mirror lags. When it is there again the next commit brings everything that is missing.

Where to go on follows from the end of the file: its last signed note, and the entry in front of it,
which must be the ledger's entry of that number. Whatever stands behind that note was cut off when
the stick was pulled, and is written again. A mirror that knows more than the ledger shows that the
ledger was put back to an older copy: it is refused, and never overwritten. The whole file is
checked when it is needed, by `inventory import`.
"""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from threading import Condition, Thread

from cardgen.errors import BadFileError, CardgenError
from inventory.copies.lines import NOTE_START, first_line, name_of, write_since
from inventory.desk.hall import Hall
from inventory.errors import MirrorAheadError

WAIT_SECONDS = 0.1
SUFFIX = ".jsonl"
_TAIL_BYTES = 1 << 21  # a commit's entries and its note
_MENDS = "Name an empty folder, or the one with this hall's mirror."


@dataclass(frozen=True, slots=True)
class _End:
    """Where a mirror ends: the last covered entry, its number, and the bytes up to its note."""

    size: int
    entry: bytes
    good_bytes: int


def mirror_path(folder: Path, log_name: str) -> Path:
    """The file of a log in a mirror's folder."""
    return folder / f"{name_of(log_name)}{SUFFIX}"


def catch_up(hall: Hall, folder: Path) -> int:
    """The mirror brought to where the hall's ledger is. Returns: how many entries it has now.

    Raises: MirrorAheadError; BadFileError, for what is no mirror of this ledger; OSError.
    """
    log_name = hall.ledger.log_name
    path = mirror_path(folder, log_name)
    with hall.reading() as reader:
        end = _end_of(path, log_name)
        if end.size > reader.tree.size:
            raise MirrorAheadError(path, end.size, reader.tree.size)
        if end.size and next(reader.rows(end.size - 1)).entry != end.entry:
            raise BadFileError(path, f"its entry {end.size} is not this ledger's", _MENDS)
        with path.open("r+b") as file:
            file.truncate(end.good_bytes)
            file.seek(end.good_bytes)
            size = write_since(reader, file, end.size)
            file.flush()
            os.fsync(file.fileno())
    return size


def _end_of(path: Path, log_name: str) -> _End:
    """Where the file ends; a new file begins with the line that names the log."""
    start = first_line(log_name)
    if not path.exists() or path.stat().st_size < len(start):
        path.write_bytes(start)
    with path.open("rb") as file:
        if file.read(len(start)) != start:
            raise BadFileError(path, "it is a mirror of another log", _MENDS)
        file.seek(max(len(start), path.stat().st_size - _TAIL_BYTES))
        base, tail = file.tell(), file.read()
    note_at = tail.rfind(b"\n" + NOTE_START)
    while note_at >= 0 and b"\n" not in tail[note_at + 1 :]:
        note_at = tail.rfind(b"\n" + NOTE_START, 0, note_at)  # the last one was cut off
    if note_at < 0:
        if base > len(start):
            raise BadFileError(path, "no signed note stands near its end", _MENDS)
        return _End(0, b"", len(start))
    entry = tail[tail.rfind(b"\n", 0, note_at) + 1 : note_at]
    after = tail.index(b"\n", note_at + 1) + 1
    try:
        return _End(int(json.loads(entry)["sequence"]), entry, base + after)
    except (ValueError, KeyError, TypeError):
        raise BadFileError(path, "its last entry is none", _MENDS) from None


class Mirror:
    """The thread that keeps a mirror while commands are executed."""

    def __init__(self, hall: Path, folder: Path) -> None:
        self._folder, self._hall = folder, hall
        self._changed = Condition()
        self._asked, self._mirrored, self._why, self._is_open = 0, 0, "", True
        self._thread = Thread(target=self._run, name="mirror", daemon=True)
        self._thread.start()

    def follow(self, size: int) -> str:
        """Ask for so many entries, and wait a little.

        Returns: a warning that says how far the mirror lags; empty when it has them all.
        """
        with self._changed:
            self._asked = max(self._asked, size)
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._mirrored >= size or self._why, WAIT_SECONDS)
            if self._mirrored >= size:
                return ""
            lag, why = size - self._mirrored, self._why or "it is slow"
        return f"the mirror in {self._folder} lags by {lag} entries: {why}"

    def close(self) -> str:
        """Wait for what is under way. Returns: the warning that is left, empty for none."""
        with self._changed:
            self._is_open = False
            self._changed.notify_all()
        self._thread.join(WAIT_SECONDS * 20)
        return "" if self._mirrored >= self._asked else self._why

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._asked > self._mirrored or not self._is_open)
                if self._asked <= self._mirrored:
                    return
                is_last = not self._is_open
            size, why = self._once()
            with self._changed:
                self._mirrored, self._why = max(self._mirrored, size), why
                self._changed.notify_all()
                if is_last:
                    return
                if why:
                    self._changed.wait(WAIT_SECONDS * 10)  # a stick that comes back is found

    def _once(self) -> tuple[int, str]:
        """One try: how far the mirror is, and why it is not further."""
        try:
            hall = Hall.open_unchecked(self._hall)
            try:
                return catch_up(hall, self._folder), ""
            finally:
                hall.close()
        except CardgenError as error:
            return 0, str(error)
        except OSError as error:
            return 0, error.strerror or "it cannot be written"
