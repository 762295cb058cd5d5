"""The retention list: until which act or day, how many days are left, what lies where."""

from dataclasses import replace
from datetime import date

import pytest

from inventory.entries.closing import Destroyed, Retained
from inventory.paper import Paper, Table
from inventory.reports.figures.books import Books
from inventory.reports.papers.retention import retention_paper


def kept(paper: Paper) -> dict[str, tuple[str, str]]:
    (table,) = (one for one in paper.blocks if isinstance(one, Table) and one.name == "Kept")
    return {str(row[0]): (str(row[1]), str(row[2])) for row in table.rows}


def before_the_filing(books: Books, today: date) -> Books:
    entries = tuple(one for one in books.entries if not isinstance(one.kind, Destroyed))
    evening = replace(books.evening, filed=None)
    report = replace(books.report, entries=entries, evening=evening)
    return replace(books, report=report, today=today)


@pytest.mark.parametrize(
    ("today", "left"),
    [
        (date(2026, 11, 30), "7"),
        (date(2026, 12, 2), "5"),
        (date(2026, 12, 7), "0"),
        (date(2026, 12, 9), "over for 2 days"),
    ],
)
def test_punched_cards_are_kept_until_the_form_is_filed(
    books: Books, today: date, left: str
) -> None:
    """General Municipal Law 491: within seven days of the occasion, played on November 30."""
    found = kept(retention_paper(before_the_filing(books, today)))
    assert found["Punched cards"] == ("BC-7 is filed, due 2026-12-07", left)


def test_filed_they_wait_for_a_witness(books: Books) -> None:
    waiting = before_the_filing(books, books.today)
    filed = replace(waiting.report, evening=books.evening)
    until, left = kept(retention_paper(replace(waiting, report=filed)))["Punched cards"]
    assert "filed on 2026-12-01; a witness" in until
    assert left == "0"


def test_destroyed_they_are_gone_and_the_paid_card_stays(books: Books) -> None:
    paper = retention_paper(books)
    assert kept(paper)["Punched cards"] == ("destroyed", "")
    (cards,) = (one for one in paper.blocks if isinstance(one, Table)
                and one.name == "Cards in envelopes")  # fmt: skip
    assert [row[2:] for row in cards.rows].count(("punched", "destroyed")) == 5
    assert [(row[1], *row[2:]) for row in cards.rows if row[2] == "paid"] == [
        ("ACME-000123-0000005-M", "paid", "kept")
    ]


def test_records_and_certificates_are_kept_for_the_years_of_the_rules(books: Books) -> None:
    """us-ny.toml: four years both; from December 2, 2026 to November 30, 2030 are 1459 days."""
    found = kept(retention_paper(books))
    assert found["The ledger, its slips and the evening's papers"] == ("2030-11-30", "1459")
    assert found["The maker's certificate of set 000123"] == ("2030-11-30", "1459")
    assert found["The maker's certificate of set 000124"] == ("2030-11-30", "1459")


def due(paper: Paper) -> list[tuple[object, ...]]:
    (table,) = (one for one in paper.blocks if isinstance(one, Table) and one.name == "Due")
    return [row[1:3] for row in table.rows]


def test_the_form_and_the_quarter_s_summary_are_due(books: Books) -> None:
    """General Municipal Law 491: 7 days from November 30; 15 days from December 31."""
    paper = retention_paper(before_the_filing(books, books.today))
    assert due(paper) == [("2026-12-07", "5"), ("2027-01-15", "44")]
    assert ("File by", "2026-12-07; 5 days left") in paper.facts
    filed = retention_paper(books)
    assert due(filed)[0] == ("2026-12-07", "filed on 2026-12-01")
    assert ("File by", "2026-12-07") in filed.facts


def test_without_an_envelope_it_says_so(books: Books) -> None:
    entries = tuple(one for one in books.entries if not isinstance(one.kind, Retained))
    paper = retention_paper(replace(books, report=replace(books.report, entries=entries)))
    assert not [one for one in paper.blocks if isinstance(one, Table) and "envelope" in one.name]
