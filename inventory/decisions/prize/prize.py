"""What a game pays: its prize from basis, calls, receipts and colors, divided to the cent.

A share of receipts is rounded down to the cent, so that never more than the share is paid; what
is cut off stays in the receipts and is named. Odd cents of a division go to the first claims.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import assert_never

from cardgen.amounts import printed_cents
from cardgen.errors import BadValueError
from cardgen.face import BALL_MAX
from inventory.decisions.progressive.progression import CurrentOffer, is_within
from inventory.errors import Refusal
from inventory.money import BASIS_POINTS, printed_share, shares_of
from inventory.program.program import Game, GameKind, PrizeBasis, Terms
from inventory.refusals.refuse import refusal, refuse
from inventory.rules.citing import cited
from inventory.rules.profile import PrizeRules

PRIMARY, CONSOLATION, NO_PRIZE, BY_COLOR = "primary", "consolation", "none", "by color"


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: calls used, receipts of its cards tonight, the winning cards' colors.

    The colors stand in the order of the claims, one a winner; pre-drawn balls count as calls.
    """

    calls: int
    receipts_cents: int
    colors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Award:
    """Which prize it is, its cents, each winner's share in the order of claims, and why."""

    name: str
    cents: int
    shares: tuple[int, ...]
    told: str


@dataclass(frozen=True, slots=True)
class _Prize:
    """A prize before it is divided."""

    name: str
    cents: int
    told: str


def award_of(
    game: Game, section_index: int, result: Result, tonight: CurrentOffer | None = None
) -> Award:
    """The award of a game; of its section counted from 0 where a pool is divided over sections.

    Raises: BadValueError, for shares above 100 %, a color that has none, or a progressive
    without tonight's prize.
    """
    over = _over_all(game.terms)
    if over is not None:
        what, share = over
        raise BadValueError(f"Game {game.number}: {what}", printed_share(share), "at most 100 %")
    match game.terms.basis:
        case PrizeBasis.FIXED:
            return _divided(_fixed(game, result), result)
        case PrizeBasis.SHARE:
            return _divided(_share_of_receipts(game, result), result)
        case PrizeBasis.PROGRESSIVE:
            return _divided(_progressive(game, result, tonight), result)
        case PrizeBasis.SECTIONS:
            return _divided(_section(game, section_index, result), result)
        case PrizeBasis.BY_COLOR:
            return _by_color(game.terms, result)
        case _:
            assert_never(game.terms.basis)


def announced(
    game: Game, receipts_cents: int, tonight: CurrentOffer | None = None
) -> tuple[tuple[str, int], ...]:
    """Every prize by its name in cents, as it is read out before the first number.

    It is what one winner would be awarded: what is announced and what is paid cannot differ.
    """
    terms = game.terms
    match terms.basis:
        case PrizeBasis.SECTIONS:
            one = Result(0, receipts_cents, ("",))
            awards = [award_of(game, place, one) for place in range(len(terms.sections) or 1)]
            return tuple((award.name, award.cents) for award in awards)
        case PrizeBasis.BY_COLOR:
            winners = [Result(0, receipts_cents, (color,)) for color, _ in terms.colors]
            return tuple((one.colors[0], award_of(game, 0, one).cents) for one in winners)
        case PrizeBasis.FIXED | PrizeBasis.SHARE | PrizeBasis.PROGRESSIVE:
            ends = [Result(calls, receipts_cents, ("",)) for calls in (0, BALL_MAX + 1)]
            awards = [award_of(game, 0, end, tonight) for end in ends]
            found = {award.name: award.cents for award in awards if award.name != NO_PRIZE}
            return tuple(found.items())
        case _:
            assert_never(terms.basis)


def most_cents(game: Game, receipts_cents: int, tonight: CurrentOffer | None = None) -> int:
    """The most that a game can pay in all: every section of a pool, else its greatest prize."""
    prizes = [cents for _, cents in announced(game, receipts_cents, tonight)]
    if game.terms.basis is PrizeBasis.SECTIONS:
        return sum(prizes)
    return max(prizes, default=0)


# -- which prize -------------------------------------------------------------------------------


def _fixed(game: Game, result: Result) -> _Prize:
    """9 NYCRR 4820.51(e): the calls used decide between primary prize and consolation."""
    calls = _calls_told(result.calls, game.calls_max)
    if result.calls <= game.calls_max:
        cents = game.terms.primary_cents
        return _Prize(PRIMARY, cents, f"{calls}: primary prize {printed_cents(cents)}")
    return _consolation(game.terms, result, calls)


def _share_of_receipts(game: Game, result: Result) -> _Prize:
    """An early bird (9 NYCRR 4820.50): both prizes are shares of the game's receipts."""
    calls = _calls_told(result.calls, game.calls_max)
    if result.calls <= game.calls_max:
        cents, told = share_of(result.receipts_cents, game.terms.primary_share)
        return _Prize(PRIMARY, cents, f"{calls}: {told}")
    return _consolation(game.terms, result, calls)


def _progressive(game: Game, result: Result, tonight: CurrentOffer | None) -> _Prize:
    """Tonight's prize within tonight's calls, at the last occasion whatever the calls."""
    if tonight is None:
        raise BadValueError(
            f"The progressive of game {game.number}",
            game.terms.progression,
            "one that was started (inventory progressive start) and offers a prize tonight",
        )
    calls = _calls_told(result.calls, tonight.calls_max)
    if not is_within(tonight, result.calls):
        return _consolation(game.terms, result, calls)
    why = f"{calls}, {tonight.why}" if tonight.must_be_won else calls
    cents = tonight.prize_cents
    return _Prize(PRIMARY, cents, f"{why}: progressive prize {printed_cents(cents)}")


def _consolation(terms: Terms, result: Result, calls: str) -> _Prize:
    """The lesser prize in dollars or as a share of the receipts; both nothing: none is offered."""
    if terms.consolation_cents:
        cents = terms.consolation_cents
        return _Prize(CONSOLATION, cents, f"{calls}: consolation prize {printed_cents(cents)}")
    if terms.consolation_share:
        cents, told = share_of(result.receipts_cents, terms.consolation_share)
        return _Prize(CONSOLATION, cents, f"{calls}: consolation prize, {told}")
    return _Prize(NO_PRIZE, 0, f"{calls}: no consolation prize is offered")


def _section(game: Game, index: int, result: Result) -> _Prize:
    """N.J.A.C. 13:47-7.38: each section takes the part of the pool that the program gives it.

    A pool that is not divided is one prize.
    """
    if not game.terms.sections:
        cents, told = share_of(result.receipts_cents, game.terms.pool_share)
        return _Prize(PRIMARY, cents, f"the pool: {told}")
    if not 0 <= index < len(game.terms.sections):
        expected = f"0 to {len(game.terms.sections) - 1}"
        raise BadValueError(f"The section of game {game.number}", index, expected)
    section = game.terms.sections[index]
    pool, pool_told = share_of(result.receipts_cents, game.terms.pool_share)
    cents, told = share_of(pool, section.share)
    return _Prize(section.name, cents, f"the pool: {pool_told}; {section.name}: {told}")


def share_of(cents: int, share: int) -> tuple[int, str]:
    """A share in basis points, rounded down, and its arithmetic with what is cut off.

    >>> share_of(24000, 5000)
    (12000, '50 % of $240.00 is $120.00')
    >>> share_of(25, 5000)
    (12, '50 % of $0.25 is $0.12, rounded down by 0.5 cents, which stay in the receipts')
    """
    found, rest = divmod(cents * share, BASIS_POINTS)
    told = f"{printed_share(share)} of {printed_cents(cents)} is {printed_cents(found)}"
    if rest:
        cut = (Decimal(rest) / BASIS_POINTS).normalize()
        told += f", rounded down by {cut:f} cents, which stay in the receipts"
    return found, told


def _calls_told(calls: int, calls_max: int) -> str:
    return f"{calls} calls of at most {calls_max}"


# -- divided among the winners -----------------------------------------------------------------


def _divided(prize: _Prize, result: Result) -> Award:
    """N.J.A.C. 13:47-7.6, 9 NYCRR 4820.27: as equally as cents allow."""
    winner_count = len(result.colors)
    if not winner_count:
        return Award(NO_PRIZE, 0, (), f"{prize.told}; nobody won it")
    shares = shares_of(prize.cents, winner_count)
    return Award(prize.name, prize.cents, shares, f"{prize.told}, {_shares_told(shares)}")


def _shares_told(shares: Sequence[int]) -> str:
    count, odd = len(shares), sum(one > shares[-1] for one in shares)
    each = printed_cents(shares[-1])
    if count == 1:
        return f"1 winner: {each}"
    if not odd:
        return f"{count} winners: {each} each"
    first = "first claim" if odd == 1 else f"first {odd} claims"
    more = printed_cents(shares[0])
    return f"{count} winners: {more} each to the {first}, {each} each to the others"


def _by_color(terms: Terms, result: Result) -> Award:
    """Each winner takes her own color's prize divided by the number of all winners.

    Our reading of N.J.A.C. 13:47-7.6 with 7.51 (docs/adr/0061): 7.51 sets a winner's part of the
    pool by the color of her card, 7.6 divides what is won on one call. Winners of one color share
    its prize; with several colors the sum never passes the highest prize among them.
    """
    pool, told = share_of(result.receipts_cents, terms.pool_share)
    parts = {color.casefold(): share for color, share in terms.colors}
    winner_count = len(result.colors)
    shares, lines = [], [f"the pool: {told}"]
    for place, color in enumerate(result.colors):
        if color.casefold() not in parts:
            expected = (
                f"one with a share of the pool: {', '.join(name for name, _ in terms.colors)}"
            )
            raise BadValueError("The color of a winning card", color, expected)
        cents, color_told = share_of(pool, parts[color.casefold()])
        shares.append(shares_of(cents, winner_count)[place])
        divided = f", divided by {winner_count} winners" if winner_count > 1 else ""
        lines.append(f"{color}: {color_told}{divided}: {printed_cents(shares[-1])}")
    if not shares:
        return Award(NO_PRIZE, 0, (), f"{lines[0]}; nobody won it")
    paid = sum(shares)
    if paid < pool:
        lines.append(f"{printed_cents(pool - paid)} of the pool stay in the receipts")
    return Award(BY_COLOR, paid, tuple(shares), "; ".join(lines))


# -- what a program may say --------------------------------------------------------------------


def _over_all(terms: Terms) -> tuple[str, int] | None:
    """The first sum of shares that is no part of all; one color alone wins, so colors do not add.

    The sections of a pool are all played, so theirs add up.
    """
    shares = [
        ("the primary prize", terms.primary_share),
        ("the consolation prize", terms.consolation_share),
        ("the pool", terms.pool_share),
        *((f"section {one.name}", one.share) for one in terms.sections),
        ("all sections together", sum(one.share for one in terms.sections)),
        *((f"color {name}", share) for name, share in terms.colors),
    ]
    return next((one for one in shares if not 0 <= one[1] <= BASIS_POINTS), None)


def check_substitutes(prize_cents: int, values: Iterable[int], rules: PrizeRules) -> None:
    """Prizes in kind may take the place of a prize that cannot be divided (7.6).

    `values` are what each is worth; together they are at most the designated prize.
    """
    rule, worth = rules.substitute_prizes, 0
    if not rule.value:
        raise refuse("no-substitutes", citation=cited(rule))
    for value in values:
        if value <= 0:
            raise BadValueError("The worth of a prize", printed_cents(value), "above nothing")
        worth += value
    if worth > prize_cents:
        prize = printed_cents(prize_cents)
        raise refuse("substitutes-over", worth=printed_cents(worth), prize=prize)


@dataclass(frozen=True, slots=True)
class Offer:
    """What a game offers, and gave once it was played; the greater counts for the caps."""

    game: int
    kind: GameKind
    offered_cents: int
    given_cents: int = 0

    @property
    def cents(self) -> int:
        """What the caps see: 15.4.7.11 E(2)(f) says offered or given."""
        return max(self.offered_cents, self.given_cents)


def passed_caps(offers: Iterable[Offer], rules: PrizeRules) -> tuple[Refusal, ...]:
    """Every cap that is passed, a game's and the occasion's; exempt kinds are not counted.

    A program that passes one is refused. When a round closes it is a warning on the report: what
    was announced is owed to the winner.
    """
    counted = [one for one in offers if one.kind not in rules.cap_exempt_kinds.value]
    a_game, all_games = rules.game_cents_max, rules.occasion_cents_max
    found = []
    if a_game.value is not None:
        most = printed_cents(a_game.value)
        found = [
            refusal("prize-over-cap", game=one.game, prize=printed_cents(one.cents), most=most,
                   citation=cited(a_game))
            for one in counted
            if one.cents > a_game.value
        ]  # fmt: skip
    total = sum(one.cents for one in counted)
    if all_games.value is not None and total > all_games.value:
        prizes, most = printed_cents(total), printed_cents(all_games.value)
        found.append(
            refusal("prizes-over-cap", prizes=prizes, most=most, citation=cited(all_games))
        )
    return tuple(found)
