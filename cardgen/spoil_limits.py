"""How many cards of a set may be missing when it ships: by jurisdiction, each with its source."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Self

from cardgen.errors import BadValueError

PER_MILLE = 1000
_PER_CENT = 10  # of a thousand


@dataclass(frozen=True, slots=True)
class SpoilLimit:
    """At most so many of a thousand cards, and who says so."""

    per_mille: int
    source: str

    @classmethod
    def of(cls, jurisdiction: str) -> Self:
        """The limit where the cards are played; without a rule the strictest that was found."""
        per_mille, source = _LIMITS.get(jurisdiction, _NO_RULE)
        return cls(per_mille, source)

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


# Of the rules that were read no other state names a limit.
_LIMITS: Mapping[str, tuple[int, str]] = MappingProxyType({"us-wa": (10, "WAC 230-16-125(3)")})
_NO_RULE = (10, "no rule of its own was found; WAC 230-16-125(3) is kept")
