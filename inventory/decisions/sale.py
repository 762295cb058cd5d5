"""A sale is a basket: all of it, in sequence, once, or none of it."""

from dataclasses import dataclass

from cardgen.card_id import SPECIMEN_SET_SERIAL
from inventory.card_state import CardState
from inventory.decisions.evening import Evening
from inventory.decisions.facts import (
    CardFacts,
    Decision,
    PackFacts,
    check_two_people,
    check_word,
)
from inventory.decisions.queue import check_in_sequence
from inventory.entries import Act
from inventory.errors import Refusal
from inventory.kinds import DefectExchanged, Received, Sold
from inventory.refusals import refuse

_REFUSED_STATES = {
    CardState.RECEIVED: "not-issued-here",
    CardState.SOLD: "already-sold",
    CardState.CLAIMED: "already-sold",
    CardState.WON: "already-sold",
    CardState.PAID: "already-sold",
    CardState.VOIDED: "voided",
    CardState.SURRENDERED: "already-surrendered",
    CardState.DEFACED: "already-surrendered",
    CardState.RETAINED: "already-surrendered",
    CardState.DESTROYED: "already-surrendered",
    CardState.EXPIRED: "other-occasion",
    CardState.MISSING: "not-in-stock",
    CardState.STOLEN: "not-in-stock",
    CardState.SENT_BACK: "not-in-stock",
}


@dataclass(frozen=True, slots=True)
class Counter:
    """The till's place in the evening, its packs by set, and the next number of a sale.

    `to_finish` are sets that are begun and not sold out, where a rule wants a set finished before
    another of the same game is begun; `finishing` is where that rule stands.
    """

    till: str
    evening: Evening | None
    packs: tuple[PackFacts, ...]
    sale: int
    to_finish: tuple[Received, ...] = ()
    finishing: str = ""

    def packs_of(self, serial: str) -> tuple[PackFacts, ...]:
        """The till's packs of one set."""
        return tuple(pack for pack in self.packs if pack.set_serial == serial)


def sell(cards: tuple[CardFacts, ...], counter: Counter, named_by: str) -> Decision:
    """One basket of originals, next in sequence, at the printed price of each."""
    if not cards:
        return refuse("empty-basket")
    refused = check_selling(counter)
    if refused:
        return refused
    prices = []
    for card in cards:
        refused = check_sellable(card, counter)
        if refused:
            return refused
        if card.series is None or not card.series.is_original:
            return refuse("wrong-role", card=card.card.printed, role="trade-in", asked="a sale")
        prices.append(card.series.price_cents)
    refused = check_next(cards, counter)
    if refused:
        return refused
    names = tuple(card.card for card in cards)
    return (Sold(counter.sale, names, tuple(prices), named_by),)


def replace_defect(
    act: Act, voided: CardFacts, new: CardFacts, counter: Counter, reason: str
) -> Decision:
    """A defective card for the next of its own series, at no charge, by two people."""
    refused = check_two_people(act) or check_selling(counter) or check_sellable(new, counter)
    if refused:
        return refused
    if voided.state is not CardState.SOLD:
        return refuse("not-sold", card=voided.card.printed, state=str(voided.state))
    if voided.card.set_serial != new.card.set_serial:
        return refuse("other-series", card=new.card.printed, asked=f"set {voided.card.set_serial}")
    refused = check_next((new,), counter)
    if refused:
        return refused
    return (DefectExchanged(counter.sale, voided.card, new.card, voided.sale.cents, reason),)


def check_selling(counter: Counter) -> Refusal | None:
    """Why nothing can be sold now, or nothing."""
    if counter.evening is None:
        return refuse("no-occasion")
    if counter.evening.is_sales_closed:
        return refuse("sales-closed", name=counter.evening.opened.name)
    return None


def check_sellable(card: CardFacts, counter: Counter) -> Refusal | None:
    """Why this card cannot be handed out at this till tonight, or nothing."""
    printed = card.card.printed
    refused = check_known(card)
    if refused or card.series is None or card.state is None:
        return refused
    if card.state is not CardState.ISSUED:
        code = _REFUSED_STATES[card.state]
        return refuse(code, card=printed, state=card.state, sale=f"{card.sale.number:06d}")
    if card.pack is None or card.pack.till != counter.till:
        return refuse("not-issued-here", card=printed, state="issued to another till", sale="")
    if counter.evening is None or not counter.evening.play_of(card.series.set_serial):
        return refuse("wrong-color", card=printed, color=card.series.color)
    refused = counter.evening.check_on_sale(card.series.set_serial)
    return refused or _check_finished(card.series, counter, counter.evening)


def _check_finished(series: Received, counter: Counter, evening: Evening) -> Refusal | None:
    """WAC 230-10-235: a set is sold out first, unless no face can be in both.

    Sets of one run never share a face (sealing.md section 3).
    """
    if any(one.set_serial == series.set_serial for one in counter.to_finish):
        return None
    for one in counter.to_finish:
        is_beside = evening.play_of(one.set_serial) == evening.play_of(series.set_serial)
        if is_beside and one.role == series.role and one.run_id != series.run_id:
            return refuse(
                "finish-set-first",
                serial=series.set_serial,
                begun=one.set_serial,
                color=one.color,
                citation=counter.finishing,
            )
    return None


def check_known(card: CardFacts) -> Refusal | None:
    """Why there can be no such card here, or nothing."""
    printed = card.card.printed
    if card.card.set_serial == SPECIMEN_SET_SERIAL:
        return refuse("specimen", card=printed)
    if card.is_spoiled:
        return refuse("spoiled", card=printed)
    if card.series is None or card.state is None:
        return refuse("not-received", card=printed)
    return check_word(card)


def check_next(cards: tuple[CardFacts, ...], counter: Counter) -> Refusal | None:
    """Why these cards are not the next of their sets, or nothing."""
    serials = dict.fromkeys(str(card.card.set_serial) for card in cards)
    for serial in serials:
        numbers = tuple(card.number for card in cards if card.card.set_serial == serial)
        refused = check_in_sequence(counter.packs_of(serial), numbers)
        if refused:
            return refused
    return None
