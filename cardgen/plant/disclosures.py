"""What the journal keeps of the cards that custodians opened."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from cardgen.card_id import CardId
from cardgen.errors import BadValueError
from cardgen.plant.journal import journal, noted_at
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
    little_read: str | None = None  # why hardly a symbol of the code can be read

    def __post_init__(self) -> None:
        """Raises: BadValueError, unless two people give a reason in a line."""
        check_two_people("Who opened the card", *self.by)
        said = [("The occasion", self.occasion), ("The reason", self.reason)]
        if self.little_read is not None:
            said.append(("Why little can be read", self.little_read))
        for what, text in said:
            if not 1 <= len(text) <= TEXT_MAX or not text.isprintable() or text != text.strip():
                raise BadValueError(what, text, f"1 to {TEXT_MAX} printable characters")


def note_opening(folder: Path, run_id: RunId, opening: CardOpening) -> None:
    """Note that a card is opened; before its numbers are told. Raises: BadFileError."""
    reason = opening.reason
    if opening.little_read is not None:
        reason = f"{reason}; little of its code can be read: {opening.little_read}"
    with journal(folder) as database:
        row = (
            opening.card.printed,
            run_id.hex(),
            noted_at(database, opening.at),
            *opening.by,
            opening.occasion,
            printed_time(opening.closed_at),
            reason,
        )
        database.execute("INSERT INTO opened_card VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
