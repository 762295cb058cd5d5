"""Papers on the terminal, or in a new folder in the forms asked for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardgen.command_line import Choice, print_json, say
from cardgen.errors import printable
from inventory.cli.context import moment_now

if TYPE_CHECKING:
    from collections.abc import Callable

    from inventory.paper import Paper

FORMS = ("page", "pdf", "csv", "xlsx", "text")


def as_option(function: Callable[..., int | None]) -> Callable[..., int | None]:
    """The forms that papers are written in."""
    named = click.option(
        "--as", "forms", multiple=True, type=Choice(FORMS), help="PDF when not given."
    )
    return named(function)


def out_option(function: Callable[..., int | None]) -> Callable[..., int | None]:
    """The folder that papers are written into."""
    named = click.option(
        "--out", type=click.Path(path_type=Path), help="The new folder they go into."
    )
    return named(function)


def print_papers(
    papers: tuple[Paper, ...], forms: tuple[str, ...], out: Path | None, *, as_json: bool
) -> int:
    """The papers on the screen, or with `out` as files.

    Raises: UsageError, for forms without a folder.
    """
    if out is not None:
        return _write(papers, forms, out, as_json=as_json)
    if forms:
        raise click.UsageError("name the new folder for the files: --out DIR.")
    from inventory.reports.forms.render_text import text_of

    lines = [text_of(paper) for paper in papers]
    if as_json:
        named = zip(papers, lines, strict=True)
        shown = [{"name": paper.name, "lines": list(told)} for paper, told in named]
        print_json({"ok": True, "papers": shown})
        return 0
    say("\n\n\n".join("\n".join(map(printable, told)) for told in lines))
    return 0


def print_written(
    folder: Path, names: tuple[str, ...], replaced: tuple[str, ...], *, as_json: bool
) -> int:
    """Which files were written, and in which of them letters were replaced."""
    if as_json:
        told = {"folder": str(folder), "files": list(names), "letters_replaced": list(replaced)}
        print_json({"ok": True, **told})
        return 0
    for name in names:
        say(printable(str(folder / name)))
    for note in replaced:
        click.echo(printable(f"note: {note}"), err=True)
    return 0


def _write(papers: tuple[Paper, ...], forms: tuple[str, ...], out: Path, *, as_json: bool) -> int:
    from inventory.desk.papers.papers import write_papers
    from inventory.reports.forms.forms import Form, letters_replaced

    asked = tuple(map(Form, dict.fromkeys(forms))) or (Form.PDF,)
    names = write_papers(out, papers, asked, moment_now().at)
    return print_written(out, names, letters_replaced(papers, asked), as_json=as_json)
