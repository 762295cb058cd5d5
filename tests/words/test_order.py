"""An order that cannot be printed cannot be made."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.card_id import AuditNumber, FormCode, MakerId, SetSerial
from cardgen.color import Color
from cardgen.errors import BadValueError, CardgenError
from cardgen.order import HallId, Order, OrderedSeries, OrderError, Spoils
from cardgen.series import Role, RunId, SeriesCode

ORIGINALS = OrderedSeries(
    set_serial=SetSerial("000123"),
    series=SeriesCode("R1"),
    color=Color.RED,
    role=Role.ORIGINAL,
    count=9000,
    price_cents=200,
)
TRADE_INS = OrderedSeries(
    set_serial=SetSerial("000124"),
    series=SeriesCode("B1"),
    color=Color.BLUE,
    role=Role.TRADE_IN,
    count=18_000,
    price_cents=100,
    exchange_of=SetSerial("000123"),
)
ORDER = Order(
    number="2026-118",
    maker=MakerId("ACME"),
    form=FormCode("T75"),
    hall=HallId("st-brendan"),
    hall_name="St. Brendan's Parish",
    jurisdiction="us-ny",
    series=(ORIGINALS, TRADE_INS),
)


def test_the_series_lie_one_after_another_in_the_run() -> None:
    run_id = RunId(bytes(range(16)))
    placed = ORDER.in_run(run_id)
    assert [series.run_offset for series in placed] == [0, 9000]
    assert [series.last for series in placed] == [9000, 18_000]
    assert {series.run_id for series in placed} == {run_id}
    faces = replace(ORDER, faces=3).in_run(run_id)
    assert [series.run_offset for series in faces] == [0, 27_000]  # 9,000 cards of 3 faces


@pytest.mark.parametrize("count", [0, -1, 10**7 + 1, 10**12])
def test_a_count_that_cannot_be_printed_is_refused_with_its_set(count: int) -> None:
    with pytest.raises(OrderError, match=r"000123.*count") as refusal:
        replace(ORDER, series=(replace(ORIGINALS, count=count),))
    assert str(count) in str(refusal.value)


def test_numbers_beyond_seven_digits_are_refused() -> None:
    late = replace(ORIGINALS, first=AuditNumber(9_999_000))
    with pytest.raises(OrderError, match="last audit number"):
        replace(ORDER, series=(late,))


@pytest.mark.parametrize("faces", [0, -1, 37])
def test_faces_that_no_card_has_are_refused(faces: int) -> None:
    with pytest.raises(OrderError, match="faces"):
        replace(ORDER, faces=faces)


def test_a_set_serial_twice_is_refused() -> None:
    twice = replace(ORIGINALS, series=SeriesCode("R2"), color=Color.GREEN)
    with pytest.raises(OrderError, match="set_serial of two series"):
        replace(ORDER, series=(ORIGINALS, twice))


def test_a_series_code_twice_is_refused() -> None:
    with pytest.raises(OrderError, match="series of two series"):
        replace(ORDER, series=(ORIGINALS, replace(TRADE_INS, series=SeriesCode("R1"))))


def test_a_trade_in_of_its_originals_color_is_refused() -> None:
    with pytest.raises(OrderError, match="other than its originals' red"):
        replace(ORDER, series=(ORIGINALS, replace(TRADE_INS, color=Color.RED)))


@pytest.mark.parametrize("serial", ["000999", "000124"])
def test_a_trade_in_for_no_original_of_the_order_is_refused(serial: str) -> None:
    astray = replace(TRADE_INS, exchange_of=SetSerial(serial))
    with pytest.raises(OrderError, match="original of this order"):
        replace(ORDER, series=(ORIGINALS, astray))


def test_a_trade_in_for_another_trade_in_is_refused() -> None:
    second = replace(
        TRADE_INS,
        set_serial=SetSerial("000125"),
        series=SeriesCode("G1"),
        color=Color.GREEN,
        exchange_of=SetSerial("000124"),
    )
    with pytest.raises(OrderError, match="original of this order"):
        replace(ORDER, series=(ORIGINALS, TRADE_INS, second))


def test_only_a_trade_in_says_what_it_is_exchanged_for() -> None:
    with pytest.raises(OrderError, match="exchange_of"):
        replace(TRADE_INS, exchange_of=None)
    with pytest.raises(OrderError, match="exchange_of"):
        replace(ORIGINALS, exchange_of=SetSerial("000124"))


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"set_serial": SetSerial("000000")}, "set_serial"),
        ({"pack_size": 0}, "pack_size"),
        ({"pack_size": -1}, "pack_size"),
        ({"pack_size": 1001}, "pack_size"),
        ({"price_cents": -1}, "price_cents"),
        ({"price_cents": 100_001}, "price_cents"),
    ],
)
def test_a_series_beyond_a_limit_is_refused_by_field(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(OrderError, match=field):
        replace(ORIGINALS, **changes)


@pytest.mark.parametrize(
    "name",
    [
        "St. Brendan's Parish",
        "Église Saint-Étienne & Paróquia São João, Zürich \u2013 Ŝákáŕ",
        "ß" * 60,
        "聖",
        "x" * 80,
    ],
)
def test_a_hall_name_may_have_accents_and_length(name: str) -> None:
    assert replace(ORDER, hall_name=name).hall_name == name


@pytest.mark.parametrize(
    "name",
    ["", " ", " St. Brendan", "St. Brendan ", "a\nb", "a\x00b", "a\x1b[31mb", "a\u202eb", "x" * 81],
)
def test_a_hall_name_that_does_not_print_is_refused_on_one_line(name: str) -> None:
    with pytest.raises(OrderError, match="hall_name") as refusal:
        replace(ORDER, hall_name=name)
    assert str(refusal.value).isprintable()


@pytest.mark.parametrize("number", ["", "-1", "a b", "a\nb", "\u0663", "é", "x" * 33, "a\n"])
def test_an_order_number_is_plain(number: str) -> None:
    with pytest.raises(OrderError, match="order"):
        replace(ORDER, number=number)


@pytest.mark.parametrize("jurisdiction", ["", "US-NY", "us", "us-nyc", "us_ny", "us-ny\n", "House"])
def test_a_jurisdiction_is_a_profile_or_house(jurisdiction: str) -> None:
    with pytest.raises(OrderError, match="jurisdiction"):
        replace(ORDER, jurisdiction=jurisdiction)


@pytest.mark.parametrize(
    "hall", ["", "-", "-a", "a-", "A", "a b", "a/b", "..", "a\n", "é", "x" * 33, "\u0663"]
)
def test_a_hall_makes_a_plain_folder_name(hall: str) -> None:
    with pytest.raises(BadValueError, match="hall"):
        HallId(hall)


@given(st.text(max_size=40))
def test_no_hall_can_leave_its_folder(text: str) -> None:
    try:
        hall = HallId(text)
    except BadValueError:
        return
    assert set(hall) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")


@pytest.mark.parametrize("count", [0, 25])
def test_an_order_has_one_to_twenty_four_series(count: int) -> None:
    many = tuple(
        replace(
            ORIGINALS,
            set_serial=SetSerial(f"{number + 1:06d}"),
            series=SeriesCode(f"R{number}"),
            count=1,
        )
        for number in range(count)
    )
    with pytest.raises(OrderError, match="number of series"):
        replace(ORDER, series=many)


def test_too_few_trade_ins_are_printed_with_a_warning() -> None:
    spared = replace(ORDER, spare_percent=4)
    assert spared.warnings() == ()  # two for each of 9,000
    few = replace(spared, series=(ORIGINALS, replace(TRADE_INS, count=17_999)))
    (warning,) = few.warnings()
    assert "17999" in warning
    assert "18000 are needed" in warning
    assert replace(spared, series=(ORIGINALS,)).warnings() == ()


def test_an_order_without_spares_whose_destroyed_cards_stay_missing_is_warned_of() -> None:
    (warning,) = replace(ORDER, spare_percent=0).warnings()
    assert "spare_percent = 0" in warning
    assert replace(ORDER, spare_percent=0, spoils=Spoils.REMAKE).warnings() == ()


def test_a_set_of_hidden_faces_is_small_where_a_rule_says_so() -> None:
    """WAC 230-16-140(6): 6,000 unique faces."""
    few = (replace(ORIGINALS, count=5_999),)
    small = replace(ORDER, series=few, jurisdiction="us-wa", spare_percent=4)
    (warning,) = small.warnings()
    assert "5999 faces" in warning
    assert "WAC 230-16-140(6)" in warning
    assert replace(small, series=(replace(ORIGINALS, count=6_000),)).warnings() == ()
    assert replace(small, jurisdiction="us-ny").warnings() == ()


def test_the_originals_of_a_trade_in_are_found() -> None:
    assert ORDER.originals_of(TRADE_INS) is ORIGINALS
    assert ORDER.originals_of(ORIGINALS) is None


@given(st.text(), st.text(), st.text())
def test_no_text_makes_an_order_fail_otherwise(number: str, name: str, jurisdiction: str) -> None:
    try:
        replace(ORDER, number=number, hall_name=name, jurisdiction=jurisdiction)
    except CardgenError as error:
        refusal = error
    else:
        return
    assert str(refusal).isprintable()
    assert refusal.code == "bad-order"
