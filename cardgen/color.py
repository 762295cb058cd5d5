"""The colors a series is ordered in, by the word that is printed on the card."""

from enum import StrEnum
from typing import Self

from cardgen.errors import UnknownWordError


class Color(StrEnum):
    """A series color; its ink and pattern stand in templates/colors.toml."""

    RED = "red"
    BLUE = "blue"
    GREEN = "green"
    ORANGE = "orange"
    PURPLE = "purple"
    YELLOW = "yellow"
    PINK = "pink"
    BROWN = "brown"
    GRAY = "gray"
    TEAL = "teal"

    @classmethod
    def parse(cls, text: str) -> Self:
        """The color of that word.

        Raises: BadValueError, when no ink of that name is kept.
        """
        try:
            return cls(text)
        except ValueError:
            raise UnknownWordError("The color", text, cls) from None
