"""Nothing lost, at the terminal: backups, drills with them, the log written out and read in."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from cardgen.command_line import print_json
from cardgen.errors import printable
from inventory.cli.context import EXIT_NOT_VALID, Where, looking, open_hall

_PATH = click.Path(path_type=Path)


@click.command()
@click.argument("into", type=_PATH)
@looking
def backup(where: Where, into: Path) -> int:
    """\b
    Example: inventory backup /media/stick

    Copy the hall into a new folder there, while tills go on.

    The copy is checked before it gets its name. The key that signs is not in it: keep that apart.
    """
    from inventory.copies.backup import back_up

    with open_hall(where) as hall:
        made = back_up(hall, into)
    return _tell(where, "Copied to ", made.sentence, made.fields)


@click.command()
@click.argument("folder", type=_PATH)
@click.option("--json", "as_json", is_flag=True, help="Answer as JSON.")
def drill(folder: Path, *, as_json: bool) -> int:
    """\b
    Example: inventory drill /media/stick/st-brendan-1a2b3c4d-00000512

    Restore a backup in a scratch folder and prove it.

    Exit 3 with findings.

    Compare the ten letters that it tells with the newest paper slip, and the time with your own.
    """
    from inventory.copies.backup import drill as proved

    made, findings = proved(folder)
    where = Where(folder, "", "", "", "", as_json)
    told = [{"code": one.code, "sentence": one.sentence} for one in findings]
    for one in findings:
        click.echo(f"finding ({one.code}): {printable(one.sentence)}", err=True)
    if findings and not as_json:
        return EXIT_NOT_VALID
    _tell(where, "Restored and proved: ", made.sentence, {**made.fields, "findings": told})
    return EXIT_NOT_VALID if findings else 0


@click.command()
@click.argument("file", type=_PATH)
@looking
def export(where: Where, file: Path) -> int:
    """\b
    Example: inventory export log.jsonl

    Write the whole log as JSON lines, signed by the hall.

    - writes to standard output.
    """
    from cardgen.files import new_file
    from inventory.copies.lines import write_log

    with open_hall(where) as hall, hall.reading() as reader:
        if str(file) == "-":
            write_log(reader, sys.stdout.buffer)
            return 0
        with new_file(file) as out:
            count = write_log(reader, out)
    return _tell(where, "", f"{file}: {count} entries.", {"file": str(file), "entries": count})


@click.command("import")
@click.argument("file", type=_PATH)
@click.option("--hall", "folder", type=_PATH, required=True, help="A new folder for the hall.")
@click.option("--key", type=_PATH, required=True, help="The hall's own key, kept apart from it.")
@click.option("--json", "as_json", is_flag=True, help="Answer as JSON.")
def import_(file: Path, folder: Path, key: Path, *, as_json: bool) -> int:
    """\b
    Example: inventory import /media/stick/st-brendan-1a2b3c4d.jsonl --hall hall/ --key hall.key

    Make a hall's ledger of an export or a mirror.

    It has the same root.

    Copy the kept deliveries from a backup beside it, or receive them again.
    """
    from inventory.copies.backup import restore
    from inventory.copies.lines import read_lines

    lines = read_lines(file)
    made = restore(lines, key, folder)
    where = Where(folder, "", "", "", "", as_json)
    if lines.uncovered:
        click.echo(f"Warning: entries behind the last signature: {lines.uncovered}.", err=True)
    return _tell(where, "Made anew: ", made.sentence, {**made.fields, "uncovered": lines.uncovered})


def _tell(where: Where, before: str, sentence: str, fields: dict[str, object]) -> int:
    if where.as_json:
        print_json({"ok": "findings" not in fields or not fields["findings"], **fields})
    else:
        click.echo(f"{before}{printable(sentence)}")
    return 0


COMMANDS = (backup, drill, export, import_)
