"""The progressives of a program held against what the hall keeps of them, before it opens."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from inventory.decisions.program.breaches import Breach
from inventory.decisions.progressive.progression import (
    CurrentOffer,
    Progression,
    check_calls,
    tonight,
)
from inventory.errors import Refusal, Refused
from inventory.program.program import Game, PrizeBasis, Program
from inventory.refusals.refuse import refuse
from inventory.rules.citing import cited
from inventory.rules.profile import Profile, ProgressiveRules, Rule

Progressions = Mapping[str, Progression]


def offers_of(program: Program, profile: Profile, known: Progressions) -> dict[str, CurrentOffer]:
    """What each progressive of the program offers on its day, by its name, where it offers any."""
    found = {}
    for game in _progressives(program):
        with suppress(Refused):  # one that is not played offers nothing; the check says why
            found[game.terms.progression] = _offered(program, game, profile, known)
    return found


def as_offered(program: Program, offers: Mapping[str, CurrentOffer]) -> Program:
    """The program with the prizes that its progressives stand at, for whoever adds up prizes."""
    return replace(program, games=tuple(_at_its_prize(game, offers) for game in program.games))


def progressive_breaches(
    program: Program, profile: Profile, known: Progressions
) -> Iterator[Breach]:
    """Why a progressive of the program cannot be played on its day: what `open` would refuse."""
    for game in _progressives(program):
        if not game.terms.progression:
            continue
        try:
            check_calls(game.calls_max, _offered(program, game, profile, known))
        except Refused as refused:
            why = refused.refusal
            yield Breach(
                why.code,
                game.number,
                f"{game.name}: {why.sentence}",
                cited(_rule_of(why, profile.progressive)),
                why.mends,
            )


def _progressives(program: Program) -> Iterator[Game]:
    return (game for game in program.games if game.terms.basis is PrizeBasis.PROGRESSIVE)


def _offered(program: Program, game: Game, profile: Profile, known: Progressions) -> CurrentOffer:
    found = known.get(game.terms.progression)
    if found is None:
        names = ", ".join(known) or "none"
        raise refuse("unknown-progression", name=game.terms.progression, known=names)
    return tonight(found, profile.progressive, program.played_on)


def _rule_of(why: Refusal, rules: ProgressiveRules) -> Rule[Any]:
    found: dict[str, Rule[Any]] = {
        "calls-lowered": rules.calls_first_min,
        "date-not-posted": rules.notice_of_dates,
        "date-after-license": rules.ends_with_license,
        "occasions-over": rules.occasions_max,
    }
    return found.get(why.code, rules.allowed)


def _at_its_prize(game: Game, offers: Mapping[str, CurrentOffer]) -> Game:
    offered = offers.get(game.terms.progression)
    if offered is None or game.terms.basis is not PrizeBasis.PROGRESSIVE:
        return game
    return replace(game, terms=replace(game.terms, primary_cents=offered.prize_cents))
