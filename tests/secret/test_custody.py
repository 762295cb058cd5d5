import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

from cardgen.errors import BadFileError, CardgenError
from cardgen.files import ExistsError
from cardgen.proof.framing import canonical
from cardgen.secret import custody
from cardgen.secret.custody import (
    PassphraseError,
    WeakPassphraseError,
    new_component,
    read_component,
    read_header,
)

AT = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)
PASSPHRASE = "eight tired horses"


def test_a_component_opens_with_its_passphrase_and_agrees_with_its_fingerprint(
    tmp_path: Path,
) -> None:
    path = tmp_path / "ann.json"
    header = new_component(path, "Ann", PASSPHRASE, AT)
    component = read_component(path, PASSPHRASE)
    assert component.fingerprint == header.fingerprint == read_header(path).fingerprint
    assert component.secret not in path.read_bytes()
    assert component.secret.hex() not in path.read_text()
    assert path.stat().st_mode & 0o777 == 0o600


def test_two_components_are_never_the_same(tmp_path: Path) -> None:
    headers = [new_component(tmp_path / name, "Ann", PASSPHRASE, AT) for name in ("a", "b")]
    assert headers[0].fingerprint != headers[1].fingerprint


def test_a_wrong_passphrase_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ann.json"
    new_component(path, "Ann", PASSPHRASE, AT)
    with pytest.raises(PassphraseError, match="does not open"):
        read_component(path, PASSPHRASE + " ")


def test_a_short_passphrase_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(WeakPassphraseError):
        new_component(tmp_path / "ann.json", "Ann", "sevenlt", AT)
    assert list(tmp_path.iterdir()) == []


def test_a_component_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "ann.json"
    new_component(path, "Ann", PASSPHRASE, AT)
    before = path.read_bytes()
    with pytest.raises(ExistsError):
        new_component(path, "Ann", PASSPHRASE, AT)
    assert path.read_bytes() == before


@pytest.mark.parametrize("field", ["id", "custodian", "created", "fingerprint"])
def test_a_changed_header_locks_the_component(tmp_path: Path, field: str) -> None:
    """The header is bound into the key derivation (Argon2id's associated data)."""
    path = tmp_path / "ann.json"
    new_component(path, "Ann", PASSPHRASE, AT)
    content = json.loads(path.read_text())
    content["header"][field] += "0"
    path.write_bytes(canonical(content))
    with pytest.raises(CardgenError):
        read_component(path, PASSPHRASE)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b"\xff\xfe",
        b'{"header":{},"wrapped":"00"}',
        b'{"header":{"kdf":{}},"wrapped":"zz"}',
        b"[" * 50_000,
    ],
)
def test_what_is_no_component_is_refused_in_one_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "ann.json"
    path.write_bytes(content)
    with pytest.raises(BadFileError) as refused:
        read_component(path, PASSPHRASE)
    assert "\n" not in str(refused.value)


def test_a_costlier_key_derivation_is_refused_unspent(tmp_path: Path) -> None:
    path = tmp_path / "ann.json"
    new_component(path, "Ann", PASSPHRASE, AT)
    content = json.loads(path.read_text())
    content["header"]["kdf"]["memory_kib"] = 1 << 40
    path.write_bytes(canonical(content))
    with pytest.raises(BadFileError, match="not ours"):
        read_component(path, PASSPHRASE)


def test_without_argon2id_a_component_is_locked_by_scrypt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unsupported(*_: object, **__: object) -> Argon2id:
        raise UnsupportedAlgorithm("argon2id")

    monkeypatch.setattr(custody, "Argon2id", unsupported)
    path = tmp_path / "ann.json"
    header = new_component(path, "Ann", PASSPHRASE, AT)
    assert header.kdf["name"] == "scrypt"
    assert read_component(path, PASSPHRASE).fingerprint == header.fingerprint
    with pytest.raises(PassphraseError):
        read_component(path, "another passphrase")
