"""The command that ships a run."""

from pathlib import Path

import click

from cardgen.cli.options import (
    PATH,
    answer,
    json_option,
    plant_option,
)
from cardgen.run_record import RunRecord
from cardgen.secret.keystore import read_keys
from cardgen.ship import ShipJob, ship_run


@click.command("ship")
@click.argument("run_folder", type=PATH, metavar="RUN")
@plant_option
@click.option("--to", "hall", help="The hall (default: the one that ordered).")
@click.option("--out", type=PATH, help="The delivery folder (default: delivery-HALL beside RUN).")
@click.option("--time-stamp", "time_stamp_url", help="The address of a time-stamp service.")
@json_option
def ship_command(
    run_folder: Path,
    plant_folder: Path,
    hall: str | None,
    out: Path | None,
    time_stamp_url: str | None,
    *,
    as_json: bool,
) -> None:
    """\b
    Example:
      cardgen ship RUN --plant PLANT --to st-brendan

    Write the signed delivery of a run: what goes to the hall with the cartons.

    The delivery holds manifest, bundles, checkpoints, certificates, packing slip and labels.
    Nothing in it can tell the numbers of a sealed card. Each certificate's page is signed so that
    nothing of it may change; with --time-stamp a service (RFC 3161) says when.
    """
    keys = read_keys(plant_folder)
    consignee = hall or RunRecord.read(run_folder, keys.chain.plant_key).hall
    folder = out or run_folder.absolute().parent / f"delivery-{consignee}"
    job = ShipJob(run_folder, plant_folder, keys, consignee, folder, time_stamp_url)
    record = ship_run(job)
    facts = {
        "delivery": str(folder),
        "hall": record.hall,
        "order": record.order,
        "series": [str(made.series.set_serial) for made in record.series],
    }
    sentences = [
        f"Delivery {folder} for {record.hall_name} ({record.hall}) is signed.",
        f"Anyone can check it: cardgen check {folder}",
    ]
    answer(sentences, facts, as_json=as_json)
