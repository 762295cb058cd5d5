"""What an entry can say of a progressive: a prize that grows until it is won or ends."""

from dataclasses import dataclass
from enum import StrEnum


class Outcome(StrEnum):
    """What became of a progressive's prize at one occasion."""

    WON = "won"
    CARRIED = "carried"


@dataclass(frozen=True, slots=True)
class ProgressionStarted:
    """A progressive begins: its prize, its calls, how both grow, when it may be played.

    `growth_share` is in basis points of an occasion's receipts; days are as 2026-11-30.
    """

    name: str
    prize_cents: int
    growth_cents: int
    growth_share: int
    calls: int
    calls_growth: int
    dates: tuple[str, ...]
    license_expires: str
    account: str


@dataclass(frozen=True, slots=True)
class ProgressionPlayed:
    """One occasion of a progressive; said again for the same occasion, it replaces what was.

    `number` counts from 1; `occasion` is the hall's evening it was played in.
    """

    name: str
    number: int
    occasion: int
    played_on: str
    prize_cents: int
    calls_max: int
    calls: int
    receipts_cents: int
    outcome: str


@dataclass(frozen=True, slots=True)
class ProceedsDeposited:
    """Proceeds of a progressive brought to its bank account; `reference` is on the slip."""

    name: str
    cents: int
    reference: str
    deposited_on: str


@dataclass(frozen=True, slots=True)
class ProgressionStopped:
    """A progressive that an emergency ended: what the written notice says, and until when.

    `notice_due` is empty where no rule asks for a notice.
    """

    name: str
    reason: str
    known_on: str
    notice_due: str
    licensee: str
    occasions: int
    prize_cents: int
    receipts_cents: int
    deposited_cents: int


ProgressionKind = ProgressionStarted | ProgressionPlayed | ProceedsDeposited | ProgressionStopped
