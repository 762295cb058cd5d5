"""Escrow: a component as words on paper, SLIP-39: two sheets of three, or one sealed envelope.

The words hold the component itself, under no passphrase: whoever opens enough sheets has it.
Messages never repeat a word.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from shamir_mnemonic import MnemonicError, Share, combine_mnemonics, generate_mnemonics
from shamir_mnemonic.wordlist import WORDLIST

from cardgen.errors import VerificationError
from cardgen.secret.keys import Component

SHARE_COUNT = 3
SHARES_NEEDED = 2
WORD_COUNT = 33  # SLIP-39 for 256 bits
WORD_LETTERS_UNIQUE = 4  # the list is made so that four letters tell a word
ITERATION_EXPONENT = 0  # it slows down guesses of a passphrase; there is none


class EscrowError(VerificationError):
    """Sheets that do not restore the component."""

    code = "escrow"

    def __init__(self, why: str, mends: str) -> None:
        super().__init__(f"{why}. {mends}")


@dataclass(frozen=True, slots=True)
class Sheets:
    """The words of one component's sheets; `needed` of them restore it."""

    needed: int
    words: tuple[str, ...] = field(repr=False)


def shared(component: Component) -> Sheets:
    """Three sheets, of which any two restore the component. Raises: EscrowMissingError."""
    return _sheets(component, SHARES_NEEDED, SHARE_COUNT)


def enveloped(component: Component) -> Sheets:
    """One sheet that restores the component alone. Raises: EscrowMissingError."""
    return _sheets(component, 1, 1)


def restored(sheets: Sequence[str], fingerprint: str) -> Component:
    """The component of these sheets, when its fingerprint is the one that was published.

    Every pair of three given sheets is tried, so that a drill tells of each sheet.

    Raises: EscrowMissingError, EscrowError.
    """
    read = [_read(words, place) for place, words in enumerate(sheets, start=1)]
    needed = read[0][1] if read else SHARES_NEEDED
    places: dict[str, int] = {}
    for place, (words, _) in enumerate(read, start=1):
        if places.setdefault(words, place) != place:
            why = f"Sheet {place} is sheet {places[words]} once more"
            raise EscrowError(why, "Type or scan each sheet once.")
    if len(read) < needed:
        given = f"{len(sheets)} sheet{'' if len(sheets) == 1 else 's'}"
        why = f"{given} of {needed} needed were given" if sheets else "No sheet was given"
        raise EscrowError(why, "Type one sheet a line.")
    found = {
        _combined([words for words, _ in read[start : start + needed]], fingerprint)
        for start in range(len(read) - needed + 1)
    }
    return Component(found.pop())


def _sheets(component: Component, needed: int, count: int) -> Sheets:
    ((*words,),) = generate_mnemonics(
        group_threshold=1,
        groups=[(needed, count)],
        master_secret=component.secret,
        iteration_exponent=ITERATION_EXPONENT,
    )
    return Sheets(needed, tuple(words))


def _read(sheet: str, place: int) -> tuple[str, int]:
    """One sheet's words in full and how many sheets its set needs."""
    typed = sheet.lower().split()
    if len(typed) != WORD_COUNT:
        why = f"Sheet {place} has {len(typed)} words of {WORD_COUNT}"
        raise EscrowError(why, "Type it again, or scan its code.")
    known = {word[:WORD_LETTERS_UNIQUE]: word for word in WORDLIST}
    whole = [known.get(word[:WORD_LETTERS_UNIQUE], "") for word in typed]
    for number, (word, short) in enumerate(zip(whole, typed, strict=True), start=1):
        if not word or not word.startswith(short):
            raise EscrowError(f"Word {number} of sheet {place} is not in the list", "Look again.")
    words = " ".join(whole)
    try:
        share = Share.from_mnemonic(words)
    except MnemonicError:
        why = f"Sheet {place} has a wrong word: its checksum does not hold"
        raise EscrowError(why, "Type it again, or scan its code.") from None
    return words, int(share.member_threshold)


def _combined(sheets: list[str], fingerprint: str) -> bytes:
    try:
        secret: bytes = combine_mnemonics(sheets)
    except MnemonicError:
        why = "The sheets are not of one set"
        raise EscrowError(why, "Use the sheets of one component.") from None
    if Component(secret).fingerprint != fingerprint:
        why = f"The sheets restore another component than {fingerprint[:16]}…"
        raise EscrowError(why, "Compare the fingerprint on the sheets.")
    return secret
