"""Games of an evening: their states, what each refuses, and what is left to the next."""

from dataclasses import replace
from datetime import timedelta

import pytest

from inventory.commands.claim import CloseRound, Witnesses
from inventory.commands.game import (
    CallBalls,
    CloseSales,
    CompleteGame,
    CompleteUnwon,
    CorrectDraw,
    CountHeads,
    PreDraw,
    StartGame,
    VoteOutage,
)
from inventory.commands.house import SetRule
from inventory.decisions.claim.claim_rules import calls_used
from inventory.decisions.game.evening import Evening, new_evening
from inventory.decisions.game.game_state import GamePhase, GameState
from inventory.desk.execute import Answer, execute
from inventory.desk.game.evening import current_evening
from inventory.desk.game.prizes import prize_inputs_of
from inventory.entries.claim import ClaimDecided, RoundClosed
from inventory.entries.entry import Entry
from inventory.entries.game import (
    AnnouncedPrize,
    GameCompleted,
    GameStarted,
    GivenPrize,
    OccasionOpened,
    OutageVoted,
    SalesClosed,
)
from inventory.entries.states import CardState, Verdict
from inventory.ledger.reading import Reader
from inventory.program.patterns import read_pattern
from inventory.program.program import Game, GameKind, PrizeBasis, Program, Section, Terms
from tests.inventory.delivery_builder import BLUE, RED
from tests.inventory.kit import HEARD, Kit, Night, code, kinds, ok
from tests.inventory.scanned import selling, stock

FIXED = Terms(PrizeBasis.FIXED, 10000, 2500)
SEALED = Game(2, "Tear-open", GameKind.PRE_DRAWN, FIXED, (RED, BLUE), pre_drawn=48, calls_max=60)
REGULAR = Game(1, "Warm-up", GameKind.ORDINARY, Terms(PrizeBasis.FIXED, 5000))
LAST = Game(3, "Last", GameKind.ORDINARY, Terms(PrizeBasis.FIXED, 5000))


def opened(*games: Game, seats: int = 0) -> OccasionOpened:
    return OccasionOpened(Program("Monday", "2026-11-30", games, seats=seats), 5000)


def begin(kit: Kit, *games: Game, seats: int = 0) -> Kit:
    ok(kit.receive())
    ok(stock.issue_all(kit.hall, kit.context(), "1"))
    ok(kit.open_against_the_rules(opened(*games, seats=seats)))
    return kit


def evening_of(kit: Kit) -> Evening:
    found = current_evening(kit.hall)
    assert found is not None
    return found


def state(kit: Kit, number: int = 0) -> GamePhase:
    play = evening_of(kit).play(number)
    assert play is not None
    return play.state


def complete(kit: Kit, *given: tuple[str, int]) -> Answer:
    return kit.run(CompleteGame(tuple(GivenPrize(*one) for one in given)))


def heads(kit: Kit, present: int) -> Answer:
    return kit.run(CountHeads(present))


def last(entries: tuple[Entry, ...]) -> object:
    return entries[-1].kind


def won_round(kit: Kit, number: int = 1) -> None:
    """The red card of that number wins on the pre-drawn balls."""
    card = kit.built.red(number)
    kit.game_with(card)
    kit.win(card)


# -- states ----------------------------------------------------------------------------------------


def test_a_game_is_scheduled_started_held_resumed_ended_completed(kit: Kit) -> None:
    ok(kit.sell(1, 2))
    card = kit.built.red(1)
    assert state(kit) is GamePhase.SCHEDULED
    kit.game_with(card, card.numbers[0])
    assert state(kit) is GamePhase.STARTED
    ok(kit.hold())
    assert state(kit) is GamePhase.HELD
    ok(kit.rack())
    ok(kit.claim(card))
    ok(kit.close_round())
    assert state(kit) is GamePhase.RESUMED
    assert code(complete(kit)) == "game-not-won"
    ok(kit.call(card.numbers[0]))
    ok(kit.hold())
    assert code(complete(kit)) == "round-not-closed"
    ok(kit.rack())
    ok(kit.claim(card))
    ok(kit.close_round())
    assert state(kit) is GamePhase.ENDED
    assert last(ok(complete(kit))) == GameCompleted(1, ())
    assert state(kit) is GamePhase.COMPLETED
    assert code(complete(kit)) == "games-over"
    for again in (kit.start(), kit.hold(), kit.call(75)):
        assert code(again) == "game-completed"


def test_no_ball_is_called_before_the_game_is_started(kit: Kit) -> None:
    ok(kit.pre_draw(tuple(range(1, 49))))
    assert code(kit.start()) == "sales-open"
    ok(kit.close())
    assert code(kit.call(60)) == "game-not-started"
    ok(kit.start())
    assert code(kit.start()) == "game-started"
    ok(kit.call(60))


def test_a_game_does_not_start_before_its_pre_drawn_balls_are_there(kit: Kit) -> None:
    ok(kit.pre_draw(tuple(range(1, 48))))
    ok(kit.close())
    assert code(kit.start()) == "pre-draw-short"


def test_holders_on_the_pre_drawn_numbers_are_asked_for_before_a_further_ball(kit: Kit) -> None:
    """9 NYCRR 4820.51(e)."""
    ok(kit.sell(1))
    card = kit.built.red(1)
    drawn = (*card.numbers, *[n for n in range(1, 76) if n not in card.numbers][:24])
    ok(kit.pre_draw(drawn))
    ok(kit.close())
    assert code(kit.start("")) == "inquiry-needed"
    announced = (AnnouncedPrize("primary", 10000), AnnouncedPrize("consolation", 2500))
    assert last(ok(kit.start("holder"))) == GameStarted(
        1,
        "holder",
        1,
        100,
        announced,
        (),
    )
    left = next(n for n in range(1, 76) if n not in drawn)
    assert code(kit.call(left)) == "holders-first"
    ok(kit.hold())
    ok(kit.rack())
    ok(kit.claim(card))
    closed = last(ok(kit.close_round())[:1])
    assert isinstance(closed, RoundClosed)
    assert (closed.prize, closed.shares) == ("primary", (10000,))


def test_a_holder_who_was_wrong_lets_the_game_go_on(kit: Kit) -> None:
    ok(kit.pre_draw(tuple(range(1, 49))))
    ok(kit.close())
    ok(kit.start("holder"))
    ok(kit.hold())
    ok(kit.close_round())
    ok(kit.call(60))


def test_a_pre_draw_that_began_too_long_ago_is_kept_as_a_remark(kit: Kit) -> None:
    """45 minutes (9 NYCRR 4820.51(c)): what is drawn cannot be mended, so it is told."""
    ok(kit.pre_draw(tuple(range(1, 49))))
    ok(kit.close())
    context = kit.context()
    late = replace(
        context, moment=replace(context.moment, at=context.moment.at + timedelta(minutes=46))
    )
    entries = ok(execute(kit.hall, late, StartGame("nobody")))
    (started,) = [entry.kind for entry in entries if isinstance(entry.kind, GameStarted)]
    assert len(started.remarks) == 1
    assert "46 minutes" in started.remarks[0]
    assert "4820.51(c)" in started.remarks[0]


def test_a_round_before_the_start_heard_no_holder_that_was_asked_for_then(kit: Kit) -> None:
    ok(kit.pre_draw(tuple(range(1, 49))))
    ok(kit.close())
    ok(kit.hold())
    ok(kit.close_round())
    ok(kit.start("holder"))
    assert code(kit.call(60)) == "holders-first"
    ok(kit.hold())
    ok(kit.close_round())
    ok(kit.call(60))


def unwon(kit: Kit, reason: str = "all balls are called", second: str = "Bob") -> Answer:
    return kit.run(CompleteUnwon(reason), second=second)


def test_a_game_that_nobody_wins_is_completed_by_two_people_with_a_reason(empty: Kit) -> None:
    kit = begin(empty, replace(SEALED, number=1), replace(REGULAR, number=2))
    assert code(unwon(kit)) == "sales-open"
    ok(kit.pre_draw(tuple(range(1, 49))))
    ok(kit.close())
    ok(kit.start())
    ok(kit.call(*range(49, 76)))
    assert code(unwon(kit, second="")) == "second-person-needed"
    assert code(unwon(kit, reason=" ")) == "unwon-reason-needed"
    assert last(ok(unwon(kit))) == GameCompleted(1, (), "all balls are called")
    assert evening_of(kit).current.game.number == 2


def test_a_game_with_a_holder_who_was_not_heard_is_not_called_unwon(kit: Kit) -> None:
    ok(kit.pre_draw(tuple(range(1, 49))))
    ok(kit.close())
    ok(kit.start("holder"))
    assert code(unwon(kit)) == "holders-first"


def test_a_won_game_is_not_called_unwon(kit: Kit) -> None:
    ok(kit.sell(1))
    won_round(kit)
    assert code(unwon(kit)) == "game-won"


def test_only_so_many_balls_are_called_as_the_game_has(empty: Kit) -> None:
    """15.4.7.11 D NMAC: ten balls, and no eleventh."""
    ten = Game(1, "Ten", GameKind.ORDINARY, Terms(PrizeBasis.FIXED, 5000), calls_max=10)
    kit = begin(empty, ten, SEALED)
    ok(kit.start(""))
    ok(kit.call(*range(1, 10)))
    assert code(kit.call(10, 11)) == "last-ball-called"
    ok(kit.call(10))
    assert code(kit.call(11)) == "last-ball-called"
    assert code(kit.run(CallBalls((11,), 2))) == "not-current-game"


def test_what_is_pre_drawn_for_the_last_game_is_drawn_before_all_others(empty: Kit) -> None:
    """N.J.A.C. 13:47-7.57(a), answered so by this hall."""
    asked = ("pre_draw.place", "last")
    ok(empty.run(SetRule(*asked, "as in New Jersey")))
    kit = begin(empty, REGULAR, replace(SEALED, pre_drawn=50))
    assert code(kit.start("")) == "pre-draw-first"
    ok(kit.pre_draw(tuple(range(1, 51))))
    ok(kit.start(""))


def test_prizes_given_by_name_are_no_more_than_the_game_offers(empty: Kit) -> None:
    """REGULAR offers $50.00."""
    kit = begin(empty, REGULAR, SEALED)
    assert code(complete(kit, ("Joe", 5000))) == "game-not-started"
    ok(kit.start(""))
    assert code(complete(kit, ("Joe", 2500), ("Mary", 2501))) == "given-over-prize"
    ok(complete(kit, ("Joe", 2500), ("Mary", 2500)))


# -- heads -----------------------------------------------------------------------------------------


def test_fewer_than_a_tenth_of_the_seats_is_no_pre_draw(empty: Kit) -> None:
    """9 NYCRR 4820.51(c): of 125 seats 13 players, as 12 are 9.6 %."""
    kit = begin(empty, replace(SEALED, number=1), seats=125)
    assert code(kit.pre_draw((1,))) == "heads-not-counted"
    assert code(heads(kit, 12)) == "too-few-players"
    assert code(kit.pre_draw((1,))) == "heads-not-counted"
    ok(heads(kit, 13))
    ok(kit.pre_draw((1,)))


def test_cards_that_are_sold_before_the_first_number_are_not_pre_drawn_for(empty: Kit) -> None:
    """N.J.A.C. 13:47-7.41(b), answered so by this hall."""
    asked = ("cards.sold_before_first_number", "50/50")
    ok(empty.run(SetRule(*asked, "as in New Jersey")))
    half = Terms(PrizeBasis.SHARE, primary_share=5000)
    kit = begin(empty, replace(SEALED, number=1, kind=GameKind.FIFTY_FIFTY, terms=half))
    refused = kit.pre_draw((1,))
    assert code(refused) == "sold-before-first"
    assert "this hall's own rule" in str(refused)
    ok(kit.close())
    ok(kit.pre_draw((1,)))


# -- several games ---------------------------------------------------------------------------------


def test_games_follow_one_another_and_balls_belong_to_one(empty: Kit) -> None:
    kit = begin(empty, REGULAR, SEALED, LAST)
    ok(kit.sell(1))
    ok(kit.start(""))
    ok(kit.call(5, 6, 7))
    assert code(complete(kit)) == "winners-needed"
    ok(complete(kit, ("Joe", 5000)))
    assert evening_of(kit).current.game.number == 2
    assert code(complete(kit)) == "sales-open"
    won_round(kit)
    assert code(complete(kit, ("Joe", 5000))) == "claimed-not-given"
    ok(complete(kit))
    assert evening_of(kit).current.game.number == 3
    ok(kit.start(""))
    ok(kit.call(5))
    balls = [len(play.balls) for play in evening_of(kit).plays]
    assert balls == [3, 48, 1]


def test_balls_are_pre_drawn_for_a_later_game_while_another_is_on(empty: Kit) -> None:
    """New Jersey draws 50 before the regular games and plays them last (N.J.A.C. 13:47-7.57)."""
    kit = begin(empty, REGULAR, replace(SEALED, pre_drawn=50))
    ok(kit.pre_draw(tuple(range(1, 51))))
    ok(kit.start(""))
    ok(kit.call(1))
    ok(kit.run(CorrectDraw(32, 70, 2)))
    play = evening_of(kit).play(2)
    assert play is not None
    assert (play.balls[31], len(play.balls)) == (70, 50)
    assert evening_of(kit).current.balls == (1,)


def test_a_game_that_is_not_in_the_program_is_named(empty: Kit) -> None:
    kit = begin(empty, REGULAR, SEALED)
    assert code(kit.run(PreDraw((1,), 7))) == "no-such-game"
    assert code(kit.run(CloseSales(7))) == "no-such-game"
    assert code(kit.run(CorrectDraw(1, 2, 7))) == "no-such-game"


def test_sales_close_for_one_game_and_go_on_for_another(empty: Kit) -> None:
    reds = replace(SEALED, number=1, sets=(RED,))
    blues = replace(SEALED, number=2, sets=(BLUE,))
    kit = begin(empty, reds, blues)
    ok(kit.sell(1))
    assert last(ok(kit.close())[:1]) == SalesClosed(1, 1, 0)
    assert code(kit.sell(2)) == "sales-closed"
    assert code(kit.undo()) == "sales-closed"
    assert code(kit.exchange((1,), 2)) == "sales-closed"
    assert not evening_of(kit).is_sales_closed
    assert code(kit.cash_up()) == "sales-open"
    ok(kit.run(CloseSales(2)))
    assert evening_of(kit).is_sales_closed


def test_a_card_of_another_game_does_not_win_this_one(empty: Kit) -> None:
    reds = replace(SEALED, number=1, sets=(RED,))
    blues = replace(SEALED, number=2, sets=(BLUE,))
    kit = begin(empty, blues, reds)
    ok(kit.sell(1))
    ok(kit.pre_draw(tuple(range(1, 49))))
    ok(kit.close())
    ok(kit.start())
    ok(kit.hold())
    refused = last(ok(kit.claim(kit.built.red(1))))
    assert (getattr(refused, "failed_step", 0), getattr(refused, "code", "")) == (5, "wrong-color")


def test_nothing_is_done_in_a_game_without_an_occasion(empty: Kit) -> None:
    assert code(complete(empty)) == "no-occasion"
    assert code(empty.start()) == "no-occasion"
    assert code(heads(empty, 1)) == "no-occasion"
    assert code(empty.run(VoteOutage(3, 2))) == "no-occasion"


# -- patterns, last numbers, people ----------------------------------------------------------------


def claimed(kit: Kit, number: int, witnesses: Witnesses = HEARD) -> ClaimDecided:
    kind = last(ok(kit.claim(kit.built.red(number), witnesses)))
    assert isinstance(kind, ClaimDecided)
    return kind


def test_a_pattern_wins_with_its_own_numbers_alone(empty: Kit) -> None:
    """Four corners: first and last of column B and of column O."""
    corners = replace(SEALED, number=1, pre_drawn=0, calls_max=75, pattern="four corners")
    kit = begin(empty, corners)
    ok(kit.sell(1))
    ok(kit.close())
    ok(kit.start())
    numbers = kit.built.red(1).numbers
    four = (numbers[0], numbers[4], numbers[19], numbers[23])
    ok(kit.call(*four[:3]))
    ok(kit.hold())
    ok(kit.rack())
    assert claimed(kit, 1).numbers_missing == (four[3],)
    ok(kit.close_round())
    ok(kit.call(four[3]))
    ok(kit.hold())
    ok(kit.rack())
    found = claimed(kit, 1)
    assert (found.verdict, found.calls) == (Verdict.VALID, 4)


def test_the_last_number_is_on_the_winning_card_where_the_game_asks_it(empty: Kit) -> None:
    """N.J.A.C. 13:47-7.50(a)."""
    asked = replace(SEALED, number=1, pre_drawn=0, calls_max=75, last_number_on_card=True)
    kit = begin(empty, asked)
    ok(kit.sell(1))
    ok(kit.close())
    ok(kit.start())
    numbers = kit.built.red(1).numbers
    other = next(n for n in range(1, 76) if n not in numbers)
    ok(kit.call(*numbers, other))
    ok(kit.hold())
    ok(kit.rack())
    found = claimed(kit, 1)
    assert (found.verdict, found.failed_step, found.code) == (
        Verdict.NOT_VALID,
        9,
        "last-number-missing",
    )


def test_calls_used_counts_pre_drawn_balls_as_all_of_them() -> None:
    face = tuple(range(1, 25))
    play = GameState(replace(SEALED, pre_drawn=30), tuple(range(1, 31)))
    coverall = read_pattern("coverall")
    assert calls_used(play, coverall, face) == 30
    assert calls_used(replace(play, balls=(*range(2, 32), 1)), coverall, face) == 31
    assert calls_used(replace(play, balls=tuple(range(2, 32))), coverall, face) == 0


def test_sections_are_won_one_after_another_by_their_own_patterns(empty: Kit) -> None:
    """N.J.A.C. 13:47-7.38: the pool of half the receipts, 40 % for the corners, 60 % for all.

    Two cards at $1.00 make a pool of $1.00: $0.40 and $0.60.
    """
    sections = (Section("corners", "four corners", 4000), Section("full card", "coverall", 6000))
    terms = Terms(PrizeBasis.SECTIONS, pool_share=5000, sections=sections)
    kit = begin(empty, replace(SEALED, number=1, pre_drawn=0, calls_max=75, terms=terms))
    ok(kit.sell(1, 2))
    ok(kit.close())
    ok(kit.start())
    numbers = kit.built.red(1).numbers
    four = (numbers[0], numbers[4], numbers[19], numbers[23])
    ok(kit.call(*four))
    ok(kit.hold())
    ok(kit.rack())
    assert claimed(kit, 1).verdict == Verdict.VALID
    first = last(ok(kit.close_round())[:1])
    assert isinstance(first, RoundClosed)
    assert (first.section, first.prize, first.shares) == (1, "corners", (40,))
    assert code(complete(kit)) == "game-not-won"
    second = kit.built.red(2).numbers
    ok(kit.call(*(n for n in second if n not in four)))
    ok(kit.hold())
    ok(kit.rack())
    assert claimed(kit, 2).verdict == Verdict.VALID
    closed = last(ok(kit.close_round())[:1])
    assert isinstance(closed, RoundClosed)
    assert (closed.section, closed.prize, closed.shares) == (2, "full card", (60,))
    ok(complete(kit))


def test_a_large_prize_asks_for_the_winners_contact_and_tax_form(empty: Kit) -> None:
    """15.4.7.11 E(2)(c) NMAC from $600; Form W-2G from $2,000 in 2026."""
    rich = replace(SEALED, number=1, terms=Terms(PrizeBasis.FIXED, 200000))
    kit = begin(empty, rich)
    ok(kit.sell(1))
    won_round(kit)
    mary = (kit.built.red(1).outside, "Mary", "check")
    assert code(kit.pay_by(*mary)) == "contact-needed"
    assert code(kit.pay_by(*mary, "12 Elm St.")) == "document-needed"
    assert kinds(kit.pay_by(*mary, "12 Elm St.", "W-2G 7"))[0] == "Paid"
    assert kit.state(kit.built.red(1)) is CardState.PAID


def two_winners(kit: Kit) -> Kit:
    """Both of two sold cards are full: 48 balls hold the numbers of both."""
    ok(kit.sell(1, 2))
    both = sorted({*kit.built.red(1).numbers, *kit.built.red(2).numbers})
    others = [n for n in range(1, 76) if n not in both]
    ok(kit.pre_draw((*both, *others)[:48]))
    ok(kit.close())
    ok(kit.start("holder"))
    ok(kit.hold())
    ok(kit.rack())
    for number in (1, 2):
        ok(kit.claim(kit.built.red(number)))
    return kit


def test_a_prize_that_cannot_be_divided_is_replaced_by_lesser_ones(empty: Kit) -> None:
    """N.J.A.C. 13:47-7.6: together they are worth no more than the prize, here $100.00."""
    asked = ("prizes.substitute_prizes", "true")
    ok(empty.run(SetRule(*asked, "merchandise is given")))
    kit = two_winners(begin(empty, replace(SEALED, number=1)))

    def close(*in_kind: int, why: str = "a television") -> Answer:
        return kit.run(CloseRound(in_kind, why))

    assert code(close(5000)) == "substitutes-count"
    assert code(close(5000, 5001)) == "substitutes-over"
    assert code(close(5000, 4000, why=" ")) == "indivisible-needed"
    closed = last(ok(close(5000, 4000))[:1])
    assert isinstance(closed, RoundClosed)
    assert closed.shares == (5000, 4000)
    assert "in kind" in closed.told
    assert code(kit.pay(kit.built.red(2), "check")) == "other-kind"
    ok(kit.pay(kit.built.red(2), "in kind"))
    assert code(kit.pay(kit.built.red(2), "in kind")) == "already-paid"


def test_one_winner_takes_the_prize_itself(empty: Kit) -> None:
    asked = ("prizes.substitute_prizes", "true")
    ok(empty.run(SetRule(*asked, "merchandise is given")))
    kit = begin(empty, replace(SEALED, number=1))
    ok(kit.sell(1))
    card = kit.built.red(1)
    kit.game_with(card)
    ok(kit.hold())
    ok(kit.rack())
    ok(kit.claim(card))
    assert code(kit.run(CloseRound((9000,)))) == "one-winner"
    ok(kit.close_round())
    assert code(kit.pay(card, "in kind")) == "other-kind"
    ok(kit.pay(card, "check"))


def test_where_the_rules_know_no_substitutes_the_prize_is_divided_in_money(empty: Kit) -> None:
    kit = two_winners(begin(empty, replace(SEALED, number=1)))
    assert code(kit.run(CloseRound((5000, 5000)))) == "no-substitutes"
    closed = last(ok(kit.close_round())[:1])
    assert isinstance(closed, RoundClosed)
    assert closed.shares == (5000, 5000)


# -- power -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("in_favor", "expected"), [(5, "no-majority"), (11, "more-than-present")])
def test_an_outage_goes_on_by_the_consent_of_most_players(
    kit: Kit, in_favor: int, expected: str
) -> None:
    """15.4.7.11 F NMAC: half of ten is no majority, six of ten is one."""
    assert code(kit.run(VoteOutage(10, in_favor))) == expected
    voted = last(ok(kit.run(VoteOutage(10, 6))))
    assert voted == OutageVoted(1, 10, 6)


def test_a_reopened_round_is_current_though_its_game_is_completed(empty: Kit) -> None:
    """A draw corrected after "this game is completed" opens its round again."""
    kit = begin(empty, replace(SEALED, number=1), LAST)
    ok(kit.sell(1))
    won_round(kit)
    ok(complete(kit))
    card = kit.built.red(1)
    undrawn = next(n for n in range(1, 76) if n not in evening_of(kit).plays[0].balls)
    answer = kit.run(CorrectDraw(card.numbers[0], undrawn, 1))
    assert "ClaimReopened" in kinds(answer)
    assert evening_of(kit).current.game.number == 1
    ok(kit.rack())
    ok(kit.claim_by(card.card_id))
    ok(kit.close_round())
    assert kit.state(card) is CardState.SOLD


def test_an_undone_sale_leaves_the_receipts_of_its_game(kit: Kit) -> None:
    ok(kit.sell(1, 2))
    ok(kit.undo())
    ok(kit.sell(1, 2, 3))
    ok(kit.exchange((1,), 2))
    ok(selling.punched(kit.hall, kit.context(), ()))
    ok(kit.void(3))
    evening = evening_of(kit)
    with kit.hall.ledger.transaction() as connection:
        prize_inputs = prize_inputs_of(kit.hall, Reader(connection), evening, evening.current)
    # Two reds stay sold, one of them traded in and paid again: 2 + 1 dollars.
    assert prize_inputs.receipts_cents == 300
    assert new_evening(1, Night().opened).current.game.number == 1
