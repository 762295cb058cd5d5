"""Who made a card, in which set, and which card it is."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.card_id import (
    AUDIT_NUMBER_MAX,
    SPECIMEN_SET_SERIAL,
    AuditNumber,
    CardId,
    FormCode,
    MakerId,
    SetSerial,
)
from cardgen.errors import BadValueError
from cardgen.symbols import ALPHABET
from tests.golden import GOLDEN_CARDS, GOLDEN_SERIES

CARDS = st.builds(
    CardId,
    st.text(st.sampled_from(ALPHABET), min_size=4, max_size=4).map(MakerId),
    st.integers(0, 999_999).map(lambda number: SetSerial(f"{number:06d}")),
    st.integers(1, AUDIT_NUMBER_MAX).map(AuditNumber),
)


def refused(text: str) -> bool:
    try:
        CardId.parse(text)
    except BadValueError:
        return True
    return False


@given(CARDS)
def test_a_card_id_is_read_as_it_was_printed(card: CardId) -> None:
    assert CardId.parse(card.printed) == card
    assert len(card.printed) == 21


def test_the_golden_card_ids_are_printed_and_read() -> None:
    for series in GOLDEN_SERIES:
        for golden in series["cards"]:
            header = series["header"]
            number = AuditNumber(golden["audit_number"])
            card = CardId(MakerId(header["maker"]), SetSerial(header["set_serial"]), number)
            assert card.printed == golden["card_id"]
            assert CardId.parse(golden["card_id"]) == card


@pytest.mark.parametrize("card_id", [card["card_id"] for card in GOLDEN_CARDS])
def test_every_wrong_symbol_and_every_swap_in_a_card_id_is_refused(card_id: str) -> None:
    for place, right in enumerate(card_id):
        for wrong in (ALPHABET + "-").replace(right, ""):
            assert refused(card_id[:place] + wrong + card_id[place + 1 :])
    for left, right_place in combinations(range(len(card_id)), 2):
        if card_id[left] != card_id[right_place]:
            swapped = list(card_id)
            swapped[left], swapped[right_place] = swapped[right_place], swapped[left]
            assert refused("".join(swapped))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "acme-000123-0000001-J",
        "ACME-000123-0000001-j",
        "ACME-000123-0000001",
        "ACME0001230000001J",
        "ACME-000123-0000001-J\n",
        " ACME-000123-0000001-J",
        "ACME-000123-0000001-J ",
        "ACME-\u0660\u0660\u0660\u0661\u0662\u0663-0000001-J",
        "ACME-000123-\u0660\u0660\u0660\u0660\u0660\u0660\u0661-J",
        "ACME-000123-000000\u00b9-J",
        "ACME\x00-000123-0000001-J",
        "ACMI-000123-0000001-J",
        "ACME-000123-0000000-J",
        "ACME-000123-0000001-J" * 10_000,
    ],
)
def test_what_is_not_exactly_a_card_id_is_refused(text: str) -> None:
    with pytest.raises(BadValueError) as refusal:
        CardId.parse(text)
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 200


@given(st.text())
def test_no_text_makes_the_parser_fail_otherwise(text: str) -> None:
    assert refused(text) or CardId.parse(text).printed == text


@pytest.mark.parametrize(
    "text", ["", "ACM", "ACMEE", "acme", "ACMO", "AC\nE", "\u0660\u0660\u0660\u0660", "AC-E"]
)
def test_a_maker_is_four_symbols(text: str) -> None:
    with pytest.raises(BadValueError, match="maker"):
        MakerId(text)


@pytest.mark.parametrize("text", ["", "T7", "T755", "t75", "TI5", "T\x007", "\u0667\u0665\u0660"])
def test_a_form_is_three_symbols(text: str) -> None:
    with pytest.raises(BadValueError, match="form"):
        FormCode(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "00012",
        "0000123",
        "00012A",
        "\u0660\u0660\u0660\u0661\u0662\u0663",
        "000123\n",
        "-00123",
        "+00123",
        "00 123",
    ],
)
def test_a_set_serial_is_six_ascii_digits(text: str) -> None:
    with pytest.raises(BadValueError, match="set serial"):
        SetSerial(text)


@pytest.mark.parametrize("number", [0, -1, AUDIT_NUMBER_MAX + 1, 10**12, True])
def test_an_audit_number_fits_seven_digits_and_begins_at_one(number: int) -> None:
    with pytest.raises(BadValueError, match="audit number"):
        AuditNumber(number)


def test_an_audit_number_keeps_its_leading_zeros() -> None:
    assert AuditNumber(57).printed == "0000057"
    assert AuditNumber(AUDIT_NUMBER_MAX).printed == "9999999"
    assert SetSerial(SPECIMEN_SET_SERIAL) == "000000"
