"""A moment as two clocks saw it; a clock decides nothing, a jump is only noted."""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from cardgen.errors import BadValueError

SATURDAY = 5  # as `date.weekday` counts from Monday, 0
_PRINTED = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3]):[0-9]{2}:[0-9]{2}\.[0-9]{6}Z", re.ASCII
)
JUMP_SECONDS_MIN = 60  # smaller differences are a clock being set right
_FARTHEST_EAST = timedelta(hours=14)  # UTC+14, the first place where a day begins


@dataclass(frozen=True, slots=True)
class Moment:
    """The wall clock, and the monotonic clock of one start of the machine."""

    at: datetime
    monotonic_ms: int
    boot: str

    @property
    def printed(self) -> str:
        """UTC to the microsecond."""
        at = self.at if self.at.tzinfo is UTC else self.at.astimezone(UTC)
        return at.isoformat(timespec="microseconds").replace("+00:00", "Z")

    @property
    def hall_clock(self) -> str:
        """The hall's own clock, as 18:50; empty for a moment that came without its zone."""
        return "" if self.at.tzinfo is UTC else self.at.strftime("%H:%M")

    @property
    def latest_day(self) -> date:
        """The hall's day; of a moment that came without its zone, the latest that it is anywhere.

        An entry keeps UTC alone: what is decided from it again refuses no day of the hall.
        """
        return (self.at + _FARTHEST_EAST if self.at.tzinfo is UTC else self.at).date()


def parsed_moment(text: str) -> datetime:
    """The wall clock's time from an entry. Raises: BadValueError."""
    try:
        if _PRINTED.fullmatch(text):
            return datetime.fromisoformat(text)
    except ValueError:
        pass  # the shape of a time, but no day or minute: told below
    raise BadValueError("The time", text, "UTC as 2026-11-30T18:00:00.000000Z")


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


def spoken_hour(at: datetime | time) -> str:
    """The hour as people in a hall say it.

    >>> spoken_hour(datetime(2026, 11, 30, 19, 5)), spoken_hour(datetime(2026, 11, 30, 0, 30))
    ('7:05 PM', '12:30 AM')
    """
    return f"{at.hour % 12 or 12}:{at.minute:02d} {'PM' if at.hour >= _NOON else 'AM'}"


def spoken_day(day: date) -> str:
    """The day as it is written on paper.

    >>> spoken_day(date(2026, 11, 30))
    'Monday, November 30, 2026'
    """
    return f"{_DAYS[day.weekday()]}, {_MONTHS[day.month - 1]} {day.day}, {day.year}"


def spoken_date(text: str) -> str:
    """A day as 2026-11-30 as it is written on paper; what is none stays as it is.

    >>> spoken_date("2026-11-30"), spoken_date("")
    ('Monday, November 30, 2026', '')
    """
    try:
        return spoken_day(date.fromisoformat(text))
    except ValueError:
        return text


def spoken_time(text: str) -> str:
    """A time as 19:30 as people in a hall say it; what is none stays as it is.

    >>> spoken_time("19:30"), spoken_time("")
    ('7:30 PM', '')
    """
    found = _TYPED.fullmatch(text)
    return spoken_hour(time(int(found[1]), int(found[2]))) if found else text


_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip


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


_TYPED = re.compile(r"([0-9]{1,2}):([0-9]{2})(?: ?([AaPp])\.?[Mm]\.?)?", re.ASCII)
_NOON, _HOURS, _MINUTES = 12, 24, 60
DAY_MINUTES = _HOURS * _MINUTES


def parsed_time(text: str) -> str:
    """The time as 19:30.

    >>> parsed_time("7:30 PM"), parsed_time("19:30"), parsed_time("12:05 a.m.")
    ('19:30', '19:30', '00:05')

    Raises: BadValueError, when a clock never shows it.
    """
    found = _TYPED.fullmatch(text.strip())
    hour, minute = (int(found[1]), int(found[2])) if found else (_HOURS, 0)
    if found and found[3]:
        hour = hour % _NOON + (_NOON if found[3] in "Pp" else 0) if 1 <= hour <= _NOON else _HOURS
    if hour >= _HOURS or minute >= _MINUTES:
        raise BadValueError("The time", text, 'a time, such as "19:30" or "7:30 PM"')
    return f"{hour:02d}:{minute:02d}"


def minutes_from(earlier: str, later: str) -> int:
    """Minutes from one time to the other by the shorter way round the clock, negative when before.

    >>> minutes_from("23:50", "00:20"), minutes_from("19:30", "19:00")
    (30, -30)
    """
    minutes = (_of_day(later) - _of_day(earlier)) % DAY_MINUTES
    return minutes - DAY_MINUTES if minutes > DAY_MINUTES // 2 else minutes


def _of_day(text: str) -> int:
    hour, _, minute = text.partition(":")
    return int(hour) * _MINUTES + int(minute)
