"""Paper slips at the desk: which of them ten letters are of, and what the ledger wrote since."""

from dataclasses import dataclass
from typing import Any

from inventory.decisions.facts import check_two_people
from inventory.desk.hall import Hall
from inventory.entries.entry import Context
from inventory.entries.house import Checkpointed, SlipCompared
from inventory.ledger.reading import Reader
from inventory.refusals.refuse import refuse


@dataclass(frozen=True, slots=True)
class Slip:
    """A slip that this ledger printed: of what, when, how many entries it covers, which act's."""

    letters: str
    when: str
    at: str
    covers: int
    request: str
    occasion: int

    @property
    def told(self) -> str:
        """As people name it."""
        return f"{self.when}, {self.at}"


@dataclass(frozen=True, slots=True)
class SlipFound:
    """The slip that was typed, the newer ones in order, and how many entries there are now."""

    slip: Slip
    newer: tuple[Slip, ...]
    entry_count: int

    @property
    def sentence(self) -> str:
        """What the slip proves, and what follows it."""
        slip = self.slip
        proves = f"Slip {slip.letters} ({slip.told}) covers entries 1 to {slip.covers}"
        if not self.newer:
            since = self.entry_count - slip.covers
            return f"{proves}; it is the newest. Entries since, its own among them: {since}."
        newest = self.newer[-1]
        return (
            f"{proves}: they stand as they did then. It is not the newest. "
            f"Newer slips: {len(self.newer)}, the last ({newest.told}) covers entries 1 to "
            f"{newest.covers}. Only that paper shows that this is the newest ledger."
        )

    @property
    def fields(self) -> dict[str, Any]:
        """The same for other programs."""
        return {
            "letters": self.slip.letters,
            "when": self.slip.when,
            "at": self.slip.at,
            "covers": self.slip.covers,
            "is_newest": not self.newer,
            "newer": [{"when": one.when, "at": one.at, "covers": one.covers} for one in self.newer],
            "entries": self.entry_count,
        }


def find_slip(hall: Hall, letters: str) -> SlipFound:
    """Which slip the letters are of, for an audit: an older one proves what it covers."""
    with hall.reading() as reader:
        return slip_found(reader, letters)


def slip_found(reader: Reader, letters: str) -> SlipFound:
    """Which slip the letters are of. Raises: Refused, when they are of none of this ledger."""
    slips, head = _slips(reader), reader.head()
    places = [place for place, one in enumerate(slips) if one.letters == letters]
    if not places:
        raise refuse("slip-differs", letters=letters)
    last = places[-1]
    return SlipFound(slips[last], slips[last + 1 :], head.sequence if head else 0)


def check_slip(reader: Reader, letters: str) -> None:
    """These are the letters of the newest slip; for opening an evening."""
    found = slip_found(reader, letters)
    if not found.newer:
        return
    raise refuse(
        "slip-older",
        letters=letters,
        slip=found.slip.told,
        covers=found.slip.covers,
        count=len(found.newer),
        newest=found.newer[-1].told,
    )


def newest_slip(reader: Reader) -> Slip | None:
    """The newest slip of this ledger, of whatever act; None before the first."""
    slips = _slips(reader)
    return slips[-1] if slips else None


def slip_before_payment(reader: Reader, occasion: int) -> Slip | None:
    """The slip of an evening's last payment; before the first, of the round that was closed last.

    None where no slip of either is in this ledger.
    """
    slips = [one for one in _slips(reader) if one.occasion == occasion]
    paid = [one for one in slips if one.when == "pay"]
    closed = [one for one in slips if one.when == "claims"]
    return next(reversed(paid or closed), None)


def compared(
    context: Context, expected: Slip | None, letters: str, *, is_lacking: bool
) -> tuple[SlipCompared, ...]:
    """That a second person read the slip before this act, or that there is none at hand.

    A ledger that was put back to an earlier moment does not know what stands on the newest paper.
    """
    if expected is None:
        return ()
    if not letters and not is_lacking:
        raise refuse("slip-needed", when=expected.when)
    check_two_people(context)
    if letters and letters != expected.letters:
        raise refuse("slip-differs", letters=letters)
    return (SlipCompared(letters),)


def _slips(reader: Reader) -> tuple[Slip, ...]:
    return tuple(
        Slip(
            entry.kind.letters,
            entry.kind.when,
            entry.context.moment.printed,
            entry.kind.size,
            entry.context.request,
            entry.occasion,
        )
        for entry in reader.of_kind("Checkpointed")
        if isinstance(entry.kind, Checkpointed)
    )
