"""Opening a card by the code inside it; the code is looked at once and kept nowhere."""

from collections.abc import Iterable, Iterator

from cardgen.card_id import CardId
from cardgen.errors import VerificationError
from cardgen.proof.bundle import Bundle, ForeignCardError
from cardgen.proof.record import CardNotOpenedError, CommitmentError, OpenedCard, open_record
from cardgen.symbols import check_symbol
from cardgen.tokens import InsideToken, UnlockCode
from inventory.decisions.claim.claim_context import OPENED, CodeResult
from inventory.decisions.claim.code_search import (
    UNREADABLE,
    UNREADABLE_MAX,
    filled,
    near,
    typed_symbols,
)
from inventory.decisions.facts import CardFacts
from inventory.desk.hall import Hall


def open_with_token(hall: Hall, card: CardFacts, token: InsideToken) -> CodeResult:
    """What the code of a scanned inside token opens."""
    if card.series is None:
        return CodeResult("foreign-card")
    try:
        return _opening(hall.bundle(card.series).open_card(token))
    except CardNotOpenedError:
        return CodeResult("not-opened")
    except CommitmentError:
        return CodeResult("not-committed")
    except ForeignCardError:
        return CodeResult("foreign-card")


def open_with_code(hall: Hall, card: CardFacts, typed: str) -> CodeResult:
    """What a typed code opens; `?` stands for a symbol that cannot be read."""
    symbols = typed_symbols(typed)
    if symbols is None:
        return CodeResult("malformed-code")
    if symbols.count(UNREADABLE) > UNREADABLE_MAX:
        return CodeResult("code-unreadable")
    if UNREADABLE in symbols:
        return _first_that_opens(hall, card, filled(symbols)) or CodeResult("not-opened")
    if check_symbol(symbols[:-1]) != symbols[-1]:
        found = _first_that_opens(hall, card, near(symbols))
        return CodeResult("malformed-code") if found is None else CodeResult("code-misread")
    return _first_that_opens(hall, card, (symbols[:-1],)) or CodeResult("not-opened")


def open_with_misread_code(hall: Hall, card: CardFacts, typed: str) -> CodeResult:
    """What the code opens that differs from the typed one by a symbol or a swap, once confirmed."""
    symbols = typed_symbols(typed)
    if symbols is None:
        return CodeResult("malformed-code")
    return _first_that_opens(hall, card, near(symbols)) or CodeResult("not-opened")


def card_opened_by(hall: Hall, cards: Iterable[CardFacts], typed: str) -> CardFacts | None:
    """The one card among these that a whole code opens."""
    symbols = typed_symbols(typed)
    if symbols is None or UNREADABLE in symbols or check_symbol(symbols[:-1]) != symbols[-1]:
        return None
    code = symbols[:-1]
    return next((card for card in cards if _first_that_opens(hall, card, (code,))), None)


def _first_that_opens(hall: Hall, card: CardFacts, codes: Iterable[str]) -> CodeResult | None:
    if card.series is None:
        return None
    bundle = hall.bundle(card.series)
    for code in _opening_codes(bundle, card.card, codes):
        token = InsideToken(card.card, bundle.series.form, code)
        return open_with_token(hall, card, token)
    return None


def _opening_codes(bundle: Bundle, card: CardId, codes: Iterable[str]) -> Iterator[UnlockCode]:
    record = bundle.record(card.audit_number)
    for symbols in codes:
        code = UnlockCode(symbols)
        try:
            open_record(bundle.series_hash, card, code, record)
        except VerificationError:
            continue
        yield code


def _opening(opened: OpenedCard) -> CodeResult:
    faces = tuple(face.face.numbers for face in opened.faces)
    return CodeResult(OPENED, faces, opened.plaintext.hex())
