"""Every refusal of a sale, and what a sale is (hall.md section 5)."""

from dataclasses import replace
from pathlib import Path

import pytest

from cardgen.card_id import AuditNumber, CardId, MakerId, SetSerial
from cardgen.symbols import check_symbol
from inventory.desk.execute import Answer
from inventory.desk.papers import announcing
from inventory.entries.game import SalesClosed
from inventory.entries.sale import SaleVoided, Sold
from inventory.entries.states import CardState
from inventory.entries.stock import Missing, Stolen
from inventory.ledger.reading import Reader
from inventory.paper import Table
from inventory.rules.profile_file import read_profile
from tests.inventory.delivery_builder import Asked, build_delivery
from tests.inventory.kit import Kit, code, kinds, ok
from tests.inventory.scanned import selling, stock


def sell(kit: Kit, *texts: str, till: str = "1") -> Answer:
    return selling.sell(kit.hall, kit.context(till=till), texts)


def card_id(maker: str, serial: str, number: int) -> str:
    return CardId(MakerId(maker), SetSerial(serial), AuditNumber(number)).printed


def sold(answer: Answer) -> Sold:
    (entry,) = ok(answer)
    assert isinstance(entry.kind, Sold)
    return entry.kind


def test_a_basket_is_sold_whole_with_one_number_and_its_total(kit: Kit) -> None:
    kind = sold(kit.sell(1, 2, 3))
    assert [int(card.audit_number) for card in kind.cards] == [1, 2, 3]
    assert kind.cents == 300
    assert kit.state(kit.built.red(3)) is CardState.SOLD
    assert kit.state(kit.built.red(4)) is CardState.ISSUED


def test_sale_numbers_rise_and_never_reset(kit: Kit) -> None:
    numbers = [sold(kit.sell(number)).sale for number in (1, 2, 3)]
    assert numbers == sorted(set(numbers))


def test_a_card_named_twice_by_any_of_its_codes_is_counted_once(kit: Kit) -> None:
    card = kit.built.red(1)
    kind = sold(sell(kit, card.outside, card.linear, card.card_id, f"red 1 {card.card_id[-1]}"))
    assert len(kind.cards) == 1


@pytest.mark.parametrize("how", ["linear", "card_id", "typed"])
def test_a_card_sold_without_its_qr_is_marked_keyed(kit: Kit, how: str) -> None:
    card = kit.built.red(1)
    text = f"RED 0000001 {card.card_id[-1]}" if how == "typed" else getattr(card, how)
    assert sold(sell(kit, text)).named_by == "keyed"


def test_a_scanned_card_is_marked_scanned(kit: Kit) -> None:
    assert sold(kit.sell(1)).named_by == "scanned"


def test_how_many_then_last_sells_that_many(kit: Kit) -> None:
    answer = selling.sell_counted(kit.hall, kit.context(), 6, kit.built.red(6).outside)
    assert len(sold(answer).cards) == 6


def test_a_count_that_disagrees_sells_nothing_and_shows_both_figures(kit: Kit) -> None:
    answer = selling.sell_counted(kit.hall, kit.context(), 6, kit.built.red(7).outside)
    assert code(answer) == "count-mismatch"
    assert "6" in str(answer)
    assert "7 cards" in str(answer)
    assert kit.state(kit.built.red(1)) is CardState.ISSUED


def test_without_a_count_only_the_next_card_is_sold(kit: Kit) -> None:
    for far in (2, 12, 13):
        answer = selling.sell_up_to(kit.hall, kit.context(), kit.built.red(far).outside)
        assert code(answer) == "gap"
        assert str(answer).startswith(f"1 is not here? It comes before {far}.")
    near = selling.sell_up_to(kit.hall, kit.context(), kit.built.red(1).outside)
    assert len(sold(near).cards) == 1


def test_no_card_is_picked_out_of_sequence(kit: Kit) -> None:
    ok(kit.sell(1))
    assert code(kit.sell(3)) == "out-of-sequence"
    assert code(kit.sell(2, 4)) == "out-of-sequence"


def test_a_pack_begun_at_its_last_number_runs_downward(kit: Kit) -> None:
    ok(kit.sell(20))
    assert code(kit.sell(1)) == "out-of-sequence"
    assert [int(card.audit_number) for card in sold(kit.sell(19, 18)).cards] == [19, 18]
    answer = selling.sell_up_to(kit.hall, kit.context(), kit.built.red(17).outside)
    assert [int(card.audit_number) for card in sold(answer).cards] == [17]


def test_a_scan_of_a_packs_last_card_begins_it_downward(kit: Kit) -> None:
    answer = selling.sell_up_to(kit.hall, kit.context(), kit.built.red(40).outside)
    assert [int(card.audit_number) for card in sold(answer).cards] == [40]


def test_a_second_pack_is_opened_when_the_first_is_empty(kit: Kit) -> None:
    ok(kit.sell_to(18))
    assert code(kit.sell(21)) == "out-of-sequence"
    assert code(kit.sell(19, 21)) == "out-of-sequence"
    ok(kit.sell(19, 20, 21))
    assert code(kit.sell(40)) == "out-of-sequence"


def test_a_count_runs_over_into_the_next_pack(kit: Kit) -> None:
    ok(kit.sell_to(18))
    answer = selling.sell_counted(kit.hall, kit.context(), 4, kit.built.red(22).outside)
    assert [int(card.audit_number) for card in sold(answer).cards] == [19, 20, 21, 22]
    down = selling.sell_counted(kit.hall, kit.context(), 18, kit.built.red(40).outside)
    assert len(sold(down).cards) == 18


def test_a_card_that_is_not_there_is_missing_and_the_sale_goes_on(kit: Kit) -> None:
    ok(kit.sell(1))
    gone = selling.miss(kit.hall, kit.context(second=""), (kit.built.red(2).outside,), "not here")
    assert isinstance(ok(gone)[0].kind, Missing)
    ok(kit.sell(3))
    assert code(kit.sell(2)) == "not-in-stock"


def test_a_sold_card_is_not_noted_missing(kit: Kit) -> None:
    ok(kit.sell(1))
    answer = selling.miss(kit.hall, kit.context(), (kit.built.red(1).outside,), "gone")
    assert code(answer) == "not-from-here"
    assert "undoing its sale" in str(answer)


def test_an_empty_basket_is_refused(kit: Kit) -> None:
    assert code(sell(kit)) == "empty-basket"


# -- the refusals, in the order of the handbook ----------------------------------------------------


def test_refused_not_received(kit: Kit) -> None:
    assert code(sell(kit, card_id("ACME", "000999", 1))) == "not-received"
    assert code(sell(kit, card_id("ACME", "000123", 4000))) == "not-received"
    assert code(sell(kit, card_id("ZZZZ", "000123", 1))) == "not-received"


def test_refused_linear_code_of_an_unknown_set(kit: Kit) -> None:
    body = "0009990000001"
    assert code(sell(kit, f"SB{body}{check_symbol(body)}")) == "unknown-set"


def test_refused_not_issued_here(kit: Kit) -> None:
    assert code(sell(kit, kit.built.red(1).outside, till="2")) == "not-issued-here"
    ok(stock.put_back_whole(kit.hall, kit.context(), ("000123:1-20",)))
    assert code(kit.sell(1)) == "not-issued-here"


def test_refused_already_sold_with_the_number_of_its_sale(kit: Kit) -> None:
    number = sold(kit.sell(1)).sale
    answer = kit.sell(1)
    assert code(answer) == "already-sold"
    assert f"{number:06d}" in str(answer)


def test_refused_voided(kit: Kit) -> None:
    ok(kit.sell(1))
    assert isinstance(ok(kit.void(1))[0].kind, SaleVoided)
    assert code(kit.sell(1)) == "voided"


def test_refused_surrendered(kit: Kit) -> None:
    ok(kit.sell(1))
    ok(kit.exchange((1,), 2))
    assert code(kit.sell(1)) == "already-surrendered"


def test_refused_other_occasion(kit: Kit) -> None:
    ok(kit.sell(1))
    ok(kit.close())
    ok(
        stock.put_back_open(
            kit.hall, kit.context(), kit.built.red(2).outside, kit.built.red(20).outside, 19
        )
    )
    ok(kit.cash_up(5100))
    ok(kit.open(name="Tuesday"))
    assert code(kit.sell(1)) == "other-occasion"


def test_refused_sales_closed_and_no_occasion(kit: Kit, empty: Kit) -> None:
    ok(kit.close())
    assert code(kit.sell(1)) == "sales-closed"
    ok(empty.receive())
    assert code(empty.sell(1)) == "no-occasion"


def test_refused_wrong_role(kit: Kit) -> None:
    assert code(sell(kit, kit.built.blue(1).outside)) == "wrong-role"


def test_refused_wrong_color_for_this_game(empty: Kit) -> None:
    ok(empty.receive())
    ok(stock.issue_all(empty.hall, empty.context(), "1"))
    ok(empty.open_unchecked(on_sale=("000124",)))
    assert code(empty.sell(1)) == "wrong-color"


def test_refused_specimen(kit: Kit) -> None:
    assert code(sell(kit, card_id("ACME", "000000", 1))) == "specimen"


def test_refused_bad_check_symbol(kit: Kit) -> None:
    card = kit.built.red(1)
    for text in (card.outside, card.linear, card.card_id):
        wrong = text[:-1] + ("0" if text[-1] != "0" else "1")
        assert code(sell(kit, wrong)) == "bad-check-symbol"
    assert code(sell(kit, "red 1 0")) == "check-differs"
    assert code(sell(kit, "red 1")) == "check-differs"


def test_refused_bad_tag(kit: Kit) -> None:
    one, other = kit.built.red(1).outside, kit.built.red(2).outside
    # The tag of another card on this one's number, with a check symbol that agrees.
    body = one[3:-11] + other[-11:-1]
    assert code(sell(kit, f"SC1{body}{check_symbol(body)}")) == "bad-tag"


@pytest.mark.parametrize("text", ["4006381333931", "hello", "", "SC1", "red 0 F"])
def test_refused_not_one_of_our_cards(kit: Kit, text: str) -> None:
    answer = sell(kit, text)
    assert code(answer) == "not-ours"
    assert not text or text not in str(answer)


def test_refused_open_card_in_selling(kit: Kit) -> None:
    answer = sell(kit, kit.built.red(1).inside)
    assert code(answer) == "card-open"
    assert kit.built.red(1).inside not in str(answer)
    run = selling.sell_counted(kit.hall, kit.context(), 1, kit.built.red(1).inside)
    assert code(run) == "card-open"


def test_refused_pack_label_where_a_card_is_asked_for(kit: Kit) -> None:
    body = "ACME00012300000010000020"
    assert code(sell(kit, f"SP1{body}{check_symbol(body)}")) == "card-needed"


def test_refused_a_color_that_is_not_on_sale(kit: Kit) -> None:
    answer = sell(kit, "green 1 F")
    assert code(answer) == "unknown-name"
    assert "blue, red" in str(answer)


def test_refused_stolen(kit: Kit) -> None:
    ok(stock.take_out(kit.hall, kit.context(), Stolen, (kit.built.red(1).outside,), "bag gone"))
    assert code(kit.sell(1)) == "stolen"


def test_a_refusal_writes_nothing(kit: Kit) -> None:
    before = kit.head()
    kit.sell(3)
    assert kit.head() == before


# -- the same request -----------------------------------------------------------------------------


def test_one_request_three_times_is_one_sale_and_the_same_answer(kit: Kit) -> None:
    context = kit.context(request="ab" * 16)
    cards = (kit.built.red(1).outside,)
    first = ok(selling.sell(kit.hall, context, cards))
    for _ in range(2):
        again = ok(selling.sell(kit.hall, kit.context(request="ab" * 16), cards))
        assert again == first
    assert kit.head() == first[-1].sequence


def test_a_request_id_is_not_used_for_another_act(kit: Kit) -> None:
    ok(selling.sell(kit.hall, kit.context(request="ab" * 16), (kit.built.red(1).outside,)))
    other = selling.sell(kit.hall, kit.context(request="ab" * 16), (kit.built.red(2).outside,))
    assert code(other) == "request-reused"


# -- the way back ---------------------------------------------------------------------------------


def test_undo_takes_the_last_sale_back_and_the_cards_are_next_again(kit: Kit) -> None:
    ok(kit.sell(1, 2))
    ok(kit.sell(3))
    assert kinds(kit.undo()) == ["SaleUndone"]
    assert kit.state(kit.built.red(3)) is CardState.ISSUED
    assert code(kit.sell(4)) == "out-of-sequence"
    ok(kit.sell(3))
    ok(kit.undo())
    assert kit.state(kit.built.red(3)) is CardState.ISSUED


def test_a_key_pressed_twice_undoes_one_sale_and_after_the_next_sale_undo_is_open(kit: Kit) -> None:
    ok(kit.sell(1, 2))
    ok(kit.sell(3))
    ok(kit.undo())
    head = kit.head()
    assert code(kit.undo()) == "undone-already"
    assert kit.head() == head
    assert kit.state(kit.built.red(1)) is CardState.SOLD, "its player has gone with it"
    ok(kit.void(1))
    assert code(kit.undo()) == "undone-already", "a void is no sale"
    ok(kit.sell(3))
    assert kinds(kit.undo()) == ["SaleUndone"]


def test_a_till_undoes_its_own_last_sale_whatever_another_till_undid(kit: Kit) -> None:
    assert code(kit.undo()) == "nothing-to-undo"
    ok(kit.sell(1))
    ok(kit.undo())
    assert code(selling.undo(kit.hall, kit.context(till="2"))) == "nothing-to-undo"
    assert code(kit.undo()) == "undone-already"


def test_undo_into_a_pack_that_left_the_till_is_refused(kit: Kit) -> None:
    ok(kit.sell(1))
    red = kit.built.red
    ok(stock.put_back_open(kit.hall, kit.context(), red(2).outside, red(20).outside, 19))
    assert code(kit.undo()) == "pack-left"
    ok(kit.void(1))


def test_undo_is_for_the_same_till(kit: Kit) -> None:
    ok(kit.sell(1))
    assert code(selling.undo(kit.hall, kit.context(till="2"))) == "nothing-to-undo"


def test_undo_after_a_void_of_one_of_its_cards_is_refused(kit: Kit) -> None:
    ok(kit.sell(1, 2))
    ok(kit.void(1))
    assert code(kit.undo()) == "not-sold"


def test_undo_after_sales_closed_or_without_occasion_is_refused(kit: Kit, empty: Kit) -> None:
    ok(kit.sell(1))
    ok(kit.close())
    assert code(kit.undo()) == "sales-closed"
    assert code(empty.undo()) == "no-occasion"


def test_a_void_needs_two_different_people(kit: Kit) -> None:
    ok(kit.sell(1))
    text = kit.built.red(1).outside
    assert code(selling.void(kit.hall, kit.context(second=""), text, "x")) == "second-person-needed"
    assert code(selling.void(kit.hall, kit.context(second="ann"), text, "x")) == "same-person"


def test_a_void_is_of_a_card_sold_tonight(kit: Kit, empty: Kit) -> None:
    assert code(kit.void(1)) == "not-sold"
    ok(empty.receive())
    assert code(empty.void(1)) == "no-occasion"


def test_a_trade_in_is_not_voided(kit: Kit) -> None:
    ok(kit.sell(1))
    ok(kit.exchange((1,), 2))
    answer = selling.void(kit.hall, kit.context(), kit.built.blue(1).outside, "x")
    assert code(answer) == "trade-in-not-voided"


def test_a_void_of_a_card_from_nowhere_is_refused(kit: Kit) -> None:
    assert code(selling.void(kit.hall, kit.context(), "nonsense", "x")) == "not-ours"


def test_a_defective_card_is_replaced_by_the_next_of_its_series_at_no_charge(kit: Kit) -> None:
    ok(kit.sell(1))
    red = kit.built.red
    answer = selling.replace_defect(kit.hall, kit.context(), red(1).outside, red(2).outside, "torn")
    assert kinds(answer) == ["DefectExchanged"]
    assert kit.state(red(1)) is CardState.VOIDED
    assert kit.state(red(2)) is CardState.SOLD
    assert kit.card(red(2).card_id).sale.cents == 100
    assert code(kit.undo()) == "not-undone"


def test_a_replacement_is_refused_when_it_is_not_the_next_of_the_series(kit: Kit) -> None:
    red, blue = kit.built.red, kit.built.blue

    def replace(old: str, new: str, second: str = "Bob") -> str:
        context = kit.context(second=second)
        return code(selling.replace_defect(kit.hall, context, old, new, "torn"))

    assert replace(red(1).outside, red(2).outside) == "not-sold"
    ok(kit.sell(1))
    assert replace(red(1).outside, blue(1).outside) == "other-series"
    assert replace(red(1).outside, red(3).outside) == "out-of-sequence"
    assert replace(red(1).outside, red(2).inside) == "card-open"
    assert replace("x", red(2).outside) == "not-ours"
    assert replace(red(1).outside, "x") == "not-ours"
    assert replace(red(1).outside, red(2).outside, second="") == "second-person-needed"


def test_the_unlock_code_is_nowhere_in_the_ledger(kit: Kit) -> None:
    ok(kit.sell(1))
    card = kit.built.red(1)
    ok(selling.give_in_exchange(kit.hall, kit.context(), (card.inside,), kit.built.blue(2).outside))
    with kit.hall.ledger.transaction() as connection:
        raw = b"".join(row.entry for row in Reader(connection).rows())
    secret = card.code.replace("-", "").encode()
    assert secret[:16] not in raw
    for path in kit.hall.folder.rglob("*"):
        assert not path.is_file() or secret[:16] not in path.read_bytes()


def test_closing_tells_what_to_announce(kit: Kit) -> None:
    ok(kit.sell(1, 2, 3))
    ok(kit.exchange((1,), 2))
    assert ok(kit.close())[0].kind == SalesClosed(game=1, originals=3, trade_ins=2)
    assert code(kit.close()) == "sales-closed"


def test_a_card_taken_back_is_not_announced_as_sold_once_it_is_punched(kit: Kit) -> None:
    """Of four sold red 1 is traded in, red 2 voided, red 3 replaced by red 5: 1, 4 and 5 stay.

    A surrendered card was sold, so red 1 counts though it is punched too (15.4.7.11 NMAC E(1)).
    """
    ok(kit.sell(1, 2, 3, 4))
    ok(kit.exchange((1,), 2))
    ok(kit.void(2))
    red = kit.built.red
    ok(selling.replace_defect(kit.hall, kit.context(), red(3).outside, red(5).outside, "torn"))
    ok(kit.punch(1, 2, 3))
    assert ok(kit.close())[0].kind == SalesClosed(game=1, originals=3, trade_ins=2)
    slip = announcing.read_ranges(kit.hall, 1)
    (table,) = (block for block in slip.blocks if isinstance(block, Table))
    assert [row[-1] for row in table.rows] == ["1, 4-5", "1-2"]


def test_where_the_rule_says_so_one_set_is_sold_out_before_another(
    empty: Kit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """WAC 230-10-235(2): whichever set of the game was begun first; what was undone begins none."""
    asked = Asked(run=2, serials=("000125", "000126"), colors=("pink", "gray"), names=("P1", "Y1"))
    other = build_delivery(tmp_path / "other", asked)
    # Forty cards are no set of Washington's; its rule on finishing one is what counts here.
    washington = replace(read_profile("us-wa"), sets=read_profile("house").sets)
    monkeypatch.setattr(type(empty.hall), "profile", lambda _, __: washington)
    kit = empty
    ok(kit.receive())
    ok(stock.receive(kit.hall, kit.context(), other.folder, other.fingerprint, ()))
    ok(stock.issue_all(kit.hall, kit.context(), "1"))
    ok(kit.open(on_sale=("000123", "000125")))
    pink = other.cards["000125", 1].outside
    ok(kit.sell(1))
    assert code(sell(kit, pink)) == "set-not-finished"
    assert code(selling.sell_counted(kit.hall, kit.context(), 1, pink)) == "set-not-finished"
    ok(kit.undo())
    ok(sell(kit, pink))
    assert code(kit.sell(1)) == "set-not-finished"
    rest = other.cards["000125", 40].outside
    ok(selling.sell_counted(kit.hall, kit.context(), 39, rest))
    ok(kit.sell(1))
