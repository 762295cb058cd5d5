"""What a game pays, on every basis; the arithmetic stands beside each figure."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.errors import BadValueError
from inventory.decisions.prize.prize import (
    Award,
    Offer,
    Result,
    announced,
    award_of,
    check_substitutes,
    most_cents,
    passed_caps,
)
from inventory.decisions.prize.sharing import PrizeInputs, calls_limit, sharing_calls
from inventory.decisions.progressive.progression import CurrentOffer
from inventory.program.program import ColorShare, Game, GameKind, PrizeBasis, Section, Terms
from inventory.rules.profile import PrizeRules, Rule
from inventory.rules.profile_file import read_profile
from tests.inventory.kit import code, refusal_of

NEW_YORK = read_profile("us-ny").prizes
TONIGHT = CurrentOffer(3, 70000, 52, must_be_won=False, why="occasion 3 of at most 10")
LAST = replace(TONIGHT, number=10, must_be_won=True, why="occasion 10 is the last")
THREE = ("red", "red", "red")


def game(terms: Terms, kind: GameKind = GameKind.ORDINARY, calls_max: int = 54) -> Game:
    return Game(4, "Game", kind, terms, calls_max=calls_max)


def fixed(primary: int = 50000, consolation: int = 10000) -> Game:
    return game(Terms(PrizeBasis.FIXED, primary_cents=primary, consolation_cents=consolation))


def early_bird(primary: int = 5000, consolation: int = 2500) -> Game:
    return game(
        Terms(PrizeBasis.SHARE, primary_share=primary, consolation_share=consolation),
        GameKind.EARLY_BIRD,
    )


SECTIONS = game(
    Terms(
        PrizeBasis.SECTIONS,
        pool_share=5000,
        sections=(
            Section("top line", "top line", 2000),
            Section("four corners", "four corners", 3000),
            Section("full card", "coverall", 5000),
        ),
    ),
    GameKind.FIFTY_FIFTY,
)
COLORS = game(
    Terms(
        PrizeBasis.BY_COLOR,
        pool_share=6000,
        colors=(ColorShare("red", 10000), ColorShare("blue", 5000), ColorShare("green", 2500)),
    ),
    GameKind.MULTI_COLOR,
)
PROGRESSIVE = game(
    Terms(PrizeBasis.PROGRESSIVE, consolation_cents=5000, progression="Monday"),
    GameKind.PROGRESSIVE,
)


def paid(award: Award) -> tuple[str, int, tuple[int, ...]]:
    return award.name, award.cents, award.shares


# -- fixed prizes ---------------------------------------------------------------------------------


def test_within_the_calls_the_primary_prize_is_paid() -> None:
    award = award_of(fixed(), 0, Result(54, 0, ("red",)))
    assert paid(award) == ("primary", 50000, (50000,))
    assert award.told == "54 calls of at most 54: primary prize $500.00, 1 winner: $500.00"


def test_one_call_more_pays_the_consolation() -> None:
    award = award_of(fixed(), 0, Result(55, 0, ("red",)))
    assert paid(award) == ("consolation", 10000, (10000,))


def test_without_a_consolation_prize_a_late_winner_is_paid_nothing() -> None:
    award = award_of(fixed(consolation=0), 0, Result(55, 0, ("red", "blue")))
    assert paid(award) == ("none", 0, (0, 0))
    assert "no consolation prize is offered" in award.told


def test_odd_cents_go_to_the_first_claims() -> None:
    """100.00 / 3 = 33.33, and one cent over; 0.05 / 3 = 0.01, and two over."""
    award = award_of(fixed(primary=10000), 0, Result(50, 0, THREE))
    assert award.shares == (3334, 3333, 3333)
    assert award.told.endswith(
        "3 winners: $33.34 each to the first claim, $33.33 each to the others"
    )
    small = award_of(fixed(primary=5), 0, Result(50, 0, THREE))
    assert small.shares == (2, 2, 1)
    assert "$0.02 each to the first 2 claims" in small.told


def test_a_game_nobody_won_pays_nothing() -> None:
    for one in (fixed(), early_bird(), SECTIONS, COLORS, PROGRESSIVE):
        award = award_of(one, 0, Result(50, 24000, ()), TONIGHT)
        assert paid(award) == ("none", 0, ())
        assert "nobody won" in award.told


# -- shares of the receipts -----------------------------------------------------------------------


def test_an_early_bird_pays_a_share_of_its_receipts() -> None:
    """50 % of 240.00 is 120.00, 25 % is 60.00."""
    award = award_of(early_bird(), 0, Result(54, 24000, THREE))
    assert paid(award) == ("primary", 12000, (4000, 4000, 4000))
    assert award.told.endswith("50 % of $240.00 is $120.00, 3 winners: $40.00 each")
    late = award_of(early_bird(), 0, Result(60, 24000, ("red",)))
    assert paid(late) == ("consolation", 6000, (6000,))


def test_a_share_is_rounded_down_and_what_is_cut_off_is_named() -> None:
    """50 % of 0.25 is 12.5 cents; 33.33 % of 1.00 is 33.33 cents."""
    half = award_of(early_bird(), 0, Result(50, 25, ("red",)))
    assert half.cents == 12
    assert "rounded down by 0.5 cents, which stay in the receipts" in half.told
    third = award_of(early_bird(primary=3333), 0, Result(50, 100, ("red",)))
    assert third.cents == 33
    assert "33.33 % of $1.00 is $0.33, rounded down by 0.33 cents" in third.told


def test_an_early_bird_without_a_consolation_share_offers_none() -> None:
    award = award_of(early_bird(consolation=0), 0, Result(60, 24000, ("red",)))
    assert paid(award) == ("none", 0, (0,))


# -- progressives ---------------------------------------------------------------------------------


def test_a_progressive_pays_tonights_prize_within_tonights_calls() -> None:
    """The calls of tonight count (52), not the program's (54)."""
    assert paid(award_of(PROGRESSIVE, 0, Result(52, 0, ("red", "red")), TONIGHT)) == (
        "primary", 70000, (35000, 35000),
    )  # fmt: skip
    late = award_of(PROGRESSIVE, 0, Result(53, 0, ("red",)), TONIGHT)
    assert paid(late) == ("consolation", 5000, (5000,))


def test_at_the_last_occasion_a_progressive_pays_whatever_the_calls() -> None:
    award = award_of(PROGRESSIVE, 0, Result(71, 0, ("red",)), LAST)
    assert paid(award) == ("primary", 70000, (70000,))
    assert "71 calls of at most 52, occasion 10 is the last" in award.told


def test_at_the_last_occasion_the_earliest_call_takes_it_whatever_the_calls() -> None:
    """13:47-7.32(a), 7.34: no calls are set before; on any other occasion all within 52 share."""
    shared = PrizeInputs(0, {}, TONIGHT, is_shared_within=True)
    assert calls_limit(PROGRESSIVE, TONIGHT) == 52
    assert sharing_calls((50, 52, 53), 52, shared) == {50, 52}
    assert calls_limit(PROGRESSIVE, LAST) == 75
    assert sharing_calls((50, 52, 71), 75, replace(shared, tonight=LAST)) == {50}


def test_a_progressives_consolation_may_be_a_share() -> None:
    terms = Terms(PrizeBasis.PROGRESSIVE, consolation_share=1000, progression="Monday")
    award = award_of(game(terms), 0, Result(60, 24000, ("red",)), TONIGHT)
    assert paid(award) == ("consolation", 2400, (2400,))


def test_a_progressive_that_was_never_started_pays_nothing_silently() -> None:
    with pytest.raises(BadValueError, match="progressive start"):
        award_of(PROGRESSIVE, 0, Result(50, 0, ("red",)))


# -- sections -------------------------------------------------------------------------------------


def test_each_section_takes_its_part_of_the_pool() -> None:
    """50 % of 240.00 is a pool of 120.00; 20 % of it is 24.00, 30 % 36.00, 50 % 60.00."""
    awards = [award_of(SECTIONS, place, Result(30, 24000, ("red",))) for place in range(3)]
    assert [(one.name, one.cents) for one in awards] == [
        ("top line", 2400), ("four corners", 3600), ("full card", 6000),
    ]  # fmt: skip
    assert "the pool: 50 % of $240.00 is $120.00; top line: 20 % of $120.00 is $24.00" in (
        awards[0].told
    )


def test_a_section_that_is_none_is_refused() -> None:
    for place in (-1, 3):
        with pytest.raises(BadValueError, match="0 to 2"):
            award_of(SECTIONS, place, Result(30, 24000, ("red",)))


# -- by color -------------------------------------------------------------------------------------


def test_the_color_of_the_winning_card_sets_the_prize() -> None:
    """60 % of 240.00 is a pool of 144.00; red has all of it, blue half, green a quarter."""
    for color, cents in (("red", 14400), ("blue", 7200), ("Green", 3600)):
        award = award_of(COLORS, 0, Result(30, 24000, (color,)))
        assert paid(award) == ("by color", cents, (cents,))
    assert "$108.00 of the pool stay in the receipts" in award.told


def test_winners_of_one_color_share_its_prize() -> None:
    """Blue: 72.00 / 2 = 36.00 each."""
    award = award_of(COLORS, 0, Result(30, 24000, ("blue", "blue")))
    assert award.shares == (3600, 3600)


def test_winners_of_two_colors_each_take_their_colors_prize_divided_by_all() -> None:
    """Red 144.00 / 2 = 72.00, blue 72.00 / 2 = 36.00: 108.00 of the pool's 144.00."""
    award = award_of(COLORS, 0, Result(30, 24000, ("blue", "red")))
    assert paid(award) == ("by color", 10800, (3600, 7200))
    assert "divided by 2 winners" in award.told
    assert "$36.00 of the pool stay in the receipts" in award.told


def test_a_color_without_a_share_is_named() -> None:
    with pytest.raises(BadValueError, match="orange"):
        award_of(COLORS, 0, Result(30, 24000, ("orange",)))


# -- for all --------------------------------------------------------------------------------------

CENTS = st.integers(0, 10**8)
PARTS = st.integers(0, 10000)
WINNERS = st.lists(st.sampled_from(["red", "blue", "green"]), min_size=1, max_size=40).map(tuple)
CALLS = st.integers(4, 75)


@given(CENTS, CENTS, CALLS, WINNERS)
def test_fixed_shares_add_up_to_the_prize(
    primary: int, consolation: int, calls: int, colors: tuple[str, ...]
) -> None:
    award = award_of(fixed(primary, consolation), 0, Result(calls, 0, colors))
    assert sum(award.shares) == award.cents == (primary if calls <= 54 else consolation)
    assert max(award.shares) - min(award.shares) <= 1


@given(CENTS, PARTS, PARTS, CALLS, WINNERS)
def test_a_share_is_never_passed_and_less_than_a_cent_below(
    receipts: int, primary: int, consolation: int, calls: int, colors: tuple[str, ...]
) -> None:
    award = award_of(early_bird(primary, consolation), 0, Result(calls, receipts, colors))
    part = primary if calls <= 54 else consolation
    assert sum(award.shares) == award.cents
    assert award.cents * 10000 <= receipts * part < (award.cents + 1) * 10000
    assert max(award.shares) - min(award.shares) <= 1


@given(CENTS, PARTS, st.lists(PARTS, min_size=1, max_size=6), WINNERS)
def test_all_sections_together_never_pass_the_pool(
    receipts: int, pool: int, parts: list[int], colors: tuple[str, ...]
) -> None:
    sections = tuple(Section(str(place), "", part) for place, part in enumerate(parts))
    played = game(Terms(PrizeBasis.SECTIONS, pool_share=pool, sections=sections))
    result = Result(30, receipts, colors)
    if sum(parts) > 10000:
        with pytest.raises(BadValueError, match="all sections together"):
            award_of(played, 0, result)
        return
    awards = [award_of(played, place, result) for place in range(len(parts))]
    assert all(sum(one.shares) == one.cents for one in awards)
    assert sum(one.cents for one in awards) * 10000 <= receipts * pool


@given(CENTS, PARTS, st.tuples(PARTS, PARTS, PARTS), WINNERS)
def test_winners_of_any_colors_never_pass_the_highest_prize_among_them(
    receipts: int, pool: int, parts: tuple[int, int, int], colors: tuple[str, ...]
) -> None:
    names = dict(zip(("red", "blue", "green"), parts, strict=True))
    played = game(
        Terms(
            PrizeBasis.BY_COLOR,
            pool_share=pool,
            colors=tuple(ColorShare(*one) for one in names.items()),
        )
    )
    award = award_of(played, 0, Result(30, receipts, colors))
    most = max(names[color] for color in colors)
    assert sum(award.shares) == award.cents
    assert award.cents * 10**8 <= receipts * pool * most
    for color in set(colors):
        of_color = [share for share, one in zip(award.shares, colors, strict=True) if one == color]
        assert max(of_color) - min(of_color) <= 1


# -- what a program may say -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "terms",
    [
        Terms(PrizeBasis.SHARE, primary_share=10001),
        Terms(PrizeBasis.SHARE, consolation_share=-1),
        Terms(PrizeBasis.SECTIONS, pool_share=10001),
        Terms(PrizeBasis.SECTIONS, sections=(Section("a", "", 6000), Section("b", "", 5000))),
        Terms(PrizeBasis.BY_COLOR, colors=(ColorShare("red", 10001),)),
    ],
)
def test_more_than_everything_cannot_be_given(terms: Terms) -> None:
    with pytest.raises(BadValueError, match="at most 100 %"):
        award_of(game(terms), 0, Result(50, 100, ("red",)))


def rules(**changes: object) -> PrizeRules:
    found = {name: Rule(value, "the rule", "rule text") for name, value in changes.items()}  # type: ignore[type-var]
    return replace(NEW_YORK, **found)  # type: ignore[arg-type]


def test_prizes_in_kind_are_worth_no_more_than_the_prize() -> None:
    allowed = rules(substitute_prizes=True)
    check_substitutes(10000, [5000, 5000], allowed)
    check_substitutes(10000, [], allowed)
    refused = refusal_of(lambda: check_substitutes(10000, [5000, 5001], allowed))
    assert refused.code == "substitutes-over"
    assert "$100.01" in str(refused)
    assert (
        code(lambda: check_substitutes(10000, [1], rules(substitute_prizes=False)))
        == "no-substitutes"
    )


@pytest.mark.parametrize("worth", [0, -1])
def test_a_prize_in_kind_that_is_worth_nothing_is_refused(worth: int) -> None:
    """A negative worth would make room for another above the prize."""
    with pytest.raises(BadValueError, match="worth"):
        check_substitutes(10000, [20000, worth], rules(substitute_prizes=True))


NEW_JERSEY = rules(
    game_cents_max=100000, occasion_cents_max=300000, cap_exempt_kinds=("progressive", "50/50")
)


def test_a_cap_is_passed_by_one_cent() -> None:
    ordinary = GameKind.ORDINARY
    at_most = [Offer(place, ordinary, 100000) for place in (1, 2, 3)]
    assert passed_caps(at_most, NEW_JERSEY) == ()
    a_game = passed_caps([Offer(1, ordinary, 100001)], NEW_JERSEY)
    assert [one.code for one in a_game] == ["prize-over-cap"]
    together = passed_caps([*at_most, Offer(4, ordinary, 1)], NEW_JERSEY)
    assert [one.code for one in together] == ["prizes-over-cap"]
    assert "$3,000.01" in str(together[0])


def test_every_cap_that_is_passed_is_named() -> None:
    found = passed_caps([Offer(n, GameKind.ORDINARY, 200000) for n in (1, 2)], NEW_JERSEY)
    assert [one.code for one in found] == ["prize-over-cap", "prize-over-cap", "prizes-over-cap"]


def test_exempt_kinds_are_not_counted() -> None:
    offers = [
        Offer(1, GameKind.ORDINARY, 100000),
        Offer(2, GameKind.PROGRESSIVE, 900000),
        Offer(3, GameKind.FIFTY_FIFTY, 500000),
    ]
    assert passed_caps(offers, NEW_JERSEY) == ()


def test_new_mexico_counts_what_is_offered_or_given() -> None:
    """15.4.7.11 NMAC: $2,500 an occasion. 1,500.00 + 1,000.01 given of 900.00 offered."""
    new_mexico = rules(game_cents_max=None, occasion_cents_max=250000)
    offers = [
        Offer(1, GameKind.ORDINARY, 150000, 0),
        Offer(2, GameKind.WINNER_TAKE_ALL, 90000, 100001),
    ]
    assert [one.code for one in passed_caps(offers, new_mexico)] == ["prizes-over-cap"]
    assert passed_caps(offers[:1], new_mexico) == ()


def test_a_hall_without_caps_is_never_over_one() -> None:
    free = rules(game_cents_max=None, occasion_cents_max=None)
    assert passed_caps([Offer(1, GameKind.ORDINARY, 10**9)], free) == ()


def test_what_is_read_out_before_the_first_number_is_in_dollars() -> None:
    """7.42 and 7.49 of N.J.A.C. 13:47: dollars, of 240.00 received; each figure as above."""
    assert announced(fixed(), 24000) == (("primary", 50000), ("consolation", 10000))
    assert announced(fixed(consolation=0), 24000) == (("primary", 50000),)
    assert announced(early_bird(), 24000) == (("primary", 12000), ("consolation", 6000))
    assert announced(PROGRESSIVE, 24000, TONIGHT) == (("primary", 70000), ("consolation", 5000))
    assert announced(PROGRESSIVE, 24000, LAST) == (("primary", 70000),)
    assert announced(SECTIONS, 24000) == (
        ("top line", 2400), ("four corners", 3600), ("full card", 6000),
    )  # fmt: skip
    assert announced(COLORS, 24000) == (("red", 14400), ("blue", 7200), ("green", 3600))


def test_a_pool_that_is_not_divided_is_one_prize() -> None:
    """50 % of 240.00 for one winner, 60.00 each for two."""
    undivided = game(Terms(PrizeBasis.SECTIONS, pool_share=5000), GameKind.FIFTY_FIFTY)
    award = award_of(undivided, 0, Result(60, 24000, ("red", "red")))
    assert paid(award) == ("primary", 12000, (6000, 6000))
    assert announced(undivided, 24000) == (("primary", 12000),)
    assert award_of(undivided, -1, Result(60, 24000, ("red", "red"))) == award


def test_the_most_a_game_can_pay_is_every_section_or_its_greatest_prize() -> None:
    assert most_cents(SECTIONS, 24000) == 12000
    assert most_cents(COLORS, 24000) == 14400
    assert most_cents(fixed(10000, 20000), 0) == 20000
    assert most_cents(fixed(0, 0), 0) == 0
    assert most_cents(PROGRESSIVE, 0, TONIGHT) == 70000
