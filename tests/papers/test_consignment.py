from collections.abc import Callable
from dataclasses import replace

import pytest

from cardgen.card_id import AuditNumber, MakerId
from cardgen.errors import BadValueError
from cardgen.papers.consignment import CARTON_CARDS_MAX, Consignment
from cardgen.papers.packing_slip import SlipLine
from cardgen.proof.manifest import Manifest, packs_of
from cardgen.series import Role, Series
from tests.papers.conftest import MakeManifest

Lines = Callable[..., list[SlipLine]]


@pytest.fixture
def manifest(make_manifest: MakeManifest) -> Manifest:
    return make_manifest({"000123": (7, 50, 51, 1000, 1001, 9000)})


def test_every_skip_is_missing_from_one_pack(manifest: Manifest, slip_lines: Lines) -> None:
    first, *_ = Consignment.joined(manifest, slip_lines(manifest)).series
    missing = {pack.number: pack.skips for pack in first.packs if pack.skips}
    assert missing == {1: (7, 50), 2: (51,), 20: (1000,), 21: (1001,), 180: (9000,)}
    assert first.packs[0].card_count == 48
    assert first.card_count == 8994


def test_cartons_hold_whole_packs_of_one_series_in_order(
    manifest: Manifest, slip_lines: Lines
) -> None:
    consignment = Consignment.joined(manifest, slip_lines(manifest))
    cartons = [carton for part in consignment.series for carton in part.cartons]
    assert [carton.number for carton in cartons] == list(range(1, 12))
    assert [len(carton.packs) for carton in cartons] == [20] * 9 + [20, 4]
    assert cartons[0].skips == (7, 50, 51, 1000)
    for part, entry in zip(consignment.series, manifest.series, strict=True):
        assert tuple(pack.label for pack in part.packs) == entry.packs
        assert part.cartons[-1].last == entry.last


@pytest.mark.parametrize(
    ("size", "expected"), [(50, [20, 20, 5]), (1000, [1, 1, 1]), (400, [2, 2, 2]), (999, [1, 1, 1])]
)
def test_a_carton_holds_no_more_than_one_person_lifts(
    make_manifest: MakeManifest,
    golden_series: tuple[Series, ...],
    size: int,
    expected: list[int],
) -> None:
    series = replace(golden_series[0], count=2250)
    packs = packs_of(series.maker, series.set_serial, range(1, 2251), size)
    entry = replace(make_manifest().series[0], last=AuditNumber(2250), packs=packs)
    manifest = replace(make_manifest(), series=(entry,))
    (part,) = Consignment.joined(manifest, [SlipLine(series, entry.role, "Hall")]).series
    assert [len(carton.packs) for carton in part.cartons] == expected
    assert all(carton.card_count <= CARTON_CARDS_MAX for carton in part.cartons)


def test_lines_may_come_in_any_order(manifest: Manifest, slip_lines: Lines) -> None:
    lines = slip_lines(manifest)
    assert Consignment.joined(manifest, lines[::-1]) == Consignment.joined(manifest, lines)


def test_a_line_too_many_is_refused(manifest: Manifest, slip_lines: Lines) -> None:
    lines = slip_lines(manifest)
    with pytest.raises(BadValueError, match="set serials"):
        Consignment.joined(manifest, [*lines, lines[0]])


def test_no_lines_at_all_are_refused(manifest: Manifest) -> None:
    with pytest.raises(BadValueError, match="hall"):
        Consignment.joined(manifest, [])


def test_a_line_of_another_maker_is_refused(manifest: Manifest, slip_lines: Lines) -> None:
    lines = slip_lines(manifest)
    foreign = replace(lines[0], series=replace(lines[0].series, maker=MakerId("THEM")))
    with pytest.raises(BadValueError, match="maker"):
        Consignment.joined(manifest, [foreign, *lines[1:]])


def test_a_line_of_another_role_is_refused(manifest: Manifest, slip_lines: Lines) -> None:
    lines = slip_lines(manifest)
    with pytest.raises(BadValueError, match="role"):
        Consignment.joined(manifest, [replace(lines[0], role=Role.TRADE_IN), *lines[1:]])


def test_a_line_whose_numbers_are_not_those_delivered_is_refused(
    manifest: Manifest, slip_lines: Lines
) -> None:
    lines = slip_lines(manifest)
    short = replace(lines[0], series=replace(lines[0].series, count=8999))
    with pytest.raises(BadValueError, match="audit number"):
        Consignment.joined(manifest, [short, *lines[1:]])
