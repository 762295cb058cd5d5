"""The books of an evening: all that its papers are written from."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from inventory.balls import printed_ball
from inventory.decisions.boxes import Count, boxes_of
from inventory.decisions.game.evening import Evening
from inventory.decisions.game.game_state import GameState
from inventory.decisions.prize.sharing import calls_limit
from inventory.decisions.progressive.progression import Progression, before, tonight
from inventory.decisions.receipts import receipts_of_sets
from inventory.entries.claim import RoundClosed
from inventory.entries.closing import BoxFilled
from inventory.entries.entry import Entry
from inventory.entries.stock import Received
from inventory.errors import Refused
from inventory.program.program import Game, PrizeBasis
from inventory.reports.figures.occasion import Report
from inventory.reports.figures.prizes import Prizes
from inventory.reports.figures.stock import StockRow
from inventory.reports.figures.takings import Takings, takings_of
from inventory.rules.profile import Profile


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
        return self.entries[-1].context.moment.at

    @property
    def prizes(self) -> Prizes:
        """Every prize of the evening, given or owed, also on cards that are not kept here."""
        return self.report.prizes

    @property
    def given_cents(self) -> int:
        """All prizes that were given, also after the evening's end."""
        return sum(one.cents for one in self.prizes.given)

    @property
    def owed_cents(self) -> int:
        """All prizes that were awarded and are not paid yet."""
        return sum(one.cents for one in self.prizes.owed)

    @property
    def games(self) -> "tuple[Played, ...]":
        """The evening's games, in the order of the program."""
        return tuple(Played(self, play) for play in self.evening.plays)

    @property
    def cash(self) -> tuple[tuple[str, Count], ...]:
        """The last count of every box, by its till."""
        found = boxes_of(one for one in self.entries if one.occasion == self.evening.occasion)
        return tuple((till, box.counts[-1]) for till, box in sorted(found.items()) if box.counts)

    @property
    def filled_cents(self) -> int:
        """What was put into the boxes after the evening was opened."""
        kinds = (one.kind for one in self.entries if one.occasion == self.evening.occasion)
        return sum(kind.cents for kind in kinds if isinstance(kind, BoxFilled))

    @property
    def other_takings(self) -> tuple[tuple[str, int], ...]:
        """What else the boxes held, by name: first of games on cards that are not kept here."""
        counted = ((one.game.name, one.play.takings) for one in self.games)
        of_games = ((name, takings.cents) for name, takings in counted if takings)
        return (*of_games, *(other for _, one in self.cash for other in one.other_takings))

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
        return self.clock(entry.context.moment.at)

    def clock(self, moment: datetime) -> str:
        """A moment on the hall's clock."""
        return f"{self.local(moment):%Y-%m-%d %H:%M}"


@dataclass(frozen=True, slots=True)
class Played:
    """A game of the evening, and what the books say of it."""

    books: Books
    play: GameState

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
        return self.books.prizes.given_cents(self.game.number)

    @property
    def owed_cents(self) -> int:
        """What its winners were awarded and wait for."""
        return self.books.prizes.owed_cents(self.game.number)

    @property
    def awarded_cents(self) -> int:
        """What its rounds award in all, and what was given by name."""
        return self.books.prizes.awarded_cents(self.game.number)

    @property
    def offered_cents(self) -> int:
        """The most it offered: as announced, or before that as the program lists it in dollars."""
        started, terms = self.play.started, self.game.terms
        if started is None:
            return max(terms.primary_cents, terms.consolation_cents)
        prizes = [cents for _, cents in started.announced]
        is_all_paid = terms.basis is PrizeBasis.SECTIONS
        return sum(prizes) if is_all_paid else max(prizes, default=0)

    @property
    def calls_limit(self) -> int:
        """Within how many calls a card had its primary prize; of a progressive, tonight's."""
        books, terms = self.books, self.game.terms
        found = books.progressions.get(terms.progression)
        if found is None or terms.basis is not PrizeBasis.PROGRESSIVE:
            return calls_limit(self.game, None)
        then, rules = before(found, books.evening.occasion), books.profile.progressive
        try:
            offered = tonight(then, rules, books.evening.opened.played_on)
        except Refused:
            return calls_limit(self.game, None)  # it was not played in this evening
        return calls_limit(self.game, offered)

    @property
    def receipts_cents(self) -> int:
        """What was taken for its cards; its prizes are reckoned from it."""
        if self.play.takings is not None:
            return self.play.takings.cents
        kinds = (entry.kind for entry in self.books.entries)
        return receipts_of_sets(kinds, self.game.sets)

    @property
    def sold_count(self) -> int:
        """How many of its cards were sold."""
        if self.play.takings is not None:
            return self.play.takings.cards
        takings = (one for one in self.books.takings if one.set_serial in self.game.sets)
        return sum(len(one.cards) for one in takings)

    def has_round(self, number: int) -> bool:
        """Whether a round is one of this game."""
        return any(one.number == number for one in self.play.rounds)
