"""What a customer chooses of a card's looks: cover, languages, game, licence line, logo."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Self

from cardgen.errors import BadValueError, UnknownWordError
from cardgen.logo import Logo

GAME_MAX = 40
LICENCE_MAX = 90
LANGUAGES_MAX = 2


class Cover(StrEnum):
    """The picture on the front."""

    CLASSIC = "classic"
    MARQUEE = "marquee"
    SUNBURST = "sunburst"


class Language(StrEnum):
    """A language that templates/words.toml has the card's words in."""

    ENGLISH = "en"
    SPANISH = "es"
    FRENCH = "fr"


@dataclass(frozen=True, slots=True)
class CardDesign:
    """The looks of all cards of an order; made only if they can be printed."""

    cover: Cover = Cover.CLASSIC
    languages: tuple[Language, ...] = (Language.ENGLISH, Language.SPANISH)
    game: str = ""
    licence: str = ""
    logo: Logo | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        """Raises: BadValueError."""
        shown = ", ".join(self.languages)
        if not 1 <= len(self.languages) <= LANGUAGES_MAX or len(set(self.languages)) != len(
            self.languages
        ):
            raise BadValueError("The languages", shown, f"one or two of {', '.join(Language)}")
        for what, text, most in (
            ("The game's name", self.game, GAME_MAX),
            ("The licence line", self.licence, LICENCE_MAX),
        ):
            if len(text) > most or (text and not text.isprintable()) or text != text.strip():
                raise BadValueError(what, text, f"at most {most} printable characters")

    @property
    def fields(self) -> dict[str, Any]:
        """The design as a run's record keeps it."""
        kept: dict[str, Any] = {
            "cover": str(self.cover),
            "languages": [str(language) for language in self.languages],
            "game": self.game,
            "licence": self.licence,
        }
        return kept if self.logo is None else kept | {"logo": self.logo.text}

    @classmethod
    def from_fields(cls, kept: Mapping[str, Any]) -> Self:
        """The design that a record keeps. Raises: BadValueError."""
        logo = kept.get("logo")
        return cls(
            cover=cover_named(kept["cover"]),
            languages=languages_named(kept["languages"]),
            game=kept["game"],
            licence=kept["licence"],
            logo=None if logo is None else Logo.parse(logo),
        )


def cover_named(name: str) -> Cover:
    """The cover of that name. Raises: BadValueError."""
    try:
        return Cover(name)
    except ValueError:
        raise UnknownWordError("The cover", name, Cover) from None


def languages_named(names: list[str]) -> tuple[Language, ...]:
    """The languages of these names, in their order. Raises: BadValueError."""
    try:
        return tuple(Language(name) for name in names)
    except ValueError:
        expected = f"one or two of {', '.join(Language)}"
        raise BadValueError("The languages", ", ".join(map(str, names)), expected) from None
