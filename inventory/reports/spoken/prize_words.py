"""A game's prize and cards in words, as wall, notices and the caller's script say them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import assert_never

from cardgen.amounts import printed_cents
from cardgen.face import BALL_MAX
from inventory.decisions.progressive.progression import CurrentOffer
from inventory.entries.stock import Received
from inventory.money import printed_share
from inventory.program.program import Game, PrizeBasis, Terms

Stock = tuple[Received, ...]
Offers = Mapping[str, CurrentOffer]  # what each progressive offers tonight, by its name
NO_OFFERS: Offers = MappingProxyType({})
BLANK = "________"
WHATEVER_THE_CALLS = "will be awarded tonight whatever the calls"


def offered_words(game: Game, offers: Offers) -> str:
    """What the game pays tonight: a progressive by what the hall keeps of it, else blanks."""
    terms = game.terms
    if terms.basis is not PrizeBasis.PROGRESSIVE:
        return prize_words(game)
    called = f" (progressive {terms.progression})" if terms.progression else ""
    offered = offers.get(terms.progression)
    if offered is None:
        found = f"${BLANK}{called} within {BLANK} calls"
    elif offered.must_be_won:
        return f"{printed_cents(offered.prize_cents)}{called}, {WHATEVER_THE_CALLS}"
    else:
        prize, calls = printed_cents(offered.prize_cents), offered.calls_max
        found = f"{prize}{called}" + ("" if calls == BALL_MAX else f" within {calls} calls")
    _, later = _dollars(terms)
    return f"{found}, {later} after them" if later and " within " in found else found


def prize_words(game: Game) -> str:
    """What the game pays, in one line."""
    terms = game.terms
    match terms.basis:
        case PrizeBasis.FIXED:
            first, later = _dollars(terms)
        case PrizeBasis.PROGRESSIVE:
            first, later = _dollars(terms)
            first = f"{first} (progressive {terms.progression})"
        case PrizeBasis.SHARE:
            first, later = _shares(terms)
        case PrizeBasis.SECTIONS:
            by_sections = ", by sections" if terms.sections else ""
            return f"{printed_share(terms.pool_share)} of the receipts{by_sections}"
        case PrizeBasis.BY_COLOR:
            return f"up to {printed_share(terms.pool_share)} of the receipts, by color"
        case _:
            assert_never(terms.basis)
    if game.calls_max == BALL_MAX:
        return first
    within = f"{first} within {game.calls_max} calls"
    return f"{within}, {later} after them" if later else within


def _dollars(terms: Terms) -> tuple[str, str]:
    later = printed_cents(terms.consolation_cents) if terms.consolation_cents else ""
    return printed_cents(terms.primary_cents), later


def _shares(terms: Terms) -> tuple[str, str]:
    later = f"{printed_share(terms.consolation_share)}" if terms.consolation_share else ""
    return f"{printed_share(terms.primary_share)} of the receipts", later


def price_words(game: Game, received: Stock) -> str:
    """What a card costs: as the program says, else as its set is printed; empty for neither."""
    if game.price_cents:
        return printed_cents(game.price_cents)
    printed = printed_prices(game, received)
    return f"{' or '.join(map(printed_cents, printed))} (as printed on it)" if printed else ""


def printed_prices(game: Game, received: Stock) -> tuple[int, ...]:
    """The prices that stand on the game's originals; a form may print none."""
    found = (one for one in received if one.set_serial in game.sets and one.is_original)
    return tuple(sorted({one.price_cents for one in found if one.price_cents}))


def cards_words(game: Game, received: Stock) -> str:
    """What is sold for the game: color, series and set serial as far as they are known."""
    if not game.sets:
        return "cards of the hall"
    known = {one.set_serial: one for one in received}
    return "; ".join(set_words(serial, known.get(serial)) for serial in game.sets)


def set_words(serial: str, known: Received | None) -> str:
    """One set as people see it on the card.

    >>> set_words("000123", None)
    'set 000123'
    """
    if known is None:
        return f"set {serial}"
    role = "" if known.is_original else ", trade-in"
    return f"{known.color} {known.series} (set {serial}{role})"


def share_of_pool(terms: Terms, share: int) -> str:
    """A section's or a color's part: of the pool, and what that is of the receipts."""
    pool = printed_share(terms.pool_share)
    return f"{printed_share(share)} of the pool of {pool} of the receipts"
