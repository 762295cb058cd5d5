"""Custody and the shop floor in a certificate: told whole, or refused as malformed."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

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
from cardgen.proof.framing import MalformedError, canonical, parse_canonical
from tests.json_mutations import WRONG, changed, objects, paths, with_foreign_field, without

AT = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)
BY = ("Ann", "Bob")
SPOILED = Spoiled((3, 5), AT, BY, "Torn", remade=False)
FINISHING = Finishing(
    spoiled=(SPOILED, Spoiled((7,), AT, BY, "Smeared", remade=True)),
    counters=(Counter("Press 1", 100, 230),),
    light_tests=(LightTest(AT, "LED", (9,), BY),),
    sheets_checked=2,
    packs_checked=3,
    spares=4,
    delivered=(1, 56),
)
CUSTODY = Custody((AT, AT), one_sitting=True, removed=Removal(AT, BY))
PARTS = ("custody", "finishing")


@pytest.fixture(scope="module")
def fields(untouched: Path) -> dict[str, Any]:
    raw = (untouched / "certificate-000201.json").read_bytes()
    certificate = Certificate.from_fields(parse_canonical(raw, "certificate"))
    whole = replace(certificate, custody=CUSTODY, finishing=FINISHING, skips=(3, 5))
    return parse_canonical(whole.json, "certificate")


def test_what_was_noted_is_read_as_it_was_written(fields: dict[str, Any]) -> None:
    certificate = Certificate.from_fields(fields)
    assert certificate.custody == CUSTODY
    assert certificate.finishing == FINISHING
    assert certificate.delivered == (1, 56)
    assert fields["finishing"]["remade"] == [7]
    assert certificate.json == canonical(fields)


def test_no_wrong_value_is_taken_for_another(fields: dict[str, Any]) -> None:
    """A changed value is refused, or read as exactly that value: free texts and free counts."""
    for path in paths({part: fields[part] for part in PARTS}):
        for value in WRONG:
            other = changed(fields, path, value)
            try:
                certificate = Certificate.from_fields(other)
            except MalformedError:
                continue
            assert certificate.json == canonical(other)
        if len(path) > 1 and isinstance(path[-1], str):
            with pytest.raises(MalformedError):
                Certificate.from_fields(without(fields, path))


def test_no_foreign_field_is_taken(fields: dict[str, Any]) -> None:
    for path in objects({part: fields[part] for part in PARTS}):
        with pytest.raises(MalformedError):
            Certificate.from_fields(with_foreign_field(fields, path, "more"))


def test_a_skip_was_destroyed_by_two_people(fields: dict[str, Any]) -> None:
    certificate = Certificate.from_fields(fields)
    with pytest.raises(BadValueError, match="two people destroyed"):
        replace(certificate, skips=(3,))
    with pytest.raises(BadValueError, match="delivered"):
        replace(certificate, finishing=replace(FINISHING, delivered=(1, 61)))


@pytest.mark.parametrize("by", [("Ann", "ann"), ("", "Bob"), ("Ann", " Bob"), ("Ann", "x" * 61)])
def test_two_people_are_two(by: tuple[str, str]) -> None:
    with pytest.raises(BadValueError):
        Removal(AT, by)
    with pytest.raises(BadValueError):
        replace(SPOILED, by=by)
    with pytest.raises(BadValueError):
        LightTest(AT, "LED", (9,), by)


SIGNED = Signed(AT, BY, "Two stuck together")
# 260 sheets of four: 26 for 104 cards, 200 for the set-up, 30 waste, and four that nobody found.
SHEETS = Sheets(260, 4, 100, 4, 200, 30, SIGNED)


@pytest.mark.parametrize("sheets", [None, replace(SHEETS, gap_signed=None), SHEETS])
def test_sheets_and_corrections_are_read_as_they_were_written(
    fields: dict[str, Any], sheets: Sheets | None
) -> None:
    finishing = replace(
        FINISHING,
        counters=(Counter("Press 1", 100, 230, up=4),),
        corrections=(Correction(Counter("Press 1", 100, 2300), SIGNED),),
        sheets=sheets,
    )
    certificate = replace(Certificate.from_fields(fields), finishing=finishing)
    again = Certificate.from_fields(parse_canonical(certificate.json, "certificate"))
    assert again.finishing == finishing
    assert again.json == certificate.json


def test_a_gap_is_what_the_counters_ran_and_nobody_accounts_for() -> None:
    assert SHEETS.gap == 4
    assert replace(SHEETS, impressions=250).gap == -6
    assert SHEETS.statement == (
        "260 impressions = (100 good + 4 destroyed) / 4 a sheet + 200 makeready + 30 waste "
        "+ 4 unaccounted for, signed by Ann and Bob (Two stuck together)."
    )
    with pytest.raises(BadValueError):
        replace(SHEETS, waste=-1)


def test_a_counter_does_not_run_backwards() -> None:
    with pytest.raises(BadValueError, match="230 or more"):
        Counter("Press 1", 230, 100)
