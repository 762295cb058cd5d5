"""The page "check a card with 60 lines of your own code": its code, run as a stranger would."""

import base64
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from cardgen.proof.chain import Chain
from cardgen.secret.keystore import NewKeys
from tests.docs.stranger import LINES_MAX, code_of, imported_by, run
from tests.golden import GoldenBundle, golden_key

PAGE = "check-a-card.md"
ALLOWED = {"base64", "hashlib", "hmac", "json", "sys", "itertools", "cryptography"}


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("stranger") / "check_card.py"
    path.write_text(code_of(PAGE), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def chain(golden_bundles: tuple[GoldenBundle, ...]) -> Chain:
    """A maker's root that vouches for the golden run's plant."""
    root, pdf_signer = (ec.derive_private_key(seed, ec.SECP256R1()) for seed in (7, 9))
    keys = NewKeys(root, golden_key(), pdf_signer)
    maker = golden_bundles[0].bundle.series.maker
    return keys.chain(maker, datetime(2026, 1, 1, tzinfo=UTC))


def checked(program: Path, bundle: Path, chain: Chain, token: str) -> tuple[int, str]:
    """What the page's code says of a card."""
    pem = program.with_name("chain.pem")
    pem.write_bytes(chain.pem)
    exit_code, out, _ = run(program, bundle, pem, typed=token + "\n")
    return exit_code, out


def test_the_code_is_sixty_lines_and_none_of_ours() -> None:
    assert len(code_of(PAGE).splitlines()) <= LINES_MAX
    assert imported_by(code_of(PAGE)) <= ALLOWED


def test_the_page_opens_the_golden_cards(
    program: Path, chain: Chain, golden_bundles: tuple[GoldenBundle, ...]
) -> None:
    for golden in golden_bundles:
        for card in (golden.expected["cards"][0], golden.expected["cards"][-1]):
            exit_code, out = checked(program, golden.bundle.path, chain, card["inside_token"])
            assert exit_code == 0
            told = [
                f"card {card['audit_number']} face {face['face_number']} {face['columns']}"
                for face in card["faces"]
            ]
            root = base64.b64encode(bytes.fromhex(golden.expected["root"])).decode()
            assert out.splitlines() == [
                f"signed by {chain.whole_fingerprint}",
                f"root of all cards {root}",
                *told,
            ]


def test_the_page_refuses_what_we_refuse(
    program: Path, chain: Chain, golden_bundles: tuple[GoldenBundle, ...], tmp_path: Path
) -> None:
    golden, other = golden_bundles[2], golden_bundles[0]
    first, second = (card["inside_token"] for card in golden.expected["cards"][:2])
    foreign = other.expected["cards"][0]["inside_token"]
    swapped = first[:16] + second[16:23] + first[23:]
    none = first[:16] + "0000000" + first[23:]
    for token in (swapped, none, foreign, ""):
        exit_code, out = checked(program, golden.bundle.path, chain, token)
        assert exit_code != 0
        assert "card" not in out.replace("root of all cards", "")
    raw = golden.bundle.path.read_bytes()
    for place in (0, 700, len(raw) - 1):
        altered = tmp_path / "altered.bundle"
        altered.write_bytes(raw[:place] + bytes([raw[place] ^ 1]) + raw[place + 1 :])
        exit_code, out = checked(program, altered, chain, first)
        assert exit_code != 0
        assert "face" not in out


def test_the_page_refuses_another_makers_chain(
    program: Path, golden_bundles: tuple[GoldenBundle, ...]
) -> None:
    other = NewKeys.draw().chain(
        golden_bundles[0].bundle.series.maker, datetime(2026, 1, 1, tzinfo=UTC)
    )
    token = golden_bundles[0].expected["cards"][0]["inside_token"]
    exit_code, out = checked(program, golden_bundles[0].bundle.path, other, token)
    assert exit_code != 0
    assert "face" not in out
