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


def manifest_rows(
    job: PressJob, file_name: str, batch: PrintedBatch, first_sequence: int
) -> Iterator[str]:
    """One line for each card of a batch, with its end; sequences count the file's cards from 1.

    The files are one-up: a sheet is a card, in the first position of the first pile. A lot is what
    is printed together: the file's set serial.
    """
    file, color = _field(file_name), _field(job.series.color)
    series, lot = job.series.series, job.series.set_serial
    for card_index in range(batch.count):
        sequence = first_sequence + card_index
        card_id = batch.row("card_ids", card_index).decode("ascii")
        token = batch.row("outside_tokens", card_index).decode("ascii")
        pages = f"{2 * sequence - 1},{2 * sequence}"
        place = f"{sequence},1,1"
        yield f"{sequence},{card_id},{file},{pages},{place},{color},{series},{lot},{token},\n"


def _field(text: str) -> str:
    """A field of RFC 4180: quoted when it must be."""
    if not _MUST_BE_QUOTED & set(text):
        return text
    doubled = text.replace('"', '""')
    return f'"{doubled}"'
