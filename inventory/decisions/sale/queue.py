"""Next in sequence: which cards a till sells next, and whether those named are these.

N.J.A.C. 13:47-7.23: no player selects a card; 15.4.7.10 NMAC: none is reserved.
"""

from inventory.decisions.facts import PackFacts, Shelf
from inventory.errors import Refused
from inventory.refusals.refuse import refuse


def check_in_sequence(packs: Shelf, numbers: tuple[int, ...]) -> None:
    """These numbers of a set are the till's next ones."""
    pack, begun = packs.open_pack, set[int]()
    left = list(pack.in_order) if pack else []
    for number in numbers:
        if not left:
            pack = packs.holding(number)
            is_end = pack is not None and number in {pack.remaining[0], pack.remaining[-1]}
            if pack is None or not is_end or pack.first in begun:
                waiting = Shelf(other for other in packs if other.first not in begun)
                raise _not_next(next_of(waiting), number)
            left = _from(pack, number)
        if left[0] != number:
            raise _not_next(str(left[0]), number)
        left.pop(0)
        if pack is not None:
            begun.add(pack.first)


def counted_to(packs: Shelf, last: int, count: int) -> tuple[int, ...]:
    """The next `count` numbers, which must end with `last`; otherwise nothing is sold."""
    runs = runs_to(packs, last)
    for numbers in runs:
        if len(numbers) == count:
            return numbers
    first, found = runs[0][0], len(runs[0])
    raise refuse("count-mismatch", counted=count, found=found, first=first, last=last)


def runs_to(packs: Shelf, last: int) -> tuple[tuple[int, ...], ...]:
    """The ways to sell from the till's next card through `last`: up, down, or over whole packs."""
    opened, pack = packs.open_pack, packs.holding(last)
    if pack is None:
        raise _not_next(next_of(packs), last)
    if opened is pack:
        order = pack.in_order
        return (order[: order.index(last) + 1],)
    head = opened.in_order if opened else ()
    between = [
        other.remaining for other in packs if other.first < pack.first and other is not opened
    ]
    whole = tuple(number for remaining in between for number in remaining)
    rising = pack.remaining[: pack.remaining.index(last) + 1]
    falling = tuple(reversed(pack.remaining[pack.remaining.index(last) :]))
    return ((*head, *rising), (*head, *falling), (*head, *whole, *rising))


def one_more(packs: Shelf, last: int, taken: tuple[int, ...]) -> tuple[int, ...]:
    """The cards taken already and this one: without a count, one scan is one card.

    The first card that is passed over is asked about, before a later one is sold.
    """
    runs = runs_to(packs, last)
    for numbers in runs:
        if numbers[:-1] == taken:
            return numbers
    absent = next((one for one in runs[0] if one not in taken), last)
    raise refuse("gap", absent=absent, found=last)


def _from(pack: PackFacts, number: int) -> list[int]:
    rising = pack.remaining[0] == number
    return list(pack.remaining if rising else reversed(pack.remaining))


def next_of(packs: Shelf) -> str:
    """What a till sells next of these packs: the next number, or those that packs begin with."""
    opened = packs.open_pack
    if opened:
        return str(opened.in_order[0])
    firsts = [str(pack.remaining[0]) for pack in packs if pack.remaining]
    return " or ".join(firsts[:3]) if firsts else "none: every pack of this series is empty"


def _not_next(expected: str, found: int) -> Refused:
    return refuse("out-of-sequence", expected=expected, found=found)
