"""manifest.csv: which card is on which page (print.md section 6); it tells nothing of any face."""

from collections.abc import Iterator

from cardgen.press.job import PressJob
from cardgen.printed_batch import PrintedBatch

COLUMNS = (
    "sequence",
    "card_id",
    "file",
    "page_outside",
    "page_inside",
    "sheet",
    "position",
    "pile",
    "color",
    "series",
    "lot",
    "outside_token",
    "spoiled",
)
_MUST_BE_QUOTED = frozenset(',"\r\n')


def manifest_header() -> str:
    """The first line, with its end."""
    return ",".join(COLUMNS) + "\n"


def manifest_rows(job: PressJob, file_name: str, batch: PrintedBatch, before: int) -> Iterator[str]:
    """One line for each card of a batch, with its end; so many cards are before it in the file.

    Sequences count the cards of the set from 1, in whichever lot they lie; pages and sheets count
    those of the file. The files are one-up: a sheet is a card, in the first position of the first
    pile.
    """
    file, color = _field(file_name), _field(job.series.color)
    series, lot = job.series.series, job.lot
    for card_index, audit_number in enumerate(batch.numbered):
        sequence, sheet = job.sequence(audit_number), before + card_index + 1
        card_id = batch.row("card_ids", card_index).decode("ascii")
        token = batch.row("outside_tokens", card_index).decode("ascii")
        pages = f"{2 * sheet - 1},{2 * sheet}"
        place = f"{sheet},1,1"
        yield f"{sequence},{card_id},{file},{pages},{place},{color},{series},{lot},{token},\n"


def _field(text: str) -> str:
    """A field of RFC 4180: quoted when it must be."""
    if not _MUST_BE_QUOTED & set(text):
        return text
    doubled = text.replace('"', '""')
    return f'"{doubled}"'
