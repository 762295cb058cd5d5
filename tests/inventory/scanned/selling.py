"""A till as the terminal's commands do it: scans read first, then one command executed."""

from cardgen.card_id import CardId
from inventory.commands.sale import (
    Exchange,
    Miss,
    Punch,
    ReplaceDefect,
    Sell,
    SellCounted,
    Undo,
    Void,
)
from inventory.decisions.facts import CardFacts
from inventory.desk import selling
from inventory.desk.desk import Desk
from inventory.desk.execute import Answer
from inventory.desk.hall import Hall
from inventory.desk.lookup import check_sealed, find_cards, find_one, find_sealed
from inventory.entries.entry import Context
from tests.inventory.scanned.stock import asked


def sealed_one(hall: Hall, text: str) -> CardId:
    (card,), _ = find_sealed(hall, (text,))
    return card


def sell(hall: Hall, context: Context, texts: tuple[str, ...]) -> Answer:
    return asked(hall, context, lambda: Sell(*find_sealed(hall, texts)))


def sell_counted(hall: Hall, context: Context, count: int, last: str) -> Answer:
    def read() -> SellCounted:
        (card,), named_by = find_sealed(hall, (last,))
        return SellCounted(card, count, named_by)

    return asked(hall, context, read)


def sell_up_to(hall: Hall, context: Context, last: str) -> Answer:
    """As the screen does: the run is read, then sold; the basket is empty."""

    def read() -> Sell:
        run = one_more(hall, context, last)
        return Sell(tuple(one.card for one in run), find_sealed(hall, (last,))[1])

    return asked(hall, context, read)


def one_more(hall: Hall, context: Context, last: str) -> tuple[CardFacts, ...]:
    with hall.reading() as reader:
        desk = Desk(hall, reader, context, 0)
        looked = selling.look(desk, last)
        check_sealed(looked.found)
        return selling.one_more_than(desk, (), looked.card.card)


def give_in_exchange(hall: Hall, context: Context, originals: tuple[str, ...], last: str) -> Answer:
    return asked(
        hall, context, lambda: Exchange(find_cards(hall, originals), sealed_one(hall, last))
    )


def surrenderable(hall: Hall, context: Context, text: str) -> CardFacts:
    with hall.reading() as reader:
        desk = Desk(hall, reader, context, 0)
        looked = selling.look(desk, text)
        selling.check_surrenderable(desk, selling.counter_of(desk), (looked.card,))
        return looked.card


def exchanges_left(hall: Hall, context: Context) -> int:
    with hall.reading() as reader:
        return selling.exchanges_left(reader, context.till)


def replace_defect(hall: Hall, context: Context, old: str, new: str, reason: str) -> Answer:
    return asked(
        hall, context, lambda: ReplaceDefect(find_one(hall, old), sealed_one(hall, new), reason)
    )


def undo(hall: Hall, context: Context) -> Answer:
    return asked(hall, context, Undo)


def void(hall: Hall, context: Context, text: str, reason: str) -> Answer:
    return asked(hall, context, lambda: Void(sealed_one(hall, text), reason))


def punched(hall: Hall, context: Context, texts: tuple[str, ...]) -> Answer:
    return asked(hall, context, lambda: Punch(find_cards(hall, texts)))


def miss(hall: Hall, context: Context, texts: tuple[str, ...], reason: str) -> Answer:
    return asked(hall, context, lambda: Miss(find_cards(hall, texts), reason))
