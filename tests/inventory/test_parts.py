"""A set that the plant ships in several deliveries: one series, several parts."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from inventory.desk.execute import Answer
from inventory.desk.game.opening import received_series
from inventory.desk.papers import reporting
from inventory.entries.claim import ClaimDecided
from inventory.entries.states import CardState, Move
from inventory.entries.stock import Received
from inventory.errors import KeptDeliveryError
from inventory.ledger.reading import Reader
from inventory.ledger.replaying import audit
from inventory.reports.figures.occasion import Report, report_json
from inventory.reports.figures.stock import stock_rows
from inventory.reports.spoken.ranges import all_numbers
from tests.inventory.delivery_builder import BLUE, RED, Asked, Built, build_delivery
from tests.inventory.kit import Kit, code, counts_of, kinds, ok
from tests.inventory.scanned import selling, stock

# 40 reds and 60 blues in packs of 20: the first carton holds the first pack of each.
FIRST = Asked(parts=((1, 20), (1, 20)))
SECOND = Asked(parts=((21, 40), (41, 60)))
Deliver = Callable[[Asked], Built]


@pytest.fixture
def deliver(tmp_path: Path) -> Deliver:
    made = iter(range(100))
    return lambda asked: build_delivery(tmp_path / f"delivery-{next(made)}", asked)


def receive(kit: Kit, built: Built, short: tuple[str, ...] = ()) -> Answer:
    return stock.receive(kit.hall, kit.context(), built.folder, built.fingerprint, short)


def test_another_part_of_a_known_set_is_received(empty: Kit, deliver: Deliver) -> None:
    first, second = deliver(FIRST), deliver(SECOND)
    ok(receive(empty, first))
    assert empty.state(first.red(21)) is None
    assert kinds(receive(empty, second)) == ["Received", "Received"]
    assert empty.state(first.red(21)) is CardState.RECEIVED
    assert empty.state(first.blue(30)) is None  # neither part holds 21 to 40
    assert audit(empty.hall.ledger) == ()
    assert reporting.read_audit(empty.hall, "") == ()


def test_the_parts_are_one_series_from_the_first_card_to_the_last(
    empty: Kit, deliver: Deliver
) -> None:
    ok(receive(empty, deliver(SECOND)))
    ok(receive(empty, deliver(FIRST)))
    with empty.hall.ledger.transaction() as connection:
        reader = Reader(connection)
        (red, blue), received = reader.known_series(), reader.received()
        by_serial = reader.series_of(BLUE)
    assert (red.first, red.last, red.packs) == (1, 40, ((1, 20), (21, 40)))
    assert (blue.first, blue.last, blue.packs) == (1, 60, ((1, 20), (41, 60)))
    assert by_serial == blue
    assert len(received) == 4
    assert tuple(one.set_serial for one in received_series(empty.hall)) == (RED, BLUE)


def test_each_delivery_is_received_once(empty: Kit, deliver: Deliver) -> None:
    first, second = deliver(FIRST), deliver(SECOND)
    ok(receive(empty, first))
    ok(receive(empty, second))
    head = empty.head()
    assert code(receive(empty, first)) == "already-received"
    assert code(receive(empty, second)) == "already-received"
    assert empty.head() == head


@pytest.mark.parametrize(
    "parts", [((1, 20), (41, 60)), ((21, 40), (1, 40)), ((1, 40), (21, 60)), ((1, 40), (1, 60))]
)
def test_numbers_that_were_received_before_are_refused_by_name(
    empty: Kit, deliver: Deliver, parts: tuple[tuple[int, int], tuple[int, int]]
) -> None:
    ok(receive(empty, deliver(FIRST)))
    head = empty.head()
    answer = receive(empty, deliver(Asked(parts=parts)))
    assert code(answer) == "numbers-overlap"
    assert "1 to 20" in str(answer)
    assert empty.head() == head


def test_a_part_of_another_run_is_refused(empty: Kit, deliver: Deliver) -> None:
    ok(receive(empty, deliver(FIRST)))
    other = deliver(Asked(run=2, parts=SECOND.parts))
    assert code(receive(empty, other)) == "known-with-another-run"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"names": ("R9", "B1")}, "series"),
        ({"colors": ("pink", "blue")}, "color"),
        ({"prices": (150, 100)}, "price $1.00; this delivery says $1.50"),
        ({"serials": (BLUE, RED), "colors": ("blue", "red"), "names": ("B1", "R1")}, "role"),
    ],
)
def test_a_part_that_calls_the_set_otherwise_is_refused(
    empty: Kit, deliver: Deliver, change: dict[str, tuple[str, str]], field: str
) -> None:
    ok(receive(empty, deliver(FIRST)))
    other = deliver(Asked(parts=SECOND.parts, **change))  # type: ignore[arg-type]
    answer = receive(empty, other)
    assert code(answer) == "known-with-another-field"
    assert f"with {field}" in str(answer)


def test_a_part_with_another_verification_file_is_refused(empty: Kit, deliver: Deliver) -> None:
    ok(receive(empty, deliver(FIRST)))
    # The same run with 20 reds more: other faces for the blues, another file for both.
    other = deliver(Asked(reds=60, parts=((41, 60), (41, 60))))
    head = empty.head()
    assert code(receive(empty, other)) == "known-with-another-bundle"
    assert empty.head() == head


def test_a_part_is_not_compared_with_a_damaged_copy(empty: Kit, deliver: Deliver) -> None:
    ok(receive(empty, deliver(FIRST)))
    (kept,) = empty.hall.folder.glob(f"deliveries/*/{RED}.bundle")
    kept.write_bytes(kept.read_bytes()[:-1])
    with pytest.raises(KeptDeliveryError):
        receive(empty, deliver(SECOND))


def test_a_pack_short_in_the_second_carton_is_missing(empty: Kit, deliver: Deliver) -> None:
    second = deliver(SECOND)
    ok(receive(empty, deliver(FIRST)))
    assert kinds(receive(empty, second, (f"{RED}:21-40",))) == ["Received", "Missing", "Received"]
    assert empty.state(second.red(21)) is CardState.MISSING
    assert code(receive(empty, deliver(SECOND), (f"{RED}:1-20",))) == "already-received"


def test_skips_of_every_part_are_stepped_over(empty: Kit, deliver: Deliver) -> None:
    built = deliver(replace(FIRST, reds=200))
    skipping = build_with_skip(deliver)
    ok(receive(empty, built))
    ok(receive(empty, skipping))
    ok(stock.issue_all(empty.hall, empty.context(), "1"))
    ok(empty.open())
    ok(selling.sell_counted(empty.hall, empty.context(), 20, built.red(20).outside))
    ok(selling.sell_up_to(empty.hall, empty.context(), built.red(22).outside))
    assert empty.state(built.red(21)) is None
    assert empty.card(built.red(21).card_id).is_spoiled
    assert counts_of(empty.hall)[RED, CardState.SOLD] == 21
    assert reporting.read_audit(empty.hall, "") == ()


def build_with_skip(deliver: Deliver) -> Built:
    return deliver(Asked(reds=200, parts=SECOND.parts, skips=(21,)))


def test_an_evening_with_cards_of_both_parts_adds_up_and_pays(empty: Kit, deliver: Deliver) -> None:
    first, second = deliver(FIRST), deliver(SECOND)
    kit = Kit(empty.hall, first)
    for _ in range(50):
        kit.context()
    ok(receive(kit, first))
    ok(receive(kit, second))
    ok(stock.issue_all(kit.hall, kit.context(), "1"))
    ok(kit.open())
    keyed = "red 25 " + first.red(25).card_id[-1]
    ok(selling.sell_counted(kit.hall, kit.context(), 20, first.red(20).outside))
    ok(selling.sell_counted(kit.hall, kit.context(), 5, keyed))
    ok(kit.exchange((1,), 2))
    ok(kit.punch(1))
    card = first.red(25)
    kit.game_with(card)
    ok(kit.hold())
    ok(kit.rack())
    kind = ok(kit.claim(card))[-1].kind
    assert isinstance(kind, ClaimDecided)
    assert kind.verdict == "VALID"
    ok(kit.close_round())
    ok(kit.pay(card))
    for left in (first.red(26), first.blue(3)):
        pack = kit.card(left.card_id).pack
        assert pack is not None
        last = first.cards[pack.set_serial, pack.last]
        put = stock.put_back_open(
            kit.hall, kit.context(), left.outside, last.outside, len(pack.remaining)
        )
        ok(put)
    # Float 50.00, 25 sold and one exchange at 1.00 each.
    ok(kit.cash_up(5000 + 26 * 100, punched=1))
    report = reporting.read_report(kit.hall, 0)
    assert isinstance(report, Report)
    assert report.is_balanced
    told = {one["set_serial"]: one for one in report_json(report)["series"]}
    assert (told[RED]["sold_numbers"], told[RED]["issued"]) == ("1-25", 40)
    assert (told[BLUE]["sold"], told[BLUE]["issued"]) == (2, 40)
    assert reporting.read_audit(kit.hall, "") == ()


def test_reports_add_the_parts_up_and_announce_no_number_between_them(
    empty: Kit, deliver: Deliver
) -> None:
    ok(receive(empty, deliver(replace(FIRST, reds=200))))
    ok(receive(empty, build_with_skip(deliver)))
    with empty.hall.ledger.transaction() as connection:
        reader = Reader(connection)
        rows = {row.received.set_serial: row for row in stock_rows(reader.entries())}
        red, blue = reader.known_series()
    # 40 reds less the one destroyed, and twice 20 blues.
    assert (rows[RED].in_stock, rows[RED].count(Move.RECEIVE)) == (39, 39)
    assert (rows[BLUE].in_stock, rows[BLUE].count(Move.RECEIVE)) == (40, 40)
    assert rows[BLUE].received == blue
    assert all_numbers(red).on_sale == ((1, 20), (22, 40))
    assert all_numbers(blue).on_sale == ((1, 20), (41, 60))


def test_the_ledger_keeps_each_part_as_it_came(empty: Kit, deliver: Deliver) -> None:
    ok(receive(empty, deliver(FIRST)))
    red, _ = (entry.kind for entry in ok(receive(empty, deliver(SECOND))))
    assert isinstance(red, Received)
    assert (red.first, red.last, red.packs) == (21, 40, ((21, 40),))
