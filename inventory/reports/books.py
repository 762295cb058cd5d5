"""The books of an evening: all that its papers are written from."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from inventory.balls import printed_ball
from inventory.decisions.evening import Evening
from inventory.decisions.play import Play
from inventory.decisions.progression import Progression
from inventory.entries import Entry
from inventory.game_kinds import GameCompleted, Paid, RoundClosed
from inventory.kinds import CashCounted, Received
from inventory.program import Game
from inventory.reports.money import receipts_of_sets
from inventory.reports.occasion import Report
from inventory.reports.stock import StockRow
from inventory.reports.takings import Takings, takings_of
from inventory.rules.profile import Profile


@dataclass(frozen=True, slots=True)
class Given:
    """A prize that went to somebody; the card is empty where this ledger does not keep it."""

    when: str
    game: int
    card: str
    to: str
    how: str
    by: str
    cents: int
    contact: str = ""
    document: str = ""


@dataclass(frozen=True, slots=True)
class Books:
    """An evening's report, stock and progressives over all evenings, today, the hall's clock."""

    report: Report
    stock: tuple[StockRow, ...]
    progressions: Mapping[str, Progression]
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
    def given(self) -> tuple[Given, ...]:
        """Every prize that was given, also on cards that this ledger does not keep."""
        found: list[Given] = []
        for entry in self.entries:
            if isinstance(entry.kind, Paid):
                found.append(_paid(self, entry, entry.kind))
            if isinstance(entry.kind, GameCompleted):
                found += _on_other_cards(self, entry, entry.kind)
        return tuple(found)

    @property
    def given_cents(self) -> int:
        """All prizes of the evening."""
        return sum(one.cents for one in self.given)

    @property
    def games(self) -> "tuple[Played, ...]":
        """The evening's games, in the order of the program."""
        return tuple(Played(self, play) for play in self.evening.plays)

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
    """A game of the evening, and what the books say of it."""

    books: Books
    play: Play

    @property
    def game(self) -> Game:
        """The game as the program has it."""
        return self.play.game

    @property
    def number(self) -> str:
        """Its number in the program."""
        return str(self.game.number)

    @property
    def printed_balls(self) -> str:
        """The balls in the order they were drawn."""
        return " ".join(printed_ball(ball) for ball in self.play.balls)

    @property
    def rounds(self) -> tuple[RoundClosed, ...]:
        """Its rounds whose shares are fixed."""
        return tuple(one.closed for one in self.play.rounds if one.closed is not None)

    @property
    def given_cents(self) -> int:
        """What its winners were given."""
        return sum(one.cents for one in self.books.given if one.game == self.game.number)

    @property
    def receipts_cents(self) -> int:
        """What was taken for its cards; its prizes are reckoned from it."""
        kinds = (entry.kind for entry in self.books.entries)
        return receipts_of_sets(kinds, self.game.sets)

    @property
    def sold_count(self) -> int:
        """How many of its cards were sold."""
        takings = (one for one in self.books.takings if one.set_serial in self.game.sets)
        return sum(len(one.cards) for one in takings)

    def has_round(self, number: int) -> bool:
        """Whether a round is one of this game."""
        return any(one.number == number for one in self.play.rounds)


def _paid(books: Books, entry: Entry, kind: Paid) -> Given:
    play = books.evening.play_of_round(kind.round)
    return Given(
        when=books.at(entry),
        game=play.game.number if play else 0,
        card=kind.card.printed,
        to=kind.to,
        how=kind.source,
        by=entry.act.clerk,
        cents=kind.cents,
        contact=kind.contact,
        document=kind.document,
    )


def _on_other_cards(books: Books, entry: Entry, kind: GameCompleted) -> tuple[Given, ...]:
    how = "on cards of the hall"
    return tuple(
        Given(books.at(entry), kind.game, "", to, how, entry.act.clerk, cents)
        for to, cents in kind.given
    )
