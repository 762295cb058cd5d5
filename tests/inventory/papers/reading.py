"""Papers read back by programs that know nothing of those that wrote them."""

import csv
import subprocess
import zipfile
from html.parser import HTMLParser
from io import BytesIO, StringIO
from xml.etree import ElementTree as ET

Rows = list[list[str]]
_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_REL = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


def csv_rows(text: str) -> Rows:
    return list(csv.reader(StringIO(text, newline="")))


def pdf_text(pdf: bytes) -> str:
    """As `pdftotext -layout` reads it: a line a line."""
    told = subprocess.run(
        ["pdftotext", "-layout", "-", "-"], input=pdf, capture_output=True, check=True
    )
    return told.stdout.decode()


class Page(HTMLParser):
    """The tables of a page by their captions, and everything else that a test asks about."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: dict[str, Rows] = {}
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self._caption = ""
        self._cell: str | None = None
        self._rows: Rows = []
        self._in_caption = False
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag == "table":
            self._caption, self._rows = "", []
        self._in_caption = tag == "caption"
        if tag == "tr":
            self._rows.append([])
        if tag in {"td", "th"}:
            self._cell = ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "caption":
            self._in_caption = False
        if tag in {"td", "th"} and self._cell is not None:
            self._rows[-1].append(self._cell)
            self._cell = None
        if tag == "table":
            self.tables[self._caption] = self._rows

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._in_caption:
            self._caption += data
        if self._cell is not None:
            self._cell += data


class Cell:
    """A cell of a workbook: its text, whether it is kept as text, and its format."""

    def __init__(self, text: str, kind: str, number_format: str) -> None:
        self.text, self.is_text, self.number_format = text, kind == "s", number_format


def xlsx_sheets(workbook: bytes) -> dict[str, list[list[Cell]]]:
    """Every sheet's cells (ECMA-376, SpreadsheetML), by the sheet's name."""
    with zipfile.ZipFile(BytesIO(workbook)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    shared = [
        "".join(node.text or "" for node in item.iter(f"{_MAIN}t"))
        for item in ET.fromstring(parts["xl/sharedStrings.xml"])  # noqa: S314 -- written here
    ]
    formats = _formats(ET.fromstring(parts["xl/styles.xml"]))  # noqa: S314
    targets = {
        one.attrib["Id"]: one.attrib["Target"]
        for one in ET.fromstring(parts["xl/_rels/workbook.xml.rels"])  # noqa: S314
    }
    found = {}
    for sheet in ET.fromstring(parts["xl/workbook.xml"]).iter(f"{_MAIN}sheet"):  # noqa: S314
        root = ET.fromstring(parts[f"xl/{targets[sheet.attrib[_REL]]}"])  # noqa: S314
        assert not list(root.iter(f"{_MAIN}f")), "a formula"
        found[sheet.attrib["name"]] = [
            [_cell(cell, shared, formats) for cell in row] for row in root.iter(f"{_MAIN}row")
        ]
    return found


def _cell(cell: ET.Element, shared: list[str], formats: list[str]) -> Cell:
    value = cell.findtext(f"{_MAIN}v") or ""
    kind = cell.attrib.get("t", "n")
    return Cell(shared[int(value)] if kind == "s" else value, kind,
                formats[int(cell.attrib.get("s", "0"))])  # fmt: skip


def _formats(styles: ET.Element) -> list[str]:
    codes = {
        one.attrib["numFmtId"]: one.attrib["formatCode"] for one in styles.iter(f"{_MAIN}numFmt")
    }
    cell_formats = styles.find(f"{_MAIN}cellXfs")
    assert cell_formats is not None
    return [codes.get(one.attrib["numFmtId"], one.attrib["numFmtId"]) for one in cell_formats]
