"""Rebuild what stands in samples/ from the specimen's published secrets.

Usage: python samples/rebuild.py [--check]
With --check nothing is written; the exit code is 1 when a sample is not what the code makes.
The worked evenings are played again as well; --check leaves them to the tests, which play them.
"""

import hashlib
import json
import sys
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import pypdfium2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cardgen.order import Order, OrderedSeries
from cardgen.order_form import read_order
from cardgen.papers.certificate_page import draw_signed_certificate
from cardgen.papers.signature import PageSigner
from cardgen.press.job import PressJob
from cardgen.press.layout import load_layout
from cardgen.press.press_file import draw_press_file
from cardgen.press.specimen import draw_specimen
from cardgen.proof.certificate import Certificate, ListedFile, Signer
from cardgen.proof.chain import Chain
from cardgen.secret.dealing import deal_series
from cardgen.secret.disclosure import Disclosure, regenerate
from cardgen.secret.keystore import NewKeys
from cardgen.secret.sealing import BundleWriter
from cardgen.secret.specimen import specimen_cards, specimen_secrets, specimen_series
from cardgen.series import RunId, Series
from samples.evenings.kept import STATES, write
from samples.pictures import ten_colors, three_covers

SAMPLES = Path(__file__).parent
AT = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)
PRESS_CARDS = 3
PREVIEW_SCALE = 144 / 72
PRESS_FILE = "three-specimens.pdf"


def main() -> None:
    """Write the samples, or compare them."""
    old = []
    for name, content in samples().items():
        path = SAMPLES / name
        if "--check" not in sys.argv:
            path.write_bytes(content)
        elif not path.exists() or path.read_bytes() != content:
            old.append(name)
    if "--check" not in sys.argv:
        write(STATES)
    if old:
        sys.exit(f"Not what the code makes: {', '.join(old)}; run `make samples` and look at them.")


def samples() -> dict[str, bytes]:
    """Each sample's name and bytes; the certificate's design is that of samples/order.toml."""
    order = read_order(SAMPLES / "order.toml", lambda form: load_layout(form).faces)
    ordered, live = order.series[0], order.in_run(RunId(bytes(16)))[0]
    series = specimen_series(live)
    job = press_job(order, ordered, series)
    shown = replace(job, specimen=False)  # fronts alone: nothing on them is live
    press = press_file(job, live)
    preview = draw_specimen(job, specimen_cards(live, 1))
    certificate = specimen_certificate(order, series, hashlib.sha256(press).hexdigest())
    signer = PageSigner(specimen_keys().pdf_signer, specimen_chain(series))
    facts = regenerate(Disclosure(specimen_secrets(), (series,)), series, [range(1, 4)])
    return {
        PRESS_FILE: press,
        "specimen-outside.png": picture(preview, 0),
        "specimen-inside.png": picture(preview, 1),
        "colors.png": ten_colors(shown),
        "covers.png": three_covers(shown),
        "specimen-cards.json": json.dumps(facts, indent=1).encode() + b"\n",
        "certificate-000000.json": certificate.json,
        "certificate-000000.pdf": draw_signed_certificate(certificate, preview, signer),
    }


def press_job(order: Order, ordered: OrderedSeries, series: Series) -> PressJob:
    """The specimen in the customer's design."""
    return PressJob(
        series=series,
        role=ordered.role,
        price_cents=ordered.price_cents,
        hall_name=order.hall_name,
        order_number=order.number,
        made_at=AT,
        specimen=True,
        design=order.design,
    )


def press_file(job: PressJob, live: Series) -> bytes:
    """A press file of the first three specimens."""
    path = SAMPLES / f".{PRESS_FILE}"
    try:
        draw_press_file(path, job, [specimen_cards(live, PRESS_CARDS)], PRESS_CARDS)
        return path.read_bytes()
    finally:
        path.unlink(missing_ok=True)


def specimen_certificate(order: Order, series: Series, press_sha256: str) -> Certificate:
    """A certificate of the specimen set, signed for by keys that everybody knows."""
    secrets = specimen_secrets()
    chain = specimen_chain(series)
    bundle = BundleWriter(BytesIO(), series, Ed25519PrivateKey.from_private_bytes(seed("plant")))
    for batch in deal_series(secrets, series):
        bundle.add(batch)
    sealed = bundle.sign()
    return Certificate(
        series=series,
        role=order.series[0].role,
        order=order.number,
        hall=order.hall,
        hall_name=order.hall_name,
        made_at=AT,
        numbered_consecutively=True,
        skips=(),
        checkpoint=sealed.checkpoint,
        bundle_sha256=sealed.bundle_sha256,
        manifest_sha256=hashlib.sha256(b"specimen manifest").hexdigest(),
        press_files=(ListedFile(PRESS_FILE, press_sha256),),
        papers=(),
        root_commit=secrets.root_commit,
        component_fingerprints=(
            secrets.component_a.fingerprint,
            secrets.component_b.fingerprint,
        ),
        specimen=series.card_id(1).printed,
        signer=Signer(chain.fingerprint, chain.pem.decode()),
        stock=order.stock,
    )


def specimen_chain(series: Series) -> Chain:
    """The chain of keys that follow from published words."""
    return specimen_keys().chain(series.maker, AT)


def specimen_keys() -> NewKeys:
    """Keys that everybody knows."""
    root, pdf_signer = (
        ec.derive_private_key(int.from_bytes(seed(name), "big"), ec.SECP256R1())
        for name in ("root", "pdf signer")
    )
    return NewKeys(root, Ed25519PrivateKey.from_private_bytes(seed("plant")), pdf_signer)


def seed(name: str) -> bytes:
    """A specimen's secret, which is none (sealing.md section 6)."""
    return hashlib.sha256(f"specimen {name}".encode()).digest()


def picture(pdf: bytes, page_index: int) -> bytes:
    """A page as the README shows it."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        image = document[page_index].render(scale=PREVIEW_SCALE).to_pil()
    finally:
        document.close()
    file = BytesIO()
    image.convert("P", palette=1, colors=64).save(file, "PNG", optimize=True)
    return file.getvalue()


if __name__ == "__main__":
    main()
