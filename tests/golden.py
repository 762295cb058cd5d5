"""The golden run: made by an independent program from the sealing text, and rebuilt here."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from cardgen.proof.bundle import Bundle, read_bundle
from cardgen.proof.header import series_of
from cardgen.secret.dealing import deal_series
from cardgen.secret.keys import Component, RunSecrets
from cardgen.secret.sealing import BundleWriter, SealedSeries
from cardgen.series import RunId, Series

VECTORS = Path(__file__).parent / "vectors"


def vectors(name: str) -> Any:  # noqa: ANN401 -- whatever the file holds
    return json.loads((VECTORS / name).read_text())


GOLDEN = vectors("golden_run.json")
GOLDEN_SERIES: list[dict[str, Any]] = GOLDEN["series"]
GOLDEN_CARDS: list[dict[str, Any]] = [card for one in GOLDEN_SERIES for card in one["cards"]]


def golden_secrets() -> RunSecrets:
    halves = [Component(bytes.fromhex(GOLDEN[name])) for name in ("secret_a", "secret_b")]
    return RunSecrets(halves[0], halves[1], RunId.parse(GOLDEN["run_id"]))


def golden_key() -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(GOLDEN["plant_signing_seed"]))


def golden_public_key() -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(bytes.fromhex(GOLDEN["plant_public_key"]))


@dataclass(frozen=True)
class GoldenBundle:
    """One series of the golden run as we seal it, beside what the independent program says."""

    expected: dict[str, Any]
    sealed: SealedSeries
    bundle: Bundle


def write_bundle(
    path: Path, series: Series, secrets: RunSecrets, key: Ed25519PrivateKey
) -> SealedSeries:
    with path.open("wb") as file:
        writer = BundleWriter(file, series, key)
        for batch in deal_series(secrets, series):
            writer.add(batch)
        return writer.sign()


def golden_bundle(expected: dict[str, Any], folder: Path) -> GoldenBundle:
    series = series_of(expected["header"])
    path = folder / f"{series.set_serial}.bundle"
    sealed = write_bundle(path, series, golden_secrets(), golden_key())
    return GoldenBundle(expected, sealed, read_bundle(path, golden_public_key()))
