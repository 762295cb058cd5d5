"""The end of an evening at the desk: cash, envelopes, filing, destruction."""

from inventory.decisions import closing
from inventory.decisions.closing import BoxCount, ClosingCounts
from inventory.decisions.facts import CardFacts, Decision
from inventory.decisions.game.evening import Evening
from inventory.desk.execute import Answer, Errand, perform
from inventory.desk.hall import Hall
from inventory.desk.stock import named_cards
from inventory.entries.claim import Paid
from inventory.entries.entry import Context
from inventory.entries.states import CardState
from inventory.ledger.reading import Reader
from inventory.refusals.refuse import refuse
from inventory.reports.figures.receipts import receipts_of
from inventory.scans import without_codes


def cash_up(hall: Hall, context: Context, box: BoxCount) -> Answer:
    """The box and the punched pile counted, the occasion ended, a slip."""

    def decide(reader: Reader, _number: int) -> Decision:
        evening = reader.evening()
        if evening is None or evening.is_ended:
            return closing.cash_up(context, None, _NOTHING_LEFT, box)
        return closing.cash_up(context, evening, _closing_counts(reader, evening), box)

    return perform(hall, context, Errand("cash-up", {"box": repr(box)}, slip="end"), decide)


def file_report(
    hall: Hall, context: Context, occasion: int, filing: tuple[str, str, str]
) -> Answer:
    """The report of an occasion filed: form, reference, day; 0 is the last occasion.

    Without a name of the form it is the one that the hall's rules ask for.
    """
    form, reference, filed_on = filing
    number = _occasion(hall, occasion)

    def decide(reader: Reader, _number: int) -> Decision:
        named = form or hall.profile(reader.settings()).papers.form.value
        return closing.file_report(context, reader.evening(number), named, reference, filed_on)

    what: dict[str, object] = {"occasion": number, "filing": filing}
    return perform(hall, context, Errand("file", what, occasion=number), decide)


def destroy(hall: Hall, context: Context, occasion: int, texts: tuple[str, ...]) -> Answer:
    """The punched cards of an occasion's envelopes, or those named, destroyed."""
    number, given = _occasion(hall, occasion), without_codes(texts)

    def decide(reader: Reader, _number: int) -> Decision:
        evening = reader.evening(number)
        cards = named_cards(hall, reader, given) if given else _kept_defaced(reader, number)
        if evening is None:
            raise refuse("no-occasion")
        return closing.destroy(context, evening, cards, hall.profile(reader.settings()))

    what: dict[str, object] = {"occasion": number, "cards": given}
    return perform(hall, context, Errand("destroy", what, occasion=number), decide)


_NOTHING_LEFT = ClosingCounts({}, (), 0, 0, 0)


def _closing_counts(reader: Reader, evening: Evening) -> ClosingCounts:
    cards = reader.cards_of_occasion(evening.occasion)
    by_state = {state: tuple(card for card in cards if card.state is state) for state in CardState}
    kinds = tuple(entry.kind for entry in reader.of_occasion(evening.occasion))
    from_box = sum(kind.cents for kind in kinds if isinstance(kind, Paid) and kind.source == "box")
    return ClosingCounts(
        cards=by_state,
        packs_out=reader.packs_in(CardState.ISSUED),
        receipts_cents=receipts_of(kinds),
        paid_cents=from_box,
        punched=len(by_state[CardState.DEFACED]),
    )


def _kept_defaced(reader: Reader, occasion: int) -> tuple[CardFacts, ...]:
    return tuple(
        card
        for card in reader.cards_of_occasion(occasion)
        if card.state is CardState.RETAINED and not card.paid_cents
    )


def _occasion(hall: Hall, asked: int) -> int:
    with hall.ledger.transaction() as connection:
        evening = Reader(connection).evening(asked)
    return evening.occasion if evening else 0
