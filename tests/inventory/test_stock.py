"""Deliveries and packs: what is received, issued, put back, taken out and found."""

import shutil
from pathlib import Path

import pytest

from cardgen.card_id import AuditNumber, CardId, MakerId, SetSerial
from cardgen.errors import VerificationError
from cardgen.tokens import PackLabel
from inventory.commands.union import identity_of
from inventory.desk.execute import Answer, execute
from inventory.desk.hall import Hall
from inventory.desk.papers import reporting
from inventory.desk.receiving import read_delivery
from inventory.entries.closing import UnsoldCounted
from inventory.entries.states import CardState
from inventory.entries.stock import (
    Found,
    Issued,
    Missing,
    PutBack,
    Received,
    SentBack,
    Stolen,
    Withdrawn,
)
from inventory.errors import KeptDeliveryError
from inventory.ledger.proving import CardProof
from inventory.reports.figures.occasion import Report
from tests.inventory.delivery_builder import BLUE, RED, Asked, Built, build_delivery
from tests.inventory.kit import Kit, code, kinds, ok
from tests.inventory.scanned import stock
from tests.small_delivery import plant_keys

SPECIMEN = CardId(MakerId("ACME"), SetSerial("000000"), AuditNumber(1)).printed


def receive(kit: Kit, built: Built, fingerprint: str | None = "", **changes: object) -> Answer:
    given = built.fingerprint if fingerprint == "" else fingerprint
    short = changes.get("short", ())
    assert isinstance(short, tuple)
    second = changes.get("second", "Bob")
    assert isinstance(second, str)
    return stock.receive(kit.hall, kit.context(second=second), built.folder, given, short)


def test_a_delivery_is_received_series_by_series(empty: Kit, built: Built) -> None:
    red, blue = (entry.kind for entry in ok(receive(empty, built)))
    assert isinstance(red, Received)
    assert isinstance(blue, Received)
    assert (red.set_serial, red.role, red.color, red.price_cents) == (RED, "original", "red", 100)
    assert (blue.set_serial, blue.role, blue.exchange_of) == (BLUE, "trade-in", RED)
    assert red.packs == ((1, 20), (21, 40))
    assert empty.state(built.red(40)) is CardState.RECEIVED


def test_a_delivery_is_kept_so_that_claims_need_no_network(empty: Kit, built: Built) -> None:
    ok(receive(empty, built))
    kept = {path.name for path in (empty.hall.folder / "deliveries").glob("*/*")}
    assert kept == {path.name for path in built.folder.iterdir()}
    ok(stock.issue_all(empty.hall, empty.context(), "1"))


def test_receiving_needs_two_people(empty: Kit, built: Built) -> None:
    assert code(receive(empty, built, second="")) == "second-person-needed"


def test_the_first_delivery_of_a_maker_needs_the_fingerprint_on_paper(
    empty: Kit, built: Built
) -> None:
    assert code(receive(empty, built, None)) == "fingerprint-needed"
    with pytest.raises(VerificationError, match="the paper says"):
        receive(empty, built, "AAAA-AAAA-AAAA-AAAA-A")


def test_a_later_delivery_of_the_same_maker_needs_none(
    empty: Kit, built: Built, tmp_path: Path
) -> None:
    ok(receive(empty, built))
    other = build_delivery(tmp_path / "other", Asked(run=2, serials=("000125", "000126")))
    ok(receive(empty, other, None))


def test_a_delivery_for_another_hall_is_refused(empty: Kit, tmp_path: Path) -> None:
    other = build_delivery(tmp_path / "other", Asked(hall="st-mary", reds=2, blues=4))
    assert code(receive(empty, other)) == "wrong-hall"


def test_the_same_delivery_twice_is_refused(empty: Kit, built: Built) -> None:
    ok(receive(empty, built))
    assert code(receive(empty, built)) == "already-received"


def test_a_set_serial_known_with_another_run_is_refused(
    empty: Kit, built: Built, tmp_path: Path
) -> None:
    ok(receive(empty, built))
    twin = build_delivery(tmp_path / "twin", Asked(run=2))
    assert code(receive(empty, twin)) == "known-with-another-run"
    assert RED in str(receive(empty, twin))


def test_a_delivery_with_one_flipped_bit_is_not_received(empty: Kit, tmp_path: Path) -> None:
    bad = build_delivery(tmp_path / "bad", Asked(reds=2, blues=4))
    path = bad.folder / f"{RED}.bundle"
    raw = bytearray(path.read_bytes())
    raw[-100] ^= 1
    path.write_bytes(raw)
    before = empty.head()
    with pytest.raises(VerificationError):
        receive(empty, bad)
    assert empty.head() == before


def test_nineteen_of_twenty_packs_the_short_one_is_missing(empty: Kit, built: Built) -> None:
    answer = receive(empty, built, short=("000123:21-40",))
    assert kinds(answer) == ["Received", "Missing", "Received"]
    assert empty.state(built.red(21)) is CardState.MISSING
    ok(stock.take_out(empty.hall, empty.context(), Found, ("000123:21-40",), "in the van"))
    assert empty.state(built.red(21)) is CardState.RECEIVED


def test_a_short_pack_that_is_none_of_the_manifest(empty: Kit, built: Built) -> None:
    assert code(receive(empty, built, short=("000123:2-40",))) == "unknown-pack"
    assert code(receive(empty, built, short=("the red one",))) == "pack-needed"


def test_skips_of_the_packing_slip_are_stepped_over_silently(empty: Kit, tmp_path: Path) -> None:
    skipping = build_delivery(tmp_path / "skips", Asked(reds=200, skips=(2, 3)))
    empty.built = skipping
    empty.ready()
    ok(empty.sell(1, 4))
    assert code(empty.sell(2)) == "spoiled"
    ok(empty.close())
    ok(empty.hold())
    refused = ok(empty.claim(skipping.red(2)))[0].kind
    assert "destroyed by the maker" in str(refused)
    again = Hall.open(empty.hall.folder)
    again.close()


def test_issuing_is_a_loan_to_one_till_by_two_people(empty: Kit) -> None:
    ok(empty.receive())
    alone = stock.issue(empty.hall, empty.context(second=""), ("000123:1-20",), "1")
    assert code(alone) == "second-person-needed"
    kind = ok(stock.issue(empty.hall, empty.context(), ("000123:1-20", "000123:1-20"), "1"))[0].kind
    assert kind == Issued(RED, ((1, 20),), "1", 20)
    again = stock.issue(empty.hall, empty.context(), ("000123:1-20",), "2")
    assert code(again) == "pack-not-here"
    assert "issued to till 1" in str(again)


def test_issuing_what_is_not_there_is_refused(empty: Kit) -> None:
    assert code(stock.issue_all(empty.hall, empty.context(), "1")) == "empty-stock"
    ok(empty.receive())
    for name, expected in (
        ("000999:1-20", "unknown-set"),
        ("000123:1-19", "unknown-pack"),
        ("000123:900-950", "unknown-pack"),
        ("hello", "pack-needed"),
    ):
        assert code(stock.issue(empty.hall, empty.context(), (name,), "1")) == expected


def test_a_pack_is_named_by_its_label(empty: Kit) -> None:
    ok(empty.receive())
    label = PackLabel(MakerId("ACME"), SetSerial(RED), AuditNumber(1), AuditNumber(20))
    ok(stock.issue(empty.hall, empty.context(), (label.text,), "1"))


def test_a_carton_s_label_names_all_of_its_packs_and_no_part_of_one(empty: Kit) -> None:
    ok(empty.receive())
    carton = PackLabel(MakerId("ACME"), SetSerial(RED), AuditNumber(1), AuditNumber(40))
    kind = ok(stock.issue(empty.hall, empty.context(), (carton.text,), "1"))[0].kind
    assert kind == Issued(RED, ((1, 20), (21, 40)), "1", 40)
    for part in ("000124:1-30", "000124:11-40", "000124:1-99999"):
        assert code(stock.issue(empty.hall, empty.context(), (part,), "1")) == "unknown-pack"


def test_whole_packs_are_put_back_by_one_scan_each(kit: Kit) -> None:
    kind = ok(stock.put_back_whole(kit.hall, kit.context(), ("000123:1-20", "000123:21-40")))[
        0
    ].kind
    assert kind == PutBack(RED, ((1, 20), (21, 40)), 0, 0, 40)
    assert kit.state(kit.built.red(1)) is CardState.RECEIVED


def test_an_open_pack_is_not_put_back_uncounted(kit: Kit) -> None:
    ok(kit.sell(1))
    answer = stock.put_back_whole(kit.hall, kit.context(), ("000123:1-20",))
    assert code(answer) == "pack-open"
    assert "left in it: 19" in str(answer)


def back(kit: Kit, first: int, last: int, count: int, second: str = "Bob") -> Answer:
    red = kit.built.red
    context = kit.context(second=second)
    return stock.put_back_open(kit.hall, context, red(first).outside, red(last).outside, count)


def test_an_open_pack_is_put_back_by_first_last_and_a_hand_count(kit: Kit) -> None:
    ok(kit.sell(1, 2, 3))
    counted, put = (entry.kind for entry in ok(back(kit, 4, 20, 17)))
    assert counted == UnsoldCounted(RED, 17, 17)
    assert put == PutBack(RED, ((1, 20),), 4, 20, 17)


@pytest.mark.parametrize(("first", "last", "count"), [(4, 20, 16), (5, 20, 16), (4, 19, 17)])
def test_a_count_that_differs_is_refused_and_does_not_say_what_is_expected(
    kit: Kit, first: int, last: int, count: int
) -> None:
    ok(kit.sell(1, 2, 3))
    answer = back(kit, first, last, count)
    assert code(answer) == "count-left-differs"
    assert f"{count} cards, {first}-{last}" in str(answer)
    assert "the ledger has it otherwise" in str(answer)
    expected = {"17 cards", "4-20"} - {f"{count} cards", f"{first}-{last}"}
    assert not any(figure in str(answer) for figure in expected)


def test_a_range_that_is_turned_round_is_refused(kit: Kit) -> None:
    ok(kit.sell(1, 2, 3))
    assert code(back(kit, 20, 4, 17)) == "range-turned"


def test_a_pack_sold_out_has_nothing_left_to_count(kit: Kit) -> None:
    ok(kit.sell_to(20))
    assert code(back(kit, 20, 20, 1)) == "count-left-differs"


def test_putting_back_names_cards_of_the_hall_and_two_people(kit: Kit) -> None:
    assert code(back(kit, 1, 20, 20, second="")) == "second-person-needed"
    unknown = stock.put_back_open(kit.hall, kit.context(), "nonsense", "nonsense", 1)
    assert code(unknown) == "not-ours"
    none = stock.put_back_open(kit.hall, kit.context(), SPECIMEN, SPECIMEN, 1)
    assert code(none) == "not-received"
    ok(stock.put_back_whole(kit.hall, kit.context(), ("000123:1-20",)))
    assert code(back(kit, 1, 20, 20)) == "pack-not-here"
    assert code(stock.put_back_whole(kit.hall, kit.context(), ("x",))) == "pack-needed"


def test_a_pack_put_back_half_sold_is_sold_on_from_its_next_card(kit: Kit) -> None:
    ok(kit.sell(1, 2, 3))
    ok(back(kit, 4, 20, 17))
    issued = ok(stock.issue(kit.hall, kit.context(), ("000123:1-20",), "1"))[0].kind
    assert issued == Issued(RED, ((1, 20),), "1", 17)
    ok(kit.sell(4))


@pytest.mark.parametrize("way", [SentBack, Withdrawn, Missing, Stolen])
def test_packs_and_cards_leave_stock_by_two_people_with_a_reason(kit: Kit, way: stock.Way) -> None:
    named = ("000123:1-20", kit.built.red(21).outside, kit.built.blue(1).outside)
    alone = stock.take_out(kit.hall, kit.context(second=""), way, named, "wet")
    assert code(alone) == "second-person-needed"
    red, blue = (
        entry.kind for entry in ok(stock.take_out(kit.hall, kit.context(), way, named, "wet"))
    )
    assert isinstance(red, way)
    assert isinstance(blue, way)
    assert (red.packs, red.from_till, blue.from_till) == (((1, 20),), 21, 1)


def test_nothing_else_is_taken_out(kit: Kit) -> None:
    ok(kit.sell(1))

    def take(way: stock.Way, *named: str) -> str:
        return code(stock.take_out(kit.hall, kit.context(), way, named, "x"))

    assert take(Missing) == "empty-basket"
    assert take(Missing, "nonsense") == "not-ours"
    assert take(Missing, "000999:1-20") == "unknown-set"
    assert take(Missing, kit.built.red(1).outside) == "not-from-here"
    assert take(Found, kit.built.red(2).outside) == "not-from-here"
    assert take(Found, "000123:21-40") == "pack-not-here"

    assert take(Missing, SPECIMEN) == "not-received"


def test_what_was_stolen_never_comes_back(kit: Kit) -> None:
    text = (kit.built.red(40).outside,)
    ok(stock.take_out(kit.hall, kit.context(), Stolen, text, "gone"))
    assert code(stock.take_out(kit.hall, kit.context(), Found, text, "there")) == "not-from-here"


def test_three_faces_on_a_card_win_by_any_of_them(empty: Kit, tmp_path: Path) -> None:
    three = build_delivery(tmp_path / "three", Asked(reds=4, blues=8, pack_size=4, faces=3))
    empty.built = three
    empty.ready()
    ok(empty.sell(1))
    third = three.red(1).numbers[48:72]
    others = [number for number in range(1, 76) if number not in third]
    ok(empty.pre_draw((*third, *others[:24])))
    ok(empty.close())
    ok(empty.hold())
    ok(empty.rack())
    decided = ok(empty.claim(three.red(1)))[-1].kind
    assert "VALID" in str(decided)
    assert empty.state(three.red(1)) is CardState.WON


def kept_of(kit: Kit) -> Path:
    (kept,) = (kit.hall.folder / "deliveries").iterdir()
    return kept


def reopened(kit: Kit) -> None:
    kit.hall.close()
    kit.hall = Hall.open(kit.hall.folder)


@pytest.mark.parametrize("fault", ["missing", "altered", "another run", "another signer"])
def test_a_kept_delivery_that_does_not_hold_is_found_named_and_made_whole(
    kit: Kit, built: Built, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    ok(kit.sell(1))
    kit.game_with(kit.built.red(1))
    ok(kit.hold())
    kept = kept_of(kit)
    if fault == "missing":
        shutil.rmtree(kept)
    elif fault == "altered":
        bundle = kept / "000123.bundle"
        raw = bytearray(bundle.read_bytes())
        raw[-200] ^= 1
        bundle.write_bytes(bytes(raw))
    else:
        shutil.rmtree(kept)
        run = 2 if fault == "another run" else 1
        if fault == "another signer":
            monkeypatch.setattr("tests.inventory.delivery_builder.PLANT", plant_keys(8))
        other = build_delivery(tmp_path / "other", Asked(run=run))
        shutil.copytree(other.folder, kept)
    reopened(kit)
    head = kit.head()
    with pytest.raises(KeptDeliveryError, match=r"Receive the delivery folder again, or copy it"):
        kit.claim(kit.built.red(1))
    assert kit.head() == head
    (finding,) = reporting.read_audit(kit.hall, "")
    assert finding.code == ("delivery-missing" if fault == "missing" else "kept-delivery")
    assert code(receive(kit, built)) == "copy-restored"
    assert code(receive(kit, built)) == "already-received"
    ok(kit.claim(kit.built.red(1)))
    assert reporting.read_audit(kit.hall, "") == ()


def test_a_known_maker_under_another_signer_is_an_alarm(
    empty: Kit, built: Built, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ok(receive(empty, built))
    monkeypatch.setattr("tests.inventory.delivery_builder.PLANT", plant_keys(8))
    other = build_delivery(tmp_path / "other", Asked(run=2, serials=("000125", "000126")))
    answer = receive(empty, other, None)
    assert code(answer) == "another-signer"
    assert "ALARM" in str(answer)
    assert built.fingerprint in str(answer)
    assert other.fingerprint in str(answer)


WAYS_OUT = (SentBack, Withdrawn, Missing, Stolen)


@pytest.mark.parametrize("way", WAYS_OUT)
def test_of_a_begun_pack_only_what_is_left_is_taken_out(kit: Kit, way: stock.Way) -> None:
    """Of 20 cards three are sold: 17 go, named as cards; the second pack goes whole."""
    ok(kit.sell(1, 2, 3))
    (entry,) = ok(
        stock.take_out(kit.hall, kit.context(), way, (f"{RED}:1-20", f"{RED}:21-40"), "wet")
    )
    assert isinstance(entry.kind, WAYS_OUT)
    assert entry.kind.packs == ((21, 40),)
    assert [int(card.audit_number) for card in entry.kind.cards] == list(range(4, 21))
    assert entry.kind.from_till == 37
    assert kit.state(kit.built.red(3)) is CardState.SOLD
    assert kit.state(kit.built.red(4)) is kit.state(kit.built.red(21))
    assert proved(kit, 3) == ["Received", "Issued", "Sold"]
    assert proved(kit, 4) == proved(kit, 21) == ["Received", "Issued", way.__name__]
    report = reporting.read_report(kit.hall, 0)
    assert isinstance(report, Report)
    assert report.is_balanced
    assert reporting.read_audit(kit.hall, "") == ()
    assert (
        code(stock.take_out(kit.hall, kit.context(), way, (f"{RED}:1-20",), "wet")) == "pack-empty"
    )


def test_what_was_left_of_a_begun_pack_is_found_by_its_label(kit: Kit) -> None:
    ok(kit.sell(1, 2, 3))
    ok(stock.take_out(kit.hall, kit.context(), Missing, (f"{RED}:1-20",), "gone"))
    (entry,) = ok(stock.take_out(kit.hall, kit.context(), Found, (f"{RED}:1-20",), "in the van"))
    assert isinstance(entry.kind, Found)
    assert (entry.kind.packs, len(entry.kind.cards)) == ((), 17)
    assert kit.state(kit.built.red(4)) is CardState.ISSUED
    again = stock.take_out(kit.hall, kit.context(), Found, (f"{RED}:1-20",), "in the van")
    assert code(again) == "pack-not-here"
    assert reporting.read_audit(kit.hall, "") == ()


def test_cards_that_went_missing_one_by_one_are_found_by_their_pack_s_label(kit: Kit) -> None:
    cards = tuple(kit.built.red(number).outside for number in range(1, 21))
    ok(stock.take_out(kit.hall, kit.context(), Missing, cards, "gone"))
    ok(stock.take_out(kit.hall, kit.context(), Found, (f"{RED}:1-20",), "in the van"))
    assert kit.state(kit.built.red(1)) is CardState.ISSUED


def test_a_sold_card_did_not_come_back_with_its_pack(kit: Kit) -> None:
    ok(kit.sell(1, 2, 3))
    cards = kit.built.red(4).outside, kit.built.red(20).outside
    ok(stock.put_back_open(kit.hall, kit.context(), *cards, 17))
    assert proved(kit, 3) == ["Received", "Issued", "Sold"]
    assert proved(kit, 4) == ["Received", "Issued", "PutBack"]


def proved(kit: Kit, red: int) -> list[str]:
    proof = reporting.read_proof(kit.hall, kit.built.red(red).outside)
    assert isinstance(proof, CardProof)
    return [one.entry.kind_name for one in proof.entries]


def test_a_short_pack_of_a_set_that_did_not_come_is_refused(empty: Kit) -> None:
    built = empty.built
    for short in ("000999:1-20", f"{RED}:1-19"):
        answer = stock.receive(
            empty.hall, empty.context(), built.folder, built.fingerprint, (short,)
        )
        assert code(answer) == "unknown-pack"
    assert empty.state(built.red(1)) is None


def test_the_same_delivery_from_another_folder_is_the_same_request(
    empty: Kit, tmp_path: Path
) -> None:
    """The manifest's hash says which delivery is meant, and not where a copy of it lies."""
    elsewhere = tmp_path / "usb stick"
    shutil.copytree(empty.built.folder, elsewhere)
    commands = (
        read_delivery(folder, empty.built.fingerprint, ())
        for folder in (empty.built.folder, elsewhere)
    )
    one, other = commands
    assert identity_of(one) == identity_of(other)
    again = read_delivery(elsewhere, empty.built.fingerprint, (f"{RED}:1-20",))
    assert identity_of(again) != identity_of(one)
    request = "cd" * 16
    first = ok(execute(empty.hall, empty.context(request=request), one))
    assert ok(execute(empty.hall, empty.context(request=request), other)) == first
