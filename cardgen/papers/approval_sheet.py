"""The sheet on which a customer approves an order before anything is made of it."""

from datetime import datetime

from cardgen.amounts import how_many, printed_cents
from cardgen.documents.figures import spelled_time
from cardgen.documents.grid import Grid
from cardgen.documents.sheet import Head, Paragraph, Sheet, draw_sheet
from cardgen.order import Order, OrderedSeries, Spoils
from cardgen.papers.consignment import ROLE_WORDS

_HASH_HALF = 32
_LABEL = (
    "What is approved here is printed. Set serials and the cards' secrets are spent when the run "
    "is made: a wrong name or price found later costs a new run."
)
_SPOILS = {
    Spoils.SKIP: "stay missing, spares take their place, and the papers say so",
    Spoils.REMAKE: "are printed once more, and the certificate says so",
}


def draw_approval_sheet(order: Order, order_sha256: str, made_at: datetime) -> bytes:
    """The sheet of one order: what is printed, what to look at, and where to sign."""
    sheet = Sheet(
        title="Approval before printing",
        label=_LABEL,
        facts=(
            ("Order", order.number),
            ("Hall", f"{order.hall_name} ({order.hall})"),
            ("Jurisdiction", order.jurisdiction),
            ("Maker and form", f"{order.maker}, form {order.form}"),
            ("Proofs drawn", spelled_time(made_at)),
            ("Order, SHA-256", f"{order_sha256[:_HASH_HALF]} {order_sha256[_HASH_HALF:]}"),
        ),
        parts=(
            _series(order),
            Paragraph(
                f"{how_many(_printed(order), 'card')} are printed. Cards that are spoiled "
                f"{_SPOILS[order.spoils]}."
            ),
            *(Paragraph(warning, "Please note") for warning in order.warnings()),
            Head("Please look at the proofs"),
            Paragraph(
                "Print them at 100 %, and lay a ruler on the 50 mm line. Is the hall's name "
                "spelled as it should be? Are color, series, role and price the ones ordered? Can "
                "each code be scanned? Does the folded template fit your punch and your boxes?"
            ),
            Grid(
                name="Your answer: one line, signed",
                heads=("Answer", "Name", "Date", "Signature"),
                is_right=(False, False, False, False),
                rows=tuple(
                    (answer, "", "", "")
                    for answer in (
                        "Approved as shown",
                        "Approved with the changes marked",
                        "Please send new proofs",
                    )
                ),
            ),
        ),
        foot=f"Order {order.number}, {order.hall}",
    )
    return draw_sheet(sheet, made_at)


def _series(order: Order) -> Grid:
    return Grid(
        name="What is printed",
        heads=("Set", "Series", "Color", "Sold as", "Price", "First", "Last", "Ordered", "Spares"),
        is_right=(False, False, False, False, True, True, True, True, True),
        rows=tuple(_row(order, ordered) for ordered in order.series),
    )


def _row(order: Order, ordered: OrderedSeries) -> tuple[str, ...]:
    spares = order.spares_of(ordered)
    return (
        ordered.set_serial,
        ordered.series,
        str(ordered.color),
        ROLE_WORDS[ordered.role],
        printed_cents(ordered.price_cents),
        ordered.first.printed,
        f"{ordered.first + ordered.count + spares - 1:07d}",
        f"{ordered.count:,}",
        f"{spares:,}",
    )


def _printed(order: Order) -> int:
    return sum(ordered.count + order.spares_of(ordered) for ordered in order.series)
