"""The 75 balls, as a caller says them."""

import re

from cardgen.errors import BadValueError
from cardgen.face import BALL_MAX, COLUMN_NAMES, NUMBERS_PER_COLUMN

_TYPED = re.compile(r"(?:([BINGO])[- ]?)?([0-9]{1,2})", re.ASCII | re.IGNORECASE)


def printed_ball(number: int) -> str:
    """The ball with its letter.

    >>> printed_ball(41), printed_ball(1), printed_ball(75)
    ('N-41', 'B-1', 'O-75')
    """
    return f"{COLUMN_NAMES[(number - 1) // NUMBERS_PER_COLUMN]}-{number}"


def printed_balls(numbers: tuple[int, ...]) -> str:
    """Several balls, separated by commas."""
    return ", ".join(printed_ball(number) for number in numbers)


def parsed_ball(text: str) -> int:
    """The number of a ball from `N-41`, `n41` or `41`.

    >>> parsed_ball("n41")
    41

    Raises: BadValueError, when there is no such ball or the letter is another's.
    """
    found = _TYPED.fullmatch(text.strip())
    if found is None or not 1 <= int(found[2]) <= BALL_MAX:
        raise BadValueError("The ball", text, f"1 to {BALL_MAX}, such as N-41 or 41")
    number = int(found[2])
    if found[1] and found[1].upper() != printed_ball(number)[0]:
        raise BadValueError("The ball", text, f"{printed_ball(number)}; look at the ball again")
    return number
