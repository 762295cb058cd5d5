"""A scanner at a terminal, and its budget of scans and keys (hall.md section 5)."""

from dataclasses import dataclass

from inventory.commands.sale import CountMissing
from inventory.desk.game.evening import current_evening
from inventory.desk.terminal import Terminal, phase
from inventory.entries.states import CardState
from inventory.entries.stock import SentBack, Stolen
from tests.inventory.delivery_builder import RED
from tests.inventory.kit import Kit, code, ok
from tests.inventory.scanned import selling, stock


@dataclass
class Hands:
    """Counts what a person does at the till: scans, and typed lines as keys."""

    kit: Kit
    terminal: Terminal
    scans: int = 0
    keys: int = 0

    def scan(self, text: str) -> tuple[str, ...]:
        self.scans += 1
        return self.terminal.take(text + "\r\n")

    def key(self, text: str = "") -> tuple[str, ...]:
        self.keys += 1
        return self.terminal.take(text + "\n")

    @property
    def spent(self) -> tuple[int, int]:
        return self.scans, self.keys


def hands(kit: Kit) -> Hands:
    return Hands(kit, Terminal(kit.hall, kit.context))


def states(kit: Kit, *numbers: int) -> set[CardState | None]:
    return {kit.state(kit.built.red(number)) for number in numbers}


# -- the budget, action by action -----------------------------------------------------------------


def test_budget_sell_one_is_one_scan_one_key(kit: Kit) -> None:
    at = hands(kit)
    at.scan(kit.built.red(1).outside)
    told = at.key()
    assert "1 card, $1.00" in told[0]
    assert states(kit, 1) == {CardState.SOLD}
    assert at.spent == (1, 1)


def test_budget_sell_six_is_one_scan_two_keys(kit: Kit) -> None:
    at = hands(kit)
    at.key("6")
    assert "6 cards, $6.00" in at.scan(kit.built.red(6).outside)[0]
    at.key()
    assert states(kit, 1, 2, 3, 4, 5, 6) == {CardState.SOLD}
    assert at.spent == (1, 2)


def test_budget_exchange_is_two_scans_two_keys(kit: Kit) -> None:
    ok(kit.sell(1))
    at = hands(kit)
    at.key("T")
    at.scan(kit.built.red(1).inside)
    at.scan(kit.built.blue(2).outside)
    told = at.key()
    assert "PUNCH" in told[0]
    assert told[-1] == "Exchanges left: 29"
    assert states(kit, 1) == {CardState.SURRENDERED}
    assert at.spent == (2, 2)


def test_budget_three_for_six_is_four_scans_two_keys(kit: Kit) -> None:
    ok(kit.sell(1, 2, 3))
    at = hands(kit)
    at.key("t")
    for number in (1, 2, 3):
        at.scan(kit.built.red(number).outside)
    at.scan(kit.built.blue(6).outside)
    at.key()
    assert states(kit, 1, 2, 3) == {CardState.SURRENDERED}
    assert kit.state(kit.built.blue(6)) is CardState.SOLD
    assert at.spent == (4, 2)


def test_budget_claim_is_hold_one_scan_and_at_most_four_keys(kit: Kit) -> None:
    ok(kit.sell(1))
    card = kit.built.red(1)
    kit.game_with(card)
    at = hands(kit)
    at.key("H")
    at.scan(card.inside)
    at.key("R table 4")
    at.key("W Bob")
    told = at.key("B Cal")
    assert told[0].startswith("VALID")
    assert kit.state(card) is CardState.WON
    scans, keys = at.spent
    assert scans == 1
    assert keys - 1 <= 4, "HOLD is counted by itself"


def test_budget_put_back_an_open_pack_is_two_scans_and_a_number(kit: Kit) -> None:
    ok(kit.sell(1, 2, 3))
    ok(kit.close())
    at = hands(kit)
    at.scan(kit.built.red(4).outside)
    at.scan(kit.built.red(20).outside)
    told = at.key("17")
    assert any(line.startswith("Put back") for line in told)
    assert states(kit, 4, 20) == {CardState.RECEIVED}
    assert at.spent == (2, 1)


def test_budget_issue_of_many_packs_is_one_list_and_two_names(empty: Kit) -> None:
    ok(empty.receive())
    packs = ("000123:1-20", "000123:21-40", "000124:1-20", "000124:21-40", "000124:41-60")
    ok(stock.issue(empty.hall, empty.context(by="Ann", second="Bob"), packs, "1"))
    assert states(empty, 1, 40) == {CardState.ISSUED}


# -- the basket -----------------------------------------------------------------------------------


def test_a_card_scanned_twice_counts_once_whatever_its_code(kit: Kit) -> None:
    at, card = hands(kit), kit.built.red(1)
    at.scan(card.outside)
    for text in (card.outside, card.linear, card.card_id):
        assert "already" in at.scan(text)[0]
    assert "1 card" in at.key()[0]


def test_without_a_count_one_scan_is_one_card_and_a_gap_asks(kit: Kit) -> None:
    at = hands(kit)
    at.scan(kit.built.red(1).outside)
    assert "2 is not here? It comes before 3." in at.scan(kit.built.red(3).outside)[0]
    assert "2 cards" in at.scan(kit.built.red(2).outside)[0]
    assert "3 cards" in at.scan(kit.built.red(3).outside)[0]
    at.key()
    assert states(kit, 1, 2, 3) == {CardState.SOLD}
    assert states(kit, 4) == {CardState.ISSUED}


def test_an_absent_card_is_one_key_and_needs_no_check_symbol(kit: Kit) -> None:
    ok(kit.sell(1))
    at = hands(kit)
    assert "2 is not here?" in at.scan(kit.built.red(3).outside)[0]
    assert "MISSING" in at.key("M")[0]
    assert "1 card" in at.scan(kit.built.red(3).outside)[0]
    assert "Close the basket first" in at.key("M red 4")[0]
    at.key()
    assert "M and the card" in at.key("M")[0], "nothing is asked about"
    assert "MISSING" in at.key("M red 4")[0]
    assert (states(kit, 2, 4), states(kit, 3)) == ({CardState.MISSING}, {CardState.SOLD})


def test_who_sits_at_the_desk_as_the_second_person_did_not_look_for_a_card(kit: Kit) -> None:
    """M is one person's word, so it is for the next card only and waits for somebody's count."""
    at = hands(kit)
    assert "missing-alone" in at.key("M red 1")[0]
    ok(kit.sell(1))
    at.key("M red 2")
    assert code(kit.run(CountMissing(2), by="Dan", second="")) == "missing-differs"
    ok(kit.run(CountMissing(1), by="Dan", second=""))


def test_a_pack_begun_at_its_last_card_runs_down_scan_by_scan(kit: Kit) -> None:
    at = hands(kit)
    for number in (20, 19, 18):
        at.scan(kit.built.red(number).outside)
    assert "3 cards" in at.key()[0]
    assert states(kit, 18, 19, 20) == {CardState.SOLD}


def test_a_count_can_be_typed_over(kit: Kit) -> None:
    at = hands(kit)
    at.key("66")
    at.key("6")
    assert "6 cards" in at.scan(kit.built.red(6).outside)[0]


def test_nothing_mistyped_ends_the_desk(kit: Kit) -> None:
    at = hands(kit)
    assert at.key("H X-99")[0].startswith("NOT DONE (bad-value): The ball is 'X-99'")
    assert "1 card" in at.scan(kit.built.red(1).outside)[0]


def test_money_given_shows_the_change_in_large_figures(kit: Kit) -> None:
    at = hands(kit)
    at.key("6")
    at.scan(kit.built.red(6).outside)
    told = at.key("20")
    assert told[0] == "Change $14.00 of $20.00."
    # $14.00: the one has its foot, the point stands on the last line, the four is open above
    assert told[1:] == (
        " ###   #   # #     ###  ###",
        "# #   ##   # #     # #  # #",
        " ##    #   ###     # #  # #",
        "  # #   #     #     # #  # #",
        "###   ###    #  #  ###  ###",
    )
    assert "not enough" in at.key("5")[0]


def test_an_exchange_shows_its_total_and_its_change_in_large_figures(kit: Kit) -> None:
    ok(kit.sell(1, 2))
    at = hands(kit)
    at.key("T")
    at.scan(kit.built.red(1).outside)
    at.scan(kit.built.red(2).outside)
    told = at.scan(kit.built.blue(4).outside)
    assert told[0].startswith("2 for the new ones up to ACME-000124-0000004")
    assert told[0].endswith("To pay: $2.00")
    assert len(told) == 6
    assert at.key("5")[0] == "Change $3.00 of $5.00."


def test_the_basket_is_judged_at_each_scan(kit: Kit) -> None:
    """A trade-in is not sold, and that is said at its scan; the basket goes on without it."""
    at = hands(kit)
    at.scan(kit.built.red(1).outside)
    assert "wrong-role" in at.scan(kit.built.blue(1).outside)[0]
    assert "1 card, $1.00" in at.key()[0]


def test_who_sits_down_again_sees_the_tills_own_last_sale_and_its_time(kit: Kit) -> None:
    assert hands(kit).terminal.last_sale() == ()
    ok(kit.sell(1, 2))
    (told,) = hands(kit).terminal.last_sale()
    assert told.startswith("Last at till 1, ")
    assert " by Ann: Sale " in told
    assert "2 cards, $2.00" in told
    hands(kit).key("U")
    assert "by Ann, undone since: Sale" in hands(kit).terminal.last_sale()[0]


def test_answers_name_the_keys_of_the_desk_and_no_option(kit: Kit) -> None:
    ok(kit.sell(1))
    card = kit.built.red(1)
    kit.game_with(card)
    at = hands(kit)
    lines = [*at.key("H"), *at.scan(card.inside), *at.key("R table 4"), *at.key("W Bob")]
    assert any("B and the caller's name" in line for line in lines)
    assert [line for line in lines if "--" in line] == []


def test_a_range_turned_round_is_refused_and_a_hand_count_is_blind(kit: Kit) -> None:
    ok(kit.sell(1))
    ok(kit.close())
    at = hands(kit)
    at.scan(kit.built.red(20).outside)
    assert "range-turned" in at.scan(kit.built.red(2).outside)[0]
    at.scan(kit.built.red(2).outside)
    at.scan(kit.built.red(20).outside)
    (told,) = at.key("18")
    assert "you say 18 cards, 2-20; the ledger has it otherwise" in told
    assert "19" not in told, "what the ledger expects is not said"


def test_what_became_of_a_card_is_said_with_time_and_partner(kit: Kit) -> None:
    ok(kit.sell(1, 2))
    ok(kit.exchange((1,), 2))
    at = hands(kit)
    at.key("T")
    (told,) = at.scan(kit.built.red(1).outside)
    one, two = kit.built.blue(1).card_id, kit.built.blue(2).card_id
    assert told.startswith("REFUSED (already-surrendered)")
    assert f"It was given up for {one} and {two} in exchange" in told
    assert "PM on Monday, November 30, 2026, by Ann." in told


def test_a_stolen_card_has_its_own_sentence_and_no_advice_to_find_it(kit: Kit) -> None:
    stolen = stock.take_out(kit.hall, kit.context(), Stolen, (f"{RED}:1-20",), "taken from the car")
    ok(stolen)
    (told,) = hands(kit).scan(kit.built.red(1).outside)
    assert told.startswith("REFUSED (stolen)")
    assert "It was reported stolen (taken from the car), " in told
    assert "inventory found" not in told
    sent = stock.take_out(kit.hall, kit.context(), SentBack, (f"{RED}:21-40",), "recalled")
    ok(sent)
    assert "sent-back" in hands(kit).scan(kit.built.red(21).outside)[0]


def test_a_count_that_disagrees_sells_nothing(kit: Kit) -> None:
    at = hands(kit)
    at.key("6")
    assert "count-mismatch" in at.scan(kit.built.red(7).outside)[0]
    assert "empty-basket" in at.key()[0] or states(kit, 1) == {CardState.ISSUED}
    at.key("X")
    assert "empty-basket" in at.key()[0]


def test_digits_of_a_soda_can_are_no_count(kit: Kit) -> None:
    assert "not-ours" in hands(kit).scan("4006381333931")[0]


def test_an_inside_code_in_selling_says_where_to_go(kit: Kit) -> None:
    told = hands(kit).scan(kit.built.red(1).inside)
    assert "card-open" in told[0]
    assert "T to trade it in" in told[0]
    assert kit.built.red(1).inside not in told[0]


def test_a_refused_card_is_named_and_the_rest_of_the_exchange_goes_on(kit: Kit) -> None:
    ok(kit.sell(1))
    at = hands(kit)
    at.key("T")
    assert "empty-basket" in at.key()[0]
    assert "not-sold" in at.scan(kit.built.red(2).outside)[0]
    at.scan(kit.built.red(1).outside)
    assert "already" in at.scan(kit.built.red(1).inside)[0]
    assert "chain-limit" not in at.scan(kit.built.blue(2).outside)[0]
    assert "PUNCH" in at.key()[0]


def test_an_exchange_refused_at_the_last_scan_keeps_the_basket(kit: Kit) -> None:
    ok(kit.sell(1))
    at = hands(kit)
    at.key("T")
    at.scan(kit.built.red(1).outside)
    assert "new-count" in at.scan(kit.built.blue(3).outside)[0]
    at.scan(kit.built.blue(2).outside)
    assert "PUNCH" in at.key()[0]


def test_keys_punched_later_undo_missing_and_help(kit: Kit) -> None:
    ok(kit.sell(1, 2))
    at = hands(kit)
    assert at.key("?")[0].startswith("scan")
    at.key("T")
    at.scan(kit.built.red(1).outside)
    assert "first" in at.key("U")[0]
    assert "first" in at.key("T")[0]
    at.scan(kit.built.blue(2).outside)
    at.key()
    assert "Later" in at.key("L")[0]
    assert "undone" in at.key("U")[0]
    assert "nothing-to-punch" in at.key("P")[0]
    assert "M and the card" in at.key("M")[0]
    red = kit.built.red(3)
    assert "MISSING" in at.key(f"M red 3 {red.card_id[-1]}")[0]
    assert states(kit, 3) == {CardState.MISSING}


def test_a_new_card_named_from_inside_closes_no_exchange(kit: Kit) -> None:
    """Only an open card shows its inside code, and an open card is not handed out."""
    ok(kit.sell(1))
    at = hands(kit)
    at.key("T")
    at.scan(kit.built.red(1).outside)
    assert at.scan(kit.built.blue(2).inside)[0].startswith("REFUSED (card-open)")
    at.scan(kit.built.blue(2).outside)
    at.key("")
    assert kit.state(kit.built.blue(2)) is CardState.SOLD


def test_few_exchanges_left_are_said(kit: Kit) -> None:
    ok(kit.sell_to(12))
    ok(kit.exchange(tuple(range(1, 11)), 20))
    ok(kit.exchange((11,), 22))
    at = hands(kit)
    at.key("T")
    at.scan(kit.built.red(12).outside)
    at.scan(kit.built.blue(24).outside)
    assert at.key()[-1] == "Exchanges left: 18 FEW"


def test_put_back_refuses_what_it_does_not_know_and_a_wrong_count(kit: Kit) -> None:
    ok(kit.sell(1))
    ok(kit.close())
    at = hands(kit)
    assert "not-ours" in at.scan("x9")[0]
    at.scan(kit.built.red(2).outside)
    at.scan(kit.built.red(20).outside)
    assert "count-left-differs" in at.key("18")[0]


def test_without_an_occasion_nothing_is_scanned(empty: Kit) -> None:
    assert "no-occasion" in hands(empty).scan("red 1 J")[0]


def test_claims_at_the_terminal(kit: Kit) -> None:
    ok(kit.sell(1, 2))
    card = kit.built.red(1)
    kit.game_with(card)
    at = hands(kit)
    assert "No claim is open" in at.key("W Bob")[0]
    at.key("H")
    assert "CLAIM TABLE" in at.key("H")[0]
    assert "selling table" in at.key("X")[0]
    assert "selling table" in at.key("C")[0]
    assert "CLAIM TABLE" in at.key("H")[0]
    assert "not-ours" in at.scan("hello")[0]
    at.key("R table 4")
    assert "CANNOT TELL YET" in at.scan(card.inside)[1]
    told = at.key("W Bob")
    assert any("has not read the numbers back" in line for line in told)
    at.key("B Cal")
    assert any("primary" in line for line in at.key("C"))


def test_a_hold_at_another_table_changes_nothing_of_what_a_scan_means_here(kit: Kit) -> None:
    """Ordinary scans at till 2 once became refused claims, and a trade-in opened one."""
    ok(kit.sell(1, 2))
    kit.game_with(kit.built.red(1))
    caller, till = hands(kit), hands(kit)
    caller.key("H")
    before = kit.head()
    assert till.scan(kit.built.red(3).outside)[0].startswith("First left:")
    till.key("X")
    till.key("T")
    assert "First left:" in till.scan(kit.built.red(2).outside)[0]
    assert kit.head() == before, "no claim stands in the ledger"
    assert states(kit, 2) == {CardState.SOLD}
    assert "selling table" in till.key("C")[0]
    assert "CLAIM TABLE" in till.key("H")[0]
    assert "CANNOT TELL YET" in till.scan(kit.built.red(1).inside)[1]


def test_a_round_closed_elsewhere_frees_the_claim_table_with_c(kit: Kit) -> None:
    ok(kit.sell(1))
    kit.game_with(kit.built.red(1))
    at = hands(kit)
    at.key("H")
    ok(kit.close_round())
    assert "no-round" in at.scan(kit.built.red(1).inside)[0]
    assert "no-round" in at.key("C")[0]
    assert at.scan(kit.built.red(2).outside)[0].startswith("First left:")


def test_a_card_scanned_again_on_an_open_claim_is_told_and_costs_no_key(kit: Kit) -> None:
    """HOLD, a scan, and the four keys of the budget; the second paper's scan asks nothing more."""
    ok(kit.sell(1, 2))
    card = kit.built.red(1)
    kit.game_with(card)
    at = hands(kit)
    at.key("H")
    assert not any("second paper" in line.lower() for line in at.scan(card.inside))
    told = at.scan(card.inside)
    assert told[-1].startswith(f"SECOND PAPER? The code of {card.card_id} was read again")
    at.key("R table 4")
    at.key("W Bob")
    assert "VALID" in at.key("B Cal")[0]
    assert any("primary" in line for line in at.key("C"))


def test_the_prompt_says_what_a_scan_means_now(kit: Kit, empty: Kit) -> None:
    assert phase(current_evening(empty.hall), is_claim_table=False) == "no occasion"
    assert phase(current_evening(kit.hall), is_claim_table=False) == "selling"
    ok(kit.close())
    assert phase(current_evening(kit.hall), is_claim_table=False) == "put back"
    ok(kit.hold())
    assert phase(current_evening(kit.hall), is_claim_table=True) == "claims"


def test_looking_at_a_run_writes_nothing(kit: Kit) -> None:
    before = kit.head()
    selling.one_more(kit.hall, kit.context(), kit.built.red(1).outside)
    assert kit.head() == before


def test_a_number_is_asked_for_only_where_one_is_meant(kit: Kit) -> None:
    at = hands(kit)
    assert "1 or more" in at.key("0")[0]
    assert at.terminal.basket.is_empty
    at.key("T")
    assert "TRADE IN" in at.key("6")[0]
    assert at.terminal.basket.is_trade
