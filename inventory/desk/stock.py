"""Stock at the desk: packs issued and put back, packs and cards taken out and found again."""

from typing import assert_never

from inventory.commands.stock import (
    Issue,
    IssueAll,
    PackName,
    PutBackOpen,
    PutBackWhole,
    Receive,
    StockCommand,
    TakeOut,
    Way,
)
from inventory.decisions.facts import CardFacts, Decision, PackFacts
from inventory.decisions.stock import intake
from inventory.desk.desk import Decided, Desk
from inventory.desk.receiving import receive
from inventory.entries.states import CardState
from inventory.ledger.reading import Reader
from inventory.refusals.refuse import refuse
from inventory.scans import card_of


def decide(desk: Desk, command: StockCommand) -> Decided:
    """What a command on stock comes to. Raises: Refused."""
    return Decided(_decision(desk, command))


def _decision(desk: Desk, command: StockCommand) -> Decision:
    reader, context = desk.reader, desk.context
    match command:
        case Receive():
            return receive(desk, command)
        case Issue(packs=packs, to_till=till):
            return intake.issue(context, _packs(reader, packs), till)
        case IssueAll(to_till=till):
            return intake.issue(context, _in_stock(reader), till)
        case PutBackWhole(packs=packs):
            return intake.put_back_whole(context, _packs(reader, packs))
        case PutBackOpen():
            return _put_back_open(desk, command)
        case TakeOut():
            return intake.take_out(context, command, _named_stock(reader, command))
        case _:
            assert_never(command)


def _in_stock(reader: Reader) -> tuple[PackFacts, ...]:
    found = tuple(pack for pack in reader.packs_in(CardState.RECEIVED) if pack.remaining)
    if not found:
        raise refuse("empty-stock")
    return found


def _put_back_open(desk: Desk, command: PutBackOpen) -> Decision:
    left, right = desk.reader.card(command.first), desk.reader.card(command.last)
    if left.pack is None:
        raise refuse("not-received", card=left.card.printed)
    numbers = (left.number, right.number)
    return intake.put_back_open(desk.context, left.pack, numbers, command.counted)


def _named_stock(reader: Reader, command: TakeOut) -> intake.NamedStock:
    """Whole packs, and of begun ones the cards that move: what was sold goes nowhere."""
    packs = _packs(reader, command.packs)
    cards = tuple(reader.card(name) for name in command.cards)
    if not packs and not cards:
        raise refuse("empty-basket")
    whole, apart = list[PackFacts](), list[CardFacts]()
    for pack in packs:
        series, moving = reader.series_of(pack.set_serial), _moving(reader, pack, command.way)
        if series is None or moving is None:
            whole.append(pack)
        elif not moving:
            raise refuse("pack-empty", pack=pack.named)
        else:
            names = (card_of(series.maker, pack.set_serial, number) for number in moving)
            apart += [reader.card(name) for name in names]
    return intake.NamedStock(tuple(whole), (*apart, *cards))


def _moving(reader: Reader, pack: PackFacts, way: Way) -> tuple[int, ...] | None:
    """The cards of a pack that move one by one; None when the pack moves, or is refused, whole."""
    if pack.state is CardState.MISSING:
        return None
    if way is Way.FOUND:
        return reader.numbers_in(pack, CardState.MISSING) or None
    series = reader.series_of(pack.set_serial)
    full = {*range(pack.first, pack.last + 1)}.difference(series.skips if series else ())
    return None if full <= {*pack.remaining} else pack.remaining


def _packs(reader: Reader, names: tuple[PackName, ...]) -> tuple[PackFacts, ...]:
    return tuple(_pack(reader, name) for name in dict.fromkeys(names))


def _pack(reader: Reader, name: PackName) -> PackFacts:
    pack = reader.pack_at(name.set_serial, name.first)
    if pack is None or (pack.first, pack.last) != name[1:]:
        raise refuse("unknown-pack", pack=f"{name.first}-{name.last}", serial=name.set_serial)
    return pack
