"""The forms a paper can have: page, PDF, CSV, workbook, text; each as files by their names."""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from typing import assert_never

from inventory.paper import Paper
from inventory.reports.forms.render_csv import csv_of
from inventory.reports.forms.render_page import page_of
from inventory.reports.forms.render_pdf import pdf_of, replaced_in
from inventory.reports.forms.render_text import text_of
from inventory.reports.forms.render_xlsx import xlsx_of


class Form(StrEnum):
    """What somebody wants a paper as."""

    PAGE = "page"
    PDF = "pdf"
    CSV = "csv"
    XLSX = "xlsx"
    TEXT = "text"


def letters_replaced(papers: Iterable[Paper], forms: Iterable[Form]) -> tuple[str, ...]:
    """What is not as it was typed in these forms: letters that the typefaces of a PDF lack."""
    if Form.PDF not in tuple(forms):
        return ()
    found = ((paper.name, replaced_in(paper)) for paper in papers)
    return tuple(
        f"{name}.pdf: letters that its typefaces lack stand as ? in {'; '.join(fields)}"
        for name, fields in found
        if fields
    )


def files_of(paper: Paper, form: Form, made_at: datetime) -> dict[str, bytes]:
    """The paper's files in that form, by name."""
    match form:
        case Form.PAGE:
            return {f"{paper.name}.html": page_of(paper).encode()}
        case Form.PDF:
            return {f"{paper.name}.pdf": pdf_of(paper, made_at)}
        case Form.CSV:
            return {name: text.encode() for name, text in csv_of(paper).items()}
        case Form.XLSX:
            return {f"{paper.name}.xlsx": xlsx_of(paper, made_at)}
        case Form.TEXT:
            return {f"{paper.name}.txt": "".join(f"{line}\n" for line in text_of(paper)).encode()}
        case _:
            assert_never(form)
