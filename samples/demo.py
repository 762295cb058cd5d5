"""The way of a card, from the order form to the auditor: what `make demo` runs.

Every step is a command that a printer, a hall or a stranger would type. Cards are opened by the
code that a camera reads from their printed inside, never by a back door.
"""

import json
import os
import secrets
import shlex
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pypdfium2
import zxingcpp
from evening import Evening, OpenedCard, play

from cardgen.card_id import CardId
from cardgen.proof.bundle import read_bundle
from cardgen.proof.chain import Chain
from cardgen.proof.delivery import CHAIN, bundle_name
from cardgen.symbols import check_symbol
from cardgen.tokens import InsideToken

ROOT = Path(__file__).parent.parent
ORDER = ROOT / "samples" / "order.toml"
CARD_SHOWN = 57
CODE_START = 23  # of the unlock code in an inside token
RASTER_SCALE = 300 / 72  # 300 dots an inch


def main() -> None:
    """Run the demo in a folder of its own, which is made anew each time."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "demo")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    say("The demo takes one or two minutes.\n")
    make_cards(folder)
    fingerprint = checked_delivery(folder)
    open_a_card(folder)
    play_evening(folder, fingerprint)
    say(f"\nFor the press: {folder / 'RUN' / 'press'}")
    say("  makeready-*.pdf to set it up, then *_lot*.pdf in their order, at 100 %;")
    say("  proof-*.pdf is for the customer, template-*.pdf for the finisher.")
    say(f"For the hall:  {folder / 'delivery-st-brendan'}")
    say("  certificate-*.pdf and packing-slip.pdf on paper, labels.pdf on the packs.")
    say(f"For the clerk and the auditor: {folder / 'papers-monday'}")
    say("  papers/bc-7.pdf is the worksheet to file by, papers/occasion.pdf the whole evening.")
    say("\nSit at the till yourself, in the browser: .venv/bin/inventory practice")


def make_cards(folder: Path) -> None:
    """Keys, two custodians, the run, the delivery."""
    for name in ("root", "ann", "bob"):
        passphrase = folder / f"{name}.passphrase"
        passphrase.write_text(f"{secrets.token_urlsafe(16)}\n")
        passphrase.chmod(0o600)
    say("A plant is set up: its keys and its journal.")
    cardgen(folder, "init", "PLANT", "--maker", "ACME", "--passphrase-file", "root.passphrase")
    say("\nTwo custodians make one half of the secret each, published in turn.")
    for name, person in (("ann", "Ann Berg"), ("bob", "Bob Cole")):
        words = ("--custodian", person, "--plant", "PLANT")
        words += ("--passphrase-file", f"{name}.passphrase")
        cardgen(folder, "custody", "new", f"{name}.json", *words)
    say("\nThe run of samples/order.toml is made: dealt, sealed and drawn.")
    custody = ["--custody", "ann.json", "--custody", "bob.json"]
    custody += ["--passphrase-file", "ann.passphrase", "--passphrase-file", "bob.passphrase"]
    cardgen(folder, "make", str(ORDER), "--plant", "PLANT", *custody, "--out", "RUN")
    say("\nThe custodians carry their files away, and say so; the certificate repeats it.")
    people = ("--by", "Ann Berg", "--second", "Bob Cole")
    cardgen(folder, "custody", "remove", "--yes", "RUN", "--plant", "PLANT", *people)
    say("\nIt is inspected: every page is read and every card opened, by code of its own.")
    cardgen(folder, "inspect", "RUN")
    say("\nIt is shipped to the hall.")
    cardgen(folder, "ship", "RUN", "--plant", "PLANT", "--to", "st-brendan")


def checked_delivery(folder: Path) -> str:
    """A stranger, who has only the delivery and the fingerprint on paper, checks it."""
    say("\nA stranger checks the delivery.")
    first = json.loads(cardgen(folder, "check", "delivery-st-brendan", "--json", quiet=True))
    fingerprint = str(first["fingerprint"])
    cardgen(folder, "check", "delivery-st-brendan", "--fingerprint", fingerprint)
    return fingerprint


def open_a_card(folder: Path) -> None:
    """The code inside opens a card; nothing else does."""
    say(f"\nCard {CARD_SHOWN} is torn open, and the code inside is scanned from its printed page.")
    press_file = next((folder / "RUN" / "press").glob("000123_lot1_*.pdf"))
    outside, inside = (scanned(press_file, 2 * CARD_SHOWN - 2 + page) for page in (0, 1))
    bundle = ("open", "-", "--bundle", "delivery-st-brendan/000123.bundle")
    cardgen(folder, *bundle, typed=inside)
    say("\nNobody opens a card without it. The code outside is tried:")
    cardgen(folder, *bundle, typed=outside, exit_code=3)
    say("and the inside of the next card, with this card's number written over it:")
    other = scanned(press_file, 2 * CARD_SHOWN + 1)
    body = inside[3:CODE_START] + other[CODE_START:-1]
    cardgen(folder, *bundle, typed=f"SD1{body}{check_symbol(body)}", exit_code=3)


def play_evening(folder: Path, fingerprint: str) -> None:
    """Receive, sell, exchange, claim, pay, report, file, destroy: what the hall does with them."""
    say("\nThe cartons arrive, and an evening is played with them.")
    say(f"  $ export INVENTORY_HALL={shlex.quote(str(folder / 'HALL'))}")
    play(
        Evening(
            run=partial(inventory, folder),
            tear_open=partial(torn_open, folder),
            delivery=folder / "delivery-st-brendan",
            fingerprint=fingerprint,
            hall=folder / "HALL",
            say=say,
        )
    )


def torn_open(folder: Path, card_id: str) -> OpenedCard:
    """What a player sees: the printed inside is scanned, and opens the sealed record."""
    card = CardId.parse(card_id)
    press_file = next((folder / "RUN" / "press").glob(f"{card.set_serial}_lot1_*.pdf"))
    inside = scanned(press_file, 2 * card.audit_number - 1)
    delivery = folder / "delivery-st-brendan"
    chain = Chain.parse((delivery / CHAIN).read_bytes())
    bundle = read_bundle(delivery / bundle_name(card.set_serial), chain.plant_key)
    opened = bundle.open_card(InsideToken.parse(inside))
    return OpenedCard(card_id, inside, opened.faces[0].face.numbers)


def inventory(folder: Path, words: tuple[str, ...], typed: str) -> tuple[int, dict[str, Any]]:
    """Run a command of the hall: its exit code, and its answer."""
    done = command("inventory", folder, words, typed)
    return done.returncode, json.loads(done.stdout or done.stderr)


def scanned(press_file: Path, page_index: int) -> str:
    """The QR code of a page, read from its raster."""
    document = pypdfium2.PdfDocument(press_file)
    try:
        picture = document[page_index].render(scale=RASTER_SCALE).to_pil()
    finally:
        document.close()
    (code,) = zxingcpp.read_barcodes(picture, zxingcpp.BarcodeFormat.QRCode)
    text: str = code.text
    return text


def cardgen(
    folder: Path, *words: str, typed: str = "", exit_code: int = 0, quiet: bool = False
) -> str:
    """Run a command in the demo's folder, show what it says, and hold it to its exit code."""
    if not quiet:
        say(f"  $ cardgen {shlex.join(words)}")
    done = command("cardgen", folder, words, typed)
    said = done.stdout + (done.stderr if exit_code else "")
    if not quiet:
        say("".join(f"    {line}\n" for line in said.splitlines()).rstrip())
    if done.returncode != exit_code:
        sys.exit(f"cardgen {words[0]} ended with {done.returncode}: {done.stderr}")
    return done.stdout


def command(
    name: str, folder: Path, words: tuple[str, ...], typed: str
) -> subprocess.CompletedProcess[str]:
    """Run one of the two programs in the demo's folder."""
    return subprocess.run(
        [Path(sys.executable).with_name(name), *words],
        cwd=folder,
        input=typed,
        capture_output=True,
        text=True,
        env=os.environ | {"NO_COLOR": "1", "INVENTORY_HALL": str(folder / "HALL")},
        check=False,
    )


def say(sentence: str) -> None:
    """Print a sentence at once."""
    print(sentence, flush=True)


if __name__ == "__main__":
    main()
