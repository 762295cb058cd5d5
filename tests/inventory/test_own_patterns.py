"""A hall's own patterns: drawn in a file, and kept with the evening that plays them."""

from dataclasses import replace
from pathlib import Path

import pytest

from cardgen.errors import BadFileError
from inventory.commands.game import OpenEvening
from inventory.decisions.program.own_patterns import kept_patterns, to_keep, unknown_patterns
from inventory.desk.execute import Answer
from inventory.desk.game.patterns import PATTERNS, own_patterns, patterns_of
from inventory.desk.papers import reporting
from inventory.desk.papers.papers import read_books
from inventory.entries.claim import ClaimDecided
from inventory.entries.game import OccasionOpened
from inventory.entries.house import PatternDrawn
from inventory.errors import LedgerError
from inventory.ledger.reading import Reader
from inventory.program.file import parsed_program
from inventory.program.patterns import Pattern, parsed_patterns
from inventory.reports.papers.plots import odds_plots
from tests.inventory.kit import START, Kit, code, kinds, ok
from tests.inventory.papers.conftest import utc
from tests.inventory.test_announcing import PROGRAM
from tests.inventory.test_games import SEALED, begin, opened

# The first row of the card: one number of each column, B to O.
TOP_ROW = """pattern top row
#####
.....
.....
.....
.....
"""
BOTTOM_ROW = TOP_ROW.replace("#####\n.....", ".....\n.....").removesuffix(".....\n") + "#####\n"
OWN = replace(SEALED, number=1, pattern="Top  Row", pre_drawn=0, calls_max=75)


def drawn(kit: Kit, text: str = TOP_ROW) -> None:
    (kit.hall.folder / PATTERNS).write_text(text)


def top_row(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Column by column, five numbers each and four in the middle one (`cardgen.face`)."""
    return tuple(numbers[place] for place in (0, 5, 10, 14, 19))


def kept_by(kit: Kit) -> Pattern:
    with kit.hall.ledger.transaction() as connection:
        reader = Reader(connection)
        evening = reader.evening()
        assert evening is not None
        return patterns_of(reader, evening.occasion)("top row")


def test_a_claim_is_judged_by_the_drawing_of_its_evening_whatever_becomes_of_the_file(
    empty: Kit,
) -> None:
    drawn(empty)
    kit = begin(empty, OWN)
    ok(kit.sell(1))
    card = kit.built.red(1)
    ok(kit.close())
    ok(kit.start(""))
    ok(kit.call(*top_row(card.numbers)))
    drawn(kit, BOTTOM_ROW)
    assert kept_by(kit) == parsed_patterns(TOP_ROW)["top row"]
    (kit.hall.folder / PATTERNS).unlink()
    assert kept_by(kit) == parsed_patterns(TOP_ROW)["top row"]
    ok(kit.hold())
    ok(kit.rack())
    decided = ok(kit.claim(card))[-1].kind
    assert isinstance(decided, ClaimDecided)
    assert decided.verdict == "VALID"
    (found,) = reporting.read_audit(kit.hall, "")
    assert "breaks the rules" in found.sentence, "begun unchecked; the drawing itself is kept"
    books = read_books(kit.hall, 0, START.date(), utc)
    assert odds_plots(books) == ()


def test_a_drawing_is_written_once_and_anew_only_when_it_changed() -> None:
    program = opened(OWN, replace(OWN, number=2)).program
    first = parsed_patterns(TOP_ROW)
    (noted,) = to_keep(program, first, {})
    assert noted == PatternDrawn("top row", first["top row"].masks)
    assert to_keep(program, first, {"top row": noted.masks}) == ()
    (changed,) = to_keep(program, parsed_patterns(BOTTOM_ROW), {"top row": noted.masks})
    assert changed.name == "top row"
    assert kept_patterns({"top row": changed.masks})("TOP row") != first["top row"]
    assert to_keep(opened(SEALED).program, first, {}) == (), "a drawing that nobody plays by"


def opened_by(kit: Kit, opened: OccasionOpened) -> Answer:
    return kit.run(OpenEvening(opened, tuple(own_patterns(kit.hall).values())))


def test_an_evening_by_a_pattern_that_nobody_drew_is_not_opened(empty: Kit) -> None:
    ok(empty.receive())
    text = PROGRAM.replace('kind = "pre-drawn"', 'kind = "ordinary"\npattern = "top row"')
    for line in ("pre_drawn = 48\n", "calls = 54\n", 'pre_draw_at = "18:50"\n'):
        text = text.replace(line, "")
    asked = OccasionOpened(parsed_program(text), 0)
    refused = opened_by(empty, asked)
    assert code(refused) == "program-breaches"
    assert "top row" in str(refused)
    drawn(empty)
    assert "OccasionOpened" in kinds(opened_by(empty, asked))


def test_the_audit_names_a_pattern_that_no_entry_draws(empty: Kit) -> None:
    """Opened without the check, as an older program may have done."""
    kit = begin(empty, replace(OWN, pattern="zigzag"))
    unchecked, found = reporting.read_audit(kit.hall, "")
    assert (unchecked.code, found.code) == ("not-decided", "pattern-missing")
    assert "zigzag" in found.sentence
    program = opened(replace(OWN, sets=(), pattern="zigzag")).program
    assert list(unknown_patterns(program, {})) == [], "cards that are not kept here"


def test_without_a_file_a_hall_has_no_own_patterns(empty: Kit) -> None:
    assert own_patterns(empty.hall) == {}
    assert kinds(empty.receive())
    assert "PatternDrawn" not in kinds(empty.open())


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (TOP_ROW.replace("top row", "single line"), "draws single line anew"),
        (TOP_ROW.replace("#####", "####"), "Line 2"),
        ("", "at least one line"),
    ],
)
def test_a_file_that_draws_nothing_or_a_pattern_of_the_house_is_refused(
    empty: Kit, text: str, why: str
) -> None:
    drawn(empty, text)
    with pytest.raises(BadFileError, match=why):
        own_patterns(empty.hall)


def test_a_pipe_in_the_place_of_the_file_is_refused(empty: Kit) -> None:
    (empty.hall.folder / PATTERNS).symlink_to(Path("/dev/zero"))
    with pytest.raises(BadFileError, match="no regular file"):
        own_patterns(empty.hall)


def test_a_drawing_that_is_none_is_the_ledgers_fault_and_named() -> None:
    for masks in ((), (-1,), (0xFFFFFFFFF,)):
        with pytest.raises(LedgerError, match="pattern top row"):
            kept_patterns({"top row": masks})("top row")
