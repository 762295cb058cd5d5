"""Commands that keep account of runs: list them, give one up, destroy their press files."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardgen.amounts import how_many
from cardgen.cli.options import (
    PATH,
    TEXT,
    answer,
    check_meant,
    json_option,
    made_at_option,
    moment,
    plant_option,
    two_people_option,
    yes_option,
)
from cardgen.command_line import reading
from cardgen.documents.figures import spelled_time
from cardgen.errors import VerificationError
from cardgen.plant.at_work import at_work
from cardgen.plant.floor import purged_files
from cardgen.plant.overview import overview
from cardgen.plant.runs import (
    Abandonment,
    KnownRun,
    RunState,
    check_not_abandoned,
    known_run,
    known_runs,
)
from cardgen.proof.manifest import printed_time
from cardgen.run_record import RunRecord
from cardgen.secret.keystore import read_keys
from cardgen.series import RunId

if TYPE_CHECKING:
    from cardgen.destroy import Destroyed


HASH_SHOWN = 16


@click.command("runs")
@plant_option
@json_option
@reading
def runs_command(plant_folder: Path, *, as_json: bool) -> None:
    """\b
    Example:
      cardgen runs --plant PLANT

    List the runs of a plant: begun, made, abandoned.

    A begun run is finished by the same `cardgen make`, or given up by `cardgen abandon`.
    """
    runs = known_runs(plant_folder)
    sentences = [_told(run) for run in runs] or ["No run was begun in this plant."]
    answer(sentences, {"runs": [_facts(run) for run in runs]}, as_json=as_json)


@click.command("journal")
@plant_option
@json_option
def journal_command(plant_folder: Path, *, as_json: bool) -> None:
    """\b
    Example:
      cardgen journal --plant PLANT

    Show what the plant noted: orders, custodians, packs.

    And runs, spoils, shipments, recalls, returns, purges and cards that both custodians opened.
    """
    runs, rows = known_runs(plant_folder), overview(plant_folder)
    sentences = ["Runs:", *(f"  {_told(run)}" for run in runs)]
    for subject, of_subject in rows.items():
        sentences.append(f"{subject.replace('_', ' ').capitalize()}:")
        sentences += [f"  {_row_told(row)}" for row in of_subject] or ["  none"]
    facts = {"runs": [_facts(run) for run in runs]} | rows
    answer(sentences, facts, as_json=as_json)


def _row_told(row: dict[str, object]) -> str:
    """The columns that hold something, by their names."""
    told = ((name, _shortened(name, value)) for name, value in row.items() if value is not None)
    return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in told)


def _shortened(name: str, value: object) -> str:
    """Hashes as far as people compare them at a glance; the JSON has them whole."""
    is_hash = name in {"order_sha256", "fingerprint"}
    return f"{str(value)[:HASH_SHOWN]}…" if is_hash else str(value)


def _told(run: KnownRun) -> str:
    sets = f"set{'s' if len(run.serials) > 1 else ''} {', '.join(run.serials)}"
    when = spelled_time(run.made_at)
    order = f"order {run.order_number}, {sets}, {when}"
    return f"{run.run_id.hex()}  {run.state:<9}  {order}, {run.folder}"


def _facts(run: KnownRun) -> dict[str, object]:
    return {
        "run_id": run.run_id.hex(),
        "state": str(run.state),
        "order": run.order_number,
        "set_serials": [str(serial) for serial in run.serials],
        "made_at": printed_time(run.made_at),
        "folder": str(run.folder),
    }


@click.command("abandon")
@click.argument("run_id", metavar="RUN_ID")
@click.option("--reason", type=TEXT, required=True, help="Why it is given up, in one line.")
@plant_option
@two_people_option
@made_at_option
@json_option
def abandon_command(
    run_id: str,
    reason: str,
    plant_folder: Path,
    people: tuple[str, str],
    made_at: str | None,
    *,
    as_json: bool,
) -> None:
    """\b
    Example:
      cardgen abandon 000102030405060708090a0b0c0d0e0f --reason "Misspelled hall" \\
        --plant PLANT --by "Ann Berg" --second "Bob Cole"

    Give up a run and destroy its press files.

    `cardgen runs` lists the ids. Its set serials and its components are used up: nothing is made,
    remade or shipped of it any more. A run of which cards were shipped cannot be given up.
    """
    from cardgen.destroy import abandon_run

    abandonment = Abandonment(moment(made_at), reason, people)
    with at_work(plant_folder, "`cardgen abandon`", abandonment.at):
        run = known_run(plant_folder, RunId.parse(run_id))
        destroyed = abandon_run(plant_folder, run, abandonment)
    sentences = [
        f"The run of order {run.order_number} is abandoned.",
        f"Overwritten and deleted: {how_many(len(destroyed), 'file')}.",
    ]
    if run.state is RunState.MADE and not destroyed:
        sentences.append(f"Nothing was found in {run.folder}: destroy its press files where it is.")
    sentences.append("Its components make no other run: its custodians destroy them.")
    facts = _facts(run) | {
        "state": str(RunState.ABANDONED),
        "destroyed": [str(path) for path in destroyed],
        "by": list(people),
    }
    answer(sentences, facts, as_json=as_json)


@click.command("purge")
@click.argument("run_folder", type=PATH, metavar="RUN")
@plant_option
@two_people_option
@yes_option
@made_at_option
@json_option
def purge_command(
    run_folder: Path,
    plant_folder: Path,
    people: tuple[str, str],
    made_at: str | None,
    *,
    yes: bool,
    as_json: bool,
) -> int:
    """\b
    Example:
      cardgen purge RUN --plant PLANT --by "Ann Berg" --second "Bob Cole"

    Overwrite and delete a run's press files.

    It lists what the press controller still holds. Everything in the press folders that may show a
    face goes, copies under other names too. What was missing or changed is reported and noted
    (exit code 3): somebody may have it. The names are those to delete in the press controller's
    queue as well. The run can still be shipped.
    """
    from cardgen.destroy import purge_run

    record = RunRecord.read(run_folder, read_keys(plant_folder).chain.plant_key)
    check_not_abandoned(plant_folder, record.run_id)  # its faces are destroyed already
    check_meant(record.run_id, "Deleting the press files", yes=yes)
    with at_work(plant_folder, f"`cardgen purge` of order {record.order}", moment(None)):
        destroyed = purge_run(run_folder, plant_folder, record, lambda: moment(made_at), people)
    queue = purged_files(plant_folder, record.run_id)
    count = how_many(len(destroyed.files), "press file")
    sentences = [
        f"Overwritten and deleted of order {record.order}: {count}.",
        *_amiss(destroyed, run_folder),
        "Delete these in the press controller's queue as well:",
        *(f"  {name}" for name in queue),
    ]
    facts = {
        "ok": destroyed.all_as_made,
        "deleted": [path.name for path in destroyed.files],
        "missing": list(destroyed.purge.missing),
        "changed": list(destroyed.purge.changed),
        "foreign": [str(path.relative_to(run_folder)) for path in destroyed.foreign],
        "queue": list(queue),
        "by": list(people),
    }
    answer(sentences, facts, as_json=as_json)
    return 0 if destroyed.all_as_made else VerificationError.exit_code


def _amiss(destroyed: "Destroyed", run_folder: Path) -> list[str]:
    """What somebody must look into."""
    missing = [f"Missing: {name}. Find it; it shows faces." for name in destroyed.purge.missing]
    changed = [
        f"Changed since it was made: {name}. Find out what was printed from."
        for name in destroyed.purge.changed
    ]
    foreign = [
        f"Nobody made it here: {path.relative_to(run_folder)}. It was destroyed too."
        for path in destroyed.foreign
    ]
    return [*missing, *changed, *foreign]
