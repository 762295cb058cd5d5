from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest

from cardgen.amounts import printed_cents
from cardgen.errors import BadValueError
from cardgen.order import PRICE_CENTS_MAX
from tests.press.cards import a_job, a_series


@pytest.mark.parametrize("cents", [-1, 100_001])
def test_a_price_nobody_would_ask_is_refused(cents: int) -> None:
    with pytest.raises(BadValueError, match="price"):
        replace(a_job(a_series()), price_cents=cents)


@pytest.mark.parametrize("name", ["", " Hall", "Ha\nll", "x" * 81])
def test_a_name_that_cannot_be_printed_is_refused(name: str) -> None:
    with pytest.raises(BadValueError, match="hall's name"):
        replace(a_job(a_series()), hall_name=name)


@pytest.mark.parametrize(
    "moment",
    [
        datetime(2026, 11, 30),  # noqa: DTZ001 -- the fault under test
        datetime(2026, 11, 30, tzinfo=timezone(timedelta(hours=-5))),
    ],
)
def test_a_time_that_is_not_utc_is_refused(moment: datetime) -> None:
    with pytest.raises(BadValueError, match="time of making"):
        replace(a_job(a_series()), made_at=moment)


def test_lots_are_counted_from_one() -> None:
    with pytest.raises(BadValueError, match="lot"):
        replace(a_job(a_series()), lot=0)


def test_a_price_is_whole_cents() -> None:
    assert printed_cents(100_000) == "$1,000.00"
    assert replace(a_job(a_series()), price_cents=5).price == "$0.05"
    assert a_job(a_series()).made_at_text == "2026-11-30T09:00:00Z"
    assert a_job(a_series()).made_at.tzinfo is UTC


@pytest.mark.parametrize("cents", [0, 5, 99_999, PRICE_CENTS_MAX])
def test_a_price_reads_the_same_on_the_card_and_on_the_papers(cents: int) -> None:
    assert printed_cents(cents) == printed_cents(cents)
