"""A claim that was made by mistake is taken back by two people; a share waits only for a reason."""

from dataclasses import replace

import pytest

import inventory.cli
from cardgen.card_id import CardId
from inventory.commands.claim import CloseRoundHoldingBack, WithdrawClaim
from inventory.commands.game import CheckRack
from inventory.desk.execute import Answer
from inventory.desk.papers import reporting
from inventory.entries.claim import CodeReadAgain
from inventory.entries.states import CardState
from inventory.ledger.replaying import audit
from inventory.reports.figures.occasion import Report, report_json
from tests.inventory.delivery_builder import Card
from tests.inventory.kit import HEARD, Command, Kit, code, kinds, ok


def held(kit: Kit) -> Card:
    """Cards 1 to 3 are sold, 1 is complete, and a round is open."""
    ok(kit.sell(1, 2, 3))
    card = kit.built.red(1)
    kit.game_with(card)
    ok(kit.hold())
    return card


def withdraw(kit: Kit, card: Card, reason: str = "read wrong", second: str = "Bob") -> Answer:
    return kit.run(WithdrawClaim(CardId.parse(card.card_id), reason), second=second)


# -- a claim taken back ---------------------------------------------------------------------------


def test_a_claim_on_a_number_that_was_read_wrong_is_taken_back(kit: Kit) -> None:
    card = held(kit)
    wrong = kit.built.red(2)
    ok(kit.claim_by(wrong.card_id))
    assert kit.state(wrong) is CardState.CLAIMED
    assert kinds(withdraw(kit, wrong)) == ["ClaimWithdrawn"]
    assert kit.state(wrong) is CardState.SOLD
    assert kit.card(wrong.card_id).attempts == 0, "no attempt is counted"
    ok(kit.rack())
    ok(kit.claim(card))
    ok(kit.close_round())
    found = reporting.read_report(kit.hall, 0)
    assert isinstance(found, Report)
    told = [(one["what"], one["told"]) for one in report_json(found)["incidents"]]
    assert ("claim taken back" in told[0][0], "read wrong" in told[0][1]) == (True, True)
    assert audit(kit.hall.ledger) == ()
    assert reporting.read_audit(kit.hall, "") == ()


def test_a_card_whose_claim_was_taken_back_can_be_claimed_and_win(kit: Kit) -> None:
    card = held(kit)
    ok(kit.claim_by(card.card_id))
    ok(withdraw(kit, card))
    ok(kit.rack())
    assert kinds(kit.claim(card)) == ["ClaimOpened", "ClaimDecided"]
    assert kit.state(card) is CardState.WON


def test_one_person_takes_no_claim_back(kit: Kit) -> None:
    card = held(kit)
    ok(kit.claim_by(card.card_id))
    assert code(withdraw(kit, card, second="")) == "second-person-needed"
    assert code(withdraw(kit, card, second="ann")) == "same-person"
    assert code(withdraw(kit, card, reason="  ")) == "withdrawal-unexplained"
    assert kit.state(card) is CardState.CLAIMED


def test_a_card_that_its_code_opened_keeps_its_claim(kit: Kit) -> None:
    """Otherwise two people take a winner's claim away, so that a friend need not share."""
    card = held(kit)
    ok(kit.claim(card))  # the rack is not compared yet
    assert code(withdraw(kit, card)) == "claim-proved"


def test_only_an_open_claim_is_taken_back(kit: Kit, empty: Kit) -> None:
    card = held(kit)
    assert code(withdraw(kit, card)) == "no-open-claim"
    ok(kit.rack())
    ok(kit.claim(card))
    assert code(withdraw(kit, card)) == "no-open-claim"
    ok(kit.claim(kit.built.red(2)))
    assert code(withdraw(kit, kit.built.red(2))) == "no-open-claim"
    assert code(withdraw(empty, card)) == "no-occasion"


def test_a_claim_whose_share_is_held_back_is_decided_and_not_taken_back(kit: Kit) -> None:
    card = held(kit)
    ok(kit.claim_unread(card))
    ok(kit.run(CloseRoundHoldingBack()))
    assert code(withdraw(kit, card)) == "claim-held-back"


def test_a_claim_is_taken_back_at_the_prompt(kit: Kit, command: Command) -> None:
    card = held(kit)
    ok(kit.claim_by(card.card_id))
    words = ("withdraw-claim", card.card_id, "--reason", "57 was read as 75")
    who = ("--by", "Ann", "--second", "Bob", "--hall", kit.hall.folder)
    status, out, _ = command(inventory.cli.main, *words, *who)
    assert (status, "is taken back: 57 was read as 75" in out) == (0, True)


# -- a typed card ---------------------------------------------------------------------------------


def test_a_typed_card_in_a_claim_carries_its_check_symbol(kit: Kit) -> None:
    card = held(kit)
    assert code(kit.claim_by("red 1")) == "check-differs"
    ok(kit.claim_by(f"red 1 {card.card_id[-1]}"))


# -- a share that waits ---------------------------------------------------------------------------


def test_a_share_is_held_back_only_for_what_nobody_here_can_decide(kit: Kit) -> None:
    card = held(kit)
    ok(kit.claim_by(card.card_id))  # no code was given
    assert code(kit.run(CloseRoundHoldingBack())) == "no-reason-to-wait"
    ok(kit.claim_unread(card))
    ok(kit.run(CloseRoundHoldingBack()))


@pytest.mark.parametrize("is_compared", [True, False])
def test_a_share_does_not_wait_for_people_who_are_here(kit: Kit, *, is_compared: bool) -> None:
    card = held(kit)
    if is_compared:
        ok(kit.run(CheckRack("table 4")))
        ok(kit.claim(card, replace(HEARD, compared_by="")))
    else:
        ok(kit.claim(card))
    assert code(kit.run(CloseRoundHoldingBack())) == "no-reason-to-wait"


# -- a winner scanned again -----------------------------------------------------------------------


@pytest.mark.parametrize("table", ["table 4", ""])
def test_a_winner_scanned_again_in_its_round_is_no_copy(kit: Kit, table: str) -> None:
    card = held(kit)
    ok(kit.rack())
    ok(kit.claim(card))
    answer = kit.claim(card, replace(HEARD, table=table))
    assert code(answer) == "won-here"
    assert "copy" not in str(answer)
    assert kit.state(card) is CardState.WON
    with kit.hall.reading() as reader:
        (again,) = reader.of_kind("CodeReadAgain")
    assert isinstance(again.kind, CodeReadAgain)
    assert again.kind.card.printed == card.card_id, "a second paper would have shown so too"
    assert code(kit.claim_by(card.card_id)) == "won-here"
    ok(kit.close_round())
    ok(kit.pay(card))


def test_a_winner_shown_from_another_table_may_be_a_copy(kit: Kit) -> None:
    card = held(kit)
    ok(kit.rack())
    ok(kit.claim(card))
    (entry,) = ok(kit.claim(card, replace(HEARD, table="table 9")))
    assert entry.kind_name == "ClaimRefused"
