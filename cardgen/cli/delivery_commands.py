"""The command with which anyone checks a delivery. It needs no secret and no plant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cardgen.cli.options import PATH, answer, json_option, now
from cardgen.command_line import reading
from cardgen.errors import printable
from cardgen.files import read_bounded
from cardgen.proof.delivery import Delivery, certificate_name, checked_delivery
from cardgen.proof.status import read_status

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from cardgen.papers.signature_check import PageSignature
    from cardgen.proof.certificate import Certificate

PAGE_BYTES_MAX = 1 << 26


@click.command("check")
@click.argument("delivery", type=PATH)
@click.option("--fingerprint", help="The maker's fingerprint as the paper certificate says it.")
@click.option("--status", "status_path", type=PATH, help="The maker's newest status.json.")
@json_option
@reading
def check_command(
    delivery: Path, fingerprint: str | None, status_path: Path | None, *, as_json: bool
) -> None:
    """\b
    Example:
      cardgen check delivery-st-brendan --fingerprint XXXX-XXXX-XXXX-XXXX-X

    Check a delivery as anyone can, without a secret.

    It checks every file, signature, bundle, checkpoint, certificate and its page. Without
    --fingerprint the answer is that the parts agree and who signed them; only the comparison with
    the fingerprint on paper says that this is the maker you know. Exit code 3 when anything does
    not hold, or when the status list recalls a set of it.
    """
    checked = checked_delivery(delivery, fingerprint)
    checked.check_signed_before(now())
    pages = [_checked_page(checked, part.certificate) for part in checked.series]
    facts = _delivery_facts(checked, pages, compared=fingerprint is not None)
    if status_path is not None:
        status = read_status(status_path, checked.chain)
        for part, told in zip(checked.series, facts["series"], strict=True):
            series = part.bundle.series
            status.check_receivable(series)
            returned = status.returned_of(series, part.entry.first, part.entry.last)
            told["returned"] = [list(pair) for pair in returned]
        facts["status_list"] = status.number
    answer(_delivery_sentences(facts), facts, as_json=as_json)


def _checked_page(delivery: Delivery, certificate: Certificate) -> PageSignature:
    """The signature of a certificate's page. Raises: PageSignatureError, BadFileError."""
    from cardgen.papers.signature_check import checked_page

    name = certificate_name(certificate.series.set_serial).removesuffix(".json") + ".pdf"
    pdf = read_bounded(delivery.folder / name, PAGE_BYTES_MAX, "Name a delivery.")
    return checked_page(name, pdf, certificate, delivery.chain)


def _delivery_facts(
    delivery: Delivery, pages: Sequence[PageSignature], *, compared: bool
) -> dict[str, Any]:
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
                "previous_certificate": part.certificate.previous,
                "page_stamped_at": None if page.stamped_at is None else page.stamped_at.isoformat(),
                "page_stamped_by": page.stamped_by,
            }
            for part, page in zip(delivery.series, pages, strict=True)
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
        if series["previous_certificate"] is not None:
            previous = series["previous_certificate"]
            sentences.append(f"  Its certificate takes the place of one with SHA-256 {previous}.")
        if series["page_stamped_at"] is not None:
            stamped = f"{series['page_stamped_by']} stamped it at {series['page_stamped_at']}"
            sentences.append(f"  Its page is signed; {printable(stamped)}.")
    if "status_list" in facts:
        number = facts["status_list"]
        sentences.append(f"Status list {number} neither recalls nor discloses a set of it.")
        sentences += [
            f"  Of set {series['set_serial']} these went back to the maker: "
            f"{', '.join(_ranges(series['returned']))}. Do not sell them, do not pay on them."
            for series in facts["series"]
            if series["returned"]
        ]
    if facts["compared_with_paper"]:
        sentences.append(f"Verified: signed by {facts['fingerprint']}, as the paper says.")
    else:
        sentences.append(f"Consistent, signed by {facts['fingerprint']}, not compared with paper.")
    return sentences


def _ranges(pairs: list[list[int]]) -> list[str]:
    return [str(low) if low == high else f"{low}-{high}" for low, high in pairs]
