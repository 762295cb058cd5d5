"""Chances as a hall reads them before the evening: percent, 1 in so many, and two tables."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import floor, log10
from typing import Any

from cardgen.amounts import how_many, printed_cents
from cardgen.errors import BadValueError
from cardgen.face import BALL_MAX
from inventory.odds.all_cards import FirstWinner, first_winner, run_difference
from inventory.odds.one_card import chance_within, check_calls, expected_winners
from inventory.odds.progressive_plan import Plan
from inventory.program.patterns import Pattern

SHOWN_FROM, SHOWN_TO = 1e-6, 0.999  # the calls between are worth a line
_FIGURES = 3
_DECIMALS_MAX = 9
_PERCENT = 100
_HUGE = 10**12
_HALF, _MOST = 0.5, 0.9


@dataclass(frozen=True)
class Game:
    """A game before it is played."""

    pattern: Pattern
    cards: int
    pre_drawn: int
    calls: int

    def __post_init__(self) -> None:
        """Raises: BadValueError, when it cannot be played."""
        check_calls("The count of pre-drawn balls", self.pre_drawn)
        check_calls("The count of calls", self.calls)
        if self.calls < self.pre_drawn:
            expected = f"at least the {self.pre_drawn} balls that are pre-drawn"
            raise BadValueError("The count of calls", self.calls, expected)

    @cached_property
    def first(self) -> FirstWinner:
        """The first winner of the game."""
        return first_winner(self.pattern, self.cards, self.pre_drawn)

    @property
    def shown_calls(self) -> tuple[int, ...]:
        """The calls that are worth a line: from the first real chance until a winner is sure."""
        named = {self.pre_drawn, self.calls}
        for calls in range(self.pre_drawn, BALL_MAX + 1):
            if self.first.within(calls) >= SHOWN_FROM and self.first.within(calls - 1) < SHOWN_TO:
                named.add(calls)
        return tuple(sorted(named))


def percent(chance: float | Fraction) -> str:
    """The chance in percent, to three figures.

    >>> percent(0.0161768), percent(Fraction(1, 799399)), percent(0.99996), percent(1)
    ('1.62%', '0.000125%', '> 99.9%', '100%')
    """
    figure = float(chance) * _PERCENT
    if figure in {0, _PERCENT}:
        return f"{figure:.0f}%"
    decimals = max(1, _FIGURES - 1 - floor(log10(figure)))
    if decimals > _DECIMALS_MAX:
        return f"< {10**-_DECIMALS_MAX:.{_DECIMALS_MAX}f}%"
    text = f"{figure:.{decimals}f}"
    return "> 99.9%" if float(text) >= _PERCENT else f"{text}%"


def one_in(chance: float | Fraction) -> str:
    """The chance as one in so many.

    >>> one_in(Fraction(1, 799399)), one_in(0.0161768), one_in(1), one_in(0)
    ('1 in 799,399', '1 in 61.8', 'certain', 'never')
    """
    if chance in {0, 1}:
        return "certain" if chance else "never"
    many = 1 / chance
    if many >= _HUGE:
        return f"1 in 10^{floor(log10(many))} or more"
    return f"1 in {float(many):.1f}" if many < _PERCENT else f"1 in {round(many):,}"


def game_lines(game: Game) -> Iterator[str]:
    """The game's table and figures, as lines."""
    yield (
        f"{game.pattern.name}, {_many(game.cards, 'card')}: "
        f"{_many(game.pre_drawn, 'ball')} pre-drawn, "
        f"primary prize within {game.calls} calls"
    )
    yield ""
    header = (
        *("calls", "a given card", "", "a winner by then", ""),
        *("first on this call", "cards with it"),
    )
    notes = {game.pre_drawn: "pre-drawn", game.calls: "last call for the primary prize"}
    if not game.pre_drawn:
        del notes[0]
    rows = [_row(game, calls) for calls in game.shown_calls]
    told = ["", *(notes.get(calls, "") for calls in game.shown_calls)]
    for line, note in zip(_table(header, rows), told, strict=True):
        yield f"{line}  {note}".rstrip()
    yield ""
    yield from _figures(game)
    yield ""
    yield from _basis(game.cards)


def _row(game: Game, calls: int) -> tuple[str, ...]:
    card, any_card = chance_within(game.pattern, calls), game.first.within(calls)
    return (
        f"{calls}",
        *(percent(card), one_in(card)),
        *(percent(any_card), one_in(any_card)),
        percent(game.first.on_call(calls)),
        _count(expected_winners(game.pattern, game.cards, calls)),
    )


def _figures(game: Game) -> Iterator[str]:
    first = game.first
    if game.pre_drawn:
        early = game.first.within(game.pre_drawn)
        expected = expected_winners(game.pattern, game.cards, game.pre_drawn)
        yield (
            f"On the pre-drawn balls  {percent(early)} ({one_in(early)}) that any card wins; "
            f"{_count(expected)} winners on average"
        )
    primary = game.first.within(game.calls)
    yield f"Primary prize won       {percent(primary)} ({one_in(primary)})"
    yield (
        f"First winner            after {first.expected_calls:.1f} balls on average; by "
        f"{first.calls_for(_HALF)} in half of all games, by {first.calls_for(_MOST)} in nine of ten"
    )
    yield (
        f"Winners at once         {percent(first.several)} ({one_in(first.several)}) that two or "
        f"more share; {first.winners:.2f} on average"
    )


def game_json(game: Game) -> dict[str, Any]:
    """The game's figures for other programs, of every call."""
    first = game.first
    return {
        "ok": True,
        "pattern": game.pattern.name,
        "cards": game.cards,
        "pre_drawn": game.pre_drawn,
        "calls": game.calls,
        "by_calls": [
            {
                "calls": calls,
                "card": float(chance_within(game.pattern, calls)),
                "card_exact": str(chance_within(game.pattern, calls)),
                "any": game.first.within(calls),
                "first_here": game.first.on_call(calls),
                "expected_winners": float(expected_winners(game.pattern, game.cards, calls)),
            }
            for calls in range(game.pre_drawn, BALL_MAX + 1)
        ],
        "early_winner": game.first.within(game.pre_drawn),
        "primary_won": game.first.within(game.calls),
        "first_winner_calls": first.expected_calls,
        "first_winner_half_by": first.calls_for(_HALF),
        "first_winner_nine_of_ten_by": first.calls_for(_MOST),
        "several_at_once": first.several,
        "winners_at_once": first.winners,
    }


def plan_lines(pattern: Pattern, plan: Plan) -> Iterator[str]:
    """The plan of a progressive, as lines."""
    yield f"{pattern.name}, progressive over {len(plan.occasions)} occasions"
    yield ""
    header = (
        *("occasion", "cards", "calls", "prize", "won if played", ""),
        *("won here", "won by now", "paid on average"),
    )
    rows = [
        (
            f"{each.number}",
            f"{each.cards:,}",
            f"{each.calls}",
            printed_cents(round(each.prize_cents)),
            percent(each.hit),
            one_in(each.hit),
            percent(each.won_here),
            percent(each.won_by_now),
            printed_cents(round(each.payout_cents)),
        )
        for each in plan.occasions
    ]
    yield from _table(header, rows)
    yield ""
    missed = percent(1 - plan.won)
    if plan.must_be_won:
        last = len(plan.occasions)
        yield f"The last occasion   {last}: the prize is won whatever the calls"
    yield f"Won at one of them  {percent(plan.won)} ({one_in(plan.won)}); not won {missed}"
    if plan.expected_occasion is not None:
        yield f"When it is won      at occasion {plan.expected_occasion:.1f} on average"
    yield f"Occasions held      {plan.expected_occasions_held:.1f} on average"
    yield f"Paid in all         {printed_cents(round(plan.payout_cents))} on average"
    yield f"Liability           {printed_cents(round(plan.liability_cents))} at the most; paid once"
    yield ""
    yield from _basis(max(each.cards for each in plan.occasions))


def plan_json(pattern: Pattern, plan: Plan) -> dict[str, Any]:
    """The plan for other programs; what is paid on average is in cents and not whole."""
    return {
        "ok": True,
        "pattern": pattern.name,
        "occasions": [
            {
                "occasion": each.number,
                "cards": each.cards,
                "calls": each.calls,
                "prize_cents": each.prize_cents,
                "won_if_played": each.hit,
                "reached": each.reached,
                "won_here": each.won_here,
                "won_by_now": each.won_by_now,
                "expected_payout_cents": each.payout_cents,
            }
            for each in plan.occasions
        ],
        "last_must_be_won": plan.must_be_won,
        "won": plan.won,
        "expected_occasion": plan.expected_occasion,
        "expected_occasions_held": plan.expected_occasions_held,
        "expected_payout_cents": plan.payout_cents,
        "liability_cents": plan.liability_cents,
    }


def _basis(cards: int) -> Iterator[str]:
    yield "Exact for cards dealt at random."
    if cards > 1:
        yield (
            "That no two cards of one run hold the same numbers changes no chance by more than "
            f"{run_difference(cards):.0e}."
        )


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Right-aligned columns; a column without a title belongs to the one before it."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(header))]
    titles: list[str] = []
    for place, title in enumerate(header):
        if not title:
            continue
        has_second = place + 1 < len(header) and not header[place + 1]
        room = widths[place] + (2 + widths[place + 1] if has_second else 0)
        widths[place] += max(0, len(title) - room)
        titles.append(title.rjust(max(room, len(title))))
    yield "  ".join(titles)
    for row in rows:
        yield "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))


def _many(count: int, what: str) -> str:
    return how_many(count, what) if count else f"no {what}"


def _count(expected: Fraction) -> str:
    """An average count to three figures."""
    figure = float(expected)
    if not figure:
        return "0"
    decimals = min(6, max(0, _FIGURES - 1 - floor(log10(figure))))
    return f"{figure:,.{decimals}f}"
