"""Whoever waits for long work: told of what is done, and asked whether to go on."""

from collections.abc import Callable
from dataclasses import dataclass


def _told(_count: int) -> None:
    """Nobody watches."""


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Watch:
    """`advance` takes how much was done since its last call; work stops where it can go on."""

    advance: Callable[[int], None] = _told
    is_stopping: Callable[[], bool] = _never
