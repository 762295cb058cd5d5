"""Proofs before any secret and any set serial is spent, and the customer's yes to them."""

import json
import re

import pikepdf
import pypdfium2  # type: ignore[import-untyped]

from tests.cli.conftest import AT, ORDER, Command, Works, hashes

SETS = ("000123", "000124")
PAPERS = ("makeready", "proof", "template")


def proofs(works: Works) -> list[object]:
    return ["preview", works.order, "--out", works.folder / "PROOFS", "--made-at", AT]


def approve(works: Works) -> list[object]:
    words: list[object] = ["order", "approve", works.order, "--proofs", works.folder / "PROOFS"]
    return [*words, "--customer", "Mary Byrne", "--plant", works.plant, "--made-at", AT]


def test_proofs_are_drawn_without_a_plant_and_spend_nothing(cardgen: Command, fresh: Works) -> None:
    before = hashes(fresh.plant)
    assert cardgen(*proofs(fresh)).exit_code == 0
    assert set(hashes(fresh.folder / "PROOFS")) == {
        *(
            f"{paper}-{serial}.pdf"
            for paper in ("makeready", "proof", "template")
            for serial in SETS
        ),
        *(f"specimen-{serial}.png" for serial in SETS),
        "approval.pdf",
        "order.sha256",
        "SHA256SUMS",
    }
    assert hashes(fresh.plant) == before
    assert cardgen(*fresh.make_words()).exit_code == 0
    for serial in SETS:  # the proofs of the run show live cards from outside besides
        with pikepdf.open(fresh.folder / "PROOFS" / f"proof-{serial}.pdf") as pdf:
            assert len(pdf.pages) == 2
    said = cardgen(*proofs(fresh))
    assert (said.exit_code, "exists and is not overwritten" in said.err) == (4, True)


def test_a_proof_counts_what_was_ordered_and_the_spares(cardgen: Command, fresh: Works) -> None:
    """4 % of 501 is 20.04: 21 spares."""
    order = ORDER.replace("spare_percent = 0", "spare_percent = 4").replace("= 7", "= 501")
    fresh.order.write_text(order)
    said = cardgen(*proofs(fresh))
    assert "Warning: Series R1: 14 trade-ins for 501 originals" in said.out
    for name in ("proof-000123.pdf", "approval.pdf"):
        document = pypdfium2.PdfDocument(str(fresh.folder / "PROOFS" / name))
        text = " ".join(document[0].get_textpage().get_text_bounded().split())
        assert re.search(r"501 ordered, 21 spares|0000522 501 21", text), text


def test_a_yes_is_noted_with_both_hashes_and_making_without_it_is_warned_of(
    cardgen: Command, fresh: Works
) -> None:
    dry = [*fresh.make_words(), "--dry-run"]
    assert "Warning: No customer approved this order" in cardgen(*dry).out
    refused = cardgen(*dry, "--approved-only")
    assert (refused.exit_code, "No customer approved order 2026-117" in refused.err) == (4, True)
    assert cardgen(*proofs(fresh)).exit_code == 0
    facts = json.loads(cardgen(*approve(fresh), "--json").out)
    assert facts["customer"] == "Mary Byrne"
    assert facts["order_sha256"] == (fresh.folder / "PROOFS/order.sha256").read_text().strip()
    assert facts["proofs_sha256"] == hashes(fresh.folder / "PROOFS")["SHA256SUMS"]
    said = cardgen(*dry, "--approved-only", "--json")
    warnings = json.loads(said.out)["warnings"]
    assert said.exit_code == 0
    assert not any("approved" in warning for warning in warnings)


def test_a_changed_order_is_not_the_one_that_was_approved(cardgen: Command, fresh: Works) -> None:
    assert cardgen(*proofs(fresh)).exit_code == 0
    assert cardgen(*approve(fresh)).exit_code == 0
    fresh.order.write_text(ORDER.replace("Brendan's", "Brendans"))
    said = cardgen(*fresh.make_words(), "--approved-only")
    assert said.exit_code == 4
    said = cardgen(*approve(fresh))
    assert (said.exit_code, "of another order, or of this one before a change" in said.err) == (
        3,
        True,
    )


def test_changed_proofs_are_not_approved(cardgen: Command, fresh: Works) -> None:
    assert cardgen(*proofs(fresh)).exit_code == 0
    path = fresh.folder / "PROOFS" / "proof-000123.pdf"
    path.write_bytes(path.read_bytes() + b"\n")
    said = cardgen(*approve(fresh))
    assert (said.exit_code, "not those that were drawn" in said.err) == (3, True)
    path.unlink()
    assert cardgen(*approve(fresh)).exit_code == 3


def test_order_alone_says_what_it_needs(cardgen: Command) -> None:
    said = cardgen("order")
    assert (said.exit_code, "give --check ORDER" in said.err) == (2, True)


def test_the_certificate_tells_which_proofs_the_customer_approved(
    cardgen: Command, fresh: Works
) -> None:
    assert cardgen(*proofs(fresh)).exit_code == 0
    assert cardgen(*approve(fresh)).exit_code == 0
    assert cardgen(*fresh.make_words()).exit_code == 0
    assert cardgen("ship", fresh.run, "--plant", fresh.plant, "--made-at", AT).exit_code == 0
    told = json.loads((fresh.delivery / "certificate-000123.json").read_text())
    assert told["approval"] == {
        "order_sha256": (fresh.folder / "PROOFS/order.sha256").read_text().strip(),
        "proofs_sha256": hashes(fresh.folder / "PROOFS")["SHA256SUMS"],
        "customer": "Mary Byrne",
        "at": AT,
    }
    document = pypdfium2.PdfDocument(str(fresh.delivery / "certificate-000123.pdf"))
    text = " ".join("".join(page.get_textpage().get_text_bounded() for page in document).split())
    assert "by Mary Byrne: order" in text
    assert cardgen("check", fresh.delivery).exit_code == 0


def test_the_ticket_tells_media_steps_and_counts(cardgen: Command, fresh: Works) -> None:
    assert cardgen(*fresh.make_words()).exit_code == 0
    document = pypdfium2.PdfDocument(str(fresh.run / "press" / "ticket.pdf"))
    text = " ".join("".join(page.get_textpage().get_text_bounded() for page in document).split())
    for told in (
        "170 g/m2, black-core, grain along the fold",
        "108 x 254 mm flat, 3 mm bleed",
        "000123 R1 red 0000001 0000007 7 14 0 50",
        "000124 B1 blue 0000501 0000514 14 28 0 50",
        "In all 21 sheets without set-up and waste.",
        "note impressions",
        "FOGRA39",
    ):
        assert told in text, text
