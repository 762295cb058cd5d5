"""9 NYCRR 4820.51(g) in all its parts, and the punch."""

from dataclasses import replace
from functools import partial

import pytest

from cardgen.card_id import CardId
from cardgen.symbols import check_symbol
from inventory.decisions.facts import CardFacts
from inventory.decisions.sale.exchange import Terms, exchange
from inventory.decisions.sale.sale import Counter
from inventory.desk.execute import Answer
from inventory.entries.sale import Defaced, Exchanged
from inventory.entries.states import CardState
from inventory.entries.stock import Withdrawn
from inventory.ledger.reading import Reader
from inventory.rules.profile_file import read_profile
from tests.inventory.kit import Kit, code, kinds, ok, refusal_of
from tests.inventory.scanned import selling, stock

TWO = read_profile("us-ny").exchange
OFF = replace(TWO, new_cards=replace(TWO.new_cards, value=0))


def give(kit: Kit, originals: tuple[str, ...], last: str, till: str = "1") -> Answer:
    return selling.give_in_exchange(kit.hall, kit.context(till=till), originals, last)


def written(answer: Answer) -> list[Exchanged]:
    return [entry.kind for entry in ok(answer) if isinstance(entry.kind, Exchanged)]


def test_one_original_for_exactly_the_next_two_trade_ins(kit: Kit) -> None:
    ok(kit.sell(1))
    (kind,) = written(kit.exchange((1,), 2))
    assert kind.surrendered.printed == kit.built.red(1).card_id
    assert [card.printed for card in kind.new] == [
        kit.built.blue(1).card_id,
        kit.built.blue(2).card_id,
    ]
    assert kit.state(kit.built.red(1)) is CardState.SURRENDERED
    assert kit.state(kit.built.blue(1)) is CardState.SOLD
    assert kit.state(kit.built.blue(2)) is CardState.SOLD


def test_the_money_stands_on_the_exchange_and_is_not_split(kit: Kit) -> None:
    ok(kit.sell(1))
    (kind,) = written(kit.exchange((1,), 2))
    assert kind.cents == 100
    assert kit.card(kit.built.blue(1).card_id).sale.cents == 0
    assert kit.card(kit.built.blue(2).card_id).sale.cents == 0


def test_three_for_six_is_one_payment_linked_in_order_of_scanning(kit: Kit) -> None:
    ok(kit.sell(1, 2, 3))
    answer = kit.exchange((3, 1, 2), 6)
    three = written(answer)
    assert [int(kind.surrendered.audit_number) for kind in three] == [3, 1, 2]
    assert [[int(card.audit_number) for card in kind.new] for kind in three] == [
        [1, 2],
        [3, 4],
        [5, 6],
    ]
    assert len({kind.sale for kind in three}) == 1
    assert len({entry.context.request for entry in ok(answer)}) == 1
    assert [(kind.place, kind.of) for kind in three] == [(1, 3), (2, 3), (3, 3)]


def test_the_surrendered_card_is_named_by_inside_outside_or_color_and_number(kit: Kit) -> None:
    ok(kit.sell(1, 2, 3, 4))
    red = kit.built.red
    named = (red(1).inside, red(2).outside, f"red 3 {red(3).card_id[-1]}", red(4).linear)
    assert len(written(give(kit, named, kit.built.blue(8).outside))) == 4


def test_all_or_none_when_one_original_is_refused_and_the_rest_goes_on(kit: Kit) -> None:
    ok(kit.sell(1, 2))
    answer = kit.exchange((1, 3, 2), 6)
    assert code(answer) == "not-sold"
    assert kit.built.red(3).card_id in str(answer)
    assert kit.state(kit.built.red(1)) is CardState.SOLD
    assert kit.state(kit.built.blue(1)) is CardState.ISSUED
    assert len(written(kit.exchange((1, 2), 4))) == 2


def test_without_paying_again_the_exchange_costs_nothing(kit: Kit) -> None:
    old, new, counter = facts(kit)
    for pays_again, cents in ((True, 100), (False, 0)):
        decided = exchange((old,), new, counter, Terms(TWO, pays_again=pays_again))
        assert isinstance(decided, tuple)
        (kind,) = decided
        assert isinstance(kind, Exchanged)
        assert kind.cents == cents


@pytest.mark.parametrize("last", [1, 3, 4])
def test_refused_other_than_two_for_each(kit: Kit, last: int) -> None:
    ok(kit.sell(1))
    assert code(kit.exchange((1,), last)) == "new-count"


def test_refused_new_cards_out_of_sequence(kit: Kit) -> None:
    ok(kit.sell(1, 2))
    ok(kit.exchange((1,), 2))
    assert code(kit.exchange((2,), 40)) == "new-count"
    answer = give(kit, (kit.built.red(2).outside,), kit.built.blue(1).outside)
    assert code(answer) == "already-sold"


def test_refused_a_trade_in_of_a_trade_in(kit: Kit) -> None:
    ok(kit.sell(1))
    ok(kit.exchange((1,), 2))
    assert code(give(kit, (kit.built.blue(1).outside,), kit.built.blue(4).outside)) == "chain-limit"


def test_refused_originals_as_the_new_cards(kit: Kit) -> None:
    ok(kit.sell(1))
    assert code(give(kit, (kit.built.red(1).outside,), kit.built.red(3).outside)) == "wrong-role"


def test_refused_an_open_new_card(kit: Kit) -> None:
    ok(kit.sell(1))
    assert code(give(kit, (kit.built.red(1).outside,), kit.built.blue(2).inside)) == "card-open"


def test_refused_surrendered_twice(kit: Kit) -> None:
    ok(kit.sell(1))
    ok(kit.exchange((1,), 2))
    assert code(kit.exchange((1,), 4)) == "already-surrendered"
    ok(kit.punch(1))
    assert code(kit.exchange((1,), 4)) == "already-surrendered"


def test_the_same_original_twice_in_one_exchange_counts_once(kit: Kit) -> None:
    ok(kit.sell(1))
    assert code(kit.exchange((1, 1), 4)) == "new-count"
    assert len(written(kit.exchange((1, 1), 2))) == 1


def test_refused_voided_not_received_and_nothing(kit: Kit) -> None:
    ok(kit.sell(1))
    ok(kit.void(1))
    assert code(kit.exchange((1,), 2)) == "voided"
    unknown = kit.built.red(1).card_id.replace("000123", "000999")
    assert code(give(kit, (unknown,), kit.built.blue(2).outside)) == "bad-check-symbol"
    assert code(give(kit, (), kit.built.blue(2).outside)) == "new-count"


def test_refused_after_sales_closed(kit: Kit) -> None:
    ok(kit.sell(1))
    ok(kit.close())
    assert code(kit.exchange((1,), 2)) == "sales-closed"


def test_refused_in_another_evening(kit: Kit) -> None:
    ok(kit.sell(1))
    ok(kit.close())
    red = kit.built.red
    ok(stock.put_back_open(kit.hall, kit.context(), red(2).outside, red(20).outside, 19))
    ok(kit.cash_up(5100))
    ok(stock.issue_all(kit.hall, kit.context(), "1"))
    ok(kit.open(name="Tuesday"))
    assert code(kit.exchange((1,), 2)) == "other-occasion"


def facts(kit: Kit) -> tuple[CardFacts, tuple[CardFacts, CardFacts], Counter]:
    ok(kit.sell(1))
    with kit.hall.ledger.transaction() as connection:
        reader = Reader(connection)
        counter = Counter("1", reader.evening(), reader.packs_of_till("1"), 99)
        old, one, two = (
            reader.card(CardId.parse(card.card_id))
            for card in (kit.built.red(1), kit.built.blue(1), kit.built.blue(2))
        )
    return old, (one, two), counter


def otherwise(card: CardFacts, **changes: str) -> CardFacts:
    assert card.series is not None
    return replace(card, series=replace(card.series, **changes))  # type: ignore[arg-type]


def test_refused_new_cards_of_the_same_color_series_or_other_originals(kit: Kit) -> None:
    old, (one, two), counter = facts(kit)
    terms = Terms(TWO, pays_again=True)
    for expected, changes in (
        ("same-color", {"color": "red"}),
        ("same-series", {"series": "R1"}),
        ("other-series", {"exchange_of": "000777"}),
    ):
        pair = (otherwise(one, **changes), two)
        assert code(partial(exchange, (old,), pair, counter, terms)) == expected


def test_refused_without_a_rule_of_exchange(kit: Kit) -> None:
    old, new, counter = facts(kit)
    refused = refusal_of(lambda: exchange((old,), new, counter, Terms(OFF, pays_again=True)))
    assert refused.code == "no-exchange-rule"


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (CardState.CLAIMED, "already-claimed"),
        (CardState.WON, "already-won"),
        (CardState.PAID, "already-paid"),
        (CardState.EXPIRED, "other-occasion"),
        (CardState.ISSUED, "not-sold"),
        (CardState.RETAINED, "not-sold"),
    ],
)
def test_refused_by_what_became_of_the_original(kit: Kit, state: CardState, expected: str) -> None:
    old, new, counter = facts(kit)
    terms = Terms(TWO, pays_again=True)
    assert code(lambda: exchange((replace(old, state=state),), new, counter, terms)) == expected


def test_an_empty_exchange_is_refused(kit: Kit) -> None:
    _, new, counter = facts(kit)
    assert code(lambda: exchange((), new, counter, Terms(TWO, pays_again=True))) == "empty-basket"


# -- undo and the punch ---------------------------------------------------------------------------


def test_an_exchange_is_undone_as_a_whole_before_the_punch(kit: Kit) -> None:
    ok(kit.sell(1, 2))
    ok(kit.exchange((1, 2), 4))
    assert kinds(kit.undo()) == ["ExchangeUndone", "ExchangeUndone"]
    assert kit.state(kit.built.red(1)) is CardState.SOLD
    assert kit.state(kit.built.blue(4)) is CardState.ISSUED
    ok(kit.exchange((1,), 2))


def test_no_undo_after_the_punch(kit: Kit) -> None:
    ok(kit.sell(1))
    ok(kit.exchange((1,), 2))
    ok(kit.punch(1))
    assert code(kit.undo()) == "already-punched"


def test_punched_records_who_and_how_for_all_that_wait(kit: Kit) -> None:
    ok(kit.sell(1, 2, 3))
    ok(kit.exchange((1, 2), 4))
    ok(kit.void(3))
    (entry,) = ok(kit.punch())
    assert isinstance(entry.kind, Defaced)
    assert [int(card.audit_number) for card in entry.kind.cards] == [1, 2, 3]
    assert entry.kind.method == "round punch"
    assert entry.context.clerk == "Ann"
    assert kit.state(kit.built.red(3)) is CardState.DEFACED


def test_nothing_else_is_punched(kit: Kit) -> None:
    assert code(kit.punch()) == "nothing-to-punch"
    ok(kit.sell(1))
    assert code(kit.punch(1)) == "not-to-punch"
    ok(kit.exchange((1,), 2))
    ok(kit.punch(1))
    assert code(kit.punch(1)) == "already-punched"
    assert code(selling.punched(kit.hall, kit.context(), ("nonsense",))) == "not-ours"
    unknown = f"ACME-000999-0000001-{check_symbol('ACME0009990000001')}"
    assert code(selling.punched(kit.hall, kit.context(), (unknown,))) == "not-received"


def test_a_withdrawn_card_may_be_punched(kit: Kit) -> None:
    ok(stock.take_out(kit.hall, kit.context(), Withdrawn, (kit.built.red(40).outside,), "wet"))
    ok(kit.punch(40))
    assert kit.state(kit.built.red(40)) is CardState.DEFACED


def test_exchanges_left_are_the_trade_ins_halved(kit: Kit) -> None:
    assert selling.exchanges_left(kit.hall, kit.context()) == 30
    ok(kit.sell(1))
    ok(kit.exchange((1,), 2))
    assert selling.exchanges_left(kit.hall, kit.context()) == 29


def test_a_surrendered_card_is_looked_at_before_it_is_taken(kit: Kit) -> None:
    ok(kit.sell(1))
    found = selling.surrenderable(kit.hall, kit.context(), kit.built.red(1).inside)
    assert isinstance(found, CardFacts)
    refused = refusal_of(
        lambda: selling.surrenderable(kit.hall, kit.context(), kit.built.red(2).outside)
    )
    assert refused.code == "not-sold"
    assert code(lambda: selling.surrenderable(kit.hall, kit.context(), "x")) == "not-ours"


def test_a_card_given_up_in_an_undone_exchange_does_not_go_back_to_be_sold(empty: Kit) -> None:
    """Its inside may have been seen at till 2: undone at till 1, an open card would be on sale."""
    kit = empty
    ok(kit.receive())
    ok(stock.issue(kit.hall, kit.context(), ("000123:1-40",), "1"))
    ok(stock.issue(kit.hall, kit.context(), ("000124:1-60",), "2"))
    ok(kit.open())
    card = kit.built.red(1)
    ok(kit.sell(1))
    new, till = kit.built.blue(2).outside, "2"
    ok(selling.give_in_exchange(kit.hall, kit.context(till=till), (card.inside,), new))
    assert kinds(selling.undo(kit.hall, kit.context(till=till))) == ["ExchangeUndone"]
    assert code(selling.undo(kit.hall, kit.context(till=till))) == "undone-already"
    head = kit.head()
    assert code(kit.undo()) == "maybe-open"
    assert (kit.head(), kit.state(card)) == (head, CardState.SOLD)
    ok(kit.void(1))
    assert kit.state(card) is CardState.VOIDED


def test_where_no_rule_allows_it_nothing_is_exchanged_whatever_is_named(
    kit: Kit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not "0 new cards each": that would ask for another scan that cannot be right either."""
    ok(kit.sell(1, 2))
    new_jersey = read_profile("us-nj")
    monkeypatch.setattr(type(kit.hall), "profile", lambda _, __: new_jersey)
    for last in (1, 2, 4):
        assert code(kit.exchange((1,), last)) == "no-exchange-rule"
    outside = kit.built.red(1).outside
    asked = partial(selling.surrenderable, kit.hall, kit.context(), outside)
    assert code(asked) == "no-exchange-rule"
    assert kit.state(kit.built.red(1)) is CardState.SOLD
