"""Memory does not grow with the number of cards: dealing and sealing stream."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
SCRIPT = """
import resource, sys
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from pathlib import Path
from cardgen.proof.bundle import read_bundle
from cardgen.secret.dealing import deal_series
from cardgen.secret.printing import printed
from cardgen.secret.sealing import BundleWriter
from tests.secret.test_dealing import SECRETS, three_series
from dataclasses import replace

count, path = int(sys.argv[1]), Path(sys.argv[2])
series = replace(three_series()[0], count=count)
key = Ed25519PrivateKey.generate()
with path.open("wb") as file:
    bundle = BundleWriter(file, series, key)
    for batch in deal_series(SECRETS, series):
        bundle.add(batch)
        printed(batch)
    bundle.sign()
read_bundle(path, key.public_key())
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
SLACK_KIB = 4096  # allocator noise; 60,000 records alone would be 6,240 KB


def peak_kib(count: int, path: Path) -> int:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(count), str(path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1"},
    )
    return int(done.stdout)


def test_ten_times_the_cards_take_no_more_memory(tmp_path: Path) -> None:
    few, many = (peak_kib(count, tmp_path / str(count)) for count in (6_000, 66_000))
    assert many < few + SLACK_KIB
