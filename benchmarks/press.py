"""How many cards a second are drawn, beside three other ways to draw the same card.

    python -m benchmarks.press

Every way draws the same two pages with the same artwork, numbers, two QR codes and a Code 128, and
writes a file; the ratios carry to other machines, the rates belong to one. On one core of a shared
machine (Python 3.11, reportlab 5.1, pikepdf 10.18, segno 1.6.6), cards a second: this room 64,000;
raw contents with pikepdf around them 7,100; reportlab with forms 110; reportlab page by page 43.
QR codes a second: 1,800,000 by table, 1,300 by segno.

Since each card has blots of its own, it takes 6.0 kB in place of 3.9: a core of a busy machine
draws 31,000 cards a second where it drew 53,000 before.
"""

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter

import numpy as np
import pikepdf
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from cardgen.barcodes import INSIDE_QR, OUTSIDE_QR, QrKind, code_128_modules, qr_modules
from cardgen.length import Micrometers
from cardgen.press.artwork import screen_artwork
from cardgen.press.card_marks import Marks, card_columns
from cardgen.press.codes import qr_table
from cardgen.press.fonts import CODE, HEADLINE, typefaces
from cardgen.press.inks import SCREEN, ScreenInks, series_ink
from cardgen.press.inside import draw_inside
from cardgen.press.layout import Box, load_layout
from cardgen.press.outside import draw_outside
from cardgen.press.pdf_objects import ObjectStore
from cardgen.press.pen import Pen
from cardgen.press.press_file import draw_press_file
from cardgen.press.specimen import draw_specimen
from tests.press.cards import a_batch, a_job, a_series

CARDS_AT_ONCE = 2_000
OURS, RAW, WITH_FORMS, PAGE_BY_PAGE = 100_000, 2_000, 200, 40
CODES, CODES_BY_SEGNO = 20_000, 200
SERIES = a_series(CARDS_AT_ONCE)
JOB = a_job(SERIES)
LAYOUT = load_layout(SERIES.form)
PAGE_SIZE = (LAYOUT.sheet.width / 1000 * mm, LAYOUT.sheet.height / 1000 * mm)

Draw = Callable[[Path, int], None]


def main() -> None:
    batch = a_batch(SERIES)
    print(f"{batch.count} made-up cards are drawn again and again")
    ways: tuple[tuple[str, Draw, int], ...] = (
        ("this room", _this_room, OURS),
        ("raw contents, pages by pikepdf", _raw_with_pikepdf, RAW),
        ("reportlab, artwork as forms", _with_forms, WITH_FORMS),
        ("reportlab, page by page", _page_by_page, PAGE_BY_PAGE),
    )
    rates = {name: _rate(draw, count) for name, draw, count in ways}
    ours = rates["this room"]
    for name, rate in rates.items():
        print(f"{name:32} {rate:10,.0f} cards/s   this room is {ours / rate:8,.1f} times as fast")
    table, segno = _codes_by_table(), _codes_by_segno()
    print(f"{'QR 4-Q by table':32} {table:10,.0f} codes/s")
    print(
        f"{'QR 4-Q by segno':32} {segno:10,.0f} codes/s   the table is {table / segno:8,.1f} times"
    )


def _rate(draw: Draw, count: int) -> float:
    """Cards a second; fonts are read and tables are made before the clock starts."""
    with tempfile.TemporaryDirectory() as folder:
        draw(Path(folder) / "warm.pdf", 1)
        begun = perf_counter()
        draw(Path(folder) / "timed.pdf", count)
        return count / (perf_counter() - begun)


def _this_room(path: Path, count: int) -> None:
    series = a_series(count)
    batch = a_batch(series, 0, min(count, CARDS_AT_ONCE))
    draw_press_file(path, a_job(series), [batch] * (count // batch.count), count)


def _raw_with_pikepdf(path: Path, count: int) -> None:
    """Our page contents, the objects around them by pikepdf with a page tree made by hand."""
    batch = a_batch(SERIES)
    path.write_bytes(draw_specimen(JOB, batch))
    marks = Marks(LAYOUT, screen_artwork(ObjectStore(), JOB, LAYOUT), Micrometers(0), SCREEN, {})
    columns = card_columns(batch, typefaces(), LAYOUT)
    sides = [template.filled(columns) for template in (marks.outside(), marks.inside())]
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        resources, pages = pdf.pages[0].obj.Resources, pdf.Root.Pages
        kids = pikepdf.Array()
        for card_index in range(count):
            for rows in sides:
                page = pikepdf.Dictionary(
                    Type=pikepdf.Name.Page,
                    Parent=pages,
                    MediaBox=[0, 0, *PAGE_SIZE],
                    Resources=resources,
                    Contents=pdf.make_stream(rows[card_index].tobytes()),
                )
                kids.append(pdf.make_indirect(page))
        pages.Kids, pages.Count = kids, len(kids)
        pdf.save(path)


def _with_forms(path: Path, count: int) -> None:
    canvas = Canvas(str(path), PAGE_SIZE)
    pen = Pen(canvas, ScreenInks(series_ink(SERIES.color)), typefaces(), overprints=False)
    for name, draw in (("outside", draw_outside), ("inside", draw_inside)):
        canvas.beginForm(name, 0, 0, *PAGE_SIZE)
        draw(pen, JOB, LAYOUT)
        canvas.endForm()
    for card_index in range(count):
        canvas.doForm("outside")
        _outside_marks(canvas, card_index)
        canvas.doForm("inside")
        _inside_marks(canvas, card_index)
    canvas.save()


def _page_by_page(path: Path, count: int) -> None:
    canvas = Canvas(str(path), PAGE_SIZE)
    pen = Pen(canvas, ScreenInks(series_ink(SERIES.color)), typefaces(), overprints=False)
    for card_index in range(count):
        draw_outside(pen, JOB, LAYOUT)
        _outside_marks(canvas, card_index)
        draw_inside(pen, JOB, LAYOUT)
        _inside_marks(canvas, card_index)
    canvas.save()


def _outside_marks(canvas: Canvas, card_index: int) -> None:
    batch = a_batch(SERIES)
    card_id = batch.row("card_ids", card_index).decode()
    for name in ("front_card_id", "back_card_id"):
        _text(canvas, name, card_id)
    for name in ("front_number", "back_number"):
        _text(canvas, name, card_id[12:19])
    linear = batch.row("linear_codes", card_index).decode()
    _text(canvas, "back_linear_code", linear)
    _modules(canvas, LAYOUT.code_128.box, [code_128_modules(linear)])
    _qr(canvas, LAYOUT.outside_qr.box, batch.row("outside_tokens", card_index), OUTSIDE_QR)
    canvas.showPage()


def _inside_marks(canvas: Canvas, card_index: int) -> None:
    batch = a_batch(SERIES)
    _text(canvas, "inside_card_id", batch.row("card_ids", card_index).decode())
    _text(canvas, "inside_unlock_code", batch.row("unlock_codes", card_index).decode())
    for name in ("inside_face_number", "free_face_number"):
        _text(canvas, name, batch.row("face_numbers", card_index).decode())
    canvas.setFont(HEADLINE, LAYOUT.number_points)
    for place, number in enumerate(batch.row("numbers", card_index)):
        column, row = divmod(place, 5)
        canvas.drawCentredString((24 + column * 15) * mm, (94 - row * 13) * mm, str(number))
    _qr(canvas, LAYOUT.inside_qr.box, batch.row("inside_tokens", card_index), INSIDE_QR)
    canvas.showPage()


def _text(canvas: Canvas, name: str, text: str) -> None:
    place = LAYOUT.texts[name]
    canvas.setFont(CODE, place.cap / 668 * mm)
    canvas.drawString(place.left / 1000 * mm, place.bottom / 1000 * mm, text)


def _qr(canvas: Canvas, box: Box, text: bytes, kind: QrKind) -> None:
    _modules(canvas, box, list(qr_modules(text.decode(), kind)))


def _modules(canvas: Canvas, box: Box, rows: list[bytes]) -> None:
    """One rectangle for each run of dark modules."""
    width, height = box.width / 1000 * mm / len(rows[0]), box.height / 1000 * mm / len(rows)
    path = canvas.beginPath()
    for row, modules in enumerate(rows):
        up = box.top / 1000 * mm - (row + 1) * height
        for first, length in _runs(modules):
            path.rect(box.left / 1000 * mm + first * width, up, length * width, height)
    canvas.drawPath(path, stroke=0, fill=1)


def _runs(modules: bytes) -> Iterator[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(np.frombuffer(b"\0" + modules + b"\0", dtype=np.int8)))
    for first, end in edges.reshape(-1, 2):
        yield int(first), int(end - first)


def _codes_by_table() -> float:
    texts = np.frombuffer(a_batch(SERIES).inside_tokens, dtype=np.uint8).reshape(-1, 40)
    table = qr_table(INSIDE_QR, 40)
    begun = perf_counter()
    for _ in range(CODES // len(texts)):
        table.symbols(texts)
    return CODES / (perf_counter() - begun)


def _codes_by_segno() -> float:
    batch = a_batch(SERIES)
    begun = perf_counter()
    for card_index in range(CODES_BY_SEGNO):
        qr_modules(batch.row("inside_tokens", card_index).decode(), INSIDE_QR)
    return CODES_BY_SEGNO / (perf_counter() - begun)


if __name__ == "__main__":
    main()
