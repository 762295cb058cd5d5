"""The result of an inspection as it lies beside a run, read again when the run ships."""

from dataclasses import replace
from pathlib import Path

from cardgen.errors import BadFileError, VerificationError, shown
from cardgen.files import read_bounded
from cardgen.proof.framing import JSON_BYTES_MAX, as_bad_file, parse_canonical
from cardgen.proof.independence import ChanceFigure, Independence, independence_from
from cardgen.series import RunId

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
            f"The run must not ship: {path} tells of {shown(findings)} findings. Make it again, or "
            "find out who changed it; a run that is mended is inspected anew."
        )


def passed_inspection(run: Path, run_id: RunId) -> Independence | None:
    """What a run's inspection found, when it passed; nothing when it was never inspected.

    Raises: NotPassedError; BadFileError, when it is of another run or no result.
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
