"""Counts with their words, and numbers as ranges."""


def printed_ranges(numbers: tuple[int, ...]) -> str:
    """Numbers as ranges.

    >>> printed_ranges((1, 2, 3, 7))
    '1-3, 7'
    """
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][1] + 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in parts)
