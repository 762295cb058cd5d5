"""`cardgen check` tells in one sentence what was done to a certificate's page or its signer."""

import json
import shutil
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from pyhanko.pdf_utils.generic import pdf_string
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter

from cardgen.proof.chain import Chain
from tests.cli.conftest import Command, Works
from tests.papers.signing import (
    STAMPED_AT,
    drawn_signer,
    reissued,
    signed_by_another,
    time_service,
)
from tests.press.tools import tool
from tests.small_delivery import write_sums

PAGE = "certificate-000124.pdf"


def flipped(page: bytes) -> bytes:
    place = page.index(b"Printer's certificate")
    return page[:place] + b"p" + page[place + 1 :]


def appended(page: bytes) -> bytes:
    writer = IncrementalPdfFileWriter(BytesIO(page))
    writer.root["/Lang"] = pdf_string("de")
    writer.update_root()  # type: ignore[no-untyped-call]
    buffer = BytesIO()
    writer.write(buffer)  # type: ignore[no-untyped-call]
    return buffer.getvalue()


def foreign(page: bytes) -> bytes:
    return signed_by_another(page, drawn_signer())


def unsigned(page: bytes) -> bytes:
    return page.replace(b"/AcroForm", b"/AcroNone")


def rubbish(_: bytes) -> bytes:
    return b"%PDF-1.7\n"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (flipped, "was altered after it was signed"),
        (appended, "is longer than what was signed: something was appended"),
        (foreign, "is signed by another key than this maker's for papers"),
        (unsigned, "has 0 signatures instead of one"),
        (rubbish, "cannot be read as a signed paper"),
    ],
)
def test_what_was_done_to_a_page_is_told_in_a_sentence(
    cardgen: Command, shipped: Works, change: Callable[[bytes], bytes], told: str
) -> None:
    """SHA256SUMS is made again: whoever has the folder can do that."""
    path = shipped.delivery / PAGE
    path.write_bytes(change(path.read_bytes()))
    write_sums(shipped.delivery)
    said = cardgen("check", shipped.delivery)
    assert (said.exit_code, said.out) == (3, "")
    assert said.err == f"cardgen: {PAGE} {told}. Ask the maker for an unaltered copy.\n"


def test_the_page_of_the_other_series_is_told(cardgen: Command, shipped: Works) -> None:
    shutil.copyfile(shipped.delivery / "certificate-000123.pdf", shipped.delivery / PAGE)
    write_sums(shipped.delivery)
    said = cardgen("check", shipped.delivery)
    assert said.exit_code == 3
    assert f"{PAGE} does not carry the certificate that lies beside it" in said.err


def with_expired_signer(works: Works, ended: datetime) -> None:
    """The plant goes on with a key for papers whose year has ended."""
    locked = (works.plant / "root-key.pem").read_bytes()
    passphrase = (works.folder / "passphrase").read_bytes().strip()
    root = serialization.load_pem_private_key(locked, passphrase)
    assert isinstance(root, ec.EllipticCurvePrivateKey)
    path = works.plant / "chain.pem"
    path.write_bytes(reissued(root, Chain.parse(path.read_bytes()), ended).pem)


def test_an_expired_signer_is_told_when_it_signs_and_when_it_is_checked(
    cardgen: Command, shipped: Works, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_expired_signer(shipped, datetime(2026, 10, 1, tzinfo=UTC))
    out = shipped.folder / "EXPIRED"
    words = ["ship", shipped.run, "--plant", shipped.plant, "--out", out]
    said = cardgen(*words)
    assert said.exit_code == 3
    assert "signs for 2 years, not on 2026-11-30" in said.err
    # A plant that does not look: its own check does, and whoever checks without it.
    monkeypatch.setattr("cardgen.secret.keystore.PlantKeys.check_may_sign", lambda *_: None)
    assert cardgen(*words).exit_code == 3
    assert not out.exists()
    monkeypatch.setattr("cardgen.ship._check_written", lambda *_: None)
    assert cardgen(*words).exit_code == 0
    said = cardgen("check", out)
    assert (said.exit_code, said.out) == (3, "")
    assert "ACME/pdf-signer is valid from 2025-10-01 to 2026-10-01, not on 2026-11-30" in said.err


def test_a_run_is_shipped_with_a_time_stamp(cardgen: Command, shipped: Works) -> None:
    out = shipped.folder / "STAMPED"
    with time_service() as url:
        words = ["ship", shipped.run, "--plant", shipped.plant, "--out", out, "--time-stamp", url]
        said = cardgen(*words)
    assert said.exit_code == 0, said.err
    said = cardgen("check", out)
    assert said.exit_code == 0
    assert said.out.count("Time of this machine stamped it at 2026-12-01T09:30:00+00:00") == 2
    facts = json.loads(cardgen("check", out, "--json").out)
    assert facts["series"][0]["page_stamped_at"] == STAMPED_AT.isoformat()
    facts = json.loads(cardgen("check", shipped.delivery, "--json").out)
    assert facts["series"][0]["page_stamped_at"] is None


def test_a_service_that_is_not_there_ships_nothing(cardgen: Command, shipped: Works) -> None:
    out = shipped.folder / "STAMPED"
    words = ["ship", shipped.run, "--plant", shipped.plant, "--out", out]
    said = cardgen(*words, "--time-stamp", "http://127.0.0.1:9/")
    assert said.exit_code == 1
    assert said.err.count("\n") == 1
    assert "gave no time stamp" in said.err
    assert not out.exists()


def test_a_lost_or_foreign_key_for_papers_is_named(cardgen: Command, shipped: Works) -> None:
    path = shipped.plant / "pdf-signer-key.pem"
    words = ["ship", shipped.run, "--plant", shipped.plant, "--out", shipped.folder / "D"]
    for content, told in (
        ((shipped.plant / "plant-key.pem").read_bytes(), "the key is not the chain's"),
        (_other_key(), "the key is not the chain's"),
        (b"rubbish", "this is no key file"),
    ):
        path.write_bytes(content)
        said = cardgen(*words)
        assert said.exit_code == 1
        assert f"pdf-signer-key.pem: {told}" in said.err
    path.unlink()
    assert "pdf-signer-key.pem" in cardgen(*words).err


def _other_key() -> bytes:
    return ec.generate_private_key(ec.SECP256R1()).private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )


def test_the_pages_attachment_is_the_certificate_to_the_byte(
    shipped: Works, tmp_path: Path
) -> None:
    """By another program than ours (poppler)."""
    saved = tmp_path / "certificate.json"
    page = shipped.delivery / PAGE
    subprocess.run([tool("pdfdetach"), "-save", "1", "-o", saved, page], check=True)
    assert saved.read_bytes() == (shipped.delivery / "certificate-000124.json").read_bytes()
