"""What an inspection found of a run: counts, findings, figures of chance, and the verdict."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from cardgen.proof.framing import canonical
from cardgen.proof.manifest import printed_time
from cardgen.series import RunId, Series

VERSION = 1
FINDINGS_TOLD_MAX = 100
CHANCE_MIN = 1e-6  # of a figure, in a run that is dealt as it should be


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it should be: a stable code, the cards, the sentence."""

    code: str
    sentence: str
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """A statistic of the run, and how often chance alone makes one as far off."""

    name: str
    value: float
    chance: float

    @property
    def holds(self) -> bool:
        """Whether chance explains it."""
        return self.chance >= CHANCE_MIN


@dataclass(frozen=True, slots=True)
class InspectedSeries:
    """One series: how many cards were found on the pages, opened, and printed once more."""

    series: Series
    found: int
    opened: int
    remade: int = 0


@dataclass(frozen=True, slots=True)
class Pictures:
    """What is drawn of a run that is large enough for a picture to tell nothing of a card."""

    number_counts: tuple[int, ...]  # of the numbers 1 to 75
    calls: tuple[tuple[int, int], ...]  # calls to a full card, and on how many faces
    scatter: tuple[tuple[int, int], ...]  # outside and inside number, in parts of a thousand


@dataclass(frozen=True, slots=True)
class Inspection:
    """The result of an inspection; the JSON is for programs, the page for people."""

    order: str
    run_id: RunId
    inspected_at: datetime
    series: tuple[InspectedSeries, ...]
    figures: tuple[Figure, ...]
    findings: tuple[Finding, ...]
    pictures: Pictures | None

    @property
    def passed(self) -> bool:
        """Whether the run may ship."""
        return not self.findings and bool(self.series)

    @property
    def face_count(self) -> int:
        """How many faces were opened."""
        return sum(one.opened * one.series.faces for one in self.series)

    @property
    def json(self) -> bytes:
        """The canonical bytes of inspection.json."""
        return canonical(self.fields)

    @property
    def fields(self) -> dict[str, Any]:
        """The result as it stands in inspection.json; nothing in it tells a card."""
        pictures = self.pictures
        return {
            "version": VERSION,
            "order": self.order,
            "run_id": self.run_id.hex(),
            "inspected_at": printed_time(self.inspected_at),
            "verdict": "pass" if self.passed else "fail",
            "faces": self.face_count,
            "series": [
                {
                    "set_serial": str(one.series.set_serial),
                    "first": int(one.series.first),
                    "last": one.series.last,
                    "made": one.series.count,
                    "found": one.found,
                    "opened": one.opened,
                    "remade": one.remade,
                }
                for one in self.series
            ],
            "figures": [
                {"name": figure.name, "value": figure.value, "chance": figure.chance}
                for figure in self.figures
            ],
            "number_counts": None if pictures is None else list(pictures.number_counts),
            "finding_count": len(self.findings),
            "findings": [
                {"code": one.code, "sentence": one.sentence, "cards": list(one.cards)}
                for one in self.findings[:FINDINGS_TOLD_MAX]
            ],
        }
