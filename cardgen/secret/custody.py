"""Component files: each custodian's half of a run's secret, locked by her passphrase.

sealing.md section 2: AES-256-KWP (RFC 5649) under Argon2id (RFC 9106); where the installed
OpenSSL has no Argon2id, scrypt (RFC 7914).
"""

import contextlib
import hashlib
import os
import secrets
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
from cryptography.hazmat.primitives.keywrap import (
    InvalidUnwrap,
    aes_key_unwrap_with_padding,
    aes_key_wrap_with_padding,
)

from cardgen.errors import BadFileError, CardgenError, VerificationError
from cardgen.files import PRIVATE_MODE, read_bounded, write_new
from cardgen.proof.custody import check_name
from cardgen.proof.framing import canonical, parse_canonical, sha256_hex
from cardgen.proof.manifest import printed_time
from cardgen.secret.keys import COMPONENT_BYTES, Component

PASSPHRASE_CHARACTERS_MIN = 8
COMPONENT_FILE_BYTES_MAX = 1 << 16
SALT_BYTES = 16
SUITE = "sealed-card/v1/component"
ARGON2ID = {"name": "argon2id", "memory_kib": 65_536, "passes": 3, "lanes": 4}
SCRYPT = {"name": "scrypt", "n": 1 << 17, "r": 8, "p": 1}
_MENDS = "Name a file that `cardgen custody new` wrote."


class PassphraseError(VerificationError):
    """A passphrase that does not open a component file."""

    code = "wrong-passphrase"

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path}: the passphrase does not open this component. Type it again.")


class WeakPassphraseError(VerificationError):
    """A passphrase too short to lock a component with."""

    code = "weak-passphrase"
    exit_code = 2

    def __init__(self) -> None:
        super().__init__(
            f"The passphrase is too short: at least {PASSPHRASE_CHARACTERS_MIN} characters. "
            "Several words are best."
        )


@dataclass(frozen=True, slots=True)
class ComponentHeader:
    """What may be known of a component: who keeps it, since when, and its fingerprint."""

    component_id: str
    custodian: str
    created: str
    fingerprint: str
    kdf: dict[str, Any]
    after: str | None = None  # A's fingerprint, in the header of B's component

    @property
    def json(self) -> bytes:
        """The canonical bytes that the key derivation is bound to."""
        after = {} if self.after is None else {"after": self.after}
        return canonical(
            after
            | {
                "suite": SUITE,
                "id": self.component_id,
                "custodian": self.custodian,
                "created": self.created,
                "fingerprint": self.fingerprint,
                "kdf": self.kdf,
            }
        )


def new_component(
    path: Path, custodian: str, passphrase: str, created: datetime, *, after: str | None = None
) -> ComponentHeader:
    """Draw 32 bytes from the operating system and keep them locked in a new file.

    `after` is the fingerprint that the other custodian has published, if she was first.

    Raises: WeakPassphraseError, BadValueError, ExistsError, BadFileError.
    """
    component = Component(os.urandom(COMPONENT_BYTES))
    header = _new_header(component, custodian, created)
    if after is not None:
        header = replace(header, after=sha256_hex(after))
    return _write(path, header, component, passphrase)


def restore_component(
    path: Path, component: Component, custodian: str, passphrase: str, created: datetime
) -> ComponentHeader:
    """Lock a component that was restored from escrow in a new file.

    Raises: WeakPassphraseError, BadValueError, ExistsError, BadFileError.
    """
    return _write(path, _new_header(component, custodian, created), component, passphrase)


def _new_header(component: Component, custodian: str, created: datetime) -> ComponentHeader:
    return ComponentHeader(
        component_id=secrets.token_hex(8),
        custodian=custodian,
        created=printed_time(created),
        fingerprint=component.fingerprint,
        kdf=_supported_kdf() | {"salt": secrets.token_hex(SALT_BYTES)},
    )


def _write(
    path: Path, header: ComponentHeader, component: Component, passphrase: str
) -> ComponentHeader:
    check_name("The custodian", header.custodian)
    passphrase = passphrase_forms(passphrase)[0]
    if len(passphrase) < PASSPHRASE_CHARACTERS_MIN:
        raise WeakPassphraseError
    key = _derived(header, passphrase)
    wrapped = aes_key_wrap_with_padding(key, component.secret)
    content = {"header": parse_canonical(header.json, "the header"), "wrapped": wrapped.hex()}
    write_new(path, canonical(content), PRIVATE_MODE)
    return header


def read_component(path: Path, passphrase: str) -> Component:
    """The component, when the passphrase opens it and its fingerprint agrees.

    Raises: BadFileError, PassphraseError.
    """
    header, wrapped = _read(path)
    secret = next(_unwrapped(header, wrapped, passphrase), None)
    if secret is None:
        raise PassphraseError(path)
    if len(secret) != COMPONENT_BYTES or Component(secret).fingerprint != header.fingerprint:
        raise BadFileError(path, "its fingerprint is not its secret's", _MENDS)
    return Component(secret)


def passphrase_forms(typed: str) -> tuple[str, ...]:
    r"""The passphrase as it locks (Unicode NFC, no byte order mark), then as it may have locked.

    Keyboards and systems send an accent in one piece or in two, and editors add a mark in front.

    >>> [ascii(form) for form in passphrase_forms("plain")]
    ["'plain'", "'\\ufeffplain'"]
    """
    bare = typed.removeprefix("\ufeff")
    nfc = unicodedata.normalize("NFC", bare)
    forms = (nfc, bare, unicodedata.normalize("NFD", bare), f"\ufeff{bare}")
    return tuple(dict.fromkeys(forms))


def _unwrapped(header: ComponentHeader, wrapped: bytes, passphrase: str) -> Iterator[bytes]:
    for form in passphrase_forms(passphrase):
        with contextlib.suppress(InvalidUnwrap):
            yield aes_key_unwrap_with_padding(_derived(header, form), wrapped)


def read_header(path: Path) -> ComponentHeader:
    """What may be known of a component file without its passphrase. Raises: BadFileError."""
    return _read(path)[0]


def _read(path: Path) -> tuple[ComponentHeader, bytes]:
    raw = read_bounded(path, COMPONENT_FILE_BYTES_MAX, _MENDS)
    try:
        content = parse_canonical(raw, path.name)
        fields, wrapped = content["header"], bytes.fromhex(content["wrapped"])
        sha256_hex(fields["fingerprint"])
        header = ComponentHeader(
            fields["id"],
            fields["custodian"],
            fields["created"],
            fields["fingerprint"],
            fields["kdf"],
            None if fields.get("after") is None else sha256_hex(fields["after"]),
        )
        salt = bytes.fromhex(header.kdf["salt"])
        known = {key: value for key, value in header.kdf.items() if key != "salt"}
        is_ours = header.json == canonical(fields) and len(salt) == SALT_BYTES
        is_ours &= content.keys() == {"header", "wrapped"}
    except (CardgenError, KeyError, TypeError, ValueError, AttributeError):
        raise BadFileError(path, "this is no component file", _MENDS) from None
    # Only our own costs: a foreign file must not make us spend its memory.
    if not is_ours or known not in (ARGON2ID, SCRYPT):
        raise BadFileError(path, "its header or key derivation is not ours", _MENDS)
    return header, wrapped


def _supported_kdf() -> dict[str, Any]:
    try:
        _argon2id(bytes(SALT_BYTES), b"")
    except UnsupportedAlgorithm:
        return dict(SCRYPT)
    return dict(ARGON2ID)


def _derived(header: ComponentHeader, passphrase: str) -> bytes:
    bound = hashlib.sha256(header.json).digest()
    salt = bytes.fromhex(header.kdf["salt"])
    if header.kdf["name"] == ARGON2ID["name"]:
        return _argon2id(salt, bound).derive(passphrase.encode())
    scrypt = Scrypt(salt=salt + bound, length=COMPONENT_BYTES, n=1 << 17, r=8, p=1)
    return scrypt.derive(passphrase.encode())


def _argon2id(salt: bytes, bound: bytes) -> Argon2id:
    return Argon2id(
        salt=salt, length=COMPONENT_BYTES, iterations=3, lanes=4, memory_cost=65_536, ad=bound
    )
