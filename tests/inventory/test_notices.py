"""The program on the wall and the notices beside it."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inventory.decisions.progressive.progression import CurrentOffer, PossibleDate
from inventory.paper import Heading, Table, Words
from inventory.program.program import Program
from inventory.reports.forms.render_text import WIDTH, text_of
from inventory.reports.spoken.notices import (
    HallAnswers,
    Notice,
    ProgressionDates,
    notices_of,
    notices_paper,
)
from inventory.reports.spoken.ranges import ranges_slip
from inventory.reports.spoken.script import Figures, caller_script, script_lines
from inventory.reports.spoken.wall import wall_program
from inventory.rules.profile import Profile
from inventory.rules.profile_file import profile_names, read_profile
from tests.inventory.program_kit import (
    FRIDAY,
    MONDAY,
    NEW_JERSEY,
    NEW_YORK,
    STOCK,
    game,
    ruled,
    stock,
)
from tests.inventory.program_strategies import PROGRAMS_OF_ONE_GAME

ANSWERED = HallAnswers(pays_again=True, received=STOCK)


def notices(
    program: Program = MONDAY, profile: Profile = NEW_YORK, hall: HallAnswers = ANSWERED
) -> dict[str, Notice]:
    found = notices_of(program, profile, hall)
    by_id = {one.id: one for one in found}
    assert len(by_id) == len(found), "an id stands for one notice"
    return by_id


def test_the_halls_own_answer_stands_on_the_notice_of_exchange() -> None:
    """9 NYCRR 4820.51(g) can be read both ways; the notice says how this hall does."""
    paying = notices()["exchange"]
    assert "take 2 cards of another color and another series" in paying.text
    assert "You pay the price of the card given up once more." in paying.text
    assert paying.citation == "9 NYCRR 4820.51(g)"
    free = notices(hall=HallAnswers(pays_again=False))["exchange"].text
    assert "You pay nothing more." in free
    unknown = notices(hall=HallAnswers())["exchange"].text
    assert "[  ] yes  [  ] no" in unknown
    kept = ruled(NEW_YORK, exchange__keep_until_filed=False)
    assert "until the evening's report is filed" in paying.text
    assert "filed" not in notices(profile=kept)["exchange"].text
    for text in (paying.text, free, unknown):
        assert "A card taken in exchange is not exchanged again." in text


def test_where_nothing_is_exchanged_the_notice_says_so() -> None:
    found = notices(FRIDAY, NEW_JERSEY)
    assert "exchange" not in found
    assert found["no-exchange"].text == "Cards are not traded in."


RULED_NOTICES = {
    "rules": "house__rules_notice",
    "prices": "house__price_notice",
    "prizes": "house__price_notice",
    "defects": "exchange__defects",
    "pre-draw-1": "pre_draw__in_program",
    "daubers": "cards__indelible_marking",
    "this-occasion": "cards__sold_this_occasion_only",
    "present": "house__present_players_only",
    "outage": "house__outage_by_majority",
}


@pytest.mark.parametrize("notice_id", RULED_NOTICES)
def test_a_notice_is_there_when_its_rule_asks_for_it_and_cites_it(notice_id: str) -> None:
    key = RULED_NOTICES[notice_id]
    asked = notices(profile=ruled(NEW_YORK, **{key: True}))
    assert asked[notice_id].citation == f"cited {key.partition('__')[2]}"
    assert notice_id not in notices(profile=ruled(NEW_YORK, **{key: False}))


@pytest.mark.parametrize(
    ("notice_id", "key"), [("no-selection", "cards__player_selects"),
                           ("seats", "house__seats_reserved")],
)  # fmt: skip
def test_what_a_rule_forbids_is_posted_only_where_it_is_forbidden(notice_id: str, key: str) -> None:
    assert notice_id in notices(profile=ruled(NEW_YORK, **{key: False}))
    assert notice_id not in notices(profile=ruled(NEW_YORK, **{key: True}))


def test_nobody_chooses_a_card_with_one_exception() -> None:
    """N.J.A.C. 13:47-7.23(a), (b)."""
    text = notices(FRIDAY, NEW_JERSEY)["no-selection"].text
    assert "legally blind or otherwise disabled" in text
    silent = ruled(NEW_JERSEY, cards__reserved_for_disabled=False)
    assert "blind" not in notices(FRIDAY, silent)["no-selection"].text


def test_admission_and_prices_are_posted_game_by_game() -> None:
    text = notices(FRIDAY, NEW_JERSEY)["prices"].text
    assert "Admission $5.00, with 1 card for the regular games." in text
    assert "Jackpot: $1.00 a card." in text
    assert "Four corners" not in text
    unsaid = notices(replace(MONDAY, admission_cents=0))["prices"].text
    assert "dmission" not in unsaid, "nobody said that it is free"


FEW = Program.of_one_game(
    "Monday",
    "2026-11-30",
    replace(MONDAY.games[0], price_cents=0, pre_draw_at="", starts_at=""),
    seats=0,
)


def test_an_evening_opened_in_a_few_figures_has_blanks_for_its_times() -> None:
    text = notices(FEW)["pre-draw-1"].text
    assert "48 balls are drawn from ________ on, before the game at ________." in text
    assert rows_of("Balls drawn before the game", FEW)[0][3:5] == ("________", "________")


def test_a_price_that_the_program_leaves_out_is_the_printed_one() -> None:
    """Set 000123 is printed with $1.00; its trade-ins have no price of their own."""
    assert "Bonanza: $1.00 (as printed on it) a card." in notices(FEW)["prices"].text
    assert rows_of("Games in the order they are played", FEW)[0][5] == 100
    said = Words("Where the program names no price, it is the one printed on the card.")
    assert said in wall_program(FEW, STOCK).blocks
    assert said not in wall_program(MONDAY, STOCK).blocks
    unknown = wall_program(FEW).blocks[0]
    assert isinstance(unknown, Table)
    assert unknown.rows[0][5] == "________"
    nothing = notices(FEW, hall=HallAnswers())["prices"].text
    assert nothing == "Every card of a game costs the same."
    assert (
        "________"
        in notices(FEW, ruled(NEW_YORK, cards__one_price=False), HallAnswers())["prices"].text
    )


def test_prizes_are_posted_as_the_program_says_them() -> None:
    text = notices()["prizes"].text
    assert "1. Bonanza: $500.00 within 54 calls, $100.00 after them." in text
    assert "2. Two lines: $75.00." in text
    assert "3. Late bonanza: 50 % of the receipts within 55 calls, 25 % after them." in text


def test_a_progressive_is_posted_with_its_days_and_calls() -> None:
    """N.J.A.C. 13:47-7.29(a): the date of each potential occasion and the most calls."""
    days = (
        PossibleDate("2026-12-04", 50, must_be_won=False),
        PossibleDate("2026-12-11", 51, must_be_won=True),
    )
    dates = ProgressionDates("Winter jackpot", days)
    found = notices(FRIDAY, NEW_JERSEY, HallAnswers(None, (dates,)))["progressive-4"]
    assert (
        "Friday, December 4, 2026: within 50 calls. "
        "Friday, December 11, 2026: awarded whatever the calls."
    ) in found.text
    unknown = notices(FRIDAY, NEW_JERSEY, HallAnswers())["progressive-4"]
    assert "Friday, December 4, 2026: within ________ calls. Further days: ____" in unknown.text
    silent = ruled(NEW_JERSEY, progressive__notice_of_dates=False)
    assert not any(one.startswith("progressive") for one in notices(FRIDAY, silent))


def test_a_progressive_ends_at_its_tenth_occasion_or_with_the_license() -> None:
    """N.J.A.C. 13:47-7.32(a), 7.34."""
    found = notices(FRIDAY, NEW_JERSEY)
    assert found["progressive-end-4"].text.startswith("At occasion 10 of Winter jackpot")
    assert "until 2027-01-31" in found["progressive-license-4"].text
    endless = ruled(
        NEW_JERSEY, progressive__occasions_max=None, progressive__ends_with_license=False
    )
    assert not notices(FRIDAY, endless).keys() & {"progressive-end-4", "progressive-license-4"}
    unlicensed = replace(FRIDAY, license_expires="")
    assert "progressive-license-4" not in notices(unlicensed, NEW_JERSEY)


def test_sections_and_colors_are_posted_with_their_percentages() -> None:
    """N.J.A.C. 13:47-7.38, 7.51."""
    found = notices(FRIDAY, NEW_JERSEY)
    assert "frame: 30 % of the pool of 50 % of the receipts." in found["sections-2"].text
    assert "blue: 75 % of the pool of 60 % of the receipts." in found["colors-3"].text
    silent = ruled(NEW_JERSEY, special__sections_in_program=False)
    assert not notices(FRIDAY, silent).keys() & {"sections-2", "colors-3"}


def test_cards_of_percentage_games_are_sold_until_the_first_number() -> None:
    """N.J.A.C. 13:47-7.28(b), 7.41(b), 7.48(b); not of the pre-draw."""
    text = notices(FRIDAY, NEW_JERSEY)["sold-before"].text
    assert "Half and half, Colors, Jackpot are sold until the first number" in text
    assert "Pre-draw" not in text
    assert "sold-before" not in notices()


def test_identical_cards_are_denied_of_one_printing_alone() -> None:
    """Faces are dealt once in a run; Minnesota Rules 7861.0270 has halls say what may happen."""
    one_run = notices()["identical-faces"].text
    assert "one printing, in which no two cards bear the same 24 numbers" in one_run
    two_runs = notices(hall=HallAnswers(pays_again=True, received=stock("000124", run_id="ff")))
    assert "The cards of Bonanza are not all of one printing." in two_runs["identical-faces"].text
    assert "identical-faces" not in notices(hall=HallAnswers(pays_again=True)), (
        "without a hall who knows?"
    )
    unsealed = replace(MONDAY, games=(replace(MONDAY.games[1], number=1),))
    assert "identical-faces" not in notices(unsealed)


def test_a_regulators_own_form_is_named_beside_ours() -> None:
    """N.J.A.C. 13:47-7.21(b): the notice is in the form that the commission provides."""
    assert "Control Commission" in notices(FRIDAY, NEW_JERSEY)["rules"].text


def test_winners_share_and_substitutes_are_posted_where_they_are_allowed() -> None:
    assert "other prizes" in notices(FRIDAY, NEW_JERSEY)["shared-prizes"].text
    assert "other prizes" not in notices()["shared-prizes"].text
    silent = ruled(NEW_YORK, prizes__divided_equally=False)
    assert "shared-prizes" not in notices(profile=silent)


def test_the_notice_of_the_pre_draw_names_balls_times_calls_and_quorum() -> None:
    text = notices()["pre-draw-1"].text
    for word in ("48 balls", "6:50 PM", "7:30 PM", "54 calls", "10 % of the seats"):
        assert word in text
    silent = ruled(NEW_YORK, pre_draw__attendance_percent_min=0)
    assert "seats" not in notices(profile=silent)["pre-draw-1"].text


def test_trading_in_names_only_what_must_differ() -> None:
    any_card = ruled(NEW_YORK, exchange__other_color=False, exchange__other_series=False)
    assert "take 2 cards for it" in notices(profile=any_card)["exchange"].text
    onward = ruled(NEW_YORK, exchange__generations=2)
    assert "not exchanged again" not in notices(profile=onward)["exchange"].text


def test_the_notices_are_a_paper_each_with_its_source() -> None:
    found = notices_of(FRIDAY, NEW_JERSEY, HallAnswers())
    paper = notices_paper(FRIDAY, found)
    assert [block.text for block in paper.blocks if isinstance(block, Heading)] == [
        one.title for one in found
    ]
    sources = [block for block in paper.blocks if isinstance(block, Words)]
    assert [f"[{one.citation}]" for one in found] == [block.text for block in sources[1::2]]


# -- the wall -------------------------------------------------------------------------------------


def rows_of(name: str, program: Program = MONDAY) -> tuple[tuple[str | int, ...], ...]:
    paper = wall_program(program, STOCK)
    return next(
        block.rows for block in paper.blocks if isinstance(block, Table) and block.name == name
    )


def test_the_wall_shows_the_games_in_order_with_times_cards_prices_and_prizes() -> None:
    rows = rows_of("Games in the order they are played")
    assert rows[0] == (
        1, "7:30 PM", "Bonanza", "coverall", "red R1 (set 000123); blue B1 (set 000124, trade-in)",
        100, "$500.00 within 54 calls, $100.00 after them",
    )  # fmt: skip
    assert rows[1][4:6] == ("cards of the hall", "admission")
    assert [row[0] for row in rows] == [1, 2, 3]


def test_the_wall_lists_count_and_times_of_each_pre_draw() -> None:
    """9 NYCRR 4820.51(a), (b)."""
    assert rows_of("Balls drawn before the game") == (
        (1, "Bonanza", 48, "6:50 PM", "7:30 PM", 54),
        (3, "Late bonanza", 50, "8:20 PM", "9:00 PM", 55),
    )
    assert Words("Intermission before game 3.") in wall_program(MONDAY).blocks


def test_the_wall_shows_sections_colors_and_faces() -> None:
    text = "\n".join(text_of(wall_program(FRIDAY)))
    assert "Colors: the pool is 60 % of what its cards bring in" in text
    games = rows_of("Games in the order they are played", FRIDAY)
    assert games[2][3] == "coverall on 6 faces"
    assert rows_of("", FRIDAY)[1] == ("frame", "picture frame", "30 %")
    plain = text_of(wall_program(game(FRIDAY, 5, after_intermission=False)))
    assert not any("Intermission" in line for line in plain)


def test_the_wall_fits_the_page_and_says_what_it_is_played_under() -> None:
    lines = text_of(wall_program(MONDAY, STOCK, "DRAFT"))
    assert all(len(line) <= WIDTH for line in lines)
    assert "DRAFT" in lines
    told = "\n".join(" ".join(line.split()) for line in lines)
    assert "Admission $4.00, with 1 card" in told
    assert "License BL-2026-0417, valid until Wednesday, June 30, 2027" in told
    assert "Approval of card design GC-2026-115" in told


def test_a_progressive_is_named_on_the_wall() -> None:
    row = rows_of("Games in the order they are played", FRIDAY)[3]
    expected = "$________ (progressive Winter jackpot) within ________ calls, $100.00 after them"
    assert row[6] == expected
    bare = replace(FRIDAY, license_number="", admission_cents=0, starts_at="", approvals=())
    assert wall_program(bare).facts == ()


def test_wall_and_notices_say_what_the_progressive_offers_tonight() -> None:
    """What the program file says of prize and calls is only where the progressive began."""
    third = CurrentOffer(3, 95_038, 52, must_be_won=False, why="occasion 3 of at most 10")
    offers = {"Winter jackpot": third}
    wall = "\n".join(
        " ".join(line.split()) for line in text_of(wall_program(FRIDAY, (), "", offers))
    )
    posted = notices(FRIDAY, NEW_JERSEY, HallAnswers(offers=offers))
    told = "$950.38 (progressive Winter jackpot) within 52 calls, $100.00 after them"
    assert told in posted["prizes"].text
    assert "$950.38" in wall
    for text in (wall, posted["prizes"].text):
        assert "750.00" not in text
    assert "progressive-tonight-4" not in posted


def test_at_the_last_occasion_wall_and_notices_say_it_is_awarded_whatever_the_calls() -> None:
    drawn = game(FRIDAY, 4, pre_drawn=48)
    last = CurrentOffer(10, 90_000, 59, must_be_won=True, why="occasion 10 is the last (7.32)")
    offers = {"Winter jackpot": last}
    posted = notices(drawn, NEW_JERSEY, HallAnswers(offers=offers))
    said = "will be awarded tonight whatever the calls"
    assert posted["progressive-tonight-4"].text == f"Winter jackpot: $900.00 {said}."
    assert posted["progressive-tonight-4"].citation == last.why
    assert said in posted["prizes"].text
    assert said in posted["pre-draw-4"].text
    assert "59 calls" not in "".join(one.text for one in posted.values())
    rows = [
        block.rows
        for block in wall_program(drawn, (), "", offers).blocks
        if isinstance(block, Table) and block.name
    ]
    assert said in str(rows[0][3][6])
    assert rows[1][0][5] == "any"


def test_where_no_number_of_calls_is_set_nothing_is_said_of_calls() -> None:
    """75 are all the balls there are."""
    assert "calls" not in notices(FRIDAY, NEW_JERSEY)["pre-draw-5"].text
    assert rows_of("Balls drawn before the game", FRIDAY)[0][5] == ""


@given(PROGRAMS_OF_ONE_GAME, st.sampled_from(profile_names()))
def test_whatever_a_file_says_is_posted_and_read_out(program: Program, name: str) -> None:
    profile, (one,) = read_profile(name), program.games
    notices = notices_of(program, profile, HallAnswers())
    script = script_lines(program, one, profile, Figures())
    for found in (notices, script):
        assert len({line.id for line in found}) == len(found)
    for paper in (
        wall_program(program),
        notices_paper(program, notices),
        caller_script(program, one, profile, Figures()),
        ranges_slip(program, one, profile, ()),
    ):
        assert all(line == line.rstrip() for line in text_of(paper))


def test_what_is_posted_carries_the_organizations_name_and_no_default_of_ours_as_law() -> None:
    """Names of rules that nobody read stay; a default of ours is said to be the hall's practice."""
    for profile in (read_profile(name) for name in profile_names()):
        posted = notices_of(MONDAY, profile, HallAnswers(received=STOCK))
        papers = (
            wall_program(MONDAY, STOCK, organization="St. Brendan's"),
            notices_paper(MONDAY, posted, "St. Brendan's"),
            caller_script(MONDAY, MONDAY.games[0], profile, Figures()),
        )
        told = "\n".join(line for paper in papers for line in text_of(paper))
        assert "careful default" not in " ".join(told.split())
        assert told.count("Organization") == 2
        assert "2026-11-30" not in told
