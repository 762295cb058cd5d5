"""The inspection on a page: the verdict can be seen, nothing stands on anything else."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO

import pikepdf
import pytest

from cardgen.card_id import SetSerial
from cardgen.inspected import Finding, InspectedSeries, Inspection, Pictures
from cardgen.papers.inspection_page import draw_inspection, verdict
from cardgen.proof.independence import ChanceFigure
from cardgen.series import Series, SeriesCode
from tests.papers.reading import overlaps, page_count, page_text
from tests.papers.test_archive import validator

AT = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)
PICTURES = Pictures(
    number_counts=tuple(3_000 + 17 * (place % 15) for place in range(75)),
    calls=((60, 3), (70, 900), (74, 5_000), (75, 3_097)),
    scatter=tuple((place % 1_000, place * 617 % 1_000) for place in range(1_500)),
)
LONG = "Cards ACME-000123-0000002-2 and ACME-000123-0000005-A hold the same 24 numbers, rearranged."


def inspection(
    series: Sequence[Series], findings: int = 0, pictures: Pictures | None = PICTURES
) -> Inspection:
    return Inspection(
        order="2026-1184",
        run_id=series[0].run_id,
        inspected_at=AT,
        series=tuple(InspectedSeries(one, one.count, one.count) for one in series),
        figures=tuple(
            ChanceFigure(f"rank correlation of audit number and face number {place}", 1.0, chance)
            for place, chance in enumerate((0.5, 0.01, 1e-9, 0.3, 0.2, 0.9, 1.0))
        ),
        findings=tuple(Finding("copy", LONG) for _ in range(findings)),
        pictures=pictures,
    )


@pytest.mark.parametrize("findings", [0, 1, 300])
@pytest.mark.parametrize("pictures", [PICTURES, None], ids=["large", "small"])
def test_the_page_is_one_and_nothing_overlaps(
    golden_series: tuple[Series, ...], findings: int, pictures: Pictures | None
) -> None:
    pdf = draw_inspection(inspection(golden_series, findings, pictures))
    assert page_count(pdf) == 1
    assert overlaps(pdf) == []
    text = page_text(pdf)
    assert ("FAILED" if findings else "PASSED") in text
    assert ("Too few cards for pictures" in text) == (pictures is None)


@pytest.mark.parametrize("pictures", [PICTURES, None], ids=["large", "small"])
def test_findings_are_told_whole_and_the_rest_are_counted(
    golden_series: tuple[Series, ...], pictures: Pictures | None
) -> None:
    text = " ".join(page_text(draw_inspection(inspection(golden_series, 300, pictures))).split())
    told = text.count("rearranged.")
    assert told == text.count("Cards ACME-000123-0000002-2") >= (4 if pictures else 20)
    assert f"And {300 - told} findings more." in text


def test_of_few_faces_no_figure_is_told(golden_series: tuple[Series, ...]) -> None:
    few = replace(inspection(golden_series, 0, None), figures=())
    text = " ".join(page_text(draw_inspection(few)).split())
    assert "Too few cards for figures" in text
    assert "The rarest of" not in text


def test_the_most_series_an_order_can_have_stand_on_it(golden_series: tuple[Series, ...]) -> None:
    many = [
        replace(
            golden_series[0], set_serial=SetSerial(f"{place:06d}"), series=SeriesCode("WWWWWWWW")
        )
        for place in range(100, 124)
    ]
    text = page_text(draw_inspection(inspection(many)))
    assert all(one.set_serial in text for one in many)


def test_the_page_is_pdf_a_3b_and_carries_its_result(golden_series: tuple[Series, ...]) -> None:
    result = inspection(golden_series)
    pdf = draw_inspection(result)
    report = validator().validate_pdf_bytes(pdf, profile="3b")  # type: ignore[attr-defined]
    assert report.is_compliant, report.failures
    with pikepdf.open(BytesIO(pdf)) as read:
        attached = read.attachments["inspection.json"].get_file().read_bytes()
    assert attached == result.json


def test_an_inspection_of_nothing_does_not_pass(golden_series: tuple[Series, ...]) -> None:
    nothing = replace(inspection(golden_series), series=())
    assert not nothing.passed
    assert verdict(inspection(golden_series, 1)) == "1 finding. The run must not ship."
