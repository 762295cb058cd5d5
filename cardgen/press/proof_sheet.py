"""What stands around a card on a proof: whose it is, a ruler, and where it is approved."""

from dataclasses import dataclass

from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit

from cardgen.amounts import how_many
from cardgen.length import Micrometers
from cardgen.press.drawing import Paper
from cardgen.press.fonts import CAP_HEIGHT, CODE, HEADLINE, LINE_PITCH, TEXT, composed
from cardgen.press.job import PressJob
from cardgen.press.layout import Sheet
from cardgen.press.motifs import draw_swatch
from cardgen.press.pen import Pen, size_of
from cardgen.series import Role
from cardgen.stock import stock_rows

PAPER = Paper(Micrometers(210_000), Micrometers(279_400), Micrometers(12_700))
"""As wide as A4 and as high as Letter: at true size it fits both."""

PROOF_WORDS = "PROOF · not for sale"
RULER_MM = 50
RULER_WORDS = (
    "This line is 50 mm long. If yours is not, print again at 100 %, not fitted to the page."
)
RULER_AT = (115.3, 93.5)  # its left end, in millimeters from the card's corner
LEFT, WIDTH = 115.3, 70.0
RIGHT = LEFT + WIDTH
INDENT = 16.0
VALUE_WIDTH = WIDTH - INDENT
ROW = 4.9
LINE = 0.15
QUESTIONS = (
    "Is the hall's name spelled as it should be?",
    "Are color, series, role and price the ones ordered?",
    "Is the first card, or the last, the one you expect?",
    "Can each code be scanned from this sheet?",
)
ANSWERS = ("Approved as shown", "Approved with the changes marked here", "Please send a new proof")
SIGNED = ("Name", "Date", "Signature")


@dataclass(frozen=True, slots=True)
class ProofPage:
    """What a page says of the card on it."""

    number: int
    page_count: int
    heading: str
    card_id: str
    words: str


def draw_proof_sheet(pen: Pen, job: PressJob, page: ProofPage, sheet: Sheet) -> None:
    """Everything around the card; the origin is the card's lower left corner."""
    _edges(pen, sheet)
    with pen.black():
        pen.text((LEFT, 246.5), PROOF_WORDS, 6.6)
        pen.text((LEFT, 240.2), f"Page {page.number} of {page.page_count}", 2.3, TEXT)
        pen.line((LEFT, 237), (RIGHT, 237), 0.6)
        cap = pen.shrunk(page.heading, WIDTH, 4.2)
        pen.text((LEFT, 229.5), page.heading, cap)
        _paragraph(pen, page.words, 224)
    _facts(pen, job, page, 198)
    _questions(pen, 134.5)
    _ruler(pen)
    _approval(pen, 70)
    with pen.black():
        colors = "Colors are those of your screen or printer; the press prints its own ink."
        pen.text((LEFT, 0), colors, pen.shrunk(colors, WIDTH, 2, TEXT), TEXT)


def _edges(pen: Pen, sheet: Sheet) -> None:
    """Where the sheet is cut, and beside it where it is folded and torn."""
    width, height, tear = sheet.width / 1000, sheet.height / 1000, sheet.perforation / 1000
    with pen.black():
        pen.frame((0, 0, width, height), radius=0, line=0.1)
        for up, word in ((tear, "tear"), (height / 2, "fold"), (height - tear, "tear")):
            pen.line((-4.5, up), (-1, up), LINE)
            pen.line((width + 1, up), (width + 4.5, up), LINE)
            pen.right((-1.4, up + 0.7), word, 1.4, TEXT)
        for across in (tear, width - tear):
            pen.line((across, -4.5), (across, -1), LINE)
            pen.line((across, height + 1), (across, height + 4.5), LINE)


def _paragraph(pen: Pen, text: str, top: float) -> None:
    cap = 2.3
    lines = simpleSplit(text, TEXT, size_of(cap, TEXT), WIDTH * mm)
    for row, line in enumerate(lines):
        pen.text((LEFT, top - row * 4.2 - cap), line, cap, TEXT)


def _facts(pen: Pen, job: PressJob, page: ProofPage, top: float) -> None:
    series = job.series
    facts = (
        ("Order", job.order_number, HEADLINE),
        ("Series", series.series, HEADLINE),
        ("Color", series.color.upper(), HEADLINE),
        ("Role", "TRADE-IN" if job.role is Role.TRADE_IN else "ORIGINAL", HEADLINE),
        ("Price", job.price, HEADLINE),
        ("Numbers", f"{series.first:07d} to {series.last:07d}  ({series.count:,})", HEADLINE),
        ("Cards", _ordered(job), HEADLINE),
        ("Maker", f"{series.maker}, set {series.set_serial}, form {series.form}", HEADLINE),
        ("Card", page.card_id, CODE),
        *((label, value, HEADLINE) for label, value in stock_rows(job.stock)),
    )
    with pen.black():
        pen.text((LEFT, top), "Hall", 2, TEXT)
        _hall(pen, job.hall_name, top)
        pen.line((LEFT, top - 1.5), (RIGHT, top - 1.5), LINE)
        for row, (label, value, font) in enumerate(facts, start=1):
            up = top - row * ROW
            pen.text((LEFT, up), label, 2, TEXT)
            pen.text((LEFT + INDENT, up), value, pen.shrunk(value, VALUE_WIDTH, 2.7, font), font)
            pen.line((LEFT, up - 1.5), (RIGHT, up - 1.5), LINE)
    draw_swatch(pen, (RIGHT - 12, top - 3 * ROW - 0.9, 12, 4))


def _ordered(job: PressJob) -> str:
    """What of the series was ordered, and what is printed beyond that."""
    spares = how_many(job.spares, "spare") if job.spares else "no spares"
    return f"{job.series.count - job.spares:,} ordered, {spares}"


def _hall(pen: Pen, name: str, up: float) -> None:
    """The hall's name on one line, or on two of which the lower one stands in the row."""
    fitted = pen.fitted(composed(name), (VALUE_WIDTH, 6.5), (2.7, 2.4, 2.1, 1.8))
    cap = fitted.size * CAP_HEIGHT[HEADLINE]
    for row, line in enumerate(reversed(fitted.lines)):
        pen.text((LEFT + INDENT, up + row * fitted.size * LINE_PITCH), line, cap)


def _questions(pen: Pen, top: float) -> None:
    with pen.black():
        pen.text((LEFT, top), "Please look", 3)
        for row, question in enumerate(QUESTIONS):
            _tick_box(pen, question, top - 6.2 - row * 5.4)


def _tick_box(pen: Pen, words: str, up: float) -> None:
    pen.frame((LEFT, up - 0.6, 3.2, 3.2), radius=0, line=0.2)
    pen.text((LEFT + 5, up), words, pen.shrunk(words, WIDTH - 5, 2.3, TEXT), TEXT)


def _ruler(pen: Pen) -> None:
    """So that whoever holds the print can tell that nothing was scaled."""
    left, up = RULER_AT
    with pen.black():
        pen.text((left, up + 12.5), "Is this sheet at true size?", 3)
        pen.line((left, up), (left + RULER_MM, up), 0.2)
        for step in range(RULER_MM + 1):
            tick = 4.0 if step % 10 == 0 else 2.8 if step % 5 == 0 else 1.8
            pen.line((left + step, up), (left + step, up + tick), 0.2 if step % 10 == 0 else 0.1)
        for step in range(0, RULER_MM + 1, 10):
            pen.centered((left + step, up + 5.2), str(step), 1.9, TEXT)
        pen.text((left + RULER_MM + 4, up + 5.2), "mm", 1.9, TEXT)
        for row, line in enumerate(simpleSplit(RULER_WORDS, TEXT, size_of(2.1, TEXT), WIDTH * mm)):
            pen.text((left, up - 4.6 - row * 3.8), line, 2.1, TEXT)


def _approval(pen: Pen, top: float) -> None:
    with pen.black():
        pen.frame((LEFT - 2, 6, WIDTH + 4, top - 6 + 4.5), radius=1.5, line=0.4)
        pen.text((LEFT + 2, top - 3), "Approval", 3.4)
        for row, answer in enumerate(ANSWERS):
            up = top - 10 - row * 5.6
            pen.frame((LEFT + 2, up - 0.6, 3.2, 3.2), radius=0, line=0.2)
            pen.text((LEFT + 7, up), answer, 2.4, TEXT)
        for row, label in enumerate(SIGNED):
            up = top - 34 - row * 11
            pen.text((LEFT + 2, up), label, 2.1, TEXT)
            pen.line((LEFT + 17, up - 0.8), (RIGHT - 2, up - 0.8), 0.2)
