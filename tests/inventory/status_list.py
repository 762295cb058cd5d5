"""Status lists signed as the plant signs them, for deliveries of the builder."""

import hashlib
from datetime import timedelta
from pathlib import Path

from cardgen.card_id import MakerId, SetSerial
from cardgen.proof.signing import sign_statement
from cardgen.proof.status import StatusEntry, StatusList
from cardgen.series import RunId
from cardgen.set_status import SetStatus
from tests.inventory.delivery_builder import MAKER, PLANT
from tests.small_delivery import MADE_AT, plant_keys

SINCE = "2026-11-30T18:00:00Z"
OTHER_PLANT = plant_keys(8)


def run_id(run: int = 1) -> RunId:
    return RunId(hashlib.sha256(b"run %d" % run).digest()[:16])


def recalled(serial: str, run: int = 1, reason: str = "Ink shows through") -> StatusEntry:
    return StatusEntry(SetSerial(serial), run_id(run), SetStatus.RECALLED, MADE_AT, reason)


def disclosed(serial: str) -> StatusEntry:
    return StatusEntry(SetSerial(serial), run_id(), SetStatus.DISCLOSED, MADE_AT, "Run closed")


def returned(serial: str, *numbers: tuple[int, int]) -> StatusEntry:
    entry = (SetSerial(serial), run_id(), SetStatus.RETURNED, MADE_AT, "Unsold")
    return StatusEntry(*entry, numbers)


def write_list(
    folder: Path,
    *entries: StatusEntry,
    number: int | None = None,
    minutes: int = 0,
    maker: MakerId = MAKER,
) -> Path:
    """The list as the plant publishes it; without a number, the count of its notes."""
    count = len(entries) if number is None else number
    status = StatusList(maker, count, MADE_AT + timedelta(minutes=minutes), entries)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "status.json"
    path.write_bytes(status.json)
    signature = sign_statement(PLANT.signing_key, "status", status.json)
    (folder / "status.json.sig").write_bytes(signature)
    return path
