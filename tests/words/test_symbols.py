"""The check symbol catches what hands and eyes get wrong."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.errors import BadValueError
from cardgen.symbols import (
    ALPHABET,
    as_printed,
    check_symbol,
    first_symbols,
    hyphenated,
    is_symbols,
    symbol_bytes,
    symbol_value,
    weighted_values,
)
from tests.golden import GOLDEN_CARDS

SYMBOLS = st.text(st.sampled_from(ALPHABET), min_size=1, max_size=30)
ARABIC_INDIC_DIGITS = "\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669"


def reference_check(text: str) -> str:
    """GF(32) by a table of powers of alpha, where alpha^5 = alpha^2 + 1: another way to it."""
    powers = [1]
    for _ in range(30):
        doubled = powers[-1] << 1
        powers.append(doubled ^ 0b100101 if doubled >= 32 else doubled)
    logarithm = {value: power for power, value in enumerate(powers)}
    check = 0
    for place, character in enumerate(text):
        value = ALPHABET.index(character)
        if value:
            check ^= powers[(logarithm[value] + place + 1) % 31]
    return ALPHABET[check]


def test_the_alphabet_is_crockfords_without_i_l_o_u() -> None:
    assert "".join(sorted(set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") - set("ILOU"))) == ALPHABET


@given(st.text(st.sampled_from(ALPHABET), max_size=60))
def test_the_check_symbol_is_the_sum_over_the_field(text: str) -> None:
    assert check_symbol(text) == reference_check(text)


@given(SYMBOLS, st.data())
def test_one_wrong_symbol_changes_the_check(text: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(text) - 1))
    wrong = data.draw(st.sampled_from(ALPHABET.replace(text[place], "")))
    assert check_symbol(text[:place] + wrong + text[place + 1 :]) != check_symbol(text)


def test_every_wrong_symbol_at_every_place_changes_the_check() -> None:
    text = "SC1ACMET75000123Q8HB0000001XN7NAKVDE7V"[3:-1]
    for place, right in enumerate(text):
        for wrong in ALPHABET.replace(right, ""):
            assert check_symbol(text[:place] + wrong + text[place + 1 :]) != check_symbol(text)


@given(st.text(st.sampled_from(ALPHABET), min_size=2, max_size=30))
def test_every_swap_in_strings_up_to_thirty_changes_the_check(text: str) -> None:
    for left, right in combinations(range(len(text)), 2):
        if text[left] != text[right]:
            swapped = list(text)
            swapped[left], swapped[right] = swapped[right], swapped[left]
            assert check_symbol("".join(swapped)) != check_symbol(text)


@given(SYMBOLS)
def test_every_swap_of_a_symbol_with_the_check_is_seen_up_to_thirty(text: str) -> None:
    check = check_symbol(text)
    for place, character in enumerate(text):
        if character != check:
            swapped = text[:place] + check + text[place + 1 :]
            assert check_symbol(swapped) != character


def test_swaps_thirty_one_apart_escape_the_check_as_alpha_has_order_thirty_one() -> None:
    text = "A" + "0" * 30 + "Z"
    assert check_symbol(text) == check_symbol("Z" + "0" * 30 + "A")


@pytest.mark.parametrize(
    "character", ["", "a", "I", "O", "U", "10", " ", "\n", "\x00", "\u0663", "\uff21"]
)
def test_what_is_no_symbol_has_no_value(character: str) -> None:
    with pytest.raises(BadValueError):
        symbol_value(character)


@pytest.mark.parametrize(
    "text", ["acme", "ACME\n", "AC ME", "ILOU", "-", "Ä", *ARABIC_INDIC_DIGITS]
)
def test_is_symbols_takes_only_the_printed_alphabet(text: str) -> None:
    assert not is_symbols(text)
    with pytest.raises(BadValueError):
        check_symbol(text)


def test_the_symbols_values_are_their_places() -> None:
    assert [symbol_value(character) for character in ALPHABET] == list(range(32))
    # alpha^1 times the value at place 0: 1 becomes 2, and 16 becomes 32 = 5 in the field
    assert weighted_values(0)[1] == 2
    assert weighted_values(0)[16] == 5


def test_what_a_person_types_becomes_what_was_printed() -> None:
    assert as_printed("oOiIlL") == "001111"
    assert as_printed("abcdefghjkmnpqrstvwxyz") == "ABCDEFGHJKMNPQRSTVWXYZ"
    assert as_printed(ALPHABET) == ALPHABET


@given(st.text())
def test_typing_never_turns_a_foreign_character_into_a_symbol(text: str) -> None:
    for before, after in zip(text, as_printed(text), strict=True):
        assert after == before or before.isascii()


@given(st.binary(min_size=10, max_size=10))
def test_ten_bytes_are_sixteen_symbols_and_back(raw: bytes) -> None:
    symbols = first_symbols(raw, 16)
    assert len(symbols) == 16
    assert symbol_bytes(symbols) == raw


def test_bits_become_symbols_from_the_left() -> None:
    # 0xF8 = 11111 000, 0x01 = 00 00000 1: symbols 11111, 00000, 00000
    assert first_symbols(bytes([0xF8, 0x01]), 3) == "Z00"


@given(SYMBOLS)
def test_hyphens_stand_after_every_four_and_take_nothing_away(text: str) -> None:
    parts = hyphenated(text).split("-")
    assert "".join(parts) == text
    assert all(len(part) == 4 for part in parts[:-1])


def test_the_golden_unlock_codes_carry_their_check() -> None:
    for card in GOLDEN_CARDS:
        assert check_symbol(card["unlock_code"][:-1]) == card["unlock_code"][-1]
