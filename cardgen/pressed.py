"""What lies in a run's press folders: each file as it was made, the numbers without a gap."""

import csv
from pathlib import Path

from cardgen.errors import BadFileError, BadValueError, VerificationError
from cardgen.plant.floor import is_purged, purge_findings
from cardgen.plant.remakes import remade_files
from cardgen.proof.delivery import file_sha256
from cardgen.run_folder import PRESS, press_list_path
from cardgen.run_record import MadeSeries, RunRecord
from cardgen.symbols import check_symbol

CARD_ID_SET = 11  # of a printed card id, what names the maker and the set


class PressChangedError(VerificationError):
    """A press file or press list that is not what was made."""

    code = "press-changed"

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{name}: {why}. Ship only what `cardgen make` wrote.")


def numbered_consecutively(run: Path, plant: Path, record: RunRecord) -> dict[str, bool]:
    """For each set serial, whether the press list has every number once, in order.

    Raises: BadFileError, PressChangedError.
    """
    expected: dict[str, int] = {
        made.series.set_serial: int(made.series.first) for made in record.series
    }
    serials = {
        f"{made.series.maker}-{made.series.set_serial}": made.series.set_serial
        for made in record.series
    }
    consecutive = dict.fromkeys(expected, True)
    path = press_list_path(run)
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = csv.reader(file)
            column = next(rows, ["card_id"]).index("card_id")
            for row in rows:
                card_id = row[column]  # maker, set serial, audit number, check symbol
                serial = serials[card_id[:CARD_ID_SET]]
                shown = f"-{expected[serial]:07d}-"
                consecutive[serial] &= card_id[CARD_ID_SET:-1] == shown
                expected[serial] += 1
                if check_symbol(card_id[:-1].replace("-", "")) != card_id[-1]:
                    raise PressChangedError(path.name, "a line names no card of this run")
    except OSError as error:
        mends = "Ship before the press files are purged."
        raise BadFileError(path, error.strerror or "cannot be read", mends) from None
    except (LookupError, ValueError, csv.Error, BadValueError):
        raise PressChangedError(path.name, "a line names no card of this run") from None
    purged = is_purged(plant, record.run_id)
    if purged:
        _check_purged(plant, record)
    for made in record.series:
        serial = made.series.set_serial
        consecutive[serial] &= expected[serial] == made.series.last + 1
        if not purged:
            _check_press_files(run, plant, made)
    return consecutive


def expected_files(run: Path, plant: Path, made: MadeSeries) -> tuple[tuple[Path, str], ...]:
    """Where each press file of a series lies, its remakes among them, and its SHA-256."""
    files = [(run / PRESS, file) for file in made.press_files]
    remade = remade_files(plant, made.series.set_serial)
    files += [(run / one.folder, one.file) for one in remade]
    return tuple((folder / file.name, file.sha256) for folder, file in files)


def _check_press_files(run: Path, plant: Path, made: MadeSeries) -> None:
    """Raises: PressChangedError, when a press file is missing or is not what was made."""
    for path, sha256 in expected_files(run, plant, made):
        if not path.is_file():
            raise PressChangedError(path.name, "it is missing from the press folder")
        if file_sha256(path) != sha256:
            raise PressChangedError(path.name, "it is not the file that was made")


def _check_purged(plant: Path, record: RunRecord) -> None:
    """Raises: PressChangedError, when a purge did not find each file as it was made."""
    for name, finding in purge_findings(plant, record.run_id).items():
        raise PressChangedError(name, f"the purge found it {finding}")
