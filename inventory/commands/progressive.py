"""Commands of a progressive: start one, note what went to the bank, stop it for an emergency."""

from dataclasses import dataclass

from inventory.entries.progressive import ProceedsDeposited, ProgressionStarted


@dataclass(frozen=True, slots=True)
class StartProgressive:
    """A new progressive: its prize, its calls, how both grow, and its dates in any order."""

    asked: ProgressionStarted


@dataclass(frozen=True, slots=True)
class DepositProceeds:
    """Proceeds of a progressive that were brought to its bank account."""

    asked: ProceedsDeposited


@dataclass(frozen=True, slots=True)
class StopProgressive:
    """An emergency: the progressive cannot go on. `known_on` is a day, as 2026-11-30."""

    name: str
    reason: str
    known_on: str


ProgressiveCommand = StartProgressive | DepositProceeds | StopProgressive
