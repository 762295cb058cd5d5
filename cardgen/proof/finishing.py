"""What the plant noted between press and pack, as the certificate carries it.

Spoiled numbers with the two people who destroyed them, remade numbers, press counters, the light
test, how many sheets and packs were checked, and which cards were delivered.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from cardgen.errors import BadValueError
from cardgen.proof.custody import check_name, check_two_people
from cardgen.proof.framing import one_line, whole_number
from cardgen.proof.manifest import parsed_time, printed_time

REASON_MAX = 200
_Read = TypeVar("_Read")


@dataclass(frozen=True, slots=True)
class Spoiled:
    """Numbers that two people destroyed; remade ones were printed once more after that."""

    numbers: tuple[int, ...]
    at: datetime
    by: tuple[str, str]
    reason: str
    remade: bool

    def __post_init__(self) -> None:
        """Raises: BadValueError."""
        check_two_people("Who destroyed the cards", *self.by)
        _check_line("The reason", self.reason)
        if not self.numbers or list(self.numbers) != sorted({*self.numbers}):
            raise BadValueError("The spoiled numbers", self.numbers, "rising numbers")


@dataclass(frozen=True, slots=True)
class Counter:
    """A press's own counter before and after the set."""

    press: str
    start: int
    end: int

    def __post_init__(self) -> None:
        """Raises: BadValueError, when it ran backwards."""
        check_name("The press", self.press)
        if not 0 <= self.start <= self.end:
            raise BadValueError("The counter's end", self.end, f"{self.start} or more")


@dataclass(frozen=True, slots=True)
class LightTest:
    """Folded cards held before a lamp: nothing of a face was seen."""

    at: datetime
    lamp: str
    samples: tuple[int, ...]
    by: tuple[str, str]

    def __post_init__(self) -> None:
        """Raises: BadValueError."""
        check_two_people("Who held the light test", *self.by)
        _check_line("The lamp", self.lamp)
        if not self.samples:
            raise BadValueError("The samples", self.samples, "one card or more")


@dataclass(frozen=True, slots=True)
class Finishing:
    """All of it for one series; `delivered` is the first and last card of this delivery."""

    spoiled: tuple[Spoiled, ...]
    counters: tuple[Counter, ...]
    light_tests: tuple[LightTest, ...]
    sheets_checked: int
    packs_checked: int
    spares: int
    delivered: tuple[int, int]

    @property
    def skips(self) -> tuple[int, ...]:
        """The numbers that are missing: destroyed, and not printed again."""
        return tuple(sorted(n for one in self.spoiled if not one.remade for n in one.numbers))

    @property
    def remade(self) -> tuple[int, ...]:
        """The numbers that were printed once more, each as often as it was."""
        return tuple(sorted(n for one in self.spoiled if one.remade for n in one.numbers))

    @property
    def fields(self) -> dict[str, Any]:
        """As it stands in the certificate's JSON."""
        return {
            "spoiled": [
                {
                    "numbers": list(one.numbers),
                    "at": printed_time(one.at),
                    "by": list(one.by),
                    "reason": one.reason,
                    "remade": one.remade,
                }
                for one in self.spoiled
            ],
            "remade": list(self.remade),
            "counters": [
                {"press": one.press, "start": one.start, "end": one.end} for one in self.counters
            ],
            "light_tests": [
                {
                    "at": printed_time(one.at),
                    "lamp": one.lamp,
                    "samples": list(one.samples),
                    "by": list(one.by),
                }
                for one in self.light_tests
            ],
            "sheets_checked": self.sheets_checked,
            "packs_checked": self.packs_checked,
            "spares": self.spares,
            "delivered": list(self.delivered),
        }


def finishing_from(fields: dict[str, Any] | None) -> Finishing | None:
    """The notes from a certificate's JSON; foreign fields are the certificate's to refuse.

    Raises: BadValueError, KeyError, TypeError, ValueError.
    """
    if fields is None:
        return None
    first, last = fields["delivered"]
    return Finishing(
        spoiled=_each(fields["spoiled"], _spoiled_from),
        counters=_each(fields["counters"], _counter_from),
        light_tests=_each(fields["light_tests"], _light_test_from),
        sheets_checked=whole_number(fields["sheets_checked"]),
        packs_checked=whole_number(fields["packs_checked"]),
        spares=whole_number(fields["spares"]),
        delivered=(whole_number(first), whole_number(last)),
    )


def _each(
    entries: list[dict[str, Any]], read: Callable[[dict[str, Any]], _Read]
) -> tuple[_Read, ...]:
    return tuple(read(entry) for entry in entries)


def _spoiled_from(fields: dict[str, Any]) -> Spoiled:
    first, second = fields["by"]
    if not isinstance(fields["remade"], bool):
        raise BadValueError("Remade", fields["remade"], "true or false")
    return Spoiled(
        tuple(whole_number(number) for number in fields["numbers"]),
        parsed_time(fields["at"]),
        (first, second),
        one_line(fields, "reason"),
        remade=fields["remade"],
    )


def _counter_from(fields: dict[str, Any]) -> Counter:
    press = one_line(fields, "press")
    return Counter(press, whole_number(fields["start"]), whole_number(fields["end"]))


def _light_test_from(fields: dict[str, Any]) -> LightTest:
    first, second = fields["by"]
    samples = tuple(whole_number(number) for number in fields["samples"])
    return LightTest(parsed_time(fields["at"]), one_line(fields, "lamp"), samples, (first, second))


def _check_line(what: str, text: str) -> None:
    if not 1 <= len(text) <= REASON_MAX or not text.isprintable():
        raise BadValueError(what, text, f"one line of 1 to {REASON_MAX} characters")
