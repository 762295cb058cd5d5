"""Commands of the house: rules answered in the hall's own way."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SetRule:
    """The rule of a key answered with a value, as it was typed."""

    key: str
    value: str
    reason: str


@dataclass(frozen=True, slots=True)
class UnsetRule:
    """The rule of a key as the profile has it again."""

    key: str
    reason: str


HouseCommand = SetRule | UnsetRule
