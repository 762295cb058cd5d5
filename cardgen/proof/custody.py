"""The custody statement: when the components were published, and who took them out of the plant."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from cardgen.errors import BadValueError
from cardgen.people import is_same_person
from cardgen.proof.manifest import check_not_before, parsed_time, printed_time

NAME_MAX = 60


@dataclass(frozen=True, slots=True)
class Removal:
    """Two people took a run's components out of the plant and say so."""

    at: datetime
    by: tuple[str, str]

    def __post_init__(self) -> None:
        """Raises: BadValueError, unless two people are named."""
        check_two_people("Who removed the components", *self.by)


@dataclass(frozen=True, slots=True)
class Custody:
    """What the maker states of a run's two components, A's first."""

    published_at: tuple[datetime, datetime]
    one_sitting: bool
    removed: Removal | None

    def __post_init__(self) -> None:
        """Raises: BadValueError, unless the second was published after the first."""
        first, second = self.published_at
        check_not_before("The second component's time", second, first)

    @property
    def fields(self) -> dict[str, Any]:
        """The statement as it stands in the certificate's JSON."""
        removed = self.removed
        return {
            "published_at": [printed_time(moment) for moment in self.published_at],
            "one_sitting": self.one_sitting,
            "removed": None
            if removed is None
            else {"at": printed_time(removed.at), "by": list(removed.by)},
        }


def custody_from(fields: dict[str, Any] | None) -> Custody | None:
    """The statement from a certificate's JSON; foreign fields are the certificate's to refuse.

    Raises: BadValueError, KeyError, TypeError, ValueError.
    """
    if fields is None:
        return None
    at_a, at_b = fields["published_at"]
    removed, one_sitting = fields["removed"], fields["one_sitting"]
    if not isinstance(one_sitting, bool):
        raise BadValueError("One sitting", one_sitting, "true or false")
    removal = None
    if removed is not None:
        first, second = removed["by"]
        removal = Removal(parsed_time(removed["at"]), (first, second))
    return Custody((parsed_time(at_a), parsed_time(at_b)), one_sitting, removal)


def check_name(what: str, name: object) -> None:
    """Raises: BadValueError, unless this can be a person's name on paper."""
    is_name = isinstance(name, str) and name.isprintable() and name == name.strip()
    if not is_name or not 1 <= len(str(name)) <= NAME_MAX:
        raise BadValueError(what, name, f"a name of 1 to {NAME_MAX} printable characters")


def check_two_people(what: str, first: str, second: str) -> None:
    """Raises: BadValueError, unless these are the names of two people."""
    check_name(what, first)
    check_name(what, second)
    if is_same_person(first, second):
        raise BadValueError(what, second, "two people, not the same one twice")
