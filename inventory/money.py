"""Money in whole cents: read from what a person types, printed as on a receipt."""

import re

from cardgen.errors import BadValueError

CENTS_PER_DOLLAR = 100

_TYPED = re.compile(r"([0-9]{1,7})(?:\.([0-9]{2}))?", re.ASCII)
_DENOMINATION = re.compile(r"([0-9.]+)x([0-9]{1,6})", re.ASCII)


def printed_cents(cents: int) -> str:
    """Dollars and cents.

    >>> printed_cents(1250), printed_cents(-5)
    ('$12.50', '-$0.05')
    """
    sign = "-" if cents < 0 else ""
    dollars, rest = divmod(abs(cents), CENTS_PER_DOLLAR)
    return f"{sign}${dollars}.{rest:02d}"


def parsed_cents(text: str) -> int:
    """Cents from `12`, `12.50` or `$12.50`.

    >>> parsed_cents("$12.50"), parsed_cents("3")
    (1250, 300)
    """
    found = _TYPED.fullmatch(text.removeprefix("$"))
    if found is None:
        raise BadValueError("The amount", text, "dollars and cents, such as 12.50")
    return int(found[1]) * CENTS_PER_DOLLAR + int(found[2] or "0")


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
