"""The desk as a command finds it: the hall, what its ledger says, who asks, the next number."""

from dataclasses import dataclass

from inventory.decisions.facts import Decision
from inventory.desk.hall import Hall
from inventory.entries.entry import Context, Entry
from inventory.ledger.reading import Reader
from inventory.rules.profile import Profile


@dataclass(frozen=True, slots=True)
class Desk:
    """What the decision of one command is gathered from; nothing is written through it."""

    hall: Hall
    reader: Reader
    context: Context
    next_sequence: int

    @property
    def profile(self) -> Profile:
        """The rules the hall plays by now."""
        return self.hall.profile(self.reader.settings())


@dataclass(frozen=True, slots=True)
class Decided:
    """The entries that a command comes to, and the occasion they belong to.

    No occasion is the one that is open, if any. `before` is what was answered when another request
    asked the very same: nothing is written then.
    """

    kinds: Decision
    occasion: int = 0
    before: tuple[Entry, ...] = ()
