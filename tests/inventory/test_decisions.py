"""Decisions with facts that a desk seldom sees: they refuse by themselves, whoever asks."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from cardgen.card_id import AuditNumber, CardId, FormCode, MakerId, SetSerial
from cardgen.tokens import InsideToken, UnlockCode
from inventory.clock import Moment
from inventory.commands.claim import ClaimByCode, ClaimCard, CloseRoundHoldingBack, Witnesses
from inventory.commands.union import identity_of
from inventory.decisions.claim.claim_context import ClaimContext
from inventory.decisions.claim.claim_rules import ClaimRules
from inventory.decisions.claim.steps_by_name import steps_by_name
from inventory.decisions.closing import destroy
from inventory.decisions.facts import CardFacts, PackFacts, SetStock, Shelf, TillPacks
from inventory.decisions.game.evening import after, new_evening
from inventory.decisions.sale.exchange import Terms, exchange
from inventory.decisions.sale.queue import check_in_sequence, counted_to, one_more, runs_to
from inventory.decisions.sale.sale import Counter, check_finished
from inventory.decisions.sale.undo import void
from inventory.entries.entry import Context
from inventory.entries.game import SalesClosed
from inventory.entries.moves import Sale
from inventory.entries.states import CardState
from inventory.entries.stock import Missing, Received
from inventory.errors import Refused
from inventory.program.patterns import COVERALL, read_pattern
from inventory.rules.profile_file import read_profile
from tests.inventory.kit import Kit, Night, code, ok, refusal_of
from tests.inventory.scanned import stock

PROFILE = read_profile("us-ny")
ACT = Context("0" * 32, "1", "Ann", "Bob", Moment(datetime(2026, 11, 30, tzinfo=UTC), 0, "boot"))
EVENING = new_evening(5, Night(on_sale=("000123",)).opened)
SERIES = Received(
    *("000123", "ACME", "T75", "R1", "red", "original", 100, "", 1, 20, (), ((1, 20),)),
    *("00" * 16, "delivery", "fingerprint"),
)


def pack(*remaining: int, begun: int = 0, first: int = 1) -> PackFacts:
    return PackFacts("000123", first, first + 19, CardState.ISSUED, "1", begun, remaining)


def card(number: int, state: CardState = CardState.SOLD, occasion: int = 5) -> CardFacts:
    name = CardId(MakerId("ACME"), SetSerial("000123"), AuditNumber(number))
    return CardFacts(name, SERIES, state, pack(number), Sale(7, occasion, "1", "Ann", 100))


COUNTER = Counter("1", EVENING, TillPacks(), 9)
TERMS = Terms(PROFILE.exchange, pays_again=True)


def test_an_exchange_refuses_by_itself_what_the_desk_refuses_first() -> None:
    closed = replace(COUNTER, evening=after(EVENING, SalesClosed(1, 0, 0)))
    assert code(lambda: exchange((card(1),), (), closed, TERMS)) == "sales-closed"
    assert code(lambda: exchange((card(1),), (), COUNTER, TERMS)) == "new-count"
    assert code(lambda: exchange((card(1, occasion=3),), (), COUNTER, TERMS)) == "other-occasion"
    unknown = CardFacts(card(1).card)
    assert code(lambda: exchange((unknown,), (), COUNTER, TERMS)) == "not-received"


def test_a_void_is_for_a_sale_of_this_evening() -> None:
    assert code(lambda: void(ACT, card(1, occasion=3), EVENING, "x")) == "other-occasion"


def test_nothing_is_destroyed_without_an_occasion() -> None:
    assert code(lambda: destroy(ACT, None, (), PROFILE)) == "no-occasion"


def test_a_card_of_a_color_that_is_not_in_the_game_does_not_win() -> None:
    evening = new_evening(5, Night(on_sale=("000124",)).opened)
    claim_rules = ClaimRules(evening.current, (read_pattern(COVERALL),), 60, PROFILE)
    case = ClaimContext(ACT, card(1), evening, claim_rules, Witnesses("", "", ""))
    last = steps_by_name(case)[-1]
    assert (last.number, last.result, last.code) == (5, "no", "wrong-color")


@pytest.mark.parametrize("begun", [0, 3])
def test_a_number_that_is_in_no_pack_is_not_next(begun: int) -> None:
    packs = Shelf((pack(4, 5, 6, begun=begun),))
    named = (
        lambda: runs_to(packs, 9),
        lambda: counted_to(packs, 9, 1),
        lambda: one_more(packs, 9, ()),
    )
    for refused in map(refusal_of, named):
        assert refused.code == "out-of-sequence"
        assert "4" in str(refused)
    assert code(lambda: check_in_sequence(Shelf((pack(begun=3),)), (4,))) == "out-of-sequence"
    assert "every pack" in str(refusal_of(lambda: check_in_sequence(Shelf(()), (4,))))


def test_a_count_may_span_whole_packs() -> None:
    packs = Shelf((pack(*range(1, 21)), pack(*range(21, 41), first=21)))
    assert counted_to(packs, 25, 25) == tuple(range(1, 26))
    assert counted_to(packs, 25, 5) == (21, 22, 23, 24, 25)
    assert counted_to(packs, 25, 16) == tuple(range(40, 24, -1))


def test_a_share_held_back_stops_the_game_until_its_claim_is_decided(kit: Kit) -> None:
    """The only claim cannot be told yet: no second winner is drawn until it is decided."""
    ok(kit.sell(1))
    red = kit.built.red(1)
    kit.game_with(red, red.numbers[0])
    ok(kit.hold())
    ok(kit.claim_unread(red))
    ok(kit.run(CloseRoundHoldingBack()))
    undrawn = next(n for n in range(1, 76) if n not in kit.balls)
    assert code(kit.call(undrawn)) == "game-over"
    ok(kit.rack())
    ok(kit.claim(red))
    assert kit.state(red) is CardState.SOLD
    ok(kit.call(undrawn))


def test_the_color_of_a_card_is_looked_up_before_an_evening_too(empty: Kit) -> None:
    ok(empty.receive())
    red = empty.built.red(1)
    taken = stock.take_out(
        empty.hall, empty.context(), Missing, (f"red 1 {red.card_id[-1]}",), "torn"
    )
    ok(taken)
    assert empty.state(red) is CardState.MISSING


def test_what_opens_a_card_is_in_no_repr_and_no_identity_of_a_claim() -> None:
    nobody, named = Witnesses("", "", ""), card(1).card
    token = InsideToken(named, FormCode("1XP"), UnlockCode("0123456789ABCDEF"))
    silent = (ClaimCard(named, nobody), ClaimByCode(nobody, ""))
    for asked, bare in (
        (ClaimCard(named, nobody, code="secret"), silent[0]),
        (ClaimCard(named, nobody, token), silent[0]),
        (ClaimByCode(nobody, "secret"), silent[1]),
    ):
        assert repr(asked) == repr(bare)
        assert identity_of(asked) == identity_of(bare)
    other = ClaimCard(named, replace(nobody, table="4"))
    assert identity_of(other) != identity_of(silent[0])


FIRST = read_profile("us-wa").cards.finish_set_first
ANY_ORDER = PROFILE.cards.finish_set_first


def of_set(serial: str, count: int) -> tuple[CardFacts, ...]:
    """So many cards of a set."""
    names = (CardId(MakerId("ACME"), SetSerial(serial), AuditNumber(n + 1)) for n in range(count))
    return tuple(replace(card(1), card=name) for name in names)


@pytest.mark.parametrize(
    ("basket", "begun", "refused"),
    [
        # WAC 230-10-235(2): a set is sold out before another; two cards of 000123 are left
        (of_set("000124", 1), ("000123",), ["set-not-finished"]),
        (of_set("000123", 1) + of_set("000124", 1), ("000123",), ["set-not-finished"]),
        (of_set("000123", 2) + of_set("000124", 1), ("000123",), []),
        (of_set("000123", 1), ("000123",), []),
        (of_set("000124", 1), ("000123", "000124"), []),  # both were begun: either is sold out
        (of_set("000124", 1), (), []),
        (of_set("000123", 1) + of_set("000124", 1), (), ["set-not-finished"]),
        (of_set("000777", 1), ("000123",), []),  # a set of another game
    ],
)
def test_a_set_is_sold_out_before_another_of_its_game(
    basket: tuple[CardFacts, ...], begun: tuple[str, ...], refused: list[str]
) -> None:
    sets = tuple(SetStock(serial, serial in begun, 2) for serial in ("000123", "000124"))
    found = []
    try:
        check_finished(basket, sets, FIRST)
    except Refused as stopped:
        found.append(stopped.refusal.code)
    assert found == refused
    check_finished(basket, sets, ANY_ORDER)
