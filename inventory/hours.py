"""Times of an evening as a program gives them: read, and how far apart, also over midnight."""

import re

from cardgen.errors import BadValueError

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
