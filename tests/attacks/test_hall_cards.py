"""Attacks of sealing.md section 8 on a hall's desk by whoever holds cards, codes or copies.

docs/attacks.md lists all attacks; what the inventory's own tests show already is not shown again.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cardgen.proof.bundle import Bundle
from cardgen.secret.specimen import specimen_cards
from cardgen.symbols import check_symbol, first_symbols
from inventory.commands.claim import Witnesses
from inventory.desk.execute import Answer
from inventory.desk.papers import reporting
from inventory.entries.claim import ClaimDecided, ClaimRefused
from inventory.entries.states import CardState
from inventory.ledger.replaying import audit
from inventory.refusals.next_steps import NEXT_STEPS
from inventory.reports.spoken.explanation import lines_of
from tests.inventory.conftest import founded
from tests.inventory.delivery_builder import Asked, Built, Card, build_delivery
from tests.inventory.kit import Kit, code, ok
from tests.inventory.scanned import selling, stock

VALID, NOT_VALID, CANNOT_TELL = "VALID", "NOT VALID", "CANNOT TELL YET"
THIEF, HOLDER = Witnesses("table 9", "Bob", "Cal"), Witnesses("table 4", "Bob", "Cal")


def verdict(answer: Answer) -> tuple[str, str]:
    """What the desk says of a claim: the verdict and the code of the step that failed."""
    kind = ok(answer)[-1].kind
    if isinstance(kind, ClaimRefused):
        return NOT_VALID, kind.code
    assert isinstance(kind, ClaimDecided)
    return kind.verdict, kind.code


def at_the_claim_table(kit: Kit, *missing: int, winner: int = 1, sold: int = 3) -> Card:
    """Reds sold up to a number, one of them with all numbers drawn but those, HOLD, the rack."""
    ok(kit.sell_to(sold))
    card = kit.built.red(winner)
    kit.game_with(card, *missing)
    ok(kit.hold())
    ok(kit.rack())
    return card


def with_check(start: str, body: str) -> str:
    """A token's body as a machine reads it: the check symbol agrees."""
    return f"{start}{body}{check_symbol(body)}"


def bundle_of(kit: Kit, card: Card) -> Bundle:
    received = kit.card(card.card_id).series
    assert received is not None
    return kit.hall.bundle(received)


# -- copies ---------------------------------------------------------------------------------------


def test_a_photocopy_claimed_first(kit: Kit) -> None:
    """Both hold the same code, so both are brought together; neither is paid by that alone."""
    card = at_the_claim_table(kit)
    copied = Witnesses("table 9", "", "")
    assert verdict(kit.claim(card, copied)) == (CANNOT_TELL, "not-compared")
    answer = kit.claim(card, HOLDER)
    assert verdict(answer) == (NOT_VALID, "already-claimed")
    told = " ".join(lines_of(ok(answer)))
    assert "table 9" in told
    assert NEXT_STEPS["already-claimed"] in told
    assert kit.state(card) is CardState.CLAIMED, "the holder's claim moved nothing"
    assert code(kit.close_round()) == "claims-open", "the round waits until one of them is known"
    assert verdict(kit.claim_by(card.card_id, witnesses=THIEF)) == (VALID, "")
    assert verdict(kit.claim(card, HOLDER)) == (NOT_VALID, "already-won")


@pytest.mark.parametrize("first", [THIEF, HOLDER])
def test_a_photocopy_claimed_first_without_a_table(kit: Kit, first: Witnesses) -> None:
    """Whoever came first gave no place: the second paper's code is read on an open claim."""
    card = at_the_claim_table(kit)
    assert verdict(kit.claim(card, Witnesses("", "", ""))) == (CANNOT_TELL, "not-compared")
    other = HOLDER if first is THIEF else THIEF
    answer = kit.claim(card, Witnesses(other.table, "", ""))
    told = " ".join(lines_of(ok(answer)))
    assert "its code was read a second time: is there a second paper?" in told
    assert f"SECOND PAPER? The code of {card.card_id} was read again at {other.table}" in told
    assert audit(kit.hall.ledger) == ()


def test_a_photocopy_claimed_after_its_card_won_and_was_paid(kit: Kit) -> None:
    card = at_the_claim_table(kit)
    assert verdict(kit.claim(card, HOLDER)) == (VALID, "")
    for state, expected in ((CardState.WON, "already-won"), (CardState.PAID, "already-paid")):
        assert kit.state(card) is state
        answer = kit.claim(card, THIEF)
        assert verdict(answer) == (NOT_VALID, expected)
        assert NEXT_STEPS[expected] in " ".join(lines_of(ok(answer)))
        if state is CardState.WON:
            ok(kit.close_round())
            ok(kit.pay(card))
            ok(kit.hold())
    assert code(kit.pay(card)) == "already-paid"
    assert audit(kit.hall.ledger) == ()


def test_a_photocopy_of_a_card_that_lies_in_stock(kit: Kit) -> None:
    """Torn open and glued again in the stock room, copied, and claimed without a sale."""
    at_the_claim_table(kit)
    assert verdict(kit.claim(kit.built.red(30))) == (NOT_VALID, "not-sold")
    assert kit.state(kit.built.red(30)) is CardState.ISSUED


# -- cards that were worked on --------------------------------------------------------------------


def test_swapped_seals(kit: Kit) -> None:
    """The inside of A, which would win and was not sold, in the outside of B, which was."""
    inside, outside = kit.built.red(30), kit.built.red(2)
    ok(kit.sell_to(3))
    kit.game_with(inside)
    ok(kit.hold())
    ok(kit.rack())
    assert verdict(kit.claim(inside)) == (NOT_VALID, "not-sold")
    assert verdict(kit.claim_by(outside.outside, inside.code)) == (NOT_VALID, "not-opened")
    assert verdict(kit.claim_by(outside.card_id, inside.code)) == (NOT_VALID, "not-opened")
    assert kit.state(outside) is CardState.SOLD


def test_swapped_seals_of_two_sold_cards(kit: Kit) -> None:
    """The code says which card it is: it pays A's sale, whatever outside it lies in."""
    card = at_the_claim_table(kit, winner=1)
    assert verdict(kit.claim_by(kit.built.red(2).outside, card.code)) == (NOT_VALID, "not-opened")
    (opened, decided) = (entry.kind for entry in ok(kit.claim(card)))
    assert decided.card.printed == card.card_id == opened.card.printed  # type: ignore[union-attr]


def test_an_altered_number_on_a_real_card(kit: Kit) -> None:
    """The paper shows a drawn number over one that was not: the record says which is missing."""
    real = kit.built.red(1).numbers[3]
    card = at_the_claim_table(kit, real)
    answer = kit.claim(card)
    assert verdict(answer) == (NOT_VALID, "numbers-missing")
    kind = ok(answer)[-1].kind
    assert isinstance(kind, ClaimDecided)
    assert kind.numbers_missing == (real,)


def test_an_altered_audit_number_on_a_real_card(kit: Kit) -> None:
    """The number of a sold card over one's own, in the code and in the letters."""
    card = at_the_claim_table(kit, winner=30)
    body = card.inside[3:16] + f"{2:07d}" + card.inside[23:39]
    assert verdict(kit.claim_by(with_check("SD1", body))) == (NOT_VALID, "not-opened")
    assert verdict(kit.claim_by(kit.built.red(2).card_id, card.code)) == (NOT_VALID, "not-opened")


# -- cards that were made -------------------------------------------------------------------------


def public_symbols(kit: Kit, card: Card) -> Iterator[bytes]:
    """All that a delivery holds of a card, for who wants to make a token of it."""
    bundle = bundle_of(kit, card)
    record = bundle.record(kit.card(card.card_id).card.audit_number)
    yield from (record.sealed, record.leaf, record.tag_hash + record.leaf, bundle.series_hash)
    yield bundle.root


def test_a_token_made_from_the_bundle_without_the_card(kit: Kit) -> None:
    card = kit.built.red(1)
    for source in public_symbols(kit, card):
        outside = with_check("SC1", card.outside[3:27] + first_symbols(source, 10))
        assert code(selling.sell(kit.hall, kit.context(), (outside,))) == "bad-tag"
    at_the_claim_table(kit)
    for source in list(public_symbols(kit, card))[:4]:
        inside = with_check("SD1", card.inside[3:23] + first_symbols(source, 16))
        assert verdict(kit.claim_by(inside)) == (NOT_VALID, "not-opened")
    assert kit.card(card.card_id).attempts == 4, "each stands in the ledger"


def test_a_code_of_another_run(kit: Kit, tmp_path: Path) -> None:
    """A second printing of the same set, with the same numbers, from other secrets."""
    card = at_the_claim_table(kit)
    twin = build_delivery(tmp_path / "twin", Asked(run=2)).red(1)
    assert twin.card_id == card.card_id
    assert verdict(kit.claim(twin)) == (NOT_VALID, "not-opened")
    assert verdict(kit.claim_by(card.card_id, twin.code)) == (NOT_VALID, "not-opened")


def test_a_card_of_another_run_is_not_sold(kit: Kit, tmp_path: Path) -> None:
    twin = build_delivery(tmp_path / "twin", Asked(run=2))
    assert code(selling.sell(kit.hall, kit.context(), (twin.red(1).outside,))) == "bad-tag"


def test_a_specimen_in_the_customers_own_design(kit: Kit) -> None:
    """Its codes are real ones, of a run whose secrets everybody can make."""
    series = bundle_of(kit, kit.built.red(1)).series
    rows = specimen_cards(series, 1)
    outside, inside = rows.outside_tokens[:38].decode(), rows.inside_tokens[:40].decode()
    assert code(selling.sell(kit.hall, kit.context(), (outside,))) == "specimen"
    at_the_claim_table(kit)
    assert verdict(kit.claim_by(inside)) == (NOT_VALID, "specimen")


def test_a_spoiled_cards_inside_is_claimed(empty: Kit, tmp_path: Path) -> None:
    """Taken out of the plant's waste: genuine, opens its record, and was destroyed on paper."""
    kit = Kit(empty.hall, build_delivery(tmp_path / "skips", Asked(reds=100, skips=(2,)))).ready()
    ok(kit.sell(1))
    kit.game_with(kit.built.red(2))
    ok(kit.hold())
    ok(kit.rack())
    answer = kit.claim(kit.built.red(2))
    assert verdict(answer) == (NOT_VALID, "spoiled")
    assert NEXT_STEPS["spoiled"] in " ".join(lines_of(ok(answer)))
    assert kit.state(kit.built.red(2)) is None


# -- replays --------------------------------------------------------------------------------------


@pytest.fixture
def neighbor(tmp_path: Path) -> Iterator[Kit]:
    """Another hall, with cards of its own from the same maker."""
    asked = Asked(run=3, serials=("000125", "000126"), names=("R2", "B2"))
    found = founded(tmp_path / "neighbor", build_delivery(tmp_path / "theirs", asked))
    yield found
    found.hall.close()


def test_a_winner_is_replayed_in_another_hall(kit: Kit, neighbor: Kit) -> None:
    """Paid here, its copy taken next door while their balls would make it win too."""
    card = at_the_claim_table(kit)
    ok(kit.claim(card))
    ok(neighbor.receive())
    ok(stock.issue_all(neighbor.hall, neighbor.context(), "1"))
    ok(neighbor.open(on_sale=("000125", "000126")))
    neighbor.game_with(card)
    ok(neighbor.hold())
    assert verdict(neighbor.claim(card)) == (NOT_VALID, "unknown-set")
    assert verdict(neighbor.claim_by(card.card_id, card.code)) == (NOT_VALID, "unknown-set")
    assert code(neighbor.pay(card)) == "no-claim"


def test_a_winner_is_replayed_in_another_evening(kit: Kit) -> None:
    """Sold on Monday and hidden: on Tuesday's balls it would win."""
    card = kit.built.red(1)
    ok(kit.sell(1))
    ok(kit.close())
    red = kit.built.red
    ok(stock.put_back_open(kit.hall, kit.context(), red(2).outside, red(20).outside, 19))
    ok(kit.cash_up(5100))
    ok(stock.issue_all(kit.hall, kit.context(), "1"))
    ok(kit.open(name="Tuesday"))
    kit.game_with(card)
    ok(kit.hold())
    ok(kit.rack())
    assert verdict(kit.claim(card)) == (NOT_VALID, "other-occasion")
    assert kit.state(card) is CardState.EXPIRED
    assert code(kit.pay(card)) == "no-claim"


def test_a_request_is_replayed_after_its_card_was_undone(kit: Kit) -> None:
    """A sale that was taken back is not made again by sending its message again."""
    context = kit.context()
    sold = selling.sell(kit.hall, context, (kit.built.red(1).outside,))
    ok(kit.undo())
    head = kit.head()
    assert ok(selling.sell(kit.hall, context, (kit.built.red(1).outside,))) == ok(sold)
    assert kit.head() == head
    assert kit.state(kit.built.red(1)) is CardState.ISSUED
    assert reporting.read_audit(kit.hall, "") == ()


def test_the_neighbors_cards_are_known_to_the_neighbor(neighbor: Kit, built: Built) -> None:
    """The refusals above are not because that hall knows no card at all."""
    ok(neighbor.receive())
    ok(stock.issue_all(neighbor.hall, neighbor.context(), "1"))
    ok(neighbor.open(on_sale=("000125", "000126")))
    mine = neighbor.built.cards["000125", 1]
    ok(selling.sell(neighbor.hall, neighbor.context(), (mine.outside,)))
    assert neighbor.state(mine) is CardState.SOLD
    theirs = selling.sell(neighbor.hall, neighbor.context(), (built.red(1).outside,))
    assert code(theirs) == "not-received"
