"""Cards that were printed once more: each opens the record that its destroyed card opened."""

import csv
from itertools import zip_longest
from pathlib import Path

from cardgen.card_id import CardId
from cardgen.errors import CardgenError
from cardgen.inspected import Finding
from cardgen.inspection.cards import Seen, SeriesReader
from cardgen.inspection.press_reading import PressPagesError, read_cards
from cardgen.proof.bundle import Bundle
from cardgen.proof.delivery import SUMS, file_sha256
from cardgen.run_folder import PRESS_LIST, REMAKES


def inspected_remakes(run: Path, bundle: Bundle) -> tuple[int, list[Finding]]:
    """How many cards of a series the remakes hold, and what is wrong with them.

    They are the cards that were inspected already, so no figure counts them twice.
    """
    reader = SeriesReader(bundle, Seen())
    for path in sorted(run.glob(f"{REMAKES}/{bundle.series.set_serial}_*.pdf")):
        name = f"{path.parent.name}/{path.name}"
        try:
            if f"{file_sha256(path)}  {path.name}\n" not in (path.parent / SUMS).read_text(
                encoding="utf-8"
            ):
                why = f"{name} is not the file that was made."
                reader.findings.append(Finding("press-changed", why))
            _take_listed(reader, path)
        except OSError as error:
            why = error.strerror or "cannot be read"
            reader.findings.append(Finding("press-missing", f"{name}: {why}."))
        except (KeyError, UnicodeDecodeError, csv.Error):
            reader.findings.append(Finding("press-missing", f"{name}: its list cannot be read."))
        except CardgenError as error:
            reader.findings.append(Finding(error.code, str(error)))
    return reader.opened, reader.findings


def _take_listed(reader: SeriesReader, path: Path) -> None:
    """Each card of the file is the next one of the list beside it.

    Raises: OSError, KeyError, UnicodeDecodeError, csv.Error, CardgenError.
    """
    with (path.parent / PRESS_LIST).open(encoding="utf-8", newline="") as file:
        due = [
            int(CardId.parse(row["card_id"]).audit_number)
            for row in csv.DictReader(file)
            if row["file"] == path.name
        ]
    if not due:
        raise PressPagesError(path.name, "it is no file of a remake")
    for number, card in zip_longest(due, read_cards(path)):
        if number is not None:
            reader.begin(number)
        if card is None:
            break
        reader.take(card)
    reader.end_at(due[-1])
