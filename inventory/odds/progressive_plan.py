"""The plan of a progressive: a prize that rises each occasion it is not won, and what it may cost.

An occasion is held only if no earlier one had a winner. Each has its own draw, so the chances of
the occasions multiply. The prize is paid once, whatever the number of winners who share it; the
consolation of an occasion without a hit is not part of the plan. At the last occasion there can be
the prize is won whatever the calls (N.J.A.C. 13:47-7.32(a), 7.34).
"""

from dataclasses import dataclass
from math import fsum

from cardgen.amounts import printed_cents
from cardgen.errors import BadValueError
from cardgen.face import BALL_MAX
from inventory.odds.all_cards import chance_of_a_winner
from inventory.odds.one_card import check_calls, check_card_count
from inventory.program.patterns import Pattern

OCCASIONS_MAX = 520  # ten years of a weekly occasion
PRIZE_CENTS_MAX = 10**12


@dataclass(frozen=True, slots=True)
class Terms:
    """What is promised: cards expected at each occasion, calls and prize with their growth.

    `goes_on`: these are the first occasions of more, and the last of them need not be won.
    """

    cards: tuple[int, ...]
    calls_start: int
    calls_growth: int
    prize_start_cents: int
    prize_growth_cents: int
    goes_on: bool = False

    def __post_init__(self) -> None:
        """Raises: BadValueError, when no such progressive can be played."""
        if not 1 <= len(self.cards) <= OCCASIONS_MAX:
            raise BadValueError("The count of occasions", len(self.cards), f"1 to {OCCASIONS_MAX}")
        for cards in self.cards:
            check_card_count(cards)
        check_calls("The count of calls", self.calls_start)
        if self.calls_growth < 0:
            raise BadValueError("The growth of the calls", self.calls_growth, "0 or more")
        if self.promised_calls(len(self.cards)) > BALL_MAX:
            raise BadValueError(
                f"The calls of occasion {len(self.cards)}",
                self.promised_calls(len(self.cards)),
                f"at most {BALL_MAX}; begin with fewer calls, let them grow less, or end earlier",
            )
        for what, cents in (
            ("The prize", self.prize_start_cents),
            ("The growth of the prize", self.prize_growth_cents),
        ):
            if cents < 0:
                raise BadValueError(what, printed_cents(cents), "nothing below zero")
        if self.prize_at(len(self.cards)) > PRIZE_CENTS_MAX:
            raise BadValueError(
                f"The prize of occasion {len(self.cards)}",
                printed_cents(self.prize_at(len(self.cards))),
                f"at most {printed_cents(PRIZE_CENTS_MAX)}",
            )

    def calls_at(self, occasion: int) -> int:
        """Within how many calls the prize is won at that occasion, counted from 1."""
        if occasion == len(self.cards) and not self.goes_on:
            return BALL_MAX
        return self.promised_calls(occasion)

    def promised_calls(self, occasion: int) -> int:
        """The calls by start and growth, before it is asked which occasion is the last."""
        return self.calls_start + (occasion - 1) * self.calls_growth

    def prize_at(self, occasion: int) -> int:
        """The prize of that occasion in cents."""
        return self.prize_start_cents + (occasion - 1) * self.prize_growth_cents


@dataclass(frozen=True, slots=True)
class Occasion:
    """One occasion of the plan, seen from before the first."""

    number: int
    cards: int
    calls: int
    prize_cents: int  # what the hall must have ready: it may be won tonight
    hit: float  # the chance that it is won here, once it has come to this occasion
    reached: float  # the chance that it comes to this occasion

    @property
    def won_here(self) -> float:
        """The chance that the prize is won at this occasion."""
        return self.reached * self.hit

    @property
    def won_by_now(self) -> float:
        """The chance that the prize is won at this occasion or an earlier one."""
        return 1 - self.reached * (1 - self.hit)

    @property
    def payout_cents(self) -> float:
        """What is paid at this occasion, on average."""
        return self.won_here * self.prize_cents


@dataclass(frozen=True, slots=True)
class Plan:
    """All occasions of a progressive and what they come to; whether the last one must be won."""

    occasions: tuple[Occasion, ...]
    must_be_won: bool

    @property
    def won(self) -> float:
        """The chance that the prize is won at one of the occasions."""
        return self.occasions[-1].won_by_now

    @property
    def expected_occasion(self) -> float | None:
        """At which occasion it is won, on average over the times it is won; None for never."""
        if not self.won:
            return None
        return fsum(each.number * each.won_here for each in self.occasions) / self.won

    @property
    def expected_occasions_held(self) -> float:
        """How many occasions are held, on average."""
        return fsum(each.reached for each in self.occasions)

    @property
    def payout_cents(self) -> float:
        """What is paid in all, on average."""
        return fsum(each.payout_cents for each in self.occasions)

    @property
    def liability_cents(self) -> int:
        """The most that may have to be paid."""
        return max(each.prize_cents for each in self.occasions)


def planned(pattern: Pattern, terms: Terms) -> Plan:
    """The plan of these terms."""
    occasions = []
    reached = 1.0
    for number, cards in enumerate(terms.cards, start=1):
        calls = terms.calls_at(number)
        hit = chance_of_a_winner(pattern, cards, calls)
        occasions.append(Occasion(number, cards, calls, terms.prize_at(number), hit, reached))
        reached *= 1 - hit
    return Plan(tuple(occasions), must_be_won=not terms.goes_on)
