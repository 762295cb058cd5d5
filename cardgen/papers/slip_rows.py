"""The parts of a packing slip: its head, and a row for each series, skip list and carton."""

from collections.abc import Iterator
from functools import partial

from cardgen.amounts import how_many, printed_cents
from cardgen.documents.figures import numbers_in_words, spelled_time
from cardgen.documents.flow import Block
from cardgen.documents.inks import GRAY, HAIRLINE, swatch
from cardgen.documents.margins import LEFT, RIGHT, WIDTH
from cardgen.documents.pen import Box, Pen, Point, fitted, wrapped
from cardgen.documents.typefaces import Style, body, caption, code, drawable, headline
from cardgen.papers.consignment import Carton, ConsignedSeries, Consignment

_SERIES_ROW, _SKIP_ROW, _CARTON_ROW = 12.5, 4.4, 6.0
_SKIP_STYLE = body(8.5)
_SKIP_LEFT = 52.0
_TABLE_TEXT = code(9)
_NUMBERS_LEFT, _PRODUCT_WIDTH = 73.0, 57.0

# Left edges of the columns, or right edges where the head says so, from the page's left.
_SERIES_COLUMNS = (
    ("Series", LEFT, "left"),
    ("Numbers", _NUMBERS_LEFT, "left"),
    ("Cards", 148.0, "right"),
    ("Packs", 162.0, "right"),
    ("Cartons", 178.0, "right"),
    ("Price", RIGHT, "right"),
)
_CARTON_COLUMNS = (
    ("Carton", LEFT, "left"),
    ("Series", 40.0, "left"),
    ("Set", 72.0, "left"),
    ("Numbers", 90.0, "left"),
    ("Contents", 129.0, "left"),
    ("Cards", 172.0, "right"),
    ("Skips", 184.0, "right"),
    ("Arrived", RIGHT, "right"),
)


def draw_top(pen: Pen, consignment: Consignment) -> None:
    """Whose delivery it is, and its totals."""
    manifest = consignment.manifest
    pen.text(Point(LEFT, 27), "Packing slip", headline(34))
    order = f"Order {manifest.order}"
    pen.right(Point(RIGHT, 23), order, fitted(order, headline(16), 112))
    told = f"Maker {manifest.maker}, {spelled_time(manifest.made_at)}"
    pen.right(Point(RIGHT, 28), told, caption(10), GRAY)
    pen.text(Point(LEFT, 37), "To", caption(10), GRAY)
    hall = drawable("The hall's name", consignment.hall_name)
    pen.text(Point(LEFT, 44.4), hall, fitted(hall, headline(20), WIDTH))
    where = f"Hall {manifest.hall}, jurisdiction {manifest.jurisdiction}"
    pen.text(Point(LEFT, 49.4), where, caption(10), GRAY)
    _draw_totals(pen, consignment)


def _draw_totals(pen: Pen, consignment: Consignment) -> None:
    totals = (
        ("Cartons", consignment.carton_count),
        ("Packs", consignment.pack_count),
        ("Cards", consignment.card_count),
        ("Skips", consignment.skip_count),
    )
    for place, (name, count) in enumerate(totals):
        x = LEFT + place * WIDTH / len(totals)
        pen.text(Point(x, 58), name, caption(10), GRAY)
        pen.text(Point(x, 66.5), f"{count:,}", headline(22))
    for y in (53.0, 70.0):
        pen.rule(Point(LEFT, y), Point(RIGHT, y), 0.35)


def draw_running_head(pen: Pen, consignment: Consignment, place: tuple[int, int]) -> None:
    """What stands on every page, so that a loose one finds its delivery."""
    manifest = consignment.manifest
    number, count = place
    if number > 1:
        pen.text(Point(LEFT, 22), "Packing slip", headline(15))
        end = f"Order {manifest.order}, {manifest.hall}"
        pen.right(Point(RIGHT, 22), end, caption(11))
        pen.rule(Point(LEFT, 25), Point(RIGHT, 25), 0.35)
    told = f"manifest.json, SHA-256 {consignment.manifest_sha256}"
    pen.text(Point(LEFT, 270), told, body(7), GRAY)
    pen.right(Point(RIGHT, 270), f"Page {number} of {count}", caption(10), GRAY)


def series_rows(consignment: Consignment) -> Iterator[Block]:
    """A row for each series of the delivery."""
    head = _table_head("Series", _SERIES_COLUMNS, keeps=_SERIES_ROW)
    yield head
    for part in consignment.series:
        yield Block(_SERIES_ROW, partial(_draw_series, part), under=head)


def _draw_series(part: ConsignedSeries, pen: Pen, y: float) -> None:
    entry, series = part.entry, part.series
    line, under = y + 5.0, y + 9.4
    pen.filled(Box(LEFT, y + 1.6, 7, 8.4), swatch(series.color))
    pen.framed(Box(LEFT, y + 1.6, 7, 8.4), 0.15)
    name = f"{series.series}  {part.color_word}"
    pen.text(Point(LEFT + 10, line), name, fitted(name, headline(13), 43))
    role = part.role_word if entry.exchange_of is None else f"Trade-in for set {entry.exchange_of}"
    pen.text(Point(LEFT + 10, under), role, caption(10))
    numbers = f"{entry.first.printed} \N{EN DASH} {entry.last.printed}"
    pen.text(Point(_NUMBERS_LEFT, line), numbers, code(10.5))
    product = (
        f"Set {entry.set_serial}, form {series.form}, {how_many(series.faces, 'face')} a card, "
        f"border {series.color}"
    )
    pen.text(Point(_NUMBERS_LEFT, under), product, fitted(product, caption(10), _PRODUCT_WIDTH))
    counts = (f"{part.card_count:,}", f"{len(part.packs):,}", f"{len(part.cartons):,}")
    for (_, x, _), count in zip(_SERIES_COLUMNS[2:5], counts, strict=True):
        pen.right(Point(x, line), count, code(10.5))
    pen.right(Point(RIGHT, line), printed_cents(entry.price_cents), code(10.5))
    if entry.skips:
        pen.right(Point(148, under), how_many(len(entry.skips), "skip"), caption(10))
    _draw_row_end(pen, y + _SERIES_ROW)


def skip_rows(consignment: Consignment) -> Iterator[Block]:
    """The numbers that are missing, each by name (WAC 230-16-125 asks for a record of them)."""
    yield _section_head("Record of skips", keeps=2 * _SKIP_ROW)
    skipped = [part for part in consignment.series if part.entry.skips]
    if not skipped:
        yield Block(
            _SKIP_ROW + 2, partial(_draw_line, "None: every number is there.", LEFT, body(9.5))
        )
    for part in skipped:
        yield from _skips_of(part)


def sheet_rows(consignment: Consignment) -> Iterator[Block]:
    """Where the press's sheets went, a sum for each series of which it was noted."""
    told = [part for part in consignment.series if part.sheets is not None]
    if told:
        yield _section_head("Sheets", keeps=2 * _SKIP_ROW)
    for part in told:
        statement = "" if part.sheets is None else part.sheets.statement
        yield from _under_a_name(f"{part.series.series}, set {part.entry.set_serial}", statement)


def _skips_of(part: ConsignedSeries) -> Iterator[Block]:
    entry = part.entry
    share = len(entry.skips) / (entry.last - entry.first + 1)
    counts = f"{part.series.series}, {how_many(len(entry.skips), 'skip')} ({share:.2%})"
    yield from _under_a_name(counts, ", ".join(numbers_in_words(entry.skips)))


def _under_a_name(title: str, text: str) -> Iterator[Block]:
    """A paragraph beside what it is about; it may go on over a page."""
    name = Block(0.0, partial(_draw_skip_name, title), keeps=_SKIP_ROW)
    yield name
    for line in wrapped(text, _SKIP_STYLE, RIGHT - _SKIP_LEFT):
        draw = partial(_draw_line, line, _SKIP_LEFT, _SKIP_STYLE)
        yield Block(_SKIP_ROW, draw, under=name)


def _draw_skip_name(name: str, pen: Pen, y: float) -> None:
    pen.text(Point(LEFT, y + 3), name, fitted(name, caption(10), _SKIP_LEFT - LEFT - 2))


def carton_rows(consignment: Consignment) -> Iterator[Block]:
    """A row for each carton, with a square to tick when it has arrived."""
    head = _table_head("Cartons", _CARTON_COLUMNS, keeps=_CARTON_ROW)
    yield head
    for part in consignment.series:
        for carton in part.cartons:
            draw = partial(_draw_carton, consignment, part, carton)
            yield Block(_CARTON_ROW, draw, under=head)


def _draw_carton(
    consignment: Consignment, part: ConsignedSeries, carton: Carton, pen: Pen, y: float
) -> None:
    line = y + 4.1
    name = f"{carton.number} of {consignment.carton_count}"
    numbers = f"{carton.first.printed} \N{EN DASH} {carton.last.printed}"
    color = f"{part.series.series}  {part.series.color}"
    texts = (name, color, part.entry.set_serial, numbers, carton.pack_numbers)
    widths = (20.0, 30.0, 16.0, 36.0, 30.0)
    for (_, x, _), text, width in zip(_CARTON_COLUMNS[:5], texts, widths, strict=True):
        pen.text(Point(x, line), text, fitted(text, _TABLE_TEXT, width))
    pen.right(Point(172, line), f"{carton.card_count:,}", _TABLE_TEXT)
    pen.right(Point(184, line), f"{len(carton.skips):,}", _TABLE_TEXT)
    pen.framed(Box(RIGHT - 3.6, y + 1.1, 3.6, 3.6), 0.2)
    _draw_row_end(pen, y + _CARTON_ROW)


def receipt() -> Block:
    """Who packed and who received, in their own hand; nothing is filled in for them."""
    return Block(31.0, _draw_receipt)


def _draw_receipt(pen: Pen, y: float) -> None:
    half = (WIDTH - 10) / 2
    asked = (
        (LEFT, ("Packed by", "Date")),
        (
            LEFT + half + 10,
            ("Received and counted by (two names)", "Date; what is short or damaged"),
        ),
    )
    for left, names in asked:
        for place, name in enumerate(names):
            line = y + 15 + place * 13
            pen.rule(Point(left, line), Point(left + half, line), 0.2)
            pen.text(Point(left, line + 3.6), name, caption(9), GRAY)


def _section_head(title: str, keeps: float) -> Block:
    return Block(13.0, partial(_draw_title, title), keeps)


def _table_head(title: str, columns: tuple[tuple[str, float, str], ...], keeps: float) -> Block:
    return Block(17.0, partial(_draw_table_head, title, columns), keeps)


def _draw_title(title: str, pen: Pen, y: float) -> None:
    pen.text(Point(LEFT, y + 8.5), title, headline(14))


def _draw_table_head(
    title: str, columns: tuple[tuple[str, float, str], ...], pen: Pen, y: float
) -> None:
    _draw_title(title, pen, y)
    for name, x, side in columns:
        draw = pen.right if side == "right" else pen.text
        draw(Point(x, y + 14.6), name, caption(9.5), GRAY)
    pen.rule(Point(LEFT, y + 16.4), Point(RIGHT, y + 16.4), 0.35)


def _draw_line(text: str, x: float, style: Style, pen: Pen, y: float) -> None:
    pen.text(Point(x, y + 3), text, style)


def _draw_row_end(pen: Pen, y: float) -> None:
    pen.rule(Point(LEFT, y), Point(RIGHT, y), 0.1, HAIRLINE)
