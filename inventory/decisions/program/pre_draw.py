"""A game's pre-draw held against the rules: balls, times, calls, place, displays, sealed cards."""

from collections.abc import Iterator

from cardgen.face import BALL_MAX
from inventory.clock import minutes_from
from inventory.decisions.program.breaches import Breach, breach
from inventory.program.program import Game, PrizeBasis, Program
from inventory.rules.profile import RULE_TEXT, PreDrawRules, Profile

FIRST_OR_AFTER_INTERMISSION = "first or after intermission"
LAST = "last"


def pre_draw_breaches(program: Program, game: Game, profile: Profile) -> Iterator[Breach]:
    """What the rules of pre-drawn games find in this one; nothing in a game of another kind."""
    if not game.is_pre_drawn:
        return
    rules = profile.pre_draw
    yield from _balls(game, rules)
    yield from _times(program, game, rules)
    yield from _place(program, game, profile)
    if rules.coverall_only.value and not game.is_coverall:
        yield breach(
            "pre-drawn-pattern",
            game.number,
            rules.coverall_only,
            name=game.name,
            pattern=game.pattern,
        )
    if rules.sealed_cards_only.value and not game.sets:
        yield breach("sealed-cards-missing", game.number, rules.sealed_cards_only, name=game.name)


def _balls(game: Game, rules: PreDrawRules) -> Iterator[Breach]:
    values = {"name": game.name, "pre_drawn": game.pre_drawn, "calls": game.calls_max}
    exact, least = rules.balls_exact, rules.calls_min
    if not game.pre_drawn:
        yield breach("pre-drawn-missing", game.number, rules.in_program, **values)
    elif exact.value is not None and game.pre_drawn != exact.value:
        yield breach("pre-drawn-not-exact", game.number, exact, expected=exact.value, **values)
    if _lacks_calls(game, rules):
        yield breach("calls-missing", game.number, least, least=least.value, **values)
    elif game.calls_max < least.value:
        yield breach("calls-too-few", game.number, least, least=least.value, **values)
    elif game.calls_max < game.pre_drawn:
        yield breach("calls-under-pre-drawn", game.number, rules.calls_min, **values)


def _lacks_calls(game: Game, rules: PreDrawRules) -> bool:
    """Whether a text wants a number of calls and the program has none: 75 are all there are.

    The calls of a progressive are kept by the hall.
    """
    is_asked = rules.calls_min.mark == RULE_TEXT
    is_fixed = game.terms.basis is not PrizeBasis.PROGRESSIVE
    return is_asked and is_fixed and game.calls_max == BALL_MAX


def _times(program: Program, game: Game, rules: PreDrawRules) -> Iterator[Breach]:
    starts_at, number = program.start_of(game), game.number
    values = {"name": game.name, "pre_draw_at": game.pre_draw_at, "starts_at": starts_at}
    if rules.in_program.value and not game.pre_draw_at:
        yield breach("pre-draw-time-missing", number, rules.in_program, **values)
    if rules.in_program.value and not starts_at:
        yield breach("start-time-missing", number, rules.in_program, **values)
    if not game.pre_draw_at or not starts_at:
        return
    minutes, most = minutes_from(game.pre_draw_at, starts_at), rules.minutes_before_max
    if minutes < 0:
        yield breach("pre-draw-after-start", number, rules.in_program, **values)
    elif most.value is not None and minutes > most.value:
        yield breach("pre-draw-too-early", number, most, minutes=minutes, most=most.value, **values)


def _place(program: Program, game: Game, profile: Profile) -> Iterator[Breach]:
    rules, number, values = profile.pre_draw, game.number, {"name": game.name}
    is_in_a_break = game == program.games[0] or game.after_intermission
    if rules.place.value == FIRST_OR_AFTER_INTERMISSION and not is_in_a_break:
        if not game.second_receptacle:
            yield breach("pre-drawn-misplaced", number, rules.place, **values)
        elif program.displays < program.rooms and profile.house.display_in_each_room.value:
            rule, rooms = profile.house.display_in_each_room, program.rooms
            yield breach(
                "displays-missing", number, rule, displays=program.displays, rooms=rooms, **values
            )
    elif rules.display_throughout.value and not is_in_a_break and not program.displays:
        yield breach("display-missing", number, rules.display_throughout, **values)
    if rules.place.value == LAST:
        yield from _last(program, game, rules)


def _last(program: Program, game: Game, rules: PreDrawRules) -> Iterator[Breach]:
    if game != program.games[-1]:
        yield breach("pre-drawn-not-last", game.number, rules.place, name=game.name)
    first = program.start_of(program.games[0])
    if game == program.games[0] or not game.pre_draw_at or not first:
        return
    if minutes_from(game.pre_draw_at, first) < 0:
        yield breach(
            "pre-draw-after-games",
            game.number,
            rules.balls_exact,
            name=game.name,
            pre_draw_at=game.pre_draw_at,
            first=first,
        )
