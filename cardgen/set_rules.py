"""What the rules ask of a printed set, each with its source: the plant and the hall read it."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Self

from cardgen.errors import BadValueError

PER_MILLE = 1000
_PER_CENT = 10  # of a thousand
NO_STATE = "house"
# How sure we are of a rule, by its mark, as it is said behind its citation.
HOW_SURE: Mapping[str, str] = MappingProxyType(
    {
        "rule text": "",
        "read in part": " (read in part)",
        "derived": " (our reading)",
        "not read": " (not read)",
        "not found": " (our careful default)",
    }
)
_STATED = ("rule text", "read in part", "not read")  # a rule of this place says so
_NO_RULE = "no rule of its own was found; WAC 230-16-125(3) (not read) is kept"


@dataclass(frozen=True, slots=True)
class SpoilLimit:
    """At most so many of a thousand cards, and who says so."""

    per_mille: int
    source: str

    @classmethod
    def of(cls, jurisdiction: str) -> Self:
        """The limit where the cards are played; without a rule the strictest that was found."""
        rule = set_rules(jurisdiction)["missing_permille_max"]
        return cls(rule["value"], _source(rule) if rule["mark"] in _STATED else _NO_RULE)

    def lowered(self, per_mille: int | None) -> "SpoilLimit":
        """The limit that a plant sets itself, which is never above the rule; None: it sets none.

        Raises: BadValueError.
        """
        if per_mille is None:
            return self
        if not 0 <= per_mille <= self.per_mille:
            expected = f"0 to {self.per_mille} of 1,000 ({self.source})"
            raise BadValueError("The plant's own limit of missing cards", per_mille, expected)
        return SpoilLimit(per_mille, "the plant's own limit")

    def allows(self, missing: int, count: int) -> bool:
        """Whether so many of the cards may be missing."""
        return missing * PER_MILLE <= count * self.per_mille

    @property
    def printed(self) -> str:
        """The share as people read it.

        >>> SpoilLimit(10, "").printed, SpoilLimit(5, "").printed
        ('1 %', '0.5 %')
        """
        whole, tenths = divmod(self.per_mille, _PER_CENT)
        return f"{whole}.{tenths} %" if tenths else f"{whole} %"


@dataclass(frozen=True, slots=True)
class FacesLimit:
    """The least faces of a set whose faces are hidden, and who says so."""

    least: int
    source: str

    @classmethod
    def of(cls, jurisdiction: str) -> Self:
        """The limit where the cards are played."""
        rule = set_rules(jurisdiction)["faces_min"]
        return cls(rule["value"], _source(rule))


def set_rules(jurisdiction: str) -> Mapping[str, Any]:
    """Each rule on sets with value, citation and mark; of the house where a state has no table."""
    known = _tables()
    rules: Mapping[str, Any] = known.get(jurisdiction, known[NO_STATE])
    return rules


def _source(rule: Mapping[str, Any]) -> str:
    said: str = rule["citation"] + HOW_SURE[rule["mark"]]
    return said


def has_set_rules(jurisdiction: str) -> bool:
    """Whether a state has a table of its own here; `house` has one."""
    return jurisdiction in _tables()


@cache
def _tables() -> Mapping[str, Any]:
    return tomllib.loads((files("cardgen") / "set_rules.toml").read_text("utf-8"))
