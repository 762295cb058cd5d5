"""The inspection of a run on one page: the verdict, what was counted, and three pictures."""

from io import BytesIO

from pikepdf import Pdf

from cardgen.amounts import how_many
from cardgen.documents.archive import Attachment, archived, attach
from cardgen.documents.figures import spelled_time
from cardgen.documents.inks import GRAY, HAIRLINE, Ink
from cardgen.documents.pen import Box, Pen, Point, fitted, new_draft, pitch, wrapped
from cardgen.documents.typefaces import body, caption, code, headline
from cardgen.inspected import Inspection, Pictures
from cardgen.papers.inspection_plots import draw_calls, draw_frequencies, draw_scatter
from cardgen.run_folder import RESULT

LEFT, WIDTH = 20.0, 175.9
PASSED: Ink = (0.05, 0.42, 0.2)
FAILED: Ink = (0.72, 0.07, 0.07)
FIGURES_SHOWN = 6
_PLOTS_TOP = 104.0
_FIGURES_TOP, _BOTTOM = 229.0, 268.0
_SMALL = body(8.2)


def draw_inspection(inspection: Inspection) -> bytes:
    """One page, PDF/A-3b, with the result attached; it tells no face of any card."""
    draft = new_draft()
    pen = draft.pen
    _draw_head(pen, inspection)
    _draw_series(pen, inspection)
    _draw_pictures(pen, inspection)
    _draw_figures(pen, inspection)
    draft.end_page()
    attachment = Attachment(RESULT, "The result of the inspection, for programs", inspection.json)
    with Pdf.open(BytesIO(draft.drawn())) as pdf:
        attach(pdf, attachment, inspection.inspected_at)
        title = f"Inspection of order {inspection.order}"
        return archived(pdf, title, inspection.inspected_at)


def verdict(inspection: Inspection) -> str:
    """What the inspection comes to, in a sentence."""
    if inspection.passed:
        return "Every card was read, opened and found as it was sealed. The run may ship."
    return f"{how_many(len(inspection.findings), 'finding')}. The run must not ship."


def _draw_head(pen: Pen, inspection: Inspection) -> None:
    pen.text(Point(LEFT, 21), "SEALED BINGO CARDS", caption(12), GRAY)
    pen.text(Point(LEFT, 33), "Inspection before shipping", headline(32))
    word, ink = ("PASSED", PASSED) if inspection.passed else ("FAILED", FAILED)
    badge = Box(LEFT + WIDTH - 44, 18.5, 44, 16.5)
    pen.filled(badge, ink)
    pen.centered(Point(badge.x + 22, badge.y + 12.2), word, headline(32), (1.0,))
    told = (
        f"Order {inspection.order}, run {inspection.run_id.hex()}, "
        f"{spelled_time(inspection.inspected_at)}"
    )
    pen.text(Point(LEFT, 41), told, fitted(told, body(9.5), WIDTH), GRAY)
    pen.text(Point(LEFT, 49), verdict(inspection), body(11))


def _draw_series(pen: Pen, inspection: Inspection) -> None:
    """One line a series, as many as fit; all of them stand in the attached result."""
    columns = (0.0, 24.0, 46.0, 76.0, 106.0, 128.0, 150.0)
    heads = ("Set", "Series", "First", "Last", "Made", "Found", "Opened")
    y = 57.0
    for head, left in zip(heads, columns, strict=True):
        pen.text(Point(LEFT + left, y), head, caption(9), GRAY)
    pen.rule(Point(LEFT, y + 1.6), Point(LEFT + WIDTH, y + 1.6), 0.25)
    row = min(5.2, 36.0 / max(1, len(inspection.series)))
    for one in inspection.series:
        y += row
        series = one.series
        cells: tuple[str, ...] = (series.set_serial, f"{series.series} {series.color}")
        cells += (series.first.printed, f"{series.last:07d}")
        cells += tuple(f"{count:,}" for count in (series.count, one.found, one.opened))
        for cell, left in zip(cells, columns, strict=True):
            pen.text(Point(LEFT + left, y), cell, fitted(cell, code(min(9.0, row * 2)), 22.0))


def _draw_pictures(pen: Pen, inspection: Inspection) -> None:
    pictures = inspection.pictures
    if pictures is None:
        told = "Too few cards for pictures: of fewer than 1,000 they could tell something of one."
        pen.text(Point(LEFT, _PLOTS_TOP + 4), told, body(9), GRAY)
        return
    _draw_frequencies(pen, inspection, pictures)
    half = (WIDTH - 10) / 2
    top = _PLOTS_TOP + 54
    _title(pen, Point(LEFT, top), "Calls to a full card, counted (dots) and exact (line)")
    draw_calls(pen, Box(LEFT, top + 4, half, 56), pictures.calls)
    _title(pen, Point(LEFT + half + 10, top), "Outside number (across), inside number (up)")
    draw_scatter(pen, Box(LEFT + half + 10, top + 4, half, 56), pictures.scatter)


def _draw_frequencies(pen: Pen, inspection: Inspection, pictures: Pictures) -> None:
    _title(pen, Point(LEFT, _PLOTS_TOP), "How often each of the 75 numbers stands on a face")
    box = Box(LEFT, _PLOTS_TOP + 4, WIDTH, 42)
    draw_frequencies(pen, box, pictures.number_counts, inspection.face_count)


def _title(pen: Pen, at: Point, text: str) -> None:
    pen.text(at, text, caption(10.5))


def _draw_figures(pen: Pen, inspection: Inspection) -> None:
    """What was found, over the whole width; or the least probable figures, and what was done."""
    half = (WIDTH - 10) / 2
    at = Point(LEFT, _FIGURES_TOP + 5)
    if not inspection.passed:
        top = at.y if inspection.pictures else _PLOTS_TOP + 12  # pictures stand above
        _draw_findings(pen, Box(LEFT, top, WIDTH, _BOTTOM - top), inspection)
        return
    pen.rule(Point(LEFT, _FIGURES_TOP), Point(LEFT + WIDTH, _FIGURES_TOP), 0.25)
    if inspection.figures:
        _draw_rarest(pen, at, half, inspection)
    else:
        pen.paragraph(at, wrapped(_TOO_FEW, _SMALL, half), _SMALL, GRAY)
    right = Point(LEFT + half + 10, at.y)
    pen.text(right, "What was done", caption(9.5), GRAY)
    pen.paragraph(Point(right.x, at.y + 5), wrapped(_DONE, _SMALL, half), _SMALL)


def _draw_rarest(pen: Pen, at: Point, width: float, inspection: Inspection) -> None:
    head = f"The rarest of {how_many(len(inspection.figures), 'figure')}, and how often by chance"
    pen.text(at, head, caption(9.5), GRAY)
    rarest = sorted(inspection.figures, key=lambda figure: figure.chance)[:FIGURES_SHOWN]
    for place, figure in enumerate(rarest, start=1):
        y = at.y + 0.6 + place * 4.4
        pen.text(Point(at.x, y), figure.name, fitted(figure.name, _SMALL, width - 18))
        chance = f"{figure.chance:.3f}" if figure.chance >= 0.001 else f"{figure.chance:.0e}"  # noqa: PLR2004
        pen.right(Point(at.x + width, y), chance, _SMALL)


def _draw_findings(pen: Pen, box: Box, inspection: Inspection) -> None:
    """As many findings as fit, each whole, and how many more there are."""
    head = "Findings; all of them stand in the attached result"
    pen.text(Point(box.x, box.y), head, caption(9.5), FAILED)
    y, shown = box.y + 5, 0
    bottom = box.y + box.height - pitch(_SMALL)
    for finding in inspection.findings:
        lines = wrapped(finding.sentence, _SMALL, box.width)
        if y + len(lines) * pitch(_SMALL) > bottom:
            break
        pen.paragraph(Point(box.x, y), lines, _SMALL)
        y += len(lines) * pitch(_SMALL)
        pen.rule(Point(box.x, y - 2.4), Point(box.x + box.width, y - 2.4), 0.1, HAIRLINE)
        y, shown = y + 1.0, shown + 1
    more = len(inspection.findings) - shown
    if more:
        pen.text(Point(box.x, y), f"And {how_many(more, 'finding')} more.", _SMALL, FAILED)


_TOO_FEW = "Too few cards for figures: of fewer than 1,000 they could tell something of one."
_DONE = (
    "Each page was read without the program that drew it. Numbers run consecutively; outside, "
    "inside and letters are of one card; each code opens its record, which is under the root that "
    "the plant signed; the numbers printed are those sealed; no two faces of the run hold the same "
    "24 numbers. No program that deals or draws cards was used."
)
