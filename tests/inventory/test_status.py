"""A maker's status list in the hall: read, kept, and asked at every sale, exchange and claim."""

import json
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cardgen.errors import BadFileError, VerificationError
from cardgen.proof.signing import SignatureError, sign_statement
from cardgen.proof.status import StatusStaleError
from cardgen.secret.keystore import NewKeys
from inventory.cli import main
from inventory.commands.claim import CloseRoundHoldingBack
from inventory.commands.game import CorrectDraw
from inventory.commands.maker import DiscloseSet
from inventory.desk.execute import Answer
from inventory.desk.game.evening import current_evening
from inventory.desk.papers import disclosing, reporting
from inventory.desk.papers.papers import read_books
from inventory.desk.set_status import read_files
from inventory.entries.claim import ClaimDecided, ClaimRefused
from inventory.entries.maker import SetDisclosed, SetNote, StatusNoted, gravest
from inventory.entries.sale import Sold
from inventory.entries.states import CardState
from inventory.entries.stock import SentBack
from inventory.ledger.proving import CardProof
from inventory.ledger.replaying import audit
from inventory.paper import Words
from inventory.reports.figures.books import Books
from inventory.reports.figures.occasion import Report, report_json, report_lines
from inventory.reports.papers.occasion import occasion_paper
from inventory.reports.spoken.explanation import lines_of
from inventory.reports.spoken.makers_lines import words_on
from tests.inventory.delivery_builder import BLUE, MAKER, RED, Asked, build_delivery
from tests.inventory.kit import Kit, code, kinds, ok
from tests.inventory.scanned import selling, statuses, stock
from tests.inventory.status_list import (
    OTHER_PLANT,
    SINCE,
    disclosed,
    recalled,
    returned,
    write_list,
)
from tests.small_delivery import MADE_AT


def note(kit: Kit, path: Path) -> Answer:
    return statuses.note_status(kit.hall, kit.context(), path)


def noted(answer: Answer) -> StatusNoted:
    (entry,) = ok(answer)
    assert isinstance(entry.kind, StatusNoted)
    return entry.kind


def last_decided(answer: Answer) -> ClaimDecided:
    kinds = (entry.kind for entry in ok(answer))
    return [kind for kind in kinds if isinstance(kind, ClaimDecided)][-1]


def refused_claim(answer: Answer) -> tuple[int, str]:
    (entry,) = ok(answer)
    assert isinstance(entry.kind, ClaimRefused)
    return entry.kind.failed_step, entry.kind.code


# -- the list itself -------------------------------------------------------------------------------


def test_a_signed_list_is_noted_with_its_notes_on_sets_known_here(kit: Kit, tmp_path: Path) -> None:
    path = write_list(tmp_path, recalled(RED), recalled("000999"), returned(BLUE, (3, 4), (9, 9)))
    kind = noted(note(kit, path))
    assert (kind.maker, kind.number, kind.made_at) == ("ACME", 3, SINCE)
    assert [(one.set_serial, one.status, one.numbers) for one in kind.notes] == [
        (RED, "recalled", ()),
        (BLUE, "returned", ((3, 4), (9, 9))),
    ]
    assert audit(kit.hall.ledger) == ()
    assert reporting.read_audit(kit.hall, "") == ()


def test_a_note_on_another_run_of_the_serial_is_not_on_our_cards(kit: Kit, tmp_path: Path) -> None:
    assert noted(note(kit, write_list(tmp_path, recalled(RED, run=2)))).notes == ()
    ok(kit.sell(1))


def test_the_answer_says_where_the_packs_of_a_recalled_set_lie(kit: Kit, tmp_path: Path) -> None:
    ok(kit.sell(1, 2, 3))
    ok(stock.put_back_whole(kit.hall, kit.context(), (f"{RED}:21-40",)))
    answer = note(kit, write_list(tmp_path, recalled(RED), returned(BLUE, (3, 4))))
    # 40 cards in packs of 20, 3 sold: 17 at till 1, 20 in stock; a return calls no pack back.
    assert noted(answer).held == ((RED, "", ((21, 40),), 20), (RED, "1", ((1, 20),), 17))
    told = "\n".join(lines_of(ok(answer)))
    assert f"RECALLED since {SINCE}: set {RED}: Ink shows through" in told
    assert f"Till 1 has 17 cards of set {RED}" in told
    assert f"inventory take-out {RED}:1-20 --as sent-back" in told
    out = stock.take_out(kit.hall, kit.context(), SentBack, (f"{RED}:1-20",), "recalled")
    ok(out)
    assert kit.state(kit.built.red(4)) is CardState.SENT_BACK
    assert audit(kit.hall.ledger) == ()


def test_neighboring_packs_are_told_as_one_range(kit: Kit, tmp_path: Path) -> None:
    answer = note(kit, write_list(tmp_path, recalled(BLUE)))
    assert noted(answer).held == ((BLUE, "1", ((1, 60),), 60),)


def test_an_older_list_than_the_newest_is_refused(kit: Kit, tmp_path: Path) -> None:
    ok(note(kit, write_list(tmp_path / "2", recalled(RED), recalled("000999"))))
    head = kit.head()
    with pytest.raises(StatusStaleError, match="is number 1, number 2 is known"):
        note(kit, write_list(tmp_path / "1", recalled(RED)))
    assert kit.head() == head


def test_the_same_list_again_is_the_same_answer_and_writes_nothing(
    kit: Kit, tmp_path: Path
) -> None:
    path = write_list(tmp_path, recalled(RED))
    first = note(kit, path)
    head = kit.head()
    assert note(kit, path) == first
    assert kit.head() == head


def test_a_list_published_again_with_the_same_notes_is_noted(kit: Kit, tmp_path: Path) -> None:
    ok(note(kit, write_list(tmp_path / "1", recalled(RED))))
    later = noted(note(kit, write_list(tmp_path / "2", recalled(RED), minutes=5)))
    assert (later.number, later.made_at) == (1, "2026-11-30T18:05:00Z")


@pytest.mark.parametrize("number", [1, 2])
def test_a_list_never_takes_a_recall_back(kit: Kit, tmp_path: Path, number: int) -> None:
    ok(note(kit, write_list(tmp_path / "1", recalled(RED))))
    other = write_list(tmp_path / "2", recalled(BLUE), number=number)
    assert code(note(kit, other)) == "status-differs"
    assert code(kit.sell(1)) == "recalled"


def test_a_list_that_the_maker_did_not_sign_is_refused(kit: Kit, tmp_path: Path) -> None:
    path = write_list(tmp_path, recalled(RED))
    signature = sign_statement(OTHER_PLANT.signing_key, "status", path.read_bytes())
    path.with_name("status.json.sig").write_bytes(signature)
    head = kit.head()
    with pytest.raises(SignatureError):
        note(kit, path)
    # Its own chain beside it changes nothing: no paper here bears that root's fingerprint.
    path.with_name("chain.pem").write_bytes(OTHER_PLANT.chain.pem)
    with pytest.raises(SignatureError):
        note(kit, path)
    assert kit.head() == head
    assert not (kit.hall.folder / "statuses").exists()
    ok(kit.sell(1))


def test_a_list_by_a_newer_signer_is_checked_with_the_chain_beside_it(
    kit: Kit, tmp_path: Path
) -> None:
    # The same root, which is the one on the hall's paper, issued another plant key.
    newer = NewKeys(
        root=ec.derive_private_key(7, ec.SECP256R1()),
        plant=Ed25519PrivateKey.from_private_bytes(bytes([9]) * 32),
        pdf_signer=ec.derive_private_key(9, ec.SECP256R1()),
    )
    path = write_list(tmp_path, recalled(RED))
    signature = sign_statement(newer.plant, "status", path.read_bytes())
    path.with_name("status.json.sig").write_bytes(signature)
    with pytest.raises(SignatureError):
        note(kit, path)
    chain = newer.chain(MAKER, MADE_AT - timedelta(days=1))
    path.with_name("chain.pem").write_bytes(chain.pem)
    ok(note(kit, path))
    assert code(kit.sell(1)) == "recalled"
    path.with_name("chain.pem").unlink()
    assert reporting.read_audit(kit.hall, "") == ()


def test_a_flipped_byte_or_a_missing_signature_is_refused(kit: Kit, tmp_path: Path) -> None:
    path = write_list(tmp_path, recalled(RED))
    path.write_bytes(path.read_bytes().replace(b"recalled", b"recaIled"))
    with pytest.raises(VerificationError):
        note(kit, path)
    path.with_name("status.json.sig").unlink()
    with pytest.raises(BadFileError):
        note(kit, path)


def test_a_list_of_a_maker_of_whom_nothing_is_here_is_refused(empty: Kit, tmp_path: Path) -> None:
    path = write_list(tmp_path, recalled(RED))
    assert code(note(empty, path)) == "maker-unknown"


# -- at the tills ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (recalled(RED), "recalled"),
        (disclosed(RED), "disclosed"),
        (returned(RED, (1, 1)), "returned"),
    ],
)
def test_a_card_that_a_list_names_is_not_sold(
    kit: Kit, tmp_path: Path, entry: object, expected: str
) -> None:
    ok(note(kit, write_list(tmp_path, entry)))  # type: ignore[arg-type]
    answer = kit.sell(1)
    assert code(answer) == expected
    assert SINCE in str(answer)
    assert kit.built.red(1).card_id in str(answer)
    assert kit.state(kit.built.red(1)) is CardState.ISSUED
    outside = kit.built.red(1).outside
    assert code(lambda: selling.one_more(kit.hall, kit.context(), outside)) == expected


def test_cards_beside_the_returned_ones_are_sold(kit: Kit, tmp_path: Path) -> None:
    ok(note(kit, write_list(tmp_path, returned(RED, (2, 3), (30, 40)))))
    ok(kit.sell(1))
    assert code(kit.sell(2)) == "returned"


def test_a_recalled_trade_in_is_not_given_in_exchange(kit: Kit, tmp_path: Path) -> None:
    ok(kit.sell(1))
    ok(note(kit, write_list(tmp_path, recalled(BLUE))))
    assert code(kit.exchange((1,), 2)) == "recalled"
    assert kit.state(kit.built.red(1)) is CardState.SOLD


def test_a_recalled_original_can_be_surrendered_for_cards_that_are_not(
    kit: Kit, tmp_path: Path
) -> None:
    ok(kit.sell(1))
    ok(note(kit, write_list(tmp_path, recalled(RED))))
    ok(kit.exchange((1,), 2))


def test_a_defective_card_is_not_replaced_by_a_recalled_one(kit: Kit, tmp_path: Path) -> None:
    ok(kit.sell(1))
    ok(note(kit, write_list(tmp_path, recalled(RED))))
    red = kit.built.red
    answer = selling.replace_defect(kit.hall, kit.context(), red(1).outside, red(2).outside, "torn")
    assert code(answer) == "recalled"


# -- at the claim table ----------------------------------------------------------------------------


def held(kit: Kit) -> None:
    ok(kit.sell(1))
    kit.game_with(kit.built.red(1))
    ok(kit.hold())
    ok(kit.rack())


def test_a_claim_on_a_recalled_set_cannot_be_told_yet_and_its_share_waits(
    kit: Kit, tmp_path: Path
) -> None:
    held(kit)
    ok(note(kit, write_list(tmp_path, recalled(RED))))
    kind = last_decided(kit.claim(kit.built.red(1)))
    assert (kind.verdict, kind.failed_step, kind.code) == ("CANNOT TELL YET", 11, "recalled")
    # The whole claim was gone through, so that what it opened is there when it is decided.
    assert [number for number, result, _ in kind.steps if result == "yes"] == list(range(1, 11))
    assert "recalled by the maker" in kind.steps[1][2]
    assert kind.opening
    assert kit.state(kit.built.red(1)) is CardState.CLAIMED
    assert code(kit.close_round()) == "claims-open"
    ok(kit.run(CloseRoundHoldingBack()))
    assert code(kit.pay(kit.built.red(1))) == "not-won"


def release(kit: Kit, ruling: str = "commission, letter 114", second: str = "Bob") -> Answer:
    card = kit.built.red(1).card_id
    return statuses.release(kit.hall, kit.context(second=second), card, ruling)


def test_a_claim_on_a_recalled_set_is_paid_once_that_was_decided_outside(
    kit: Kit, tmp_path: Path
) -> None:
    held(kit)
    card = kit.built.red(1)
    ok(note(kit, write_list(tmp_path / "1", recalled(RED))))
    assert code(release(kit)) == "not-claimed"
    ok(kit.claim(card))
    ok(kit.run(CloseRoundHoldingBack()))
    assert code(release(kit, second="")) == "second-person-needed"
    assert code(release(kit, ruling=" ")) == "ruling-needed"
    ok(release(kit))
    kind = last_decided(kit.claim_by(card.card_id))
    assert (kind.verdict, kind.failed_step) == ("VALID", 0)
    ok(kit.pay(card))
    assert code(release(kit)) == "not-recalled"
    assert audit(kit.hall.ledger) == ()
    # The ruling is on one card.
    assert kit.card(card.card_id).set_status is None
    assert kit.card(kit.built.red(2).card_id).set_status is not None


RULED = "set 000123 was recalled; released: commission, letter 114, by Ann and Bob"
RELEASED = (
    "is released to be judged and paid: commission, letter 114. Entered by Ann and Bob, 2026-11-30"
)


def test_a_ruling_stands_wherever_an_inspector_reads(kit: Kit, tmp_path: Path) -> None:
    held(kit)
    card = kit.built.red(1)
    ok(note(kit, write_list(tmp_path, recalled(RED))))
    ok(kit.claim(card))
    (line,) = lines_of(ok(release(kit)))
    assert line.startswith(f"Card {card.card_id} of a recalled set is released")
    kind = last_decided(kit.claim_by(card.card_id))
    assert kind.steps[1][2].endswith(RULED)
    report = reporting.read_report(kit.hall, 0)
    assert isinstance(report, Report)
    assert sum(RELEASED in line for line in report_lines(report)) == 1
    assert RELEASED in report_json(report)["rulings"][0]
    books = read_books(kit.hall, 0, date(2026, 12, 1), lambda moment: moment)
    assert isinstance(books, Books)
    words = [one.text for one in occasion_paper(books).blocks if isinstance(one, Words)]
    assert sum(RELEASED in word for word in words) == 1
    told = proved_words(kit, card.card_id)
    assert any(RELEASED in line for line in told)
    assert any(line.startswith("RECALLED since") for line in told)
    # Of another card of the set the recall is told, and no ruling.
    assert not any(RELEASED in line for line in proved_words(kit, kit.built.red(2).card_id))


def proved_words(kit: Kit, card_id: str) -> list[str]:
    proof = reporting.read_proof(kit.hall, card_id)
    assert isinstance(proof, CardProof)
    return [line for one in proof.entries for line in words_on(one.entry, proof.card)]


def test_a_disclosure_noted_by_hand_is_told_in_words(kit: Kit) -> None:
    """As older ledgers hold it; nobody notes one by hand any more."""
    (line,) = lines_of(kit.write(SetDisclosed(RED)))
    assert (
        line == f"Set {RED} is noted as disclosed: no card of it is sold, paid, or valid any more"
    )
    assert any(
        "Entered by Ann and Bob" in line for line in proved_words(kit, kit.built.red(1).card_id)
    )


def test_nobody_s_word_alone_discloses_a_set(kit: Kit, tmp_path: Path) -> None:
    """It would take every win of the evening away; the maker's own signed list says it or not."""
    path = write_list(tmp_path, recalled(BLUE))
    answer = kit.run(DiscloseSet.of(RED, read_files(path)))
    assert code(answer) == "not-disclosed"
    ok(kit.sell(1))
    said = kit.card(kit.built.blue(1).card_id).set_status
    assert said is not None
    assert said.status == "recalled", "what the list does say is noted all the same"


def test_a_list_that_another_signed_discloses_no_set(kit: Kit, tmp_path: Path) -> None:
    path = write_list(tmp_path, disclosed(RED))
    raw = path.read_bytes()
    signature = sign_statement(OTHER_PLANT.signing_key, "status", raw)
    path.with_name(f"{path.name}.sig").write_bytes(signature)
    with pytest.raises(VerificationError):
        kit.run(DiscloseSet.of(RED, read_files(path)))
    ok(kit.sell(1))


def test_a_report_tells_the_newest_list_and_what_is_still_to_be_taken_out(
    kit: Kit, tmp_path: Path
) -> None:
    ok(kit.sell(1, 2, 3))
    ok(note(kit, write_list(tmp_path / "1", recalled(RED))))
    ok(note(kit, write_list(tmp_path / "2", recalled(RED), returned(BLUE, (3, 4)))))
    told = told_of(kit)
    assert [line for line in told if line.startswith("Status list")] == [
        f"Status list 2 of ACME, made {SINCE}: 2 notes on sets here"
    ]
    (order,) = [line for line in told if "take-out" in line]
    assert order.endswith(
        f"inventory take-out {RED}:1-40 --as sent-back --reason REASON --second NAME"
    )
    ok(stock.take_out(kit.hall, kit.context(), SentBack, (f"{RED}:1-40",), "recalled"))
    assert not any("take-out" in line for line in told_of(kit))
    assert kit.state(kit.built.red(3)) is CardState.SOLD


def told_of(kit: Kit) -> tuple[str, ...]:
    report = reporting.read_report(kit.hall, 0)
    assert isinstance(report, Report)
    assert len(report_json(report)["status_notes"]) == 1
    return report_lines(report)


def test_a_ruling_does_not_outlast_a_disclosure(kit: Kit, tmp_path: Path) -> None:
    held(kit)
    ok(note(kit, write_list(tmp_path / "1", recalled(RED))))
    ok(kit.claim(kit.built.red(1)))
    ok(release(kit))
    ok(note(kit, write_list(tmp_path / "2", recalled(RED), disclosed(RED))))
    kind = last_decided(kit.claim_by(kit.built.red(1).card_id))
    assert (kind.verdict, kind.failed_step, kind.code) == ("NOT VALID", 2, "disclosed")
    # The open claim is ended by it, so that the round can close.
    assert kit.state(kit.built.red(1)) is CardState.SOLD
    ok(kit.close_round())
    assert code(release(kit)) == "disclosed"


def test_a_claim_that_lacks_a_number_is_not_valid_whatever_was_recalled(
    kit: Kit, tmp_path: Path
) -> None:
    ok(kit.sell(1))
    card = kit.built.red(1)
    kit.game_with(card, card.numbers[0])
    ok(kit.hold())
    ok(kit.rack())
    ok(note(kit, write_list(tmp_path, recalled(RED))))
    kind = last_decided(kit.claim(card))
    assert (kind.verdict, kind.code) == ("NOT VALID", "numbers-missing")


@pytest.mark.parametrize(
    ("entry", "expected"),
    [(disclosed(RED), "disclosed"), (returned(RED, (1, 1)), "returned")],
)
def test_a_claim_on_a_disclosed_or_returned_card_is_not_valid(
    kit: Kit, tmp_path: Path, entry: object, expected: str
) -> None:
    held(kit)
    ok(note(kit, write_list(tmp_path, entry)))  # type: ignore[arg-type]
    answer = kit.claim(kit.built.red(1))
    assert refused_claim(answer) == (2, expected)
    assert "NOT VALID at step 2" in lines_of(ok(answer))[0]


def test_the_gravest_note_decides(kit: Kit, tmp_path: Path) -> None:
    held(kit)
    entries = (recalled(RED), returned(RED, (1, 1)), disclosed(RED))
    ok(note(kit, write_list(tmp_path / "2", *entries[:2])))
    assert refused_claim(kit.claim(kit.built.red(1))) == (2, "returned")
    ok(note(kit, write_list(tmp_path / "3", *entries)))
    assert refused_claim(kit.claim(kit.built.red(1))) == (2, "disclosed")


def test_no_note_has_no_gravest() -> None:
    assert gravest(()) is None
    note_on_all = SetNote(RED, "", "recalled", SINCE, "why")
    assert note_on_all.concerns(RED, "ab", 7)
    assert not note_on_all.concerns(BLUE, "ab", 7)


@pytest.mark.parametrize("entry", [recalled(RED), disclosed(RED), returned(RED, (1, 1))])
def test_a_card_that_won_is_not_paid_after_its_set_was_called_back(
    kit: Kit, tmp_path: Path, entry: object
) -> None:
    held(kit)
    card = kit.built.red(1)
    assert last_decided(kit.claim(card)).verdict == "VALID"
    ok(kit.close_round())
    ok(note(kit, write_list(tmp_path, entry)))  # type: ignore[arg-type]
    assert code(kit.pay(card)) == entry.status  # type: ignore[attr-defined]
    assert kit.state(card) is CardState.WON


def test_a_correction_judges_a_claim_on_a_set_disclosed_since(kit: Kit, tmp_path: Path) -> None:
    held(kit)
    card = kit.built.red(1)
    assert last_decided(kit.claim(card)).verdict == "VALID"
    ok(note(kit, write_list(tmp_path, disclosed(RED))))
    undrawn = next(n for n in range(1, 76) if n not in _balls(kit))
    answer = kit.run(CorrectDraw(card.numbers[0], undrawn))
    kind = last_decided(answer)
    assert (kind.verdict, kind.failed_step, kind.code) == ("NOT VALID", 2, "disclosed")


def _balls(kit: Kit) -> tuple[int, ...]:
    evening = current_evening(kit.hall)
    assert evening is not None
    return evening.current.balls


def test_a_disclosure_noted_by_hand_stops_sales_and_claims(kit: Kit) -> None:
    held(kit)
    kit.write(SetDisclosed(RED))
    assert refused_claim(kit.claim(kit.built.red(1))) == (2, "disclosed")
    said = kit.card(kit.built.red(2).card_id).set_status
    assert said is not None
    assert (said.status, said.reason) == ("disclosed", "noted here by Ann")


# -- at the door -----------------------------------------------------------------------------------


def carton(kit: Kit, status: Path | None) -> Answer:
    built = kit.built
    return stock.receive(kit.hall, kit.context(), built.folder, built.fingerprint, status=status)


@pytest.mark.parametrize("entry", [recalled(RED), disclosed(BLUE)])
def test_a_set_called_back_is_not_received(empty: Kit, tmp_path: Path, entry: object) -> None:
    answer = carton(empty, write_list(tmp_path, entry))  # type: ignore[arg-type]
    assert code(answer) == "set-called-back"
    assert SINCE in str(answer)
    assert empty.state(empty.built.red(1)) is None
    assert not list((empty.hall.folder / "deliveries").glob("*"))


def test_a_list_beside_the_first_delivery_is_noted_with_it(empty: Kit, tmp_path: Path) -> None:
    answer = carton(empty, write_list(tmp_path, returned(RED, (5, 6))))
    assert kinds(answer) == ["Received", "Received", "StatusNoted"]
    said = empty.card(empty.built.red(5).card_id).set_status
    assert said is not None
    assert said.status == "returned"
    assert reporting.read_audit(empty.hall, "") == ()


def test_the_newest_kept_list_is_asked_when_the_next_delivery_comes(
    kit: Kit, tmp_path: Path
) -> None:
    serials = ("000125", "000126")
    other = build_delivery(tmp_path / "other", Asked(run=2, reds=20, blues=20, serials=serials))
    ok(note(kit, write_list(tmp_path, recalled("000126", run=2))))
    head = kit.head()
    answer = stock.receive(kit.hall, kit.context(), other.folder, None, ())
    assert code(answer) == "set-called-back"
    assert "000126" in str(answer)
    assert kit.head() == head


def test_returned_numbers_of_a_set_received_later_are_noted_when_it_comes(
    kit: Kit, tmp_path: Path
) -> None:
    serials = ("000125", "000126")
    other = build_delivery(tmp_path / "other", Asked(run=2, reds=20, blues=20, serials=serials))
    entry = returned("000125", (7, 7))
    of_run_2 = type(entry)(
        entry.set_serial,
        recalled(RED, run=2).run_id,
        entry.status,
        entry.since,
        "Unsold",
        ((7, 7),),
    )
    assert noted(note(kit, write_list(tmp_path, of_run_2))).notes == ()
    answer = stock.receive(kit.hall, kit.context(), other.folder, None, ())
    assert kinds(answer) == ["Received", "Received", "StatusNoted"]
    said = kit.card(other.cards["000125", 7].card_id).set_status
    assert said is not None
    assert said.status == "returned"
    assert kit.card(other.cards["000125", 8].card_id).set_status is None
    assert reporting.read_audit(kit.hall, "") == ()


def test_an_older_list_beside_a_delivery_is_refused(kit: Kit, tmp_path: Path) -> None:
    serials = ("000125", "000126")
    other = build_delivery(tmp_path / "other", Asked(run=2, reds=20, blues=20, serials=serials))
    ok(note(kit, write_list(tmp_path / "1", returned(RED, (5, 6)))))
    older = write_list(tmp_path / "0")
    with pytest.raises(StatusStaleError):
        stock.receive(kit.hall, kit.context(), other.folder, status=older)


def test_a_recall_read_while_a_delivery_is_refused_is_kept_once(kit: Kit, tmp_path: Path) -> None:
    """The list that turns the new sets away also calls back one that lies here."""
    serials = ("000125", "000126")
    other = build_delivery(tmp_path / "other", Asked(run=2, reds=20, blues=20, serials=serials))
    listed = write_list(tmp_path, recalled(RED), recalled("000126", run=2))
    request, head = "ab" * 16, kit.head()
    for _ in range(2):
        context = kit.context(request=request)
        answer = stock.receive(kit.hall, context, other.folder, status=listed)
        assert code(answer) == "set-called-back"
        assert kit.head() == head + 1
    with kit.hall.reading() as reader:
        (entry,) = reader.of_kind("StatusNoted")
        assert reader.of_request(request) == ()
    assert isinstance(entry.kind, StatusNoted)
    assert [note.set_serial for note in entry.kind.notes] == [RED]
    assert kit.card(other.cards["000126", 1].card_id).state is None
    assert code(kit.sell(1)) == "recalled"
    assert reporting.read_audit(kit.hall, "") == ()
    newer = write_list(tmp_path / "2", recalled(RED), number=2)
    assert kinds(note(kit, newer)) == ["StatusNoted"]


# -- what is kept, and what is told ----------------------------------------------------------------


def _change(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"Ink", b"ink"))


def _replace(path: Path) -> None:
    write_list(path.parent, recalled(RED), recalled(BLUE))


@pytest.mark.parametrize("fault", [_change, _replace, Path.unlink])
def test_a_kept_list_that_was_changed_is_a_finding_until_it_is_given_again(
    kit: Kit, tmp_path: Path, fault: Callable[[Path], None]
) -> None:
    path = write_list(tmp_path, recalled(RED))
    ok(note(kit, path))
    (kept,) = kit.hall.folder.glob("statuses/*/status.json")
    fault(kept)
    (finding,) = reporting.read_audit(kit.hall, "")
    assert finding.code == "kept-status"
    assert code(kit.sell(1)) == "recalled"  # the ledger says it, not the file
    ok(note(kit, path))
    assert reporting.read_audit(kit.hall, "") == ()


def test_the_report_of_the_evening_lists_what_the_maker_said(kit: Kit, tmp_path: Path) -> None:
    ok(note(kit, write_list(tmp_path, recalled(RED))))
    report = reporting.read_report(kit.hall, 0)
    assert isinstance(report, Report)
    (told,) = report_json(report)["status_notes"]
    assert (told["maker"], told["number"]) == ("ACME", 1)
    assert told["notes"][0]["set_serial"] == RED
    assert any("RECALLED since" in line for line in report_lines(report))


def test_a_list_is_noted_at_the_command_line(
    kit: Kit, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_list(tmp_path, recalled(RED))
    arguments = ["status-list", str(path), "--hall", str(kit.hall.folder), "--by", "Ann", "--json"]
    with pytest.raises(SystemExit) as done:
        main(arguments)
    told = json.loads(capsys.readouterr().out)
    assert done.value.code == 0
    assert told["entries"][-1]["kind"] == "StatusNoted"
    assert any("take-out" in line for line in told["lines"])


def test_a_ruling_is_entered_at_the_command_line(
    kit: Kit, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    held(kit)
    ok(note(kit, write_list(tmp_path, recalled(RED))))
    ok(kit.claim(kit.built.red(1)))
    who = ("--hall", str(kit.hall.folder), "--by", "Ann", "--second", "Bob")
    with pytest.raises(SystemExit) as done:
        main(["release", kit.built.red(1).card_id, "--ruling", "letter 114", *who])
    assert done.value.code == 0
    assert "letter 114" in capsys.readouterr().out


def test_a_card_that_was_returned_or_disclosed_is_released_by_nobody(
    kit: Kit, tmp_path: Path
) -> None:
    held(kit)
    ok(note(kit, write_list(tmp_path, recalled(RED))))
    ok(kit.claim(kit.built.red(1)))
    ok(note(kit, write_list(tmp_path / "2", recalled(RED), returned(RED, (1, 1)))))
    answer = release(kit)
    assert code(answer) == "returned"
    assert "went back to its maker" in str(answer)


def test_opening_and_issuing_warn_of_sets_called_back(
    empty: Kit, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ok(empty.receive())
    ok(note(empty, write_list(tmp_path, recalled(RED))))
    who = ("--hall", str(empty.hall.folder), "--by", "Ann", "--second", "Bob")
    for command, where in (
        (("issue", "all", "--to", "1"), "Till 1 has 40 cards"),
        (
            ("open", "Monday", "--primary", "100", "--consolation", "25", "--float", "0"),
            "Till 1 has 40 cards",
        ),
    ):
        with pytest.raises(SystemExit) as done:
            main([*command, *who])
        assert done.value.code == 0
        warned = [line for line in capsys.readouterr().err.splitlines() if "Warning" in line]
        assert len(warned) == 1
        assert f"Warning, called back: {where} of set {RED}" in warned[0]


def test_a_single_card_is_told_as_one(kit: Kit, tmp_path: Path) -> None:
    told = "\n".join(lines_of(ok(note(kit, write_list(tmp_path, returned(BLUE, (2, 2)))))))
    assert f"set {BLUE}, card 2: Unsold" in told


def test_an_occasion_that_never_was_is_named(kit: Kit) -> None:
    assert code(lambda: disclosing.openings_of(kit.hall, 99, "")) == "unknown-occasion"
    assert code(lambda: reporting.read_report(kit.hall, 99)) == "unknown-occasion"


def test_a_sale_before_the_recall_stays_in_the_ledger(kit: Kit, tmp_path: Path) -> None:
    (sold,) = ok(kit.sell(1))
    ok(note(kit, write_list(tmp_path, recalled(RED))))
    assert isinstance(sold.kind, Sold)
    assert kinds(kit.undo()) == ["SaleUndone"]
    assert audit(kit.hall.ledger) == ()
