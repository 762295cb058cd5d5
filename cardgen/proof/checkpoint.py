"""The public commitment to a series: its size and root as a signed note (C2SP tlog-checkpoint)."""

import base64
import binascii
import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from cardgen.proof.framing import MalformedError
from cardgen.proof.signing import check_signature
from cardgen.series import Series

ED25519_NOTE_ALGORITHM = b"\x01"  # C2SP signed-note, signature types
NOTE_LINES = 6  # origin, size, root, blank, signature, end
WHAT = "The checkpoint"
_SIZE = r"0|[1-9][0-9]{0,18}"  # decimal without leading zeros (C2SP tlog-checkpoint)


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """How many leaves a tree has and what its root is."""

    origin: str
    size: int
    root: bytes

    @property
    def body(self) -> str:
        """The lines that are signed."""
        return f"{self.origin}\n{self.size}\n{base64.b64encode(self.root).decode()}\n"


def series_origin(series: Series) -> str:
    """The checkpoint's origin line (sealing.md section 6)."""
    return f"sealed-card/v1/{series.maker}/{series.form}/{series.set_serial}/{series.run_id.hex()}"


def plant_key_name(series: Series) -> str:
    """The name of the key that signs for a maker."""
    return f"{series.maker}/plant"


def sign_checkpoint(key: Ed25519PrivateKey, key_name: str, checkpoint: Checkpoint) -> str:
    """The signed note."""
    body = checkpoint.body
    blob = _key_id(key.public_key().public_bytes_raw(), key_name) + key.sign(body.encode())
    return f"{body}\n\N{EM DASH} {key_name} {base64.b64encode(blob).decode()}\n"


def read_checkpoint(key: Ed25519PublicKey, key_name: str, note: str) -> Checkpoint:
    """The checkpoint of a note that the key signed.

    Raises: MalformedError, SignatureError.
    """
    lines = note.split("\n")
    if len(lines) != NOTE_LINES or lines[3] or lines[5] or not lines[0].isascii():
        raise MalformedError(WHAT, "it is not a note with one signature")
    start = f"\N{EM DASH} {key_name} "
    if not lines[4].startswith(start):
        raise MalformedError(WHAT, f"it is not signed by {key_name}")
    root, blob = _decoded(lines[2]), _decoded(lines[4].removeprefix(start))
    if not re.fullmatch(_SIZE, lines[1], re.ASCII) or len(root) != hashlib.sha256().digest_size:
        raise MalformedError(WHAT, "its size or root is not one")
    checkpoint = Checkpoint(lines[0], int(lines[1]), root)
    body = checkpoint.body
    if blob[:4] != _key_id(key.public_bytes_raw(), key_name):
        raise MalformedError(WHAT, "it names another key")
    check_signature(key, WHAT, body.encode(), blob[4:])
    return checkpoint


def _decoded(text: str) -> bytes:
    try:
        raw = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise MalformedError(WHAT, "a line is not base64") from None
    if base64.b64encode(raw).decode() != text:
        raise MalformedError(WHAT, "a line is not in its one form of base64")
    return raw


@lru_cache(maxsize=16)
def _key_id(public_key: bytes, key_name: str) -> bytes:
    named = key_name.encode() + b"\n" + ED25519_NOTE_ALGORITHM + public_key
    return hashlib.sha256(named).digest()[:4]
