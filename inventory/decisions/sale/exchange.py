"""An exchange: an original surrendered, two of another color and series sold for its price.

9 NYCRR 4820.51(g). Any number of originals is one payment and one transaction.
"""

from dataclasses import dataclass

from inventory.decisions.facts import CardFacts, Decision
from inventory.decisions.sale.sale import Counter, check_next, check_sellable, check_selling
from inventory.decisions.sale.way_back import WayBack, check_way_back
from inventory.entries.sale import Exchanged
from inventory.entries.states import CardState
from inventory.entries.stock import Received
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
    CardState.STOLEN: "stolen",
    CardState.SENT_BACK: "sent-back",
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
        raise refuse("no-exchange-rule")
    check_originals(originals, counter)
    each = terms.rule.new_cards.value
    if len(new) != each * len(originals):
        raise refuse("new-count", new=len(new), originals=len(originals), each=each)
    kinds = []
    for place, original in enumerate(originals):
        pair = new[place * each : (place + 1) * each]
        _check_new(original, pair, counter, terms.rule)
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
    check_next(new, counter)
    return tuple(kinds)


def check_originals(originals: tuple[CardFacts, ...], counter: Counter) -> None:
    """These cards can be surrendered together; the first that cannot is named."""
    if not originals:
        raise refuse("empty-basket")
    check_selling(counter)
    for original in originals:
        check_surrender(original, counter)


def check_surrender(original: CardFacts, counter: Counter) -> None:
    """This card can be surrendered."""
    printed = original.card.printed
    if original.series is None or original.state is None:
        raise refuse("not-received", card=printed)
    if not original.series.is_original:
        # A trade-in cannot be traded: chain limit 1.
        raise refuse("chain-limit", card=printed)
    if original.state is not CardState.SOLD:
        code = _REFUSED_STATES.get(original.state, "not-sold")
        raise refuse(code, card=printed, state=original.state, sale=f"{original.sale.number:06d}")
    evening = counter.evening
    if evening is None or original.sale.occasion != evening.occasion:
        raise refuse("other-occasion", card=printed, state="sold in another occasion", sale="")
    check_way_back(evening, original.series.set_serial, WayBack.EXCHANGE)


def _check_new(
    original: CardFacts, pair: tuple[CardFacts, ...], counter: Counter, rule: ExchangeRules
) -> None:
    for card in pair:
        check_sellable(card, counter)
        if original.series is not None and card.series is not None:
            _check_pair(original.series, card.series, card.card.printed, rule)


def _check_pair(old: Received, given: Received, printed: str, rule: ExchangeRules) -> None:
    if given.is_original:
        raise refuse("wrong-role", card=printed, role="original", asked="an exchange")
    if rule.other_color.value and given.color == old.color:
        raise refuse("same-color", card=printed, color=given.color)
    if rule.other_series.value and given.series == old.series:
        raise refuse("same-series", card=printed, series=given.series)
    if given.exchange_of != old.set_serial:
        raise refuse("other-series", card=printed, asked=f"trade-ins for set {old.set_serial}")
