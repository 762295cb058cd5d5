"""What the plant noted between press and pack, as the certificate carries it.

Spoiled numbers with the two people who destroyed them, remade numbers, press counters, the light
test, how many sheets and packs were checked, and which cards were delivered.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from cardgen.errors import BadValueError
from cardgen.proof.custody import check_name, check_two_people
from cardgen.proof.framing import one_line, whole_number
from cardgen.proof.manifest import parsed_time, printed_time

REASON_MAX = 200
LIGHT_SAMPLES_MIN = 5  # of a set: blots differ from card to card, and so may what a lamp shows
CARDS_UP_MAX = 100  # a sheet of B1 holds 27 cards laid flat
_SHEET_COUNTS = ("impressions", "up", "good", "destroyed", "makeready", "waste")
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
        check_line("The reason", self.reason)
        if not self.numbers or list(self.numbers) != sorted({*self.numbers}):
            raise BadValueError("The spoiled numbers", self.numbers, "rising numbers")


@dataclass(frozen=True, slots=True)
class Counter:
    """A press's own counter of sheets before and after the set, and how many cards a sheet has."""

    press: str
    start: int
    end: int
    up: int = 1

    def __post_init__(self) -> None:
        """Raises: BadValueError, when it ran backwards."""
        check_name("The press", self.press)
        if not 0 <= self.start <= self.end:
            raise BadValueError("The counter's end", self.end, f"{self.start} or more")
        if not 1 <= self.up <= CARDS_UP_MAX:
            raise BadValueError("The cards on a sheet", self.up, f"1 to {CARDS_UP_MAX}")

    @property
    def sheets(self) -> int:
        """How many sheets ran through."""
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class Signed:
    """What two people say of a number that is not as it should be."""

    at: datetime
    by: tuple[str, str]
    reason: str

    def __post_init__(self) -> None:
        """Raises: BadValueError."""
        check_two_people("Who signs", *self.by)
        check_line("The reason", self.reason)


@dataclass(frozen=True, slots=True)
class Correction:
    """A counter that was noted wrongly, and the two people who noted it anew."""

    counter: Counter
    signed: Signed


@dataclass(frozen=True, slots=True)
class SpoilCorrection:
    """Cards that were noted as destroyed and were not, and the two people who found it out."""

    spoiled: Spoiled
    signed: Signed


@dataclass(frozen=True, slots=True)
class SheetsCorrection:
    """Set-up and waste as they were noted before two people noted them anew."""

    makeready: int
    waste: int
    signed: Signed


@dataclass(frozen=True, slots=True)
class Sheets:
    """Where every sheet of a set went: what the counters ran is good, destroyed, set-up or waste.

    `good` and `destroyed` count cards, the rest sheets of `up` cards.
    """

    impressions: int
    up: int
    good: int
    destroyed: int
    makeready: int
    waste: int
    gap_signed: Signed | None = None

    def __post_init__(self) -> None:
        """Raises: BadValueError."""
        counts = (self.impressions, self.good, self.destroyed, self.makeready, self.waste)
        if min(counts) < 0 or not 1 <= self.up <= CARDS_UP_MAX:
            raise BadValueError("The sheets of a set", (self.up, *counts), "no negative number")

    @property
    def gap(self) -> int:
        """How many sheets more ran than are accounted for; fewer, when it is negative."""
        printed = -(-(self.good + self.destroyed) // self.up)
        return self.impressions - printed - self.makeready - self.waste

    @property
    def equation(self) -> str:
        """The sum in words.

        >>> Sheets(1260, 1, 1000, 40, 200, 20).equation
        '1,260 impressions = 1,000 good + 40 destroyed + 200 makeready + 20 waste'
        >>> Sheets(1265, 1, 1000, 40, 200, 20).equation[-20:]
        ' + 5 unaccounted for'
        """
        cards = f"{self.good:,} good + {self.destroyed:,} destroyed"
        if self.up > 1:
            cards = f"({cards}) / {self.up} a sheet"
        more = f" {'+' if self.gap > 0 else '-'} {abs(self.gap):,} unaccounted for"
        return (
            f"{self.impressions:,} impressions = {cards} + {self.makeready:,} makeready "
            f"+ {self.waste:,} waste{more if self.gap else ''}"
        )

    @property
    def statement(self) -> str:
        """The sum, and who signs for what is missing in it."""
        if self.gap_signed is None:
            return f"{self.equation}."
        one, two = self.gap_signed.by
        return f"{self.equation}, signed by {one} and {two} ({self.gap_signed.reason})."


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
        check_line("The lamp", self.lamp)
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
    corrections: tuple[Correction, ...] = ()
    sheets: Sheets | None = None
    spoil_corrections: tuple[SpoilCorrection, ...] = ()
    sheets_corrections: tuple[SheetsCorrection, ...] = ()

    @property
    def skips(self) -> tuple[int, ...]:
        """The numbers that are missing: destroyed, and not printed again."""
        return tuple(sorted(n for one in self.spoiled if not one.remade for n in one.numbers))

    @property
    def remade(self) -> tuple[int, ...]:
        """The numbers that were printed once more, each as often as it was."""
        return tuple(sorted(n for one in self.spoiled if one.remade for n in one.numbers))

    @property
    def times(self) -> Iterator[tuple[str, datetime]]:
        """Each moment it tells of, with what happened then."""
        yield from (("The time of a spoil", one.at) for one in self.spoiled)
        yield from (("The time of a light test", one.at) for one in self.light_tests)
        signed = [one.signed for one in self.corrections]
        signed += [one.signed for one in self.spoil_corrections]
        signed += [one.signed for one in self.sheets_corrections]
        yield from (("The time of a correction", one.at) for one in signed)
        if self.sheets is not None and self.sheets.gap_signed is not None:
            yield "The time of the sheets' sum", self.sheets.gap_signed.at

    @property
    def fields(self) -> dict[str, Any]:
        """As it stands in the certificate's JSON."""
        return {
            "spoiled": [_spoiled_fields(one) | {"remade": one.remade} for one in self.spoiled],
            "remade": list(self.remade),
            "counters": [_counter_fields(one) for one in self.counters],
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
        } | self._fields_if_any

    @property
    def _fields_if_any(self) -> dict[str, Any]:
        """What certificates of the first programs do not have."""
        fields: dict[str, Any] = {}
        if self.corrections:
            fields["corrections"] = [
                _counter_fields(one.counter) | _signed_fields(one.signed)
                for one in self.corrections
            ]
        if self.spoil_corrections:
            fields["spoil_corrections"] = [
                _spoiled_fields(one.spoiled) | {"corrected": _signed_fields(one.signed)}
                for one in self.spoil_corrections
            ]
        if self.sheets_corrections:
            fields["sheets_corrections"] = [
                {"makeready": one.makeready, "waste": one.waste} | _signed_fields(one.signed)
                for one in self.sheets_corrections
            ]
        if self.sheets is not None:
            fields["sheets"] = {name: getattr(self.sheets, name) for name in _SHEET_COUNTS}
            if self.sheets.gap_signed is not None:
                fields["sheets"]["gap_signed"] = _signed_fields(self.sheets.gap_signed)
        return fields


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
        corrections=_each(fields.get("corrections", []), _correction_from),
        sheets=_sheets_from(fields["sheets"]) if "sheets" in fields else None,
        spoil_corrections=_each(fields.get("spoil_corrections", []), _spoil_correction_from),
        sheets_corrections=_each(fields.get("sheets_corrections", []), _sheets_correction_from),
    )


def _each(
    entries: list[dict[str, Any]], read: Callable[[dict[str, Any]], _Read]
) -> tuple[_Read, ...]:
    return tuple(read(entry) for entry in entries)


def _spoiled_fields(spoiled: Spoiled) -> dict[str, Any]:
    return {
        "numbers": list(spoiled.numbers),
        "at": printed_time(spoiled.at),
        "by": list(spoiled.by),
        "reason": spoiled.reason,
    }


def _spoiled_from(fields: dict[str, Any]) -> Spoiled:
    if not isinstance(fields["remade"], bool):
        raise BadValueError("Remade", fields["remade"], "true or false")
    return _destroyed_from(fields, remade=fields["remade"])


def _destroyed_from(fields: dict[str, Any], *, remade: bool) -> Spoiled:
    first, second = fields["by"]
    return Spoiled(
        tuple(whole_number(number) for number in fields["numbers"]),
        parsed_time(fields["at"]),
        (first, second),
        one_line(fields, "reason"),
        remade=remade,
    )


def _counter_fields(counter: Counter) -> dict[str, Any]:
    fields = {"press": counter.press, "start": counter.start, "end": counter.end}
    return fields if counter.up == 1 else fields | {"up": counter.up}


def _counter_from(fields: dict[str, Any]) -> Counter:
    return Counter(
        one_line(fields, "press"),
        whole_number(fields["start"]),
        whole_number(fields["end"]),
        whole_number(fields.get("up", 1)),
    )


def _signed_fields(signed: Signed) -> dict[str, Any]:
    return {"at": printed_time(signed.at), "by": list(signed.by), "reason": signed.reason}


def _signed_from(fields: dict[str, Any]) -> Signed:
    first, second = fields["by"]
    return Signed(parsed_time(fields["at"]), (first, second), one_line(fields, "reason"))


def _correction_from(fields: dict[str, Any]) -> Correction:
    return Correction(_counter_from(fields), _signed_from(fields))


def _spoil_correction_from(fields: dict[str, Any]) -> SpoilCorrection:
    return SpoilCorrection(_destroyed_from(fields, remade=False), _signed_from(fields["corrected"]))


def _sheets_correction_from(fields: dict[str, Any]) -> SheetsCorrection:
    makeready, waste = (whole_number(fields[name]) for name in ("makeready", "waste"))
    return SheetsCorrection(makeready, waste, _signed_from(fields))


def _sheets_from(fields: dict[str, Any]) -> Sheets:
    impressions, up, good, destroyed, makeready, waste = (
        whole_number(fields[name]) for name in _SHEET_COUNTS
    )
    signed = _signed_from(fields["gap_signed"]) if "gap_signed" in fields else None
    return Sheets(impressions, up, good, destroyed, makeready, waste, signed)


def _light_test_from(fields: dict[str, Any]) -> LightTest:
    first, second = fields["by"]
    samples = tuple(whole_number(number) for number in fields["samples"])
    return LightTest(parsed_time(fields["at"]), one_line(fields, "lamp"), samples, (first, second))


def check_line(what: str, text: str) -> None:
    """Raises: BadValueError, unless the text is a line that a certificate can carry."""
    if not 1 <= len(text) <= REASON_MAX or not text.isprintable():
        raise BadValueError(what, text, f"one line of 1 to {REASON_MAX} characters")
