"""What was sent to a hall: every card of every series in one pack, and nothing else said."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.card_id import AuditNumber, MakerId, SetSerial
from cardgen.errors import BadValueError
from cardgen.order import HallId
from cardgen.proof.framing import parse_canonical
from cardgen.proof.manifest import (
    Manifest,
    ManifestSeries,
    check_skips,
    packs_of,
    parsed_time,
    printed_time,
)
from cardgen.series import Role
from cardgen.tokens import PackLabel
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

ACME = MakerId("ACME")
RED, BLUE = SetSerial("000201"), SetSerial("000202")


def labels(serial: SetSerial, *ranges: tuple[int, int]) -> tuple[PackLabel, ...]:
    return tuple(
        PackLabel(ACME, serial, AuditNumber(first), AuditNumber(last)) for first, last in ranges
    )


ORIGINALS = ManifestSeries(
    set_serial=RED,
    role=Role.ORIGINAL,
    price_cents=200,
    exchange_of=None,
    first=AuditNumber(1),
    last=AuditNumber(60),
    packs=labels(RED, (1, 25), (26, 50), (51, 60)),
    skips=(7, 8),
    bundle_sha256="0a" * 32,
)
TRADE_INS = replace(
    ORIGINALS,
    set_serial=BLUE,
    role=Role.TRADE_IN,
    exchange_of=RED,
    packs=labels(BLUE, (1, 60)),
    skips=(),
)


@pytest.fixture(scope="module")
def fields(untouched: Path) -> dict[str, Any]:
    return parse_canonical((untouched / "manifest.json").read_bytes(), "manifest.json")


def refusal_of(fields: dict[str, Any]) -> str:
    return refused(Manifest.from_fields, fields)


def test_a_manifest_says_what_the_text_says(untouched: Path, fields: dict[str, Any]) -> None:
    assert {*fields} == {
        "version",
        "maker",
        "order",
        "hall",
        "jurisdiction",
        "made_at",
        "series",
    }
    assert fields["version"] == 1
    assert fields["made_at"] == "2026-11-30T18:00:00Z"
    red, blue = fields["series"]
    assert "exchange_of" not in red
    assert blue["exchange_of"] == "000201"
    assert red["packs"][0]["first"] == 1
    assert [pack["last"] for pack in red["packs"]] == [25, 50, 60]
    assert [PackLabel.parse(pack["label"]).first for pack in blue["packs"]] == [
        1001,
        1026,
        1051,
        1076,
        1101,
    ]


def test_a_manifest_is_read_as_it_was_written(untouched: Path, fields: dict[str, Any]) -> None:
    raw = (untouched / "manifest.json").read_bytes()
    manifest = Manifest.from_fields(fields)
    assert manifest.json == raw
    assert Manifest.from_fields(parse_canonical(manifest.json, "m")) == manifest


def test_nothing_in_a_manifest_may_be_missing(fields: dict[str, Any]) -> None:
    for path in paths(fields):
        if path[:-1] != ("series",):  # a shorter list of series is another manifest
            assert refusal_of(without(fields, path)).isprintable()


def test_nothing_foreign_may_stand_in_a_manifest(fields: dict[str, Any]) -> None:
    for path in objects(fields):
        for name in ("Maker", "note", "a\x1b[31m\nb", "\ud800", ""):
            assert refusal_of(with_foreign_field(fields, path, name)).isprintable()


def test_nothing_in_a_manifest_may_be_of_another_type(fields: dict[str, Any]) -> None:
    for path in paths(fields):
        there = at(fields, path)
        for value in [*WRONG, str(there), [there]]:
            same = type(value) is type(there) and value == there
            if same or (path == ("order",) and isinstance(value, str) and value.isprintable()):
                continue
            if path == ("jurisdiction",) and isinstance(value, str) and value.isprintable():
                continue
            assert refusal_of(changed(fields, path, value)).isprintable(), (path, value)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("version",), 2),
        (("version",), True),
        (("maker",), "acme"),
        (("maker",), "ACMF"),  # the labels say ACME
        (("maker",), ["A", "C", "M", "E"]),
        (("hall",), "../st-brendan"),
        (("order",), "a\nb"),
        (("order",), 118),
        (("jurisdiction",), "us\x1b[31m"),
        (("made_at",), "2026-11-30T18:00:00+00:00"),
        (("made_at",), "2026-11-30 18:00:00Z"),
        (("made_at",), "2026-11-30T18:00:00.5Z"),
        (("made_at",), "2026-13-30T18:00:00Z"),
        (("made_at",), "2026-2-3T18:00:00Z"),
        (("made_at",), "\u0662\u0660\u0662\u0666-11-30T18:00:00Z"),
        (("made_at",), "0026-11-30T18:00:00Z"),
        (("series",), []),
        (("series", 0, "set_serial"), "000202"),  # twice, and not the labels'
        (("series", 0, "set_serial"), "000201\n"),
        (("series", 0, "role"), "trade-in"),
        (("series", 0, "role"), "Original"),
        (("series", 0, "price_cents"), True),
        (("series", 0, "price_cents"), -1),
        (("series", 0, "price_cents"), 100_001),
        (("series", 0, "price_cents"), 2.5),
        (("series", 0, "price_cents"), "200"),
        (("series", 0, "first"), 2),
        (("series", 0, "first"), True),
        (("series", 0, "last"), 59),
        (("series", 0, "last"), 61),
        (("series", 0, "last"), 60.0),
        (("series", 0, "skips"), [0]),
        (("series", 0, "skips"), [61]),
        (("series", 0, "skips"), [2, 1]),
        (("series", 0, "skips"), [1, 1]),
        (("series", 0, "skips"), [True]),
        (("series", 0, "skips"), [1.5]),
        (("series", 0, "skips"), ["1"]),
        (("series", 0, "skips"), "12"),
        (("series", 0, "skips"), {}),
        (("series", 0, "exchange_of"), "000202"),
        (("series", 0, "exchange_of"), None),
        (("series", 1, "exchange_of"), None),
        (("series", 1, "exchange_of"), "201"),
        (("series", 0, "bundle_sha256"), "0A" * 32),
        (("series", 0, "bundle_sha256"), "0a" * 31),
        (("series", 0, "packs"), []),
        (("series", 0, "packs", 0, "first"), 2),
        (("series", 0, "packs", 0, "label"), "SP1ACME00020100000010000024"),
        (("series", 0, "packs", 0, "label"), 1),
    ],
)
def test_a_manifest_that_contradicts_itself_is_refused(
    fields: dict[str, Any], path: tuple[str | int, ...], value: object
) -> None:
    assert refusal_of(changed(fields, path, value)).isprintable()


@given(st.data())
def test_no_value_makes_the_reader_fail_otherwise(
    fields: dict[str, Any], data: st.DataObject
) -> None:
    check_any_value(Manifest.from_fields, fields, data)


@given(st.dictionaries(st.text(), VALUES))
def test_no_object_makes_the_reader_fail_otherwise(fields: dict[str, Any]) -> None:
    refusal_of(fields)


@pytest.mark.parametrize(
    "ranges",
    [
        [],
        [(1, 25), (27, 60)],  # a gap
        [(1, 25), (25, 60)],  # an overlap
        [(1, 25), (26, 50)],  # too few
        [(1, 25), (26, 61)],  # too many
        [(2, 60)],  # begins late
        [(26, 60), (1, 25)],  # not in order
        [(1, 60), (1, 60)],  # twice
        [(1, 60), (61, 61)],
    ],
)
def test_packs_hold_every_card_once(ranges: list[tuple[int, int]]) -> None:
    with pytest.raises(BadValueError, match="pack"):
        replace(ORIGINALS, packs=labels(RED, *ranges))


def test_a_pack_of_another_set_is_refused() -> None:
    with pytest.raises(BadValueError, match="pack"):
        replace(ORIGINALS, packs=labels(BLUE, (1, 60)))


@given(st.integers(1, 9_999_000), st.integers(1, 999), st.integers(1, 1200))
def test_packs_made_for_a_series_are_packs_of_it(first: int, count: int, size: int) -> None:
    numbers = range(first, first + count)
    packs = packs_of(ACME, RED, numbers, size)
    replace(
        ORIGINALS,
        first=AuditNumber(first),
        last=AuditNumber(first + count - 1),
        packs=packs,
        skips=(),
    )
    assert len(packs) == -(-count // size)
    assert [number for pack in packs for number in range(pack.first, pack.last + 1)] == [*numbers]


@pytest.mark.parametrize("skips", [(), (1,), (60,), (1, 2, 60)])
def test_spoiled_numbers_rise_and_are_of_the_series(skips: tuple[int, ...]) -> None:
    assert replace(ORIGINALS, skips=skips).skips == skips


@pytest.mark.parametrize("skips", [(0,), (61,), (-1,), (2, 1), (1, 1), (1, 2, 2)])
def test_spoiled_numbers_in_another_order_or_of_another_series_are_refused(
    skips: tuple[int, ...],
) -> None:
    with pytest.raises(BadValueError, match="skips"):
        check_skips(skips, 1, 60)


@pytest.mark.parametrize("price", [-1, 100_001, 10**12])
def test_a_price_that_no_order_has_is_refused(price: int) -> None:
    with pytest.raises(BadValueError, match="price"):
        replace(ORIGINALS, price_cents=price)


def test_only_a_trade_in_is_exchanged_for_something() -> None:
    with pytest.raises(BadValueError, match="exchanged"):
        replace(ORIGINALS, exchange_of=BLUE)
    with pytest.raises(BadValueError, match="exchanged"):
        replace(TRADE_INS, exchange_of=None)


@pytest.mark.parametrize("series", [(), (ORIGINALS, ORIGINALS)])
def test_a_manifest_names_each_series_once_and_one_at_least(
    series: tuple[ManifestSeries, ...],
) -> None:
    whole = Manifest(
        maker=ACME,
        order="2026-118",
        hall=HallId("st-brendan"),
        jurisdiction="us-ny",
        made_at=datetime(2026, 11, 30, tzinfo=UTC),
        series=(ORIGINALS, TRADE_INS),
    )
    with pytest.raises(BadValueError, match="set serials"):
        replace(whole, series=series)


@given(st.datetimes(min_value=datetime(1000, 1, 1), max_value=datetime(9999, 12, 30)))  # noqa: DTZ001 -- the zone is added below
def test_a_time_is_read_as_it_was_printed(moment: datetime) -> None:
    moment = moment.replace(microsecond=0, tzinfo=UTC)
    assert parsed_time(printed_time(moment)) == moment


def test_a_time_is_printed_in_utc() -> None:
    new_york = timezone(timedelta(hours=-5))
    assert printed_time(datetime(2026, 11, 30, 13, 0, tzinfo=new_york)) == "2026-11-30T18:00:00Z"


@pytest.mark.parametrize("text", ["", "now", "2026-11-30", "2026-11-30T24:00:00Z", "\ud800", 5])
def test_what_is_no_time_is_refused(text: Any) -> None:  # noqa: ANN401 -- whatever JSON holds
    with pytest.raises(BadValueError, match="time"):
        parsed_time(text)
