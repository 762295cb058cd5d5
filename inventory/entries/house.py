"""What an entry can say of the house itself: its answers, its clock, its signed checkpoints."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HallFounded:
    """What was answered at set-up; the first entry of a hall, and the only one of its kind.

    `pays_again` is whether an exchange is a new sale; `hall_key` signs this hall's checkpoints;
    `law` numbers the decisions of the program that founded it.
    """

    hall: str
    hall_name: str
    profile: str
    pays_again: bool
    deface_method: str
    hall_key: str
    law: int


@dataclass(frozen=True, slots=True)
class RuleAnswered:
    """A rule of the profile that this hall plays otherwise; `value` is as it is typed."""

    key: str
    value: str
    reason: str


@dataclass(frozen=True, slots=True)
class RuleTakenBack:
    """A rule that is played again as the profile has it."""

    key: str
    reason: str


@dataclass(frozen=True, slots=True)
class PatternDrawn:
    """A pattern of the hall's own, as it is played from here on: its ways to win as bit masks."""

    name: str
    masks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ClockJumped:
    """The wall clock was moved between two entries."""

    seconds: int


@dataclass(frozen=True, slots=True)
class SlipCompared:
    """The letters of the paper slip before this act, read by a second person; empty: no slip."""

    letters: str


@dataclass(frozen=True, slots=True)
class Checkpointed:
    """The tree so far, signed; the ten letters stand on a paper slip."""

    when: str
    size: int
    root: str
    letters: str
    note: str
