"""Who shares a round's prize: calls belong to a card, and winners divide on the same call.

Theory of operation. Every valid claim has the call that completed its card. The primary prize is
for cards within the calls; a card beyond them never shares it (9 NYCRR 4820.51(e), N.J.A.C.
13:47-7.32(a)). What is awarded is one prize: the primary one when any card is within the calls,
else the consolation. N.J.A.C. 13:47-7.6 divides it among winners on the call of the same number, so
the earliest call takes it; where the text of a game awards it to all who are within the calls (the
profile's `prizes.shared_within_calls`), they share it. At the last occasion of a progressive there
are no calls to be within, and the earliest call takes it (docs/adr/0141).

A claim that is held back counts with its call once its code opened the card. While nobody knows its
call it counts with the earliest winners, and alone as one within the calls: the greater prize is
kept for it. When it is decided the shares are fixed anew. No share falls below what was paid of it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from cardgen.amounts import how_many, printed_cents
from cardgen.card_id import CardId
from cardgen.face import BALL_MAX
from inventory.decisions.game.evening import Claim, Evening
from inventory.decisions.game.game_state import GameState
from inventory.decisions.prize.prize import NO_PRIZE, Award, Result, award_of
from inventory.decisions.progressive.acts import Ended
from inventory.decisions.progressive.progression import CurrentOffer
from inventory.entries.claim import RoundClosed
from inventory.program.program import Game, PrizeBasis


@dataclass(frozen=True, slots=True)
class PrizeInputs:
    """What a game's prize is reckoned from: its receipts, its sets' colors, its progressive.

    `in_kind` is what each winner's substitute is worth, in the order of the claims, where the
    prize cannot be divided (N.J.A.C. 13:47-7.6), `indivisible` why; empty where money is divided.
    `is_shared_within`: all who are within the calls share, not the earliest call alone.
    """

    receipts_cents: int
    colors: dict[str, str]
    tonight: CurrentOffer | None = None
    in_kind: tuple[int, ...] = ()
    indivisible: str = ""
    is_shared_within: bool = False


@dataclass(frozen=True, slots=True)
class Reckoned:
    """A round's shares, and the call by which its prize was won as far as it is known."""

    closed: RoundClosed
    calls: int

    @property
    def ended(self) -> Ended:
        """How the game ended by it; cards held back are counted as winners."""
        return Ended(self.calls, len(self.closed.shares))


@dataclass(frozen=True, slots=True)
class _Hand:
    """A card that is valid, or may be, and its call; 0 while nobody knows it."""

    card: CardId
    calls: int
    is_held_back: bool


def shares_of_round(
    evening: Evening, play: GameState, number: int, prize_inputs: PrizeInputs
) -> Reckoned:
    """What a round awards to whom, as its claims stand; those that are open are held back."""
    hands = _hands(evening, number)
    limit = calls_limit(play.game, prize_inputs.tonight)
    within = min(len(play.balls) or limit, limit)
    known = _with_calls(hands, within)
    sharing = sharing_calls([one.calls for one in known], limit, prize_inputs)
    sharers = _in_order(evening, number, [one for one in known if one.calls in sharing])
    late = [one for one in known if one.calls not in sharing]
    award = _award(play, number, sharers, prize_inputs)
    due = dict(zip(sharers, award.shares, strict=True)) | dict.fromkeys(late, 0)
    shares, kept = _no_less_than_paid(evening, number, due)
    rows = [one for one in shares if one in sharers or one.is_held_back or shares[one]]
    rows.sort(key=lambda one: one.is_held_back)
    told = (award.told, *kept, *map(_late_told, late), *_unknown_told(hands))
    closed = RoundClosed(
        game=play.game.number,
        round=number,
        section=play.section_of(number),
        prize=award.name,
        told="; ".join(told),
        winners=tuple(one.card for one in rows if not one.is_held_back),
        shares=tuple(shares[one] for one in rows),
        held_back=tuple(one.card for one in rows if one.is_held_back),
        without_share=tuple(one.card for one in late if one not in rows),
    )
    return Reckoned(closed, _earliest(hands, known, within))


def sharing_calls(calls: Sequence[int], limit: int, prize_inputs: PrizeInputs) -> frozenset[int]:
    """The calls whose cards share the prize: one of them, or all within the limit.

    >>> one, all_within = PrizeInputs(0, {}), PrizeInputs(0, {}, is_shared_within=True)
    >>> sorted(sharing_calls((55, 64), 58, one)), sorted(sharing_calls((64, 60), 58, one))
    ([55], [60])
    >>> sorted(sharing_calls((55, 57, 64), 58, all_within))
    [55, 57]
    """
    within = frozenset(one for one in calls if one <= limit)
    tonight = prize_inputs.tonight
    if prize_inputs.is_shared_within and not (tonight and tonight.must_be_won):
        return within or frozenset(sorted(calls)[:1])
    return frozenset(sorted(within or calls)[:1])


def calls_limit(game: Game, tonight: CurrentOffer | None) -> int:
    """Within how many calls a card has the primary prize: every ball where there is no limit."""
    match game.terms.basis:
        case PrizeBasis.PROGRESSIVE if tonight is not None:
            return BALL_MAX if tonight.must_be_won else tonight.calls_max
        case PrizeBasis.FIXED | PrizeBasis.SHARE | PrizeBasis.PROGRESSIVE:
            return game.calls_max
        case _:
            return BALL_MAX


def _hands(evening: Evening, number: int) -> list[_Hand]:
    """The claims of a round that won or are open, the last one on each card, in order."""
    last: dict[CardId, Claim] = {one.opened.card: one for one in evening.claims_of(number)}
    return [
        _Hand(card, claim.decided.calls if claim.decided else 0, claim.is_open)
        for card, claim in last.items()
        if claim.is_won or claim.is_open
    ]


def _with_calls(hands: Sequence[_Hand], within: int) -> list[_Hand]:
    """The hands with a call each: an unknown one is the winners' earliest, alone within them."""
    won = [one.calls for one in hands if one.calls and not one.is_held_back]
    known = won or [one.calls for one in hands if one.calls]
    calls = min(known, default=within)
    return [one if one.calls else replace(one, calls=calls) for one in hands]


def _earliest(hands: Sequence[_Hand], known: Sequence[_Hand], within: int) -> int:
    """The earliest call by which the prize may have been won: an unknown one is within them."""
    calls = [one.calls for one in known]
    if any(one.is_held_back and not one.calls for one in hands):
        calls.append(within)
    return min(calls, default=within)


def _in_order(evening: Evening, number: int, hands: Sequence[_Hand]) -> list[_Hand]:
    """Winners before those held back, as at the first close: odd cents stay where they were."""
    round_ = evening.round(number)
    closed = round_.closed if round_ else None
    before = (*closed.winners, *closed.held_back) if closed else ()
    known = [one for card in before for one in hands if one.card == card]
    ordered = [*known, *(one for one in hands if one.card not in before)]
    return [
        *(one for one in ordered if not one.is_held_back),
        *(one for one in ordered if one.is_held_back),
    ]


def _award(
    play: GameState, number: int, sharers: Sequence[_Hand], prize_inputs: PrizeInputs
) -> Award:
    if not sharers:
        return Award(NO_PRIZE, 0, (), "nobody won")
    colors = tuple(prize_inputs.colors[str(one.card.set_serial)] for one in sharers)
    calls = min(one.calls for one in sharers)
    result = Result(calls, prize_inputs.receipts_cents, colors)
    return award_of(play.game, play.section_of(number) - 1, result, prize_inputs.tonight)


def _no_less_than_paid(
    evening: Evening, number: int, due: Mapping[_Hand, int]
) -> tuple[dict[_Hand, int], list[str]]:
    """The shares, none below what its card was paid already; and what that comes to in words."""
    found, told = {}, []
    for one, cents in due.items():
        paid = evening.paid.get((number, one.card), 0)
        found[one] = max(cents, paid)
        if paid > cents:
            share, kept = printed_cents(cents), printed_cents(paid)
            told.append(f"{one.card.printed} keeps the {kept} it was paid, its share is {share}")
    return found, told


def _late_told(one: _Hand) -> str:
    held = ", held back" if one.is_held_back else ""
    return f"{one.card.printed} was complete on call {one.calls}{held}: no share"


def _unknown_told(hands: Sequence[_Hand]) -> tuple[str, ...]:
    unknown = [one for one in hands if one.is_held_back and not one.calls]
    if not unknown:
        return ()
    count = how_many(len(unknown), "claim")
    return (f"{count} held back whose call nobody knows yet: the shares are fixed anew then",)
