"""A component file of any bytes: it is read, or refused in one sentence of our own."""

import json
import unicodedata
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.errors import BadFileError, CardgenError
from cardgen.proof.framing import canonical
from cardgen.secret.custody import (
    ComponentHeader,
    PassphraseError,
    new_component,
    read_component,
    read_header,
)
from tests.json_mutations import VALUES, WRONG, changed, paths, with_foreign_field, without

AT = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)
PASSPHRASE = "eight tired horses"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("component") / "ann.json"
    new_component(path, "Ann", PASSPHRASE, AT)
    return path.read_bytes()


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz") / "ann.json"


def header_of(path: Path, raw: bytes) -> ComponentHeader | None:
    """The header, or nothing when the file was refused as ours are."""
    path.write_bytes(raw)
    try:
        return read_header(path)
    except CardgenError as error:
        refused = error
    assert isinstance(refused, BadFileError)
    assert str(refused).isprintable()
    return None


def as_bytes(fields: Any) -> bytes:  # noqa: ANN401 -- whatever was mutated
    try:
        return canonical(fields)
    except (ValueError, RecursionError):
        return json.dumps(fields, default=str).encode()


@given(st.binary(max_size=500))
def test_no_bytes_make_the_reader_fail_otherwise(place: Path, raw: bytes) -> None:
    assert header_of(place, raw) is None


@given(st.data())
def test_no_splice_makes_the_reader_fail_otherwise(
    place: Path, whole: bytes, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(whole) - 1))
    stop = data.draw(st.integers(start, len(whole)))
    header_of(place, whole[:start] + data.draw(st.binary(max_size=40)) + whole[stop:])


def test_no_field_can_be_of_another_kind_missing_or_foreign(place: Path, whole: bytes) -> None:
    """Every place of the JSON with every wrong value, left out, and with a field beside it."""
    fields = json.loads(whole)
    for where in paths(fields):
        assert header_of(place, as_bytes(without(fields, where))) is None, where
        for value in WRONG:
            header_of(place, as_bytes(changed(fields, where, value)))
    for where in ((), ("header",), ("header", "kdf")):
        foreign = as_bytes(with_foreign_field(fields, where, "more"))
        assert header_of(place, foreign) is None, where


@given(st.data())
def test_no_value_anywhere_makes_the_reader_fail_otherwise(
    place: Path, whole: bytes, data: st.DataObject
) -> None:
    fields = json.loads(whole)
    where = data.draw(st.sampled_from(paths(fields)))
    header_of(place, as_bytes(changed(fields, where, data.draw(VALUES))))


@pytest.mark.parametrize("value", ["", "00", "0" * 82, "f" * 80, "0" * 80, "0" * 4096])
def test_no_wrapped_bytes_make_the_opening_fail_otherwise(
    place: Path, whole: bytes, value: str
) -> None:
    place.write_bytes(as_bytes(changed(json.loads(whole), ("wrapped",), value)))
    with pytest.raises(CardgenError) as refused:
        read_component(place, PASSPHRASE)
    assert str(refused.value).isprintable()


def test_a_key_twice_is_refused(place: Path, whole: bytes) -> None:
    assert header_of(place, whole.replace(b'"header"', b'"header":{},"header"', 1)) is None
    assert header_of(place, whole.replace(b'"id"', b'"id":"","id"')) is None
    assert header_of(place, whole.replace(b":", b": ")) is None


def test_a_file_too_long_is_refused_unread(place: Path, whole: bytes) -> None:
    assert header_of(place, whole + b" " * (1 << 20)) is None


def test_a_passphrase_is_one_by_unicode(tmp_path: Path) -> None:
    """An accent typed in one piece or in two, a mark that an editor put in front of the file."""
    one, two = "Frühstück um acht", unicodedata.normalize("NFD", "Frühstück um acht")
    assert one != two
    for place, (locked, typed) in enumerate(
        [(one, two), (two, one), (f"\ufeff{one}", one), (one, f"\ufeff{two}")]
    ):
        path = tmp_path / f"{place}.json"
        header = new_component(path, "Ann", locked, AT)
        assert read_component(path, typed).fingerprint == header.fingerprint
    with pytest.raises(PassphraseError):
        read_component(path, "Fruhstuck um acht")


def test_a_component_locked_by_an_older_version_still_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once a passphrase locked as it was typed: in two pieces, or with a mark in front."""
    two = unicodedata.normalize("NFD", "Frühstück um acht")
    for place, typed in enumerate((two, f"\ufeff{two}", "\ufeffplain words")):
        path = tmp_path / f"{place}.json"
        with monkeypatch.context() as as_typed:
            as_typed.setattr("cardgen.secret.custody.passphrase_forms", lambda text: (text,))
            header = new_component(path, "Ann", typed, AT)
        assert read_component(path, typed).fingerprint == header.fingerprint
