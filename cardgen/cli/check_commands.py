"""Commands for anyone: check a delivery, open a card. They need no secret and no plant."""

from pathlib import Path
from typing import Any

import click

from cardgen.card_text import drawn_face
from cardgen.cli.options import PATH, answer, json_option, typed_line
from cardgen.errors import UsageError
from cardgen.files import read_bounded
from cardgen.proof.bundle import Bundle, read_bundle
from cardgen.proof.chain import Chain
from cardgen.proof.delivery import CHAIN, Delivery, check_delivery
from cardgen.proof.record import OpenedCard
from cardgen.proof.status import read_status
from cardgen.tokens import InsideToken

CHAIN_BYTES_MAX = 1 << 16


@click.command("check")
@click.argument("delivery", type=PATH)
@click.option("--fingerprint", help="The maker's fingerprint as the paper certificate says it.")
@click.option("--status", "status_path", type=PATH, help="The maker's newest status.json.")
@json_option
def check_command(
    delivery: Path, fingerprint: str | None, status_path: Path | None, *, as_json: bool
) -> None:
    """\b
    Example:
      cardgen check delivery-st-brendan --fingerprint XXXX-XXXX-XXXX-XXXX-X

    Check a delivery: every file, signature, bundle, checkpoint and certificate.

    Without --fingerprint the answer is that the parts agree and who signed them; only the
    comparison with the fingerprint on paper says that this is the maker you know. Exit code 3
    when anything does not hold, or when the status list recalls a set of it.
    """
    checked = check_delivery(delivery, fingerprint)
    facts = _delivery_facts(checked, compared=fingerprint is not None)
    if status_path is not None:
        status = read_status(status_path, checked.chain)
        for part in checked.series:
            status.check_receivable(part.bundle.series)
        facts["status_list"] = status.number
    answer(_delivery_sentences(facts), facts, as_json=as_json)


@click.command("open")
@click.argument("token")
@click.option("--bundle", "bundle_path", type=PATH, required=True, help="The set's .bundle file.")
@click.option("--chain", "chain_path", type=PATH, help="chain.pem, if it is not beside the bundle.")
@json_option
def open_command(token: str, bundle_path: Path, chain_path: Path | None, *, as_json: bool) -> None:
    """\b
    Example:
      cardgen open - --bundle delivery-st-brendan/000123.bundle < scanned.txt

    Open one card by the code inside it, read from standard input.

    TOKEN must be "-": a code on the command line would stay in the shell's history. Scan the
    QR code inside the card; it begins with SD1. Exit code 3 when the code does not open a card
    of this bundle.
    """
    if token != "-":  # noqa: S105 -- the name of standard input
        raise UsageError('TOKEN must be "-"; give the code on standard input, never as a word.')
    scanned = typed_line()
    chain_file = chain_path or bundle_path.with_name(CHAIN)
    mends = "Name the maker's chain.pem with --chain."
    chain = Chain.parse(read_bounded(chain_file, CHAIN_BYTES_MAX, mends))
    bundle = read_bundle(bundle_path, chain.plant_key)
    opened = bundle.open_card(InsideToken.parse(scanned))
    answer(_card_sentences(bundle, opened), _card_facts(bundle, opened), as_json=as_json)


def _delivery_facts(delivery: Delivery, *, compared: bool) -> dict[str, Any]:
    manifest = delivery.manifest
    return {
        "verdict": "verified" if compared else "consistent",
        "fingerprint": delivery.chain.fingerprint,
        "compared_with_paper": compared,
        "maker": manifest.maker,
        "order": manifest.order,
        "hall": manifest.hall,
        "made_at": manifest.made_at.isoformat(),
        "series": [
            {
                "set_serial": part.entry.set_serial,
                "series": part.bundle.series.series,
                "color": part.bundle.series.color,
                "role": str(part.entry.role),
                "first": int(part.entry.first),
                "last": int(part.entry.last),
                "number_printed": part.certificate.number_printed,
                "numbered_consecutively": part.certificate.numbered_consecutively,
                "complete": part.certificate.complete,
                "skips": list(part.entry.skips),
                "delivered": part.entry.last - part.entry.first + 1 - len(part.entry.skips),
                "root": part.bundle.root.hex(),
            }
            for part in delivery.series
        ],
    }


def _delivery_sentences(facts: dict[str, Any]) -> list[str]:
    sentences = [f"Order {facts['order']} of maker {facts['maker']} for hall {facts['hall']}."]
    for series in facts["series"]:
        numbered = "consecutively" if series["numbered_consecutively"] else "NOT consecutively"
        skips = len(series["skips"])
        complete = f"{skips} skipped" if skips else "complete"
        sentences.append(
            f"Set {series['set_serial']}, series {series['series']}, {series['color']}, "
            f"{series['role']}: {series['delivered']} cards, {series['first']} to "
            f"{series['last']}, numbered {numbered}, {complete}."
        )
    if "status_list" in facts:
        number = facts["status_list"]
        sentences.append(f"Status list {number} neither recalls nor discloses a set of it.")
    if facts["compared_with_paper"]:
        sentences.append(f"Verified: signed by {facts['fingerprint']}, as the paper says.")
    else:
        sentences.append(f"Consistent, signed by {facts['fingerprint']}, not compared with paper.")
    return sentences


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


def _card_sentences(bundle: Bundle, opened: OpenedCard) -> list[str]:
    series = bundle.series
    faces = [drawn_face(face.face, face.face_number) for face in opened.faces]
    return [
        f"Card {opened.card.printed}, series {series.series}, {series.color}.",
        *faces,
        "The card is proved in the root that the maker signed.",
    ]
