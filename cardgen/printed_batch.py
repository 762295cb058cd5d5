"""Cards as the press prints them: one row a card, every row of one length.

This is the only thing that passes from the locked room to the press. Rows are plain bytes, so
that the words need no array library, and of fixed length, so that nothing about a card's face
can be told from the size of anything (sealing.md section 4).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from cardgen.errors import BadValueError
from cardgen.face import NUMBERS_PER_FACE
from cardgen.series import Series

DECOY_BYTES = 1_200  # of a card: two bytes a number, then a byte a tile of the block-out


@dataclass(frozen=True, slots=True)
class CardOutside:
    """What everybody sees of a sealed card; nothing of its face follows from it."""

    card_id: str
    outside_token: str
    linear_code: str


@dataclass(frozen=True, slots=True)
class PrintedBatch:
    """Cards of a series by rising audit numbers; whoever holds it can tell their faces."""

    WIDTHS: ClassVar[dict[str, int]] = {
        "card_ids": 21,
        "outside_tokens": 38,
        "linear_codes": 16,
        "inside_tokens": 40,
        "unlock_codes": 21,
        "decoys": DECOY_BYTES,
    }

    series: Series
    numbered: Sequence[int]  # each card's audit number
    card_ids: bytes = field(repr=False)  # as printed, with hyphens
    outside_tokens: bytes = field(repr=False)
    linear_codes: bytes = field(repr=False)
    inside_tokens: bytes = field(repr=False)
    unlock_codes: bytes = field(repr=False)  # as printed, with hyphens and check
    decoys: bytes = field(repr=False)  # what the block-out is drawn from
    numbers: bytes = field(repr=False)  # a byte a number: faces x 24, column by column
    face_numbers: bytes = field(repr=False)  # faces x seven digits

    def __post_init__(self) -> None:
        """Raises: BadValueError, when a row is missing or a card is not of the series."""
        if self.count < 1:
            raise BadValueError("The count of cards", self.count, "one card or more")
        self.series.card_index(self.numbered[0])
        self.series.card_index(self.numbered[-1])
        faces = self.series.faces
        widths = self.WIDTHS | {"numbers": faces * NUMBERS_PER_FACE, "face_numbers": faces * 7}
        for name, width in widths.items():
            length = len(getattr(self, name))
            if length != width * self.count:
                raise BadValueError(f"The length of {name}", length, f"{width * self.count} bytes")

    @property
    def count(self) -> int:
        """How many cards."""
        return len(self.numbered)

    @property
    def first(self) -> int:
        """The lowest audit number."""
        return self.numbered[0]

    def row(self, name: str, card_index: int) -> bytes:
        """One card's row of a column, counted from 0 in this batch.

        Raises: BadValueError, when the batch has no such card.
        """
        if not 0 <= card_index < self.count:
            raise BadValueError("The card's place", card_index, f"0 to {self.count - 1}")
        rows: bytes = getattr(self, name)
        width = len(rows) // self.count
        return rows[card_index * width : (card_index + 1) * width]

    def outside(self, card_index: int) -> CardOutside:
        """What may be shown of a card before it is sold, such as on a proof.

        Raises: BadValueError, when the batch has no such card.
        """
        names = ("card_ids", "outside_tokens", "linear_codes")
        return CardOutside(*(self.row(name, card_index).decode("ascii") for name in names))
