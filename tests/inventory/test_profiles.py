"""The kept profiles, each number from its rule; and a new state is a file, not code."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import inventory
from cardgen.errors import BadValueError
from inventory.decisions.game.occasion import open_occasion
from inventory.decisions.law import LAW, played_rules
from inventory.ledger.reading import Reader
from inventory.program.program import GameKind
from inventory.rules.profile import Profile
from inventory.rules.profile_file import (
    parsed_profile,
    profile_names,
    profile_problems,
    read_profile,
)
from inventory.rules.values import rules_of, typed_value, value_text
from tests.inventory.kit import Kit, Night, refusal_of

RULES = Path(inventory.__file__).parent / "rules"
FIFTY, MULTI, PROGRESSIVE = GameKind.FIFTY_FIFTY, GameKind.MULTI_COLOR, GameKind.PROGRESSIVE


def answers(name: str) -> dict[str, Any]:
    return {key: rule.value for key, rule in rules_of(read_profile(name))}


def cited(name: str, key: str) -> tuple[Any, str, str]:
    rule = dict(rules_of(read_profile(name)))[key]
    return rule.value, rule.citation, rule.mark


def test_the_kept_profiles_are_three_states_washington_and_the_halls_own() -> None:
    assert profile_names() == ("house", "us-nj", "us-nm", "us-ny", "us-wa")


# -- New York -------------------------------------------------------------------------------------


def test_new_york_pre_drawn_games() -> None:
    """9 NYCRR 4820.51(c), (d), (h): 45 minutes, a tenth of the seats, 48 calls, the place."""
    assert cited("us-ny", "pre_draw.minutes_before_max") == (45, "9 NYCRR 4820.51(c)", "rule text")
    assert cited("us-ny", "pre_draw.attendance_percent_min")[:2] == (10, "9 NYCRR 4820.51(c)")
    assert cited("us-ny", "pre_draw.calls_min")[:2] == (48, "9 NYCRR 4820.51(d)")
    assert cited("us-ny", "pre_draw.place")[0] == "first or after intermission"
    assert cited("us-ny", "pre_draw.receptacle_visible")[:2] == (True, "9 NYCRR 4820.51(h)")
    assert cited("us-ny", "claims.calls_max_announced")[:2] == (True, "9 NYCRR 4820.51(e)")


def test_new_york_exchange_and_prizes() -> None:
    """9 NYCRR 4820.51(g): two of another color and series; GML 479: 5,000 and 15,000 dollars."""
    found = answers("us-ny")
    assert found["exchange.new_cards"] == 2
    assert found["exchange.other_color"]
    assert found["exchange.other_series"]
    assert found["exchange.keep_until_filed"]
    assert (found["prizes.game_cents_max"], found["prizes.occasion_cents_max"]) == (
        5_000 * 100,
        15_000 * 100,
    )


def test_new_york_is_filed_within_seven_days() -> None:
    """General Municipal Law 491: 7 days after the occasion, 15 after the quarter."""
    found = answers("us-ny")
    assert (found["papers.filing_days"], found["papers.summary_days_after_quarter"]) == (7, 15)


# -- New Jersey -----------------------------------------------------------------------------------


def test_new_jersey_predraw() -> None:
    """N.J.A.C. 13:47-7.53 to 7.57: the last game, a full card, sealed, 50 of the 75."""
    assert cited("us-nj", "pre_draw.place") == ("last", "N.J.A.C. 13:47-7.53", "rule text")
    assert cited("us-nj", "pre_draw.coverall_only")[:2] == (True, "N.J.A.C. 13:47-7.54")
    assert cited("us-nj", "pre_draw.sealed_cards_only")[:2] == (True, "N.J.A.C. 13:47-7.55")
    assert cited("us-nj", "pre_draw.balls_exact")[:2] == (50, "N.J.A.C. 13:47-7.57(a)")


def test_new_jersey_prices() -> None:
    """7.28, 7.41, 7.48, 7.56: a dollar a card; 7.5: admission five dollars with a card."""
    found = answers("us-nj")
    assert found["cards.price_cents_max"] == 100
    assert set(found["cards.price_capped_kinds"]) == {PROGRESSIVE, FIFTY, MULTI, "pre-drawn"}
    assert set(found["cards.sold_before_first_number"]) == {PROGRESSIVE, FIFTY, MULTI}
    assert (found["house.admission_cents_max"], found["house.admission_cards_min"]) == (500, 1)


def test_new_jersey_prizes() -> None:
    """7.2: 1,000 dollars a game, 3,000 an occasion; 7.6: shared, or substitute prizes."""
    found = answers("us-nj")
    assert found["prizes.game_cents_max"] == 1_000 * 100
    assert found["prizes.occasion_cents_max"] == 3_000 * 100
    assert found["prizes.divided_equally"]
    assert found["prizes.substitute_prizes"]
    assert found["prizes.shared_within_calls"] == ("progressive",)  # 7.32(a)
    assert [answers(one)["prizes.shared_within_calls"] for one in ("us-ny", "us-nm")] == [(), ()]


def test_new_jersey_progressions() -> None:
    """7.24 to 7.36: 50 calls at first, won at the tenth occasion, never the last game."""
    found = answers("us-nj")
    assert found["progressive.allowed"]
    assert (found["progressive.calls_first_min"], found["progressive.occasions_max"]) == (50, 10)
    assert found["progressive.not_last_game"]
    assert found["progressive.ends_with_license"]
    assert found["progressive.own_bank_account"]
    assert found["progressive.emergency_notice_business_days"] == 1


def test_new_jersey_special_games_seats_and_picking() -> None:
    """7.39, 7.46, 7.47, 7.50: never last, six faces, last number; 7.23: nobody picks a card."""
    found = answers("us-nj")
    assert found["special.percentage_not_last"]
    assert found["special.multi_color_faces"] == 6
    assert found["special.multi_color_last_number"]
    assert not found["cards.player_selects"]
    assert found["cards.reserved_for_disabled"]
    assert found["house.present_players_only"]
    assert not found["house.seats_reserved"]


def test_new_jersey_keeps_the_printers_certificate_two_years() -> None:
    """N.J.A.C. 13:47-8, printer of tickets, (b)."""
    value, citation, mark = cited("us-nj", "papers.certificate_years")
    assert (value, mark) == (2, "read in part")
    assert "printer of tickets" in citation


# -- New Mexico, Washington -----------------------------------------------------------------------


def test_new_mexico_calls_and_verifies() -> None:
    """15.4.7.11 NMAC A to D: each duty of the caller and of the floor is on."""
    found = answers("us-nm")
    duties = (
        *("last_number_announced", "one_ball_at_a_time", "numbers_called_twice", "ball_shown"),
        *("error_sentence", "balls_kept_out", "held_ball_next", "player_watches"),
        *("serial_read_out", "uncalled_read", "other_bingos_asked", "last_ball_announced"),
        *("calls_max_announced", "valid_ranges_announced"),
    )
    assert all(found[f"claims.{duty}"] for duty in duties)
    assert not found["claims.caller_verifies"]


def test_new_mexico_winner_take_all_and_outage() -> None:
    """15.4.7.11 NMAC E: 2,500 dollars an occasion, contact from 600; F: the majority agrees."""
    found = answers("us-nm")
    assert found["special.winner_take_all"]
    assert found["special.cards_sold_announced"]
    assert found["special.winner_take_all_record"]
    assert found["prizes.occasion_cents_max"] == 2_500 * 100
    assert found["prizes.contact_from_cents"] == 600 * 100
    assert found["house.outage_by_majority"]
    assert not found["house.shortages_netted"]


def test_washington_hidden_face_sets() -> None:
    """WAC 230-16-140(6): 6,000 faces, subsets of 1,000; 230-16-125(3): 1 percent missing."""
    assert cited("us-wa", "sets.faces_min") == (6_000, "WAC 230-16-140(6)", "not read")
    assert cited("us-wa", "sets.subset_min")[0] == 1_000
    assert cited("us-wa", "sets.missing_permille_max") == (10, "WAC 230-16-125(3)", "not read")
    assert cited("us-wa", "sets.random_outside_number")[0]
    assert cited("us-wa", "sets.one_color")[:2] == (True, "WAC 230-16-120")


def test_washington_finishes_a_set_and_keeps_its_voids() -> None:
    """WAC 230-10-235(2): a set is sold out before another; 230-10-225: a void is kept."""
    assert cited("us-wa", "cards.finish_set_first")[:2] == (True, "WAC 230-10-235(2)")
    assert cited("us-wa", "cards.voids_kept")[:2] == (True, "WAC 230-10-225")


# -- all of them ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", profile_names())
def test_an_exchange_stands_only_where_a_rule_of_it_was_found(name: str) -> None:
    value, _, mark = cited(name, "exchange.new_cards")
    assert read_profile(name).exchange.is_allowed == (name == "us-ny")
    assert (value == 0) == (mark == "not found")


@pytest.mark.parametrize("name", profile_names())
def test_a_reading_of_ours_says_how_it_came_about(name: str) -> None:
    rules = rules_of(read_profile(name))
    assert [key for key, rule in rules if rule.mark == "derived" and not rule.note] == []


def test_the_halls_own_rules_claim_no_law_but_the_federal_one() -> None:
    rules = rules_of(read_profile("house"))
    assert {key for key, rule in rules if rule.mark != "not found"} == {
        "prizes.tax_form_from_cents"
    }


@pytest.mark.parametrize("name", profile_names())
def test_every_value_is_read_as_it_is_printed(name: str) -> None:
    for key, rule in rules_of(read_profile(name)):
        assert typed_value(key, value_text(rule.value)) == rule.value


# -- a new state is a file ------------------------------------------------------------------------


def another_state() -> Profile:
    """A state that nobody has heard of: a text, as a file beside the others would be."""
    text = (RULES / "us-wa.toml").read_text(encoding="utf-8")
    for was, becomes in (
        ('name = "us-wa"', 'name = "us-zz"'),
        ("calls_min = { value = 48", "calls_min = { value = 55"),
        ('citation = "WAC 230-10", mark', 'citation = "ZZ 1", mark'),
    ):
        assert was in text
        text = text.replace(was, becomes)
    return parsed_profile(text)


def test_adding_a_state_is_adding_a_file(kit: Kit) -> None:
    profile = another_state()
    assert profile.name == "us-zz"
    assert profile.sets == read_profile("house").sets, "as the plant keeps where it knows no rule"
    refused = refusal_of(lambda: open_occasion(Night(calls_max=54).opened, profile, None, ()))
    assert refused.code == "too-few-calls"
    assert "55" in refused.sentence
    assert "ZZ 1" in refused.sentence
    with kit.hall.ledger.transaction() as connection:
        received = Reader(connection).received()
    night = Night(calls_max=55).opened
    (opened,) = open_occasion(night, profile, None, received)
    assert opened == replace(night, law=LAW, rules=played_rules(profile))
    assert ("pre_draw.calls_min", "55") in opened.rules


def test_every_problem_of_a_file_is_named_not_only_the_first() -> None:
    text = (RULES / "us-nj.toml").read_text(encoding="utf-8")
    broken = (
        text.replace('place = { value = "last"', 'place = { value = "second"')
        .replace("balls_exact = { value = 50", "balls_exact = { value = -1")
        .replace("[papers]", "[paper]")
        .replace('"50/50", "multi-color", "pre-drawn"]', '"bingo"]')
    )
    told = "\n".join(profile_problems(broken))
    for named in (
        *("pre_draw.place", "'second'", "pre_draw.balls_exact", "no papers", "'paper'"),
        *("cards.price_capped_kinds", "prizes.cap_exempt_kinds", "'bingo'"),
    ):
        assert named in told
    assert len(profile_problems(broken)) == 6
    assert profile_problems(text) == ()
    for nonsense in ("= nonsense", "a = 1" + "0" * 5000, "a = " + "[" * 5000):
        assert len(profile_problems(nonsense)) == 1
    for broken in (
        text.replace('title = "New Jersey', 'title = "New\\nJersey'),
        text.replace('"N.J.A.C. 13:47-7.53"', '"N.J.A.C.\\u001b 13:47-7.53"'),
        text.replace('note = "Of the 75."', 'note = "Of\\nthe 75."'),
    ):
        (problem,) = profile_problems(broken)
        assert "one line of text" in problem
    assert profile_problems('papers = 1\nname = ""')[-1].startswith("[papers] is 1")
    assert "set_rules.toml" in profile_problems(f"{text}[sets]\n")[0]


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("pre_draw.calls_min", "many"),
        ("pre_draw.calls_min", "-1"),
        ("pre_draw.calls_min", "none"),
        ("pre_draw.calls_min", "76"),
        ("pre_draw.attendance_percent_min", "101"),
        ("papers.filing_days", "1000000000000"),
        ("prizes.game_cents_max", "1" + "0" * 5000),
        ("pre_draw.calls_min", "٤٨"),
        ("pre_draw.place", "second"),
        ("house.rules_notice", "1"),
        ("cards.price_capped_kinds", "50/50,"),
        ("papers.form", ""),
        ("pre_draw.calls_most", "3"),
        ("exchange.is_allowed", "true"),
        ("name", "us-zz"),
        ("overrides.count", "1"),
        ("", ""),
    ],
)
def test_what_answers_no_rule_is_refused_with_what_was_expected(key: str, text: str) -> None:
    with pytest.raises(BadValueError):
        typed_value(key, text)


def test_no_limit_and_an_empty_list_can_be_typed() -> None:
    assert typed_value("prizes.game_cents_max", "none") is None
    assert typed_value("cards.price_capped_kinds", "none") == ()
    assert typed_value("house.rules_notice", "false") is False
    assert typed_value("papers.form", "BC-7") == "BC-7"
