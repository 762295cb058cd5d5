"""Free texts: one form of each letter, one line, a length, and no code from inside a card."""

import unicodedata
from pathlib import Path

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.cli.main import cardgen
from cardgen.cli.options import NAME, TEXT, two_people
from cardgen.order import OrderError
from cardgen.order_form import read_order
from cardgen.people import is_same_person, single_blanks
from cardgen.symbols import ALPHABET, check_symbol
from cardgen.texts import TEXT_MAX, TextError, as_entered, check_text, holds_inside_code, text_fault

CODE = "W9MX5AWVWAYDT2MT"
PRINTED = "-".join([CODE[at : at + 4] for at in range(0, 16, 4)] + [check_symbol(CODE)])
BODY = "ACMET750001230000057" + CODE
TOKEN = f"SD1{BODY}{check_symbol(BODY)}"

# Texts of the plant's commands that are no free texts: each is parsed by a type of its own, `by`
# and `second` as two people, those of `order new` when the form is read.
PARSED = {
    "after", "audit_numbers", "by", "card", "cards", "cards_text", "closed_at", "condition",
    "count", "descriptors", "fingerprint", "hall", "hall_id", "halls", "jurisdiction",
    "made_at", "maker", "number", "numbers", "order_number", "parts", "passphrase_fds",
    "people", "run_id", "second", "serial", "set_serial", "sets", "signers", "time_stamp_url",
    "token",
}  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        TOKEN, f"table {TOKEN}", f"{TOKEN}{TOKEN}", TOKEN.lower(), f"]Q1{TOKEN}", TOKEN[:30],
        PRINTED, PRINTED.lower(), PRINTED.replace("-", " "), PRINTED.replace("-", ""),
        f"the code is {PRINTED}.", f"({PRINTED})", PRINTED.replace("-", "") * 2,
        PRINTED.replace("0", "o").replace("1", "l"),
    ],
)  # fmt: skip
def test_a_code_from_inside_a_card_stands_in_no_text(text: str) -> None:
    assert holds_inside_code(text)
    with pytest.raises(TextError) as refused:
        check_text("The reason", text)
    assert "W9MX" not in str(refused.value).upper()


@pytest.mark.parametrize(
    "text",
    [
        "table 4", "slip 88", "Mary K.", "ACME-000123-0000057-F", "red 57 F", "5" * 32,
        "commission, letter 114", "Łukasz Żółć", "the window seats by the door",
        "check 000123456789, First Bank", "round punch",
        "9 NYCRR 4820.51(g)", "SDI cards distributed to halls",
    ],
)  # fmt: skip
def test_what_people_write_is_no_code(text: str) -> None:
    assert text_fault(text) == ""


@given(st.text(ALPHABET, min_size=16, max_size=16))
def test_every_unlock_code_is_known_in_both_forms(code: str) -> None:
    whole = code + check_symbol(code)
    assert holds_inside_code(f"x {whole} y")
    assert holds_inside_code("-".join([*(whole[at : at + 4] for at in range(0, 16, 4)), whole[16]]))


@pytest.mark.parametrize("text", ["a\x1b[2Jb", "a\nb", "a\u200bb", "a\u202eb", "\x00", "a\ufeffb"])
def test_no_text_holds_what_cannot_be_printed(text: str) -> None:
    assert text_fault(text) == "holds characters that cannot be printed"


def test_no_text_is_longer_than_its_length() -> None:
    assert text_fault("é" * TEXT_MAX) == ""
    assert text_fault("é" * (TEXT_MAX + 1)) == "has 201 characters; 200 is the most"


def test_names_are_one_by_unicode() -> None:
    one, other = "Café jackpot", unicodedata.normalize("NFD", "Café jackpot")
    assert one != other
    assert as_entered(other) == as_entered(one) == one == single_blanks(f"\ufeff{other}\u00a0")
    assert is_same_person(one, other)
    assert "one form" in text_fault(other)


@given(st.text())
def test_a_text_is_entered_once(text: str) -> None:
    assert as_entered(as_entered(text.lstrip("\ufeff"))) == as_entered(text.lstrip("\ufeff"))


def _parameters(command: click.Command, name: str) -> list[tuple[str, click.Parameter]]:
    if not isinstance(command, click.Group):
        return [(name, one) for one in command.params]
    context, found = click.Context(command), []
    for part in command.list_commands(context):
        inner = command.get_command(context, part)
        assert inner is not None
        found += _parameters(inner, f"{name} {part}")
    return found


def test_no_command_of_the_plant_has_a_free_text_beside_the_gate() -> None:
    bare = [
        f"{name}: {one.name}"
        for name, one in _parameters(cardgen, "cardgen")
        if one.type is click.STRING and one.name not in PARSED and one.callback is None
    ]
    assert bare == []
    texts = {one.name for _, one in _parameters(cardgen, "cardgen") if one.type in (TEXT, NAME)}
    assert {"reason", "press", "lamp", "occasion", "hall_name", "customer", "custodian"} <= texts


def test_a_code_from_inside_a_card_is_no_name_and_is_not_repeated(tmp_path: Path) -> None:
    path = tmp_path / "order.toml"
    path.write_text(
        Path(__file__)
        .parents[2]
        .joinpath("samples/order.toml")
        .read_text()
        .replace('hall_name = "', f'hall_name = "{TOKEN}')
    )
    with pytest.raises(OrderError) as refused:
        read_order(path, lambda _: 1)
    assert "W9MX" not in str(refused.value)
    assert "without a code from inside a card" in str(refused.value)


def test_two_people_are_looked_at_by_the_gate() -> None:
    with pytest.raises(TextError):
        two_people((TOKEN, "Bob"))
    with pytest.raises(TextError):
        two_people(("Ann", PRINTED))
