"""The printer's certificate: what was printed, said once, and every count added up."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.errors import BadValueError
from cardgen.proof.certificate import Certificate
from cardgen.proof.custody import Custody, Removal
from cardgen.proof.finishing import (
    Correction,
    Counter,
    Finishing,
    LightTest,
    Sheets,
    Signed,
    Spoiled,
)
from cardgen.proof.framing import parse_canonical
from cardgen.proof.independence import Independence
from tests.json_mutations import (
    VALUES,
    WRONG,
    at,
    changed,
    check_any_value,
    objects,
    paths,
    refused,
    with_foreign_field,
    without,
)

# What may be any printable text: only the delivery knows what it must be.
FREE_TEXTS = {
    ("order",),
    ("hall_name",),
    ("specimen",),
    ("press_files", 0, "name"),
    *(("papers", place, "name") for place in range(3)),
    ("signer", "fingerprint"),
}
FREE_LINES = {("checkpoint",), ("signer", "chain")}


@pytest.fixture(scope="module")
def raw(untouched: Path) -> bytes:
    return (untouched / "certificate-000201.json").read_bytes()


@pytest.fixture(scope="module")
def fields(raw: bytes) -> dict[str, Any]:
    return parse_canonical(raw, "certificate")


def refusal_of(fields: dict[str, Any]) -> str:
    return refused(Certificate.from_fields, fields)


def test_a_certificate_is_read_as_it_was_written(raw: bytes, fields: dict[str, Any]) -> None:
    certificate = Certificate.from_fields(fields)
    assert certificate.json == raw
    assert Certificate.from_fields(parse_canonical(certificate.json, "c")) == certificate


def test_a_certificate_says_what_a_printer_must_say(fields: dict[str, Any]) -> None:
    # N.J.A.C. 13:47-8: number printed, first and last number, and that they are consecutive
    assert fields["number_printed"] == 60
    assert fields["first"] == 1
    assert fields["last"] == 60
    assert fields["numbered_consecutively"] is True
    assert fields["complete"] is True
    assert fields["hall_name"] == "Paróquia São João"


def test_spoiled_cards_are_not_counted_as_printed(fields: dict[str, Any]) -> None:
    certificate = replace(Certificate.from_fields(fields), skips=(3, 5))
    assert certificate.number_printed == 58
    assert not certificate.complete
    again = Certificate.from_fields(parse_canonical(certificate.json, "certificate"))
    assert again == certificate


@pytest.mark.parametrize("skips", [(0,), (61,), (2, 1), (1, 1)])
def test_spoiled_cards_are_of_the_series(fields: dict[str, Any], skips: tuple[int, ...]) -> None:
    with pytest.raises(BadValueError, match="skips"):
        replace(Certificate.from_fields(fields), skips=skips)


def test_nothing_in_a_certificate_may_be_missing(fields: dict[str, Any]) -> None:
    for path in paths(fields):
        if path[:-1] not in {
            ("press_files",),
            ("papers",),
        }:  # a shorter list is another certificate
            assert refusal_of(without(fields, path)).isprintable()


def test_nothing_foreign_may_stand_in_a_certificate(fields: dict[str, Any]) -> None:
    for path in objects(fields):
        for name in ("Order", "note", "a\x1b[31m\nb", "\ud800", ""):
            assert refusal_of(with_foreign_field(fields, path, name)).isprintable()


def is_allowed(path: tuple[str | int, ...], value: object) -> bool:
    if path in FREE_TEXTS:
        return isinstance(value, str) and value.isprintable()
    if path in FREE_LINES:
        return isinstance(value, str) and value != "\ud800"
    if path == ("header", "color"):
        return value == "x" * 70  # any word in lower case: the inks are the plant's
    return (path in {("press_files",), ("papers",)} and value == []) or (
        path == ("numbered_consecutively",) and isinstance(value, bool)
    )


def test_nothing_in_a_certificate_may_be_of_another_type(fields: dict[str, Any]) -> None:
    for path in paths(fields):
        there = at(fields, path)
        for value in [*WRONG, str(there), [there]]:
            same = type(value) is type(there) and value == there
            if not same and not is_allowed(path, value):
                assert refusal_of(changed(fields, path, value)).isprintable(), (path, value)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("version",), 2),
        (("version",), True),
        (("hall",), "St. Brendan"),
        (("hall_name",), 5),
        (("hall_name",), "a\nb"),
        (("made_at",), "2026-11-30T18:00:00"),
        (("number_printed",), 59),
        (("number_printed",), 61),
        (("first",), 2),
        (("last",), 61),
        (("numbered_consecutively",), 1),
        (("numbered_consecutively",), "true"),
        (("complete",), False),
        (("skips",), [1]),  # then 59 were printed, not 60
        (("skips",), [True]),
        (("skips",), [1.5]),
        (("checkpoint",), None),
        (("root_commit",), "00"),
        (("root_commit",), "AA" * 32),
        (("component_fingerprints",), []),
        (("component_fingerprints",), ["0a" * 32]),
        (("component_fingerprints",), ["0a" * 32] * 3),
        (("component_fingerprints",), "ab"),
        (("component_fingerprints", 0), 5),
        (("press_files", 0), ["name", "sha256"]),
        (("press_files", 0, "sha256"), "0a"),
        (("press_files", 0, "name"), "a\x1b[31m"),
        (("press_files",), {}),
        (("signer",), "ACME"),
        (("signer", "chain"), 5),
        (("header", "count"), 61),
        (("header", "maker"), "acme"),
        (("header",), []),
        (("header",), "header"),
    ],
)
def test_a_certificate_that_contradicts_itself_is_refused(
    fields: dict[str, Any], path: tuple[str | int, ...], value: object
) -> None:
    assert refusal_of(changed(fields, path, value)).isprintable()


@given(st.data())
def test_no_value_makes_the_reader_fail_otherwise(
    fields: dict[str, Any], data: st.DataObject
) -> None:
    check_any_value(Certificate.from_fields, fields, data)


@given(st.dictionaries(st.text(), VALUES))
def test_no_object_makes_the_reader_fail_otherwise(fields: dict[str, Any]) -> None:
    refusal_of(fields)


NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
BEFORE, AFTER = NOON - timedelta(hours=1), NOON + timedelta(hours=1)
ANN_AND_BOB = ("Ann Berg", "Bob Cole")
SPOILED = Spoiled((3,), BEFORE, ANN_AND_BOB, "Torn", remade=True)
LIGHT = LightTest(BEFORE, "LED", (1,), ANN_AND_BOB)
CORRECTED = Correction(Counter("Press 1", 0, 60), Signed(BEFORE, ANN_AND_BOB, "Misread"))
GAP = Sheets(61, 1, 60, 0, 0, 0, Signed(BEFORE, ANN_AND_BOB, "Lost"))


NOTHING_NOTED = Finishing((), (), (), 0, 0, 0, (1, 60))
REMOVED_EARLY = Custody((BEFORE, NOON), one_sitting=False, removed=Removal(BEFORE, ANN_AND_BOB))


@pytest.mark.parametrize(
    "told_too_early",
    [
        {"custody": Custody((BEFORE, AFTER), one_sitting=False, removed=None)},
        {"custody": REMOVED_EARLY},
        {"finishing": replace(NOTHING_NOTED, spoiled=(SPOILED,))},
        {"finishing": replace(NOTHING_NOTED, light_tests=(LIGHT,))},
        {"finishing": replace(NOTHING_NOTED, corrections=(CORRECTED,))},
        {"finishing": replace(NOTHING_NOTED, sheets=GAP)},
        {"independence": Independence(BEFORE, 60, ())},
    ],
)
def test_components_making_and_every_note_follow_each_other_in_time(
    fields: dict[str, Any], told_too_early: dict[str, Any]
) -> None:
    certificate = replace(Certificate.from_fields(fields), made_at=NOON)
    with pytest.raises(BadValueError, match="or later"):
        replace(certificate, **told_too_early)


def test_the_second_component_is_not_published_before_the_first() -> None:
    with pytest.raises(BadValueError, match="second component"):
        Custody((NOON, BEFORE), one_sitting=False, removed=None)


def test_what_happens_in_one_second_is_in_order(fields: dict[str, Any]) -> None:
    custody = Custody((NOON, NOON), one_sitting=True, removed=Removal(NOON, ANN_AND_BOB))
    certificate = replace(Certificate.from_fields(fields), made_at=NOON, custody=custody)
    assert certificate.begun_at == certificate.signed_at == NOON
