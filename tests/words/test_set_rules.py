"""What the rules ask of a set, by jurisdiction; plant and hall read one file."""

import pytest

from cardgen.errors import BadValueError
from cardgen.set_rules import FacesLimit, SpoilLimit


def test_washington_s_rule_is_one_in_a_hundred() -> None:
    limit = SpoilLimit.of("us-wa")
    assert (limit.printed, limit.source) == ("1 %", "WAC 230-16-125(3) (not read)")


@pytest.mark.parametrize("jurisdiction", ["us-ny", "us-nj", "us-nm", "house", "xx-yy"])
def test_where_no_rule_is_found_the_same_care_is_taken_and_said(jurisdiction: str) -> None:
    limit = SpoilLimit.of(jurisdiction)
    assert limit.per_mille == 10
    assert "no rule of its own was found" in limit.source


@pytest.mark.parametrize(
    ("missing", "count", "allowed"),
    [(0, 1, True), (1, 100, True), (1, 99, False), (2, 199, False), (10, 1000, True)],
)
def test_the_share_is_of_the_cards_that_are_sent(
    missing: int, count: int, *, allowed: bool
) -> None:
    assert SpoilLimit.of("us-wa").allows(missing, count) is allowed


def test_a_plant_s_own_limit_is_never_above_the_rule() -> None:
    limit = SpoilLimit.of("us-wa")
    assert limit.lowered(None) == limit
    assert limit.lowered(0).allows(0, 7)
    assert not limit.lowered(0).allows(1, 10_000)
    assert limit.lowered(5).source == "the plant's own limit"
    for wrong in (-1, 11):
        with pytest.raises(BadValueError, match="0 to 10 of 1,000"):
            limit.lowered(wrong)


def test_washington_s_hidden_faces_are_6_000_and_elsewhere_no_rule_was_found() -> None:
    assert FacesLimit.of("us-wa") == FacesLimit(6_000, "WAC 230-16-140(6) (not read)")
    assert {FacesLimit.of(other).least for other in ("us-ny", "us-nj", "us-nm", "xx-yy")} == {1}
