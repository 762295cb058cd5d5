"""The hall's rules at the desk: what stands, and what the hall answers in its own way."""

from inventory.decisions import house as overriding
from inventory.decisions.facts import Decision
from inventory.desk.execute import Answer, Errand, perform
from inventory.desk.hall import Hall
from inventory.entries.entry import Context
from inventory.ledger.reading import Reader
from inventory.rules.profile import Profile
from inventory.rules.profile_file import read_profile


def current_profile(hall: Hall) -> Profile:
    """The rules the hall plays by now, its own answers included."""
    with hall.ledger.transaction() as connection:
        return hall.profile(Reader(connection).settings())


def law_of(hall: Hall) -> Profile:
    """The profile of the hall as its file has it, without the hall's own answers."""
    with hall.ledger.transaction() as connection:
        return read_profile(Reader(connection).settings()["profile"])


def set_rule(hall: Hall, context: Context, asked: tuple[str, str], reason: str) -> Answer:
    """A rule's key answered with a value, by two people. Raises: BadValueError."""

    def decide(reader: Reader, _number: int) -> Decision:
        profile = hall.profile(reader.settings())
        return overriding.set_rule(context, reader.evening(), profile, asked, reason)

    return perform(hall, context, Errand("set-rule", {"asked": asked, "reason": reason}), decide)


def unset_rule(hall: Hall, context: Context, key: str, reason: str) -> Answer:
    """A rule as the profile has it again. Raises: BadValueError."""

    def decide(reader: Reader, _number: int) -> Decision:
        profile = hall.profile(reader.settings())
        return overriding.unset_rule(context, reader.evening(), profile, key, reason)

    return perform(hall, context, Errand("unset-rule", {"key": key, "reason": reason}), decide)
