"""A jurisdiction's numbers as values: exchange, calls and retention."""

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from cardgen.errors import BadValueError

PROFILES = ("us-ny",)
MARKS = ("seed", "found", "recall", "derived")


@dataclass(frozen=True, slots=True)
class Number:
    """A number that a rule sets, where it stands, and how surely we know it."""

    value: int
    citation: str
    mark: str

    def __post_init__(self) -> None:
        """Raises: BadValueError, when nobody could look the number up."""
        if self.mark not in MARKS or not self.citation:
            raise BadValueError("A rule's mark", self.mark, f"one of {', '.join(MARKS)}")


@dataclass(frozen=True, slots=True)
class ExchangeRule:
    """Two of another color and series for one surrendered."""

    new_cards: Number
    generations: Number


@dataclass(frozen=True, slots=True)
class Profile:
    """What one jurisdiction asks; without an exchange rule exchanges are off."""

    name: str
    title: str
    exchange: ExchangeRule | None
    initial_calls_min: Number
    filing_days: Number


def read_profile(name: str) -> Profile:
    """The profile of that name. Raises: BadValueError, when none is kept."""
    if name not in PROFILES:
        raise BadValueError("The profile", name, f"one of {', '.join(PROFILES)}")
    return parsed_profile((files("inventory.rules") / f"{name}.toml").read_text())


def parsed_profile(text: str) -> Profile:
    """The profile from TOML."""
    found = tomllib.loads(text)
    exchange = found.get("exchange")
    return Profile(
        name=found["name"],
        title=found["title"],
        exchange=None if exchange is None else ExchangeRule(**_numbers(exchange)),
        initial_calls_min=_numbers(found["calls"])["initial_calls_min"],
        filing_days=_numbers(found["retention"])["filing_days"],
    )


def _numbers(table: dict[str, Any]) -> dict[str, Number]:
    return {name: Number(**fields) for name, fields in table.items()}
