"""After the evening at the terminal: who slept, and the case file of a card."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardgen.command_line import Choice, print_json, say
from cardgen.errors import printable
from inventory.cli.context import (
    EXIT_NOT_VALID,
    Where,
    looking,
    moment_now,
    occasion_option,
    texts_of,
)

if TYPE_CHECKING:
    from inventory.paper import Paper

FORMS = ("page", "pdf", "csv", "xlsx", "text")
_PATH = click.Path(path_type=Path)
_as_option = click.option(
    "--as", "forms", multiple=True, type=Choice(FORMS), help="PDF when not given."
)


@click.command()
@click.argument("files", nargs=-1, required=True, type=_PATH)
@occasion_option
@click.option("--out", type=_PATH, help="A new folder for the list as a paper.")
@_as_option
@looking
def sleepers(
    where: Where,
    *,
    files: tuple[Path, ...],
    occasion: int,
    out: Path | None,
    forms: tuple[str, ...],
) -> int:
    """\b
    Example: cardgen regenerate DISCLOSURE.json --json > run.json
             inventory sleepers run.json --occasion 12

    List winning cards that nobody claimed.

    They were sold in an ended occasion, would have won, and were not claimed or paid.

    FILES are what `cardgen regenerate --json` printed, after the maker published the secrets of
    the run; each card is proved in the delivery that the hall kept. Exit 3 when a card is not the
    one the maker signed for, or when cards that were sold are not in the files.
    """
    from inventory.desk.claim.sleepers import find_sleepers
    from inventory.desk.hall import Hall
    from inventory.reports.papers.sleepers import sleepers_json, sleepers_paper

    hall = Hall.open(where.hall)
    try:
        found = find_sleepers(hall, occasion, files)
    finally:
        hall.close()
    paper = sleepers_paper(found)
    names = () if out is None else _written(out, paper, forms)
    if where.as_json:
        print_json({"ok": found.is_whole, **sleepers_json(found), "files": list(names)})
    else:
        _print(paper, out, names)
    return 0 if found.is_whole else EXIT_NOT_VALID


@click.command()
@click.argument("card")
@click.option("--out", type=_PATH, help="A new folder for the file and the proofs of its entries.")
@_as_option
@looking
def case(where: Where, *, card: str, out: Path | None, forms: tuple[str, ...]) -> int:
    """\b
    Example: inventory case ACME-000123-0000057-F --out case-57/

    Show the case file of a card.

    For a number that two papers may bear: sale, claims, codes and payments.

    Everything that the ledger and the maker's signed files say of it, with the proof of each
    entry, and what to do next. No code stands in it. Without --out it is shown.
    """
    from inventory.desk.hall import Hall
    from inventory.desk.papers.casefile import read_case, write_case
    from inventory.reports.forms.forms import Form
    from inventory.reports.papers.casefile import case_paper, signs_of

    (text,) = texts_of((card,))
    hall = Hall.open(where.hall)
    try:
        # The hall's own clock tells the hours on paper.
        books = read_case(hall, text, moment_now().at, datetime.astimezone)
    finally:
        hall.close()
    asked = tuple(Form(form) for form in forms) or (Form.PDF,)
    names = () if out is None else write_case(out, books, asked)
    if where.as_json:
        told = {"signs": list(signs_of(books)), "state": books.card.state or ""}
        print_json({"ok": True, **told, "proof": books.proof.fields, "files": list(names)})
    else:
        _print(case_paper(books), out, names)
    return 0


def _written(out: Path, paper: Paper, forms: tuple[str, ...]) -> tuple[str, ...]:
    from inventory.desk.papers.papers import write_papers
    from inventory.reports.forms.forms import Form

    asked = tuple(Form(form) for form in forms) or (Form.PDF,)
    return write_papers(out, (paper,), asked, moment_now().at)


def _print(paper: Paper, out: Path | None, names: tuple[str, ...]) -> None:
    from inventory.reports.forms.render_text import text_of

    for line in text_of(paper):
        say(printable(line))
    for name in names:
        say(printable(str(out / name)) if out else name)


COMMANDS = (case, sleepers)
