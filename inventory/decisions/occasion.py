"""An evening's frame: it opens with the program's figures and its sales close once."""

from inventory.decisions.evening import Evening
from inventory.decisions.facts import Decision
from inventory.errors import Refusal
from inventory.kinds import OccasionOpened, Received, SalesClosed
from inventory.refusals import refuse
from inventory.rules.profile import Profile


def open_occasion(
    asked: OccasionOpened,
    profile: Profile,
    before: Evening | None,
    known: tuple[Received, ...],
) -> Decision:
    """The occasion, when its program keeps the rule and no other is open."""
    if before is not None and not before.is_ended:
        return refuse("occasion-open", name=before.opened.name)
    refused = _check_calls(asked, profile)
    if refused:
        return refused
    serials = {series.set_serial for series in known}
    if not asked.on_sale:
        return refuse("nothing-on-sale")
    for serial in asked.on_sale:
        if serial not in serials:
            return refuse("unknown-set", serial=serial)
    return (asked,)


def close_sales(evening: Evening | None, originals: int, trade_ins: int) -> Decision:
    """No more sales tonight."""
    if evening is None:
        return refuse("no-occasion")
    if evening.is_sales_closed:
        return refuse("sales-closed", name=evening.opened.name)
    return (SalesClosed(originals, trade_ins),)


def _check_calls(asked: OccasionOpened, profile: Profile) -> Refusal | None:
    least = profile.pre_draw.calls_min
    if asked.calls_max < least.value:
        return refuse(
            "too-few-calls", calls=asked.calls_max, least=least.value, citation=least.citation
        )
    if asked.pre_drawn > asked.calls_max:
        return refuse("pre-drawn-over-calls", pre_drawn=asked.pre_drawn, calls=asked.calls_max)
    return None
