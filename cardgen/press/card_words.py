"""The words of a card in the languages it is printed in (templates/words.toml)."""

import tomllib
from dataclasses import dataclass
from functools import cache

from cardgen.card_design import Language
from cardgen.templates import template_text


@dataclass(frozen=True, slots=True)
class CardWords:
    """The words in one or two languages."""

    languages: tuple[Language, ...]

    def first(self, name: str) -> str:
        """In the card's first language."""
        return _table()[name][self.languages[0]]

    def lines(self, name: str) -> tuple[str, ...]:
        """In each of its languages, each wording once."""
        return tuple(dict.fromkeys(_table()[name][language] for language in self.languages))

    def both(self, name: str, between: str = " · ") -> str:
        """In all of its languages on one line."""
        return between.join(self.lines(name))


@cache
def _table() -> dict[str, dict[str, str]]:
    table: dict[str, dict[str, str]] = tomllib.loads(template_text("words.toml"))
    return table
