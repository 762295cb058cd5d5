"""What does not fit on the certificate's first page: long lists, and what befell the cards."""

from functools import partial

from cardgen.amounts import how_many
from cardgen.documents.figures import numbers_in_words
from cardgen.documents.flow import Block, Placed, paged
from cardgen.documents.inks import GRAY, HAIRLINE
from cardgen.documents.pen import Pen, Point, fitted, wrapped
from cardgen.documents.typefaces import body, caption, code, headline
from cardgen.papers.certificate_frame import LEFT, WIDTH, draw_frame
from cardgen.papers.certificate_words import approval_statements, finishing_statements
from cardgen.proof.certificate import Certificate, ListedFile

PRESS_FILES_ON_FRONT = 2
SKIP_LINES_ON_FRONT = 3
SKIP_STYLE = code(8.5)
SKIP_WIDTH = 62.0  # the column of facts, beside its captions

_TOP, _BOTTOM = 44.0, 262.0
_ROW = 4.6
_NAME_WIDTH = 58.0


def skip_lines(certificate: Certificate) -> tuple[str, ...]:
    """The skips as they stand on the front, when they fit there."""
    return wrapped(", ".join(numbers_in_words(certificate.skips)), SKIP_STYLE, SKIP_WIDTH)


def has_skips_on_front(certificate: Certificate) -> bool:
    """Whether all missing numbers can be named on the front."""
    return len(skip_lines(certificate)) <= SKIP_LINES_ON_FRONT


def has_files_on_front(certificate: Certificate) -> bool:
    """Whether all press files can be named on the front."""
    return len(certificate.press_files) <= PRESS_FILES_ON_FRONT


def annex_pages(certificate: Certificate) -> list[list[Placed]]:
    """The pages after the front; none, when everything is on it."""
    blocks: list[Block] = []
    if not has_skips_on_front(certificate):
        title = f"{how_many(len(certificate.skips), 'skip')}: numbers that are missing"
        blocks.append(_heading(title))
        listed = wrapped(", ".join(numbers_in_words(certificate.skips)), body(9), WIDTH)
        blocks += [Block(_ROW, partial(_draw_line, line)) for line in listed]
        blocks.append(Block(2 * _ROW, _draw_nothing))
    if not has_files_on_front(certificate):
        title = f"{how_many(len(certificate.press_files), 'press file')}, name and SHA-256"
        blocks.append(_heading(title))
        blocks += [Block(_ROW, partial(_draw_file, file)) for file in certificate.press_files]
    blocks += _finishing_blocks(certificate, is_first=not blocks)
    return paged(blocks, (_TOP, _TOP), _BOTTOM) if blocks else []


def _finishing_blocks(certificate: Certificate, *, is_first: bool) -> list[Block]:
    """What the plant noted from press to pack, if it noted anything."""
    told = [*approval_statements(certificate)]
    if certificate.finishing is not None:
        told += finishing_statements(certificate.finishing)
    if not told:
        return []
    lines = [line for one in told for line in wrapped(one, body(9), WIDTH)]
    room = [] if is_first else [Block(2 * _ROW, _draw_nothing)]
    listed = [Block(_ROW, partial(_draw_line, line)) for line in lines]
    return [*room, _heading("From press to pack"), *listed]


def draw_annex_page(
    pen: Pen, certificate: Certificate, blocks: list[Placed], place: tuple[int, int]
) -> None:
    """One page of the lists; `place` is its number and how many pages there are."""
    draw_frame(pen, certificate.series.color)
    series = certificate.series
    pen.text(Point(LEFT, 27), "Printer\N{RIGHT SINGLE QUOTATION MARK}s certificate", headline(22))
    told = f"Set {series.set_serial}, series {series.series}, order {certificate.order}"
    pen.text(Point(LEFT, 33), told, caption(11), GRAY)
    number = f"Page {place[0]} of {place[1]}"
    pen.right(Point(LEFT + WIDTH, 27), number, caption(11), GRAY)
    pen.rule(Point(LEFT, 36), Point(LEFT + WIDTH, 36), 0.2, HAIRLINE)
    for placed in blocks:
        placed.block.draw(pen, placed.y)


def _heading(title: str) -> Block:
    return Block(7.0, partial(_draw_heading, title), keeps=_ROW)


def _draw_heading(title: str, pen: Pen, y: float) -> None:
    pen.text(Point(LEFT, y + 3), title, headline(13))


def _draw_line(line: str, pen: Pen, y: float) -> None:
    pen.text(Point(LEFT, y + 3), line, body(9))


def _draw_file(file: ListedFile, pen: Pen, y: float) -> None:
    style = fitted(file.name, body(8.5), _NAME_WIDTH - 3)
    pen.text(Point(LEFT, y + 3), file.name, style)
    at = Point(LEFT + _NAME_WIDTH, y + 3)
    pen.text(at, file.sha256, fitted(file.sha256, body(8), WIDTH - _NAME_WIDTH))


def _draw_nothing(_pen: Pen, _y: float) -> None:
    """Room between two lists."""
