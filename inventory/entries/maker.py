"""What a maker says of its sets after they were shipped: recalled, returned, disclosed."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from cardgen.card_id import CardId
from cardgen.set_status import SetStatus

# Of several notes on a card the one that leaves least: a disclosed set was recalled before.
_GRAVEST_FIRST = (SetStatus.DISCLOSED, SetStatus.RETURNED, SetStatus.RECALLED)


class PacksHeld(NamedTuple):
    """Packs of a set called back and the cards left in them; without a till they are in stock."""

    set_serial: str
    till: str
    packs: tuple[tuple[int, int], ...]
    left: int


@dataclass(frozen=True, slots=True)
class SetNote:
    """One note on a set; without a run it was noted here by hand, without numbers it is on all."""

    set_serial: str
    run_id: str
    status: str
    since: str
    reason: str
    numbers: tuple[tuple[int, int], ...] = ()

    def concerns(self, set_serial: str, run_id: str, number: int) -> bool:
        """Whether this card is meant."""
        if self.set_serial != set_serial or self.run_id not in {"", run_id}:
            return False
        return not self.numbers or any(low <= number <= high for low, high in self.numbers)


@dataclass(frozen=True, slots=True)
class StatusNoted:
    """A maker's signed status list: its notes on sets known here, and where their packs lay."""

    maker: str
    number: int
    made_at: str
    sha256: str
    fingerprint: str
    notes: tuple[SetNote, ...]
    held: tuple[PacksHeld, ...]


@dataclass(frozen=True, slots=True)
class SetDisclosed:
    """Noted by hand: the maker published the secrets of a set, so no card of it is valid."""

    set_serial: str


@dataclass(frozen=True, slots=True)
class CardReleased:
    """A card of a recalled set that may be paid all the same, and who decided so."""

    card: CardId
    ruling: str


def gravest(notes: Iterable[SetNote]) -> SetNote | None:
    """Of the notes on one card the one that decides, else None."""
    ranked = sorted(notes, key=lambda note: _GRAVEST_FIRST.index(SetStatus(note.status)))
    return ranked[0] if ranked else None
