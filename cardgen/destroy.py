"""Destroying press files: of a run that was shipped, and of one that was given up.

A file counts as showing faces unless the run's own record names it as something else, so a copy
under another name and what an interrupted command left go too.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from pathlib import Path

from cardgen.files import destroy, partial_folder, remove_partial
from cardgen.make import PressPapers
from cardgen.plant.floor import Purge, note_purge, purge_findings, purged_files
from cardgen.plant.runs import Abandonment, KnownRun, note_abandoned
from cardgen.pressed import expected_files
from cardgen.proof.delivery import SUMS, file_sha256
from cardgen.run_folder import FACE_FOLDERS, JOB_TICKET, PRESS, PRESS_LIST, REMAKES
from cardgen.run_record import RunRecord


@dataclass(frozen=True, slots=True)
class Destroyed:
    """The files that a purge let go, those among them that nobody made, and what was amiss."""

    files: tuple[Path, ...]
    foreign: tuple[Path, ...]
    purge: Purge

    @property
    def all_as_made(self) -> bool:
        """Whether each press file was there, as it was made."""
        return not self.purge.missing and not self.purge.changed


def purge_run(
    run: Path,
    plant: Path,
    record: RunRecord,
    clock: Callable[[], datetime],
    by: tuple[str, str],
) -> Destroyed:
    """Note what the press files are, then overwrite and delete every file that may show a face.

    Raises: BadFileError, when a file cannot be deleted.
    """
    expected = {
        path: sha256 for made in record.series for path, sha256 in expected_files(run, plant, made)
    }
    noted = purge_findings(plant, record.run_id)
    gone = {name for name in purged_files(plant, record.run_id) if noted.get(name) != "missing"}
    purge = Purge(
        names=tuple(path.name for path in expected),
        missing=tuple(
            path.name for path in expected if not path.is_file() and path.name not in gone
        ),
        changed=tuple(
            path.name
            for path, sha256 in expected.items()
            if path.is_file() and file_sha256(path) != sha256
        ),
        at=clock(),
        by=by,
    )
    note_purge(plant, record.run_id, purge)
    found = tuple(_face_files(run, record))
    _destroy_all(found)
    for folder in run.glob(f".{REMAKES}.partial"):
        remove_partial(run / folder.name.removeprefix(".").removesuffix(".partial"))
    return Destroyed(found, tuple(path for path in found if path not in expected), purge)


def abandon_run(plant: Path, run: KnownRun, abandonment: Abandonment) -> tuple[Path, ...]:
    """Note that a run is given up, then destroy what there is of its faces; the files' paths.

    Raises: RunShippedError; BadFileError, when a file cannot be deleted.
    """
    note_abandoned(plant, run, abandonment)
    if run.folder.exists():
        found = tuple(_files_in(run.folder, FACE_FOLDERS))
        _destroy_all(found)
        return found
    found = tuple(_files_in(partial_folder(run.folder), (PRESS,)))
    _destroy_all(found)
    remove_partial(run.folder)
    return found


def _face_files(run: Path, record: RunRecord) -> Iterator[Path]:
    """Every file of the press folders that may show a face of a live card."""
    harmless = {PRESS_LIST, SUMS, JOB_TICKET}
    for made in record.series:
        papers = PressPapers(made.series)
        harmless |= {papers.makeready, papers.proof, papers.template, papers.specimen}
    for path in _files_in(run, FACE_FOLDERS):
        if path.name not in harmless:
            yield path


def _files_in(folder: Path, names: Iterable[str]) -> Iterator[Path]:
    folders = chain.from_iterable(sorted(folder.glob(name)) for name in names)
    for one in folders:
        yield from sorted(path for path in one.rglob("*") if path.is_symlink() or path.is_file())


def _destroy_all(paths: Iterable[Path]) -> None:
    for path in paths:
        if path.is_symlink():
            path.unlink()  # what it points to may be anything; it is reported by its name
        else:
            destroy(path)
