"""Cards that were printed once more: each opens the record that its destroyed card opened."""

import re
from pathlib import Path

from cardgen.errors import CardgenError
from cardgen.inspected import Finding
from cardgen.inspection.cards import Seen, SeriesReader
from cardgen.inspection.press_reading import read_cards
from cardgen.proof.bundle import Bundle
from cardgen.proof.delivery import SUMS, file_sha256

_NAME = re.compile(r"[0-9]{6}_remake[0-9]+_([0-9]{7})-([0-9]{7})\.pdf", re.ASCII)


def inspected_remakes(run: Path, bundle: Bundle) -> tuple[int, list[Finding]]:
    """How many cards of a series the remakes hold, and what is wrong with them.

    They are the cards that were inspected already, so no figure counts them twice.
    """
    reader = SeriesReader(bundle, Seen())
    for path in sorted(run.glob(f"remake*/{bundle.series.set_serial}_*.pdf")):
        name = f"{path.parent.name}/{path.name}"
        numbers = _NAME.fullmatch(path.name)
        if numbers is None:
            reader.findings.append(Finding("bad-press-file", f"{name} is no file of a remake."))
            continue
        try:
            if f"{file_sha256(path)}  {path.name}\n" not in (path.parent / SUMS).read_text():
                why = f"{name} is not the file that was made."
                reader.findings.append(Finding("press-changed", why))
            reader.begin(int(numbers[1]))
            for card in read_cards(path):
                reader.take(card)
            reader.end_at(int(numbers[2]))
        except OSError as error:
            why = error.strerror or "cannot be read"
            reader.findings.append(Finding("press-missing", f"{name}: {why}."))
        except UnicodeDecodeError:
            reader.findings.append(Finding("press-missing", f"{name}: its list is no text."))
        except CardgenError as error:
            reader.findings.append(Finding(error.code, str(error)))
    return reader.opened, reader.findings
