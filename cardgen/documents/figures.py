"""Counts, money, times and ranges of numbers as they stand on paper."""

from collections.abc import Iterable
from datetime import UTC, datetime

from cardgen.card_id import AuditNumber


def spelled_time(moment: datetime) -> str:
    """A moment for people, in UTC.

    >>> spelled_time(datetime(2026, 11, 3, 18, 5, tzinfo=UTC))
    'November 3, 2026, 18:05 UTC'
    """
    at = moment.astimezone(UTC)
    return f"{_MONTHS[at.month - 1]} {at.day}, {at.year}, {at:%H:%M} UTC"


def short_time(moment: datetime) -> str:
    """A moment in little room, in UTC.

    >>> short_time(datetime(2026, 11, 3, 18, 5, tzinfo=UTC))
    '2026-11-03 18:05 UTC'
    """
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def numbers_in_words(numbers: Iterable[int]) -> tuple[str, ...]:
    """Rising audit numbers as printed, runs of three and more drawn together.

    >>> numbers_in_words((7, 12))
    ('0000007', '0000012')
    >>> len(numbers_in_words((7, 8, 9, 12)))
    2
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return tuple(word for run in runs for word in _run_in_words(run))


def _run_in_words(run: list[int]) -> tuple[str, ...]:
    first, last = AuditNumber(run[0]).printed, AuditNumber(run[-1]).printed
    if len(run) > 2:  # noqa: PLR2004 -- a range of two is no shorter than both
        return (f"{first}\N{EN DASH}{last}",)
    return tuple(AuditNumber(number).printed for number in run)


_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
