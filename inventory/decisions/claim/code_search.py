"""A damaged or misread unlock code: which codes it may have been (sealing.md section 6).

Up to four unreadable symbols with the printed check symbol; one wrong symbol; one swap.
"""

from collections.abc import Iterator
from itertools import combinations, product

from cardgen.symbols import ALPHABET, as_printed, check_symbol, symbol_value, weighted_values
from cardgen.tokens import UNLOCK_CODE_SYMBOLS

UNREADABLE = "?"
UNREADABLE_MAX = 4
CODE_LENGTH = UNLOCK_CODE_SYMBOLS + 1


def typed_symbols(text: str) -> str | None:
    """The seventeen places of a typed code, `?` for unreadable ones; nothing when malformed."""
    symbols = as_printed("".join(text.split()).replace("-", ""))
    if len(symbols) != CODE_LENGTH:
        return None
    return symbols if all(part in ALPHABET or part == UNREADABLE for part in symbols) else None


def filled(symbols: str) -> Iterator[str]:
    """Every code of sixteen symbols that agrees with the readable ones and the check."""
    places = [place for place, symbol in enumerate(symbols) if symbol == UNREADABLE]
    if len(places) > UNREADABLE_MAX:
        return
    data_places = [place for place in places if place < UNLOCK_CODE_SYMBOLS]
    if len(data_places) < len(places):
        yield from _all_filled(symbols[:-1], data_places)
        return
    if not data_places:
        if check_symbol(symbols[:-1]) == symbols[-1]:
            yield symbols[:-1]
        return
    yield from _solved(symbols, data_places)


def near(symbols: str) -> Iterator[str]:
    """Every code whose one wrong symbol, or one swap, would look like this."""
    data, check = symbols[:-1], symbols[-1]
    if UNREADABLE in symbols:
        return
    yield data  # the check symbol itself was misread
    for place in range(len(data)):
        yield from _solved(data[:place] + UNREADABLE + data[place + 1 :] + check, [place])
    for left, right in combinations(range(len(symbols)), 2):
        swapped = list(symbols)
        swapped[left], swapped[right] = swapped[right], swapped[left]
        text = "".join(swapped)
        if text != symbols and check_symbol(text[:-1]) == text[-1]:
            yield text[:-1]


def _all_filled(data: str, places: list[int]) -> Iterator[str]:
    for values in product(ALPHABET, repeat=len(places)):
        symbols = list(data)
        for place, value in zip(places, values, strict=True):
            symbols[place] = value
        yield "".join(symbols)


def _solved(symbols: str, places: list[int]) -> Iterator[str]:
    """All but the last unreadable symbol are tried; the check symbol gives the last."""
    *free, last = places
    inverse = {added: value for value, added in enumerate(weighted_values(last))}
    base = symbols[:-1].replace(UNREADABLE, ALPHABET[0])
    target = symbol_value(check_symbol(base)) ^ symbol_value(symbols[-1])
    tables = [weighted_values(place) for place in free]
    for values in product(range(len(ALPHABET)), repeat=len(free)):
        added = target
        for table, value in zip(tables, values, strict=True):
            added ^= table[value]
        filled_in = list(base)
        for place, value in zip(free, values, strict=True):
            filled_in[place] = ALPHABET[value]
        filled_in[last] = ALPHABET[inverse[added]]
        yield "".join(filled_in)
