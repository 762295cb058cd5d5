"""Press counters, and where every sheet that they counted went."""

import json
import sqlite3
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

from cardgen.card_id import SetSerial
from cardgen.errors import ConflictError
from cardgen.plant.journal import journal, noted_at
from cardgen.plant.remakes import remade_count
from cardgen.proof.finishing import Correction, Counter, Sheets, SheetsCorrection, Signed
from cardgen.proof.manifest import parsed_time
from cardgen.series import Series

SET_UP_SHEETS_MAX = 500  # what any set-up may take, however few the cards
SHEETS_A_CARD_MAX = 2  # of a long run, more than half of it would be waste


class CounterError(ConflictError):
    """A counter that cannot be this set's."""

    code = "counter-implausible"

    def __init__(self, serial: str, sheets: int, expected: str) -> None:
        super().__init__(
            f"The counters of set {serial} come to {sheets:,} sheets: expected {expected}. "
            "Read them again. Replace one that was noted wrongly with --corrects; give --part when "
            "more counters of the set follow."
        )


class NoCounterError(ConflictError):
    """A set of which no counter is noted."""

    code = "no-counter"

    def __init__(self, serial: str, press: str | None = None) -> None:
        where = "" if press is None else f" of {press}"
        super().__init__(
            f"No counter{where} is noted for set {serial}. Note it first: cardgen note counter."
        )


class SheetsGapError(ConflictError):
    """Sheets that are unaccounted for, and nobody signed for them."""

    code = "sheets-gap"

    def __init__(self, serial: str, sheets: Sheets) -> None:
        super().__init__(
            f"The sheets of set {serial} do not add up: {sheets.equation}. Look for them, or let "
            "two people sign for the gap: cardgen note impressions --reason, --by and --second."
        )


class ImpressionsNotedError(ConflictError):
    """Set-up and waste that were noted otherwise before."""

    code = "impressions-noted"

    def __init__(self, serial: str, makeready: int, waste: int) -> None:
        super().__init__(
            f"For set {serial} {makeready:,} sheets of makeready and {waste:,} of waste are noted. "
            "Two people note them anew, and papers tell both: give --reason and --by twice."
        )


@dataclass(frozen=True, slots=True)
class Printing:
    """A set as the press ran it: `cards` counts those that were printed once more as often."""

    serial: SetSerial
    cards: int
    more_counters_follow: bool = False

    def check(self, counters: tuple[Counter, ...]) -> None:
        """Raises: CounterError, unless these are its counters."""
        sheets = sum(one.sheets for one in counters)
        up = counters[0].up
        if any(one.up != up for one in counters):
            raise CounterError(self.serial, sheets, f"{up} cards on each of them, as noted before")
        least = -(-self.cards // up)
        most = SHEETS_A_CARD_MAX * least + SET_UP_SHEETS_MAX
        if sheets > most:
            raise CounterError(self.serial, sheets, f"at most {most:,}")
        if sheets < least and not self.more_counters_follow:
            raise CounterError(self.serial, sheets, f"at least {least:,}, which its cards take")


def printing_of(folder: Path, series: Series) -> Printing:
    """The printing of a series until now."""
    return Printing(series.set_serial, series.count + remade_count(folder, series.set_serial))


def note_counter(folder: Path, printing: Printing, counter: Counter, at: datetime) -> None:
    """Note a press's counter before and after a set. Raises: CounterError."""
    with journal(folder) as database:
        _insert(database, printing, counter, at)


def correct_counter(folder: Path, printing: Printing, counter: Counter, signed: Signed) -> Counter:
    """Note a counter anew; the press's last one of the set is kept, and told as corrected.

    Raises: NoCounterError, CounterError.
    """
    with journal(folder) as database:
        row = database.execute(
            "SELECT rowid, press, start, end, up FROM counter "
            "WHERE serial = ? AND press = ? AND corrected_at IS NULL ORDER BY rowid DESC",
            (printing.serial, counter.press),
        ).fetchone()
        if row is None:
            raise NoCounterError(printing.serial, counter.press)
        database.execute(
            "UPDATE counter SET corrected_at = ?, correction = ?, corrected_by = ? WHERE rowid = ?",
            (noted_at(database, signed.at), signed.reason, json.dumps(signed.by), row[0]),
        )
        _insert(database, printing, counter, signed.at)
    return Counter(*row[1:])


def counters_of(folder: Path, serial: SetSerial) -> tuple[Counter, ...]:
    """The press counters of a set that stand."""
    with journal(folder) as database:
        return _counters(database, serial)


def corrections_of(folder: Path, serial: SetSerial) -> tuple[Correction, ...]:
    """The press counters of a set that were noted wrongly."""
    with journal(folder) as database:
        rows = database.execute(
            "SELECT press, start, end, up, corrected_at, corrected_by, correction FROM counter "
            "WHERE serial = ? AND corrected_at IS NOT NULL ORDER BY rowid",
            (serial,),
        ).fetchall()
    return tuple(
        Correction(Counter(*counter), _signed(at, by, reason)) for *counter, at, by, reason in rows
    )


def note_impressions(
    folder: Path, printing: Printing, makeready: int, waste: int, signed: Signed | datetime
) -> Sheets:
    """Note what set-up and waste took, so that the sheets add up.

    `signed` is what two people say of a gap or of a first note that was wrong, or only the time,
    when there must be neither.

    Raises: NoCounterError, CounterError, SheetsGapError, ImpressionsNotedError.
    """
    with journal(folder) as database:
        counters = _counters(database, printing.serial)
        if not counters:
            raise NoCounterError(printing.serial)
        printing.check(counters)
        before = _impressions(database, printing.serial)
        if before and before[-1][:2] != (makeready, waste) and not isinstance(signed, Signed):
            raise ImpressionsNotedError(printing.serial, *before[-1][:2])
        sheets = _sheets(database, printing, makeready, waste)
        row: tuple[str, str | None, str | None]
        if isinstance(signed, Signed):
            row = (noted_at(database, signed.at), signed.reason, json.dumps(signed.by))
            sheets = replace(sheets, gap_signed=signed if sheets.gap else None)
        elif sheets.gap:
            raise SheetsGapError(printing.serial, sheets)
        else:
            row = (noted_at(database, signed), None, None)
        database.execute(
            "INSERT INTO impressions VALUES (?, ?, ?, ?, ?, ?, ?)",
            (printing.serial, makeready, waste, sheets.gap, *row),
        )
    return sheets


def sheets_corrections_of(folder: Path, serial: SetSerial) -> tuple[SheetsCorrection, ...]:
    """What was noted of a set's set-up and waste before it was noted anew."""
    with journal(folder) as database:
        notes = _impressions(database, serial)
    return tuple(
        SheetsCorrection(before[0], before[1], _signed(*after[3:]))
        for before, after in pairwise(notes)
        if before[:2] != after[:2]
    )


def _impressions(database: sqlite3.Connection, serial: SetSerial) -> list[tuple[Any, ...]]:
    """Makeready, waste, gap, time, people and reason of each note, the last one holds."""
    return database.execute(
        "SELECT makeready, waste, gap, at, people, reason FROM impressions "
        "WHERE serial = ? ORDER BY rowid",
        (serial,),
    ).fetchall()


def sheets_of(folder: Path, printing: Printing) -> Sheets | None:
    """Where the sheets of a set went, once that was noted.

    Raises: SheetsGapError, when what came after made a gap that nobody signed for.
    """
    with journal(folder) as database:
        notes = _impressions(database, printing.serial)
        if not notes:
            return None
        makeready, waste, gap, *words = notes[-1]
        sheets = _sheets(database, printing, makeready, waste)
    if not sheets.gap:
        return sheets
    if sheets.gap != gap:
        raise SheetsGapError(printing.serial, sheets)
    return replace(sheets, gap_signed=_signed(*words))


def _insert(
    database: sqlite3.Connection, printing: Printing, counter: Counter, at: datetime
) -> None:
    printing.check((*_counters(database, printing.serial), counter))
    place = (printing.serial, counter.press)
    database.execute(
        "INSERT INTO counter (serial, press, start, end, up, at) VALUES (?, ?, ?, ?, ?, ?)",
        (*place, counter.start, counter.end, counter.up, noted_at(database, at)),
    )


def _counters(database: sqlite3.Connection, serial: SetSerial) -> tuple[Counter, ...]:
    rows = database.execute(
        "SELECT press, start, end, up FROM counter "
        "WHERE serial = ? AND corrected_at IS NULL ORDER BY rowid",
        (serial,),
    ).fetchall()
    return tuple(Counter(*row) for row in rows)


def _sheets(database: sqlite3.Connection, printing: Printing, makeready: int, waste: int) -> Sheets:
    counters = _counters(database, printing.serial)
    (destroyed,) = database.execute(
        "SELECT count(*) FROM spoil WHERE serial = ? AND corrected_at IS NULL", (printing.serial,)
    ).fetchone()
    return Sheets(
        impressions=sum(one.sheets for one in counters),
        up=counters[0].up,
        good=printing.cards - destroyed,
        destroyed=destroyed,
        makeready=makeready,
        waste=waste,
    )


def _signed(at: str, by: str, reason: str) -> Signed:
    one, two = json.loads(by)
    return Signed(parsed_time(at), (one, two), reason)
