"""What the hall has now, and as people read it: stock, tills, and how far the evening is."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from cardgen.amounts import how_many, printed_cents
from inventory.balls import printed_ball
from inventory.decisions.facts import PackFacts
from inventory.decisions.game.evening import Evening
from inventory.decisions.game.game_state import GamePhase, GameState
from inventory.entries.states import CardState
from inventory.entries.stock import Received

_WHERE = {CardState.RECEIVED: "in stock", CardState.ISSUED: "at till"}
_TO_PUNCH = (CardState.SURRENDERED, CardState.VOIDED)
_NEXT = {
    GamePhase.STARTED: "inventory draw BALL; at a shout: inventory hold",
    GamePhase.RESUMED: "inventory draw BALL; at a shout: inventory hold",
    GamePhase.HELD: "inventory claim; when nobody shouts any more: inventory round close",
    GamePhase.ENDED: "inventory pay CARD, inventory complete",
}


@dataclass(frozen=True, slots=True)
class SetInHall:
    """A set: its packs in order, and how many of its cards are in each state."""

    received: Received
    packs: tuple[PackFacts, ...]
    counts: Mapping[CardState, int]


@dataclass(frozen=True, slots=True)
class NextCard:
    """What a till sells next of a set: a card's number, or the ends of packs that are whole."""

    till: str
    set_serial: str
    next_card: str


@dataclass(frozen=True, slots=True)
class StockNow:
    """All sets in the order of their deliveries, and the next cards of all tills."""

    sets: tuple[SetInHall, ...]
    next_cards: tuple[NextCard, ...]


@dataclass(frozen=True, slots=True)
class Tonight:
    """The last evening that was opened, with the counts of all cards by state now."""

    evening: Evening | None
    counts: Mapping[CardState, int]


def stock_lines(stock: StockNow) -> Iterator[str]:
    """Each set with its packs, then what each till sells next."""
    if not stock.sets:
        yield "Nothing was received. Next: inventory receive DELIVERY"
    for one in stock.sets:
        received = one.received
        yield (
            f"Set {received.set_serial}, {received.color} {received.series}, {received.role}, "
            f"{printed_cents(received.price_cents)}: {_counted(one)}"
        )
        for packs in _alike(one.packs):
            yield f"  {_range_line(packs)}"
    for till in stock.next_cards:
        yield f"Till {till.till}: next card of set {till.set_serial} is {till.next_card}"


def stock_json(stock: StockNow) -> dict[str, Any]:
    """The same for programs, pack by pack."""
    return {
        "ok": True,
        "sets": [
            {
                "set_serial": one.received.set_serial,
                "counts": {str(state): count for state, count in one.counts.items()},
                "packs": [
                    {
                        "first": pack.first,
                        "last": pack.last,
                        "state": str(pack.state),
                        "till": pack.till,
                        "left": len(pack.remaining),
                    }
                    for pack in one.packs
                ],
            }
            for one in stock.sets
        ],
        "tills": [
            {"till": one.till, "set_serial": one.set_serial, "next_card": one.next_card}
            for one in stock.next_cards
        ],
    }


def tonight_lines(tonight: Tonight) -> Iterator[str]:
    """The evening, its games, its claims, its cards, and what comes next."""
    evening = tonight.evening
    if evening is None:
        yield "No evening was opened here yet. Next: inventory open --program FILE"
        return
    opened = evening.opened
    state = "ended" if evening.is_ended else "open"
    yield f"{opened.name}, {opened.played_on}, occasion {evening.occasion}: {state}"
    yield from map(_game_line, evening.plays)
    yield from _claim_lines(evening)
    to_punch = sum(tonight.counts.get(one, 0) for one in _TO_PUNCH)
    if to_punch:
        yield f"Cards that wait for the punch: {to_punch:,}. Next: inventory punched"
    if tonight.counts.get(CardState.WON):
        yield f"Cards that won and are not paid: {tonight.counts[CardState.WON]:,}"
    yield f"Next: {_next_step(evening)}"


def tonight_json(tonight: Tonight) -> dict[str, Any]:
    """The same for programs."""
    evening = tonight.evening
    counts = {str(state): count for state, count in tonight.counts.items()}
    if evening is None:
        return {"ok": True, "occasion": 0, "counts": counts}
    return {
        "ok": True,
        "occasion": evening.occasion,
        "name": evening.opened.name,
        "played_on": evening.opened.played_on,
        "is_ended": evening.is_ended,
        "games": [
            {
                "number": play.game.number,
                "name": play.game.name,
                "state": str(play.state),
                "is_open_for_sale": play.is_open_for_sale,
                "balls": list(play.balls),
                "round": play.open_round.number if play.open_round else 0,
            }
            for play in evening.plays
        ],
        "open_claims": [
            claim.opened.card.printed for claim in evening.claims.values() if claim.is_open
        ],
        "counts": counts,
        "next": _next_step(evening),
    }


def _counted(one: SetInHall) -> str:
    return ", ".join(f"{count:,} {_word(state)}" for state, count in one.counts.items())


def _word(state: CardState) -> str:
    return f"{_WHERE[state]}s" if state is CardState.ISSUED else _WHERE.get(state, str(state))


def _alike(packs: tuple[PackFacts, ...]) -> Iterator[tuple[PackFacts, ...]]:
    """Packs beside each other that are in one place; a pack that was begun is told by itself."""

    def place(pack: PackFacts) -> tuple[object, ...]:
        begun = pack.first if pack.begun else 0
        return (pack.state, pack.till, begun, bool(pack.remaining))

    for _, group in groupby(packs, place):
        yield tuple(group)


def _range_line(packs: tuple[PackFacts, ...]) -> str:
    first, last = packs[0], packs[-1]
    left = sum(len(pack.remaining) for pack in packs)
    where = _WHERE.get(first.state, str(first.state))
    if first.state is CardState.ISSUED:
        where = f"{where} {first.till}"
    count = how_many(len(packs), "pack")
    to_sell = f"{left:,} left to sell" if left else "nothing left to sell"
    return f"{first.first} to {last.last}, {count}: {where}, {to_sell}"


def _game_line(play: GameState) -> str:
    game = play.game
    told = f"Game {game.number}, {game.name}: {play.state}"
    if game.sets:
        told += ", sales open" if play.is_open_for_sale else ", sales closed"
    if play.balls:
        balls = how_many(len(play.balls), "ball")
        told += f", {balls}, the last is {printed_ball(play.balls[-1])}"
    return told


def _claim_lines(evening: Evening) -> Iterator[str]:
    held = evening.current.open_round
    if held is not None:
        yield f"Round {held.number} is open."
    for claim in evening.claims.values():
        where = f" at {claim.opened.table}" if claim.opened.table else ""
        if claim.is_open:
            yield f"Claim {claim.opened.claim} on {claim.opened.card.printed}{where} is open"


def _next_step(evening: Evening) -> str:
    play = evening.current
    if evening.is_ended:
        return "inventory report, inventory papers, inventory file" if not evening.filed else (
            "inventory open --program FILE"
        )  # fmt: skip
    if play.is_completed:
        return "inventory cash-up"
    if play.state is not GamePhase.SCHEDULED:
        return _NEXT[play.state]
    if play.is_open_for_sale:
        return "inventory desk sells; inventory close ends the sales of this game"
    return "inventory start"
