"""A progressive from its start to its end, by New Jersey's rules written out here."""

from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inventory.clock import Moment, business_day_after
from inventory.commands.progressive import StopProgressive
from inventory.decisions.facts import Decision
from inventory.decisions.progressive.acts import (
    Night,
    deposit,
    play,
    start,
    stop_for_emergency,
)
from inventory.decisions.progressive.progression import (
    CurrentOffer,
    Due,
    Progression,
    before,
    calls_of,
    check_calls,
    deposits_due,
    next_date,
    notice_due,
    progression_named,
    progressions_of,
    tonight,
)
from inventory.entries.entry import Context
from inventory.entries.progressive import (
    ProceedsDeposited,
    ProgressionKind,
    ProgressionPlayed,
    ProgressionStarted,
    ProgressionStopped,
)
from inventory.errors import Refusal, Refused
from inventory.rules.profile import ProgressiveRules, Rule
from inventory.rules.profile_file import read_profile
from tests.inventory.kit import code, refusal_of

ACT = Context("ab" * 16, "1", "Ann", "", Moment(datetime(2026, 12, 7, 20, tzinfo=UTC), 1, "boot"))
ON = "rule text"
# N.J.A.C. 13:47-7.24 to 7.36; the deposit's days are an example (7.36(b) breaks off).
NEW_JERSEY = ProgressiveRules(
    allowed=Rule(True, "7.24", ON),  # noqa: FBT003
    calls_first_min=Rule(50, "7.31(a)", ON),
    occasions_max=Rule(10, "7.32", ON),
    not_last_game=Rule(True, "7.26", ON),  # noqa: FBT003
    coverall_only=Rule(True, "7.25", ON),  # noqa: FBT003
    notice_of_dates=Rule(True, "7.29", ON),  # noqa: FBT003
    ends_with_license=Rule(True, "7.34", ON),  # noqa: FBT003
    emergency_notice_business_days=Rule(1, "7.35", ON),
    own_bank_account=Rule(True, "7.36", ON),  # noqa: FBT003
    deposit_business_days=Rule(2, "7.36", "derived"),
)
FREE = replace(
    NEW_JERSEY,
    occasions_max=Rule(None, "none", ON),
    notice_of_dates=Rule(False, "none", ON),  # noqa: FBT003
    ends_with_license=Rule(False, "none", ON),  # noqa: FBT003
    own_bank_account=Rule(False, "none", ON),  # noqa: FBT003
    emergency_notice_business_days=Rule(None, "none", ON),
    deposit_business_days=Rule(None, "none", ON),
)
MONDAYS = tuple(date.fromordinal(date(2026, 12, 7).toordinal() + 7 * n) for n in range(12))
DATES = tuple(day.isoformat() for day in MONDAYS)
NAME = "Monday"
STARTED = ProgressionStarted(
    name=NAME,
    prize_cents=50000,
    growth_cents=10000,
    growth_share=0,
    calls=50,
    calls_growth=1,
    dates=DATES,
    license_expires="2027-06-30",
    account="Bingo account, First Bank",
)


PROFILE = replace(read_profile("us-nj"), progressive=NEW_JERSEY)
TODAY = "2026-12-01"
TEN = replace(STARTED, dates=DATES[:10])


def begun(asked: ProgressionStarted) -> Decision:
    return start({}, asked, PROFILE, TODAY)


def written(decision: Decision) -> tuple[ProgressionKind, ...]:
    assert all(isinstance(kind, ProgressionKind) for kind in decision)
    return decision  # type: ignore[return-value]


def night(number: int, calls: int = 70, winner_count: int = 1, receipts: int = 12000) -> Night:
    return Night(100 + number, DATES[number - 1], calls, winner_count, receipts)


def carried(
    count: int, rules: ProgressiveRules = NEW_JERSEY, started: ProgressionStarted = STARTED
) -> Progression:
    """A progressive that was carried on from so many occasions."""
    found = Progression(started)
    for number in range(1, count + 1):
        (kind,) = written(play(found, rules, night(number)))
        found = _with(found, kind)
    return found


def _with(progression: Progression, *kinds: ProgressionKind) -> Progression:
    told = (progression.started, *progression.played, *progression.deposits, *kinds)
    return progression_named(progressions_of(told), progression.name)


def offered(
    progression: Progression, number: int, rules: ProgressiveRules = NEW_JERSEY
) -> CurrentOffer:
    found = tonight(progression, rules, DATES[number - 1])
    assert isinstance(found, CurrentOffer), found
    return found


# -- what it offers -------------------------------------------------------------------------------


def test_prize_and_calls_grow_at_every_occasion_it_is_carried_from() -> None:
    """500.00 + 2 x 100.00 = 700.00 and 50 + 2 x 1 = 52 calls at the third occasion."""
    assert offered(carried(0), 1) == CurrentOffer(1, 50000, 50, False, "occasion 1 of at most 10")  # noqa: FBT003
    assert offered(carried(2), 3) == CurrentOffer(3, 70000, 52, False, "occasion 3 of at most 10")  # noqa: FBT003


def test_it_grows_by_a_share_of_the_receipts_rounded_down() -> None:
    """12.5 % of 100.03 is 12.50375: 12.50 more than 500.00."""
    started = replace(STARTED, growth_cents=0, growth_share=1250)
    (kind,) = written(play(Progression(started), NEW_JERSEY, night(1, receipts=10003)))
    assert offered(_with(Progression(started), kind), 2).prize_cents == 51250


def test_calls_never_pass_the_balls_there_are() -> None:
    started = replace(STARTED, calls=70, calls_growth=4)
    assert [calls_of(Progression(started), number) for number in (1, 2, 3, 9)] == [70, 74, 75, 75]


def test_the_tenth_occasion_is_won_whatever_the_calls() -> None:
    assert not offered(carried(8), 9).must_be_won
    tenth = offered(carried(9), 10)
    assert (tenth.number, tenth.must_be_won) == (10, True)
    assert "occasion 10 is the last (7.32)" in tenth.why
    assert (
        code(lambda: play(carried(9), NEW_JERSEY, night(10, 75, winner_count=0))) == "must-be-won"
    )
    (kind,) = written(play(carried(9), NEW_JERSEY, night(10, calls=71)))
    assert isinstance(kind, ProgressionPlayed)
    assert (kind.outcome, kind.prize_cents) == ("won", 140000)  # 500.00 + 9 x 100.00


def test_the_last_date_under_the_license_is_won_whatever_the_calls() -> None:
    """7.34: two dates are posted within the license, the tenth occasion never comes."""
    started = replace(STARTED, dates=DATES[:2], license_expires="2026-12-18")
    first = offered(Progression(started), 1)
    assert not first.must_be_won
    last = offered(carried(1, started=started), 2)
    assert last.must_be_won
    assert last.why == "2026-12-14 is the last date posted (7.29)"


def test_without_a_license_rule_the_last_posted_date_is_the_last() -> None:
    started = replace(STARTED, dates=DATES[:2])
    last = offered(carried(1, FREE, started), 2, FREE)
    assert (last.must_be_won, last.why) == (True, "2026-12-14 is the last date posted")


def test_without_dates_and_a_most_it_goes_on() -> None:
    started = replace(STARTED, dates=(), license_expires="", account="")
    twelfth = offered(carried(11, FREE, started), 12, FREE)
    assert (twelfth.number, twelfth.must_be_won, twelfth.why) == (12, False, "occasion 12")
    assert next_date(Progression(started), "2026-12-01") == "2026-12-01"


def test_the_next_date_lies_behind_the_last_that_was_played() -> None:
    assert next_date(carried(0), "2026-12-01") == DATES[0]
    assert next_date(carried(0), DATES[0]) == DATES[0]
    assert next_date(carried(1), DATES[0]) == DATES[1]
    assert next_date(carried(1), "2027-12-31") == ""


def test_a_program_with_fewer_calls_than_promised_is_refused() -> None:
    promised = offered(carried(2), 3)
    assert code(lambda: check_calls(51, promised)) == "calls-lowered"
    check_calls(52, promised)


# -- the start ------------------------------------------------------------------------------------


def test_a_progressive_starts_with_its_dates_in_order() -> None:
    (kind,) = written(begun(replace(TEN, dates=TEN.dates[::-1])))
    assert kind == TEN


@pytest.mark.parametrize(
    ("changes", "refused"),
    [
        ({"name": " "}, "bad-progression"),
        ({"prize_cents": 0}, "bad-progression"),
        ({"growth_cents": -1}, "bad-progression"),
        ({"growth_share": 10001}, "bad-progression"),
        ({"growth_cents": 0}, "bad-progression"),
        ({"calls": 76}, "bad-progression"),
        ({"calls": 0}, "bad-progression"),
        ({"calls_growth": 10**30}, "bad-progression"),
        ({"dates": ("2026-12-07", "2026-12-07")}, "bad-progression"),
        ({"calls": 49}, "too-few-calls"),
        ({"calls_growth": -1}, "calls-lowered"),
        ({"license_expires": ""}, "license-needed"),
        ({"dates": ()}, "dates-needed"),
        ({"license_expires": "2026-12-08"}, "date-after-license"),
        ({"account": " "}, "account-needed"),
    ],
)
def test_a_start_that_lacks_something_is_refused(changes: dict[str, object], refused: str) -> None:
    assert code(lambda: begun(replace(STARTED, **changes))) == refused  # type: ignore[arg-type]


def test_a_name_is_used_once_also_after_the_end() -> None:
    known = progressions_of([STARTED])
    assert code(lambda: start(known, STARTED, PROFILE, TODAY)) == "progression-known"
    won = carried(0)
    (kind,) = written(play(won, NEW_JERSEY, night(1, calls=50)))
    assert (
        code(lambda: start({NAME: _with(won, kind)}, STARTED, PROFILE, TODAY))
        == "progression-known"
    )


def test_where_progressives_are_not_allowed_none_starts() -> None:
    never = replace(NEW_JERSEY, allowed=Rule(False, "the rule", ON))  # noqa: FBT003
    assert (
        code(lambda: start({}, STARTED, replace(PROFILE, progressive=never), TODAY))
        == "no-progressives"
    )


def test_no_more_dates_are_posted_than_may_be_played() -> None:
    """N.J.A.C. 13:47-7.32: at most ten occasions, so an eleventh date could never come."""
    assert code(lambda: begun(replace(STARTED, dates=DATES[:11]))) == "too-many-dates"
    assert not isinstance(begun(TEN), Refusal)
    free = replace(PROFILE, progressive=FREE)
    assert not isinstance(start({}, replace(STARTED, dates=DATES), free, TODAY), Refusal)


def test_a_day_that_is_over_is_no_date_to_post() -> None:
    assert code(lambda: begun(replace(STARTED, dates=("2020-01-06", *DATES[:3])))) == "date-over"
    assert not isinstance(start({}, TEN, PROFILE, DATES[0]), Refusal)
    assert code(lambda: start({}, TEN, PROFILE, "2026-12-08")) == "date-over"


def test_a_first_prize_above_the_cap_is_refused_where_progressives_are_capped() -> None:
    """General Municipal Law 479: $5,000 a game; New Jersey's limits leave progressives out."""
    york = replace(read_profile("us-ny"), progressive=FREE)
    over = replace(TEN, prize_cents=500_001)
    assert code(lambda: start({}, over, york, TODAY)) == "progression-over-cap"
    assert not isinstance(start({}, replace(over, prize_cents=500_000), york, TODAY), Refusal)
    assert not isinstance(begun(over), Refusal)


# -- playing --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("calls", "winner_count", "outcome"),
    [(50, 1, "won"), (50, 3, "won"), (51, 1, "carried"), (50, 0, "carried"), (75, 0, "carried")],
)
def test_it_is_won_within_the_calls_else_carried(
    calls: int, winner_count: int, outcome: str
) -> None:
    (kind,) = written(play(carried(0), NEW_JERSEY, night(1, calls, winner_count)))
    assert isinstance(kind, ProgressionPlayed)
    assert (kind.number, kind.outcome) == (1, outcome)


def test_after_it_was_won_it_is_not_played_again() -> None:
    (kind,) = written(play(carried(2), NEW_JERSEY, night(3, calls=52)))
    won = _with(carried(2), kind)
    assert won.is_ended
    assert code(lambda: tonight(won, NEW_JERSEY, DATES[3])) == "progression-won"
    assert code(lambda: play(won, NEW_JERSEY, night(4))) == "progression-won"


def test_an_eleventh_occasion_is_refused() -> None:
    """A ledger written under another rule may say that the tenth was carried."""
    ten = carried(10, replace(NEW_JERSEY, occasions_max=Rule(None, "7.32", ON)))
    assert code(lambda: play(ten, NEW_JERSEY, night(11))) == "occasions-over"


def test_it_is_played_once_an_occasion() -> None:
    assert code(lambda: play(carried(2), NEW_JERSEY, night(2))) == "played-already"


@pytest.mark.parametrize(
    ("played_on", "refused"),
    [
        ("2026-12-15", "date-not-posted"),
        ("2027-07-05", "date-after-license"),
        ("2026-12-07", "date-past"),
    ],
)
def test_a_day_that_cannot_be_is_refused(played_on: str, refused: str) -> None:
    one = replace(night(3), played_on=played_on)
    assert code(lambda: play(carried(2), NEW_JERSEY, one)) == refused


def test_a_snowed_in_monday_is_skipped() -> None:
    assert offered(carried(1), 5).number == 2


def test_a_game_judged_again_replaces_its_occasion() -> None:
    """A corrected draw takes the winner away: the same occasion is carried, the prize grows."""
    (won,) = written(play(carried(2), NEW_JERSEY, night(3, calls=52)))
    ended = _with(carried(2), won)
    again = before(ended, 103)
    assert offered(again, 3).prize_cents == 70000
    (kind,) = written(play(again, NEW_JERSEY, night(3, calls=60)))
    corrected = _with(ended, kind)
    assert not corrected.is_ended
    assert len(corrected.played) == 3
    assert offered(corrected, 4).prize_cents == 80000
    assert corrected.receipts_cents == 3 * 12000
    # A claim of the second occasion that is judged later finds what was offered then: 500 + 100.
    assert offered(before(corrected, 102), 2).prize_cents == 60000


# -- proceeds -------------------------------------------------------------------------------------


def paid_in(cents: int, reference: str = "slip 88") -> ProceedsDeposited:
    return ProceedsDeposited(NAME, cents, reference, "2026-12-08")


def test_deposits_cover_the_oldest_proceeds_first() -> None:
    """Three Mondays of 120.00; 150.00 deposited cover the first and 30.00 of the second."""
    one = _with(carried(3), paid_in(10000), paid_in(5000))
    assert deposits_due(one, NEW_JERSEY) == (
        Due("2026-12-14", 9000, "2026-12-16"),
        Due("2026-12-21", 12000, "2026-12-23"),
    )
    assert one.undeposited_cents == 21000
    assert deposits_due(one, FREE)[0].by == ""


def test_no_more_is_deposited_than_came_in() -> None:
    one = carried(1)
    assert code(lambda: deposit(ACT, one, paid_in(12001))) == "deposit-over"
    (kind,) = written(deposit(ACT, one, paid_in(12000)))
    assert code(lambda: deposit(ACT, _with(one, kind), paid_in(1))) == "nothing-to-deposit"
    assert deposits_due(_with(one, kind), NEW_JERSEY) == ()


@pytest.mark.parametrize(
    ("asked", "refused"),
    [
        (paid_in(0), "bad-progression"),
        (paid_in(-1), "bad-progression"),
        (paid_in(1, " "), "deposit-reference-needed"),
    ],
)
def test_a_deposit_without_amount_or_reference_is_refused(
    asked: ProceedsDeposited, refused: str
) -> None:
    assert code(lambda: deposit(ACT, carried(1), asked)) == refused


def test_after_the_end_the_rest_is_still_deposited() -> None:
    (won,) = written(play(carried(1), NEW_JERSEY, night(2, calls=50)))
    assert written(deposit(ACT, _with(carried(1), won), paid_in(24000)))


# -- the emergency --------------------------------------------------------------------------------


LICENSEE = "St. Brendan's"


def stopped(known_on: date, rules: ProgressiveRules = NEW_JERSEY) -> ProgressionStopped:
    one = _with(carried(2), paid_in(12000))
    why = StopProgressive(one.name, "the roof leaks", known_on.isoformat())
    (kind,) = written(stop_for_emergency(ACT, one, rules, why, LICENSEE))
    assert isinstance(kind, ProgressionStopped)
    return kind


@pytest.mark.parametrize(
    ("known_on", "due"),
    [
        (date(2026, 12, 7), "2026-12-08"),  # Monday, Tuesday
        (date(2026, 12, 11), "2026-12-14"),  # Friday, Monday
        (date(2026, 12, 12), "2026-12-14"),  # Saturday, Monday
        (date(2026, 12, 13), "2026-12-14"),  # Sunday, Monday
    ],
)
def test_the_notice_is_due_on_the_next_business_day(known_on: date, due: str) -> None:
    found = notice_due(known_on, NEW_JERSEY)
    assert found is not None
    assert found.isoformat() == due == stopped(known_on).notice_due


def test_what_the_notice_says_is_kept_with_the_stop() -> None:
    """Two occasions of 120.00, prize 500.00 + 2 x 100.00, 120.00 in the account."""
    kind = stopped(date(2026, 12, 14))
    assert (kind.occasions, kind.prize_cents) == (2, 70000)
    assert (kind.receipts_cents, kind.deposited_cents) == (24000, 12000)
    assert stopped(date(2026, 12, 14), FREE).notice_due == ""


def test_a_stopped_progressive_is_neither_played_nor_stopped_again() -> None:
    one = _with(carried(2), stopped(date(2026, 12, 15)))
    why = StopProgressive(one.name, "again", "2026-12-16")
    assert one.is_ended
    assert code(lambda: play(one, NEW_JERSEY, night(3))) == "progression-stopped"
    again = code(lambda: stop_for_emergency(ACT, one, NEW_JERSEY, why, LICENSEE))
    assert again == "progression-stopped"


def test_a_stop_has_a_reason_and_a_won_one_is_not_stopped() -> None:
    nothing = StopProgressive(STARTED.name, "  ", "2026-12-16")
    asked = code(lambda: stop_for_emergency(ACT, carried(1), NEW_JERSEY, nothing, LICENSEE))
    assert asked == "stop-reason-needed"
    (won,) = written(play(carried(1), NEW_JERSEY, night(2, calls=50)))
    fire = replace(nothing, reason="fire")
    done = _with(carried(1), won)
    late = code(lambda: stop_for_emergency(ACT, done, NEW_JERSEY, fire, LICENSEE))
    assert late == "progression-won"


@given(st.dates(date(2000, 1, 1), date(2100, 1, 1)), st.integers(0, 20))
def test_business_days_are_counted_as_a_calendar_counts_them(day: date, count: int) -> None:
    """Counted by hand over the calendar: so many weekdays lie behind the day, up to the last."""
    last = business_day_after(day, count)
    between = range(day.toordinal() + 1, last.toordinal() + 1)
    weekdays = [one for one in between if date.fromordinal(one).isoweekday() <= 5]
    assert len(weekdays) == count
    assert count == 0 or weekdays[-1] == last.toordinal()


# -- any life -------------------------------------------------------------------------------------

NIGHTS = st.lists(
    st.tuples(
        st.integers(4, 75), st.integers(0, 3), st.integers(0, 100000), st.integers(0, 100000)
    ),
    max_size=12,
)


@given(NIGHTS, st.integers(0, 20000), st.integers(0, 10000), st.integers(0, 5))
def test_any_life_grows_ends_at_the_tenth_and_keeps_every_cent(
    nights: list[tuple[int, int, int, int]], growth: int, share: int, calls_growth: int
) -> None:
    started = replace(STARTED, growth_cents=growth, growth_share=share, calls_growth=calls_growth)
    one, prize, calls, receipts, deposited = Progression(started), 0, 0, 0, 0
    for number, (used, winner_count, taken, brought) in enumerate(nights, 1):
        if one.is_ended:
            with pytest.raises(Refused):
                play(one, NEW_JERSEY, night(number))
            break
        now = offered(one, number)
        assert now.prize_cents >= prize
        assert now.calls_max >= calls
        assert now.must_be_won == (number == 10)
        prize, calls = now.prize_cents, now.calls_max
        if (number, winner_count) == (10, 0):
            last = night(number, used, winner_count, taken)
            assert code(partial(play, one, NEW_JERSEY, last)) == "must-be-won"
            break
        decided = play(one, NEW_JERSEY, night(number, used, winner_count, taken))
        one, receipts = _with(one, *written(decided)), receipts + taken
        with suppress(Refused):
            paid = deposit(ACT, one, paid_in(brought))
            one, deposited = _with(one, *written(paid)), deposited + brought
        assert len(one.played) <= 10
        assert (one.receipts_cents, one.deposited_cents) == (receipts, deposited)
        due = sum(due.cents for due in deposits_due(one, NEW_JERSEY))
        assert due == one.undeposited_cents == receipts - deposited >= 0


def test_a_name_nobody_started_is_refused_with_those_there_are() -> None:
    refused = refusal_of(lambda: progression_named(progressions_of([STARTED]), "Friday"))
    assert refused.code == "unknown-progression"
    assert STARTED.name in str(refused)
    assert progressions_of([]) == {}
