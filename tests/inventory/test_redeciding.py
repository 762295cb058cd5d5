"""The audit decides every act again: what no desk would have written is named.

Each entry here is appended through the program's own writer and signed with the hall's own key, as
somebody could who has the unlocked laptop: nothing in tables, tree or signatures shows it.
"""

import shutil
from dataclasses import replace

import pytest

from cardgen.card_id import CardId
from inventory.decisions.claim.opened import faces_of
from inventory.decisions.game.evening import Evening
from inventory.decisions.law import LAW
from inventory.desk.game.evening import current_evening
from inventory.desk.papers.reporting import read_audit
from inventory.entries.claim import ClaimDecided, ClaimOpened, Paid, RoundClosed
from inventory.entries.entry import Context
from inventory.entries.game import DrawCorrected, PlayedRule
from inventory.entries.house import RuleAnswered
from inventory.entries.sale import Exchanged, SaleVoided, Sold
from inventory.entries.union import Kind
from inventory.ledger.writing import Writer
from tests.inventory.delivery_builder import RED, Card
from tests.inventory.kit import Kit, Night, ok


def append(kit: Kit, *kinds: Kind, context: Context | None = None) -> None:
    """Entries of the open evening, signed, that no desk decided."""
    evening = evening_of(kit)
    with kit.hall.ledger.writing() as session:
        writer = Writer(session)
        writer.append(context or kit.context(), "0" * 32, evening.occasion, kinds)
        writer.sign(kit.hall.key)


def red(kit: Kit, number: int) -> CardId:
    return CardId.parse(kit.built.red(number).card_id)


def blue(kit: Kit, number: int) -> CardId:
    return CardId.parse(kit.built.blue(number).card_id)


def evening_of(kit: Kit) -> Evening:
    evening = current_evening(kit.hall)
    assert evening is not None
    return evening


def found(kit: Kit) -> list[str]:
    return [one.sentence for one in read_audit(kit.hall, "") if one.code == "not-decided"]


def next_sale(kit: Kit) -> int:
    """A sale's number is that of its first entry."""
    return kit.head() + 1


def won(kit: Kit) -> Card:
    """Card 1 sold, claimed and won; its round is closed and nothing is paid."""
    ok(kit.sell(1))
    card = kit.built.red(1)
    kit.game_with(card)
    kit.win(card)
    return card


def share(kit: Kit) -> tuple[int, int]:
    """Round and cents of the one share that is fixed."""
    (closed,) = (
        one.closed
        for play in evening_of(kit).plays
        for one in play.rounds
        if one.closed is not None
    )
    return closed.round, closed.shares[0]


def test_an_honest_evening_is_decided_as_it_was_written(kit: Kit) -> None:
    card = won(kit)
    ok(kit.pay(card))
    assert read_audit(kit.hall, "") == ()


def test_a_sale_at_one_cent(kit: Kit) -> None:
    append(kit, Sold(next_sale(kit), (red(kit, 1),), (1,), "scanned"))
    (sentence,) = found(kit)
    assert "Sold" in sentence


def test_a_sale_without_a_lease(kit: Kit) -> None:
    append(
        kit,
        Sold(next_sale(kit), (red(kit, 1),), (100,), "scanned"),
        context=kit.context(till="2"),
    )
    (sentence,) = found(kit)
    assert "not issued" in sentence


def test_a_sale_out_of_sequence(kit: Kit) -> None:
    append(kit, Sold(next_sale(kit), (red(kit, 7),), (100,), "scanned"))
    (sentence,) = found(kit)
    assert "The next card is 1 or 21, not 7" in sentence


def test_one_sale_number_twice(kit: Kit) -> None:
    ok(kit.sell(1))
    number = next_sale(kit) + 40
    append(kit, Sold(number, (red(kit, 2),), (100,), "scanned"))
    assert found(kit)


def test_a_void_by_one_person(kit: Kit) -> None:
    ok(kit.sell(1))
    sale = kit.card(kit.built.red(1).card_id).sale
    append(kit, SaleVoided(sale.number, red(kit, 1), 100, "ill"), context=kit.context(second=""))
    (sentence,) = found(kit)
    assert "cannot do this alone" in sentence


def test_a_void_that_gives_back_five_hundred_dollars(kit: Kit) -> None:
    ok(kit.sell(1))
    sale = kit.card(kit.built.red(1).card_id).sale
    append(kit, SaleVoided(sale.number, red(kit, 1), 50_000, "ill"))
    assert len(found(kit)) == 1


@pytest.mark.parametrize("new", [(1, 2, 3, 4, 5), (1,)])
def test_an_exchange_for_other_than_two(kit: Kit, new: tuple[int, ...]) -> None:
    ok(kit.sell(1))
    blues = tuple(blue(kit, number) for number in new)
    append(kit, Exchanged(next_sale(kit), red(kit, 1), blues, 100, 1, 1))
    assert len(found(kit)) == 1


def test_an_original_for_an_original(kit: Kit) -> None:
    ok(kit.sell(1))
    reds = (red(kit, 2), red(kit, 3))
    append(kit, Exchanged(next_sale(kit), red(kit, 1), reds, 100, 1, 1))
    assert len(found(kit)) == 1


def test_nine_thousand_dollars_on_a_share_of_less(kit: Kit) -> None:
    card = won(kit)
    round_number, cents = share(kit)
    assert cents < 900_000
    append(kit, Paid(round_number, CardId.parse(card.card_id), 900_000, "Mary", "check"))
    assert len(found(kit)) == 1


def test_a_payment_in_a_round_that_there_is_not(kit: Kit) -> None:
    card = won(kit)
    append(kit, Paid(777, CardId.parse(card.card_id), share(kit)[1], "Mary", "check"))
    assert found(kit)


def test_a_further_part_that_nobody_won(kit: Kit) -> None:
    card = won(kit)
    ok(kit.pay(card))
    append(kit, Paid(778, CardId.parse(card.card_id), 5_000, "Mary", "check", paid_before=1))
    (sentence,) = found(kit)
    assert "paid already" in sentence


def test_a_rule_answered_while_it_is_played(kit: Kit) -> None:
    append(kit, RuleAnswered("papers.filing_days", "6", "as we like"))
    (sentence,) = found(kit)
    assert "is not ended" in sentence


def test_a_made_up_winner_with_the_opening_of_another_card(kit: Kit) -> None:
    """A losing card is decided VALID with what the real winner opened, and paid."""
    card = won(kit)
    real = next(
        claim.decided for claim in evening_of(kit).claims.values() if claim.decided is not None
    )
    assert isinstance(real, ClaimDecided)
    assert faces_of(real.opening)
    ok(kit.pay(card))
    loser = red(kit, 2)
    with kit.hall.reading() as reader:
        assert reader.card(loser).pack is not None
    number = next_sale(kit)
    append(kit, Sold(number, (loser,), (100,), "scanned"))
    opened = ClaimOpened(kit.head() + 1, real.round, loser, "table 9")
    append(kit, opened)
    forged = ClaimDecided(
        opened.claim, real.round, loser, "VALID", 0, "", real.steps, (), real.calls, real.opening
    )
    append(kit, forged)
    sentences = found(kit)
    assert any("not in the maker's verification file" in sentence for sentence in sentences)


def test_a_round_that_gives_more_than_its_prize(kit: Kit) -> None:
    ok(kit.sell(1))
    card = kit.built.red(1)
    kit.game_with(card)
    ok(kit.hold())
    ok(kit.rack())
    ok(kit.claim(card))
    round_ = evening_of(kit).current.open_round
    assert round_ is not None
    closed = RoundClosed(
        1, round_.number, 1, "primary", "", (CardId.parse(card.card_id),), (900_000,), (), ()
    )
    append(kit, closed)
    assert len(found(kit)) == 1


def test_an_evening_that_breaks_the_rules(empty: Kit) -> None:
    """Nothing is announced for whoever needs more than its calls."""
    ok(empty.receive())
    ok(empty.open_unchecked(consolation_cents=0))
    (sentence,) = found(empty)
    assert "breaks the rules" in sentence


def test_an_evening_by_other_rules_than_the_halls(empty: Kit) -> None:
    ok(empty.receive())
    empty.write(replace(Night().opened, law=LAW, rules=(PlayedRule("exchange.new_cards", "5"),)))
    assert any("OccasionOpened" in one for one in found(empty))


def test_a_law_that_goes_back_to_an_older_one(empty: Kit) -> None:
    """Under the older law nothing of the evening would be decided again."""
    ok(empty.receive())
    empty.write(replace(Night().opened, law=LAW - 1))
    assert any(f"law {LAW - 1} after law {LAW}" in one for one in found(empty))


def test_a_second_founding(kit: Kit) -> None:
    with kit.hall.reading() as reader:
        founded = reader.settings().founded
    append(kit, replace(founded, profile="us-nj"))
    (sentence,) = found(kit)
    assert "founded once" in sentence


def test_a_ball_corrected_by_one_person(kit: Kit) -> None:
    won(kit)
    balls = evening_of(kit).current.balls
    unread = min(set(range(1, 76)) - set(balls))
    append(kit, DrawCorrected(1, 1, balls[0], unread), context=kit.context(second=""))
    assert any("DrawCorrected" in one for one in found(kit))


def test_a_price_that_the_maker_did_not_print(kit: Kit) -> None:
    """Taken in as another part of the set, so that its cards would sell for a cent."""
    with kit.hall.reading() as reader:
        red_set = reader.series_of(RED)
    assert red_set is not None
    append(kit, replace(red_set, price_cents=1, first=9_001, last=9_020, packs=((9_001, 9_020),)))
    codes = {one.code for one in read_audit(kit.hall, "")}
    assert "received-differs" in codes


def test_a_delivery_that_is_not_kept_any_more(kit: Kit) -> None:
    shutil.rmtree(next((kit.hall.folder / "deliveries").iterdir()))
    (missing,) = (one for one in read_audit(kit.hall, "") if one.code == "delivery-missing")
    assert RED in missing.sentence
