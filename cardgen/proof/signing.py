"""Signatures over what the plant says: Ed25519 over the hash of canonical JSON."""

import hashlib

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from cardgen.errors import VerificationError
from cardgen.proof.framing import length_prefixed

SIGNATURE_BYTES = 64


class SignatureError(VerificationError):
    """A signature that is not the plant's."""

    code = "bad-signature"

    def __init__(self, what: str) -> None:
        super().__init__(
            f"{what}: the signature is not the plant's over these bytes. "
            "It was altered, or another plant signed it; ask the maker."
        )


def sign_statement(key: Ed25519PrivateKey, what: str, statement: bytes) -> bytes:
    """The 64 raw bytes that stand in `X.json.sig` beside `X.json` (sealing.md section 6)."""
    return key.sign(_signed_bytes(what, statement))


def check_statement(key: Ed25519PublicKey, what: str, statement: bytes, signature: bytes) -> None:
    """Raises: SignatureError, unless the key signed the statement as that kind of thing."""
    check_signature(key, f"The {what}", _signed_bytes(what, statement), signature)


def check_signature(key: Ed25519PublicKey, name: str, message: bytes, signature: bytes) -> None:
    """Raises: SignatureError, naming what was signed."""
    try:
        key.verify(signature, message)
    except InvalidSignature:
        raise SignatureError(name) from None


def _signed_bytes(what: str, statement: bytes) -> bytes:
    label = f"sealed-card/v1/{what}".encode()
    return length_prefixed(label, hashlib.sha256(statement).digest())
