"""Commands for what befalls shipped sets: recalls, returns, and the signed list of them."""

from collections.abc import Sequence
from pathlib import Path

import click

from cardgen.card_id import SetSerial
from cardgen.cli.options import (
    PATH,
    TEXT,
    answer,
    cards_option,
    json_option,
    made_at_option,
    moment,
    number_ranges,
    plant_option,
    set_ranges,
    two_people_option,
)
from cardgen.command_line import Group
from cardgen.errors import UsageError
from cardgen.files import partial_folder, write_new
from cardgen.plant.statuses import note_status, run_of_set, status_list
from cardgen.proof.manifest import printed_time
from cardgen.proof.signing import sign_statement
from cardgen.proof.status import StatusEntry
from cardgen.secret.keystore import read_keys
from cardgen.set_status import SetStatus


@click.group("status", cls=Group)
def status_command() -> None:
    """\b
    Example:
      cardgen status recall 000123 --plant PLANT --reason "Ink shows through" \\
        --by "Ann Berg" --second "Bob Cole"
      cardgen status publish --plant PLANT --out status.json

    Recall sets, note returns, publish the signed list.
    """


@status_command.command("recall")
@click.argument("set_serial")
@plant_option
@click.option("--reason", type=TEXT, required=True, help="One line that halls will read.")
@two_people_option
@made_at_option
@json_option
def status_recall(
    set_serial: str,
    plant_folder: Path,
    reason: str,
    people: tuple[str, str],
    made_at: str | None,
    *,
    as_json: bool,
) -> None:
    """\b
    Example:
      cardgen status recall 000123 --plant PLANT --reason "Ink shows through" \\
        --by "Ann Berg" --second "Bob Cole"

    Recall a whole set.

    No hall receives it, sells it or pays on it from then on.
    """
    serial = SetSerial(set_serial)
    run_id = run_of_set(plant_folder, serial)
    entry = StatusEntry(serial, run_id, SetStatus.RECALLED, moment(made_at), reason)
    note_status(plant_folder, entry, people)
    _noted(f"Set {serial} is recalled: {reason}.", entry, as_json=as_json)


@status_command.command("return")
@click.argument("set_serial", default="", metavar="")
@click.option("--audit-numbers", hidden=True, help="As it was spelled before --cards.")
@cards_option
@plant_option
@click.option("--reason", type=TEXT, required=True, help="One line that halls will read.")
@two_people_option
@made_at_option
@json_option
def status_return(
    set_serial: str,
    audit_numbers: str | None,
    parts: tuple[str, ...],
    plant_folder: Path,
    reason: str,
    people: tuple[str, str],
    made_at: str | None,
    *,
    as_json: bool,
) -> None:
    """\b
    Example:
      cardgen status return --cards 000123:1-50 --plant PLANT --reason "Unsold" \\
        --by "Ann Berg" --second "Bob Cole"

    Note cards that came back to the plant.

    Nobody can sell or claim them any more.
    """
    serial, named = _returned(set_serial, audit_numbers, parts)
    run_id = run_of_set(plant_folder, serial)
    ranges = tuple((one.start, one.stop - 1) for one in named)
    entry = StatusEntry(serial, run_id, SetStatus.RETURNED, moment(made_at), reason, ranges)
    note_status(plant_folder, entry, people)
    told = ",".join(f"{low}-{high}" if low < high else str(low) for low, high in ranges)
    _noted(f"Cards {told} of set {serial} are returned.", entry, as_json=as_json)


def _returned(
    set_serial: str, audit_numbers: str | None, parts: tuple[str, ...]
) -> tuple[SetSerial, Sequence[range]]:
    """The set and its cards: by --cards, or as it was spelled before. Raises: UsageError."""
    if audit_numbers is not None and set_serial and not parts:
        return SetSerial(set_serial), number_ranges(audit_numbers)
    named = set_ranges(parts)
    if len(named) != 1 or set_serial:
        raise UsageError("Name the cards of one set: --cards SET:FIRST-LAST; repeatable.")
    return named.popitem()


@status_command.command("publish")
@plant_option
@click.option("--out", type=PATH, required=True, help="The list; its .sig goes beside it.")
@made_at_option
@json_option
def status_publish(plant_folder: Path, out: Path, made_at: str | None, *, as_json: bool) -> None:
    """\b
    Example:
      cardgen status publish --plant PLANT --out status.json

    Write and sign the status list.

    It holds all recalls, returns and disclosures until now. Send both files to every hall, or put
    them on a web page; cardgen check --status reads them.
    """
    signature_path = out.with_name(f"{out.name}.sig")
    for path in (out, signature_path):
        partial_folder(path)
    keys = read_keys(plant_folder)
    at = moment(made_at)
    keys.check_may_sign(at)
    status = status_list(plant_folder, at)
    write_new(signature_path, sign_statement(keys.signing_key, "status", status.json))
    write_new(out, status.json)
    facts = {"status": str(out), "number": status.number, "made_at": printed_time(at)}
    answer([f"Status list {status.number} is signed: {out}."], facts, as_json=as_json)


def _noted(sentence: str, entry: StatusEntry, *, as_json: bool) -> None:
    facts = {
        "set_serial": entry.set_serial,
        "run_id": entry.run_id.hex(),
        "status": str(entry.status),
        "since": printed_time(entry.since),
        "numbers": [list(pair) for pair in entry.numbers],
    }
    answer([sentence, "Publish it now: cardgen status publish."], facts, as_json=as_json)
