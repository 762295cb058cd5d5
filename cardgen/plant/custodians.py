"""Custodians in the journal: whose component was published when, used for which run, and removed.

sealing.md section 2: A's fingerprint is published before B's component is made, and both before
the run. The order of notes decides, never a clock.
"""

import sqlite3
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from cardgen.errors import ConflictError, VerificationError, shown
from cardgen.people import is_same_person
from cardgen.plant.journal import journal, noted_at
from cardgen.proof.custody import Custody, Removal, check_name, check_two_people
from cardgen.proof.manifest import parsed_time, printed_time
from cardgen.series import RunId

FINGERPRINT_SHOWN = 16


class ComponentUnpublishedError(VerificationError):
    """A component whose fingerprint does not stand in the journal."""

    code = "component-unpublished"

    def __init__(self, fingerprint: str) -> None:
        super().__init__(
            f"Fingerprint {_short(fingerprint)} was not published here before the run. "
            "Publish it with `cardgen custody publish`, A's before B's is made."
        )


class CustodyOrderError(VerificationError):
    """Two components that were not made in turn."""

    code = "custody-order"

    def __init__(self, why: str, mends: str) -> None:
        super().__init__(f"{why}. {mends}")


class ComponentUsedError(ConflictError):
    """A component that made another run."""

    code = "component-used"

    def __init__(self, custodian: str, run_id: str) -> None:
        super().__init__(
            f"{custodian}'s component was used for run {run_id}; a pair makes one run. "
            "Make two new ones."
        )


class ComponentRemovedError(ConflictError):
    """A run whose components have left the plant."""

    code = "component-removed"

    def __init__(self, removal: Removal) -> None:
        first, second = removal.by
        super().__init__(
            f"The run's components were removed from the plant at {printed_time(removal.at)} by "
            f"{first} and {second}; nothing more is made of them here. Order a new run."
        )


class RemovalStatedError(ConflictError):
    """A removal that two other people stated before."""

    code = "removal-stated"

    def __init__(self, removal: Removal) -> None:
        first, second = removal.by
        super().__init__(
            f"{first} and {second} stated at {printed_time(removal.at)} that these components left "
            "the plant; that is stated once, and stands. Name them to have files deleted."
        )


class UndrilledError(ConflictError):
    """A component that would be deleted although no escrow was seen to restore it."""

    code = "undrilled"

    def __init__(self, fingerprint: str) -> None:
        super().__init__(
            f"No drill of component {_short(fingerprint)} stands in the journal; without it the "
            "run could never be disclosed. Hold `cardgen custody drill --plant` first, or carry "
            "the file away instead of naming it."
        )


@dataclass(frozen=True, slots=True)
class Publication:
    """A fingerprint as it is published; `after` is the one that was known when it was made."""

    fingerprint: str
    custodian: str
    after: str | None

    def __post_init__(self) -> None:
        """Raises: BadValueError, unless the custodian has a name."""
        check_name("The custodian", self.custodian)


@dataclass(frozen=True, slots=True)
class Published:
    """What the journal says of a component."""

    publication: Publication
    published_at: datetime
    one_sitting: bool
    run_id: str | None


def open_component(folder: Path, custodian: str) -> str | None:
    """The fingerprint that the next component would be made after: the newest unpaired A's."""
    with journal(folder) as database:
        rows = database.execute(
            "SELECT fingerprint, custodian FROM component AS a "
            "WHERE after IS NULL AND run_id IS NULL AND NOT EXISTS "
            "(SELECT 1 FROM component AS b WHERE b.after = a.fingerprint) ORDER BY rowid DESC"
        ).fetchall()
    others = (str(one) for one, name in rows if not is_same_person(name, custodian))
    return next(others, None)


def publish(
    folder: Path, publication: Publication, at: datetime, *, one_sitting: bool = False
) -> Published:
    """Note a fingerprint with the time; the same one again gives the first answer.

    Raises: CustodyOrderError, BadFileError.
    """
    with journal(folder) as database:
        known = _published(database, publication.fingerprint)
        if known is not None:
            return known
        if publication.after is not None:
            _check_turn(database, publication, publication.after)
        database.execute(
            "INSERT INTO component VALUES (?, ?, ?, ?, ?, NULL)",
            (
                publication.fingerprint,
                publication.custodian,
                publication.after,
                noted_at(database, at),
                int(one_sitting),
            ),
        )
    return Published(publication, at, one_sitting, None)


def check_pair(folder: Path, first: str, second: str, run_id: RunId | None) -> None:
    """Refuse components that may not make the run; `run_id` is that of an interrupted one.

    Raises: ComponentUnpublishedError, CustodyOrderError, ComponentUsedError,
    ComponentRemovedError.
    """
    with journal(folder) as database:
        _check_pair(database, first, second, None if run_id is None else run_id.hex())


def claim_pair(database: sqlite3.Connection, run_id: str, first: str, second: str) -> None:
    """Note, in the transaction that begins a run, that these two components make it."""
    _check_pair(database, first, second, run_id)
    database.execute(
        "UPDATE component SET run_id = ? WHERE fingerprint IN (?, ?)", (run_id, first, second)
    )


def remove(folder: Path, run_id: RunId, removal: Removal) -> Removal:
    """Note who removed a run's components; the same people again get the first answer.

    Raises: CustodyOrderError for a run that is not finished, RemovalStatedError.
    """
    with journal(folder) as database:
        earlier = _removal(database, run_id.hex())
        if earlier is not None:
            if not _are_same_people(earlier.by, removal.by):
                raise RemovalStatedError(earlier)
            return earlier
        row = database.execute("SELECT state FROM run WHERE run_id = ?", (run_id.hex(),)).fetchone()
        if row is None or row[0] != "made":
            why = f"Run {run_id.hex()} was not made here, or is not finished"
            raise CustodyOrderError(why, "Finish it before its components are removed.")
        database.execute(
            "INSERT INTO removal VALUES (?, ?, ?, ?)",
            (run_id.hex(), noted_at(database, removal.at), *removal.by),
        )
    return removal


def _are_same_people(one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Whether two pairs are the same two people, named in any order."""
    return any(all(map(is_same_person, one, pair)) for pair in (other, other[::-1]))


def note_drill(folder: Path, fingerprint: str, at: datetime) -> None:
    """Note that a component was restored from its escrow, and when."""
    with journal(folder) as database:
        database.execute("INSERT INTO drill VALUES (?, ?)", (fingerprint, noted_at(database, at)))


def check_drilled(folder: Path, fingerprint: str) -> None:
    """Raises: UndrilledError, unless escrow was seen to restore this component."""
    with journal(folder) as database:
        row = database.execute(
            "SELECT 1 FROM drill WHERE fingerprint = ?", (fingerprint,)
        ).fetchone()
    if row is None:
        raise UndrilledError(fingerprint)


def custody_of(folder: Path, run_id: RunId) -> Custody | None:
    """The custody statement of a run as its certificate carries it."""
    with journal(folder) as database:
        rows = database.execute(
            "SELECT published_at, one_sitting FROM component WHERE run_id = ? "
            "ORDER BY after IS NOT NULL",
            (run_id.hex(),),
        ).fetchall()
        removal = _removal(database, run_id.hex())
    if not rows:
        return None
    (at_a, sitting_a), (at_b, sitting_b) = rows
    return Custody(
        (parsed_time(at_a), parsed_time(at_b)),
        one_sitting=bool(sitting_a and sitting_b),
        removed=removal,
    )


def _check_turn(database: sqlite3.Connection, publication: Publication, after: str) -> None:
    first = _published(database, after)
    if first is None:
        why = f"It was made after {_short(after)}, which was not published here"
        raise CustodyOrderError(why, "Publish A's fingerprint, then make B's component anew.")
    check_two_people("The custodian", first.publication.custodian, publication.custodian)
    taken = database.execute("SELECT 1 FROM component WHERE after = ?", (after,)).fetchone()
    if taken or first.publication.after is not None:
        why = f"{first.publication.custodian}'s component has its second already"
        raise CustodyOrderError(why, "Make two new ones; a pair makes one run.")


def _check_pair(database: sqlite3.Connection, first: str, second: str, run_id: str | None) -> None:
    pair = []
    for fingerprint in (first, second):
        component = _published(database, fingerprint)
        if component is None:
            raise ComponentUnpublishedError(fingerprint)
        pair.append(component)
    a, b = pair
    if a.publication.after == second:
        why = f"{b.publication.custodian} published first, {a.publication.custodian} second"
        raise CustodyOrderError(why, "Give --custody in that order.")
    if b.publication.after != first:
        why = (
            f"{b.publication.custodian}'s component was not made after "
            f"{a.publication.custodian}'s was published"
        )
        raise CustodyOrderError(why, "Use the two that were made in turn.")
    for component in pair:
        if component.run_id not in {None, run_id}:
            raise ComponentUsedError(component.publication.custodian, str(component.run_id))
    removal = None if run_id is None else _removal(database, run_id)
    if removal is not None:
        raise ComponentRemovedError(removal)


def _published(database: sqlite3.Connection, fingerprint: str) -> Published | None:
    row = database.execute(
        "SELECT custodian, after, published_at, one_sitting, run_id FROM component "
        "WHERE fingerprint = ?",
        (fingerprint,),
    ).fetchone()
    if row is None:
        return None
    custodian, after, published_at, one_sitting, run_id = row
    publication = Publication(fingerprint, custodian, after)
    return Published(publication, parsed_time(published_at), bool(one_sitting), run_id)


def _removal(database: sqlite3.Connection, run_id: str) -> Removal | None:
    row = database.execute(
        "SELECT removed_at, first_name, second_name FROM removal WHERE run_id = ?", (run_id,)
    ).fetchone()
    return None if row is None else Removal(parsed_time(row[0]), (row[1], row[2]))


def _short(fingerprint: str) -> str:
    return shown(fingerprint[:FINGERPRINT_SHOWN]).strip("'") + "…"
