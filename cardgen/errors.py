"""What can be refused: one sentence with the value in it, then what mends it."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, ClassVar

SHOWN_CHARACTERS = 40


def shown(value: object) -> str:
    r"""The value as it may stand in a message: one line, printable, no longer than a glance.

    >>> shown("re\nd"), shown("São José")
    ("'re\\nd'", "'São José'")
    """
    plain = str(value) if isinstance(value, str) else value  # an enumeration's word, not its repr
    text = repr(plain)
    return text if len(text) <= SHOWN_CHARACTERS else text[: SHOWN_CHARACTERS - 3] + "..."


def printable(text: str) -> str:
    r"""The text on one line, whatever a file name or a parser put into it.

    >>> printable("a\x1bb")
    'a\\x1bb'
    """
    return "".join(
        character if character.isprintable() else ascii(character)[1:-1] for character in text
    )


class CardgenError(Exception):
    """Something asked of cardgen cannot be done; `str()` is the sentence for people."""

    code: ClassVar[str] = "failed"
    exit_code: ClassVar[int] = 1
    facts: Mapping[str, Any] = MappingProxyType({})
    """What was found all the same, for programs."""


class BadValueError(CardgenError):
    """A value that cannot be what it claims to be."""

    code = "bad-value"

    def __init__(self, what: str, value: object, expected: str) -> None:
        """Name the value; never call this with a secret, use `SecretMalformedError`."""
        super().__init__(f"{what} is {shown(value)}: expected {expected}.")
        self.what = what
        self.value = value
        self.expected = expected


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """A question that names what is nearest to the given word, behind a blank; else nothing.

    >>> did_you_mean("us-nyy", ["us-nj", "us-ny"]), did_you_mean("x", ["us-ny"])
    (' Did you mean us-ny?', '')
    """
    nearest = get_close_matches(given, [*known], n=1, cutoff=0.7)
    return f" Did you mean {nearest[0]}?" if nearest else ""


class UnknownWordError(BadValueError):
    """A word that is none of those which are known here."""

    code = "unknown-word"

    def __init__(self, what: str, value: object, known: Iterable[str]) -> None:
        words = [*known]
        super().__init__(what, value, f"one of {', '.join(words)}")
        self.args = (f"{self.args[0]}{did_you_mean(str(value), words)}",)


class BadFileError(CardgenError):
    """A file that cannot be read as what it should be."""

    code = "bad-file"

    def __init__(self, path: object, why: str, mends: str) -> None:
        super().__init__(f"{printable(str(path))}: {printable(why)}. {mends}")


class UsageError(CardgenError):
    """The command line asks for something that does not go together."""

    code = "usage"
    exit_code = 2


class VerificationError(CardgenError):
    """Something does not prove what it claims; the step that failed is in `code`."""

    code = "not-verified"
    exit_code = 3


class SecretMalformedError(VerificationError):
    """A code that opens a card is malformed; the message never repeats it."""

    code = "malformed-code"

    def __init__(self, what: str, expected: str) -> None:
        super().__init__(f"The {what} cannot be right: {expected}. Scan or type it again.")


class ConflictError(CardgenError):
    """What is asked has been done before, or something stands in its place."""

    code = "conflict"
    exit_code = 4


class ResumableError(CardgenError):
    """The work is partly done; the same command goes on where it stopped."""

    code = "partly-done"
    exit_code = 5
