"""The status list: which sets a maker recalled or disclosed, and which cards came back to it.

Signed like a manifest (what = "status"). Whoever takes cards in, sells or pays asks it; a list
with a lower number than one that is known is refused, so that a recall cannot be taken back.
"""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Self

from cardgen.card_id import AuditNumber, MakerId, SetSerial
from cardgen.errors import BadValueError, VerificationError
from cardgen.files import read_bounded
from cardgen.proof.chain import Chain
from cardgen.proof.framing import (
    JSON_BYTES_MAX,
    MalformedError,
    as_malformed,
    canonical,
    one_line,
    parse_canonical,
    whole_number,
)
from cardgen.proof.manifest import check_not_before, parsed_time, printed_time
from cardgen.proof.signing import check_statement
from cardgen.series import RunId, Series
from cardgen.set_status import SetStatus

VERSION = 1
STATUS = "status.json"
REASON_MAX = 200
_WHAT = "The status list"
_MENDS = "Name a status list that `cardgen status publish` wrote; its .sig lies beside it."


class SetStatusError(VerificationError):
    """A card that must be neither received, sold nor paid, by its maker's own word."""

    code = "set-status"

    def __init__(self, entry: "StatusEntry", what: str) -> None:
        self.status = entry.status
        super().__init__(
            f"{what} is {entry.status} since {printed_time(entry.since)}: {entry.reason}. "
            "Do not sell it, do not pay on it; put it aside and ask the maker."
        )


class StatusStaleError(VerificationError):
    """A status list that is older than one that was known."""

    code = "status-stale"

    def __init__(self, number: int, known: int) -> None:
        super().__init__(
            f"This status list is number {number}, number {known} is known. Get the newest list."
        )


@dataclass(frozen=True, slots=True)
class StatusEntry:
    """One note on a set; `numbers` are the cards meant, none for the whole set."""

    set_serial: SetSerial
    run_id: RunId
    status: SetStatus
    since: datetime
    reason: str
    numbers: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        """Raises: BadValueError."""
        reason = self.reason
        if not 1 <= len(reason) <= REASON_MAX or not reason.isprintable():
            raise BadValueError("The reason", reason, f"one line of 1 to {REASON_MAX} characters")
        if (self.status is SetStatus.RETURNED) != bool(self.numbers):
            raise BadValueError("The numbers", self.numbers, "ranges of returned cards, only those")
        last = 0
        for low, high in self.numbers:
            if not last < AuditNumber(low) <= AuditNumber(high):
                raise BadValueError("The numbers", self.numbers, "ranges that rise and lie apart")
            last = high

    def concerns(self, audit_number: int) -> bool:
        """Whether this card of the set is meant."""
        ranges = self.numbers
        return not ranges or any(low <= audit_number <= high for low, high in ranges)


@dataclass(frozen=True, slots=True)
class StatusList:
    """Everything a maker has to say of its sets on one day; `number` counts the lists."""

    maker: MakerId
    number: int
    made_at: datetime
    entries: tuple[StatusEntry, ...]

    def __post_init__(self) -> None:
        """Raises: BadValueError, when it tells of something after its own time."""
        for entry in self.entries:
            check_not_before("The time of the status list", self.made_at, entry.since)

    def check_receivable(self, series: Series) -> None:
        """Raises: SetStatusError, when this set was recalled or disclosed."""
        for entry in self._of(series.set_serial, series.run_id):
            if not entry.numbers:
                raise SetStatusError(entry, f"Set {series.set_serial}")

    def returned_of(self, series: Series, first: int, last: int) -> tuple[tuple[int, int], ...]:
        """Which of these cards went back to the maker, as ranges."""
        entries = self._of(series.set_serial, series.run_id)
        ranges = (pair for entry in entries for pair in entry.numbers)
        within = ((max(low, first), min(high, last)) for low, high in ranges)
        return tuple(sorted((low, high) for low, high in within if low <= high))

    def check_not_older(self, known: int) -> None:
        """Raises: StatusStaleError, when a list with a higher number was seen."""
        if self.number < known:
            raise StatusStaleError(self.number, known)

    @property
    def json(self) -> bytes:
        """The canonical bytes of status.json, which the plant signs."""
        return canonical(
            {
                "version": VERSION,
                "maker": self.maker,
                "number": self.number,
                "made_at": printed_time(self.made_at),
                "sets": [_entry_fields(entry) for entry in self.entries],
            }
        )

    @classmethod
    def from_fields(cls, fields: dict[str, Any]) -> Self:
        """The list from parsed JSON. Raises: MalformedError."""
        with as_malformed(_WHAT):
            status = cls(
                maker=MakerId(fields["maker"]),
                number=whole_number(fields["number"]),
                made_at=parsed_time(fields["made_at"]),
                entries=tuple(_entry_from(entry) for entry in fields["sets"]),
            )
            agrees = status.json == canonical(fields)
        if not agrees:
            raise MalformedError(_WHAT, "it has foreign fields")
        return status

    def _of(self, serial: SetSerial, run_id: RunId) -> list[StatusEntry]:
        return [
            entry for entry in self.entries if entry.set_serial == serial and entry.run_id == run_id
        ]


def read_status(path: Path, chain: Chain) -> StatusList:
    """The list in this file, when the chain's plant signed it; the signature lies beside it.

    Raises: BadFileError, SignatureError, MalformedError, ChainError.
    """
    raw = read_bounded(path, JSON_BYTES_MAX, _MENDS)
    signature = read_bounded(path.with_name(f"{path.name}.sig"), JSON_BYTES_MAX, _MENDS)
    return signed_status(raw, signature, chain, path.name)


def signed_status(raw: bytes, signature: bytes, chain: Chain, name: str) -> StatusList:
    """The list in these bytes, of a file of that name, when the chain's plant signed it.

    Raises: SignatureError, MalformedError, ChainError.
    """
    check_statement(chain.plant_key, "status", raw, signature)
    status = StatusList.from_fields(parse_canonical(raw, name))
    if status.maker != chain.maker:
        raise MalformedError(_WHAT, f"it is of {status.maker}, the signer of {chain.maker}")
    chain.check_time(status.made_at)
    return status


def _entry_fields(entry: StatusEntry) -> dict[str, Any]:
    return {
        "set_serial": entry.set_serial,
        "run_id": entry.run_id.hex(),
        "status": str(entry.status),
        "since": printed_time(entry.since),
        "reason": entry.reason,
        "numbers": [list(pair) for pair in entry.numbers],
    }


def _entry_from(fields: dict[str, Any]) -> StatusEntry:
    return StatusEntry(
        set_serial=SetSerial(fields["set_serial"]),
        run_id=RunId.parse(fields["run_id"]),
        status=SetStatus(fields["status"]),
        since=parsed_time(fields["since"]),
        reason=one_line(fields, "reason"),
        numbers=tuple((whole_number(low), whole_number(high)) for low, high in fields["numbers"]),
    )
