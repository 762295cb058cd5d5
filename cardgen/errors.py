"""What can be refused: one sentence with the value in it, then what mends it."""

from typing import ClassVar

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


class BadValueError(CardgenError):
    """A value that cannot be what it claims to be."""

    code = "bad-value"

    def __init__(self, what: str, value: object, expected: str) -> None:
        """Name the value; never call this with a secret, use `SecretMalformedError`."""
        super().__init__(f"{what} is {shown(value)}: expected {expected}.")
        self.what = what
        self.value = value
        self.expected = expected


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
