"""An exchange: an original surrendered, two of another color and series sold for its price.

9 NYCRR 4820.51(g). Any number of originals is one payment and one transaction.
"""

from dataclasses import dataclass

from inventory.decisions.facts import CardFacts, Decision
from inventory.decisions.sale.sale import Counter, check_next, check_sellable, check_selling
from inventory.entries.sale import Exchanged
from inventory.entries.states import CardState
from inventory.entries.stock import Received
from inventory.errors import Refusal
from inventory.refusals.refuse import refuse
from inventory.rules.profile import ExchangeRules

_REFUSED_STATES = {
    CardState.SURRENDERED: "already-surrendered",
    CardState.DEFACED: "already-surrendered",
    CardState.CLAIMED: "already-claimed",
    CardState.WON: "already-won",
    CardState.PAID: "already-paid",
    CardState.VOIDED: "voided",
    CardState.EXPIRED: "other-occasion",
}


@dataclass(frozen=True, slots=True)
class Terms:
    """The rule of the profile, and the hall's answer to "Does the player pay again?"."""

    rule: ExchangeRules
    pays_again: bool


def exchange(
    originals: tuple[CardFacts, ...], new: tuple[CardFacts, ...], counter: Counter, terms: Terms
) -> Decision:
    """N originals for the next 2n trade-ins, paired in the order of scanning."""
    if not terms.rule.is_allowed:
        return refuse("no-exchange-rule")
    refused = check_originals(originals, counter)
    if refused:
        return refused
    each = terms.rule.new_cards.value
    if len(new) != each * len(originals):
        return refuse("new-count", new=len(new), originals=len(originals), each=each)
    kinds = []
    for place, original in enumerate(originals):
        pair = new[place * each : (place + 1) * each]
        refused = _check_new(original, pair, counter)
        if refused:
            return refused
        kinds.append(
            Exchanged(
                sale=counter.sale,
                surrendered=original.card,
                new=tuple(card.card for card in pair),
                cents=original.sale.cents if terms.pays_again else 0,
                place=place + 1,
                of=len(originals),
            )
        )
    return check_next(new, counter) or tuple(kinds)


def check_originals(originals: tuple[CardFacts, ...], counter: Counter) -> Refusal | None:
    """Why these cards cannot be surrendered together, or nothing; the first refused is named."""
    if not originals:
        return refuse("empty-basket")
    refused = check_selling(counter)
    if refused:
        return refused
    reasons = (check_surrender(original, counter) for original in originals)
    return next((reason for reason in reasons if reason), None)


def check_surrender(original: CardFacts, counter: Counter) -> Refusal | None:
    """Why this card cannot be surrendered, or nothing."""
    printed = original.card.printed
    if original.series is None or original.state is None:
        return refuse("not-received", card=printed)
    if not original.series.is_original:
        # A trade-in cannot be traded: chain limit 1.
        return refuse("chain-limit", card=printed)
    if original.state is not CardState.SOLD:
        code = _REFUSED_STATES.get(original.state, "not-sold")
        return refuse(code, card=printed, state=original.state, sale=f"{original.sale.number:06d}")
    evening = counter.evening
    if evening is None or original.sale.occasion != evening.occasion:
        return refuse("other-occasion", card=printed, state="sold in another occasion", sale="")
    return evening.check_on_sale(original.series.set_serial)


def _check_new(
    original: CardFacts, pair: tuple[CardFacts, ...], counter: Counter
) -> Refusal | None:
    for card in pair:
        refused = check_sellable(card, counter)
        if refused is None and original.series is not None and card.series is not None:
            refused = _check_pair(original.series, card.series, card.card.printed)
        if refused:
            return refused
    return None


def _check_pair(old: Received, given: Received, printed: str) -> Refusal | None:
    if given.is_original:
        return refuse("wrong-role", card=printed, role="original", asked="an exchange")
    if given.color == old.color:
        return refuse("same-color", card=printed, color=given.color)
    if given.series == old.series:
        return refuse("same-series", card=printed, series=given.series)
    if given.exchange_of != old.set_serial:
        return refuse("other-series", card=printed, asked=f"trade-ins for set {old.set_serial}")
    return None
