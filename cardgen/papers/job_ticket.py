"""The ticket that goes with a job through the shop: media, counts, steps, and what not to do."""

from dataclasses import dataclass

from cardgen.amounts import how_many
from cardgen.card_id import AuditNumber
from cardgen.documents.figures import spelled_time
from cardgen.documents.grid import Grid
from cardgen.documents.sheet import Head, Paragraph, Sheet, draw_sheet
from cardgen.order import Spoils
from cardgen.press_style import CodeForm, InkSet
from cardgen.run_record import RunRecord
from cardgen.series import Series
from cardgen.stock import stock_rows

_INKS = {
    InkSet.SPOT: "black, and a spot plate of each series' color",
    InkSet.PROCESS: "cyan, magenta, yellow and black; the series color is made of them",
}
_CODES = {
    CodeForm.MASKS: "codes are pictures of one bit a module (60 ppi is meant)",
    CodeForm.PATHS: "codes are rectangles",
}
_LABEL = (
    "The press files show every face. They stay in this shop, are printed once, and are removed "
    "from every queue and disk when the run is shipped."
)
_STEPS = (
    ("Set up", "with the makeready file: specimens, which use up no numbers"),
    ("Print", "outside and inside head to head, no scaling, in the order of the pages, kept so"),
    ("Counter", "of the press before and after each set: note counter"),
    ("Sheet check", "first and last sheet of each lift, both sides scanned: note sheet"),
    ("Cut, perforate, fold, glue", "by the finishing template; fold the printed side inward"),
    ("Light test", "five folded cards of a set or more before the lamp: note light"),
    ("Spoils", "are scanned and destroyed by two people: note spoils"),
    ("Pack", "first and last card scanned, all counted; its label is printed then: note pack"),
    ("Sheets", "impressions = good + destroyed + makeready + waste: note impressions"),
)
_SPOILED = {
    Spoils.SKIP: "Destroyed numbers stay missing; spares take their place.",
    Spoils.REMAKE: "Destroyed numbers are printed once more from a remake's file.",
}


@dataclass(frozen=True, slots=True)
class SheetSize:
    """One card, laid flat: its trimmed size and what is printed around it, in micrometers."""

    width: int
    height: int
    bleed: int

    def __str__(self) -> str:
        """The size in millimeters, as a printer writes it."""
        trimmed = f"{self.width / 1000:g} x {self.height / 1000:g} mm"
        return f"{trimmed} flat, {self.bleed / 1000:g} mm bleed"


def draw_job_ticket(record: RunRecord, size: SheetSize) -> bytes:
    """The ticket of a run; no line of it depends on a face."""
    printing, style = record.printed_for, record.style
    condition = "not named" if printing is None else printing.condition
    sheet = Sheet(
        title="Job ticket",
        label=_LABEL,
        facts=(
            ("Order", record.order),
            ("Hall", f"{record.hall_name} ({record.hall})"),
            ("Files made", spelled_time(record.made_at)),
            *stock_rows(record.stock),
            ("Sheet", f"{size}; two pages a card, one card a sheet (1-up)"),
            ("Files", f"PDF/X ({style.standard}), {_CODES[style.codes]}"),
            ("Inks", _INKS[style.inks]),
            ("Condition", condition),
        ),
        parts=(
            _counts(record),
            Paragraph(
                f"In all {how_many(sum(one.series.count for one in record.series), 'sheet')} "
                f"without set-up and waste. {_SPOILED[record.spoils]}"
            ),
            Grid(
                name="Steps, in this order",
                heads=("Step", "How", "Date", "Initials"),
                is_right=(False, False, False, False),
                rows=tuple((step, how, "", "") for step, how in _STEPS),
            ),
            _files(record),
            Head("Never"),
            Paragraph(
                "No page is printed twice, reordered, scaled or stored. A sheet that jams is a "
                "spoil: two people destroy it. Nobody takes a sheet out of the room."
            ),
        ),
        foot=f"Order {record.order}, run {record.run_id.hex()}",
    )
    return draw_sheet(sheet, record.made_at)


def _counts(record: RunRecord) -> Grid:
    return Grid(
        name="What is printed",
        heads=("Set", "Series", "Color", "First", "Last", "Sheets", "Pages", "Spares", "Packs of"),
        is_right=(False, False, False, True, True, True, True, True, True),
        rows=tuple(_row(made.series, made.spares, made.pack_size) for made in record.series),
    )


def _row(series: Series, spares: int, pack_size: int) -> tuple[str, ...]:
    return (
        series.set_serial,
        series.series,
        str(series.color),
        series.first.printed,
        AuditNumber(series.last).printed,
        f"{series.count:,}",
        f"{2 * series.count:,}",
        f"{spares:,}",
        f"{pack_size:,}",
    )


def _files(record: RunRecord) -> Grid:
    return Grid(
        name="Press files, a lot each",
        heads=("File", "SHA-256 begins"),
        is_right=(False, False),
        rows=tuple(
            (file.name, file.sha256[:16]) for made in record.series for file in made.press_files
        ),
    )
