"""What may be done with a progressive: start it, play it, deposit its proceeds, stop it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple

from cardgen.amounts import printed_cents
from cardgen.face import BALL_MAX
from inventory.commands.progressive import StopProgressive
from inventory.decisions.facts import Decision
from inventory.decisions.game.evening import Evening
from inventory.decisions.progressive.progression import (
    CurrentOffer,
    Progression,
    check_open,
    is_within,
    notice_due,
    tonight,
)
from inventory.entries.entry import Context
from inventory.entries.progressive import (
    Outcome,
    ProceedsDeposited,
    ProgressionPlayed,
    ProgressionStarted,
    ProgressionStopped,
)
from inventory.money import BASIS_POINTS
from inventory.program.program import GameKind
from inventory.refusals.refuse import refuse
from inventory.rules.citing import cited
from inventory.rules.profile import PrizeRules, Profile, ProgressiveRules


class Ended(NamedTuple):
    """How a game ended: by which call, and how many winners share its prize."""

    calls: int
    winner_count: int


@dataclass(frozen=True, slots=True)
class Night:
    """What an occasion brought: its id and day, calls used, winners, receipts of its cards."""

    occasion: int
    played_on: str
    calls: int
    winner_count: int
    receipts_cents: int


def start(
    known: Mapping[str, Progression], asked: ProgressionStarted, profile: Profile, today: str
) -> Decision:
    """A new progressive, its dates in order, everything about it said before the first ball."""
    rules = profile.progressive
    if not rules.allowed.value:
        raise refuse("no-progressives", citation=cited(rules.allowed))
    if asked.name in known:
        raise refuse("progression-known", name=asked.name)
    started = replace(asked, dates=tuple(sorted(asked.dates)))
    _check_terms(started)
    _check_cap(started, profile.prizes)
    _check_calls(started, rules)
    _check_frame(started, rules)
    _check_dates(started, rules, today)
    return (started,)


def play(progression: Progression, rules: ProgressiveRules, night: Night) -> Decision:
    """The game's round closed: the prize was won within the calls, or is carried on."""
    for one in progression.played:
        if one.occasion == night.occasion:
            raise refuse("played-already", name=progression.name, number=one.number)
    offered = tonight(progression, rules, night.played_on)
    if offered.must_be_won and not night.winner_count:
        raise refuse("must-be-won", name=progression.name, why=offered.why)
    return (_played(progression, offered, night),)


def play_again(
    progression: Progression, rules: ProgressiveRules, night: Night
) -> ProgressionPlayed:
    """The occasion once more, when a claim that was held back is decided after its round closed.

    `progression` is as the occasion found it. Where the claim proves false nobody may have won.
    """
    return _played(progression, tonight(progression, rules, night.played_on), night)


def _played(progression: Progression, offered: CurrentOffer, night: Night) -> ProgressionPlayed:
    is_won = night.winner_count > 0 and is_within(offered, night.calls)
    return ProgressionPlayed(
        name=progression.name,
        number=offered.number,
        occasion=night.occasion,
        played_on=night.played_on,
        prize_cents=offered.prize_cents,
        calls_max=offered.calls_max,
        calls=night.calls,
        receipts_cents=night.receipts_cents,
        outcome=(Outcome.WON if is_won else Outcome.CARRIED).value,
    )


def deposit(context: Context, progression: Progression, asked: ProceedsDeposited) -> Decision:
    """Proceeds brought to the account; also after the end, until all of them are there."""
    left, name = progression.undeposited_cents, progression.name
    if asked.cents <= 0:
        raise refuse("bad-progression", what="A deposit", value=printed_cents(asked.cents),
                      expected="an amount above nothing")  # fmt: skip
    if not asked.reference.strip():
        raise refuse("deposit-reference-needed", clerk=context.clerk)
    if left <= 0:
        deposited = printed_cents(progression.deposited_cents)
        raise refuse("nothing-to-deposit", name=name, deposited=deposited)
    if asked.cents > left:
        amount = printed_cents(asked.cents)
        raise refuse("deposit-over", name=name, amount=amount, left=printed_cents(left))
    return (asked,)


def check_not_in_play(evening: Evening | None, name: str) -> None:
    """No game of the open evening is still to be completed on the progressive."""
    for one in evening.plays if evening is not None and not evening.is_ended else ():
        if one.game.terms.progression == name and not one.is_completed:
            raise refuse("progression-in-play", game=one.game.name, name=name)


def stop_for_emergency(
    context: Context,
    progression: Progression,
    rules: ProgressiveRules,
    command: StopProgressive,
    licensee: str,
) -> Decision:
    """It cannot go on: what the notice says is kept with the day until which it is given."""
    check_open(progression)
    if not command.reason.strip():
        raise refuse("stop-reason-needed", clerk=context.clerk, name=progression.name)
    due = notice_due(date.fromisoformat(command.known_on), rules)
    return (
        ProgressionStopped(
            name=progression.name,
            reason=command.reason.strip(),
            known_on=command.known_on,
            notice_due="" if due is None else due.isoformat(),
            licensee=licensee,
            occasions=len(progression.played),
            prize_cents=progression.prize_cents,
            receipts_cents=progression.receipts_cents,
            deposited_cents=progression.deposited_cents,
        ),
    )


# -- what is asked at the start ----------------------------------------------------------------


def _check_terms(started: ProgressionStarted) -> None:
    wrong: tuple[tuple[bool, str, object, str], ...] = (
        (not started.name.strip(), "The name", "empty", "a name, such as Monday jackpot"),
        (
            started.prize_cents <= 0,
            "The first prize",
            printed_cents(started.prize_cents),
            "a prize above nothing",
        ),
        (
            started.growth_cents < 0 or not 0 <= started.growth_share <= BASIS_POINTS,
            "The growth",
            f"{printed_cents(started.growth_cents)} and {started.growth_share / 100:g} %",
            "an amount from nothing, and at most 100 % of the receipts",
        ),
        (
            not started.growth_cents and not started.growth_share,
            "The growth",
            "nothing",
            "dollars or a share of the receipts, by which the prize grows",
        ),
        (
            not 0 < started.calls <= BALL_MAX or started.calls_growth > BALL_MAX,
            "The calls",
            f"{started.calls}, growing by {started.calls_growth}",
            f"1 to {BALL_MAX} calls",
        ),
        (
            len(set(started.dates)) < len(started.dates),
            "The list of dates",
            "one day twice",
            "each day once",
        ),
    )
    for is_wrong, what, value, expected in wrong:
        if is_wrong:
            raise refuse("bad-progression", what=what, value=value, expected=expected)


def _check_cap(started: ProgressionStarted, rules: PrizeRules) -> None:
    cap = rules.game_cents_max
    is_capped = cap.value is not None and GameKind.PROGRESSIVE not in rules.cap_exempt_kinds.value
    if not is_capped or cap.value is None or started.prize_cents <= cap.value:
        return
    prize, most = printed_cents(started.prize_cents), printed_cents(cap.value)
    name, citation = started.name, cited(cap)
    raise refuse("progression-over-cap", name=name, prize=prize, most=most, citation=citation)


def _check_calls(started: ProgressionStarted, rules: ProgressiveRules) -> None:
    least = rules.calls_first_min
    if started.calls < least.value:
        raise refuse("too-few-calls", calls=started.calls, least=least.value, citation=cited(least))
    if started.calls_growth < 0:
        calls = started.calls + started.calls_growth
        raise refuse("calls-lowered", calls=calls, least=started.calls)


def _check_frame(started: ProgressionStarted, rules: ProgressiveRules) -> None:
    """Dates, license and account: what is posted and looked up later."""
    license_, notice, account = (
        rules.ends_with_license,
        rules.notice_of_dates,
        rules.own_bank_account,
    )
    if license_.value and not started.license_expires:
        raise refuse("license-needed", citation=cited(license_))
    needing = next((rule for rule in (notice, license_) if rule.value), None)
    if needing is not None and not started.dates:
        raise refuse("dates-needed", name=started.name, citation=cited(needing))
    if license_.value and started.dates[-1] > started.license_expires:
        expires = started.license_expires
        raise refuse("date-after-license", date=started.dates[-1], expires=expires)
    if account.value and not started.account.strip():
        raise refuse("account-needed", name=started.name, citation=cited(account))


def _check_dates(started: ProgressionStarted, rules: ProgressiveRules, today: str) -> None:
    """Dates that can be played on: none is over, and no more are posted than may be played."""
    most = rules.occasions_max
    if most.value is not None and len(started.dates) > most.value:
        count, citation = len(started.dates), cited(most)
        raise refuse("too-many-dates", count=count, most=most.value, citation=citation)
    if started.dates and started.dates[0] < today:
        raise refuse("date-over", date=started.dates[0], today=today)
