"""What every worked evening does: sell, call, judge, pay, count. A state's story gives the order.

The people: Ann is the member in charge and sells, Cal calls, Dee verifies on the floor, Bob counts.
"""

import hashlib
import shlex
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from inventory.balls import printed_ball
from inventory.program.patterns import COVERALL, missing_numbers, read_pattern
from samples.evening import (
    CANNOT_TELL,
    NOT_VALID,
    PEOPLE,
    VALID,
    Evening,
    OpenedCard,
    card_id,
    check,
    last_of_pack,
)
from samples.evenings.stage import Stage

ANN, CAL = ("--by", "Ann"), ("--by", "Cal")
CREW = ("--manager", "Ann", "--caller", "Cal", "--checker", "Dee")
FLOOR = ("--compared-by", "table 4", "--read-back-by", "Cal", "--by", "Dee")
OPENINGS = "openings.json"
Cards = tuple[OpenedCard, ...]


@dataclass(kw_only=True)
class Worked(Evening):
    """An evening on a stage: who plays, what of each set was sold, traded in, and paid."""

    on: Stage
    deliveries: tuple[Path, ...]
    players: Cards = ()
    sold: dict[str, int] = field(default_factory=dict)
    traded: Cards = ()
    paid: Cards = ()

    # -- the hall ------------------------------------------------------------------------------

    def at(self, day: str, hour: str, what: str) -> None:
        """The hour at the hall, and what happens then."""
        self.on.clock.set(day, hour)
        self.say(f"\n{day} {hour}  {what}")

    def set_up(self, profile: str, pays_again: str) -> None:
        """A new hall; the delivery is taken into stock and handed to till 1."""
        words: tuple[str, ...] = (
            "init",
            str(self.hall),
            "--hall-id",
            "st-brendan",
            "--name",
            "St. Brendan's",
        )
        words += ("--profile", profile, "--pays-again", pays_again, "--punch", "round punch", *ANN)
        self.say(f"  $ inventory {shlex.join(words)}")
        check("the hall", self.run((*words, "--json"), "")[0], 0)
        paper = ("--fingerprint", self.fingerprint)
        for delivery in self.deliveries:
            self.done("receive", str(delivery), *paper, *PEOPLE)
        self.done("issue", "all", "--to", "1", *PEOPLE)

    def open(self, program: str, dollars: str) -> None:
        """The evening opens by a program that keeps the rules, with this money in the box."""
        self.done("program", "check", program)
        read = ("--slip", self.newest_slip, *PEOPLE) if self.newest_slip else ANN
        self.done("open", "--program", program, "--float", dollars, *CREW, *read)

    # -- the counter ---------------------------------------------------------------------------

    def sell(self, serial: str, *baskets: int) -> Cards:
        """The next cards of a set, basket by basket; their players tear them open."""
        first = last = self.sold.get(serial, 0)
        for count in baskets:
            last += count
            self.done("sell", "--count", str(count), card_id(serial, last), *ANN)
        self.sold[serial] = last
        return self.opened(serial, range(first + 1, last + 1))

    def undo(self, serial: str, count: int) -> None:
        """The last basket is taken back, sealed."""
        self.done("undo", *ANN)
        self.sold[serial] -= count

    def trade_in(self, old: Cards, serial: str) -> Cards:
        """Originals, open, for the next two trade-ins each."""
        first = self.sold.get(serial, 0)
        last = first + 2 * len(old)
        scans = "\n".join(card.inside for card in old)
        self.done("exchange", "-", "--last", card_id(serial, last), *ANN, typed=scans)
        self.sold[serial], self.traded = last, (*self.traded, *old)
        return self.opened(serial, range(first + 1, last + 1))

    def opened(self, serial: str, numbers: Iterable[int]) -> Cards:
        """Cards of a set in their players' hands, open."""
        return tuple(self.tear_open(card_id(serial, number)) for number in numbers)

    # -- the balls -----------------------------------------------------------------------------

    def shuffle(self, word: str) -> None:
        """All balls are in the blower; in which order they leave it follows from a word."""
        self.drawn = 0
        self.balls = sorted(
            range(1, 76), key=lambda ball: hashlib.sha256(f"{word} {ball}".encode()).digest()
        )

    def pre_drawn(self, count: int) -> tuple[str, ...]:
        """The balls that are drawn before the game, as they are typed."""
        return tuple(map(printed_ball, self.balls[:count]))

    def pre_draw(self, count: int, *words: str) -> None:
        """Balls drawn while cards are still sold."""
        self.done("draw", "--pre-drawn", *self.pre_drawn(count), *words, *CAL)
        self.drawn = count

    @property
    def next_ball(self) -> str:
        """The ball that leaves the blower next."""
        return printed_ball(self.balls[self.drawn])

    @property
    def ball_after_next(self) -> str:
        """The one behind it."""
        return printed_ball(self.balls[self.drawn + 1])

    def call(self) -> None:
        """One ball is called."""
        self.done("draw", self.next_ball, *CAL)
        self.drawn += 1

    def call_until_one_wins(self, players: Cards, pattern: str = COVERALL) -> Cards:
        """Balls are called until somebody has the pattern; the last of them is typed alone."""
        self.call_up_to_the_last(players, pattern)
        self.call()
        return self.winners(players, pattern)

    def call_up_to(self, count: int) -> None:
        """Balls are called until so many were."""
        named = map(printed_ball, self.balls[self.drawn : count])
        self.done("draw", *named, *CAL)
        self.drawn = count

    def misread(self) -> str:
        """The next ball is read as the one that would have come last; what was read."""
        read = printed_ball(self.balls[-1])
        self.done("draw", read, *CAL)
        self.drawn += 1
        return read

    @property
    def last_ball(self) -> str:
        """The ball that left the blower last."""
        return printed_ball(self.balls[self.drawn - 1])

    def call_up_to_the_last(self, players: Cards, pattern: str = COVERALL) -> None:
        """Balls are called until the next one would make a winner."""
        first = last = self.drawn
        while not self.would_win(players, pattern):
            last = self.drawn = self.drawn + 1
        self.drawn = first
        if first < last:
            self.call_up_to(last)

    def enter_until_one_wins(self, players: Cards) -> Cards:
        """Balls that were kept on a sheet, entered in one go."""
        self.drawn = 1
        while not (found := self.winners(players)):
            self.drawn += 1
        self.done("draw", "--later", *self.pre_drawn(self.drawn), *CAL)
        return found

    # -- the cards on the tables ---------------------------------------------------------------

    def lacking(self, card: OpenedCard, pattern: str = COVERALL) -> int:
        """How many numbers of a pattern a card lacks; 0 is a bingo."""
        drawn = frozenset(self.balls[: self.drawn])
        return len(missing_numbers(read_pattern(pattern), card.numbers, drawn))

    def winners(self, players: Cards, pattern: str = COVERALL) -> Cards:
        """Who has a bingo now."""
        return tuple(card for card in players if not self.lacking(card, pattern))

    def would_win(self, players: Cards, pattern: str = COVERALL) -> bool:
        """Whether the next ball makes a winner."""
        self.drawn += 1
        found = self.winners(players, pattern)
        self.drawn -= 1
        return bool(found)

    def nearest(self, players: Cards, pattern: str = COVERALL) -> OpenedCard:
        """The card that lacks the fewest numbers."""
        return min(players, key=lambda card: self.lacking(card, pattern))

    def farthest(self, players: Cards, count: int) -> Cards:
        """The cards that lack the most: nobody gives a good one away."""
        return tuple(sorted(players, key=lambda card: -self.lacking(card))[:count])

    # -- the claim table -----------------------------------------------------------------------

    def hold(self) -> None:
        """Somebody shouts; the ball in hand is held, not called."""
        self.done("hold", "--ball", self.next_ball, *CAL)

    def rack(self, player: str = "table 4") -> None:
        """The list is compared with the rack, a player looking on."""
        self.done("rack", "--player", player, *ANN)

    def claim(self, card: OpenedCard, exit_code: int = VALID) -> dict[str, Any]:
        """The inside code of a card is scanned at its player's table."""
        return self.expect(exit_code, "claim", *FLOOR, typed=f"{card.inside}\n")

    def claim_one_short(self, card: OpenedCard) -> None:
        """A player who shouts too early: the rack decides; the held ball will be next."""
        self.hold()
        self.claim(card, CANNOT_TELL)
        self.rack()
        self.expect(NOT_VALID, "claim", card.card_id, *FLOOR)
        self.done("round", "close", *CAL)

    def judge(self, winners: Cards) -> None:
        """Somebody shouts: HOLD, the rack, and each card at its table."""
        self.hold()
        self.rack()
        for card in winners:
            self.claim(card)

    def close_and_pay(self, winners: Cards, *names: str) -> None:
        """No other bingos: the shares are fixed, and each is paid by check."""
        self.done("round", "close", *CAL)
        for card, name in zip(winners, names, strict=True):
            self.pay(card, name, "--from", "check")
        self.paid = (*self.paid, *winners)

    def show_progressive(self, *words: str) -> None:
        """What a progressive offers next, and what is due of its proceeds."""
        told = self.on.answered(("progressive", "show", *words, "--hall", str(self.hall)))[1]
        self.say(f"  $ inventory {shlex.join(('progressive', 'show', *words))}")
        for line in told.splitlines():
            self.say(f"    {line}")

    # -- the end -------------------------------------------------------------------------------

    def put_back(self) -> None:
        """What is left of each open pack, by its first card, its last, and a count."""
        for serial, sold in self.sold.items():
            last = last_of_pack(self._delivery_of(serial), serial, sold + 1)
            if last:
                ends = (card_id(serial, sold + 1), card_id(serial, last))
                self.done("put-back", *ends, "--count", str(last - sold), *PEOPLE)

    def audit_and_prove(self, *serials: str) -> None:
        """The auditor finds nothing; what was opened is told, and proved by a stranger."""
        self.say("\nThe auditor finds nothing. What was opened tonight is proved by a stranger.")
        self.done("audit")
        self.done("openings", "--out", OPENINGS)
        for serial in serials:
            told = OPENINGS if len(serials) == 1 else OPENINGS.replace(".", f"-{serial}.")
            self.on.cardgen(
                "check-openings",
                told,
                "--bundle",
                str(self._delivery_of(serial) / f"{serial}.bundle"),
            )

    def _delivery_of(self, serial: str) -> Path:
        return next(one for one in self.deliveries if (one / f"{serial}.bundle").exists())
