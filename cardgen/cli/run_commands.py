"""The command that makes a run."""

from __future__ import annotations

import secrets as system_random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardgen.amounts import how_many
from cardgen.cli.options import (
    PATH,
    answer,
    json_option,
    made_at_option,
    moment,
    passphrase_options,
    passphrases,
    plant_option,
)
from cardgen.cli.order_commands import order_from, plan_facts, plan_sentences
from cardgen.command_line import Choice
from cardgen.errors import UsageError, shown
from cardgen.files import partial_folder, remove_partial
from cardgen.order import Order
from cardgen.plant.approvals import NotApprovedError, approval_of
from cardgen.plant.at_work import at_work
from cardgen.plant.custodians import check_pair
from cardgen.plant.floor import spoiled_numbers
from cardgen.plant.journal import plant_maker
from cardgen.plant.runs import KnownRun, OtherBeginningError, check_serials_free, unfinished_run
from cardgen.press.printing_condition import (
    PrintingCondition,
    house_condition,
    read_condition,
)
from cardgen.press_style import CodeForm, InkSet, PressStyle, Standard
from cardgen.progress import stopping_gently, watched
from cardgen.proof.manifest import printed_time
from cardgen.run_folder import PRESS
from cardgen.run_record import RunRecord, order_sha256
from cardgen.secret.core_dumps import forbid_core_dumps
from cardgen.secret.custody import read_component, read_header
from cardgen.secret.keys import RunSecrets
from cardgen.secret.keystore import read_keys
from cardgen.series import RunId
from cardgen.watch import Watch

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from cardgen.make import MakeJob
    from cardgen.order import Order

NOTHING_MADE = "Nothing was made: this was a dry run."
CUSTODIANS = 2
RUN_ID_BYTES = 16


@click.command("make")
@click.argument("form", type=PATH, metavar="ORDER")
@plant_option
@click.option(
    "--custody",
    "components",
    type=PATH,
    multiple=True,
    help="A custodian's component file; give both, first A, then B.",
)
@click.option("--out", type=PATH, required=True, help="The run's folder, which must not exist.")
@click.option("--run-id", help="32 hex digits (default: drawn); for making the same run again.")
@made_at_option
@click.option("--workers", default=1, show_default=True, help="Processes that make lots.")
@click.option("--icc", "profile", type=PATH, help="The press's CMYK profile (default: FOGRA39L).")
@click.option("--condition", help="The printing condition of that profile, such as FOGRA52.")
@click.option("--approved-only", is_flag=True, help="Refuse an order that no customer approved.")
@click.option(
    "--standard",
    type=Choice([*map(str, Standard)]),
    default=str(Standard.X4),
    show_default=True,
    help="PDF/X-4 with PDF/VT-1, or PDF/X-1a:2003 for old presses: no layers, no records.",
)
@click.option(
    "--inks",
    type=Choice([*map(str, InkSet)]),
    default=str(InkSet.SPOT),
    show_default=True,
    help="A plate for the series color, or the four process colors alone, as toner presses have.",
)
@click.option(
    "--codes",
    type=Choice([*map(str, CodeForm)]),
    default=str(CodeForm.MASKS),
    show_default=True,
    help="Codes as pictures of one bit a module, or as rectangles: larger files, no pictures.",
)
@click.option("--dry-run", is_flag=True, help="Say what would be made; ask for nothing.")
@passphrase_options
@json_option
def make_command(
    form: Path,
    plant_folder: Path,
    components: Sequence[Path],
    out: Path,
    run_id: str | None,
    made_at: str | None,
    workers: int,
    profile: Path | None,
    condition: str | None,
    standard: str,
    inks: str,
    codes: str,
    passphrase_files: Sequence[Path],
    passphrase_fds: Sequence[int],
    *,
    approved_only: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    """\b
    Example:
      cardgen make order.toml --plant PLANT \\
        --custody ann.json --custody bob.json --out RUN

    Make the run of an order: sealed bundles and press files.

    RUN/press holds the press files, whose pages show every face: keep them inside the plant.
    Its proofs and specimens are for the customer, its templates for the finisher.
    RUN/record holds what may be known. A set serial is made once. An interrupted run is
    finished by the same command (exit code 5); a folder that exists is refused (exit code 4).
    Ctrl-C finishes the lots that are begun, and they are kept; a second one stops at once.
    """
    from cardgen.lots import Workers
    from cardgen.make import MakeJob

    order = order_from(form)
    printing_condition = _printing_condition(profile, condition)
    _check_out(out)
    _check_maker(order, plant_folder)
    unfinished = unfinished_run(plant_folder, order_sha256(order))
    if unfinished is None:
        check_serials_free(plant_folder, tuple(s.set_serial for s in order.series))
    unapproved = _unapproved(plant_folder, order)
    if approved_only and unapproved:
        raise NotApprovedError(order.number)
    warnings = (*unapproved, *order.warnings(), *printing_condition.warnings())
    plan = plan_facts(order) | {"warnings": list(warnings)}
    planned = [*plan_sentences(order), *(f"Warning: {warning}" for warning in warnings)]
    if dry_run:
        _check_could_be_made(plant_folder, components, moment(made_at), unfinished)
        answer([*planned, NOTHING_MADE], plan | {"dry_run": True}, as_json=as_json)
        return
    with at_work(plant_folder, f"`cardgen make` of order {order.number}", moment(None)):
        unfinished = unfinished_run(plant_folder, order_sha256(order))  # another may have ended it
        keys = read_keys(plant_folder)
        whats = _checked_components(components, plant_folder, unfinished)
        words = passphrases(whats, passphrase_files, passphrase_fds)
        run, when = _beginning(unfinished, run_id, made_at)  # typing a passphrase takes a while
        forbid_core_dumps()
        component_a, component_b = map(read_component, components, words)
        if unfinished is not None and unfinished.folder != out.absolute():
            remove_partial(unfinished.folder)  # its pages show live faces
        with Workers(workers) as pool:
            job = MakeJob(
                *(order, plant_folder, keys, when, out, pool, printing_condition),
                PressStyle(Standard(standard), InkSet(inks), CodeForm(codes)),
            )
            record = _made_with_progress(job, RunSecrets(component_a, component_b, run))
    facts = plan | _made_facts(record, out, run)
    sentences = [
        *planned,
        f"Made {out}: run {run.hex()}.",
        f"The press files in {out / PRESS} show every face: they stay inside the plant.",
    ]
    answer(sentences, facts, as_json=as_json)


def _made_facts(record: RunRecord, out: Path, run: RunId) -> dict[str, Any]:
    return {
        "run": str(out),
        "run_id": run.hex(),
        "root_commit": record.root_commit,
        "component_fingerprints": list(record.component_fingerprints),
    }


def _check_could_be_made(
    plant_folder: Path, components: Sequence[Path], when: datetime, begun: KnownRun | None
) -> None:
    """A dry run refuses what the run would refuse; components are looked at when they are named."""
    read_keys(plant_folder).check_may_sign(when if begun is None else begun.made_at)
    if components:
        _checked_components(components, plant_folder, begun)


def _unapproved(plant_folder: Path, order: Order) -> tuple[str, ...]:
    """A warning, when no customer approved the order as it stands."""
    if approval_of(plant_folder, order_sha256(order)) is not None:
        return ()
    return ("No customer approved this order: cardgen preview, then cardgen order approve.",)


def _beginning(
    unfinished: KnownRun | None, run_id: str | None, made_at: str | None
) -> tuple[RunId, datetime]:
    """The id and the time of the run that is made: an interrupted one keeps its own."""
    if unfinished is not None:
        return _as_begun(unfinished, run_id, made_at)
    drawn_id = RunId(system_random.token_bytes(RUN_ID_BYTES))
    return drawn_id if run_id is None else RunId.parse(run_id), moment(made_at)


def _printing_condition(profile: Path | None, condition: str | None) -> PrintingCondition:
    match profile, condition:
        case None, None:
            return house_condition()
        case Path(), str():
            return read_condition(profile, condition)
        case _:
            raise UsageError("A profile and its name go together: give both --icc and --condition.")


def _as_begun(
    unfinished: KnownRun, run_id: str | None, made_at: str | None
) -> tuple[RunId, datetime]:
    """The interrupted run's id and time; what was asked for now must not differ."""
    run, when = unfinished.run_id, unfinished.made_at
    for asked, begun in ((run_id, run.hex()), (made_at, printed_time(when))):
        if asked is not None and asked != begun:
            raise OtherBeginningError(asked, begun)
    return run, when


def _check_out(out: Path) -> None:
    """Raises: ExistsError; UsageError, when the journal could not write the folder's name down."""
    partial_folder(out)
    try:
        str(out.absolute()).encode()
    except UnicodeEncodeError:
        raise UsageError(f"--out {shown(str(out))} is not UTF-8. Name another folder.") from None


def _check_maker(order: Order, plant_folder: Path) -> None:
    maker = plant_maker(plant_folder)
    if order.maker != maker:
        raise UsageError(f"The order is for maker {order.maker}, the plant is {maker}'s.")


def _checked_components(
    components: Sequence[Path], plant_folder: Path, begun: KnownRun | RunRecord | None
) -> list[str]:
    """What to ask each custodian for, once both may make a run, in this order."""
    if len(components) != CUSTODIANS:
        given = how_many(len(components), "component")
        raise UsageError(f"{given} given; give --custody twice, once for each custodian.")
    a, b = map(read_header, components)
    if a.fingerprint == b.fingerprint:
        raise UsageError("Both components are the same; two custodians make one each.")
    run_id = None if begun is None else begun.run_id
    check_pair(plant_folder, a.fingerprint, b.fingerprint, run_id)
    return [
        f"Passphrase of {header.custodian} ({path})"
        for header, path in zip((a, b), components, strict=True)
    ]


def _made_with_progress(job: MakeJob, secrets: RunSecrets) -> RunRecord:
    from cardgen.make import make_run

    cards = sum(ordered.count + job.order.spares_of(ordered) for ordered in job.order.series)
    told = "Finishing the lots that are begun; the same command makes the rest later."
    with watched(cards, "Cards") as watch, stopping_gently(told) as is_stopping:
        return make_run(job, secrets, Watch(watch.advance, is_stopping))


@click.command("remake")
@click.argument("run_folder", type=PATH, metavar="RUN")
@plant_option
@click.option(
    "--custody",
    "components",
    type=PATH,
    multiple=True,
    help="A custodian's component file; give both, first A, then B.",
)
@passphrase_options
@json_option
def remake_command(
    run_folder: Path,
    plant_folder: Path,
    components: Sequence[Path],
    passphrase_files: Sequence[Path],
    passphrase_fds: Sequence[int],
    *,
    as_json: bool,
) -> None:
    """\b
    Example:
      cardgen remake RUN --plant PLANT --custody ann.json --custody bob.json

    Make the destroyed cards of a run once more.

    They come from a one-time file. Only for an order with spoils = "remake", and before the
    components are removed. RUN/remake1, remake2 ... hold one file a set, its cards in their order,
    for the run's own printing condition; the certificate lists the numbers as remade.
    """
    from cardgen.remake import RemakeJob, condition_of, remake_record, remake_spoils

    record = remake_record(run_folder, plant_folder)
    condition = condition_of(run_folder, record)
    whats = _checked_components(components, plant_folder, record)
    words = passphrases(whats, passphrase_files, passphrase_fds)
    forbid_core_dumps()
    component_a, component_b = map(read_component, components, words)
    secrets = RunSecrets(component_a, component_b, record.run_id)
    what = f"`cardgen remake` of order {record.order}"
    waiting = sum(
        len(spoiled_numbers(plant_folder, made.series.set_serial)) for made in record.series
    )
    with (
        at_work(plant_folder, what, moment(None)),
        watched(waiting, "Cards") as watch,
    ):
        remake = remake_spoils(RemakeJob(run_folder, plant_folder, condition, watch), secrets)
    numbers: dict[str, list[int]] = {}
    for serial, number in remake.cards:
        numbers.setdefault(str(serial), []).append(number)
    folder = run_folder / remake.folder
    facts = {"run_id": record.run_id.hex(), "folder": str(folder), "remade": numbers}
    sentences = [
        f"Made once more: {how_many(len(remake.cards), 'card')}, in {folder}.",
        "These press files show every face: they stay inside the plant and are printed once.",
    ]
    answer(sentences, facts, as_json=as_json)
