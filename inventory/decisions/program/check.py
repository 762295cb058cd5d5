"""A program held against the rules: every breach at once, before anything is printed or posted."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from cardgen.amounts import printed_cents
from inventory.clock import minutes_from
from inventory.decisions.program.breaches import Breach, breach
from inventory.decisions.program.pre_draw import pre_draw_breaches
from inventory.decisions.program.prizes import offered_cents, pattern_breaches, play_breaches
from inventory.decisions.program.progressives import (
    Progressions,
    as_offered,
    offers_of,
    progressive_breaches,
)
from inventory.decisions.program.sets import set_breaches, shared_set_breaches
from inventory.entries.stock import Received
from inventory.program.program import PrizeBasis, Program
from inventory.rules.citing import cited
from inventory.rules.profile import Profile

HOUSE = "house"  # the profile of a hall without a regulator
APPROVED = ("sealed cards", "card design")  # what 9 NYCRR 4820.51(f) wants approved


@dataclass(frozen=True, slots=True)
class Kept:
    """What a hall keeps that a program is held against; `patterns` are the names of its own."""

    received: tuple[Received, ...]
    progressions: Progressions
    patterns: tuple[str, ...] = ()


def breaches_in_hall(program: Program, profile: Profile, kept: Kept) -> tuple[Breach, ...]:
    """Every breach of a program in a hall: also what opening its evening would refuse."""
    found = [
        *breaches_as_offered(program, profile, kept),
        *progressive_breaches(program, profile, kept.progressions),
    ]
    return tuple(sorted(found, key=lambda one: one.game_number))


def breaches_as_offered(program: Program, profile: Profile, kept: Kept) -> tuple[Breach, ...]:
    """Every breach, at the prizes that progressives stand at; whether they can be played or not."""
    tonight = as_offered(program, offers_of(program, profile, kept.progressions))
    return breaches_of(tonight, profile, kept.received, kept.patterns)


def cap_warnings(program: Program, profile: Profile) -> tuple[str, ...]:
    """What the limit of an occasion leaves for games that pay a share of what they take in.

    Their dollars are known when their cards are sold; then the sale that passes the limit says so.
    """
    cap, exempt = profile.prizes.occasion_cents_max, profile.prizes.cap_exempt_kinds.value
    counted = [game for game in program.games if game.kind not in exempt]
    dollars = (PrizeBasis.FIXED, PrizeBasis.PROGRESSIVE)
    shares = [game for game in counted if game.terms.basis not in dollars]
    if cap.value is None or not shares:
        return ()
    left = max(0, cap.value - sum(offered_cents(game) for game in counted))
    named = ", ".join(f"{game.number} ({game.name})" for game in shares)
    limit, rest = f"{printed_cents(cap.value)} ({cited(cap)})", printed_cents(left)
    said = f"Game {named} pays a share of its receipts; {rest} are left for it of the {limit}"
    return (f"{said} that all prizes of an occasion may come to.",)


def day_warnings(program: Program, today: str) -> tuple[str, ...]:
    """What is odd about the program's day, seen from today; no rule is broken by it."""
    if program.played_on >= today:
        return ()
    expires = program.license_expires
    is_ended = program.played_on <= expires < today
    since = f" The license ended since, on {expires}." if is_ended else ""
    said = f"The program is for {program.played_on}; today is {today}.{since}"
    return (f"{said} Correct played_on when it is to be played yet.",)


def breaches_of(
    program: Program,
    profile: Profile,
    received: tuple[Received, ...] | None = None,
    own_patterns: tuple[str, ...] = (),
) -> tuple[Breach, ...]:
    """Every breach, the evening's first and then game by game.

    `received` are the series that the hall has; None when nobody can tell.
    """
    found = [*_license(program, profile), *_approvals(program, profile)]
    found += [*_house(program, profile), *_occasion_prizes(program, profile)]
    found += _order_of_times(program, profile)
    for game in program.games:
        found += play_breaches(program, game, profile)
        found += pattern_breaches(game, own_patterns)
        found += pre_draw_breaches(program, game, profile)
        found += shared_set_breaches(program, game, profile)
        if received is not None:
            found += set_breaches(game, profile, {one.set_serial: one for one in received})
    return tuple(sorted(found, key=lambda one: one.game_number))


def _license(program: Program, profile: Profile) -> Iterator[Breach]:
    rule = profile.pre_draw.in_program
    if profile.name == HOUSE:
        return
    if not program.license_number:
        yield breach("license-missing", 0, rule)
    if not program.license_expires:
        yield breach("license-expiry-missing", 0, rule)
    elif program.license_expires < program.played_on:
        yield breach(
            "license-expired", 0, rule, expires=program.license_expires, day=program.played_on
        )


def _approvals(program: Program, profile: Profile) -> Iterator[Breach]:
    rule = profile.pre_draw.sealed_cards_only
    if profile.name == HOUSE or not rule.value:
        return
    given = {what for what, reference in program.approvals if reference}
    if any(game.is_pre_drawn for game in program.games):
        for what in APPROVED:
            if what not in given:
                yield breach("approval-missing", 0, rule, what=what)


def _house(program: Program, profile: Profile) -> Iterator[Breach]:
    quorum = profile.pre_draw.attendance_percent_min
    if quorum.value and not program.seats and any(game.is_pre_drawn for game in program.games):
        yield breach("seats-missing", 0, quorum, percent=quorum.value)
    cap, cards = profile.house.admission_cents_max, profile.house.admission_cards_min
    if cap.value is not None and program.admission_cents > cap.value:
        price, most = printed_cents(program.admission_cents), printed_cents(cap.value)
        yield breach("admission-over-cap", 0, cap, price=price, most=most)
    if program.admission_cents and program.admission_cards < cards.value:
        yield breach(
            "admission-cards-too-few", 0, cards, cards=program.admission_cards, least=cards.value
        )


def _occasion_prizes(program: Program, profile: Profile) -> Iterator[Breach]:
    cap, exempt = profile.prizes.occasion_cents_max, profile.prizes.cap_exempt_kinds.value
    total = sum(offered_cents(game) for game in program.games if game.kind not in exempt)
    if cap.value is not None and total > cap.value:
        values = {"total": printed_cents(total), "most": printed_cents(cap.value)}
        yield breach("occasion-prizes-over-cap", 0, cap, **values)


def _order_of_times(program: Program, profile: Profile) -> Iterator[Breach]:
    timed = [(game, program.start_of(game)) for game in program.games if program.start_of(game)]
    for (_, earlier), (game, starts_at) in pairwise(timed):
        if minutes_from(earlier, starts_at) < 0:
            yield breach(
                "times-out-of-order",
                game.number,
                profile.pre_draw.in_program,
                name=game.name,
                starts_at=starts_at,
                earlier=earlier,
            )
