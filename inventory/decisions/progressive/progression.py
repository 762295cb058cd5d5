"""A progressive as its entries tell it: what it offers tonight, what is due of its proceeds.

Theory of operation. A progressive is a fold over four kinds: started, played (once an occasion),
deposited, stopped. Its figures are sums over these, never stored:

- The prize that stands is the first one and a growth for every occasion it was carried from: fixed
  dollars and a share of that occasion's receipts.
- The calls of occasion n are the first ones and n - 1 steps, at most 75.
- At its last occasion it is won at any call. That is the last that the rules allow, or the last
  date posted, whichever comes first: dates are posted at the start and never added.
- It ends when it is won or stopped. What its cards brought in is due at the bank all the same; a
  deposit covers the oldest proceeds first.

An occasion may be told twice: a corrected draw opens a round again, and the same occasion is
played once more on the progressive as it was `before`. Its new entry replaces the old one, also in
the sums, so what was deposited may for a while be more than was taken.

The text of some rules breaks off (N.J.A.C. 13:47-7.31(b) on later calls, 7.35 and 7.36 on what
follows); where it does, the careful reading stands: calls never fall, all proceeds stay named.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import assert_never

from cardgen.face import BALL_MAX
from inventory.clock import business_day_after
from inventory.entries.progressive import (
    Outcome,
    ProceedsDeposited,
    ProgressionKind,
    ProgressionPlayed,
    ProgressionStarted,
    ProgressionStopped,
)
from inventory.money import BASIS_POINTS
from inventory.refusals.refuse import refuse
from inventory.rules.citing import cited
from inventory.rules.profile import ProgressiveRules


@dataclass(frozen=True, slots=True)
class Progression:
    """One progressive as its entries tell it; every figure of it is folded from them."""

    started: ProgressionStarted
    played: tuple[ProgressionPlayed, ...] = ()
    deposits: tuple[ProceedsDeposited, ...] = ()
    stopped: ProgressionStopped | None = None

    @property
    def name(self) -> str:
        """What the program calls it."""
        return self.started.name

    @property
    def is_won(self) -> bool:
        """Whether its prize was awarded."""
        return bool(self.played) and self.played[-1].outcome == Outcome.WON

    @property
    def is_ended(self) -> bool:
        """Whether it is not played any more."""
        return self.is_won or self.stopped is not None

    @property
    def prize_cents(self) -> int:
        """The prize that stands now: the first one, grown at every occasion it was carried from."""
        carried = (one for one in self.played if one.outcome == Outcome.CARRIED)
        return self.started.prize_cents + sum(map(self._growth, carried))

    @property
    def receipts_cents(self) -> int:
        """What its cards brought in, of all occasions together."""
        return sum(one.receipts_cents for one in self.played)

    @property
    def deposited_cents(self) -> int:
        """What of it lies in the bank account."""
        return sum(one.cents for one in self.deposits)

    @property
    def undeposited_cents(self) -> int:
        """What of it is still to be deposited; below nothing when a correction took receipts."""
        return self.receipts_cents - self.deposited_cents

    def _growth(self, one: ProgressionPlayed) -> int:
        of_receipts = one.receipts_cents * self.started.growth_share // BASIS_POINTS
        return self.started.growth_cents + of_receipts


@dataclass(frozen=True, slots=True)
class CurrentOffer:
    """What a progressive offers at an occasion; `number` counts its occasions from 1."""

    number: int
    prize_cents: int
    calls_max: int
    must_be_won: bool
    why: str


@dataclass(frozen=True, slots=True)
class PossibleDate:
    """A posted day, within how many calls the prize is won on it, or that it is won at any call."""

    played_on: str
    calls_max: int
    must_be_won: bool


@dataclass(frozen=True, slots=True)
class Due:
    """Proceeds of one occasion that are not in the account; `by` is empty without a deadline."""

    played_on: str
    cents: int
    by: str


# -- what the entries tell ---------------------------------------------------------------------


def progressions_of(kinds: Iterable[ProgressionKind]) -> Mapping[str, Progression]:
    """Every progressive by its name, in the order they were started."""
    found: dict[str, Progression] = {}
    for kind in kinds:
        if isinstance(kind, ProgressionStarted):
            found[kind.name] = Progression(kind)
        else:
            found[kind.name] = _after(found[kind.name], kind)
    return found


def progression_named(known: Mapping[str, Progression], name: str) -> Progression:
    """The progressive of that name. Raises: Refused, when none was started under it."""
    if name not in known:
        raise refuse("unknown-progression", name=name, known=", ".join(known) or "none")
    return known[name]


def before(progression: Progression, occasion: int) -> Progression:
    """The progressive as that occasion found it: what a game judged again is played on.

    A corrected draw may open a round again, and a claim that was held back is judged later;
    `tonight` and `play` on this give the same occasion once more, and its new entry replaces the
    old one. What became of the progressive afterwards is left out.
    """
    places = (at for at, one in enumerate(progression.played) if one.occasion == occasion)
    place = next(places, None)
    if place is None:
        return progression
    return replace(progression, played=progression.played[:place], stopped=None)


def _after(
    progression: Progression, kind: ProgressionPlayed | ProceedsDeposited | ProgressionStopped
) -> Progression:
    match kind:
        case ProgressionPlayed():
            found = [one.occasion for one in progression.played]
            if kind.occasion not in found:
                return replace(progression, played=(*progression.played, kind))
            place = found.index(kind.occasion)
            played = (*progression.played[:place], kind, *progression.played[place + 1 :])
            return replace(progression, played=played)
        case ProceedsDeposited():
            return replace(progression, deposits=(*progression.deposits, kind))
        case ProgressionStopped():
            return replace(progression, stopped=kind)
        case _:
            assert_never(kind)


# -- what it offers ----------------------------------------------------------------------------


def tonight(progression: Progression, rules: ProgressiveRules, played_on: str) -> CurrentOffer:
    """What the progressive offers at its next occasion, or why there is none."""
    check_open(progression)
    _check_day(progression, rules, played_on)
    number = len(progression.played) + 1
    most = rules.occasions_max.value
    if most is not None and number > most:
        citation, played = cited(rules.occasions_max), number - 1
        name = progression.name
        raise refuse("occasions-over", name=name, played=played, most=most, citation=citation)
    must_be_won, why = _must_be_won(progression.started, rules, number, played_on)
    return CurrentOffer(
        number, progression.prize_cents, calls_of(progression, number), must_be_won, why
    )


def calls_of(progression: Progression, number: int) -> int:
    """Within how many calls the prize is won at an occasion: never fewer than before, at most 75.

    >>> started = ProgressionStarted("P", 100, 10, 0, 50, 2, (), "", "")
    >>> [calls_of(Progression(started), number) for number in (1, 2, 20)]
    [50, 52, 75]
    """
    started = progression.started
    return min(BALL_MAX, started.calls + started.calls_growth * (number - 1))


def possible_dates(
    progression: Progression, rules: ProgressiveRules, from_day: str
) -> tuple[PossibleDate, ...]:
    """The posted days from that one on, each with its calls, should it come to be played."""
    if progression.is_ended:
        return ()
    found = []
    coming = (one for one in progression.started.dates if one >= from_day)
    for number, day in enumerate(coming, start=len(progression.played) + 1):
        must_be_won, _ = _must_be_won(progression.started, rules, number, day)
        found.append(PossibleDate(day, calls_of(progression, number), must_be_won))
        if number == rules.occasions_max.value:
            break
    return tuple(found)


def next_date(progression: Progression, today: str) -> str:
    """The next day it can be played: today where no dates are posted, else one of them, or none."""
    if not progression.started.dates:
        return today
    played = progression.played[-1].played_on if progression.played else ""
    coming = (one for one in progression.started.dates if one >= today and one > played)
    return next(coming, "")


def check_calls(calls_max: int, offered: CurrentOffer) -> None:
    """A program's calls are no fewer than the progressive promised."""
    if calls_max < offered.calls_max:
        raise refuse("calls-lowered", calls=calls_max, least=offered.calls_max)


def is_within(offered: CurrentOffer, calls: int) -> bool:
    """Whether a winner who used that many calls takes the prize."""
    return offered.must_be_won or calls <= offered.calls_max


def _must_be_won(
    started: ProgressionStarted, rules: ProgressiveRules, number: int, played_on: str
) -> tuple[bool, str]:
    """At the last occasion that there can be it is awarded whatever the calls (7.32, 7.34)."""
    most = rules.occasions_max
    if number == most.value:
        return True, f"occasion {number} is the last ({cited(most)})"
    if started.dates and played_on == started.dates[-1]:
        # Dates are never added later, so nothing of it can be won behind this one.
        notice = rules.notice_of_dates
        source = f" ({cited(notice)})" if notice.value else ""
        return True, f"{played_on} is the last date posted{source}"
    return False, f"occasion {number}" + ("" if most.value is None else f" of at most {most.value}")


def check_open(progression: Progression) -> None:
    """It is still played."""
    name, stopped = progression.name, progression.stopped
    if progression.is_won:
        raise refuse("progression-won", name=name, played_on=progression.played[-1].played_on)
    if stopped is not None:
        reason = stopped.reason.rstrip(".")
        raise refuse("progression-stopped", name=name, known_on=stopped.known_on, reason=reason)


def _check_day(progression: Progression, rules: ProgressiveRules, played_on: str) -> None:
    started, name = progression.started, progression.name
    expires = started.license_expires
    if rules.ends_with_license.value and played_on > expires:
        raise refuse("date-after-license", date=played_on, expires=expires)
    if started.dates and played_on not in started.dates:
        dates = ", ".join(started.dates)
        raise refuse("date-not-posted", date=played_on, name=name, dates=dates)
    if progression.played and played_on < progression.played[-1].played_on:
        raise refuse("date-past", date=played_on, last=progression.played[-1].played_on, name=name)


# -- days --------------------------------------------------------------------------------------


def notice_due(known_on: date, rules: ProgressiveRules) -> date | None:
    """The business day at whose close the notice of an emergency must be given (7.35)."""
    days = rules.emergency_notice_business_days.value
    return None if days is None else business_day_after(known_on, days)


def deposits_due(progression: Progression, rules: ProgressiveRules) -> tuple[Due, ...]:
    """What is not in the account, by occasion; a deposit covers the oldest proceeds first."""
    covered, found = progression.deposited_cents, []
    for one in progression.played:
        taken = min(covered, one.receipts_cents)
        covered -= taken
        if taken < one.receipts_cents:
            by = _deposit_due(date.fromisoformat(one.played_on), rules)
            found.append(Due(one.played_on, one.receipts_cents - taken, by))
    return tuple(found)


def _deposit_due(played_on: date, rules: ProgressiveRules) -> str:
    days = rules.deposit_business_days.value
    return "" if days is None else business_day_after(played_on, days).isoformat()
