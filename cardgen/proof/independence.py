"""What an inspection found before shipping, as the certificate carries it: figures of chance."""

import math
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from cardgen.errors import BadValueError
from cardgen.proof.framing import one_line, whole_number
from cardgen.proof.manifest import parsed_time, printed_time

CHANCE_MIN = 1e-6  # of a figure, in a run that is dealt as it should be


@dataclass(frozen=True, slots=True)
class ChanceFigure:
    """A statistic of the run, and how often chance alone makes one as far off."""

    name: str
    value: float
    chance: float

    @property
    def holds(self) -> bool:
        """Whether chance explains it."""
        return self.chance >= CHANCE_MIN


@dataclass(frozen=True, slots=True)
class Independence:
    """A passed inspection of the whole run; a run of few faces has no figures.

    A certificate says how many figures were judged, all of which held, and none of them: whoever
    knows every face but one could test a guess of that one against a figure.
    """

    inspected_at: datetime
    faces: int
    figures: tuple[ChanceFigure, ...]
    judged: int = 0

    def __post_init__(self) -> None:
        """Raises: BadValueError."""
        if self.faces < 1:
            raise BadValueError("The faces inspected", self.faces, "one or more")
        if self.judged < 0:
            raise BadValueError("The figures judged", self.judged, "none or more")
        for figure in self.figures:
            if not 0 <= figure.chance <= 1:
                raise BadValueError(f"The chance of {figure.name}", figure.chance, "0 to 1")

    @property
    def fields(self) -> dict[str, Any]:
        """As it stands in the certificate's JSON."""
        judged = {"judged": self.judged} if self.judged else {}
        return judged | {
            "inspected_at": printed_time(self.inspected_at),
            "faces": self.faces,
            "figures": [
                {"name": one.name, "value": one.value, "chance": one.chance} for one in self.figures
            ],
        }


def independence_from(fields: dict[str, Any] | None) -> Independence | None:
    """The figures from JSON; foreign fields are the reader's to refuse.

    Raises: BadValueError, KeyError, TypeError, ValueError.
    """
    if fields is None:
        return None
    return Independence(
        inspected_at=parsed_time(fields["inspected_at"]),
        faces=whole_number(fields["faces"]),
        figures=tuple(
            ChanceFigure(one_line(one, "name"), _number(one["value"]), _number(one["chance"]))
            for one in fields["figures"]
        ),
        judged=whole_number(fields.get("judged", 0)),
    )


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise BadValueError("A figure", value, "a number")
    return value
