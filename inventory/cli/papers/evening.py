"""The papers of an evening at the terminal: which there are, and writing them in any form."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

import click

from cardgen.command_line import print_json, say
from cardgen.errors import UnknownWordError
from inventory.cli.context import (
    Where,
    looking,
    moment_now,
    occasion_option,
    open_hall,
)
from inventory.cli.papers.printing import as_option, out_option, print_written

if TYPE_CHECKING:
    from pathlib import Path

    from inventory.desk.hall import Hall
    from inventory.reports.figures.books import Books
    from inventory.reports.papers.catalog import Listed


@click.command()
@click.option("--list", "lists", is_flag=True, help="Name the papers; write none.")
@click.option("--paper", "names", multiple=True, help="Only this one; may be repeated.")
@as_option
@click.option("--auditor", is_flag=True, help="All papers, entries and checkpoints, with sums.")
@out_option
@occasion_option
@looking
def papers(
    where: Where,
    *,
    lists: bool,
    names: tuple[str, ...],
    forms: tuple[str, ...],
    auditor: bool,
    out: Path | None,
    occasion: int,
) -> int:
    """\b
    Example: inventory papers --paper bc-7 --as pdf --as xlsx --out monday/

    Write the evening's papers.

    All of them or none; also during the evening.
    """
    from inventory.desk.house import current_profile
    from inventory.reports.papers.catalog import papers_of

    if not lists and out is None:
        raise click.UsageError("name the new folder: --out DIR, or ask which papers: --list.")
    if auditor and names:
        raise click.UsageError("the auditor's folder has all papers. Leave out --paper.")
    with open_hall(where) as hall:
        listed = _chosen(papers_of(current_profile(hall)), names)
        if lists or out is None:
            return _print_list(where, listed)
        write = _write_for_the_auditor if auditor else _write
        return write(where, hall, _Asked(occasion, listed, forms, out))


@dataclass(frozen=True, slots=True)
class _Asked:
    """Of which occasion, which papers, in which forms, and where to."""

    occasion: int
    listed: tuple[Listed, ...]
    forms: tuple[str, ...]
    out: Path


def _chosen(listed: tuple[Listed, ...], names: tuple[str, ...]) -> tuple[Listed, ...]:
    known = {one.name: one for one in listed}
    for name in names:
        if name not in known:
            raise UnknownWordError("The paper", name, known)
    return tuple(known[name] for name in dict.fromkeys(names)) or listed


def _write(where: Where, hall: Hall, asked: _Asked) -> int:
    from inventory.desk.papers.papers import write_papers
    from inventory.reports.forms.forms import Form, letters_replaced

    books = _books(hall, asked.occasion)
    drawn = [one.write(books) for one in asked.listed]
    forms = tuple(Form(form) for form in asked.forms) or (Form.PDF,)
    names = write_papers(asked.out, drawn, forms, books.made_at)
    replaced = letters_replaced(drawn, forms)
    return print_written(asked.out, names, replaced, as_json=where.as_json)


def _write_for_the_auditor(where: Where, hall: Hall, asked: _Asked) -> int:
    from inventory.desk.papers.papers import AUDITOR_FORMS, write_auditors_folder
    from inventory.reports.forms.forms import Form, letters_replaced

    books = _books(hall, asked.occasion)
    drawn = [one.write(books) for one in asked.listed]
    forms = tuple(Form(form) for form in asked.forms) or AUDITOR_FORMS
    names = write_auditors_folder(asked.out, hall, drawn, forms, books.made_at)
    replaced = letters_replaced(drawn, forms)
    return print_written(asked.out, names, replaced, as_json=where.as_json)


def _books(hall: Hall, occasion: int) -> Books:
    from inventory.desk.papers.papers import read_books

    # The hall's own clock tells the day and the hours on paper.
    return read_books(hall, occasion, moment_now().at.astimezone().date(), datetime.astimezone)


def _print_list(where: Where, listed: tuple[Listed, ...]) -> int:
    if where.as_json:
        print_json({"ok": True, "papers": [{"name": one.name, "what": one.what} for one in listed]})
        return 0
    for one in listed:
        say(f"{one.name:<12} {one.what}")
    return 0


COMMANDS = (papers,)
