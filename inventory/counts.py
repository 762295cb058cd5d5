"""Numbers as ranges: first and last of each run, as they are kept, printed and read."""

from collections.abc import Iterable

Ranges = tuple[tuple[int, int], ...]


def ranges_of(numbers: Iterable[int]) -> Ranges:
    """Rising numbers as ranges.

    >>> ranges_of((1, 2, 3, 7))
    ((1, 3), (7, 7))
    """
    ranges: list[tuple[int, int]] = []
    for number in numbers:
        if ranges and number == ranges[-1][1] + 1:
            ranges[-1] = (ranges[-1][0], number)
        else:
            ranges.append((number, number))
    return tuple(ranges)


def printed_ranges(ranges: Ranges) -> str:
    """Ranges as papers show them; an empty text for none.

    >>> printed_ranges(((1, 300), (302, 302), (310, 400)))
    '1-300, 302, 310-400'
    """
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in ranges)
