"""What a hall knows that a program is held against: its rules, its stock, its answers."""

from dataclasses import dataclass

from inventory.decisions.program.check import Kept
from inventory.desk.game.patterns import own_patterns
from inventory.desk.hall import Hall
from inventory.desk.progressive import read_progressions
from inventory.ledger.reading import Reader
from inventory.rules.profile import Profile


@dataclass(frozen=True, slots=True)
class Standing:
    """The rules, the sets and progressives the hall keeps, and whether players pay again.

    Where there is no hall, `kept` and `pays_again` are None.
    """

    profile: Profile
    kept: Kept | None
    pays_again: bool | None
    organization: str = ""


def standing_of(hall: Hall) -> Standing:
    """How the hall stands now."""
    with hall.reading() as reader:
        settings = reader.settings()
        founded, profile = settings.founded, hall.profile(settings)
        return Standing(profile, kept_by(hall, reader), founded.pays_again, founded.hall_name)


def kept_by(hall: Hall, reader: Reader) -> Kept:
    """The sets, progressives and own patterns that the hall keeps. Raises: BadFileError."""
    return Kept(reader.known_series(), read_progressions(reader), tuple(own_patterns(hall)))
