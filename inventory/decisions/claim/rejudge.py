"""A corrected draw judges every claim of the game again: open, refused, won and paid ones."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

from cardgen.card_id import CardId
from cardgen.face import unrank
from cardgen.proof.header import FACE_BYTES, SALT_BYTES
from inventory.commands.claim import Witnesses
from inventory.decisions.claim.claim_context import OPENED, ClaimContext, CodeResult
from inventory.decisions.claim.claim_rules import ClaimRules
from inventory.decisions.claim.judge import decided
from inventory.decisions.claim.parts import is_paid, others_of
from inventory.decisions.claim.steps_by_name import steps_by_name
from inventory.decisions.facts import CardFacts
from inventory.decisions.game.evening import Claim, Evening, after
from inventory.entries.claim import ClaimReopened
from inventory.entries.entry import Context
from inventory.entries.game import DrawCorrected
from inventory.entries.states import CardState
from inventory.entries.union import Kind
from inventory.program.patterns import missing_numbers

_NOBODY = Witnesses("", "", "")


@dataclass(frozen=True, slots=True)
class Rejudged:
    """The game whose list was wrong, and who puts it right."""

    context: Context
    evening: Evening
    claim_rules: ClaimRules

    def after(self, *kinds: Kind) -> Self:
        """The same once these were written."""
        evening = self.evening
        for kind in kinds:
            evening = after(evening, kind)
        play = evening.play(self.claim_rules.play.game.number) or self.claim_rules.play
        return replace(self, evening=evening, claim_rules=replace(self.claim_rules, play=play))


def faces_of(plaintext: str) -> tuple[tuple[int, ...], ...]:
    """The numbers of each face of a card, from the opening kept with its claim."""
    raw = bytes.fromhex(plaintext)[:-SALT_BYTES] if plaintext else b""
    faces = []
    for start in range(0, len(raw), FACE_BYTES):
        set_index = int.from_bytes(raw[start : start + 8], "big")
        arrangement = int.from_bytes(raw[start + 8 : start + 13], "big")
        faces.append(unrank(set_index, arrangement).numbers)
    return tuple(faces)


def kept_opening(claim: Claim) -> CodeResult | None:
    """What a claim's code opened, kept with its verdict; nothing when it opened nothing."""
    plaintext = claim.decided.opening if claim.decided else ""
    return CodeResult(OPENED, faces_of(plaintext), plaintext, is_kept=True) if plaintext else None


def proved_opening(evening: Evening, card: CardId) -> CodeResult | None:
    """What the card opened at any of its claims; a wrong code later takes no proof back."""
    claims = (claim for claim in evening.claims.values() if claim.opened.card == card)
    openings = [opening for claim in claims if (opening := kept_opening(claim))]
    return openings[-1] if openings else None


def rejudge(
    case: Rejudged, correction: DrawCorrected, cards: Mapping[CardId, CardFacts]
) -> tuple[Kind, ...]:
    """The correction with what it does to every claim of its game.

    A card may have won several parts of it: each of its claims is judged by itself.
    """
    corrected = case.after(correction)
    called_back: list[CardId] = []
    cases: list[CardId] = []
    kinds: list[Kind] = []
    for claim in _last_claims(case):
        opening = proved_opening(case.evening, claim.opened.card)
        if opening is None:
            continue
        card = cards[claim.opened.card]
        is_full = _is_full(corrected, claim, opening)
        found: tuple[Kind, ...] = ()
        if claim.is_open:
            found = (_again(corrected, card, claim, opening),)
        elif not claim.is_won:
            called_back += [card.card] if is_full and card.state in _MAY_WIN else []
        elif not is_full and is_paid(case.evening, claim):
            cases.append(card.card)
        elif not is_full:
            found = _reopened(corrected, card, claim, opening, correction.place)
        corrected = corrected.after(*found)
        kinds += found
    named = replace(
        correction,
        called_back=tuple(dict.fromkeys(called_back)),
        cases=tuple(dict.fromkeys(cases)),
    )
    return (named, *kinds)


_MAY_WIN = frozenset({CardState.SOLD, CardState.CLAIMED, CardState.WON, CardState.PAID})


def _last_claims(case: Rejudged) -> tuple[Claim, ...]:
    """The last claim on each card for each part of this game."""
    play = case.claim_rules.play
    rounds = {one.number for one in play.rounds}
    claims = (one for one in case.evening.claims.values() if one.opened.round in rounds)
    last = {(one.opened.card, play.section_of(one.opened.round)): one for one in claims}
    return tuple(last.values())


def _is_full(corrected: Rejudged, claim: Claim, opening: CodeResult) -> bool:
    """Whether the card is complete by the balls of its round; later ones do not help it."""
    number = claim.opened.round
    play, pattern = corrected.claim_rules.play, corrected.claim_rules.pattern_in(number)
    counts = (one.ball_count for one in play.rounds if one.number == number and one.ball_count)
    drawn = frozenset(play.balls[: next(counts, len(play.balls))])
    return any(not missing_numbers(pattern, face, drawn) for face in opening.faces)


def _reopened(
    corrected: Rejudged, card: CardFacts, claim: Claim, opening: CodeResult, place: int
) -> tuple[Kind, ...]:
    """A part that was won and not paid, judged again; other parts of the card stay won."""
    opened = claim.opened
    others = others_of(corrected.evening, opened)
    again = ClaimReopened(opened.claim, opened.round, opened.card, place, others)
    return (again, _again(corrected.after(again), card, claim, opening))


def _again(corrected: Rejudged, card: CardFacts, claim: Claim, opening: CodeResult) -> Kind:
    witnesses = replace(_NOBODY, table=claim.opened.table)
    claimed = replace(card, state=CardState.CLAIMED)
    case = ClaimContext(
        corrected.context, claimed, corrected.evening, corrected.claim_rules, witnesses, claim
    )
    return decided(case, opening, claim.opened, steps_by_name(case))
