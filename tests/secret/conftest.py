"""The golden run's secrets, as the program that made it wrote them down."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cardgen.secret.keys import Component, RunSecrets
from cardgen.series import RunId

VECTORS = Path(__file__).parent.parent / "vectors"


@dataclass(frozen=True)
class Golden:
    fields: dict[str, Any]
    secrets: RunSecrets
    plant_key: Ed25519PrivateKey


@pytest.fixture(scope="session")
def golden() -> Golden:
    fields = json.loads((VECTORS / "golden_run.json").read_text())
    secrets = RunSecrets(
        Component(bytes.fromhex(fields["secret_a"])),
        Component(bytes.fromhex(fields["secret_b"])),
        RunId.parse(fields["run_id"]),
    )
    seed = bytes.fromhex(fields["plant_signing_seed"])
    return Golden(fields, secrets, Ed25519PrivateKey.from_private_bytes(seed))
