"""The result of an inspection as it lies beside a run, read again when the run ships."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cardgen.errors import BadFileError, VerificationError, shown
from cardgen.files import read_bounded
from cardgen.proof.framing import JSON_BYTES_MAX, as_bad_file, parse_canonical, whole_number
from cardgen.proof.independence import ChanceFigure, Independence, independence_from
from cardgen.series import RunId, Series

INSPECTION = "inspection"
RESULT = "inspection.json"
# Whoever knows all faces but one could test a guess of the last against an exact figure: one face
# in a thousand moves three digits by little more than their rounding.
FACES_TOLD_MIN = 1_000
DIGITS_TOLD = 3
_MENDS = "Inspect the run again: remove the folder, then cardgen inspect."


class NotPassedError(VerificationError):
    """A run whose inspection says that it must not ship."""

    code = "inspection-not-passed"

    def __init__(self, path: Path, findings: object) -> None:
        super().__init__(
            f"The run must not ship: the findings that {path} tells of are {shown(findings)}. Make "
            "it again, or find out who changed it; a run that is mended is inspected anew."
        )


@dataclass(frozen=True, slots=True)
class Counted:
    """What an inspection counted of a set."""

    found: int
    opened: int
    remade: int

    @property
    def printed(self) -> str:
        """In words."""
        cards = "card" if self.found == 1 else "cards"
        return f"{self.found} {cards}, {self.opened} opened, {self.remade} printed once more"


@dataclass(frozen=True, slots=True)
class Printed:
    """A series as it was made, and how many cards of it were printed once more since."""

    series: Series
    remade: int

    @property
    def counted(self) -> Counted:
        """What an inspection of all its cards counts."""
        return Counted(self.series.count, self.series.count, self.remade)


class StaleInspectionError(VerificationError):
    """An inspection of other cards than there are: more were printed, or it was changed."""

    code = "inspection-stale"

    def __init__(self, serial: str, told: Counted, expected: Counted, folder: Path) -> None:
        super().__init__(
            f"The inspection read {told.printed} of set {serial}; there are {expected.printed}. "
            f"Inspect the run again: remove {folder}, then cardgen inspect."
        )


def passed_inspection(run: Path, run_id: RunId, sets: Sequence[Printed]) -> Independence | None:
    """What a run's inspection found, when it passed; nothing when it was never inspected.

    Raises: NotPassedError; StaleInspectionError, when it did not count these sets' cards;
    BadFileError, when it is of another run or no result.
    """
    path = run / INSPECTION / RESULT
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
        counted = {
            one["set_serial"]: Counted(
                *(whole_number(one[name]) for name in ("found", "opened", "remade"))
            )
            for one in fields["series"]
        }
    for one in sets:
        serial = str(one.series.set_serial)
        found = counted.get(serial, Counted(0, 0, 0))
        if found != one.counted:
            raise StaleInspectionError(serial, found, one.counted, path.parent)
    faces = sum(one.series.face_count for one in sets)
    if told is not None and told.faces != faces:
        raise BadFileError(path, f"it tells of {told.faces} faces, the run has {faces}", _MENDS)
    return None if told is None else _publishable(told)


def _publishable(told: Independence) -> Independence:
    """The figures as far as they may be told: rounded, and of many faces only."""
    if told.faces < FACES_TOLD_MIN:
        return replace(told, figures=())
    return replace(
        told,
        figures=tuple(
            ChanceFigure(one.name, _rounded(one.value), _rounded(one.chance))
            for one in told.figures
        ),
    )


def _rounded(value: float) -> float:
    return float(f"{value:.{DIGITS_TOLD}g}")
