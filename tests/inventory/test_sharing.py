"""Who shares a prize: a card beyond the calls never does, an earlier call takes it, all adds up.

The game: 48 balls pre-drawn, $5,000.00 within 58 calls, $100.00 as a consolation afterwards.
"""

from pathlib import Path

import pytest

from inventory.commands.claim import CloseRoundHoldingBack
from inventory.commands.game import CorrectDraw
from inventory.commands.house import SetRule
from inventory.desk.execute import Answer
from inventory.desk.papers import reporting
from inventory.entries.claim import ClaimDecided, Paid, RestPaid, RoundClosed, SharesSettled
from inventory.entries.game import DrawCorrected, OccasionOpened
from inventory.entries.states import CardState, Verdict
from inventory.ledger.replaying import audit
from inventory.program.program import Game, GameKind, PrizeBasis, Program, Terms
from inventory.reports.figures.occasion import Report, report_json
from inventory.reports.spoken.explanation import lines_of
from tests.inventory.delivery_builder import BLUE, RED, Card
from tests.inventory.kit import Kit, code, ok
from tests.inventory.scanned import statuses, stock
from tests.inventory.status_list import recalled, write_list
from tests.inventory.test_claims import wrong_code

JACKPOT, CONSOLATION, LIMIT = 500_000, 10_000, 58


@pytest.fixture
def jackpot(empty: Kit) -> Kit:
    """Four reds are sold; every further step is the test's."""
    return four_sold(empty)


def four_sold(kit: Kit) -> Kit:
    ok(kit.receive())
    ok(stock.issue_all(kit.hall, kit.context(), "1"))
    ok(kit.open(calls_max=LIMIT, primary_cents=JACKPOT, consolation_cents=CONSOLATION))
    ok(kit.sell(1, 2, 3, 4))
    return kit


def draw(kit: Kit, last: int, **full_on: int) -> tuple[Card, ...]:
    """Balls by which red n is full on the call that is given as `red_n`, up to call `last`.

    The number that makes a card full is on no other card of these, unless they share a call.
    """
    calls = {kit.built.red(int(name.removeprefix("red_"))): at for name, at in full_on.items()}
    ends: dict[int, int] = {}
    for at in sorted(set(calls.values())):
        full = [set(card.numbers) for card, when in calls.items() if when == at]
        others = [set(card.numbers) for card, when in calls.items() if when != at]
        ends[at] = min(set.intersection(*full).difference(*others))
    early = {number for card in calls for number in card.numbers} - set(ends.values())
    fillers = iter(sorted(set(range(1, 76)) - early - set(ends.values())))
    rest = iter([*sorted(early), *fillers])
    balls = tuple(ends.get(at) or next(rest) for at in range(1, last + 1))
    assert early <= set(balls[: min(ends)]), "all other numbers come before the first full card"
    ok(kit.pre_draw(balls[:48]))
    ok(kit.close())
    ok(kit.start())
    ok(kit.call(*balls[48:]))
    ok(kit.hold())
    ok(kit.rack())
    return tuple(calls)


def judged(answer: Answer) -> ClaimDecided:
    return next(one.kind for one in ok(answer) if isinstance(one.kind, ClaimDecided))


def claimed(kit: Kit, *cards: Card) -> list[int]:
    """Every card claimed and VALID; the calls that each used."""
    found = [judged(kit.claim(card)) for card in cards]
    assert {one.verdict for one in found} == {Verdict.VALID}
    return [one.calls for one in found]


def closed(answer: Answer) -> RoundClosed:
    return next(one.kind for one in ok(answer) if isinstance(one.kind, RoundClosed))


def settled(answer: Answer) -> SharesSettled:
    return next(one.kind for one in ok(answer) if isinstance(one.kind, SharesSettled))


def pay(kit: Kit, card: Card, source: str = "check") -> Answer:
    return kit.pay_by(card.outside, "Mary K.", source, "12 Main St", "W-2G no. 1")


def unreadable(kit: Kit, card: Card) -> Answer:
    """A claim that only the maker can decide tonight: five symbols of the code are torn away."""
    return kit.claim_by(card.card_id, "?????" + card.code.replace("-", "")[5:])


def paid(answer: Answer) -> int:
    entry, *_slip = ok(answer)
    assert isinstance(entry.kind, Paid)
    return entry.kind.cents


def rest(answer: Answer) -> RestPaid:
    entry, *_slip = ok(answer)
    assert isinstance(entry.kind, RestPaid)
    return entry.kind


def figures(kit: Kit) -> tuple[int, int, int]:
    """Awarded, given and owed, in cents; every identity holds and the audit finds nothing."""
    assert reporting.read_audit(kit.hall, "") == ()
    return balance(kit)


def balance(kit: Kit) -> tuple[int, int, int]:
    """The same where no program was held against the rules."""
    assert audit(kit.hall.ledger) == ()
    report = reporting.read_report(kit.hall, 0)
    assert isinstance(report, Report)
    assert report.is_balanced, report.identities
    assert any("given + owed = awarded" in one.name for one in report.identities)
    found = report_json(report)
    return (
        found["prizes_awarded_cents"],
        found["prizes_cents"],
        found["prizes_owed_cents"],
    )


def ended(kit: Kit, owed: int = 0) -> None:
    """Everything is put back and counted, whatever the box holds."""
    red = kit.built.red
    ok(stock.put_back_open(kit.hall, kit.context(), red(5).outside, red(20).outside, 16))
    ok(kit.cash_up(5400, owed=owed))


# -- calls belong to a card -----------------------------------------------------------------------


def test_a_card_over_the_limit_never_shares_the_primary_prize(jackpot: Kit) -> None:
    """Full on calls 55 and 64, limit 58: $5,000.00 and nothing, not $2,500.00 each."""
    early, late = draw(jackpot, 64, red_1=55, red_2=64)
    assert claimed(jackpot, late, early) == [64, 55]
    found = closed(jackpot.close_round())
    assert (found.prize, found.shares) == ("primary", (JACKPOT,))
    assert [card.printed for card in found.winners] == [early.card_id]
    assert [card.printed for card in found.without_share] == [late.card_id]
    assert f"{late.card_id} was complete on call 64: no share" in found.told
    assert code(pay(jackpot, late)) == "no-share"
    assert paid(pay(jackpot, early)) == JACKPOT
    assert code(pay(jackpot, late)) == "no-share"
    assert figures(jackpot) == (JACKPOT, JACKPOT, 0)
    ended(jackpot)
    assert jackpot.state(late) is CardState.EXPIRED, "valid, and like any card that won nothing"
    assert figures(jackpot) == (JACKPOT, JACKPOT, 0)


def test_beyond_the_limit_the_earliest_call_takes_the_consolation(jackpot: Kit) -> None:
    """Calls 60 and 62 of at most 58: $100.00 to the first alone."""
    early, late = draw(jackpot, 62, red_1=60, red_2=62)
    claimed(jackpot, early, late)
    found = closed(jackpot.close_round())
    assert (found.prize, found.shares) == ("consolation", (CONSOLATION,))
    assert [card.printed for card in found.without_share] == [late.card_id]


def test_within_the_limit_the_earliest_call_takes_the_prize(jackpot: Kit) -> None:
    early, late = draw(jackpot, 57, red_1=55, red_2=57)
    claimed(jackpot, late, early)
    found = closed(jackpot.close_round())
    assert (found.prize, found.shares) == ("primary", (JACKPOT,))
    assert [card.printed for card in found.winners] == [early.card_id]


def test_winners_on_the_same_call_share_and_a_later_one_does_not(jackpot: Kit) -> None:
    """$5,000.00 by 2 is $2,500.00 (N.J.A.C. 13:47-7.6); call 58 is within, and later than 56."""
    one, two, late = draw(jackpot, 58, red_1=56, red_2=56, red_3=58)
    assert claimed(jackpot, one, late, two) == [56, 58, 56]
    found = closed(jackpot.close_round())
    assert found.shares == (250_000, 250_000)
    assert [card.printed for card in found.winners] == [one.card_id, two.card_id]
    assert [card.printed for card in found.without_share] == [late.card_id]


def test_where_the_text_of_the_game_says_so_all_within_the_limit_share(empty: Kit) -> None:
    """13:47-7.32(a): the player or players who are full within the calls; 64 is not within 58."""
    key, why = "prizes.shared_within_calls", "as in New Jersey"
    ok(empty.run(SetRule(key, "progressive, pre-drawn", why)))
    jackpot = four_sold(empty)
    one, two, late = draw(jackpot, 64, red_1=55, red_2=57, red_3=64)
    claimed(jackpot, one, two, late)
    found = closed(jackpot.close_round())
    assert found.shares == (250_000, 250_000)
    assert [card.printed for card in found.without_share] == [late.card_id]


# -- what is held back ----------------------------------------------------------------------------


def test_a_share_held_back_for_a_false_claim_goes_to_the_winners(jackpot: Kit) -> None:
    """$5,000.00 by 2 is $2,500.00 each; the other half follows once the claim fell."""
    winner, other = draw(jackpot, 55, red_1=55, red_2=55)
    claimed(jackpot, winner)
    ok(unreadable(jackpot, other))
    found = closed(jackpot.run(CloseRoundHoldingBack()))
    assert found.shares == (250_000, 250_000)
    assert paid(pay(jackpot, winner)) == 250_000
    assert figures(jackpot) == (JACKPOT, 250_000, 250_000)
    answer = jackpot.claim_by(other.card_id, wrong_code(other))
    assert judged(answer).verdict == Verdict.NOT_VALID
    assert settled(answer).shares == (JACKPOT,)
    assert any("shares fixed anew" in line for line in lines_of(ok(answer)))
    assert figures(jackpot) == (JACKPOT, 250_000, 250_000)
    assert code(pay(jackpot, other)) == "not-won"
    more = rest(pay(jackpot, winner))
    assert (more.cents, more.claim) == (250_000, judged(answer).claim)
    assert code(pay(jackpot, winner)) == "already-paid"
    assert jackpot.card(winner.card_id).paid_cents == JACKPOT
    assert figures(jackpot) == (JACKPOT, JACKPOT, 0)


def test_the_rest_is_paid_on_a_card_in_its_envelope(jackpot: Kit) -> None:
    """The claim falls days later, when the winner's card is kept and the box counted."""
    winner, other = draw(jackpot, 55, red_1=55, red_2=55)
    claimed(jackpot, winner)
    ok(unreadable(jackpot, other))
    ok(jackpot.run(CloseRoundHoldingBack()))
    ok(pay(jackpot, winner))
    ended(jackpot)
    assert jackpot.state(winner) is CardState.RETAINED
    ok(jackpot.claim_by(other.card_id, wrong_code(other)))
    assert code(pay(jackpot, winner, "box")) == "box-counted"
    assert rest(pay(jackpot, winner)).cents == 250_000
    assert jackpot.state(winner) is CardState.RETAINED
    assert figures(jackpot) == (JACKPOT, JACKPOT, 0)


def test_a_held_back_claim_on_the_same_call_is_paid_what_was_kept(jackpot: Kit) -> None:
    winner, other = draw(jackpot, 55, red_1=55, red_2=55)
    claimed(jackpot, winner)
    ok(unreadable(jackpot, other))
    ok(jackpot.run(CloseRoundHoldingBack()))
    ok(pay(jackpot, winner))
    assert settled(jackpot.claim(other)).shares == (250_000, 250_000)
    assert paid(pay(jackpot, other)) == 250_000
    assert code(pay(jackpot, winner)) == "already-paid"
    assert figures(jackpot) == (JACKPOT, JACKPOT, 0)


def test_a_held_back_claim_over_the_limit_leaves_the_prize_to_the_winner(jackpot: Kit) -> None:
    """Nobody knew its call; it is 64 of 58: valid, and the winner is owed the rest."""
    winner, other = draw(jackpot, 64, red_1=55, red_2=64)
    claimed(jackpot, winner)
    ok(unreadable(jackpot, other))
    ok(jackpot.run(CloseRoundHoldingBack()))
    ok(pay(jackpot, winner))
    answer = jackpot.claim(other)
    assert judged(answer).verdict == Verdict.VALID
    assert settled(answer).shares == (JACKPOT,)
    assert code(pay(jackpot, other)) == "no-share"
    assert rest(pay(jackpot, winner)).cents == 250_000
    assert figures(jackpot) == (JACKPOT, JACKPOT, 0)


def test_a_held_back_claim_on_an_earlier_call_takes_the_prize(jackpot: Kit) -> None:
    """The winner was paid $2,500.00 before anybody knew; it is told, and $5,000.00 is owed."""
    other, winner = draw(jackpot, 57, red_1=55, red_2=57)
    claimed(jackpot, winner)
    ok(unreadable(jackpot, other))
    ok(jackpot.run(CloseRoundHoldingBack()))
    ok(pay(jackpot, winner))
    found = settled(jackpot.claim(other))
    assert found.shares == (JACKPOT, 250_000)
    assert f"{winner.card_id} keeps the $2,500.00 it was paid, its share is $0.00" in found.told
    assert paid(pay(jackpot, other)) == JACKPOT
    assert code(pay(jackpot, winner)) == "already-paid"
    assert figures(jackpot) == (JACKPOT + 250_000, JACKPOT + 250_000, 0)


def test_a_claim_whose_call_is_known_is_held_back_by_it(jackpot: Kit, tmp_path: Path) -> None:
    """The set was called back when red 2 had won: call 55 of red 1 keeps all and waits."""
    other, winner = draw(jackpot, 57, red_1=55, red_2=57)
    claimed(jackpot, winner)
    path = write_list(tmp_path, recalled(RED))
    ok(statuses.note_status(jackpot.hall, jackpot.context(), path))
    assert judged(jackpot.claim(other)).code == "recalled"
    found = closed(jackpot.run(CloseRoundHoldingBack()))
    assert (found.winners, found.shares) == ((), (JACKPOT,))
    assert code(pay(jackpot, winner)) == "no-share"
    ended(jackpot)
    assert jackpot.state(winner) is CardState.WON, "its share may change yet"
    ok(statuses.release(jackpot.hall, jackpot.context(), other.outside, "letter 7"))
    assert settled(jackpot.claim(other)).shares == (JACKPOT,)
    assert paid(pay(jackpot, other)) == JACKPOT


def test_alone_and_unknown_the_greater_prize_is_kept_for_it(jackpot: Kit) -> None:
    """64 balls are drawn; it may have been full within 58. It was on 60: the consolation."""
    (other,) = draw(jackpot, 64, red_1=60)
    ok(unreadable(jackpot, other))
    found = closed(jackpot.run(CloseRoundHoldingBack()))
    assert (found.prize, found.shares) == ("primary", (JACKPOT,))
    assert "whose call nobody knows yet" in found.told
    now = settled(jackpot.claim(other))
    assert (now.prize, now.shares) == ("consolation", (CONSOLATION,))
    assert paid(pay(jackpot, other)) == CONSOLATION
    assert figures(jackpot) == (CONSOLATION, CONSOLATION, 0)


def test_alone_and_false_nobody_won_and_the_game_goes_on(jackpot: Kit) -> None:
    (other,) = draw(jackpot, 55, red_1=55)
    ok(unreadable(jackpot, other))
    ok(jackpot.run(CloseRoundHoldingBack()))
    assert code(jackpot.call(75)) in {"game-over", "already-drawn"}
    found = settled(jackpot.claim_by(other.card_id, wrong_code(other)))
    assert (found.prize, found.shares) == ("none", ())
    assert figures_of_nothing(jackpot) == 0
    undrawn = next(ball for ball in range(1, 76) if ball not in jackpot.balls)
    ok(jackpot.call(undrawn))


def figures_of_nothing(kit: Kit) -> int:
    report = reporting.read_report(kit.hall, 0)
    assert isinstance(report, Report)
    assert report.is_balanced
    return int(report_json(report)["prizes_awarded_cents"])


def test_the_audit_finds_shares_that_a_decision_does_not_leave(jackpot: Kit) -> None:
    winner, other = draw(jackpot, 55, red_1=55, red_2=55)
    claimed(jackpot, winner)
    ok(unreadable(jackpot, other))
    kind = closed(jackpot.run(CloseRoundHoldingBack()))
    settled_falsely = SharesSettled(
        kind.game, kind.round, 1, kind.prize, "", kind.winners, (JACKPOT * 2,), (), ()
    )
    jackpot.write(settled_falsely)
    found = [one.sentence for one in reporting.read_audit(jackpot.hall, "")]
    assert any("SharesSettled" in sentence for sentence in found)


# -- a corrected draw -----------------------------------------------------------------------------


STAMP = Game(
    1,
    "Stamp",
    GameKind.ORDINARY,
    Terms(PrizeBasis.FIXED, JACKPOT, CONSOLATION),
    (RED, BLUE),
    pattern="postage stamp",
    calls_max=6,
    price_cents=100,
)


def stamped(kit: Kit) -> tuple[Card, int, int]:
    """Red 1 has a corner of four on call 4 and another on call 8; its claim is VALID."""
    ok(kit.receive())
    ok(stock.issue_all(kit.hall, kit.context(), "1"))
    night = Program.of_one_game("Monday", "2026-11-30", STAMP, 0)
    ok(kit.open_against_the_rules(OccasionOpened(night, 5000)))
    ok(kit.sell(1))
    ok(kit.close())
    ok(kit.start())
    card = kit.built.red(1)
    numbers = card.numbers  # by columns, without the free square
    corners = [numbers[at] for at in (0, 1, 5, 6, 17, 18, 22, 23)]
    other = next(ball for ball in range(1, 76) if ball not in numbers)
    ok(kit.call(*corners))
    ok(kit.hold())
    ok(kit.rack())
    assert claimed(kit, card) == [4]
    return card, corners[3], other


def test_a_correction_that_moves_a_winners_call_opens_its_round_again(empty: Kit) -> None:
    """Ball 4 was misread: the card is full on call 8 of at most 6, and has the consolation."""
    card, read, ball = stamped(empty)
    assert closed(empty.close_round()).shares == (JACKPOT,)
    ok(empty.run(CorrectDraw(read, ball)))
    assert code(pay(empty, card)) == "not-won"
    ok(empty.rack())
    assert claimed(empty, card) == [8]
    again = closed(empty.close_round())
    assert (again.prize, again.shares) == ("consolation", (CONSOLATION,))
    assert paid(pay(empty, card)) == CONSOLATION
    assert balance(empty) == (CONSOLATION, CONSOLATION, 0)


def test_a_correction_that_moves_a_paid_winners_prize_is_a_case(empty: Kit) -> None:
    card, read, ball = stamped(empty)
    ok(empty.close_round())
    ok(pay(empty, card))
    (entry,) = ok(empty.run(CorrectDraw(read, ball)))
    assert isinstance(entry.kind, DrawCorrected)
    assert [one.printed for one in entry.kind.cases] == [card.card_id]
