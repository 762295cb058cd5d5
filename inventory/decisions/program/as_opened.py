"""Whether a program's breaches let its evening open, and what is kept as remarks."""

from dataclasses import replace

from inventory.decisions.program.breaches import Breach
from inventory.entries.game import OccasionOpened
from inventory.refusals.refuse import refuse

# What an evening opened with a few figures does not say; only a program file does.
LEFT_OUT = frozenset(
    {
        "license-missing",
        "license-expiry-missing",
        "approval-missing",
        "seats-missing",
        "pre-draw-time-missing",
        "start-time-missing",
        "displays-missing",
        "display-missing",
    }
)


def as_opened(
    opened: OccasionOpened, breaches: tuple[Breach, ...], *, is_by_figures: bool
) -> OccasionOpened:
    """The opening as it is written. Raises: Refused, when its program breaks a rule.

    Of a program in a few figures what only a program file says is remarked on instead.
    """
    lacking = tuple(one for one in breaches if is_by_figures and one.code in LEFT_OUT)
    broken = tuple(one for one in breaches if one not in lacking)
    if broken:
        first = broken[0].sentence.rstrip(".")
        raise refuse("program-breaches", count=len(broken), first=first)
    remarks = tuple(f"{one.sentence.rstrip('.')} ({one.citation})" for one in lacking)
    return replace(opened, remarks=remarks) if is_by_figures else opened
