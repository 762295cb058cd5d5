"""Entries as bytes: one form, whoever writes it; an old version is read as today's kinds."""

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from cardgen.card_id import CardId
from cardgen.proof.framing import MalformedError
from inventory.clock import Moment
from inventory.entries.claim import ClaimDecided, StepTaken
from inventory.entries.closing import CashCounted, OccasionEnded, PackBack, Taking
from inventory.entries.entry import Context, Entry
from inventory.entries.game import (
    AnnouncedPrize,
    GameCompleted,
    GameStarted,
    GivenPrize,
    OccasionOpened,
)
from inventory.entries.house import HallFounded, PatternDrawn, RuleAnswered, RuleTakenBack
from inventory.entries.maker import CardReleased, PacksHeld, SetDisclosed, SetNote, StatusNoted
from inventory.entries.sale import Sold
from inventory.entries.union import KINDS, Kind
from inventory.entries.wire import upgrade
from inventory.entries.wire.codec import canonical_bytes
from inventory.entries.wire.upgrade import NEWEST, STEPS, Body, Read, stored_names, upgraded
from inventory.program.program import (
    Approval,
    ColorShare,
    Game,
    GameKind,
    PrizeBasis,
    Program,
    Terms,
)

CARD = CardId.parse("ACME-000123-0000057-F")
MOMENT = Moment(datetime(2026, 11, 30, 18, 0, tzinfo=UTC), 1000, "boot-1")
CONTEXT = Context("0f" * 16, "1", "Ann", "", MOMENT)
SOLD = Entry("st-brendan/0011aabb", 7, 4, CONTEXT, "ab" * 8, 0, Sold(7, (CARD,), (100,), "scanned"))

texts = st.text(st.characters(exclude_categories=["Cs"]))
numbers = st.integers(-(2**53) + 1, 2**53 - 1)
values = st.recursive(
    texts | numbers | st.booleans(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text("abcXYZ_09"), inner),
)


@given(st.dictionaries(st.text("abcXYZ_09"), values))
def test_the_bytes_are_those_of_the_library_for_rfc_8785(value: dict[str, object]) -> None:
    assert canonical_bytes(value) == rfc8785.dumps(value)  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [2**53, -(2**53), 10**20])
def test_a_number_that_json_has_no_one_form_for_is_not_written(number: int) -> None:
    with pytest.raises(ValueError, match="domain"):
        canonical_bytes({"cents": number})
    with pytest.raises(ValueError, match="domain"):
        rfc8785.dumps({"cents": number})


def test_half_a_character_is_not_written() -> None:
    with pytest.raises(ValueError, match="surrogates"):
        canonical_bytes({"clerk": "\ud800"})


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        (b'"part":0,"part":0,', "occurs twice"),
        (b'"part":0, ', "canonical form"),
        (b'"part":0,"party":1,', "foreign fields"),
        (b'"part":true,', "True instead of int"),
        (b'"part":1.5,', "1.5 instead of int"),
    ],
)
def test_bytes_of_another_form_are_no_entry(changed: bytes, told: str) -> None:
    raw = SOLD.json.replace(b'"part":0,', changed)
    assert raw != SOLD.json
    with pytest.raises(MalformedError, match=told):
        Entry.parse(raw)


@pytest.mark.parametrize(
    ("written", "changed"),
    [
        (b'"prices":[100]', b'"prices":[9007199254740992]'),
        (b'"prices":[100]', b'"prices":"100"'),
        (b'"prices":[100]', b'"prices":{}'),
        (b'"cards":["ACME-000123-0000057-F"]', b'"cards":"ACME-000123-0000057-F"'),
        (b'"sequence":7', b'"sequence":9007199254740992'),
        (b'"2026-11-30T18:00:00.000000Z"', b'"2026-11-30T18:00:00.000000+00:00"'),
        (b'"2026-11-30T18:00:00.000000Z"', b'"2026-11-30T18:00:00,000000Z"'),
        (b'"2026-11-30T18:00:00.000000Z"', b'"2026-02-30T18:00:00.000000Z"'),
        (b'"Ann"', b'"\\u0041nn"'),
    ],
)
def test_a_value_of_another_type_or_form_is_no_entry(written: bytes, changed: bytes) -> None:
    raw = SOLD.json.replace(written, changed)
    assert raw != SOLD.json
    with pytest.raises(MalformedError):
        Entry.parse(raw)


def test_bytes_around_an_entry_are_no_entry() -> None:
    for raw in (SOLD.json + b" ", b" " + SOLD.json, SOLD.json + SOLD.json, b"[]", b"\xff"):
        with pytest.raises(MalformedError):
            Entry.parse(raw)


def test_a_card_id_with_a_wrong_check_symbol_is_no_entry() -> None:
    with pytest.raises(MalformedError):
        Entry.parse(SOLD.json.replace(b"0000057-F", b"0000057-G"))


def test_an_entry_that_was_changed_in_memory_is_written_anew() -> None:
    read = Entry.parse(SOLD.json)
    assert read == SOLD
    assert json.loads(replace(read, sequence=8).json)["sequence"] == 8


# -- versions -------------------------------------------------------------------------------------


def without_named_by(kinds_before: bytes) -> bytes:
    """Yesterday's bytes: a sale that did not say yet how its cards were named."""
    fields = json.loads(kinds_before)
    del fields["body"]["named_by"]
    return rfc8785.dumps(fields)


def with_named_by(body: Body) -> Read:
    return (("Sold", {**body, "named_by": "scanned"}),)


def test_an_entry_from_before_a_field_was_added_is_read_and_keeps_its_bytes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    old = without_named_by(SOLD.json)
    with pytest.raises(MalformedError, match="fields of Sold"):
        Entry.parse(old)
    monkeypatch.setitem(upgrade.NEWEST, "Sold", 2)
    monkeypatch.setitem(upgrade.STEPS, ("Sold", 1), with_named_by)
    read = Entry.parse(old)
    assert (read, read.json) == (SOLD, old)
    written = replace(read, sequence=8)
    assert json.loads(written.json)["version"] == 2
    assert Entry.parse(written.json) == written


def test_an_unknown_field_is_refused_in_an_old_version_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(upgrade.NEWEST, "Sold", 2)
    monkeypatch.setitem(upgrade.STEPS, ("Sold", 1), with_named_by)
    fields = json.loads(without_named_by(SOLD.json))
    fields["body"]["tip"] = 5
    with pytest.raises(MalformedError, match="fields of Sold"):
        Entry.parse(rfc8785.dumps(fields))


@pytest.mark.parametrize("version", [0, 2, 99])
def test_a_version_that_nobody_wrote_is_refused_with_the_newest(version: int) -> None:
    fields = json.loads(SOLD.json) | {"version": version}
    with pytest.raises(MalformedError, match=f"version {version} of Sold; this program knows up"):
        Entry.parse(rfc8785.dumps(fields))


def old_answers(*settings: tuple[str, str]) -> bytes:
    """An entry of version 1, when every answer of a hall was a pair of texts."""
    fields = json.loads(SOLD.json) | {"kind": "ConfigChanged", "body": {"settings": settings}}
    return rfc8785.dumps(fields)


FOUNDING = {
    "hall": "st-brendan",
    "hall_name": "St. Brendan's",
    "profile": "us-ny",
    "pays_again": "no",
    "deface_method": "round punch",
    "hall_key": "0f" * 32,
}


@pytest.mark.parametrize(
    ("settings", "kinds"),
    [
        (
            tuple(FOUNDING.items()),
            (HallFounded(**{**FOUNDING, "pays_again": False}, law=1),),  # type: ignore[arg-type]
        ),
        (
            (("rule:papers.filing_days", "6"), ("reason:papers.filing_days", "the clerk")),
            (RuleAnswered("papers.filing_days", "6", "the clerk"),),
        ),
        (
            (("rule:papers.filing_days", ""), ("reason:papers.filing_days", "no more")),
            (RuleTakenBack("papers.filing_days", "no more"),),
        ),
        (
            (("pattern:top row", "000001f 1f00000"), ("pattern:dot", "0000001")),
            (PatternDrawn("top row", (31, 0x1F00000)), PatternDrawn("dot", (1,))),
        ),
        ((("disclosed:000123", "yes"),), (SetDisclosed("000123"),)),
        (((f"released:{CARD.printed}", "judge"),), (CardReleased(CARD, "judge"),)),
    ],
)
def test_an_answer_of_version_1_reads_as_the_kind_that_it_was(
    settings: tuple[tuple[str, str], ...], kinds: tuple[Kind, ...]
) -> None:
    raw = old_answers(*settings)
    read = Entry.parse_all(raw)
    assert tuple(one.kind for one in read) == kinds
    assert {(one.sequence, one.json, one.stored_kind) for one in read} == {
        (7, raw, "ConfigChanged")
    }
    assert all("ConfigChanged" in stored_names(one.kind_name) for one in read)


def test_an_entry_that_reads_as_two_is_not_read_as_one() -> None:
    with pytest.raises(MalformedError, match="reads as 2 kinds"):
        Entry.parse(old_answers(("pattern:a", "1"), ("pattern:b", "2")))


@pytest.mark.parametrize(
    "settings",
    [
        (),
        (("color", "red"),),
        (("hall_key", "11" * 32),),
        (("reason:papers.filing_days", "why"),),
        (("rule:papers.filing_days", "6"),),
        (("pattern:a", "1"), ("pattern:a", "2")),
        (("pattern:a", "x"),),
        (("disclosed:000123", "no"),),
        (("released:nothing", "judge"),),
        (("hall",),),
        tuple((FOUNDING | {"pays_again": "perhaps"}).items()),
    ],
)
def test_an_answer_that_no_hall_wrote_is_no_entry(settings: tuple[tuple[str, str], ...]) -> None:
    with pytest.raises(MalformedError):
        Entry.parse_all(old_answers(*settings))


def test_nobody_writes_the_old_answers_any_more() -> None:
    fields = json.loads(old_answers(("disclosed:000123", "yes"))) | {"version": 2}
    with pytest.raises(MalformedError):
        Entry.parse_all(rfc8785.dumps(fields))
    extra = json.loads(old_answers()) | {"body": {"settings": [], "more": 1}}
    with pytest.raises(MalformedError):
        Entry.parse_all(rfc8785.dumps(extra))


PACKS = (PackBack("000123", 21, 40, 20),)
NOTE = SetNote("000123", "0f" * 16, "recalled", "then", "glue", ((1, 20),))
FRIDAY = Program(
    "Friday",
    "2026-12-04",
    (
        Game(
            1,
            "Rainbow",
            GameKind.MULTI_COLOR,
            Terms(PrizeBasis.BY_COLOR, pool_share=7500, colors=(ColorShare("red", 10_000),)),
        ),
    ),
    approvals=(Approval("sealed cards", "GC 1"),),
)


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (
            CashCounted(5300, 5200, (Taking("admission", 100),), 2),
            {"other_takings": [["admission", 100]]},
        ),
        (OccasionEnded((CARD,), PACKS), {"put_back": [["000123", 21, 40, 20]]}),
        (GameCompleted(1, (GivenPrize("Mary K.", 5000, ""),)), {"given": [["Mary K.", 5000]]}),
        (
            GameStarted(1, "", 2, 200, (AnnouncedPrize("primary", 100),), ()),
            {"announced": [["primary", 100]]},
        ),
        (
            ClaimDecided(1, 1, CARD, "VALID", 0, "", (StepTaken(1, "yes", "ours"),), (), 48, ""),
            {"steps": [[1, "yes", "ours"]]},
        ),
        (
            StatusNoted(
                "ACME", 3, "then", "ab", "cd", (NOTE,), (PacksHeld("000123", "1", ((1, 20),), 17),)
            ),
            {
                "sets": [["000123", "0f" * 16, "recalled", "then", "glue", [[1, 20]]]],
                "held": [["000123", "1", [[1, 20]], 17]],
            },
        ),
    ],
)
def test_lists_of_version_1_get_names(kind: Kind, fields: dict[str, object]) -> None:
    today = json.loads(replace(SOLD, kind=kind).json)
    assert today["version"] == NEWEST[type(kind).__name__]
    later = {"notes", "indivisible"}  # fields that version 1 did not have
    body = {name: value for name, value in today["body"].items() if name not in later}
    old = rfc8785.dumps(today | {"version": 1, "body": body | fields})
    read = Entry.parse(old)
    assert (read.kind, read.json) == (kind, old)
    for name in fields:
        wrong = body | fields | {name: ["ab"]}
        with pytest.raises(MalformedError):
            Entry.parse(rfc8785.dumps(today | {"version": 1, "body": wrong}))


def test_a_program_of_version_1_gets_names_in_its_terms_and_approvals() -> None:
    today = json.loads(replace(SOLD, kind=OccasionOpened(FRIDAY, 5000)).json)
    program = today["body"]["program"]
    program["approvals"] = [["sealed cards", "GC 1"]]
    program["games"][0]["terms"]["colors"] = [["red", 10_000]]
    body = {name: value for name, value in today["body"].items() if name not in {"law", "rules"}}
    read = Entry.parse(rfc8785.dumps(today | {"version": 1, "body": body}))
    assert read.kind == OccasionOpened(FRIDAY, 5000, law=1)


def test_every_step_leads_from_the_version_before_to_a_kind_of_today() -> None:
    names = {kind.__name__ for kind in KINDS} | {"ConfigChanged"}
    assert set(NEWEST) <= names
    assert set(STEPS) == {(name, at) for name, last in NEWEST.items() for at in range(1, last)}


def test_steps_are_taken_one_after_another() -> None:
    steps = {
        ("A", 1): lambda body: (("A", {**body, "second": 2}),),
        ("A", 2): lambda body: (("A", {**body, "third": 3}), ("B", {})),
        ("B", 1): lambda body: (("B", {**body, "of": "A"}),),
    }
    newest = {"A": 3, "B": 2}
    assert upgraded("A", 1, {"first": 1}, newest, steps) == (
        ("A", {"first": 1, "second": 2, "third": 3}),
        ("B", {"of": "A"}),
    )
    assert upgraded("A", 3, {}, newest, steps) == (("A", {}),)
