"""What an entry can say of the house itself: its answers, its clock, its signed checkpoints."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ConfigChanged:
    """What the hall answered at set-up, or changed since."""

    settings: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ClockJumped:
    """The wall clock was moved between two entries."""

    seconds: int


@dataclass(frozen=True, slots=True)
class Checkpointed:
    """The tree so far, signed; the ten letters stand on a paper slip."""

    when: str
    size: int
    root: str
    letters: str
    note: str
