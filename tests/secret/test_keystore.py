from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization

from cardgen.card_id import MakerId
from cardgen.errors import BadFileError
from cardgen.proof.chain import Chain
from cardgen.secret.keystore import (
    PLANT_KEY,
    ROOT_KEY,
    NewKeys,
    SignerExpiredError,
    read_keys,
    write_keys,
)

AT = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)


@pytest.fixture
def plant(tmp_path: Path) -> Path:
    keys = NewKeys.draw()
    write_keys(tmp_path, keys, keys.chain(MakerId("ACME"), AT), "root passphrase")
    return tmp_path


def test_the_keys_that_were_written_are_read_and_vouched_for(plant: Path) -> None:
    keys = read_keys(plant)
    assert keys.chain.maker == "ACME"
    assert keys.signing_key.public_key() == keys.chain.plant_key
    assert len(keys.chain.fingerprint) == len("XXXX-XXXX-XXXX-XXXX-X")


def test_the_root_key_is_locked_and_every_key_is_private(plant: Path) -> None:
    raw = (plant / ROOT_KEY).read_bytes()
    with pytest.raises(TypeError):
        serialization.load_pem_private_key(raw, password=None)
    serialization.load_pem_private_key(raw, password=b"root passphrase")
    for path in plant.glob("*-key.pem"):
        assert path.stat().st_mode & 0o777 == 0o600


def test_the_same_keys_and_day_give_the_same_chain() -> None:
    keys = NewKeys.draw()
    assert keys.chain(MakerId("ACME"), AT).pem == keys.chain(MakerId("ACME"), AT).pem


def test_a_signer_signs_in_its_first_two_years_only(plant: Path) -> None:
    keys = read_keys(plant)
    keys.check_may_sign(AT)
    keys.check_may_sign(AT + timedelta(days=730))
    for moment in (AT - timedelta(seconds=1), AT + timedelta(days=731)):
        with pytest.raises(SignerExpiredError, match="cardgen init"):
            keys.check_may_sign(moment)


def test_the_chain_says_how_long_each_key_lives(plant: Path) -> None:
    chain = read_keys(plant).chain
    days = [
        (c.not_valid_after_utc - c.not_valid_before_utc).days
        for c in (chain.plant, chain.pdf_signer, chain.root)
    ]
    assert days == [5 * 365, 5 * 365, 20 * 365]


def test_a_foreign_key_file_is_refused(
    plant: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    other = tmp_path_factory.mktemp("other")
    keys = NewKeys.draw()
    write_keys(other, keys, keys.chain(MakerId("ACME"), AT), "root passphrase")
    (plant / PLANT_KEY).write_bytes((other / PLANT_KEY).read_bytes())
    with pytest.raises(BadFileError, match="not the chain's"):
        read_keys(plant)


@pytest.mark.parametrize("content", [b"", b"rubbish", b"\xff" * 100])
def test_rubbish_is_no_key_file(plant: Path, content: bytes) -> None:
    (plant / PLANT_KEY).write_bytes(content)
    with pytest.raises(BadFileError, match="no key file"):
        read_keys(plant)


def test_a_folder_without_a_plant_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadFileError, match="cardgen init"):
        read_keys(tmp_path / "nowhere")


def test_chain_pem_holds_three_certificates(plant: Path) -> None:
    pem = (plant / "chain.pem").read_bytes()
    assert Chain.parse(pem).pem == pem
    assert pem.count(b"BEGIN CERTIFICATE") == 3
