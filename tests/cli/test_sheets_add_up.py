"""Impressions = good + destroyed + makeready + waste; what was counted before a remake is stale."""

import json

import pypdfium2  # type: ignore[import-untyped]
import pytest

from tests.cli.conftest import AT, Command, Works
from tests.cli.test_floor import (
    BY,
    RED_PRESS,
    certificate,
    codes,
    made,
    made_master,
    note,
    pack,
    ship,
    spoil,
)
from tests.cli.test_remake import again, remaking_master
from tests.cli.test_remake import made as remaking

__all__ = ["made", "made_master", "remaking", "remaking_master"]

SET = ("--set-serial", "000123")
SIGNED = ("--reason", "Misread", *BY)


def counter(works: Works, start: int, end: int, *more: object) -> list[object]:
    return note(works, "counter", *RED_PRESS, "--start", start, "--end", end, *more)


def impressions(works: Works, makeready: int, waste: int, *more: object) -> list[object]:
    words = ("--makeready", makeready, "--waste", waste)
    return note(works, "impressions", *SET, *words, *more)


def text_of(path: object) -> str:
    document = pypdfium2.PdfDocument(str(path))
    return " ".join(" ".join(page.get_textpage().get_text_bounded().split()) for page in document)


def test_sheets_that_add_up_are_told_on_certificate_and_slip(cardgen: Command, made: Works) -> None:
    """104 red cards, one of them destroyed: 300 sheets are 103 + 1 + 180 + 16."""
    spoil(cardgen, made, 7)
    assert cardgen(*counter(made, 1_000, 1_300)).exit_code == 0
    said = cardgen(*impressions(made, 180, 16, "--json"))
    assert json.loads(said.out)["gap"] == 0
    assert cardgen(*ship(made)).exit_code == 0
    told = "300 impressions = 103 good + 1 destroyed + 180 makeready + 16 waste."
    assert told in text_of(made.delivery / "certificate-000123.pdf")
    assert told in text_of(made.delivery / "packing-slip.pdf")
    finishing = certificate(made.delivery)["finishing"]
    assert isinstance(finishing, dict)
    assert finishing["sheets"] == {
        "impressions": 300,
        "up": 1,
        "good": 103,
        "destroyed": 1,
        "makeready": 180,
        "waste": 16,
    }
    assert cardgen("check", made.delivery).exit_code == 0


def test_a_gap_is_signed_by_two_or_not_noted(cardgen: Command, made: Works) -> None:
    assert cardgen(*counter(made, 0, 300)).exit_code == 0
    said = cardgen(*impressions(made, 180, 4))
    assert said.exit_code == 4
    assert "+ 12 unaccounted for. Look for them, or let two people sign" in said.err
    alone = cardgen(*impressions(made, 180, 4, "--reason", "Lost", "--by", "Ann"))
    assert alone.exit_code == 2
    said = cardgen(*impressions(made, 180, 4, "--reason", "Lost", *BY))
    assert said.exit_code == 0
    assert "signed by Ann and Bob (Lost)." in said.out
    assert "Warning: 12 sheets are unaccounted for." in said.out
    assert cardgen(*ship(made)).exit_code == 0
    assert "signed by Ann and Bob (Lost)" in text_of(made.delivery / "packing-slip.pdf")


@pytest.mark.parametrize(
    ("end", "expected"),
    [(103, "103 sheets: expected at least 104"), (709, "709 sheets: expected at most 708")],
)
def test_a_counter_that_cannot_be_the_sets_is_refused(
    cardgen: Command, made: Works, end: int, expected: str
) -> None:
    """104 cards take 104 sheets; more than twice that and 500 for the set-up is a misreading."""
    said = cardgen(*counter(made, 0, end))
    assert (said.exit_code, expected in said.err) == (4, True), said.err
    assert cardgen(*impressions(made, 0, 0)).exit_code == 4


def test_two_counters_of_a_set_are_one_sum(cardgen: Command, made: Works) -> None:
    assert cardgen(*counter(made, 0, 60, "--part")).exit_code == 0
    assert cardgen(*impressions(made, 0, 0)).exit_code == 4  # 60 sheets do not hold 104 cards
    assert cardgen(*counter(made, 60, 120)).exit_code == 0
    assert cardgen(*impressions(made, 10, 6)).exit_code == 0
    said = cardgen(*counter(made, 120, 150, "--up", 4, "--part"))
    assert (said.exit_code, "1 cards on each of them" in said.err) == (4, True)


def test_a_wrong_counter_is_corrected_by_a_second_note_that_tells_the_first(
    cardgen: Command, made: Works
) -> None:
    assert cardgen(*counter(made, 0, 600)).exit_code == 0
    assert cardgen(*counter(made, 0, 300, "--corrects")).exit_code == 2  # nobody signed
    said = cardgen(*counter(made, 0, 300, "--corrects", *SIGNED))
    assert (said.exit_code, "Before, 600 were noted" in said.out) == (0, True), said.err
    assert cardgen(*impressions(made, 180, 16)).exit_code == 0
    assert cardgen(*ship(made)).exit_code == 0
    page = text_of(made.delivery / "certificate-000123.pdf")
    assert "the counter of Press 1 was noted as 0 before, 600 after" in page
    assert "by Ann and Bob (Misread)" in page
    other = note(made, "counter", *SET, "--press", "Press 2", "--start", 0, "--end", 200)
    assert cardgen(*other, "--corrects", *SIGNED).exit_code == 4


def test_a_gap_that_came_after_the_sum_was_noted_is_not_shipped(
    cardgen: Command, remaking: Works
) -> None:
    """7 cards and one printed once more: the ninth sheet is not on any counter."""
    assert cardgen(*counter(remaking, 0, 7)).exit_code == 0
    assert cardgen(*impressions(remaking, 0, 0)).exit_code == 0
    spoil(cardgen, remaking, 3)
    assert cardgen(*again(remaking)).exit_code == 0
    said = cardgen(*ship(remaking))
    assert (said.exit_code, "7 good + 1 destroyed" in said.err) == (4, True), said.err
    assert cardgen(*counter(remaking, 7, 8)).exit_code == 0
    assert cardgen(*ship(remaking)).exit_code == 0


def test_a_pack_that_was_counted_before_a_remake_is_counted_again(
    cardgen: Command, remaking: Works
) -> None:
    words, typed = pack(remaking, 1, 7, 7)
    assert cardgen(*words, typed=typed).exit_code == 0
    spoil(cardgen, remaking, 3)
    assert cardgen(*again(remaking)).exit_code == 0
    said = cardgen(*ship(remaking))
    assert (said.exit_code, "were destroyed or remade since" in said.err) == (4, True)
    assert cardgen(*words, typed=typed).exit_code == 0
    assert cardgen(*ship(remaking)).exit_code == 0
    finishing = certificate(remaking.delivery)["finishing"]
    assert isinstance(finishing, dict)
    assert finishing["packs_checked"] == 1


def test_a_light_test_from_before_a_remake_is_held_again(cardgen: Command, remaking: Works) -> None:
    light = note(remaking, "light", "--lamp", "LED 3,000 lm", *BY)
    samples = "".join(f"{codes(remaking, number).linear}\n" for number in range(1, 6))
    assert cardgen(*light, typed=samples).exit_code == 0
    spoil(cardgen, remaking, 3)
    assert cardgen(*again(remaking)).exit_code == 0
    said = cardgen(*ship(remaking))
    assert (said.exit_code, "Hold it again" in said.err) == (4, True)
    assert cardgen(*light, typed=samples).exit_code == 0
    assert cardgen(*ship(remaking)).exit_code == 0


def test_shipping_warns_of_what_was_left_undone(cardgen: Command, made: Works) -> None:
    warnings = json.loads(cardgen(*ship(made), "--json").out)["warnings"]
    assert len(warnings) == 5
    assert warnings[0] == "4 of 4 packs of set 000123 were not counted: cardgen note pack."
    assert warnings[1].startswith("Nobody noted whether the sheets of set 000123 add up")
    assert warnings[4].startswith("The components are still in the plant")


def corrected(works: Works, *more: object) -> list[object]:
    return note(works, "spoils", "--corrects", "--reason", "Card 8 was torn", *BY, *more)


def test_a_card_wrongly_noted_as_destroyed_is_put_right_by_a_second_note(
    cardgen: Command, made: Works
) -> None:
    """7 was noted, 8 was torn: 8 is the skip, and the certificate tells both notes."""
    spoil(cardgen, made, 7)
    words, typed = pack(made, 1, 25, 24)
    assert cardgen(*words, typed=typed).exit_code == 0
    said = cardgen(*corrected(made, "--cards", "000123:7"), "--json")
    assert json.loads(said.out)["corrected"] == {"000123": [7]}
    spoil(cardgen, made, 8)
    assert cardgen(*ship(made)).exit_code == 4  # the pack was counted before
    assert cardgen(*words, typed=typed).exit_code == 0
    assert cardgen(*ship(made)).exit_code == 0
    told = certificate(made.delivery)
    assert told["skips"] == [8]
    finishing = told["finishing"]
    assert isinstance(finishing, dict)
    assert finishing["spoil_corrections"] == [
        {
            "numbers": [7],
            "at": AT,
            "by": ["Ann", "Bob"],
            "reason": "Torn by the folder",
            "corrected": {"at": AT, "by": ["Ann", "Bob"], "reason": "Card 8 was torn"},
        }
    ]
    page = text_of(made.delivery / "certificate-000123.pdf")
    assert (
        "by Ann and Bob (Card 8 was torn): 0000007 had been noted as destroyed by Ann and Bob"
        in page
    )
    assert cardgen("check", made.delivery).exit_code == 0


@pytest.mark.parametrize("cards", ["000123:8", "000123:6-7"])
def test_only_a_card_that_is_noted_as_destroyed_is_corrected(
    cardgen: Command, made: Works, cards: str
) -> None:
    spoil(cardgen, made, 7)
    said = cardgen(*corrected(made, "--cards", cards))
    assert (said.exit_code, "is not noted as destroyed" in said.err) == (4, True), said.err
    assert cardgen(*corrected(made, "--cards", "000123:7")).exit_code == 0
    assert cardgen(*corrected(made, "--cards", "000123:7")).exit_code == 4


def test_a_skip_of_a_delivery_stays_one(cardgen: Command, made: Works) -> None:
    spoil(cardgen, made, 7)
    assert cardgen(*ship(made)).exit_code == 0
    said = cardgen(*corrected(made, "--cards", "000123:7"))
    assert (said.exit_code, "is a skip in the delivery to st-brendan" in said.err) == (4, True)


def test_a_card_that_was_remade_was_destroyed(cardgen: Command, remaking: Works) -> None:
    spoil(cardgen, remaking, 3)
    assert cardgen(*again(remaking)).exit_code == 0
    assert cardgen(*corrected(remaking, "--cards", "000123:3")).exit_code == 4


def test_set_up_and_waste_are_noted_anew_by_two_who_sign(cardgen: Command, made: Works) -> None:
    assert cardgen(*counter(made, 0, 300)).exit_code == 0
    assert cardgen(*impressions(made, 180, 16)).exit_code == 0
    assert cardgen(*impressions(made, 180, 16)).exit_code == 0
    said = cardgen(*impressions(made, 176, 20))
    assert (said.exit_code, "180 sheets of makeready and 16 of waste" in said.err) == (4, True)
    assert cardgen(*impressions(made, 176, 20, *SIGNED)).exit_code == 0
    assert cardgen(*ship(made)).exit_code == 0
    page = text_of(made.delivery / "certificate-000123.pdf")
    assert "(Misread): 180 sheets of makeready and 16 of waste were noted." in page
    finishing = certificate(made.delivery)["finishing"]
    assert isinstance(finishing, dict)
    signed = {"at": AT, "by": ["Ann", "Bob"], "reason": "Misread"}
    assert finishing["sheets_corrections"] == [{"makeready": 180, "waste": 16} | signed]


def test_a_sheet_is_not_noted_with_another_card(cardgen: Command, made: Works) -> None:
    words = note(made, "sheet", "--lift", 1, "--place", "first")
    for number, expected in ((3, 0), (3, 0), (4, 4)):
        card = codes(made, number)
        said = cardgen(*words, typed=f"{card.inside}\n{card.outside}\n")
        assert said.exit_code == expected, said.err
