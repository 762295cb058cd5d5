"""Remakes: destroyed cards that are printed once more, each lot from a one-time file."""

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from cardgen.card_id import SetSerial
from cardgen.errors import ConflictError
from cardgen.plant.floor import outdate_packs
from cardgen.plant.journal import journal
from cardgen.proof.certificate import ListedFile
from cardgen.run_folder import remake_folder
from cardgen.series import RunId


class NothingToRemakeError(ConflictError):
    """A run none of whose cards is destroyed and not made once more."""

    code = "nothing-to-remake"

    def __init__(self) -> None:
        super().__init__(
            "No card of this run waits to be remade; a remake is printed once. Note what was "
            "destroyed first: cardgen note spoils."
        )


@dataclass(frozen=True, slots=True)
class Remake:
    """One lot of destroyed cards; `place` counts the run's remakes from 1."""

    place: int
    cards: tuple[tuple[SetSerial, int], ...]

    @property
    def folder(self) -> str:
        """The folder's name within the run's."""
        return remake_folder(self.place)

    def numbers_of(self, serial: SetSerial) -> tuple[int, ...]:
        """The numbers of a set in their order."""
        return tuple(sorted(number for one, number in self.cards if one == serial))

    def file_name(self, serial: SetSerial) -> str:
        """The press file of a set's cards, named by the first and the last of them."""
        numbers = self.numbers_of(serial)
        return f"{serial}_{self.folder}_{numbers[0]:07d}-{numbers[-1]:07d}.pdf"


@dataclass(frozen=True, slots=True)
class RemadeFile:
    """A press file of a remake, and the folder it lies in within the run's."""

    folder: str
    file: ListedFile


def begin_remake(folder: Path, run_id: RunId, serials: tuple[SetSerial, ...]) -> Remake:
    """Claim what is destroyed now for the next remake; an interrupted one is taken up again.

    Raises: NothingToRemakeError.
    """
    with journal(folder) as database:
        row = database.execute(
            "SELECT place FROM remake WHERE run_id = ? AND state = 'begun'", (run_id.hex(),)
        ).fetchone()
        if row is not None:
            return _remake(database, run_id, row[0])
        (count,) = database.execute(
            "SELECT count(*) FROM remake WHERE run_id = ?", (run_id.hex(),)
        ).fetchone()
        place = count + 1
        for serial in serials:
            database.execute(
                "INSERT INTO remake_card SELECT ?, ?, serial, audit_number FROM spoil "
                "WHERE serial = ? AND remake IS NULL AND corrected_at IS NULL",
                (run_id.hex(), place, serial),
            )
        remake = _remake(database, run_id, place)
        if not remake.cards:
            raise NothingToRemakeError
        database.execute("INSERT INTO remake VALUES (?, ?, 'begun')", (run_id.hex(), place))
    return remake


def finish_remake(
    folder: Path, run_id: RunId, remake: Remake, files: tuple[tuple[SetSerial, ListedFile], ...]
) -> None:
    """Note that a remake's folder is whole: its cards are skips no longer.

    What was counted and held before a lamp before that tells nothing of them.
    """
    with journal(folder) as database:
        database.execute(
            "UPDATE remake SET state = 'made' WHERE run_id = ? AND place = ?",
            (run_id.hex(), remake.place),
        )
        database.executemany(
            "INSERT INTO remake_file VALUES (?, ?, ?, ?, ?)",
            [(run_id.hex(), remake.place, serial, one.name, one.sha256) for serial, one in files],
        )
        database.executemany(
            "UPDATE spoil SET remake = ? WHERE serial = ? AND audit_number = ? "
            "AND remake IS NULL AND corrected_at IS NULL",
            [(remake.place, serial, number) for serial, number in remake.cards],
        )
        for serial in {serial for serial, _ in remake.cards}:
            numbers = tuple(number for one, number in remake.cards if one == serial)
            outdate_packs(database, serial, numbers)
            database.execute("UPDATE light_test SET stale = 1 WHERE serial = ?", (serial,))


def remade_files(folder: Path, serial: SetSerial) -> tuple[RemadeFile, ...]:
    """The press files by which cards of a set were printed once more."""
    with journal(folder) as database:
        rows = database.execute(
            "SELECT place, name, sha256 FROM remake_file WHERE serial = ? ORDER BY rowid", (serial,)
        ).fetchall()
    return tuple(
        RemadeFile(Remake(place, ()).folder, ListedFile(name, sha256))
        for place, name, sha256 in rows
    )


def remade_count(folder: Path, serial: SetSerial) -> int:
    """How many cards of a set the remakes printed, one as often as it was printed again."""
    with journal(folder) as database:
        row = database.execute(
            "SELECT count(*) FROM remake_card JOIN remake USING (run_id, place) "
            "WHERE serial = ? AND state = 'made'",
            (serial,),
        ).fetchone()
    return int(row[0])


def _remake(database: sqlite3.Connection, run_id: RunId, place: int) -> Remake:
    rows = database.execute(
        "SELECT serial, audit_number FROM remake_card WHERE run_id = ? AND place = ? "
        "ORDER BY serial, audit_number",
        (run_id.hex(), place),
    ).fetchall()
    return Remake(place, tuple((SetSerial(serial), number) for serial, number in rows))
