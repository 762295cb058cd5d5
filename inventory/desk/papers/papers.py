"""Papers at the desk: the evening's books read, its papers written, the auditor's folder."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime
from pathlib import Path

from cardgen.files import new_folder, write_new
from cardgen.proof.delivery import file_sha256, sums_text
from inventory.desk.hall import Hall
from inventory.desk.papers.reporting import report_from
from inventory.desk.progressive import read_progressions
from inventory.entries.house import Checkpointed
from inventory.ledger.heads import key_name, origin
from inventory.paper import Paper
from inventory.reports.figures.books import Books
from inventory.reports.figures.stock import stock_rows
from inventory.reports.forms.forms import Form, files_of

ENTRIES, CHECKPOINTS, PAPERS = "entries.jsonl", "checkpoints", "papers"
README, SUMS = "README.txt", "SHA256SUMS"
AUDITOR_FORMS = (Form.PDF, Form.PAGE, Form.CSV, Form.TEXT)

_README = """\
What {hall} kept of this evening, for an auditor.

{papers}/       every paper of the evening, in several forms
{entries}  every entry of the hall's ledger so far, in order, one a line: canonical JSON
{checkpoints}/  the signed checkpoints of the ledger, named by how many entries they hold
{sums}     the SHA-256 of every file: sha256sum -c {sums}

Each line of {entries}, without its line feed, is a leaf of an RFC 6962 tree: SHA-256 of a zero
byte and the line. The root over the first n leaves stands in the checkpoint of n entries, in
base64 (C2SP checkpoint). It is signed with Ed25519; the origin is {origin},
the key's name {key_name}, the public key {key}.
The ten letters on a paper slip are the first 50 bits of that root in Crockford's symbols.
"""


def read_books(
    hall: Hall, occasion: int, today: date, local: Callable[[datetime], datetime]
) -> Books:
    """The books of an occasion, 0 is the last one; the inventory is of all evenings."""
    with hall.reading() as reader:
        report = report_from(hall, reader, occasion)
        stock, progressions = stock_rows(reader.entries()), read_progressions(reader)
    return Books(report, stock, progressions, today, local)


def write_papers(
    folder: Path, papers: Iterable[Paper], forms: Iterable[Form], made_at: datetime
) -> tuple[str, ...]:
    """The papers in every form asked for, in a new folder, whole or not at all; their names.

    Raises: ExistsError, BadFileError.
    """
    return write_folder(folder, paper_files(papers, forms, made_at))


def write_folder(folder: Path, files: Mapping[str, bytes]) -> tuple[str, ...]:
    """Files in a new folder, whole or not at all; their names.

    Raises: ExistsError, BadFileError.
    """
    with new_folder(folder) as partial:
        for name, content in files.items():
            write_new(partial / name, content)
    return tuple(files)


def write_auditors_folder(
    folder: Path, hall: Hall, papers: Iterable[Paper], forms: Iterable[Form], made_at: datetime
) -> tuple[str, ...]:
    """Papers, entries, checkpoints and their sums in a new folder, whole or not at all; its names.

    Raises: ExistsError, BadFileError.
    """
    files = paper_files(papers, forms, made_at)
    with new_folder(folder) as partial:
        (partial / PAPERS).mkdir()
        for name, content in files.items():
            write_new(partial / PAPERS / name, content)
        _write_ledger(partial, hall)
        written = sorted(path for path in partial.rglob("*") if path.is_file())
        hashes = {path.relative_to(partial).as_posix(): file_sha256(path) for path in written}
        write_new(partial / SUMS, sums_text(hashes).encode())
    return (*hashes, SUMS)


def paper_files(
    papers: Iterable[Paper], forms: Iterable[Form], made_at: datetime
) -> dict[str, bytes]:
    """The papers in every form asked for, by name."""
    asked, files = tuple(forms), dict[str, bytes]()
    for paper in papers:
        for form in asked:
            files |= files_of(paper, form, made_at)
    return files


def _write_ledger(folder: Path, hall: Hall) -> None:
    """Every entry and checkpoint of one moment, and how they are checked."""
    (folder / CHECKPOINTS).mkdir()
    with hall.reading() as reader:
        name = reader.settings().founded.hall_name
        with (folder / ENTRIES).open("wb") as file:
            for row in reader.rows():
                file.write(row.entry + b"\n")
        for entry in reader.of_kind("Checkpointed"):
            if isinstance(entry.kind, Checkpointed):
                note = folder / CHECKPOINTS / f"{entry.kind.size:08d}-{entry.kind.when}.txt"
                note.write_text(entry.kind.note, encoding="utf-8", newline="\n")
    log = hall.ledger.log_name
    told = _README.format(
        hall=name,
        papers=PAPERS,
        entries=ENTRIES,
        checkpoints=CHECKPOINTS,
        sums=SUMS,
        origin=origin(log),
        key_name=key_name(log),
        key=hall.ledger.public_key.public_bytes_raw().hex(),
    )
    write_new(folder / README, told.encode())
