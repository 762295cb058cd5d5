"""The progressives of a program held against what the hall keeps of them, before it opens."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from inventory.decisions.program.breaches import Breach
from inventory.decisions.progressive.progression import Progression, Tonight, check_calls, tonight
from inventory.errors import Refusal
from inventory.program.program import Game, PrizeBasis, Program
from inventory.refusals.refuse import refuse
from inventory.rules.citing import cited
from inventory.rules.profile import Profile, ProgressiveRules, Rule

Progressions = Mapping[str, Progression]


def offers_of(program: Program, profile: Profile, known: Progressions) -> dict[str, Tonight]:
    """What each progressive of the program offers on its day, by its name, where it offers any."""
    found = {game.terms.progression: _offered(program, game, profile, known)
             for game in _progressives(program)}  # fmt: skip
    return {name: offered for name, offered in found.items() if isinstance(offered, Tonight)}


def as_offered(program: Program, offers: Mapping[str, Tonight]) -> Program:
    """The program with the prizes that its progressives stand at, for whoever adds up prizes."""
    return replace(program, games=tuple(_at_its_prize(game, offers) for game in program.games))


def progressive_breaches(
    program: Program, profile: Profile, known: Progressions
) -> Iterator[Breach]:
    """Why a progressive of the program cannot be played on its day: what `open` would refuse."""
    for game in _progressives(program):
        offered = _offered(program, game, profile, known)
        refused = check_calls(game.calls_max, offered) if isinstance(offered, Tonight) else offered
        if refused is not None and game.terms.progression:
            yield Breach(
                refused.code,
                game.number,
                f"{game.name}: {refused.sentence}",
                cited(_rule_of(refused, profile.progressive)),
                refused.mends,
            )


def _progressives(program: Program) -> Iterator[Game]:
    return (game for game in program.games if game.terms.basis is PrizeBasis.PROGRESSIVE)


def _offered(
    program: Program, game: Game, profile: Profile, known: Progressions
) -> Tonight | Refusal:
    found = known.get(game.terms.progression)
    if found is None:
        names = ", ".join(known) or "none"
        return refuse("unknown-progression", name=game.terms.progression, known=names)
    return tonight(found, profile.progressive, program.played_on)


def _rule_of(refused: Refusal, rules: ProgressiveRules) -> Rule[Any]:
    found: dict[str, Rule[Any]] = {
        "calls-lowered": rules.calls_first_min,
        "date-not-posted": rules.notice_of_dates,
        "date-after-license": rules.ends_with_license,
        "occasions-over": rules.occasions_max,
    }
    return found.get(refused.code, rules.allowed)


def _at_its_prize(game: Game, offers: Mapping[str, Tonight]) -> Game:
    offered = offers.get(game.terms.progression)
    if offered is None or game.terms.basis is not PrizeBasis.PROGRESSIVE:
        return game
    return replace(game, terms=replace(game.terms, primary_cents=offered.prize_cents))
