"""A corrected draw judges every claim of the game again: open, refused, won and paid ones.

Theory of operation. A ball was read wrong and is put right at its place in the list; no other ball
moves. Only the last claim on each card for each part of the game counts, since earlier ones led to
it, and each is judged by what its card opened at any time, without a code: a code that opened the
card is proof, and nobody is asked for it again.

- An open claim is decided anew.
- A claim that did not win and whose card is complete now is called back: its holder may still be in
  the room. Nothing is decided for her.
- A claim that won and whose card is complete on the same call still stands.
- A claim that won, was not paid and lacks a number now, or is complete on another call, is opened
  again, and with it its round: its shares are fixed anew when that closes.
- A claim that was paid and lacks a number now is a case: money that was given is not taken back
  here, and the report names the card. So is one whose call changed, where that changes its prize
  or others won in its round.

A card is complete by the balls of its claim's round, so a correction never lets a later ball help
it. The claims are judged in order, each on the evening as the ones before left it (`after`): a card
may have several parts, and whether one of them keeps it where it is depends on the others.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

from cardgen.card_id import CardId
from inventory.commands.claim import Witnesses
from inventory.decisions.claim.claim_context import ClaimContext, CodeResult
from inventory.decisions.claim.claim_rules import ClaimRules, winning_call
from inventory.decisions.claim.judge import decided
from inventory.decisions.claim.opened import proved_opening
from inventory.decisions.claim.parts import is_paid, others_of
from inventory.decisions.claim.steps_by_name import steps_by_name
from inventory.decisions.facts import CardFacts
from inventory.decisions.game.evening import Claim, Evening, after
from inventory.entries.claim import ClaimReopened
from inventory.entries.entry import Context
from inventory.entries.game import DrawCorrected
from inventory.entries.states import CardState
from inventory.entries.union import Kind

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
        calls = _calls(corrected, claim, opening)
        is_full, stands = calls > 0, claim.decided is not None and calls == claim.decided.calls
        found: tuple[Kind, ...] = ()
        if claim.is_open:
            found = (_again(corrected, card, claim, opening),)
        elif not claim.is_won:
            called_back += [card.card] if is_full and card.state in _MAY_WIN else []
        elif not stands and is_paid(case.evening, claim):
            cases += [card.card] if _is_case(corrected, claim, calls) else []
        elif not stands:
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


def _calls(corrected: Rejudged, claim: Claim, opening: CodeResult) -> int:
    """The call that completes the card by the balls of its round, 0 for none; later ones do not."""
    number = claim.opened.round
    play, pattern = corrected.claim_rules.play, corrected.claim_rules.pattern_in(number)
    counts = (one.ball_count for one in play.rounds if one.number == number and one.ball_count)
    then = replace(play, balls=play.balls[: next(counts, len(play.balls))])
    calls = (winning_call(then, pattern, face) for face in opening.faces)
    return min((one for one in calls if one), default=0)


def _is_case(corrected: Rejudged, claim: Claim, calls: int) -> bool:
    """Whether a paid card would be paid otherwise now: not at all, another prize, another share."""
    limit, before = corrected.claim_rules.calls_max, claim.decided.calls if claim.decided else 0
    is_other_prize = not calls or (calls > limit) != (before > limit)
    claims = corrected.evening.claims_of(claim.opened.round)
    return is_other_prize or sum(one.is_won or one.is_open for one in claims) > 1


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
