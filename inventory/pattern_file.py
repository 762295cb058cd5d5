"""A file of patterns of one's own: text as `inventory patterns --help` shows it."""

from collections.abc import Mapping
from pathlib import Path

from cardgen.errors import BadFileError, BadValueError
from cardgen.files import read_bounded
from inventory.patterns import TEXT_MAX, Pattern, parsed_patterns

_MENDS = "Mend it; `inventory patterns --help` shows how such a file is written."


def read_pattern_file(path: Path) -> Mapping[str, Pattern]:
    """The patterns of a file by name. Raises: BadFileError."""
    try:
        return parsed_patterns(read_bounded(path, TEXT_MAX, _MENDS).decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise BadFileError(path, "this is no text in UTF-8", _MENDS) from None
    except BadValueError as error:
        raise BadFileError(path, str(error).rstrip("."), _MENDS) from None
