"""The command that ships a run."""

from pathlib import Path

import click

from cardgen.cli.options import (
    PATH,
    answer,
    json_option,
    plant_option,
)
from cardgen.run_record import RunRecord, run_record_path
from cardgen.secret.keystore import read_keys
from cardgen.ship import ShipJob, ship_run


@click.command("ship")
@click.argument("run_folder", type=PATH, metavar="RUN")
@plant_option
@click.option("--to", "hall", help="The hall (default: the one that ordered).")
@click.option("--out", type=PATH, help="The delivery folder (default: delivery-HALL beside RUN).")
@json_option
def ship_command(
    run_folder: Path, plant_folder: Path, hall: str | None, out: Path | None, *, as_json: bool
) -> None:
    """\b
    Example:
      cardgen ship RUN --plant PLANT --to st-brendan

    Write the signed delivery of a run: what goes to the hall with the cartons.

    The delivery holds manifest, bundles, checkpoints, certificates, packing slip and labels.
    Nothing in it can tell the numbers of a sealed card.
    """
    ordered_by = RunRecord.read(run_record_path(run_folder)).hall
    consignee = hall or ordered_by
    folder = out or run_folder.absolute().parent / f"delivery-{consignee}"
    record = ship_run(ShipJob(run_folder, plant_folder, read_keys(plant_folder), consignee, folder))
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
