"""A corrected draw judges every claim of the game again: open, refused, won and paid ones."""

from collections.abc import Mapping
from dataclasses import replace

from cardgen.card_id import CardId
from cardgen.face import unrank
from cardgen.proof.header import FACE_BYTES, SALT_BYTES
from inventory.card_state import CardState
from inventory.decisions.claim import (
    OPENED,
    Case,
    Hearing,
    Opening,
    decided,
    steps_by_name,
)
from inventory.decisions.evening import Claim, Evening, after
from inventory.decisions.facts import CardFacts
from inventory.entries import Act
from inventory.kinds import ClaimReopened, DrawCorrected, Kind

_NOBODY = Hearing("", "", "")


def faces_of(plaintext: str) -> tuple[tuple[int, ...], ...]:
    """The numbers of each face of a card, from the opening kept with its claim."""
    raw = bytes.fromhex(plaintext)[:-SALT_BYTES] if plaintext else b""
    faces = []
    for start in range(0, len(raw), FACE_BYTES):
        set_index = int.from_bytes(raw[start : start + 8], "big")
        arrangement = int.from_bytes(raw[start + 8 : start + 13], "big")
        faces.append(unrank(set_index, arrangement).numbers)
    return tuple(faces)


def kept_opening(claim: Claim) -> Opening | None:
    """What a claim's code opened, kept with its verdict; nothing when it opened nothing."""
    plaintext = claim.decided.opening if claim.decided else ""
    return Opening(OPENED, faces_of(plaintext), plaintext) if plaintext else None


def proved_opening(evening: Evening, card: CardId) -> Opening | None:
    """What the card opened at any of its claims; a wrong code later takes no proof back."""
    claims = (claim for claim in evening.claims.values() if claim.opened.card == card)
    openings = [opening for claim in claims if (opening := kept_opening(claim))]
    return openings[-1] if openings else None


def rejudge(
    act: Act, evening: Evening, correction: DrawCorrected, cards: Mapping[CardId, CardFacts]
) -> tuple[Kind, ...]:
    """The correction with what it does to every claim."""
    corrected = after(evening, correction)
    called_back: list[CardId] = []
    cases: list[CardId] = []
    kinds: list[Kind] = []
    for claim in _last_claims(evening):
        opening = proved_opening(evening, claim.opened.card)
        if opening is None:
            continue
        card = cards[claim.opened.card]
        is_complete = any(set(face) <= set(corrected.balls) for face in opening.faces)
        if card.state is CardState.CLAIMED:
            kinds.append(_again(act, corrected, card, claim, opening))
        elif card.state is CardState.SOLD and is_complete:
            called_back.append(card.card)
        elif card.state is CardState.WON and not is_complete:
            opened = claim.opened
            kinds.append(ClaimReopened(opened.claim, opened.round, opened.card, correction.place))
            kinds.append(_again(act, corrected, card, claim, opening))
        elif card.state is CardState.PAID and not is_complete:
            cases.append(card.card)
    named = replace(correction, called_back=tuple(called_back), cases=tuple(cases))
    return (named, *kinds)


def _last_claims(evening: Evening) -> tuple[Claim, ...]:
    """The last claim on each card."""
    return tuple({claim.opened.card: claim for claim in evening.claims.values()}.values())


def _again(act: Act, evening: Evening, card: CardFacts, claim: Claim, opening: Opening) -> Kind:
    hearing = replace(_NOBODY, table=claim.opened.table)
    case = Case(act, replace(card, state=CardState.CLAIMED), evening, hearing)
    return decided(case, opening, claim.opened, steps_by_name(case))
