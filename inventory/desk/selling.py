"""Selling at the desk: baskets, exchanges, the punch, and the way back.

A till sells what comes next in its packs, so a run of cards is named by its last one: from the
till's next card through it. What a screen shows of a basket before it is closed is read by the
same steps as the command that closes it, and nothing is written.
"""

from dataclasses import dataclass
from typing import assert_never

from cardgen.card_id import CardId
from inventory.commands.sale import (
    CountMissing,
    Exchange,
    Miss,
    Punch,
    ReplaceDefect,
    SaleCommand,
    Sell,
    SellCounted,
    Undo,
    Void,
)
from inventory.decisions import missing
from inventory.decisions.facts import CardFacts, Decision, Shelf
from inventory.decisions.sale import sale
from inventory.decisions.sale import undo as undoing
from inventory.decisions.sale.deface import deface
from inventory.decisions.sale.exchange import Terms, check_surrender, exchange
from inventory.decisions.sale.queue import counted_to, one_more, runs_to
from inventory.decisions.sale.sale import Counter, check_sellable, check_selling
from inventory.desk.desk import Decided, Desk
from inventory.desk.game.evening import current_of
from inventory.desk.lookup import FoundCard, find_card
from inventory.entries.entry import Context, Entry
from inventory.entries.sale import DefectExchanged, Exchanged, ExchangeUndone, SaleVoided
from inventory.entries.states import CardState
from inventory.ledger.reading import Reader
from inventory.refusals.refuse import refuse
from inventory.rules.citing import cited
from inventory.scans import card_of


@dataclass(frozen=True, slots=True)
class Look:
    """One named card, and how it was named."""

    card: CardFacts
    found: FoundCard


def decide(desk: Desk, command: SaleCommand) -> Decided:
    """What a command of a till comes to. Raises: Refused."""
    return Decided(_decision(desk, command))


def _decision(desk: Desk, command: SaleCommand) -> Decision:  # noqa: C901, PLR0911 -- one case each
    match command:
        case Sell():
            return _sell(desk, _cards(desk, command.cards), command.named_by)
        case SellCounted():
            run = run_up_to(desk, command.last, command.count)
            return _sell(desk, run, command.named_by)
        case Exchange():
            return _exchange(desk, command)
        case ReplaceDefect():
            return _replace_defect(desk, command)
        case Undo():
            return _undo(desk)
        case Void(card=card, reason=reason):
            facts = desk.reader.card(card)
            return undoing.void(desk.context, facts, current_of(desk.reader), reason)
        case Punch(cards=cards):
            named = _cards(desk, cards) if cards else _waiting(desk)
            return deface(named, desk.reader.settings().founded.deface_method)
        case Miss():
            return _miss(desk, command)
        case CountMissing(counted=counted):
            waiting = missing.unconfirmed_in(read_missing(desk.reader, occasion_of(desk.reader)))
            return missing.count_missing(desk.context, waiting, counted)
        case _:
            assert_never(command)


def look(desk: Desk, text: str) -> Look:
    """The card that a scan or a typed line names."""
    found = find_card(desk.hall, desk.reader, text)
    return Look(desk.reader.card(found.card), found)


def run_up_to(desk: Desk, last: CardId, count: int) -> tuple[CardFacts, ...]:
    """So many of the till's next cards, the last of which is named.

    The last card's own refusal comes before the sequence's.
    """
    card, packs = _sellable(desk, last)
    return _of_set(desk.reader, card, counted_to(packs, card.number, count))


def one_more_than(desk: Desk, taken: tuple[CardId, ...], last: CardId) -> tuple[CardFacts, ...]:
    """The cards of this set that lie on the counter, and this one behind them."""
    card, packs = _sellable(desk, last)
    numbers = tuple(int(one.audit_number) for one in taken if one.set_serial == last.set_serial)
    return _of_set(desk.reader, card, one_more(packs, card.number, numbers))


def next_card(desk: Desk, taken: tuple[CardId, ...], last: CardId) -> CardId:
    """The card of this set that comes next behind those on the counter."""
    card, packs = _sellable(desk, last)
    run = runs_to(packs, card.number)[0]
    numbers = {int(one.audit_number) for one in taken if one.set_serial == last.set_serial}
    first = next((one for one in run if one not in numbers), card.number)
    return card_of(last.maker, last.set_serial, first)


def _sellable(desk: Desk, last: CardId) -> tuple[CardFacts, Shelf]:
    """A card that can be handed out at this till now, and the till's packs of its set."""
    card, counter = desk.reader.card(last), counter_of(desk)
    check_selling(counter)
    check_sellable(card, counter)
    return card, counter.packs_of(str(last.set_serial))


def check_surrenderable(desk: Desk, counter: Counter, cards: tuple[CardFacts, ...]) -> None:
    """These cards can be given up at this till now; the first that cannot is named."""
    if not desk.profile.exchange.is_allowed:
        # Before anything is counted: no number of new cards would be right.
        raise refuse("no-exchange-rule")
    check_selling(counter)
    for card in cards:
        check_surrender(card, counter)


def exchanges_left(reader: Reader, till: str) -> int:
    """For how many more originals this till has trade-ins."""
    trade_ins = sum(
        len(pack.remaining)
        for pack in reader.packs_of_till(till)
        if (received := reader.series_of(pack.set_serial)) and not received.is_original
    )
    return trade_ins // 2


def counter_of(desk: Desk) -> Counter:
    """The till's place in the evening, its packs, and the number of its next sale."""
    till, reader = desk.context.till, desk.reader
    return Counter(till, current_of(reader), reader.packs_of_till(till), desk.next_sequence)


def _sell(desk: Desk, cards: tuple[CardFacts, ...], named_by: str) -> Decision:
    """The basket, unless the rules have another set of its game sold out first."""
    counter, reader = counter_of(desk), desk.reader
    decision = sale.sell(cards, counter, named_by)
    rule = desk.profile.cards.finish_set_first
    if not rule.value or counter.evening is None:
        return decision
    for play in counter.evening.plays:
        known = (reader.series_of(serial) for serial in play.game.sets)
        sets = tuple(reader.stock_of(one.set_serial) for one in known if one and one.is_original)
        sale.check_finished(cards, sets, rule)
    return decision


def _exchange(desk: Desk, command: Exchange) -> Decision:
    old, counter = _cards(desk, command.originals), counter_of(desk)
    check_surrenderable(desk, counter, old)
    rule = desk.profile.exchange
    last = desk.reader.card(command.last)
    check_sellable(last, counter)
    packs = counter.packs_of(str(last.card.set_serial))
    runs = runs_to(packs, last.number)
    count, each = len(old), rule.new_cards.value
    numbers = next((run for run in runs if len(run) == count * each), None)
    if numbers is None:
        raise refuse("new-count", originals=count, each=each, new=len(runs[0]))
    new = _of_set(desk.reader, last, numbers)
    terms = Terms(rule, desk.reader.settings().founded.pays_again)
    return exchange(old, new, counter, terms)


def _replace_defect(desk: Desk, command: ReplaceDefect) -> Decision:
    rule = desk.profile.exchange.defects
    if not rule.value:
        raise refuse("no-defect-rule", card=command.defective.printed, citation=cited(rule))
    defect = sale.Defect(
        desk.reader.card(command.defective),
        desk.reader.card(command.new),
        command.reason,
        _replaced_by(desk.reader, command.defective),
    )
    return sale.replace_defect(desk.context, defect, counter_of(desk))


def _replaced_by(reader: Reader, card: CardId) -> Context | None:
    """Who gave the card for a defective one, if it was given so tonight."""
    given = reader.of_kind("DefectExchanged", occasion_of(reader))
    found = (one for one in given if isinstance(one.kind, DefectExchanged) and one.kind.new == card)
    return next((one.context for one in found), None)


def _miss(desk: Desk, command: Miss) -> Decision:
    reader = desk.reader
    occasion, kinds = occasion_of(reader), ("SaleUndone", "ExchangeUndone")
    undone = missing.undone_sales(one for kind in kinds for one in reader.of_kind(kind, occasion))
    cards, counter = _cards(desk, command.cards), counter_of(desk)
    return missing.miss(desk.context, cards, counter, undone, command.reason)


def read_missing(reader: Reader, occasion: int) -> tuple[Entry, ...]:
    """What an occasion's entries say of cards that are not there, in their order."""
    kinds = ("Missing", "Found", "MissingCounted")
    found = (entry for kind in kinds for entry in reader.of_kind(kind, occasion))
    return tuple(sorted(found, key=lambda entry: entry.sequence))


def occasion_of(reader: Reader) -> int:
    """The occasion that is open; 0 when none is."""
    evening = current_of(reader)
    return evening.occasion if evening else 0


def _undo(desk: Desk) -> Decision:
    reader, till = desk.reader, desk.context.till
    evening = current_of(reader)
    found = reader.last_sale(till, evening.occasion) if evening else None
    if evening is None or found is None:
        return undoing.undo(None, evening)
    number, request, is_undone = found
    kinds = tuple(entry.kind for entry in reader.of_request(request))
    cards = _cards(desk, undoing.cards_of(kinds))
    undone = (entry.kind for entry in reader.of_kind("ExchangeUndone", evening.occasion))
    traded = frozenset(kind.surrendered for kind in undone if isinstance(kind, ExchangeUndone))
    last = undoing.LastSale(till, number, kinds, cards, traded, is_undone)
    return undoing.undo(last, evening)


def _waiting(desk: Desk) -> tuple[CardFacts, ...]:
    """The cards that this till took tonight and that wait for the punch."""
    reader, till = desk.reader, desk.context.till
    occasion, kinds = occasion_of(reader), ("Exchanged", "SaleVoided", "DefectExchanged")
    taken = (
        _taken_by(entry)
        for kind in kinds
        for entry in reader.of_kind(kind, occasion)
        if entry.context.till == till
    )
    cards = (reader.card(card) for card in sorted(set(taken), key=_place))
    return tuple(card for card in cards if card.state in {CardState.SURRENDERED, CardState.VOIDED})


def _place(card: CardId) -> tuple[str, int]:
    return str(card.set_serial), int(card.audit_number)


def _taken_by(entry: Entry) -> CardId:
    match entry.kind:
        case Exchanged(surrendered=card) | SaleVoided(card=card) | DefectExchanged(voided=card):
            return card
        case _:
            raise AssertionError(entry.kind_name)  # selected by its kind


def _of_set(reader: Reader, card: CardFacts, numbers: tuple[int, ...]) -> tuple[CardFacts, ...]:
    maker, serial = card.card.maker, card.card.set_serial
    return tuple(reader.card(card_of(maker, serial, number)) for number in numbers)


def _cards(desk: Desk, names: tuple[CardId, ...]) -> tuple[CardFacts, ...]:
    return tuple(desk.reader.card(name) for name in names)
