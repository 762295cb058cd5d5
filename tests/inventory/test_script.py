"""The caller's script: each line when its rule asks for it, and not otherwise."""

from dataclasses import replace

import pytest

from inventory.decisions.progressive.progression import CurrentOffer
from inventory.paper import Heading, Spoken, Words
from inventory.program.program import Game, GameKind, PrizeBasis, Program, Terms
from inventory.reports.forms.render_text import text_of
from inventory.reports.spoken.ranges import (
    SetNumbers,
    all_numbers,
    ranges_slip,
    spoken_card,
    valid_ranges,
)
from inventory.reports.spoken.script import Figures, ScriptLine, caller_script, script_lines
from inventory.rules.profile import Profile
from inventory.rules.profile_file import read_profile
from tests.inventory.program_kit import (
    FRIDAY,
    MONDAY,
    NEW_JERSEY,
    NEW_YORK,
    STOCK,
    received,
    ruled,
)

NEW_MEXICO = read_profile("us-nm")
BONANZA = MONDAY.games[0]
NUMBERS = {"000123": SetNumbers(((1, 300),), ((1, 57),)), "000124": SetNumbers(((1, 600),))}
FIGURES = Figures(
    ranges=valid_ranges(BONANZA, STOCK, NUMBERS), pre_drawn=(41, 7), prizes=(("primary", 50_000),)
)


def lines(
    game: Game = BONANZA,
    profile: Profile = NEW_YORK,
    figures: Figures = FIGURES,
    program: Program = MONDAY,
) -> dict[str, ScriptLine]:
    found = script_lines(program, game, profile, figures)
    by_id = {one.id: one for one in found}
    assert len(by_id) == len(found), "an id stands for one line"
    return by_id


def test_new_york_announces_calls_and_consolation_and_then_asks_for_holders() -> None:
    """9 NYCRR 4820.51(e): most calls and consolation at the start, then the inquiry."""
    found = lines()
    assert found["quorum"].text == "Count the players: 20 must be here, 10 % of 200 seats."
    assert found["pre-draw-begin"].text == (
        "We now draw 48 balls for Bonanza, which begins at 19:30."
    )
    assert found["prize"].text == "The prize is $500.00."
    assert found["calls-max"].text == (
        "It is won within 54 calls; the 48 balls drawn before count."
    )
    assert found["consolation"].text == (
        "After 54 calls the winner gets the consolation prize of $100.00."
    )
    assert found["calls-max"].citation == found["inquiry"].citation == "9 NYCRR 4820.51(e)"
    assert found["pre-drawn-numbers"].text == "On the board: B-7, N-41."
    order = list(found)
    wanted = ["quorum", "pre-draw-begin", "calls-max", "consolation", "inquiry", "hold",
              "uncalled", "other-bingos", "completed"]  # fmt: skip
    assert [one for one in order if one in wanted] == wanted


@pytest.mark.parametrize(("seats", "players"), [(200, 20), (201, 21), (9, 1)])
def test_a_tenth_of_the_seats_is_rounded_up_to_a_person(seats: int, players: int) -> None:
    found = lines(program=replace(MONDAY, seats=seats))
    assert f"{players} must be here" in found["quorum"].text


def test_what_15_4_7_11_words_itself_is_said_in_its_words() -> None:
    """15.4.7.11 NMAC A(5)(b), D, B(9)."""
    limited = replace(
        MONDAY.games[1], calls_max=60, terms=Terms(PrizeBasis.FIXED, primary_cents=100)
    )
    found = lines(limited, NEW_MEXICO, Figures())
    said = {
        "error": "an error has been made, I am reading the correct number, please correct your "
        "card",
        "last-ball": "last ball",
        "other-bingos": "are there any other bingos?",
        "completed": "this game is completed",
    }
    assert {line_id: found[line_id].text for line_id in said} == said
    assert all(found[line_id].who == "caller" for line_id in said)
    assert found["ball-count"].text == "In this game 60 balls are called, and no more."
    assert found["before-last-ball"].text == "Before ball 60 is taken out:"
    assert list(found).index("other-bingos") + 1 == list(found).index("completed")


def test_a_game_that_goes_on_until_somebody_wins_has_no_last_ball() -> None:
    for game in (BONANZA, MONDAY.games[1]):
        found = lines(game, NEW_MEXICO)
        assert not found.keys() & {"ball-count", "last-ball", "before-last-ball"}


RULED_LINES = {
    "quorum": "pre_draw__attendance_percent_min",
    "receptacle-visible": "pre_draw__receptacle_visible",
    "display-throughout": "pre_draw__display_throughout",
    "valid-range-000123": "claims__valid_ranges_announced",
    "prize": "prizes__announced",
    "calls-max": "claims__calls_max_announced",
    "consolation": "prizes__consolation",
    "last-number": "claims__last_number_announced",
    "inquiry": "pre_draw__inquiry",
    "inquiry-first": "pre_draw__inquiry",
    "one-ball": "claims__one_ball_at_a_time",
    "called-twice": "claims__numbers_called_twice",
    "ball-shown": "claims__ball_shown",
    "balls-kept-out": "claims__balls_kept_out",
    "error": "claims__error_sentence",
    "outage": "house__outage_by_majority",
    "hold": "claims__held_ball_next",
    "not-valid": "claims__held_ball_next",
    "held-ball-back": "claims__held_ball_next",
    "player-watches": "claims__player_watches",
    "card-000123": "claims__serial_read_out",
    "color-and-serial": "claims__color_and_serial_match",
    "uncalled": "claims__uncalled_read",
    "rack": "claims__rack_before_prize",
    "other-bingos": "claims__other_bingos_asked",
    "completed": "claims__other_bingos_asked",
}


@pytest.mark.parametrize("line_id", RULED_LINES)
def test_a_line_is_there_when_its_rule_asks_for_it_and_cites_it(line_id: str) -> None:
    key = RULED_LINES[line_id]
    is_percent = key == "pre_draw__attendance_percent_min"
    asked = ruled(NEW_YORK, **{key: 10 if is_percent else True})
    assert lines(profile=asked)[line_id].citation == f"cited {key.partition('__')[2]}"
    silent = ruled(NEW_YORK, **{key: 0 if is_percent else False})
    assert line_id not in lines(profile=silent)


def test_the_caller_stays_at_the_board_unless_the_rule_lets_her_verify() -> None:
    assert "caller-stays" in lines()
    assert "caller-stays" not in lines(profile=ruled(NEW_YORK, claims__caller_verifies=True))


def test_the_valid_cards_are_announced_by_what_was_sold() -> None:
    found = lines()
    assert found["valid-range-000123"].text == (
        "Valid in this game: maker ACME, set 000123, red, cards 1 to 57."
    )
    assert found["valid-range-000124"].text == (
        "Valid in this game: maker ACME, set 000124, blue, cards 1 to 600."
    )
    assert found["card-000124"].text == "maker ACME, set 000124, card ________, blue"
    assert found["card-000124"].who == "floor worker"


def test_what_is_not_known_yet_is_left_blank() -> None:
    late = MONDAY.games[2]
    found = lines(late, figures=Figures())
    assert found["prize"].text == "The prize is $________ (50 % of the receipts)."
    assert "$________ (25 % of the receipts)" in found["consolation"].text
    assert found["valid-range-000125"].text == (
        "Valid in this game: maker ________, set 000125, cards ________."
    )
    assert found["card"].text == "maker ________, set ________, card ________, ________"
    known = lines(late, figures=Figures(prizes=(("primary", 12_050), ("consolation", 6_025))))
    assert known["prize"].text == "The prize is $120.50."
    assert "consolation prize of $60.25" in known["consolation"].text
    uncounted = lines(program=replace(MONDAY, seats=0, starts_at=""))
    assert uncounted["quorum"].text.startswith("Count the players: ________ must be here")


def test_sections_and_colors_are_announced_in_dollars_one_by_one() -> None:
    """N.J.A.C. 13:47-7.42 and 7.49: the dollars of the prize, for each category."""
    sections = lines(FRIDAY.games[1], NEW_JERSEY, Figures(prizes=(("first line", 2000),)))
    assert sections["prize-1"].text == "For first line: $20.00."
    assert sections["prize-2"].text == "For frame: $________."
    undivided = replace(FRIDAY.games[1].terms, sections=())
    whole = lines(replace(FRIDAY.games[1], terms=undivided), NEW_JERSEY, Figures())
    assert whole["prize"].text == "The prize is $________ (50 % of the receipts)."
    colors = lines(FRIDAY.games[2], NEW_JERSEY, Figures(prizes=(("red", 6000),)))
    assert colors["prize-1"].text == "For a bingo on a red card: $60.00."
    assert colors["last-number"].text == "The last number called must be on the winning card."


def test_a_progressive_is_announced_with_tonights_calls() -> None:
    fourth = CurrentOffer(4, 90_000, 53, must_be_won=False, why="occasion 4 of at most 10")
    found = lines(FRIDAY.games[3], NEW_JERSEY, Figures(offered=fourth))
    assert found["calls-max"].text == "It is won within 53 calls."
    assert found["prize"].text == "The prize is $900.00."
    assert "must-be-won" not in found
    unknown = lines(FRIDAY.games[3], NEW_JERSEY, Figures())
    assert unknown["prize"].text == "The prize is $________."
    assert unknown["calls-max"].text == "It is won within ________ calls."
    assert "quorum" not in found
    assert "inquiry" not in found


def test_at_its_last_occasion_a_progressive_is_announced_whatever_the_calls() -> None:
    """N.J.A.C. 13:47-7.32: players are told, with the reason."""
    why = "occasion 10 is the last (N.J.A.C. 13:47-7.32(a))"
    last = Figures(offered=CurrentOffer(10, 90_000, 59, must_be_won=True, why=why))
    found = lines(FRIDAY.games[3], NEW_JERSEY, last)
    said = found["must-be-won"]
    assert said.who == "caller"
    assert said.text == "Winter jackpot: the prize will be awarded tonight whatever the calls."
    assert said.citation == why
    assert not found.keys() & {"calls-max", "consolation"}


def test_winner_take_all_names_cards_sold_and_prize_and_keeps_a_record() -> None:
    """15.4.7.11 NMAC E(1) and E(2)."""
    game = replace(
        MONDAY.games[1],
        kind=GameKind.WINNER_TAKE_ALL,
        terms=Terms(PrizeBasis.SHARE, primary_share=10_000),
    )
    found = lines(game, NEW_MEXICO, Figures(cards_sold=83, prizes=(("primary", 8300),)))
    assert found["winner-take-all"].text == (
        "Cards sold for this game: 83. The winner takes $83.00."
    )
    assert "prize" not in found
    assert "winner-record" in found
    unknown = lines(game, NEW_MEXICO, Figures())["winner-take-all"].text
    assert unknown.startswith("Cards sold for this game: ________.")
    silent = ruled(
        NEW_MEXICO, special__cards_sold_announced=False, special__winner_take_all_record=False
    )
    assert not lines(game, silent).keys() & {"winner-take-all", "winner-record"}
    assert "winner-record" not in lines(MONDAY.games[1], NEW_MEXICO)


def test_the_numbers_of_a_line_are_read_out_those_of_a_full_card_are_not() -> None:
    found = lines(MONDAY.games[1])
    assert "uncalled" not in found
    assert found["winning-numbers"].who == "floor worker"
    assert "master-board" in found


def test_the_script_is_a_paper_in_parts_with_sentences_and_steps() -> None:
    paper = caller_script(MONDAY, BONANZA, NEW_YORK, FIGURES)
    headings = [block.text for block in paper.blocks if isinstance(block, Heading)]
    assert headings == [
        "Before the pre-draw",
        "Before the first ball",
        "While balls are drawn",
        "When somebody shouts bingo",
        "When the card was checked",
    ]
    found = script_lines(MONDAY, BONANZA, NEW_YORK, FIGURES)
    assert sum(isinstance(block, Spoken) for block in paper.blocks) == sum(
        bool(one.who) for one in found
    )
    assert sum(isinstance(block, Words) for block in paper.blocks) == sum(
        not one.who for one in found
    )
    text = "\n".join(text_of(paper))
    assert 'caller: "are there any other bingos?"' in text


# -- the valid ranges -----------------------------------------------------------------------------


def test_the_slip_lists_every_set_of_the_game_with_what_was_sold() -> None:
    slip = ranges_slip(MONDAY, BONANZA, NEW_YORK, FIGURES.ranges)
    rows = [line.split() for line in text_of(slip)]
    assert ["ACME", "000123", "R1", "red", "original", "1-300", "1-57"] in rows
    assert ["ACME", "000124", "B1", "blue", "trade-in", "1-600"] in rows
    assert slip.name == "ranges-1"


def test_a_set_of_which_nothing_was_sold_wins_nothing() -> None:
    numbers = {"000123": NUMBERS["000123"], "000124": SetNumbers(((1, 600),), ())}
    figures = replace(FIGURES, ranges=valid_ranges(BONANZA, STOCK, numbers))
    assert lines(figures=figures)["valid-range-000124"].text.endswith("blue, no card.")
    rows = [
        line.split() for line in text_of(ranges_slip(MONDAY, BONANZA, NEW_YORK, figures.ranges))
    ]
    assert ["ACME", "000124", "B1", "blue", "trade-in", "1-600", "none"] in rows


def test_a_set_that_is_not_here_is_named_on_the_slip() -> None:
    slip = ranges_slip(MONDAY, BONANZA, NEW_YORK, FIGURES.ranges[:1])
    assert Words("Not in this hall: set 000124.") in slip.blocks
    silent = ruled(NEW_YORK, claims__valid_ranges_announced=False)
    quiet = ranges_slip(MONDAY, BONANZA, silent, FIGURES.ranges)
    assert not any(isinstance(block, Spoken) for block in quiet.blocks)


def test_skipped_numbers_part_the_range() -> None:
    one = replace(received("000123", "red", "R1"), skips=(1, 50, 51, 100))
    assert all_numbers(one) == SetNumbers(((2, 49), (52, 99)))
    assert all_numbers(received("000123", "red", "R1")) == SetNumbers(((1, 100),))


def test_a_card_is_said_by_maker_set_card_and_color() -> None:
    assert spoken_card(STOCK[0], 57) == "maker ACME, set 000123, card 57, red"
