"""Commands for anyone who has a card, or a hall's openings. They need no secret and no plant."""

from pathlib import Path
from typing import Any

import click

from cardgen.amounts import how_many
from cardgen.card_id import CardId
from cardgen.cli.options import PATH, answer, card_sentences, json_option, typed_line
from cardgen.command_line import reading
from cardgen.errors import UsageError, VerificationError
from cardgen.files import read_bounded
from cardgen.proof.bundle import Bundle, read_bundle
from cardgen.proof.chain import Chain
from cardgen.proof.delivery import CHAIN
from cardgen.proof.openings import proved_cards, read_openings
from cardgen.proof.record import OpenedCard
from cardgen.symbols import as_printed
from cardgen.tokens import InsideToken, UnlockCode

CHAIN_BYTES_MAX = 1 << 16


@click.command("open")
@click.argument("card", default="-")
@click.option("--photo", type=PATH, help="Read the code inside from this picture.")
@click.option("--bundle", "bundle_path", type=PATH, required=True, help="The set's .bundle file.")
@click.option("--chain", "chain_path", type=PATH, help="chain.pem, if it is not beside the bundle.")
@json_option
@reading
def open_command(
    card: str, photo: Path | None, bundle_path: Path, chain_path: Path | None, *, as_json: bool
) -> None:
    """\b
    Example:
      cardgen open --bundle delivery-st-brendan/000123.bundle < scanned.txt
      cardgen open ACME-000123-0000057-F --bundle delivery-st-brendan/000123.bundle

    Open one card by the code inside it.

    The code is read from standard input, never from the command line: there it would stay in the
    shell's history. Scan the QR code inside the card, or name CARD and type the 17 symbols under
    it. With --photo the QR code is read from a picture. Exit code 3 when the code does not open
    the card.
    """
    if card.startswith("SD1"):
        raise UsageError("Scan the code on standard input; on the command line it stays in a log.")
    named = None if card == "-" else CardId.parse(card)
    bundle = _bundle(bundle_path, chain_path)
    token = _inside_token(_code_read(named, photo), named, bundle)
    opened = bundle.open_card(token)
    answer(card_sentences(bundle.series, opened), _card_facts(bundle, opened), as_json=as_json)


def _code_read(named: CardId | None, photo: Path | None) -> str:
    if photo is not None:
        from cardgen.press.photo import inside_code_in

        return inside_code_in(photo)
    if named is None:
        return typed_line("Scan the QR code inside the card")
    return typed_line("Scan the QR code inside the card, or type the 17 symbols under it")


def _inside_token(code: str, named: CardId | None, bundle: Bundle) -> InsideToken:
    """The token that was scanned, or of the card that was named and the symbols typed.

    Raises: SecretMalformedError, OtherCardError.
    """
    if named is None or code.startswith("SD1"):
        token = InsideToken.parse(code)
        if named not in {None, token.card}:
            raise OtherCardError(token.card, named)
        return token
    unlock_code = UnlockCode.parse(as_printed("".join(code.split())))
    return InsideToken(named, bundle.series.form, unlock_code)


class OtherCardError(VerificationError):
    """A code that was scanned from another card than the one that is named."""

    code = "other-card"

    def __init__(self, scanned: CardId, named: CardId | None) -> None:
        super().__init__(
            f"The code is of card {scanned.printed}, not of {named.printed if named else 'it'}. "
            "Scan the card that you name."
        )


@click.command("check-openings")
@click.argument("openings", type=PATH)
@click.option("--bundle", "bundle_path", type=PATH, required=True, help="The set's .bundle file.")
@click.option("--chain", "chain_path", type=PATH, help="chain.pem, if it is not beside the bundle.")
@json_option
@reading
def check_openings_command(
    openings: Path, bundle_path: Path, chain_path: Path | None, *, as_json: bool
) -> None:
    """\b
    Example:
      cardgen check-openings openings.json --bundle delivery-st-brendan/000123.bundle

    Check the opened cards that a hall lists.

    Each must be the card that the plant sealed and signed for before the first sale; no code and
    no secret is needed. Exit code 3 when one is not. Cards that nobody opened stay sealed.
    """
    bundle = _bundle(bundle_path, chain_path)
    opened = proved_cards(read_openings(openings), bundle)
    if not opened:
        raise NothingOpenedError(openings)
    facts = {
        "set_serial": bundle.series.set_serial,
        "root": bundle.root.hex(),
        "cards": [_card_facts(bundle, card) for card in opened],
    }
    sentences = [sentence for card in opened for sentence in card_sentences(bundle.series, card)]
    proved = f"{how_many(len(opened), 'opened card')} proved in the root that the maker signed."
    answer([*sentences, proved], facts, as_json=as_json)


class NothingOpenedError(VerificationError):
    """A list of openings without one."""

    code = "nothing-opened"

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"{path} has no opened card, so it proves nothing. Ask the hall for the openings "
            "of its evening."
        )


def _bundle(path: Path, chain_path: Path | None) -> Bundle:
    """A verified bundle, with the chain that lies beside it or is named."""
    mends = "Name the maker's chain.pem with --chain."
    raw = read_bounded(chain_path or path.with_name(CHAIN), CHAIN_BYTES_MAX, mends)
    return read_bundle(path, Chain.parse(raw).plant_key)


def _card_facts(bundle: Bundle, opened: OpenedCard) -> dict[str, Any]:
    return {
        "card_id": opened.card.printed,
        "set_serial": bundle.series.set_serial,
        "series": bundle.series.series,
        "color": bundle.series.color,
        "audit_number": int(opened.card.audit_number),
        "faces": [
            {
                "face_number": face.face_number,
                "columns": [list(column) for column in face.face.columns],
                "set_index": face.set_index,
                "arrangement": face.arrangement,
            }
            for face in opened.faces
        ],
        "leaf": opened.leaf.hex(),
        "root": bundle.root.hex(),
    }
