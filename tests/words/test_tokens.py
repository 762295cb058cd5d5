"""What a scanner reads is what was printed, or it is refused."""

import hashlib
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.card_id import AuditNumber, CardId, FormCode, MakerId, SetSerial
from cardgen.errors import CardgenError, SecretMalformedError
from cardgen.proof.bundle import Bundle
from cardgen.proof.record import OpenedCard
from cardgen.series import RunId
from cardgen.symbols import ALPHABET, check_symbol
from cardgen.tokens import (
    InsideToken,
    LinearCode,
    OutsideToken,
    PackLabel,
    TokenError,
    UnlockCode,
    run_tag,
)
from tests.golden import GOLDEN, GOLDEN_CARDS, GoldenBundle

PARSERS: dict[str, Callable[[str], object]] = {
    "outside_token": OutsideToken.parse,
    "inside_token": InsideToken.parse,
    "linear_code": LinearCode.parse,
    "unlock_code": UnlockCode.parse,
}
PACK = PackLabel(MakerId("ACME"), SetSerial("000123"), AuditNumber(1), AuditNumber(50)).text

MAKERS = st.text(st.sampled_from(ALPHABET), min_size=4, max_size=4).map(MakerId)
FORMS = st.text(st.sampled_from(ALPHABET), min_size=3, max_size=3).map(FormCode)
SERIALS = st.integers(0, 999_999).map(lambda number: SetSerial(f"{number:06d}"))
NUMBERS = st.integers(1, 9_999_999).map(AuditNumber)
CARDS = st.builds(CardId, MAKERS, SERIALS, NUMBERS)
CODES = st.text(st.sampled_from(ALPHABET), min_size=16, max_size=16).map(UnlockCode)
RUN_TAGS = st.text(st.sampled_from(ALPHABET), min_size=4, max_size=4)
OUTER_TAGS = st.text(st.sampled_from(ALPHABET), min_size=10, max_size=10)


def refused(parse: Callable[[str], object], text: str) -> bool:
    """Whether this is one clear refusal to believe the text."""
    try:
        parse(text)
    except CardgenError as error:
        return error.exit_code == 3 and str(error).isprintable()
    return False


def swapped(text: str, left: int, right: int) -> str:
    characters = list(text)
    characters[left], characters[right] = characters[right], characters[left]
    return "".join(characters)


@given(st.builds(OutsideToken, CARDS, FORMS, RUN_TAGS, OUTER_TAGS))
def test_an_outside_token_is_read_as_it_was_printed(token: OutsideToken) -> None:
    assert len(token.text) == 38
    assert OutsideToken.parse(token.text) == token


@given(st.builds(InsideToken, CARDS, FORMS, CODES))
def test_an_inside_token_is_read_as_it_was_printed(token: InsideToken) -> None:
    assert len(token.text) == 40
    assert InsideToken.parse(token.text) == token


@given(st.builds(LinearCode, SERIALS, NUMBERS))
def test_a_linear_code_is_read_as_it_was_printed(code: LinearCode) -> None:
    assert len(code.text) == 16
    assert LinearCode.parse(code.text) == code


@given(MAKERS, SERIALS, st.tuples(NUMBERS, NUMBERS).map(sorted))
def test_a_pack_label_is_read_as_it_was_printed(
    maker: MakerId, serial: SetSerial, numbers: list[AuditNumber]
) -> None:
    label = PackLabel(maker, serial, *numbers)
    assert len(label.text) == 28
    assert PackLabel.parse(label.text) == label


@given(CODES)
def test_an_unlock_code_is_read_as_it_was_printed_and_without_hyphens(code: UnlockCode) -> None:
    assert UnlockCode.parse(code.printed) == code
    assert UnlockCode.parse(code.with_check) == code
    assert len(code.key_bytes) == 10


@pytest.mark.parametrize("card", GOLDEN_CARDS)
def test_the_golden_tokens_are_made_from_their_parts(card: dict[str, Any]) -> None:
    outside = OutsideToken.parse(card["outside_token"])
    inside = InsideToken.parse(card["inside_token"])
    linear = LinearCode.parse(card["linear_code"])
    assert outside.card.printed == inside.card.printed == card["card_id"]
    assert outside.card.audit_number == linear.audit_number == card["audit_number"]
    assert inside.unlock_code.with_check == card["unlock_code"]
    assert outside.text == card["outside_token"]
    assert inside.text == card["inside_token"]
    assert linear.text == card["linear_code"]


def test_the_run_tag_is_the_first_twenty_bits_of_the_run_ids_hash() -> None:
    bits = int.from_bytes(hashlib.sha256(bytes.fromhex(GOLDEN["run_id"])).digest()[:4], "big") >> 12
    expected = "".join(ALPHABET[bits >> shift & 31] for shift in (15, 10, 5, 0))
    assert run_tag(RunId.parse(GOLDEN["run_id"])) == expected
    assert OutsideToken.parse(GOLDEN_CARDS[0]["outside_token"]).run_tag == expected


@pytest.mark.parametrize("name", PARSERS)
def test_every_single_wrong_symbol_of_a_golden_token_is_refused(name: str) -> None:
    for card in GOLDEN_CARDS:
        text = card[name]
        for place, right in enumerate(text):
            for wrong in ALPHABET.replace(right, ""):
                assert refused(PARSERS[name], text[:place] + wrong + text[place + 1 :])


def test_every_single_wrong_symbol_and_swap_of_a_pack_label_is_refused() -> None:
    # 26 symbols with the check follow SP1: fewer than 31, so the check symbol sees every swap
    for place, right in enumerate(PACK):
        for wrong in ALPHABET.replace(right, ""):
            assert refused(PackLabel.parse, PACK[:place] + wrong + PACK[place + 1 :])
    for left, right_place in combinations(range(len(PACK)), 2):
        if PACK[left] != PACK[right_place]:
            assert refused(PackLabel.parse, swapped(PACK, left, right_place))


@pytest.mark.parametrize("name", ["linear_code", "unlock_code"])
def test_every_swap_in_a_short_golden_code_is_refused(name: str) -> None:
    for card in GOLDEN_CARDS:
        for left, right in combinations(range(len(card[name])), 2):
            if card[name][left] != card[name][right]:
                assert refused(PARSERS[name], swapped(card[name], left, right))


def test_every_swap_in_a_golden_outside_token_is_refused_somewhere(
    golden_bundles: tuple[GoldenBundle, ...],
) -> None:
    for golden in golden_bundles:

        def check(text: str, bundle: Bundle = golden.bundle) -> None:
            bundle.check_outside(OutsideToken.parse(text))

        for card in golden.expected["cards"]:
            text = card["outside_token"]
            check(text)
            for left, right in combinations(range(len(text)), 2):
                if text[left] != text[right]:
                    assert refused(check, swapped(text, left, right))


def test_every_swap_in_a_golden_inside_token_is_refused_somewhere(
    golden_bundles: tuple[GoldenBundle, ...],
) -> None:
    for golden in golden_bundles:

        def check(text: str, bundle: Bundle = golden.bundle) -> OpenedCard:
            return bundle.open_card(InsideToken.parse(text))

        for card in golden.expected["cards"]:
            text = card["inside_token"]
            assert check(text).card.printed == card["card_id"]
            for left, right in combinations(range(len(text)), 2):
                if text[left] != text[right]:
                    assert refused(check, swapped(text, left, right))


def test_the_swaps_that_escape_the_check_are_those_thirty_one_apart_and_with_the_check() -> None:
    # alpha has order 31: places k and k + 31 weigh the same, and place 30 weighs alpha^31 = 1,
    # as the check symbol does. Only those swaps may be left to maker, set, tag and record.
    for name, parse in PARSERS.items():
        for card in GOLDEN_CARDS:
            text, check_place = card[name], len(card[name]) - 1
            for left, right in combinations(range(len(text)), 2):
                escapes = text[left] != text[right] and not refused(
                    parse, swapped(text, left, right)
                )
                if escapes:
                    assert left >= 3
                    assert right - left == 31 or (left == 3 + 30 and right == check_place)


@pytest.mark.parametrize("name", [*PARSERS, "pack"])
def test_what_no_scanner_reads_from_a_card_is_refused(name: str) -> None:
    text = PACK if name == "pack" else GOLDEN_CARDS[0][name]
    parse = PackLabel.parse if name == "pack" else PARSERS[name]
    for wrong in (
        "",
        text.lower(),
        text[:-1] + text[-1].lower() if text[-1].isalpha() else text.lower(),
        text + "\n",
        "\n" + text,
        " " + text,
        text + " ",
        text + "\x00",
        text[:5] + "\x00" + text[6:],
        text[:5] + "\u202e" + text[5:],
        text[:-1],
        text[1:],
        text + text,
        text * 10_000,
        "\u0660" + text[1:],
        text[:6] + "O" + text[7:],
        text.replace("0", "\uff10") + "\uff10",
        "\ud800" * len(text),
    ):
        assert refused(parse, wrong)


@pytest.mark.parametrize("zero", [0x660, 0x966, 0xFF10, 0x1D7CE])
def test_digits_of_other_scripts_are_no_digits(zero: int) -> None:
    for card in GOLDEN_CARDS:
        for name, parse in PARSERS.items():
            for place, character in enumerate(card[name]):
                if character.isdecimal():
                    other = chr(zero + int(character))
                    assert refused(parse, card[name][:place] + other + card[name][place + 1 :])


def test_a_token_of_another_kind_is_refused() -> None:
    for name, parse in PARSERS.items():
        for other in PARSERS:
            if other != name:
                assert refused(parse, GOLDEN_CARDS[0][other])


def test_audit_number_zero_is_refused_though_its_check_agrees() -> None:
    outside = "ACMET75000123Q8HB0000000XN7NAKVDE7"
    inside = "ACMET750001230000000W9MX5AWVWAYDT2MT"
    linear = "0001230000000"
    assert refused(OutsideToken.parse, f"SC1{outside}{check_symbol(outside)}")
    assert refused(InsideToken.parse, f"SD1{inside}{check_symbol(inside)}")
    assert refused(LinearCode.parse, f"SB{linear}{check_symbol(linear)}")


@pytest.mark.parametrize(("first", "last"), [(0, 0), (0, 5), (51, 50), (9_999_999, 1)])
def test_a_pack_whose_numbers_do_not_rise_is_refused(first: int, last: int) -> None:
    body = f"ACME000123{first:07d}{last:07d}"
    with pytest.raises(TokenError):
        PackLabel.parse(f"SP1{body}{check_symbol(body)}")


@pytest.mark.parametrize(
    "symbols", ["", "W9MX5AWVWAYDT2M", "W9MX5AWVWAYDT2MTQ", "w9mx5awvwaydt2mt"]
)
def test_an_unlock_code_is_sixteen_symbols(symbols: str) -> None:
    with pytest.raises(SecretMalformedError):
        UnlockCode(symbols)


def test_a_message_about_a_code_that_opens_a_card_never_repeats_it() -> None:
    for card in GOLDEN_CARDS:
        for name, parse in (("inside_token", InsideToken.parse), ("unlock_code", UnlockCode.parse)):
            text = card[name]
            for wrong in (text[:-1], text + "0", swapped(text, 5, 6), text.lower(), text[3:]):
                if wrong == text:
                    continue
                with pytest.raises(SecretMalformedError) as refusal:
                    parse(wrong)
                said = str(refusal.value) + repr(refusal.value)
                assert not any(wrong[at : at + 5] in said for at in range(len(wrong) - 4))
                assert refusal.value.__cause__ is None


def test_the_repr_of_a_code_that_opens_a_card_shows_nothing_of_it() -> None:
    for card in GOLDEN_CARDS:
        inside = InsideToken.parse(card["inside_token"])
        for shown in (repr(inside), repr(inside.unlock_code), str(inside), f"{inside.unlock_code}"):
            assert card["unlock_code"][:5] not in shown
            assert inside.unlock_code.printed not in shown


@given(st.text(max_size=60) | st.text(st.sampled_from(ALPHABET + "SCDBP1-"), max_size=60))
def test_no_text_makes_a_parser_fail_otherwise(text: str) -> None:
    for parse in (*PARSERS.values(), PackLabel.parse):
        for start in ("", "SC1", "SD1", "SB", "SP1"):
            refused(parse, start + text)
