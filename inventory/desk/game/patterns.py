"""The hall's own patterns: a file in its folder, read before an evening, kept when one opens."""

from collections.abc import Callable, Mapping

from cardgen.errors import BadFileError
from inventory.decisions.program.own_patterns import kept_patterns
from inventory.desk.hall import Hall
from inventory.ledger.reading import Reader
from inventory.program.patterns import Pattern, pattern_names, read_pattern_file

PATTERNS = "patterns.txt"


def own_patterns(hall: Hall) -> Mapping[str, Pattern]:
    """The patterns of the hall's file by name; none without a file.

    Raises: BadFileError, also for a name of the house: nobody could say which is meant.
    """
    path = hall.folder / PATTERNS
    if not path.exists():
        return {}
    found = read_pattern_file(path)
    for name in found:
        if name in pattern_names():
            why = f"it draws {name} anew, which everybody knows as it is"
            raise BadFileError(path, why, "Give the hall's pattern a name of its own.")
    return found


def patterns_of(reader: Reader, occasion: int) -> Callable[[str], Pattern]:
    """The patterns that an evening's claims are judged by, as they were when it opened."""
    return kept_patterns(reader.settings(occasion).patterns)
