import csv
from dataclasses import replace
from io import StringIO

import pytest

from cardgen.card_id import AuditNumber
from cardgen.press.manifest import manifest_header, manifest_rows
from tests.press.cards import a_batch, a_job, a_series

FILE = '000123_R1_"first, half".pdf'


def read(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(text)))


def test_every_card_has_a_line_and_its_pages_are_those_of_the_file() -> None:
    series = a_series(12)
    job = a_job(series)
    text = manifest_header()
    text += "".join(manifest_rows(job, FILE, a_batch(series, 0, 5), 0))
    text += "".join(manifest_rows(job, FILE, a_batch(series, 5, 7), 5))
    rows = read(text)
    assert [row["sequence"] for row in rows] == [str(n) for n in range(1, 13)]
    assert rows[0]["card_id"] == "ACME-000123-0000001-J"
    assert (rows[11]["page_outside"], rows[11]["page_inside"]) == ("23", "24")
    assert {row["file"] for row in rows} == {FILE}
    assert rows[3]["outside_token"] == a_batch(series).row("outside_tokens", 3).decode()
    assert all(row["spoiled"] == "" for row in rows)
    assert {row["lot"] for row in rows} == {"1"}


def test_sequences_go_on_from_lot_to_lot_and_pages_begin_anew() -> None:
    """A lot of five and one of seven, of a set that begins at 501."""
    series = replace(a_series(12), first=AuditNumber(501))
    lots = [replace(a_job(series), lot=lot) for lot in (1, 2)]
    text = manifest_header()
    text += "".join(manifest_rows(lots[0], "lot1.pdf", a_batch(series, 0, 5), 0))
    text += "".join(manifest_rows(lots[1], "lot2.pdf", a_batch(series, 5, 3), 0))
    text += "".join(manifest_rows(lots[1], "lot2.pdf", a_batch(series, 8, 4), 3))
    rows = read(text)
    assert [row["lot"] for row in rows] == ["1"] * 5 + ["2"] * 7
    assert [row["sequence"] for row in rows] == [str(n) for n in range(1, 13)]
    places = [(row["file"], row["sheet"], row["page_outside"], row["page_inside"]) for row in rows]
    assert places[4:6] == [("lot1.pdf", "5", "9", "10"), ("lot2.pdf", "1", "1", "2")]
    assert places[11] == ("lot2.pdf", "7", "13", "14")


def test_lines_end_as_the_printer_asks_and_hold_no_secret() -> None:
    series = a_series(4)
    batch = a_batch(series)
    text = manifest_header() + "".join(manifest_rows(a_job(series), "a.pdf", batch, 0))
    assert "\r" not in text
    assert text.endswith("\n")
    assert len(text.splitlines()) == 5
    for name in ("unlock_codes", "inside_tokens", "face_numbers"):
        assert all(batch.row(name, card).decode() not in text for card in range(4))


@pytest.mark.parametrize("name", ["plain.pdf", "with,comma.pdf", 'with"quote.pdf'])
def test_any_file_name_survives_the_file(name: str) -> None:
    series = a_series(1)
    text = manifest_header() + "".join(manifest_rows(a_job(series), name, a_batch(series), 0))
    assert read(text)[0]["file"] == name
