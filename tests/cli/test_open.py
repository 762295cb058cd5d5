"""Opening a card: by the code inside it, and by nothing else."""

import json

import segno

from cardgen.symbols import ALPHABET, check_symbol
from tests.cli.conftest import Command, Works


def opened(cardgen: Command, works: Works, typed: str, *words: object) -> tuple[int, str, str]:
    said = cardgen("open", "-", "--bundle", works.bundle(), *words, typed=typed)
    return said.exit_code, said.out, said.err


def resealed(token: str, start: int, text: str) -> str:
    """The token with other symbols from `start` on, and a check symbol that agrees."""
    body = token[3:start] + text + token[start + len(text) : -1]
    return token[:3] + body + check_symbol(body)


def test_the_inside_token_opens_its_card_whatever_ends_the_scan(
    cardgen: Command, shipped: Works
) -> None:
    token = shipped.inside_token(5)
    for end in ("", "\n", "\r\n", "\r", "\t"):
        exit_code, out, err = opened(cardgen, shipped, token + end)
        assert (exit_code, err) == (0, "")
        assert "ACME-000123-0000005-" in out
        assert "FREE" in out
        assert "proved in the root" in out


def test_an_opened_card_answers_programs_with_its_numbers(cardgen: Command, shipped: Works) -> None:
    exit_code, out, _ = opened(cardgen, shipped, shipped.inside_token(7), "--json")
    facts = json.loads(out)
    assert exit_code == 0
    columns = facts["faces"][0]["columns"]
    assert [len(column) for column in columns] == [5, 5, 4, 5, 5]
    for place, column in enumerate(columns):
        assert all(15 * place < number <= 15 * place + 15 for number in column)


def test_the_run_s_own_record_opens_cards_too(cardgen: Command, shipped: Works) -> None:
    bundle = shipped.run / "record" / "000123.bundle"
    said = cardgen("open", "-", "--bundle", bundle, typed=shipped.inside_token(1))
    assert said.exit_code == 0


def test_one_wrong_symbol_anywhere_is_refused(cardgen: Command, shipped: Works) -> None:
    token = shipped.inside_token(3)
    for place in range(40):
        other = ALPHABET[(ALPHABET.find(token[place]) + 1) % 32]
        wrong = token[:place] + other + token[place + 1 :]
        exit_code, out, err = opened(cardgen, shipped, wrong)
        assert (exit_code, out) == (3, ""), place
        assert token[23:30] not in err


def test_a_code_of_another_card_set_form_or_maker_is_refused(
    cardgen: Command, shipped: Works
) -> None:
    token = shipped.inside_token(3)
    changes = {
        "maker": resealed(token, 3, "ACMD"),
        "form": resealed(token, 7, "T3V"),
        "set": resealed(token, 10, "000124"),
        "another card": resealed(token, 16, "0000004"),
        "no card": resealed(token, 16, "0000008"),
        "another code": resealed(token, 23, "0" * 16),
    }
    for name, changed in changes.items():
        exit_code, out, err = opened(cardgen, shipped, changed)
        assert (exit_code, out) == (3, ""), name
        assert err.count("\n") == 1
        assert token[23:39] not in err


NO_TOKENS = [
    b"",
    b"\n",
    b"SD1",
    b"SC1ACMET75000123Q8HB0000001XN7NAKVDE7V",
    b"SB0001230000001R",
    b"0123456789012",
    b"\x00\x1b[2J\x07",
    b"\xff\xfe",
    b"SD1" + "\N{ARABIC-INDIC DIGIT ZERO}".encode() * 37,
    b"S" * 100_000,
]


def test_what_is_no_inside_token_is_refused_in_one_line_that_does_not_repeat_it(
    cardgen: Command, shipped: Works
) -> None:
    for typed in NO_TOKENS:
        said = cardgen("open", "-", "--bundle", shipped.bundle(), typed=typed)
        assert (said.exit_code, said.out) == (3, ""), typed[:40]
        assert said.err.startswith("cardgen: The inside token cannot be right:")
        assert said.err.count("\n") == 1
        assert said.err[:-1].isprintable()


def test_lower_case_is_not_what_a_scanner_reads(cardgen: Command, shipped: Works) -> None:
    exit_code, _, _ = opened(cardgen, shipped, shipped.inside_token(1).lower())
    assert exit_code == 3


def test_a_code_on_the_command_line_is_refused_unshown(cardgen: Command, shipped: Works) -> None:
    token = shipped.inside_token(1)
    said = cardgen("open", token, "--bundle", shipped.bundle())
    assert said.exit_code == 2
    assert token not in said.err
    assert "standard input" in said.err


def test_a_bundle_with_a_flipped_bit_opens_nothing(cardgen: Command, shipped: Works) -> None:
    raw = shipped.bundle().read_bytes()
    shipped.bundle().write_bytes(raw[:-100] + bytes([raw[-100] ^ 1]) + raw[-99:])
    exit_code, out, err = opened(cardgen, shipped, shipped.inside_token(1))
    assert (exit_code, out) == (3, "")
    assert "did not sign" in err


def test_a_missing_bundle_or_chain_is_named(cardgen: Command, shipped: Works) -> None:
    said = cardgen("open", "-", "--bundle", shipped.folder / "no.bundle", typed="x")
    assert (said.exit_code, "chain.pem" in said.err) == (1, True)
    (shipped.delivery / "chain.pem").unlink()
    token = shipped.inside_token(1)
    said = cardgen("open", "-", "--bundle", shipped.bundle(), typed=token)
    assert (said.exit_code, "--chain" in said.err) == (1, True)
    chain = shipped.plant / "chain.pem"
    said = cardgen("open", "-", "--bundle", shipped.bundle(), "--chain", chain, typed=token)
    assert said.exit_code == 0
    said = cardgen(
        "open", "-", "--bundle", shipped.folder / "no.bundle", "--chain", chain, typed=token
    )
    assert (said.exit_code, "no.bundle" in said.err) == (1, True)


def typed_code(token: str) -> str:
    """The 17 symbols as they stand under the QR code: 16 of the code and their own check."""
    symbols = token[23:39]
    return f"{symbols}{check_symbol(symbols)}"


def test_the_17_symbols_that_are_typed_open_the_card_that_is_named(
    cardgen: Command, shipped: Works
) -> None:
    code = typed_code(shipped.inside_token(5))
    card = json.loads(opened(cardgen, shipped, shipped.inside_token(5), "--json")[1])["card_id"]
    fours = "-".join([code[:4], code[4:8], code[8:12], code[12:16], code[16:]])
    for typed in (code, fours, fours.lower().replace("-", " ")):
        said = cardgen("open", card, "--bundle", shipped.bundle(), typed=f"{typed}\n")
        assert (said.exit_code, said.err) == (0, "")
        assert "proved in the root" in said.out


def test_a_code_opens_no_card_but_its_own_though_another_is_named(
    cardgen: Command, shipped: Works
) -> None:
    token = shipped.inside_token(5)
    other = json.loads(opened(cardgen, shipped, shipped.inside_token(6), "--json")[1])["card_id"]
    for typed in (typed_code(token), token):
        said = cardgen("open", other, "--bundle", shipped.bundle(), typed=typed)
        assert (said.exit_code, said.out) == (3, "")
        assert token[23:39] not in said.err


def test_a_photo_of_the_code_opens_its_card(cardgen: Command, shipped: Works) -> None:
    photo = shipped.folder / "card.png"
    segno.make_qr(shipped.inside_token(5), error="m").save(str(photo), scale=4)
    said = cardgen("open", "--photo", photo, "--bundle", shipped.bundle())
    assert said.exit_code == 0
    assert "ACME-000123-0000005-" in said.out


def test_a_picture_without_a_code_is_named(cardgen: Command, shipped: Works) -> None:
    photo = shipped.folder / "card.png"
    segno.make_qr("nothing", error="m").save(str(photo), scale=4)
    for path in (photo, shipped.order):
        said = cardgen("open", "--photo", path, "--bundle", shipped.bundle(), "--json")
        assert said.exit_code == 1
        assert json.loads(said.out)["code"] == "bad-file"
