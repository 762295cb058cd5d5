"""Free texts: what people type that is kept, printed and signed, and what no text may hold.

A scanner types whatever it reads, so a code from inside a card can come where a name was asked for.
"""

import re
import unicodedata

from cardgen.errors import CardgenError
from cardgen.symbols import as_printed, check_symbol, is_symbols

TEXT_MAX = 200  # characters
_CODE_SYMBOLS = 17  # an unlock code and its check symbol
# An inside token or most of one, whatever stands around it.
_TOKEN = re.compile(r"SD1[0-9A-Z]{24}", re.ASCII)
# Symbols in one piece, or as they are printed: in fours, the check symbol by itself.
_CODE = re.compile(r"(?<![0-9A-Z])(?:(?:[0-9A-Z]{4}[- ]){4}[0-9A-Z]|[0-9A-Z]{17,})(?![0-9A-Z])")


class TextError(CardgenError):
    """A text that may not be kept; the sentence never repeats it."""

    code = "bad-text"

    def __init__(self, what: str, fault: str) -> None:
        super().__init__(f"{what} {fault}. Type it anew.")


def as_entered(text: str) -> str:
    r"""The text as it is kept, from what was typed: one form of each letter, plain blanks.

    An accent typed by itself and one typed with its letter are one (Unicode NFC); a byte order mark
    in front is the editor's and not the person's.

    >>> as_entered("\ufeffCafe\u0301\u00a0jackpot") == "Caf\u00e9 jackpot"
    True
    """
    plain = "".join(" " if unicodedata.category(one) == "Zs" else one for one in text)
    return unicodedata.normalize("NFC", plain.removeprefix("\ufeff"))


def text_fault(text: str, most: int = TEXT_MAX) -> str:
    r"""Why this cannot be kept, in words that do not repeat it; nothing when it can.

    >>> text_fault("table 4"), text_fault("table\x1b[2J 4")
    ('', 'holds characters that cannot be printed')
    """
    if holds_inside_code(text):
        return "holds a code from inside a card, which is kept nowhere"
    if not text.isprintable():
        return "holds characters that cannot be printed"
    if len(text) > most:
        return f"has {len(text)} characters; {most} is the most"
    if text != as_entered(text):
        return "has letters that are not in one form (Unicode NFC)"
    return ""


def check_text(what: str, text: str, most: int = TEXT_MAX) -> None:
    """This text can be kept. Raises: TextError."""
    fault = text_fault(text, most)
    if fault:
        raise TextError(what, fault)


def holds_inside_code(text: str) -> bool:
    """Whether an inside token or an unlock code stands anywhere in it, typed or scanned.

    >>> holds_inside_code("W9MX-5AWV-WAYD-T2MT-Q"), holds_inside_code("slip 88")
    (True, False)
    """
    symbols = as_printed(text)
    return _TOKEN.search(symbols) is not None or any(
        _opens(found.group()) for found in _CODE.finditer(symbols)
    )


def _opens(word: str) -> bool:
    """Whether it is an unlock code, or several read one after the other."""
    symbols = word.replace("-", "").replace(" ", "")
    if len(symbols) % _CODE_SYMBOLS or not is_symbols(symbols):
        return False
    parts = (symbols[at : at + _CODE_SYMBOLS] for at in range(0, len(symbols), _CODE_SYMBOLS))
    return any(check_symbol(part[:-1]) == part[-1] for part in parts)
