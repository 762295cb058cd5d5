"""A citation says how much of it was read: only the three founding texts were at hand."""

import re

import pytest

from inventory.rules.citing import cited
from inventory.rules.profile_file import profile_names, read_profile
from inventory.rules.values import rules_of

# What the founding texts hold whole: 9 NYCRR 4820.51, 15.4.7.11 NMAC, and of N.J.A.C. 13:47 these.
WHOLE = re.compile(
    r"9 NYCRR 4820\.51(\(|$|,)|15\.4\.7\.11 NMAC|"
    r"13:47-7\.(2\(a\)|5\(a\)|6|7|21|23\(a\)|23\(b\)|24|25|26|27|28|30|31\(a\)|34|36\(a\)|37|38|39|40|"
    r"41|42|45|46|47|48|49|50\(a\)|52|53|54|55|56|57\(a\))|13:47, who may play"
)
BROKEN_OFF = (
    "7.29(a)",
    "7.32(a)",
    "7.33(a)",
    "7.35(a)",
    "7.43(a)",
    "7.50(b)",
    "printer of tickets",
)


@pytest.mark.parametrize("name", profile_names())
def test_only_what_was_read_is_called_the_rules_text(name: str) -> None:
    for key, rule in rules_of(read_profile(name)):
        if rule.mark == "rule text":
            assert WHOLE.search(rule.citation), (key, rule.citation)
            assert not any(part in rule.citation for part in BROKEN_OFF), key


@pytest.mark.parametrize("name", profile_names())
def test_a_text_that_breaks_off_is_read_in_part_at_most(name: str) -> None:
    for key, rule in rules_of(read_profile(name)):
        if any(part in rule.citation for part in BROKEN_OFF):
            assert rule.mark != "rule text", key


def test_it_is_said_wherever_the_rule_is_cited() -> None:
    new_york, jersey = read_profile("us-ny"), read_profile("us-nj")
    assert cited(new_york.prizes.game_cents_max) == "General Municipal Law 479 (not read)"
    assert cited(new_york.papers.filing_days) == "General Municipal Law 491 (not read)"
    assert cited(new_york.prizes.divided_equally) == "9 NYCRR 4820.27 (not read)"
    assert cited(jersey.claims.player_watches).endswith("7.43(a) (read in part)")
    assert cited(read_profile("us-nm").cards.one_price) == "15.4.7.10 NMAC (not read)"


def test_a_bingo_prize_is_reported_from_two_thousand_dollars_in_2026() -> None:
    """The year's own figure; $1,200 was that of 2025 and before."""
    for name in profile_names():
        rule = read_profile(name).prizes.tax_form_from_cents
        assert (rule.value, rule.mark) == (200_000, "not read")
        assert "2026" in rule.note
