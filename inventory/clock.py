"""A moment as two clocks saw it; a clock decides nothing, a jump is only noted."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from cardgen.errors import BadValueError

SATURDAY = 5  # as `date.weekday` counts from Monday, 0
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


def parsed_day(text: str) -> date:
    """A day as it is written in programs. Raises: BadValueError.

    >>> parsed_day("2026-11-30").isoformat()
    '2026-11-30'
    """
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadValueError("The day", text, "a day as 2026-11-30") from None


def business_day_after(day: date, count: int) -> date:
    """The count-th business day behind a day: Monday to Friday; holidays are left to people.

    >>> business_day_after(date(2026, 12, 4), 1).isoformat()  # a Friday
    '2026-12-07'
    """
    found = day
    for _ in range(count):
        found += timedelta(days=1)
        while found.weekday() >= SATURDAY:
            found += timedelta(days=1)
    return found
