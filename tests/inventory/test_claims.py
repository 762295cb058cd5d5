"""Every step of a claim with its verdict, and what rounds, corrections and payment keep to."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from cardgen.card_id import AuditNumber, CardId, MakerId, SetSerial
from cardgen.symbols import ALPHABET, check_symbol
from inventory.commands.claim import CloseRoundHoldingBack, Witnesses
from inventory.commands.game import CheckRack, CorrectDraw, EnterLater
from inventory.desk.execute import Answer
from inventory.desk.hall import Hall
from inventory.desk.papers import reporting
from inventory.entries.claim import ClaimDecided, ClaimRefused, CodeReadAgain, Paid, RoundClosed
from inventory.entries.game import DrawCorrected
from inventory.entries.states import CardState
from inventory.entries.stock import Missing, Stolen, Withdrawn
from inventory.ledger.replaying import audit
from inventory.reports.spoken.explanation import lines_of
from tests.inventory.delivery_builder import Asked, Card, build_delivery
from tests.inventory.kit import HEARD, Kit, code, kinds, ok
from tests.inventory.scanned import selling, statuses, stock

NOBODY = Witnesses("", "", "")
VALID, NOT_VALID, CANNOT_TELL = "VALID", "NOT VALID", "CANNOT TELL YET"


def decided(answer: Answer) -> ClaimDecided:
    found = [entry.kind for entry in ok(answer) if isinstance(entry.kind, ClaimDecided)]
    return found[-1]


def refused_step(answer: Answer) -> tuple[int, str]:
    (entry,) = ok(answer)
    assert isinstance(entry.kind, ClaimRefused)
    return entry.kind.failed_step, entry.kind.code


def held(kit: Kit, *missing: int, number: int = 1) -> Card:
    """A sold card whose numbers are drawn but the missing ones, HOLD pressed, rack checked."""
    ok(kit.sell_to(number))
    card = kit.built.red(number)
    kit.game_with(card, *missing)
    ok(kit.hold())
    ok(kit.rack())
    return card


def wrong_code(card: Card) -> str:
    """Sixteen other symbols with a check symbol that agrees."""
    symbols = card.code.replace("-", "")[:16]
    other = "".join(ALPHABET[(ALPHABET.index(symbol) + 1) % 32] for symbol in symbols)
    return other + check_symbol(other)


def test_valid_when_all_eleven_steps_hold(kit: Kit) -> None:
    card = held(kit)
    kind = decided(kit.claim(card))
    assert kind.verdict == VALID
    assert [number for number, result, _ in kind.steps if result == "yes"] == list(range(1, 12))
    assert kind.calls == 48
    assert kit.state(card) is CardState.WON


# -- steps 1 to 6: the card is not in play here ----------------------------------------------------


def test_step_1_a_malformed_token_is_refused_without_its_text(kit: Kit) -> None:
    card = held(kit)
    broken = card.inside[:-1] + ("0" if card.inside[-1] != "0" else "1")
    answer = kit.claim_by(broken)
    assert code(answer) == "bad-check-symbol"
    assert card.inside[20:36] not in str(answer)


def test_step_2_a_specimen_never_wins(kit: Kit) -> None:
    held(kit)
    specimen = CardId(MakerId("ACME"), SetSerial("000000"), AuditNumber(1)).printed
    assert refused_step(kit.claim_by(specimen)) == (2, "specimen")


def test_step_2_an_unknown_set(kit: Kit) -> None:
    held(kit)
    other = CardId(MakerId("ACME"), SetSerial("000999"), AuditNumber(1)).printed
    assert refused_step(kit.claim_by(other)) == (2, "unknown-set")


def test_step_2_a_disclosed_set(kit: Kit) -> None:
    card = held(kit)
    assert code(statuses.note_disclosure(kit.hall, kit.context(), "000999")) == "unknown-set"
    ok(statuses.note_disclosure(kit.hall, kit.context(), "000123"))
    assert refused_step(kit.claim(card)) == (2, "disclosed")


def test_step_3_a_number_that_was_never_received(kit: Kit) -> None:
    held(kit)
    other = CardId(MakerId("ACME"), SetSerial("000123"), AuditNumber(4000)).printed
    assert refused_step(kit.claim_by(other)) == (3, "not-received")


def test_step_3_a_missing_or_stolen_card_names_it(kit: Kit) -> None:
    for way in (Missing, Stolen):
        number = 40 if way is Missing else 39
        text = kit.built.red(number).outside
        ok(stock.take_out(kit.hall, kit.context(), way, (text,), "gone"))
    held(kit)
    answer = kit.claim(kit.built.red(40))
    assert refused_step(answer) == (3, "missing")
    assert "pack 21-40 of set 000123" in str(ok(answer)[0].kind)
    assert refused_step(kit.claim(kit.built.red(39))) == (3, "not-in-stock")


def test_step_4_an_issued_card_was_not_sold(kit: Kit) -> None:
    held(kit)
    assert refused_step(kit.claim(kit.built.red(2))) == (4, "not-sold")
    assert kit.state(kit.built.red(2)) is CardState.ISSUED


def test_step_4_a_card_of_another_till_cannot_be_told_yet(kit: Kit) -> None:
    held(kit)
    context = kit.context(till="2")
    answer = kit.claim_by(kit.built.red(2).inside, "", HEARD, context=context)
    assert refused_step(answer) == (4, "not-sold-yet")
    assert "till 1" in str(ok(answer)[0].kind)


def test_step_4_a_card_in_stock_or_withdrawn(kit: Kit) -> None:
    ok(stock.put_back_whole(kit.hall, kit.context(), ("000123:21-40",)))
    ok(stock.take_out(kit.hall, kit.context(), Withdrawn, (kit.built.red(40).outside,), "wet"))
    held(kit)
    assert refused_step(kit.claim(kit.built.red(21))) == (4, "not-sold")
    assert refused_step(kit.claim(kit.built.red(40))) == (4, "not-sold")


def test_step_4_a_card_of_another_evening(kit: Kit) -> None:
    ok(kit.sell(1))
    ok(kit.close())
    red = kit.built.red
    ok(stock.put_back_open(kit.hall, kit.context(), red(2).outside, red(20).outside, 19))
    ok(kit.cash_up(5100))
    ok(stock.issue_all(kit.hall, kit.context(), "1"))
    ok(kit.open_unchecked(name="Tuesday", pre_drawn=0))
    ok(kit.close())
    ok(kit.hold())
    assert refused_step(kit.claim(red(1))) == (4, "other-occasion")


def test_step_6_surrendered_punched_and_voided_cards(kit: Kit) -> None:
    ok(kit.sell_to(3))
    ok(kit.exchange((2,), 2))
    ok(kit.void(3))
    kit.game_with(kit.built.red(1))
    ok(kit.hold())
    assert refused_step(kit.claim(kit.built.red(2))) == (6, "already-surrendered")
    assert refused_step(kit.claim(kit.built.red(3))) == (6, "voided")
    ok(kit.punch(2))
    assert refused_step(kit.claim(kit.built.red(2))) == (6, "already-surrendered")


def test_step_6_a_card_that_won_or_is_paid(kit: Kit) -> None:
    card = held(kit)
    ok(kit.claim(card))
    assert refused_step(kit.claim(card, replace(HEARD, table="table 9"))) == (6, "already-won")
    ok(kit.close_round())
    ok(kit.pay(card))
    assert code(kit.claim(card)) == "no-round"


def test_step_6_a_photocopy_claimed_at_another_table(kit: Kit) -> None:
    card = held(kit)
    ok(kit.claim(card, Witnesses("table 4", "", "")))
    answer = kit.claim(card, Witnesses("table 9", "Bob", "Cal"))
    assert refused_step(answer) == (6, "already-claimed")


# -- steps 7 to 10 --------------------------------------------------------------------------------


def test_step_7_without_the_code_steps_1_to_6_are_told(kit: Kit) -> None:
    card = held(kit)
    kind = decided(kit.claim_by(card.card_id))
    assert (kind.verdict, kind.failed_step, kind.code) == (CANNOT_TELL, 7, "no-code")
    assert kind.opening == ""
    assert kit.state(card) is CardState.CLAIMED


@pytest.mark.parametrize("name", ["card id", "color and number", "code 128"])
def test_the_code_typed_beside_a_name(kit: Kit, name: str) -> None:
    card = held(kit)
    text = {
        "card id": card.card_id,
        "color and number": f"red 1 {card.card_id[-1]}",
        "code 128": card.linear,
    }[name]
    assert decided(kit.claim_by(text, card.code.lower())).verdict == VALID


def test_the_code_alone_finds_the_sold_card(kit: Kit) -> None:
    card = held(kit, number=5)
    assert decided(kit.claim_by("", card.code)).card.printed == card.card_id


def token(card: Card, form: str = "", symbols: str = "") -> str:
    """The card's inside token with another form or code, its check symbol in order."""
    body = card.inside[3:7] + (form or card.inside[7:10]) + card.inside[10:23]
    body += symbols or card.inside[23:39]
    return f"SD1{body}{check_symbol(body)}"


def test_step_7_a_token_with_a_foreign_code_or_form_opens_nothing(kit: Kit) -> None:
    card = held(kit)
    forged = token(card, symbols=wrong_code(card)[:16])
    assert decided(kit.claim_by(forged)).code == "not-opened"
    kind = decided(kit.claim_by(token(card, form="XXX")))
    assert (kind.verdict, kind.code) == (NOT_VALID, "foreign-card")


def test_step_7_a_photocopied_token_of_a_card_that_was_never_received(kit: Kit) -> None:
    held(kit)
    body = "ACMET750009990000001" + "0" * 16
    assert refused_step(kit.claim_by(f"SD1{body}{check_symbol(body)}")) == (2, "unknown-set")


def test_step_7_what_the_maker_did_not_commit_to_is_not_valid(
    kit: Kit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An AEAD alone does not commit: a bundle whose tree is another refuses the leaf."""
    card = held(kit)
    received = kit.card(card.card_id).series
    assert received is not None
    bundle = kit.hall.bundle(received)
    other = replace(bundle, subtree_roots=(b"\0" * 32,))
    monkeypatch.setattr(Hall, "bundle", lambda *_: other)
    kind = decided(kit.claim(card))
    assert (kind.verdict, kind.code) == (NOT_VALID, "not-committed")


def test_a_claim_held_back_goes_on_after_the_end_and_is_paid(kit: Kit) -> None:
    card = held(kit)
    ok(kit.claim_unread(card))
    ok(kit.run(CloseRoundHoldingBack()))
    red = kit.built.red
    ok(stock.put_back_open(kit.hall, kit.context(), red(2).outside, red(20).outside, 19))
    ok(kit.cash_up(5100))
    assert kit.state(card) is CardState.CLAIMED
    assert code(kit.claim(red(2))) == "no-round"
    assert decided(kit.claim(card)).verdict == VALID
    paid = ok(kit.pay(card))[0]
    assert paid.occasion == 6
    assert kit.state(card) is CardState.PAID
    assert audit(kit.hall.ledger) == ()


def test_a_code_that_opens_no_sold_card_is_kept_without_it(kit: Kit) -> None:
    held(kit)
    typed = kit.built.red(30).code
    answer = kit.claim_by("", typed)
    assert refused_step(answer) == (7, "no-card-opens")
    assert typed not in str(answer)
    assert typed.replace("-", "") not in str(answer)
    assert "cards tried: 1." in lines_of(ok(answer))[0]
    assert refused_step(kit.claim_by("", "short")) == (7, "no-card-opens")
    assert code(kit.claim_by("", "")) == "empty-basket"


def test_five_codes_alone_that_open_nothing_end_the_trying_for_the_round(kit: Kit) -> None:
    card = held(kit)
    for _ in range(5):
        assert refused_step(kit.claim_by("", wrong_code(card))) == (7, "no-card-opens")
    assert code(kit.claim_by("", card.code)) == "too-many-codes-alone"
    assert decided(kit.claim_by(card.card_id, card.code)).verdict == VALID, "five were of no card"
    ok(kit.close_round())


def test_a_code_alone_counts_as_one_entry_of_the_twenty_an_hour(kit: Kit) -> None:
    """5 without a card and 3 times 5 on a card are 20; the 21st is refused, whatever it is."""
    held(kit, number=4)
    for _ in range(5):
        ok(kit.claim_by("", wrong_code(kit.built.red(4))))
    for number in (1, 2, 3):
        for _ in range(5):
            ok(kit.claim_by(kit.built.red(number).card_id, wrong_code(kit.built.red(number))))
    card = kit.built.red(4)
    assert code(kit.claim_by(card.card_id, card.code)) == "too-many-codes-an-hour"
    alone = kit.claim_by("", card.code, HEARD, context=kit.context(by="Dot"))
    assert decided(alone).verdict == VALID, "another person reads it"


def test_a_code_alone_is_not_tried_when_nothing_is_claimed(kit: Kit) -> None:
    ok(kit.sell(1))
    kit.game_with(kit.built.red(1))
    assert code(kit.claim_by("", kit.built.red(1).code)) == "no-round"


# -- two papers with one number ------------------------------------------------------------------


def again(answer: Answer) -> list[CodeReadAgain]:
    return [entry.kind for entry in ok(answer) if isinstance(entry.kind, CodeReadAgain)]


@pytest.mark.parametrize(
    ("first", "second"),
    [("", "table 4"), ("", ""), ("table 9", ""), ("table 4", "table 4")],
)
def test_a_code_read_a_second_time_on_an_open_claim_is_told_and_kept(
    kit: Kit, first: str, second: str
) -> None:
    """The photocopy first or the real card first: nobody can say which, so both are brought."""
    card = held(kit)
    assert again(kit.claim(card, Witnesses(first, "", ""))) == []
    answer = kit.claim(card, Witnesses(second, "", ""))
    assert [(one.card.printed, one.table) for one in again(answer)] == [(card.card_id, second)]
    step = next(why for number, _, why in decided(answer).steps if number == 7)
    asked = f"is there a second paper? inventory case {card.card_id}"
    assert f"its code was read a second time: {asked}" in step
    assert lines_of(ok(answer))[-1].startswith("SECOND PAPER?"), "the last word on the screen"
    after = decided(kit.claim_by(card.card_id, witnesses=Witnesses("", "Bob", "Cal")))
    assert after.verdict == VALID, "an honest second scan blocks nothing"
    assert any(asked in why for _, _, why in after.steps), "the verdict still says it"


def test_each_further_reading_is_counted_also_when_a_correction_judges_again(kit: Kit) -> None:
    card = held(kit)
    for table in ("", "", "table 7"):
        answer = kit.claim(card, Witnesses(table, "", ""))
    assert any("was read 3 times" in why for _, _, why in decided(answer).steps)
    other = next(n for n in range(1, 76) if n not in kit.balls)
    wrong = next(n for n in kit.balls if n not in card.numbers)
    corrected = kit.run(CorrectDraw(wrong, other))
    assert any("was read 3 times" in why for _, _, why in decided(corrected).steps)
    assert audit(kit.hall.ledger) == ()


def test_going_on_by_the_card_id_or_with_the_first_code_is_no_second_reading(kit: Kit) -> None:
    card = held(kit)
    assert again(kit.claim_by(card.card_id, witnesses=NOBODY)) == [], "opened without a code"
    assert again(kit.claim_by(card.card_id, card.code, NOBODY)) == [], "the first code"
    answer = kit.claim_by(card.card_id)
    assert again(answer) == []
    assert not any("second paper" in why for _, _, why in decided(answer).steps)


def test_a_retried_second_scan_is_one_reading(kit: Kit) -> None:
    card = held(kit)
    ok(kit.claim(card, NOBODY))
    context = kit.context()
    once = kit.claim_by(card.inside, "", NOBODY, context=context)
    assert ok(kit.claim_by(card.inside, "", NOBODY, context=context)) == ok(once)
    assert any("a second time" in why for _, _, why in decided(once).steps)


def test_a_claim_at_another_table_after_one_in_vain_is_told(kit: Kit) -> None:
    missing = kit.built.red(1).numbers[0]
    card = held(kit, missing)
    assert decided(kit.claim(card, Witnesses("table 9", "", ""))).verdict == NOT_VALID
    same = decided(kit.claim(card, Witnesses("table 9", "", "")))
    assert not any("second paper" in why for _, _, why in same.steps)
    other = decided(kit.claim(card, Witnesses("table 4", "", "")))
    step = next(why for number, _, why in other.steps if number == 6)
    assert (
        f"claimed before at table 9: is there a second paper? inventory case {card.card_id}" in step
    )


def test_step_7_a_code_that_does_not_open_is_not_valid_and_counts_as_an_attempt(kit: Kit) -> None:
    card = held(kit)
    kind = decided(kit.claim_by(card.card_id, wrong_code(card)))
    assert (kind.verdict, kind.failed_step, kind.code) == (NOT_VALID, 7, "not-opened")
    assert kit.state(card) is CardState.SOLD
    assert kit.card(card.card_id).attempts == 1


def test_step_7_the_inside_of_another_card_does_not_open_this_one(kit: Kit) -> None:
    card = held(kit, number=2)
    other = kit.built.red(1)
    assert decided(kit.claim_by(card.card_id, other.code)).code == "not-opened"


def test_step_7_a_malformed_code_is_read_again(kit: Kit) -> None:
    card = held(kit)
    assert decided(kit.claim_by(card.card_id, "ABC")).code == "malformed-code"
    far = wrong_code(card)
    far = far[:-1] + ("0" if far[-1] != "0" else "1")
    assert decided(kit.claim_by(card.card_id, far)).code == "malformed-code"


def test_step_7_up_to_four_unreadable_symbols_are_found(kit: Kit) -> None:
    card = held(kit)
    text = card.code.replace("-", "")
    damaged = "".join("?" if place in {0, 5, 16} else one for place, one in enumerate(text))
    assert decided(kit.claim_by(card.card_id, damaged)).verdict == VALID


def test_step_7_four_unreadable_symbols_with_the_check_readable(kit: Kit) -> None:
    card = held(kit)
    text = card.code.replace("-", "")
    assert decided(kit.claim_by(card.card_id, "????" + text[4:])).verdict == VALID


def test_step_7_five_unreadable_symbols_keep_the_card(kit: Kit) -> None:
    card = held(kit)
    kind = decided(kit.claim_by(card.card_id, "?????" + card.code.replace("-", "")[5:]))
    assert (kind.verdict, kind.code) == (CANNOT_TELL, "code-unreadable")


def test_step_7_unreadable_symbols_of_another_card_open_nothing(kit: Kit) -> None:
    card = held(kit)
    kind = decided(kit.claim_by(card.card_id, "?" + kit.built.red(2).code.replace("-", "")[1:]))
    assert kind.code == "not-opened"


@pytest.mark.parametrize("error", ["one wrong symbol", "one swap", "wrong check symbol"])
def test_step_7_a_near_code_is_shown_for_consent(kit: Kit, error: str) -> None:
    card = held(kit)
    text = list(card.code.replace("-", ""))
    if error == "one swap":
        place = next(at for at, (one, two) in enumerate(pairwise(text)) if one != two)
        text[place], text[place + 1] = text[place + 1], text[place]
    else:
        place = 3 if error == "one wrong symbol" else 16
        text[place] = ALPHABET[(ALPHABET.index(text[place]) + 1) % 32]
    typed = "".join(text)
    kind = decided(kit.claim_by(card.card_id, typed))
    assert (kind.verdict, kind.code) == (CANNOT_TELL, "code-misread")
    assert kind.opening == ""
    assert decided(kit.claim_by(card.card_id, typed, is_confirmed=True)).verdict == VALID


def test_consent_to_nonsense_opens_nothing(kit: Kit) -> None:
    card = held(kit)
    for typed, expected in (("ABC", "malformed-code"), (wrong_code(card), "not-opened")):
        assert decided(kit.claim_by(card.card_id, typed, is_confirmed=True)).code == expected


def test_five_wrong_codes_end_the_trying(kit: Kit) -> None:
    card = held(kit)
    for _ in range(5):
        decided(kit.claim_by(card.card_id, wrong_code(card)))
    assert code(kit.claim_by(card.card_id, card.code)) == "too-many-codes"


def test_twenty_wrong_codes_within_an_hour_end_a_persons_trying(kit: Kit) -> None:
    held(kit, number=5)
    for number in range(1, 5):
        for _ in range(5):
            kit.claim_by(kit.built.red(number).card_id, wrong_code(kit.built.red(number)))
    card = kit.built.red(5)
    assert code(kit.claim_by(card.card_id, card.code)) == "too-many-codes-an-hour"
    other = kit.claim_by(card.inside, "", HEARD, context=kit.context(by="Dot"))
    assert decided(other).verdict == VALID


def test_step_8_a_number_not_on_the_list_never_refuses_by_itself(kit: Kit) -> None:
    ok(kit.sell(1))
    card = kit.built.red(1)
    missing = card.numbers[10]
    kit.game_with(card, missing)
    ok(kit.hold())
    kind = decided(kit.claim(card))
    assert (kind.verdict, kind.failed_step) == (CANNOT_TELL, 8)
    assert f"only N-{missing} is missing" in kind.steps[-1][2]
    ok(kit.rack())
    again = decided(kit.claim_by(card.card_id))
    assert (again.verdict, again.code) == (NOT_VALID, "numbers-missing")
    assert again.numbers_missing == (missing,)


def test_step_8_the_rack_is_checked_before_a_win(kit: Kit) -> None:
    ok(kit.sell(1))
    kit.game_with(kit.built.red(1))
    ok(kit.hold())
    kind = decided(kit.claim(kit.built.red(1)))
    assert (kind.verdict, kind.code) == (CANNOT_TELL, "rack-not-checked")


def test_step_8_a_hall_that_types_no_balls_reads_the_numbers_aloud(kit: Kit) -> None:
    ok(kit.sell(1))
    ok(kit.close())
    ok(kit.hold())
    card = kit.built.red(1)
    kind = decided(kit.claim(card, Witnesses("table 4", "Bob", "")))
    assert (kind.verdict, kind.code) == (CANNOT_TELL, "no-balls-typed")
    assert decided(kit.claim(card)).code == "calls-unknown"
    found = decided(kit.claim(card, Witnesses("table 4", "Bob", "Cal", 61)))
    assert (found.verdict, found.calls) == (VALID, 61)
    closed = ok(kit.close_round())[0].kind
    assert isinstance(closed, RoundClosed)
    assert closed.prize == "consolation"  # the primary prize was for 60


def test_step_9_within_the_maximum_it_is_the_primary_prize(kit: Kit) -> None:
    card = held(kit)
    assert decided(kit.claim(card)).verdict == VALID
    closed = ok(kit.close_round())[0].kind
    assert isinstance(closed, RoundClosed)
    assert (closed.prize, closed.shares) == ("primary", (10000,))


@pytest.mark.parametrize(("consolation", "verdict"), [(2500, VALID), (0, NOT_VALID)])
def test_step_9_beyond_the_maximum(empty: Kit, consolation: int, verdict: str) -> None:
    ok(empty.receive())
    ok(stock.issue_all(empty.hall, empty.context(), "1"))
    ok(empty.open_unchecked(pre_drawn=48, calls_max=48, consolation_cents=consolation))
    ok(empty.sell(1))
    card = empty.built.red(1)
    last = card.numbers[0]
    empty.game_with(card, last)
    ok(empty.call(last))
    ok(empty.hold())
    ok(empty.rack())
    kind = decided(empty.claim(card))
    assert (kind.verdict, kind.calls) == (verdict, 49)
    assert kind.code == ("" if consolation else "calls-passed")
    closed = ok(empty.close_round())[0].kind
    assert isinstance(closed, RoundClosed)
    assert closed.prize == ("consolation" if consolation else "none")


def test_step_10_a_second_person_compares_and_the_caller_reads_back(kit: Kit) -> None:
    card = held(kit)
    assert decided(kit.claim(card, NOBODY)).code == "not-compared"
    assert decided(kit.claim_by(card.card_id, "", Witnesses("", "ann", ""))).code == "not-compared"
    assert decided(kit.claim_by(card.card_id, "", Witnesses("", "Bob", ""))).code == "not-read-back"
    kind = decided(kit.claim_by(card.card_id))
    assert kind.verdict == VALID
    assert "Ann sold this card" in kind.steps[9][2]


# -- rounds ---------------------------------------------------------------------------------------


def test_a_claim_needs_hold_and_an_occasion(kit: Kit, empty: Kit) -> None:
    ok(kit.sell(1))
    kit.game_with(kit.built.red(1))
    assert code(kit.claim(kit.built.red(1))) == "no-round"
    assert code(kit.close_round()) == "no-round"
    assert code(kit.run(CloseRoundHoldingBack())) == "no-round"
    assert code(empty.claim(kit.built.red(1))) == "no-occasion"


def test_color_and_number_that_fit_two_sets_ask_for_the_card(empty: Kit, tmp_path: Path) -> None:
    asked = Asked(reds=2, blues=4, run=2, serials=("000125", "000126"), names=("R2", "B2"))
    twin = build_delivery(tmp_path / "twin", asked)
    ok(empty.receive())
    ok(stock.receive(empty.hall, empty.context(), twin.folder, None, ()))
    ok(empty.open(on_sale=("000123", "000124", "000125", "000126")))
    ok(empty.close())
    ok(empty.hold())
    assert code(lambda: reporting.read_proof(empty.hall, "red 1")) == "ambiguous"
    assert refused_step(empty.claim_by(twin.cards["000125", 1].card_id)) == (4, "not-sold")


def test_a_claim_on_no_card_at_all_is_refused(kit: Kit) -> None:
    held(kit)
    assert code(kit.claim_by("hello")) == "not-ours"
    assert code(kit.claim_by("green 4 Z")) == "unknown-name"
    assert code(kit.claim_by("red 1 0")) == "check-differs"


def test_hold_freezes_the_draw_and_the_held_ball_is_the_next_call(kit: Kit) -> None:
    ok(kit.sell(1))
    card = kit.built.red(1)
    kit.game_with(card, card.numbers[0])
    held_ball, other = _undrawn(kit)[:2]
    ok(kit.hold(held_ball))
    assert code(kit.hold()) == "already-held"
    assert code(kit.call(other)) == "draw-frozen"
    ok(kit.rack())
    assert decided(kit.claim(card)).verdict == NOT_VALID
    ok(kit.close_round())
    assert code(kit.call(other)) == "held-ball-first"
    ok(kit.call(held_ball, other))


def test_a_claim_refused_once_wins_on_the_held_ball(kit: Kit) -> None:
    ok(kit.sell(1))
    card = kit.built.red(1)
    last = card.numbers[0]
    kit.game_with(card, last)
    ok(kit.hold(last))
    ok(kit.rack())
    assert decided(kit.claim(card)).verdict == NOT_VALID
    ok(kit.close_round())
    ok(kit.call(last))
    ok(kit.hold())
    ok(kit.rack())
    assert decided(kit.claim(card)).verdict == VALID
    assert kit.card(card.card_id).attempts == 1


def test_nothing_is_paid_before_the_round_closes(kit: Kit) -> None:
    card = held(kit)
    assert code(kit.pay(card)) == "no-claim"
    ok(kit.claim(card))
    assert code(kit.pay(card)) == "round-open"
    ok(kit.close_round())
    paid = ok(kit.pay(card))[0].kind
    assert isinstance(paid, Paid)
    assert (paid.cents, paid.to, paid.source) == (10000, "Mary K.", "check")
    assert kit.state(card) is CardState.PAID


def test_a_card_is_paid_at_most_once(kit: Kit) -> None:
    card = held(kit)
    ok(kit.claim(card))
    ok(kit.close_round())
    ok(kit.pay(card))
    assert code(kit.pay(card)) == "already-paid"
    assert code(kit.pay(kit.built.red(30))) == "no-claim"


def test_a_card_that_did_not_win_is_not_paid(kit: Kit, empty: Kit) -> None:
    card = held(kit, kit.built.red(1).numbers[0])
    ok(kit.claim(card))
    assert code(kit.pay(card)) == "not-won"
    assert code(kit.pay_by("nonsense", "M", "box")) == "not-ours"
    assert code(empty.pay(card)) in {"no-claim", "not-received"}


def test_winners_of_a_round_share_equally_to_the_cent(kit: Kit) -> None:
    ok(kit.sell_to(3))
    balls = tuple(dict.fromkeys(n for i in (1, 2, 3) for n in kit.built.red(i).numbers))
    ok(kit.run(EnterLater(balls)))
    ok(kit.close())
    ok(kit.hold())
    ok(kit.rack())
    for number in (1, 2, 3):
        assert decided(kit.claim(kit.built.red(number))).verdict == VALID
    closed = ok(kit.close_round())[0].kind
    assert isinstance(closed, RoundClosed)
    assert sum(closed.shares) in {10000, 2500}
    assert max(closed.shares) - min(closed.shares) <= 1


def test_pre_drawn_winners_used_the_pre_drawn_count(kit: Kit) -> None:
    card = held(kit)
    assert decided(kit.claim(card)).calls == 48


def test_after_a_win_no_ball_is_called(kit: Kit) -> None:
    card = held(kit)
    ok(kit.claim(card))
    ok(kit.close_round())
    assert code(kit.call(_undrawn(kit)[0])) == "game-over"


def test_a_round_closes_only_when_its_claims_are_decided_or_held_back(kit: Kit) -> None:
    ok(kit.sell_to(2))
    one, two = kit.built.red(1), kit.built.red(2)
    balls = tuple(dict.fromkeys((*one.numbers, *two.numbers)))
    ok(kit.run(EnterLater(balls)))
    ok(kit.close())
    ok(kit.hold())
    ok(kit.rack())
    ok(kit.claim(one))
    ok(kit.claim_unread(two))
    assert code(kit.close_round()) == "claims-open"
    alone = kit.run(CloseRoundHoldingBack(), second="")
    assert code(alone) == "second-person-needed"
    closed = ok(kit.run(CloseRoundHoldingBack()))[0].kind
    assert isinstance(closed, RoundClosed)
    assert [card.printed for card in closed.held_back] == [two.card_id]
    assert len(set(closed.shares)) == 1
    assert code(kit.pay(two)) == "not-won"
    assert decided(kit.claim(two)).verdict == VALID
    ok(kit.pay(two))
    ok(kit.pay(one))


# -- the draw -------------------------------------------------------------------------------------


def test_the_draw_keeps_its_order_and_refuses_what_cannot_be(kit: Kit, empty: Kit) -> None:
    assert code(kit.call(1)) == "sales-open"
    assert code(kit.hold()) == "sales-open"
    assert code(kit.pre_draw(())) == "no-balls"
    assert code(kit.pre_draw((1, 1))) == "already-drawn"
    assert code(kit.pre_draw(tuple(range(1, 50)))) == "over-pre-drawn"
    ok(kit.pre_draw((7, 41)))
    assert code(kit.pre_draw((41,))) == "already-drawn"
    ok(kit.close())
    assert code(kit.call(1)) == "pre-draw-short"
    ok(kit.hold(1))
    assert code(kit.run(CheckRack("ann"))) == "player-needed"
    for none in (empty.call(1), empty.pre_draw((1,)), empty.hold(), empty.rack()):
        assert code(none) == "no-occasion"
    assert code(empty.run(EnterLater((1,)))) == "no-occasion"
    assert code(empty.run(CorrectDraw(1, 2))) == "no-occasion"


def test_a_held_ball_is_not_one_that_was_drawn(kit: Kit) -> None:
    kit.game_with(kit.built.red(1))
    assert code(kit.hold(kit.built.red(1).numbers[0])) == "already-drawn"


# -- corrections ----------------------------------------------------------------------------------


def correct(kit: Kit, read: int, ball: int) -> Answer:
    return kit.run(CorrectDraw(read, ball), by="Cal")


def _undrawn(kit: Kit) -> list[int]:
    return [number for number in range(1, 76) if number not in kit.balls]


def test_a_correction_names_two_people_and_numbers_that_can_be(kit: Kit) -> None:
    held(kit)
    alone = kit.run(CorrectDraw(1, 2), second="")
    assert code(alone) == "second-person-needed"
    undrawn = _undrawn(kit)
    drawn = next(number for number in range(1, 76) if number not in undrawn)
    other = next(n for n in range(drawn + 1, 76) if n not in undrawn)
    assert code(correct(kit, undrawn[0], undrawn[1])) == "not-drawn"
    assert code(correct(kit, drawn, other)) == "already-drawn"


def test_a_correction_changes_an_open_claim(kit: Kit) -> None:
    card = held(kit)
    ok(kit.claim(card, NOBODY))
    answer = correct(kit, card.numbers[0], _undrawn(kit)[0])
    assert kinds(answer) == ["DrawCorrected", "ClaimDecided"]
    assert decided(answer).numbers_missing == (card.numbers[0],)
    assert kit.state(card) is CardState.CLAIMED


def test_a_correction_calls_a_refused_card_back(kit: Kit) -> None:
    ok(kit.sell(1))
    card = kit.built.red(1)
    kit.game_with(card, card.numbers[0])
    ok(kit.hold())
    ok(kit.rack())
    assert decided(kit.claim(card)).verdict == NOT_VALID
    wrong = next(ball for ball in kit.balls if ball not in card.numbers)
    first = ok(correct(kit, wrong, card.numbers[0]))[0].kind
    assert isinstance(first, DrawCorrected)
    assert [back.printed for back in first.called_back] == [card.card_id]
    ok(kit.rack())
    assert decided(kit.claim(card)).verdict == VALID


def test_a_correction_reopens_a_won_card_and_its_round(kit: Kit) -> None:
    card = held(kit)
    ok(kit.claim(card))
    ok(kit.close_round())
    answer = correct(kit, card.numbers[0], _undrawn(kit)[0])
    assert kinds(answer) == ["DrawCorrected", "ClaimReopened", "ClaimDecided"]
    assert kit.state(card) is CardState.CLAIMED
    assert code(kit.pay(card)) == "not-won"
    ok(kit.rack())
    assert decided(kit.claim_by(card.card_id)).verdict == NOT_VALID
    closed = ok(kit.close_round())[0].kind
    assert isinstance(closed, RoundClosed)
    assert closed.winners == ()


def test_a_correction_makes_a_paid_card_a_case_and_leaves_the_others(kit: Kit) -> None:
    card = held(kit)
    ok(kit.claim(card))
    ok(kit.close_round())
    ok(kit.pay(card))
    first = ok(correct(kit, card.numbers[0], _undrawn(kit)[0]))[0].kind
    assert isinstance(first, DrawCorrected)
    assert [case.printed for case in first.cases] == [card.card_id]
    assert kit.state(card) is CardState.PAID


def test_a_correction_leaves_a_winner_who_does_not_hold_the_number(kit: Kit) -> None:
    card = held(kit)
    ok(kit.claim(card))
    wrong = next(ball for ball in kit.balls if ball not in card.numbers)
    assert kinds(correct(kit, wrong, _undrawn(kit)[0])) == ["DrawCorrected"]
    assert kit.state(card) is CardState.WON


def test_a_claim_without_a_code_is_not_judged_again(kit: Kit) -> None:
    card = held(kit)
    ok(kit.claim_by(card.card_id))
    assert kinds(correct(kit, card.numbers[0], _undrawn(kit)[0])) == ["DrawCorrected"]


def test_a_claimed_card_is_neither_sold_nor_exchanged(kit: Kit) -> None:
    card = held(kit)
    ok(kit.claim(card, NOBODY))
    assert code(kit.sell(1)) == "sales-closed"
    refused = selling.give_in_exchange(
        kit.hall, kit.context(), (card.outside,), kit.built.blue(2).outside
    )
    assert code(refused) == "sales-closed"


# -- what a proved code is worth ------------------------------------------------------------------


def test_a_wrong_code_after_a_proved_claim_leaves_the_card_to_be_called_back(kit: Kit) -> None:
    """Any claim whose code opened the card counts at a correction, not only the last."""
    ok(kit.sell(1))
    card = kit.built.red(1)
    kit.game_with(card, card.numbers[0])
    ok(kit.hold())
    ok(kit.rack())
    assert decided(kit.claim(card)).failed_step == 8
    assert decided(kit.claim_by(card.card_id, wrong_code(card))).failed_step == 7
    wrong = next(ball for ball in kit.balls if ball not in card.numbers)
    first = ok(correct(kit, wrong, card.numbers[0]))[0].kind
    assert isinstance(first, DrawCorrected)
    assert [back.printed for back in first.called_back] == [card.card_id]
    assert audit(kit.hall.ledger) == ()


def test_an_open_claim_without_its_code_is_judged_by_what_the_card_opened_before(
    kit: Kit,
) -> None:
    ok(kit.sell(1))
    card = kit.built.red(1)
    kit.game_with(card, card.numbers[0])
    ok(kit.hold())
    ok(kit.rack())
    assert decided(kit.claim(card)).verdict == NOT_VALID
    assert decided(kit.claim_by(card.card_id)).code == "no-code"
    wrong = next(ball for ball in kit.balls if ball not in card.numbers)
    assert decided(correct(kit, wrong, card.numbers[0])).code == "rack-not-checked"
    ok(kit.rack())
    assert decided(kit.claim_by(card.card_id)).verdict == VALID


def test_a_proved_open_claim_is_not_undone_by_a_code_that_opens_nothing(kit: Kit) -> None:
    card = held(kit)
    assert decided(kit.claim(card, NOBODY)).verdict == CANNOT_TELL
    head = kit.head()
    for typed in (wrong_code(card), "ABC", "?" * 17):
        assert code(kit.claim_by(card.card_id, typed)) == "code-proved"
    assert code(kit.claim_by(token(card, symbols=wrong_code(card)[:16]))) == "code-proved"
    assert (kit.head(), kit.state(card)) == (head, CardState.CLAIMED)
    assert decided(kit.claim_by(card.card_id)).verdict == VALID


def test_five_wrong_codes_are_a_persons_not_the_cards(kit: Kit) -> None:
    card = held(kit)
    for _ in range(5):
        decided(kit.claim_by(card.card_id, wrong_code(card)))
    again = kit.claim_by(card.card_id, card.code, HEARD, context=kit.context(by=" ann "))
    assert code(again) == "too-many-codes"
    other = kit.claim_by(card.card_id, card.code, HEARD, context=kit.context(by="Dot"))
    assert decided(other).verdict == VALID


def test_a_scan_that_opens_the_card_passes_every_limit(kit: Kit) -> None:
    held(kit, number=5)
    for number in range(1, 5):
        for _ in range(5):
            kit.claim_by(kit.built.red(number).card_id, wrong_code(kit.built.red(number)))
    card = kit.built.red(5)
    forged = token(card, symbols=wrong_code(card)[:16])
    assert code(kit.claim_by(forged)) == "too-many-codes-an-hour"
    assert code(kit.claim_by("", card.code)) == "too-many-codes-an-hour"
    assert decided(kit.claim(card)).verdict == VALID


# -- who looks at a claim -------------------------------------------------------------------------


def test_step_10_one_person_under_two_spellings_is_one(kit: Kit) -> None:
    card = held(kit)
    assert decided(kit.claim(card, Witnesses("", " ANN ", "Cal"))).code == "not-compared"
    assert (
        decided(kit.claim_by(card.card_id, "", Witnesses("", "Bob", " "))).code == "not-read-back"
    )
    kind = decided(kit.claim_by(card.card_id, "", Witnesses("", "Bob", "bob ")))
    assert "Ann sold this card and verifies it" in kind.steps[9][2]
    assert "Bob compared it and read it back" in kind.steps[9][2]
    assert code(kit.run(CheckRack(" ann "))) == "player-needed"


def test_a_share_is_paid_to_somebody(kit: Kit) -> None:
    card = held(kit)
    ok(kit.claim(card))
    ok(kit.close_round())
    assert code(kit.pay_by(card.outside, " ", "box")) == "payee-needed"
    paid = ok(kit.pay_by(card.outside, " Mary K. ", "box"))[0].kind
    assert isinstance(paid, Paid)
    assert paid.to == "Mary K."


def test_step_8_several_missing_numbers_are_asked_for_in_the_plural(kit: Kit) -> None:
    ok(kit.sell(1))
    card = kit.built.red(1)
    kit.game_with(card, *card.numbers[:2])
    ok(kit.hold())
    assert (
        decided(kit.claim(card))
        .steps[-1][2]
        .endswith("are missing from the list: are they in the rack?")
    )
    ok(kit.rack())
    ok(kit.claim_by(card.card_id))
    closed = ok(kit.close_round())
    assert "call the held ball" not in " ".join(lines_of(closed))
