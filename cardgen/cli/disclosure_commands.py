"""Commands that tell cards: one that is damaged, or all of a run that is closed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cardgen.amounts import how_many
from cardgen.card_id import AUDIT_NUMBER_MAX, CardId
from cardgen.cli.options import (
    PATH,
    TEXT,
    answer,
    card_sentences,
    cards_option,
    check_meant,
    json_option,
    now,
    number_ranges,
    passphrase_options,
    passphrases,
    plant_option,
    set_ranges,
    typed_line,
    yes_option,
)
from cardgen.command_line import reading
from cardgen.errors import UsageError
from cardgen.files import partial_folder
from cardgen.plant.disclosures import CardOpening
from cardgen.proof.delivery import checked_delivery
from cardgen.proof.manifest import parsed_time
from cardgen.run_record import RunRecord
from cardgen.secret.core_dumps import forbid_core_dumps
from cardgen.secret.custody import read_component, read_header
from cardgen.secret.keys import RunSecrets
from cardgen.secret.keystore import read_keys

if TYPE_CHECKING:
    from pathlib import Path

    from cardgen.disclose import MadeRun
    from cardgen.series import Series

CUSTODIANS = 2
Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def custody_options(command: Decorated) -> Decorated:
    """`--run`, `--plant` and `--custody` twice: a made run and the components that dealt it."""
    by_run = click.option("--run", "run_folder", type=PATH, required=True, help="The run's folder.")
    by_component = click.option(
        "--custody",
        "components",
        type=PATH,
        multiple=True,
        help="A custodian's component file; give both, first A, then B.",
    )
    return by_run(plant_option(by_component(passphrase_options(command))))


@click.command("open-card")
@click.argument("card")
@custody_options
@click.option(
    "--occasion", type=TEXT, required=True, help="The hall's occasion in which it was claimed."
)
@click.option("--closed-at", required=True, help="When the hall closed that occasion, in UTC.")
@click.option("--reason", type=TEXT, required=True, help="Why the code cannot be read.")
@click.option("--little-read", type=TEXT, help="Why fewer than eight symbols of it can be read.")
@json_option
def open_card_command(
    card: str,
    run_folder: Path,
    plant_folder: Path,
    components: Sequence[Path],
    passphrase_files: Sequence[Path],
    passphrase_fds: Sequence[int],
    occasion: str,
    closed_at: str,
    reason: str,
    little_read: str | None,
    *,
    as_json: bool,
) -> None:
    """\b
    Example:
      cardgen open-card ACME-000123-0000057-F --run RUN --plant PLANT \\
        --custody ann.json --custody bob.json --occasion 2026-12-05-late \\
        --closed-at 2026-12-06T04:30:00Z --reason "Torn through the code" < code.txt

    Open one card whose code cannot be read.

    Both custodians open it together. The code is read from standard input as far as it can be
    read, with ? for each other symbol. Up to four are searched by the hall's own claim and refused
    here (exit code 4); at least eight must be readable, or --little-read says why they are not.
    The occasion must be closed. The card, both names and the reasons are noted in the plant's
    journal before the card is told; nothing of any other card is.
    """
    from cardgen.disclose import open_damaged_card

    closed = parsed_time(closed_at)
    card_id = CardId.parse(card)
    code_read = typed_line("Type the code inside, ? for each symbol that cannot be read")
    run, names = _made_run(run_folder, plant_folder, components, passphrase_files, passphrase_fds)
    opening = CardOpening(card_id, now(), names, occasion, closed, reason, little_read)
    opened = open_damaged_card(run, opening, code_read)
    series = run.series_of(card_id)
    facts = {
        "card_id": opened.card.printed,
        "opened_by": list(names),
        "faces": [
            {
                "face_number": face.face_number,
                "columns": [list(column) for column in face.face.columns],
            }
            for face in opened.faces
        ],
    }
    told = f"Opened by {names[0]} and {names[1]}; it stands in the plant's journal."
    answer([*card_sentences(series, opened), told], facts, as_json=as_json)


@click.command("disclose")
@custody_options
@click.option("--closed", "halls", multiple=True, help="A hall in which every card is closed.")
@click.option("--out", type=PATH, required=True, help="DISCLOSURE.json, which must not exist.")
@yes_option
@json_option
def disclose_command(
    run_folder: Path,
    plant_folder: Path,
    components: Sequence[Path],
    passphrase_files: Sequence[Path],
    passphrase_fds: Sequence[int],
    halls: tuple[str, ...],
    out: Path,
    *,
    yes: bool,
    as_json: bool,
) -> None:
    """\b
    Example:
      cardgen disclose --run RUN --plant PLANT --custody ann.json --custody bob.json \\
        --closed st-brendan --out DISCLOSURE.json

    Publish the components of a closed run.

    From them anyone can make every card again. Only after every card of the run is paid, expired,
    voided, sent back or destroyed in every hall, and claims are closed there: name each hall with
    --closed. Whoever has the file knows every card that was ever in the run.
    """
    from cardgen.disclose import ClosedRun, disclose

    partial_folder(out)
    run, names = _made_run(run_folder, plant_folder, components, passphrase_files, passphrase_fds)
    check_meant(run.secrets.run_id, "A disclosure", yes=yes)
    disclose(run, ClosedRun(now(), names, halls), out)
    facts = {"disclosure": str(out), "disclosed_by": list(names), "halls": list(halls)}
    sentences = [
        f"{out} tells every card of run {run.secrets.run_id.hex()}.",
        f"Anyone can make them again: cardgen regenerate {out}",
    ]
    answer(sentences, facts, as_json=as_json)


@click.command("regenerate")
@click.argument("disclosure", type=PATH)
@cards_option
@click.option("--set-serial", hidden=True, help="As it was spelled before --cards.")
@click.option("--audit-numbers", hidden=True, help="As it was spelled before --cards.")
@click.option("--delivery", type=PATH, help="Compare with what was signed for in this delivery.")
@json_option
@reading
def regenerate_command(
    disclosure: Path,
    parts: tuple[str, ...],
    set_serial: str | None,
    audit_numbers: str | None,
    delivery: Path | None,
    *,
    as_json: bool,
) -> None:
    """\b
    Example:
      cardgen regenerate DISCLOSURE.json --cards 000123:1-8 --cards 000123:40 --json

    Make a run's cards again from its disclosed components.

    After all cards of a run are closed, both components are published; from them everybody can
    make every card again and compare it with paper and ledger. With --delivery the commitment,
    roots and records are compared with the signed ones, and exit code 3 says that they differ.
    """
    from cardgen.secret.disclosure import check_disclosed, read_disclosure, regenerate

    read = read_disclosure(disclosure)
    named = set_ranges(parts)
    if len(named) > 1:
        raise UsageError("--cards names cards of several sets; name one set at a time.")
    for serial, numbers in named.items():
        set_serial, audit_numbers = serial, ",".join(f"{one[0]}-{one[-1]}" for one in numbers)
    chosen = [s for s in read.series if set_serial in {None, str(s.set_serial)}]
    if not chosen:
        known = ", ".join(s.set_serial for s in read.series)
        raise UsageError(f"Set {set_serial} is not disclosed here; there are: {known}.")
    wanted = _audit_numbers(audit_numbers, chosen)
    signed = None if delivery is None else checked_delivery(delivery, None)
    facts = {
        "root_commit": read.secrets.root_commit,
        "series": [regenerate(read, series, wanted) for series in chosen],
    }
    sentences = _regenerated_sentences(facts)
    if signed is not None:
        check_disclosed(facts, signed)
        sentences.append(f"All of it is what {signed.chain.fingerprint} signed.")
    answer(sentences, facts, as_json=as_json)


def _made_run(
    run_folder: Path,
    plant_folder: Path,
    components: Sequence[Path],
    files: Sequence[Path],
    descriptors: Sequence[int],
) -> tuple[MadeRun, tuple[str, str]]:
    """A run with the components that dealt it, and the names under their locks."""
    from cardgen.disclose import MadeRun

    keys = read_keys(plant_folder)
    record = RunRecord.read(run_folder, keys.chain.plant_key)
    if len(components) != CUSTODIANS:
        given = how_many(len(components), "component")
        raise UsageError(f"{given} given; give --custody twice, once for each custodian.")
    first, second = (read_header(path).custodian for path in components)
    whats = [
        f"Passphrase of {custodian} ({path})"
        for custodian, path in zip((first, second), components, strict=True)
    ]
    words = passphrases(whats, files, descriptors)
    forbid_core_dumps()
    component_a, component_b = map(read_component, components, words)
    secrets = RunSecrets(component_a, component_b, record.run_id)
    return MadeRun(run_folder, plant_folder, keys.chain, record, secrets), (first, second)


def _audit_numbers(text: str | None, chosen: Sequence[Series]) -> list[range]:
    if text is None:
        return [range(1, AUDIT_NUMBER_MAX + 1)]
    wanted = number_ranges(text)
    for number in (end for part in wanted for end in (part[0], part[-1])):
        if not any(series.first <= number <= series.last for series in chosen):
            sets = ", ".join(f"{one.set_serial} has {one.first}-{one.last}" for one in chosen)
            raise UsageError(f"No card {number} is in these sets: {sets}.")
    return wanted


def _regenerated_sentences(facts: dict[str, Any]) -> list[str]:
    sentences = [f"Root commitment {facts['root_commit']}."]
    for series in facts["series"]:
        header = series["header"]
        sentences.append(f"Set {header['set_serial']}, series {header['series']}:")
        sentences.append(f"  root {series['root']}")
        sentences.append(f"  records {series['records_sha256']}")
        for card in series["cards"]:
            numbers = "; ".join(
                " ".join(str(number) for column in face["columns"] for number in column)
                for face in card["faces"]
            )
            sentences.append(f"  {card['card_id']}: {numbers}")
    return sentences
