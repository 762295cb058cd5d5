"""Shares in basis points: read from what a person types, printed as percents."""

import re

from cardgen.errors import BadValueError
from inventory.program import BASIS_POINTS

POINTS_PER_PERCENT = 100

_TYPED = re.compile(r"([0-9]{1,3})(?:\.([0-9]{1,2}))? ?%", re.ASCII)


def printed_share(points: int) -> str:
    """The share as a percentage, without zeros that say nothing.

    >>> printed_share(5000), printed_share(1250), printed_share(105)
    ('50 %', '12.5 %', '1.05 %')
    """
    whole, rest = divmod(points, POINTS_PER_PERCENT)
    return f"{whole}.{rest:02d}".rstrip("0").rstrip(".") + " %"


def parsed_share(text: str) -> int:
    """Basis points from `50 %` or `12.5%`.

    >>> parsed_share("50 %"), parsed_share("12.5%")
    (5000, 1250)
    """
    found = _TYPED.fullmatch(text.strip())
    points = int(found[1]) * POINTS_PER_PERCENT + int(f"{found[2] or 0:0<2}") if found else -1
    if not 0 <= points <= BASIS_POINTS:
        raise BadValueError("The share", text, 'a percentage from 0 to 100, such as "50 %"')
    return points
