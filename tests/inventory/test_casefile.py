"""The case file: all that is known of a number that two papers may bear, and never its code."""

import base64
import json
from functools import partial
from pathlib import Path

import pytest

import inventory.cli
from cardgen.card_id import AuditNumber, CardId, FormCode, MakerId, SetSerial
from cardgen.proof.merkle import check_inclusion, leaf_hash
from cardgen.tokens import InsideToken, UnlockCode
from inventory.commands.claim import Witnesses
from inventory.commands.game import CorrectDraw
from inventory.desk.papers.casefile import read_case
from inventory.paper import Table
from inventory.reports.forms.render_text import text_of
from inventory.reports.papers.casefile import NO_SIGN, CaseBooks, case_paper, signs_of
from tests.inventory.delivery_builder import RED, Card
from tests.inventory.kit import START, Command, Kit, code, ok
from tests.inventory.papers.reading import pdf_text


def held(kit: Kit, number: int = 1) -> Card:
    """Red 1 to this one sold, all its numbers drawn, HOLD, the rack checked."""
    ok(kit.sell_to(number))
    card = kit.built.red(number)
    kit.game_with(card)
    ok(kit.hold())
    ok(kit.rack())
    return card


def books(kit: Kit, text: str) -> CaseBooks:
    found = read_case(kit.hall, text, START, lambda moment: moment)
    assert isinstance(found, CaseBooks)
    return found


def told(kit: Kit, text: str) -> str:
    return " ".join(" ".join(text_of(case_paper(books(kit, text)))).split())


def test_everything_the_ledger_knows_of_the_card_is_told(kit: Kit) -> None:
    card = held(kit)
    ok(kit.claim(card, Witnesses("table 9", "", "")))
    ok(kit.claim(card, Witnesses("table 4", "", "")))  # already-claimed at table 9
    ok(kit.claim(card, Witnesses("", "", "")))  # its code read again
    ok(kit.claim_by(card.card_id, witnesses=Witnesses("table 9", "Bob", "Cal")))
    ok(kit.close_round())
    ok(kit.pay(card))
    text = told(kit, card.card_id)
    assert "It is now paid" in text
    for sign in (
        "Its code was read again on an open claim: 1 time (no table given).",
        (
            "Refused when it was claimed: 1 claim "
            "(a claim on it is open at table 9, this one is from table 4)."
        ),
    ):
        assert sign in text
    assert "compared by Bob, read back by Cal" in text
    assert "PAID $100.00 Ann Mary K., by check" in text
    assert kit.built.fingerprint in text
    received = kit.card(card.card_id).series
    assert received is not None
    tables = [one for one in case_paper(books(kit, card.card_id)).blocks if isinstance(one, Table)]
    (certificate,) = [table for table in tables if table.name == "Certificate"]
    assert ("Root over all cards", kit.hall.bundle(received).root.hex()) in certificate.rows
    numbers = {int(word) for word in text.split() if word.isdecimal()}
    assert set(card.numbers) <= numbers, "what the code opened, to compare the papers with"
    assert "Keep both papers." in text


def test_every_kind_of_entry_that_names_the_card_is_proved_in_the_signed_tree(kit: Kit) -> None:
    card = held(kit)
    ok(kit.claim(card, Witnesses("table 9", "", "")))
    ok(kit.claim(card, Witnesses("table 4", "", "")))
    ok(kit.claim(card, Witnesses("", "Bob", "Cal")))
    ok(kit.close_round())
    ok(kit.pay(card))
    found = books(kit, card.card_id)
    names = {entry.kind_name for entry in found.entries}
    assert names >= {
        "Received", "Issued", "Sold", "ClaimOpened", "ClaimDecided", "ClaimRefused",
        "CodeReadAgain", "RoundClosed", "Paid",
    }  # fmt: skip
    head = kit.head()
    root = _root(found)
    for one in found.proof.entries:
        leaf = leaf_hash(one.entry.json)
        check_inclusion(leaf, one.entry.sequence - 1, head, one.proof, root)


def _root(found: CaseBooks) -> bytes:
    """The third line of a C2SP checkpoint is the root in base64."""
    return base64.b64decode(found.proof.note.splitlines()[2])


def test_no_code_stands_in_any_form_of_it(kit: Kit, tmp_path: Path, command: Command) -> None:
    card = held(kit)
    ok(kit.claim(card, Witnesses("", "", "")))
    ok(kit.claim(card, Witnesses("", "", "")))
    out = tmp_path / "case"
    asked = ("case", card.card_id, "--hall", kit.hall.folder, "--out", out)
    forms = [part for form in ("pdf", "page", "csv", "text") for part in ("--as", form)]
    done, screen, _ = command(inventory.cli.main, *asked, *forms)
    assert done == 0
    files = {path.name: path.read_bytes() for path in out.iterdir()}
    assert {"proof.json", f"case-{card.card_id}.pdf"} <= files.keys()
    everything = screen + pdf_text(files[f"case-{card.card_id}.pdf"])
    everything += "".join(raw.decode(errors="replace") for raw in files.values())
    bare = card.code.replace("-", "")
    for secret in (card.inside, card.code, bare, bare[:16]):
        assert secret not in everything.replace("\n", "")
    assert "Keep both papers." in " ".join(screen.split())
    assert command(inventory.cli.main, *asked)[0] == 4, "an older case file is not overwritten"


def test_proof_json_is_what_prove_tells_and_json_gives_the_signs(
    kit: Kit, tmp_path: Path, command: Command
) -> None:
    card = held(kit)
    ok(kit.claim(card, Witnesses("", "", "")))
    ok(kit.claim(card, Witnesses("table 4", "", "")))
    out = tmp_path / "case"
    done, screen, _ = command(
        inventory.cli.main, "case", card.card_id, "--hall", kit.hall.folder, "--out", out, "--json"
    )
    facts = json.loads(screen)
    assert (done, facts["ok"], facts["state"]) == (0, True, "claimed")
    assert facts["signs"] == [
        "Its code was read again on an open claim: 1 time (table 4).",
    ]
    assert json.loads((out / "proof.json").read_text()) == facts["proof"]
    sequences = [one["sequence"] for one in facts["proof"]["entries"]]
    assert sequences == sorted(sequences)


def test_a_card_with_one_claim_shows_no_sign(kit: Kit) -> None:
    card = held(kit)
    assert signs_of(books(kit, card.card_id)) == ()
    assert "It was never claimed here." in told(kit, card.card_id)
    assert "no code opened it here" in told(kit, card.card_id).lower()
    ok(kit.claim(card))
    assert signs_of(books(kit, card.card_id)) == ()
    assert NO_SIGN in told(kit, card.card_id)


def test_a_paid_card_that_a_correction_took_a_number_from_is_a_case(kit: Kit) -> None:
    card = held(kit)
    ok(kit.claim(card))
    ok(kit.close_round())
    ok(kit.pay(card))
    never_drawn = next(n for n in range(1, 76) if n not in kit.balls)
    ok(kit.run(CorrectDraw(card.numbers[0], never_drawn)))
    (sign,) = signs_of(books(kit, card.card_id))
    assert sign.startswith("It was paid, and a correction of ball ")
    assert "paid, now a case" in told(kit, card.card_id)


def test_a_wrong_code_and_claims_at_two_tables_are_signs(kit: Kit) -> None:
    card = held(kit, 2)
    ok(kit.claim_by(card.card_id, kit.built.red(1).code, Witnesses("table 9", "", "")))
    ok(kit.claim(card, Witnesses("table 4", "", "")))
    assert signs_of(books(kit, card.card_id)) == (
        "It was claimed at several tables: table 9, table 4.",
        "A code was given that is not this card's: 1 time.",
    )


def test_a_number_that_was_never_received_is_a_case_once_it_was_claimed(kit: Kit) -> None:
    held(kit)
    foreign = CardId(MakerId("ACME"), SetSerial(RED), AuditNumber(9999))
    asked = partial(read_case, kit.hall, foreign.printed, START, lambda at: at)
    assert code(asked) == "not-received"
    ok(kit.claim_by(InsideToken(foreign, FormCode("T75"), UnlockCode("0" * 16)).text))
    text = told(kit, foreign.printed)
    assert "never received here" in text
    assert "This ledger sold no card of this number." in text
    assert "No delivery with this number was received here" in text


def test_a_kept_delivery_that_was_altered_is_told_and_the_rest_stands(kit: Kit) -> None:
    card = held(kit)
    ok(kit.claim(card))
    (folder,) = (kit.hall.folder / "deliveries").iterdir()
    manifest = folder / "manifest.json"
    manifest.write_bytes(manifest.read_bytes().replace(b"2026", b"2027", 1))
    text = told(kit, card.card_id)
    assert "The hall's copy of the delivery does not hold now" in text
    assert "VALID" in text


def test_an_inside_code_on_the_command_line_is_refused(kit: Kit, command: Command) -> None:
    card = held(kit)
    done, out, err = command(inventory.cli.main, "case", card.inside, "--hall", kit.hall.folder)
    assert done == 2
    assert card.inside not in out + err


@pytest.mark.parametrize("name", ["red 1", "outside"])
def test_the_card_is_named_as_at_a_claim(kit: Kit, name: str) -> None:
    card = held(kit)
    named = card.outside if name == "outside" else name
    assert books(kit, named).printed == card.card_id


def test_a_won_claim_that_a_correction_reopened_is_told(kit: Kit) -> None:
    card = held(kit)
    ok(kit.claim(card))
    never_drawn = next(n for n in range(1, 76) if n not in kit.balls)
    ok(kit.run(CorrectDraw(card.numbers[0], never_drawn)))
    place = kit.balls.index(never_drawn) + 1
    assert f"judged again 1 Ann ball {place} was corrected" in told(kit, card.card_id)


def test_a_card_that_nobody_knows_is_refused_at_the_command(kit: Kit, command: Command) -> None:
    foreign = CardId(MakerId("ACME"), SetSerial(RED), AuditNumber(9999)).printed
    for named, expected in ((foreign, "not-received"), ("what", "not-ours")):
        done, _, err = command(inventory.cli.main, "case", named, "--hall", kit.hall.folder)
        assert (done, expected in err) == (4, True)
