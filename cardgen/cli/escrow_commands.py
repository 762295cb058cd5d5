"""Commands that keep a component on paper, prove that the paper works, and restore from it."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from cardgen.cli.custody_commands import custody_command
from cardgen.cli.options import (
    NAME,
    PATH,
    answer,
    json_option,
    made_at_option,
    moment,
    new_passphrase,
    passphrase_options,
    passphrases,
)
from cardgen.errors import UsageError
from cardgen.files import PRIVATE_MODE, new_folder, partial_folder, write_new
from cardgen.plant.custodians import note_drill
from cardgen.proof.framing import sha256_hex
from cardgen.proof.manifest import parsed_time
from cardgen.secret.core_dumps import forbid_core_dumps
from cardgen.secret.custody import ComponentHeader, read_component, read_header, restore_component
from cardgen.secret.escrow import SHARE_COUNT, Sheets, enveloped, restored, shared

SHEET_CHARACTERS_MAX = 1024
ENVELOPE = "envelope.pdf"


@custody_command.command("escrow")
@click.argument("component", type=PATH, metavar="FILE")
@click.option("--out", type=PATH, required=True, help="The folder for the sheets.")
@passphrase_options
@json_option
def custody_escrow(
    component: Path,
    out: Path,
    passphrase_files: Sequence[Path],
    passphrase_fds: Sequence[int],
    *,
    as_json: bool,
) -> None:
    """\b
    Example:
      cardgen custody escrow ann.json --out ANN-SHEETS

    Print a component as three sheets; two restore it.

    The sheets are shares by SLIP-39. Print the three pages, seal each in an envelope, keep them in
    three places, and delete the folder. Hold a drill before the component is deleted: cardgen
    custody drill.
    """
    partial_folder(out)
    header = read_header(component)
    forbid_core_dumps()
    (words,) = passphrases([_asked(header, component)], passphrase_files, passphrase_fds)
    sheets = shared(read_component(component, words))
    names = [f"sheet-{place}.pdf" for place in range(1, SHARE_COUNT + 1)]
    answer(*_written(out, header, sheets, names), as_json=as_json)


@custody_command.command("envelope")
@click.argument("component", type=PATH, metavar="FILE")
@click.option("--out", type=PATH, required=True, help="The folder for the page.")
@passphrase_options
@json_option
def custody_envelope(
    component: Path,
    out: Path,
    passphrase_files: Sequence[Path],
    passphrase_fds: Sequence[int],
    *,
    as_json: bool,
) -> None:
    """\b
    Example:
      cardgen custody envelope ann.json --out ANN-ENVELOPE

    Print a component as one page for an envelope.

    The page restores the component alone; seal the envelope. Whoever opens the envelope has this
    half of the run's secret. Print the page, seal it, keep it away from the plant and from the
    other custodian's, and delete the folder.
    """
    partial_folder(out)
    header = read_header(component)
    forbid_core_dumps()
    (words,) = passphrases([_asked(header, component)], passphrase_files, passphrase_fds)
    sheets = enveloped(read_component(component, words))
    answer(*_written(out, header, sheets, [ENVELOPE]), as_json=as_json)


@custody_command.command("drill")
@click.argument("component", type=PATH, metavar="FILE")
@click.option("--plant", "plant_folder", type=PATH, help="Note the drill in this plant's journal.")
@made_at_option
@json_option
def custody_drill(
    component: Path, plant_folder: Path | None, made_at: str | None, *, as_json: bool
) -> None:
    """\b
    Example:
      cardgen custody drill ann.json --plant PLANT

    Prove that sheets restore a component.

    Nothing is written but the note of the drill. Scan or type the sheets on standard input, one a
    line, and end with an empty line. The passphrase is not needed. A component whose drill stands
    in the journal may be deleted.
    """
    header = read_header(component)
    forbid_core_dumps()
    sheets = _typed_sheets()
    restored(sheets, header.fingerprint)
    if plant_folder is not None:
        note_drill(plant_folder, header.fingerprint, moment(made_at))
    facts = _facts(header) | {"restores": True, "sheets": len(sheets), "file": str(component)}
    told = f"The sheets restore {header.custodian}'s component {header.fingerprint}."
    answer([told, "Nothing was written."], facts, as_json=as_json)


@custody_command.command("restore")
@click.argument("component", type=PATH, metavar="FILE")
@click.option("--fingerprint", required=True, help="The fingerprint, as the sheets say it.")
@click.option(
    "--custodian", type=NAME, required=True, help="The name of the person who keeps it now."
)
@made_at_option
@passphrase_options
@json_option
def custody_restore(
    component: Path,
    fingerprint: str,
    custodian: str,
    made_at: str | None,
    passphrase_files: Sequence[Path],
    passphrase_fds: Sequence[int],
    *,
    as_json: bool,
) -> None:
    """\b
    Example:
      cardgen custody restore ann.json --fingerprint FINGERPRINT --custodian "Ann Berg"

    Restore a component from its sheets into a new file.

    The file gets a new passphrase. Scan or type the sheets on standard input, one a line, and end
    with an empty line.
    """
    partial_folder(component)
    expected = sha256_hex("".join(fingerprint.split()).lower())
    forbid_core_dumps()
    found = restored(_typed_sheets(), expected)
    words = new_passphrase(f"New passphrase of {custodian}", passphrase_files, passphrase_fds)
    header = restore_component(component, found, custodian, words, moment(made_at))
    facts = _facts(header) | {"file": str(component)}
    answer([f"{component} is kept by {custodian}: {header.fingerprint}."], facts, as_json=as_json)


def _typed_sheets() -> list[str]:
    """Lines of standard input up to an empty one."""
    sheets: list[str] = []
    while raw := sys.stdin.buffer.readline(SHEET_CHARACTERS_MAX):
        line = raw.decode("ascii", "replace").strip()
        if not line:
            break
        if len(sheets) == SHARE_COUNT:
            raise UsageError(f"More than {SHARE_COUNT} sheets were given; type one sheet a line.")
        sheets.append(line)
    return sheets


def _written(
    out: Path, header: ComponentHeader, sheets: Sheets, names: list[str]
) -> tuple[list[str], dict[str, Any]]:
    from cardgen.papers.escrow_sheet import EscrowSheet, draw_escrow_sheet

    with new_folder(out) as folder:
        folder.chmod(0o700)
        for place, (name, words) in enumerate(zip(names, sheets.words, strict=True), start=1):
            sheet = EscrowSheet(
                custodian=header.custodian,
                fingerprint=header.fingerprint,
                place=place,
                count=len(names),
                needed=sheets.needed,
                made_at=parsed_time(header.created),
                words=words,
            )
            write_new(folder / name, draw_escrow_sheet(sheet), PRIVATE_MODE)
    pages = "one page" if len(names) == 1 else f"{len(names)} pages"
    sentences = [
        f"{out} holds {header.custodian}'s component on {pages}. Print, seal, delete the folder.",
        "Whoever has enough of these pages has the component.",
    ]
    return sentences, _facts(header) | {"folder": str(out), "pages": names}


def _asked(header: ComponentHeader, path: Path) -> str:
    return f"Passphrase of {header.custodian} ({path})"


def _facts(header: ComponentHeader) -> dict[str, Any]:
    return {"custodian": header.custodian, "fingerprint": header.fingerprint}


__all__ = ["custody_command"]
