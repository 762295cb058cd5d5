"""What the journal keeps of the cards that custodians opened."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from cardgen.card_id import CardId
from cardgen.errors import BadValueError
from cardgen.plant.journal import journal
from cardgen.proof.custody import check_two_people
from cardgen.proof.manifest import printed_time
from cardgen.series import RunId

TEXT_MAX = 200


@dataclass(frozen=True, slots=True)
class CardOpening:
    """Two custodians opened one card: why, and after which occasion was closed."""

    card: CardId
    at: datetime
    by: tuple[str, str]
    occasion: str
    closed_at: datetime
    reason: str

    def __post_init__(self) -> None:
        """Raises: BadValueError, unless two people give a reason in a line."""
        check_two_people("Who opened the card", *self.by)
        for what, text in (("The occasion", self.occasion), ("The reason", self.reason)):
            if not 1 <= len(text) <= TEXT_MAX or not text.isprintable() or text != text.strip():
                raise BadValueError(what, text, f"1 to {TEXT_MAX} printable characters")


def note_opening(folder: Path, run_id: RunId, opening: CardOpening) -> None:
    """Note that a card is opened; before its numbers are told. Raises: BadFileError."""
    row = (
        opening.card.printed,
        run_id.hex(),
        printed_time(opening.at),
        *opening.by,
        opening.occasion,
        printed_time(opening.closed_at),
        opening.reason,
    )
    with journal(folder) as database:
        database.execute("INSERT INTO opened_card VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
