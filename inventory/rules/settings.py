"""What a hall answered: at set-up, to rules in its own way, with patterns that it drew itself."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from inventory.entries.house import HallFounded, PatternDrawn, RuleAnswered, RuleTakenBack
from inventory.entries.union import Kind
from inventory.errors import LedgerError

SETTING_KINDS = ("HallFounded", "RuleAnswered", "RuleTakenBack", "PatternDrawn")


@dataclass(frozen=True, slots=True)
class Settings:
    """The answers that stand: rules by key, the masks of patterns by name."""

    founded: HallFounded
    answers: Mapping[str, RuleAnswered]
    patterns: Mapping[str, tuple[int, ...]]


def settings_of(kinds: Iterable[Kind]) -> Settings:
    """The answers as the entries tell them, in order; of what is said again the last counts.

    Only the first founding counts: nobody who appends an entry makes another hall of this one.

    Raises: LedgerError, when no entry founds the hall.
    """
    founded: HallFounded | None = None
    answers: dict[str, RuleAnswered] = {}
    patterns: dict[str, tuple[int, ...]] = {}
    for kind in kinds:
        if isinstance(kind, HallFounded):
            founded = founded or kind
        elif isinstance(kind, RuleAnswered):
            answers[kind.key] = kind
        elif isinstance(kind, RuleTakenBack):
            answers.pop(kind.key, None)
        elif isinstance(kind, PatternDrawn):
            patterns[kind.name] = kind.masks
    if founded is None:
        raise LedgerError("its entries do not say what was answered at set-up")
    return Settings(founded, answers, patterns)
