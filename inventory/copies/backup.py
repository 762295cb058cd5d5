"""Backups of a hall while it sells, and drills that show that one of them can be used.

Theory of operation. The ledger is copied by SQLite's own online backup, which sees one moment and
stops no till. Kept deliveries and status lists never change once they are written, so they are
copied as they are. The key that signs is not in a backup: whoever finds the stick could write
entries in the hall's name. A backup appears whole under its name or not at all, and is opened and
checked before it gets it.
"""

import shutil
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from cardgen.files import (
    PRIVATE_FOLDER_MODE,
    PRIVATE_MODE,
    new_folder,
    sync_all,
    sync_folder,
    write_new,
)
from inventory.copies.lines import LogLines, name_of
from inventory.desk.hall import KEY, LEDGER, Hall, read_key
from inventory.desk.papers.reporting import read_audit
from inventory.errors import HallExistsError, HallKeyError
from inventory.ledger.replaying import Finding
from inventory.ledger.store import Ledger


@dataclass(frozen=True, slots=True)
class Copied:
    """What a backup holds: how many entries, their letters, and when the last of them was made."""

    folder: Path
    entries: int
    letters: str
    last_at: str

    @property
    def fields(self) -> dict[str, object]:
        """The same for other programs."""
        return asdict(self) | {"folder": str(self.folder)}

    @property
    def sentence(self) -> str:
        """As people read it."""
        return (
            f"{self.folder}: entries 1 to {self.entries}, the last of {self.last_at}; "
            f"letters {self.letters}."
        )


def back_up(hall: Hall, into: Path) -> Copied:
    """The hall as it is now in a new folder, without the key that signs.

    Raises: ExistsError, BadFileError, LedgerError.
    """
    with hall.reading() as reader:
        size = reader.tree.size
    name = f"{name_of(hall.ledger.log_name)}-{size:08d}"
    into.mkdir(parents=True, exist_ok=True)
    with new_folder(into / name, PRIVATE_FOLDER_MODE) as partial:
        hall.ledger.copy_to(partial / LEDGER)
        for path in hall.folder.iterdir():
            if path.name == KEY or path.name.startswith((LEDGER, ".")):
                continue
            copy = shutil.copytree if path.is_dir() else shutil.copy2
            copy(path, partial / path.name)
        copied = _checked(partial)
        sync_all(partial)
    return replace(copied, folder=into / name)


def drill(backup: Path) -> tuple[Copied, tuple[Finding, ...]]:
    """A backup restored into a folder of its own and audited there; nothing of it is changed.

    Raises: HallError, LedgerError.
    """
    with TemporaryDirectory(prefix="inventory-drill-") as scratch:
        folder = Path(scratch) / "hall"
        shutil.copytree(backup, folder)
        hall = Hall.open_unchecked(folder)
        try:
            findings = tuple(one for one in read_audit(hall, "") if one.code != HallKeyError.code)
        finally:
            hall.close()
        return replace(_checked(folder), folder=backup), findings


def restore(lines: LogLines, key: Path, folder: Path) -> Copied:
    """A hall's ledger made of a log's lines in a new or empty folder, with the hall's own key.

    Raises: HallExistsError, HallKeyError, LedgerError.
    """
    if (folder / LEDGER).exists():
        raise HallExistsError(folder)
    folder.mkdir(parents=True, exist_ok=True, mode=PRIVATE_FOLDER_MODE)
    part = folder / f".{LEDGER}.partial"
    part.unlink(missing_ok=True)  # what an interrupted import left
    signer = read_key(key, lines.public_key)
    try:
        Ledger.load(part, lines.entries(), lines.tree, signer)
        if not (folder / KEY).exists():
            write_new(folder / KEY, key.read_bytes(), PRIVATE_MODE)
        part.replace(folder / LEDGER)
        sync_folder(folder)
    finally:
        part.unlink(missing_ok=True)
    return _checked(folder)


def _checked(folder: Path) -> Copied:
    """The ledger of a folder, opened and checked to its signed head."""
    hall = Hall.open(folder)
    try:
        with hall.reading() as reader:
            head, tree = reader.head(), reader.tree
            at = head.context.moment.printed if head else ""
            return Copied(folder, tree.size, tree.letters, at)
    finally:
        hall.close()
