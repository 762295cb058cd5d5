"""The record of an inspection: what was found of a run, written beside it, read when it ships."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Self

from cardgen.amounts import how_many
from cardgen.errors import BadFileError, VerificationError, shown
from cardgen.files import read_bounded
from cardgen.proof.framing import (
    JSON_BYTES_MAX,
    as_bad_file,
    canonical,
    parse_canonical,
    whole_number,
)
from cardgen.proof.independence import ChanceFigure, Independence, independence_from
from cardgen.proof.manifest import printed_time
from cardgen.run_folder import inspection_path
from cardgen.series import RunId, Series

VERSION = 1
FINDINGS_TOLD_MAX = 100
_COUNTS = ("found", "opened", "remade")
_MENDS = "Inspect the run again: remove the folder, then cardgen inspect."


class NotPassedError(VerificationError):
    """A run whose inspection says that it must not ship."""

    code = "inspection-not-passed"

    def __init__(self, path: Path, findings: object) -> None:
        super().__init__(
            f"The run must not ship: the findings that {path} tells of are {shown(findings)}. Make "
            "it again, or find out who changed it; a run that is mended is inspected anew."
        )


class StaleInspectionError(VerificationError):
    """An inspection of other cards than there are: more were printed, or it was changed."""

    code = "inspection-stale"

    def __init__(self, told: "InspectedSeries", expected: "InspectedSeries", folder: Path) -> None:
        super().__init__(
            f"The inspection read {told.counted} of set {told.series.set_serial}; "
            f"there are {expected.counted}. "
            f"Inspect the run again: remove {folder}, then cardgen inspect."
        )


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it should be: a stable code, the cards, the sentence."""

    code: str
    sentence: str
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class InspectedSeries:
    """One series: how many cards were found on the pages, opened, and printed once more."""

    series: Series
    found: int
    opened: int
    remade: int = 0

    @classmethod
    def whole(cls, series: Series, remade: int) -> Self:
        """What an inspection of all its cards counts."""
        return cls(series, series.count, series.count, remade)

    @property
    def counted(self) -> str:
        """The counts in words."""
        found = how_many(self.found, "card")
        return f"{found}, {self.opened} opened, {self.remade} printed once more"


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
    figures: tuple[ChanceFigure, ...]
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


def passed_inspection(
    run: Path, run_id: RunId, sets: Sequence[InspectedSeries]
) -> Independence | None:
    """What a run's inspection found, when it passed; nothing when it was never inspected.

    Raises: NotPassedError; StaleInspectionError, when it did not count these sets' cards;
    BadFileError, when it is of another run or no result.
    """
    path = inspection_path(run)
    if not path.exists():
        return None
    raw = read_bounded(path, JSON_BYTES_MAX, _MENDS)
    with as_bad_file(path, _MENDS):
        fields = parse_canonical(raw, path.name)
        if fields["run_id"] != run_id.hex():
            raise BadFileError(path, "it is of another run", _MENDS)
        if fields["verdict"] != "pass":
            raise NotPassedError(path, fields["finding_count"])
        told = independence_from(fields)
        counts = {
            one["set_serial"]: tuple(whole_number(one[name]) for name in _COUNTS)
            for one in fields["series"]
        }
    for one in sets:
        found = InspectedSeries(one.series, *counts.get(one.series.set_serial, (0, 0, 0)))
        if found != one:
            raise StaleInspectionError(found, one, path.parent)
    faces = sum(one.series.face_count for one in sets)
    if told is not None and told.faces != faces:
        raise BadFileError(path, f"it tells of {told.faces} faces, the run has {faces}", _MENDS)
    return None if told is None else _publishable(told)


def _publishable(told: Independence) -> Independence:
    """That the figures held, and how many; the figures themselves stay in the plant."""
    return replace(told, figures=(), judged=len(told.figures))
