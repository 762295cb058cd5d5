"""After the last round: cash, envelopes, the end of the occasion, filing and destruction."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from inventory.clock import parsed_day
from inventory.commands.closing import CashUp, FileReport
from inventory.decisions.boxes import Box, check_all_counted, expected_in
from inventory.decisions.claim.parts import is_owed, is_waiting, unpaid_on
from inventory.decisions.facts import CardFacts, Decision, PackFacts, check_two_people
from inventory.decisions.game.evening import Evening
from inventory.decisions.missing import Unconfirmed
from inventory.entries.closing import (
    CashCounted,
    Destroyed,
    Filed,
    OccasionEnded,
    PackBack,
    Retained,
)
from inventory.entries.entry import Context
from inventory.entries.states import CardState
from inventory.refusals.refuse import refuse
from inventory.rules.citing import cited
from inventory.rules.profile import Profile

if TYPE_CHECKING:
    from inventory.entries.union import Kind


@dataclass(frozen=True, slots=True)
class ClosingCounts:
    """What the ledger holds at the end: cards of this occasion by state, packs still out."""

    cards: Mapping[CardState, tuple[CardFacts, ...]]
    packs_out: tuple[PackFacts, ...]
    boxes: Mapping[str, Box]
    punched: int
    missing: tuple[Unconfirmed, ...] = ()

    def of(self, state: CardState) -> tuple[CardFacts, ...]:
        """The occasion's cards in one state."""
        return self.cards.get(state, ())


def cash_up(
    context: Context, evening: Evening | None, left: ClosingCounts, box: CashUp
) -> Decision:
    """The last box counted blind, the punched pile in its envelope, the occasion ended."""
    check_two_people(context)
    if evening is None:
        raise refuse("no-occasion")
    _check_ready(evening, left)
    if box.punched != left.punched:
        raise refuse("punched-differs", counted=box.punched, expected=left.punched)
    winners = (*left.of(CardState.WON), *left.of(CardState.PAID))
    won = [card for card in winners if unpaid_on(evening, card.card)]
    # Valid, and without a share that may still change: like any other card that was sold.
    no_share = (
        card
        for card in left.of(CardState.WON)
        if not is_owed(evening, card.card) and not is_waiting(evening, card.card)
    )
    if box.owed != len(won):
        card = won[0].card.printed if won else "none"
        raise refuse("prizes-owed", said=box.owed, owed=len(won), card=card)
    check_all_counted(context, left.boxes)
    expected = expected_in(context, left.boxes, box.other_takings)
    kinds: list[Kind] = [CashCounted(box.counted_cents, expected, box.other_takings, box.punched)]
    # A card that is still owed a part of its game is no case for the envelope yet.
    paid = (card for card in left.of(CardState.PAID) if not is_owed(evening, card.card))
    kept = (*left.of(CardState.DEFACED), *paid)
    if kept:
        kinds.append(Retained(box.envelope, tuple(card.card for card in kept)))
    kinds.append(
        OccasionEnded(
            expired=tuple(card.card for card in (*left.of(CardState.SOLD), *no_share)),
            put_back=tuple(
                PackBack(pack.set_serial, pack.first, pack.last, len(pack.remaining))
                for pack in left.packs_out
            ),
        )
    )
    return tuple(kinds)


def file_report(
    context: Context, evening: Evening | None, profile: Profile, filing: FileReport
) -> Decision:
    """The report handed in to the municipality: from then on the defaced may be destroyed."""
    if evening is None:
        raise refuse("no-occasion")
    if not evening.is_ended:
        raise refuse("occasion-open", name=evening.opened.name)
    if evening.called_off:
        raise refuse("called-off", name=evening.opened.name, reason=evening.called_off)
    if evening.filed is not None:
        raise refuse("already-filed", reference=evening.filed.reference)
    if not filing.reference:
        raise refuse("reference-needed", clerk=context.clerk)
    _check_form(profile, filing.form)
    _check_day(context, evening, filing.filed_on)
    form = profile.papers.form.value
    return (Filed(evening.occasion, form, filing.reference, filing.filed_on),)


def _check_form(profile: Profile, form: str) -> None:
    """The form of the occasion is filed, and no other paper instead of it."""
    rule = profile.papers.form
    if form and form.casefold() != rule.value.casefold():
        raise refuse("other-form", form=form, expected=rule.value, citation=cited(rule))


def _check_day(context: Context, evening: Evening, filed_on: str) -> None:
    """A report is filed when the occasion was played, and not on a day to come."""
    day, played_on = parsed_day(filed_on).isoformat(), evening.opened.played_on
    if day < played_on:
        raise refuse("filed-before", day=day, played_on=played_on)
    today = context.moment.latest_day.isoformat()
    if day > today:
        raise refuse("filed-ahead", day=day, today=today)


def days_late(evening: Evening, profile: Profile) -> int:
    """By how many days the report was filed too late; 0 when it was not, or is not filed."""
    if evening.filed is None:
        return 0
    days = date.fromisoformat(evening.filed.filed_on) - filing_deadline(evening, profile)
    return max(days.days, 0)


def destroy(
    context: Context, evening: Evening | None, cards: tuple[CardFacts, ...], profile: Profile
) -> Decision:
    """The defaced cards of an occasion, before a witness, once its report is filed."""
    check_two_people(context)
    if evening is None:
        raise refuse("no-occasion")
    if evening.filed is None and profile.exchange.keep_until_filed.value:
        deadline = filing_deadline(evening, profile)
        raise refuse(
            "not-filed",
            deadline=deadline.isoformat(),
            left=(deadline - context.moment.at.date()).days,
            citation=cited(profile.papers.filing_days),
            kept=cited(profile.exchange.keep_until_filed),
        )
    _check_destroyable(cards, evening)
    envelopes = sorted({card.envelope for card in cards})
    return tuple(
        Destroyed(envelope, tuple(card.card for card in cards if card.envelope == envelope))
        for envelope in envelopes
    )


def _check_destroyable(cards: tuple[CardFacts, ...], evening: Evening) -> None:
    if not cards:
        raise refuse("nothing-to-destroy")
    for card in cards:
        printed, state = card.card.printed, str(card.state)
        if card.paid_cents:
            raise refuse("paid-card-kept", card=printed)
        if card.state is not CardState.RETAINED:
            raise refuse("not-retained", card=printed, state=state)
        if card.sale.occasion != evening.occasion:
            raise refuse("other-occasion", card=printed, state=state, sale="")


def filing_deadline(evening: Evening, profile: Profile) -> date:
    """The last day to file."""
    played_on = date.fromisoformat(evening.opened.played_on)
    return played_on + timedelta(days=profile.papers.filing_days.value)


def _check_ready(evening: Evening, left: ClosingCounts) -> None:
    if not evening.is_sales_closed:
        raise refuse("sales-open", name=evening.opened.name)
    round_ = evening.current.open_round
    if round_ is not None:
        raise refuse("round-not-closed", round=round_.number)
    for pack in left.packs_out:
        if pack.is_open:
            raise refuse("pack-out", pack=pack.named, left=len(pack.remaining), till=pack.till)
    if left.missing:
        one = left.missing[0]
        raise refuse("missing-unconfirmed", till=one.till, clerk=one.clerk)
    waiting = (*left.of(CardState.SURRENDERED), *left.of(CardState.VOIDED))
    if waiting:
        raise refuse("not-punched", count=len(waiting), card=waiting[0].card.printed)
