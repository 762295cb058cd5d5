"""People's names: written one way, and compared as people compare them."""

import unicodedata

from cardgen.texts import as_entered


def single_blanks(name: str) -> str:
    """A name as it is kept: no blanks around it, one between its parts, one form of each letter.

    >>> single_blanks("  Ann   Berg ")
    'Ann Berg'
    """
    return " ".join(as_entered(name).split())


def is_same_person(one: str, other: str) -> bool:
    """Whether two names are one person's: case, blanks and how an accent is typed say nothing.

    >>> is_same_person("Ann Berg", "ann  BERG"), is_same_person("Ann Berg", "Ann Bergman")
    (True, False)
    """
    return _compared(one) == _compared(other)


def _compared(name: str) -> str:
    return unicodedata.normalize("NFKC", single_blanks(name)).casefold()
