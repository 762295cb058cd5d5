"""The books of an evening: all that its papers are written from."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime

from inventory.balls import printed_ball
from inventory.decisions.evening import Evening
from inventory.entries import Entry
from inventory.kinds import CashCounted, Paid, Received, RoundClosed
from inventory.program import Game, GameKind, PrizeBasis, Terms
from inventory.reports.occasion import Report
from inventory.reports.stock import StockRow
from inventory.reports.takings import Takings, takings_of
from inventory.rules.profile import Profile


@dataclass(frozen=True, slots=True)
class Books:
    """An evening's report, the stock over all evenings, today, and the hall's own clock."""

    report: Report
    stock: tuple[StockRow, ...]
    today: date
    local: Callable[[datetime], datetime]

    @property
    def profile(self) -> Profile:
        """The rules the hall plays by."""
        return self.report.house.profile

    @property
    def evening(self) -> Evening:
        """The evening."""
        return self.report.evening

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The evening's entries, in order."""
        return self.report.entries

    @property
    def made_at(self) -> datetime:
        """The moment the evening's figures are of: its last entry's."""
        return self.entries[-1].act.moment.at

    @property
    def paid(self) -> tuple[tuple[Entry, Paid], ...]:
        """Every prize that was paid out."""
        return tuple((one, one.kind) for one in self.entries if isinstance(one.kind, Paid))

    @property
    def cash(self) -> tuple[CashCounted, ...]:
        """Every box that was counted."""
        return tuple(one.kind for one in self.entries if isinstance(one.kind, CashCounted))

    @property
    def other_takings(self) -> tuple[tuple[str, int], ...]:
        """What else the boxes held, by name."""
        return tuple(other for one in self.cash for other in one.other_takings)

    @property
    def takings(self) -> tuple[Takings, ...]:
        """What each person sold of each set."""
        return takings_of(self.entries)

    @property
    def on_sale(self) -> tuple[Received, ...]:
        """The series of the evening, and any other of which a card was sold or issued."""
        sets = self.evening.opened.on_sale
        return tuple(
            one.received
            for serial, one in self.report.tally.series.items()
            if serial in sets or one.issued or one.sold
        )

    def received(self, set_serial: str) -> Received:
        """The series of a set. Raises: KeyError."""
        return self.report.tally.series[set_serial].received

    def at(self, entry: Entry) -> str:
        """When that was, on the hall's clock."""
        return f"{self.local(entry.act.moment.at):%Y-%m-%d %H:%M}"


@dataclass(frozen=True, slots=True)
class Played:
    """A game of the evening, its balls, and its closed rounds."""

    game: Game
    balls: tuple[int, ...]
    rounds: tuple[RoundClosed, ...]
    round_numbers: tuple[int, ...]

    @property
    def printed_balls(self) -> str:
        """The balls in the order they were drawn."""
        return " ".join(printed_ball(ball) for ball in self.balls)

    def paid_cents(self, books: Books) -> int:
        """What its winners were paid."""
        return sum(paid.cents for _, paid in books.paid if paid.round in self.round_numbers)

    def receipts_cents(self, books: Books) -> int:
        """What was taken for its cards."""
        return sum(one.cents for one in books.takings if one.set_serial in self.game.sets)

    def sold_count(self, books: Books) -> int:
        """How many of its cards were sold."""
        return sum(len(one.cards) for one in books.takings if one.set_serial in self.game.sets)


def games_of(evening: Evening) -> tuple[Played, ...]:
    """The evening's games, in the order of the program."""
    opened = evening.opened
    game = Game(
        number=1,
        name=opened.name,
        kind=GameKind.PRE_DRAWN,
        terms=Terms(
            PrizeBasis.FIXED,
            primary_cents=opened.primary_cents,
            consolation_cents=opened.consolation_cents,
        ),
        sets=opened.on_sale,
        pre_drawn=opened.pre_drawn,
        calls_max=opened.calls_max,
    )
    closed = tuple(one.closed for one in evening.rounds if one.closed is not None)
    return (Played(game, evening.balls, closed, tuple(one.number for one in evening.rounds)),)
