"""What becomes of an inspection when the run ships: figures on the certificate, or no delivery."""

import json
import shutil
from pathlib import Path

import pytest

from cardgen.errors import BadFileError, BadValueError
from cardgen.inspected import passed_inspection
from cardgen.proof.delivery import checked_delivery
from cardgen.proof.independence import ChanceFigure, Independence, independence_from
from cardgen.series import RunId
from tests.cli.conftest import AT, RUN_ID, Command, Said, Works
from tests.small_delivery import MADE_AT

LATER = "2026-11-30T20:00:00Z"


def ship(cardgen: Command, works: Works, *more: object) -> Said:
    shutil.rmtree(works.delivery, ignore_errors=True)
    return cardgen("ship", works.run, "--plant", works.plant, "--made-at", AT, *more)


def result_of(works: Works) -> Path:
    return works.run / "inspection" / "inspection.json"


def changed(works: Works, **fields: object) -> None:
    path = result_of(works)
    told = json.loads(path.read_bytes()) | fields
    path.write_text(json.dumps(told, sort_keys=True, separators=(",", ":")))


def test_a_run_that_nobody_inspected_is_shipped_with_a_plain_warning(
    cardgen: Command, shipped: Works
) -> None:
    said = ship(cardgen, shipped)
    assert said.exit_code == 0
    assert "Warning: no inspection of this run is recorded" in said.out
    assert json.loads(ship(cardgen, shipped, "--json").out)["inspected_at"] is None
    for delivered in checked_delivery(shipped.delivery, None).series:
        assert delivered.certificate.independence is None


def test_the_certificate_says_how_many_figures_held_and_none_of_them(
    cardgen: Command, shipped: Works
) -> None:
    assert cardgen("inspect", shipped.run, "--made-at", LATER).exit_code == 0
    exact = {"name": "chi-square of numbers", "value": 71.2519, "chance": 0.4996}
    changed(shipped, figures=[exact])
    said = ship(cardgen, shipped, "--json")
    assert json.loads(said.out)["inspected_at"] == LATER
    assert "no inspection" not in ship(cardgen, shipped).out
    for name in ("000123", "000124"):
        facts = json.loads((shipped.delivery / f"certificate-{name}.json").read_bytes())
        told = {"inspected_at": LATER, "faces": 21, "figures": [], "judged": 1}
        assert facts["independence"] == told
    assert cardgen("check", shipped.delivery).exit_code == 0


@pytest.mark.parametrize("name", ["found", "opened", "remade"])
def test_an_inspection_that_counted_other_cards_than_there_are_is_made_again(
    cardgen: Command, shipped: Works, name: str
) -> None:
    """The order asks for 7 red cards, all of which were made and none made again."""
    assert cardgen("inspect", shipped.run, "--made-at", LATER).exit_code == 0
    red, blue = json.loads(result_of(shipped).read_bytes())["series"]
    changed(shipped, series=[red | {name: 6}, blue])
    said = ship(cardgen, shipped)
    assert (said.exit_code, "Inspect the run again" in said.err) == (3, True)
    assert "7 cards, 7 opened, 0 printed once more" in said.err
    changed(shipped, series=[blue])
    assert ship(cardgen, shipped).exit_code == 3
    assert not shipped.delivery.exists()


def test_a_run_whose_inspection_failed_does_not_ship(cardgen: Command, shipped: Works) -> None:
    assert cardgen("inspect", shipped.run).exit_code == 0
    changed(shipped, verdict="fail", finding_count=3)
    said = ship(cardgen, shipped)
    assert said.exit_code == 3
    assert "tells of are 3" in said.err
    assert not shipped.delivery.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"run_id": "00" * 16},
        {"faces": 0},
        {"faces": "21"},
        {"faces": 20},
        {"inspected_at": "yesterday"},
        {"figures": [{"name": "n", "value": 1, "chance": 2}]},
        {"figures": [{"name": "n", "value": True, "chance": 0.5}]},
        {"figures": 7},
    ],
)
def test_a_result_that_is_none_of_this_run_is_refused(
    cardgen: Command, shipped: Works, wrong: dict[str, object]
) -> None:
    assert cardgen("inspect", shipped.run).exit_code == 0
    changed(shipped, **wrong)
    with pytest.raises(BadFileError):
        passed_inspection(shipped.run, RunId.parse(RUN_ID), ())
    said = ship(cardgen, shipped)
    assert said.exit_code == 1
    assert not shipped.delivery.exists()


def test_a_result_that_is_not_canonical_is_refused(shipped: Works, cardgen: Command) -> None:
    assert cardgen("inspect", shipped.run).exit_code == 0
    result_of(shipped).write_bytes(result_of(shipped).read_bytes() + b"\n")
    with pytest.raises(BadFileError, match="canonical"):
        passed_inspection(shipped.run, RunId.parse(RUN_ID), ())


def test_figures_are_read_as_they_were_written() -> None:
    told = Independence(MADE_AT, 3000, (ChanceFigure("calls to a full card", 70.5, 0.25),))
    assert independence_from(told.fields) == told
    assert independence_from(None) is None
    with pytest.raises(BadValueError, match="0 to 1"):
        Independence(MADE_AT, 1, (ChanceFigure("n", 1.0, 1.5),))
