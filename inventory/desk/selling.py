"""Selling at the desk: baskets, exchanges, the punch, and the way back."""

from collections.abc import Callable
from dataclasses import dataclass

from cardgen.card_id import CardId
from inventory.decisions.facts import CardFacts, Decision, Shelf
from inventory.decisions.sale import sale
from inventory.decisions.sale import undo as undoing
from inventory.decisions.sale.deface import deface
from inventory.decisions.sale.exchange import Terms, check_surrender, exchange
from inventory.decisions.sale.queue import counted_to, runs_to, up_to
from inventory.decisions.sale.sale import Counter, check_sellable, check_selling
from inventory.decisions.stock import intake
from inventory.desk.acting import Answer, Errand, perform
from inventory.desk.hall import Hall
from inventory.desk.lookup import KEYED, SCANNED, FoundCard, find_card
from inventory.entries.entry import Context
from inventory.entries.sale import ExchangeUndone
from inventory.entries.states import CardState
from inventory.ledger.reading import Reader
from inventory.refusals.refuse import refuse
from inventory.scans import card_of, without_code, without_codes

Numbers = tuple[int, ...]
Expand = Callable[[Counter, CardFacts], Numbers]


@dataclass(frozen=True, slots=True)
class Till:
    """What one act at a till looks at."""

    hall: Hall
    reader: Reader
    name: str
    number: int

    @property
    def counter(self) -> Counter:
        """The till's place in the evening and its packs."""
        evening = self.reader.evening()
        is_over = evening is None or evening.is_ended
        packs = self.reader.packs_of_till(self.name)
        return Counter(self.name, None if is_over else evening, packs, self.number)

    def cards(self, texts: tuple[tuple[str, bool], ...]) -> "Basket":
        """The cards that were named, each once, whatever code named it."""
        found: dict[str, CardFacts] = {}
        how, opened = SCANNED, []
        for text, is_open in texts:
            named = find_card(self.hall, self.reader, text)
            found[named.card.printed] = self.reader.card(named.card)
            how = KEYED if named.how == KEYED and not is_open else how
            if is_open:
                opened.append(named)
        return Basket(tuple(found.values()), how, tuple(opened))


@dataclass(frozen=True, slots=True)
class Basket:
    """Named cards, how they were named, and which of them were named from inside."""

    cards: tuple[CardFacts, ...]
    how: str
    opened: tuple[FoundCard, ...]


@dataclass(frozen=True, slots=True)
class Look:
    """One named card, how it was named, and whether from inside."""

    card: CardFacts
    how: str
    is_open: bool


def sell(hall: Hall, context: Context, texts: tuple[str, ...]) -> Answer:
    """Exactly the cards that were named."""
    given = tuple(without_code(text) for text in texts)

    def decide(reader: Reader, number: int) -> Decision:
        till = Till(hall, reader, context.till, number)
        basket = till.cards(given)
        if basket.opened:
            raise refuse("card-open", card=basket.opened[0].card.printed)
        return _sold(till, basket.cards, basket.how)

    return perform(hall, context, Errand("sell", {"cards": without_codes(texts)}), decide)


def sell_basket(hall: Hall, context: Context, cards: tuple[CardId, ...], how: str) -> Answer:
    """A basket that was gathered at a till's screen."""

    def decide(reader: Reader, number: int) -> Decision:
        till = Till(hall, reader, context.till, number)
        return _sold(till, tuple(reader.card(card) for card in cards), how)

    what: dict[str, object] = {"cards": tuple(card.printed for card in cards)}
    return perform(hall, context, Errand("sell-basket", what), decide)


def look(hall: Hall, context: Context, text: str) -> Look:
    """A card that was named and the evening it is looked at in; nothing is written."""
    given = without_code(text)
    with hall.ledger.transaction() as connection:
        till = Till(hall, Reader(connection), context.till, 0)
        basket = till.cards((given,))
        return Look(basket.cards[0], basket.how, bool(basket.opened))


def sell_counted(hall: Hall, context: Context, count: int, last: str) -> Answer:
    """So many cards, the last of which is named."""
    return _sell_run(
        hall,
        context,
        (last, count),
        lambda counter, card: counted_to(_packs(counter, card), card.number, count),
    )


def sell_up_to(hall: Hall, context: Context, last: str) -> Answer:
    """All cards from the till's next one through the one named."""
    return _sell_run(
        hall, context, (last, 0), lambda counter, card: up_to(_packs(counter, card), card.number)
    )


def run_up_to(hall: Hall, context: Context, last: str, count: int) -> tuple[CardFacts, ...]:
    """The cards that a basket would hold with this one as its last; nothing is written."""
    given = without_code(last)
    with hall.ledger.transaction() as connection:
        till = Till(hall, Reader(connection), context.till, 0)

        def expand(counter: Counter, card: CardFacts) -> Numbers:
            packs = _packs(counter, card)
            return counted_to(packs, card.number, count) if count else up_to(packs, card.number)

        named = till.cards((given,))
        return _run(till, named, expand)


def give_in_exchange(hall: Hall, context: Context, originals: tuple[str, ...], last: str) -> Answer:
    """N originals, open or not, for the next 2n trade-ins, the last of which is named."""
    old_texts, new_text = tuple(without_code(text) for text in originals), without_code(last)

    def decide(reader: Reader, number: int) -> Decision:
        settings = reader.settings()
        terms = Terms(hall.profile(settings).exchange, settings.founded.pays_again)
        if not terms.rule.is_allowed:
            # Before anything is counted: no number of new cards would be right.
            raise refuse("no-exchange-rule")
        till = Till(hall, reader, context.till, number)
        old = till.cards(old_texts)
        counter = till.counter
        for original in old.cards:
            check_selling(counter)
            check_surrender(original, counter)
        each = terms.rule.new_cards.value
        last_new = till.cards((new_text,))
        new = _run(till, last_new, lambda at, card: _pairs(at, card, len(old.cards), each))
        return exchange(old.cards, new, counter, terms)

    what: dict[str, object] = {"originals": without_codes(originals), "last": new_text[0]}
    return perform(hall, context, Errand("exchange", what), decide)


def surrenderable(hall: Hall, context: Context, text: str) -> CardFacts:
    """The card that would be surrendered, or why it cannot be; nothing is written."""
    given = without_code(text)
    with hall.ledger.transaction() as connection:
        reader = Reader(connection)
        if not hall.profile(reader.settings()).exchange.is_allowed:
            raise refuse("no-exchange-rule")
        till = Till(hall, reader, context.till, 0)
        basket = till.cards((given,))
        (card,) = basket.cards
        check_selling(till.counter)
        check_surrender(card, till.counter)
        return card


def replace_defect(hall: Hall, context: Context, old: str, new: str, reason: str) -> Answer:
    """A defective card for the next of its series, at no charge."""
    texts = (without_code(old), without_code(new))

    def decide(reader: Reader, number: int) -> Decision:
        till = Till(hall, reader, context.till, number)
        voided, given = till.cards(texts[:1]), till.cards(texts[1:])
        if given.opened:
            raise refuse("card-open", card=given.opened[0].card.printed)
        return sale.replace_defect(context, voided.cards[0], given.cards[0], till.counter, reason)

    what: dict[str, object] = {"old": texts[0][0], "new": texts[1][0], "reason": reason}
    return perform(hall, context, Errand("replace", what), decide)


def undo(hall: Hall, context: Context) -> Answer:
    """The till's last sale or exchange, taken back."""

    def decide(reader: Reader, _number: int) -> Decision:
        evening = reader.evening()
        if evening is None or evening.is_ended:
            return undoing.undo(None, None)
        found = reader.last_sale(context.till, evening.occasion)
        if found is None:
            return undoing.undo(None, evening)
        number, request, is_undone = found
        kinds = tuple(entry.kind for entry in reader.of_request(request))
        names = undoing.cards_of(kinds)
        cards = tuple(reader.card(name) for name in names)
        undone = (entry.kind for entry in reader.of_kind("ExchangeUndone", evening.occasion))
        traded = frozenset(kind.surrendered for kind in undone if isinstance(kind, ExchangeUndone))
        last = undoing.LastSale(context.till, number, kinds, cards, traded, is_undone)
        return undoing.undo(last, evening)

    return perform(hall, context, Errand("undo"), decide)


def void(hall: Hall, context: Context, text: str, reason: str) -> Answer:
    """One card's sale taken back later, by two people."""
    given = without_code(text)

    def decide(reader: Reader, number: int) -> Decision:
        basket = Till(hall, reader, context.till, number).cards((given,))
        evening = reader.evening()
        is_over = evening is None or evening.is_ended
        return undoing.void(context, basket.cards[0], None if is_over else evening, reason)

    what: dict[str, object] = {"card": given[0], "reason": reason}
    return perform(hall, context, Errand("void", what), decide)


def punched(hall: Hall, context: Context, texts: tuple[str, ...]) -> Answer:
    """The named cards, or all that wait for the punch, made unplayable."""
    given = tuple(without_code(text) for text in texts)

    def decide(reader: Reader, number: int) -> Decision:
        till = Till(hall, reader, context.till, number)
        basket = till.cards(given)
        cards = basket.cards if given else _waiting(reader)
        return deface(cards, reader.settings().founded.deface_method)

    return perform(hall, context, Errand("punched", {"cards": without_codes(texts)}), decide)


def miss(hall: Hall, context: Context, texts: tuple[str, ...], reason: str) -> Answer:
    """Cards of the till that are not there while it sells; a second person comes at cash-up."""
    given = tuple(without_code(text) for text in texts)

    def decide(reader: Reader, number: int) -> Decision:
        basket = Till(hall, reader, context.till, number).cards(given)
        return intake.miss(basket.cards, reason)

    what: dict[str, object] = {"cards": without_codes(texts), "reason": reason}
    return perform(hall, context, Errand("miss", what), decide)


def exchanges_left(hall: Hall, context: Context) -> int:
    """For how many more originals this till has trade-ins."""
    with hall.ledger.transaction() as connection:
        reader = Reader(connection)
        packs = reader.packs_of_till(context.till)
        trade_ins = sum(
            len(pack.remaining)
            for pack in packs
            if (received := reader.series_of(pack.set_serial)) and not received.is_original
        )
    return trade_ins // 2


def _sell_run(hall: Hall, context: Context, asked: tuple[str, int], expand: Expand) -> Answer:
    last, count = asked
    given = without_code(last)

    def decide(reader: Reader, number: int) -> Decision:
        till = Till(hall, reader, context.till, number)
        named = till.cards((given,))
        cards = _run(till, named, expand)
        return _sold(till, cards, named.how)

    what: dict[str, object] = {"last": given[0], "count": count}
    return perform(hall, context, Errand("sell-run", what), decide)


def _sold(till: Till, cards: tuple[CardFacts, ...], how: str) -> Decision:
    """The basket, unless the rules have another set of its game sold out first."""
    counter = till.counter
    decision = sale.sell(cards, counter, how)
    rule = till.hall.profile(till.reader.settings()).cards.finish_set_first
    if not rule.value or counter.evening is None:
        return decision
    for play in counter.evening.plays:
        known = (till.reader.series_of(serial) for serial in play.game.sets)
        sets = tuple(
            till.reader.stock_of(one.set_serial) for one in known if one and one.is_original
        )
        sale.check_finished(cards, sets, rule)
    return decision


def _run(till: Till, basket: Basket, expand: Expand) -> tuple[CardFacts, ...]:
    """The cards of a run whose last one was named; its own refusal comes before the sequence's."""
    if basket.opened:
        raise refuse("card-open", card=basket.opened[0].card.printed)
    (card,), counter = basket.cards, till.counter
    check_selling(counter)
    check_sellable(card, counter)
    if card.series is None:
        raise refuse("not-received", card=card.card.printed)
    numbers = expand(counter, card)
    maker, serial = card.series.maker, card.series.set_serial
    return tuple(till.reader.card(card_of(maker, serial, number)) for number in numbers)


def _pairs(counter: Counter, card: CardFacts, originals: int, each: int) -> Numbers:
    runs = runs_to(_packs(counter, card), card.number)
    for numbers in runs:
        if len(numbers) == originals * each:
            return numbers
    raise refuse("new-count", originals=originals, each=each, new=len(runs[0]))


def _packs(counter: Counter, card: CardFacts) -> Shelf:
    return counter.packs_of(str(card.card.set_serial))


def _waiting(reader: Reader) -> tuple[CardFacts, ...]:
    evening = reader.evening()
    cards = () if evening is None else reader.cards_of_occasion(evening.occasion)
    return tuple(card for card in cards if card.state in {CardState.SURRENDERED, CardState.VOIDED})
