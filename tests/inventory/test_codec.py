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
from inventory.entries import entry as entry_room
from inventory.entries import upgrade
from inventory.entries.codec import canonical_bytes
from inventory.entries.entry import Context, Entry
from inventory.entries.house import ClockJumped, ConfigChanged
from inventory.entries.sale import Sold
from inventory.entries.upgrade import Body, Read, upgraded

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
    monkeypatch.setitem(upgrade.NEWEST, "Sold", 2)  # type: ignore[arg-type]
    monkeypatch.setitem(upgrade.STEPS, ("Sold", 1), with_named_by)  # type: ignore[arg-type]
    read = Entry.parse(old)
    assert (read, read.json) == (SOLD, old)
    written = replace(read, sequence=8)
    assert json.loads(written.json)["version"] == 2
    assert Entry.parse(written.json) == written


def test_an_unknown_field_is_refused_in_an_old_version_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(upgrade.NEWEST, "Sold", 2)  # type: ignore[arg-type]
    monkeypatch.setitem(upgrade.STEPS, ("Sold", 1), with_named_by)  # type: ignore[arg-type]
    fields = json.loads(without_named_by(SOLD.json))
    fields["body"]["tip"] = 5
    with pytest.raises(MalformedError, match="fields of Sold"):
        Entry.parse(rfc8785.dumps(fields))


@pytest.mark.parametrize("version", [0, 2, 99])
def test_a_version_that_nobody_wrote_is_refused_with_the_newest(version: int) -> None:
    fields = json.loads(SOLD.json) | {"version": version}
    with pytest.raises(MalformedError, match=f"version {version} of Sold; this program knows up"):
        Entry.parse(rfc8785.dumps(fields))


def test_one_old_entry_may_read_as_several_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    def divided(body: Body) -> Read:
        jumps = tuple(("ClockJumped", {"seconds": len(name)}) for name, _ in body["settings"])
        return (("ConfigChanged", {"settings": []}), *jumps)

    monkeypatch.setitem(upgrade.NEWEST, "ConfigChanged", 2)  # type: ignore[arg-type]
    monkeypatch.setitem(upgrade.STEPS, ("ConfigChanged", 1), divided)  # type: ignore[arg-type]
    fields = json.loads(SOLD.json)
    fields |= {"kind": "ConfigChanged", "body": {"settings": [["hall", "x"], ["pays", "yes"]]}}
    raw = rfc8785.dumps(fields)
    read = entry_room.Entry.parse_all(raw)
    assert [one.kind for one in read] == [ConfigChanged(()), ClockJumped(4), ClockJumped(4)]
    assert {(one.sequence, one.json) for one in read} == {(7, raw)}
    with pytest.raises(MalformedError, match="reads as 3 kinds"):
        Entry.parse(raw)


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
