"""What a hall knows that a program is held against: its rules, its stock, its answers."""

from dataclasses import dataclass

from inventory.desk.hall import Hall
from inventory.kinds import Received
from inventory.ledger.reading import Reader
from inventory.rules.profile import Profile


@dataclass(frozen=True, slots=True)
class Standing:
    """The rules, the series that were received, and whether players pay again.

    Where there is no hall, `received` is None and `pays_again` empty.
    """

    profile: Profile
    received: tuple[Received, ...] | None
    pays_again: str


def standing_of(hall: Hall) -> Standing:
    """How the hall stands now."""
    with hall.ledger.transaction() as connection:
        reader = Reader(connection)
        settings = reader.settings()
        return Standing(hall.profile(settings), reader.known_series(), settings["pays_again"])
