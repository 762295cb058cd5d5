"""What the codes of an evening's claims opened, kept with each verdict as its proof."""

from cardgen.card_id import CardId
from cardgen.face import unrank
from cardgen.proof.plaintext import unpacked
from inventory.decisions.claim.claim_context import OPENED, CodeResult
from inventory.decisions.game.evening import Claim, Evening


def faces_of(opening: str) -> tuple[tuple[int, ...], ...]:
    """The numbers of each face of a card, from the opening kept with its claim; none of no opening.

    Raises: BadValueError, for an opening that is none.
    """
    faces = unpacked(bytes.fromhex(opening)) if opening else ()
    return tuple(unrank(one.set_index, one.arrangement).numbers for one in faces)


def kept_opening(claim: Claim) -> CodeResult | None:
    """What a claim's code opened; None when it opened nothing."""
    plaintext = claim.decided.opening if claim.decided else ""
    return CodeResult(OPENED, faces_of(plaintext), plaintext, is_kept=True) if plaintext else None


def proved_opening(evening: Evening, card: CardId) -> CodeResult | None:
    """What the card opened at any of its claims; a wrong code later takes no proof back."""
    claims = (claim for claim in evening.claims.values() if claim.opened.card == card)
    openings = [opening for claim in claims if (opening := kept_opening(claim))]
    return openings[-1] if openings else None
