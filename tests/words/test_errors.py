"""A refusal is one printable line, has a code of its own and the exit code of its kind."""

import importlib
import pkgutil
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardgen.proof
import cardgen.secret
from cardgen.errors import (
    BadFileError,
    BadValueError,
    CardgenError,
    ConflictError,
    ResumableError,
    SecretMalformedError,
    UsageError,
    VerificationError,
    printable,
    shown,
)


def every_error() -> list[type[CardgenError]]:
    for package in (cardgen.proof, cardgen.secret):
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    found, waiting = [], [CardgenError]
    while waiting:
        kind = waiting.pop()
        found.append(kind)
        waiting += kind.__subclasses__()
    return [kind for kind in found if kind.__module__.startswith("cardgen.")]


def test_exit_codes_tell_what_kind_of_refusal_it_is() -> None:
    assert CardgenError.exit_code == BadValueError.exit_code == BadFileError.exit_code == 1
    assert UsageError.exit_code == 2
    assert VerificationError.exit_code == SecretMalformedError.exit_code == 3
    assert ConflictError.exit_code == 4
    assert ResumableError.exit_code == 5


def test_every_error_has_a_stable_code_of_its_own() -> None:
    codes = [kind.code for kind in every_error()]
    assert len({*codes}) == len(codes)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", code) for code in codes)


@given(st.text() | st.binary() | st.integers() | st.lists(st.text()))
def test_a_value_in_a_message_is_short_and_printable(value: object) -> None:
    text = shown(value)
    assert len(text) <= 40
    assert text.isprintable()


@given(st.text(st.characters()))
def test_printable_keeps_what_prints_and_escapes_the_rest(text: str) -> None:
    assert printable(text).isprintable()
    assert not text.isprintable() or printable(text) == text


@pytest.mark.parametrize(
    "error",
    [
        BadValueError("The thing", "a\nb\x1b[31m" * 100, "another"),
        BadFileError("a\nb\x1b[31m", "no\nreason", "Mend it."),
        BadFileError(b"\xff\xfe".decode("utf-8", "surrogateescape"), "no reason", "Mend it."),
    ],
)
def test_a_message_is_one_printable_line(error: CardgenError) -> None:
    assert str(error).isprintable()


def test_a_bad_value_keeps_its_parts_for_whoever_says_it_better() -> None:
    error = BadValueError("The color", "crimson", "one of red, blue")
    assert (error.what, error.value, error.expected) == ("The color", "crimson", "one of red, blue")
    assert str(error) == "The color is 'crimson': expected one of red, blue."
