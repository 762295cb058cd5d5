"""Money in whole cents and shares in basis points: read from what people type, and printed."""

import re

from cardgen.amounts import CENTS_PER_DOLLAR
from cardgen.errors import BadValueError

BASIS_POINTS = 10_000  # a share of all is this many hundredths of a percent
POINTS_PER_PERCENT = 100

_MONEY = re.compile(r"([0-9]{1,7}|[0-9]{1,3}(?:,[0-9]{3}){1,2})(?:\.([0-9]{2}))?", re.ASCII)
_DENOMINATION = re.compile(r"([0-9.]+)x([0-9]{1,6})", re.ASCII)
_SHARE = re.compile(r"([0-9]{1,3})(?:\.([0-9]{1,2}))? ?%", re.ASCII)


def parsed_cents(text: str) -> int:
    """Cents from `12`, `12.50`, `$12.50` or `$15,000.00`.

    >>> parsed_cents("$12.50"), parsed_cents("3"), parsed_cents("$15,000.00")
    (1250, 300, 1500000)
    """
    found = _MONEY.fullmatch(text.removeprefix("$"))
    if found is None:
        raise BadValueError("The amount", text, "dollars and cents, such as 12.50")
    return int(found[1].replace(",", "")) * CENTS_PER_DOLLAR + int(found[2] or "0")


def counted_cents(text: str) -> int:
    """The sum of a box counted by denomination.

    >>> counted_cents("20x3 1x14 0.25x4")
    7500
    """
    total = 0
    for part in text.split():
        found = _DENOMINATION.fullmatch(part)
        if found is None:
            raise BadValueError("The count", part, "denomination x pieces, such as 20x3 0.25x4")
        total += parsed_cents(found[1]) * int(found[2])
    return total


def shares_of(cents: int, winner_count: int) -> tuple[int, ...]:
    """Equal shares to the cent; the odd cents go to the first claims, one each.

    >>> shares_of(10000, 3)
    (3334, 3333, 3333)
    """
    share, odd = divmod(cents, winner_count)
    return tuple(share + (place < odd) for place in range(winner_count))


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
    found = _SHARE.fullmatch(text.strip())
    points = int(found[1]) * POINTS_PER_PERCENT + int(f"{found[2] or 0:0<2}") if found else -1
    if not 0 <= points <= BASIS_POINTS:
        raise BadValueError("The share", text, 'a percentage from 0 to 100, such as "50 %"')
    return points
