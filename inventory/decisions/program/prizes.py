"""A game of the program held against the rules of its kind: prize, price, shares, order."""

from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from cardgen.amounts import printed_cents
from cardgen.face import BALL_MAX
from inventory.decisions.program.breaches import Breach, breach
from inventory.decisions.program.own_patterns import patterns_named, plain_name
from inventory.money import BASIS_POINTS, printed_share
from inventory.program.patterns import pattern_names
from inventory.program.program import Game, GameKind, PrizeBasis, Program
from inventory.rules.profile import Profile, Rule

PERCENTAGE_KINDS = (GameKind.FIFTY_FIFTY, GameKind.MULTI_COLOR)
_JUDGED_HERE = Rule("patterns.txt", "claims on these cards are judged here", "rule text")
_BASES: Mapping[GameKind, tuple[PrizeBasis, ...]] = MappingProxyType(
    {
        GameKind.PRE_DRAWN: (PrizeBasis.FIXED, PrizeBasis.SHARE, PrizeBasis.PROGRESSIVE),
        GameKind.PROGRESSIVE: (PrizeBasis.PROGRESSIVE,),
        GameKind.EARLY_BIRD: (PrizeBasis.SHARE,),
        GameKind.FIFTY_FIFTY: (PrizeBasis.SECTIONS, PrizeBasis.SHARE),
        GameKind.MULTI_COLOR: (PrizeBasis.BY_COLOR,),
        GameKind.WINNER_TAKE_ALL: (PrizeBasis.SHARE, PrizeBasis.FIXED),
        GameKind.ORDINARY: (PrizeBasis.FIXED, PrizeBasis.SHARE),
    }
)
_PAYS: Mapping[PrizeBasis, str] = MappingProxyType(
    {
        PrizeBasis.FIXED: "dollars",
        PrizeBasis.SHARE: "a percentage of its receipts",
        PrizeBasis.PROGRESSIVE: "a progressive",
        PrizeBasis.SECTIONS: "a pool by sections",
        PrizeBasis.BY_COLOR: "a pool by color",
    }
)
_PRIZE_FIELDS: Mapping[PrizeBasis, str] = MappingProxyType(
    {
        PrizeBasis.FIXED: 'primary = "500.00"',
        PrizeBasis.SHARE: 'primary = "50 %"',
        PrizeBasis.PROGRESSIVE: 'primary = "500.00", and what it grows to is kept by the hall',
        PrizeBasis.SECTIONS: 'pool = "50 %", and sections when it is divided',
        PrizeBasis.BY_COLOR: 'pool = "50 %" and colors',
    }
)


def play_breaches(program: Program, game: Game, profile: Profile) -> Iterator[Breach]:
    """What the rules of its kind find in this game."""
    yield from _kind(game, profile)
    yield from _prize(game, profile)
    yield from _price(game, profile)
    yield from _shares(game, profile)
    yield from _multi_color(game, profile)
    yield from _progressive(game, profile)
    if game == program.games[-1]:
        yield from _last(game, profile)


def offered_cents(game: Game) -> int:
    """The most that a game offers in dollars; shares of receipts are not known beforehand."""
    return max(game.terms.primary_cents, game.terms.consolation_cents)


def _rule_of(game: Game, profile: Profile) -> Rule[bool] | None:
    """The rule that allows games of this kind; pre-drawn and ordinary ones need none."""
    special = profile.special
    if game.is_progressive:
        return profile.progressive.allowed
    return {
        GameKind.EARLY_BIRD: special.early_bird,
        GameKind.FIFTY_FIFTY: special.fifty_fifty,
        GameKind.MULTI_COLOR: special.multi_color,
        GameKind.WINNER_TAKE_ALL: special.winner_take_all,
    }.get(game.kind)


def _kind(game: Game, profile: Profile) -> Iterator[Breach]:
    rule = _rule_of(game, profile)
    values: dict[str, Any] = {"name": game.name, "kind": game.kind}
    if rule is not None and not rule.value:
        yield breach("kind-not-allowed", game.number, rule, profile=profile.name, **values)
    bases = _BASES[game.kind]
    if game.terms.basis not in bases:
        expected = " or ".join(_PAYS[basis] for basis in bases)
        yield breach(
            "basis-unknown-to-kind",
            game.number,
            rule or profile.prizes.announced,
            basis=_PAYS[game.terms.basis],
            expected=expected,
            **values,
        )


def _prize(game: Game, profile: Profile) -> Iterator[Breach]:
    rules, terms = profile.prizes, game.terms
    if not _names_a_prize(game):
        fields = _PRIZE_FIELDS[terms.basis]
        yield breach("prize-missing", game.number, rules.announced, name=game.name, fields=fields)
    cap, prize = rules.game_cents_max, offered_cents(game)
    is_capped = cap.value is not None and game.kind not in rules.cap_exempt_kinds.value
    if is_capped and cap.value is not None and prize > cap.value:
        values = {"prize": printed_cents(prize), "most": printed_cents(cap.value)}
        yield breach("prize-over-cap", game.number, cap, name=game.name, **values)
    can_be_consoled = (game.is_pre_drawn or game.is_progressive) and game.calls_max < BALL_MAX
    if rules.consolation.value and can_be_consoled and not terms.has_consolation:
        values = {"name": game.name, "calls": str(game.calls_max)}
        yield breach("consolation-missing", game.number, rules.consolation, **values)


def _names_a_prize(game: Game) -> bool:
    terms = game.terms
    return {
        PrizeBasis.FIXED: terms.primary_cents > 0,
        PrizeBasis.PROGRESSIVE: terms.primary_cents > 0,
        PrizeBasis.SHARE: terms.primary_share > 0,
        PrizeBasis.SECTIONS: terms.pool_share > 0,  # undivided it is one prize
        PrizeBasis.BY_COLOR: terms.pool_share > 0 and bool(terms.colors),
    }[terms.basis]


def _price(game: Game, profile: Profile) -> Iterator[Breach]:
    cap, posted = profile.cards.price_cents_max, profile.house.price_notice
    is_sold = bool(game.sets) or game.kind is not GameKind.ORDINARY
    if is_sold and posted.value and not game.price_cents:
        yield breach("price-missing", game.number, posted, name=game.name)
    kinds = profile.cards.price_capped_kinds.value
    if cap.value is not None and game.kind in kinds and game.price_cents > cap.value:
        values = {"price": printed_cents(game.price_cents), "most": printed_cents(cap.value)}
        yield breach("price-over-cap", game.number, cap, name=game.name, **values)


def _shares(game: Game, profile: Profile) -> Iterator[Breach]:
    terms, rule = game.terms, profile.special.sections_in_program
    for section in terms.sections:
        if not section.share:  # nobody could say what it pays, whatever the rules
            values = {"name": game.name, "section": section.name}
            yield breach("section-share-missing", game.number, rule, **values)
    if rule.value:
        for color, share in terms.colors:
            if not share:
                values = {"name": game.name, "color": color}
                yield breach("color-share-missing", game.number, rule, **values)
    total = sum(section.share for section in terms.sections)
    if total > BASIS_POINTS:
        values = {"name": game.name, "total": printed_share(total)}
        yield breach("sections-over-all", game.number, rule, **values)


def _multi_color(game: Game, profile: Profile) -> Iterator[Breach]:
    rules = profile.special
    is_multi_color = game.kind is GameKind.MULTI_COLOR
    faces = rules.multi_color_faces
    if is_multi_color and faces.value is not None and game.faces != faces.value:
        values = {"name": game.name, "faces": game.faces, "expected": faces.value}
        yield breach("faces-differ", game.number, faces, **values)
    if is_multi_color and rules.multi_color_last_number.value:
        asked = rules.multi_color_last_number
    elif game.is_pre_drawn:
        return  # holders on the pre-drawn numbers win before a further ball
    else:
        asked = profile.claims.last_number_required
    if asked.value and not game.last_number_on_card:
        yield breach("last-number-not-asked", game.number, asked, name=game.name)


def pattern_breaches(game: Game, own: Collection[str]) -> Iterator[Breach]:
    """Cards kept here are judged by the house's patterns and the hall's own; others by people."""
    if not game.sets:
        return
    known = {*pattern_names(), *own}
    for pattern in patterns_named(game):
        if plain_name(pattern) not in known:
            values = {"name": game.name, "pattern": pattern}
            yield breach("pattern-unknown", game.number, _JUDGED_HERE, **values)


def _progressive(game: Game, profile: Profile) -> Iterator[Breach]:
    if not game.is_progressive:
        return
    rules, values = profile.progressive, {"name": game.name, "pattern": game.pattern}
    if not game.terms.progression:
        yield breach("progressive-unnamed", game.number, rules.allowed, **values)
    if game.is_pre_drawn:
        return  # its calls and pattern are judged by the rules of pre-drawn games
    if rules.coverall_only.value and not game.is_coverall:
        yield breach("progressive-pattern", game.number, rules.coverall_only, **values)
    least = rules.calls_first_min
    if game.calls_max < least.value:
        yield breach(
            "progressive-calls-too-few",
            game.number,
            least,
            name=game.name,
            calls=game.calls_max,
            least=least.value,
        )


def _last(game: Game, profile: Profile) -> Iterator[Breach]:
    allowed = _rule_of(game, profile)
    if allowed is not None and not allowed.value:
        return  # where it is not played at all, its place is nothing to mend
    progressive, percentage = profile.progressive.not_last_game, profile.special.percentage_not_last
    if game.is_progressive and progressive.value:
        yield breach("progressive-last", game.number, progressive, name=game.name)
    if game.kind in PERCENTAGE_KINDS and percentage.value:
        values = {"name": game.name, "kind": game.kind}
        yield breach("percentage-game-last", game.number, percentage, **values)
