"""The end of an evening at the desk: cash, envelopes, filing, destruction."""

from typing import assert_never

from inventory.commands.closing import (
    CashUp,
    ClosingCommand,
    CountBox,
    Destroy,
    FileReport,
    FillBox,
)
from inventory.decisions import boxes, closing
from inventory.decisions.closing import ClosingCounts
from inventory.decisions.facts import CardFacts
from inventory.decisions.game.evening import Evening
from inventory.decisions.missing import unconfirmed_in
from inventory.desk.desk import Decided, Desk
from inventory.desk.game.evening import current_of
from inventory.desk.selling import read_missing
from inventory.entries.states import CardState
from inventory.ledger.reading import Reader


def decide(desk: Desk, command: ClosingCommand) -> Decided:
    """What a command at the end of an evening comes to. Raises: Refused."""
    match command:
        case CashUp():
            return _cash_up(desk, command)
        case FillBox():
            return Decided(boxes.fill_box(desk.context, current_of(desk.reader), command))
        case CountBox():
            return _count_box(desk, command)
        case FileReport():
            evening = desk.reader.evening(command.occasion)
            kinds = closing.file_report(desk.context, evening, desk.profile, command)
            return Decided(kinds, command.occasion or _last(desk.reader))
        case Destroy():
            return _destroy(desk, command)
        case _:
            assert_never(command)


def _cash_up(desk: Desk, command: CashUp) -> Decided:
    evening = desk.reader.evening()
    if evening is None or evening.is_ended:
        return Decided(closing.cash_up(desk.context, None, _NOTHING_LEFT, command))
    left = _closing_counts(desk.reader, evening)
    return Decided(closing.cash_up(desk.context, evening, left, command))


def _count_box(desk: Desk, command: CountBox) -> Decided:
    occasion = command.occasion or _last(desk.reader)
    evening = desk.reader.evening(occasion)
    found = boxes.boxes_of(desk.reader.of_occasion(occasion))
    return Decided(boxes.count_box(desk.context, evening, found, command), occasion)


def _destroy(desk: Desk, command: Destroy) -> Decided:
    reader, number = desk.reader, command.occasion or _last(desk.reader)
    named = tuple(reader.card(card) for card in command.cards)
    cards = named or _kept_defaced(reader, number)
    kinds = closing.destroy(desk.context, reader.evening(number), cards, desk.profile)
    return Decided(kinds, number)


_NOTHING_LEFT = ClosingCounts({}, (), {}, 0)


def _closing_counts(reader: Reader, evening: Evening) -> ClosingCounts:
    cards = reader.cards_of_occasion(evening.occasion)
    by_state = {state: tuple(card for card in cards if card.state is state) for state in CardState}
    return ClosingCounts(
        cards=by_state,
        packs_out=reader.packs_in(CardState.ISSUED),
        boxes=boxes.boxes_of(reader.of_occasion(evening.occasion)),
        punched=len(by_state[CardState.DEFACED]),
        missing=unconfirmed_in(read_missing(reader, evening.occasion)),
    )


def _kept_defaced(reader: Reader, occasion: int) -> tuple[CardFacts, ...]:
    return tuple(
        card
        for card in reader.cards_of_occasion(occasion)
        if card.state is CardState.RETAINED and not card.paid_cents
    )


def _last(reader: Reader) -> int:
    evening = reader.evening()
    return evening.occasion if evening else 0
