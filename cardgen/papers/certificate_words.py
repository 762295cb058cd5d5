"""What a certificate says in sentences, and how much room the sentences take."""

from collections.abc import Iterator
from dataclasses import dataclass

from cardgen.amounts import how_many
from cardgen.card_id import AuditNumber
from cardgen.documents.figures import numbers_in_words, short_time
from cardgen.documents.inks import GRAY
from cardgen.documents.pen import Pen, Point, fitted, pitch, wrapped
from cardgen.documents.typefaces import Style, body, caption, drawable, headline
from cardgen.face import SET_COUNT
from cardgen.papers.certificate_frame import LEFT, WIDTH
from cardgen.proof.certificate import Certificate
from cardgen.proof.custody import Custody
from cardgen.proof.finishing import Counter, Finishing, Signed

_NAME_SIZE, _NAME_SIZE_OF_TWO_LINES = 24.0, 18.0
_STATED = body(10.5)
_FIRST_LINE = 53.0
_SIGNIFICANT = 3  # figures of a chance that mean something


@dataclass(frozen=True, slots=True)
class Opening:
    """The hall's name and the sentence below it, in lines that fit the page."""

    name_style: Style
    name: tuple[str, ...]
    stated: tuple[str, ...]

    @property
    def bottom(self) -> float:
        """The last baseline, from the top of the page."""
        return self._stated_line + (len(self.stated) - 1) * pitch(_STATED)

    @property
    def _stated_line(self) -> float:
        return _FIRST_LINE + (len(self.name) - 1) * pitch(self.name_style) + 7.4

    def draw(self, pen: Pen, certificate: Certificate) -> None:
        """Who states what for whom."""
        maker = f"Maker {certificate.series.maker} states for"
        pen.text(Point(LEFT, _FIRST_LINE - 8.4), maker, caption(11), GRAY)
        pen.paragraph(Point(LEFT, _FIRST_LINE), self.name, self.name_style)
        pen.paragraph(Point(LEFT, self._stated_line), self.stated, _STATED)


def opening(certificate: Certificate) -> Opening:
    """The words of this certificate, set in lines.

    Raises: BadValueError, when the hall's name cannot be drawn.
    """
    name = drawable("The hall's name", certificate.hall_name)
    style = fitted(name, headline(_NAME_SIZE), WIDTH)
    lines: tuple[str, ...] = (name,)
    if style.size < _NAME_SIZE_OF_TWO_LINES:
        style = headline(_NAME_SIZE_OF_TWO_LINES)
        lines = wrapped(name, style, WIDTH)
    return Opening(style, lines, wrapped(statement(certificate), _STATED, WIDTH))


def statement(certificate: Certificate) -> str:
    """What the maker states, in one sentence."""
    series = certificate.series
    first, last = series.first.printed, AuditNumber(series.last).printed
    numbered = (
        f"numbered consecutively from {first} to {last}"
        if certificate.numbered_consecutively
        else f"NOT numbered consecutively, between {first} and {last}"
    )
    skips = how_many(len(certificate.skips), "number")
    missing = "none missing" if certificate.complete else f"{skips} missing, listed as skips"
    was_or_were = "was" if certificate.number_printed == 1 else "were"
    cards = how_many(certificate.number_printed, "sealed bingo card")
    return (
        f"that {cards}, series {series.series}, "
        f"{series.color}, {was_or_were} printed under order {certificate.order}, {numbered}, "
        f"with {missing}."
    )


def custody_statements(custody: Custody) -> Iterator[tuple[str, str]]:
    """When the components were published, and who took them out of the plant: a line each."""
    at_a, at_b = map(short_time, custody.published_at)
    if custody.one_sitting:
        yield "Custody", f"Both components made in one sitting, {at_b}"
    else:
        yield "Custody", f"Components published {at_a} and {at_b}"
    if custody.removed is None:
        yield "Removed", "NOT removed from the plant when this was signed"
        return
    first, second = custody.removed.by
    yield "Removed by", f"{first}, from the plant, {short_time(custody.removed.at)}"
    yield "and by", second


def approval_statements(certificate: Certificate) -> Iterator[str]:
    """Which proofs the customer said yes to, by their hashes; nothing, if nobody was asked."""
    yes = certificate.approval
    if yes is not None:
        yield (
            f"Approved {short_time(yes.at)} by {yes.customer}: order {yes.order_sha256}, proofs "
            f"{yes.proofs_sha256} (SHA-256)."
        )


def finishing_statements(finishing: Finishing) -> Iterator[str]:
    """What was checked, counted and destroyed between press and pack; nothing, if nothing was."""
    if finishing.sheets_checked or finishing.packs_checked:
        sheets = how_many(finishing.sheets_checked, "flat sheet")
        packs = how_many(finishing.packs_checked, "pack")
        yield f"Checked: {sheets}, scanned outside and inside, and {packs}, scanned and counted."
    for counter in finishing.counters:
        yield f"Counter of {counter.press}: {_run_of(counter)}."
    yield from _sheet_statements(finishing)
    for test in finishing.light_tests:
        samples = ", ".join(numbers_in_words(test.samples))
        yield (
            f"Light test {short_time(test.at)} with {test.lamp} by {test.by[0]} and {test.by[1]}: "
            f"nothing was seen through {samples}."
        )
    for spoiled in finishing.spoiled:
        numbers = ", ".join(numbers_in_words(spoiled.numbers))
        again = ", and printed once more" if spoiled.remade else ""
        yield (
            f"Destroyed {short_time(spoiled.at)} by {spoiled.by[0]} and {spoiled.by[1]}{again} "
            f"({spoiled.reason}): {numbers}."
        )
    yield from _spoil_corrections(finishing)


def _sheet_statements(finishing: Finishing) -> Iterator[str]:
    for one in finishing.corrections:
        was = f"the counter of {one.counter.press} was noted as {_run_of(one.counter)}"
        yield f"{_corrected(one.signed)}: {was}."
    for noted in finishing.sheets_corrections:
        was = f"{noted.makeready:,} sheets of makeready and {noted.waste:,} of waste were noted"
        yield f"{_corrected(noted.signed)}: {was}."
    if finishing.sheets is not None:
        yield f"Sheets: {finishing.sheets.statement}"


def _spoil_corrections(finishing: Finishing) -> Iterator[str]:
    for mistake in finishing.spoil_corrections:
        numbers = ", ".join(numbers_in_words(mistake.spoiled.numbers))
        by = " and ".join(mistake.spoiled.by)
        yield (
            f"{_corrected(mistake.signed)}: {numbers} had been noted as destroyed by {by} "
            f"({mistake.spoiled.reason}) and are there."
        )


def _corrected(signed: Signed) -> str:
    by = " and ".join(signed.by)
    return f"Corrected {short_time(signed.at)} by {by} ({signed.reason})"


def _run_of(counter: Counter) -> str:
    up = f", {counter.up} cards a sheet" if counter.up > 1 else ""
    return f"{counter.start:,} before, {counter.end:,} after{up}"


def fine_print(certificate: Certificate) -> str:
    """What holds for every run of the maker, and whose rule the page answers."""
    return (
        "No two cards of this run, whatever their color, hold the same 24 numbers. The chance that "
        "another series of this size shares a set of numbers with it is at most 1 in "
        f"{_odds(certificate.series.face_count):,}. The page shows what N.J.A.C. 13:47-8 asks of a "
        "printer of tickets: how many, first and last number, consecutive numbers, a sample."
    )


def _odds(face_count: int) -> int:
    """How many times rarer than certain: number sets over pairs of faces, rounded down."""
    odds = SET_COUNT // face_count**2
    unit: int = 10 ** max(0, len(str(odds)) - _SIGNIFICANT)
    return odds // unit * unit
