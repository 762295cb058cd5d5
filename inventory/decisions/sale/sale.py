"""A sale is a basket: all of it, in sequence, once, or none of it."""

from dataclasses import dataclass

from cardgen.card_id import SPECIMEN_SET_SERIAL
from cardgen.people import is_same_person
from inventory.decisions.facts import (
    CardFacts,
    Decision,
    SetStock,
    Shelf,
    TillPacks,
    check_set_status,
    check_two_people,
)
from inventory.decisions.game.evening import Evening
from inventory.decisions.sale.queue import check_in_sequence
from inventory.decisions.sale.way_back import WayBack, check_way_back
from inventory.entries.entry import Context
from inventory.entries.sale import DefectExchanged, Sold
from inventory.entries.states import CardState
from inventory.refusals.refuse import refuse
from inventory.rules.citing import cited
from inventory.rules.profile import Rule

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
    CardState.STOLEN: "stolen",
    CardState.SENT_BACK: "sent-back",
}


@dataclass(frozen=True, slots=True)
class Counter:
    """The till's place in the evening, its packs by set, and the next number of a sale."""

    till: str
    evening: Evening | None
    packs: TillPacks
    sale: int

    def packs_of(self, serial: str) -> Shelf:
        """The till's packs of one set."""
        return self.packs.of(serial)


def sell(cards: tuple[CardFacts, ...], counter: Counter, named_by: str) -> Decision:
    """One basket of originals, next in sequence, at the printed price of each."""
    if not cards:
        raise refuse("empty-basket")
    check_selling(counter)
    prices = []
    for card in cards:
        check_sellable(card, counter)
        if card.series is None or not card.series.is_original:
            raise refuse("wrong-role", card=card.card.printed, role="trade-in", asked="a sale")
        prices.append(card.series.price_cents)
    check_next(cards, counter)
    names = tuple(card.card for card in cards)
    return (Sold(counter.sale, names, tuple(prices), named_by),)


def check_finished(
    cards: tuple[CardFacts, ...], sets: tuple[SetStock, ...], rule: Rule[bool]
) -> None:
    """The basket opens no set while another of its game is begun and not sold out.

    `sets` are the sets of originals of one game; WAC 230-10-235(2) has one finished at a time.
    """
    left = {one.serial: one.left for one in sets}
    begun = [one.serial for one in sets if one.is_begun]
    for serial in (str(card.card.set_serial) for card in cards if rule.value):
        if serial not in left:
            continue
        if serial not in begun:
            unfinished = next((one for one in begun if left[one]), None)
            if unfinished is not None:
                raise refuse(
                    "set-not-finished", serial=serial, begun=unfinished, left=left[unfinished],
                    citation=cited(rule),
                )  # fmt: skip
            begun.append(serial)
        left[serial] -= 1


@dataclass(frozen=True, slots=True)
class Defect:
    """A defective card, the one given for it, and who gave the defective one for another."""

    voided: CardFacts
    new: CardFacts
    reason: str
    before: Context | None = None


def replace_defect(context: Context, defect: Defect, counter: Counter) -> Decision:
    """A defective card for the next of its own series, at no charge, by two people.

    The replacement of a replacement is looked at by somebody who did not do the first one.
    """
    check_two_people(context)
    check_selling(counter)
    voided, new = defect.voided, defect.new
    check_sellable(new, counter)
    if voided.state is not CardState.SOLD:
        raise refuse("not-sold", card=voided.card.printed, state=voided.state)
    if voided.card.set_serial != new.card.set_serial:
        raise refuse("other-series", card=new.card.printed, asked=f"set {voided.card.set_serial}")
    if counter.evening is not None:
        check_way_back(counter.evening, str(voided.card.set_serial), WayBack.REPLACE)
    _check_others_look(context, defect)
    check_next((new,), counter)
    cents, reason = voided.sale.cents, defect.reason
    return (DefectExchanged(counter.sale, voided.card, new.card, cents, reason),)


def _check_others_look(context: Context, defect: Defect) -> None:
    if defect.before is None:
        return
    pair = (defect.before.clerk, defect.before.second)
    here = (context.clerk, context.second)
    if all(any(is_same_person(one, other) for other in pair) for one in here):
        people = " and ".join(pair)
        raise refuse("same-pair-again", card=defect.voided.card.printed, people=people)


def check_selling(counter: Counter) -> None:
    """Cards are sold now."""
    if counter.evening is None:
        raise refuse("no-occasion")
    if counter.evening.is_sales_closed:
        raise refuse("sales-closed", name=counter.evening.opened.name)


def check_sellable(card: CardFacts, counter: Counter) -> None:
    """This card can be handed out at this till tonight."""
    check_known(card)
    if card.series is None or card.state is None:
        raise refuse("not-received", card=card.printed)
    if card.state is not CardState.ISSUED:
        code = _REFUSED_STATES[card.state]
        raise refuse(code, card=card.printed, state=card.state, sale=f"{card.sale.number:06d}")
    if card.pack is None or card.pack.till != counter.till:
        raise refuse("not-issued-here", card=card.printed, state="issued to another till", sale="")
    if counter.evening is None or not counter.evening.play_of(card.series.set_serial):
        raise refuse("wrong-color", card=card.printed, color=card.series.color)
    counter.evening.check_on_sale(card.series.set_serial)


def check_known(card: CardFacts) -> None:
    """There can be such a card here."""
    if card.card.set_serial == SPECIMEN_SET_SERIAL:
        raise refuse("specimen", card=card.printed)
    if card.is_spoiled:
        raise refuse("spoiled", card=card.printed)
    if card.series is None or card.state is None:
        raise refuse("not-received", card=card.printed)
    check_set_status(card)


def check_next(cards: tuple[CardFacts, ...], counter: Counter) -> None:
    """These cards are the next of their sets."""
    serials = dict.fromkeys(str(card.card.set_serial) for card in cards)
    for serial in serials:
        numbers = tuple(card.number for card in cards if card.card.set_serial == serial)
        check_in_sequence(counter.packs_of(serial), numbers)
