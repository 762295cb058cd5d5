"""What makers say of their sets, as the terminal's commands do it."""

from pathlib import Path

from inventory.commands.maker import DiscloseSet, NoteStatus, ReleaseCard
from inventory.desk.execute import Answer
from inventory.desk.hall import Hall
from inventory.desk.lookup import find_one
from inventory.desk.set_status import read_files
from inventory.entries.entry import Context
from tests.inventory.scanned.stock import asked
from tests.inventory.status_list import disclosed, write_list


def note_status(hall: Hall, context: Context, path: Path) -> Answer:
    return asked(hall, context, lambda: NoteStatus.of(read_files(path)))


def note_disclosure(hall: Hall, context: Context, serial: str) -> Answer:
    """Noted by the list that the maker published, which says so of this set."""
    path = write_list(hall.folder.parent / "published", disclosed(serial))
    return asked(hall, context, lambda: DiscloseSet.of(serial, read_files(path)))


def release(hall: Hall, context: Context, text: str, ruling: str) -> Answer:
    return asked(hall, context, lambda: ReleaseCard(find_one(hall, text), ruling))
