"""The boxes of money: each till has its own, filled, counted blind, and counted again until filed.

Theory of operation. What a box should hold follows from the entries of its own till: what was put
into it, what its till took for cards and gave back, what was counted there of a game on cards that
are not kept here (the last count of a game holds), and the prizes that were paid from it. A count
is blind: nobody is told the sum before it. A box in which money moved since its count must be
counted again before the evening ends. A sum below nothing cannot be, so it is asked about first: a
prize was paid from another box or by check, or money was put in that nobody entered.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from cardgen.amounts import printed_cents
from inventory.commands.closing import CountBox, FillBox
from inventory.decisions.facts import Decision, check_two_people
from inventory.decisions.game.evening import Evening
from inventory.decisions.receipts import cents_of
from inventory.entries.claim import Paid, RestPaid
from inventory.entries.closing import BoxCounted, BoxFilled, CashCounted, Taking
from inventory.entries.entry import Context, Entry
from inventory.entries.game import GameCompleted, OccasionOpened, TakingsCounted
from inventory.entries.union import Kind
from inventory.refusals.refuse import refuse


@dataclass(frozen=True, slots=True)
class Count:
    """A box counted: what it held, what it should hold, what else was in it, and by whom."""

    counted_cents: int
    expected_cents: int
    other_takings: tuple[Taking, ...]
    context: Context


@dataclass(frozen=True, slots=True)
class Box:
    """The box of a till: what it should hold but for other takings, and its counts in order.

    `is_moved`: money moved in it since its last count, or before any.
    """

    till: str
    cents: int = 0
    is_moved: bool = False
    counts: tuple[Count, ...] = ()


def boxes_of(entries: Iterable[Entry]) -> Mapping[str, Box]:
    """The boxes of an evening by their tills, from its entries in order."""
    boxes: dict[str, Box] = {}
    counted: dict[int, tuple[str, int]] = {}  # by game: where its takings lie, as counted last
    for entry in entries:
        kind, till = entry.kind, entry.context.till
        if isinstance(kind, TakingsCounted):
            before, cents = counted.get(kind.game, (till, 0))
            boxes[before] = _moved(boxes.get(before, Box(before)), -cents)
            counted[kind.game] = (till, kind.cents)
        box = boxes.get(till, Box(till))
        if isinstance(kind, CashCounted | BoxCounted):
            count = Count(
                kind.counted_cents, kind.expected_cents, kind.other_takings, entry.context
            )
            boxes[till] = replace(box, is_moved=False, counts=(*box.counts, count))
        elif cents := moved_cents(kind):
            boxes[till] = _moved(box, cents)
    return boxes


def _moved(box: Box, cents: int) -> Box:
    return replace(box, cents=box.cents + cents, is_moved=True) if cents else box


def moved_cents(kind: Kind) -> int:
    """What an entry put into its till's box, or took out of it."""
    match kind:
        case OccasionOpened():
            return kind.float_cents
        case BoxFilled():
            return kind.cents
        case TakingsCounted():
            return kind.cents
        case Paid(source="box") | RestPaid(source="box"):
            return -kind.cents
        case GameCompleted():
            return -sum(one.cents for one in kind.given if one.source == "box")
        case _:
            return cents_of(kind)


def fill_box(context: Context, evening: Evening | None, filling: FillBox) -> Decision:
    """Money put into a till's box, by two people: its float, or more from the safe."""
    check_two_people(context)
    if evening is None:
        raise refuse("no-occasion")
    if not filling.cents:
        raise refuse("nothing-put-in", till=context.till)
    if not filling.why.strip():
        raise refuse("fill-unexplained", till=context.till)
    return (BoxFilled(filling.cents, filling.why.strip()),)


def count_box(
    context: Context, evening: Evening | None, boxes: Mapping[str, Box], asked: CountBox
) -> Decision:
    """This till's box counted by two people, or counted again; until the report is filed."""
    check_two_people(context)
    if evening is None or evening.called_off:
        raise refuse("no-occasion")
    if evening.filed is not None:
        raise refuse("box-filed", reference=evening.filed.reference)
    if evening.is_ended and context.till not in boxes:
        raise refuse("no-such-box", till=context.till, known=", ".join(sorted(boxes)))
    expected = expected_in(context, boxes, asked.other_takings)
    return (BoxCounted(asked.counted_cents, expected, asked.other_takings),)


def expected_in(
    context: Context, boxes: Mapping[str, Box], other_takings: tuple[Taking, ...]
) -> int:
    """What this till's box should hold, with what else was taken; never less than nothing."""
    box = boxes.get(context.till, Box(context.till))
    expected = box.cents + sum(taking.cents for taking in other_takings)
    if expected < 0:
        raise refuse("box-below-nothing", till=context.till, expected=printed_cents(expected))
    return expected


def check_all_counted(context: Context, boxes: Mapping[str, Box]) -> None:
    """Every other till's box was counted, and no money moved in it since."""
    for box in boxes.values():
        if box.till != context.till and box.is_moved:
            raise refuse("box-not-counted", till=box.till)
