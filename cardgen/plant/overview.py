"""All that a plant's journal has, in a few rows a subject, for people and for programs."""

import sqlite3
from pathlib import Path
from typing import Any

from cardgen.plant.journal import journal

# By subject: what is asked, in the order in which it was noted.
_QUERIES = {
    "orders": ("SELECT order_sha256, customer, at AS approved_at FROM approval ORDER BY rowid"),
    "custodians": (
        "SELECT custodian, fingerprint, published_at, component.run_id, removed_at, "
        "(SELECT max(drilled_at) FROM drill WHERE drill.fingerprint = component.fingerprint) "
        "AS drilled_at FROM component LEFT JOIN removal USING (run_id) ORDER BY component.rowid"
    ),
    "sets": (
        "SELECT serial AS set_serial, run_id, "
        "(SELECT count(*) FROM sheet_check AS s WHERE s.serial = set_serial.serial) AS sheets, "
        "(SELECT count(DISTINCT first) FROM pack_check AS p WHERE p.serial = set_serial.serial "
        "AND NOT stale) AS packs, "
        "(SELECT count(*) FROM light_test AS l WHERE l.serial = set_serial.serial AND NOT stale) "
        "AS light_tests "
        "FROM set_serial ORDER BY set_serial.rowid"
    ),
    "spoils": (
        "SELECT serial AS set_serial, count(*) AS cards, sum(remake IS NOT NULL) AS remade, at, "
        "reason, first_name, second_name FROM spoil "
        "GROUP BY serial, at, reason, first_name, second_name ORDER BY min(rowid)"
    ),
    "shipments": (
        "SELECT serial AS set_serial, first, last, hall, shipped_at FROM shipment ORDER BY rowid"
    ),
    "status": (
        "SELECT serial AS set_serial, status, since, reason, numbers FROM status ORDER BY rowid"
    ),
    "purges": "SELECT run_id, at, first_name, second_name FROM purge ORDER BY rowid",
    "opened_cards": (
        "SELECT card_id, opened_at, first_name, second_name, reason FROM opened_card ORDER BY rowid"
    ),
}


def overview(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """The rows of every subject, each as its columns by name. Raises: BadFileError."""
    with journal(folder) as database:
        return {subject: _rows(database, query) for subject, query in _QUERIES.items()}


def _rows(database: sqlite3.Connection, query: str) -> list[dict[str, Any]]:
    found = database.execute(query)
    names = [column[0] for column in found.description]
    return [dict(zip(names, row, strict=True)) for row in found.fetchall()]
