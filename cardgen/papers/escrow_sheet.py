"""One sheet of a custodian's escrow: words and a code that restore her component.

Folded in three, the words lie in the middle, under two layers. Nobody archives this paper: it is
printed, folded, sealed, and its file is deleted.
"""

from dataclasses import dataclass, field
from datetime import datetime
from io import BytesIO

from pikepdf import Pdf

from cardgen.barcodes import QrKind
from cardgen.documents.archive import archived
from cardgen.documents.figures import spelled_time
from cardgen.documents.inks import BLACK, GRAY
from cardgen.documents.pen import PAGE_HEIGHT, PAGE_WIDTH, Pen, Point, new_draft, wrapped
from cardgen.documents.typefaces import body, caption, code, drawable, headline

WORDS_QR = QrKind(version=10, level="M", mask=3)  # 33 words of at most 8 letters: 296 of 311
QR_MODULE = 2.4  # points: 10 dots at 300 dpi
LEFT, RIGHT = 20.0, PAGE_WIDTH - 20
WIDTH = RIGHT - LEFT
FOLDS = (PAGE_HEIGHT / 3, 2 * PAGE_HEIGHT / 3)
WORD_ROWS, WORD_PITCH, WORD_COLUMN = 11, 6.2, 33.0


@dataclass(frozen=True, slots=True)
class EscrowSheet:
    """What stands on one sheet; `place` of `count`, of which `needed` restore the component."""

    custodian: str
    fingerprint: str
    place: int
    count: int
    needed: int
    made_at: datetime
    words: str = field(repr=False)


def draw_escrow_sheet(sheet: EscrowSheet) -> bytes:
    """The sheet as a page. Raises: BadValueError, when the name cannot be drawn."""
    draft = new_draft()
    _draw_label(draft.pen, sheet)
    for y in FOLDS:
        draft.pen.rule(Point(6, y), Point(PAGE_WIDTH - 6, y), 0.15, GRAY)
        draft.pen.text(Point(6, y - 1), "fold", caption(7), GRAY)
    _draw_words(draft.pen, sheet)
    _draw_instructions(draft.pen, sheet)
    draft.end_page()
    with Pdf.open(BytesIO(draft.drawn())) as pdf:
        return archived(pdf, "Escrow sheet", sheet.made_at)


def _draw_label(pen: Pen, sheet: EscrowSheet) -> None:
    name = drawable("The custodian", sheet.custodian)
    which = (
        "Sealed envelope" if sheet.count == 1 else f"Sealed sheet {sheet.place} of {sheet.count}"
    )
    pen.text(Point(LEFT, 22), "SEALED BINGO CARDS, ESCROW", caption(11), GRAY)
    pen.text(Point(LEFT, 34), which, headline(26))
    pen.text(Point(LEFT, 46), f"Component of {name}", body(13))
    pen.text(Point(LEFT, 53), f"made {spelled_time(sheet.made_at)}", body(10), GRAY)
    pen.text(Point(LEFT, 63), "Fingerprint", caption(10), GRAY)
    halves = (sheet.fingerprint[:32], sheet.fingerprint[32:])
    pen.paragraph(Point(LEFT, 69), halves, code(11))
    told = (
        "This sheet alone restores the component."
        if sheet.needed == 1
        else f"Any {sheet.needed} of the {sheet.count} sheets restore the component; one tells "
        "nothing."
    )
    pen.text(Point(LEFT, 84), told, body(10))


def _draw_words(pen: Pen, sheet: EscrowSheet) -> None:
    top = FOLDS[0] + 14
    pen.text(Point(LEFT, top - 5), "The words, column by column", caption(9), GRAY)
    for place, word in enumerate(sheet.words.split()):
        column, row = divmod(place, WORD_ROWS)
        at = Point(LEFT + column * WORD_COLUMN, top + 2 + row * WORD_PITCH)
        pen.right(Point(at.x + 5.5, at.y), str(place + 1), caption(9), GRAY)
        pen.text(Point(at.x + 7.5, at.y), word, code(11))
    pen.qr(Point(RIGHT - 50, top), sheet.words.upper(), WORDS_QR, QR_MODULE)


def _draw_instructions(pen: Pen, sheet: EscrowSheet) -> None:
    y = FOLDS[1] + 14
    pen.text(Point(LEFT, y), "What to do with this sheet", headline(13))
    steps = (
        "1. Print it on a printer at the plant that keeps no copies. Delete the file.",
        "2. Fold the lower third up over the words, then the upper third down.",
        "3. Put it into an opaque envelope, sign across the flap, note the fingerprint outside.",
        "4. Keep it away from the plant, and no two sheets in one place.",
        (
            "5. Before the component is deleted, hold a drill: cardgen custody drill FILE. It "
            "shows that the sheets restore the component, and writes nothing."
        ),
        (
            "To restore: cardgen custody restore FILE --fingerprint FINGERPRINT. Four letters of "
            "each word are enough."
        ),
    )
    y += 7
    for step in steps:
        y = pen.paragraph(Point(LEFT, y), wrapped(step, body(10), WIDTH), body(10), BLACK) + 1.2
    if sheet.needed == 1:
        warning = "Who opens the envelope has one half of every card of its run."
        pen.text(Point(LEFT, y + 1), warning, body(10))
