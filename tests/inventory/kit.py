"""A hall for tests: one person's acts at the desk, in few words."""

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from cardgen.card_id import CardId
from cardgen.cli.main import run as run_plant
from cardgen.order import HallId
from inventory.clock import Moment
from inventory.commands import union
from inventory.commands.claim import CloseRound, Hold, Pay, Witnesses
from inventory.commands.closing import CashUp
from inventory.commands.game import (
    CallBalls,
    CheckRack,
    CloseSales,
    OpenEvening,
    PreDraw,
    StartGame,
)
from inventory.decisions.facts import CardFacts, Decision
from inventory.desk.claim.claims import claim_asked
from inventory.desk.desk import Desk
from inventory.desk.execute import Answer, Reply, execute
from inventory.desk.game.evening import current_evening
from inventory.desk.game.opening import opened_evening
from inventory.desk.game.patterns import own_patterns
from inventory.desk.game.slips import newest_slip, slip_before_payment
from inventory.desk.hall import Answers, Hall
from inventory.desk.lookup import find_one
from inventory.entries.entry import Context, Entry
from inventory.entries.game import OccasionOpened
from inventory.entries.states import CardState
from inventory.entries.union import Kind
from inventory.errors import Refusal, Refused
from inventory.ledger.reading import Reader
from inventory.ledger.writing import Writer
from inventory.program.program import Game, GameKind, PrizeBasis, Program, Terms
from tests.inventory.delivery_builder import BLUE, RED, Built, Card
from tests.inventory.scanned import selling, stock

START = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)
HEARD = Witnesses("table 4", "table 4", "Cal")


def answers(pays_again: str = "yes") -> Answers:
    return Answers(HallId("st-brendan"), "St. Brendan's", "us-ny", pays_again, "round punch")


@dataclass(frozen=True)
class Night:
    """An evening of one game, in the few figures that tests change."""

    name: str = "Monday"
    played_on: str = "2026-11-30"
    on_sale: tuple[str, ...] = (RED, BLUE)
    pre_drawn: int = 48
    calls_max: int = 60
    primary_cents: int = 10000
    consolation_cents: int = 2500
    float_cents: int = 5000
    seats: int = 0

    @property
    def opened(self) -> OccasionOpened:
        terms = Terms(PrizeBasis.FIXED, self.primary_cents, self.consolation_cents)
        game = Game(
            1, self.name, GameKind.PRE_DRAWN, terms, self.on_sale, price_cents=100,
            pre_drawn=self.pre_drawn, calls_max=self.calls_max,
        )  # fmt: skip
        night = Program.of_one_game(self.name, self.played_on, game, self.seats)
        return OccasionOpened(night, self.float_cents)


class Kit:
    """A hall, its delivery, and a clock that moves a second an act."""

    def __init__(self, hall: Hall, built: Built) -> None:
        self.hall, self.built = hall, built
        self._ticks = itertools.count(1)

    def context(
        self,
        by: str = "Ann",
        second: str = "Bob",
        till: str = "1",
        request: str = "",
    ) -> Context:
        tick = next(self._ticks)
        moment = Moment(START + timedelta(seconds=tick), tick * 1000, "boot-1")
        # In the middle of an act's second, so that a restarted kit never repeats an id.
        return Context(request or f"{id(self):016x}{tick:016x}", till, by, second, moment)

    def card(self, card_id: str) -> CardFacts:
        with self.hall.ledger.transaction() as connection:
            return Reader(connection).card(CardId.parse(card_id))

    def state(self, card: Card) -> CardState | None:
        return self.card(card.card_id).state

    def head(self) -> int:
        with self.hall.ledger.transaction() as connection:
            head = Reader(connection).head()
        return head.sequence if head else 0

    # -- the day, in short ---------------------------------------------------------------------

    def receive(self, short: tuple[str, ...] = ()) -> Answer:
        return stock.receive(
            self.hall, self.context(), self.built.folder, self.built.fingerprint, short
        )

    def open(self, **changes: object) -> Answer:
        return self.open_evening(Night(**changes).opened)  # type: ignore[arg-type]

    def open_unchecked(self, **changes: object) -> Answer:
        """A night that breaks a rule, which nobody looked at; an audit names it."""
        return self.open_against_the_rules(Night(**changes).opened)  # type: ignore[arg-type]

    def open_evening(self, opened: OccasionOpened) -> Answer:
        """An evening of a few figures, its program held against the rules."""
        own = tuple(own_patterns(self.hall).values())
        with self.hall.reading() as reader:
            newest = newest_slip(reader)
        slip = newest.letters if newest else ""
        return self.run(OpenEvening(opened, own, is_by_figures=True, slip=slip))

    def open_against_the_rules(self, opened: OccasionOpened) -> Answer:
        """An evening whose program nobody held against the rules; an audit names it."""
        own = own_patterns(self.hall)
        return self._written(lambda desk: opened_evening(desk, opened, own), "open")

    def write(self, *kinds: Kind) -> tuple[Entry, ...]:
        """Entries through the program's own writer, whatever a decision would say of them."""
        return ok(self._written(lambda _: kinds))

    def _written(self, decide: Callable[[Desk], Decision], slip: str = "") -> Answer:
        context = self.context()
        with self.hall.ledger.writing() as session:
            writer = Writer(session)
            desk = Desk(self.hall, Reader(session), context, writer.next_sequence)
            try:
                entries = writer.append(context, "0" * 32, 0, decide(desk))
            except Refused as refused:
                return refused.refusal
            note = (writer.checkpoint(entries[-1], self.hall.key, slip),) if slip else ()
            writer.sign(self.hall.key)
            return Reply((*entries, *note))

    def ready(self) -> "Kit":
        ok(self.receive())
        ok(stock.issue_all(self.hall, self.context(), "1"))
        ok(self.open())
        return self

    def sell(self, *numbers: int) -> Answer:
        cards = tuple(self.built.red(number).outside for number in numbers)
        return selling.sell(self.hall, self.context(), cards)

    def sell_to(self, last: int) -> Answer:
        """Everything up to this red number."""
        sold = sum(
            self.state(self.built.red(n)) is not CardState.ISSUED for n in range(1, last + 1)
        )
        return selling.sell_counted(
            self.hall, self.context(), last - sold, self.built.red(last).outside
        )

    def exchange(self, reds: tuple[int, ...], last_blue: int) -> Answer:
        old = tuple(self.built.red(number).outside for number in reds)
        return selling.give_in_exchange(
            self.hall, self.context(), old, self.built.blue(last_blue).outside
        )

    def punch(self, *reds: int) -> Answer:
        cards = tuple(self.built.red(number).outside for number in reds)
        return selling.punched(self.hall, self.context(), cards)

    def undo(self) -> Answer:
        return selling.undo(self.hall, self.context())

    def void(self, red: int) -> Answer:
        return selling.void(self.hall, self.context(), self.built.red(red).outside, "player left")

    def close(self) -> Answer:
        return self.run(CloseSales())

    def start(self, inquiry: str = "nobody") -> Answer:
        return self.run(StartGame(inquiry))

    def pre_draw(self, balls: tuple[int, ...]) -> Answer:
        return self.run(PreDraw(balls))

    def call(self, *balls: int) -> Answer:
        return self.run(CallBalls(balls))

    def hold(self, ball: int = 0) -> Answer:
        return self.run(Hold(ball))

    def rack(self) -> Answer:
        return self.run(CheckRack("player at table 4"))

    def claim(self, card: Card, witnesses: Witnesses = HEARD) -> Answer:
        return self.claim_by(card.inside, "", witnesses)

    def claim_by(
        self,
        text: str,
        code: str = "",
        witnesses: Witnesses = HEARD,
        *,
        is_confirmed: bool = False,
        context: Context | None = None,
    ) -> Answer:
        """A claim by a scan or a typed name, as a command asks for it."""
        try:
            asked = claim_asked(self.hall, text, code, witnesses, is_confirmed=is_confirmed)
        except Refused as refused:
            return refused.refusal
        return execute(self.hall, context or self.context(), asked)

    def claim_unread(self, card: Card) -> Answer:
        """A claim by a code of which five symbols are torn away: only the maker opens the card."""
        return self.claim_by(card.card_id, f"?????{card.code.replace('-', '')[5:]}")

    def close_round(self) -> Answer:
        return self.run(CloseRound())

    def win(self, card: Card) -> None:
        """The card is held, its claim is VALID, and its round is closed."""
        ok(self.hold())
        ok(self.rack())
        ok(self.claim(card))
        ok(self.close_round())

    def pay(self, card: Card, source: str = "check") -> Answer:
        return self.pay_by(card.outside, "Mary K.", source)

    def pay_by(
        self, text: str, to: str, source: str, contact: str = "", document: str = ""
    ) -> Answer:
        """A share paid on a scanned or a typed name."""
        try:
            card = find_one(self.hall, text)
        except Refused as refused:
            return refused.refusal
        return self.run(Pay(card, to, source, contact, document, self.slip_before_payment(card)))

    def slip_before_payment(self, card: CardId) -> str:
        """What the second person reads from the newest paper."""
        with self.hall.reading() as reader:
            found = slip_before_payment(reader, reader.card(card).sale.occasion)
        return found.letters if found else ""

    def cash_up(self, counted: int = 0, punched: int = 0, owed: int = 0) -> Answer:
        return self.run(CashUp(counted, (), punched, "E1", owed))

    def game_with(self, card: Card, *missing: int) -> None:
        """Balls such that the card's numbers are drawn, the ones missing excepted."""
        drawn = [number for number in card.numbers if number not in missing]
        others = [n for n in range(1, 76) if n not in card.numbers]
        ok(self.pre_draw(tuple(drawn + others[: 48 - len(drawn)])))
        ok(self.close())
        ok(self.start())

    def run(self, command: union.Command, **people: str) -> Answer:
        """A command executed by Ann with Bob, or by others."""
        return execute(self.hall, self.context(**people), command)

    @property
    def balls(self) -> tuple[int, ...]:
        """The balls of the game that is on."""
        evening = current_evening(self.hall)
        assert evening is not None
        return evening.current.balls


def counts_of(hall: Hall) -> dict[tuple[str, CardState], int]:
    with hall.reading() as reader:
        return reader.state_counts()


def ok(answer: Answer) -> tuple[Entry, ...]:
    assert isinstance(answer, Reply), answer
    return answer.entries


def code(answer: Answer | Callable[[], object]) -> str:
    """The code of a refusal: of one that was answered, or that is raised by what is called."""
    return (refusal_of(answer) if callable(answer) else _answered(answer)).code


def refusal_of(context: Callable[[], object]) -> Refusal:
    """The refusal that an act raises."""
    with pytest.raises(Refused) as raised:
        context()
    return _answered(raised.value.refusal)


def _answered(answer: Answer) -> Refusal:
    assert isinstance(answer, Refusal), answer
    assert answer.sentence
    assert answer.mends
    assert "{" not in str(answer)
    return answer


def kinds(answer: Answer) -> list[str]:
    return [entry.kind_name for entry in ok(answer)]


MakeKit = Callable[[Path], Kit]
Command = Callable[..., tuple[int, str, str]]


def plant(arguments: list[str]) -> None:
    """The plant's command line, ended as a program ends."""
    raise SystemExit(run_plant(arguments))
