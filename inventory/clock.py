"""A moment as two clocks saw it; a clock decides nothing, a jump is only noted."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from cardgen.errors import BadValueError

JUMP_SECONDS_MIN = 60  # smaller differences are a clock being set right
TIME_FORMAT = "%Y-%m-%dT%H:%M:%S.%fZ"


@dataclass(frozen=True, slots=True)
class Moment:
    """The wall clock, and the monotonic clock of one start of the machine."""

    at: datetime
    monotonic_ms: int
    boot: str

    @property
    def printed(self) -> str:
        """UTC to the microsecond."""
        return self.at.astimezone(UTC).strftime(TIME_FORMAT)


def parsed_moment(text: str) -> datetime:
    """The wall clock's time from an entry. Raises: BadValueError."""
    try:
        return datetime.strptime(text, TIME_FORMAT).replace(tzinfo=UTC)
    except ValueError:
        raise BadValueError("The time", text, "UTC as 2026-11-30T18:00:00.000000Z") from None


def jump_seconds(before: Moment, after: Moment) -> int:
    """By how much the wall clock was moved between two moments; 0 when nobody can tell."""
    passed = (after.at - before.at) / timedelta(seconds=1)
    if before.boot == after.boot:
        passed -= (after.monotonic_ms - before.monotonic_ms) / 1000
    elif passed >= 0:
        return 0
    return int(passed) if abs(passed) > JUMP_SECONDS_MIN else 0
