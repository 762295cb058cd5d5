"""Patterns of a hall's own: kept in the ledger with the evening that plays them.

A file can be changed or lost; the claims of an evening are judged by what was drawn when it opened.
"""

from collections.abc import Callable, Iterator, Mapping

from cardgen.errors import BadValueError
from inventory.errors import LedgerError
from inventory.program.patterns import Pattern, pattern_names, read_pattern
from inventory.program.program import Game, Program

Settings = tuple[tuple[str, str], ...]
_PATTERN = "pattern:"


def plain_name(name: str) -> str:
    """A pattern's name as it is kept: small letters, one blank between words."""
    return " ".join(name.lower().split())


def patterns_named(game: Game) -> tuple[str, ...]:
    """The patterns that a game is won by: those of its sections, or its own."""
    return tuple(section.pattern for section in game.terms.sections) or (game.pattern,)


def to_keep(program: Program, own: Mapping[str, Pattern], settings: Mapping[str, str]) -> Settings:
    """What the ledger is to say of the own patterns in a program that it does not say already."""
    played = dict.fromkeys(
        plain_name(name) for game in program.games if game.sets for name in patterns_named(game)
    )
    drawn = ((_PATTERN + name, _text(own[name])) for name in played if name in own)
    return tuple((key, text) for key, text in drawn if settings.get(key) != text)


def kept_patterns(settings: Mapping[str, str]) -> Callable[[str], Pattern]:
    """The pattern of a name as the ledger keeps it, else the house's.

    What is returned raises: BadValueError, for a name that neither knows; LedgerError.
    """

    def named(name: str) -> Pattern:
        text = settings.get(_PATTERN + plain_name(name))
        return read_pattern(name) if text is None else _pattern(plain_name(name), text)

    return named


def unknown_patterns(program: Program, settings: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    """Game and name of every pattern by which a claim could not be judged."""
    for game in program.games:
        for name in patterns_named(game) if game.sets else ():
            plain = plain_name(name)
            if plain not in pattern_names() and _PATTERN + plain not in settings:
                yield game.number, name


def _text(pattern: Pattern) -> str:
    return " ".join(f"{mask:07x}" for mask in pattern.masks)


def _pattern(name: str, text: str) -> Pattern:
    try:
        return Pattern(name, tuple(int(mask, 16) for mask in text.split()))
    except (ValueError, BadValueError):
        raise LedgerError(f"its drawing of the pattern {name} is none") from None
