"""The sets of a game held against what the hall received and what may be traded in."""

from collections.abc import Iterator, Mapping

from cardgen.amounts import printed_cents
from inventory.decisions.program.breaches import Breach, breach
from inventory.entries.stock import Received
from inventory.program.program import Game, GameKind, Program
from inventory.rules.profile import Profile


def shared_set_breaches(program: Program, game: Game, profile: Profile) -> Iterator[Breach]:
    """A set that an earlier game, or the same one, has on sale already."""
    earlier = [one for other in program.games if other.number < game.number for one in other.sets]
    for place, serial in enumerate(game.sets):
        if serial in earlier or serial in game.sets[:place]:
            rule = profile.claims.color_and_serial_match
            yield breach("set-in-two-games", game.number, rule, name=game.name, serial=serial)


def set_breaches(
    game: Game, profile: Profile, received: Mapping[str, Received]
) -> Iterator[Breach]:
    """What the sets' deliveries say that the program does not."""
    known = [received[serial] for serial in game.sets if serial in received]
    for serial in game.sets:
        if serial not in received:
            rule = profile.claims.color_and_serial_match
            yield breach("set-not-received", game.number, rule, name=game.name, serial=serial)
    if len(known) == len(game.sets) and known and not any(one.is_original for one in known):
        yield breach("originals-missing", game.number, profile.exchange.new_cards, name=game.name)
    for one in known:
        yield from _price(game, one, profile)
        yield from _color(game, one, profile)
        if not one.is_original:
            yield from _trade_in(game, one, profile, received)


def _price(game: Game, one: Received, profile: Profile) -> Iterator[Breach]:
    """A form that prints no price has 0; a trade-in has no price of its own."""
    if one.is_original and one.price_cents and one.price_cents != game.price_cents:
        values = {
            "price": printed_cents(game.price_cents),
            "printed": printed_cents(one.price_cents),
        }
        yield breach(
            "set-price-differs",
            game.number,
            profile.cards.one_price,
            name=game.name,
            serial=one.set_serial,
            **values,
        )


def _color(game: Game, one: Received, profile: Profile) -> Iterator[Breach]:
    listed = {color for color, _ in game.terms.colors}
    if game.kind is GameKind.MULTI_COLOR and one.color not in listed:
        rule = profile.special.sections_in_program
        yield breach("color-share-missing", game.number, rule, name=game.name, color=one.color)


def _trade_in(
    game: Game, one: Received, profile: Profile, received: Mapping[str, Received]
) -> Iterator[Breach]:
    rules, number = profile.exchange, game.number
    values = {"name": game.name, "serial": one.set_serial, "original": one.exchange_of}
    values |= {"color": one.color, "series": one.series, "profile": profile.name}
    if not rules.is_allowed:
        yield breach("exchange-not-allowed", number, rules.new_cards, **values)
        return
    if one.exchange_of not in game.sets:
        yield breach("original-of-another-game", number, rules.new_cards, **values)
    original = received.get(one.exchange_of)
    if original is None:
        return
    if rules.other_color.value and original.color == one.color:
        yield breach("trade-in-same-color", number, rules.other_color, **values)
    if rules.other_series.value and original.series == one.series:
        yield breach("trade-in-same-series", number, rules.other_series, **values)
