"""The public commitment to a series, in the one form that C2SP gives it."""

import base64
import hashlib
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from cardgen.errors import CardgenError
from cardgen.proof.checkpoint import (
    Checkpoint,
    plant_key_name,
    read_checkpoint,
    series_origin,
    sign_checkpoint,
)
from cardgen.proof.framing import MalformedError
from cardgen.proof.header import series_of
from cardgen.proof.signing import SignatureError
from tests.golden import GOLDEN_SERIES, golden_key, golden_public_key

NOTE: str = GOLDEN_SERIES[0]["checkpoint"]
NAME = "ACME/plant"
LINES = st.integers(0, 5)


def refusal_of(note: str, name: str = NAME) -> CardgenError | None:
    try:
        read_checkpoint(golden_public_key(), name, note)
    except CardgenError as error:
        return error
    return None


def signed(body: str, name: str = NAME, key: Ed25519PrivateKey | None = None) -> str:
    """A note over any body, by the text of C2SP signed-note; nobody asks whether it makes sense."""
    key = key or golden_key()
    public = key.public_key().public_bytes_raw()
    key_id = hashlib.sha256(name.encode() + b"\n\x01" + public).digest()[:4]
    blob = base64.b64encode(key_id + key.sign(body.encode())).decode()
    return f"{body}\n\u2014 {name} {blob}\n"


@pytest.mark.parametrize("golden", GOLDEN_SERIES, ids=lambda golden: golden["header"]["set_serial"])
def test_the_golden_checkpoints_are_signed_and_read(golden: dict[str, Any]) -> None:
    series = series_of(golden["header"])
    checkpoint = Checkpoint(series_origin(series), series.count, bytes.fromhex(golden["root"]))
    note = sign_checkpoint(golden_key(), plant_key_name(series), checkpoint)
    assert note == golden["checkpoint"] == signed(checkpoint.body)
    assert read_checkpoint(golden_public_key(), plant_key_name(series), note) == checkpoint


def test_every_flipped_bit_of_a_checkpoint_is_refused() -> None:
    raw = NOTE.encode()
    for bit in range(8 * len(raw)):
        flipped = bytearray(raw)
        flipped[bit // 8] ^= 1 << bit % 8
        error = refusal_of(bytes(flipped).decode("utf-8", "replace"))
        assert isinstance(error, MalformedError | SignatureError)
        assert error.exit_code == 3


@given(st.integers(0, len(NOTE) - 1))
def test_a_truncated_checkpoint_is_refused(length: int) -> None:
    assert refusal_of(NOTE[:length]) is not None


@pytest.mark.parametrize(
    "size",
    [
        "",
        "-1",
        "+9000",
        "09000",
        "9_000",
        " 9000",
        "9000 ",
        "9000.0",
        "9e3",
        "\u0669\u0660\u0660\u0660",  # 9000 in Arabic-Indic digits
        "\u00b9",
        "9" * 5000,  # more than int() reads
        "0x10",
    ],
)
def test_a_size_in_another_form_is_refused_though_it_is_signed(size: str) -> None:
    root = NOTE.split("\n")[2]
    error = refusal_of(signed(f"{NOTE.splitlines()[0]}\n{size}\n{root}\n"))
    assert isinstance(error, MalformedError)
    assert str(error).isprintable()


@pytest.mark.parametrize("size", ["0", "1", "10000000"])
def test_a_size_is_decimal_without_leading_zeros(size: str) -> None:
    origin, _, root, *_ = NOTE.split("\n")
    note = signed(f"{origin}\n{size}\n{root}\n")
    assert read_checkpoint(golden_public_key(), NAME, note).size == int(size)


@pytest.mark.parametrize(
    "root",
    [
        "",
        base64.b64encode(bytes(31)).decode(),
        base64.b64encode(bytes(33)).decode(),
        base64.b64encode(bytes(32)).decode().rstrip("="),
        base64.b64encode(bytes(32)).decode()[:-2] + "B=",  # bits beyond the last byte
        " " + base64.b64encode(bytes(32)).decode(),
        "\u0660" * 44,
        "not base64",
        bytes(32).hex(),
    ],
)
def test_a_root_in_another_form_is_refused_though_it_is_signed(root: str) -> None:
    origin, size, *_ = NOTE.split("\n")
    assert isinstance(refusal_of(signed(f"{origin}\n{size}\n{root}\n")), MalformedError)


def test_a_signature_in_another_form_of_base64_is_refused() -> None:
    # 68 bytes leave one byte over: its last symbol has four bits to spare
    body, _, line = NOTE.rpartition(" ")
    assert line.endswith("M=\n")
    assert isinstance(refusal_of(f"{body} {line[:-3]}N=\n"), MalformedError)


def test_an_origin_of_other_letters_is_refused() -> None:
    _, size, root, *_ = NOTE.split("\n")
    assert isinstance(refusal_of(signed(f"séries\n{size}\n{root}\n")), MalformedError)
    assert isinstance(refusal_of("\ud800" + NOTE), MalformedError)


def test_another_plants_checkpoint_is_refused() -> None:
    other = Ed25519PrivateKey.from_private_bytes(bytes(32))
    body = NOTE.partition("\n\n")[0] + "\n"
    assert isinstance(refusal_of(signed(body, key=other)), MalformedError)
    assert isinstance(refusal_of(NOTE, "EVIL/plant"), MalformedError)
    assert isinstance(refusal_of(signed(body, "EVIL/plant")), MalformedError)


def test_the_right_key_id_before_another_plants_signature_is_refused() -> None:
    other = Ed25519PrivateKey.from_private_bytes(bytes(32))
    body, _, line = NOTE.rpartition(" ")
    blob = base64.b64decode(line)[:4] + other.sign((NOTE.partition("\n\n")[0] + "\n").encode())
    error = refusal_of(f"{body} {base64.b64encode(blob).decode()}\n")
    assert isinstance(error, SignatureError)


@pytest.mark.parametrize(
    "note",
    [
        "",
        "\n" * 5,
        NOTE + "\n",
        NOTE + NOTE.splitlines()[4] + "\n",  # two signatures: we sign with one
        NOTE.replace("\n", "\r\n"),
        NOTE.replace("\u2014", "-"),
        NOTE.rstrip("\n"),
        "\n" + NOTE,
        NOTE.replace("\n\n", "\nextension\n\n"),
    ],
)
def test_a_note_in_another_shape_is_refused(note: str) -> None:
    assert isinstance(refusal_of(note), MalformedError)


@given(LINES, st.text())
def test_no_line_makes_the_reader_fail_otherwise(place: int, line: str) -> None:
    lines = NOTE.split("\n")
    changed = lines[place] != line
    lines[place] = line
    assert (refusal_of("\n".join(lines)) is not None) == changed


@given(st.text())
def test_no_text_makes_the_reader_fail_otherwise(note: str) -> None:
    assert isinstance(refusal_of(note), MalformedError)


@given(st.text(), st.text())
def test_nothing_that_is_signed_makes_the_reader_fail_otherwise(size: str, root: str) -> None:
    error = refusal_of(signed(f"origin\n{size}\n{root}\n"))
    assert error is None or isinstance(error, MalformedError)
