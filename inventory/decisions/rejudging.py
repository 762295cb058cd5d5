"""A corrected draw judges every claim of the game again: open, refused, won and paid ones."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

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
from inventory.decisions.contest import Contest
from inventory.decisions.evening import Claim, Evening, after
from inventory.decisions.facts import CardFacts
from inventory.entries import Act
from inventory.game_kinds import ClaimReopened, DrawCorrected
from inventory.kinds import Kind
from inventory.patterns import missing_numbers

_NOBODY = Hearing("", "", "")


@dataclass(frozen=True, slots=True)
class Rejudged:
    """The game whose list was wrong, and who puts it right."""

    act: Act
    evening: Evening
    contest: Contest

    def after(self, correction: DrawCorrected) -> Self:
        """The same with the list corrected."""
        evening = after(self.evening, correction)
        play = evening.play(correction.game) or self.contest.play
        return replace(self, evening=evening, contest=replace(self.contest, play=play))


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
    return Opening(OPENED, faces_of(plaintext), plaintext, is_kept=True) if plaintext else None


def proved_opening(evening: Evening, card: CardId) -> Opening | None:
    """What the card opened at any of its claims; a wrong code later takes no proof back."""
    claims = (claim for claim in evening.claims.values() if claim.opened.card == card)
    openings = [opening for claim in claims if (opening := kept_opening(claim))]
    return openings[-1] if openings else None


def rejudge(
    case: Rejudged, correction: DrawCorrected, cards: Mapping[CardId, CardFacts]
) -> tuple[Kind, ...]:
    """The correction with what it does to every claim of its game."""
    corrected = case.after(correction)
    drawn = frozenset(corrected.contest.play.balls)
    called_back: list[CardId] = []
    cases: list[CardId] = []
    kinds: list[Kind] = []
    for claim in _last_claims(case):
        opening = proved_opening(case.evening, claim.opened.card)
        if opening is None:
            continue
        card = cards[claim.opened.card]
        pattern = case.contest.pattern_in(claim.opened.round)
        is_complete = any(not missing_numbers(pattern, face, drawn) for face in opening.faces)
        if card.state is CardState.CLAIMED:
            kinds.append(_again(corrected, card, claim, opening))
        elif card.state is CardState.SOLD and is_complete:
            called_back.append(card.card)
        elif card.state is CardState.WON and not is_complete:
            opened = claim.opened
            kinds.append(ClaimReopened(opened.claim, opened.round, opened.card, correction.place))
            kinds.append(_again(corrected, card, claim, opening))
        elif card.state is CardState.PAID and not is_complete:
            cases.append(card.card)
    named = replace(correction, called_back=tuple(called_back), cases=tuple(cases))
    return (named, *kinds)


def _last_claims(case: Rejudged) -> tuple[Claim, ...]:
    """The last claim on each card of this game."""
    rounds = {one.number for one in case.contest.play.rounds}
    claims = (one for one in case.evening.claims.values() if one.opened.round in rounds)
    return tuple({claim.opened.card: claim for claim in claims}.values())


def _again(corrected: Rejudged, card: CardFacts, claim: Claim, opening: Opening) -> Kind:
    hearing = replace(_NOBODY, table=claim.opened.table)
    claimed = replace(card, state=CardState.CLAIMED)
    case = Case(corrected.act, claimed, corrected.evening, corrected.contest, hearing)
    return decided(case, opening, claim.opened, steps_by_name(case))
