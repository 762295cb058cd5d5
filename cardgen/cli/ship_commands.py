"""The command that ships a run."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardgen.cli.options import (
    PATH,
    TEXT,
    answer,
    cards_option,
    json_option,
    made_at_option,
    moment,
    one_range_of_each,
    plant_option,
)
from cardgen.order import HallId, check_hall_name
from cardgen.progress import watched
from cardgen.proof.manifest import printed_time
from cardgen.run_record import RunRecord
from cardgen.secret.keystore import read_keys

if TYPE_CHECKING:
    from cardgen.ship import ShipJob

HALL = "The hall's name"


@click.command("ship")
@click.argument("run_folder", type=PATH, metavar="RUN")
@plant_option
@click.option("--to", "hall", help="The hall (default: the one that ordered).")
@click.option("--hall-name", type=TEXT, help="Its name as printed, for a hall that did not order.")
@cards_option
@click.option("--out", type=PATH, help="The delivery folder (default: delivery-HALL beside RUN).")
@made_at_option
@click.option(
    "--missing-max",
    "missing_per_mille_max",
    type=int,
    help="The plant's own limit, cards of 1,000; never above the jurisdiction's.",
)
@click.option("--time-stamp", "time_stamp_url", help="The address of a time-stamp service.")
@json_option
def ship_command(
    run_folder: Path,
    plant_folder: Path,
    hall: str | None,
    hall_name: str | None,
    parts: tuple[str, ...],
    out: Path | None,
    made_at: str | None,
    missing_per_mille_max: int | None,
    time_stamp_url: str | None,
    *,
    as_json: bool,
) -> None:
    """\b
    Example:
      cardgen ship RUN --plant PLANT --to st-brendan

    Write the signed delivery of a run.

    The delivery goes to the hall with the cartons. The delivery holds manifest, bundles,
    checkpoints, certificates, packing slip and labels. Nothing in it can tell the numbers of a
    sealed card. Without --cards all that was ordered goes: from the first card on until the count
    is reached, spares in place of spoils. With --cards one run serves several halls; no card is in
    two deliveries. Each certificate's page is signed so that nothing of it may change; with
    --time-stamp a service (RFC 3161) says when.
    """
    from cardgen.documents.typefaces import drawable
    from cardgen.ship import ShipJob, ship_run

    if hall_name is not None:
        check_hall_name(hall_name)
    keys = read_keys(plant_folder)
    consignee = HallId(hall or RunRecord.read(run_folder, keys.chain.plant_key).hall)
    job = ShipJob(
        run=run_folder,
        plant=plant_folder,
        keys=keys,
        hall=consignee,
        out=out or run_folder.absolute().parent / f"delivery-{consignee}",
        clock=lambda: moment(made_at),
        hall_name=None if hall_name is None else drawable(HALL, hall_name),
        cards=one_range_of_each(parts) or None,
        time_stamp_url=time_stamp_url,
        missing_per_mille_max=missing_per_mille_max,
    )
    with watched(_labels_expected(job), "Labels") as watch:
        shipped = ship_run(replace(job, watch=watch))
    record, inspected = shipped.record, shipped.inspected
    name = job.hall_name or record.hall_name
    made = [made.series.set_serial for made in record.series]
    chosen = [serial for serial in made if job.cards is None or serial in job.cards]
    facts: dict[str, Any] = {
        "delivery": str(job.out),
        "hall": consignee,
        "order": record.order,
        "series": [str(serial) for serial in chosen],
        "inspected_at": None if inspected is None else printed_time(inspected.inspected_at),
    }
    sentences = [
        f"Delivery {job.out} for {name} ({consignee}) is signed.",
        f"Anyone can check it: cardgen check {job.out}",
    ]
    if inspected is None:
        sentences.append(
            "Warning: no inspection of this run is recorded, and its certificates carry no figures "
            f"of chance. Inspect it before the cartons leave: cardgen inspect {run_folder}"
        )
    sentences += [f"Warning: {one}" for one in shipped.warnings]
    facts["warnings"] = list(shipped.warnings)
    answer(sentences, facts, as_json=as_json)


def _labels_expected(job: "ShipJob") -> int:
    """How many labels a delivery takes: one a pack, one a carton."""
    from cardgen.papers.consignment import CARTON_CARDS_MAX

    count = 0
    for made in RunRecord.read(job.run, job.keys.chain.plant_key).series:
        serial = made.series.set_serial
        whole = range(made.ordered_count) if job.cards is None else range(0)
        packs = -(-len((job.cards or {}).get(serial, whole)) // made.pack_size)
        count += packs + -(-packs // max(1, CARTON_CARDS_MAX // made.pack_size))
    return count
