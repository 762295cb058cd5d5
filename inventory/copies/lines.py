"""The log as JSON lines: what an export, a mirror and an import share.

Theory of operation. The first line names the log. Each entry is a line, byte for byte as the ledger
keeps it: canonical JSON (RFC 8785) has no line end in it. Behind the entries of a commit stands a
line with the hall's signed note over all entries so far. A file may end anywhere, as a stick that
is pulled out leaves it: what counts is everything up to the last note that holds.

Anybody can check such a file with the 60 lines of docs/check-a-ledger.md; no secret is in it.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from cardgen.errors import BadFileError, CardgenError
from inventory.entries.entry import Entry
from inventory.errors import LedgerError
from inventory.ledger.heads import Head, check_tree
from inventory.ledger.reading import Reader
from inventory.ledger.store import hall_key_in
from inventory.ledger.tree import TreeFrontier

FORMAT = "sealed-cards hall log"
VERSION = 1
LINE_BYTES_MAX = 1 << 20
NOTE_START = b'{"note":'
_MENDS = "Name a file that `inventory export` or a mirror wrote."


@dataclass(frozen=True, slots=True)
class LogLines:
    """A log as a file has it: how far a signed note covers it, and what follows uncovered."""

    path: Path
    log_name: str
    tree: TreeFrontier
    uncovered: int  # whole entries behind the last note; they are not taken
    public_key: Ed25519PublicKey  # of the hall, as its first entry names it

    def entries(self) -> Iterator[bytes]:
        """Every covered entry, in order."""
        left = self.tree.size
        with self.path.open("rb") as file:
            for line in islice(_whole_lines(self.path, file), 1, None):
                if not left:
                    return
                if not line.startswith(NOTE_START):
                    left -= 1
                    yield line


def name_of(log_name: str) -> str:
    """What files and folders with copies of a log are called."""
    return log_name.replace("/", "-")


def first_line(log_name: str) -> bytes:
    """What the file is, and of which log."""
    return _line({"format": FORMAT, "version": VERSION, "log": log_name})


def note_line(note: str) -> bytes:
    """The signed note over every entry before it."""
    return _line({"note": note})


def write_log(reader: Reader, file: BinaryIO) -> int:
    """A whole log as lines. Returns: how many entries it has. Raises: LedgerError."""
    file.write(first_line(reader.session.log_name))
    return write_since(reader, file, 0)


def write_since(reader: Reader, file: BinaryIO, after: int) -> int:
    """The entries behind a number, and the note over all. Returns: how many entries there are.

    Raises: LedgerError, for a ledger from before its heads were signed.
    """
    signed = reader.session.signed
    if signed is None:
        raise LedgerError("its head is not signed: write to it once with this program")
    file.writelines(row.entry + b"\n" for row in reader.rows(after))
    if signed.tree.size > after:
        file.write(note_line(signed.note))
    return signed.tree.size


def read_lines(path: Path) -> LogLines:
    """A log file up to its last note, each note checked against the entries before it.

    Raises: BadFileError, LedgerError.
    """
    try:
        with path.open("rb") as file:
            return _read(path, _whole_lines(path, file))
    except OSError as error:
        raise BadFileError(path, error.strerror or "it cannot be read", _MENDS) from None


def _read(path: Path, lines: Iterable[bytes]) -> LogLines:
    rest = iter(lines)
    first = next(rest, b"")
    log_name = _log_name(path, first)
    tree, covered, founding = TreeFrontier(), TreeFrontier(), b""
    for line in rest:
        if line.startswith(NOTE_START):
            _check_note(path, line, log_name, founding, tree)
            covered = tree
            continue
        founding = founding or line
        tree = tree.with_entry(line)
    if not covered.size:
        raise BadFileError(path, "no signed note stands in it", _MENDS)
    return LogLines(path, log_name, covered, tree.size - covered.size, _hall_key(founding))


@lru_cache(maxsize=1)
def _hall_key(founding: bytes) -> Ed25519PublicKey:
    """The key that the first entry names, which every note of the file is checked under."""
    return hall_key_in(Entry.parse_all(founding)[0])


def _check_note(
    path: Path, line: bytes, log_name: str, founding: bytes, tree: TreeFrontier
) -> None:
    try:
        note = json.loads(line)["note"]
        check_tree(Head(tree, note), _hall_key(founding), log_name)
    except LedgerError:
        why = f"its note behind entry {tree.size} is not of the entries before it"
        raise BadFileError(path, why, _MENDS) from None
    except (ValueError, KeyError, TypeError, CardgenError):
        raise BadFileError(path, f"its note behind entry {tree.size} is none", _MENDS) from None


def _log_name(path: Path, line: bytes) -> str:
    try:
        said = json.loads(line)
        is_log = (said["format"], said["version"]) == (FORMAT, VERSION)
        log_name = str(said["log"])
    except (ValueError, KeyError, TypeError):
        is_log, log_name = False, ""
    if not is_log:
        raise BadFileError(path, "it is no log of a hall", _MENDS)
    return log_name


def _whole_lines(path: Path, file: BinaryIO) -> Iterator[bytes]:
    """Every line that has its end; a last one without is what was cut off."""
    while line := file.readline(LINE_BYTES_MAX):
        if line.endswith(b"\n"):
            yield line[:-1]
        elif len(line) == LINE_BYTES_MAX:
            raise BadFileError(path, f"a line is longer than {LINE_BYTES_MAX} bytes", _MENDS)


def _line(value: dict[str, object]) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
