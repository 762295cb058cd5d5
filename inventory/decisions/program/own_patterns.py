"""Patterns of a hall's own: kept in the ledger with the evening that plays them.

A file can be changed or lost; the claims of an evening are judged by what was drawn when it opened.
"""

from collections.abc import Callable, Iterator, Mapping

from cardgen.errors import BadValueError
from inventory.entries.house import PatternDrawn
from inventory.errors import LedgerError
from inventory.program.patterns import Pattern, pattern_names, read_pattern
from inventory.program.program import Game, Program

Masks = Mapping[str, tuple[int, ...]]  # of the patterns that a ledger keeps, by name


def plain_name(name: str) -> str:
    """A pattern's name as it is kept: small letters, one blank between words."""
    return " ".join(name.lower().split())


def patterns_named(game: Game) -> tuple[str, ...]:
    """The patterns that a game is won by: those of its sections, or its own."""
    return tuple(section.pattern for section in game.terms.sections) or (game.pattern,)


def to_keep(program: Program, own: Mapping[str, Pattern], kept: Masks) -> tuple[PatternDrawn, ...]:
    """What the ledger is to say of the own patterns in a program that it does not say already."""
    played = dict.fromkeys(
        plain_name(name) for game in program.games if game.sets for name in patterns_named(game)
    )
    drawn = (PatternDrawn(name, own[name].masks) for name in played if name in own)
    return tuple(one for one in drawn if kept.get(one.name) != one.masks)


def kept_patterns(kept: Masks) -> Callable[[str], Pattern]:
    """The pattern of a name as the ledger keeps it, else the house's.

    What is returned raises: BadValueError, for a name that neither knows; LedgerError.
    """

    def named(name: str) -> Pattern:
        masks = kept.get(plain_name(name))
        return read_pattern(name) if masks is None else _pattern(plain_name(name), masks)

    return named


def unknown_patterns(program: Program, kept: Masks) -> Iterator[tuple[int, str]]:
    """Game and name of every pattern by which a claim could not be judged."""
    for game in program.games:
        for name in patterns_named(game) if game.sets else ():
            plain = plain_name(name)
            if plain not in pattern_names() and plain not in kept:
                yield game.number, name


def _pattern(name: str, masks: tuple[int, ...]) -> Pattern:
    try:
        return Pattern(name, masks)
    except BadValueError:
        raise LedgerError(f"its drawing of the pattern {name} is none") from None
