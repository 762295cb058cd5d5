"""The linter: one thing broken in a program that passes, and nothing else is named."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import inventory
from inventory.decisions.program.breaches import BREACHES
from inventory.decisions.program.check import breaches_of, cap_warnings, day_warnings
from inventory.entries.stock import Received
from inventory.program.file import parsed_program
from inventory.program.program import (
    Approval,
    ColorShare,
    Game,
    GameKind,
    PrizeBasis,
    Program,
    Section,
    Terms,
)
from inventory.rules.profile import Profile
from inventory.rules.profile_file import profile_names, read_profile
from tests.inventory.program_kit import (
    FRIDAY,
    MONDAY,
    NEW_JERSEY,
    NEW_YORK,
    PROGRAMS,
    STOCK,
    codes,
    game,
    ordered,
    pays,
    received,
    ruled,
    stock,
)
from tests.inventory.program_strategies import PROGRAMS_OF_ONE_GAME


@pytest.mark.parametrize("stock", [None, STOCK])
def test_the_samples_keep_every_rule(stock: tuple[Received, ...] | None) -> None:
    assert codes(MONDAY, NEW_YORK, stock) == []
    assert codes(FRIDAY, NEW_JERSEY, stock) == []


CASES: dict[str, tuple[str, int, Program, Profile]] = {
    # -- 9 NYCRR 4820.51 on the evening of us-ny.toml ----------------------------------------
    "no license": ("license-missing", 0, replace(MONDAY, license_number=""), NEW_YORK),
    "no expiry": ("license-expiry-missing", 0, replace(MONDAY, license_expires=""), NEW_YORK),
    "license over": (
        "license-expired", 0, replace(MONDAY, license_expires="2026-11-29"), NEW_YORK,
    ),
    "approval without a reference": (
        "approval-missing", 0,
        replace(MONDAY, approvals=(Approval("sealed cards", ""), Approval("card design", "GC"))),
        NEW_YORK,
    ),
    "no approval of the design": (
        "approval-missing", 0, replace(MONDAY, approvals=MONDAY.approvals[:1]), NEW_YORK,
    ),
    "seats not counted": ("seats-missing", 0, replace(MONDAY, seats=0), NEW_YORK),
    "14,999.99 and two cents": (
        "occasion-prizes-over-cap", 0,
        pays(pays(MONDAY, 1, primary_cents=499_999), 2, primary_cents=500_000),
        ruled(NEW_YORK, prizes__occasion_cents_max=999_998),
    ),
    "second game before the first": (
        "times-out-of-order", 2, game(MONDAY, 2, starts_at="19:29"), NEW_YORK,
    ),
    "no balls": ("pre-drawn-missing", 1, game(MONDAY, 1, pre_drawn=0), NEW_YORK),
    "no time of the pre-draw": (
        "pre-draw-time-missing", 1, game(MONDAY, 1, pre_draw_at=""), NEW_YORK,
    ),
    "no time of the game": ("start-time-missing", 3, game(MONDAY, 3, starts_at=""), NEW_YORK),
    "46 minutes": ("pre-draw-too-early", 1, game(MONDAY, 1, pre_draw_at="18:44"), NEW_YORK),
    "after the start": (
        "pre-draw-after-start", 1, game(MONDAY, 1, pre_draw_at="19:31"), NEW_YORK,
    ),
    "47 calls": ("calls-too-few", 1, game(MONDAY, 1, pre_drawn=45, calls_max=47), NEW_YORK),
    "calls forgotten": ("calls-missing", 1, game(MONDAY, 1, calls_max=75), NEW_YORK),
    "calls under balls": (
        "calls-under-pre-drawn", 1, game(MONDAY, 1, pre_drawn=55), NEW_YORK,
    ),
    "a line wins": ("pre-drawn-pattern", 1, game(MONDAY, 1, pattern="single line"), NEW_YORK),
    "in the middle": (
        "pre-drawn-misplaced", 3, game(MONDAY, 3, after_intermission=False), NEW_YORK,
    ),
    "second receptacle, one room without display": (
        "displays-missing", 3,
        replace(
            game(MONDAY, 3, after_intermission=False, second_receptacle=True), displays=1
        ),
        NEW_YORK,
    ),
    "no sealed cards": ("sealed-cards-missing", 3, game(MONDAY, 3, sets=()), NEW_YORK),
    "no consolation in dollars": (
        "consolation-missing", 1, pays(MONDAY, 1, consolation_cents=0), NEW_YORK,
    ),
    "no consolation in percent": (
        "consolation-missing", 3, pays(MONDAY, 3, consolation_share=0), NEW_YORK,
    ),
    "5,000.01 dollars": (
        "prize-over-cap", 1, pays(MONDAY, 1, primary_cents=500_001), NEW_YORK,
    ),
    "a consolation over the cap": (
        "prize-over-cap", 1, pays(MONDAY, 1, consolation_cents=500_001), NEW_YORK,
    ),
    "no prize": ("prize-missing", 2, pays(MONDAY, 2, primary_cents=0), NEW_YORK),
    "no share": ("prize-missing", 3, pays(MONDAY, 3, primary_share=0), NEW_YORK),
    "no price": ("price-missing", 1, game(MONDAY, 1, price_cents=0), NEW_YORK),
    "winner take all in New York": (
        "kind-not-allowed", 2,
        game(MONDAY, 2, kind=GameKind.WINNER_TAKE_ALL, price_cents=100), NEW_YORK,
    ),
    "an early bird in dollars": (
        "basis-unknown-to-kind", 2,
        game(MONDAY, 2, kind=GameKind.EARLY_BIRD, price_cents=100), NEW_YORK,
    ),
    "a progressive without a name": (
        "progressive-unnamed", 1,
        pays(MONDAY, 1, basis=PrizeBasis.PROGRESSIVE), NEW_YORK,
    ),
    "one set in two games": (
        "set-in-two-games", 3,
        game(MONDAY, 3, sets=("000125", "000123"), price_cents=50), NEW_YORK,
    ),
    "one set twice in a game": (
        "set-in-two-games", 3, game(MONDAY, 3, sets=("000125", "000125")), NEW_YORK,
    ),
    "a pattern nobody drew": (
        "pattern-unknown", 3,
        game(MONDAY, 3, kind=GameKind.ORDINARY, pattern="zigzag", pre_drawn=0), NEW_YORK,
    ),
    "a section in a pattern nobody drew": (
        "pattern-unknown", 2,
        game(
            pays(FRIDAY, 2, sections=(Section("a", "zigzag", 5000),)), 2, sets=("000300",),
        ),
        NEW_JERSEY,
    ),
    # -- N.J.A.C. 13:47 on the evening of new-jersey.toml ------------------------------------
    "admission 5.01": ("admission-over-cap", 0, replace(FRIDAY, admission_cents=501), NEW_JERSEY),
    "admission without a card": (
        "admission-cards-too-few", 0, replace(FRIDAY, admission_cards=0), NEW_JERSEY,
    ),
    "49 balls": ("pre-drawn-not-exact", 5, game(FRIDAY, 5, pre_drawn=49), NEW_JERSEY),
    "51 balls": ("pre-drawn-not-exact", 5, game(FRIDAY, 5, pre_drawn=51), NEW_JERSEY),
    "a game after the pre-draw": (
        "pre-drawn-not-last", 4,
        ordered(FRIDAY, 2, 3, 4, 5, 1), NEW_JERSEY,
    ),
    "drawn after the first game": (
        "pre-draw-after-games", 5, game(FRIDAY, 5, pre_draw_at="19:01"), NEW_JERSEY,
    ),
    "no display": ("display-missing", 5, replace(FRIDAY, displays=0), NEW_JERSEY),
    "price 1.01": ("price-over-cap", 5, game(FRIDAY, 5, price_cents=101), NEW_JERSEY),
    "price 1.01 of a 50/50": ("price-over-cap", 2, game(FRIDAY, 2, price_cents=101), NEW_JERSEY),
    "a prize of 1,000.01": (
        "prize-over-cap", 1, pays(FRIDAY, 1, primary_cents=100_001), NEW_JERSEY,
    ),
    "a section without a share": (
        "section-share-missing", 2,
        pays(FRIDAY, 2, sections=(Section("first line", "any line", 0),)), NEW_JERSEY,
    ),
    "sections of 100.01 percent": (
        "sections-over-all", 2,
        pays(
            FRIDAY, 2,
            sections=(Section("a", "any line", 5001), Section("b", "coverall", 5000)),
        ),
        NEW_JERSEY,
    ),
    "no pool": ("prize-missing", 2, pays(FRIDAY, 2, pool_share=0), NEW_JERSEY),
    "no colors": ("prize-missing", 3, pays(FRIDAY, 3, colors=()), NEW_JERSEY),
    "a color without a share": (
        "color-share-missing", 3, pays(FRIDAY, 3, colors=(ColorShare("red", 0),)), NEW_JERSEY,
    ),
    "three faces": ("faces-differ", 3, game(FRIDAY, 3, faces=3), NEW_JERSEY),
    "no last number": (
        "last-number-not-asked", 3, game(FRIDAY, 3, last_number_on_card=False), NEW_JERSEY,
    ),
    "colors in dollars": (
        "basis-unknown-to-kind", 3,
        game(FRIDAY, 3, terms=Terms(PrizeBasis.FIXED, primary_cents=100)), NEW_JERSEY,
    ),
    "a jackpot in a line": ("progressive-pattern", 4, game(FRIDAY, 4, pattern="x"), NEW_JERSEY),
    "49 calls of a jackpot": (
        "progressive-calls-too-few", 4, game(FRIDAY, 4, calls_max=49), NEW_JERSEY,
    ),
    "a jackpot without a consolation": (
        "consolation-missing", 4, pays(FRIDAY, 4, consolation_cents=0), NEW_JERSEY,
    ),
    "a jackpot without a name": (
        "progressive-unnamed", 4, pays(FRIDAY, 4, progression=""), NEW_JERSEY,
    ),
    "a jackpot at the end": (
        "progressive-last", 4, replace(FRIDAY, games=FRIDAY.games[:4]), NEW_JERSEY,
    ),
    "colors at the end": (
        "percentage-game-last", 3, replace(FRIDAY, games=FRIDAY.games[:3]), NEW_JERSEY,
    ),
    "a 50/50 at the end": (
        "percentage-game-last", 2, replace(FRIDAY, games=FRIDAY.games[:2]), NEW_JERSEY,
    ),
    "an early bird in New Jersey": (
        "kind-not-allowed", 1,
        game(
            FRIDAY, 1, kind=GameKind.EARLY_BIRD, price_cents=100,
            terms=Terms(PrizeBasis.SHARE, primary_share=5000),
        ),
        NEW_JERSEY,
    ),
    "a jackpot where none is allowed": (
        "kind-not-allowed", 4, FRIDAY, ruled(NEW_JERSEY, progressive__allowed=False),
    ),
    "a 50/50 where none is allowed": (
        "kind-not-allowed", 2, FRIDAY, ruled(NEW_JERSEY, special__fifty_fifty=False),
    ),
    "colors where none are allowed": (
        "kind-not-allowed", 3, FRIDAY, ruled(NEW_JERSEY, special__multi_color=False),
    ),
    "the last number where every game asks for it": (
        "last-number-not-asked", 2,
        replace(MONDAY, games=MONDAY.games[:2]),
        ruled(NEW_YORK, claims__last_number_required=True),
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_what_is_broken_is_named_and_nothing_else(case: str) -> None:
    code, number, program, profile = CASES[case]
    assert codes(program, profile) == [(code, number)]


RECEIVED_CASES: dict[str, tuple[str, int, Program, Profile, tuple[Received, ...]]] = {
    "a set that never came": ("set-not-received", 3, MONDAY, NEW_YORK, STOCK[:2]),
    "another price is printed": (
        "set-price-differs", 1, MONDAY, NEW_YORK, stock("000123", price_cents=75),
    ),
    "trade-ins alone": (
        "originals-missing", 3,
        game(MONDAY, 3, sets=("000125",)),
        NEW_YORK, stock("000125", role="trade-in", exchange_of="000999"),
    ),
    "trade-ins of another game's originals": (
        "original-of-another-game", 3,
        game(game(MONDAY, 1, sets=("000123",)), 3, sets=("000125", "000124")),
        NEW_YORK, STOCK,
    ),
    "trade-ins of the same color": (
        "trade-in-same-color", 1, MONDAY, NEW_YORK, stock("000124", color="red"),
    ),
    "trade-ins of the same series": (
        "trade-in-same-series", 1, MONDAY, NEW_YORK, stock("000124", series="R1"),
    ),
    "trade-ins where nothing is exchanged": (
        "exchange-not-allowed", 1, MONDAY, ruled(NEW_YORK, exchange__new_cards=0), STOCK,
    ),
    "a color without a share": (
        "color-share-missing", 3, game(FRIDAY, 3, sets=("000300",)),
        NEW_JERSEY, (*STOCK, received("000300", "purple", "V1")),
    ),
}  # fmt: skip


def test_a_game_that_is_not_allowed_is_not_told_where_to_stand() -> None:
    """A 50/50 as the last game, where none is played: one thing is to mend."""
    never = ruled(NEW_JERSEY, special__fifty_fifty=False, special__percentage_not_last=True)
    last = replace(FRIDAY, games=FRIDAY.games[:2])
    assert codes(last, never) == [("kind-not-allowed", 2)]


def test_a_section_without_a_share_hides_nothing_else() -> None:
    """N.J.A.C. 13:47-7.38 wants each section's percentage; the price is over the cap too."""
    text = (PROGRAMS / "new-jersey.toml").read_text()
    text = text.replace('pattern = "any line", share = "20 %"', 'pattern = "any line"')
    text = text.replace('price = "1.00"', 'price = "1.50"', 1)
    for rules in (NEW_JERSEY, ruled(NEW_JERSEY, special__sections_in_program=False)):
        found = codes(parsed_program(text), rules)
        assert found == [("price-over-cap", 2), ("section-share-missing", 2)]


@pytest.mark.parametrize("case", RECEIVED_CASES)
def test_what_a_delivery_says_otherwise_is_named(case: str) -> None:
    code, number, program, profile, known = RECEIVED_CASES[case]
    found = codes(program, profile, known)
    if case == "trade-ins alone":
        assert ("original-of-another-game", 3) in found
        found.remove(("original-of-another-game", 3))
    assert found == [(code, number)]


# -- what must not be named -----------------------------------------------------------------------


def read_as_derived(profile: Profile) -> Profile:
    """The same least number of calls, as a reading and not as a text."""
    rules = profile.pre_draw
    least = replace(rules.calls_min, mark="derived")
    return replace(profile, pre_draw=replace(rules, calls_min=least))


ALLOWED: dict[str, tuple[Program, Profile]] = {
    "45 minutes": (game(MONDAY, 1, pre_draw_at="18:45"), NEW_YORK),
    "48 calls": (game(MONDAY, 1, calls_max=48), NEW_YORK),
    "5,000 dollars": (pays(MONDAY, 1, primary_cents=500_000), NEW_YORK),
    "license over on the day after": (replace(MONDAY, license_expires="2026-11-30"), NEW_YORK),
    "second receptacle with a display in each room": (
        game(MONDAY, 3, after_intermission=False, second_receptacle=True), NEW_YORK,
    ),
    "blackout is coverall": (game(MONDAY, 1, pattern="Blackout"), NEW_YORK),
    "a pre-drawn progressive": (
        pays(MONDAY, 1, basis=PrizeBasis.PROGRESSIVE, progression="Monday"), NEW_YORK,
    ),
    "won whatever the calls, where no text wants a number": (
        pays(game(MONDAY, 1, calls_max=75), 1, consolation_cents=0), read_as_derived(NEW_YORK),
    ),
    "a pre-drawn progressive, whose calls the hall keeps": (
        pays(game(MONDAY, 1, calls_max=75), 1, basis=PrizeBasis.PROGRESSIVE, progression="P"),
        NEW_YORK,
    ),
    "an early bird by percent": (
        game(
            MONDAY, 2, kind=GameKind.EARLY_BIRD, price_cents=100,
            terms=Terms(PrizeBasis.SHARE, primary_share=5000),
        ),
        NEW_YORK,
    ),
    "midnight between pre-draw and game": (
        game(MONDAY, 3, pre_draw_at="23:40", starts_at="00:10"), NEW_YORK,
    ),
    "a jackpot of 5,000 is not capped": (pays(FRIDAY, 4, primary_cents=500_000), NEW_JERSEY),
    "sections of 100 percent": (FRIDAY, NEW_JERSEY),
    "admission of nothing": (replace(FRIDAY, admission_cents=0, admission_cards=0), NEW_JERSEY),
    "a hall without a regulator": (
        replace(MONDAY, license_number="", license_expires="", approvals=()),
        replace(NEW_YORK, name="house"),
    ),
    "no pre-drawn game, no quorum and no approvals": (
        replace(MONDAY, seats=0, approvals=(), games=(replace(MONDAY.games[1], number=1),)),
        NEW_YORK,
    ),
    "shares need no list where the rule asks none": (
        pays(FRIDAY, 3, colors=(ColorShare("red", 0),)),
        ruled(NEW_JERSEY, special__sections_in_program=False),
    ),
    "patterns of cards that are not kept here": (game(MONDAY, 2, pattern="zigzag"), NEW_YORK),
    "a pool that is not divided": (pays(FRIDAY, 2, sections=()), NEW_JERSEY),
    "the only game is first and last": (
        replace(FRIDAY, games=(replace(FRIDAY.games[4], number=1),)), NEW_JERSEY,
    ),
    "a form that prints no price": (MONDAY, NEW_YORK),
}  # fmt: skip


@pytest.mark.parametrize("case", ALLOWED)
def test_what_a_rule_allows_is_not_named(case: str) -> None:
    program, profile = ALLOWED[case]
    known = stock("000123", price_cents=0) if case == "a form that prints no price" else None
    assert codes(program, profile, known) == []


def test_every_breach_is_named_at_once_the_evenings_first() -> None:
    broken = replace(game(game(MONDAY, 1, calls_max=40), 3, sets=()), seats=0)
    assert codes(broken, NEW_YORK) == [
        ("seats-missing", 0),
        ("calls-too-few", 1),
        ("sealed-cards-missing", 3),
    ]


def test_a_breach_says_what_where_by_which_rule_and_what_mends_it() -> None:
    (found,) = breaches_of(game(MONDAY, 1, pre_draw_at="18:44"), NEW_YORK)
    assert found.sentence == ("Bonanza: from 18:44 to 19:30 are 46 minutes; at most 45.")
    assert found.citation == "9 NYCRR 4820.51(c)"
    assert found.mends == "Draw later, or begin the game earlier."
    assert str(found).startswith("game 1: Bonanza: from")


def test_a_careful_default_says_that_it_is_one() -> None:
    by_color = Terms(PrizeBasis.BY_COLOR, pool_share=1, colors=(ColorShare("red", 1),))
    program = game(MONDAY, 2, kind=GameKind.MULTI_COLOR, price_cents=100, terms=by_color)
    (found,) = breaches_of(program, NEW_YORK)
    assert found.code == "kind-not-allowed"
    assert "our careful default" in found.citation


@given(PROGRAMS_OF_ONE_GAME, st.sampled_from(profile_names()), st.sampled_from([None, STOCK]))
def test_whatever_a_file_says_is_judged(
    program: Program, name: str, known: tuple[Received, ...] | None
) -> None:
    for found in breaches_of(program, read_profile(name), known):
        assert found.code in BREACHES
        assert found.game_number in (0, 1)
        assert found.citation


def test_a_day_that_is_over_is_warned_of_and_no_breach() -> None:
    """A program is also looked at after its evening; then it is only told."""
    assert day_warnings(MONDAY, "2026-11-30") == ()
    assert day_warnings(MONDAY, "2026-11-29") == ()
    (over,) = day_warnings(MONDAY, "2026-12-01")
    assert over.startswith("The program is for 2026-11-30; today is 2026-12-01.")
    assert "license" not in over
    (both,) = day_warnings(MONDAY, "2027-07-01")
    assert "The license ended since, on 2027-06-30." in both


# -- the table ------------------------------------------------------------------------------------


def test_every_breach_is_provoked_by_a_test_and_made_by_the_check() -> None:
    provoked = {case[0] for case in CASES.values()} | {case[0] for case in RECEIVED_CASES.values()}
    assert provoked == BREACHES.keys()
    folder = Path(inventory.__file__).parent / "decisions" / "program"
    sources = "".join(path.read_text() for path in folder.glob("*.py"))
    made = set(re.findall(r'breach\(\s*"([a-z-]+)"', sources))
    assert made == BREACHES.keys()


def test_every_breach_says_what_mends_it() -> None:
    for code, (sentence, mends) in BREACHES.items():
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", code)
        assert sentence.endswith("."), code
        assert mends.endswith(".") or mends.startswith("Write"), code


def test_no_game_is_looked_at_with_anothers_eyes() -> None:
    """Each game of the samples alone keeps what is asked of it apart from order and place."""
    placed = {"pre-drawn-misplaced", "progressive-last", "percentage-game-last"}
    for program, profile in ((MONDAY, NEW_YORK), (FRIDAY, NEW_JERSEY)):
        for one in program.games:
            alone = replace(program, games=(replace(one, number=1),))
            found = {code for code, _ in codes(alone, profile)}
            assert found <= placed


def test_what_a_limit_leaves_for_a_share_of_the_receipts_is_told() -> None:
    """15.4.7.11 E(2)(f) NMAC: of $2,500.00 a fixed prize of $640.00 leaves $1,860.00."""
    terms = Terms(PrizeBasis.SHARE, primary_share=10000)
    pot = Game(2, "Pot", GameKind.WINNER_TAKE_ALL, terms)
    fixed = Game(1, "Full card", GameKind.ORDINARY, Terms(PrizeBasis.FIXED, 64_000))
    program = Program("Monday", "2026-11-30", (fixed, pot))
    (told,) = cap_warnings(program, read_profile("us-nm"))
    assert "Game 2 (Pot)" in told
    assert "$1,860.00 are left for it of the $2,500.00 (15.4.7.11 NMAC E(2)(f))" in told
    assert cap_warnings(replace(program, games=(fixed,)), read_profile("us-nm")) == ()
