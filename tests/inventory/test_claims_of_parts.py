"""One card may win several parts of its game (N.J.A.C. 13:47-7.38): each once, each paid once.

Three cards at $1.00, half of it the pool: $1.50. The corners take 40 % of it, $0.60, the full card
60 %, $0.90.
"""

from collections import Counter
from pathlib import Path

import pytest

from cardgen.card_id import CardId
from inventory.commands.claim import CloseRoundHoldingBack, Pay, Witnesses
from inventory.commands.game import CompleteGame, CorrectDraw
from inventory.decisions.game.evening import Evening
from inventory.desk.execute import Answer, execute
from inventory.desk.game.evening import current_evening
from inventory.desk.hall import Hall
from inventory.desk.papers import reporting
from inventory.desk.papers.casefile import read_case
from inventory.entries.claim import ClaimDecided, ClaimRefused, Paid, RoundClosed
from inventory.entries.game import DrawCorrected, OccasionOpened
from inventory.entries.states import CardState, Verdict
from inventory.errors import IllegalMoveError, Refusal
from inventory.ledger.proving import prove_card
from inventory.ledger.reading import Reader
from inventory.ledger.replaying import audit
from inventory.ledger.writing import Writer
from inventory.program.program import Game, GameKind, PrizeBasis, Program, Section, Terms
from inventory.reports.figures.occasion import Report, report_json
from inventory.reports.papers.casefile import CaseBooks, signs_of
from inventory.reports.spoken.explanation import lines_of
from tests.inventory.delivery_builder import BLUE, RED, Card
from tests.inventory.kit import HEARD, START, Kit, code, kinds, ok
from tests.inventory.scanned import statuses, stock
from tests.inventory.status_list import recalled, write_list
from tests.inventory.test_races import at_once

CORNERS, FULL = 60, 90
SECTIONS = (Section("corners", "four corners", 4000), Section("full card", "coverall", 6000))
HALF = Terms(PrizeBasis.SECTIONS, pool_share=5000, sections=SECTIONS)
FIFTY = Game(1, "Fifty-fifty", GameKind.PRE_DRAWN, HALF, (RED, BLUE), calls_max=75)


@pytest.fixture
def fifty(empty: Kit) -> Kit:
    """Three reds sold, the game started, no ball called yet."""
    kit = empty
    ok(kit.receive())
    ok(stock.issue_all(kit.hall, kit.context(), "1"))
    night = Program.of_one_game("Monday", "2026-11-30", FIFTY, 0)
    ok(kit.open_against_the_rules(OccasionOpened(night, 5000)))
    ok(kit.sell(1, 2, 3))
    ok(kit.close())
    ok(kit.start())
    return kit


def corners_of(card: Card) -> tuple[int, ...]:
    numbers = card.numbers
    return (numbers[0], numbers[4], numbers[19], numbers[23])


def drawn(kit: Kit, *numbers: int) -> None:
    """These are called as far as they were not, then HOLD, and the rack is compared."""
    ok(kit.call(*(one for one in dict.fromkeys(numbers) if one not in kit.balls)))
    ok(kit.hold())
    ok(kit.rack())


def verdict(answer: Answer) -> ClaimDecided:
    decided = [e.kind for e in ok(answer) if isinstance(e.kind, ClaimDecided)]
    return decided[-1]


def refused(answer: Answer) -> ClaimRefused:
    (entry,) = ok(answer)
    assert isinstance(entry.kind, ClaimRefused)
    return entry.kind


def shares(answer: Answer) -> tuple[int, str, tuple[int, ...]]:
    (kind,) = (e.kind for e in ok(answer) if isinstance(e.kind, RoundClosed))
    return kind.section, kind.prize, kind.shares


def paid(answer: Answer) -> int:
    entry, *_ = ok(answer)
    assert isinstance(entry.kind, Paid)
    return entry.kind.cents


def correct(kit: Kit, read: int, ball: int) -> DrawCorrected:
    (kind,) = (
        entry.kind
        for entry in ok(kit.run(CorrectDraw(read, ball)))
        if isinstance(entry.kind, DrawCorrected)
    )
    return kind


def uncalled(kit: Kit, *cards: Card) -> int:
    """A ball that is on none of these cards and not called yet."""
    taken = {*kit.balls, *(number for card in cards for number in card.numbers)}
    return next(number for number in range(1, 76) if number not in taken)


def won_corners(kit: Kit) -> Card:
    """Red 1 wins the corners, alone; it is not paid yet."""
    card = kit.built.red(1)
    drawn(kit, *corners_of(card))
    assert verdict(kit.claim(card)).verdict == Verdict.VALID
    assert shares(kit.close_round()) == (1, "corners", (CORNERS,))
    return card


def won_both(kit: Kit) -> Card:
    """Red 1 wins the full card too; nothing of that is paid here."""
    card = won_corners(kit)
    drawn(kit, *card.numbers)
    assert verdict(kit.claim(card)).verdict == Verdict.VALID
    assert shares(kit.close_round()) == (2, "full card", (FULL,))
    return card


def evening_of(kit: Kit) -> Evening:
    found = current_evening(kit.hall)
    assert found is not None
    return found


def holds(kit: Kit) -> None:
    assert audit(kit.hall.ledger) == ()
    (unchecked,) = reporting.read_audit(kit.hall, "")
    assert "breaks the rules" in unchecked.sentence, "a night of few figures, opened unchecked"


@pytest.mark.parametrize("is_first_paid_at_once", [True, False])
def test_one_card_wins_every_part_and_is_paid_for_each(
    fifty: Kit, *, is_first_paid_at_once: bool
) -> None:
    card = won_corners(fifty)
    if is_first_paid_at_once:
        assert paid(fifty.pay(card)) == CORNERS
    before = fifty.state(card)
    drawn(fifty, *card.numbers)
    answer = fifty.claim(card)
    assert verdict(answer).verdict == Verdict.VALID
    why = next(why for number, _, why in verdict(answer).steps if number == 6)
    assert why == "it won corners before; this is for full card"
    assert fifty.state(card) is before
    assert shares(fifty.close_round()) == (2, "full card", (FULL,))
    if not is_first_paid_at_once:
        assert paid(fifty.pay(card)) == CORNERS
    further = fifty.pay(card)
    assert paid(further) == FULL
    assert "a further part" in lines_of(ok(further))[0]
    assert code(fifty.pay(card)) == "already-paid"
    facts = fifty.card(card.card_id)
    assert (facts.state, facts.paid_cents) == (CardState.PAID, CORNERS + FULL)
    ok(fifty.run(CompleteGame()))
    holds(fifty)
    report = reporting.read_report(fifty.hall, 0)
    assert isinstance(report, Report)
    assert sum(one["cents"] for one in report_json(report)["prizes_paid"]) == 150


def test_two_cards_share_a_part_of_which_one_won_before(fifty: Kit) -> None:
    """The odd cent has none here: $0.90 is $0.45 each."""
    card, other = won_corners(fifty), fifty.built.red(2)
    last = next(one for one in card.numbers if one in other.numbers and one not in fifty.balls)
    drawn(fifty, *(one for one in (*card.numbers, *other.numbers) if one != last), last)
    for one in (other, card):
        assert verdict(fifty.claim(one)).verdict == Verdict.VALID
    assert shares(fifty.close_round()) == (2, "full card", (45, 45))
    assert [paid(fifty.pay(one)) for one in (card, card, other)] == [CORNERS, 45, 45]
    assert fifty.card(card.card_id).paid_cents == CORNERS + 45
    holds(fifty)


def test_a_card_one_number_short_of_the_next_part_stays_paid_and_may_claim_again(
    fifty: Kit,
) -> None:
    card = won_corners(fifty)
    ok(fifty.pay(card))
    *most, last = (number for number in card.numbers if number not in corners_of(card))
    drawn(fifty, *most)
    assert verdict(fifty.claim(card)).code == "numbers-missing"
    assert fifty.state(card) is CardState.PAID
    assert shares(fifty.close_round()) == (2, "none", ())
    assert code(fifty.pay(card)) == "already-paid"
    drawn(fifty, last)
    assert verdict(fifty.claim(card)).verdict == Verdict.VALID
    ok(fifty.close_round())
    assert paid(fifty.pay(card)) == FULL
    holds(fifty)


@pytest.mark.parametrize(("is_paid", "expected"), [(True, "already-paid"), (False, "already-won")])
def test_a_copy_of_a_card_that_won_the_same_part_is_refused(
    fifty: Kit, *, is_paid: bool, expected: str
) -> None:
    """In the open round, after the game is over, and when HOLD is pressed again."""
    card = won_corners(fifty)
    drawn(fifty, *card.numbers)
    assert verdict(fifty.claim(card)).verdict == Verdict.VALID
    told = refused(fifty.claim(card, Witnesses("table 9", "Bob", "Cal")))
    assert (told.failed_step, told.code, told.why) == (
        6,
        "already-won",
        "it has won already: full card",
    )
    ok(fifty.close_round())
    if is_paid:
        ok(fifty.pay(card))
        ok(fifty.pay(card))
    assert code(fifty.claim(card)) == "no-round", "the game is over"
    ok(fifty.hold())
    told = refused(fifty.claim(card))
    assert (told.failed_step, told.code) == (6, expected)
    holds(fifty)


def test_a_claim_of_the_next_part_from_another_table_asks_for_a_second_paper(fifty: Kit) -> None:
    card = won_corners(fifty)
    ok(fifty.pay(card))
    drawn(fifty, *card.numbers)
    told = verdict(fifty.claim(card, Witnesses("table 9", "Bob", "Cal")))
    assert told.verdict == Verdict.VALID
    why = next(why for number, _, why in told.steps if number == 6)
    assert "claimed before at table 4: is there a second paper?" in why


def test_a_correction_takes_an_unpaid_later_part_away_and_leaves_the_first(fifty: Kit) -> None:
    card = won_both(fifty)
    ok(fifty.pay(card))
    gone = next(number for number in card.numbers if number not in corners_of(card))
    told = correct(fifty, gone, uncalled(fifty, card))
    assert told.cases == ()
    assert fifty.state(card) is CardState.PAID
    assert code(fifty.pay(card)) == "already-paid"
    ok(fifty.rack())
    assert verdict(fifty.claim(card)).code == "numbers-missing"
    assert fifty.state(card) is CardState.PAID
    assert shares(fifty.close_round()) == (2, "none", ())
    drawn(fifty, gone)
    assert verdict(fifty.claim(card)).verdict == Verdict.VALID
    assert shares(fifty.close_round()) == (2, "full card", (FULL,))
    assert paid(fifty.pay(card)) == FULL
    holds(fifty)


def test_a_correction_makes_a_case_of_a_paid_later_part(fifty: Kit) -> None:
    card = won_both(fifty)
    ok(fifty.pay(card))
    ok(fifty.pay(card))
    gone = next(number for number in card.numbers if number not in corners_of(card))
    told = correct(fifty, gone, uncalled(fifty, card))
    assert [one.printed for one in told.cases] == [card.card_id]
    assert fifty.card(card.card_id).paid_cents == CORNERS + FULL
    holds(fifty)


def test_a_correction_takes_both_parts_of_an_unpaid_card_and_hears_them_in_turn(fifty: Kit) -> None:
    card = won_both(fifty)
    gone = corners_of(card)[0]
    correct(fifty, gone, uncalled(fifty, card))
    assert fifty.state(card) is CardState.CLAIMED
    play = evening_of(fifty).current
    assert [one.section for one in play.rounds if one.closed is None] == [1, 2]
    ok(fifty.rack())
    told = [verdict(fifty.claim(card)) for _ in range(2)]
    assert [one.code for one in told] == ["numbers-missing", "numbers-missing"]
    assert [one.round for one in told] == [one.number for one in play.rounds]
    assert fifty.state(card) is CardState.SOLD
    assert [shares(fifty.close_round())[0] for _ in range(2)] == [1, 2]
    # Both parts are played for again, the corners first.
    drawn(fifty, gone)
    assert verdict(fifty.claim(card)).verdict == Verdict.VALID
    assert shares(fifty.close_round()) == (1, "corners", (CORNERS,))
    ok(fifty.hold())
    assert verdict(fifty.claim(card)).verdict == Verdict.VALID
    assert shares(fifty.close_round()) == (2, "full card", (FULL,))
    assert [paid(fifty.pay(card)) for _ in range(2)] == [CORNERS, FULL]
    holds(fifty)


def test_of_two_unpaid_parts_the_second_may_fall_alone(fifty: Kit) -> None:
    card = won_both(fifty)
    gone = next(number for number in card.numbers if number not in corners_of(card))
    correct(fifty, gone, uncalled(fifty, card))
    assert fifty.state(card) is CardState.WON
    assert paid(fifty.pay(card)) == CORNERS
    assert code(fifty.pay(card)) == "already-paid"
    holds(fifty)


def test_a_correction_calls_nobody_back_for_balls_of_a_later_part(fifty: Kit) -> None:
    """Red 2 claimed the corners too early; the balls that the full card took complete them now."""
    early, card = fifty.built.red(2), fifty.built.red(1)
    drawn(fifty, *corners_of(card))
    assert verdict(fifty.claim(early)).code == "numbers-missing"
    assert verdict(fifty.claim(card)).verdict == Verdict.VALID
    ok(fifty.close_round())
    drawn(fifty, *card.numbers, *corners_of(early))
    assert verdict(fifty.claim(card)).verdict == Verdict.VALID
    ok(fifty.close_round())
    spare = next(one for one in card.numbers if one not in {*corners_of(card), *early.numbers})
    assert correct(fifty, spare, uncalled(fifty, card, early)).called_back == ()


def test_a_held_back_claim_is_not_completed_by_balls_of_a_later_part(fifty: Kit) -> None:
    card, late = fifty.built.red(1), fifty.built.red(2)
    last = next(one for one in corners_of(late) if one not in corners_of(card))
    ok(fifty.call(*dict.fromkeys(n for n in (*corners_of(card), *corners_of(late)) if n != last)))
    ok(fifty.hold())
    ok(fifty.claim_unread(late))
    ok(fifty.rack())
    assert verdict(fifty.claim(card)).verdict == Verdict.VALID
    ok(fifty.run(CloseRoundHoldingBack()))
    drawn(fifty, last)
    told = verdict(fifty.claim(late))
    assert (told.verdict, told.numbers_missing) == (Verdict.NOT_VALID, (last,))
    assert fifty.state(late) is CardState.SOLD
    holds(fifty)


def test_the_first_part_is_paid_before_the_next_also_when_its_round_is_open_again(
    fifty: Kit,
) -> None:
    card = won_both(fifty)
    gone = corners_of(card)[0]
    correct(fifty, gone, uncalled(fifty, card))
    assert code(fifty.pay(card)) == "not-won"


def test_many_at_once_pay_each_part_once(fifty: Kit) -> None:
    card = won_both(fifty)
    acts = [fifty.context() for _ in range(8)]
    asked = Pay(CardId.parse(card.card_id), "Mary K.", "check", is_slip_lacking=True)

    def pay(hall: Hall, index: int) -> Answer:
        return execute(hall, acts[index], asked)

    answers = at_once(fifty, 8, pay)
    found = Counter(one.code if isinstance(one, Refusal) else paid(one) for one in answers)
    assert found == {CORNERS: 1, FULL: 1, "already-paid": 6}
    holds(fifty)


def write(kit: Kit, occasion: int, kind: Paid) -> None:
    with kit.hall.ledger.writing() as session:
        Writer(session).append(kit.context(), "ab" * 32, occasion, (kind,))


@pytest.mark.parametrize("paid_before", [0, 1, 2])
def test_the_ledger_itself_takes_no_second_payment_of_a_part(fifty: Kit, paid_before: int) -> None:
    """As if two desks had both looked before either of them wrote."""
    card = won_both(fifty)
    ok(fifty.pay(card))
    entry, *_ = ok(fifty.pay(card))
    assert isinstance(entry.kind, Paid)
    again = Paid(entry.kind.round, entry.kind.card, FULL, "Mary K.", "box", paid_before=paid_before)
    head = fifty.head()
    with pytest.raises(IllegalMoveError):
        write(fifty, entry.occasion, again)
    assert fifty.head() == head


def test_a_card_that_is_owed_a_further_part_is_kept_out_of_the_envelope(fifty: Kit) -> None:
    card = won_both(fifty)
    ok(fifty.pay(card))
    ok(fifty.run(CompleteGame()))
    left = fifty.built.red(4)
    pack = fifty.card(left.card_id).pack
    assert pack is not None
    last = fifty.built.red(pack.last)
    ok(stock.put_back_open(
        fifty.hall, fifty.context(), left.outside, last.outside, len(pack.remaining)
    ))  # fmt: skip
    assert code(fifty.cash_up(5000 + 300)) == "prizes-owed"
    assert "Retained" not in kinds(fifty.cash_up(5000 + 300, owed=1))
    assert fifty.state(card) is CardState.PAID
    assert paid(fifty.pay(card)) == FULL
    holds(fifty)


def test_the_case_file_tells_both_parts_and_no_second_paper(fifty: Kit) -> None:
    card = won_both(fifty)
    ok(fifty.pay(card))
    ok(fifty.pay(card))
    books = read_case(fifty.hall, card.outside, START, lambda moment: moment)
    assert isinstance(books, CaseBooks)
    assert signs_of(books) == ()
    names = [entry.kind_name for entry in books.entries]
    assert (names.count("ClaimDecided"), names.count("Paid")) == (2, 2)
    with fifty.hall.ledger.transaction() as connection:
        proof = prove_card(connection, CardId.parse(card.card_id))
        assert Reader(connection).card(CardId.parse(card.card_id)).attempts == 0
    proved = [one.entry.kind_name for one in proof.entries]
    assert (proved.count("ClaimOpened"), proved.count("Paid")) == (2, 2)


def test_a_further_part_on_a_recalled_set_waits_for_the_ruling(fifty: Kit, tmp_path: Path) -> None:
    card = won_corners(fifty)
    ok(fifty.pay(card))
    path = write_list(tmp_path, recalled(RED))
    ok(statuses.note_status(fifty.hall, fifty.context(), path))

    def release() -> Answer:
        return statuses.release(fifty.hall, fifty.context(), card.outside, "letter 7")

    assert code(release()) == "not-claimed", "the corners are paid, nothing else is claimed"
    drawn(fifty, *card.numbers)
    assert verdict(fifty.claim(card)).code == "recalled"
    assert fifty.state(card) is CardState.PAID
    ok(fifty.run(CloseRoundHoldingBack()))
    assert code(fifty.pay(card)) == "already-paid"
    ok(release())
    assert verdict(fifty.claim(card)).verdict == Verdict.VALID
    assert paid(fifty.pay(card)) == FULL
    holds(fifty)


def test_nothing_else_in_a_game_of_one_part_is_heard_twice(kit: Kit) -> None:
    """The ordinary game: what is won is refused at step 6, before and after it is paid."""
    ok(kit.sell(1))
    card = kit.built.red(1)
    kit.game_with(card)
    ok(kit.hold())
    ok(kit.rack())
    ok(kit.claim(card, HEARD))
    assert code(kit.claim(card)) == "won-here"
    ok(kit.close_round())
    ok(kit.pay(card))
    ok(kit.hold())
    assert refused(kit.claim(card)).code == "already-paid"
